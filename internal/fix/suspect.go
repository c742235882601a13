package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// minJaccard is the share of title words that a record must have in common
// with the reference before its title may be written: the published gate.
const minJaccard = 0.3

// minNames is how alike a list of authors, none of whom is the record's, must
// be to the record's to be misspelt and not invented: "Breimna" for "Breiman".
const minNames = 70

// undecided says why nothing is corrected after an outcome that proves nothing wrong
// and finds no work for certain.
var undecided = map[judge.Outcome]string{
	judge.NotFound:     "no such work was found: nothing to correct it from",
	judge.Ambiguous:    "several works fit: the reference does not say which",
	judge.Inconclusive: "not decided: nothing is proved wrong",
}

// suspect says why a reference may be invented, so that nothing of it is
// changed; "" when it is a real work's.
func (p *planner) suspect() string {
	v := &p.f.Verdict
	if why := undecided[v.Outcome]; why != "" || v.Outcome != judge.Discrepant && v.Outcome != judge.Doubtful {
		return why
	}
	if v.Best < 0 {
		return "no work was found: nothing to correct it from"
	}
	wrong := wrongFields(v)
	title, badTitle := wrong[biblio.FieldTitle]
	authors, badAuthors := wrong[biblio.FieldAuthors]
	strangers := badAuthors && p.strange(authors, len(wrong)-1)
	switch {
	case badTitle && badAuthors && (strangers || !p.misspeltTitle(title)):
		return "title and authors are both wrong: it may be another work, or none"
	case badTitle && (badAuthors || p.writtenOtherwise(title)) && !p.namesake(): // it is the work's title
		return ""
	}
	if why := p.otherTitle(title); badTitle && why != "" {
		return why
	}
	if strangers && !(p.opt.TrustIDs && p.identified()) {
		return "too few of the authors are the work's: it may be invented"
	}
	if p.namesake() {
		return "a short title, and most of the rest differs: it may be another work with that title"
	}
	return ""
}

// wrongFields returns the reasons by which fields are wrong. Another title is a warning,
// proof or not.
func wrongFields(v *judge.Verdict) map[biblio.Field]judge.Reason {
	wrong := map[biblio.Field]judge.Reason{}
	for _, r := range v.Reasons {
		if speaksAgainst(r) || r.Rule == "contested" && r.Field == biblio.FieldTitle {
			wrong[r.Field] = r
		}
	}
	return wrong
}

// otherTitle says why a wrong title may be that of another work, "" when it is not.
func (p *planner) otherTitle(title judge.Reason) string {
	switch {
	case title.Kind == match.KindOtherTitle, title.Kind == match.KindSubtitleAdded, title.Kind == match.KindSubtitle:
		return "the title differs: it may be another work"
	case otherNumber(normalise.Words(title.Claimed), normalise.Words(title.Recorded)) && !p.pinned():
		return "the title has another number: it may be another volume or part"
	case normalise.Jaccard(prose(title.Claimed), prose(title.Recorded)) < minJaccard:
		return "the title has too little in common with the record's"
	}
	return ""
}

// otherNumber reports titles of as many words that differ in a number, such as
// those of two years of a conference.
func otherNumber(have, want []string) bool {
	if len(have) != len(want) {
		return false
	}
	for i := range have {
		if a, b := number(have[i]), number(want[i]); a != b && a != "" && b != "" {
			return true
		}
	}
	return false
}

// number returns the digits of a word.
func number(word string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, word)
}

// pinned reports that an identifier or the pages are the record's.
func (p *planner) pinned() bool { return p.identified() || agrees(p.found(), biblio.FieldPages) }

// minKept is the share of a title's words that an entry with the identifier and
// the authors of a work must have to be that work with words left out.
const minKept = 0.6 // case: TestLeavesOut

// writtenOtherwise reports a title that is the record's word for word but for
// slips of the pen, or with words left out, in an entry with the authors of the
// work and, in the second case, with its identifier.
func (p *planner) writtenOtherwise(title judge.Reason) bool {
	have, want := normalise.Words(title.Claimed), normalise.Words(title.Recorded)
	return agrees(p.found(), biblio.FieldAuthors) && (misspeltWords(have, want) || p.identified() && leavesOut(have, want))
}

// misspeltTitle reports a title of some words that is the record's word for word
// but for slips of the pen, so that the authors may be wrong too.
func (p *planner) misspeltTitle(title judge.Reason) bool {
	return significant(title.Claimed) >= telling &&
		misspeltWords(normalise.Words(title.Claimed), normalise.Words(title.Recorded))
}

// misspeltWords reports words that are others one by one but for slips of the pen
// in long ones, numbers apart.
func misspeltWords(have, want []string) bool {
	if len(have) != len(want) {
		return false
	}
	for i := range have {
		if have[i] != want[i] && (min(len(have[i]), len(want[i])) < 4 || number(have[i]) != number(want[i]) ||
			!normalise.OneSlip(have[i], want[i])) {
			return false
		}
	}
	return true
}

// leavesOut reports words that are others with a few left out, none of them a
// number: parts of a series have one title and the same authors.
func leavesOut(have, want []string) bool {
	i := 0
	for _, w := range want {
		switch {
		case i < len(have) && have[i] == w:
			i++
		case strings.Trim(w, "0123456789ivx") == "":
			return false
		}
	}
	return i == len(have) && float64(i) >= minKept*float64(len(want))
}

