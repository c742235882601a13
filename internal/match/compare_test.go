package match

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

func flat(f biblio.Flat) *biblio.Work {
	w := f.Work()
	return &w
}

var bert = biblio.Flat{
	Title:   "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
	Authors: []string{"Jacob Devlin", "Ming-Wei Chang", "Kenton Lee", "Kristina Toutanova"},
	Venue:   "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational Linguistics", Year: "2019", DOI: "10.18653/v1/N19-1423",
	Pages: "4171-4186", Publisher: "Association for Computational Linguistics", Location: "Minneapolis, Minnesota",
}

// Titles agree word by word. The text replaced by a macro in a title is unknown; the rest is known.
func TestFilledTitle(t *testing.T) {
	const record = "Search for the Rare Decays Bs0→e+e− and B0→e+e−"
	for claim, want := range map[string]Agreement{
		"Search for the rare decays … and …":                   Undecided,
		"Search for the rare decays …and B0→e+e−":              Undecided,
		"… for the rare decays Bs0→e+e− and B0→e+e−":           Undecided,
		"Search for the rare dec\uFFFDys Bs0→e+e− and B0→e+e−": Undecided,
		"Search for the common decays … and …":                 Differs,
		"Search for the rare decays … and … in":                Differs,
		"… and …": Differs,
		"The search for the rare decays … and …":              Differs,
		"Search for the rare decays Bs0 → e+e− and B0 → e+e−": Agrees,
	} {
		if f := Compare(flat(biblio.Flat{Title: claim}),
			flat(biblio.Flat{Title: record})).Of(biblio.FieldTitle); f.Agreement != want {
			t.Errorf("%q: %v %s, want %v", claim, f.Agreement, f.Kind, want)
		}
	}
}

