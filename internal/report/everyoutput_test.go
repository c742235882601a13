package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/row"
)

// headlines are findings with the headline that every output shows for them.
var headlines = []struct {
	headline string
	r        Reason
}{
	{"Wrong author: Jeremy Devlin → Jacob Devlin", Reason{Claimed: "Jeremy Devlin; K. Lee",
		Recorded: "Jacob Devlin; Kenton Lee", Pen: "choose", Doubt: "given-name",
		Why:   "the same family names with another given name",
		Names: []row.NameDifference{{Cited: "Jeremy Devlin", Recorded: "Jacob Devlin", Kind: match.KindGiven}}}},
	{"Extra author: Karl Zimmer; the order differs", Reason{Claimed: "Stephan Guennemann; Karl Zimmer; Johannes Gasteiger",
		Recorded: "Johannes Gasteiger; Stephan Günnemann", Moved: true, Pen: "offer",
		Names: []row.NameDifference{{Cited: "Karl Zimmer", Kind: match.NameExtra}}}},
	{"Author order differs from the record", Reason{Claimed: "Bo Wu; Ann Lee", Recorded: "Ann Lee; Bo Wu", Moved: true}},
	{"Given and family name exchanged: Papert Seymour → Seymour Papert", Reason{
		Claimed: "Marvin Minsky; Papert Seymour", Recorded: "Marvin Minsky; Seymour Papert",
		Names: []row.NameDifference{{Cited: "Papert Seymour", Recorded: "Seymour Papert", Kind: match.KindExchanged}}}},
	{"Authors differ from the record", Reason{Claimed: "Ann Lee; Bo Wu", Recorded: "Ann Lee; Cy Fox"}}, // an older row
	{"Year: 2003 → 2001", Reason{Field: "year", Claimed: "2003", Recorded: "2001", Pen: "write"}},
	{"Wrong DOI: 10.1000/1 belongs to “Random Forests”", Reason{Field: "doi", Rule: "identifier-of-other-work",
		Claimed: "10.1000/1", Recorded: "Random Forests"}},
	{"DOI 2027.42/99993 is a handle, not a DOI", Reason{Field: "doi", Rule: "identifier-malformed",
		Claimed: "2027.42/99993", Message: "is a handle, not a DOI"}},
}

// tellings returns the findings of headlines.
func tellings() (list []Finding) {
	for i, c := range headlines {
		r := c.r
		if r.Field == "" {
			r.Field = "authors"
		}
		if r.Rule == "" {
			r.Rule = r.Field + "-differs"
		}
		r.Status, r.Gravity, r.Strength, r.Sources = "refuted", "substantive", "certain", []string{"dblp"}
		r.Record = &Quoted{Source: "dblp", Link: "https://dblp.org/1"}
		key := fmt.Sprintf("key%d", i)
		list = append(list, Finding{row.Finding{Kind: row.KindFinding, ID: key, Key: key, Outcome: "discrepant",
			Gravity: "substantive", Strength: "certain", Codes: []string{"H2"}, Place: Place{File: "refs.bib", Line: 3},
			Claimed: row.Work{Title: "On " + key}, Reasons: []Reason{r}, Record: &Record{Source: "dblp",
				Link: "https://dblp.org/1", Fields: row.Work{Title: "Recorded " + key, Year: "2001"}}}})
	}
	return list
}

var elements = regexp.MustCompile(`<[^>]*>`)

