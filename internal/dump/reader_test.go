package dump

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// samples is one small dump of each format: two works and, where the format
// allows, one record that cannot be read.
var samples = []struct {
	format Format
	text   string
	bad    int64
}{
	{Flat, `{"id":"1","title":"One","authors":["A B"],"year":"2001"}` + "\n{broken\n\n" +
		`{"id":"2","title":"Two","authors":["C D"],"year":"2002"}`, 1},
	{Crossref, `{"DOI":"10.1000/1","member":"1","title":["One"]}` + "\n" + `{"member":"1"}` + "\n" +
		`{"DOI":"10.1000/2","member":"1","title":["Two"]}` + "\n", 1},
	{Crossref,
		`{"items": [{"DOI":"10.1000/1","member":"1","title":["One"]}, {"DOI":"10.1000/2","member":"1","title":["Two"]}]}`, 0},
	{OpenAlex, `{"id":"https://openalex.org/W12345","display_name":"One","authorships":[]}` + "\n" +
		`{"id":"https://openalex.org/W12346","display_name":"Two","authorships":[]}`, 0},
	{SemanticScholar,
		`{"corpusid":1,"externalids":null,"title":"One"}` + "\n" + `{"corpusid":2,"externalids":null,"title":"Two"}`, 0},
	{DataCite, `{"id":"10.1000/1","type":"dois","attributes":{"doi":"10.1000/1","titles":[{"title":"One"}]}}` + "\n" +
		`{"id":"10.1000/2","type":"dois","attributes":{"doi":"10.1000/2","titles":[{"title":"Two"}]}}`, 0},
	{ArXiv, `{"id":"0704.0001","title":"One","authors_parsed":[["B","A",""]]}` + "\n" +
		`{"id":"0704.0002","title":"Two","authors_parsed":[]}`, 0},
	{ArXivOAI,
		`<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-11-22T17:00:00Z</responseDate><request verb="ListRecords">x</request><ListRecords><record><header><identifier>oai:arXiv.org:0704.0001</identifier></header><metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>0704.0001</id><title>One</title></arXiv></metadata></record><record><header status="deleted"><identifier>oai:arXiv.org:0704.0003</identifier></header></record><record><header/><metadata/></record><record><header/><metadata><arXiv><id>0704.0002</id><title>Two</title></arXiv></metadata></record><resumptionToken>next</resumptionToken></ListRecords></OAI-PMH>`, 1},
	{CSL, "[\n {\"id\":\"1\",\"type\":\"book\",\"title\":\"One\",\n  \"issued\":{\"date-parts\":[[2001]]}},\n " +
		"{\"id\":\"2\",\"type\":\"book\",\"title\":\"Two\"}\n]\n", 0},
	{DBLP, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE dblp SYSTEM \"dblp.dtd\">\n<dblp>\n<article " +
		"key=\"a\"><author>J&uuml;rgen B</author><title>One.</title></article><www key=\"homepages/x\"><title>Home " +
		"Page</title></www><article key=\"b\"><title>Two.</article></title><book key=\"c\"><title>Two</title></book></dblp>",
		1},
	{ACL, "<?xml version='1.0' encoding='UTF-8'?><collection id=\"2020.x\"><volume id=\"1\" " +
		"type=\"proceedings\"><meta><booktitle>One</booktitle><year>2020</year><venue>x</venue></meta><paper " +
		"id=\"1\"><title>Two</title></paper></volume><event id=\"x\"/></collection>", 0},
	{PubMed,
		`<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "x"><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>One.</ArticleTitle></Article></MedlineCitation></PubmedArticle><PubmedArticle/><PubmedArticle><MedlineCitation><PMID>2</PMID><Article><ArticleTitle>Two.</ArticleTitle></Article></MedlineCitation></PubmedArticle><DeleteCitation><PMID>3</PMID></DeleteCitation></PubmedArticleSet>`, 1},
	{RetractionWatch,
		"Record ID,Title,OriginalPaperDOI,RetractionNature\n1,One,10.1000/1,Retraction\n2,\"Bad\nnature\",10.1000/3,Unheard\n3,\"Two\",10.1000/2,Correction\n", 1},
	{Meta, "\"id\",\"title\",\"author\",\"issue\",\"volume\",\"venue\",\"page\",\"pub_date\",\"type\",\"publisher\",\"editor\"\n\"doi:10.1000/1 omid:br/1\",\"One\",\"\",\"\",\"\",\"\",\"\",\"\",\"book\",\"\",\"\"\n\"omid:br/3\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"book\",\"\",\"\"\n\"omid:br/2\",\"Two\",\"\",\"\",\"\",\"\",\"\",\"\",\"book\",\"\",\"\"\n\"omid:br/4\",\"A journal\",\"\",\"\",\"\",\"\",\"\",\"\",\"journal\",\"\",\"\"\n", 1},
	{RIS, "TY  - JOUR\nTI  - One\nER  - \n\nTY  - BOOK\nTI  - Two\nER  - \nTY  - \nER  -\n", 1},
	{BibTeX, "@book{a, title={One}}\n@book{b, title={Two}}\n", 0},
}

