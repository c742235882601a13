package audit

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// RecordKey identifies a record by its source and its key there.
type RecordKey [2]string

// Cited is what later references of the same file need to know about a reference.
type Cited struct {
	ID    string      `json:"-"`
	File  string      `json:"-"`
	Works []RecordKey `json:"works,omitempty"` // records of its work
	// Strangers are the people whom it names and the record of its work, of a title, does not.
	Strangers []string `json:"strangers,omitempty"`
	Title     string   `json:"title,omitempty"`
}

// CitedBy returns what later references need to know about a finding.
func CitedBy(f *Finding) Cited {
	c := Cited{ID: f.Reference.ID, File: f.Reference.Place.File, Works: works(f), Strangers: strangers(f)}
	if len(c.Strangers) > 0 {
		c.Title = normalise.Title(f.Reference.Claimed.FullTitle())
	}
	return c
}

// works returns the records of the work that a finding cites, in any version; none if the work is not known. Records
// with another title may describe the next part of a series, or the same venue a year later.
func works(f *Finding) []RecordKey {
	v := &f.Verdict
	if v.Best < 0 || v.Outcome != judge.Verified && v.Outcome != judge.Discrepant && v.Outcome != judge.Doubtful {
		return nil
	}
	title := normalise.Title(f.Evidence.Candidates[v.Best].Hit.Record.FullTitle())
	var list []RecordKey
	for _, i := range slices.Sorted(slices.Values(slices.Concat(v.Versions...))) {
		r := &f.Evidence.Candidates[i].Hit.Record
		if r.LocalID != "" && (i == v.Best || normalise.Title(r.FullTitle()) == title) {
			list = append(list, RecordKey{r.Source, r.LocalID})
		}
	}
	return list
}

// strangers returns the people whom a reference names and the record that its authors were compared with does not;
// names without a given name and printed lists, which may be read wrongly, are left out.
func strangers(f *Finding) (names []string) {
	if f.Reference.Printed() {
		return nil
	}
	for _, r := range f.Verdict.Reasons {
		if r.Field != biblio.FieldAuthors || r.Quoted < 1 || r.Status != judge.Refuted && r.Status != judge.Contested {
			continue
		}
		record := &f.Evidence.Candidates[r.Quoted-1].Hit.Record.Work
		for _, n := range match.NewClaim(&f.Reference.Claimed).Authors(record).Names {
			if (n.Kind == match.NameExtra || n.Kind == match.NameOther) && strings.Contains(n.Cited, " ") {
				names = append(names, n.Cited)
			}
		}
	}
	return names
}

// earlier is what is known about the references of a run that were audited before, within a file: two papers citing
// one work says nothing about either.
type earlier struct {
	works     map[[3]string]string   // the first reference, by file, and source and key of a record that it cites
	strangers map[[2]string][]string // the first titles under which a person is a stranger, by file and name
}

func newEarlier(list []Cited) *earlier {
	e := &earlier{map[[3]string]string{}, map[[2]string][]string{}}
	for _, c := range list {
		e.add(c)
	}
	return e
}

// add records a reference and returns the first one that cites one of its records, or "" if there is none.
func (e *earlier) add(c Cited) string {
	first := ""
	for _, work := range c.Works {
		key := [3]string{c.File, work[0], work[1]}
		if before, again := e.works[key]; !again {
			e.works[key] = c.ID
		} else if first == "" && before != c.ID {
			first = before
		}
	}
	for _, name := range c.Strangers {
		key := [2]string{c.File, name}
		if titles := e.strangers[key]; len(titles) < sharedFrom && !slices.Contains(titles, c.Title) {
			e.strangers[key] = append(titles, c.Title)
		}
	}
	return first
}

// mark adds to a finding what the earlier references say about it: that one of them cites the same work, and that two
// of them name the same strangers.
func (e *earlier) mark(f Finding) Finding {
	c := CitedBy(&f)
	var shared []string
	for _, name := range c.Strangers {
		if titles := e.strangers[[2]string{c.File, name}]; len(titles) >= sharedFrom && !slices.Contains(titles, c.Title) {
			shared = append(shared, name)
		}
	}
	if !slices.Equal(shared, f.Evidence.Shared) {
		var advice []judge.Advice
		for _, taken := range f.Advice {
			advice = append(advice, taken.Advice)
		}
		f.Evidence.Shared, f.Advice = shared, nil
		f.Verdict = judge.Decide(&f.Reference, f.Evidence)
		f.applyAdvice(advice)
	}
	if first := e.add(c); first != "" {
		notices := append([]judge.Notice(nil), f.Verdict.Notices...)
		f.Verdict.Notices = append(notices, judge.Notice{Rule: "duplicate", Message: "cites the same work as " + first})
	}
	return f
}

// sharedFrom is the number of earlier works from which a stranger is one of the list, and not of one work: in 242
// bibliographies that people keep, no name was a stranger in three entries.
const sharedFrom = 2

// known returns the references that still have to be audited, and for each reference its finding if it is known, else
// nil.
func (o *Options) known(refs []biblio.Reference) (asked []biblio.Reference, known []*Finding) {
	known = make([]*Finding, len(refs))
	if o.Known == nil {
		return refs, known
	}
	for i := range refs {
		if f, ok := o.Known(&refs[i]); ok {
			known[i] = &f
		} else {
			asked = append(asked, refs[i])
		}
	}
	return asked, known
}

// Kept returns a finding with only what its row and its corrections need, for callers that hold many: of the sources'
// answers, only the number of hits is kept.
func (f Finding) Kept() Finding {
	lookups := make([]answer.Lookup, len(f.Evidence.Lookups))
	for i, l := range f.Evidence.Lookups {
		l.Answer.Hits = blanks(len(l.Answer.Hits))
		lookups[i] = l
	}
	f.Evidence.Lookups = lookups
	return f
}

// blank are hits without content, shared by all kept findings.
var blank [64]answer.Hit

func blanks(n int) []answer.Hit {
	if n <= len(blank) {
		return blank[:n:n]
	}
	return make([]answer.Hit, n)
}

// SameClaim reports whether two references agree in everything that a verdict rests on; they may differ in place and
// id.
func SameClaim(a, b *biblio.Reference) bool {
	return a.Raw == b.Raw && a.Key == b.Key && a.Recognised == b.Recognised && maps.Equal(a.Extra, b.Extra) &&
		maps.Equal(a.Confidence, b.Confidence) && reflect.DeepEqual(a.Claimed, b.Claimed)
}

// Again returns the finding for a reference with the same claim in another place. Whether another reference cites the
// same work is determined anew.
func (f Finding) Again(ref *biblio.Reference) Finding {
	f.Reference = *ref
	f.Verdict.Notices = slices.DeleteFunc(slices.Clone(f.Verdict.Notices),
		func(n judge.Notice) bool { return judge.RemarkOf(n.Rule) == judge.Repeats })
	return f
}

// Proven returns the records of a work that is verified beyond change, as bibliographic services stated them; a
// memory may keep them. It is empty for every other finding.
func (f Finding) Proven() []biblio.Record {
	if !judge.Settled(f.Verdict) {
		return nil
	}
	var list []biblio.Record
	for i, c := range f.Evidence.Candidates {
		same := i == f.Verdict.Best || c.Comparison.SameWork >= match.SameWorkThreshold
		if same && c.Source.Online && c.Origin.Kind > biblio.ConfirmOnly {
			list = append(list, c.Hit.Record)
		}
	}
	return list
}
