package judge

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Strength says how sure it is that something is wrong. Gravity says how serious it would be; the two are never mixed.
type Strength uint8

// The strengths, in ascending order.
const (
	NoStrength Strength = iota // nothing says that something is wrong
	Note                       // a record differs, which proves little: shown, without effect on the outcome
	Lead                       // to be checked by hand: outcome doubtful
	Likely                     // outcome discrepant or not found
	Certain                    // likewise, and almost never mistaken
)

// Strengths lists every strength in ascending order.
var Strengths = []Strength{NoStrength, Note, Lead, Likely, Certain}

// String returns the word used in JSON, options and reports.
func (s Strength) String() string { return [...]string{"none", "note", "lead", "likely", "certain"}[s] }

// ParseStrength parses the word that String returns.
func ParseStrength(word string) (Strength, bool) {
	at := slices.IndexFunc(Strengths, func(s Strength) bool { return s.String() == word })
	return Strength(max(at, 0)), at >= 0
}

// Item is one piece of evidence for or against an entry.
type Item struct {
	Kind   string       // names its weight: "authors/deleted", "second-record"
	Field  biblio.Field // the field it is about, or "" for the whole entry
	Source string       // the source whose record or silence it rests on, or "" if there is none
	// Weight is the logarithm of how much more often the item is seen if the entry is wrong than if it is right; a
	// negative weight supports the entry.
	Weight float64
}

// kindAbsent is the kind of a container whose list lacks the work, if that is not enough to call it wrong.
const kindAbsent = "absent"

// assess determines how strong every difference is: its probability, from the weights of its items, determines a
// strength within what the rules allow. A difference that rules prove but evidence finds too weak is contested.
func (d *deliberation) assess() {
	for i := range d.state {
		s := &d.state[i]
		if !s.differs() {
			continue
		}
		if d.sharesStrangers(s) && s.status == Contested {
			s.status, s.rule = Refuted, ruleOf(s.field, "differs")
		}
		s.items = d.itemsOf(s)
		s.p = d.weights.P(s.items)
		s.strength = d.strengthOf(s)
		s.p = d.weights.Cuts.hold(s.p, s.strength, peripheralField(s.field))
		if s.status != Contested && s.strength < Likely {
			s.weaken()
		}
	}
}

func (s *fieldState) weaken() {
	if s.rule == "venue-absent" {
		s.kind = kindAbsent
	}
	s.status, s.rule = Contested, "contested"
	if s.field.Identifier() {
		s.rule = "identifier-contested"
	}
}

// wrongByItself is the probability that an identifier is wrong if its registry does not know it, it does not have the
// form of its scheme, or it was assigned to another work: all 30 that were judged were wrong.
const wrongByItself = 0.9

// strengthOf returns the strength of a difference. A core field that rules prove wrong is at least a lead; without
// proof it is at most a lead. A source that failed but could have cleared it lowers the strength by one step.
func (d *deliberation) strengthOf(s *fieldState) Strength {
	proved := s.status != Contested
	byItself := s.status == Refuted && s.beside.IsZero() && (s.field.Identifier() || s.rule == impossible)
	switch {
	case d.closedWorld && proved:
		s.p = max(s.p, d.weights.Cuts.Certain)
		return Certain
	case d.closedWorld:
		return Note
	case byItself, d.byStrangers(s), s.rule == twice, s.rule == tooOld: // the last two stay leads, the first of them
		s.p = max(s.p, wrongByItself)
	case proved && (d.onlyDetail(s) || d.otherVenue(s) ||
		s.field == biblio.FieldPages && slices.ContainsFunc(d.state, d.wrongVenue)):
		s.p = max(s.p, d.weights.Cuts.Certain)
	}
	cut := d.weights.Cuts.cut(s.p, peripheralField(s.field))
	cut = min(cut, d.most(s))
	if !proved {
		return max(min(cut, Lead), d.leastContested(s))
	}
	if len(d.cover.failed) > 0 && !byItself && cut >= Likely {
		cut--
	}
	switch {
	case byItself, d.least(s), s.kind == match.KindRejected, s.kind == match.KindGivenNames,
		s.field == biblio.FieldPages && match.ImpossiblePages(s.claimed),
		s.field == biblio.FieldVolume, s.field == biblio.FieldIssue: // few were judged
		return max(cut, min(d.most(s), Likely))
	case !peripheralField(s.field):
		return max(cut, min(d.most(s), Lead))
	}
	return cut
}

