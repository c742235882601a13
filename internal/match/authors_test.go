package match

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// eight is the record of the table in ../shared/PITFALLS.md.
var eight = []string{"Alice Walker", "Katherine Johnson", "Carl Sagan", "Daniel Kahneman", "Eva Torres",
	"Frank Wilczek", "Grace Hopper", "Hiroshi Tanaka"}

func names(list ...string) biblio.Work {
	w := biblio.Work{Title: "A title of five words"}
	w.Contributors, w.AuthorsCut = biblio.ParseNames(list, biblio.Author)
	return w
}

func agreement(claim, record []string) FieldComparison {
	c, r := names(claim...), names(record...)
	return Compare(&c, &r).Of(biblio.FieldAuthors)
}

func edited(edit func([]string) []string) []string { return edit(append([]string{}, eight...)) }

// Every row of the table of author lists.
func TestAuthorTable(t *testing.T) {
	for _, c := range []struct {
		name          string
		claim, record []string
		want          Agreement
		kind          string
	}{
		{"first author and seven invented names",
			[]string{"Alice Walker", "Maria Lopez", "Ivan Petrov", "Noor Khan", "Peter Olsen", "Lucia Romano", "Omar Diallo",
				"Yuki Sato"}, eight, Differs, KindReplaced},
		{"the eight and one invented name", edited(func(l []string) []string { return append(l, "Maria Lopez") }), eight,
			Differs, KindAdded},
		{"three real and one invented", []string{"Alice Walker", "Katherine Johnson", "Carl Sagan", "Maria Lopez"},
			[]string{"Alice Walker", "Katherine Johnson", "Carl Sagan"}, Differs, KindAdded},
		{"four permuted, first author changed",
			[]string{"Daniel Kahneman", "Carl Sagan", "Katherine Johnson", "Alice Walker"}, eight[:4], Differs, KindReordered},
		{"third and fifth swapped", edited(func(l []string) []string { l[2], l[4] = l[4], l[2]; return l }), eight,
			Differs, KindReordered},
		{"one deleted, no et al.", edited(func(l []string) []string { return append(l[:3], l[4:]...) }), eight,
			Differs, KindDeleted},
		{"the last deleted, no et al.", eight[:7], eight, Differs, KindDeleted},
		{"the first three and et al.", append(append([]string{}, eight[:3]...), "et al."), eight, Variant, KindEtAl},
		{"the first three and others", append(append([]string{}, eight[:3]...), "and others"), eight, Variant, KindEtAl},
		{"second surname wrong", edited(func(l []string) []string { l[1] = "Katherine Wong"; return l }), eight,
			Differs, KindReplaced},
		{"second given name wrong, same initial", edited(func(l []string) []string { l[1] = "Kimberly Johnson"; return l }),
			eight, Differs, KindGiven},
		{"another given name of the same person", []string{"Durk P. Kingma", "Prafulla Dhariwal"},
			[]string{"Diederik P. Kingma", "Prafulla Dhariwal"}, Undecided, KindGiven},
		{"a further given name in front", []string{"Tian Qi Chen", "Yulia Rubanova", "David K Duvenaud"},
			[]string{"Ricky T. Q. Chen", "Yulia Rubanova", "David K. Duvenaud"}, Undecided, KindGiven},
		{"given names in the other order",
			[]string{"Nguyen Huy Tien", "Nguyen Minh Le", "Yamasaki Tomohiro", "Izuha Tatsuya"},
			[]string{"Huy Nguyen Tien", "Minh Nguyen Le", "Yamasaki Tomohiro", "Izuha Tatsuya"}, Differs, KindGivenForms},
		{"another given name of every author", []string{"Mary Walker", "Peter Johnson", "Noor Sagan"}, eight[:3],
			Differs, KindGivenNames},
		{"another given name and a doubtful one", []string{"Mary Walker", "Katharina Johnson", "Carl Sagan"},
			[]string{"Alice Walker", "Katrin Johnson", "Carl Sagan"}, Differs, KindGivenNames},
		{"other initials", []string{"M. Walker", "P. Johnson", "O. Sagan"}, eight[:3], Differs, KindGivenNames},
		{"other given names for initials", []string{"Mary Walker", "Peter Johnson", "Carl Sagan"},
			[]string{"A. Walker", "K. Johnson", "C. Sagan"}, Differs, KindGivenForms},
		{"another given name of the only author", []string{"Hao Li"}, []string{"Jun Li"}, Differs, KindGiven},
		{"a given name of another initial", []string{"Mary Walker", "Katherine Johnson", "Carl Sagan"}, eight[:3],
			Differs, KindGiven},
		{"another given name and another author", []string{"Mary Walker", "Maria Lopez", "Carl Sagan"}, eight[:3],
			Differs, KindReplaced},
		{"another given name and one left out", []string{"Mary Walker", "Katherine Johnson"}, eight[:3],
			Differs, KindReplaced},
		{"another given name in a cut list", []string{"Anna Walker", "Katherine Johnson", "et al."}, eight,
			Differs, KindGiven},
		{"words in the place of a name", []string{"Maria Lopez", "foo bar."}, eight, Differs, KindFabricated},
		{"a name in small letters as recorded", []string{"Alice Walker", "katherine johnson"}, eight, Differs, KindDeleted},
		{"a given name in two words, one of them small", []string{"Ann Mann", "Kim, Seung won"},
			[]string{"Ann Mann", "Seungwon Kim", "Alice Walker"}, Differs, KindDeleted},
		{"an invented name with a particle", []string{"Alice Walker", "van den Berg"}, eight, Differs, KindReplaced},
		{"names as they sound in Cyrillic", []string{"Я. ЛеКун", "И. Бенжио", "et al."},
			[]string{"Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"}, Unrecorded, KindScript},
		{"other names in Cyrillic", []string{"С. Петров", "И. Бенжио"}, []string{"Yann LeCun", "Yoshua Bengio"},
			Differs, KindFabricated},
		{"letters lost", []string{"Bernhard Schlkopf"}, []string{"Bernhard Schölkopf"}, Differs, KindMisspelt},
		{"the only author misspelt", []string{"P. Gibbons"}, []string{"P. Gibbon"}, Differs, KindMisspelt},
		{"a mark in the place of a name", []string{"MiniMax", ":", "Alice Walker", "Carl Sagan"},
			[]string{"MiniMax", "Alice Walker", "Carl Sagan"}, Agrees, ""},
		{"the family name lost in the record", []string{"George E. Dahl", "Andrew Senior", "Patrick Nguyen"},
			[]string{"George E. Dahl", "Andrew", "Patrick Nguyen"}, Undecided, KindTruncated},
		{"the members of a team, one misspelt", []string{"Alice Walker", "Carl Sagann"},
			[]string{"OpenAI", "Alice Walker", "Carl Sagan"}, Differs, KindMisspelt},
		{"the first member and the body", []string{"V. Khachatryan", "CMS Collaboration", "et al."},
			[]string{"CMS Collaboration"}, Variant, KindBody},
		{"the first member, the body and all members", []string{"Alice Walker", "CMS Collaboration", "et al."}, eight,
			Variant, KindEtAl},
		{"the first, the second and the last", []string{"Alice Walker", "Katherine Johnson", "...", "Hiroshi Tanaka"}, eight,
			Variant, KindEtAl},
		{"one name of several in the other order", []string{"Alice Walker", "Johnson Katherine", "Carl Sagan"}, eight[:3],
			Variant, KindOrder},
		{"initials", []string{"A. Walker", "K. Johnson", "C. Sagan", "D. Kahneman", "E. Torres", "F. Wilczek", "G. Hopper",
			"H. Tanaka"}, eight, Variant, KindInitials},
		{"glued initials", []string{"Walker A", "Johnson KB", "Sagan CE"},
			[]string{"Alice Walker", "Katherine B. Johnson", "Carl Edward Sagan"}, Variant, KindInitials},
		{"spaced initials", []string{"K. B. Johnson"}, []string{"Katherine Beth Johnson"}, Variant, KindInitials},
		{"Kate for Katherine", edited(func(l []string) []string { l[1] = "Kate Johnson"; return l }), eight,
			Undecided, KindNickname},
		{"the source has no authors", eight, nil, Unrecorded, ""},
		{"the source's list is cut", eight, []string{"Alice Walker", "Katherine Johnson", "Carl Sagan", "et al."},
			Variant, KindRecordCut},
		{"the source's list is cut and differs", eight, []string{"Alice Walker", "Maria Lopez", "et al."},
			Differs, KindReplaced},
		{"Son for Johnson", edited(func(l []string) []string { l[1] = "Katherine Son"; return l }), eight,
			Differs, KindReplaced},
		{"no claim", nil, eight, Unclaimed, ""},
		{"et al. with a wrong name", []string{"Alice Walker", "Maria Lopez", "et al."}, eight, Differs, KindOneReplaced},
		{"none of the names", []string{"Maria Lopez", "Ivan Petrov"}, eight, Differs, KindFabricated},
		{"a misspelt surname", edited(func(l []string) []string { l[3] = "Daniel Kahnemann"; return l }), eight,
			Differs, KindMisspelt},
		{"one slip in a given name", edited(func(l []string) []string { l[3] = "Danial Kahneman"; return l }), eight,
			Undecided, KindSlip},
		{"several slips", edited(func(l []string) []string { l[3], l[7] = "Danial Kahneman", "Hiroshl Tanaka"; return l }),
			eight, Differs, KindSlips},
		{"the whole list in the other order", []string{"Walker Alice", "Johnson Katherine", "Sagan Carl"}, eight[:3],
			Variant, KindOrder},
		{"one name in the other order and a slip", []string{"Walker Alice", "Katerine Johnson", "Carl Sagan"}, eight[:3],
			Differs, KindSlips},
		// Lists marked as cut.
		{"all of the names and et al.", []string{"Alice Walker", "Katherine Johnson", "et al."}, eight[:2],
			Variant, KindEtAl},
		{"the second, the first and et al.", []string{"Katherine Johnson", "Alice Walker", "et al."}, eight,
			Differs, KindReordered},
		{"the first, the third, the second and et al.", []string{"Alice Walker", "Carl Sagan", "Katherine Johnson", "et al."},
			eight, Differs, KindReordered},
		{"the second, the third and et al.", []string{"Katherine Johnson", "Carl Sagan", "et al."}, eight,
			Differs, KindReordered},
		{"the source's list is cut and in another order", []string{"Katherine Johnson", "Alice Walker", "Carl Sagan"},
			[]string{"Alice Walker", "Katherine Johnson", "et al."}, Differs, KindAdded},
		{"the source's list is cut, a name before its end", []string{"Alice Walker", "Maria Lopez", "Katherine Johnson"},
			[]string{"Alice Walker", "Katherine Johnson", "et al."}, Differs, KindAdded},
		{"the nearest of two names with one initial", []string{"Alice Walker", "J. Lee", "Jin Lee", "et al."},
			[]string{"Alice Walker", "Carl Sagan", "Jun Lee", "Jin Lee"}, Variant, KindEtAl},
		{"the same place before a likelier name", []string{"J. Lee", "Jin Lee"}, []string{"Jun Lee", "J. Lee"},
			Variant, KindInitials},
		// One name differs.
		{"one name by an unrelated one", edited(func(l []string) []string { l[1] = "Maria Lopez"; return l }), eight,
			Differs, KindOneReplaced},
		{"one name by one of the same initial", edited(func(l []string) []string { l[1] = "K. Lopez"; return l }),
			append(append([]string{}, "Alice Walker", "K. Johnson"), eight[2:]...), Differs, KindOneReplaced},
		{"one name for a family name alone", []string{"Alice Walker", "Maria Lopez", "Carl Sagan"},
			[]string{"Alice Walker", "Johnson", "Carl Sagan"}, Differs, KindReplaced},
		{"one name, and two in the other order", []string{"Alice Walker", "Maria Lopez", "Daniel Kahneman", "Carl Sagan"},
			eight[:4], Differs, KindReplaced},
		{"one name, and five left out, no et al.", []string{"Alice Walker", "Maria Lopez", "Carl Sagan"}, eight,
			Differs, KindReplaced},
		{"one name, one left out, and et al.", []string{"Alice Walker", "Maria Lopez", "Daniel Kahneman", "et al."}, eight,
			Differs, KindReplaced},
		{"one name misspelt and another replaced", []string{"Alice Walker", "Carl Sagann", "Maria Lopez"},
			[]string{"Alice Walker", "Carl Sagan", "Daniel Kahneman"}, Differs, KindReplaced},
		{"one name misspelt and another left out", []string{"Alice Walker", "Carl Sagann"},
			[]string{"Alice Walker", "Carl Sagan", "Daniel Kahneman"}, Differs, KindReplaced},
		{"another given name, and two in the other order", []string{"Mary Walker", "Carl Sagan", "Katherine Johnson"},
			eight[:3], Differs, KindReplaced},
		// Different given names that may be forms of one.
		{"a further given name in front of the record's", []string{"Ricky T. Q. Chen", "Yulia Rubanova"},
			[]string{"Tian Qi Chen", "Yulia Rubanova"}, Undecided, KindGiven},
		{"the consonants of a longer name", []string{"Durk Kingma", "Prafulla Dhariwal"},
			[]string{"Diederikus Kingma", "Prafulla Dhariwal"}, Undecided, KindGiven},
		{"a longer name of its consonants", []string{"Diederikus Kingma", "Prafulla Dhariwal"},
			[]string{"Durk Kingma", "Prafulla Dhariwal"}, Undecided, KindGiven},
		{"consonants of which a longer name has one once", []string{"Hanneke Vries", "Prafulla Dhariwal"},
			[]string{"Hendrika Vries", "Prafulla Dhariwal"}, Undecided, KindGiven},
		{"the same three letters", []string{"Tomek Kingma", "Prafulla Dhariwal"},
			[]string{"Tomasz Kingma", "Prafulla Dhariwal"}, Undecided, KindGiven},
		{"most consonants", []string{"Walter Kingma", "Prafulla Dhariwal"}, []string{"Wolfert Kingma", "Prafulla Dhariwal"},
			Differs, KindGiven},
		{"the consonants behind another one", []string{"Robert Kingma", "Prafulla Dhariwal"},
			[]string{"Norbert Kingma", "Prafulla Dhariwal"}, Differs, KindGiven},
		// Doubts add up.
		{"two familiar forms", edited(func(l []string) []string { l[1], l[3] = "Kate Johnson", "Dan Kahneman"; return l }),
			eight, Undecided, KindNickname},
		{"two given names cut short", []string{"Mo Iyyer", "Shih Liu"}, []string{"Mohit Iyyer", "Shih-Chii Liu"},
			Differs, KindSlips},
		{"two initials of second names", []string{"E. Knuth", "R. Oppenheimer"},
			[]string{"Donald Ervin Knuth", "Julius Robert Oppenheimer"}, Differs, KindSlips},
		{"two names with their last words changed over", []string{"Anna Kim Lee", "Maria Cho Han"},
			[]string{"Anna Lee Kim", "Maria Han Cho"}, Differs, KindSlips},
		{"a slip in a list all in the other order", []string{"Sagan Carl", "Kahneman Danial"}, eight[2:4],
			Differs, KindSlips},
		{"a familiar form in a list all in the other order", []string{"Walker Alice", "Johnson Kate", "Sagan Carl"},
			eight[:3], Undecided, KindNickname},
		{"one name in the other order and a familiar form", []string{"Walker Alice", "Kate Johnson", "Carl Sagan"}, eight[:3],
			Differs, KindSlips},
		{"two names in the other order, one not", []string{"Walker Alice", "Johnson Katherine", "Carl Sagan"}, eight[:3],
			Variant, KindOrder},
		{"two names in the other order, two not",
			[]string{"Walker Alice", "Johnson Katherine", "Carl Sagan", "Daniel Kahneman"}, eight[:4], Differs, KindSlips},
	} {
		if got := agreement(c.claim, c.record); got.Agreement != c.want || got.Kind != c.kind {
			t.Errorf("%s: %v %q, want %v %q", c.name, got.Agreement, got.Kind, c.want, c.kind)
		}
	}
}

