package bibtex

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// show returns the entries and definitions of a file as "type[key]{name=value; …}".
func show(f *File) string {
	var b strings.Builder
	for i := range f.Items {
		it := &f.Items[i]
		switch it.Kind {
		case Text:
			continue
		case Comment:
			b.WriteString("comment ")
			continue
		case Preamble:
			fmt.Fprintf(&b, "preamble{%s} ", f.Expand(it.Value))
			continue
		}
		fmt.Fprintf(&b, "%s[%s]{", f.TypeName(it), f.Key(it))
		for j := range it.Fields {
			if j > 0 {
				b.WriteString("; ")
			}
			fmt.Fprintf(&b, "%s=%s", f.FieldName(&it.Fields[j]), f.Expand(it.Fields[j].Value))
		}
		b.WriteString("} ")
	}
	return strings.TrimSpace(b.String())
}

// printed prints the tree: the result equals the parsed source.
func printed(f *File) []byte {
	var out []byte
	for i := range f.Items {
		out = append(out, f.Text(f.Items[i].Span)...)
	}
	return out
}

func rules(f *File) string {
	var list []string
	for _, p := range f.Problems {
		list = append(list, fmt.Sprintf("%s@%d:%d", p.Rule, p.Line, p.Column))
	}
	return strings.Join(list, " ")
}

// Every head that looks like that of an entry is read, or a problem says that it is not.
func TestHeads(t *testing.T) {
	const fields = "\n  title = {A Study},\n  year = 2020\n}\n\n@misc{last, title={L}}\n"
	for _, c := range []struct{ head, kind, key, problems string }{
		{"@['JournalArticle']{k,", "journalarticle", "k", "malformed-type@3:1"},
		{"@'article'{k,", "article", "k", "malformed-type@3:1"},
		{"@{k,", "", "k", "malformed-type@3:1"},
		{"@{", "", "", "malformed-type@3:1 missing-key@4:3"},
		{"@123{k,", "123", "k", "malformed-type@3:1"},
		{"@Journal Article {k,", "journal article", "k", "malformed-type@3:1"},
		{"@article[k,", "article", "k", "missing-brace@3:9"},
		{"@article<k,", "article", "k", "missing-brace@3:9"},
		{"@article\\{k,", "article", "k", ""},
		{"@article:{k,", "article", "k", ""},
		{"@@article{k,", "article", "k", ""},
		{"x@article{k,", "article", "k", ""},
		{"@(article){k,", "none", "", "malformed-type@3:1"},
		{"@{article, k,", "none", "", "malformed-type@3:1"},
		{"me@article, which says {this}", "none", "", ""},
	} {
		f := Parse([]byte("@misc{first, title={F}}\n\n" + c.head + fields))
		kind, key := "none", ""
		for i := range f.Items {
			if it := &f.Items[i]; it.Kind == Entry && f.Key(it) != "first" && f.Key(it) != "last" {
				kind, key = f.TypeName(it), f.Key(it)
			}
		}
		if kind != c.kind || key != c.key || rules(f) != c.problems || f.EntryByKey("last") == nil {
			t.Errorf("%s: @%s{%s, %s", c.head, kind, key, rules(f))
		}
	}
}

