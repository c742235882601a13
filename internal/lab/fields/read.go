package fields

import (
	"fmt"
	"os"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Truth is what is known of one entry.
type Truth struct {
	ID       string
	Cluster  string
	Groups   map[string]string // "mutation", "split", "tier", …: for grouping tables
	Versions []biblio.Work
}

// groupKeys are the keys of a gold line by which tables can be grouped.
var groupKeys = []string{"mutation", "code", "set", "label", "kind", "split", "tier", "domain", "model", "condition"}

// ReadTruth reads gold lines with the original work and its versions. With an index, additional versions in it
// count too.
func ReadTruth(path string, ix *index.Index) ([]Truth, error) {
	var list []Truth
	err := result.EachObject(path, func(o result.Object) error {
		t := Truth{ID: o.Text("id", "bibtex_key"), Cluster: o.Text("paper_id", "id"), Groups: map[string]string{}}
		for _, k := range groupKeys {
			t.Groups[k] = o.Text(k)
		}
		works := append([]result.Object{o.Child("original")}, o.Children("versions")...)
		for _, w := range works {
			if w != nil {
				f := Flat(w)
				t.Versions = append(t.Versions, f.Work())
			}
		}
		if t.ID == "" || len(t.Versions) == 0 {
			return fmt.Errorf("no truth: a line needs an id and the original work")
		}
		if ix != nil {
			t.Versions = append(t.Versions, Versions(ix, &t.Versions[0])...)
		}
		list = append(list, t)
		return nil
	})
	return list, err
}

// Flat reads the flat form of a work.
func Flat(o result.Object) biblio.Flat {
	return biblio.Flat{
		Type: o.Text("type"), Title: o.Text("title"), Authors: o.List("authors"), Venue: o.Text("venue"),
		Year: biblio.Year(o.Text("year")), DOI: o.Text("doi"),
		ArXivID: o.Text("arxiv_id", "arxiv"), URL: o.Text("url"), Volume: o.Text("volume"), Issue: o.Text("issue", "number"),
		Pages:     o.Text("pages"),
		Publisher: o.Text("publisher"), Location: o.Text("location"),
	}
}

// ReadBib reads the entries of a .bib file by key. Unreadable entries are missing.
func ReadBib(path string) (map[string]Claim, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseBib(data)
}

// ParseBib parses the entries of a .bib file by key.
func ParseBib(data []byte) (map[string]Claim, error) {
	doc, err := extract.Read("entries.bib", data, extract.Options{Format: "bibtex"})
	if err != nil {
		return nil, err
	}
	f := bibtex.Parse(data)
	out := make(map[string]Claim, len(doc.References))
	for _, r := range doc.References {
		c := Claim{Work: r.Claimed}
		if it := f.EntryByKey(r.Key); it != nil {
			c.Kind = strings.ToLower(f.TypeName(it))
		}
		if _, twice := out[r.Key]; !twice {
			out[r.Key] = c
		}
	}
	return out, nil
}