// Forms of one name, and names that only look alike.
func TestPersons(t *testing.T) {
	for _, c := range []struct {
		claim, record string
		want          Agreement
	}{
		{"Ludwig van Beethoven", "van Beethoven, Ludwig", Agrees}, {"Beethoven, Ludwig van", "Ludwig van Beethoven", Agrees},
		{"Ludwig Beethoven", "Ludwig van Beethoven", Variant},
		{"Thomas Müller", "Thomas Muller", Variant}, {"Thomas Mueller", "Thomas Müller", Variant},
		{"Søren Sørensen", "Soeren Soerensen", Variant}, {"Łukasz Kaiser", "Lukasz Kaiser", Variant},
		{"J. D Kaplan", "Jared D. Kaplan", Variant}, {"Marta R. Costa-jussa", "Marta R. Costa-jussà", Variant},
		{"Osmar R. Zaıane", "Osmar R. Zaı̈ane", Agrees},
		{"Fran{\\c c}ois Maz{\\'e}", "François Mazé", Agrees}, {"Bruno Gon{\\c c}alves", "Bruno Gonçalves", Agrees},
		{"M.-T. Luong", "Minh-Thang Luong", Variant}, {"M. Luong", "Minh-Thang Luong", Variant},
		{"MT Luong", "Minh-Thang Luong", Variant}, {"Minhthang Luong", "Minh-Thang Luong", Variant},
		{"DiSario JA", "James A. DiSario", Variant}, {"Elisabetta ME", "M. E. Elisabetta", Variant},
		{"Aaditya Singh", "Aaditya K. Singh", Variant},
		{"Zhang Wei", "Wei Zhang", Variant}, {"García Márquez, Gabriel", "Gabriel García", Variant},
		{"Martin Luther King Jr.", "King, Martin Luther", Agrees},
		{"Tongzhou Wang 0001", "Tongzhou Wang", Agrees}, {"YANG FEI", "Yang Fei", Agrees},
		{"The ATLAS Collaboration", "ATLAS Collaboration", Agrees},
		{"World Health Organization", "World Health Organisation Team", Differs},
		{"Дмитрий Иванов", "Dmitrii Ivanov", Variant},
		{"Francisco Argueello", "Francisco Argüello", Variant}, {"Thomas Troelsgaard", "Thomas Troelsgård", Variant},
		{"Yanwei Lyu", "Yanwei Lü", Variant}, {"Yanwei Lue", "Yanwei Lü", Variant}, {"Yanwei Lyu", "Yanwei Lu", Differs},
		{"Jan Haas", "Jan Has", Differs},
		{"R. Le Bras", "Ronan LeBras", Variant}, {"Ronan LeBras", "Ronan Le Bras", Variant},
		{"R. Le Bras", "Ronan Bras", Variant},
		{"Robert Oppenheimer", "J. Robert Oppenheimer", Variant}, {"R. Oppenheimer", "J. Robert Oppenheimer", Undecided},
		{"Micah Wynn", "Jamie M. Wynn", Differs}, {"S. Khan", "Fahad Shahbaz Khan", Undecided},
		{"Salman Khan", "F. S. Khan", Undecided}, {"F. S. Khan", "Salman Khan", Undecided},
		{"Micah Wynn", "Jamie Micah Wynn", Variant},
		{"Mo Iyyer", "Mohit Iyyer", Undecided}, {"Shih Liu", "Shih-Chii Liu", Undecided},
		{"Aleksandr Smirnov", "Alexander Smirnov", Undecided}, {"Jia Zheng", "Jiaying Zheng", Undecided},
		{"Chao Wu", "Xiao-Ming Wu", Differs}, {"Tao Zhou", "Ling Zhou", Differs}, {"John Smith", "Jane Smith", Differs},
		{"Wei Zang", "Wei Zhang", Differs}, {"Smith", "Jones", Differs},
		{"Johannes Lukas Moller", "Lukas Johannes Möller", Differs}, {"Trinh Tuan Minh Le", "Le Tuan Minh Trinh", Variant},
	} {
		if got := agreement([]string{c.claim}, []string{c.record}).Agreement; got != c.want {
			t.Errorf("%q for %q: %v, want %v", c.claim, c.record, got, c.want)
		}
	}
}

