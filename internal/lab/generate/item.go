package generate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/lab/fields"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Tiers of works, by how likely a model is to remember them.
const (
	Popular = "popular"
	Low     = "low-citation"
	Recent  = "recent"
	Untold  = "untold" // it is unknown how often the work is cited
)

// Item is one work for which a model is asked.
type Item struct {
	ID       string        `json:"id"`
	Work     string        `json:"paper_id"`
	Tier     string        `json:"tier"`
	Domain   string        `json:"domain,omitempty"`
	Original biblio.Flat   `json:"original"`
	Versions []biblio.Flat `json:"versions,omitempty"`
}

// ReadItems reads items, or the gold of any labelled set: a line needs an id
// and the original work.
func ReadItems(path string) ([]Item, error) {
	var list []Item
	err := result.EachObject(path, func(o result.Object) error {
		it := Item{ID: o.Text("id"), Work: o.Text("paper_id", "id"), Tier: o.Text("tier"), Domain: o.Text("domain")}
		work := o.Child("original")
		if work == nil {
			work = o
		}
		it.Original = fields.Flat(work)
		for _, v := range o.Children("versions") {
			it.Versions = append(it.Versions, fields.Flat(v))
		}
		if it.ID == "" || it.Original.Title == "" {
			return fmt.Errorf("no item: a line needs an id and a title")
		}
		if it.Tier == "" {
			it.Tier = Untold
		}
		list = append(list, it)
		return nil
	})
	return list, err
}

// Bounds divide works into tiers.
type Bounds struct {
	RecentFrom int // a work of this year or later is recent
	Popular    int // cited at least this often, and not recent
	Low        int // cited at most this often, and not recent
}

// tier returns the tier of a record; the number of citations is what its source states under one of the usual
// names.
func (b Bounds) tier(r *biblio.Record) string {
	if b.RecentFrom > 0 && r.Issued.Year >= b.RecentFrom {
		return Recent
	}
	for _, key := range []string{"cited_by_count", "citationCount", "is-referenced-by-count", "citations"} {
		if n, err := strconv.Atoi(r.Extra[key]); err == nil {
			switch {
			case n >= b.Popular:
				return Popular
			case n <= b.Low:
				return Low
			}
			return ""
		}
	}
	return Untold
}

// Draw draws n works of each named tier from a corpus, fewer if the corpus has fewer.
func Draw(ix *index.Index, quota map[string]int, b Bounds, seed uint64) ([]Item, error) {
	library := corrupt.NewLibrary(ix, seed)
	var list []Item
	for _, tier := range []string{Popular, Low, Recent, Untold} {
		for range quota[tier] {
			w, ok, err := library.Draw(func(r *biblio.Record) bool { return b.tier(r) == tier })
			if err != nil {
				return nil, err
			}
			if !ok {
				break
			}
			it := Item{ID: fmt.Sprintf("%s-%04d", tier, len(list)+1), Work: w.Key, Tier: tier, Domain: w.Record.Extra["cat"],
				Original: corrupt.Claim(&w.Record)}
			for i := range w.Versions {
				it.Versions = append(it.Versions, corrupt.Claim(&w.Versions[i]))
			}
			list = append(list, it)
		}
	}
	return list, nil
}

// Description names a work as in conversation: title and authors, and nothing else that would help to look it
// up.
func (it *Item) Description() string {
	names := it.Original.Authors
	if n := len(names); n > 1 && words.IsCut(names[n-1]) {
		names = append([]string{names[0]}, "", "")
	}
	title := "“" + it.Original.Title + "”"
	switch len(names) {
	case 0:
		return title
	case 1:
		return title + " by " + names[0]
	case 2:
		return title + " by " + names[0] + " and " + names[1]
	}
	return title + " by " + names[0] + " et al."
}

// maxAnswer bounds the bytes of an answer that are examined.
const maxAnswer = 1 << 20

// Extract returns the first entry of an answer, with our key: from <bibtex> tags if there are any, else from
// the whole text. It returns "" if no entry can be read.
func Extract(text, key string) string {
	text = text[:min(len(text), maxAnswer)]
	_, rest, tagged := strings.Cut(text, "<bibtex>")
	if !tagged {
		return entry(text, key)
	}
	for tagged {
		var inside string
		inside, rest, _ = strings.Cut(rest, "</bibtex>")
		if e := entry(inside, key); e != "" {
			return e
		}
		_, rest, tagged = strings.Cut(rest, "<bibtex>") // the tags may be mentioned before they are used
	}
	return ""
}

// entry returns the first entry of a text, or "".
func entry(text, key string) string {
	f := bibtex.Parse([]byte(text))
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind != bibtex.Entry || !it.Closed || len(it.Fields) == 0 {
			continue
		}
		at := it.Key
		if at.Len() == 0 {
			return "@" + f.TypeName(it) + "{" + key + ",\n" + text[it.Fields[0].Name.Start:it.Span.End] + "\n"
		}
		return text[it.Span.Start:at.Start] + key + text[at.End:it.Span.End] + "\n"
	}
	return ""
}
