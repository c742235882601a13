package claimcheck

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// ownWorks are the works of the shared PDFs, as in a record. An encrypted one, a scanned one, one of a single
// word, a page of references and a cover are left out.
var ownWorks = []struct{ file, title, author, doi string }{
	{"exgold/english/19733.pdf", "Diffusion of ISO 9000 standards and international trade", "Grajek", ""},
	{"exgold/english/22799.pdf", "Social Compensation: Fact or Social Comparison Artifact?", "Todd",
		"10.1177/1368430206064643"},
	{"exgold/english/24572.pdf", "The Two Futures of Governing: Decentering and Recentering Processes in Governing",
		"Peters", ""},
	{"exgold/english/34237.pdf", "Outlooks for the legal framing of paradiplomacy: the case of Brazil", "Barros", ""},
	{"exgold/english/37078.pdf",
		"Asking Survey Respondents about Reasons for Their Behavior: A Split Ballot Experiment in Ethiopia", "Lau", ""},
	{"exgold/english/42982.pdf", "Leading Change: The Role of the Principles for Responsible Management Education",
		"Rasche", ""},
	{"exgold/english/6144.pdf",
		"Free Movement of Capital, the Real Estate Market and Tourism: A Blessing or a Curse for Croatia on Its Way to the European Union?", "Mihaljek", ""},
	{"exgold/english/9543.pdf",
		"Reflexivity and Subjectivity: A Dialogical Perspective for and on International Relations Theory", "Guillaume", ""},
	{"exgold/german_both/11653.pdf", "Der Große Zapfenstreich: eine soziologische Analyse eines umstrittenen Rituals",
		"Steuten", ""},
	{"exgold/german_both/35357.pdf",
		"Der politische Diskurs zu Entwicklung und Migration in Spanien und Deutschland im Vergleich", "Kleiner-Liebau", ""},
	{"exgold/german_end/23371.pdf", "Zwischen Wissenschaft und Staat? Die Verortung der Ressortforschung", "Barlösius",
		""},
	{"exgold/german_end/27695.pdf",
		"Wirkungsloser Druck: „Pariastaat“ Simbabwe zwischen westlichen Sanktionen und regionaler Solidarität", "Stübig", ""},
	{"exgold/german_footnote/42398.pdf",
		"Den Nationalen Aktionsplan zu einem wirksamen menschenrechtlichen Instrument machen", "Monitoring-Stelle", ""},
	{"exgold/german_footnote/4737.pdf", "Rußland und Indien: Erneuerung einer alten Freundschaft?", "Oldenburg", ""},
	{"grobid/footnotes/test.pdf", "Overview of the CLEF 2008 Multilingual Question Answering Track", "Forner", ""},
	{"grobid/test/0807.3577.pdf", "Apparent and average accelerations of the Universe", "Bolejko",
		"10.1088/1475-7516/2008/10/003"},
	{"grobid/test/1001._0908.0054.pdf", "Ultra light bosonic dark matter and cosmic microwave background",
		"Rodríguez-Montoya", ""},
	{"grobid/test/Wang-paperAVE2008.pdf", "Information Synthesis for Answer Validation", "Wang", ""},
	{"grobid/test/submission_161.pdf", "Magneto-photoluminescence as a probe of phases in quantum Hall multi-layers",
		"Pusep", ""},
	{"grobid/test/submission_363.pdf", "Coherence properties of quantum dot resonance fluorescence", "Matthiesen", ""},
	{"grobid/test/two_pages.pdf",
		"Ability of different obturation techniques to fill canal irregularities using gutta-percha and RealSeal", "Alabsi",
		""},
	{"iclr2026/6wDp8XRmNI/paper.pdf", "EMFuse: Energy-based Model Fusion for Decision Making", "He, Kejie", ""},
	{"iclr2026/owZ6KNAtYU/paper.pdf",
		"Graph Homophily Booster: Reimagining the Role of Discrete Features in Heterophilic Graph Learning", "Qiu", ""},
	{"PdfContentImporter/Baldoni2002.pdf",
		"Fundamentals of Distributed Computing: A Practical Tour of Vector Clock Systems", "Baldoni", ""},
	{"PdfContentImporter/Kriha2018.pdf",
		"On How We Can Teach – Exploring New Ways in Professional Software Development for Students", "Kriha", ""},
	{"PdfContentImporter/Tucker2007.pdf", "OPIUM: Optimal Package Install/Uninstall Manager", "Tucker", ""},
	{"refextract/1508.05632v2.pdf", "ATLAS Diboson Excess from Low Scale Supersymmetry Breaking", "Petersson", ""},
	{"refextract/1706.09498v1.pdf", "Real-time Distracted Driver Posture Classification", "Abouelnaga", ""},
	{"refextract/1707.04066v1.pdf", "The size distribution of Near Earth Objects larger than 10 meters", "Trilling", ""},
	{"refextract/1805.05865.pdf", "Let's Talk About Black Hole Singularities", "Loeb", ""},
	{"refextract/2301.05883.pdf",
		"QED corrections to elastic electron-nucleus scattering beyond the first-order Born approximation",
		"Jakubassa-Amundsen", ""},
	{"refextract/2304.10117.pdf", "Testing the first law of black hole mechanics with gravitational waves", "Wan", ""},
	{"refextract/2503.05372.pdf", "Are compact open-charm tetraquarks consistent with recent lattice results?", "Guo", ""},
	{"refextract/wepml008.pdf", "Tuner Testing of a Dressed 3.9 GHz Cavity for LCLS-II at Fermilab", "Holzbauer",
		"10.18429/JACoW-IPAC2018-WEPML008"},
	{"science-parse/P07-1088.pdf", "Sparse Information Extraction: Unsupervised Language Models to the Rescue", "Downey",
		""},
	{"science-parse/P14-1059.pdf", "How to make words with vectors: Phrase generation in distributional semantics", "Dinu",
		""},
	{"science-parse/agarwal11.pdf", "Noisy matrix decomposition via convex relaxation: Optimal rates in high dimensions",
		"Agarwal", ""},
	{"science-parse/bohnet09.pdf", "Efficient Parsing of Syntactic and Semantic Dependency Structures", "Bohnet", ""},
	{"science-parse/bunescu-acl07.pdf", "Learning to Extract Relations from the Web using Minimal Supervision", "Bunescu",
		""},
	{"science-parse/ding11.pdf", "Maximum Margin Multi-Instance Learning", "Wang", ""},
	{"science-parse/dyer12.pdf",
		"Joint Feature Selection in Distributed Stochastic Learning for Large-Scale Discriminative Training in SMT",
		"Simianer", ""},
	{"science-parse/map-reduce.pdf", "MapReduce: Simplified Data Processing on Large Clusters", "Dean", ""},
	{"science-parse/mooney05.pdf", "A Statistical Semantic Parser that Integrates Syntax and Semantics",
		"Ge, Ruifang", ""},
	{"science-parse/pedersen04.pdf", "Combating Web Spam with TrustRank", "Gyöngyi", ""},
	{"science-parse/roark13.pdf",
		"Discriminative Joint Modeling of Lexical Variation and Acoustic Confusion for Automated Narrative Retelling Assessment", "Lehr", ""},
}

