package judge

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestClass(t *testing.T) {
	for _, c := range []struct {
		v    Verdict
		want string
	}{
		{Verdict{Outcome: Verified, Codes: []Code{R1}}, Real}, {Verdict{Outcome: Verified, Codes: []Code{R4}},
			Real}, {Verdict{Outcome: Verified, Codes: []Code{P1}}, Potential},
		{Verdict{Outcome: Verified, Codes: []Code{P3}}, Potential}, {Verdict{Outcome: Discrepant, Codes: []Code{H1}},
			Hallucinated}, {Verdict{Outcome: NotFound}, Hallucinated},
		{Verdict{Outcome: Discrepant, Codes: []Code{H6}, Gravity: Peripheral}, Potential}, {Verdict{Outcome: Ambiguous},
			Potential}, {Verdict{Outcome: Inconclusive}, Potential}, {Verdict{Outcome: Exempt}, Potential},
		{Verdict{Outcome: Doubtful, Codes: []Code{H2}, Strength: Lead}, Potential},
	} {
		if got := Class(c.v); got != c.want || ClassUnder(Codes)(c.v) != c.want {
			t.Errorf("%v %v: %s, want %s", c.v.Outcome, c.v.Codes, got, c.want)
		}
		if got := ClassUnder(Taxonomy)(c.v); got != c.want && c.v.Gravity != Peripheral {
			t.Errorf("%v %v by the taxonomy: %s, want %s", c.v.Outcome, c.v.Codes, got, c.want)
		}
	}
	trifle := Verdict{Outcome: Discrepant, Codes: []Code{H6}, Gravity: Peripheral}
	if got := ClassUnder(Taxonomy)(trifle); got != Hallucinated {
		t.Errorf("a peripheral difference by the taxonomy: %s", got)
	}
	order := []Outcome{Verified, Inconclusive, Ambiguous, Doubtful, Discrepant, NotFound}
	for i, o := range order[1:] {
		if o.Severity() <= order[i].Severity() {
			t.Errorf("%v is not more severe than %v", o, order[i])
		}
	}
	if Exempt.Severity() != Verified.Severity() {
		t.Error("exempt is not as good as verified")
	}
}

func TestSeverity(t *testing.T) {
	for score, want := range map[float64]string{10: Exact, 7.25: Exact, 7.24: Minor, 1.25: Minor, 1.24: Major, 0: Major} {
		if got := Severity(score, 1.25, 7.25); got != want {
			t.Errorf("%v: %s, want %s", score, got, want)
		}
	}
}

// Outcome and codes go together.
func TestCodesFollowTheOutcome(t *testing.T) {
	allowed := map[Outcome]string{Doubtful: "H1 H2 H3 H4 H5 U", Verified: "R1 R2 R3 R4 P1 P3",
		Discrepant: "H1 H2 H3 H4 H5 H6", NotFound: "H0", Ambiguous: "U", Inconclusive: "U", Exempt: "P2"}
	for _, v := range everyVerdict() {
		if len(v.Codes) == 0 {
			t.Errorf("%v has no code", v.Outcome)
		}
		for _, c := range v.Codes {
			if !strings.Contains(allowed[v.Outcome], string(c)) {
				t.Errorf("%v has the code %s", v.Outcome, c)
			}
		}
	}
}

func everyVerdict() []Verdict {
	edit := func(f func(*biblio.Flat)) Verdict {
		return verdict(with(published, f), found(strong, answer.Covered, published))
	}
	return []Verdict{
		edit(func(f *biblio.Flat) {}), edit(func(f *biblio.Flat) {
			f.Title = "Mapping the Nesting of Arctic Terns with Light Sensors"
		}),
		edit(func(f *biblio.Flat) { f.Authors[1] = "Kate Johnson" }), edit(func(f *biblio.Flat) { f.Location = "Oslo" }),
		edit(func(f *biblio.Flat) { f.Venue = "Journal of Avian Biology" }), edit(func(f *biblio.Flat) {
			f.Authors[0], f.Authors[1] = f.Authors[1], f.Authors[0]
		}),
		verdict(published, found(strong, answer.Covered)), verdict(published, found(strong, answer.Uncovered)),
		verdict(published, failed(strong)),
		verdict(biblio.Flat{Type: "webpage", Title: "A page", URL: "https://example.org"}, found(strong, answer.Covered)),
	}
}