// BibTeX ignores a field whose name begins with an at sign.
func TestDisabledField(t *testing.T) {
	f := Parse([]byte("@techreport{a,\n  author = {C},\n  @Comment = {Hal and others},\n  @title = {No},\n  title = " +
		"{Yes},\n}\n@misc{b, title={B}}"))
	if got := show(f); got != "techreport[a]{author=C; @comment=Hal and others; @title=No; title=Yes} misc[b]{title=B}" ||
		len(f.Problems) > 0 {
		t.Error(got, rules(f))
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, in, want, problems string }{
		{"braces and quotes", "@Article{k1, title = {A {B} C}, year=2017, month = jan, note=\"x {\"} y\"}",
			`article[k1]{title=A {B} C; year=2017; month=January; note=x {"} y}`, ""},
		{"parentheses", "@book(k, title={A)}, year = 1999)", "book[k]{title=A); year=1999}", ""},
		{"concatenation", "@string{a = \"Foo\"}\n@string(b = a # {, } # \"Bar\")\n@misc{k, title = b # \" \" # 7}",
			"string[]{a=Foo} string[]{b=Foo, Bar} misc[k]{title=Foo, Bar 7}", ""},
		{"free text, mail address, comment",
			"text a@b.org {x}\n@comment{ @article{no, a={b}} }\n@preamble{\"\\x\" # {y}}\n@misc{k}",
			"comment preamble{\\xy} misc[k]{}", ""},
		{"comment without brace", "@comment foo\n@misc{k,}", "comment misc[k]{}", ""},
		{"commented out", "% @misc{a, title={x}}\n@misc{b, % note }\n title={y} % z, {\n}", "misc[b]{title=y}",
			"commented-entry@1:3"},
		{"no at sign", "article{a,\n title={x}}\n\n＠book{c,\n title={y}}\n@misc{b,\n title={z}}", "misc[b]{title=z}",
			"malformed-type@1:1 malformed-type@4:4"},
		{"line ends", "@misc{a,\r\n title={x},\r year=1}\r\n", "misc[a]{title=x; year=1}", ""},
		{"byte order mark", "\xef\xbb\xbf@misc{a, title={x}}", "misc[a]{title=x}", ""},
		{"trailing comma and blank", "@misc { a , title = {x} , }", "misc[a]{title=x}", ""},
		{"quoted accent", `@misc{a, author = "G\"odel, Kurt", year = "1931"}`,
			`misc[a]{author=G\"odel, Kurt; year=1931}`, ""},
		{"accent on a command", `@misc{a, author = "na\"\i ve", year = "1"}`, `misc[a]{author=na\"\i ve; year=1}`, ""},
		{"accents on the ends of the alphabet", `@misc{a, author = "H\"andel, B\"zz, C\"Azz, D\"Zz", year = "1"}`,
			`misc[a]{author=H\"andel, B\"zz, C\"Azz, D\"Zz; year=1}`, ""},
		{"a problem behind returns", "@misc{a,\r title={x},\r year=}", "misc[a]{title=x; year=}", "missing-value@3:7"},
		{"a problem behind line feeds", "@misc{a,\n title={x},\n year=}", "misc[a]{title=x; year=}", "missing-value@3:7"},
		{"a problem behind both", "@misc{a,\r\n title={x},\r\n year=}", "misc[a]{title=x; year=}", "missing-value@3:7"},
		{"nothing after the number sign", "@misc{a, title = {x} #, year=1}", "misc[a]{title=x; year=1}",
			"missing-value@1:22"},
		{"a sentence with a comma", "@article of two words,\n title={x}\n}\n@misc{b}", "misc[b]{}", "missing-brace@1:1"},
		{"a type of twenty letters", "@" + strings.Repeat("x", 20) + "{a, year=1}", strings.Repeat("x", 20) + "[a]{year=1}",
			""},
		{"backslash before the end", `@misc{a, title = "C:\", year = "1"}`, `misc[a]{title=C:\; year=1}`, ""},
		{"numbers with zeros and nines", "@misc{a, number=0, year=09, volume=90}",
			"misc[a]{number=0; year=09; volume=90}", ""},
		{"at sign at the end", "@misc{a, number=0}\n@", "misc[a]{number=0}", ""},
		{"an open value before a name without one", "@misc{k, title={A\n year=", "misc[k]{title=A\n year=}",
			"unclosed-entry@1:1 unclosed-value@1:16"},
		{"an open value of a comma", "@misc{k, title={,\n year={2001}\n}\n@misc{b}", "misc[k]{title=; year=2001} misc[b]{}",
			"unclosed-value@1:16"},
		{"a comment at the end", "@misc{a}\n@comment", "misc[a]{} comment", ""},
		{"an entry in a word", "text a@article{k, title={x}}", "article[k]{title=x}", ""},
		{"a common type in a word", "text a@article is a word\n@misc{b}", "misc[b]{}", ""},
		{"a rare type in a word", "text a@foo{k, title={x}}\n@misc{b}", "misc[b]{}", ""},
		{"no comma after the key, and a name with a hyphen", "@misc{k x-y = {A}}", "misc[k]{x-y=A}", "missing-comma@1:8"},
		{"no comma after the key, and a number", "@misc{k 9 = {A}}", "misc[k 9 =]{}",
			"space-in-key@1:7 missing-comma@1:12 stray-text@1:13"},
		{"undefined macro", "@misc{a, journal = tpami}", "misc[a]{journal=tpami}", "undefined-macro@1:20"},
		{"macro defined later", "@misc{a, journal = x}@string{x = {Y}}", "misc[a]{journal=Y} string[]{x=Y}", ""},

		{"missing comma after key", "@misc{a\n title={x}}", "misc[a]{title=x}", "missing-comma@1:8"},
		{"missing comma after key, one line", "@misc{a title={x}}", "misc[a]{title=x}", "missing-comma@1:8"},
		{"missing comma after field", "@misc{a, title={x}\n year=1}", "misc[a]{title=x; year=1}", "missing-comma@1:19"},
		{"missing key", "@misc{title={x}, year=1}", "misc[]{title=x; year=1}", "missing-key@1:7"},
		{"empty key", "@misc{, year=1}", "misc[]{year=1}", "missing-key@1:7"},
		{"space in key", "@misc{a b, year=1}", "misc[a b]{year=1}", "space-in-key@1:7"},
		{"duplicate key", "@misc{a, year=1}\n@misc{a, year=2}", "misc[a]{year=1} misc[a]{year=2}", ""},
		{"extra commas", "@misc{a,, year=1,, note={x}}", "misc[a]{year=1; note=x}", "extra-comma@1:9 extra-comma@1:18"},
		{"missing value", "@misc{a, year=, note={x}}", "misc[a]{year=; note=x}", "missing-value@1:15"},
		{"missing equals", "@misc{a, year {2017}, note={x}}", "misc[a]{year=2017; note=x}", "missing-equals@1:15"},
		{"bare text", "@misc{a, title=Deep Learning, year=2016-11}", "misc[a]{title=Deep Learning; year=2016-11}",
			"unquoted-value@1:16 unquoted-value@1:36"},
		{"bare number, comma missing", "@misc{a, year=2016 month=may}", "misc[a]{year=2016; month=May}",
			"missing-comma@1:19"},
		{"stray text", "@misc{a, foo bar, title={x} junk, year=1}", "misc[a]{title=x; year=1}",
			"stray-text@1:10 extra-comma@1:17 missing-comma@1:28 stray-text@1:29 extra-comma@1:33"},
		{"unclosed entry", "@misc{a, title={x}\n\n@misc{b, title={y}}", "misc[a]{title=x} misc[b]{title=y}",
			"unclosed-entry@1:1"},
		{"unclosed entry at the end", "@misc{a, title={x}", "misc[a]{title=x}", "unclosed-entry@1:1"},
		{"unclosed value, fields recovered", "@misc{a,\n title={x,\n year=1\n}\n\n@misc{b, title={y}}",
			"misc[a]{title=x; year=1} misc[b]{title=y}", "unclosed-value@2:8"},
		{"two unclosed braces", "@misc{a,\n title={{x},\n year={1\n}\n@misc{b, title={y}}\n",
			"misc[a]{title={x}; year=1\n} misc[b]{title=y}", "unclosed-entry@1:1 unclosed-value@2:8"},
		{"unclosed quote", "@misc{a,\n title=\"x,\n year=\"1\"\n}\n@misc{b}", "misc[a]{title=x; year=1} misc[b]{}",
			"unclosed-value@2:8"},
		{"unclosed value to the next entry", "@misc{a,\n title={{x\n}\n\n@misc{b, title={y}}\n",
			"misc[a]{title={x} misc[b]{title=y}", "unclosed-value@2:8"},
		{"value that holds an entry", "@misc{a, note={see\n@misc{x, y={z}}\n}, year=1}",
			"misc[a]{note=see\n@misc{x, y={z}}\n; year=1}", ""},
		{"mismatched delimiters", "@misc(a, title={x}}\n@misc{b}", "misc[a]{title=x} misc[b]{}", "mismatched-delimiter@1:19"},
		{"stray closing brace", "@misc{a, title={x}}}\n@misc{b}", "misc[a]{title=x} misc[b]{}", ""},
		{"unclosed comment", "@comment{x\n@misc{b}", "comment misc[b]{}", "unclosed-entry@1:1"},
		{"escaped braces", `@misc{a, title={x \} y}, note={p \{ q}, year=1}`, `misc[a]{title=x \} y; note=p \{ q; year=1}`,
			"escaped-brace@1:16 escaped-brace@1:31"},
		{"closed by a parenthesis", "@misc{a, year=1\n)\n@misc{b}", "misc[a]{year=1} misc[b]{}",
			"missing-comma@1:16 mismatched-delimiter@2:1"},
		{"lost brace", "@Article,\n title={x}\n}\n@misc k,\nyear=1}", "article[]{title=x} misc[k]{year=1}",
			"missing-brace@1:9 missing-key@1:9 missing-brace@4:6"},
		{"no brace", "@article key, title\n@misc{b}", "misc[b]{}", "missing-brace@1:1"},
		{"percent after key", "@misc{a, % the key\n year=1}", "misc[a]{year=1}", ""},
		{"empty", "", "", ""},
	} {
		f := Parse([]byte(c.in))
		if got := show(f); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if got := rules(f); got != c.problems {
			t.Errorf("%s: problems\n got %s\nwant %s", c.name, got, c.problems)
		}
		checkTree(t, f, []byte(c.in))
	}
}

