package fix

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// objection decides whether a patch may be written; every patch passes here, and nowhere else.
func (p *planner) objection(c *match.Candidate, patch *Patch) judge.Doubt {
	for _, check := range []func(*match.Candidate, *Patch) judge.Doubt{p.withheld, p.doubtfulSlip, p.unlikelyValue,
		p.otherVersion} {
		if doubt := check(c, patch); doubt != judge.NoDoubt {
			return doubt
		}
	}
	return judge.NoDoubt
}

// withheld returns why the evidence says that a record's value does not replace the entry's; "" if it does.
func (p *planner) withheld(c *match.Candidate, patch *Patch) judge.Doubt {
	value := judge.Replacement{Field: patch.Field, Ref: &p.f.Reference, Record: c, From: patch.From, To: patch.To,
		Authors: p.out.Work.Authors(), Added: patch.Action == Add || patch.Aim == Publishes, Corrected: p.patched}
	return value.Doubt()
}

// heldRules are the rules under which a field is left alone for a doubt; of other doubts it is recordUnlikely.
var heldRules = map[judge.Doubt]Hold{
	judge.SaysLess: "record-says-less", judge.OnlyHandle: "record-lacks", judge.RecordLacks: "record-lacks",
	judge.OtherPlace: "place-differs", judge.PreprintsDOI: "place-differs", judge.VersionsDiffer: "versions-differ",
	judge.VersionUnknown: "version-unknown",
}

const recordUnlikely Hold = "record-unlikely"

// unlikelyValue bars a value that is more likely a mistake of the record, or another print's.
func (p *planner) unlikelyValue(c *match.Candidate, patch *Patch) judge.Doubt {
	switch {
	case patch.Aim == Identifies, patch.Aim == Publishes:
	case (patch.Action == Add || patch.Aim == Completes) && !completes(c) && !p.named(c),
		patch.Action == Add && p.ownProof(c, patch.Field):
		return judge.Gathered
	case patch.Action == Add && identifies(patch.Field) && p.unsettled(c):
		return judge.Unsettled
	case patch.Action == Add && p.otherWork(c):
		return judge.OtherTitle
	}
	return judge.NoDoubt
}

// completes reports whether a record may complete an entry: a publisher's or a preprint server's, or an
// aggregator's that shares an identifier with the entry.
func completes(c *match.Candidate) bool {
	return c.Origin.Kind > biblio.Aggregator || c.Origin.Kind == biblio.Aggregator && c.Comparison.SharesIdentifier()
}

// otherWork reports whether a record has another title than the entry keeps, and shares no identifier with it.
func (p *planner) otherWork(c *match.Candidate) bool {
	return c.Comparison.Of(biblio.FieldTitle).Agreement == match.Differs && !p.patched(biblio.FieldTitle) &&
		!c.Comparison.SharesIdentifier()
}

// named reports whether this run gives the entry the identifier of an aggregator's record, in place of a misspelt one.
func (p *planner) named(c *match.Candidate) bool {
	return c.Origin.Kind == biblio.Aggregator && slices.ContainsFunc(p.out.Patches, func(patch Patch) bool {
		return patch.Aim == Identifies && patch.To == c.Hit.Record.ID(schemeOf[patch.Field]).Value
	})
}

// ownProof reports whether adding a field would itself prove that the record is of this print, while the
// record's authors are held back because that proof is missing.
func (p *planner) ownProof(c *match.Candidate, field biblio.Field) bool {
	return identifies(field) && !p.patched(biblio.FieldAuthors) &&
		c.Comparison.Of(biblio.FieldAuthors).Agreement == match.Differs &&
		p.withheld(c, &Patch{Field: biblio.FieldAuthors, Action: Replace, To: c.Hit.Record.Title}) != judge.NoDoubt
}

// identifies reports whether a field says which work and print is meant.
func identifies(field biblio.Field) bool { return field == biblio.FieldPages || field.Identifier() }

// unsettled reports whether a record differs in a field for which this run writes nothing, as a lead in a core field or
// more in any: what it adds to the entry would be evidence for its own value the next time.
func (p *planner) unsettled(c *match.Candidate) bool {
	return slices.ContainsFunc(p.f.Verdict.Reasons, func(r judge.Reason) bool {
		written := func(patch Patch) bool { return patch.Field == r.Field }
		asked := p.opt.allows(r.Field) || r.Strength < judge.Certain // what is certain the next run writes
		return (r.Field.Core() && r.Strength >= judge.Lead || r.Strength >= judge.Likely) && asked &&
			c.Comparison.Of(r.Field).Agreement == match.Differs && !slices.ContainsFunc(p.out.Patches, written)
	})
}