func TestTitles(t *testing.T) {
	for _, c := range []struct {
		claim, record string
		want          Agreement
		kind          string
	}{
		{"attention is all you need.", "Attention Is All You Need", Agrees, ""},
		{"Pretraining of deep networks today", "Pre-training of Deep Networks Today", Variant, KindHyphenation},
		{"Modelling Behaviour towards Labelled Centres", "Modeling Behavior Toward Labeled Centers", Variant, KindSpelling},
		{"Modelling Behaviour towards Labelled Centres", "Modeling Behavior Toward Unlabeled Centers",
			Differs, KindWordReplaced},
		{"Semi-supervi- sed Dial- ogue", "Semi-supervised Dialogue", Variant, KindHyphenation},
		{"Groupwise Registration of Images", "Group-wise Registration of Images", Variant, KindHyphenation},
		{"UnsupervisedSentence Embeddings", "Unsupervised Sentence Embeddings", Variant, KindHyphenation},
		{"Autoreg- ressive Diffusion Models", "Autoregressive Diffusion Models", Variant, KindHyphenation},
		{"An Eﬃcient Approach to Everything", "An Efficient Approach to Everything", Agrees, ""},
		{"CONTaiNER - Few-Shot Named Entity", "CONTaiNER: Few-Shot Named Entity", Agrees, ""},
		{"A long title about the cutting of ti…", "A Long Title About the Cutting of Titles in Half", Variant, KindTitleCut},
		{"Gaussian error linear units", "Gaussian Error Linear Units (GELUs)", Variant, KindAcronym},
		{"Collisions of lead at 2.76 TeV", "Collisions of lead at √sNN = 2.76 TeV", Variant, KindNotation},
		{"Collisions of lead at 2.76 TeV", "Collisions of lead at √sNN = 5.02 TeV", Differs, KindWords},
		{"Gaussian error linear units", "Gaussian Error Linear Units (GELU)", Variant, KindAcronym},
		{"An image is worth $16\\times16$ words", "An Image is Worth 16x16 Words", Variant, KindHyphenation},
		{"An image is worth 16×16 words", "An Image is Worth 16x16 Words", Agrees, ""},
		{"$\\infty$Bench: Extending Context", "\\inftyBench: Extending Context", Agrees, ""},
		{"{\\'E}l{\\'e}ments de g{\\'e}om{\\'e}trie", "Éléments de géométrie", Agrees, ""},
		{"Webots: Professional Mobile Robot Simulation", "Webots<sup>™</sup>: Professional Mobile Robot Simulation", Agrees,
			""},
		{"The Meaning of the Receiver Operating Characteristic (ROC) Curve",
			"The Meaning of the Receiver Operating Characteristic Curve", Variant, KindAcronym},
		{"Parsing by hand and by eye", "Parsing by Hand and by Eye (Demonstration)", Variant, KindLabel},
		{"Parsing by hand and by eye", "Squibs: Parsing by Hand and by Eye", Variant, KindLabel},
		{"Parsing by hand and by eye", "RETRACTED: Parsing by Hand and by Eye", Variant, KindLabel},
		{"Parsing by hand and by eye", "# 1 Parsing by Hand and by Eye", Variant, KindLabel},
		{"Parsing by hand and by eye (Extended Abstract)", "Parsing by Hand and by Eye", Variant, KindLabel},
		{"Q-learning", "Technical Note Q-Learning", Variant, KindLabel},
		{"Learning with Supervised Graph Networks", "Supervised Learning with Graph Networks", Differs, KindWord},
		{"Causes in Financial Texts (Squibs 2021)", "Causes in Financial Texts (Squibs 2020)", Differs, KindNumber},
		{"The Zipper", "Functional Pearl: The Zipper", Variant, KindLabel},
		{"Advances in Neural Information Processing Systems 1 (NIPS'88)",
			"Advances in Neural Information Processing Systems 1", Variant, KindLabel},
		{"Parsing by hand and by eye", "Erratum: Parsing by Hand and by Eye", Undecided, KindNotice},
		{"Parsing by hand and by eye", "Expression of Concern: Parsing by Hand and by Eye", Undecided, KindNotice},
		{"Parsing by hand and by eye (vol 12, pg 3, 2001)", "Erratum to: Parsing by Hand and by Eye", Variant, KindLabel},
		{"Parsing by hand and by eye: Reply", "Reply to comment on “Parsing by Hand and by Eye”", Variant, KindLabel},
		{"Parsing by hand and by eye", "Reply to comment on “Parsing by Hand and by Eye”", Differs, KindWords},
		{"Parsing by hand and by eye", "Parsing by Hand and by Eye (Kernel Machines Section)", Variant, KindLabel},
		{"Parsing by hand and by eye", "Parsing by Hand and by Eye | Living Reviews of Parsing | Springer Nature Link",
			Variant, KindLabel},
		{"Parsing by hand and by eye - IOPscience", "Parsing by Hand and by Eye", Variant, KindLabel},
		{"Parsing by hand and by eye - a study", "Parsing by Hand and by Eye", Differs, KindSubtitleAdded},
		{"Parsing by hand and by eye", "Comment on: Parsing by Hand and by Eye", Differs, KindWords},
		{"Parsing by hand and by eye", "Retraction: Parsing by Hand and by Eye", Variant, KindLabel},
		{"Based planning of models", "Retraction-Based Planning of Models", Differs, KindWord},
		{"Introduction to Algorithms, 3rd Edition", "Introduction to Algorithms", Variant, KindEdition},
		{"Introduction to Pattern Recognition (2nd Ed.)", "Introduction to Pattern Recognition", Variant, KindEdition},
		{"Introduction to Algorithms, 3rd Edition", "Introduction to Algorithms, 2nd Edition", Differs, KindNumber},
		{"English Lexicon Project", "The English lexicon project", Variant, KindArticle},
		{"Advances in Neural Information Processing Systems 24", "Advances in Neural Information Processing Systems 1",
			Differs, KindNumber},
		{"Foundations of the Theory, Part II", "Foundations of the Theory, Part I", Differs, KindNumber},
		{"Foundations of the Theory, part 2", "Foundations of the Theory II", Variant, KindNumbering},
		{"Foundations of the Theory. Part II. Proofs", "Foundations of the Theory. Part 2: Proofs", Variant, KindNumbering},
		{"Foundations of the Theory, part 2", "Foundations of the Theory", Differs, KindWords},
		{"Die Vögel der Stadt und des Landes", "Die Vögel der Stadt und des Landes = The Birds of Town and Country",
			Variant, KindBilingual},
		{"The Birds of Town and Country", "Die Vögel der Stadt und des Landes [The Birds of Town and Country]",
			Variant, KindBilingual},
		{"The Birds of Town and Country (in Chinese)", "城乡的鸟类(The Birds of Town and Country)", Variant, KindBilingual},
		{"城乡的鸟类", "城乡的鸟类 (The Birds of Town and Country)", Variant, KindBilingual},
		{"The Cats of Town and Country", "城乡的鸟类(The Birds of Town and Country)", Differs, KindWords},
		{"The Birds of the Town and of the Country",
			"Die Vögel der Stadt und des Landes / The Birds of the Town and of the Country", Variant, KindBilingual},
		{"Gaussian error linear units (WORD)", "Gaussian Error Linear Units", Differs, KindWord},
		{"Prompt Distribution Training", "Prompt Distribution Learning", Differs, KindWordReplaced},
		{"Deep Learning for Graphs: A Survey", "Deep Learning for Graphs", Differs, KindSubtitleAdded},
		{"AttnLRP: A Comprehensive Study", "AttnLRP: Attention-Aware Layer-Wise Relevance Propagation for Transformers",
			Differs, KindSubtitle},
		{"Federated learning on non-IID data", "Federated learning on IID data", Differs, KindWord},
		{"Retrival of documents from memory", "Retrieval of documents from memory", Differs, KindTypo},
		{"On the origin of birds", "Graph neural networks in space", Differs, KindOtherTitle},
		// Titles in two spellings or scripts.
		{"Pre-training to model behaviour", "Pretraining to Model Behavior", Variant, KindSpelling},
		{"Modelling the behaviour of winter bi…", "Modeling the Behavior of Winter Birds", Variant, KindTitleCut},
		{"Modeling the behavior of birds", "Modelling the Behaviour of Birds: A Survey", Differs, KindSubtitleOmitted},
		{"Преступление и наказание", "Prestuplenie i nakazanie", Variant, KindTranslit},
		{"Prestuplenie i nakazanie", "Преступление и наказание", Variant, KindTranslit},
		{"Идиот", "Idiot", Differs, KindWord},
		// Truncated, with a mark.
		{"A long title about the cutting of titles in half", "A Long Title About the Cutting of ti…", Variant, KindTitleCut},
		{"A long title about the cutting of titles in half", "A Long Title About Cutting ti…", Differs, KindWords},
		{"A long title about cutting ti…", "A Long Title About the Cutting of Titles in Half", Differs, KindWords},
		{"A long t…", "A Long Title", Differs, KindWord},
		{"A long title", "A Long t…", Differs, KindWord},
		// With text that is not part of it, next to another title.
		{"The use of the receiver operating characteristic curve",
			"The Meaning of the Receiver Operating Characteristic (ROC) Curve", Differs, KindWords},
		{"Gaussian noise linear units", "Gaussian Error Linear Units (GELUs)", Differs, KindWords},
		{"Squibs: Parsing by hand and by ear", "Parsing by Hand and by Eye", Differs, KindWords},
		{"Introduction to Algorithms, 3rd Edition", "Introduction to Logic", Differs, KindWords},
		{"The English lexicon project", "English Lexicon Project", Variant, KindArticle},
		{"A bird in the winter hand", "The Bird in the Winter Hand", Differs, KindWord},
		{"The bird", "Bird", Differs, KindWord},
		{"Die Vögel der Stadt und des Landes = The Birds of Town and Country", "Die Vögel der Stadt und des Landes",
			Variant, KindBilingual},
		{"The Cats of Town and Country", "Die Vögel der Stadt und des Landes = The Birds of Town and Country",
			Differs, KindWords},
		// The subtitle.
		{"Deep Learning for Graphs", "Deep Learning for Graphs and Trees: A Survey", Differs, KindWords},
		{"AI: Its Nature and Future", "AI: The Tumultuous History of the Search for Artificial Intelligence",
			Differs, KindOtherTitle},
		{"Graphs: a short tour of them", "Birds: their winter homes", Differs, KindOtherTitle},
		{"Graphs: a survey of methods and models", "Graphs: A Survey of Methods and Tools", Differs, KindWordReplaced},
		// The words.
		{"Comment on: Parsing by hand and by eye", "Parsing by Hand and by Eye", Differs, KindWords},
		{"Learning to parse German trees", "Learning to Count Winter Birds", Differs, KindOtherTitle},
		{"Retrival of documants from memry", "Retrieval of Documents from Memory", Differs, KindTypo},
		{"Retrival of documants from memry in winnter", "Retrieval of Documents from Memory in Winter",
			Differs, KindOtherTitle},
		{"The winter song of the bat", "The Winter Song of the Cat", Differs, KindWordReplaced},
		{"Parsing winter birds slowly", "Winter Parsing Birds Quickly", Differs, KindWord},
		{"Learned birds of the winter", "Learning Birds of the Winter", Differs, KindWord},
		{"Songs from winter birds", "Songs About Winter Birds", Differs, KindWord},
		{"Songs about winter birds", "Songs From Winter Birds", Differs, KindWord},
		{"AI for winter birds", "Mathematics for Winter Birds", Differs, KindWord},
		{"Mathematics for winter birds", "AI for Winter Birds", Differs, KindWord},
		{"Deep learning", "Deep Parsing", Differs, KindWord},
		{"On the birt of paradise", "On the Bird of Paradise", Differs, KindTypo},
		{"On the cot of paradise", "On the Cat of Paradise", Differs, KindWordReplaced},
		{"Erratum: Parsing by Hand and by Eye", "Parsing by Hand and by Eye", Undecided, KindNotice},
		{"Retracted: Parsing by Hand and by Eye", "Parsing by Hand and by Eye", Variant, KindLabel},
		{"Comment on: Parsing by Hand and by Eye", "Parsing by Hand and by Eye", Differs, KindWords},
		{"The birds fly", "Birds Fly", Differs, KindWord},
		{"The birds fly south", "Birds Fly South", Variant, KindArticle},
		{"Birds fly south", "The Birds Fly South", Variant, KindArticle},
		{"A birds fly south", "The Birds Fly South", Differs, KindWord},
		{"II Foundations of the Theory", "2 Foundations of the Theory", Differs, KindNumber},
		{"Foundations of Part 2", "Foundations of Part II", Variant, KindNumbering},
		{"Collisions of 13 TeV", "Collisions of √s = 13 TeV", Variant, KindNotation},
		{"Run at 13 TeV", "Run at √s = 13 TeV", Differs, KindWord},
		{"Anything", "***", Unrecorded, ""},
		{"", "Anything", Unclaimed, ""},
		{"Anything", "", Unrecorded, ""},
	} {
		got := Compare(flat(biblio.Flat{Title: c.claim}), flat(biblio.Flat{Title: c.record})).Of(biblio.FieldTitle)
		if got.Agreement != c.want || got.Kind != c.kind {
			t.Errorf("%q, %q: %v %q, want %v %q", c.claim, c.record, got.Agreement, got.Kind, c.want, c.kind)
		}
	}
}

