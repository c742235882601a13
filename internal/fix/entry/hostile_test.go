package entry_test

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Whatever a record says, it results in one entry with its key and only the fields of the work.
func FuzzEntry(f *testing.F) {
	f.Add("x}, author = {Evil", "Doe}", "J\nER  - \nTY  - BOOK", "1}--2", "http://x.y/}{")
	f.Add(`\`, `"`, "{", "%", "\x1b[31m")
	f.Add("A {B C", "a@b", "@article{k,", "#", "\\url{")
	f.Fuzz(func(t *testing.T, title, name, container, pages, url string) {
		w := biblio.Work{
			Type: biblio.ArticleJournal, Title: title, Contributors: []biblio.Contributor{{Family: name, Given: title},
				{Literal: name}}, Container: biblio.Container{Title: container},
			Pages: pages, URL: url, Publisher: name, Issued: biblio.Date{Year: 2001},
		}
		w.AddID(ident.ID{Scheme: ident.DOI, Value: "10.1000/" + url})
		text := entry.BibTeX(&w, "k")
		file := bibtex.Parse([]byte(text))
		entries := 0
		for i := range file.Items {
			if it := &file.Items[i]; it.Kind == bibtex.Entry {
				entries++
				if file.Key(it) != "k" || !it.Closed || len(it.Fields) > 12 {
					t.Fatalf("entry %q:\n%s", file.Key(it), text)
				}
			}
		}
		if entries != 1 || len(file.Problems) > 0 && file.Problems[0].Rule != "escaped-brace" {
			t.Fatalf("%d entries, %v:\n%s", entries, file.Problems, text)
		}
		ris := entry.RIS(&w, "k")
		if n := strings.Count(ris, "TY  - "); !strings.Contains(title+name+container+pages+url, "TY") && n != 1 {
			t.Fatalf("%d entries:\n%s", n, ris)
		}
		for _, l := range wire.RISLines(ris) {
			if l.Tag == "ER" && l.End != len(ris) {
				t.Fatalf("an entry ends early:\n%q", ris)
			}
		}
	})
}
