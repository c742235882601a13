package reading

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// ref makes a reference of authors and a year: "Smith Jones 2019a".
func ref(id, label, people string) biblio.Reference {
	r := biblio.Reference{ID: id, Raw: people}
	words := strings.Fields(people)
	for _, name := range words[:len(words)-1] {
		r.Claimed.Contributors = append(r.Claimed.Contributors,
			biblio.Contributor{Family: strings.ReplaceAll(name, "_", " "), Given: "A."})
	}
	r.Claimed.Issued.Year = biblio.LeadingYear(words[len(words)-1])
	if label != "" {
		r.Extra = map[string]string{LabelField: label}
	}
	return r
}

func found(texts []Text, refs []biblio.Reference) string {
	var out []string
	for _, c := range findCitations(texts, refs) {
		out = append(out, c.Ref)
	}
	return strings.Join(out, " ")
}

func TestNames(t *testing.T) {
	refs := []biblio.Reference{
		ref("smith", "", "Smith Jones 2020"), ref("leeA", "", "Lee Kim Park 2019a"), ref("leeB", "", "Lee Kim Choi 2019b"),
		ref("berg", "", "Berg 2001"),
		ref("brown", "", "Brown 2020"), ref("mueller", "", "Müller 1999"), ref("garcia", "", "García_López 2005"),
		ref("smith3", "", "Smith Adams Young 2020"), ref("who", "", "World_Health_Organization 2010"),
	}
	for _, c := range []struct{ text, want string }{
		{"As shown (Smith and Jones, 2020; Lee et al. 2019a), it holds.", "smith leeA"},
		{"Smith & Jones (2020) say so.", "smith"},
		{"Smith et al. (2020) say so.", "smith3"},
		{"Lee et al. (2019a,b) and Lee, Kim, and Choi (2019)", "leeA leeB leeB"},
		{"Lee et al. (2019) is either.", ""},
		{"(Lee et al., 2019a;b; Smith & Jones, 2018; 2020)", "leeA leeB smith"},
		{"see van der Berg 2001; but Dahlberg (2001) not", "berg"},
		{"(e.g., Müller, 1999: 35; García López, 2005)", "mueller garcia"},
		{"Muller's (1999) view", "mueller"},
		{"Green and Brown (2020) is another work", ""},
		{"In 2020 many smiths were born. Smith was, 2021.", ""},
		{"[Brown 2020] in square brackets", "brown"},
		{"(World Health Organization, 2010)", "who"},
		{"Berg et al. (2001) cannot be a single author", ""},
	} {
		if got := found([]Text{{Body: c.text}}, refs); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestCitedNumbers(t *testing.T) {
	var refs []biblio.Reference
	for i := range 6 {
		refs = append(refs, ref(fmt.Sprint("r", i+1), fmt.Sprint(i+1), "Smith 2001"))
	}
	for _, c := range []struct{ text, want string }{
		{"a [1] b [2–4] c [5, p. 7] d [1, 6] e [1990] f [0,1]", "r1 r2 r3 r4 r5 r1 r6 r1"},
		{"a [1; 2, с. 15] b [3, S. 7; 4, p. 12] c [5; 6].", "r1 r2 r3 r4 r5 r6"},
		{"only two [1] [7]", ""},
		{"code At[1, 1] = Bt[2,2] but [1] and [2, 3] and [5, p. 5; 5, p. 9]", "r1 r2 r3 r5"},
		{"as [see 1], [cf. 2, 3], [e.g., 4] and [5] have it", "r1 r2 r3 r4 r5"},
		{"round (1) and (2-5)", "r1 r2 r3 r4 r5"},
		{"one round (1), an equation (2)", ""},
		{"［1］and［2,3］", "r1 r2 r3"},
	} {
		if got := found([]Text{{Body: c.text}}, refs); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	for _, c := range []struct {
		labels, all int
		want        string
	}{{2, 2, ""}, {3, 3, "r1 r2"}, {3, 5, "r1 r2"}, {3, 6, ""}, {4, 6, "r1 r2"}} { // most entries, and more than two
		some := slices.Clone(refs[:c.all])
		for i := c.labels; i < c.all; i++ {
			some[i].Extra = nil
		}
		if got := found([]Text{{Body: "As [1] and [2] say"}}, some); got != c.want {
			t.Errorf("%d labels of %d: %q", c.labels, c.all, got)
		}
	}
	raised := Text{Body: "this is so1,2 and so3–5", Raised: []biblio.Span{{Start: 10, End: 13}, {Start: 20, End: 25}}}
	if got := found([]Text{raised}, refs); got != "r1 r2 r3 r4 r5" {
		t.Errorf("raised: %q", got)
	}
	body, notes := "", []biblio.Span(nil)
	people := []biblio.Reference{ref("a", "1", "Abel 2001"), ref("b", "2", "Baker 2002"), ref("c", "3", "Cole 2003")}
	for i, name := range []string{"Abel 2001", "Baker 2002", "Cole 2003"} {
		body += "It is so (" + name + ")."
		notes = append(notes, biblio.Span{Start: len(body), End: len(body) + 1})
		body += fmt.Sprint(3-i) + " "
	}
	if got := found([]Text{{Body: body, Raised: notes}}, people); got != "a b c" {
		t.Errorf("numbers of notes beside names: %q", got)
	}
	signs := []biblio.Reference{ref("a", "Knu84", "Knuth 1984"), ref("b", "ABC+20", "Ada Bell Cole 2020"),
		ref("c", "X99", "Xu 1999")}
	if got := found([]Text{{Body: "by [Knu84, ABC+20] and [no]"}}, signs); got != "a b" {
		t.Errorf("signs: %q", got)
	}
}

func TestContext(t *testing.T) {
	refs := []biblio.Reference{ref("a", "", "Smith 2020")}
	list := findCitations(
		[]Text{{Body: "It was long unknown. Then Smith (2020) found it. All was well.",
			At: func(start, end int) biblio.Place { return biblio.Place{Line: start} }}}, refs)
	if len(list) != 1 || list[0].Context != "Then Smith (2020) found it." || list[0].Place.Line == 0 ||
		list[0].Mark != "Smith (2020)" {
		t.Errorf("%+v", list)
	}
	if list[0].Context[list[0].At.Start:list[0].At.End] != "Smith (2020)" {
		t.Errorf("the mark is at %v", list[0].At)
	}
	before := strings.Repeat("é word ", 300)
	if s, at := Clip(before+"[1]"+strings.Repeat(" more", 300),
		biblio.Span{Start: len(before), End: len(before) + 3}); len(s) > biblio.ContextMax || s[at.Start:at.End] != "[1]" {
		t.Errorf("%d bytes: %q, mark at %v", len(s), s, at)
	}
}

// A mark after a full stop belongs to the sentence that ends there, and the full stop of an abbreviation does not end
// one.
func TestSurroundings(t *testing.T) {
	for _, c := range []struct{ text, mark, want string }{
		{"It was so. Rates rose.[3] The next is other.", "[3]", "Rates rose.[3]"},
		{"It was so. Rates rose.12,13 The next is other.", "12,13", "Rates rose.12,13"},
		{"Rates rose.12 The  next is\nother [4]. Then.", "[4]", "The next is other [4]."},
		{"As Smith et al. Then said vs. Jones [4] it is. So.", "[4]", "As Smith et al. Then said vs. Jones [4] it is."},
		{"It is 3.5 [1] and “so” [2].", "[2]", "It is 3.5 [1] and “so” [2]."},
	} {
		at := strings.Index(c.text, c.mark)
		got, mark := Surroundings(c.text, at, at+len(c.mark))
		if got != c.want || got[mark.Start:mark.End] != c.mark {
			t.Errorf("%q: %q with mark %v", c.text, got, mark)
		}
	}
	got, mark := Surroundings("They say •", 9, 99)
	if got != "They say" || mark.Start != mark.End || mark.Start > len(got) {
		t.Errorf("a mark behind the text: %q with mark %v", got, mark)
	}
}

func TestLink(t *testing.T) {
	a := Account{Stated: true,
		References: []biblio.Reference{{ID: "a", Key: "a"}, {ID: "b", Key: "b"}, {ID: "b#2", Key: "b"}, {ID: "c", Key: "c"}},
		Citations:  []biblio.Citation{{Key: "b", Context: "x"}, {Key: "none"}}}
	undefined := a.Link()
	if len(undefined) != 1 || undefined[0].Key != "none" || a.Citations[0].Ref != "b" ||
		len(a.References[1].Citations) != 1 {
		t.Errorf("%+v %+v", undefined, a)
	}
	if !a.References[0].Uncited || a.References[1].Uncited || a.References[2].Uncited || !a.References[3].Uncited {
		t.Errorf("uncited: %+v", a.References)
	}
	a = Account{Stated: true, References: []biblio.Reference{{ID: "a", Key: "a"}, {ID: "b", Key: "B",
		Extra: map[string]string{
			"ids": "x, y"}}}, Citations: []biblio.Citation{{Ref: "gone", Key: "b"}, {Ref: "a", Key: "b"}, {Key: "y"},
		{Ref: "gone"}}}
	a.Link()
	var refs []string
	for _, c := range a.Citations {
		refs = append(refs, c.Ref)
	}
	if !slices.Equal(refs, []string{"b", "a", "b", "gone"}) {
		t.Errorf("%q", refs)
	}
	a = Account{Stated: true, References: []biblio.Reference{{ID: "a", Key: "a"}},
		Citations: []biblio.Citation{{Key: biblio.AllEntries}}}
	if undefined := a.Link(); undefined != nil || a.References[0].Uncited {
		t.Errorf("every entry is cited: %+v %+v", undefined, a)
	}
}

// Marks found in text show that an entry is uncited only if nearly all others have one, and the text does not name
// its author.
func TestUncitedNeedsCertainty(t *testing.T) {
	var refs []biblio.Reference
	body := ""
	for i := range 12 {
		refs = append(refs, ref(fmt.Sprint("r", i), fmt.Sprint(i+1), fmt.Sprintf("Name%c 2001", 'a'+i)))
		if i < 10 {
			body += fmt.Sprintf("So it is [%d]. ", i+1)
		}
	}
	body += strings.Repeat("And so on. ", 1000) + "It was Namek who did it."
	check := func(body string, want ...string) {
		t.Helper()
		a := Account{References: append([]biblio.Reference(nil), refs...), Texts: []Text{{Body: body}}}
		a.Citations = findCitations(a.Texts, a.References)
		if undefined := a.Link(); undefined != nil {
			t.Errorf("undefined %v", undefined)
		}
		var got []string
		for _, r := range a.References {
			if r.Uncited {
				got = append(got, r.ID)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("uncited %v, want %v", got, want)
		}
	}
	check(body, "r11")
	check(strings.Replace(body, "[3]", "", 1)[:len(body)/2])
}

// Entries of a list of further reading are never called uncited, and do not count among those that the text should
// cite.
func TestFurtherReadingIsNotCited(t *testing.T) {
	var a Account
	for i, name := range []string{"Abel", "Berg", "Carl", "Dorn", "Ernst", "Frank", "Gans", "Hahn", "Iser", "Jung",
		"Kant", "Lenz", "Mohr"} {
		r := ref(name, "", name+" 2001")
		if i >= 9 {
			SetExtra(&r, ListField, FurtherReading)
		}
		a.References = append(a.References, r)
		if i < 8 {
			a.Citations = append(a.Citations, biblio.Citation{Ref: name})
		}
	}
	a.Link()
	for _, r := range a.References {
		if want := r.ID == "Iser"; r.Uncited != want {
			t.Errorf("%s: uncited %v", r.ID, r.Uncited)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("(Smith and Jones, 2020; Lee et al. 2019a,b) [1, 2–5] 3", uint8(1))
	f.Fuzz(func(t *testing.T, body string, n uint8) {
		refs := []biblio.Reference{ref("a", "", "Smith Jones 2020"), ref("b", "", "Lee Kim 2019a"),
			ref("c", "", "Lee Kim 2019b")}
		if n%2 == 0 {
			for i := range refs {
				refs[i].Extra = map[string]string{LabelField: fmt.Sprint(i + 1)}
			}
		}
		for _, c := range findCitations([]Text{{Body: body, Raised: raised(body)}}, refs) {
			if c.Ref == "" || len(c.Context) > biblio.ContextMax {
				t.Fatalf("%+v", c)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	var refs []biblio.Reference
	var text strings.Builder
	for i := range 100 {
		refs = append(refs, ref(fmt.Sprint(i), "", fmt.Sprintf("Smith%c Jones%c %d", 'a'+i%26, 'a'+i%7, 1980+i%30)))
		fmt.Fprintf(&text,
			"This has been shown in several works before (Smith%c and Jones%c, %d), with results that differ from ours in some ways. ", 'a'+i%26, 'a'+i%7, 1980+i%30)
	}
	texts := []Text{{Body: text.String()}}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		findCitations(texts, refs)
	}
}

// raised returns the numbers in a text that are written with Unicode's raised digits.
func raised(body string) []biblio.Span {
	var spans []biblio.Span
	start := -1
	for i, r := range body {
		digit := strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹", r)
		switch {
		case digit && start < 0:
			start = i
		case !digit && start >= 0:
			spans = append(spans, biblio.Span{Start: start, End: i})
			start = -1
		}
	}
	if start >= 0 {
		spans = append(spans, biblio.Span{Start: start, End: len(body)})
	}
	return spans
}

// Entries that no mark tells apart are cited by none; a letter, or another name, tells them apart.
func TestTwins(t *testing.T) {
	refs := []biblio.Reference{
		ref("1", "", "Doe Roe 2001"), ref("2", "", "Doe Roe 2001"), ref("3", "", "Doe Poe 2001"),
		ref("4", "", "Doe Roe 2002a"), ref("5", "", "Doe Roe 2002b"),
	}
	x := newIndex(refs)
	for body, want := range map[string][]int{
		"Sand moves (Doe & Roe, 2001).":     nil,
		"Sand moves (Doe & Poe, 2001).":     {2},
		"As Doe and Roe (2002b) say.":       {4},
		"As Doe and Roe (2002a,b) say.":     {3, 4},
		"As Doe and Roe (2002) say.":        nil,
		"Sand moves (Roe & Doe, 2001).":     nil,
		"See Doe, Doe and Roe (2002a) too.": {3},
	} {
		var got []int
		for _, m := range x.named([]Text{{Body: body}}) {
			got = append(got, m.refs...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q cites %v, want %v", body, got, want)
		}
	}
}