// fakeBibTeX replaces the real reader of BibTeX, which is an option.
func fakeBibTeX(_ string, data []byte) (list []biblio.Record, bad []error) {
	for _, part := range strings.Split(string(data), "title={")[1:] {
		title, _, _ := strings.Cut(part, "}")
		list = append(list, biblio.Record{Source: "bibtex", Work: biblio.Work{Title: title}})
	}
	return list, nil
}

func write(t testing.TB, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// readAll reads a dump to its end and returns its titles.
func readAll(t testing.TB, path string, opt Options) ([]string, *Reader) {
	t.Helper()
	if opt.BibTeX == nil {
		opt.BibTeX = fakeBibTeX
	}
	r, err := Open(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var titles []string
	for rec := range records(t, r) {
		titles = append(titles, rec.Title)
	}
	return titles, r
}

// records returns the remaining records of a dump.
func records(t testing.TB, r *Reader) iter.Seq[*biblio.Record] {
	return func(yield func(*biblio.Record) bool) {
		for {
			list, err := r.NextBatch()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for i := range list {
				if !yield(&list[i]) {
					return
				}
			}
		}
	}
}

func TestFormats(t *testing.T) {
	want := []string{"One", "Two"}
	for i, s := range samples {
		path := write(t, t.TempDir(), fmt.Sprintf("sample%d", i), []byte(s.text))
		if got := recognise([]byte(s.text)); got != s.format {
			t.Errorf("%s: recognised as %q", s.format, got)
		}
		got, r := readAll(t, path, Options{})
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s\nbad %v", s.format, d, r.Bad())
		}
		if r.Stats().Bad != s.bad {
			t.Errorf("%s: %d bad, want %d: %v", s.format, r.Stats().Bad, s.bad, r.Bad())
		}
		if r.Offset() != r.Total() || r.Total() != int64(len(s.text)) {
			t.Errorf("%s: offset %d of %d", s.format, r.Offset(), r.Total())
		}
	}
}

func gz(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func zst(data []byte) []byte {
	w, _ := zstd.NewWriter(nil)
	defer w.Close()
	return w.EncodeAll(data, nil)
}

func tarOf(names []string, data ...[]byte) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i, name := range names {
		w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(data[i])), Typeflag: tar.TypeReg})
		w.Write(data[i])
	}
	w.Close()
	return b.Bytes()
}

func zipOf(names []string, data ...[]byte) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i, name := range names {
		f, _ := w.Create(name)
		f.Write(data[i])
	}
	w.Close()
	return b.Bytes()
}

func flatLine(title string) []byte {
	return []byte(`{"id":"` + title + `","title":"` + title + `","authors":["A B"],"year":"2001"}` + "\n")
}

func TestContainers(t *testing.T) {
	one, two := flatLine("One"), flatLine("Two")
	both := append(append([]byte{}, one...), two...)
	names := []string{"d/a.json.gz", "d/readme.txt", "d/b.json"}
	note := []byte("nothing to see")
	for name, data := range map[string][]byte{
		"plain.jsonl": both, "a.gz": gz(both), "a.zst": zst(both), "a.tar": tarOf(names, gz(one), note,
			two), "a.tar.gz": gz(tarOf(names, gz(one), note, two)),
		"a.tar.zst": zst(tarOf(names, gz(one), note, two)), "a.zip": zipOf(names, gz(one), note,
			two), "concatenated.gz": append(gz(one), gz(two)...),
	} {
		got, r := readAll(t, write(t, t.TempDir(), name, data), Options{})
		if d := cmp.Diff([]string{"One", "Two"}, got); d != "" || r.Stats().Bad != 0 {
			t.Errorf("%s: %s %v", name, d, r.Bad())
		}
	}
	dir := t.TempDir()
	write(t, dir, "b/part_001.gz", gz(two))
	write(t, dir, "a/part_000.gz", gz(one))
	write(t, dir, "a/manifest", note)
	write(t, dir, ".hidden/x.jsonl", flatLine("Hidden"))
	got, r := readAll(t, dir, Options{})
	if d := cmp.Diff([]string{"One", "Two"}, got); d != "" || r.Stats().Unknown != 1 || r.Stats().Bad != 0 {
		t.Errorf("folder: %s %+v %v", d, r.Stats(), r.Bad())
	}
}

