package judge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// A difference is as strong as the items of evidence on it. Each item is a yes or no that is more frequent on wrong
// entries than on right ones, or the reverse; its weight is measured (evidence.json). Which work and which version a
// record describes, and whose record is proof, is decided beforehand by rules.

// itemsOf returns the evidence on one difference, in descending order of weight.
func (d *deliberation) itemsOf(s *fieldState) []Item {
	list := itemList{weights: d.weights, field: s.field, seen: map[string]bool{}}
	if len(s.sources) > 0 {
		list.source = s.sources[0]
	}
	kind := s.rule
	if s.status != Mixed && !s.field.Identifier() && s.rule != "venue-absent" {
		kind = cmp.Or(s.kind, "differs")
	} else if s.kind != "" {
		kind += "/" + s.kind
	}
	list.add(string(s.field)+"/"+kind, true)
	how := "/contested"
	if s.status != Contested {
		how = "/proved"
	}
	list.add(casePrefix+string(s.field)+"/"+kind+how, true)
	s.judged = d.weights.Items[casePrefix+string(s.field)+"/"+kind+how]
	list.add("identifier/"+kind, s.field.Identifier())
	list.add("proved", s.status == Refuted || s.status == Mixed)
	list.add(string(s.field)+"/proved", s.status == Refuted || s.status == Mixed)
	if len(s.against) > 0 && !s.field.Identifier() {
		d.recordItems(&list, s)
		d.entryItems(&list, s)
	} else if s.field.Identifier() || s.rule == "venue-absent" {
		list.add("identifier/known-otherwise", d.titled)
		list.add("identifier/no-record", len(d.records) == 0)
	}
	sortItems(list.items)
	return list.items
}

// casePrefix is the prefix of kinds that only count how often such a difference was right.
const casePrefix = "case/"

// Counted reports whether a kind of items has no weight and is only counted.
func Counted(kind string) bool { return strings.HasPrefix(kind, casePrefix) }

// itemList collects the items of one difference, each once.
type itemList struct {
	weights *Weights
	field   biblio.Field
	source  string
	items   []Item
	seen    map[string]bool
}

func (l *itemList) add(kind string, holds bool) {
	if !holds || l.seen[kind] {
		return
	}
	l.seen[kind] = true
	l.items = append(l.items, Item{Kind: kind, Field: l.field, Source: l.source, Weight: l.weights.Items[kind].Weight})
}

// originWords maps origins to their names in items.
var originWords = map[biblio.OriginKind]string{
	biblio.ConfirmOnly: "by/web", biblio.PersonalList: "by/person", biblio.Aggregator: "by/aggregator",
	biblio.PreprintServer: "by/preprint-server", biblio.Publisher: "by/publisher",
}

// recordItems adds whose record contradicts, and what it is of.
func (d *deliberation) recordItems(l *itemList, s *fieldState) {
	c := d.weightiest(s.against)
	field := string(s.field)
	word := originWords[c.Origin.Kind]
	l.add(word, true)
	l.add(field+"/"+word, true)
	relation := d.relationOf(c)
	l.add("version/other", relation == otherVersion)
	l.add(field+"/version/other", relation == otherVersion)
	l.add(field+"/same-identifier", c.linked)
	l.add("work/likely", c.identity == likely)
	l.add("work/other", c.identity == otherWork)
	l.add("second-record", d.secondRecord(s))
	l.add("preprint-against-published", c.preprint && !d.claimsPreprint())
	l.add(field+"/same-place", samePlace(&c.Comparison))
	l.add("same-in-print", c.Comparison.SameInPrint() && s.field != biblio.FieldPages)
	l.add("list-cut", c.Hit.Record.AuthorsCut)
	l.add("record-incomplete", !complete(&c.Hit.Record))
	l.add("book", c.Hit.Record.Type == biblio.Book || d.claimsBook())
	switch s.field {
	case biblio.FieldTitle:
		d.titleItems(l, c)
	case biblio.FieldAuthors:
		d.authorItems(l, c)
	case biblio.FieldYear:
		yearItems(l, c)
	case biblio.FieldVenue:
		d.venueItems(l, c)
	case biblio.FieldPages:
		l.add("pages/volume-agrees", c.Comparison.AgreesOn(biblio.FieldVolume))
	}
}

