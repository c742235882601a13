package fix

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// wrongRules are the judge's rules under which a field is verifiably wrong,
// beside those that end in "-differs".
var wrongRules = map[string]bool{
	"venue-absent": true, "versions-mixed": true, "no-such-identifier": true, "identifier-malformed": true, "identifier-of-other-work": true,
}

// partialKinds are the variants and doubts in which the reference says less
// than the record, or the same with a slip of the pen.
var partialKinds = map[string]bool{
	match.KindFirstPage: true, match.KindTitleCut: true, match.KindTypo: true, match.KindMisspelt: true, match.KindSlip: true,
}

// minJaccard is the share of title words that a record must have in common
// with the reference before its title may be written: the published gate.
const minJaccard = 0.3

// minNames is how alike a list of authors, none of whom is the record's, must
// be to the record's to be misspelt and not invented: "Breimna" for "Breiman".
const minNames = 70

// Plan decides what to correct in one reference. The finding must have been
// judged with the rules of this program; all values come from one version.
func Plan(f *audit.Finding, opt Options) Correction {
	p := planner{f: f, opt: opt}
	if why := p.suspect(); why != "" {
		held := []Unactionable{{Rule: "suspected", Why: why}}
		return Correction{Unactionable: append(held, unproved(f)...), Nearest: nearest(f)}
	}
	v := &f.Verdict
	if v.Outcome != judge.Discrepant && v.Outcome != judge.Verified || !p.choose() {
		return p.out
	}
	for _, r := range v.Reasons {
		if v.Outcome == judge.Discrepant && isWrong(r) && opt.allows(r.Field) {
			p.wrong(r)
		}
	}
	if !opt.Minimal {
		for _, c := range p.base.Comparison.Fields {
			p.partial(c)
		}
	}
	p.upgrade()
	for _, field := range opt.Add {
		p.missing(field)
	}
	p.out.Unactionable = append(p.out.Unactionable, unproved(f)...)
	return p.out
}

func isWrong(r judge.Reason) bool {
	return r.Field != "" && (wrongRules[r.Rule] || strings.HasSuffix(r.Rule, "-differs"))
}

// planner makes the correction of one reference.
type planner struct {
	f     *audit.Finding
	opt   Options
	base  *match.Candidate   // the record whose values are taken
	same  []*match.Candidate // further records of its version
	rival []*match.Candidate // records of other versions that fit as well
	out   Correction
}

// suspect says why a reference may be invented, so that nothing of it is
// changed; "" when it is a real work's.
func (p *planner) suspect() string {
	v := &p.f.Verdict
	switch v.Outcome {
	case judge.NotFound:
		return "no such work was found: nothing to correct it from"
	case judge.Ambiguous:
		return "several works fit: the reference does not say which"
	case judge.Inconclusive:
		return "not decided: nothing is proved wrong"
	}
	if v.Outcome != judge.Discrepant {
		return ""
	}
	if v.Best < 0 {
		return "no work was found: nothing to correct it from"
	}
	wrong := map[biblio.Field]judge.Reason{}
	for _, r := range v.Reasons {
		if isWrong(r) {
			wrong[r.Field] = r
		}
	}
	title, badTitle := wrong[biblio.FieldTitle]
	authors, badAuthors := wrong[biblio.FieldAuthors]
	switch {
	case badTitle && badAuthors:
		return "title and authors are both wrong: it may be another work, or none"
	case badTitle && (title.Kind == match.KindOtherTitle || title.Kind == match.KindSubtitleAdded || title.Kind == match.KindSubtitle):
		return "the title is another one: it may be another work"
	case badTitle && fold.Jaccard(fold.Words(title.Claimed), fold.Words(title.Recorded)) < minJaccard:
		return "the title has too little in common with the record's"
	case badAuthors && authors.Kind == match.KindFabricated && !p.supported() && fold.Similarity(fold.Text(authors.Claimed), fold.Text(authors.Recorded)) < minNames:
		return "none of the authors is the work's, and nothing but the title speaks for it"
	}
	return ""
}

// supported reports that the best record agrees on more than the title: on an
// identifier or the pages. Container and year are not enough, since a chimera
// of two papers of one conference has them.
func (p *planner) supported() bool {
	c := &p.f.Evidence.Candidates[p.f.Verdict.Best]
	for _, field := range []biblio.Field{biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN, biblio.FieldPages} {
		if agrees(c, field) {
			return true
		}
	}
	return false
}

func agrees(c *match.Candidate, field biblio.Field) bool {
	a := c.Comparison.Of(field).Agreement
	return a == match.Agrees || a == match.Variant
}

// nearest lists the real works that a suspected reference resembles most.
func nearest(f *audit.Finding) []Nearest {
	const most, least = 3, 30
	var list []Nearest
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		r := &c.Hit.Record
		if len(list) == most || r.Title == "" || c.Comparison.TitleSimilarity < least {
			continue
		}
		list = append(list, Nearest{
			Title: r.FullTitle(), Authors: names(r.Authors()), Year: r.YearString(), Venue: r.Container.Title,
			DOI: r.ID("doi").Value, Source: c.Source.Name, Similarity: c.Comparison.TitleSimilarity,
		})
	}
	return list
}

// unproved lists identifiers that a strong record contradicts and that nobody
// confirms: what the record has is worth a look, and no more.
func unproved(f *audit.Finding) []Unactionable {
	var list []Unactionable
	for _, r := range f.Verdict.Reasons {
		if r.Rule == "identifier-unconfirmed" && r.Recorded != "" {
			list = append(list, Unactionable{Field: r.Field, Rule: "not-proved", Why: "no record confirms it and the record has " + r.Recorded + "; only its registry can prove it wrong (--online)"})
		}
	}
	return list
}
