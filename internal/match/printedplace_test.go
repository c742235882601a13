package match

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestPrintedContainer: where the recorded container is in print.
func TestPrintedContainer(t *testing.T) {
	const security = "Proceedings of the 26th USENIX Conference on Security Symposium"
	paper := biblio.Flat{Title: "Towards transparent tracing and debugging on arm",
		Authors: []string{"Zhenyu Ning", "Fengwei Zhang"}, Year: "2017"}
	head := "Zhenyu Ning and Fengwei Zhang. " + paper.Title + ". "
	for _, c := range []struct{ name, claimed, print, recorded, want string }{
		{"behind an acronym of its own", security + ", SEC’17", head + "In " + security + ", SEC’17, page 33–49, USA, 2017.",
			security, "variant abbreviated"},
		{"cut at a comma", "механики и оптики",
			head + "// Вестник информационных технологий, механики и оптики. — 2017. — С. 9.",
			"Вестник информационных технологий, механики и оптики", "variant as-printed"},
		{"cut at a full stop", "21st Conference on Logic for Programming",
			head + "// LPAR-21. 21st Conference on Logic for Programming. Vol. 46. — 2017.",
			"LPAR-21. 21st Conference on Logic for Programming", "variant as-printed"},
		{"before the volume", "Programming Languages",
			head + "Functional Correctness Review 12, 2017. Programming Languages.", "Functional Correctness Review",
			"variant as-printed"},
		{"inside another name", "Transactions of the Association for Functional Correctness",
			head + "Transactions of the Association for Functional Correctness, 2017.", "Functional Correctness",
			"differs other-venue"},
		{"inside a list", "Logic for Programming, Artificial Intelligence, and Reasoning",
			head + "In Logic for Programming, Artificial Intelligence, and Reasoning. 2017.", "Artificial Intelligence",
			"differs other-venue"},
		{"before a word of its own", "Functional Correctness Letters", head + "Functional Correctness Letters, 2017.",
			"Functional Correctness", "differs other-venue"},
		{"in the title", "Journal of Formal Languages", head + "Journal of Formal Languages, 2017.",
			"Towards transparent tracing", "differs other-venue"},
		{"behind the title and in", "Akademii Nauk",
			"Zhenyu Ning and Fengwei Zhang. " + paper.Title + " in Doklady Akademii Nauk 192 (2017), 12-17.",
			"Doklady Akademii Nauk", "variant as-printed"},
		{"behind other words and in", "Akademii Nauk", head + "Printed in Doklady Akademii Nauk 192 (2017), 12-17.",
			"Doklady Akademii Nauk", "differs other-venue"},
		{"another one", "Journal of Formal Languages", head + "Journal of Formal Languages, 2017.",
			"Neural Computation Letters", "differs other-venue"},
	} {
		with := func(venue string) biblio.Flat { p := paper; p.Venue = venue; return p }
		compared := reread(with(c.claimed), c.print, with(c.recorded))
		if got := stands(compared.Of(biblio.FieldVenue)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		for _, field := range []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldYear} {
			if got := stands(compared.Of(field)); got != "agrees" {
				t.Errorf("%s: %s %s", c.name, field, got)
			}
		}
	}
}

// TestPrintedYear: a text that states two years of its own leaves the year undecided.
func TestPrintedYear(t *testing.T) {
	paper := biblio.Flat{Title: "Quantum amplitude amplification and estimation", Authors: []string{"Gilles Brassard"},
		Venue: "Quantum Computation and Information", Year: "2002"}
	head := "Brassard, G. " + paper.Title + ". in " + paper.Venue
	for _, c := range []struct{ name, print, want string }{
		{"of the conference and of the book",
			head + " (Washington, DC, 2000) 53-74 (Amer. Math. Soc., Providence, RI, 2002).", "undecided as-printed"},
		{"at the end of the text", head + " (Washington, DC, 2000) 53-74, 2002.", "undecided as-printed"},
		{"and a number with a point", head + " (Washington, DC, 2000) 53-74, 2002.5 g.", "differs far"},
		{"and in square brackets", head + " (Washington, DC, 2000) 53-74 [2002].", "differs far"},
		{"once", head + " (Washington, DC, 2000) 53-74.", "differs far"},
		{"and as a page", head + " (Washington, DC, 2000) 53, 2002-2010.", "differs far"},
		{"and in an address", head + " (Washington, DC, 2000). https://example.org/2002/x.", "differs far"},
	} {
		claim := paper
		claim.Year = "2000"
		if got := stands(reread(claim, c.print, paper).Of(biblio.FieldYear)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLostLetters: letters and spaces lost in the text of a PDF are not differences.
func TestLostLetters(t *testing.T) {
	record := biblio.Flat{Title: "Stepwise Model Fitting and Statistical Inference",
		Authors: []string{"Roger Mundry", "John Griffiths"}, Venue: "Journal of Machine Learning Research", Year: "2009"}
	lost := biblio.Flat{Title: "Stepwise model tting and statistical inference",
		Authors: []string{"R. Mundry", "J. Griths"}, Venue: "Journal ofmachine learning research", Year: "2009"}
	c := Compare(flat(lost), flat(record))
	for field, want := range map[biblio.Field]string{biblio.FieldTitle: "variant lost-ligature",
		biblio.FieldVenue: "variant hyphenation"} {
		if got := stands(c.Of(field)); got != want {
			t.Errorf("%s %s, want %s", field, got, want)
		}
	}
	if got := c.Of(biblio.FieldAuthors); !got.Agreed() {
		t.Errorf("authors %s", stands(got))
	}
}