// Container, volume and first page name a work although its record breaks off in the title; a title that continues
// after a complete one is still a different title.
func TestLocator(t *testing.T) {
	claim := biblio.Flat{
		Title: "Phenotypic variation of the mouse Mus musculus in cold towns", Authors: []string{"Ada Riechert", "Tom Jones"},
		Venue: "Journal of Small Mammals", Year: "2008", Volume: "75", Pages: "1893-1902",
	}
	for name, c := range map[string]struct {
		title   string
		authors []string
		pages   string
		same    bool
		want    Agreement
	}{
		"breaks off behind a preposition": {"Phenotypic variation of", nil, "1893", true, Undecided},
		"breaks off behind a bracket": {"Phenotypic variation of the mouse (", []string{"Riechert"},
			"1893", true, Undecided},
		"breaks off behind a noun": {"Phenotypic variation of the mouse", []string{"Ada Riechert"},
			"1893", true, Differs},
		"another work of the same authors": {"Cold towns and their mice", []string{"Ada Riechert", "Tom Jones"},
			"1893", true, Differs},
		"another work on the same page":     {"Owls of the steppe", []string{"Bob Stone"}, "1893", false, Differs},
		"another work, no names":            {"Owls of the steppe", nil, "1893", false, Differs},
		"breaks off, but on another page":   {"Phenotypic variation of", nil, "12", false, Differs},
		"breaks off, but of another author": {"Phenotypic variation of", []string{"Bob Stone"}, "1893", false, Differs},
		"breaks off after too little":       {"Phenotypic (", nil, "1893", false, Differs},
		"another work that breaks off":      {"The winter owls of", nil, "1893", false, Differs},
	} {
		record := flat(biblio.Flat{Title: c.title, Authors: c.authors, Venue: "J. Small Mammals",
			Volume: "75", Pages: c.pages})
		record.AuthorsCut = len(c.authors) == 1
		got := Compare(flat(claim), record)
		if same := got.SameWork >= SameWorkThreshold; same != c.same || got.Of(biblio.FieldTitle).Agreement != c.want {
			t.Errorf("%s: same %.2f, title %v", name, got.SameWork, got.Of(biblio.FieldTitle).Agreement)
		}
	}
	cut := flat(with(claim, func(f *biblio.Flat) { f.Title = "Phenotypic variation of" }))
	cut.TitleCut = true
	if got := Compare(flat(claim), cut).Of(biblio.FieldTitle); got.Agreement != Variant {
		t.Errorf("breaks off, as the record says: %s", stands(got))
	}
	german := biblio.Flat{Title: "Zur Vielfalt der Hausmaus in kalten Städten", Authors: claim.Authors, Venue: claim.Venue,
		Year: claim.Year, Volume: claim.Volume, Pages: claim.Pages}
	if got := Compare(flat(claim), flat(german)); got.Of(biblio.FieldTitle).Agreement != Undecided ||
		got.SameWork < SameWorkThreshold {
		t.Errorf("a title in another language: %v, same %.2f", got.Of(biblio.FieldTitle), got.SameWork)
	}
	german.Authors = []string{"Bob Stone"}
	if got := Compare(flat(claim), flat(german)); got.Of(biblio.FieldTitle).Agreement != Differs {
		t.Errorf("a title in another language by another author: %v", got.Of(biblio.FieldTitle))
	}
	other := biblio.Flat{Title: "Cold towns and their mice", Authors: claim.Authors, Venue: claim.Venue,
		Volume: claim.Volume, Pages: claim.Pages, Issue: "3"}
	fifth := claim
	fifth.Issue = "5"
	if got := Compare(flat(fifth), flat(other)); got.SameWork >= SameWorkThreshold {
		t.Errorf("the same page of another issue: %.2f", got.SameWork)
	}
	survey := claim
	survey.Title += ": a survey"
	if got := Compare(flat(survey), flat(claim)).Of(biblio.FieldTitle); got.Agreement != Differs {
		t.Errorf("a subtitle added to a located work: %v", got.Agreement)
	}
}

// A subtitle may be omitted only if authors and year agree.
func TestSubtitleOmitted(t *testing.T) {
	claim := bert
	claim.Title = "BERT"
	if got := Compare(flat(claim), flat(bert)).Of(biblio.FieldTitle); got.Agreement != Variant {
		t.Errorf("with authors and year: %v", got.Agreement)
	}
	letters := biblio.Flat{Title: "Letters of J. R. R. Tolkien to W. H. Auden: 1955 to 1973",
		Authors: []string{"J. R. R. Tolkien"}, Year: "1981"}
	main := letters
	main.Title = "Letters of J. R. R. Tolkien to W. H. Auden"
	if got := Compare(flat(main), flat(letters)).Of(biblio.FieldTitle); got.Agreement != Variant {
		t.Errorf("behind initials: %v %s", got.Agreement, got.Kind)
	}
	for name, other := range map[string]biblio.Flat{
		"with another year":  {Title: "BERT", Authors: bert.Authors, Year: "2018"},
		"without a year":     {Title: "BERT", Authors: bert.Authors},
		"without authors":    {Title: "BERT", Year: bert.Year},
		"with other authors": {Title: "BERT", Authors: []string{"Maria Lopez"}, Year: bert.Year},
	} {
		if got := Compare(flat(other), flat(bert)).Of(biblio.FieldTitle); got.Agreement != Differs {
			t.Errorf("%s: %v", name, got.Agreement)
		}
	}
}

// An edition of a book is by the same authors.
func TestEditionOfOthers(t *testing.T) {
	claim, book := biblio.Flat{Title: "Introduction to Algorithms, 3rd Edition"},
		biblio.Flat{Title: "Introduction to Algorithms", Authors: []string{"Thomas H. Cormen"}}
	for author, want := range map[string]string{"T. Cormen": "variant edition", "Udi Manber": "differs words"} {
		claim.Authors = []string{author}
		if got := stands(Compare(flat(claim), flat(book)).Of(biblio.FieldTitle)); got != want {
			t.Errorf("%s: %s, want %s", author, got, want)
		}
	}
}

// One body is the author of many standards.
func TestBodiesTellNothing(t *testing.T) {
	a := biblio.Flat{Title: "IEEE Approved Draft Standard for System and Software Verification and Validation",
		Authors: []string{"IEEE"}, Year: "2016"}
	b := biblio.Flat{Title: "IEEE Approved Draft Standard for Systems and Network Emulation of Processors",
		Authors: []string{"IEEE"}, Year: "2016"}
	if got := Compare(flat(a), flat(b)).SameWork; got >= SameWorkThreshold {
		t.Errorf("two drafts of one body are the same work: %v", got)
	}
}

// A recorded container that breaks off contradicts nothing.
func TestBrokenVenue(t *testing.T) {
	for recorded, want := range map[string]Agreement{"Journal of the p": Unrecorded, "Proceedings of the": Unrecorded,
		"Physical Review A": Differs, "Journal of the Acoustical Society": Differs} {
		record := bert
		record.Venue, record.DOI = recorded, ""
		claim := record
		claim.Venue = "Journal of Hydrology"
		if got := Compare(flat(claim), flat(record)).Of(biblio.FieldVenue); got.Agreement != want {
			t.Errorf("%q: %v", recorded, got.Agreement)
		}
	}
}

// A coined name before a title is undecided if everything else agrees.
func TestCoinedName(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*biblio.Flat)
		want Agreement
	}{
		"left out": {func(f *biblio.Flat) { _, f.Title, _ = strings.Cut(bert.Title, ": ") }, Undecided},
		"left out, another year": {func(f *biblio.Flat) { _, f.Title, _ = strings.Cut(bert.Title, ": "); f.Year = "2011" },
			Differs},
		"left out, others": {func(f *biblio.Flat) {
			_, f.Title, _ = strings.Cut(bert.Title, ": ")
			f.Authors = []string{"Ada Riechert"}
		}, Differs},
		"left out, another venue": {func(f *biblio.Flat) {
			_, f.Title, _ = strings.Cut(bert.Title, ": ")
			f.Venue = "Journal of Hydrology"
		}, Differs},
		"another one": {func(f *biblio.Flat) { _, rest, _ := strings.Cut(bert.Title, ": "); f.Title = "RoBERTa: " + rest },
			Differs},
		"words, no name": {func(f *biblio.Flat) { f.Title = "A Note: " + f.Title }, Differs},
	} {
		claim := bert
		c.edit(&claim)
		if got := Compare(flat(claim), flat(bert)).Of(biblio.FieldTitle); got.Agreement != c.want {
			t.Errorf("%s: %v %s", name, got.Agreement, got.Kind)
		}
	}
}

