package match

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// The kinds of variants and differences between two containers.
const (
	KindAlias      = "abbreviated"  // an acronym, an abbreviation, series or year noise
	KindSeries     = "series"       // the series that holds the proceedings
	KindISSN       = "same-issn"    // another name under the same ISSN
	KindPreprint   = "preprint"     // the claim names a preprint server, the record a publication
	KindPublished  = "published"    // the claim names a publication, the record a preprint server
	KindTrack      = "other-track"  // the same conference, another track
	KindOtherVenue = "other-venue"  // another container
	KindPart       = "part"         // the claim names a part of the conference, the record the conference alone
	KindByID       = "identifier"   // the record's identifier says which part of the conference it is in
	KindRejected   = "not-accepted" // the record is a manuscript that did not appear there
)

// compareVenue compares the containers: by ISSN, then by name, then by what the
// record's identifier says of its container.
func (c *claimForm) compareVenue(record *biblio.Work) FieldComparison {
	f := FieldComparison{Field: biblio.FieldVenue, Claimed: c.work.Container.Title, Recorded: record.Container.Title}
	if f.Claimed == "" {
		f.Claimed = c.work.Container.Short
	}
	if f.Recorded == "" {
		f.Recorded = record.Container.Short
	}
	switch {
	case c.venue.IsZero():
		f.Agreement = Unclaimed
		return f
	case f.Recorded == "" || placeholderVenue(f.Recorded) || brokenVenue(f.Recorded) || publisherLike(&c.venue) || fold.Institution(f.Recorded):
		f.Agreement = Unrecorded
		if f.Recorded != "" && c.likeVenue(f.Recorded) >= fold.SeriesOf {
			f.Agreement, f.Kind, f.Score = Variant, KindAlias, 1
		}
		return f
	case f.Claimed == f.Recorded:
		f.Agreement, f.Score = Agrees, 1
		return f
	}
	for _, x := range c.work.Container.ISSN {
		for _, y := range record.Container.ISSN {
			if x == y {
				f.Agreement, f.Kind, f.Score = Variant, KindISSN, 1
				return f
			}
		}
	}
	best := c.likeVenue(f.Recorded)
	if short := record.Container.Short; short != "" && short != f.Recorded && best < fold.AliasOf {
		best = max(best, c.likeVenue(short))
	}
	if series := record.Container.Series; series != "" && best < fold.AliasOf {
		if like := c.likeVenue(series); like >= fold.AliasOf {
			best = max(best, fold.SeriesOf)
		}
	}
	f.Agreement, f.Kind, f.Score = c.venueResult(best)
	if r := fold.ParseContainer(f.Recorded); f.Kind == KindTrack && c.venue.Track != fold.Findings && r.Track == fold.Main { // lists file their workshops under it
		f.Kind = KindPart
	}
	if f.Agreement == Differs && f.Kind != KindPublished && f.Kind != KindPreprint && c.byIdentifier(record) {
		f.Agreement, f.Kind, f.Score = Variant, KindByID, 1
	}
	if f.Agreement == Differs && f.Kind == KindOtherVenue && c.unreadable(f.Claimed, f.Recorded) {
		f.Agreement, f.Kind = Unrecorded, ""
	}
	return f
}

// unreadable reports that one of two names is an acronym or a handle which nothing
// explains, so that it cannot be told from the other: a handle as a record has it,
// and an acronym against a name in words that is no known conference's.
func (c *claimForm) unreadable(claimed, recorded string) bool {
	if fold.Opaque(recorded) {
		return recorded == strings.ToLower(recorded) || len(c.venue.Venues) == 0
	}
	return fold.Opaque(claimed) && !fold.KnownContainer(recorded)
}

func (c *claimForm) likeVenue(name string) fold.Likeness {
	r := fold.ParseContainer(name)
	return fold.CompareContainers(&c.venue, &r)
}

