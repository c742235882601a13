package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// minJaccard is the share of title words that a record and a reference must share before the record's title may
// be written: the published gate.
const minJaccard = 0.3

// minNames is how similar a list of authors without any of the record's must be to the record's to count as
// misspelt and not invented: "Breimna" for "Breiman".
const minNames = 70

// undecided maps the outcomes that prove nothing wrong and identify no work to the reason why nothing is
// corrected.
var undecided = map[judge.Outcome]string{
	judge.NotFound:     "no such work was found: nothing to correct it from",
	judge.Ambiguous:    "several works fit: the reference does not say which",
	judge.Inconclusive: "not decided: nothing is proved wrong",
}

// suspect returns why nothing in a reference is changed, "" if it is a real work's: the doubt whether it may be another
// work or none, if there is one, and a sentence.
func (p *planner) suspect() (doubt judge.Doubt, why string) {
	v := &p.f.Verdict
	switch why := undecided[v.Outcome]; {
	case why != "" || v.Outcome != judge.Discrepant && v.Outcome != judge.Doubtful:
		return judge.NoDoubt, why
	case v.Best < 0:
		return judge.NoDoubt, "no work was found: nothing to correct it from"
	}
	doubt = p.otherWhole()
	return doubt, doubt.Sentence()
}

// otherWhole returns the doubt whether an accused reference is of the work found at all.
func (p *planner) otherWhole() judge.Doubt {
	wrong := wrongFields(&p.f.Verdict)
	title, badTitle := wrong[biblio.FieldTitle]
	authors, badAuthors := wrong[biblio.FieldAuthors]
	strangers := badAuthors && p.mostlyStrangers(authors, len(wrong)-1)
	switch {
	case badTitle && badAuthors && (strangers || !p.misspeltTitle(title)):
		return judge.BothWrong
	case badTitle && (badAuthors || p.writtenOtherwise(title)) && !p.namesake(): // the title is the work's
		return judge.NoDoubt
	}
	if doubt := p.otherTitle(title); badTitle && doubt != judge.NoDoubt {
		return doubt
	}
	switch {
	case strangers && !(p.opt.TrustIDs && p.identified()):
		return judge.FewAuthors
	case p.namesake():
		return judge.Namesake
	}
	return judge.NoDoubt
}

// doubted returns why nothing that was asked for may be added to an entry: a record contradicts its title or its
// authors, and no correction follows: a completed entry would look checked. It is "" for any other. Corrected reports
// whether what is proved wrong in a field is corrected.
func (p *planner) doubted(corrected func(biblio.Field) bool) string {
	for _, r := range p.f.Verdict.Reasons {
		named := r.Field == biblio.FieldTitle || r.Field == biblio.FieldAuthors
		contested := r.Status == judge.Contested && !r.Doubt.OfEntry()
		if named && (contested || r.Status.Wrong() && !corrected(r.Field)) {
			return "a record has other " + map[biblio.Field]string{biblio.FieldTitle: "words in the title",
				biblio.FieldAuthors: "authors"}[r.Field] + ": nothing is added until you have checked them"
		}
	}
	return ""
}

// wrongFields returns the reasons why fields are wrong. A different title is a warning, proved or not.
func wrongFields(v *judge.Verdict) map[biblio.Field]judge.Reason {
	wrong := map[biblio.Field]judge.Reason{}
	for _, r := range v.Reasons {
		lead := r.Strength == judge.Lead && r.Field.Core()
		if r.Status.Wrong() ||
			r.Status == judge.Contested && !r.Doubt.OfEntry() && (lead || r.Field == biblio.FieldTitle) {
			wrong[r.Field] = r
		}
	}
	return wrong
}

// otherTitle returns why a wrong title may be that of another work.
func (p *planner) otherTitle(title judge.Reason) judge.Doubt {
	switch {
	case title.Kind == match.KindOtherTitle, title.Kind == match.KindSubtitleAdded, title.Kind == match.KindSubtitle:
		return judge.OtherWork
	case title.Kind == match.KindNumber && !p.identified() && !agrees(p.found(), biblio.FieldPages):
		return judge.OtherPart
	case normalise.Jaccard(prose(title.Claimed), prose(title.Recorded)) < minJaccard:
		return judge.LittleTitle
	}
	return judge.NoDoubt
}

// minKept is the share of a title's words that an entry with the identifier and the authors of a work must
// contain to count as that work with words left out.
const minKept = 0.6 // case: TestLeavesOut

// writtenOtherwise reports whether a title is the record's word for word apart from slips, or with words left
// out, in an entry with the authors of the work and, in the second case, with its identifier.
func (p *planner) writtenOtherwise(title judge.Reason) bool {
	have, want := normalise.Words(title.Claimed), normalise.Words(title.Recorded)
	return agrees(p.found(), biblio.FieldAuthors) &&
		(judge.Misspelt(have, want) || p.identified() && leavesOut(have, want))
}

// misspeltTitle reports whether a title of several words is the record's word for word apart from slips, so
// that even the authors may be wrong.
func (p *planner) misspeltTitle(title judge.Reason) bool {
	return significant(title.Claimed) >= distinctiveWords &&
		judge.Misspelt(normalise.Words(title.Claimed), normalise.Words(title.Recorded))
}

// leavesOut reports whether words are others with a few left out, none of them a number: parts of a series
// share title and authors.
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

// found returns the record that the verdict is about.
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

// distinctiveWords is how many meaningful words a title needs to belong to one work only.
const distinctiveWords = 4 // case: TestTyped

// namesake reports whether the title has only a few words and the record found disagrees in more of the other
// fields than it agrees in: columns and prefaces share titles.
func (p *planner) namesake() bool {
	if significant(p.f.Reference.Claimed.FullTitle()) >= distinctiveWords {
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

// significant counts the meaningful words of a title.
func significant(title string) int { return len(normalise.Significant(normalise.Words(title))) }

// mostlyStrangers reports whether most authors of a list are not the record's, or half of them if two more fields are
// wrong as well: not a slip, but other people.
func (p *planner) mostlyStrangers(authors judge.Reason, besides int) bool {
	if authors.Kind == match.KindGivenNames || // the family names are the work's
		normalise.Similarity(normalise.Text(authors.Claimed), normalise.Text(authors.Recorded)) >= minNames {
		return false
	}
	have, strangers, located := len(p.f.Reference.Claimed.Authors()), 0, p.located()
	for _, name := range match.NewClaim(&p.f.Reference.Claimed).Authors(&p.found().Hit.Record.Work).Names {
		strangers += bit(name.Kind == match.NameExtra || name.Kind == match.NameOther ||
			name.Kind == match.KindGiven && !located)
	}
	return 2*strangers > have || 2*strangers == have && besides >= 2
}

// identified reports whether the best record has an identifier of the reference.
func (p *planner) identified() bool { return p.found().Comparison.SharesIdentifier() }

// located reports whether the best record agrees on the title and on where the work was published: an
// identifier, or container and year.
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

// Shown reports whether a list already contains a record of the same version.
func Shown(list []*match.Candidate, c *match.Candidate) bool {
	return slices.ContainsFunc(list, func(have *match.Candidate) bool {
		return sameVersion(&have.Hit.Record, &c.Hit.Record) && match.SameWork(&have.Hit.Record.Work, &c.Hit.Record.Work)
	})
}
