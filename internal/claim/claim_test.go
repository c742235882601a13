package claim

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// cited returns the citations of a sentence in which marks are in ⟨⟩, one work each.
func cited(s, section string) []biblio.Citation {
	var list []biblio.Citation
	for {
		before, rest, ok := strings.Cut(s, "⟨")
		if !ok {
			break
		}
		mark, behind, _ := strings.Cut(rest, "⟩")
		list = append(list,
			biblio.Citation{Key: mark, At: biblio.Span{Start: len(before), End: len(before) + len(mark)}, Section: section})
		s = before + mark + behind
	}
	for i := range list {
		list[i].Context = s
		for _, c := range list {
			list[i].Marks = append(list[i].Marks, c.At)
		}
	}
	return list
}

// claimOf returns the claim at the first mark of a sentence.
func claimOf(s, section string) Claim { return Of(&cited(s, section)[0]) }

// The marks of a sentence are distinguished, and each has its own part.
func TestClauses(t *testing.T) {
	for _, c := range []struct{ sentence, want string }{
		{"Rates rose [⟨3⟩].", "Rates rose. x1"},
		{"Rates rose [⟨3⟩, ⟨4⟩, ⟨5⟩].", "Rates rose. x3|Rates rose. x3|Rates rose. x3"},
		{"Rates rose in towns [⟨3⟩], but they fell in villages [⟨4⟩].",
			"Rates rose in towns, x1|but they fell in villages. x1"},
		{"We compare with trees [⟨1⟩], forests [⟨2⟩] and boosting [⟨3⟩].",
			"We compare with trees, x1|We compare with forests and x1|We compare with boosting. x1"},
		{"Smith et al. (⟨2019⟩) found it; later work (⟨Jones, 2020⟩; ⟨Li et al., 2021⟩) denied it.",
			"found it; x1|later work denied it. x2|later work denied it. x2"},
		{"⟨[3]⟩ showed that X causes Y, whereas ⟨[4]⟩ saw none.", "showed that X causes Y, whereas x1|saw none. x1"},
		{"Rates rose in towns [⟨3⟩] of the north [⟨4⟩].",
			"Rates rose in towns of the north. x1|Rates rose in towns of the north. x1"},
		{"As in [⟨3⟩], we train on towns [⟨4⟩].", "As in, we train on towns. x1|As in we train on towns. x1"},
		{"As in towns [⟨3⟩] that rose, but not in [⟨4⟩].", "As in towns that rose, but x1|As in not in. x1"},
		{"Trees [⟨1⟩], forests [⟨2⟩].", "Trees, x1|forests. x1"},
		{"As in [⟨3⟩], we train for ten epochs.", "As in, we train for ten epochs. x1"},
		{"", ""},
	} {
		var got []string
		for _, citation := range cited(c.sentence, "") {
			claim := Of(&citation)
			got = append(got, fmt.Sprintf("%s x%d", claim.Text(), claim.Together))
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.sentence, s, c.want)
		}
	}
	if c := Of(&biblio.Citation{Key: "a", Context: "No place is known."}); c.Text() != "No place is known." {
		t.Errorf("%+v", c)
	}
}

