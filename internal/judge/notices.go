package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// notices returns what is true of the work without being a verdict on the reference.
func (d *deliberation) notices(v *Verdict) []Notice {
	var list []Notice
	list = append(list, d.updates()...)
	if v.Outcome == Verified || v.Outcome == Discrepant {
		list = append(list, d.published()...)
		list = append(list, d.identifierVersion()...)
		list = append(list, d.conflicts()...)
		list = append(list, d.otherEdition()...)
	}
	told := slices.ContainsFunc(d.state, func(s fieldState) bool { return s.rule == twice })
	if name := d.samePersonTwice(); name != "" && !told {
		list = append(list,
			Notice{Rule: "same-person-twice", Message: "the list of authors has the same person twice: " + name})
	}
	for i := range d.ev.Candidates {
		c := &d.ev.Candidates[i]
		byISBN := c.Hit.ID.Scheme == ident.ISBN || c.Hit.ID.IsZero() && !d.ref.Claimed.ID(ident.ISBN).IsZero()
		part := d.ref.Claimed.Type == biblio.PaperConference || d.ref.Claimed.Type == biblio.Chapter
		inside := byISBN && (part || !holdsWorks(c.Hit.Record.Type)) // the volume of the work, or a paper in it
		if c.Suspicious && c.Origin.Kind > biblio.ConfirmOnly && !inside && d.otherAltogether(c) {
			list = append(list,
				Notice{Rule: "identifier-elsewhere", ID: c.Hit.ID, By: originName(c),
					Message: fmt.Sprintf("%s leads to %s", cmp.Or(c.Hit.ID.String(), "an identifier"),
						quote(c.Hit.Record.FullTitle()))})
			break
		}
	}
	return list
}

// originName returns the origin of a record's statements: the part of a corpus, else the source.
func originName(c *match.Candidate) string { return cmp.Or(c.Hit.Record.Source, c.Source.Name) }

// samePersonTwice returns a person whom the list of authors names twice, or "" if there is none or a record has the
// same list.
func (d *deliberation) samePersonTwice() string {
	if d.confirms(biblio.FieldAuthors) {
		return ""
	}
	return match.Twice(d.ref.Claimed.Authors())
}

// updateRules maps what happened to a work after publication to notices.
var updateRules = map[biblio.UpdateKind]string{
	biblio.Retraction: "retracted", biblio.WithdrawalOf: "withdrawn", biblio.Concern: "concern",
	biblio.Correction:     "corrected",
	biblio.RetractionFlag: flaggedRule,
}

// flaggedRule is the notice for a flag that only OpenAlex sets.
const flaggedRule = "retraction-flagged"

// updates returns notices of what happened to the work, as records state it: in a field, or by a label on the title.
func (d *deliberation) updates() []Notice {
	var list []Notice
	seen := map[string]bool{}
	add := func(c *judgedRecord, u biblio.Update, ground string) {
		rule := updateRules[u.Kind]
		if rule == "" || seen[rule+u.ID.String()] || u.ID.IsZero() && seen[rule] {
			return
		}
		seen[rule], seen[rule+u.ID.String()] = true, true
		text := "this work has been " + rule
		switch rule {
		case "concern":
			text = "an expression of concern was published about this work"
		case flaggedRule:
			text = "OpenAlex flags this work as retracted, and no retraction notice was found"
		}
		list = append(list, Notice{Rule: rule, ID: u.ID, Message: text + ground, By: originName(c.Candidate)})
	}
	for n := range d.records {
		c := &d.records[n]
		for _, u := range c.Hit.Record.Updates {
			add(c, u, link(u.ID))
		}
		if c.Hit.Record.Status == biblio.StatusRetracted {
			add(c, biblio.Update{Kind: biblio.Retraction}, "")
		}
		if kind := d.labelled(c); kind != "" {
			add(c, biblio.Update{Kind: kind}, "; the title on record is "+quote(c.Hit.Record.FullTitle()))
		}
	}
	if seen["retracted"] || seen["withdrawn"] {
		list = slices.DeleteFunc(list, func(n Notice) bool { return n.Rule == flaggedRule })
	}
	return list
}

// labels maps notices in titles to updates.
var labels = map[normalise.Notice]biblio.UpdateKind{
	normalise.Retracted: biblio.Retraction, normalise.Withdrawn: biblio.WithdrawalOf,
	normalise.Removed: biblio.WithdrawalOf,
	normalise.Concern: biblio.Concern, normalise.Corrected: biblio.Correction,
}

// labelled returns the update that the title of a record states, if the title of the reference does not. A reference
// with the same label cites the notice.
func (d *deliberation) labelled(c *judgedRecord) biblio.UpdateKind {
	if kind := c.Comparison.Of(biblio.FieldTitle).Kind; kind != match.KindLabel && kind != match.KindNotice {
		return ""
	}
	_, stated := normalise.SplitNotice(c.Hit.Record.FullTitle())
	if _, claimed := normalise.SplitNotice(d.ref.Claimed.FullTitle()); stated == claimed {
		return ""
	}
	return labels[stated]
}

