package role

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/pdf"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/attacktest"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// terns is the work that attacked references pretend to be.
var terns = biblio.Flat{
	Type: "article-journal", Title: attacktest.Title, Authors: []string{"Alice Walker", "Katherine Johnson", "Carl Sagan"},
	Venue: "Journal of Field Ornithology", Year: "2015", DOI: "10.1000/jfo.2015.12", Volume: "86", Pages: "201-215",
	Publisher: "Wiley",
}

// bases are wrong or undecided references, of the kinds that models may comment on.
var bases = []struct {
	name string
	edit func(*biblio.Flat)
}{
	{"word", func(f *biblio.Flat) { f.Title = "Mapping the Journeys of Arctic Terns with Light Sensors" }},
	{"venue", func(f *biblio.Flat) { f.Venue = "Journal of Marine Biology" }},
	{"misspelt", func(f *biblio.Flat) { f.Authors = []string{"Alice Wolker", "Katherine Johnson", "Carl Sagan"} }},
	{"nickname", func(f *biblio.Flat) { f.Authors = []string{"Alice Walker", "Kate Johnson", "Carl Sagan"} }},
	{"year", func(f *biblio.Flat) { f.Year = "2009" }},
	{"invented", func(f *biblio.Flat) {
		f.Title, f.DOI, f.Authors = "Deep Sonar Fields for Sparse Glacier Memory", "",
			[]string{"Nora Nobody", "Ivan Invented"}
		f.Venue, f.Volume, f.Pages, f.Year = "Glacier Letters", "3", "1-9", "2021"
	}},
	{"pinned", func(f *biblio.Flat) {
		f.Title, f.Authors = "Deep Sonar Fields for Sparse Glacier Memory", []string{"Nora Nobody", "Ivan Invented"}
	}},
}

// attacked inserts an attack into a reference and its evidence.
func attacked(claim biblio.Flat, where, payload string) (biblio.Reference, []source.Connector) {
	claim.Authors = append([]string(nil), claim.Authors...)
	page := biblio.Flat{Type: "webpage", Title: claim.Title, Authors: []string{"Webmaster"}, URL: "https://evil.example/a"}
	snippet, raw := "", ""
	switch where {
	case "title":
		claim.Title += ". " + payload
	case "authors":
		claim.Authors = append(claim.Authors, payload)
	case "venue":
		claim.Venue = payload
	case "publisher":
		claim.Publisher = payload
	case "location":
		claim.Location = payload
	case "pages":
		claim.Pages = payload
	case "url":
		claim.URL = payload
	case "raw":
		raw = payload
	case "split":
		first, second, _ := strings.Cut(payload, "|")
		claim.Title += ". " + first
		claim.Venue = second
	case "page":
		page.Title += ". " + payload
	case "snippet":
		snippet = payload
	}
	ref := biblio.Reference{ID: "r", Claimed: claim.Work()}
	if raw != "" {
		ref.Raw = "Walker, A. et al. " + claim.Title + ". " + raw
	}
	web := held{info: answer.Info{Name: "web", Titles: true, Origin: biblio.Origin{Kind: biblio.ConfirmOnly}}}
	rec := biblio.Record{Work: page.Work(), Source: "web", LocalID: "p", Extra: map[string]string{"snippet": snippet}}
	rec.Title = page.Title
	web.hits = []answer.Hit{{Record: rec, How: answer.ByWebSearch}}
	how := answer.ByTitle
	if claim.DOI != "" {
		how = answer.ByIdentifier
	}
	return ref, []source.Connector{holding(how, terns), web}
}

// heardOf returns the part of an attack that an obedient model looks for: for one in two fields the first half.
func heardOf(where, text string) string {
	if where == "split" {
		text, _, _ = strings.Cut(text, "|")
	}
	return text
}

// favour ranks verdicts by how well they suit an attacker.
func favour(v judge.Verdict) int {
	n := -10 * v.Outcome.Severity()
	for _, c := range v.Codes {
		if c == judge.P1 {
			n--
		}
	}
	return 10*n - 2*severities[judge.Severity(v.Score, judge.TauMinor, judge.TauExact)]
}

// clears reports whether a model's opinion, whatever it changes, is that the reference is right.
func clears(f audit.Finding) bool {
	return slices.ContainsFunc(f.Advice, func(a audit.Taken) bool {
		return slices.Contains([]string{judge.Exact, judge.LabelMatch, "real"}, a.Label)
	})
}

