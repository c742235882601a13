package claim

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Function is what a work is cited for.
type Function string

// The functions of a citation.
const (
	Supporting  Function = "supporting"  // as support for what the sentence says
	Contrasting Function = "contrasting" // as saying or doing something different
	Method      Function = "method"      // for a method, tool or data that is used
	Background  Function = "background"  // as part of what is known about the subject
	Mention     Function = "mention"     // by name, as an example or for further reading
)

// functionCues map words of the claim to functions; the first that matches wins.
var functionCues = []struct {
	cue      *lazy.Pattern
	function Function
}{
	{lazy.Regexp(
		`(?i)\b(?:unlike|in contrast (?:to|with)|contrary to|in contradiction (?:to|with)|contradict\w*|inconsistent with|disagree\w*|differs? from|different from|conflict\w* with|refut\w*|challenged? by|as opposed to|at odds with|outperforms?|(?:better|worse|faster|slower|higher|lower) than \p{L}{2,}|im gegensatz zu|anders als)\b`), Contrasting},
	{pointing, Mention},
	{lazy.Regexp(
		`(?i)\b(?:we|our|us|this (?:paper|work|study)) (?:\w+ )?(?:use[sd]?|employ\w*|adopt\w*|follow\w*|appl\w+|build\w*|base[sd]?|extend\w*|train\w*|fine-?tune\w*|evaluate\w*|perform\w*|run|ran|implement\w*|compare\w*|consider\w*|choose|chose|select\w*|leverage\w*|utili[sz]e\w*|compute\w*|measure\w*|test\w*|report\w*|collect\w*|borrow\w*|take|took|rely|relied|initiali[sz]e\w*|optimi[sz]e\w*)\b`), Method},
	{lazy.Regexp(
		`(?i)\b(?:was|were|is|are|been) (?:\w+ )?(?:used|performed|carried out|employed|downloaded|trimmed|prepared|established|determined|calculated|computed|measured|applied|adopted|synthesi[sz]ed|conducted|analy[sz]ed|obtained|implemented|trained|fine-?tuned|optimi[sz]ed|assessed|collected|taken from|based on|initiali[sz]ed)\b`), Method},
	{lazy.Regexp(
		`(?i)\b(?:according to|as (?:previously )?described|following|package|software|toolbox|library|procedure|protocol|implementation of|optimi[sz]er|data ?sets?|benchmarks?|using the|with the \w+ (?:method|algorithm|model))\b`), Method},
	{lazy.Regexp(
		`(?i)\b(?:show\w*|find|finds|found|finding|demonstrat\w*|report\w*|prove[sdn]?|proof|reveal\w*|observ\w*|confirm\w*|suggest\w*|conclud\w*|indicat\w*|evidence|establish\w*|estimat\w*|argue[sd]?|lead[s]? to|led to|cause[sd]?|associated|correlat\w*|improv\w*|increas\w*|decreas\w*|reduc\w*|achiev\w*|zeig\w*|beleg\w*)\b`), Supporting},
}

// pointing matches words that refer a reader to a work without saying what it says.
var pointing = lazy.Regexp(
	`(?i)(?:^|[(\[;,]\s*)(?:e\.g|for (?:an? |a recent )?(?:overview|review|survey|details|more|further)|` +
		words.Pattern(words.See) + `)(?:\PL|$)`)

// mentionedFrom is the number of works in one mark from which they are cited as examples.
const mentionedFrom = 4 // case: TestFunctions

// functionOf returns what a work is cited for, judging by words of the claim and the section. "[3] found …" in
// a comparison with others' numbers is contrasting; a claim with a number is supporting; in an introduction a
// claim without a cue is background.
func functionOf(c *Claim) Function {
	text := c.Text()
	if text == "" || pointing.MatchString(c.Sentence[c.Mark.Start:c.Mark.End]) {
		return Mention
	}
	section := SectionOf(c.Section)
	for _, f := range functionCues {
		if f.cue.MatchString(text) {
			if f.function == Method && section == Introduction && c.Together >= mentionedFrom { // on other people's work
				return Background
			}
			return f.function
		}
	}
	switch {
	case c.Together >= mentionedFrom || len(c.words()) < 4:
		return Mention
	case section == Methods:
		return Method
	case strings.ContainsAny(text, "0123456789") && section != Introduction:
		return Supporting
	}
	return Background
}

// Reading is the conclusion of one reading by a language model.
type Reading struct {
	Role    string
	Model   string // its name
	Outcome Outcome
	Quote   string // what the outcome rests on, verbatim from the text
	Sure    bool   // the model says so
	Why     string
	Unheard string // why it was ignored, "" if it counts
}

// Quotes reports whether a text contains a quote verbatim. Spaces, hyphens and signs make no difference; fewer
// than four words do not count.
func (ix *Index) Quotes(quote string) bool { return ix.sentenceOf(quote) >= 0 }

func (ix *Index) sentenceOf(quote string) int {
	if len(strings.Fields(quote)) < quoteFrom {
		return -1
	}
	return ix.find(squeezed(quote))
}

// Advised returns the outcome of readings of a claim that rules did not decide. An accusation requires sure and
// equal readings of two models, because one that is asked twice has one opinion; support requires a reading that no
// other contradicts. Silence is an accusation only if the whole text was read, and a reading whose quote is not in
// the text is ignored.
func (ix *Index) Advised(c *Claim, f Finding, readings []Reading) (Finding, []Reading) {
	var heard []Reading
	for i := range readings {
		r := &readings[i]
		if r.Unheard == "" && r.Outcome != NotAddressed && r.Outcome != NotCheckable && !ix.Quotes(r.Quote) {
			r.Unheard = "it quotes what is not there"
		}
		if r.Unheard == "" {
			heard = append(heard, *r)
		}
	}
	if len(heard) == 0 {
		return f, readings
	}
	sure, models := true, map[string]bool{}
	for _, r := range heard {
		if r.Outcome != heard[0].Outcome {
			f.Outcome, f.Reason = NotCheckable, Disagreement
			return f, readings
		}
		sure, models[r.Model] = sure && r.Sure, true
	}
	outcome := heard[0].Outcome
	switch {
	case outcome == NotCheckable, outcome.Accuses() && (len(models) < 2 || !sure):
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