func TestDamage(t *testing.T) {
	one := flatLine("One")
	many := bytes.Repeat(flatLine("Many"), 50_000)
	packed := gz(many)
	for name, c := range map[string]struct {
		data []byte
		lost bool
		some bool
	}{
		"cut.gz":     {packed[:len(packed)/2], true, true},
		"cut.zst":    {zst(many)[:60], true, false},
		"broken.zip": {[]byte("PK\x03\x04nothing"), true, false},
		"x.xz":       {[]byte("\xfd7zXZ\x00aaaaaaaa"), true, false},
		"empty":      {nil, true, false},
		"binary":     {[]byte("\x00\x01\x02\x03"), true, false},
		"cut.json":   {append([]byte("["), one[:20]...), true, false},
		"deep.json": {[]byte(`{"title":"One","x":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + "}\n" +
			string(one)), false, true},
	} {
		got, r := readAll(t, write(t, t.TempDir(), name, c.data), Options{})
		bad := r.Bad()
		if len(bad) != 1 || bad[0].Lost != c.lost || (len(got) > 0) != c.some {
			t.Errorf("%s: %d records, bad %v", name, len(got), bad)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none"), Options{}); err == nil {
		t.Error("a path that does not exist opens")
	}
	if _, err := Open(t.TempDir(), Options{}); err == nil {
		t.Error("an empty folder opens")
	}
}

// TestResume stops after batches of several sizes, continues at the checkpoint, and expects the same records,
// counts and rows as without a stop.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	var lines bytes.Buffer
	for i := range 700 { // more than one batch
		lines.Write(flatLine(fmt.Sprintf("T%d", i)))
		if i%100 == 50 {
			lines.WriteString("{broken\n")
		}
	}
	write(t, dir, "a.jsonl.zst", zst(lines.Bytes()))
	xml := "<collection id='2020.x'>"
	for v := range 3 {
		xml += fmt.Sprintf("<volume id='%d'><meta><booktitle>B%d</booktitle><year>2020</year></meta><paper "+
			"id='1'><title>P</title></paper><paper><title>bad</title></paper><paper "+
			"id='2'><title>Q</title></paper></volume><event id='e'/>", v, v)
	}
	write(t, dir, "b.tar.gz",
		gz(tarOf([]string{"x.xml", "none.txt", "y.jsonl"}, []byte(xml+"</collection>"), []byte("?"), flatLine("Last"))))
	want, whole := readAll(t, dir, Options{})
	if len(want) != 700+9+1 || whole.Stats().Bad != 7+3 {
		t.Fatalf("%d records, %+v", len(want), whole.Stats())
	}
	stops := []int{0, 1, 2, 49, 50, 51, 52, 511, 512, 513, 699, 700, 701, 702, 703, 704, 705, 706, 707, 708, 709, 710}
	for i := range 4 * len(stops) {
		units, batches, n := []int{1, 2, 7, batchUnits}[i%4], stops[i/4], 0
		r, err := Open(dir, Options{units: units})
		if err != nil {
			t.Fatal(err)
		}
		for range batches {
			list, err := r.NextBatch()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			n += len(list)
		}
		text, err := json.Marshal(r.Checkpoint())
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		var c Checkpoint
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		got, rest := readAll(t, dir, Options{Resume: &c})
		if !slices.Equal(want[n:], got) {
			t.Fatalf("stopped after %d: %d records instead of %d", n, len(got), len(want)-n)
		}
		if rest.Stats() != whole.Stats() {
			t.Errorf("stopped after %d: %+v, want %+v", n, rest.Stats(), whole.Stats())
		}
		if d := cmp.Diff(whole.Bad(), rest.Bad()); d != "" {
			t.Errorf("stopped after %d: %s", n, d)
		}
		if d := cmp.Diff(whole.Coverage(), rest.Coverage()); d != "" || len(rest.Coverage()) != 3 {
			t.Errorf("stopped after %d: %s", n, d)
		}
	}
	// Earlier programs stored a unit whose records had all been returned.
	first, err := os.Stat(filepath.Join(dir, "a.jsonl.zst"))
	if err != nil {
		t.Fatal(err)
	}
	c := Checkpoint{File: "a.jsonl.zst", Size: first.Size(), Units: 30, Within: 1}
	if got, _ := readAll(t, dir, Options{Resume: &c}); !slices.Equal(want[31:], got) {
		t.Errorf("behind a unit that was given out: %d records", len(got))
	}
	c = Checkpoint{File: "a.jsonl.zst", Size: 5}
	if _, err := Open(dir, Options{Resume: &c}); !errors.Is(err, ErrChanged) {
		t.Errorf("a changed dump: %v", err)
	}
}

func TestCloseEarly(t *testing.T) {
	path := write(t, t.TempDir(), "a.jsonl", bytes.Repeat(flatLine("One"), 200_000))
	r, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.NextBatch(); err != nil {
		t.Fatal(err)
	}
	r.Close()
	r.Close()
	for range 3 {
		if _, err := r.NextBatch(); err == nil {
			t.Error("a closed reader goes on")
		}
	}
}

func TestOmitAndSource(t *testing.T) {
	path := write(t, t.TempDir(), "a.jsonl", []byte(`{"title":"One","authors":[],"abstract":"long","cat":"x"}`))
	r, err := Open(path, Options{Omit: Bulky(), Source: "mine", Format: Flat})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	list, err := r.NextBatch()
	if err != nil {
		t.Fatal(err)
	}
	rec := &list[0]
	if d := cmp.Diff(map[string]string{"cat": "x"}, rec.Extra); d != "" || rec.Source != "mine" {
		t.Error(d, rec.Source)
	}
}

func TestMergeRows(t *testing.T) {
	row := func(container string, year int, complete, journal bool) declared {
		return declared{CoverageRow: biblio.CoverageRow{Container: container, Year: year, Complete: complete,
			How: biblio.Declared, Note: "n"}, Journal: journal}
	}
	got := mergeRows([]declared{row("J", 2020, true, true), row("J", 2021, true, true), row("J", 2020, true, true),
		row("J", 2019, true, true), row("J", 2019, false, true), row("P", 2021, true, false)})
	var short []string
	for _, r := range got {
		short = append(short, fmt.Sprintf("%s %d %v", r.Container, r.Year, r.Complete))
	}
	if d := cmp.Diff([]string{"J 2019 false", "J 2020 true", "J 2021 false", "P 2021 true"}, short); d != "" {
		t.Error(d)
	}
}

// FuzzRead passes arbitrary bytes to every splitter and reader.
func FuzzRead(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s.text))
		f.Add(gz([]byte(s.text)))
	}
	f.Add(tarOf([]string{"a"}, flatLine("One")))
	f.Add(zipOf([]string{"a"}, flatLine("One")))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := write(t, t.TempDir(), "x", data)
		for _, format := range append([]Format{Auto}, Formats...) {
			titles, r := readAll(t, path, Options{Format: format, Workers: 1})
			if int64(len(titles)) != r.Stats().Records {
				t.Fatal("records are not counted")
			}
		}
	})
}

// TestKeepAndDeletions filters records and reports deletions by the source, from every position where
// reading may resume.
func TestKeepAndDeletions(t *testing.T) {
	text := `<PubmedArticleSet>`
	for i := range 20 {
		text += fmt.Sprintf(
			`<PubmedArticle><MedlineCitation><PMID>%d</PMID><Article><ArticleTitle>Title %d.</ArticleTitle></Article></MedlineCitation></PubmedArticle>`, i, i)
	}
	path := write(t, t.TempDir(), "x.xml",
		[]byte(text+`<DeleteCitation><PMID>3</PMID><PMID>5</PMID></DeleteCitation></PubmedArticleSet>`))
	opt := Options{Deletions: true, Keep: func(r *biblio.Record) bool { return len(r.LocalID) == 1 }}
	ids := func(opt Options, take int) (list []string, c Checkpoint) {
		r, err := Open(path, opt)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for rec := range records(t, r) {
			id := rec.LocalID
			if Deleted(rec) {
				id = "-" + id
			}
			if list = append(list, id); len(list) == take {
				break
			}
		}
		return list, r.Checkpoint()
	}
	want := []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-3", "-5"}
	opt.units = 1
	for take := 1; take <= 10; take++ { // the last unit has two records
		first, at := ids(opt, take)
		next := opt
		next.Resume = &at
		rest, _ := ids(next, 100)
		if d := cmp.Diff(want, append(first, rest...)); d != "" {
			t.Fatalf("going on behind %d: %s", take, d)
		}
	}
	if plain, _ := ids(Options{}, 100); len(plain) != 20 {
		t.Errorf("without the options: %v", plain)
	}
}
