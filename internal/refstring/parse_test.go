package refstring

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

func TestForms(t *testing.T) {
	for _, c := range []struct {
		raw, title, authors, container string
		year                           int
		cut                            bool
	}{
		{raw: "[Thacker et al., 2015, Studying DNA translocation in nanocapillaries](https://arxiv.org/pdf/1301.2681.pdf)",
			title: "Studying DNA translocation in nanocapillaries", authors: "Thacker", year: 2015, cut: true},
		{raw: "[A. Smith and B. Jones, 2019a, A title, with a comma](http://example.org/x)", title: "A title, with a comma",
			authors: "A. Smith|B. Jones", year: 2019},
		{raw: "[Single-Molecule Tracking and Imaging - PubMed](https://pubmed.ncbi.nlm.nih.gov/37314878/)",
			title: "Single-Molecule Tracking and Imaging"},
		{raw: "[[2012.01351] Post-Newtonian templates for waves ... - ACM](https://example.org/abs/2012.01351)",
			title: "Post-Newtonian templates for waves"},
		{raw: "[A. Smith, 2019, Trees (and more)](http://example.org/x)", title: "Trees (and more)",
			authors: "A. Smith", year: 2019},
		{raw: "first-page=1093; article-title=CATH: a classification; volume=5; author=CA Orengo; year=1997; " +
			"journal-title=Structure", title: "CATH: a classification", authors: "CA Orengo",
			container: "Structure", year: 1997},
	} {
		p := Parse(c.raw)
		var names []string
		for _, a := range p.Work.Authors() {
			names = append(names, a.String())
		}
		if p.Work.Title != c.title || strings.Join(names, "|") != c.authors || p.Work.Container.Title != c.container ||
			p.Work.Issued.Year != c.year || p.Work.AuthorsCut != c.cut {
			t.Errorf("Parse(%q) = %+v", c.raw, p.Work)
		}
	}
}

// A year before the volume is not part of it, whatever the labels say.
func TestYearBeforeVolume(t *testing.T) {
	p := Parse("Dobin A, Davis CA, Schlesinger F, Drenkow J, Zaleski C, Jha S, et al. STAR: ultrafast universal RNA-seq " +
		"aligner. Bioinformatics. 2013;29(1):15-21. doi:10.1093/bioinformatics/bts635")
	if w := p.Work; w.Issued.Year != 2013 || w.Volume != "29" || w.Issue != "1" || w.Pages != "15-21" {
		t.Errorf("%d, %q (%q): %q", w.Issued.Year, w.Volume, w.Issue, w.Pages)
	}
}

// Numbers are not containers, and the rest of a place is not a publisher.
func TestScraps(t *testing.T) {
	p := Parse("Martha Palmer, Paul Kingsbury, and Daniel Gildea. 2005. The Proposition Bank: An Annotated Corpus of " +
		"Semantic Roles. volume 31, pages 71–106.")
	if p.Work.Container.Title != "" {
		t.Errorf("container %q", p.Work.Container.Title)
	}
	p = Parse("Daisuke Kawahara, Sadao Kurohashi, and Kôiti Hasida. 2002. Construction of a Japanese relevance-tagged " +
		"corpus. In Proceedings of the 3rd International Conference on Language Resources and Evaluation (LREC-2002), " +
		"pages 2008–2013, Las Palmas, Canary Islands.")
	if p.Work.Publisher != "" || p.Work.Place != "Las Palmas" {
		t.Errorf("publisher %q, place %q", p.Work.Publisher, p.Work.Place)
	}
}

// The page that is meant is not part of the pages of a work.
func TestPagesAlone(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"5998–6008, p. 3", "5998–6008"}, {"33-44, hier S. 40", "33-44"},
		{"S08002", "S08002"}, {"12, 15-17", "12, 15-17"}, {"1–20, 31–35", "1–20, 31–35"},
		{"9-10, S. 909-919", "9-10, S. 909-919"}, {"1-45, quiz CE1", "1-45, quiz CE1"}, {"p. ", "p. "}, {"33-44,", "33-44,"},
	} {
		if span := pagesAlone(c.in, biblio.Span{End: len(c.in)}); c.in[span.Start:span.End] != c.want {
			t.Errorf("%q gives %q, want %q", c.in, c.in[span.Start:span.End], c.want)
		}
	}
}

