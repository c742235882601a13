package fold

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Spellings of one title have one form.
func TestTitleForms(t *testing.T) {
	for _, c := range [][]string{
		{"Attention Is All You Need", "attention is all you need", "ATTENTION IS ALL YOU NEED.", "{A}ttention is all you need", "<i>Attention</i> Is All You Need", "“Attention Is All You Need”"},
		{"An Eﬃcient ﬁlter", "An Efficient filter"},
		{"Müller's naïve façade", "M{\\\"u}ller’s na\\\"ive fa\\c{c}ade", "Muller's naive facade", "Mu\u0308ller's nai\u0308ve fac\u0327ade"},
		{"Łukasz Øre straße", "{\\L}ukasz {\\O}re stra{\\ss}e", "Lukasz Ore strasse"},
		{"Search & Rescue", "Search and Rescue", "Search \\& Rescue", "Search &amp; Rescue"},
		{"A–B—C", "A-B-C", "A – B — C", "A: B: C"},
		{"$\\alpha$-stable L$_2$ flows", "α-stable L2 flows", "alpha-stable L₂ flows"},
		{"16×16 patches", "16x16 patches"},
		{"A Survey of Webots™", "A Survey of Webots<sup>™</sup>"},
		{"$\\infty$Bench", "\\inftyBench", "∞Bench"},
		{"Don't stop", "Don’t stop", "Dont stop"},
		{"Зоркий ёж", "зоркий еж"},
		{"深度学习", "深度学习"},
		{"Soft\u00adhyphen \u200bzero", "Softhyphen zero"},
		{"Ｆｕｌｌ ｗｉｄｔｈ", "Full width"},
	} {
		for _, s := range c[1:] {
			if got, want := Title(s), Title(c[0]); got != want {
				t.Errorf("Title(%q) = %q, Title(%q) = %q", s, got, c[0], want)
			}
		}
	}
}

// Different titles have different forms, in every script.
func TestTitlesKeptApart(t *testing.T) {
	for _, c := range [][2]string{
		{"深度学习", "机器学习"}, {"глубокое обучение", "машинное обучение"}, {"في التعلم", "في الآلة"}, {"Learning C", "Learning C++"},
		{"GPT-3", "GPT-4"}, {"हिन्दी", "हन्द"}, {"が", "か"},
	} {
		if Title(c[0]) == Title(c[1]) {
			t.Errorf("%q and %q have the form %q", c[0], c[1], Title(c[0]))
		}
		if Title(c[0]) == "" {
			t.Errorf("%q has no form", c[0])
		}
	}
}

func TestPlainTeX(t *testing.T) {
	for in, want := range map[string]string{
		"Fran{\\c c}ois Maz{\\'e}": "François Mazé", "Onta\\~n\\'on": "Ontañón", "\\'{\\i}": "í", "K{\\\"o}ln": "Köln", "a~b": "a b", "\\textit{x} y": "x y",
		"\\": "", "\\'": "", "{\\": "", "$x^2$": "x2", "\\v{S}": "Š", "50\\% \\_a": "50% _a", "\\ell_1": "l_1",
	} {
		if got := Plain(in); Text(got) != Text(want) {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSquashLineBreak(t *testing.T) {
	if a, b := Squash(Title("Automatic Speech Recog- nition")), Squash(Title("Automatic Speech Recognition")); a != b {
		t.Errorf("%q != %q", a, b)
	}
}

func TestSplitSubtitle(t *testing.T) {
	for in, want := range map[string]string{"A: B": "A", "A - B": "A ", "Who? A study": "Who?", "Graph-based": "", "A — B": "A "} {
		main, _, ok := SplitSubtitle(in)
		if want == "" && ok || want != "" && main != want {
			t.Errorf("SplitSubtitle(%q) = %q %v", in, main, ok)
		}
	}
}

func TestCutMark(t *testing.T) {
	for in, want := range map[string]string{"A long title...": "A long title", "A long title…": "A long title", "A title": "A title"} {
		if got, _ := CutMark(in); got != want {
			t.Errorf("CutMark(%q) = %q", in, got)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"{\\\"u}", "<a", "&#x110000;", "\\c{", "Å\u0301", "a\xffb", "$$$"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Title(s)
		if utf8.ValidString(s) && !utf8.ValidString(got) || strings.Contains(got, "  ") {
			t.Fatalf("Title(%q) = %q", s, got)
		}
		Plain(s)
		if main, sub, ok := SplitSubtitle(s); ok && len(main)+len(sub) > len(s) {
			t.Fatalf("SplitSubtitle(%q) = %q, %q", s, main, sub)
		}
		if head, _ := CutMark(s); len(head) > len(s) {
			t.Fatalf("CutMark(%q) = %q", s, head)
		}
		Translit(got)
		Romanised(got)
	})
}

func BenchmarkTitle(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Title("BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding")
	}
}
