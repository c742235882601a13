package judge

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// Words may be left out of a title, a few of them and no numbers.
func TestLeavesOut(t *testing.T) {
	for _, c := range []struct {
		have, want string
		ok         bool
	}{
		{"learning graphs with noise", "learning large graphs with noise", true},
		{"learning graphs", "learning graphs ii", false},
		{"learning graphs", "learning large graphs with noise", false},
		{"learning small graphs with noise", "learning large graphs with noise", false},
	} {
		if got := LeavesOut(strings.Fields(c.have), strings.Fields(c.want)); got != c.ok {
			t.Errorf("%s of %s: %t", c.have, c.want, got)
		}
	}
}

// TestOfOtherWork: an accused reference may be of another work than the record's, or of none.
func TestOfOtherWork(t *testing.T) {
	const word = "Mapping the Migration of Arctic Terns with Sound Sensors"
	strangers := by("Noor Khan", "Yuki Sato", "Olga Brandt")
	for _, c := range []struct {
		name    string
		entry   func(*biblio.Flat)
		record  func(*biblio.Flat)
		trusted bool
		want    Doubt
	}{
		{"a slip in the title", titled("Maping the Migration of Arctic Terns with Light Sensors"), same, false, NoDoubt},
		{"title and authors", both(titled(word), strangers), same, false, BothWrong},
		{"a slip in the title of strangers", both(titled("Maping the Migration of Arctic Terns with Light Sensors"),
			strangers),
			same, false, BothWrong},
		{"strangers", strangers, same, false, FewAuthors},
		{"strangers beside the DOI, which is trusted", strangers, same, true, NoDoubt},
		{"most are strangers", by("Alice Walker", "Yuki Sato", "Olga Brandt"), same, false, FewAuthors},
		{"one of three is a stranger", by("Alice Walker", "Katherine Johnson", "Olga Brandt"), same, false, NoDoubt},
		{"two of four are strangers", by("Alice Walker", "Katherine Johnson", "Yuki Sato", "Olga Brandt"),
			by("Alice Walker", "Katherine Johnson", "Carl Sagan", "Eva Ray"), false, NoDoubt},
		{"a misspelt name", by("Alice Walker", "Katherine Jonson", "Carl Sagen"), same, false, NoDoubt},
		{"a column of one title", func(f *biblio.Flat) {
			f.Title, f.DOI, f.Year, f.Volume, f.Issue, f.Pages = "Editorial", "", "2012", "83", "1", "1-2"
		}, titled("Editorial"), false, Namesake},
		{"a column in the same year", func(f *biblio.Flat) { f.Title, f.DOI, f.Issue = "Editorial", "", "1" },
			titled("Editorial"), false, NoDoubt},
	} {
		claim, record := with(published, c.entry), with(published, c.record)
		ref, ev, _ := judgedCase(claim, found(strong, answer.Uncovered, record))
		var reasons []Reason
		for _, field := range []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldYear,
			biblio.FieldPages} {
			if f := ev.Candidates[0].Comparison.Of(field); !f.Agreed() {
				reasons = append(reasons, Reason{Field: field, Status: Refuted, Kind: f.Kind, Claimed: f.Claimed,
					Recorded: f.Recorded,
					Strength: Certain})
			}
		}
		if got := ofOtherWork(ref, &ev.Candidates[0], reasons, c.trusted); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

// TestAccused: proved differences count, and what a person has to check where a core field or the title differs.
func TestAccused(t *testing.T) {
	for _, c := range []struct {
		r    Reason
		want bool
	}{
		{Reason{Field: biblio.FieldPages, Status: Refuted}, true}, {Reason{Field: biblio.FieldPages, Status: Mixed},
			true},
		{Reason{Field: biblio.FieldPages, Status: Contested, Strength: Lead}, false},
		{Reason{Field: biblio.FieldYear, Status: Contested, Strength: Lead}, true},
		{Reason{Field: biblio.FieldYear, Status: Contested, Strength: Note}, false},
		{Reason{Field: biblio.FieldTitle, Status: Contested, Strength: Note}, true},
		{Reason{Field: biblio.FieldTitle, Status: Contested, Strength: Lead, Doubt: Misread}, false},
		{Reason{Field: biblio.FieldTitle, Status: Confirmed}, false},
	} {
		if got := len(accused([]Reason{c.r})) == 1; got != c.want {
			t.Errorf("%+v: %t", c.r, got)
		}
	}
}

// TestTitleOfOther: which titles are those of another work.
func TestTitleOfOther(t *testing.T) {
	_, ev, _ := judgedCase(with(published, unpinned(titled("On Terns, Part 1"))),
		found(strong, answer.Uncovered, with(published, titled("On Terns, Part 2"))))
	_, pinned, _ := judgedCase(with(published, titled("On Terns, Part 1")),
		found(strong, answer.Uncovered, with(published, titled("On Terns, Part 2"))))
	for _, c := range []struct {
		claimed, recorded, kind string
		ev                      *Evidence
		want                    Doubt
	}{
		{"Deep Learning", "Statistical Learning", match.KindOtherTitle, &ev, OtherWork},
		{"On Terns, Part 1", "On Terns, Part 2", match.KindNumber, &ev, OtherPart},
		{"On Terns, Part 1", "On Terns, Part 2", match.KindNumber, &pinned, NoDoubt},
		{"On the Flight of Birds", "Notes about Other Animals", "", &ev, LittleTitle},
		{"On the Flight of Birds", "On the Flight of Terns", "", &ev, NoDoubt},
		{`The flight $x_{1}$ $y^{2}$ $z^{3}$ of terns`, "The flight of terns", "", &ev, NoDoubt},
		{`$x_{1}$`, `$x_{1}$`, "", &ev, NoDoubt},
	} {
		r := Reason{Claimed: c.claimed, Recorded: c.recorded, Kind: c.kind}
		if got := titleOfOther(r, &c.ev.Candidates[0]); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestWordsOfStatuses: statuses are parsed as they are written; remarks and codes are those of their rules.
func TestWordsOfStatuses(t *testing.T) {
	for _, s := range Statuses {
		if got, ok := ParseStatus(s.String()); !ok || got != s {
			t.Errorf("%q is read as %q, %t", s, got, ok)
		}
	}
	if _, ok := ParseStatus("wrong"); ok {
		t.Error("a status that does not exist")
	}
	for rule, want := range map[string]Remark{"retracted": Withdraws, "withdrawn": Withdraws, "concern": Warns,
		"future-date": Odd, "identifier-elsewhere": Elsewhere, "published-version": Appeared, "duplicate": Repeats,
		"uncited": Mentioned} {
		got := RemarkOf(rule)
		if got != want || got.Unreliable() != (want == Withdraws || want == Warns) ||
			got.Flags() != (want == Odd || want == Elsewhere) {
			t.Errorf("%s: %d", rule, got)
		}
	}
	for field, want := range map[biblio.Field]Code{biblio.FieldTitle: H1, biblio.FieldAuthors: H2,
		biblio.FieldVenue: H3,
		biblio.FieldYear:  H4, biblio.FieldDOI: H5, biblio.FieldURL: H5, biblio.FieldPages: H6} {
		if got := CodeOf(field); got != want {
			t.Errorf("%s: %s", field, got)
		}
	}
	for _, c := range []struct {
		rule, kind string
		field      biblio.Field
		want       string
	}{
		{"venue-absent", "", biblio.FieldVenue, "Wrong venue: CLAIMED does not list this work"},
		{"contested", kindOfOther, biblio.FieldDOI, "The FIELD may be wrong: one record has CLAIMED for “RECORDED”"},
		{"contested", "", biblio.FieldDOI, "The FIELD could not be confirmed: you cite CLAIMED, the record has RECORDED"},
		{"contested", "", biblio.FieldYear, "VALUES"},
	} {
		if got := Head(c.rule, c.kind, c.field); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