// Names split in the wrong places are the parser's error.
func TestGarbledList(t *testing.T) {
	for _, c := range []struct {
		name          string
		claim, record []string
		same          bool
	}{
		{"a family name before its given name", []string{"Dag Arne Osvik Shamir", "Adi", "Eran Tromer"},
			[]string{"Dag Arne Osvik", "Adi Shamir", "Eran Tromer"}, true},
		{"a body parted at its \"and\"", []string{"Gastroenterology Research", "Practice"},
			[]string{"Gastroenterology Research and Practice"}, true},
		{"one person recorded as two", []string{"Adi Shamir", "Eran Tromer"}, []string{"Shamir", "Adi", "Eran Tromer"}, true},
		{"surnames changed between two people", []string{"John Jones", "Mary Smith"},
			[]string{"John Smith", "Mary Jones"}, false},
		{"a family name before the person in front", []string{"Dag Arne Shamir", "Osvik", "Adi", "Eran Tromer"},
			[]string{"Dag Arne Osvik", "Adi Shamir", "Eran Tromer"}, false},
		{"one name and half of the next", []string{"Adi Shamir", "Eran", "Moni Naor"},
			[]string{"Shamir", "Adi Eran", "Moni Naor"}, false},
		{"every name recorded as two", eight[:4], strings.Fields(strings.Join(eight[:4], " ")), false},
		{"every name claimed as two", strings.Fields(strings.Join(eight[:4], " ")), eight[:4], false},
		{"two names recorded as four", eight[:2], strings.Fields(strings.Join(eight[:2], " ")), true},
		{"the second word as the first of another name", []string{"Pierre Lopez", "Plato"},
			[]string{"Jean Pierre", "Plato"}, false},
		{"the first word as the last of another name", []string{"Lopez Jean", "Plato"},
			[]string{"Jean Pierre", "Plato"}, false},
	} {
		if got := agreement(c.claim, c.record); got.Kind == KindGarbled != c.same || c.same && got.Agreement != Variant {
			t.Errorf("%s: %s", c.name, stands(got))
		}
	}
}