// A name is coined if its letters show it and a complete title follows.
func TestCoinedForms(t *testing.T) {
	for _, c := range []struct {
		claim, record string
		want          Agreement
	}{
		{"Simplifying transformers for winter birds", "SGFormer: Simplifying Transformers for Winter Birds", Undecided},
		{"SGFormer: Simplifying transformers for winter birds", "Simplifying Transformers for Winter Birds", Undecided},
		{"Word2: Simplifying transformers for winter birds", "Simplifying Transformers for Winter Birds", Undecided},
		{"Simplifying transformers for winter birds", "Former: Simplifying Transformers for Winter Birds", Differs},
		{"Former: Simplifying transformers for winter birds", "Simplifying Transformers for Winter Birds", Differs},
		{"SGFormer: Simplifying transformers for winter birds", "Simplifying Transformers for Summer Birds", Differs},
		{"Simplifying winter transformers", "SGFormer: Simplifying Winter Transformers", Differs},
		{"Simplifying transformers for winter birds", "RETRACTED: Simplifying Transformers for Winter Birds", Variant},
		{"Exercises for many winter birds", "EXER: Exercises for Many Winter Birds", Undecided},
	} {
		claim, record := biblio.Flat{Title: c.claim, Authors: bert.Authors}, biblio.Flat{Title: c.record,
			Authors: bert.Authors}
		if got := Compare(flat(claim), flat(record)).Of(biblio.FieldTitle); got.Agreement != c.want {
			t.Errorf("%q, %q: %s", c.claim, c.record, stands(got))
		}
	}
}

