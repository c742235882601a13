package fix

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// canonical assembles the chosen version from all of its records: what the best of them states, and for every
// field the value of the witness that its rule prefers.
func (p *planner) canonical() biblio.Work {
	w := p.base.Hit.Record.Work
	for _, field := range biblio.Fields {
		if c := p.witness(field); c != nil {
			adopt(&w, &c.Hit.Record.Work, field)
		}
	}
	if c := p.witness(biblio.FieldVenue); c != nil {
		w.Container.Title = cmp.Or(containerName(c, p.version), c.Hit.Record.Container.Title) // a handle only without a name
	}
	p.spellOut(&w)
	return typed(w)
}

// Canonical returns the record of a hit with the values that all records of its version in the evidence state
// together, by the rules for corrections: the authors of the best witness, the title with the best capitals,
// and the fields that it lacks itself.
func Canonical(f *audit.Finding, hit *match.Candidate) biblio.Record {
	p := planner{f: f, base: hit, version: []*match.Candidate{hit}}
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if c != hit && judge.Copied(c) && SameVersion(&hit.Hit.Record, &c.Hit.Record) &&
			match.SameWork(&hit.Hit.Record.Work, &c.Hit.Record.Work) {
			p.version = append(p.version, c)
		}
	}
	r := hit.Hit.Record
	r.Work = p.canonical()
	return r
}

// spellOut expands initials of given names if another record of the chosen version names the same people in the
// same order and has the name in full.
func (p *planner) spellOut(w *biblio.Work) {
	if w.AuthorsCut ||
		!slices.ContainsFunc(w.Contributors, func(c biblio.Contributor) bool {
			return initialsOnly(normalise.Text(c.Given))
		}) {
		return
	}
	same := sameForm(w, biblio.FieldAuthors)
	list := slices.Clone(w.Contributors)
	for _, c := range p.version {
		r := &c.Hit.Record.Work
		if r.AuthorsCut || sameForm(r, biblio.FieldAuthors) != same {
			continue
		}
		others := r.Authors()
		for i, n := 0, 0; i < len(list) && n < len(others); i++ {
			if list[i].Role != biblio.Author && list[i].Role != "" {
				continue
			}
			if inFull(list[i].Given, others[n].Given) && list[i].Particle == others[n].Particle {
				list[i].Given, list[i].Stated = others[n].Given, others[n].Stated
			}
			n++
		}
	}
	w.Contributors = list
}

// initialsOnly reports whether every word of a normalised given name is one letter.
func initialsOnly(given string) bool {
	words := strings.Fields(given)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return len([]rune(word)) > 1 })
}

// inFull reports whether a given name matches the initials of another, with the first of them spelled out.
func inFull(initials, given string) bool {
	have, want := normalise.Text(initials), strings.Fields(normalise.Text(given))
	letters := strings.Fields(have)
	if !initialsOnly(have) || len(want) < len(letters) || len([]rune(want[0])) < 2 {
		return false
	}
	for i, letter := range letters {
		if !strings.HasPrefix(want[i], letter) {
			return false
		}
	}
	return true
}

// witness returns the record of the chosen version whose value of a field is used, or nil if none states it.
// Among witnesses of equal weight the one that contradicts the reference least comes first.
func (p *planner) witness(field biblio.Field) *match.Candidate {
	var best *match.Candidate
	var most [4]int
	for _, c := range p.version {
		if valueOf(&c.Hit.Record.Work, field) == "" || field == biblio.FieldTitle && !sameTitle(p.base, c) {
			continue
		}
		if weight := p.weight(c, field); best == nil || slices.Compare(weight[:], most[:]) > 0 {
			best, most = c, weight
		}
	}
	return best
}

// weight is how much a record counts in a field: its source's rank (answer.Info.Rank), then what the rule of the field
// prefers. Years go by majority; titles by their capitals; containers by the name that the file has for them; volume,
// issue and pages come from a journal before proceedings before a preprint; an address that is not a DOI's goes first.
func (p *planner) weight(c *match.Candidate, field biblio.Field) [4]int {
	r := &c.Hit.Record
	rank, votes := c.Source.Rank(field), len(p.supporters(c, field))
	switch field {
	case biblio.FieldYear:
		return [4]int{votes, rank}
	case biblio.FieldTitle:
		return [4]int{capitals(r.FullTitle()), votes, rank}
	case biblio.FieldVenue:
		plain := bit(!strings.ContainsAny(r.Container.Title, "\\{}$"))
		return [4]int{rank, p.opt.customs.named[r.Container.Title], plain + bit(strings.Contains(r.Container.Title, " ")),
			votes}
	case biblio.FieldAuthors:
		return [4]int{rank, votes, spelledOut(r.Authors())}
	case biblio.FieldVolume, biblio.FieldIssue, biblio.FieldPages:
		return [4]int{kindRank[r.Type], rank, bit(strings.ContainsAny(r.Pages, "-–")), votes}
	case biblio.FieldURL: // the DOI determines where it leads
		return [4]int{rank, bit(r.URL != "" && !strings.Contains(r.URL, "doi.org/")), votes}
	}
	return [4]int{rank, votes}
}

