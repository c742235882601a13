package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// A lead next to an accusation adds nothing to the gravity.
func TestLeadsHaveNoGravity(t *testing.T) {
	year := Reason{Rule: "year-differs", Field: biblio.FieldYear, Kind: "off-by-one", Status: Refuted, Strength: Certain}
	title := Reason{Rule: "title-differs", Field: biblio.FieldTitle, Status: Refuted, Strength: Lead}
	v := Verdict{Outcome: Discrepant, Codes: []Code{H4, H1}, Reasons: []Reason{year, title}}
	if v.GravityOf(title) != NoGravity || v.GravityOf(year) != Slip || v.gravity() != Slip {
		t.Errorf("%v, %v, %v", v.GravityOf(title), v.GravityOf(year), v.gravity())
	}
	elsewhere := Verdict{Outcome: Discrepant, Best: -1, Reasons: []Reason{{Rule: "identifier-of-other-work",
		Field: biblio.FieldDOI, Strength: Certain}}}
	if got := elsewhere.gravity(); got != Fabricated {
		t.Errorf("a title that leads nowhere and an identifier that leads elsewhere: %v", got)
	}
	if elsewhere.Best = 0; elsewhere.gravity() == Fabricated {
		t.Error("the title leads to a work")
	}
	for strength, want := range map[Strength]Gravity{Certain: Fabricated, Likely: Substantive} {
		absent := Verdict{Outcome: NotFound, Strength: strength}
		if got := absent.gravity(); got != want {
			t.Errorf("not found, %v: %v", strength, got)
		}
	}
	v.Reasons[1].Strength = Likely
	if v.gravity() != Substantive {
		t.Errorf("likely: %v", v.gravity())
	}
}

// The gravity of one edit of a claim.
func TestGravity(t *testing.T) {
	for name, c := range map[string]struct {
		edit flatEdit
		want Gravity
	}{
		"nothing": {func(*biblio.Flat) {}, NoGravity},
		"initials": {func(f *biblio.Flat) { f.Authors = []string{"A. Walker", "K. Johnson", "C. Sagan"} },
			NoGravity},
		"a nickname":       {func(f *biblio.Flat) { f.Authors[1] = "Kate Johnson" }, NoGravity},
		"pages":            {func(f *biblio.Flat) { f.Pages = "301-315" }, Peripheral},
		"publisher":        {func(f *biblio.Flat) { f.Publisher = "Elsevier" }, Peripheral},
		"volume and issue": {func(f *biblio.Flat) { f.Volume, f.Issue = "87", "4" }, Peripheral},
		"a letter of the title": {func(f *biblio.Flat) {
			f.Title = "Mapping the Migratoin of Arctic Terns with Light Sensors"
		}, Slip},
		"a letter of a name":       {func(f *biblio.Flat) { f.Authors[1] = "Katherine Johnsen" }, Slip},
		"the order":                {func(f *biblio.Flat) { f.Authors[0], f.Authors[2] = f.Authors[2], f.Authors[0] }, Slip},
		"the year after":           {func(f *biblio.Flat) { f.Year = "2016" }, Slip},
		"the year after and pages": {func(f *biblio.Flat) { f.Year, f.Pages = "2016", "1-9" }, Slip},
		"a malformed identifier":   {func(f *biblio.Flat) { f.DOI = "doi pending 12" }, Slip},
		"years":                    {func(f *biblio.Flat) { f.Year = "2011" }, Substantive},
		"a word of the title": {func(f *biblio.Flat) {
			f.Title = "Mapping the Nesting of Arctic Terns with Light Sensors"
		}, Substantive},
		"an author added":    {func(f *biblio.Flat) { f.Authors = append(f.Authors, "Maria Lopez") }, Substantive},
		"an author left out": {func(f *biblio.Flat) { f.Authors = f.Authors[:2] }, Substantive},
		"an author replaced": {func(f *biblio.Flat) { f.Authors[1] = "Maria Lopez" }, Substantive},
		"a container":        {func(f *biblio.Flat) { f.Venue = "Journal of Avian Biology" }, Substantive},
		"nobody in common": {func(f *biblio.Flat) { f.Authors, f.DOI = []string{"Maria Lopez", "Ivan Petrov"}, "" },
			Substantive},
		"nobody of the DOI's work": {func(f *biblio.Flat) { f.Authors = []string{"Maria Lopez", "Ivan Petrov"} }, Fabricated},
		"an invented work": {func(f *biblio.Flat) {
			*f = biblio.Flat{Title: "Nobody Has This Title at All", Year: "2019"}
		}, Fabricated},
	} {
		v := verdict(with(published, c.edit), found(strong, answer.World, published))
		if v.Gravity != c.want {
			t.Errorf("%s: %v, want %v (%v %v)", name, v.Gravity, c.want, v.Outcome, v.Codes)
		}
	}
	if v := verdict(with(published, func(f *biblio.Flat) { f.Year = "2011" }), found(strong, answer.Covered, published),
		failed(second)); v.Gravity != Substantive {
		t.Errorf("what a failed source could have cleared weighs %v", v.Gravity)
	}
}

// Every gravity has a word that parses back, and they are in ascending order.
func TestGravityWords(t *testing.T) {
	for i, g := range Gravities {
		if got, ok := ParseGravity(g.String()); !ok || got != g || int(g) != i {
			t.Errorf("%v is read as %v", g, got)
		}
	}
	if _, ok := ParseGravity("heavy"); ok {
		t.Error("heavy is a gravity")
	}
}

// Reasons that accuse no one have no gravity.
func TestGravityOfReasons(t *testing.T) {
	for rule, want := range map[string]Gravity{
		"year-agrees": NoGravity, "year-variant": NoGravity, "contested": NoGravity, "year-unrecorded": NoGravity,
		"identifier-unconfirmed": NoGravity,
		"core-unrecorded":        NoGravity, "year-differs": Substantive, "versions-mixed": Substantive,
	} {
		if got := GravityOf(Reason{Rule: rule, Status: StatusOf(rule), Field: biblio.FieldYear}); got != want {
			t.Errorf("%s: %v, want %v", rule, got, want)
		}
	}
	kind := Reason{Rule: "year-differs", Status: StatusOf("year-differs"), Field: biblio.FieldType}
	if got := GravityOf(kind); got != NoGravity {
		t.Errorf("a kind of work that differs: %v", got)
	}
}
