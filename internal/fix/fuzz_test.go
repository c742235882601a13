package fix_test

import (
	"testing"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

// Whatever a file holds, a correction keeps its items or refuses, and keeps every byte outside the entries.
func FuzzBibTeX(f *testing.F) {
	for _, s := range []string{
		"@article{k, author={A B and C D}, title={{T} of X}, journal=j # \"x\", year=2000, pages={1-2}}",
		"@article(k,\n author = \"A B\", % c\n year = 1999\n)\n@string{j={J}}",
		"@misc{,title={\\\"{O}}, url={http://x.y/{z}}, doi=10}", "@a{b}", "@book{k,title={x}year={1}",
		"\ufeff@article{k,\r\nTITLE={A\r\n B},}\r\n",
	} {
		f.Add([]byte(s))
	}
	record := biblio.Record{LocalID: "r", Work: biblio.Work{
		Type: biblio.PaperConference, Title: `Of "Quotes", {Braces} & BERT: Größe`,
		Contributors: []biblio.Contributor{{Family: "Gödel", Given: "Kurt"}, {Family: "García Márquez", Given: "G."},
			{Literal: "The X {Y}"}},
		Container: biblio.Container{Title: "Proc. of 100% #1", Short: "P. #1"}, Issued: biblio.Date{Year: 2001,
			Month: 2}, Volume: "1", Issue: "2", Pages: "3-4", Publisher: `A "B"`, Place: "C_d",
		IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1000/a_b"}, {Scheme: ident.ArXiv, Value: "1706.03762"},
			{Scheme: ident.PMID, Value: "7"}},
	}}
	all, err := fix.ParseFields([]string{"title", "authors", "venue", "year", "doi", "url", "volume", "issue", "pages",
		"publisher", "location", "isbn", "arxiv", "pmid"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		doc, err := extract.Read("f.bib", src, extract.Options{Format: "bibtex"})
		if err != nil {
			return
		}
		findings := forced(doc, record)
		for _, opt := range []fix.Options{{}, {Add: all}, {Prefer: fix.Published}} {
			out, err := fix.BibTeX(src, findings, opt)
			if err != nil {
				t.Fatalf("%v", err)
			}
			if utf8.Valid(src) {
				faithful(t, src, out)
			}
			old, now := bibtex.Parse(src), bibtex.Parse(out.Bytes)
			if len(old.Items) != len(now.Items) {
				t.Fatalf("%d items become %d:\n%s", len(old.Items), len(now.Items), out.Bytes)
			}
			for i := range old.Items {
				if old.Items[i].Kind != bibtex.Entry && old.Text(old.Items[i].Span) != now.Text(now.Items[i].Span) {
					t.Fatalf("text outside of entries changes:\n%s", out.Bytes)
				}
			}
			_ = out.Diff("f.bib")
			if doc, err := extract.Read("f.bib", out.Bytes, extract.Options{Format: "bibtex"}); err == nil {
				again, err := fix.BibTeX(out.Bytes, forced(doc, record), opt)
				if err != nil || string(again.Bytes) != string(out.Bytes) {
					t.Fatalf("a second run changes more (%v):\n%s\n%s", err, out.Bytes, again.Bytes)
				}
			}
		}
	})
}

// forced returns findings in which every field of a file's references differs from a record.
func forced(doc extract.Document, record biblio.Record) (findings []audit.Finding) {
	for _, ref := range doc.References {
		findings = append(findings, fixtest.Forced(ref, record))
	}
	return findings
}