// checkTree verifies that the items tile the source, that spans nest in order,
// and that the tree prints as the source.
func checkTree(t testing.TB, f *File, src []byte) {
	t.Helper()
	at := 0
	for i := range f.Items {
		it := &f.Items[i]
		if it.Span.Start != at || it.Span.End <= at {
			t.Fatalf("item %d %v does not continue at %d", i, it.Span, at)
		}
		inner := it.Span.Start
		step := func(s Span, what string) {
			if s == (Span{}) {
				return
			}
			if s.Start < inner || s.End < s.Start || s.End > it.Span.End {
				t.Fatalf("item %d %v: %s %v out of order", i, it.Span, what, s)
			}
			inner = s.End
		}
		step(it.Type, "type")
		step(it.Key, "key")
		for j := range it.Fields {
			step(it.Fields[j].Name, "name")
			for _, p := range it.Fields[j].Value.Pieces {
				step(p.Span, "piece")
				if (p.Kind == Braced || p.Kind == Quoted) && !p.Open && p.Span.Len() < 2 || p.Span.Len() == 0 {
					t.Fatalf("piece %v too short", p)
				}
			}
			if c := it.Fields[j].Comma; c >= 0 && src[c] != ',' {
				t.Fatalf("no comma at %d", c)
			}
			_ = f.Expand(it.Fields[j].Value)
		}
		if it.Close < it.Span.Start || it.Close > it.Span.End {
			t.Fatalf("item %d closes outside itself", i)
		}
		at = it.Span.End
	}
	if at != len(src) || !bytes.Equal(printed(f), src) {
		t.Fatalf("%d bytes in, tree ends at %d and prints otherwise", len(src), at)
	}
}