// onlyDetail reports whether a volume or an issue is all that differs between an entry and the publisher's record that
// its own identifier leads to: the identifier says which print is meant.
func (d *deliberation) onlyDetail(s *fieldState) bool {
	if s.field != biblio.FieldVolume && s.field != biblio.FieldIssue || len(d.cover.failed) > 0 {
		return false
	}
	return d.anyAgainst(s, func(c *judgedRecord) bool {
		return c.Origin.Kind == biblio.Publisher && c.Comparison.SharesIdentifier() &&
			!slices.ContainsFunc(c.Comparison.Fields, func(f match.FieldComparison) bool {
				missing := f.Agreement == match.Unrecorded && f.Field.Core()
				return f.Field != s.field && (f.Agreement > match.Variant || missing)
			})
	})
}

// byStrangers reports whether a list of authors has nobody of the work whose identifier the reference states, of the
// cited version by its publisher, or of the work of its title by two witnesses.
func (d *deliberation) byStrangers(s *fieldState) bool {
	return s.field == biblio.FieldAuthors && s.status == Refuted && d.anyAgainst(s, func(c *judgedRecord) bool {
		return d.strangers(c) && (c.linked || d.secondRecord(s) ||
			c.Origin.Kind == biblio.Publisher && d.relationOf(c) == citedVersion)
	})
}

// otherVenue reports whether the publisher's record of the stated identifier has another container: 7 of 7 were right.
func (d *deliberation) otherVenue(s *fieldState) bool {
	return s.field == biblio.FieldVenue && s.kind == match.KindOtherVenue &&
		d.anyAgainst(s, func(c *judgedRecord) bool { return c.linked && c.Origin.Kind == biblio.Publisher })
}

// wrongVenue reports whether the container is another one, to which the claimed pages then belong.
func (d *deliberation) wrongVenue(s fieldState) bool { return s.strength >= Likely && d.otherVenue(&s) }

// least reports whether what rules prove is at least likely by what it is: two identifiers of which one is wrong; a
// list with nobody of the work's authors, or with one more or less than the record of the number by which a preprint
// is cited; people whom other references name as wrongly.
func (d *deliberation) least(s *fieldState) bool {
	list := func(c *judgedRecord) bool { return d.strangers(c) || d.byOwnNumber(c, c.Comparison.Of(s.field)) }
	return !s.beside.IsZero() || d.otherWord(s) || d.sharesStrangers(s) ||
		s.field == biblio.FieldAuthors && d.anyAgainst(s, list)
}

// sharesStrangers reports whether a list of authors has people whom earlier references name too, for works whose
// records lack them as well. Records that lack people themselves, or list a body, say nothing.
func (d *deliberation) sharesStrangers(s *fieldState) bool {
	return s.field == biblio.FieldAuthors && len(d.ev.Shared) > 0 && !d.closedWorld && !d.worksWithOthers(s) &&
		d.anyAgainst(s, func(c *judgedRecord) bool {
			return c.Origin.Kind > biblio.ConfirmOnly && !c.Hit.Record.AuthorsCut && !d.dirtyList(c) &&
				!slices.ContainsFunc(c.Hit.Record.Authors(), oneName)
		})
}

// otherWord reports whether a title has another word in the place of one of the work's, by a record of the cited print
// that was not kept by hand.
func (d *deliberation) otherWord(s *fieldState) bool {
	return s.kind == match.KindWordReplaced && d.anyAgainst(s, func(c *judgedRecord) bool {
		return c.Origin.Kind > biblio.PersonalList && d.relationOf(c) == citedVersion &&
			shareOfNames(c.Comparison.Of(biblio.FieldAuthors)) == allNames &&
			(c.linked || samePlace(&c.Comparison) || c.Comparison.SameInPrint())
	})
}

