package match

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
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
	KindPart       = "part"         // the claim names a part of the conference, the record only the conference
	KindByID       = "identifier"   // the record's identifier says which part of the conference it is in
	KindRejected   = "not-accepted" // the record is a manuscript that did not appear there
)

// compareVenue compares the containers: by ISSN, then by name, then by what the record's identifier says about its
// container.
func (c *claimForm) compareVenue(record *biblio.Work) FieldComparison {
	f := FieldComparison{Field: biblio.FieldVenue, Claimed: nameOf(&c.work.Container), Recorded: nameOf(&record.Container)}
	switch {
	case c.venue.IsZero():
		f.Agreement = Unclaimed
	case f.Recorded == "", placeholderVenue(f.Recorded), brokenVenue(f.Recorded), normalise.Institution(f.Recorded),
		publisherLike(&c.venue):
		f.Agreement = Unrecorded
		if f.Recorded != "" && c.likeVenue(f.Recorded) >= normalise.SeriesOf {
			f.Agreement, f.Kind, f.Score = Variant, KindAlias, 1
		}
	case f.Claimed == f.Recorded:
		f.Agreement, f.Score = Agrees, 1
	case shared(c.work.Container.ISSN, record.Container.ISSN):
		f.Agreement, f.Kind, f.Score = Variant, KindISSN, 1
	default:
		f.Agreement, f.Kind, f.Score = c.venueResult(max(c.mostSimilarVenue(f.Recorded, &record.Container),
			c.withSections(f.Claimed, f.Recorded, record)))
		if f.Agreement == Differs {
			c.excuseVenue(&f, record)
		}
	}
	return f
}

func nameOf(c *biblio.Container) string { return cmp.Or(c.Title, c.Short) }

func shared(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}

// mostSimilarVenue returns the best likeness of the names of a recorded container to the claimed one. Its series is
// never more than a series.
func (c *claimForm) mostSimilarVenue(name string, recorded *biblio.Container) normalise.Likeness {
	best := c.likeVenue(name)
	if recorded.Short != "" && recorded.Short != name && best < normalise.AliasOf {
		best = max(best, c.likeVenue(recorded.Short))
	}
	if recorded.Series != "" && best < normalise.SeriesOf && c.likeVenue(recorded.Series) >= normalise.AliasOf {
		best = normalise.SeriesOf
	}
	return best
}

// withSections compares two names with the letters of volumes that stand for a section of the journal: "Phys. Lett.",
// volume "B716", is "Physics Letters B".
func (c *claimForm) withSections(claimed, recorded string, record *biblio.Work) normalise.Likeness {
	a, b := section(c.work.Volume), section(record.Volume)
	if a == b {
		return normalise.OtherContainer
	}
	x, y := normalise.ParseContainer(claimed+" "+a), normalise.ParseContainer(recorded+" "+b)
	return normalise.CompareContainers(&x, &y)
}

// excuseVenue looks for reasons why containers with different names are one, or why a difference between them means
// less.
func (c *claimForm) excuseVenue(f *FieldComparison, record *biblio.Work) {
	if f.Kind == KindTrack && c.venue.Track != normalise.Findings { // lists file their workshops under it
		if r := normalise.ParseContainer(f.Recorded); r.Track == normalise.Main {
			f.Kind = KindPart
		}
	}
	switch {
	case f.Kind != KindPublished && c.byIdentifier(record):
		f.Agreement, f.Kind, f.Score = Variant, KindByID, 1
	case f.Kind == KindOtherVenue && c.sameLettersAs(f.Recorded):
		f.Agreement, f.Kind, f.Score = Variant, KindHyphenation, 1
	case f.Kind == KindOtherVenue && c.unreadable(f.Claimed, f.Recorded):
		f.Agreement, f.Kind = Unrecorded, ""
	}
}

// restAgrees reports whether everything but the container is that of the record: title, authors and year, and the
// place in print or an identifier.
func (c *claimForm) restAgrees(cmp *Comparison) bool {
	return cmp.AgreesOn(biblio.FieldTitle) && cmp.AgreesOn(biblio.FieldAuthors) && cmp.AgreesOn(biblio.FieldYear) &&
		(cmp.SharesIdentifier() || cmp.AgreesOn(biblio.FieldVolume) && cmp.AgreesOn(biblio.FieldPages))
}

// twoContainers reports whether both names of a difference are understood, so that it is surely one.
func (c *claimForm) twoContainers(f *FieldComparison) bool {
	r := normalise.ParseContainer(f.Recorded)
	return c.venue.Understood() && r.Understood()
}

