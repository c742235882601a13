package claim

import "strings"

// Reading is what one reading of a language model concluded of a claim.
type Reading struct {
	Role    string
	Outcome Outcome
	Quote   string // what the outcome rests on, as it stands in the text
	Sure    bool   // the model says so itself
	Why     string
	Unheard string // why it does not count, "" when it does
}

// Quotes says that a text has a quote word for word. Spaces, hyphens and signs make
// no difference; fewer than four words say nothing.
func (ix *Index) Quotes(quote string) bool { return ix.sentenceOf(quote) >= 0 }

func (ix *Index) sentenceOf(quote string) int {
	if len(strings.Fields(quote)) < quoteFrom {
		return -1
	}
	return ix.find(squeezed(quote))
}

// Advised gives what follows of readings of a claim that rules did not decide. An
// accusation needs two readings that are sure and agree; support needs one, which
// no other denies. Silence is an accusation only where the whole text was read,
// and a quote that does not stand there is unheard.
func (ix *Index) Advised(c *Claim, f Finding, readings []Reading) (Finding, []Reading) {
	var heard []Reading
	for i := range readings {
		r := &readings[i]
		if r.Unheard == "" && r.Outcome != NotAddressed && r.Outcome != NotCheckable && !ix.Quotes(r.Quote) {
			r.Unheard = "it quotes what does not stand there"
		}
		if r.Unheard == "" {
			heard = append(heard, *r)
		}
	}
	if len(heard) == 0 {
		return f, readings
	}
	sure := true
	for _, r := range heard {
		if r.Outcome != heard[0].Outcome {
			f.Outcome, f.Reason = NotCheckable, Disagreement
			return f, readings
		}
		sure = sure && r.Sure
	}
	outcome := heard[0].Outcome
	switch {
	case outcome == NotCheckable, outcome.Accuses() && (len(heard) < 2 || !sure):
	case outcome == NotAddressed && !ix.text.Whole:
		f.Reason = AbstractSilent
	default:
		f.Outcome, f.Reason = outcome, ByModel
	}
	if at := ix.sentenceOf(heard[0].Quote); at >= 0 {
		f.Passages = ix.withSentence(f.Passages, at, c)
	}
	return f, readings
}