// The series of a report is neither its volume nor its pages.
func TestWordForVolume(t *testing.T) {
	p := Parse("Rivest, R. L. (1992). The MD5 Message-Digest Algorithm. MIT Laboratory for Computer Science. RFC 1321.")
	if p.Work.Volume != "" || p.Work.Pages != "" {
		t.Errorf("volume %q, pages %q", p.Work.Volume, p.Work.Pages)
	}
}

// A word that continues with a number is not a name.
func TestSplitCompound(t *testing.T) {
	p := Parse("OpenAI. GPT-4 technical report, 2023. URL https://arxiv.org/abs/2303.08774.")
	if names := p.Work.Authors(); p.Work.Title != "GPT-4 technical report" || len(names) != 1 ||
		names[0].String() != "OpenAI" || p.Work.Issued.Year != 2023 {
		t.Errorf("%+v", p.Work)
	}
}

// Words that point to a work are not part of it.
func TestLeadIn(t *testing.T) {
	const raw = "For reviews on this, see: I. Blue, J. Red, A long title of a paper on things, Acc. Chem. Res. 2014, 47, 1-9."
	p := Parse(raw)
	authors := p.Work.Authors()
	if len(authors) != 2 || authors[0].Family != "Blue" || p.Work.Container.Title != "Acc. Chem. Res." {
		t.Errorf("%+v", p.Work)
	}
	if s := p.Spans[biblio.FieldVenue]; raw[s.Start:s.End] != "Acc. Chem. Res." {
		t.Errorf("container at %q", raw[s.Start:s.End])
	}
}

