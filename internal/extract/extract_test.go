package extract

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestReadRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want error
	}{
		"empty":        {"", ErrEmpty},
		"only space":   {" \n\t\n", ErrNoReferences},
		"binary":       {"\x7fELF\x00\x01\x02", errUnknown},
		"a heading":    {"References\n", ErrNoReferences},
		"no JSON refs": {`[{"a":`, ErrNoReferences},
	} {
		if _, err := Read("x", []byte(c.src), Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if _, err := Read("x", []byte("a"), Options{Format: "runes"}); err == nil || !strings.Contains(err.Error(), "runes") {
		t.Errorf("unknown format: %v", err)
	}
}

// raws reads a text and returns the raw strings of its references.
func raws(t *testing.T, src string) []string {
	t.Helper()
	doc, err := Read("refs.txt", []byte(src), Options{Format: "text"})
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	var list []string
	for _, r := range doc.References {
		list = append(list, r.Raw)
	}
	return list
}

func TestTextLayouts(t *testing.T) {
	a, b := "A. Smith. First title. J. X 1, 2001.", "B. Jones. Second title. J. Y 2, 2002."
	for name, src := range map[string]string{
		"a line each":       a + "\n" + b + "\n",
		"blank between":     a + "\n\n" + b,
		"numbers":           "References\n[1] " + a + "\n[2] " + b,
		"stops":             "1. " + a + "\r\n2. " + b,
		"full-width":        "［1］" + a + "\n［2］" + b,
		"bullets":           "# Bibliography\n\n- " + a + "\n- " + b,
		"numbers and blank": "(1) " + a + "\n\n(2) " + b,
	} {
		got := raws(t, src)
		if len(got) != 2 || got[0] != a || got[1] != b {
			t.Errorf("%s: %q", name, got)
		}
	}
	wrapped := "A. Smith. First\ntitle. J. X 1, 2001."
	for name, src := range map[string]string{
		"paragraphs":      wrapped + "\n\n" + wrapped,
		"hanging":         strings.ReplaceAll(wrapped, "\n", "\n   ") + "\n" + strings.ReplaceAll(wrapped, "\n", "\n\t"),
		"wrapped numbers": "[1] " + wrapped + "\n[2] " + wrapped,
	} {
		got := raws(t, src)
		if len(got) != 2 || got[0] != wrapped || got[1] != wrapped {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// How each layout is split, by number of entries or by their texts.
func TestTextCut(t *testing.T) {
	long := "Smith, A., Jones, B., and Lee, C. A title that goes on over the end of the line and\nfurther. Journal of " +
		"Long Names 12, 345-367, 2001."
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"titles", "Attention is all you need\nBERT\nDeep residual learning for image recognition\nAdam: a method",
			[]string{"Attention is all you need", "BERT", "Deep residual learning for image recognition", "Adam: a method"}},
		{"identifiers", "10.1000/xyz\nhttps://arxiv.org/abs/1706.03762\narXiv:1810.04805\n",
			[]string{"10.1000/xyz", "https://arxiv.org/abs/1706.03762", "arXiv:1810.04805"}},
		{"a document", "A Title\n\nThis is what we do in 2001 [1].\nIt is done.\n\nReferences\n\n[1] " + long + "\n[2] " +
			long + "\n\nAppendix A\n\nMore text of 2002.", []string{long, long}},
		{"first lines indented", "   " + long + "\n   " + long, []string{long, long}},
		{"numbers before a year",
			"1. Smith, A. A title, that ends in a year of the past, which is\n1998. The rest.\n2. Jones, B. T. J. X, 2001.",
			[]string{"Smith, A. A title, that ends in a year of the past, which is\n1998. The rest.",
				"Jones, B. T. J. X, 2001."}},
		{"numbers without stops", "1 Smith, A. A title. 2001.\n2 Jones, B. Another title. 2002.\n3 Lee, C. A third. 2003.",
			[]string{"Smith, A. A title. 2001.", "Jones, B. Another title. 2002.", "Lee, C. A third. 2003."}},
		{"links", "- [A. Smith, 2001, A Title](http://a.b/c)\n- [B. Jones et al., 2002, Other](http://a.b/d_(e))",
			[]string{"[A. Smith, 2001, A Title](http://a.b/c)", "[B. Jones et al., 2002, Other](http://a.b/d_(e))"}},
		{"links in a report",
			"# Report\n\nIt was shown [A. Smith, 2001, A Title](http://a.b/c) that this holds; later also [B. Jones et al., " +
				"2002, Other, with comma](http://a.b/d).\nAgain [A. Smith, 2001, A Title](http://a.b/c) says so.\n",
			[]string{"[A. Smith, 2001, A Title](http://a.b/c)", "[B. Jones et al., 2002, Other, with comma](http://a.b/d)"}},
		{"one", long, []string{long}},
		{"one line", "Smith, A. A title. 2001.", []string{"Smith, A. A title. 2001."}},
	} {
		got := raws(t, c.in)
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// Texts crafted to be rescanned repeatedly still take bounded time.
func TestTextHostile(t *testing.T) {
	for _, unit := range []string{"](", "[a, 2001, b](http://", "[a, 2001, bcde](http://x) ", "1. ", "1.\n", "[1]\n",
		"- a\n", "a\n", " a\nb\n", "\n\n", "# a\n", "References\n", "A, 2001,", "A. B. 2001.\n\n"} {
		for _, before := range []string{"", "It is said in a sentence here [A. B, 2001, Title of it](http://a.b/c).\n"} {
			src := before + strings.Repeat(unit, 1<<16/len(unit))
			testenv.Linear(t, fmt.Sprintf("%q, %q repeated for 64 kB", before, unit), func() {
				if _, err := Read("x", []byte(src), Options{Format: "text"}); err != nil && !errors.Is(err, ErrNoReferences) {
					t.Errorf("%q: %v", unit, err)
				}
			})
		}
	}
}

func TestJSONLines(t *testing.T) {
	src := `{"id":"a","fields":{"title":"T","authors":["A B"],"year":2001,"unknown":[1]},"label":"x"}
{"id":7,"raw":"A. Smith. A title of some length. Journal of Things 1, 2001."}

{"id":"broken",
{"id":"none"}
{"id":"a","fields":{"title":"U","year":"2002"}}
`
	doc, err := Read("x.jsonl", []byte(src), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if doc.Format != "jsonl" || len(doc.References) != 3 {
		t.Fatalf("%s, %d references, %v", doc.Format, len(doc.References), doc.Problems)
	}
	r := doc.References
	if r[0].ID != "a" || r[0].Claimed.Issued.Year != 2001 || r[1].ID != "7" || r[1].Place.Line != 2 || r[2].ID != "a#2" {
		t.Errorf("got %+v", r)
	}
	rules := map[string]int{}
	for _, p := range doc.Problems {
		rules[p.Rule]++
	}
	if rules["unreadable-entry"] != 2 || rules["duplicate-key"] != 1 {
		t.Errorf("problems %v", doc.Problems)
	}
}

func TestLooseFields(t *testing.T) {
	src := `{"id":1,"fields":{"title":["T"],"authors":"Smith, A. and Jones, B.","year":2001.0,"volume":5,"pages":null,"doi":{"x":1},"issue":"2"}}
{"id":2,"fields":{"title":"U","authors":[{"family":"Smith","given":"Ann"},{"name":"Bo Lee"},"C. Li",7,null],"volume":true}}
{"id":3,"fields":{"title":"V","authors":"A. Smith, B. Jones"}}`
	doc, err := Read("x.jsonl", []byte(src), Options{})
	if err != nil || len(doc.References) != 3 {
		t.Fatal(err, doc.Problems)
	}
	for i, want := range []string{
		`{"title":"T","authors":["A. Smith","B. Jones"],"year":"2001","volume":"5","issue":"2"}`,
		`{"title":"U","authors":["Ann Smith","Bo Lee","C. Li","7"]}`,
		`{"title":"V","authors":["A. Smith","B. Jones"]}`,
	} {
		if got := claims(doc.References[i].Claimed); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
}

func TestCSLEnvelope(t *testing.T) {
	doc, err := Read("x.json",
		[]byte("{\"version\": 1,\n\"items\": [\n{\"id\":\"x\",\"type\":\"book\",\"title\":\"D\"}\n]}"), Options{})
	if err != nil || len(doc.References) != 1 || doc.References[0].Place.Line != 3 {
		t.Errorf("%v %+v", err, doc)
	}
}

func TestCSLJSON(t *testing.T) {
	src := `[
 {"id":"x","type":"article-journal","title":"A \"B\" C","author":[{"family":"Smith","given":"Ann"}],"issued":{"date-parts":[[2001,2]]},"container-title":"J"},
 {"id":"y","type":"book","title":"D"}
]`
	doc, err := Read("x.json", []byte(src), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if doc.Format != "csl-json" || len(doc.References) != 2 || doc.References[0].Claimed.Issued.Year != 2001 ||
		doc.References[1].Place.Line != 3 {
		t.Errorf("%s %+v", doc.Format, doc.References)
	}
}

func TestEncodings(t *testing.T) {
	line := "M\xfcller, A. Ein Titel. 2001."
	doc, err := Read("x", []byte(line), Options{})
	if err != nil || doc.References[0].Raw != "Müller, A. Ein Titel. 2001." || len(doc.Problems) != 1 ||
		doc.Problems[0].Rule != "encoding" {
		t.Errorf("Latin-1: %+v %v", doc, err)
	}
	mixed := "M\xc3\xbcller, S\xc3\xb8ren, Jos\xe9. A title. 2001."
	if doc, err = Read("x", []byte(mixed), Options{}); err != nil ||
		doc.References[0].Raw != "Müller, Søren, José. A title. 2001." || len(doc.Problems) != 1 {
		t.Errorf("mixed: %+v %v", doc, err)
	}
	utf16 := "\xff\xfe"
	for _, c := range []byte("Smith, A. A title. 2001.") {
		utf16 += string(c) + "\x00"
	}
	if doc, err = Read("x", []byte(utf16), Options{}); err != nil || doc.References[0].Raw != "Smith, A. A title. 2001." {
		t.Errorf("UTF-16: %+v %v", doc, err)
	}
	if doc, err = Read("x", []byte("\xef\xbb\xbfSmith, A. A title. 2001."), Options{}); err != nil ||
		doc.References[0].Raw[0] != 'S' || len(doc.Problems) != 0 {
		t.Errorf("BOM: %+v %v", doc, err)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"[1] A. Smith. T. 2001.\n[2] B.", `{"id":1,"raw":"x"}` +
			"\n{", `[{"id":"x","type":"book"},{]`, "TY  - JOUR\nTI  - T\nER  - \n",
		"\xff\xfea\x00", "References\n\n a\n b", "@article{a, title={T}}",
		"\\begin{thebibliography}{1}\\bibitem[A(1)]{a} A. B.\\newblock Title of it.\\newblock In C, " +
			"2001.\\end{thebibliography}\\cite[x]{a,b}",
		"\\entry{k}{book}{}{}\\name{author}{1}{}{{{}{family={A}}}}\\field{title}{T}\\verb{doi}\\verb " +
			"10.1000/x\\endverb\\endentry",
		"@string{j={J}}@article{a, author={{X} and Y, Z and others}, journal=j, year=2001, eprint={1706.03762}, " +
			"url={\\url{http://x/}}, crossref={b}}@book{b, title={B}, isbn={0-262-03384-4}}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		doc, err := Read("x", src, Options{})
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, r := range doc.References {
			if r.ID == "" || seen[r.ID] {
				t.Fatalf("id %q is empty or repeated", r.ID)
			}
			seen[r.ID] = true
		}
	})
}