// weightiest returns the record with the most authority.
func (d *deliberation) weightiest(list []int) *judgedRecord {
	return &d.records[slices.MaxFunc(list, func(n, m int) int {
		return cmp.Compare(d.records[n].Origin.Kind, d.records[m].Origin.Kind)
	})]
}

// secondRecord reports whether two independent records state the same value instead of the claimed one.
func (d *deliberation) secondRecord(s *fieldState) bool {
	for x, n := range s.against {
		for _, m := range s.against[:x] {
			a, b := &d.records[n], &d.records[m]
			if independent(a, b) && min(a.Origin.Kind, b.Origin.Kind) > biblio.ConfirmOnly && sameValue(s.field, a, b) {
				return true
			}
		}
	}
	return false
}

// Thresholds from which titles are near, authors many and years far apart.
const (
	nearTitlePercent = 90
	manyAuthors      = 15
	farYears         = 5
)

func (d *deliberation) titleItems(l *itemList, c *judgedRecord) {
	f := c.Comparison.Of(biblio.FieldTitle)
	claimed, recorded := normalise.Words(f.Claimed), normalise.Words(f.Recorded)
	l.add("title/same-letters", sameLetters(f.Claimed, f.Recorded))
	l.add("title/near", c.Comparison.TitleSimilarity >= nearTitlePercent)
	l.add("title/far", c.Comparison.TitleSimilarity < samePlaceSimilarity)
	l.add("title/words-left-out", lacks(recorded, claimed))
	l.add("title/words-added", lacks(claimed, recorded))
	l.add("title/all-names", shareOfNames(c.Comparison.Of(biblio.FieldAuthors)) == allNames)
	d.rarityItems(l, c)
}

// lacks reports whether a title has all words of another one in order, and more.
func lacks(more, fewer []string) bool {
	return len(fewer) > 0 && len(fewer) < len(more) && normalise.Subsequence(fewer, more)
}

func (d *deliberation) authorItems(l *itemList, c *judgedRecord) {
	f := c.Comparison.Of(biblio.FieldAuthors)
	claimed, recorded := d.ref.Claimed.Authors(), c.Hit.Record.Authors()
	l.add("authors/many", max(len(claimed), len(recorded)) >= manyAuthors)
	l.add("authors/one-of-several", len(claimed) == 1 && len(recorded) > 1)
	l.add("authors/own-number", d.byOwnNumber(c, f))
	l.add("authors/one-more-or-less", len(claimed)-len(recorded) == 1 || len(recorded)-len(claimed) == 1)
	l.add("authors/half-shared", f.Score >= halfOfNames)
	l.add("authors/none-shared", f.Score == 0)
	l.add("authors/first-moved", f.Kind == match.KindReordered && firstMoved(claimed, recorded))
	l.add("authors/title-agrees", c.Comparison.AgreesOn(biblio.FieldTitle))
	l.add("authors/same-letters", sameLetters(f.Claimed, f.Recorded))
	l.add("authors/twice", match.Twice(claimed) != "")
	l.add("authors/claimed-body", slices.ContainsFunc(claimed, oneName))
	l.add("authors/recorded-body", slices.ContainsFunc(recorded, oneName))
	l.add("authors/one-recorded", len(recorded) == 1 && len(claimed) > 1)
	l.add("authors/recorded-initials",
		!slices.ContainsFunc(recorded, writtenOut) && slices.ContainsFunc(claimed, writtenOut))
	l.add("authors/account-name", slices.ContainsFunc(recorded, func(a biblio.Contributor) bool {
		return oneName(a) && a.Family != "" && a.Family == strings.ToLower(a.Family)
	}))
	d.rarityItems(l, c)
}

// firstMoved reports whether lists are the same but for the first of the recorded authors, who is claimed to be the
// third or a later one. Two in each other's place may be equal first authors.
func firstMoved(claimed, recorded []biblio.Contributor) bool {
	if len(claimed) < 3 || len(claimed) != len(recorded) {
		return false
	}
	first := normalise.Text(recorded[0].Family)
	at := slices.IndexFunc(claimed, func(a biblio.Contributor) bool { return normalise.Text(a.Family) == first })
	return at >= 2 && slices.EqualFunc(slices.Delete(slices.Clone(claimed), at, at+1), recorded[1:],
		func(a, b biblio.Contributor) bool { return normalise.Text(a.Family) == normalise.Text(b.Family) })
}

