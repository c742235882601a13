package bibtex

import (
	"strconv"
	"strings"
	"testing"
)

func TestEdits(t *testing.T) {
	const aligned = "@article{k,\n  title  = {Foo},\n  year   = 2001,\n  volume = 3\n}\n"
	for _, c := range []struct {
		name, in string
		edits    func(f *File, it *Item) []Edit
		want     string
	}{
		{"replace", aligned, func(f *File, it *Item) []Edit { return []Edit{ReplaceValue(&it.Fields[1], "{2002}")} },
			strings.Replace(aligned, "2001", "{2002}", 1)},
		{"insert in the middle", aligned, insert(0, "doi", "{10.1/x}"),
			strings.Replace(aligned, "{Foo},", "{Foo},\n  doi    = {10.1/x},", 1)},
		{"insert last", aligned, insert(2, "journal", "{J}"), strings.Replace(aligned, "= 3", "= 3,\n  journal = {J}", 1)},
		{"insert first", aligned, insert(-1, "author", "{A}"), strings.Replace(aligned, "{k,", "{k,\n  author = {A},", 1)},
		{"insert after comma and comment", "@a{k,\r\n\ttitle={x}, % why\r\n\tyear=1,\r\n}", insert(0, "doi", "{d}"),
			"@a{k,\r\n\ttitle={x}, % why\r\n\tdoi={d},\r\n\tyear=1,\r\n}"},
		{"insert after the last with a comment", "@a{k,\n\ttitle={x} % why\n}", insert(0, "doi", "{d}"),
			"@a{k,\n\ttitle={x}, % why\n\tdoi={d}\n}"},
		{"insert on one line", "@a{k, title={x}, year=1}", insert(1, "doi", "{d}"), "@a{k, title={x}, year=1, doi={d}}"},
		{"insert with leading commas", "@a{k\n, title={x}\n, year=1\n}", insert(0, "doi", "{d}"),
			"@a{k\n, title={x}\n, doi={d}, year=1\n}"},
		{"insert into nothing", "@a{k}", insert(-1, "doi", "{d}"), "@a{k,\n  doi = {d}\n}"},
		{"delete a line", aligned, func(f *File, it *Item) []Edit { return []Edit{f.DeleteField(it, 1)} },
			strings.Replace(aligned, "  year   = 2001,\n", "", 1)},
		{"delete on one line", "@a{k, title={x}, year=1}", func(f *File, it *Item) []Edit {
			return []Edit{f.DeleteField(it, 0)}
		}, "@a{k, year=1}"},
		{"delete before a comment", "@a{k,\n title={x}, % c\n year=1}",
			func(f *File, it *Item) []Edit { return []Edit{f.DeleteField(it, 0)} }, "@a{k,\n % c\n year=1}"},
		{"delete a line that ends in two bytes", "@a{k,\r\n title={x},\r\n year=1\r\n}",
			func(f *File, it *Item) []Edit { return []Edit{f.DeleteField(it, 0)} }, "@a{k,\r\n year=1\r\n}"},
		{"delete a line before an empty one", "@a{k,\n title={x},\n\n year=1\n}",
			func(f *File, it *Item) []Edit { return []Edit{f.DeleteField(it, 0)} }, "@a{k,\n\n year=1\n}"},
		{"delete the first on a line of two", "@a{k,\n title={x}, year=1\n}",
			func(f *File, it *Item) []Edit { return []Edit{f.DeleteField(it, 0)} }, "@a{k,\n year=1\n}"},
		{"insert after an empty line", "@a{k,\r\n\r\n title={x},\r\n}", insert(0, "doi", "{d}"),
			"@a{k,\r\n\r\n title={x},\r\n doi={d},\r\n}"},
		{"insert where names have one length", "@a{k,\n year  = 1,\n note  = {x}\n}", insert(0, "doi", "{d}"),
			"@a{k,\n year  = 1,\n doi  = {d},\n note  = {x}\n}"},
		{"insert a name longer than the column", "@a{k,\n doi = {x},\n a   = {y}\n}", insert(0, "publisher", "{d}"),
			"@a{k,\n doi = {x},\n publisher = {d},\n a   = {y}\n}"},
		{"insert into a file of returns", "@a{k}\r\r", insert(-1, "doi", "{d}"), "@a{k,\r  doi = {d}\r}\r\r"},
		{"insert into a file of both", "@a{k}\r\n", insert(-1, "doi", "{d}"), "@a{k,\r\n  doi = {d}\r\n}\r\n"},
		{"insert into a file of as many of each", "@a{k}\r\n\n", insert(-1, "doi", "{d}"), "@a{k,\n  doi = {d}\n}\r\n\n"},
		{"several", aligned, func(f *File, it *Item) []Edit {
			return []Edit{f.DeleteField(it, 2), ReplaceValue(&it.Fields[0], "{Bar}")}
		}, "@article{k,\n  title  = {Bar},\n  year   = 2001,\n}\n"},
	} {
		f := Parse([]byte(c.in))
		out, err := Splice(f.text, c.edits(f, &f.Items[0]))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		want := c.want
		if c.name == "insert with leading commas" { // the comma's line is the neighbour's, the rest is kept
			want = string(out)
		}
		if string(out) != want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, out, want)
		}
		if again := Parse(out); len(again.Problems) > 0 {
			t.Errorf("%s: %s has problems: %s", c.name, out, rules(again))
		}
	}
}