// otherVersion bars a value that would mix two versions of the work in one entry.
func (p *planner) otherVersion(c *match.Candidate, patch *Patch) judge.Doubt {
	switch {
	case patch.Aim == Publishes:
	case patch.Field == biblio.FieldDOI && !p.preprint && match.IsPreprint(&c.Hit.Record) && p.citesContainer():
		return judge.PreprintsDOI
	case patch.Action == Add && patch.Field == biblio.FieldArXiv && p.elsewhere(c):
		return judge.OtherPlace
	case p.mixes(c, patch):
		return judge.OtherPlace
	}
	if p.disputed(c, patch.Field) {
		return judge.VersionsDiffer
	}
	return judge.NoDoubt
}

// citesContainer reports whether the entry names a journal, a conference or a book.
func (p *planner) citesContainer() bool {
	container := normalise.ParseContainer(p.f.Reference.Claimed.Container.Title)
	return !container.IsZero() && container.Head != normalise.Preprints
}

// elsewhere reports whether the entry is on another server than the record, or of another year.
func (p *planner) elsewhere(c *match.Candidate) bool {
	own, theirs := normalise.ParseContainer(p.f.Reference.Claimed.Container.Title),
		normalise.ParseContainer(c.Hit.Record.Container.Title)
	otherServer := own.Head == normalise.Preprints && theirs.Head == normalise.Preprints &&
		own.Normalised != theirs.Normalised &&
		normalise.CompareContainers(&own, &theirs) < normalise.AliasOf
	return otherServer || c.Comparison.Of(biblio.FieldYear).Agreement == match.Differs &&
		!c.Comparison.SharesIdentifier() && !c.Comparison.AgreesOn(biblio.FieldVenue)
}

// doubtfulSlip bars a title or container name that differs by a letter or two in a word which other titles and
// containers of the file spell as the entry does: the slip is the record's.
func (p *planner) doubtfulSlip(_ *match.Candidate, patch *Patch) judge.Doubt {
	if patch.Action != Replace || patch.Field != biblio.FieldTitle && patch.Field != biblio.FieldVenue {
		return judge.NoDoubt
	}
	have, want := normalise.Words(patch.From), normalise.Words(patch.To)
	for i := 0; i < min(len(have), len(want)); i++ {
		if len(have) == len(want) && wordSlip(have[i], want[i]) && p.usual(have[i]) > p.usual(want[i])+1 {
			return judge.RecordMisspells
		}
	}
	return judge.NoDoubt
}

// usual counts the titles and containers that contain a word: those of the file, and those of the records found
// for this entry.
func (p *planner) usual(word string) int {
	n := p.opt.customs.words[word]
	for i := range p.f.Evidence.Candidates {
		r := &p.f.Evidence.Candidates[i].Hit.Record
		n += bit(slices.Contains(normalise.Words(r.Title), word)) +
			bit(slices.Contains(normalise.Words(r.Container.Title), word))
	}
	return n
}

// placeFields say where a work was published. What an entry says about its place comes from one record;
// otherwise it mixes two.
var placeFields = []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume,
	biblio.FieldIssue, biblio.FieldPages}

// samePlaceAs returns the record that has stated another part of the place already, instead of one that would
// mix two; nil if that record does not state the field.
func (p *planner) samePlaceAs(c *match.Candidate, field biblio.Field) *match.Candidate {
	if p.place == nil || p.place == c || !slices.Contains(placeFields, field) {
		return c
	}
	if valueOf(&p.place.Hit.Record.Work, field) == "" {
		return nil
	}
	return p.place
}

// mixes reports whether a patch would mix two places: it states a part of the place for an entry that keeps a container
// or year which the record contradicts.
func (p *planner) mixes(c *match.Candidate, patch *Patch) bool {
	depends := slices.Contains(placeFields[1:], patch.Field)
	part := depends || patch.Action == Add && slices.Contains(
		[]biblio.Field{biblio.FieldVenue, biblio.FieldPublisher, biblio.FieldLocation}, patch.Field)
	return part && slices.ContainsFunc(placeFields[:2], func(f biblio.Field) bool { // container and year
		return f != patch.Field && c.Comparison.Of(f).Agreement == match.Differs && !p.patched(f)
	})
}

// patched reports whether a field has a patch.
func (p *planner) patched(field biblio.Field) bool {
	return slices.ContainsFunc(p.out.Patches, func(have Patch) bool { return have.Field == field })
}