// TestShared finds the shared PDFs by the records of their works. No record may find another file, and no
// reference in them may find a file unless it has that title.
func TestShared(t *testing.T) {
	dir := filepath.Join(testenv.Shared(t), "data", "pdf")
	l, err := OpenLibrary(t.Context(), []string{dir}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	found, byID, wrong := 0, 0, 0
	for _, own := range ownWorks {
		i := l.of(work(own.title, own.author, own.doi), "")
		switch {
		case i < 0:
			t.Logf("not found: %s", own.file)
		case !strings.HasSuffix(l.files[i].Path, own.file):
			wrong++
			t.Errorf("%s: %s", own.title, l.files[i].Path)
		default:
			found++
			if own.doi != "" {
				byID++
			}
		}
		if i := l.of(work(own.title+" revisited", own.author, own.doi), ""); i >= 0 {
			wrong++
			t.Errorf("%s revisited: %s", own.title, l.files[i].Path)
		}
		if i := l.of(work(own.title, "Nobody", ""), ""); i >= 0 {
			wrong++
			t.Errorf("%s by nobody: %s", own.title, l.files[i].Path)
		}
	}
	if found < foundLeast {
		t.Errorf("%d of %d found, want %d", found, len(ownWorks), foundLeast)
	}
	if testing.Short() {
		return
	}
	cited, cites := 0, 0
	for _, w := range citedWorks(t, dir) {
		cited++
		if i := l.of(w, ""); i >= 0 {
			cites++
			t.Logf("cited: %s: %s", w.FullTitle(), l.files[i].Path)
		}
	}
	t.Logf("%d of %d works found (%d by DOI), %d wrong; %d of %d cited works have a file", found, len(ownWorks), byID,
		wrong, cites, cited)
	if cites > citesMost {
		t.Errorf("%d cited works were found, of which %d are there", cites, citesMost)
	}
}

// citesMost is how many of the cited works are among the files.
const citesMost = 2

const foundLeast = 42

// citedWorks returns what the PDFs below a folder cite.
func citedWorks(t *testing.T, dir string) []*biblio.Work {
	t.Helper()
	var list []*biblio.Work
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".pdf" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		doc, err := extract.Read(path, src, extract.Options{})
		if err != nil {
			return nil // encrypted, or without references
		}
		for i := range doc.References {
			list = append(list, &doc.References[i].Claimed)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
