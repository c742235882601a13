package role

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// matter is what comparing roles are shown: a citation, a record, and the rules' comparison.
type matter struct {
	Text       string       `json:"citation_text,omitempty"`
	Citation   *biblio.Flat `json:"citation,omitempty"`
	Record     *biblio.Flat `json:"record,omitempty"`
	FoundBy    string       `json:"found_by,omitempty"`
	Similarity *int         `json:"title_similarity,omitempty"` // 0 to 100
	Compared   []compared   `json:"comparison,omitempty"`
	Words      []words      `json:"words,omitempty"`
	AtIssue    []string     `json:"at_issue"`
	First      *first       `json:"first_verifier,omitempty"`
}

// compared is one field as the rules compared it.
type compared struct {
	Field     string `json:"field"`
	Agreement string `json:"agreement"`
	Kind      string `json:"kind,omitempty"`
	Citation  string `json:"citation"`
	Record    string `json:"record"`
}

// words is one field without the order of its words.
type words struct {
	Field    string   `json:"field"`
	Both     []string `json:"both"`
	Citation []string `json:"citation_only"`
	Record   []string `json:"record_only"`
}

// first is the verifier's answer, for its reviewer.
type first struct {
	Label     string  `json:"label"`
	Score     float64 `json:"score"`
	Reasoning string  `json:"reasoning"`
}

// compare prepares the three readings of a finding and one of its candidates.
func compare(f *audit.Finding, candidate int) readings {
	c := &f.Evidence.Candidates[candidate]
	full := matter{Text: plain(f.Reference.Raw, mostValue), FoundBy: string(c.Hit.How), AtIssue: []string{}}
	similarity := int(c.Comparison.TitleSimilarity)
	full.Similarity = &similarity
	citation, record := flat(f.Reference.Claimed.Flat(), same), flat(c.Hit.Record.Flat(), same)
	full.Citation, full.Record = &citation, &record
	stripped := full
	stripped.Text = withoutOrders(f.Reference.Raw)
	citation, record = flat(f.Reference.Claimed.Flat(), withoutOrders), flat(c.Hit.Record.Flat(), withoutOrders)
	stripped.Citation, stripped.Record = &citation, &record
	bare := matter{AtIssue: []string{}}
	for _, field := range c.Comparison.Fields {
		if field.Agreement <= match.Unclaimed {
			continue
		}
		row := compared{string(field.Field), field.Agreement.String(), field.Kind, plain(field.Claimed, mostValue),
			plain(field.Recorded, mostValue)}
		full.Compared = append(full.Compared, row)
		row.Citation, row.Record = withoutOrders(field.Claimed), withoutOrders(field.Recorded)
		stripped.Compared = append(stripped.Compared, row)
		bare.Words = append(bare.Words, bag(field))
		if field.Agreement >= match.Variant {
			full.AtIssue = append(full.AtIssue, string(field.Field))
		}
	}
	stripped.AtIssue, bare.AtIssue = full.AtIssue, full.AtIssue
	texts := texts(f.Reference.Claimed.Flat(), c.Hit.Record.Flat())
	return readings{full, stripped, bare, append(texts, f.Reference.Raw)}
}

func same(s string) string { return plain(s, mostValue) }

// flat applies f to every text of a work.
func flat(w biblio.Flat, f func(string) string) biblio.Flat {
	for _, s := range []*string{&w.Title, &w.Venue, &w.DOI, &w.ArXivID, &w.PMID, &w.ISBN, &w.URL, &w.Volume, &w.Issue,
		&w.Pages, &w.Publisher, &w.Location} {
		*s = f(*s)
	}
	for _, list := range []*[]string{&w.Authors, &w.Editors} {
		var kept []string
		for _, name := range *list {
			if name = f(name); name != "" && len(kept) < mostNames {
				kept = append(kept, name)
			}
		}
		*list = kept
	}
	return w
}

// mostNames is the maximum number of names shown of one list.
const mostNames = 100