// Every scheme labels every verdict.
func TestSchemes(t *testing.T) {
	for _, name := range Schemes() {
		label, err := Labeller(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range everyVerdict() {
			if label(v) == "" {
				t.Errorf("%s gives no label for %v %v", name, v.Outcome, v.Codes)
			}
		}
	}
	if _, err := Labeller("nonsense"); err == nil {
		t.Error("an unknown scheme has a labeller")
	}
}

func TestStrict(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(*biblio.Flat)
		want string
	}{
		{"nothing", func(f *biblio.Flat) {}, "real"},
		{"another order", func(f *biblio.Flat) { f.Authors[0], f.Authors[1] = f.Authors[1], f.Authors[0] }, "real"},
		{"another year", func(f *biblio.Flat) { f.Year = "2010" }, "real"},
		{"an invented author", func(f *biblio.Flat) { f.Authors = append(f.Authors, "Maria Lopez") }, "fake"},
		{"a word of the title", func(f *biblio.Flat) { f.Title = "Mapping the Nesting of Arctic Terns with Light Sensors" },
			"fake"},
		{"another journal", func(f *biblio.Flat) { f.Venue = "Journal of Avian Biology" }, "fake"},
		{"a conference for a journal", func(f *biblio.Flat) { f.Venue = "NeurIPS" }, "real"},
	} {
		if got := Strict(verdict(with(published, c.edit), found(strong, answer.Covered, published))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if got := Strict(Verdict{Outcome: Doubtful, Strength: Lead,
		Reasons: []Reason{{Rule: "title-differs", Field: biblio.FieldTitle, Strength: Lead}}}); got != "real" {
		t.Errorf("doubtful: %s", got)
	}
	if got := Strict(verdict(lost, nobody()...)); got != "fake" {
		t.Errorf("not found: %s", got)
	}
}

func TestBinary(t *testing.T) {
	for _, c := range []struct {
		v    Verdict
		want string
	}{
		{Verdict{Outcome: Verified}, Valid}, {Verdict{Outcome: Exempt},
			Valid}, {Verdict{Outcome: NotFound, Gravity: Fabricated}, Fake},
		{Verdict{Outcome: Discrepant, Gravity: Slip}, Fake}, {Verdict{Outcome: Discrepant, Gravity: Peripheral}, Valid},
		{Verdict{Outcome: Inconclusive}, Uncertain}, {Verdict{Outcome: Ambiguous},
			Uncertain}, {Verdict{Outcome: Doubtful, Strength: Lead}, Uncertain},
	} {
		if got := Binary(c.v); got != c.want {
			t.Errorf("%v %v: %s, want %s", c.v.Outcome, c.v.Gravity, got, c.want)
		}
	}
}

func TestFieldLetters(t *testing.T) {
	v := verdict(with(published, func(f *biblio.Flat) { f.Year, f.DOI = "2010", "" }),
		found(strong, answer.Covered, published))
	if got, want := FieldLetters(v), "XCCCSCCCX"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	v.Outcome = Doubtful
	if got, want := FieldLetters(v), "XCCCXCCCX"; got != want {
		t.Errorf("a doubtful year: %s, want %s", got, want)
	}
	if got := FieldLetters(Verdict{Outcome: Discrepant, Best: -1}); strings.Trim(got, "X") != "" {
		t.Errorf("a wrong identifier of nothing found: %s", got)
	}
	if got := FieldLetters(Verdict{Outcome: NotFound}); strings.Trim(got, "X") != "" {
		t.Errorf("not found beside a record: %s", got)
	}
	if got := FieldLetters(verdict(lost, nobody()...)); strings.Trim(got, "F") != "" {
		t.Errorf("not found: %s", got)
	}
}

func TestPolicies(t *testing.T) {
	wrongYear := Verdict{Outcome: Discrepant, Codes: []Code{H4}}
	wrongTitle := Verdict{Outcome: Discrepant, Codes: []Code{H1}}
	for _, c := range []struct {
		p    Policy
		v    Verdict
		want string
	}{
		{Conference2026, wrongTitle, "error"}, {Conference2026, wrongYear, "error"},
		{Conference2026, Verdict{Outcome: NotFound, Codes: []Code{H0}}, "fabrication"},
		{Conference2026, Verdict{Outcome: Verified, Codes: []Code{R2}}, "fine"},
		{Conference2026, Verdict{Outcome: Inconclusive, Codes: []Code{U}}, "unverified"},
		{Conference2026, Verdict{Outcome: Discrepant, Codes: []Code{H2}, Strangers: 0.5}, "error"},
		{Conference2026, Verdict{Outcome: Discrepant, Codes: []Code{H2}, Strangers: 0.6}, "fabrication"},
		{Conference2026, Verdict{Outcome: Discrepant, Codes: []Code{H3}}, "error"},
		{Conference2026, Verdict{Outcome: Discrepant, Codes: []Code{H3}, ContainerUnknown: true}, "fabrication"},
		{Conference2026, Verdict{Outcome: Discrepant, Codes: []Code{H2}, Strangers: 0.6, Strength: Certain}, "fabrication"},
		{Conference2026, Verdict{Outcome: Discrepant, Codes: []Code{H2}, Strangers: 0.6, Strength: Likely}, "error"},
		{Conference2026, Verdict{Outcome: Discrepant, Codes: []Code{H3}, ContainerUnknown: true, Strength: Likely}, "error"},
		{Conference2026, Verdict{Outcome: NotFound, Codes: []Code{H0}, Strength: Likely}, "error"},
		{Conference2026, Verdict{Outcome: Doubtful, Codes: []Code{H2}, Strangers: 0.6, Strength: Lead}, "fine"},
		{Conference2026, Verdict{Outcome: Doubtful, Codes: []Code{U}, Strength: Lead}, "unverified"},
		{StrictEditor, Verdict{Outcome: Doubtful, Codes: []Code{H2}, Strength: Lead}, "query"},
		{StrictEditor, wrongYear, "correct"}, {StrictEditor, Verdict{Outcome: Verified, Codes: []Code{P1}}, "query"},
	} {
		if got := c.p.Label(c.v); got != c.want {
			t.Errorf("%s %v %v: %s, want %s", c.p.Name, c.v.Outcome, c.v.Codes, got, c.want)
		}
	}
	p, err := ParsePolicy(
		[]byte(`{"name":"mine","default":"ok","rules":[{"codes":["H4"],"label":"late"},{"gravities":["peripheral"],"label":"trifle"}]}`))
	if err != nil || p.Label(wrongYear) != "late" || p.Label(wrongTitle) != "ok" ||
		p.Label(Verdict{Outcome: Discrepant, Gravity: Peripheral}) != "trifle" {
		t.Errorf("%+v %v", p, err)
	}
	p, err = ParsePolicy(
		[]byte(`{"name":"sure","default":"ok","rules":[{"strengths":["lead","likely"],"label":"look"},{"strengths":["certain"],"label":"wrong"}]}`))
	// an accusation without strength is certain
	for strength, want := range map[Strength]string{Likely: "look", Certain: "wrong", NoStrength: "wrong"} {
		if got := p.Label(Verdict{Outcome: Discrepant, Strength: strength}); err != nil || got != want {
			t.Errorf("discrepant and %v: %s, want %s (%v)", strength, got, want, err)
		}
	}
	if got := p.Label(Verdict{Outcome: Verified}); got != "ok" {
		t.Errorf("verified: %s", got)
	}
	p, err = ParsePolicy(
		[]byte(`{"name":"kinds","default":"ok","rules":[{"kinds":["fabricated"],"min_wrong":2,"label":"invented"},{"kinds":["fabricated"],"label":"people"}]}`))
	invented := Verdict{Outcome: Discrepant, Fields: []biblio.Field{biblio.FieldAuthors},
		Reasons: []Reason{{Status: Confirmed, Kind: "other-title"}, {Status: Refuted, Kind: "fabricated"}}}
	agreeing := invented
	agreeing.Reasons = []Reason{{Status: Confirmed, Kind: "fabricated"}, {Rule: "authors-differs", Kind: "added"}}
	both := invented
	both.Fields = append(both.Fields, biblio.FieldYear)
	if err != nil || p.Label(invented) != "people" || p.Label(both) != "invented" || p.Label(agreeing) != "ok" {
		t.Errorf("%+v %v: %s %s %s", p, err, p.Label(invented), p.Label(both), p.Label(agreeing))
	}
	for _, bad := range []string{
		`{`, `{"name":"x"}`, `{"default":"ok","rules":[{}]}`, `{"default":"ok","rules":[{"label":"a","outcomes":["gone"]}]}`,
		`{"default":"ok","rules":[{"label":"a","gravities":["heavy"]}]}`,
		`{"default":"ok","rules":[{"label":"a","strengths":["sure"]}]}`,
		`{"default":"ok","rules":[{"label":"a","strangers_above":1}]}`,
	} {
		if _, err := ParsePolicy([]byte(bad)); err == nil {
			t.Errorf("%s is taken for a policy", bad)
		}
	}
}

// What chairs call fabrication, from claims and records.
func TestConference2026(t *testing.T) {
	for name, c := range map[string]struct {
		edit flatEdit
		want string
	}{
		"exact":                 {func(*biblio.Flat) {}, "fine"},
		"an author added":       {func(f *biblio.Flat) { f.Authors = append(f.Authors, "Maria Lopez") }, "error"},
		"one of three replaced": {func(f *biblio.Flat) { f.Authors[1] = "Maria Lopez" }, "error"},
		"two of three replaced": {func(f *biblio.Flat) { f.Authors[1], f.Authors[2] = "Maria Lopez", "Ivan Petrov" },
			"fabrication"},
		"nobody in common": {func(f *biblio.Flat) { f.Authors = []string{"Maria Lopez", "Ivan Petrov"} },
			"fabrication"},
		"a shorter list": {func(f *biblio.Flat) { f.Authors = f.Authors[:1] }, "error"},
		"another order": {func(f *biblio.Flat) { f.Authors[0], f.Authors[2] = f.Authors[2], f.Authors[0] },
			"error"},
		"a misspelt name":   {func(f *biblio.Flat) { f.Authors[1] = "Katherine Johnsen" }, "error"},
		"another container": {func(f *biblio.Flat) { f.Venue = "NeurIPS" }, "error"},
		"a container that nobody knows": {func(f *biblio.Flat) { f.Venue = "Transactions on Feathered Telemetry" },
			"fabrication"},
		"a word of the title": {func(f *biblio.Flat) { f.Title = "Mapping the Nesting of Arctic Terns with Light Sensors" },
			"error"},
		"a year": {func(f *biblio.Flat) { f.Year = "2011" }, "error"},
		"pages":  {func(f *biblio.Flat) { f.Pages = "301-315" }, "error"},
		"an invented work": {func(f *biblio.Flat) {
			*f = biblio.Flat{Title: "Nobody Has This Title at All", Authors: []string{"Maria Lopez"}, Year: "2019"}
		}, "fabrication"},
	} {
		if got := Conference2026.Label(verdict(with(published, c.edit),
			found(strong, answer.World, published))); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	unknown := with(published, func(f *biblio.Flat) { f.Venue = "Transactions on Feathered Telemetry" })
	if got := Conference2026.Label(verdict(unknown, found(strong, answer.Uncovered, published))); got != "error" &&
		got != "unverified" {
		t.Errorf("a container that no covering source was asked for: %s", got)
	}
}

func FuzzParsePolicy(f *testing.F) {
	f.Add([]byte(`{"name":"mine","default":"ok","rules":[{"codes":["H4"],"label":"late"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := ParsePolicy(data); err == nil {
			p.Label(Verdict{Outcome: NotFound, Codes: []Code{H0}})
		}
	})
}
