package match

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// automata is a record whose title has commas, at which parsers tend to cut, and misread is what one made of it.
var (
	automata = biblio.Flat{Title: "Introduction to Automata Theory, Languages, and Computation",
		Authors: []string{"John Hopcroft", "Rajeev Motwani", "Jeffrey D. Ullman"}, Year: "2001"}
	misread = biblio.Flat{Title: "Introduction to Automata Theory", Authors: []string{"John Hopcroft", "R Jeffrey"},
		Venue: "Languages, and Computation", Year: "2001"}
)

func with(f biblio.Flat, edit func(*biblio.Flat)) biblio.Flat {
	edit(&f)
	return f
}

// reread compares a claim, parsed from print, with one record.
func reread(claim biblio.Flat, print string, record biblio.Flat) Comparison {
	return Rank(flat(claim), print,
		[]answer.Lookup{found(answer.Info{Name: "a"}, answer.ByIdentifier, record)})[0].Comparison
}

// stands returns an agreement with its kind.
func stands(f FieldComparison) string {
	if f.Kind == "" {
		return f.Agreement.String()
	}
	return f.Agreement.String() + " " + f.Kind
}

// TestPrintedTitle: where a recorded title is in print as a title.
func TestPrintedTitle(t *testing.T) {
	const title = "Introduction to Automata Theory, Languages, and Computation"
	titled := func(s string) biblio.Flat { return with(misread, func(f *biblio.Flat) { f.Title = s }) }
	for _, c := range []struct {
		name   string
		claim  biblio.Flat
		print  string
		record biblio.Flat
		found  bool
	}{
		{"first of all", misread, title + ". Hopcroft, Motwani, Ullman. 2001.", automata, true},
		{"last of all", misread, "Hopcroft et al. 2001. " + title, automata, true},
		{"in curly quotes", misread, "Hopcroft, Motwani and Ullman, “" + title + "” 2001", automata, true},
		{"behind a bracket", misread, "Hopcroft et al. (2001) " + title + ". Pearson.", automata, true},
		{"the second of two places", misread, "J. Ullman. On " + title + " and more. In: " + title + ". 2001.", automata,
			false},
		{"whole only at the second place", misread, "J. Ullman. Review of " + title + " [" + title + "]. 2002.", automata,
			true},
		{"behind the names and a colon", misread, "Hopcroft, John, Motwani, Rajeev, Ullman, Jeffrey: " + title + ". 2001",
			automata, true},
		{"behind one of three names and a colon", misread, "John Hopcroft: " + title + ". 2001", automata, false},
		{"behind two of three names and a colon", misread, "John Hopcroft, Jeffrey Ullman: " + title + ". 2001", automata,
			false},
		{"behind given names changed over and a colon", misread, "D. Jeffrey Ullman: " + title + ". 1979",
			with(automata, func(f *biblio.Flat) { f.Authors = f.Authors[2:] }), false},
		{"behind a colon that follows a bracket", misread, "Exercises [with answers]: " + title + ". 2001", automata, false},
		{"behind a mark that ends a field and a colon", misread, "Hopcroft, Motwani, Ullman (eds.): " + title + ". 2001",
			automata, true},
		{"behind the names and a comma", misread, "John Hopcroft, Rajeev Motwani, Jeffrey Ullman, " + title + ". 2001",
			automata, false},
		{"behind a comma at which the parser cut as well", titled(title + ". Pearson"),
			"John Hopcroft, Rajeev Motwani, Jeffrey Ullman, " + title + ". Pearson. 2001", automata, true},
		{"before a comma at which the parser cut as well", titled("Jeffrey Ullman, " + title),
			"Hopcroft, Motwani. Jeffrey Ullman. " + title + ", Pearson 2001", automata, true},
		{"before a comma alone", titled("Jeffrey Ullman"), "Hopcroft, Motwani. Jeffrey Ullman. " + title + ", Pearson 2001",
			automata, false},
		{"behind a word, where the parser cut", titled(title + ". Pearson"), "J. Ullman, Gentle " + title + ". Pearson. 2001",
			automata, false},
		{"before a word, where the parser cut", titled("Ullman. " + title),
			"J. Ullman. " + title + " revisited. Pearson. 2001", automata, false},
		{"before an address", misread, "J. Hopcroft. " + title + " https://example.org/book (Pearson, 2001).", automata,
			true},
		{"before the word for a DOI", misread, "J. Hopcroft. " + title + " doi:10.1000/1 (Pearson, 2001).", automata, true},
		{"before a year and a full stop", misread, "J. Hopcroft. " + title + " 2001. Pearson.", automata, true},
		{"before a year in a longer title", misread, "J. Hopcroft. " + title + " 2001 edition. Pearson.", automata, false},
		{"before in and the container", misread,
			"J. Hopcroft. " + title + " in Formal Languages and Automata (Pearson, 2001), 3-9.",
			with(automata, func(f *biblio.Flat) { f.Venue = "Formal Languages and Automata" }), true},
		{"before in and something else", misread, "J. Hopcroft. " + title + " in Practice (Pearson, 2001), 3-9.",
			with(automata, func(f *biblio.Flat) { f.Venue = "Formal Languages and Automata" }), false},
		{"of less than twelve letters", titled("Cognition. Brain"), "A. Roe. Cognition. Brain 12, 1982",
			biblio.Flat{Title: "Cognition", Authors: []string{"A. Roe"}}, false},
		{"of twelve letters", titled("Cognition II. Brain"), "A. Roe. Cognition Two. Brain 12, 1982",
			biblio.Flat{Title: "Cognition Two", Authors: []string{"A. Roe"}}, true},
	} {
		if got := reread(c.claim, c.print, c.record).Of(biblio.FieldTitle); got.Kind == KindPrinted != c.found || c.found &&
			got.Agreement != Variant {
			t.Errorf("%s: %s, %q", c.name, stands(got), got.Claimed)
		}
	}
}