// An HTML entity cut at its semicolon does not split a person.
func TestCutEntity(t *testing.T) {
	got := agreement([]string{"Francesco d", "apos", "Amore", "Noor Khan"}, []string{"Francesco D'Amore", "Noor Khan"})
	if got.Agreement > Variant {
		t.Errorf("%v %q", got.Agreement, got.Kind)
	}
}

func TestEditorsStandIn(t *testing.T) {
	c := names("Alice Walker")
	r := biblio.Work{Title: "A title of five words",
		Contributors: []biblio.Contributor{{Family: "Walker", Given: "Alice", Role: biblio.Editor}}}
	if got := Compare(&c, &r).Of(biblio.FieldAuthors); got.Agreement != Variant || got.Kind != KindEditors {
		t.Errorf("%v %q", got.Agreement, got.Kind)
	}
	if got := Compare(&r, &c).Of(biblio.FieldAuthors); got.Agreement != Agrees {
		t.Errorf("editors claimed, authors recorded: %s", stands(got))
	}
	c = names("Maria Lopez")
	if got := Compare(&c, &r).Of(biblio.FieldAuthors); got.Agreement != Differs {
		t.Errorf("other editors: %s", stands(got))
	}
}

// A recorded mark or number is distinguished from a name.
func TestRecordedMarks(t *testing.T) {
	c := names("Alice Walker", "Carl Sagan")
	for family, want := range map[string]Agreement{"-": Agrees, "…": Agrees, "Lopez": Differs,
		"李": Differs, "4711": Differs} {
		r := c
		r.Contributors = []biblio.Contributor{c.Contributors[0], {Family: family, Role: biblio.Author}, c.Contributors[1]}
		if got := Compare(&c, &r).Of(biblio.FieldAuthors); got.Agreement != want {
			t.Errorf("%q: %s", family, stands(got))
		}
	}
	r := biblio.Work{AuthorsCut: true, Contributors: []biblio.Contributor{{Family: "-", Role: biblio.Author}}}
	if got := Compare(&c, &r).Of(biblio.FieldAuthors); got.Agreement != Unrecorded {
		t.Errorf("a mark alone and et al.: %s", stands(got))
	}
}