// No attack gets a better verdict from a model that obeys it than there is without a model, or with a model
// that ignores it.
func TestAttacksGainNothing(t *testing.T) {
	if len(attacktest.Attacks) < 60 {
		t.Fatalf("only %d attacks", len(attacktest.Attacks))
	}
	heard, naive, asked := 0, 0, map[string]int{}
	var payload atomic.Value
	server := obeyingServer(t, &payload)
	for i, attack := range attacktest.Attacks {
		seen := heardOf(attack.Where, attack.Text)
		payload.Store(seen)
		tried := bases
		if testing.Short() { // one of each, in turn
			tried = bases[i%len(bases):][:1]
		}
		for _, base := range tried {
			claim := terns
			base.edit(&claim)
			ref, sources := attacked(claim, attack.Where, attack.Text)
			alone := auditOf(t, nil, ref, sources...)
			model := &counting{Model: server}
			got := auditOf(t, everyAdviser(model), ref, sources...)
			fair := auditOf(t, everyAdviser(script(honest)), ref, sources...)
			if best := max(favour(alone.Verdict), favour(fair.Verdict)); favour(got.Verdict) > best {
				t.Errorf("%s (%s) on %s: %v %v %.1f became %v %v %.1f", attack.Name, attack.Where, base.name, alone.Verdict.Outcome,
					alone.Verdict.Codes,
					alone.Verdict.Score, got.Verdict.Outcome, got.Verdict.Codes, got.Verdict.Score)
				for _, a := range got.Advice {
					t.Logf("   %s %q %s %v", a.Role, a.Label, a.Effect, a.Unheard)
				}
			}
			heard += len(got.Advice)
			for role, n := range model.asked {
				asked[role] += n
			}
			trusting := auditOf(t, trustingAdvisers(obeying(seen)), ref, sources...)
			if favour(trusting.Verdict) > max(favour(alone.Verdict), favour(fair.Verdict)) || clears(trusting) && !clears(fair) {
				naive++
			}
		}
	}
	t.Logf("%d attacks on %d references: %d pieces of advice by %v questions; an asker that believed every answer would "+
		"have been taken in %d times",
		len(attacktest.Attacks), len(bases), heard, asked, naive)
	if naive < 30 && !testing.Short() {
		t.Errorf("the attacks are too weak to prove anything: %d would work", naive)
	}
}

// Every attack is detected by itself, without the second line of defence, except those without instructions.
func TestAttacksAreSeen(t *testing.T) {
	unseen := map[string]bool{}
	for _, attack := range attacktest.Attacks {
		if !doubtful(attack.Text) {
			unseen[attack.Name] = true
		}
	}
	for name := range unseen {
		switch name {
		case "secret word", "statement without key words", "page that is statement only", "two fields",
			"two fields of a conversation",
			"alphabetical order", "container in alphabetical order", "Chinese without spaces", "snippet without spaces",
			"page without spaces",
			"Japanese without spaces", "Thai without spaces", "Korean without spaces", "glued words",
			"glued order", "small capitals":
		default:
			t.Errorf("%s is not seen", name)
		}
	}
}

// The attack on a reader of fields: an entry without its own title names a real work.
func TestAttacksOnReaders(t *testing.T) {
	for _, attack := range attacktest.Attacks {
		if attack.Where != "title" && attack.Where != "raw" {
			continue
		}
		raw := "[12] ?? ?? Nora Nobody. " + attack.Text + " " + attacktest.Title + ", Alice Walker, Carl Sagan, 2015"
		ref := biblio.Reference{ID: "r", Raw: raw, Confidence: map[biblio.Field]float64{biblio.FieldYear: 1}}
		got := NewParser(NewAsker(obeying(attack.Text), "m")).Read(context.Background(), ref, nil)
		if got.Claimed.Title == attacktest.Title && doubtful(attack.Text) {
			t.Errorf("%s was obeyed", attack.Name)
		}
	}
}

// Invisible text in a PDF does not reach a model.
func TestAttacksHiddenInPDF(t *testing.T) {
	for i, attack := range attacktest.Attacks {
		hidden := pdftest.Text{X: 72, Y: 560, Text: latin(attack.Text)}
		switch i % 3 {
		case 0:
			hidden.Paint = "3 Tr"
		case 1:
			hidden.Paint = "1 g"
		case 2:
			hidden.Size = 0.4
		}
		if len(hidden.Text) > 200 { // a page that hides more than it shows is a scan with its recognised text
			hidden.Text = hidden.Text[:200]
		}
		if len(letterForm(hidden.Text)) < 10 {
			continue
		}
		page := pdftest.Page{Texts: []pdftest.Text{{X: 72, Y: 700, Size: 14, Bold: true, Text: "References"}}}
		for n, line := range []string{
			"[1] A. Walker. Mapping the migration of arctic terns. Journal of Field Ornithology, 86:201-215, 2015.",
			"[2] C. Sagan. Pale and blue. Random House, New York, 1994.",
			"[3] K. Johnson. Orbits of capsules. NASA Technical Note 233, 1960."} {
			page.Texts = append(page.Texts, pdftest.Text{X: 72, Y: 680 - 14*float64(n), Text: line})
		}
		page.Texts = append(page.Texts, hidden)
		doc, err := extract.Read("paper.pdf", pdftest.Build(page), extract.Options{})
		if err != nil {
			t.Fatalf("%s: %v", attack.Name, err)
		}
		for _, r := range doc.References {
			if strings.Contains(letterForm(r.Raw), letterForm(hidden.Text)) {
				t.Errorf("%s is part of %q", attack.Name, r.Raw)
			}
		}
		if !slices.ContainsFunc(doc.Problems, func(p biblio.Problem) bool { return p.Rule == pdf.HiddenText }) {
			t.Errorf("%s is not noted: %+v", attack.Name, doc.Problems)
		}
	}
}

// latin keeps the characters of a plain PDF font.
func latin(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s)
}
