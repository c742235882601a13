package extract

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// sandWork is how each kind of file states one work.
var sandWork = []struct{ name, format, src string }{
	{"a.xml", "word-sources", `<?xml version="1.0"?><b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">
<b:Source><b:Tag>Abe99</b:Tag><b:SourceType>JournalArticle</b:SourceType><b:Title>A study of sand</b:Title><b:Year>1999</b:Year>
<b:JournalName>Journal of Sand</b:JournalName><b:Author><b:Author><b:NameList><b:Person><b:Last>Abel</b:Last><b:First>Nina</b:First></b:Person>
<b:Person><b:Last>van Berg</b:Last><b:First>Carl</b:First></b:Person></b:NameList></b:Author></b:Author></b:Source></b:Sources>`},
	{"a.xml", "mods", `<?xml version="1.0"?><modsCollection xmlns="http://www.loc.gov/mods/v3"><mods ID="x"><titleInfo><title>A study of sand</title></titleInfo>
<name type="personal"><namePart type="family">Abel</namePart><namePart type="given">Nina</namePart></name>
<name type="personal"><namePart>van Berg, Carl</namePart></name><originInfo><dateIssued>1999-05</dateIssued></originInfo>
<relatedItem type="host"><titleInfo><title>Journal of Sand</title></titleInfo></relatedItem></mods></modsCollection>`},
	{"a.txt", "web-of-science", "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Abel, N\n   van Berg, C\nAF Abel, Nina\n   van Berg, Carl\n" +
		"TI A study\n   of sand\nSO Journal of Sand\nPY 1999\nER\n\nEF\n"},
	{"a.csv", "table", "Authors,Title,Year,Source title\n\"Abel, Nina; van Berg, Carl\",A study of sand,1999,Journal of Sand\n"},
	{"a.txt", "table", "Title;Author;Year;Publication Title\nA study of sand;Nina Abel, Carl van Berg;1999;Journal of Sand\n"},
	{"a.json", "csl-json", `{"status":"ok","message":{"items":[{"title":["A study of sand"],"DOI":"10.5555/12345678","container-title":["Journal of Sand"],
"issued":{"date-parts":[[1999]]},"author":[{"given":"Nina","family":"Abel"},{"given":"Carl","family":"van Berg"}]}]}}`},
	{"a.json", "csl-json", `{"results":[{"id":"https://openalex.org/W1","display_name":"A study of sand","publication_year":1999,"authorships":[
{"author":{"display_name":"Nina Abel"}},{"author":{"display_name":"Carl van Berg"}}],"primary_location":{"source":{"display_name":"Journal of Sand"}}}]}`},
	{"a.json", "csl-json", `{"data":[{"paperId":"0123456789012345678901234567890123456789","title":"A study of sand","year":1999,"venue":"Journal of Sand",
"authors":[{"name":"Nina Abel"},{"name":"Carl van Berg"}]}]}`},
	{"a.json", "csl-json", `[{"key":"AB","version":1,"data":{"itemType":"journalArticle","title":"A study of sand","date":"1999","publicationTitle":"Journal of Sand",
"creators":[{"creatorType":"author","firstName":"Nina","lastName":"Abel"},{"creatorType":"author","firstName":"Carl","lastName":"van Berg"}]}}]`},
	{"a.txt", "text", "\\bib{x}{article}{\n  author={Abel, Nina},\n  author={van Berg, Carl},\n  title={A study of sand},\n  journal={Journal of Sand},\n  date={1999}\n}\n"},
	{"a.txt", "text", "Title: A study of sand; Authors: Nina Abel, Carl van Berg; Journal: Journal of Sand; Year: 1999\n"},
	{"a.txt", "text", "* {{cite journal |title=A study of sand |last1=Abel |first1=Nina |last2=van Berg |first2=Carl |journal=[[Journal of Sand]] |date=May 1999}}\n"},
	{"a.rst", "text", ".. [Abe99] Nina Abel, Carl van Berg. *A study of sand*. Journal of Sand, 1999. :doi:`10.5555/12345678`\n"},
	{"a.cff", "yaml", "cff-version: 1.2.0\ntitle: Tool\npreferred-citation:\n  type: article\n  title: A study of sand\n  journal: Journal of Sand\n  year: 1999\n" +
		"  authors:\n    - family-names: Abel\n      given-names: Nina\n    - name-particle: van\n      family-names: Berg\n      given-names: Carl\n"},
}

