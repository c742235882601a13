package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Values that claims and records are made of: few, so that they coincide.
var (
	someTitles = []string{
		published.Title, "Mapping the Nesting of Arctic Terns with Light Sensors",
		"Mapping the Migration of Arctic Turns with Light Sensors",
		published.Title + ": A Survey", "Slow Light in Cold Gases of Rubidium", "Deep Learning", "",
	}
	someAuthors = [][]string{
		published.Authors, {"A. Walker", "K. Johnson", "C. Sagan"}, {"Carl Sagan", "Alice Walker", "Katherine Johnson"},
		{"Alice Walker", "et al."},
		{"Alice Walker", "Kate Johnson", "Carl Sagan"}, {"Alice Walker", "Mary Shelley", "Jane Goodall"},
		{"Maria Lopez", "Ivan Petrov"}, {"Alice Walker"}, nil,
	}
	someVenues = []string{published.Venue, "J. Field Ornithol.", "Journal of Avian Biology", "arXiv", "NeurIPS",
		"Annals of Nothing at All", ""}
	someYears    = []biblio.Year{"2015", "2014", "2011", "1965", "2034", ""}
	someDOIs     = []string{published.DOI, preprint.DOI, "10.1000/ol.9", "10.99999/none.1234567", "pending", ""}
	someArXiv    = []string{"", "", preprint.ArXivID, "1501.00001"}
	someVolumes  = []string{"86", "87", ""}
	somePages    = []string{"201-215", "pp. 201–15", "301-315", ""}
	somePlaces   = []string{"", "", "Oslo"}
	someHouses   = []string{"Wiley", "Elsevier", ""}
	someTypes    = []string{"article-journal", "paper-conference", "book", "webpage", ""}
	someAddress  = []string{"", "", "https://example.org/terns", "https://doi.org/10.1000/ol.9"}
	someStatuses = []biblio.Status{biblio.StatusNormal, biblio.StatusNormal, biblio.StatusNormal, biblio.StatusRejected,
		biblio.StatusRetracted}
)

func drawFlat(t *rapid.T) biblio.Flat {
	return biblio.Flat{
		Title: rapid.SampledFrom(someTitles).Draw(t, "title"), Authors: rapid.SampledFrom(someAuthors).Draw(t, "authors"),
		Venue: rapid.SampledFrom(someVenues).Draw(t, "venue"), Year: rapid.SampledFrom(someYears).Draw(t, "year"),
		DOI: rapid.SampledFrom(someDOIs).Draw(t, "doi"), ArXivID: rapid.SampledFrom(someArXiv).Draw(t, "arxiv"),
		Volume: rapid.SampledFrom(someVolumes).Draw(t, "volume"), Pages: rapid.SampledFrom(somePages).Draw(t, "pages"),
		Location: rapid.SampledFrom(somePlaces).Draw(t, "place"), Publisher: rapid.SampledFrom(someHouses).Draw(t,
			"publisher"),
		Type: rapid.SampledFrom(someTypes).Draw(t, "type"), URL: rapid.SampledFrom(someAddress).Draw(t, "url"),
	}
}

// drawLookup draws the result of asking one source: records similar to the claim and not, by title or by identifier,
// a failure, or silence that may mean something.
func drawLookup(t *rapid.T, info answer.Info, claim biblio.Flat) answer.Lookup {
	if rapid.IntRange(0, 7).Draw(t, "fails") == 0 {
		return failed(info)
	}
	var records []biblio.Flat
	for range rapid.IntRange(0, 3).Draw(t, "records") {
		r := drawFlat(t)
		if rapid.Bool().Draw(t, "near") { // one field of the claim is changed
			near := claim
			switch rapid.IntRange(0, 5).Draw(t, "changed") {
			case 0:
				near.Title = r.Title
			case 1:
				near.Authors = r.Authors
			case 2:
				near.Venue = r.Venue
			case 3:
				near.Year = r.Year
			case 4:
				near.Pages, near.Publisher = r.Pages, r.Publisher
			}
			r = near
		}
		records = append(records, r)
	}
	l := found(info, answer.Extent(rapid.IntRange(0, 3).Draw(t, "extent")), records...)
	for i := range l.Answer.Hits {
		h := &l.Answer.Hits[i]
		h.Record.Status = rapid.SampledFrom(someStatuses).Draw(t, "status")
		if doi := h.Record.ID(ident.DOI); !doi.IsZero() && rapid.Bool().Draw(t, "by identifier") {
			h.How, h.ID = answer.ByIdentifier, doi
		}
	}
	ref := claim.Work()
	if doi := ref.ID(ident.DOI); !doi.IsZero() && rapid.IntRange(0, 3).Draw(t, "denied") == 0 {
		l.Answer.NoSuchID = []ident.ID{doi}
	}
	return l
}

