package normalise

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Spellings of one title have one form.
func TestTitleForms(t *testing.T) {
	for _, c := range [][]string{
		{"Attention Is All You Need", "attention is all you need", "ATTENTION IS ALL YOU NEED.",
			"{A}ttention is all you need", "<i>Attention</i> Is All You Need", "“Attention Is All You Need”"},
		{"An Eﬃcient ﬁlter", "An Efficient filter"},
		{"Müller's naïve façade", "M{\\\"u}ller’s na\\\"ive fa\\c{c}ade", "Muller's naive facade",
			"Mu\u0308ller's nai\u0308ve fac\u0327ade"},
		{"Łukasz Øre straße", "{\\L}ukasz {\\O}re stra{\\ss}e", "Lukasz Ore strasse"},
		{"Search & Rescue", "Search and Rescue", "Search \\& Rescue", "Search &amp; Rescue"},
		{"A–B—C", "A-B-C", "A – B — C", "A: B: C"},
		{"$\\alpha$-stable L$_2$ flows", "α-stable L2 flows", "alpha-stable L₂ flows"},
		{"16×16 patches", "16x16 patches"},
		{"A Survey of Webots™", "A Survey of Webots<sup>™</sup>", "A Survey of Webots", "Ａ Survey of Webots℠"},
		{"$\\infty$Bench", "\\inftyBench", "∞Bench"},
		{"Don't stop", "Don’t stop", "Dont stop"},
		{"Зоркий ёж", "зоркий еж"},
		{"深度学习", "深度学习"},
		{"Soft\u00adhyphen \u200bzero", "Softhyphen zero"},
		{"Ｆｕｌｌ ｗｉｄｔｈ", "Full width"},
		{"Rock 'n' Roll", "Rock `n´ Roll", "Rock n Roll"},
		{"عربية", "عَرَبِيّة", "عـربية"}, {"שלום", "שָׁלוֹם"}, // vowels omitted in print
		{"Zero", "Ze\u200bro", "Ze\u202aro", "Ze\u2060ro", "Ze\u2064ro", "Zero\ufe00", "Ze\u00adro",
			"Ze\u200dro", "Ze\u200fro", "Ze\u202ero", "Ze\u2062ro", "\ufeffZero", "Zero\ufe0f"},
		{"If a < b then c > d", "If a &lt; b then c &gt; d", "If a b then c d"},
		{"AT&T; a history", "AT&amp;T; a history"},
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
		{"深度学习", "机器学习"}, {"глубокое обучение", "машинное обучение"}, {"في التعلم", "في الآلة"},
		{"Learning C", "Learning C++"},
		{"GPT-3", "GPT-4"}, {"हिन्दी", "हन्द"}, {"が", "か"}, {"Learning C", "Learning C#"}, {"تقنية ١", "تقنية ٢"},
		{"का", "क"}, {"Ze\u2065ro", "Zero"}, {"G\u0483n", "Gn"},
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
		"Fran{\\c c}ois Maz{\\'e}": "François Mazé", "Onta\\~n\\'on": "Ontañón", "\\'{\\i}": "í", "K{\\\"o}ln": "Köln",
		"a~b": "a b", "\\textit{x} y": "x y",
		"\\": "", "\\'": "", "{\\": "", "$x^2$": "x2", "\\v{S}": "Š", "50\\% \\_a": "50% _a", "\\ell_1": "l_1",
		"\\c c": "ç", "\\cite x": "x", "\\vec S": "S", "\\v S": "Š", "\\'{\\ae}": "ǽ", "\\'\\xyz": "xyz", "{\\o}x": "øx",
		"\\o x": "øx", "\\c": "", "\\foo bar": "bar", "\\infty": "∞", "\\alphaX": "αX", "\\FooX": "",
		"<sup>2</sup>": "2", "a<B>c": "ac", "a</B>c": "ac", "5 <6> 7": "5 6 7", "a<": "a",
		"a<z>b": "ab", "a<A>b": "ab", "a<Z>b": "ab", "a<a>b": "ab", "a<{>b": "a<>b", "<1>x": "1 x",
	} {
		if got := Plain(in); Text(got) != Text(want) {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestWordsOfTitles: words in order, and titles without their article.
func TestWordsOfTitles(t *testing.T) {
	for _, c := range []struct {
		short, long string
		want        bool
	}{
		{"arctic terns", "the arctic and the terns", true}, {"terns arctic", "arctic terns", false}, {"", "terns", true},
		{"terns", "", false}, {"", "", true}, {"terns terns", "terns", false}, {"arctic terns", "arctic terns", true},
	} {
		if got := Subsequence(Words(c.short), Words(c.long)); got != c.want {
			t.Errorf("%q in %q: %v", c.short, c.long, got)
		}
	}
	for in, want := range map[string]string{"the terns": "terns", "a tern": "tern", "an auk": "auk",
		"then terns":       "then terns",
		"terns of the sea": "terns of the sea", "the": "the"} {
		if got := CutArticle(in); got != want {
			t.Errorf("%q without an article: %q", in, got)
		}
	}
}

// TestUnlabelled: the names of sites after the titles of their pages.
func TestUnlabelled(t *testing.T) {
	for in, want := range map[string]string{
		"Birds | Nature": "Birds", "Birds of the Sea - IOPscience": "Birds of the Sea",
		"Birds of the Sea – JSTOR": "Birds of the Sea", "Birds of the Sea — PubMed": "Birds of the Sea",
		"Birds of the Sea | Proceedings of X | ACM Digital Library": "Birds of the Sea",
		"Birds — a study": "Birds — a study", "Birds-JSTOR": "Birds-JSTOR", "- JSTOR": "- JSTOR",
		"Birds of the Sea - Nature of it": "Birds of the Sea - Nature of it",
	} {
		if got := Unlabelled(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestSquashLineBreak(t *testing.T) {
	if a, b := Squash(Title("Automatic Speech Recog- nition")), Squash(Title("Automatic Speech Recognition")); a != b {
		t.Errorf("%q != %q", a, b)
	}
}

func TestSplitSubtitle(t *testing.T) {
	for in, want := range map[string]string{
		"A: B": "A", "A - B": "A ", "Who? A study": "Who?", "Graph-based": "", "A — B": "A ",
		// dashes that join
		"AlphaGo -- Mastering Go": "AlphaGo ", "AlphaGo – Mastering Go": "AlphaGo", "Made by a mother -in-law": "",
		"Pages 3- 4": "", "2001–2010": "",
		// not the end of a sentence, or no capital after it
		"What is life? a study": "", "What is life?A study": "", "Fig. 3": "", "Go! Now": "", "Web 2.0. Étude": "",
		"Is it?": "", "Is it? {A} study": "",
	} {
		main, _, ok := SplitSubtitle(in)
		if want == "" && ok || want != "" && main != want {
			t.Errorf("SplitSubtitle(%q) = %q %v", in, main, ok)
		}
	}
}

// A title in two languages is split where the signs or the words show both.
func TestBilingual(t *testing.T) {
	for _, c := range []struct{ title, one, other string }{
		{"Random Forests = Zufällige Wälder", "Random Forests", "Zufällige Wälder"},
		{"Kritik der reinen Vernunft [Critique of Reason]", "Kritik der reinen Vernunft", "Critique of Reason"},
		{"Kritik der reinen Vernunft (Critique of the Pure Reason)", "Kritik der reinen Vernunft",
			"Critique of the Pure Reason"},
		{"The Trial of a Man / Der Prozess und das Gericht", "The Trial of a Man", "Der Prozess und das Gericht"},
		{"Der Prozess und das Gericht / The Trial of a Man", "Der Prozess und das Gericht", "The Trial of a Man"},
		{"Learning to read / learning to write", "", ""},         // one language
		{"Der Prozess und das Gericht / Graph kernels", "", ""},  // the second shows no language
		{"Graph kernels / Der Prozess und das Gericht", "", ""},  // the first shows no language
		{"Graph kernels / The Trial of a Man", "", ""},           // only one shows a language
		{"The Trial of a Man / Graph kernels", "", ""},           // only one shows a language
		{"Random Forests = Wald", "", ""},                        // too short for a title
		{"Kritik der reinen Vernunft [facsimile]", "", ""},       // a note
		{"The methods of the world [second edition]", "", ""},    // a note
		{"Input/output of the machine", "", ""},                  // the sign of a word
		{"The methods of a survey (of the whole field)", "", ""}, // a remark
	} {
		one, other, ok := Bilingual(c.title)
		if !ok {
			one, other = "", ""
		}
		if one != c.one || other != c.other {
			t.Errorf("%q: %q and %q", c.title, one, other)
		}
	}
}

func TestNumeral(t *testing.T) {
	for w, want := range map[string]bool{"24": true, "2nd": true, "second": true, "iv": true, "xxxi": true, "nips88": true,
		"17e": true, "": false, "ivory": false, "civic": false, "nips": false, "eme": false, "e": false} {
		if got := Numeral(w); got != want {
			t.Errorf("%q: %v", w, got)
		}
	}
}

// Keys in Latin letters for names in other scripts; two romanisations of a name share one, two names do not.
func TestTranslit(t *testing.T) {
	for in, want := range map[string]string{"学习": "xue xi", "зоркий": "zorkii", "straße": "strasse", "plain": "plain"} {
		if got := Translit(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for _, c := range [][2]string{{"anna", "hanna"}, {"lee", "liu"}, {"sasha", "masha"}} {
		if Romanised(c[0]) == Romanised(c[1]) {
			t.Errorf("%q and %q are both %q", c[0], c[1], Romanised(c[0]))
		}
	}
	if a, b := Romanised("mohammed"), Romanised("mohamed"); a != b {
		t.Errorf("doubled letters: %q and %q", a, b)
	}
}

func TestCutMark(t *testing.T) {
	for in, want := range map[string]string{"A long title...": "A long title", "A long title…": "A long title",
		"A title": "A title", "A long title [...]": "A long title", "A long title, . . .": "A long title",
		"What...?": "What...?"} {
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