func TestFunctions(t *testing.T) {
	for _, c := range []struct {
		sentence, section string
		want              Function
	}{
		{"It was shown that sleep restores memory [⟨1⟩].", "Introduction", Supporting},
		{"Unlike [⟨1⟩], we need no labels.", "Method", Contrasting},
		{"Our model is faster than earlier ones [⟨1⟩].", "Results", Contrasting},
		{"We use the Adam optimiser [⟨1⟩].", "Experiments", Method},
		{"As in [⟨1⟩], we use a warm start.", "Experiments", Method},
		{"RNA was prepared as previously described [⟨1⟩].", "Materials and methods", Method},
		{"Language models are used in medicine [⟨1⟩], in law [⟨2⟩].", "Introduction", Method},
		{"Graph learning is a field of machine learning [⟨1⟩].", "1 Introduction", Background},
		{"There are many such models [⟨1⟩, ⟨2⟩, ⟨3⟩, ⟨4⟩, ⟨5⟩].", "Introduction", Mention},
		{"The task is hard (see ⟨[1]⟩).", "Introduction", Mention},
	} {
		if got := claimOf(c.sentence, c.section).Function; got != c.want {
			t.Errorf("%s: %s, want %s", c.sentence, got, c.want)
		}
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct{ sentence, want string }{
		{"About 84% of 1,250 patients improved.",
			`number "84%" 84 % - about; number "1,250" 1250 - patient -; direction "improved" up - - -; population "of 1,250 patients" - - - -`},
		{"CIFAR-10, GPT-3, H3K4 and Figure 3 of 2019 name no figures.", `negation "no" - - - -`},
		{"The dose of 3.50 mg was more than 2-fold higher than before.",
			`number "3.50 mg" 3.5 mg - -; number "2-fold" 2 fold - over; comparison "more than" - - - -; comparison "higher than" - - - -; direction "higher" up - - -`},
		{"They did not say “the model was never trained on it”.",
			`quotation "the model was never trained on it" - - - -; negation "not" - - - -; negation "never" - - - -`},
	} {
		claim := Single(c.sentence, nil, "")
		var got []string
		for _, p := range claim.Parts {
			dash := func(s string) string {
				if s == "" {
					return "-"
				}
				return s
			}
			got = append(got,
				fmt.Sprintf("%s %q %s %s %s %s", p.Kind, p.Text, dash(p.Value), dash(p.Unit), dash(p.Noun), dash(p.Bound)))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.sentence, s, c.want)
		}
	}
}

func text(whole bool, sentences ...string) *Text {
	t := &Text{Whole: whole}
	for _, s := range sentences {
		t.AddParagraph(s, Results, 3, nil)
	}
	return t
}

const trial = "Of 412 patients who received the new vaccine, 84.3% showed a strong antibody response after two " +
	"weeks. No serious adverse event was recorded in this trial. Sleep was not measured."

// What rules prove, and above all what they must not conclude.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name, sentence string
		text           *Text
		cited          Cited
		outcome        Outcome
		reason         Reason
	}{
		{"number stands, rounded", "A strong antibody response was seen in about 84% of those vaccinated [⟨1⟩].",
			text(true, trial), Cited{}, NotCheckable, NeedsReading},
		{"number differs", "The new vaccine gave 68% of patients a strong antibody response after two weeks [⟨1⟩].",
			text(true, trial), Cited{}, Contradicted, NumberDiffers},
		{"number differs, abstract alone",
			"The new vaccine gave 68% of patients a strong antibody response after two weeks [⟨1⟩].", text(false, trial),
			Cited{}, NotCheckable, AbstractSilent},
		{"number differs, two works",
			"The new vaccine gave 68% of patients a strong antibody response after two weeks [⟨1⟩, ⟨2⟩].", text(true, trial),
			Cited{}, NotCheckable, NeedsReading},
		{"number stands elsewhere", "The new vaccine gave 68% of patients a strong antibody response after two weeks [⟨1⟩].",
			text(true, trial, "In a second trial it was 68%."), Cited{}, NotCheckable, NeedsReading},
		{"more than is less exact",
			"More than 80% of patients showed a strong antibody response after the new vaccine [⟨1⟩].", text(true, trial),
			Cited{}, NotCheckable, NeedsReading},
		{"another subject", "In all 68% of children slept badly [⟨1⟩].", text(true, trial), Cited{},
			NotCheckable, NeedsReading},
		{"quotation stands, hyphenated", "They write that “no serious adverse event was recorded” [⟨1⟩].",
			text(true, "No serious ad- verse event was recorded in this trial."), Cited{}, Supported, WordForWord},
		{"quotation with words left out", "They write “no serious adverse event … in this trial” [⟨1⟩].", text(true, trial),
			Cited{}, Supported, WordForWord},
		{"quotation altered", "They write “no mild adverse event was recorded in this trial” [⟨1⟩].", text(true, trial),
			Cited{}, Contradicted, QuotationAltered},
		{"quotation absent", "They write “the effect vanished within a single year” [⟨1⟩].", text(true, trial), Cited{},
			NotAddressed, QuotationAbsent},
		{"quotation absent, abstract alone", "They write “the effect vanished within a single year” [⟨1⟩].",
			text(false, trial), Cited{}, NotCheckable, AbstractSilent},
		// five terms are too few
		{"word for word", "No serious adverse event was recorded in this trial [⟨1⟩].", text(true, trial), Cited{},
			NotCheckable, NeedsReading},
		{"denied",
			"Of 412 patients who received the new vaccine, 84.3% did not show a strong antibody response after two weeks [⟨1⟩].",
			text(true, trial), Cited{}, NotCheckable, NeedsReading},
		{"no text", "Rates rose [⟨1⟩].", nil, Cited{}, NotCheckable, NoText},
		{"retracted", "They write “no mild adverse event was recorded in this trial” [⟨1⟩].", text(true, trial),
			Cited{Retracted: true}, NotCheckable, Retracted},
		{"not found", "They write “no mild adverse event was recorded in this trial” [⟨1⟩].", text(true, trial),
			Cited{Missing: true}, NotCheckable, NotEstablished},
		{"later", "Rates rose [⟨1⟩].", text(true, trial), Cited{Year: 2024}, NotCheckable, LaterThanCiting},
	} {
		claim := claimOf(c.sentence, "")
		var ix *Index
		if c.text != nil {
			ix = NewIndex(c.text)
		}
		if f := Decide(&claim, c.cited, 2020, ix); f.Outcome != c.outcome || f.Reason != c.reason {
			t.Errorf("%s: %s %s, want %s %s (%+v)", c.name, f.Outcome, f.Reason, c.outcome, c.reason, f.Checks)
		}
	}
}