func (c *claimForm) venueResult(like fold.Likeness) (Agreement, string, float64) {
	switch like {
	case fold.SameContainer:
		return Agrees, "", 1
	case fold.AliasOf:
		return Variant, KindAlias, 1
	case fold.SeriesOf:
		return Variant, KindSeries, 0.9
	case fold.PreprintOf:
		if c.venue.Head == fold.Preprints {
			return Variant, KindPreprint, 0.6
		}
		return Differs, KindPublished, 0.4
	case fold.OtherTrack:
		return Differs, KindTrack, 0.5
	}
	return Differs, KindOtherVenue, 0
}

// publisherLike reports a container that is a body or a kind of report: what
// parsers put there when a reference names no container. It contradicts none.
func publisherLike(c *fold.Container) bool {
	if len(c.Venues) > 0 || c.Head != fold.NoHead || len(c.Words) == 0 {
		return false
	}
	switch c.Words[len(c.Words)-1] {
	case "foundation", "university", "press", "institute", "inc", "verlag", "publishing", "publishers", "ltd", "laboratory", "laboratories", "corporation", "college":
		return true
	}
	for _, head := range []string{"technical report", "tech report", "tech rep", "working paper", "research report", "ph d thesis", "phd thesis", "master s thesis", "masters thesis", "thesis", "white paper", "whitepaper"} {
		if c.Folded == head || strings.HasPrefix(c.Folded, head+" ") {
			return true
		}
	}
	return false
}

// placeholderVenue reports a recorded container that says nothing.
func placeholderVenue(s string) bool {
	switch fold.Text(s) {
	case "", "n d", "na", "n a", "none", "unknown", "conference paper", "journal article", "article", "preprint", "unpublished", "proceedings", "conference", "journal", "book", "web", "online", "volume", "vol", "pages", "in", "in proceedings":
		return true
	}
	return false
}

// brokenVenue reports a recorded container that breaks off: its last word is one
// small letter, or one after which something must follow.
func brokenVenue(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || strings.Contains(s, ",") { // "Information Theory, IEEE Transactions on" is whole
		return false
	}
	last := words[len(words)-1]
	return last == strings.ToLower(last) && (len(last) == 1 && last[0] >= 'a' || fold.StopWord(last))
}

// byIdentifier reports that an Anthology identifier, which names its volume,
// puts the record into the claimed container: DBLP and Semantic Scholar file
// the papers of "Findings of EMNLP" under EMNLP. It holds only when the
// reference does not state another identifier.
func (c *claimForm) byIdentifier(record *biblio.Work) bool {
	name := anthologyVenue(record.IDs)
	if name == "" {
		return false
	}
	r := fold.ParseContainer(name)
	if fold.CompareContainers(&c.venue, &r) >= fold.AliasOf {
		return true
	}
	own := anthologyVenue(c.work.IDs)
	return own == name && r.Track == fold.Findings && c.venue.Track == fold.Main && sharesVenue(&c.venue, &r)
}

func sharesVenue(a, b *fold.Container) bool {
	for _, x := range a.Venues {
		for _, y := range b.Venues {
			if x == y {
				return true
			}
		}
	}
	return false
}

// anthologyVenue gives the volume that an Anthology id or its DOI
// (10.18653/v1/2024.findings-emnlp.322) names: "Findings of emnlp".
func anthologyVenue(ids []ident.ID) string {
	for _, id := range ids {
		value := strings.ToLower(id.Value)
		switch id.Scheme {
		case ident.DOI:
			rest, ok := strings.CutPrefix(value, "10.18653/v1/")
			if !ok {
				continue
			}
			value = rest
		case ident.ACL:
		default:
			continue
		}
		parts := strings.Split(value, ".")
		if len(parts) < 3 {
			continue
		}
		if sub, ok := strings.CutPrefix(parts[1], "findings-"); ok {
			return "Findings of " + strings.ToUpper(sub)
		}
		head, _, _ := strings.Cut(parts[1], "-")
		return strings.ToUpper(head)
	}
	return ""
}