func drawEvidence(t *rapid.T) (biblio.Reference, []answer.Lookup) {
	claim := drawFlat(t)
	registry := strong
	registry.Name, registry.Registry = "registry-of-identifiers", true
	var lookups []answer.Lookup
	for _, info := range []answer.Info{strong, second, weak, weak2, web, registry} {
		if rapid.Bool().Draw(t, "asked") {
			lookups = append(lookups, drawLookup(t, info, claim))
		}
	}
	return biblio.Reference{ID: "r", Claimed: claim.Work()}, lookups
}

func decided(ref biblio.Reference, lookups []answer.Lookup) Verdict {
	return Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups), Today: biblio.Date{Year: 2026}})
}

// contradictions returns where numbers, gravity, class or a scheme contradict the outcome.
func contradictions(v Verdict) []string {
	var list []string
	must := func(holds bool, what string) {
		if !holds {
			list = append(list, what)
		}
	}
	severity, binary, conference, editor := SeverityOf(v), Binary(v), Conference2026.Label(v), StrictEditor.Label(v)
	switch v.Outcome {
	case Verified, Exempt:
		must(v.Genuine > 0.5 && v.Score >= TauExact, "numbers")
		must(v.Gravity == NoGravity, "gravity")
		must(Class(v) != Hallucinated && TaxonomyClass(v) != Hallucinated, "class")
		must(severity == Exact && binary == Valid && conference == "fine" &&
			(editor == "pass" || editor == "query"), "schemes")
		must(Strict(v) != "fake", "strict")
	case Inconclusive, Ambiguous:
		must(v.Genuine >= 0.5 && v.Score == undecidedScore && v.Strength <= Note, "numbers")
		must(v.Gravity == NoGravity, "gravity")
		must(Class(v) == Potential && TaxonomyClass(v) == Potential, "class")
		must(severity == Undecided && binary == Uncertain && conference == "unverified" && editor == "query" &&
			Strict(v) == "unknown", "schemes")
		must(!strings.ContainsAny(FieldLetters(v), "FS"), "letters")
	case Doubtful:
		must(v.Score == undecidedScore && v.Strength == Lead, "numbers")
		must(v.Gravity == NoGravity, "gravity")
		must(Class(v) == Potential && TaxonomyClass(v) == Potential, "class")
		must(severity == Undecided && binary == Uncertain && Strict(v) != "fake" && conference != "error" &&
			conference != "fabrication", "schemes")
	case Discrepant:
		must(v.Genuine < 1-ShippedWeights().Cuts.Lead && v.Score < TauExact && v.Strength >= Likely, "numbers")
		must(v.Gravity > NoGravity, "gravity")
		must((Class(v) == Hallucinated) == (v.Gravity != Peripheral) && TaxonomyClass(v) == Hallucinated, "class")
		must((severity == Minor || severity == Major && v.Gravity >= Substantive) &&
			(binary == Valid) == (v.Gravity == Peripheral), "schemes")
		must((conference == "error" || conference == "fabrication" && v.Gravity >= Substantive) &&
			editor == "correct", "policies")
		must((v.Gravity == Peripheral) == !slices.ContainsFunc(v.Codes, func(c Code) bool { return c != H6 }),
			"gravity and codes")
	case NotFound:
		must(v.Genuine < 0.5 && v.Score < TauMinor && v.Strength >= Likely, "numbers")
		must(v.Gravity == Fabricated == (v.Strength == Certain), "gravity")
		must(Class(v) == Hallucinated && TaxonomyClass(v) == Hallucinated, "class")
		must(severity == Major && binary == Fake && conference == "fabrication" && editor == "reject" &&
			Strict(v) == "fake", "schemes")
	}
	must((v.Kind != "") == (binary == Fake), "kind")
	return list
}