func TestSplitNames(t *testing.T) {
	for _, c := range []struct {
		in, want string // family names
		cut      bool
	}{
		{"Bergk, V., Haefeli, W. E., Gasse, C. & Martin- Facklam, M.", "Bergk|Haefeli|Gasse|Martin- Facklam", false},
		{"Loreau M, Naeem S, Grime JP", "Loreau|Naeem|Grime", false},
		{"Krapu, G. L., K. J. Reinecke, and C. R. Frith", "Krapu|Reinecke|Frith", false},
		{"A. Aiken and E. L. Wimmers", "Aiken|Wimmers", false},
		{"Radha Lahoti, Ryan Chaiyakul, and M. Khalid Jawed", "Lahoti|Chaiyakul|Jawed", false},
		{"Wager, Karen, Lee, Frances, Glaser, John", "Wager|Lee|Glaser", false},
		{"Teng, Edmond and Larry R. Squire", "Teng|Squire", false},
		{"Rao, C. Radhakrishna", "Rao", false},
		{"Baayen, R. Harald, and Sujit Kumar Mitra", "Baayen|Mitra", false},
		{"Lawton, M. Powell, Nahemow, Lucille", "Lawton|Nahemow", false},
		{"Bennet, W. Lance, et al.", "Bennet", true},
		{"Le Goffic, Pierre", "Le Goffic", false},
		{"Vargas Llosa, Mario", "Vargas Llosa", false},
		{"LI Wei, GROSSMAN Tovi et FITZMAURICE George W.", "LI|GROSSMAN|FITZMAURICE", false},
		{"Wei ZHANG, George W. CHEN", "ZHANG|CHEN", false},
		{"LI, Yizhi, ZHANG, Ge, RAGNI, Anton a FU, Jie", "LI|ZHANG|RAGNI|FU", false},
		{"RUDNER, Tim G. J., TEH, Yee Whye a GAL, Yarin", "RUDNER|TEH|GAL", false},
		{"MARTINEZ, Manuel Nunez, SCHMER-GALUNDER, Sonja", "MARTINEZ|SCHMER-GALUNDER", false},
		{"Tak, A. N. - Banayeeanzade, A. - Sun, Y.", "Tak|Banayeeanzade|Sun", false},
		{"Jean - Pierre Serre", "Serre", false},
		{"QU Y, WANG T, ZHU Z", "QU|WANG|ZHU", false},
		{"Meta Platforms, Inc", "Platforms|Inc", false},
		{"OpenAI, J. Achiam", "OpenAI|Achiam", false},
		{"Google, J. Dean, S. Ghemawat", "Google|Dean|Ghemawat", false},
		{"Ryan Chaiyakul, Anna Smith", "Chaiyakul|Smith", false},
		{"Klaus Dörre, a. a. O.", "Dörre", false},
		{"Park, Robert E.", "Park", false},
		{"Heidegger M.", "Heidegger", false},
		{"W. J. Frank et al.", "Frank", true},
		{"Tikan, A. et al.", "Tikan", true},
		{"Smith, J.; Doe, K. B.; van der Berg, L.", "Smith|Doe|Berg", false},
		{"Stegmaier, Peter/Feltes, Thomas", "Stegmaier|Feltes", false},
		{"Mitchell,T.M., Utgoff,P.E.&Banerji,R.", "Mitchell|Utgoff|Banerji", false},
		{"BOURGUIGNON D'ANVILLE Jean-Baptiste et DELAHAYE Jean-Baptiste", "BOURGUIGNON D'ANVILLE|DELAHAYE", false},
		{"OWEN-SMITH, B. D.; BURRY, H. C.", "OWEN-SMITH|BURRY", false},
		{"King, M. L., Jr., Smith, J.", "King|Smith", false},
		{"LI, W., WANG, X.", "LI|WANG", false},
		{"J.B. Bauer", "Bauer", false},
		{"Vaswani A, Shazeer N, et al", "Vaswani|Shazeer", true},
		{"Doyle JJ", "Doyle", false},
		{"Thacker et al.", "Thacker", true},
		{"D. Lanza – O. Longo", "Lanza|Longo", false},
		{"Child, Julia, Louisette Bertholle, and Simone Beck", "Child|Bertholle|Beck", false},
		{"Freedman, Roy S., Flein, Robert A., and Lederman, Jess", "Freedman|Flein|Lederman", false},
		{"M. Ackermann et al. (Fermi-LAT)", "Ackermann", true},
		{"DiSario JA, Smith ET, Jones EN, Peter-\nsen BT, et al.", "DiSario|Smith|Jones|Petersen", true},
		{"SMITH, J. AND JONES, K.", "SMITH|JONES", false},
		{"7-Taghipour M, Razmkon A, .Aarts G", "Taghipour|Razmkon|Aarts", false},
		{"Berkhuijsen, E.M., Beck, R., eds.", "Berkhuijsen|Beck", false},
		{"Md. Srabon Chowdhury and AKM Muzahidul Islam", "Chowdhury|Islam", false},
		{"José Ortega y Gasset", "Gasset", false},
		{"Pérez, J. y García, M.", "Pérez|García", false},
		{"Silva, A. B. e Souza, C.", "Silva|Souza", false},
		{"Pérez, Juan y García, María", "Pérez|García", false},
		{"Smith, J., Ortega y Gasset, J.", "Smith|Ortega y Gasset", false},
		{"Fuchs, Dieter u. a.", "Fuchs", true},
		{"N. C. H. X. Team", "", true},
		{"Ministry of Health and Family Welfare", "Ministry of Health and Family Welfare", false},
		{"MINISTRY OF HEALTH AND FAMILY WELFARE", "MINISTRY OF HEALTH AND FAMILY WELFARE", false},
		{"Centers for Disease Control and Prevention and J. Smith", "Centers for Disease Control and Prevention|Smith",
			false},
		{"Food and Agriculture Organization of the United Nations, World Bank",
			"Food and Agriculture Organization of the United Nations|Bank", false},
		{"Department of Health and Ministry of Justice", "Department of Health|Ministry of Justice", false},
		{"Institute of Physics and K. Jones", "Institute of Physics|Jones", false},
		{"Smith and World Health Organization", "Smith|World Health Organization", false},
		{"王伟, 李强", "王伟|李强", false},
		{"王小明，李强，陈静 等", "王小明|李强|陈静", true},
		{"山田, 太郎", "山田", false},
		{"CMS Collaboration, A. B. Smith", "CMS Collaboration|Smith", false},
	} {
		names, cut := SplitNames(c.in)
		var families []string
		for _, n := range names {
			families = append(families, n.Family+n.Literal)
		}
		if got := strings.Join(families, "|"); got != c.want || cut != c.cut {
			t.Errorf("SplitNames(%q) = %q cut=%v, want %q", c.in, got, cut, c.want)
		}
	}
}