// The similarity of two lists ignores names that one of them may omit.
func TestListScore(t *testing.T) {
	three, swapped := eight[:3], []string{"Katherine Johnson", "Alice Walker", "Carl Sagan"}
	cut := append(append([]string{}, three...), "et al.")
	for _, c := range []struct {
		name          string
		claim, record []string
		want          float64
	}{
		{"three of eight", three, eight, 3.0 / 8},
		{"three and et al.", cut, eight, 1},
		{"eight of which the source has three and et al.", eight, cut, 1},
		{"eight of which the source has three", eight, three, 3.0 / 8},
		{"one other of three and et al.", []string{"Alice Walker", "Katherine Johnson", "Maria Lopez", "et al."}, eight,
			2.0 / 3},
		{"in another order", swapped, three, 0.9},
	} {
		if got := agreement(c.claim, c.record).Score; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %.3f, want %.3f", c.name, got, c.want)
		}
	}
}

// One odd name counts only in lists written by hand.
func TestOneOfMany(t *testing.T) {
	for n, want := range map[int]string{attentive: KindOneReplaced, attentive + 1: KindReplaced} {
		var record []string
		for i := range n {
			record = append(record, fmt.Sprintf("Ann Person%c%c", 'a'+i/26, 'a'+i%26))
		}
		claim := append([]string{"Maria Lopez"}, record[1:]...)
		if got := agreement(claim, record); got.Agreement != Differs || got.Kind != want {
			t.Errorf("of %d: %s, want %s", n, stands(got), want)
		}
	}
}

// A list is shown in full up to thirty names; a truncated list says so.
func TestListShown(t *testing.T) {
	many := make([]string, 31)
	for i := range many {
		many[i] = "Lee"
	}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{eight[:2], "Alice Walker; Katherine Johnson"},
		{[]string{"Alice Walker", "et al."}, "Alice Walker; et al."},
		{many[:30], strings.Repeat("Lee; ", 29) + "Lee"},
		{many, strings.Repeat("Lee; ", 30) + "et al."},
	} {
		got := agreement(c.names, eight)
		if got.Claimed != c.want || got.Recorded != strings.Join(eight, "; ") {
			t.Errorf("%q, %q, want %q", got.Claimed, got.Recorded, c.want)
		}
	}
}

func FuzzSamePerson(f *testing.F) {
	f.Add("van der Berg, J.-P., Jr.", "Jean-Pierre van der Berg")
	f.Add("", "李明")
	f.Fuzz(func(t *testing.T, a, b string) {
		agreement([]string{a}, []string{b})
		agreement([]string{a, b}, []string{b, a, a})
	})
}