func link(id ident.ID) string {
	if id.IsZero() {
		return ""
	}
	return ": " + id.String()
}

// published says that a cited preprint has a published version. If a record has the claimed title, records with
// another title are ignored: works in parts have similar titles, and versions of their own.
func (d *deliberation) published() []Notice {
	if !d.claimsPreprint() {
		return nil
	}
	known := slices.ContainsFunc(d.records, func(c judgedRecord) bool { return c.Comparison.AgreesOn(biblio.FieldTitle) })
	for n := range d.records {
		c := &d.records[n]
		r := &c.Hit.Record
		if known && !c.Comparison.AgreesOn(biblio.FieldTitle) {
			continue
		}
		for _, rel := range r.Relations {
			if rel.Kind == biblio.PublishedAs {
				return []Notice{{Rule: "published-version", ID: rel.ID,
					Message: "the cited preprint has been published: " + rel.ID.String()}}
			}
		}
		if match.CitesPreprint(&r.Work) || r.Container.Title == "" || r.Status != biblio.StatusNormal ||
			c.Origin.Kind == biblio.ConfirmOnly || !known {
			continue
		}
		id := r.ID(ident.DOI)
		return []Notice{{Rule: "published-version", ID: id,
			Message: fmt.Sprintf("the cited preprint has been published: %s, %s%s",
				cmp.Or(normalise.VenueName(r.Container.Title), r.Container.Title), r.YearString(), link(id))}}
	}
	return nil
}

// identifierVersion says that an identifier belongs to a version other than that of the container that the reference
// names.
func (d *deliberation) identifierVersion() []Notice {
	for _, s := range d.state {
		if s.field != biblio.FieldDOI || !s.status.Agrees() || len(s.by) == 0 {
			continue
		}
		if !slices.ContainsFunc(s.by, func(n int) bool { return !d.ofOtherVersion(&d.records[n]) }) {
			return []Notice{{Rule: "versions-mixed", ID: d.ref.Claimed.ID(ident.DOI), Message: "the DOI is that of another " +
				"version of the work than the container"}}
		}
	}
	return nil
}

// conflicts says that bibliographic sources contradict each other on a field that counts as right.
func (d *deliberation) conflicts() []Notice {
	var list []Notice
	for _, s := range d.state {
		if !s.status.Agrees() || s.field.Identifier() {
			continue
		}
		for n := range d.records {
			c := &d.records[n]
			f := c.Comparison.Of(s.field)
			if f.Agreement == match.Differs && d.mayProve(c, s.field) && d.force(c, f) == proves &&
				!d.agreesToo(c.Source.Name, s.field) {
				list = append(list,
					Notice{Rule: "sources-disagree",
						Message: fmt.Sprintf("%s: %s records %s", s.field, c.Source.Name, quote(f.Recorded))})
				break
			}
		}
	}
	return list
}

// otherEdition says that the container names the meeting of another year than the one that the reference states and a
// record confirms. Proceedings may be dated a year later.
func (d *deliberation) otherEdition() []Notice {
	year, held := d.ref.Claimed.Issued.Year, d.namedMeeting()
	sameName := func(c judgedRecord) bool { return c.container.Year == held }
	if max(held-year, year-held) > farYears || // the conference's first year
		d.venue.Head != normalise.Conference || d.venue.Track != normalise.Main || held == 0 || held == year ||
		!d.confirms(biblio.FieldYear) || slices.ContainsFunc(d.records, sameName) {
		return nil
	}
	for _, late := range normalise.Facts(d.venue.Venues[0], normalise.LateVolumes) {
		if year == held+1 && (len(late) > 2 || held >= late[0] && held <= late[1]) {
			return nil
		}
	}
	return []Notice{{Rule: "other-edition", Message: fmt.Sprintf("the venue names the meeting of %d, but the year is %d",
		held, year)}}
}

// namedMeeting returns the year of the meeting of a known conference that the container dates or counts, else 0.
func (d *deliberation) namedMeeting() int {
	name := d.ref.Claimed.Container.Title
	words, counted := normalise.Words(name), normalise.Editions(name)
	switch {
	case len(d.venue.Venues) != 1:
		return 0
	case d.venue.Year != 0:
		return d.venue.Year
	case match.NumberedByYear(d.venue.Venues[0]):
		volume, err := strconv.Atoi(words[len(words)-1])
		if err == nil && volume > 0 && volume < 100 && words[0] == "advances" {
			return normalise.Facts(d.venue.Venues[0], normalise.LateVolumes)[0][2] + volume
		}
	case len(counted) == 1:
		return heldWhen(d.venue.Venues[0], counted[0])
	}
	return 0
}

// agreesToo reports whether a source has another record of the work that agrees on a field: the same article under
// the year of its issue.
func (d *deliberation) agreesToo(name string, field biblio.Field) bool {
	return slices.ContainsFunc(d.records, func(c judgedRecord) bool {
		return c.Source.Name == name && c.Comparison.AgreesOn(field)
	})
}