// sameLettersAs reports whether names differ only in spaces, hyphens and lost ligatures, as in the text of PDFs:
// "Journal ofmachine learning research".
func (c *claimForm) sameLettersAs(recorded string) bool {
	a, b := c.venue.Normalised, normalise.ParseContainer(recorded).Normalised
	x, y := normalise.Squash(a), normalise.Squash(b)
	return x == y || normalise.LostLigatures(x, y)
}

// unreadable reports whether one of two names is an unexplained acronym or handle, so that it cannot be told apart
// from the other: a handle in a record, or an acronym against a name in words that is not a known conference's.
func (c *claimForm) unreadable(claimed, recorded string) bool {
	// the name of an undefined macro
	if strings.HasPrefix(claimed, "j-") || strings.HasPrefix(claimed, "proc-") {
		return true
	}
	if normalise.Opaque(recorded) {
		return recorded == strings.ToLower(recorded) || len(c.venue.Venues) == 0
	}
	return normalise.Opaque(claimed) && !normalise.KnownContainer(recorded)
}

func (c *claimForm) likeVenue(name string) normalise.Likeness {
	r := normalise.ParseContainer(name)
	return normalise.CompareContainers(&c.venue, &r)
}

func (c *claimForm) venueResult(like normalise.Likeness) (Agreement, string, float64) {
	switch like {
	case normalise.SameContainer:
		return Agrees, "", 1
	case normalise.AliasOf:
		return Variant, KindAlias, 1
	case normalise.SeriesOf:
		return Variant, KindSeries, 0.9
	case normalise.PreprintOf:
		if c.venue.Head == normalise.Preprints {
			return Variant, KindPreprint, 0.6
		}
		return Differs, KindPublished, 0.4
	case normalise.OtherTrack:
		return Differs, KindTrack, 0.5
	}
	return Differs, KindOtherVenue, 0
}

// publisherLike reports whether a container is a body or a kind of report, which parsers put there if a reference
// names no container. It contradicts none.
func publisherLike(c *normalise.Container) bool {
	if len(c.Venues) > 0 || c.Head != normalise.NoHead || len(c.Words) == 0 {
		return false
	}
	switch c.Words[len(c.Words)-1] {
	case "foundation", "university", "press", "institute", "inc", "verlag", "publishing", "publishers", "ltd",
		"laboratory", "laboratories", "corporation", "college":
		return true
	}
	return slices.ContainsFunc([]string{"technical report", "tech report", "tech rep", "working paper", "research report",
		"ph d thesis", "phd thesis", "master s thesis", "masters thesis", "thesis", "white paper", "whitepaper"},
		func(head string) bool { return strings.HasPrefix(c.Normalised+" ", head+" ") })
}

// placeholderVenue reports whether a recorded container says nothing.
func placeholderVenue(s string) bool {
	switch normalise.Text(s) {
	case "", "n d", "na", "n a", "none", "unknown", "conference paper", "journal article", "article", "preprint",
		"unpublished", "proceedings", "conference", "journal", "book", "web", "online", "volume", "vol", "pages",
		"in", "in proceedings":
		return true
	}
	return false
}

// brokenVenue reports whether a recorded container breaks off: its last word is one small letter, or one after which
// something must follow.
func brokenVenue(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 || strings.Contains(s, ",") { // "Information Theory, IEEE Transactions on" is whole
		return false
	}
	last := words[len(words)-1]
	return last == strings.ToLower(last) && (len(last) == 1 && last[0] >= 'a' || normalise.StopWord(last))
}

// byIdentifier reports whether an Anthology identifier, which names its volume, puts the record into the claimed
// container: DBLP and Semantic Scholar file the papers of "Findings of EMNLP" under EMNLP. It applies only if the
// reference does not state another identifier.
func (c *claimForm) byIdentifier(record *biblio.Work) bool {
	name := anthologyVenue(record.IDs)
	if name == "" {
		return false
	}
	r := normalise.ParseContainer(name)
	if normalise.CompareContainers(&c.venue, &r) >= normalise.AliasOf {
		return true
	}
	own := anthologyVenue(c.work.IDs)
	return own == name && r.Track == normalise.Findings && c.venue.Track == normalise.Main &&
		shared(c.venue.Venues, r.Venues)
}

// anthologyVenue returns the volume that an Anthology id or its DOI
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