// leastContested returns the least strength of differences without proof: two identifiers one of which is wrong, an
// identifier that a record has for another work, a given name that a record contradicts and none confirms, and a
// workshop's paper cited as one of the conference all need a person to check.
func (d *deliberation) leastContested(s *fieldState) Strength {
	switch {
	case len(d.records) > 0 && s.kind == kindOfOther, len(d.records) == 0 && s.kind == match.KindFabricated,
		s.rule == tooOld, s.rule == twice, s.kind == match.KindExchanged,
		s.field == biblio.FieldArXiv && s.quoted > 0 &&
			sameTitleAndAuthors(&d.ev.Candidates[s.quoted-1].Comparison): // a work has one number
		return Lead
	case s.kind == match.KindGiven && s.field == biblio.FieldAuthors, s.kind == match.KindWordReplaced,
		s.kind == match.KindReordered && d.otherFirst(s), d.workshopAsConference(s), d.unsupported(s):
		return min(d.most(s), Lead)
	}
	return NoStrength
}

// workshopAsConference reports whether a conference is claimed for a work in the proceedings of one of its workshops.
func (d *deliberation) workshopAsConference(s *fieldState) bool {
	if s.field != biblio.FieldVenue || s.kind != match.KindTrack ||
		normalise.ParseContainer(s.claimed).Track != normalise.Main {
		return false
	}
	return d.anyAgainst(s, func(c *judgedRecord) bool {
		return c.Origin.Kind == biblio.Publisher &&
			normalise.ParseContainer(c.Hit.Record.Container.Title).Track == normalise.Workshop
	})
}

// most returns the greatest strength that rules allow a difference: the order of a list, slips in several names, and
// one given name with the same initial are often the record's errors, because submission systems make them, and need
// a second record. So does a list of strangers only, in an aggregator's record of a preprint, unless it also has the
// claimed pages. Web pages, and records without title, authors or year, only leave a note.
func (d *deliberation) most(s *fieldState) Strength {
	speaks := func(c *judgedRecord) bool {
		f := c.Comparison.Of(s.field)
		slip := c.linked && f.Kind == match.KindTypo // a list of names is not needed to spell a word
		return c.Origin.Kind > biblio.ConfirmOnly && (complete(&c.Hit.Record) || slip) && ordered(c, f)
	}
	if d.noneAgainst(s, speaks) {
		return Note
	}
	if s.rule == misread &&
		(s.field == biblio.FieldAuthors && d.anyAgainst(s, d.namesHoldTitle) || d.ref.Confidence[s.field] < hardlyRead) {
		return Note
	}
	if d.sharesStrangers(s) {
		return Certain
	}
	online := func(c *judgedRecord) bool { return c.Comparison.AgreesOn(biblio.FieldDOI) } // a year before print
	switch {
	case s.kind == kindHandle:
		return Lead
	case s.status == Contested && s.kind == match.KindOffByOne && d.anyAgainst(s, online):
		return Note
	}
	right := func(c *judgedRecord) bool { return !d.recordSlipped(c, s.field) }
	if d.noneAgainst(s, right) {
		return Note
	}
	convinces := func(c *judgedRecord) bool { return Scruple(c.Candidate, s.field) == NoDoubt }
	if d.noneAgainst(s, convinces) {
		return Lead
	}
	switch {
	case s.field == biblio.FieldTitle && !d.secondRecord(s):
		return d.mostTitle(s)
	case s.field == biblio.FieldAuthors:
		return d.mostAuthors(s)
	}
	return Certain
}

// noneAgainst reports whether records contradict a field, and something is true of none of them.
func (d *deliberation) noneAgainst(s *fieldState, is func(*judgedRecord) bool) bool {
	return len(s.against) > 0 && !d.anyAgainst(s, is)
}

// mostTitle returns the greatest strength that rules allow a title that only one witness contradicts: versions, and
// people who keep lists, say the same in another word, and records lose words more often than people add them.
func (d *deliberation) mostTitle(s *fieldState) Strength {
	switch {
	case s.kind == match.KindWordReplaced && !d.otherWord(s):
		return Lead
	case s.kind == match.KindWord && lacks(normalise.Words(s.claimed), normalise.Words(s.recorded)):
		return Note
	}
	return Certain
}

