package cite

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// Kind is the kind of a query.
type Kind uint8

// The kinds.
const (
	Title Kind = iota
	Identifier
	Printed // a whole reference, with or without an identifier in it
)

// Query is a text that refers to a work.
type Query struct {
	Text string
	Kind Kind
	Ref  biblio.Reference // what it claims about the work
}

// maxQuery is the maximum length of a query in bytes.
const maxQuery = 5000

// Parse parses a query: an identifier or an address by itself; a reference, if it names people and a year or
// contains an identifier; otherwise a title.
func Parse(text string) Query {
	text = strings.Join(strings.Fields(text[:min(len(text), maxQuery)]), " ")
	q := Query{Text: text, Ref: biblio.Reference{ID: text, Raw: text}}
	if id, ok := identifier(text); ok {
		q.Kind = Identifier
		q.Ref.Claimed.AddID(id)
		return q
	}
	parsed := refstring.Parse(text).Work
	for _, f := range ident.Find(text) {
		if f.ID.Scheme == ident.URL {
			continue
		}
		if rest := strings.TrimSpace(text[:f.Start] + text[f.End:]); strings.Count(rest, " ") < 3 {
			q.Kind = Identifier // "see doi:10.1000/x"
			q.Ref.Claimed.AddID(f.ID)
			return q
		}
		q.Kind, q.Ref.Claimed = Printed, parsed
		q.Ref.Claimed.AddID(f.ID)
		return q
	}
	if parsed.Title != "" && len(parsed.Authors()) > 0 && parsed.Issued.Year != 0 {
		q.Kind, q.Ref.Claimed = Printed, parsed
		return q
	}
	q.Ref.Claimed.Title, q.Ref.Raw = strings.Trim(text, `"“”`), ""
	return q
}

// identifier parses a whole query as an identifier. Digits alone are an ISBN if their check digit is right, and
// a PMID if there are at least six.
func identifier(text string) (ident.ID, bool) {
	if id, ok := ident.Parse(text); ok && (strings.Count(text, " ") < 2 || id.Scheme == ident.ISBN) {
		return id, true
	}
	digits := 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r != '-' && r != ' ' && r != 'X' && r != 'x':
			return ident.ID{}, false
		}
	}
	if id, ok := ident.ParseISBN(text); ok && digits >= 9 {
		return id, true
	}
	if digits == len(text) && digits >= 6 {
		return ident.ParsePMID(text)
	}
	return ident.ID{}, false
}

// Found is a record of a corpus with its similarity to the query.
type Found struct {
	Score   float64     `json:"score"`
	Source  string      `json:"source"`
	LocalID string      `json:"local_id,omitempty"`
	Fields  biblio.Flat `json:"fields"`
}

// Find looks up a query in corpora as an identifier, then as a title, then as words of works, of which it lists
// up to limit, then as a similar title or a whole reference.
func Find(ix *index.Index, query string, limit int) ([]Found, error) {
	var hits []index.Hit
	var err error
	if id, ok := ident.Parse(query); ok {
		hits, err = ix.ByID(id)
	} else if hits, err = ix.ByTitle(query); err == nil && len(hits) == 0 {
		works, failed := ByWords(ix, query, limit)
		if failed != nil {
			return nil, failed
		}
		for _, w := range works {
			hits = append(hits, index.Hit{N: w.N, Score: min(1, w.Score/mostScore)})
		}
		if len(hits) == 0 {
			hits, err = ix.Similar(&biblio.Work{Title: query}, limit)
		}
		if err == nil && len(hits) == 0 {
			hits, err = ix.ByRaw(query, limit)
		}
	}
	if err != nil {
		return nil, err
	}
	var found []Found
	for _, h := range hits {
		r, err := ix.Record(h.N)
		if err != nil {
			return nil, err
		}
		found = append(found, Found{h.Score, r.Source, r.LocalID, r.Flat()})
	}
	return found, nil
}
