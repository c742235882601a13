package judge

import (
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

var fieldScheme = map[biblio.Field]ident.Scheme{biblio.FieldDOI: ident.DOI, biblio.FieldArXiv: ident.ArXiv,
	biblio.FieldPMID: ident.PMID, biblio.FieldISBN: ident.ISBN}

func judgedScheme(scheme ident.Scheme) bool {
	return slices.Contains(slices.Collect(maps.Values(fieldScheme)), scheme)
}

// weighID determines the status of an identifier: right if a record of any version of the work has it; wrong if it
// does not exist or belongs to another work; otherwise open.
func (d *deliberation) weighID(field biblio.Field) fieldState {
	s := fieldState{field: field}
	id := d.ref.Claimed.ID(fieldScheme[field])
	s.claimed = id.Value
	var holders []int
	for n := range d.records {
		if d.records[n].Comparison.AgreesOn(field) {
			holders = append(holders, n)
		}
	}
	other, proved := d.ownerOf(id)
	proved = proved || d.statesOtherOfWork(field)
	switch {
	case len(holders) > 0:
		d.confirm(&s, holders)
		s.claimed = id.Value
	case malformed(id) && d.junk(id):
		s.status, s.rule = Unrecorded, "identifier-unconfirmed"
	case malformed(id):
		s.status, s.rule = Refuted, "identifier-malformed"
		if handle.MatchString(id.Value) {
			s.kind = kindHandle
		}
	case d.noSuch(id) && !d.plausibleDOI(id) && !ident.Unregistered(id.Value):
		s.status, s.rule = Refuted, "no-such-identifier"
		s.sources = d.deniers(id)
	case other >= 0 && field != biblio.FieldISBN:
		d.belongs(&s, other, proved)
	default:
		s.status, s.rule = Unrecorded, "identifier-unconfirmed"
		for n := range d.records {
			c := &d.records[n]
			if f := c.Comparison.Of(field); f.Agreement == match.Differs && f.Kind == match.KindOtherID &&
				c.Origin.Kind >= biblio.Aggregator && c.version == d.cited {
				s.status, s.rule, s.recorded, s.quoted = Contested, "identifier-contested", f.Recorded, c.at+1
				s.sources = appendNew(s.sources, c.Source.Name)
			}
		}
	}
	return s
}

// ownerOf returns a candidate that has an identifier but describes another work, or -1 if there is none, and whether
// that is proved: the record is the one to which the identifier was assigned. What an aggregator or a person states
// about another work may be their own slip, and what authors tell a preprint server about their publication often is.
func (d *deliberation) ownerOf(id ident.ID) (at int, proved bool) {
	at = -1
	for i := range d.ev.Candidates {
		c := &d.ev.Candidates[i]
		r := &c.Hit.Record
		switch {
		case c.Origin.Kind <= biblio.ConfirmOnly || !match.Names(r, id) ||
			slices.ContainsFunc(d.records, func(r judgedRecord) bool { return r.at == i }):
		case d.renamed(c), !d.closedWorld && (holdsWorks(r.Type) && !holdsWorks(d.ref.Claimed.Type) || !d.otherAltogether(c)):
		case c.Origin.Kind >= biblio.Publisher, d.closedWorld && c.Origin.Kind >= biblio.Aggregator,
			c.Origin.Kind == biblio.PreprintServer && (id.Scheme == ident.ArXiv || !match.AliasOf(id).IsZero()):
			return i, true
		case c.Origin.Kind == biblio.PreprintServer:
		case at < 0:
			at = i
		case d.sameElsewhere(at, i):
			return at, true
		}
	}
	return at, false
}

// sameElsewhere reports whether two records are from aggregators, from different sources, and have the same title.
func (d *deliberation) sameElsewhere(i, j int) bool {
	a, b := &d.ev.Candidates[i], &d.ev.Candidates[j]
	return min(a.Origin.Kind, b.Origin.Kind) >= biblio.Aggregator && a.Hit.Record.Source != b.Hit.Record.Source &&
		normalise.Title(a.Hit.Record.FullTitle()) == normalise.Title(b.Hit.Record.FullTitle())
}

// holdsWorks reports whether the identifiers of a kind of work are also stated for its parts.
func holdsWorks(t biblio.Type) bool { return t == biblio.Book || t == biblio.Proceedings }

// statesOtherOfWork reports whether a record of the cited version has another identifier of the scheme: together with
// a record that has the claimed one for another work, this proves that the claimed one belongs there.
func (d *deliberation) statesOtherOfWork(field biblio.Field) bool {
	return slices.ContainsFunc(d.records, func(c judgedRecord) bool {
		f := c.Comparison.Of(field)
		return f.Agreement == match.Differs && f.Kind == match.KindOtherID && c.Origin.Kind >= biblio.Aggregator &&
			c.version == d.cited
	})
}

// sameTitleFrom is the title similarity, in percent, from which a record found by an identifier of the reference is
// of its work, miswritten on one side.
const sameTitleFrom = 75 // case: TestIdentifierOfOtherWork; PfurtschellerLopesdaSilva1999 (neuro_mne) at 95

// otherAltogether reports whether a record's title differs from the claimed one and neither contains the other, as
// titles of web pages contain those of works.
func (d *deliberation) otherAltogether(c *match.Candidate) bool {
	title := c.Comparison.Of(biblio.FieldTitle)
	if title.Agreement != match.Differs {
		return title.Agreement == match.Unclaimed && c.Hit.Record.Title != ""
	}
	claimed, recorded := normalise.Words(title.Claimed), normalise.Words(title.Recorded)
	main, _, subtitled := strings.Cut(title.Recorded, ":")
	if d.titleMissing() || subtitled && slices.Equal(normalise.Words(main), claimed) {
		return false
	}
	return c.Comparison.TitleSimilarity < sameTitleFrom && !holdsWords(claimed, recorded) &&
		!holdsWords(recorded, claimed) && !releaseOf(title.Recorded, title.Claimed)
}

// fileTitles are what reference managers write for a title that they do not know.
var fileTitles = words.Set(`fulltextpdf fulltext pdf snapshot untitled notitle document submittedversion`)

// titleMissing reports whether the title is no title: the address, the number or the file of what the reference cites.
func (d *deliberation) titleMissing() bool {
	title := strings.TrimSpace(d.ref.Claimed.FullTitle())
	if fileTitles[normalise.Squash(normalise.Text(title))] {
		return true
	}
	if strings.ContainsAny(title, " \t") {
		return false
	}
	id, ok := ident.Parse(strings.TrimSuffix(title, ".pdf"))
	return ok && (id.Scheme == ident.URL || slices.Contains(d.ref.Claimed.IDs, id)) ||
		slices.ContainsFunc(d.ref.Claimed.IDs, func(id ident.ID) bool { return strings.HasPrefix(title, id.Value) })
}

// releaseOf reports whether a record is of a release, which archives name after its repository ("owner/name: v1.0"),
// of software that the claimed title names.
func releaseOf(recorded, claimed string) bool {
	repository, _, _ := strings.Cut(recorded, ":")
	owner, name, ok := strings.Cut(repository, "/")
	name = normalise.Squash(normalise.Text(name))
	return ok && !strings.ContainsAny(owner, " ") && len(name) > 2 &&
		strings.Contains(normalise.Squash(normalise.Text(claimed)), name)
}

// holdsWords reports whether a title begins or ends with another one of at least two words.
func holdsWords(title, words []string) bool {
	n, more := len(words), len(title)-len(words)
	return n > 1 && more >= 0 && (slices.Equal(title[:n], words) || slices.Equal(title[more:], words))
}

// belongs records that an identifier belongs to another work, or that a record says so.
func (d *deliberation) belongs(s *fieldState, other int, proved bool) {
	c := &d.ev.Candidates[other]
	s.status, s.rule, s.recorded, s.quoted = Refuted, "identifier-of-other-work",
		strings.TrimSpace(c.Hit.Record.FullTitle()), other+1
	s.sources = []string{c.Source.Name}
	if s.field == biblio.FieldArXiv && d.statesPrint() {
		s.kind = kindStray
	}
	if !proved {
		s.status, s.rule, s.kind = Contested, "identifier-contested", kindOfOther
	}
}

// kindStray is the kind of an arXiv number of another work in a reference that says where its own was printed, as
// reference managers leave one behind: the number is wrong, the work is not invented.
const kindStray = "stray"

// statesPrint reports whether the reference says where the work was printed.
func (d *deliberation) statesPrint() bool {
	w := &d.ref.Claimed
	return w.Publisher != "" || !w.ID(ident.ISBN).IsZero() ||
		w.Container.Title != "" && d.venue.Head != normalise.Preprints
}

// kindOfOther is the kind of a contested identifier that a record states for another work.
const kindOfOther = "of-other-work"

// handle matches the other identifiers that the system of DOIs resolves: "2027.42/99993".
var handle = lazy.Regexp(`^(\d{4,}|\d+(\.\d+)+)/\d+$`)

// kindHandle is the kind of a handle in the place of a DOI: it leads to the work, but under another address.
const kindHandle = "handle"

// junk reports whether a number in an identifier field was put there by a reference manager: they fill PMIDs with
// numbers of their own databases, and ISBNs of articles with those of the journal. It misleads no one.
func (d *deliberation) junk(id ident.ID) bool {
	return !d.closedWorld &&
		(id.Scheme == ident.PMID || id.Scheme == ident.ISBN && d.ref.Claimed.Type == biblio.ArticleJournal)
}

// deniers lists the sources that say that an identifier does not exist.
func (d *deliberation) deniers(id ident.ID) []string {
	var list []string
	for _, l := range d.ev.Lookups {
		if slices.Contains(l.Answer.NoSuchID, id) {
			list = appendNew(list, l.Source.Name)
		}
	}
	return list
}

// malformed reports whether a claimed identifier does not have the form of its scheme, so that nothing can have it.
func malformed(id ident.ID) bool {
	got, ok := ident.ParseAs(id.Scheme, id.Value)
	return !ok || got != id
}

// weighURL reports whether an address is the identifier of another work. Other addresses prove nothing.
func (d *deliberation) weighURL() (fieldState, bool) {
	if d.ref.Claimed.URL == "" {
		return fieldState{}, false
	}
	id, ok := ident.Parse(d.ref.Claimed.URL)
	if !ok || id.Scheme == ident.URL || judgedScheme(id.Scheme) && id == d.ref.Claimed.ID(id.Scheme) {
		return fieldState{}, false // judged as the identifier it is
	}
	other, proved := d.ownerOf(id)
	if other < 0 || slices.ContainsFunc(d.records, func(c judgedRecord) bool { return match.Names(&c.Hit.Record, id) }) {
		return fieldState{}, false
	}
	s := fieldState{field: biblio.FieldURL, claimed: d.ref.Claimed.URL}
	d.belongs(&s, other, proved)
	return s, true
}

// weighContradiction compares the identifiers of the reference with one another. Of two that name two works, the one
// that no record confirms is contested; both are if records confirm both, or neither.
func (d *deliberation) weighContradiction() {
	a, b, found := match.Conflict(&d.ref.Claimed)
	if !found {
		return
	}
	fieldA, fieldB := d.fieldOf(a), d.fieldOf(b)
	goodA, goodB := d.confirms(fieldA), d.confirms(fieldB)
	status, rule := Refuted, "identifiers-contradict"
	if goodA && goodB { // both are the work's, as records have it
		status, rule = Contested, "identifier-contested"
	}
	if !goodA || goodB || fieldA == fieldB {
		d.contest(fieldA, fieldState{claimed: a.Value, beside: b, status: status, rule: rule})
	}
	if fieldA != fieldB && (!goodB || goodA) {
		d.contest(fieldB, fieldState{claimed: b.Value, beside: a, status: status, rule: rule})
	}
}

// fieldOf returns the field in which the reference states an identifier.
func (d *deliberation) fieldOf(id ident.ID) biblio.Field {
	address, _ := ident.Parse(d.ref.Claimed.URL)
	for field, scheme := range fieldScheme {
		if scheme == id.Scheme && (id == d.ref.Claimed.ID(scheme) || id != address) {
			return field
		}
	}
	return biblio.FieldURL
}

func (d *deliberation) confirms(field biblio.Field) bool {
	return slices.ContainsFunc(d.state, func(s fieldState) bool {
		return s.field == field && s.status.Agrees()
	})
}

// contest records that an identifier contradicts another one of the reference, unless it is wrong in itself.
func (d *deliberation) contest(field biblio.Field, contradiction fieldState) {
	contradiction.field = field
	i := slices.IndexFunc(d.state, func(s fieldState) bool { return s.field == field })
	if i < 0 {
		if field == biblio.FieldURL {
			contradiction.claimed = d.ref.Claimed.URL
		}
		d.state = append(d.state, contradiction)
		return
	}
	if s := &d.state[i]; s.status != Refuted || s.rule == contradiction.rule {
		contradiction.claimed = s.claimed
		*s = contradiction
	}
}
