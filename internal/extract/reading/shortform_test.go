package reading

import (
	"strconv"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// A short form claims the work that was cited in full before, and nothing else does.
func TestShortForms(t *testing.T) {
	const full = "Niklas Luhmann, Soziale Systeme. Grundriß einer allgemeinen Theorie, Frankfurt a. M. 1984, S. 22."
	const other = "Jürgen Habermas, Theorie des kommunikativen Handelns, Frankfurt am Main: Suhrkamp 1981, S. 114f."
	for _, c := range []struct {
		raw  string
		year int // of the claimed work, or 0 if it is none of the earlier ones
	}{
		{"Luhmann, a. a. O., S. 45.", 1984},
		{"Luhmann, op. cit., S. 45.", 1984},
		{"Luhmann, ibid., p. 45.", 1984},
		{"Luhmann, Tamże, s. 45.", 1984},
		{"Luhmann, Soziale Systeme (wie Anm. 1), S. 116.", 1984},
		{"Luhmann, Soziale Systeme, S. 50; Luhmann, a.a.O., S. 3.", 1984},
		{"Niklas Luhmann, Soziale Systeme, S. 50.", 1984},
		{"Luhmann (wie Anm. 1), S. 116.", 1984},
		{"Luhmann (Fn. 1), 116.", 1984},
		{"Luhmann, supra note 1, p. 116.", 1984},
		{"Luhmann (n 1) 116.", 1984},
		{"Luhmann, Soziale Systeme, Bd. 1, S. 50.", 1984},
		{"Wie Anm. 1, S. 5.", 1984},
		{"Wie Anm. 7, S. 5.", 0},
		{"Habermas (wie Anm. 1), S. 5.", 1981},
		{"Ebd., S. 30.", 1981},
		{"Ebd., S. 30 und S. 35f.", 1981},
		{"A. a. O., S. 30.", 1981},
		{"Loc. cit., p. 30.", 1981},
		{"Luhmann, Liebe als Passion (wie Anm. 1), S. 3.", 0},
		{"Weber, a. a. O., S. 45.", 0},
		{"Luhmann, Soziale Systeme, 1991, S. 50.", 1991},
	} {
		var p Printed
		for i, raw := range []string{full, other} {
			p.Read(&biblio.Reference{Raw: raw, Place: biblio.Place{Note: strconv.Itoa(i + 1)}})
		}
		ref := biblio.Reference{Raw: c.raw}
		p.Read(&ref)
		if ref.Claimed.Issued.Year != c.year {
			t.Errorf("%q claims %q of %d, want %d", c.raw, ref.Claimed.Title, ref.Claimed.Issued.Year, c.year)
		}
		if c.year == 1984 && (ref.Claimed.Title != "Soziale Systeme. Grundriß einer allgemeinen Theorie" ||
			ref.Claimed.Pages != "") {
			t.Errorf("%q claims %+v", c.raw, ref.Claimed)
		}
	}
}

// "Ders." is the author of the work that a short form before it names.
func TestSameAuthorBehindShortForm(t *testing.T) {
	var p Printed
	var ref biblio.Reference
	for _, raw := range []string{
		"Niklas Luhmann, Soziale Systeme. Grundriß einer allgemeinen Theorie, Frankfurt a. M. 1984, S. 22.",
		"Jürgen Habermas, Theorie des kommunikativen Handelns, Frankfurt am Main: Suhrkamp 1981, S. 114f.",
		"Luhmann, a. a. O., S. 45.",
		"Ders., Die Wirtschaft der Gesellschaft, Frankfurt am Main: Suhrkamp 1988, S. 17.",
	} {
		ref = biblio.Reference{Raw: raw}
		p.Read(&ref)
	}
	if people := ref.Claimed.Authors(); len(people) != 1 || people[0].Family != "Luhmann" ||
		ref.Claimed.Title != "Die Wirtschaft der Gesellschaft" {
		t.Errorf("%+v, %q", people, ref.Claimed.Title)
	}
}

// No one is called "Ders.".
func TestSameAuthorOfNobody(t *testing.T) {
	ref := biblio.Reference{
		Raw: "Ders., Das Deutsche Kaiserreich 1871–1918, Göttingen: Vandenhoeck & Ruprecht 1973, S. 17."}
	var p Printed
	p.Read(&ref)
	if people := ref.Claimed.Authors(); len(people) > 0 {
		t.Errorf("%+v", people)
	}
}