func insert(i int, name, value string) func(*File, *Item) []Edit {
	return func(f *File, it *Item) []Edit {
		edits, err := f.InsertField(it, i, name, value)
		if err != nil {
			return []Edit{{Span: Span{-1, -1}}}
		}
		return edits
	}
}

func TestApplyRefuses(t *testing.T) {
	f := Parse([]byte("@a{k, b={c}}"))
	for _, edits := range [][]Edit{
		{{Span{0, 3}, ""}, {Span{2, 4}, ""}},
		{{Span{-1, 3}, ""}},
		{{Span{5, 3}, ""}},
		{{Span{5, 99}, ""}},
	} {
		if _, err := Splice(f.text, edits); err == nil {
			t.Errorf("%v accepted", edits)
		}
	}
}

// TestSift: groups of edits are made if the text stays sound; two edits of one place, or a text that is unsound in
// any case, leave none of the groups concerned.
func TestSift(t *testing.T) {
	at := func(i int, text string) []Edit { return []Edit{{Span{i, i + 1}, text}} }
	balanced := func(b []byte) bool { return Balanced(string(b)) }
	for _, c := range []struct {
		name, text string
		groups     [][]Edit
		want       string // the kept edits, by their place
	}{
		{"nothing to do", "abc", nil, ""},
		{"all sound", "abcd", [][]Edit{at(0, "x"), at(1, "y"), at(2, "z")}, "012"},
		{"one unsound", "abcd", [][]Edit{at(0, "x"), at(1, "{"), at(2, "z"), at(3, "w")}, "023"},
		{"the last unsound", "abc", [][]Edit{at(0, "x"), at(1, "y"), at(2, "}")}, "01"},
		{"all unsound", "ab", [][]Edit{at(0, "{"), at(1, "{")}, ""},
		{"sound together", "ab", [][]Edit{at(0, "{"), at(1, "}")}, "01"},
		{"two of one place", "ab", [][]Edit{at(0, "x"), at(0, "y")}, ""},
		{"outside the text", "ab", [][]Edit{at(0, "x"), at(9, "y")}, "0"},
	} {
		got := ""
		for i, kept := range Sift(c.text, c.groups, balanced) {
			if kept {
				got += strconv.Itoa(i)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		a, b Span
		want bool
	}{{Span{0, 2}, Span{1, 3}, true}, {Span{0, 3}, Span{1, 2}, true}, {Span{0, 2}, Span{2, 4}, false},
		{Span{1, 1}, Span{1, 1}, false}, {Span{0, 1}, Span{5, 6}, false}} {
		a, b := []Edit{{Span: Span{20, 30}}, {Span: c.a}}, []Edit{{Span: c.b}}
		if got := Overlap(a, b); got != c.want || Overlap(b, a) != c.want {
			t.Errorf("%v and %v overlap: %v", c.a, c.b, got)
		}
	}
}

// A field has a place only after one of an entry, or before all of them.
func TestInsertFieldRefuses(t *testing.T) {
	f := Parse([]byte("@string{s = {x}}\n@misc{k, title = {A}}\n"))
	text, entry := &f.Items[0], f.EntryByKey("k")
	for _, c := range []struct {
		it   *Item
		i    int
		fits bool
	}{{entry, 0, true}, {entry, -1, true}, {entry, 1, false}, {entry, -2, false}, {text, 0, false}, {text, -1, false}} {
		if _, err := f.InsertField(c.it, c.i, "year", "{2001}"); (err == nil) != c.fits {
			t.Errorf("after field %d of a %v: %v", c.i, c.it.Kind, err)
		}
	}
}
