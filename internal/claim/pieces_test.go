package claim

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Words and numbers of a text in the forms in which they are compared.
func TestWordsOf(t *testing.T) {
	for text, want := range map[string]string{
		"1,234.5 trees": "#1234.5 tree", "3,5 m": "#3.5 -", "3·50": "#3.5", "1,234": "#1234", "1,2,3": "#123",
		"GPT-3 and H3K4": "gpt-3 - h3k4",
		"twelve a b":     "12 - -", "running of dogs": "runn - dogs", "5. Then": "#5 -", "3.": "#3", "10.0": "#10",
		"1.2.3": "#1.2.3", "é": "-",
		"state-of": "state -", "ab": "ab", "3a": "3a", "3.a": "#3 -", "x-9y": "x-9y", "x-": "-", "0.90": "#0.9",
		"100": "#100",
	} {
		var got []string
		for _, w := range wordsOf(text) {
			s := w.term
			if s == "" {
				s = "-"
			}
			if w.number {
				s = "#" + s
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// Where sentences end.
func TestSentenceSpans(t *testing.T) {
	for text, want := range map[string]string{
		"It is so. It was.": "It is so.| It was.", "See Fig. 3 now. Then": "See Fig. 3 now.| Then",
		"By J. Smith. 12 men": "By J. Smith.| 12 men",
		"Is it? Yes! No.":     "Is it?| Yes!| No.", "It (was.) So": "It (was.)| So",
		"It \"is.\" So": "It \"is.\"| So", "a. b. c": "a. b. c",
		"to 3.5 m. z": "to 3.5 m. z", "それは。はい": "それは。|はい", "end.": "end.", "mean e.g. This": "mean e.g. This",
		"x. (A)":       "x.| (A)",
		"Type A. Then": "Type A. Then", "Type Z. Then": "Type Z. Then", "value 7. Then": "value 7.| Then",
		"(A. B) c. D": "(A. B) c.| D",
	} {
		var got []string
		for _, s := range sentenceSpans(text) {
			got = append(got, text[s.Start:s.End])
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// The numbers of a claim: value, unit, how exactly they are stated, and what they count.
func TestNumbersOf(t *testing.T) {
	for text, want := range map[string]string{
		"We saw 84 adult patients.": "84   patient", "It rose by 12 %.": "12 %  ",
		"It rose by 12 per cent in trees": "12 %  ",
		"more than 30 trees":              "30  over tree", "at most 30 trees": "30  under tree",
		"about 30 trees": "30  about tree", "In 1999 trees": "",
		"1999 mg": "1999 mg  ", "Figure 3 trees": "", "Figure 3 % of trees": "3 %  tree", "CIFAR-10 trees": "",
		"2–4 trees": "", "(3) trees": "",
		"a 3-fold rise": "3 fold  ", "3 times more": "3 fold  ", "30": "", "30 of the trees": "",
		"30 of trees":   "30   tree",
		"30 mg of iron": "30 mg  iron", "30, trees": "", "two trees": "", "12345678901234567 trees": "",
		"day 3 trees": "", "30 trees and 4 dogs": "30   tree; 4   dogs",
		"1,5 ml": "1.5 ml  ", "$30 trees": "", "30 (trees)": "",
	} {
		var got []string
		for _, p := range numbersOf(text) {
			got = append(got, fmt.Sprintf("%s %s %s %s", p.Value, p.Unit, p.Bound, p.Noun))
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// When a number of a text is the one that a claim states.
func TestAgree(t *testing.T) {
	for _, c := range []struct {
		value, bound, stated string
		want                 bool
	}{
		{"12", "", "12", true}, {"12", "", "12.4", true}, {"12", "", "13", false}, {"12", "", "14", false},
		{"12.4", "", "12", true},
		{"12.4", "", "12.5", false}, {"12.4", "", "12.6", false}, {"12", "over", "12", true}, {"12", "over",
			"18", true},
		{"12", "over", "18.1", false}, {"12", "over", "11.9", false}, {"12", "under", "12", true}, {"12",
			"under", "8", true},
		{"12", "under", "7.9", false}, {"12", "under", "12.1", false}, {"100", "about", "90", true}, {"100",
			"about", "110", true},
		{"100", "about", "89", false}, {"100", "about", "111", false}, {"x", "", "x", true}, {"x", "",
			"12", false}, {"12", "", "x", false},
	} {
		if got := agree(Part{Value: c.value, Bound: c.bound}, c.stated); got != c.want {
			t.Errorf("%s %s is %s: %v", c.bound, c.value, c.stated, got)
		}
	}
	for text, want := range map[string]int{"a b c|a b c": 3, "a b c|c b a": 1, "a b c|a x b y c": 3, "a b|": 0,
		"|a": 0, "a a b|a b": 2} {
		left, right, _ := strings.Cut(text, "|")
		if got := inOrder(strings.Fields(left), strings.Fields(right)); got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
}

// Quotations that can be looked for, and their pieces.
func TestQuotationsOf(t *testing.T) {
	for text, want := range map[string]string{
		`He says “all dunes sing at night” and more`: "all dunes sing at night",
		`"all dunes sing at night"`:                  "all dunes sing at night",
		`„all dunes sing at night“`:                  "all dunes sing at night",
		`«all dunes sing at night»`:                  "all dunes sing at night",
		`“singing dunes”`:                            "",
		`“all dunes sing”`:                           "", `“all the dunes sing”`: "all the dunes sing",
		"no quotes": "",
	} {
		var got []string
		for _, p := range quotationsOf(text) {
			got = append(got, p.Text)
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s: %q", text, s)
		}
	}
	for text, want := range map[string]string{"all dunes … sing at night": "alldunes|singatnight",
		"all dunes [they] sing": "alldunes",
		"All dunes... sing now": "alldunes|singnow", "dunes": "", "two words": "twowords"} {
		if got := strings.Join(quotedPieces(text), "|"); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// A mark includes the names, the year and the brackets around it.
func TestWholeMarks(t *testing.T) {
	for text, want := range map[string]string{
		"Dunes sing <[3]> here.": "[3]", "Dunes sing [<3>, <4>] here.": "[3, 4]",
		"As Smith et al. (<2019>) say":                       "Smith et al. (2019)",
		"Dunes sing (see Li and Wu, <2020a>; Abel, <1999>).": "(see Li and Wu, 2020a; Abel, 1999)",
		"Dunes (that sing, <3>) here":                        "3",
		"Dunes <[3]>, <[4]> and <[5]>.":                      "[3], [4] and [5]",
		"Dunes <[3]> sing <[4]>.":                            "[3]|[4]",
		"So <Abel> does":                                     "Abel",
		"(a) <3> b":                                          "3",
		"…<3>, <4>) sing":                                    "…3, 4)", "Dunes sing (<3>, <4>…": "(3, 4…",
		"Dunes (<3>) sing…": "(3)", "[<3>] dunes": "[3]",
		"Dunes sing (<3>, 4": "3", "<3>, 4) sing": "3", "Dunes (again, <3>)": "3", "Dunes (as Li, <2020>) sing": "Li, 2020",
		"Dunes (zeta <3>)": "3", "Dunes (sand_3 <4>)": "(sand_3 4)", "Dunes (<3>(a)) sing": "3",
		"Dunes [<3>": "3", "<3>] dunes": "3", "Dunes <Li (2020)>’s": "Li (2020)",
	} {
		plain := strings.NewReplacer("<", "", ">", "").Replace(text)
		c := biblio.Citation{Context: plain}
		for rest, at := text, 0; ; {
			open := strings.IndexByte(rest, '<')
			if open < 0 {
				break
			}
			shut := strings.IndexByte(rest, '>')
			c.Marks = append(c.Marks, biblio.Span{Start: at + open, End: at + shut - 1})
			at, rest = at+shut-1, rest[shut+1:]
		}
		var got []string
		for _, m := range marksOf(&c) {
			got = append(got, plain[m.Start:m.End])
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s: %q, want %q", text, s, want)
		}
	}
}

// What models say of a claim counts only with a quotation that stands, and accuses only if two of them agree.
func TestAdvised(t *testing.T) {
	whole := NewIndex(text(true, "All the dunes of the desert sing at night.",
		"Some are silent in winter and in rain."))
	abstract := NewIndex(text(false, "All the dunes of the desert sing at night."))
	const quote, other = "the dunes of the desert sing", "the dunes never sing at all"
	c := Single("Dunes sing.", nil, "")
	claims := func(model string, o Outcome, quote string) Reading {
		return Reading{Model: model, Outcome: o, Quote: quote}
	}
	sure := func(model string, o Outcome, quote string) Reading {
		return Reading{Model: model, Outcome: o, Quote: quote, Sure: true}
	}
	for name, tt := range map[string]struct {
		ix       *Index
		readings []Reading
		want     string
		unheard  int
	}{
		"support": {whole, []Reading{claims("a", Supported, quote)},
			"supported by-model", 0},
		"of nothing there":  {whole, []Reading{claims("a", Supported, other)}, "", 1},
		"too short a quote": {whole, []Reading{{Model: "a", Outcome: Supported, Quote: "the dunes of"}}, "", 1},
		"one accuser":       {whole, []Reading{sure("a", Contradicted, quote)}, "", 0},
		"one model twice": {whole, []Reading{sure("a", Contradicted, quote), sure("a", Contradicted, quote)},
			"", 0},
		"two models": {whole, []Reading{sure("a", Contradicted, quote), sure("b", Contradicted, quote)},
			"contradicted by-model", 0},
		"one is unsure": {whole, []Reading{sure("a", Contradicted, quote), claims("b", Contradicted, quote)},
			"", 0},
		"they disagree": {whole, []Reading{sure("a", Contradicted, quote), claims("b", Supported, quote)},
			"disagreement", 0},
		"one is not heard": {whole, []Reading{claims("a", Supported, quote), claims("b", Contradicted, other)},
			"supported by-model", 1},
		"silence": {whole, []Reading{sure("a", NotAddressed, ""), sure("b", NotAddressed, "")},
			"not-addressed by-model", 0},
		"of an abstract": {abstract, []Reading{sure("a", NotAddressed, ""), sure("b", NotAddressed, "")},
			"abstract", 0},
		"nothing can be said":   {whole, []Reading{{Model: "a", Outcome: NotCheckable}}, "", 0},
		"it was ignored before": {whole, []Reading{{Model: "a", Outcome: Supported, Quote: quote, Unheard: "late"}}, "", 1},
	} {
		before := Finding{Outcome: NotCheckable, Reason: NeedsReading}
		f, readings := tt.ix.Advised(&c, before, tt.readings)
		got := ""
		switch {
		case f.Reason == ByModel:
			got = string(f.Outcome) + " by-model"
		case f.Reason == Disagreement:
			got = "disagreement"
		case f.Reason == AbstractSilent:
			got = "abstract"
		}
		unheard := 0
		for _, r := range readings {
			if r.Unheard != "" {
				unheard++
			}
		}
		if !strings.EqualFold(strings.ReplaceAll(got, "_", "-"), tt.want) || unheard != tt.unheard {
			t.Errorf("%s: %q (%s, %s), %d not heard", name, got, f.Outcome, f.Reason, unheard)
		}
	}
}

// A work that appeared long after the citing one, is missing or retracted supports nothing.
func TestCitedWorks(t *testing.T) {
	ix := NewIndex(text(true, "All the singing dunes of the cold northern desert boom loudly at night."))
	c := Single("All the singing dunes of the cold northern desert boom loudly at night.", nil, "")
	for name, tt := range map[string]struct {
		cited  Cited
		citing int
		ix     *Index
		want   Reason
	}{
		"as it says":         {Cited{}, 2000, ix, WordForWord},
		"a year later":       {Cited{Year: 2001}, 2000, ix, WordForWord},
		"two years later":    {Cited{Year: 2002}, 2000, ix, LaterThanCiting},
		"nobody knows when":  {Cited{Year: 2002}, 0, ix, WordForWord},
		"retracted":          {Cited{Retracted: true}, 2000, ix, Retracted},
		"missing":            {Cited{Missing: true, Retracted: true}, 2000, ix, NotEstablished},
		"nothing to read":    {Cited{}, 2000, nil, NoText},
		"an empty text":      {Cited{}, 2000, NewIndex(&Text{}), NoText},
		"nothing of it read": {Cited{Year: 2002}, 2000, nil, LaterThanCiting},
	} {
		if f := Decide(&c, tt.cited, tt.citing, tt.ix); f.Reason != tt.want {
			t.Errorf("%s: %s", name, f.Reason)
		}
	}
	none, all := Single("Water boils in kettles.", nil, ""), ix.Coverage(&c)
	if got := ix.Coverage(&none); got != 0 || all != 1 || ix.pairShare(&c) != 1 || ix.pairShare(&none) != 0 {
		t.Errorf("coverage %v and %v, pairs %v", got, all, ix.pairShare(&c))
	}
	half := Single("Dunes boom at night.", nil, "")
	if got := ix.pairShare(&half); got != 0 {
		t.Errorf("words far apart are neighbours: %v", got)
	}
	two := Single("The cold desert booms.", nil, "")
	if got := ix.pairShare(&two); got != .5 {
		t.Errorf("pairs of %q: %v", two.Sentence, got)
	}
}

// Where a clause ends between two marks.
func TestCutBetween(t *testing.T) {
	for sentence, want := range map[string]string{
		"trees <1>, forests <2>": "forests", "trees <1> and forests <2>": "forests",
		"trees <1> of forests <2>": "", "a <1>; b <2>": "b",
		"so it is <1> while others <2>": "others", "a <1> is, but not <2>": "not", "a <1> was, or <2>": "<",
		"a <1><2>":                 "",
		"dogs <1> bark – cats <2>": "cats", "dogs <1> bark: cats <2>": "cats", "dogs <1> bark e: cats <2>": "",
	} {
		first, second := strings.Index(sentence, "<1>"), strings.Index(sentence, "<2>")
		at := cutBetween(sentence, biblio.Span{Start: first, End: first + 3}, biblio.Span{Start: second, End: second + 3})
		got := ""
		if at >= 0 {
			got = strings.TrimSpace(sentence[at : second+1])
			if got != "<" {
				got = strings.TrimSpace(strings.TrimSuffix(got, "<"))
			}
		}
		if got != want {
			t.Errorf("%s: cut before %q, want %q", sentence, got, want)
		}
	}
	if cutBetween("trees, forests", biblio.Span{Start: 0, End: 7}, biblio.Span{Start: 5, End: 9}) != -1 {
		t.Error("marks that overlap")
	}
}

// Two sentences that have more of a claim together are one passage, of which no part is shown again.
func TestWiderPassages(t *testing.T) {
	ix := NewIndex(text(true, "The singing dunes are tall. They boom loudly at midnight. Nothing else is known.",
		"Dunes."))
	c := Single("The singing dunes boom loudly at midnight.", nil, "")
	var got []string
	for _, p := range ix.Passages(&c, 3) {
		got = append(got, p.Text)
	}
	if s := strings.Join(got, "|"); s != "The singing dunes are tall. They boom loudly at midnight." {
		t.Errorf("%q", s)
	}
}

// A text states a claim word for word if it has all of its terms, which are not too few, and most side by side.
func TestWordForWord(t *testing.T) {
	ix := NewIndex(text(true, "All the singing dunes of cold northern deserts boom. Some dunes sing."))
	for sentence, want := range map[string]bool{
		"Singing dunes of cold northern deserts boom.":       true,
		"Singing dunes of northern deserts boom.":            false,
		"Dunes boom of cold singing northern deserts.":       false,
		"Singing dunes of cold northern deserts never boom.": false,
		"Singing dunes of cold northern deserts boom today.": false,
	} {
		c := Single(sentence, nil, "")
		if ix.wordForWord(&c, nil) != want {
			t.Errorf("%s %v", sentence, c.terms())
		}
	}
	for name, c := range map[string]struct {
		p, q Part
		want bool
	}{
		"units": {Part{Kind: Number, Unit: "mg", Noun: "iron"}, Part{Kind: Number, Unit: "mg"}, true},
		"nouns": {Part{Kind: Number, Noun: "dog"}, Part{Kind: Number, Noun: "dog"}, true},
		"other": {Part{Kind: Number, Noun: "dog"}, Part{Kind: Number, Noun: "cat"}, false},
		"mg, %": {Part{Kind: Number, Unit: "mg"}, Part{Kind: Number, Unit: "%"}, false},
		"kinds": {Part{Kind: Number, Unit: "mg"}, Part{Kind: Negation, Unit: "mg"}, false},
		"swap":  {Part{Kind: Negation, Unit: "mg"}, Part{Kind: Number, Unit: "mg"}, false},
	} {
		if c.p.alike(c.q) != c.want {
			t.Errorf("%s: %t", name, !c.want)
		}
	}
}

// A quotation stands if all of its pieces do, and is altered if most of its words are there in their order.
func TestCheckQuotation(t *testing.T) {
	ix := NewIndex(text(true, "All the singing dunes of the desert boom at night. They are silent in winter."))
	for quote, want := range map[string]PartStatus{"the singing dunes of the desert": Stands,
		"singing dunes … silent in winter": Stands, "singing dunes … noisy in winter": Absent, "dunes": Absent,
		"all the singing dunes of the forest boom": Differs, "all the howling dogs of the forest boom": Absent,
		"the singing dunes of the forest": Absent, "all the singing dunes of a forest bark": Absent} {
		if got := ix.checkQuotation(Part{Kind: Quotation, Text: quote}); got.Status != want {
			t.Errorf("%s: %v", quote, got.Status)
		}
	}
}
