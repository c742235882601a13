package bibtex

import (
	"fmt"
	"strings"
	"testing"
)

// TestDelimiters: what the braces and quotation marks of a text allow.
func TestDelimiters(t *testing.T) {
	for _, c := range []struct {
		text            string
		balanced, quote bool
	}{
		{"", true, false}, {"a {b {c}} d", true, false}, {"{a", false, false}, {"a}", false, false}, {"}a{", false, false},
		{`\{`, false, false}, {`"`, true, true}, {`G{\"o}del`, true, false}, {`{a} "b" {c}`, true, true},
		{`{{"}"}`, true, false},
	} {
		if balanced, quote := Balanced(c.text), QuoteOutside(c.text); balanced != c.balanced || quote != c.quote {
			t.Errorf("%s: balanced %v, a quotation mark outside %v", c.text, balanced, quote)
		}
	}
}

// TestEtAl: the start of a truncation mark, which BibTeX would read as a name.
func TestEtAl(t *testing.T) {
	for names, want := range map[string]int{
		"Ann Able et al.": 8, "Ann Able, et al.": 8, "Ann Able and et al": 8, `Ann Able \emph{et al.}`: 8,
		"Ann Able and Bo Best and others": -1, "Ann Able AND  others": -1, "Ann Able and Others": 8,
		"Ann Able": -1, "et al.": -1,
		"{Ann Able et al.}": -1, "": -1,
	} {
		if got := EtAl(names); got != want {
			t.Errorf("%q: at %d, want %d", names, got, want)
		}
	}
}

// TestFirstItem: whether and where a text is BibTeX.
func TestFirstItem(t *testing.T) {
	for src, want := range map[string]int{
		"@misc{a, year=1}": 0, "\ufeff@misc{a,\n}": 3, "text\n \t@misc{a, year=1}": 7, "text @misc{a, year=1}": -1,
		"a@b.org\n@string{x = {y}}": 8, "@comment{x}": 0, "@preamble{x}": 0, "@misc{a\n,": -1, "@": -1, "": -1,
		"@media (print) {\n a: b\n}": -1, "@x\n\n@misc{k}": 4,
	} {
		if got := FirstItem([]byte(src)); got != want {
			t.Errorf("%q: at %d, want %d", src, got, want)
		}
	}
}

// TestReadsAlike: a changed file has the same items and no additional problems.
func TestReadsAlike(t *testing.T) {
	const src = "@misc{a, year=1}\n@misc{b, year=x}"
	for after, want := range map[string]bool{
		src: true, "@misc{a, year=2}\n@misc{b, year=3}": true, "@misc{a, year=y}\n@misc{b, year=x}": false,
		"@misc{a, year=1}\n@misc{c, year=x}": false, "@misc{a, year=1}": false, "@misc{a, year=1}\n@string{b = {x}}": false,
		"@misc{a, year=1}\n@misc{b, year=2}\n@misc{c, year=2}": false,
	} {
		if got := ReadsAlike(Parse([]byte(src)), Parse([]byte(after))); got != want {
			t.Errorf("%q reads alike: %v", after, got)
		}
	}
}

// TestMacros: definitions that apply to more than one file, and values with an undefined macro.
func TestMacros(t *testing.T) {
	m := Macros{}
	m.Define([]byte("@string{A = {first}}"))
	m.Define([]byte("@STRING {a = {second}} @string{b = a # { and more}} @string{b = {the last}}"))
	m.Define([]byte("@misc{c, year = 1}"))
	if got := fmt.Sprint(m); got != "map[a:first b:the last]" {
		t.Error(got)
	}
	f := ParseWith([]byte("@misc{k, a = a # b, b = {c}, c = c # a, d = jan, e = 1}"), m)
	got := ""
	for i := range f.Items[0].Fields {
		field := &f.Items[0].Fields[i]
		span, text, inside := f.Inside(field)
		got += fmt.Sprintf("%s %v %v; ", f.Expand(field.Value), f.Known(field.Value), inside)
		if inside && f.Text(Span{span.Start - 1, span.End + 1}) != "{"+text+"}" {
			t.Errorf("%q at %v", text, span)
		}
	}
	if got != "firstthe last true false; c true true; cfirst false false; January true false; 1 true false; " {
		t.Error(got)
	}
	empty := Parse([]byte("@misc{k, a = {}}"))
	if span, text, ok := empty.Inside(&empty.Items[0].Fields[0]); !ok || text != "" || span.Len() != 0 {
		t.Errorf("%q at %v: %v", text, span, ok)
	}
	if _, _, ok := f.Inside(nil); ok {
		t.Error("no field has a text")
	}
	open := Parse([]byte("@misc{k, a = {b"))
	if _, _, ok := open.Inside(&open.Items[0].Fields[0]); ok {
		t.Error("a value that is not closed is not between delimiters")
	}
}

// Known asks of macros alone whether they are defined, and only what macros bring is bounded.
func TestKnown(t *testing.T) {
	long := strings.Repeat("a", maxMacro)
	f := Parse([]byte("@string{s = {x}}\n@misc{k, a = s # { y}, b = {s}, c = s # t, d = 12, e = jan, f = {" + long +
		"} # {b} # \"c\"}\n"))
	want := map[string]bool{"a": true, "b": true, "c": false, "d": true, "e": true, "f": true}
	for _, field := range f.EntryByKey("k").Fields {
		name := f.FieldName(&field)
		if got := f.Known(field.Value); got != want[name] {
			t.Errorf("%s: %v", name, got)
		}
		if name == "f" && f.Expand(field.Value) != long+"bc" {
			t.Error("a long text is cut")
		}
	}
}