// mostAuthors returns the greatest strength that rules allow a difference in a list of authors.
func (d *deliberation) mostAuthors(s *fieldState) Strength {
	second := d.secondRecord(s)
	clean := func(c *judgedRecord) bool { return !d.dirtyList(c) }
	switch {
	case s.kind == match.KindAdded && !second && d.worksWithOthers(s):
		return Note
	case !d.anyAgainst(s, clean), !second && d.needsSecond(s):
		return Lead
	}
	return Certain
}

// needsSecond reports whether a difference in a list of authors is of a kind that records often have themselves.
func (d *deliberation) needsSecond(s *fieldState) bool {
	switch s.kind {
	case match.KindReordered:
		return s.status != Refuted || !d.otherFirst(s)
	case match.KindSlips:
		return true
	case match.KindFabricated:
		return d.noneAgainst(s, func(c *judgedRecord) bool {
			return c.Origin.Kind > biblio.Aggregator || !c.preprint || c.Comparison.AgreesOn(biblio.FieldPages)
		})
	case match.KindGiven:
		return sameInitials(s.claimed, s.recorded) || d.calledOtherwise(s)
	case match.KindReplaced, match.KindAdded:
		return d.anyAgainst(s, func(c *judgedRecord) bool { return len(c.Hit.Record.Authors()) >= manyAuthors })
	}
	return false
}

// calledOtherwise reports whether given names differ as they do between versions of a work, or between the initials of
// a person and the name by which others call them: "L. J." is Bart.
func (d *deliberation) calledOtherwise(s *fieldState) bool {
	return !strings.ContainsAny(s.claimed, "0123456789") && !d.anyAgainst(s, func(c *judgedRecord) bool {
		return d.relationOf(c) != otherVersion &&
			!slices.EqualFunc(d.ref.Claimed.Authors(), c.Hit.Record.Authors(), func(a, b biblio.Contributor) bool {
				return match.CallName(a, b) || sameInitials(a.Given, b.Given)
			})
	})
}

// worksWithOthers reports whether the people whom only the reference names have other works with the people of the
// record: it is then the record that lacks them.
func (d *deliberation) worksWithOthers(s *fieldState) bool {
	return d.anyAgainst(s, func(c *judgedRecord) bool {
		added, _ := d.claimed().Added(&c.Hit.Record.Work)
		return len(added) > 0 && !slices.ContainsFunc(added, func(a biblio.Contributor) bool {
			return !slices.ContainsFunc(d.ev.Lookups, func(l answer.Lookup) bool {
				return slices.Contains(l.Answer.Beside, match.NameText(&a))
			})
		})
	})
}

// dirtyList reports whether a record lists a body, an account or a letter among people, and the reference only people.
func (d *deliberation) dirtyList(c *judgedRecord) bool {
	recorded, claimed := c.Hit.Record.Authors(), d.ref.Claimed.Authors()
	if slices.ContainsFunc(recorded, func(a biblio.Contributor) bool { return len(normalise.Text(a.Family)) == 1 }) {
		return true
	}
	person := func(a biblio.Contributor) bool { return !oneName(a) }
	return slices.ContainsFunc(recorded, oneName) && slices.ContainsFunc(recorded, person) &&
		!slices.ContainsFunc(claimed, oneName)
}

// sameInitials reports whether two lists of names have the same first letters in the same order.
func sameInitials(a, b string) bool {
	first := func(list string) (letters []string) {
		for name := range strings.SplitSeq(list, "; ") {
			if normalised := normalise.Text(name); normalised != "" {
				letters = append(letters, normalised[:1])
			}
		}
		return letters
	}
	return slices.Equal(first(a), first(b))
}

// atLeast returns the fields whose difference has at least the given strength.
func (d *deliberation) atLeast(least Strength) []fieldState {
	return lists.Filter(d.state, func(s fieldState) bool { return s.differs() && s.strength >= least })
}

// sortItems sorts items by descending weight.
func sortItems(items []Item) {
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
}

// setStrength sets the strength of a verdict to that of its strongest difference.
func (d *deliberation) setStrength(v *Verdict, list []fieldState) {
	p := 0.0
	for i := range list {
		v.Strength = max(v.Strength, list[i].strength)
		p = max(p, list[i].p)
	}
	v.Genuine = 1 - p
}
