package judge

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// An accused reference may be of another work than the one found, or of none: then no value is written into it.

const (
	leastShared = 0.3 // of the words of two titles of one work
	leastAlike  = 70  // of two lists of authors one of which is misspelt and not invented: "Breimna" for "Breiman"
	leastKept   = 0.6 // of a title's words, with words left out; case: TestLeavesOut
)

// ofOtherWork returns the doubt whether a reference, accused for some reasons, is of the work of a record at all.
// trusted means that an identifier of the reference settles whose work it is.
func ofOtherWork(ref *biblio.Reference, c *match.Candidate, reasons []Reason, trusted bool) Doubt {
	wrong := accused(reasons)
	title, badTitle := wrong[biblio.FieldTitle]
	authors, badAuthors := wrong[biblio.FieldAuthors]
	strangers := badAuthors && mostlyStrangers(ref, c, authors, len(wrong)-1)
	have, want := normalise.Words(title.Claimed), normalise.Words(title.Recorded)
	switch {
	case badTitle && badAuthors && (strangers || !Distinctive(title.Claimed) || !Misspelt(have, want)):
		return BothWrong
	case badTitle && !namesake(ref, c) && (badAuthors || c.Comparison.AgreesOn(biblio.FieldAuthors) &&
		(Misspelt(have, want) || c.Comparison.SharesIdentifier() && LeavesOut(have, want))): // the title is the work's
		return NoDoubt
	case badTitle && titleOfOther(title, c) != NoDoubt:
		return titleOfOther(title, c)
	case strangers && !(trusted && c.Comparison.SharesIdentifier()):
		return FewAuthors
	case namesake(ref, c):
		return Namesake
	}
	return NoDoubt
}

// accused returns the reasons why fields may be wrong. A different title is a warning, proved or not.
func accused(reasons []Reason) map[biblio.Field]Reason {
	wrong := map[biblio.Field]Reason{}
	for _, r := range reasons {
		lead := r.Strength == Lead && r.Field.Core()
		if r.Status.Wrong() || r.Status == Contested && !r.Doubt.OfEntry() && (lead || r.Field == biblio.FieldTitle) {
			wrong[r.Field] = r
		}
	}
	return wrong
}

// titleOfOther returns why a wrong title may be that of another work.
func titleOfOther(title Reason, c *match.Candidate) Doubt {
	switch {
	case title.Kind == match.KindOtherTitle, title.Kind == match.KindSubtitleAdded, title.Kind == match.KindSubtitle:
		return OtherWork
	case title.Kind == match.KindNumber && !ofThisPrint(c):
		return OtherPart
	case normalise.Jaccard(prose(title.Claimed), prose(title.Recorded)) < leastShared:
		return LittleTitle
	}
	return NoDoubt
}

// LeavesOut reports whether words are others with a few left out, none of them a number: parts of a series share title
// and authors.
func LeavesOut(have, want []string) bool {
	i := 0
	for _, w := range want {
		switch {
		case i < len(have) && have[i] == w:
			i++
		case strings.Trim(w, "0123456789ivx") == "":
			return false
		}
	}
	return i == len(have) && float64(i) >= leastKept*float64(len(want))
}

// prose returns the words of a title without its formulas, whose many parts would outweigh the words.
func prose(title string) []string {
	kept := lists.Filter(strings.Fields(title), func(word string) bool { return !strings.ContainsAny(word, "\\$^_{}") })
	if len(kept) == 0 {
		return normalise.Words(title)
	}
	return normalise.Words(strings.Join(kept, " "))
}

// Distinctive reports whether a title has enough meaningful words to belong to one work only.
func Distinctive(title string) bool {
	return len(normalise.Significant(normalise.Words(title))) >= wordsOfOne
}

// namesake reports whether the title has only a few words and the record disagrees in more of the other fields than it
// agrees in: columns and prefaces share titles.
func namesake(ref *biblio.Reference, c *match.Candidate) bool {
	good, bad := 0, 0
	for _, field := range []biblio.Field{biblio.FieldVenue, biblio.FieldYear, biblio.FieldVolume, biblio.FieldIssue,
		biblio.FieldPages, biblio.FieldDOI, biblio.FieldArXiv} {
		switch f := c.Comparison.Of(field); {
		case f.Agreed():
			good++
		case f.Agreement == match.Differs:
			bad++
		}
	}
	return bad >= 2 && bad > good && !Distinctive(ref.Claimed.FullTitle())
}

// mostlyStrangers reports whether most authors of a list are not the record's, or half of them if two more fields are
// wrong as well: not a slip, but other people.
func mostlyStrangers(ref *biblio.Reference, c *match.Candidate, authors Reason, besides int) bool {
	if authors.Kind == match.KindGivenNames || // the family names are the work's
		normalise.Similarity(normalise.Text(authors.Claimed), normalise.Text(authors.Recorded)) >= leastAlike {
		return false
	}
	located := c.Comparison.AgreesOn(biblio.FieldTitle) && (c.Comparison.SharesIdentifier() ||
		c.Comparison.AgreesOn(biblio.FieldVenue) && c.Comparison.AgreesOn(biblio.FieldYear))
	names := match.NewClaim(&ref.Claimed).Authors(&c.Hit.Record.Work).Names
	have, strangers := len(ref.Claimed.Authors()), lists.Count(names, func(n match.NameDifference) bool {
		return n.Kind == match.NameExtra || n.Kind == match.NameOther || n.Kind == match.KindGiven && !located
	})
	return 2*strangers > have || 2*strangers == have && besides >= 2
}
