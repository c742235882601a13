package bibtex

import (
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
			func(f *File, it *Item) []Edit { return []Edit{f.DeleteField(it, 0)} }, "@a{k,\n  % c\n year=1}"},
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