// TestEveryOutput: a reference has the same headline in every output, which names the same people.
func TestEveryOutput(t *testing.T) {
	rows := tellings()
	outputs := map[string]string{}
	for _, format := range Formats() {
		if format != "json" && format != "jsonl" && format != "claims" {
			outputs[format] = reported(t, format, Options{}, rows)
		}
	}
	outputs["details"] = reported(t, "text", Options{Details: true}, rows)
	for i := range rows {
		var b bytes.Buffer
		if err := Article(&b, &rows[i], "", true, false); err != nil {
			t.Fatal(err)
		}
		note, _ := rows[i].Note()
		outputs["page"] += b.String()
		outputs["notes in a PDF"] += note
		for _, v := range rows[i].Views() {
			outputs["editor"] += v.Line()
			outputs["agent"] += v.Sentence() + "\n"
		}
	}
	for name, out := range outputs {
		out = html.UnescapeString(elements.ReplaceAllString(strings.ReplaceAll(out, `\"`, `"`), ""))
		out = strings.Join(strings.Fields(strings.ReplaceAll(out, `\`, "")), " ")
		for i, c := range headlines {
			if !strings.Contains(out, c.headline) {
				t.Errorf("%s does not say %q:\n%s", name, c.headline, out)
			}
			for _, agrees := range []string{"Lee", "Guennemann", "Minsky"} {
				for _, accused := range []string{"Extra author: ", "Missing author: ", "Wrong author: "} {
					if strings.Contains(out, accused+agrees) || strings.Contains(out, accused+"K. "+agrees) {
						t.Errorf("%s accuses %s, row %d", name, agrees, i)
					}
				}
			}
		}
	}
	const choose = "if the record is right, run fix --take record key0"
	const given = "the same family names with another given name"
	for name, wants := range map[string][]string{
		"text": {choose, "    not corrected: " + given}, "markdown": {choose, given},
		"sarif": {`"why":"` + given}, "junit": {"fix corrects it", given}, "page": {given}, "details": {given},
		"notes in a PDF": {
			"not corrected: " + given + "\nrecord of dblp: Recorded key0. 2001\n" + choose + ": https://dblp.org/1"},
		"letter": {"   - record of dblp: Recorded key0. 2001\n   - compare it: https://dblp.org/1\n"}} {
		for _, want := range wants {
			if !strings.Contains(outputs[name], want) {
				t.Errorf("%s does not say %q:\n%s", name, want, outputs[name])
			}
		}
	}
	if !json.Valid([]byte(outputs["sarif"])) || xml.Unmarshal([]byte(outputs["junit"]), new(struct{})) != nil {
		t.Error("an output is broken")
	}
}

// TestTodo: what to do depends on what fix can do, and on whether there is a record to compare with.
func TestTodo(t *testing.T) {
	record := &Record{Link: "https://dblp.org/1"}
	for _, c := range []struct {
		want    string
		key     string
		outcome row.Outcome
		pen     string
		record  *Record
	}{
		{"fix corrects it: https://dblp.org/1", "a", row.Discrepant, "write", record},
		{"fix --likely corrects it: https://dblp.org/1", "a", row.Discrepant, "offer", record},
		{"if the record is right, run fix --take record a: https://dblp.org/1", "a", row.Discrepant, "choose", record},
		{"compare it: https://dblp.org/1", "", row.Discrepant, "choose", record}, // an entry that cannot be named
		{"compare it (it may be another work): https://dblp.org/1", "a", row.Discrepant, "keep", record},
		{"look for it: https://doi.org/10.1000/1", "a", row.Discrepant, "keep", nil},
		{"look for it: https://doi.org/10.1000/1", "a", row.Discrepant, "keep", &Record{Link: "ftp://x"}},
		{"look for it: https://doi.org/10.1000/1", "a", row.NotFound, "write", record},
		{"look for it: https://doi.org/10.1000/1", "a", row.Doubtful, "", nil},
		{"compare it: https://dblp.org/1", "a", row.Inconclusive, "", record},
		{"", "a", row.Inconclusive, "", nil},
		{"", "a", row.Verified, "", record},
	} {
		f := Finding{row.Finding{Key: c.key, Outcome: c.outcome, Record: c.record, Claimed: row.Work{DOI: "10.1000/1"},
			Reasons: []Reason{{Rule: "year-differs", Field: "year", Pen: c.pen}}}}
		if c.outcome == row.Discrepant {
			f.Gravity = "slip"
		}
		if got := f.Todo(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestGistWords: a gist of a finding is told in the words of reports, and what was said about a field as it is.
func TestGistWords(t *testing.T) {
	for gist, want := range map[string]string{"discrepant H4": "wrong year",
		"discrepant H1 H2": "wrong title, wrong authors", "not-found H0": "not found",
		"doubtful H4":               "check by hand: wrong year",
		"inconclusive U":            "could not be checked",
		"verified R2":               "fine",
		"Year: 2018 → 2019 (minor)": "Year: 2018 → 2019 (minor)", "\x1b[2J": "\uFFFD[2J", "": ""} {
		if got := GistWords(gist); got != want {
			t.Errorf("%q: %q, not %q", gist, got, want)
		}
	}
}