// kindRank ranks the types of records from which volume, issue and pages are taken.
var kindRank = map[biblio.Type]int{biblio.ArticleJournal: 2, biblio.PaperConference: 1, biblio.Chapter: 1}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// supporters returns the sources whose records of the chosen version state the same value as c.
func (p *planner) supporters(c *match.Candidate, field biblio.Field) []string {
	want := sameForm(&c.Hit.Record.Work, field)
	var list []string
	for _, other := range p.version {
		name := other.Source.Name
		if !slices.Contains(list, name) && (other == c || sameForm(&other.Hit.Record.Work, field) == want) {
			list = append(list, name)
		}
	}
	return list
}

// sameForm returns a form of a field's value in a work that is the same for equal values.
func sameForm(w *biblio.Work, field biblio.Field) string {
	if field != biblio.FieldAuthors {
		return formOf(field, valueOf(w, field))
	}
	var b strings.Builder
	for _, c := range w.Authors() {
		b.WriteString(normalise.Text(c.Family + c.Literal))
		b.WriteByte(';')
	}
	return b.String()
}

// formOf returns a form of a text that is the same for equal values of a field.
func formOf(field biblio.Field, text string) string {
	switch {
	case field.Identifier():
		return strings.ToLower(strings.TrimSpace(text))
	case field == biblio.FieldTitle:
		return normalise.Title(text)
	case field == biblio.FieldPages:
		pages := normalise.ParsePages(text)
		return pages.First + "-" + pages.Last
	}
	return normalise.Text(text)
}

func sameTitle(a, b *match.Candidate) bool {
	return normalise.Squash(normalise.Title(a.Hit.Record.FullTitle())) == normalise.Squash(
		normalise.Title(b.Hit.Record.FullTitle()))
}

// capitals scores the capitals of a title: it counts words with a capital inside or after the first word. A
// title in capitals or small letters alone scores 0, and a full stop at the end counts against it.
func capitals(title string) int {
	if strings.ToUpper(title) == title || strings.ToLower(title) == title {
		return 0
	}
	n := 1
	for i, word := range strings.Fields(title) {
		letters := []rune(word)
		for k, c := range letters {
			if unicode.IsUpper(c) && (k > 0 || i > 0) {
				n++
				break
			}
		}
	}
	return max(n-bit(strings.HasSuffix(title, ".")), 1)
}

// spelledOut counts the letters of given names: initials say less.
func spelledOut(list []biblio.Contributor) int {
	n := 0
	for _, c := range list {
		n += len(c.Given)
	}
	return n
}

// adopt copies a field of another record of the same version into a work.
func adopt(w, from *biblio.Work, field biblio.Field) {
	switch field {
	case biblio.FieldType:
	case biblio.FieldTitle:
		w.Title, w.Subtitle, w.TitleCut = from.Title, from.Subtitle, from.TitleCut
	case biblio.FieldAuthors:
		w.Contributors, w.AuthorsCut = from.Contributors, from.AuthorsCut
	case biblio.FieldVenue:
		short := w.Container.Short
		if w.Container = from.Container; w.Container.Short == "" {
			w.Container.Short = short
		}
	case biblio.FieldYear:
		if w.Issued.Year != from.Issued.Year {
			w.Issued = from.Issued
		}
	default:
		if detail := w.Detail(field); detail != nil {
			*detail = *from.Detail(field)
		} else if scheme, ok := schemeOf[field]; ok {
			w.IDs = replaced(w.IDs, from.ID(scheme))
		}
	}
}

// replaced returns identifiers with id in place of the first of its scheme, or at the end.
func replaced(ids []ident.ID, id ident.ID) []ident.ID {
	list := append([]ident.ID(nil), ids...)
	for i := range list {
		if list[i].Scheme == id.Scheme {
			list[i] = id
			return list
		}
	}
	return append(list, id)
}