func checkSpans(t *testing.T, raw string, p Parsed) {
	t.Helper()
	for f, s := range p.Spans {
		if s.Start < 0 || s.End > len(raw) || s.Start > s.End {
			t.Errorf("%q: span of %s is %v", raw, f, s)
		}
		if c := p.Confidence[f]; c < 0 || c > 1 {
			t.Errorf("%q: confidence of %s is %v", raw, f, c)
		}
	}
	_ = biblio.Fields
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "[1] A. Smith, B. Jones. A title. J. Phys. A517, 483 (1990). doi:10.1/x", "[a, 2019, b](c)",
		"year=2019; author=x", "1 A. B. http://x.y\xff\xff/10.1000/z", "A. http://x.y/10.1000/ȺȺȺ",
		"\xff\xfe (2019). 测试，标题[J]. 期刊, 2010",
		"Smith, J. (2019). Title-\nbroken. Journal, 1(2), 3–4. https://doi.org/10.1000/xyz",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		checkSpans(t, raw, Parse(raw))
	})
}

func FuzzSplitNames(f *testing.F) {
	f.Add("Smith, J., & Doe, K. et al.")
	f.Fuzz(func(t *testing.T, s string) { SplitNames(s) })
}

// Long and repetitive strings are read in bounded time.
func TestHostile(t *testing.T) {
	for _, unit := range []string{"a", "A. ", "1, ", "(", "“", "; a=", "Smith, J., ", "et al. ", "-\n", "é", "10.1000/x ",
		"[a, 2019, ", "year=1; ", "'", "\x00", "中"} {
		raw := strings.Repeat(unit, 40000/len(unit))
		checkSpans(t, raw, Parse(raw))
	}
}

// Strings in common styles, read with the shipped weights.
func TestParseStyles(t *testing.T) {
	for _, c := range []struct {
		raw, title, container, authors string
		year                           int
	}{
		{examples[0], "Attention is all you need", "Advances in Neural Information Processing Systems",
			"Vaswani|Shazeer|Parmar|Uszkoreit|Jones|Gomez|Kaiser|Polosukhin", 2017},
		{examples[2], "Structural characterization of human and bovine lung surfactant protein D", "Biochem J",
			"Leth-Larsen|Holmskov|Hojrup", 1999},
		{examples[3], "Wirtschaft und Gesellschaft", "", "Weber", 1922},
		{examples[4], "Type inclusion constraints and type inference",
			"Proceedings of the ACM Conference on Functional Programming", "Aiken|Wimmers", 1993},
		{"Radha Lahoti, Ryan Chaiyakul, and M. Khalid Jawed. A Scalable Framework for Simulation of Rigid Robots. 2025.",
			"A Scalable Framework for Simulation of Rigid Robots", "", "Lahoti|Chaiyakul|Jawed", 2025},
		{"DiSario JA, Freeman ML, Bjorkman DJ, Peter-\nsen BT, et al. Endoscopic balloon dilation compared \nwith " +
			"sphincterotomy. Gastro-\nenterology. 2004;127:1291-9.", "Endoscopic balloon dilation compared with sphincterotomy",
			"Gastroenterology", "DiSario|Freeman|Bjorkman|Petersen", 2004},
		{"J. Devlin et al., \"BERT: Pre-training of deep bidirectional transformers,\" in Proc. NAACL-HLT, 2019, pp. 4171–4186.", "BERT: Pre-training of deep bidirectional transformers", "Proc. NAACL-HLT", "Devlin", 2019},
	} {
		p := Parse(c.raw)
		var names []string
		for _, a := range p.Work.Authors() {
			names = append(names, a.Family)
		}
		if p.Work.Title != c.title || p.Work.Container.Title != c.container || strings.Join(names, "|") != c.authors ||
			p.Work.Issued.Year != c.year {
			t.Errorf("%q:\ntitle %q container %q authors %q year %d", c.raw, p.Work.Title, p.Work.Container.Title, names,
				p.Work.Issued.Year)
		}
	}
}