// Titles in two languages are undecided if an identifier or the place in print is the same; they must share only
// names and terms.
func TestTranslatedTitle(t *testing.T) {
	claim := biblio.Flat{Title: "On the variety of the house mouse in cold towns",
		Authors: []string{"Ada Riechert", "Tom Jones"}, Venue: "Journal of Small Mammals", Volume: "75", Pages: "1893-1902",
		DOI: "10.1000/mouse"}
	const german = "Zur Vielfalt der Hausmaus in kalten Städten"
	for _, c := range []struct {
		name, title, pages, doi string
		want                    string
	}{
		{"the same place in print", german, "1893", "", "undecided translated"},
		{"the same identifier", german, "", claim.DOI, "undecided translated"},
		{"neither", german, "", "", "differs other-title"},
		{"in the same language", "Owls of the steppe and their winter homes", "1893", claim.DOI, "differs other-title"},
		{"in a language that does not show", "Kältestudie Hausmaus", "1893", claim.DOI, "differs other-title"},
		{"of which a third of the words is the same", "Zur Vielfalt der house mouse in den cold towns", "1893",
			claim.DOI, "differs words"},
	} {
		record := with(claim, func(f *biblio.Flat) { f.Title, f.Pages, f.DOI = c.title, c.pages, c.doi })
		if got := stands(Compare(flat(claim), flat(record)).Of(biblio.FieldTitle)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		claim, record := claim, record
		claim.Title, record.Title = record.Title, claim.Title
		if got := stands(Compare(flat(claim), flat(record)).Of(biblio.FieldTitle)); got != c.want {
			t.Errorf("%s, claimed so: %s, want %s", c.name, got, c.want)
		}
	}
}

// A title in another script is the same, although its words look Portuguese.
func TestTransliteratedTitle(t *testing.T) {
	claim := biblio.Flat{Title: "О зимних птицах на земле", Authors: []string{"Ada Riechert"}, DOI: "10.1000/birds"}
	record := with(claim, func(f *biblio.Flat) { f.Title = "O zimnikh ptitsakh na zemle" })
	if got := stands(Compare(flat(claim), flat(record)).Of(biblio.FieldTitle)); got != "variant transliteration" {
		t.Error(got)
	}
}

// What a record states separately from its title decides what a claim may omit.
func TestTitleApart(t *testing.T) {
	const letters = "Letters of J. R. R. Tolkien to W. H. Auden"
	for _, c := range []struct {
		name  string
		claim biblio.Flat
		rec   biblio.Work
		want  string
	}{
		{"the year at the end", biblio.Flat{Title: "Overview of the deep learning track", Year: "2019"},
			biblio.Work{Title: "Overview of the Deep Learning Track 2019"}, "variant truncated"},
		{"another year at the end", biblio.Flat{Title: "Overview of the deep learning track", Year: "2020"},
			biblio.Work{Title: "Overview of the Deep Learning Track 2019"}, "differs other-number"},
		{"the year at the end of a short title", biblio.Flat{Title: "Deep learning track", Year: "2019"},
			biblio.Work{Title: "Deep Learning Track 2019"}, "differs other-number"},
		{"the subtitle, behind many full stops", biblio.Flat{Title: letters},
			biblio.Work{Title: letters, Subtitle: "1955 to 1973"}, "differs subtitle-omitted"},
		{"the subtitle and more", biblio.Flat{Title: "Letters of J. R. R. Tolkien"},
			biblio.Work{Title: letters, Subtitle: "1955 to 1973"}, "differs subtitle"},
	} {
		if got := stands(Compare(flat(c.claim), &c.rec).Of(biblio.FieldTitle)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A year cut off the title says nothing about the year of publication. A record with either year of a claim agrees,
// and so does one with a year between them.
func TestOtherYear(t *testing.T) {
	for _, c := range []struct {
		first, other, recorded int
		want                   Agreement
	}{
		{1999, 2014, 2014, Variant}, {1999, 2014, 1999, Agrees}, {2012, 2016, 2014, Variant},
		{1999, 2014, 2005, Differs}, {2012, 2016, 2017, Differs}, {2012, 0, 2014, Differs},
		{2010, 2015, 2011, Variant}, {2010, 2015, 2014, Variant}, {2010, 2016, 2014, Differs}, {2012, 2016, 2011, Differs},
	} {
		claim := flat(biblio.Flat{Title: "A title", Year: biblio.Year(fmt.Sprint(c.first))})
		claim.OtherYear = c.other
		record := flat(biblio.Flat{Title: "A title", Year: biblio.Year(fmt.Sprint(c.recorded))})
		if f := Compare(claim, record).Of(biblio.FieldYear); f.Agreement != c.want {
			t.Errorf("%+v: %v", c, f.Agreement)
		}
	}
}

func TestYearOfTitle(t *testing.T) {
	record := biblio.Flat{Title: "Overview of the Deep Learning Track 2019", Year: "2020"}
	for title, want := range map[string]string{"Overview of the deep learning track": "unclaimed",
		"Overview of the deep learning task": "differs off-by-one"} {
		if got := stands(Compare(flat(biblio.Flat{Title: title, Year: "2019"}),
			flat(record)).Of(biblio.FieldYear)); got != want {
			t.Errorf("%q: %s, want %s", title, got, want)
		}
	}
}

// Only titles with the same words have full similarity.
func TestTitleSimilarity(t *testing.T) {
	for claim, whole := range map[string]bool{
		"BERT: Pretraining of Deep Bidirectional Transformers for Language Understanding":  true,
		"BERT: Pre-training of Deep Bidirectional Transformers for Language Understandin…": true,
		"BERT": false,
		"BERT: Pre-training of Deep Bidirectional Networks for Language Understanding": false,
	} {
		claimed := with(bert, func(f *biblio.Flat) { f.Title = claim })
		if got := Compare(flat(claimed), flat(bert)).TitleSimilarity; got == 100 != whole {
			t.Errorf("%q: %v", claim, got)
		}
	}
}

// One question, one threshold. A similar title weighs no more than an identical one, however short it is.
func TestSameTitleWeighsMost(t *testing.T) {
	claim := biblio.Flat{Title: "Newsletter 19", Authors: []string{"Boaz Tsaban"}, Year: "2007"}
	other := claim
	other.Title = "Newsletter 14"
	same, like := Compare(flat(claim), flat(claim)).SameWork, Compare(flat(claim), flat(other)).SameWork
	if like > same {
		t.Errorf("the same title %.3f, another number %.3f", same, like)
	}
	slip := bert
	slip.Title += "s"
	if same, like := Compare(flat(bert), flat(bert)).SameWork, Compare(flat(slip), flat(bert)).SameWork; like >= same {
		t.Errorf("the same title %.3f, one with a slip %.3f", same, like)
	}
}

func TestSameWork(t *testing.T) {
	edit := func(f func(*biblio.Flat)) *biblio.Work {
		c := bert
		f(&c)
		return flat(c)
	}
	for _, c := range []struct {
		name  string
		claim *biblio.Work
		want  bool
	}{
		{"itself", flat(bert), true},
		{"other authors", edit(func(f *biblio.Flat) { f.Authors = []string{"Maria Lopez", "Ivan Petrov"} }), true},
		{"one word of the title", edit(func(f *biblio.Flat) {
			f.Title = "BERT: Pre-training of Deep Bidirectional Networks for Language Understanding"
		}), true},
		{"title alone", flat(biblio.Flat{Title: bert.Title}), true},
		{"another title by the same authors",
			flat(biblio.Flat{Title: "Well-Read Students Learn Better: On the Importance of Pre-training",
				Authors: bert.Authors}), false},
		{"same venue and year",
			flat(biblio.Flat{Title: "Deep Contextualized Embeddings for Parsing", Authors: []string{"Maria Lopez"},
				Venue: bert.Venue, Year: bert.Year}), false},
		{"a survey of it", flat(biblio.Flat{Title: "BERT: A Survey", Authors: []string{"Maria Lopez"}, Year: "2021"}), false},
		{"a short title by others", flat(biblio.Flat{Title: "BERT", Authors: []string{"Maria Lopez"}, Year: "2001"}), false},
		{"only the identifier", flat(biblio.Flat{DOI: bert.DOI}), true},
		{"only the address of its page", flat(biblio.Flat{URL: "https://aclanthology.org/N19-1423"}), true},
		{"only the address of another page", flat(biblio.Flat{URL: "https://aclanthology.org/N19-1424"}), false},
	} {
		if got := SameWork(c.claim, flat(bert)); got != c.want {
			t.Errorf("%s: %v (%.3f)", c.name, got, Compare(c.claim, flat(bert)).SameWork)
		}
	}
}

// Many works have two words and a year in common.
func TestShortTitle(t *testing.T) {
	novel := flat(biblio.Flat{Title: "Pattern Recognition", Authors: []string{"William Gibson"}, Year: "2003",
		Publisher: "Putnam"})
	for name, c := range map[string]struct {
		claim biblio.Flat
		want  bool
	}{
		"the same author": {biblio.Flat{Title: "Pattern recognition", Authors: []string{"W. Gibson"}, Year: "2004"},
			true},
		"others, another year": {biblio.Flat{Title: "Pattern recognition", Authors: []string{"Anna Roe"}, Year: "2006"},
			false},
		"others, the year": {biblio.Flat{Title: "Pattern recognition", Authors: []string{"Anna Roe", "Bill Smith"},
			Year: "2003", Venue: "Zeitschrift der Muster"}, false},
	} {
		if got := SameWork(flat(c.claim), novel); got != c.want {
			t.Errorf("%s: %v (%.3f)", name, got, Compare(flat(c.claim), novel).SameWork)
		}
	}
}

func TestSmallFields(t *testing.T) {
	for _, row := range []struct {
		field biblio.Field
		claim biblio.Flat
		rec   biblio.Flat
		want  Agreement
	}{
		{biblio.FieldPages, biblio.Flat{Pages: "pp. 4171–4186"}, biblio.Flat{Pages: "4171-4186"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "4171"}, biblio.Flat{Pages: "4171-4186"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "4171-86"}, biblio.Flat{Pages: "4171-4186"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "4174-4189"}, biblio.Flat{Pages: "4171-4186"}, Differs},
		{biblio.FieldPages, biblio.Flat{Pages: "38–1"}, biblio.Flat{Pages: "38:1-38:18"}, Variant},
		{biblio.FieldYear,
			biblio.Flat{Year: "2024", Venue: "Advances in Neural Information Processing Systems", Volume: "36"},
			biblio.Flat{Year: "2023", Venue: "NeurIPS"}, Variant},
		{biblio.FieldYear,
			biblio.Flat{Year: "2024", Venue: "Advances in Neural Information Processing Systems", Volume: "37"},
			biblio.Flat{Year: "2023", Venue: "NeurIPS"}, Differs},
		{biblio.FieldYear, biblio.Flat{Year: "1998", Venue: "Advances in Neural Information Processing Systems"},
			biblio.Flat{Year: "1997", Venue: "NeurIPS"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "38:1-38:18"}, biblio.Flat{Pages: "77:1-77:18"}, Differs},
		{biblio.FieldPages, biblio.Flat{Pages: "38–1"}, biblio.Flat{Pages: "77:1-77:18"}, Differs},
		{biblio.FieldPages, biblio.Flat{Pages: "II-649–II-657"}, biblio.Flat{Pages: "649-657"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "I-511-I-518 vol.1"}, biblio.Flat{Pages: "I:511-518"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "539–546 vol. 1"}, biblio.Flat{Pages: "539-546"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "39–41"}, biblio.Flat{Pages: "41"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "39–41"}, biblio.Flat{Pages: "42"}, Differs},
		{biblio.FieldPages, biblio.Flat{Pages: "4873–4907"}, biblio.Flat{Pages: "1-35"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "19–25"}, biblio.Flat{Pages: "??–??"}, Unrecorded},
		{biblio.FieldVolume, biblio.Flat{Volume: "IT-22"}, biblio.Flat{Volume: "22"}, Variant},
		{biblio.FieldVolume, biblio.Flat{Volume: "PAMI-6"}, biblio.Flat{Volume: "6"}, Variant},
		{biblio.FieldVolume, biblio.Flat{Volume: "IT-22"}, biblio.Flat{Volume: "23"}, Differs},
		{biblio.FieldVolume, biblio.Flat{Volume: "A12"}, biblio.Flat{Volume: "B12"}, Differs},
		{biblio.FieldIssue, biblio.Flat{Issue: "Supplement 3"}, biblio.Flat{Issue: "3"}, Variant},
		{biblio.FieldYear, biblio.Flat{Year: "2002", Venue: "NIPS"}, biblio.Flat{Year: "2001", Venue: "NeurIPS"}, Variant},
		{biblio.FieldYear, biblio.Flat{Year: "2001", Venue: "NIPS"}, biblio.Flat{Year: "2002", Venue: "NeurIPS"}, Variant},
		{biblio.FieldYear, biblio.Flat{Year: "2023", Venue: "Conference on Robot Learning"},
			biblio.Flat{Year: "2022", Venue: "CoRL"}, Variant},
		{biblio.FieldYear, biblio.Flat{Year: "2018", Venue: "Conference on Robot Learning"},
			biblio.Flat{Year: "2017", Venue: "CoRL"}, Differs},
		{biblio.FieldPublisher, biblio.Flat{Publisher: "Association for Computational Linguistics"},
			biblio.Flat{Publisher: "Coling 2010 Organizing Committee"}, Unrecorded},
		{biblio.FieldPublisher, biblio.Flat{Publisher: "Informa UK Limited"},
			biblio.Flat{Publisher: "American Statistical Association"}, Unrecorded},
		{biblio.FieldPublisher, biblio.Flat{Publisher: "Springer"},
			biblio.Flat{Publisher: "Association for Computational Linguistics"}, Differs},
		{biblio.FieldPublisher, biblio.Flat{Publisher: "Ellis Horwood"}, biblio.Flat{Publisher: "Citeseer"}, Unrecorded},
		{biblio.FieldPublisher, biblio.Flat{Publisher: "Association for Computing Machinery"},
			biblio.Flat{Publisher: "acmp"}, Unrecorded},
		{biblio.FieldVenue, biblio.Flat{Venue: "Multi-Agent System Technologies"},
			biblio.Flat{Venue: "maamaw99"}, Unrecorded},
		{biblio.FieldVenue, biblio.Flat{Venue: "IEEE Transactions on Information Theory"},
			biblio.Flat{Venue: "infth"}, Unrecorded},
		{biblio.FieldVenue, biblio.Flat{Venue: "Intelligent Robots and Systems"},
			biblio.Flat{Venue: "MIT Artificial Intelligence Laboratory"}, Unrecorded},
		{biblio.FieldVenue, biblio.Flat{Venue: "Multi-Agent Systems and Applications III"},
			biblio.Flat{Venue: "CEEMAS"}, Unrecorded},
		{biblio.FieldVenue, biblio.Flat{Venue: "ICML"}, biblio.Flat{Venue: "AISB"}, Differs},
		{biblio.FieldYear, biblio.Flat{Year: "2006", Venue: "NIPS", Volume: "17"},
			biblio.Flat{Year: "2005", Venue: "NeurIPS", Volume: "17"}, Differs},
		{biblio.FieldYear, biblio.Flat{Year: "2020", Venue: "NeurIPS"}, biblio.Flat{Year: "2019", Venue: "NeurIPS"}, Differs},
		{biblio.FieldPublisher, biblio.Flat{Publisher: "Czech Republic"},
			biblio.Flat{Publisher: "Association for Computational Linguistics"}, Unclaimed},
		{biblio.FieldLocation, biblio.Flat{Location: "Marrakesh, Morocco"},
			biblio.Flat{Location: "Marrakech, Morocco"}, Variant},
		{biblio.FieldLocation, biblio.Flat{Location: "Hongkong, China"}, biblio.Flat{Location: "Hong Kong"}, Variant},
		{biblio.FieldVenue, biblio.Flat{Venue: "ACL Workshop on Counting Birds at Night"},
			biblio.Flat{Venue: "Proceedings of the Workshop on Counting Birds at Night"}, Variant},
		{biblio.FieldPages, biblio.Flat{Pages: "5-9"}, biblio.Flat{Pages: "1-1"}, Unrecorded},
		{biblio.FieldPages, biblio.Flat{Pages: "e1003456"}, biblio.Flat{Pages: "1003456"}, Variant},
		{biblio.FieldVolume, biblio.Flat{Volume: "Vol. 012"}, biblio.Flat{Volume: "12"}, Variant},
		{biblio.FieldVolume, biblio.Flat{Volume: "XII"}, biblio.Flat{Volume: "12"}, Variant},
		{biblio.FieldVolume, biblio.Flat{Volume: "13"}, biblio.Flat{Volume: "12"}, Differs},
		{biblio.FieldVolume, biblio.Flat{Volume: "45"}, biblio.Flat{Volume: "4"}, Differs},
		{biblio.FieldVolume, biblio.Flat{Volume: "4"}, biblio.Flat{Volume: "45"}, Differs},
		{biblio.FieldIssue, biblio.Flat{Issue: "3"}, biblio.Flat{Issue: "3-4"}, Variant},
		{biblio.FieldYear, biblio.Flat{Year: "2019"}, biblio.Flat{Year: "2020"}, Differs},
		{biblio.FieldDOI, biblio.Flat{DOI: "https://doi.org/10.1000/ABC"}, biblio.Flat{DOI: "10.1000/abc"}, Agrees},
		{biblio.FieldDOI, biblio.Flat{DOI: "10.48550/arXiv.1706.03762"}, biblio.Flat{ArXivID: "1706.03762v3"}, Variant},
		{biblio.FieldDOI, biblio.Flat{DOI: "10.1000/abc"}, biblio.Flat{DOI: "10.1000/abd"}, Differs},
		{biblio.FieldURL, biblio.Flat{URL: "https://arxiv.org/abs/1706.03762v2"},
			biblio.Flat{ArXivID: "1706.03762"}, Variant},
		{biblio.FieldURL, biblio.Flat{URL: "https://example.org/a"}, biblio.Flat{URL: "https://example.org/b"}, Unrecorded},
		{biblio.FieldVenue, biblio.Flat{Venue: "EMNLP"}, biblio.Flat{Venue: "Conference Paper"}, Unrecorded},
		{biblio.FieldVenue, biblio.Flat{Venue: "Technical report, Penn"}, biblio.Flat{Venue: "Some Journal of Things"},
			Unrecorded},
		{biblio.FieldVenue, biblio.Flat{Venue: "Findings of EMNLP"},
			biblio.Flat{Venue: "EMNLP", DOI: "10.18653/v1/2024.findings-emnlp.322"}, Variant},
		{biblio.FieldVenue, biblio.Flat{Venue: "EMNLP"},
			biblio.Flat{Venue: "Findings of EMNLP", DOI: "10.18653/v1/2024.findings-emnlp.322"}, Differs},
	} {
		c, r := row.claim, row.rec
		c.Title, r.Title = "The same title of six words", "The same title of six words"
		if got := Compare(flat(c), flat(r)).Of(row.field); got.Agreement != row.want {
			t.Errorf("%s: %q for %q: %v %q, want %v", row.field, got.Claimed, got.Recorded, got.Agreement, got.Kind, row.want)
		}
	}
}

func lookups(seed int64) []answer.Lookup {
	strong := answer.Info{Name: "a", Origin: biblio.Origin{Kind: biblio.Publisher}}
	weak := answer.Info{Name: "b", Origin: biblio.Origin{Kind: biblio.Aggregator}}
	var list []answer.Lookup
	for i, info := range []answer.Info{strong, weak} {
		var hits []answer.Hit
		for k := range 6 {
			f := bert
			if k > 0 {
				f.Year = biblio.Year(fmt.Sprint(2015 + k + i))
				f.Pages = fmt.Sprintf("%d-%d", k, k+9)
			}
			hits = append(hits,
				answer.Hit{Record: biblio.Record{Work: f.Work(), Source: info.Name, LocalID: fmt.Sprint(k)}, How: answer.ByTitle})
		}
		rand.New(rand.NewSource(seed)).Shuffle(len(hits), func(x, y int) { hits[x], hits[y] = hits[y], hits[x] })
		list = append(list, answer.NewLookup(info, answer.Answer{Hits: hits}, nil))
	}
	if seed%2 == 1 {
		list[0], list[1] = list[1], list[0]
	}
	return list
}

// The order of candidates does not depend on the order of arrival.
func TestRankIgnoresArrival(t *testing.T) {
	claim := flat(bert)
	want := Rank(claim, "", lookups(0))
	for seed := range int64(20) {
		got := Rank(claim, "", lookups(seed))
		if len(got) != len(want) {
			t.Fatalf("%d candidates, want %d", len(got), len(want))
		}
		for i := range got {
			if got[i].Source.Name != want[i].Source.Name || got[i].Hit.Record.LocalID != want[i].Hit.Record.LocalID {
				t.Fatalf("seed %d: place %d is %s/%s, want %s/%s", seed, i, got[i].Source.Name, got[i].Hit.Record.LocalID,
					want[i].Source.Name, want[i].Hit.Record.LocalID)
			}
		}
	}
}

// Records that differ in only one thing have a fixed order.
func TestRankOfNearlyEqual(t *testing.T) {
	plain := answer.Hit{Record: biblio.Record{Work: bert.Work(), LocalID: "1"}, How: answer.ByTitle}
	for what, change := range map[string]func(*answer.Hit){
		"cut":    func(h *answer.Hit) { h.Record.AuthorsCut = true },
		"status": func(h *answer.Hit) { h.Record.Status = biblio.StatusRetracted },
		"stated": func(h *answer.Hit) { h.Record.Contributors[0].Stated = "first" },
		"extra":  func(h *answer.Hit) { h.Record.Extra = map[string]string{"a": "b"} },
	} {
		other := plain
		other.Record.Contributors = slices.Clone(plain.Record.Contributors)
		change(&other)
		first := func(hits ...answer.Hit) answer.Hit {
			return Rank(flat(bert), "",
				[]answer.Lookup{answer.NewLookup(answer.Info{Name: "a"}, answer.Answer{Hits: hits}, nil)})[0].Hit
		}
		if a, b := first(plain, other), first(other, plain); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %+v first, or %+v", what, a, b)
		}
	}
}

// A record of another work found by an identifier is suspicious.
func TestSuspicious(t *testing.T) {
	other := biblio.Flat{Title: "Delving Into Localization Errors for Monocular Detection", Authors: []string{"Xinzhu Ma"},
		Year: "2021", DOI: bert.DOI}
	id := ident.ID{Scheme: ident.DOI, Value: "10.18653/v1/n19-1423"}
	l := answer.NewLookup(answer.Info{Name: "a", Origin: biblio.Origin{Kind: biblio.Publisher}},
		answer.Answer{Hits: []answer.Hit{{Record: biblio.Record{Work: other.Work()}, How: answer.ByIdentifier, ID: id}}}, nil)
	got := Rank(flat(bert), "", []answer.Lookup{l})
	if len(got) != 1 || !got[0].Suspicious {
		t.Fatalf("%+v", got)
	}
}

// The print decides if the parse went wrong.
func TestReread(t *testing.T) {
	raw := "Wendy Ju, Peter R. Wiecha, and Meeko Oishi. Selective Imperfection as a Framework for Analysis, Creativity " +
		"and Discovery. 2025."
	record := biblio.Flat{Title: "Selective Imperfection as a Framework for Analysis, Creativity and Discovery",
		Authors: []string{"Wendy Ju", "Peter R. Wiecha", "Meeko Oishi"}, Year: "2025"}
	claim := biblio.Flat{Title: "Selective Imperfection as a Framework for Analysis",
		Authors: []string{"Wendy Ju", "R Peter"}, Venue: "Creativity and Discovery", Year: "2025"}
	found := []answer.Lookup{answer.NewLookup(answer.Info{Name: "a"},
		answer.Answer{Hits: []answer.Hit{{Record: biblio.Record{Work: record.Work()}}}}, nil)}
	got := Rank(flat(claim), raw, found)[0].Comparison
	if f := got.Of(biblio.FieldTitle); f.Agreement != Variant || f.Kind != KindPrinted {
		t.Errorf("title %v %q", f.Agreement, f.Kind)
	}
	if f := got.Of(biblio.FieldAuthors); f.Agreement != Variant {
		t.Errorf("authors %v %q", f.Agreement, f.Kind)
	}
	if got.SameWork < SameWorkThreshold {
		t.Errorf("same work %v", got.SameWork)
	}
	for _, other := range []string{
		"Wendy Ju. On Selective Imperfection as a Framework for Analysis, Creativity and Discovery. 2025.",
		"Wendy Ju. Selective Imperfection as a Framework for Analysis, Creativity and Discovery: A Survey. 2025.",
	} {
		if f := Rank(flat(claim), other, found)[0].Comparison.Of(biblio.FieldTitle); f.Agreement != Differs {
			t.Errorf("%q: %v", other, f.Agreement)
		}
	}
	invented := "Wendy Ju, Maria Lopez, and Meeko Oishi. Selective Imperfection as a Framework for Analysis, Creativity " +
		"and Discovery. 2025."
	if f := Rank(flat(claim), invented, found)[0].Comparison.Of(biblio.FieldAuthors); f.Agreement != Differs {
		t.Errorf("an invented name: %v", f.Agreement)
	}
	// the title was read as the container
	bare := biblio.Flat{Authors: []string{"Wendy Ju"}, Venue: record.Title, Year: "2025"}
	if f := Rank(flat(bare), "Ju et al., 2025, "+record.Title,
		found)[0].Comparison; f.Of(biblio.FieldTitle).Agreement != Variant || f.Of(biblio.FieldVenue).Agreement != Unclaimed {
		t.Errorf("a title read as the container: %v, %v", f.Of(biblio.FieldTitle).Agreement,
			f.Of(biblio.FieldVenue).Agreement)
	}
	// one person of two
	merged :=
		"Wendy Wiecha and Meeko Oishi. Selective Imperfection as a Framework for Analysis, Creativity and Discovery. 2025."
	if f := Rank(flat(claim), merged, found)[0].Comparison.Of(biblio.FieldAuthors); f.Agreement != Differs {
		t.Errorf("a name without its family name: %v", f.Agreement)
	}
	for print, want := range map[string]Agreement{ // a colon ends the names, and only the names
		"Ju, W., Wiecha, P.R., Oishi, M.: Selective Imperfection as a Framework for Analysis, Creativity and Discovery. (2025)": Variant,
		"Ju, W., et al.: Selective Imperfection as a Framework for Analysis, Creativity and Discovery. (2025)":                  Variant,
		"W. Ju. Beyond Art: Selective Imperfection as a Framework for Analysis, Creativity and Discovery. (2025)":               Differs,
		"W. Ju, Maria Lopez: Selective Imperfection as a Framework for Analysis, Creativity and Discovery. (2025)":              Differs,
	} {
		if f := Rank(flat(claim), print, found)[0].Comparison.Of(biblio.FieldTitle); f.Agreement != want {
			t.Errorf("%q: %v", print, f.Agreement)
		}
	}
	journal := biblio.Flat{Title: "Machine Learning", Authors: []string{"Wendy Ju"},
		Venue: "Annual Review of Examples", Year: "1990"}
	book := []answer.Lookup{answer.NewLookup(answer.Info{Name: "a"},
		answer.Answer{Hits: []answer.Hit{{Record: biblio.Record{Work: journal.Work()}}}}, nil)}
	inJournal := biblio.Flat{Title: "Never-Ending Induction of Rules from Whales", Authors: []string{"Wendy Ju"},
		Venue: "Machine Learning", Year: "1990"}
	for _, c := range Rank(flat(inJournal), "W. Ju. Never-Ending Induction of Rules from Whales. Machine Learning. 1990.",
		book) {
		if c.Comparison.SameWork >= SameWorkThreshold {
			t.Errorf("the name of a journal was taken for a title: %+v", c.Comparison)
		}
	}
	// nothing was read correctly
	claim = biblio.Flat{Title: "Wiecha, and Meeko Oishi", Authors: []string{"R Peter"}, Year: "1925"}
	if list := Rank(flat(claim), raw, found); len(list) != 1 || list[0].Comparison.SameWork < SameWorkThreshold {
		t.Errorf("a record whose title is printed is not kept: %+v", list)
	}
}

func FuzzReread(f *testing.F) {
	f.Add("A. B. Title of a work. 2020.", "Title of a work", "A. B.")
	f.Fuzz(func(t *testing.T, raw, title, author string) {
		w := *flat(biblio.Flat{Title: title, Authors: []string{author}})
		newPrinted(raw).revise(NewClaim(&w), &w,
			Comparison{Fields: []FieldComparison{{Field: biblio.FieldTitle, Agreement: Differs},
				{Field: biblio.FieldAuthors, Agreement: Differs}}})
	})
}

// 20,000 comparisons per second and core are required.
func BenchmarkCompare(b *testing.B) {
	claim := NewClaim(flat(bert))
	record := flat(bert)
	other := bert
	other.Authors = []string{"J. Devlin", "M.-W. Chang", "K. Lee", "K. Toutanova"}
	other.Venue = "NAACL-HLT"
	variant := flat(other)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%2 == 0 {
			claim.Compare(record)
		} else {
			claim.Compare(variant)
		}
	}
}

// A record of another work, like most that an index returns.
func BenchmarkCompareOther(b *testing.B) {
	claim := NewClaim(flat(bert))
	other := flat(biblio.Flat{Title: "Deep Contextualized Embeddings for Parsing of Language",
		Authors: []string{"Maria Lopez", "Ivan Petrov", "Noor Khan"}, Venue: "Proceedings of ACL 2019", Year: "2019"})
	b.ReportAllocs()
	for b.Loop() {
		claim.Compare(other)
	}
}

// Ten records, one of which is the work, as an index returns them, with long lists of authors.
func BenchmarkRank(b *testing.B) {
	var hits []answer.Hit
	for i := range 10 {
		f := bert
		if i > 0 {
			f.Title = fmt.Sprintf("Deep Contextualized Embeddings for Parsing of Language, Part %d", i)
		}
		for k := range 12 {
			f.Authors = append(f.Authors, fmt.Sprintf("Maria%d Lopez", k))
		}
		hits = append(hits, answer.Hit{Record: biblio.Record{Work: f.Work(), LocalID: fmt.Sprint(i)}, How: answer.ByTitle})
	}
	claim, found := flat(bert),
		[]answer.Lookup{answer.NewLookup(answer.Info{Name: "corpus"}, answer.Answer{Hits: hits}, nil)}
	b.ReportAllocs()
	for b.Loop() {
		Rank(claim, "", found)
	}
}

// Two identifiers of one entry are compared with each other.
func TestConflict(t *testing.T) {
	for _, c := range []struct {
		work biblio.Flat
		want bool
	}{
		{biblio.Flat{Title: "A title", ArXivID: "2507.18624", DOI: "10.48550/arXiv.2007.18624"}, true},
		{biblio.Flat{Title: "A title", ArXivID: "2507.18624", DOI: "10.48550/arXiv.2507.18624"}, false},
		{biblio.Flat{Title: "A title", ArXivID: "2507.18624", URL: "https://arxiv.org/abs/2507.18625v1"}, true},
		{biblio.Flat{Title: "A title", ArXivID: "2507.18624", DOI: "10.1000/x"}, false},
		{biblio.Flat{Title: "A title", ArXivID: "0603147", DOI: "10.48550/arXiv.astro-ph/0603147"}, false},
	} {
		if _, _, ok := Conflict(flat(c.work)); ok != c.want {
			t.Errorf("%+v: %v, want %v", c.work, ok, c.want)
		}
	}
	number := ident.ID{Scheme: ident.ArXiv, Value: "2507.18624"}
	for url, want := range map[string]bool{"https://arxiv.org/abs/2507.18625v1": true,
		"https://arxiv.org/abs/2507.18624v1": false, "https://example.org/2507.18625": false} {
		if _, _, ok := Conflict(&biblio.Work{IDs: []ident.ID{number}, URL: url}); ok != want {
			t.Errorf("%s: %v", url, ok)
		}
	}
}

// A record names a work by its identifier, by the other form of it, and by that of another version.
func TestNamesIdentifier(t *testing.T) {
	doi, number := ident.ID{Scheme: ident.DOI, Value: "10.48550/arxiv.1706.03762"}, ident.ID{Scheme: ident.ArXiv,
		Value: "1706.03762"}
	other := ident.ID{Scheme: ident.DOI, Value: "10.1000/abc"}
	record := func(ids []ident.ID, related ...biblio.Relation) *biblio.Record {
		return &biblio.Record{Work: biblio.Work{IDs: ids}, Relations: related}
	}
	for name, c := range map[string]struct {
		record *biblio.Record
		want   bool
	}{
		"its own":            {record([]ident.ID{number}), true},
		"the other writing":  {record([]ident.ID{doi}), true},
		"of another version": {record([]ident.ID{other}, biblio.Relation{ID: number}), true},
		"another one":        {record([]ident.ID{other}), false},
		"another one's relation": {record([]ident.ID{other},
			biblio.Relation{ID: ident.ID{Scheme: ident.ArXiv, Value: "1706.09999"}}), false},
		"none": {record(nil), false},
	} {
		if got := Names(c.record, number); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Differences beyond form have kinds that show their cause.
func TestKindsOfDifferences(t *testing.T) {
	for _, row := range []struct {
		field      biblio.Field
		claim, rec biblio.Flat
		kind       string
	}{
		{biblio.FieldPages, biblio.Flat{Pages: "2960–2968"}, biblio.Flat{Pages: "2951-2959"}, KindOtherPrint},
		{biblio.FieldPages, biblio.Flat{Pages: "51–56"}, biblio.Flat{Pages: "56–61"}, KindOtherPrint},
		{biblio.FieldPages, biblio.Flat{Pages: "470"}, biblio.Flat{Pages: "11812-11829"}, KindArticleNumber},
		{biblio.FieldVenue, biblio.Flat{Venue: "ICLR Workshop"}, biblio.Flat{Venue: "ICLR"}, KindPart},
		{biblio.FieldVenue, biblio.Flat{Venue: "ICLR"}, biblio.Flat{Venue: "ICLR Workshop"}, KindTrack},
	} {
		c, r := row.claim, row.rec
		c.Title, r.Title = "The same title of six words", "The same title of six words"
		if got := Compare(flat(c), flat(r)).Of(row.field); got.Agreement != Differs || got.Kind != row.kind {
			t.Errorf("%s: %q for %q: %v %q, want %q", row.field, got.Claimed, got.Recorded, got.Agreement, got.Kind, row.kind)
		}
	}
}

// TestSameAtOnce verifies that the shortcut for equal titles and names has the same result as comparing them one by
// one.
func TestSameAtOnce(t *testing.T) {
	work := func(stated string) biblio.Work {
		return biblio.Work{Title: "A Note on {BERT}: an étude", Issued: biblio.Date{Year: 2020},
			Contributors: []biblio.Contributor{
				{Family: "Müller", Given: "Anna", Stated: stated}, {Family: "Wu", Given: "J."},
				{Literal: "The ATLAS Collaboration"}, {Family: "-"},
			}}
	}
	for _, cut := range []bool{false, true} {
		claim, same, written := work(""), work(""), work("A. Müller")
		claim.AuthorsCut, written.Title = cut, written.Title+"."
		atOnce, oneByOne := Compare(&claim, &same), Compare(&claim, &written)
		for i, f := range oneByOne.Fields {
			f.Recorded = atOnce.Fields[i].Recorded
			if f != atOnce.Fields[i] {
				t.Errorf("cut %v: %+v, one by one %+v", cut, atOnce.Fields[i], f)
			}
		}
		if atOnce.SameWork != oneByOne.SameWork || atOnce.TitleSimilarity != oneByOne.TitleSimilarity {
			t.Errorf("cut %v: %v %v", cut, atOnce, oneByOne)
		}
		if form := NewClaim(&claim); len(form.Slips(&same)) != 0 || len(form.Slips(&written)) != 0 {
			t.Error("slips where nothing differs")
		}
	}
}

// A title that ends in a small word or an opening mark was cut there.
func TestEndsOpen(t *testing.T) {
	for title, want := range map[string]bool{
		"The history of the": true, "Migration in": true, "Migration (": true, "Arctic-": true, "Sea, ": true,
		"Input/": true, "The history of sand": false, "The": false, "": false, "Migration!": false, "Terns ": false,
	} {
		if endsOpen(title) != want {
			t.Errorf("%q ends open: %t", title, !want)
		}
	}
}

// A coined name before a colon has two capitals or digits and no space; four words behind it are a title of their own.
func TestAfterCoinedName(t *testing.T) {
	for title, want := range map[string]string{
		"BERT: Pre-training of deep transformers":    " Pre-training of deep transformers",
		"GPT4: A report on models":                   " A report on models",
		"C4: A report on models":                     " A report on models",
		"BERT: Training of transformers":             "",
		"Migration: A report on terns":               "",
		"The BERT: A report on models":               "",
		"BERT, a report on models without any colon": "",
	} {
		if rest, ok := afterCoinedName(title); ok != (want != "") || ok && rest != want {
			t.Errorf("%s: %q, %t", title, rest, ok)
		}
	}
}

// Two titles run together hold every word of one of them, if that is long enough to be known again.
func TestHoldsAll(t *testing.T) {
	for _, c := range []struct {
		claimed, recorded string
		want              bool
	}{
		{"mapping arctic terns with light sensors and owls", "mapping arctic terns with light sensors", true},
		{"mapping arctic terns light and owls", "mapping arctic terns light", false}, // four words
		{"mapping arctic terns of the light and owls", "mapping arctic terns of the light", false},
		{"mapping arctic terns with sound sensors and owls", "mapping arctic terns with light sensors", false},
	} {
		if holdsAll(strings.Fields(c.claimed), strings.Fields(c.recorded)) != c.want {
			t.Errorf("%s | %s: %t", c.claimed, c.recorded, !c.want)
		}
	}
}

// Of a translation a title shares names and terms only: less than a third of the significant words.
func TestSharesMost(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"arctic terns migrate", "arctic gulls nest", true}, // one of three
		{"arctic terns migrate north", "arctic gulls nest south", false},
		{"arctic terns", "the arctic gulls nest south in winter", true},
		{"arctic terns", "sea gulls", false},
	} {
		if sharesMost(strings.Fields(c.a), strings.Fields(c.b)) != c.want {
			t.Errorf("%s | %s: %t", c.a, c.b, !c.want)
		}
	}
}