// found returns the record that the verdict speaks of.
func (p *planner) found() *match.Candidate { return &p.f.Evidence.Candidates[p.f.Verdict.Best] }

// prose returns the words of a title without its formulas, whose many parts would
// outweigh the words.
func prose(title string) []string {
	words := strings.Fields(title)
	kept := words[:0]
	for _, word := range words {
		if !strings.ContainsAny(word, "\\$^_{}") {
			kept = append(kept, word)
		}
	}
	if len(kept) == 0 {
		return normalise.Words(title)
	}
	return normalise.Words(strings.Join(kept, " "))
}

// telling is the number of words with a meaning from which a title is one work's.
const telling = 4 // case: TestTyped

// namesake reports a title of a few words under which the record found disagrees
// in more of the rest than it agrees in: columns and prefaces share titles.
func (p *planner) namesake() bool {
	if significant(p.f.Reference.Claimed.FullTitle()) >= telling {
		return false
	}
	c := p.found()
	good, bad := 0, 0
	for _, field := range []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue,
		biblio.FieldPages, biblio.FieldDOI, biblio.FieldArXiv} {
		f := c.Comparison.Of(field)
		slip := field == biblio.FieldDOI && slipOfDOI(f.Claimed, f.Recorded, false)
		good += bit(agrees(c, field) || slip)
		bad += bit(f.Agreement == match.Differs && !slip)
	}
	return bad >= 2 && bad > good
}

// significant counts the words of a title that carry meaning.
func significant(title string) int { return len(normalise.Significant(normalise.Words(title))) }

// mostPairs bounds the comparisons of names of two lists.
const mostPairs = 20_000

// strange reports a list of authors most of whom are not the record's, or half
// of them where two more fields are wrong besides: not a slip, but other people.
func (p *planner) strange(authors judge.Reason, besides int) bool {
	if normalise.Similarity(normalise.Text(authors.Claimed), normalise.Text(authors.Recorded)) >= minNames {
		return false
	}
	have, want := p.f.Reference.Claimed.Authors(), p.found().Hit.Record.Authors()
	strangers, taken := 0, make([]bool, len(want))
	if len(have)*len(want) > mostPairs { // thousands of names are a collaboration's
		return false
	}
	located := p.located()
	for i := range have {
		strangers += bit(!among(&have[i], want, taken, located))
	}
	return 2*strangers > len(have) || 2*strangers == len(have) && besides >= 2
}

// among reports that a person is one of a list who is not taken yet, and takes
// that one: the same name but for a slip, or but for the given name where that
// may be one.
func among(who *biblio.Contributor, list []biblio.Contributor, taken []bool, anyGiven bool) bool {
	for i := range list {
		if !taken[i] && samePerson(who, &list[i], anyGiven) {
			taken[i] = true
			return true
		}
	}
	return false
}

func samePerson(a, b *biblio.Contributor, anyGiven bool) bool {
	x, y := normalise.Text(a.Family+a.Literal), normalise.Text(b.Family+b.Literal)
	if anyGiven && x == y {
		return true
	}
	sameInitial := firstLetter(a.Given) != 0 && firstLetter(a.Given) == firstLetter(b.Given)
	if sameInitial && min(len(x), len(y)) >= 5 && x != y && normalise.Distance(x, y) <= 2 {
		return true
	}
	return entry.ComparePersons(*a, *b).Agreement != match.Differs
}

// identified reports that the best record has an identifier of the reference.
func (p *planner) identified() bool { return p.found().Comparison.SharesIdentifier() }

// located reports that the best record agrees on the title and on where the work
// stands: an identifier, or container and year.
func (p *planner) located() bool {
	c := p.found()
	return agrees(c, biblio.FieldTitle) && (p.identified() || agrees(c, biblio.FieldVenue) && agrees(c, biblio.FieldYear))
}

func agrees(c *match.Candidate, field biblio.Field) bool {
	a := c.Comparison.Of(field).Agreement
	return a == match.Agrees || a == match.Variant
}

// nearest lists the real works that a suspected reference resembles most.
func nearest(f *audit.Finding) []Nearest {
	const most, least = 3, 30
	var list []Nearest
	var shown []*match.Candidate
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		r := &c.Hit.Record
		if len(list) == most || r.Title == "" || c.Comparison.TitleSimilarity < least || Shown(shown, c) {
			continue
		}
		shown = append(shown, c)
		list = append(list, Nearest{
			Title: r.FullTitle(), Authors: names(r.Authors()), Year: r.YearString(), Venue: r.Container.Title,
			DOI: r.ID("doi").Value, Source: c.Source.Name, Similarity: c.Comparison.TitleSimilarity,
		})
	}
	return list
}

// Shown reports a record of a version that one of a list of records describes
// already.
func Shown(list []*match.Candidate, c *match.Candidate) bool {
	return slices.ContainsFunc(list, func(have *match.Candidate) bool {
		return sameVersion(&have.Hit.Record, &c.Hit.Record) && match.SameWork(&have.Hit.Record.Work, &c.Hit.Record.Work)
	})
}

// firstLetter returns the first letter of a name as it is compared, 0 for none.
func firstLetter(name string) rune {
	for _, c := range normalise.Text(name) {
		return c
	}
	return 0
}