// TestKinds: every kind of file that states a work gives the same claim.
func TestKinds(t *testing.T) {
	for _, tt := range sandWork {
		doc, err := Read(tt.name, []byte(tt.src), Options{})
		if err != nil || doc.Format != tt.format || len(doc.References) != 1 {
			t.Errorf("%s: read as %q, %d references, %v\n%.80s", tt.format, doc.Format, len(doc.References), err, tt.src)
			continue
		}
		w := doc.References[0].Claimed
		names := ""
		for _, a := range w.Authors() {
			names += a.String() + "; "
		}
		if w.Title != "A study of sand" || w.Container.Title != "Journal of Sand" || w.Issued.Year != 1999 ||
			names != "Nina Abel; Carl van Berg; " {
			t.Errorf("%s: %q, %q in %q, %d", tt.format, names, w.Title, w.Container.Title, w.Issued.Year)
		}
	}
}

// TestCutForms: a form that names only the first author has a cut list.
func TestCutForms(t *testing.T) {
	doc, err := Read("a.txt", []byte("Abel, Nina, 1999, JOURNAL OF SAND, V12, P33, DOI 10.5555/12345678\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := doc.References[0].Claimed
	if !w.AuthorsCut || w.Title != "" || w.Container.Title != "JOURNAL OF SAND" || w.Volume != "12" {
		t.Errorf("%+v", w)
	}
}

// TestRefused: what is no list of references is refused with the reason, or has none.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ name, src, says string }{
		{"a.cff", "cff-version: 1.2.0\ntitle: My tool: better\nreferences:\n- type: article\n  title: A study of sand\n", "line 2"},
		{"a.yml", "server:\n  host: localhost\n", "no entries"},
		{"a.ipynb", "null", "notebook"},
		{"a.json", "[]", "no references"},
		{"a.json", `{"name":"x","version":"1.0.0"}`, "JSON that is not read"},
		{"a.json", `{"name":"x","version":"1.0.0","author":"Anna Weber"}`, "JSON that is not read"},
		{"a.csv", "name,age,city\nAnna,20,Berlin\nPaul,21,Rome\n", "its head (name, age, city)"},
		{"a.rdf", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><a>A study of sand, 1999</a></rdf:RDF>`, "<rdf:RDF>"},
		{"a.log", "2024-05-01 12:33:01 started\n2024-05-01 12:33:02 stopped\n", "a log"},
		{"a.go", "package a\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(1999)\n}\n", "source code"},
		{"a.ini", "[server]\nhost = localhost\nport = 8080\n", "a configuration"},
		{"a.txt", "From: anna@example.org\nTo: paul@example.org\nSubject: Meeting\n" +
			"Date: Mon, 3 May 2021 10:00:00 +0200\n\nSee you.\n", "an e-mail"},
		{"a.txt", "Q: How is it installed?\nA: With make.\n\nQ: Who wrote it?\nA: Anna Weber, in 2015.\n", "an FAQ"},
		{"a.txt", "Q: Who wrote War and Peace?\nA: Leo Tolstoy, in 1869.\n\nQ: And Emma?\nA: Jane Austen, in 1815.\n", "an FAQ"},
		{"a.txt", "Jane Roe, 12 High Street, Oxford OX1 4AB, UK\nHans Meier, Bahnhofstr. 5, 10115 Berlin, Germany\n" +
			"Ann Lee, 7 Elm Street, Springfield, IL 62704\n", "a list of addresses"},
		{"a.txt", "Anna Weber <anna@example.org>\nPaul Ott <paul@example.org>\n", "a list of addresses"},
		{"copyright", "Files: *\nCopyright: 2004-2012 Anna Weber\nLicense: GPL-2+\n\n This program is free software;\n" +
			" see /usr/share/common-licenses/GPL-2\n", "a licence"},
		{"copyright", "This package was debianized by Paul Ott on\nMon, 3 Jan 2005.\n\nCopyright (C) 1999 Anna Weber\n", "a licence"},
		{"a.txt", "Rechnung Nr. 2020/117\nOtt, Bahnhofstr. 5, 10115 Berlin\n\n2   Stuhl Eiche   240,00 EUR\n" +
			"1   Tisch         310,00 EUR\nGesamt 550,00 EUR\n", "a table of numbers"},
		{"a.txt", "Year  Sales\n2018  1200\n2019  1350\n", "a table of numbers"},
		{"a.txt", "Anna Weber\nBorn 3 May 1980\n\n1998–2002 BSc Physics, University of Oxford\n2006– Engineer, Munich\n",
			"a curriculum vitae"},
		{"a.md", "# Changes\n\n## 1.2.0\n\n- Fixed a crash (#12).\n- Added a flag.\n- It is faster.\n", "a list of changes"},
		{"a.md", "# Soup\n\n- 200 g flour\n- 2 eggs\n- 300 ml milk\n", "no references"},
		{"a.md", "We left Oxford. The train was late; J. Smith met us.\n\nWe saw the British Museum, founded in 1753.\n",
			"no references"},
		{"a.json", `{"type":"FeatureCollection","name":"stations","features":[]}`, "JSON that is not read"},
		{"a.opml", `<opml version="2.0"><body><outline text="Sand" xmlUrl="https://sand.example/rss"/></body></opml>`, "<opml>"},
		{"a.txt", "We went to the hills in June 2019. It was warm.\n\nIt rained (of course).\n", "no references"},
		{"a.txt", "Hello world\n", "no references"},
		{"a.txt", "Dear Dr Miller,\n\nthank you for your letter of 12 March 2024. We will answer it by the end of the month.\n\nYours,\nAnna Weber\n",
			"no references"},
	} {
		doc, err := Read(tt.name, []byte(tt.src), Options{})
		if err == nil || !strings.Contains(err.Error(), tt.says) || len(doc.References) > 0 {
			t.Errorf("%s: %d references, %v", tt.says, len(doc.References), err)
		}
	}
}

// TestOneLine: a reference alone in a file is read, also one without a year.
func TestOneLine(t *testing.T) {
	for _, src := range []string{
		"Abel N: Counterpoint: sand is not the major factor that determines the flow of water in dunes. J Sand 2008, 104: 1533-1535.",
		"2011 Eur. J. Sand 32 1007",
		"Current Sand in Dunes 1995, 6:561-566",
		"N. Abel, “The flow of water in dunes of sand,”.",
		"N. Abel, A study of sand, https://sand.example/study",
	} {
		doc, err := Read("a.txt", []byte(src+"\n"), Options{})
		if err != nil || len(doc.References) != 1 || doc.References[0].Claimed.Type == biblio.Other {
			t.Errorf("%s: %d references, %v", src, len(doc.References), err)
		}
	}
}

// TestLists: references on licences, under years, with titles that begin like changes, or in columns are references.
func TestLists(t *testing.T) {
	for _, src := range []string{
		"Weber, A. (2008). Copyright's dunes. Oxford: Sand Press.\n" +
			"Ott, P. (2001). Free software and its licence. Sand Review, 4(2), 17–31.\n",
		"Anna Weber, Geschichte der Dünen, 1999 Berlin\nPaul Ott, Sand und Wasser, 2004 München\n",
		"2017 – Weber A, Ott P, Abel N. Sand is all you need. Journal of Sand 30:12–19.\n" +
			"2016 – Abel N, Weber A. Deep dunes. Sand Review 4:17–31.\n",
		"Support of dunes. Weber A, Abel N. Journal of Sand 20 (1995), 273–297.\n" +
			"New directions in sand. Ott P, Abel N. IEEE Trans. Sand 22 (1976), 644–654.\n",
		"Weber, A. 2001. On the price of sand. Journal of Sand 4   12\n" +
			"Ott, P. 2003. Dunes in the north. Sand Review 5   14\n",
	} {
		if doc, err := Read("a.txt", []byte(src), Options{}); err != nil || len(doc.References) != 2 {
			t.Errorf("%q: %d references, %v", src, len(doc.References), err)
		}
	}
}

// TestWideMarks: numbers in full width and the brackets of Chinese and Japanese mark entries and cite them.
func TestWideMarks(t *testing.T) {
	entries := []string{"王伟，李明．沙丘综述［Ｊ］．沙学报，２０１５，３８（３）：１２３－１３５．",
		"佐藤一郎：砂丘の手法，砂学会誌，Vol.101，No.2，pp.1-15 (2018).", "Abel N. A study of sand[J]. Journal of Sand, 1999, 7(2): 3-4."}
	for _, marks := range [][]string{
		{"［１］", "［２］", "［３］"}, {"〔１〕 ", "〔２〕 ", "〔３〕 "}, {"【1】", "【2】", "【3】"}, {"１．", "２．", "３．"}, {"（１）", "（２）", "（３）"},
	} {
		text := "沙丘［１］和［２，３］。\n\n参考文献\n\n"
		for i, e := range entries {
			text += marks[i] + e + "\n"
		}
		doc, err := Read("a.txt", []byte(text), Options{})
		if err != nil || len(doc.References) != 3 || len(doc.Citations) != 3 {
			t.Errorf("%s: %d references, %d citations, %v", marks[0], len(doc.References), len(doc.Citations), err)
			continue
		}
		for i, family := range []string{"王", "佐藤", "Abel"} {
			r := &doc.References[i]
			if a := r.Claimed.Authors(); len(a) == 0 || !strings.HasPrefix(a[0].Family+a[0].Literal, family) ||
				r.Extra["label"] != string(rune('1'+i)) {
				t.Errorf("%s: %+v, label %q", marks[i], a, r.Extra["label"])
			}
		}
	}
}

// TestScopusText: the printed export of Scopus names people by the family name first, each entry in lines of its own.
func TestScopusText(t *testing.T) {
	got := plainEntries("Scopus\n\nAbel Nina, Falk Carl D.\nA study of sand\n(1999) Journal of Sand\nSOURCE: Scopus\n")
	want := "\n\nAbel, Nina; Falk, Carl D..\nA study of sand.\n(1999) Journal of Sand\n\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