// A claim shows the matching passages, with its words highlighted.
func TestPassages(t *testing.T) {
	ix := NewIndex(text(true, "We thank the nurses.", trial, "Others found weak antibody responses in mice."))
	claim := claimOf("Two weeks after the vaccine most patients have antibodies [⟨1⟩].", "")
	list := ix.Passages(&claim, 3)
	if len(list) < 2 || !strings.HasPrefix(list[0].Text, "Of 412") || list[0].Page != 3 || list[0].Section != Results {
		t.Fatalf("%+v", list)
	}
	for _, h := range list[0].Highlights {
		if w := list[0].Text[h.Start:h.End]; !strings.Contains("patients vaccine antibody two weeks", w) {
			t.Errorf("highlight %q", w)
		}
	}
	other := claimOf("Ships are built of steel [⟨1⟩].", "")
	if n := len(ix.Passages(&other, 3)); n != 0 || ix.Coverage(&other) != 0 || ix.Coverage(&claim) <= 0 {
		t.Errorf("%d passages, coverage %v and %v", n, ix.Coverage(&other), ix.Coverage(&claim))
	}
}

func FuzzClaim(f *testing.F) {
	f.Add("Of 84% [1], “so it is said to be” [2]; but 3-fold. What? (Smith, 2019)", trial, 8, 11)
	f.Fuzz(func(t *testing.T, sentence, source string, from, to int) {
		if len(sentence) > 600 || len(source) > 2000 {
			return
		}
		at := biblio.Span{Start: from, End: to}
		list := []Claim{Of(&biblio.Citation{Context: sentence, At: at, Marks: []biblio.Span{at, {Start: 0, End: 3}}}),
			Of(&biblio.Citation{Context: sentence})}
		tx := &Text{Whole: true}
		tx.AddParagraph(source, Other, 0, nil)
		ix := NewIndex(tx)
		for i := range list {
			finding := Decide(&list[i], Cited{}, 0, ix)
			for _, p := range finding.Passages {
				for _, h := range p.Highlights {
					_ = p.Text[h.Start:h.End]
				}
			}
		}
	})
}

func BenchmarkDecide(b *testing.B) {
	tx := &Text{Whole: true}
	for i := range 100 {
		tx.AddParagraph(strings.ReplaceAll(trial, "412", fmt.Sprint(412+i)), Results, i, nil)
	}
	claim := claimOf("The new vaccine gave 68% of patients a strong antibody response after two weeks [⟨1⟩].", "")
	ix := NewIndex(tx)
	for b.Loop() {
		Decide(&claim, Cited{}, 2020, ix)
	}
}