// oneName reports whether a name has no given name: a body, a person with one name, an account.
func oneName(a biblio.Contributor) bool { return a.Given == "" }

// writtenOut reports whether a given name is more than initials.
func writtenOut(a biblio.Contributor) bool {
	return slices.ContainsFunc(normalise.Words(a.Given), func(w string) bool { return len(w) > 2 })
}

// rarer is how many times as many records the other spelling must have for one to count as rarer.
const rarer = 3

// rarityItems adds which of the spellings in which claim and record differ is rarer in all records: a spelling found
// nowhere else is usually the slip.
func (d *deliberation) rarityItems(l *itemList, c *judgedRecord) {
	for _, s := range d.slipsOf(c) {
		if s.Field != l.field {
			continue
		}
		claimed, counted := d.attested(s.Field, s.Claimed)
		recorded, _ := d.attested(s.Field, s.Recorded)
		if !counted {
			continue
		}
		field := string(s.Field)
		l.add(field+"/claimed-rarer", recorded >= rarer*claimed && recorded > 1)
		l.add(field+"/claimed-nowhere", claimed == 0)
		l.add(field+"/recorded-rarer", claimed >= rarer*recorded)
	}
}

func yearItems(l *itemList, c *judgedRecord) {
	f := c.Comparison.Of(biblio.FieldYear)
	off := biblio.LeadingYear(f.Claimed) - biblio.LeadingYear(f.Recorded)
	l.add("year/far", max(off, -off) >= farYears)
	l.add("year/pages-agree", c.Comparison.AgreesOn(biblio.FieldPages))
	l.add("year/volume-agrees", c.Comparison.AgreesOn(biblio.FieldVolume))
	l.add("year/doi-agrees", c.Comparison.AgreesOn(biblio.FieldDOI))
	l.add("year/container-agrees", c.Comparison.SameContainer())
	l.add("year/title-and-names-agree", sameTitleAndAuthors(&c.Comparison))
}

func (d *deliberation) venueItems(l *itemList, c *judgedRecord) {
	f := c.Comparison.Of(biblio.FieldVenue)
	claimed, recorded := normalise.Words(f.Claimed), normalise.Words(f.Recorded)
	l.add("venue/shorter-in-longer", lacks(claimed, recorded) || lacks(recorded, claimed))
	l.add("venue/both-known", len(d.venue.Venues) > 0 && len(c.container.Venues) > 0)
	l.add("venue/same-kind", d.venue.Head == c.container.Head)
	l.add("venue/year-agrees", c.Comparison.AgreesOn(biblio.FieldYear))
	l.add("venue/pages-agree", c.Comparison.AgreesOn(biblio.FieldPages))
	l.add("venue/volume-differs", c.Comparison.Of(biblio.FieldVolume).Agreement == match.Differs)
}

// entryItems adds how much of the rest of the entry is confirmed or contradicted.
func (d *deliberation) entryItems(l *itemList, s *fieldState) {
	others := 0
	for i := range d.state {
		o := &d.state[i]
		if o.field != s.field && o.field.Core() && o.differs() {
			others++
			l.add("beside/"+string(o.field)+"-differs", true)
		}
	}
	l.add("several-core", others > 0)
	if versionBound(s.field) {
		l.add(string(s.field)+"/doi-confirmed", d.confirms(biblio.FieldDOI))
	}
	l.add("pages-confirmed", d.confirms(biblio.FieldPages) && s.field != biblio.FieldPages)
	l.add("parsed-from-print", len(d.ref.Confidence) > 0)
	year := d.ref.Claimed.Issued.Year
	l.add("old", year != 0 && year < silentBefore)
	l.add("not-english", !strings.HasPrefix(cmp.Or(normalise.Language(d.ref.Claimed.FullTitle()), "en"), "en"))
	l.add("container-claimed", d.ref.Claimed.Container.Title != "")
}

// differs reports whether some record contradicts a field.
func (s *fieldState) differs() bool {
	return s.status == Refuted || s.status == Mixed || s.status == Contested
}

// sameLetters reports whether texts are the same without spaces, hyphens, accents and the letters that stand for
// umlauts.
func sameLetters(a, b string) bool {
	plain := func(s string) string { return normalise.Digraphs(normalise.Squash(normalise.Text(s))) }
	return plain(a) == plain(b)
}