func TestBodyBeforeItsMembers(t *testing.T) {
	names, _ := SplitNames("Some Team, :, Luke Merrick, Alex Fang, and Ann Lee")
	var got []string
	for _, n := range names {
		got = append(got, n.String())
	}
	if want := "Some Team|Luke Merrick|Alex Fang|Ann Lee"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPointerIsNoName(t *testing.T) {
	for raw, want := range map[string]string{
		"See Kuhn, The structure of scientific revolutions (1962).":                    "Kuhn",
		"See also Thomas Kuhn, The structure of scientific revolutions, Chicago 1962.": "Kuhn",
		"See, J. A study of trees. Journal of Botany 12 (2001), 3-9.":                  "See",
	} {
		p := Parse(raw)
		var names []string
		for _, a := range p.Work.Authors() {
			names = append(names, a.Family)
		}
		if got := strings.Join(names, "|"); got != want {
			t.Errorf("%q: authors %q, want %q", raw, got, want)
		}
	}
}

// Text around or inside a field that is not part of it.
func TestTidied(t *testing.T) {
	for _, c := range []struct{ raw, title, series, place, publisher string }{
		{`Bates D, Maechler M (2015). \pkg{lme4}: Linear Mixed-Effects Models using \proglang{R}. Journal of Statistical Software, 67(1), 1-48.`,
			"lme4: Linear Mixed-Effects Models using R", "", "", ""},
		{"Müller, Stefan (2013): Grammatiktheorie (Stauffenburg Einführungen 20). Tübingen: Stauffenburg.",
			"Grammatiktheorie", "Stauffenburg Einführungen", "Tübingen", "Stauffenburg"},
		{"Müller, Stefan (2013): Grammatiktheorie (Version 2). Tübingen: Stauffenburg.", "Grammatiktheorie (Version 2)", "",
			"Tübingen", "Stauffenburg"},
		{"Иванов А. А., Петров Б. Б. [и др.] Методы анализа данных. М.: Наука, 2012. 320 с.",
			"Методы анализа данных", "", "М", "Наука"},
		{"Niklas Luhmann, Soziale Systeme. Grundriß einer allgemeinen Theorie, Frankfurt a. M. 1984, S. 22.",
			"Soziale Systeme. Grundriß einer allgemeinen Theorie", "", "Frankfurt a. M.", ""},
		{"Moussa M. Quantum gravity corrections in chandrasekhar limits [preprint]. arXiv; 2015. Available from: " +
			"https://arxiv.org/abs/1511.06183", "Quantum gravity corrections in chandrasekhar limits", "", "", ""},
		{"Malachi Y., Manna Z., Waldinger R. TABLOG, a New Approach to Logic Programming // Logic Programming. Functions, " +
			"Relations and Equations. – 1986. – С. 365–394.", "TABLOG, a New Approach to Logic Programming", "", "", ""},
		{"Yixin Nie, Adina Williams, and Mohit Bansal. 2021. What can we learn from collective human opinions on natural " +
			"language inference data? In Proceedings of the 2021 Conference on Empirical Methods in Natural Language " +
			"Processing, pages 9131-9143, Online and Punta Cana, Dominican Republic. Association for Computational Linguistics.",
			"What can we learn from collective human opinions on natural language inference data?", "",
			"Online and Punta Cana, Dominican Republic", "Association for Computational Linguistics"},
	} {
		w := Parse(c.raw).Work
		if w.Title != c.title || w.Container.Series != c.series || w.Place != c.place || w.Publisher != c.publisher {
			t.Errorf("%q: title %q, series %q, place %q, publisher %q", c.raw, w.Title, w.Container.Series, w.Place, w.Publisher)
		}
	}
}

// The confidence in a field grows with that of the labeller, without jumping from nothing to all.
func TestShippedConfidence(t *testing.T) {
	m, err := LoadModel(packed)
	if err != nil {
		t.Fatal(err)
	}
	for l := tagger.Label(1); l < tagger.Labels; l++ {
		low, middle, high := m.Calibrate(l, 0.3), m.Calibrate(l, 0.8), m.Calibrate(l, 0.999)
		if low < 0.05 || middle < low+0.05 || high < middle+0.05 {
			t.Errorf("label %d: %.3f, %.3f, %.3f", l, low, middle, high)
		}
	}
}