// Numbers, gravity, class and schemes never contradict the outcome.
func TestNothingContradictsTheOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref, lookups := drawEvidence(t)
		v := decided(ref, lookups)
		if wrong := contradictions(v); wrong != nil {
			t.Fatalf("%v: %v %v %v p %.4f score %.2f %s %s", wrong, v.Outcome, v.Codes, v.Gravity, v.Genuine, v.Score,
				Binary(v), FieldLetters(v))
		}
	})
}

// A work is not found only if every source that could have it answered.
func TestNotFoundNeedsEveryAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref, lookups := drawEvidence(t)
		v := decided(ref, lookups)
		if failed := coverage(&ref, lookups).failed; v.Outcome == NotFound && len(failed) > 0 {
			t.Fatalf("not found, and %v did not answer", failed)
		}
	})
}

// The evidence used to test the properties leads to every kind of verdict that they are about.
func TestDrawnEvidenceVaries(t *testing.T) {
	drawn := rapid.Custom(func(t *rapid.T) string {
		ref, lookups := drawEvidence(t)
		v := decided(ref, lookups)
		return v.Outcome.String() + " " + v.Gravity.String()
	})
	seen := map[string]int{}
	for seed := range 200 {
		seen[drawn.Example(seed)]++
	}
	for _, s := range []string{"verified none", "inconclusive none", "doubtful none", "not-found fabricated",
		"discrepant substantive"} {
		if seen[s] == 0 {
			t.Errorf("no evidence was drawn that is %s: %v", s, seen)
		}
	}
}

// Equal evidence yields equal verdicts, in whatever order sources and hits arrive.
func TestEqualEvidenceEqualVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref, lookups := drawEvidence(t)
		want := decided(ref, lookups)
		if diff := cmp.Diff(want, decided(ref, lookups)); diff != "" {
			t.Fatal(diff)
		}
		for i := range lookups {
			lookups[i].Answer.Hits = rapid.Permutation(lookups[i].Answer.Hits).Draw(t, "hits")
		}
		got := decided(ref, lookups)
		type said struct {
			Outcome             Outcome
			Codes, Fields       string
			Gravity             Gravity
			Score, P, Strangers float64
			Kind                string
			Unknown             bool
		}
		of := func(v Verdict) said {
			return said{v.Outcome, codes(v), fields(v), v.Gravity, v.Score, v.Genuine, v.Strangers, v.Kind, v.ContainerUnknown}
		}
		if diff := cmp.Diff(of(want), of(got)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Advice moves nothing out of the range of the outcome that it leaves.
func TestAdviceKeepsToTheOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref, lookups := drawEvidence(t)
		ev := Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)}
		v := Decide(&ref, ev)
		a := Advice{
			Role: "verifier", Label: rapid.SampledFrom([]string{Exact, Minor, Major, LabelMatch}).Draw(t,
				"label"), Record: rapid.IntRange(-1, len(ev.Candidates)-1).Draw(t, "record"),
			Scored: rapid.Bool().Draw(t, "scored"), Score: rapid.Float64Range(0, 10).Draw(t,
				"score"), Confirmed: rapid.Bool().Draw(t, "confirmed"),
		}
		if a.Record >= 0 {
			for _, f := range []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue} {
				c := ev.Candidates[a.Record].Comparison.Of(f)
				a.Cited = append(a.Cited, Cited{f, c.Claimed, c.Recorded})
			}
		}
		got, effects := Advised(&ref, ev, v, []Advice{a})
		if wrong := contradictions(got); wrong != nil {
			t.Fatalf("%v after %v: %v %v %v p %.4f score %.2f", wrong, effects, got.Outcome, got.Codes, got.Gravity,
				got.Genuine, got.Score)
		}
	})
}