// TestPrintedNames: whether the text before a title is the recorded list.
func TestPrintedNames(t *testing.T) {
	with := func(names ...string) biblio.Flat { return biblio.Flat{Title: automata.Title, Authors: names} }
	three := with(automata.Authors...)
	for _, c := range []struct {
		name, print string
		record      biblio.Flat
		want        string
	}{
		{"in full", "John Hopcroft, Rajeev Motwani, and Jeffrey D. Ullman", three, "variant as-printed"},
		{"as initials", "J. Hopcroft, R. Motwani, and J. D. Ullman", three, "variant initials"},
		{"family names first", "Hopcroft, John, Motwani, Rajeev, Ullman, Jeffrey", three, "variant name-order"},
		{"behind a number", "[17] John Hopcroft, Rajeev Motwani, and Jeffrey D. Ullman", three, "variant as-printed"},
		{"before the year", "John Hopcroft, Rajeev Motwani, Jeffrey D. Ullman (2001)", three, "variant as-printed"},
		{"as editors", "John Hopcroft, Rajeev Motwani, Jeffrey D. Ullman, eds", three, "variant as-printed"},
		{"as the editor", "Jeffrey D. Ullman, ed", with("Jeffrey D. Ullman"), "variant as-printed"},
		{"cut", "John Hopcroft et al", three, "variant et-al"},
		{"cut in words", "John Hopcroft and others", three, "variant et-al"},
		{"cut before the end", "John Hopcroft et al. and Maria Lopez", three, ""},
		{"with a number between", "John Hopcroft 17, Rajeev Motwani, and Jeffrey D. Ullman", three, ""},
		{"without the second", "John Hopcroft and Jeffrey D. Ullman", three, ""},
		{"without the last", "John Hopcroft and Rajeev Motwani", three, ""},
		{"with one more of four letters", "John Hopcroft, Hugo, Rajeev Motwani, and Jeffrey D. Ullman", three, ""},
		{"with one more of three letters in front", "Ana, John Hopcroft, Rajeev Motwani, and Jeffrey D. Ullman", three, ""},
		{"with one more behind", "John Hopcroft, Rajeev Motwani, Jeffrey D. Ullman, and Maria Lopez", three, ""},
		{"two turned round and two not", "Hopcroft John, Motwani Rajeev, Jeffrey Ullman, and Alfred Aho",
			with("John Hopcroft", "Rajeev Motwani", "Jeffrey Ullman", "Alfred Aho"), ""},
		{"a next family name that begins as this one's initial", "Motwani and Paul", with("P. Motwani", "M. Paul"),
			"variant surname-only"},
		{"given names without a family name", "Maria Elena, Jeffrey Ullman",
			with("Maria Elena Torres", "Jeffrey Ullman"), ""},
		{"none at all", "", three, ""},
	} {
		got := stands(reread(misread, c.print+". "+c.record.Title+". Pearson.", c.record).Of(biblio.FieldAuthors))
		if c.want == "" { // as parsed
			c.want = stands(Compare(flat(misread), flat(c.record)).Of(biblio.FieldAuthors))
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestPrintedFields: which fields of a misread reference the print repairs.
func TestPrintedFields(t *testing.T) {
	const print = "John Hopcroft, Rajeev Motwani, and Jeffrey D. Ullman. Introduction to Automata Theory, Languages, " +
		"and Computation. 2001."
	right := with(misread, func(f *biblio.Flat) { f.Title, f.Authors, f.Venue = automata.Title, automata.Authors, "" })
	in := func(f biblio.Flat, venue string) biblio.Flat {
		return with(f, func(f *biblio.Flat) { f.Venue = venue })
	}
	by := func(f biblio.Flat, names ...string) biblio.Flat {
		return with(f, func(f *biblio.Flat) { f.Authors = names })
	}
	discipline := biblio.Flat{Title: "The Discipline of Machine Learning",
		Authors: []string{"Tom M. Mitchell"}, Year: "2006"}
	for _, c := range []struct {
		name                  string
		claim                 biblio.Flat
		print                 string
		record                biblio.Flat
		title, authors, venue string
	}{
		{"all", misread, print, automata, "variant as-printed", "variant as-printed", "unclaimed"},
		{"the title alone", in(by(misread, automata.Authors...), ""), print, automata, "variant as-printed",
			"agrees", "unclaimed"},
		{"the names alone", by(right, "John Hopcroft", "R Jeffrey"), print, automata, "agrees",
			"variant as-printed", "unclaimed"},
		{"the names beside a title of another notation",
			with(by(right, "R Jeffrey"), func(f *biblio.Flat) {
				f.Title = "Introduction to Auto-mata Theory, Languages, and Computation"
			}), print, automata, "variant hyphenation", "variant as-printed", "unclaimed"},
		{"the container alone", in(right, "Computation"), print, in(automata, "Pearson Classics"), "agrees",
			"agrees", "unclaimed"},
		{"a doubtful name beside the title", by(right, "Jon E. Hopcroft", "Rajeev Motwani", "Jeffrey D. Ullman"), print,
			automata, "agrees", "undecided nickname", "unclaimed"},
		{"a container that the title goes over into", in(misread, "Languages, and Computation. Pearson Classics 12"), print,
			automata, "variant as-printed", "variant as-printed", "unclaimed"},
		{"a container apart", in(misread, "Journal of Formal Languages and Machines"), print,
			in(automata, "Pearson Classics"), "variant as-printed", "variant as-printed", "differs other-venue"},
		{"a container apart, not recorded", in(misread, "Journal of Formal Languages"), print, automata, "variant as-printed",
			"variant as-printed", "unrecorded"},
		{"a short container apart", in(misread, "LNCS"), print, in(automata, "Pearson Classics"), "variant as-printed",
			"variant as-printed", "differs other-venue"},
		{"a container named as part of the title", in(by(discipline, "T Mitch"), "Machine Learning"),
			"Tom M. Mitchell. The Discipline of Machine Learning. Machine Learning, 2006.", in(discipline, "Machine Learning"),
			"agrees", "variant as-printed", "agrees"},
		{"the same, not recorded, all else read rightly", in(discipline, "Machine Learning"),
			"Tom M. Mitchell. The Discipline of Machine Learning. Machine Learning, 2006.", discipline, "agrees",
			"agrees", "unrecorded"},
		{"a record without names", misread, print, by(automata), "variant as-printed", "unrecorded", "unclaimed"},
	} {
		got := reread(c.claim, c.print, c.record)
		for field, want := range map[biblio.Field]string{biblio.FieldTitle: c.title, biblio.FieldAuthors: c.authors,
			biblio.FieldVenue: c.venue} {
			if f := got.Of(field); stands(f) != want {
				t.Errorf("%s: %s %s, want %s", c.name, field, stands(f), want)
			}
		}
	}
}