func TestPrintsWhatItRead(t *testing.T) {
	part := rapid.SampledFrom([]string{
		"@", "article", "{", "}", "(", ")", "\"", ",", "=", "#", "%", "\n", "\r\n", "\r", " ", "key", "title", "2017", "jan",
		"@string{a=\"b\"}", "@comment{", "\\", "\xff", "é", "@misc{a,\n", " year = {", "\x00",
	})
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(strings.Join(rapid.SliceOfN(part, 0, 60).Draw(t, "parts"), ""))
		f := Parse(src)
		if !bytes.Equal(printed(f), src) {
			t.Fatalf("%q prints as %q", src, printed(f))
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"@Article{k, title = {A {B}} # x, month = jan}", "@string(a = \"b\")", "@misc{a,\n b={\n c={\n@misc{d, e=\"\\\"x",
		"@comment{ {", "% @a{b\r@a(b,c=d)", "@preamble{\"x\" #", "\xef\xbb\xbf@a{,}",
		"@a{b, crossref=c}@a{c, crossref=b, xdata={b,c}}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file := Parse(src)
		checkTree(t, file, src)
		for i := range file.Items {
			it := &file.Items[i]
			file.Resolve(it)
			for j := range it.Fields {
				if _, err := Splice(file.text, []Edit{file.DeleteField(it, j)}); err != nil {
					t.Fatal(err)
				}
				if edits, err := file.InsertField(it, j, "x", "{y}"); err == nil {
					if _, err := Splice(file.text, edits); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
}

// Text crafted to be rescanned repeatedly must still take linear time.
func TestParseHostile(t *testing.T) {
	for _, unit := range []string{
		"@a{b,c={\n", "@a{b,c={{\n", "@a{b,c=\"\n", "c={\n", "@comment{\n", "@comment{", "@a", "@a{", "@a{b,", "@a{b,c=d",
		"{", "}", "\"", "@a{b c={", "@string{a=a#a}", "a=a#", "%\n", "%@a{", ",", "@\n", "=a",
		"@a{b,c={\nd={}\n", "@a{b,c={\n}}", "x ", "@a{a,crossref=a}", "@a{b, c={x\n} \n\n\n\n", "\n @a",
		"@a{b,\ncrossref={b},xdata={b,b,b}", "@string{a=\"xxxxxxxxxxxxxxx\"#a}",
		"@a{b,c={\\{\n", "@a{b,c={\\}x ", "\\{", "\\}", "c={\\}\n", "c={\\}",
	} {
		src := []byte("@a{b,\n" + strings.Repeat(unit, 1<<20/len(unit)))
		var f *File
		testenv.Linear(t, fmt.Sprintf("%q repeated for a megabyte", unit), func() {
			f = Parse(src)
			for i := range f.Items {
				f.Resolve(&f.Items[i])
			}
		})
		checkTree(t, f, src)
	}
}
