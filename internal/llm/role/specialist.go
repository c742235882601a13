package role

import (
	"context"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// specialists are three questions, one for each class.
type specialists struct{ asker *Asker }

// NewSpecialists returns the role that settles what the rules leave undecided, with three questions: is it
// real, potential, hallucinated (CiteTracer).
func NewSpecialists(c *Asker) audit.Adviser { return specialists{c} }

type classAnswer struct {
	Holds      bool    `json:"holds"`
	Code       *string `json:"code"`
	Confidence string  `json:"confidence"`
	Record     *int    `json:"record"`
	Reasoning  string  `json:"reasoning"`
	Rows       []row   `json:"comparisons"`
}

// classes are the specialists, in the order in which they are asked.
var classes = []string{"real", "potential", "hallucinated"}

var classCodes = map[string][]string{"real": {"R1", "R2", "R3"}, "potential": {"P1", "P2", "P3"},
	"hallucinated": {"H1", "H2", "H3", "H4", "H5", "H6"}}

func (s specialists) Name() string { return Specialist }

// Advise asks the three questions about an undecided finding that has a record.
func (s specialists) Advise(ctx context.Context, f *audit.Finding, _ []judge.Advice) (judge.Advice, bool) {
	at := f.Verdict.Best
	if !open(&f.Verdict) || at < 0 {
		return judge.Advice{}, false
	}
	form := compare(f, at)
	records, rows := 1, form.full.(matter).AtIssue
	if f.Verdict.Outcome == judge.Ambiguous {
		form, records = s.several(f, form), len(alternatives(f))
	}
	answers := map[string]classAnswer{}
	confirmed := false
	for _, class := range classes {
		q := question{role: Specialist, prompt: class + "-1", name: "class_" + class, tokens: 1500, schema: objectOf(
			"comparisons", rowsOf(rows...), "record", integerOrNull(1, records), "reasoning", textOf(mostReasoning),
			"code", choiceOrNull(classCodes[class]...), "holds", boolean, "confidence", confidences)}
		a, twice, unheard := consult(ctx, s.asker, q, form, classAnswer.key,
			func(a classAnswer) bool { return class == "real" && a.Holds })
		if unheard != "" {
			return judge.Advice{Role: Specialist, Record: -1, Unheard: unheard}, true
		}
		answers[class], confirmed = a, confirmed || twice
	}
	return s.settle(f, at, answers, confirmed), true
}

func (a classAnswer) key() string {
	out := "no"
	if a.Holds {
		out = "yes"
	}
	if a.Record != nil {
		out += " " + string(rune('0'+min(max(*a.Record, 0), 9)))
	}
	return out
}

// open reports whether the rules left undecided what an answer can settle: which of several works, or a name.
func open(v *judge.Verdict) bool {
	return v.Outcome == judge.Ambiguous || v.Outcome == judge.Verified && slices.Contains(v.Codes, judge.P1)
}

// settle combines the three answers: if exactly one class holds, it is the label; otherwise the label is potential.
func (s specialists) settle(f *audit.Finding, at int, answers map[string]classAnswer, confirmed bool) judge.Advice {
	label := "potential"
	for _, class := range classes {
		others := slices.DeleteFunc(slices.Clone(classes), func(c string) bool { return c == class })
		if answers[class].Holds && !answers[others[0]].Holds && !answers[others[1]].Holds {
			label = class
		}
	}
	said := answers[label]
	out := judge.Advice{Role: Specialist, Label: label, Confidence: sureness[said.Confidence], Reasoning: said.Reasoning,
		Record: at, Confirmed: confirmed}
	if f.Verdict.Outcome == judge.Ambiguous {
		out.Record = -1
		if said.Record != nil && *said.Record >= 1 && *said.Record <= len(alternatives(f)) {
			out.Record = alternatives(f)[*said.Record-1]
		}
	}
	if out.Record >= 0 {
		cited, ok := citedRows(said.Rows, &f.Evidence.Candidates[out.Record])
		if !ok {
			return judge.Advice{Role: Specialist, Record: -1, Unheard: whyQuote}
		}
		out.Cited = cited
	}
	switch {
	case label != "real":
		out.Record = -1 // it explains; only the rules accuse
		out.Cited = nil
	case f.Verdict.Outcome == judge.Verified:
		for _, r := range f.Verdict.Reasons {
			if r.Status == judge.InDoubt {
				out.Same = append(out.Same, r.Field)
			}
		}
	}
	return out
}

// several adds the other works that fit, numbered.
func (s specialists) several(f *audit.Finding, form readings) readings {
	list := alternatives(f)
	full := manyRecords{matter: form.full.(matter)}
	stripped := manyRecords{matter: form.stripped.(matter)}
	bare := manyRecords{matter: form.words.(matter)}
	full.Record, stripped.Record, full.Compared, stripped.Compared, bare.Words = nil, nil, nil, nil, nil
	for n, i := range list {
		c := &f.Evidence.Candidates[i]
		full.Records = append(full.Records, numbered{N: n + 1, Flat: flat(c.Hit.Record.Flat(), same)})
		stripped.Records = append(stripped.Records, numbered{N: n + 1, Flat: flat(c.Hit.Record.Flat(), withoutOrders)})
		bare.Sets = append(bare.Sets, numberedWords{n + 1, bags(c)})
		form.texts = append(form.texts, texts(c.Hit.Record.Flat())...)
	}
	form.full, form.stripped, form.words = full, stripped, bare
	return form
}

func bags(c *match.Candidate) []words {
	told := func(f match.FieldComparison) bool { return f.Agreement > match.Unclaimed }
	return lists.Map(lists.Filter(c.Comparison.Fields, told), bag)
}

type manyRecords struct {
	matter
	Records []numbered      `json:"records,omitempty"`
	Sets    []numberedWords `json:"record_words,omitempty"`
}

type numbered struct {
	N int `json:"number"`
	biblio.Flat
}

type numberedWords struct {
	N     int     `json:"number"`
	Words []words `json:"words"`
}

// mostWorks is how many fitting works are shown.
const mostWorks = 5

// alternatives returns the candidates that may be the cited work according to the rules.
func alternatives(f *audit.Finding) []int {
	var list []int
	for i, c := range f.Evidence.Candidates {
		if c.Comparison.SameWork >= match.SameWorkThreshold && len(list) < mostWorks {
			list = append(list, i)
		}
	}
	return list
}