func texts(works ...biblio.Flat) []string {
	var list []string
	for _, w := range works {
		flat(w, func(s string) string {
			if s != "" {
				list = append(list, s)
			}
			return s
		})
	}
	return list
}

var identifiers = []biblio.Field{biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN,
	biblio.FieldURL}

// bag returns the words of a field without their order, so that no sentence is left.
func bag(f match.FieldComparison) words {
	claimed, recorded := wordsOf(f.Claimed), wordsOf(f.Recorded)
	if slices.Contains(identifiers, f.Field) { // one word each: taken apart it says nothing
		claimed, recorded = strings.Fields(strings.Join(claimed, "")), strings.Fields(strings.Join(recorded, ""))
	}
	out := words{Field: string(f.Field)}
	for _, w := range claimed {
		if slices.Contains(recorded, w) {
			out.Both = append(out.Both, w)
		} else {
			out.Citation = append(out.Citation, w)
		}
	}
	for _, w := range recorded {
		if !slices.Contains(claimed, w) {
			out.Record = append(out.Record, w)
		}
	}
	key := strings.Join(claimed, " ") + "\n" + strings.Join(recorded, " ")
	out.Both, out.Citation, out.Record = scattered(out.Both, key), scattered(out.Citation, key), scattered(out.Record, key)
	return out
}

// row is one row under "comparisons" of an answer.
type row struct {
	Field    string `json:"field"`
	Citation string `json:"citation"`
	Record   string `json:"record"`
	Same     bool   `json:"same"`
	Note     string `json:"note"`
}

// rowsOf returns the schema of such rows: at most one for each of the given fields.
func rowsOf(fields ...string) string {
	names := fields
	if len(names) == 0 { // an enumeration needs a word
		names = []string{string(biblio.FieldTitle)}
	}
	return listOf(len(fields), objectOf("field", choiceOf(names...), "citation", textOf(mostValue),
		"record", textOf(mostValue), "note", textOf(mostNote), "same", boolean))
}

// The maximum lengths, in characters, of a note on one field and of the reasoning of an answer.
const (
	mostNote      = 300
	mostReasoning = 1000
)

// confidences is the schema of an answer's confidence.
var confidences = choiceOf("low", "medium", "high")

// citedRows turns rows into evidence for the judge. ok is false if a row quotes what was not compared.
func citedRows(rows []row, c *match.Candidate) (cited []judge.Cited, ok bool) {
	for _, r := range rows {
		f := c.Comparison.Of(biblio.Field(r.Field))
		if r.Citation == "" && r.Record == "" {
			continue
		}
		if r.Citation != "" && !within(f.Claimed, r.Citation) || r.Record != "" && !within(f.Recorded, r.Record) {
			return nil, false
		}
		if r.Same && r.Citation != "" && r.Record != "" {
			cited = append(cited, judge.Cited{Field: f.Field, Claimed: r.Citation, Recorded: r.Record})
		}
	}
	return cited, true
}

// foremost returns the candidate that a verifier is shown: the one judged against, otherwise one that an
// identifier led to, otherwise one with a similar title; -1 for none.
func foremost(f *audit.Finding) int {
	if f.Verdict.Best >= 0 && f.Verdict.Best < len(f.Evidence.Candidates) {
		return f.Verdict.Best
	}
	for i, c := range f.Evidence.Candidates {
		if c.Suspicious {
			return i
		}
	}
	if len(f.Evidence.Candidates) > 0 && f.Evidence.Candidates[0].Comparison.TitleSimilarity >= titleAlike {
		return 0
	}
	return -1
}

// CiteCheck's thresholds of title similarity: a candidate is accepted from the first on, and the reviewer is
// called below the second.
const (
	titleAlike  = 55
	titleStrong = 50
)

func page(c *match.Candidate) bool {
	return c.Hit.How == answer.ByURL || c.Hit.How == answer.ByWebSearch || c.Origin.Kind == biblio.ConfirmOnly &&
		c.Hit.How != answer.ByMemory
}
