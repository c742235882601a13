package formats_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// record is a work that has every field, with characters that formats escape.
var record = biblio.Record{LocalID: "r", Work: biblio.Work{
	Type: biblio.PaperConference, Title: `Of "Quotes", \ & BERT: Größe 😀`,
	Contributors: []biblio.Contributor{{Family: "Gödel", Given: "Kurt"}, {Family: "García Márquez", Given: "G."},
		{Literal: "The X Team"}},
	Container: biblio.Container{Title: "Proc. of 100% #1", Short: "P. #1"}, Issued: biblio.Date{Year: 2001,
		Month: 2}, Volume: "1", Issue: "2", Pages: "3-4", Publisher: `A "B"`, Place: "C_d",
	IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1000/a_b"}, {Scheme: ident.ArXiv, Value: "1706.03762"},
		{Scheme: ident.PMID, Value: "7"}},
}}

// everything is a set of options under which as much changes as can.
func everything(t testing.TB) []formats.Options {
	all, err := fix.ParseFields([]string{"title", "authors", "venue", "year", "doi", "url", "volume", "issue", "pages",
		"publisher", "location", "isbn", "arxiv", "pmid"})
	if err != nil {
		t.Fatal(err)
	}
	return []formats.Options{{}, {Options: fix.Options{Add: all}},
		{Options: fix.Options{Prefer: fix.Published}, Style: "apa"}}
}

// hold forces corrections on a file: it keeps the number of its references and their ids.
func hold(t testing.TB, name, format string, src []byte) {
	t.Helper()
	doc, err := extract.Read(name, src, extract.Options{Format: format})
	if err != nil {
		return
	}
	var nothing, all []audit.Finding
	for _, ref := range doc.References {
		nothing = append(nothing, audit.Finding{Reference: ref, Verdict: judge.Verdict{Best: -1}})
		all = append(all, fixtest.Forced(ref, record))
	}
	for _, opt := range everything(t) {
		out, err := formats.Fix(format, src, nothing, opt)
		if err != nil || !bytes.Equal(out.Bytes, src) || out.Diff(name) != "" {
			t.Fatalf("%s: nothing to change, and it changes: %v", name, err)
		}
		out, err = formats.Fix(format, src, all, opt)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_ = out.Diff(name)
		if format == "text" {
			continue // entries of lists are recognised by their looks
		}
		now, err := extract.Read(name, out.Bytes, extract.Options{Format: format})
		if err != nil || len(now.References) != len(doc.References) {
			t.Fatalf("%s: %d references become %d (%v)\n%s", name, len(doc.References), len(now.References), err, out.Diff(name))
		}
		for i := range now.References {
			if now.References[i].ID != doc.References[i].ID {
				t.Errorf("%s: %q becomes %q", name, doc.References[i].ID, now.References[i].ID)
			}
		}
	}
}

// Every file of the collection stays byte for byte if nothing is wrong, and keeps its references if everything
// is.
func TestSharedFilesStay(t *testing.T) {
	files := map[string]int{}
	testenv.EachShared(t, func(path string, src []byte) {
		format := map[string]string{".ris": "ris", ".json": "csl-json", ".txt": "text",
			".md": "text"}[strings.ToLower(filepath.Ext(path))]
		if format != "" {
			files[format]++
			hold(t, path, format, src)
		}
	}, "bibfiles")
	t.Logf("%v", files)
}

func FuzzRIS(f *testing.F) {
	for _, s := range []string{
		"TY  - JOUR\nAU  - A, B\nTI  - X\n Y\nJO  - J\nJA  - J.\nPY  - 2000/01//\nVL  - 1\nSP  - 1-2\nDO  - 10.1/x\nER  - ",
		"\ufeffTY  - CONF\r\nA1  - A B\r\nA1  - C D\r\nT1  - X\r\nEP  - 2\r\nUR  - http://x.y\r\nER  - \r\n\r\nTY  - " +
			"BOOK\r\nBT  - Y\r\n", "TY - GEN\rTI - Z\rER -",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { hold(t, "f.ris", "ris", src) })
}

func FuzzCSL(f *testing.F) {
	for _, s := range []string{
		`[{"id":1,"type":"book","title":"T","author":[{"family":"A","given":"B","ORCID":"x"},{"literal":"C"},"D E"],"issued":{"date-parts":[[2000,"1"]]},"DOI":"10.1\/x","volume":3}]`,
		"{\"items\":[\n  {\n    \"title\" : [\"T\"],\n    \"author\" : [],\n    \"issued\" : \"2000-01-02\"\n  }\n]}",
		"{\"id\":\"a\",\"title\":\"\\u00fc\"}\n{\"id\":\"b\",\"title\":\"x\",\"container-title\":\"J\",\"container-title-short\":\"J.\"}\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { hold(t, "f.json", "csl-json", src) })
}

func FuzzText(f *testing.F) {
	for _, s := range []string{
		"References\n\n[1] A. Bee and C. Dee, “Of things,” J. Things, vol. 1, no. 2,\n    pp. 3–4, 2000, doi: " +
			"10.1000/x.\n[2] Eff, G. (2001). Title of it. Journal, 3(4), 5–6.\n",
		"see [Bee et al., 2001, A Title of Things](https://arxiv.org/abs/1706.03762) and\r\n[Bee et al., 2001, A Title of " +
			"Things](https://arxiv.org/abs/1706.03762).\r\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { hold(t, "f.txt", "text", src) })
}
