package labeller

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Labelled is one line of a set of labelled reference strings.
type Labelled struct {
	ID       string            `json:"id"`
	Raw      string            `json:"raw"`
	Fields   map[string]string `json:"fields"`
	Segments [][2]*string      `json:"segments"` // label, or null, and text
	Set      string            `json:"set"`
}

// maxLine bounds the length of a line in a data set.
const maxLine = 4 << 20

// readLabelled reads a set of labelled strings, one JSON object per line.
func readLabelled(r io.Reader) ([]Labelled, error) {
	var list []Labelled
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	for n := 1; lines.Scan(); n++ {
		var l Labelled
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, l)
	}
	return list, lines.Err()
}

// Example is a string with a label for each of its tokens.
type Example struct {
	Raw    string
	Tokens []tagger.Token
	Labels []tagger.Label
	Weight float32
}

// newExample makes an example from a string and the label of each of its bytes.
func newExample(raw string, labels []tagger.Label, weight float32) Example {
	e := Example{Raw: raw, Weight: weight}
	e.Tokens = tagger.Tokenise(nil, raw, ident.Find(raw))
	e.Labels = make([]tagger.Label, len(e.Tokens))
	for i, t := range e.Tokens {
		e.Labels[i] = labels[t.Start]
		if t.Kind == tagger.ID {
			e.Labels[i] = tagger.Identifier
		}
	}
	return e
}

// segmentLabels maps the labels of the data sets to ours.
var segmentLabels = map[string]tagger.Label{
	"author": tagger.Author, "director": tagger.Author,
	"editor": tagger.Editor, "translator": tagger.Editor, "producer": tagger.Editor,
	"title": tagger.Title, "booktitle": tagger.Container, "journal": tagger.Container, "container-title": tagger.Container,
	"source": tagger.Container,
	"date":   tagger.Date, "volume": tagger.Volume, "issue": tagger.Issue, "pages": tagger.Pages, "page": tagger.Pages,
	"publisher": tagger.Publisher, "publishe": tagger.Publisher, "location": tagger.Place, "pubPlace": tagger.Place,
	"pubplace": tagger.Place,
	"note":     tagger.Note, "genre": tagger.Note, "medium": tagger.Note, "edition": tagger.Note, "id": tagger.Note,
	"url": tagger.Identifier, "doi": tagger.Identifier, "isbn": tagger.Identifier, "issn": tagger.Identifier,
	"arxiv": tagger.Identifier, "pmid": tagger.Identifier, "pmcid": tagger.Identifier,
	"series": tagger.Series, "collection-title": tagger.Series, "institution": tagger.Institution,
}

// Example converts a labelled line to an example in the conventions of this package; it returns false if its
// segments do not fit its string.
func (l *Labelled) Example(weight float32) (Example, bool) {
	labels := make([]tagger.Label, len(l.Raw))
	has := map[string]bool{}
	at := 0
	type run struct {
		from, to int
		label    tagger.Label
	}
	var runs []run
	for _, s := range l.Segments {
		if s[1] == nil {
			return Example{}, false
		}
		i := strings.Index(l.Raw[at:], *s[1])
		if i < 0 {
			return Example{}, false
		}
		from := at + i
		at = from + len(*s[1])
		if s[0] != nil {
			has[*s[0]] = true
			runs = append(runs, run{from, at, segmentLabels[*s[0]]})
			if *s[0] == "booktitle" || *s[0] == "title" {
				runs[len(runs)-1].label |= bookMark
			}
		}
	}
	contained := has["journal"] || has["container-title"] || has["source"] || has["booktitle"] && has["title"]
	for _, r := range runs {
		if r.label&bookMark != 0 {
			r.label &^= bookMark
			switch {
			case r.label == tagger.Container && !contained:
				r.label = tagger.Book
			case r.label == tagger.Title && !contained && !conventionOf(l.Set).BookIsContainer:
				r.label = tagger.Book
			}
		}
		for i := r.from; i < r.to; i++ {
			labels[i] = r.label
		}
	}
	e := newExample(l.Raw, labels, weight)
	for _, r := range runs {
		e.tidy(r.from, r.to, r.label&^bookMark)
	}
	return e, true
}

// titleAs returns a label, with any title label replaced.
func titleAs(l, as tagger.Label) tagger.Label {
	if l == tagger.Title || l == tagger.Book {
		return as
	}
	return l
}

// bookMark marks a run whose label depends on the other runs.
const bookMark = 0x80
