package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Archives record software releases under the address of a repository and a version number, "owner/repo: v1.0", with
// the names of its accounts, and under identifiers one of which means all releases and the others one each. People
// cite the name and its purpose.
var (
	repositoryTitle = lazy.Regexp(`^[\w.-]{2,}/([\w.-]{2,}?)(?::?\s+(?:[A-Za-z]{1,8}:?\s*)?v?(\d)[\w.-]*.*|:\s.*|)$`)
	releaseName     = lazy.Regexp(
		`(?i)^(.+?)(?::\s|,|\s[–—-]\s|\s*\(|\s+by\s|\s+(?:version|release|v\.?\s?\d)|\s+\d+\.\d).*$`)
	dataFrom = lazy.Regexp(
		`(?i)^(?:(?:replication |supporting |supplementary |research )?(?:data(?: ?set)?s?|codes?|software|scripts|materials?)(?:,? (?:and|&) (?:analysis )?(?:data|codes?|scripts|software|materials))?)` +
			`\s(?:from|for|to|accompanying)\s*:\s*`)
)

// repository returns the name in a title that is the address of a repository.
func repository(title string) (name string, numbered, ok bool) {
	m := repositoryTitle.FindStringSubmatch(strings.TrimSpace(title))
	if m == nil {
		return "", false, false
	}
	return m[1], m[2] != "", true
}

// isRelease reports whether a record is of a release of software or data.
func isRelease(record *biblio.Work) bool {
	if record.Type == biblio.Software || record.Type == biblio.Dataset {
		return true
	}
	if !strings.Contains(record.Title, "/") {
		return false
	}
	_, numbered, _ := repository(record.Title)
	return numbered
}

// compareRelease withdraws conclusions that a record of a release cannot support: on the title of the software, its
// year, and the names of its authors.
func (c *claimForm) compareRelease(record *biblio.Work, cmp *Comparison) {
	title, shares := &cmp.Fields[titleAt], cmp.SharesIdentifier()
	authors, year := &cmp.Fields[authorsAt], &cmp.Fields[yearAt]
	strangers := authors.Agreement == Differs && authors.Score == 0 && !accounts(record) && !bodyAuthor(c.work)
	if title.Agreement == Differs {
		_, _, address := repository(record.Title)
		switch {
		case strangers:
			return
		case c.sameRelease(record, shares):
			title.Agreement, title.Kind = Variant, KindRelease
		case shares && address:
			title.Agreement, title.Kind = Undecided, KindRelease
		default:
			return
		}
	}
	if authors.Agreement == Differs && !strangers {
		authors.Agreement, authors.Kind = Unrecorded, KindRelease
	}
	if year.Agreement == Differs && shares {
		year.Agreement, year.Kind = Unrecorded, KindRelease
	}
}

// sameRelease reports whether titles name one software, or one title of which the record is the data.
func (c *claimForm) sameRelease(record *biblio.Work, shares bool) bool {
	if name, _, ok := repository(record.Title); ok {
		return nameOfRelease(c.title.raw) == normalise.Squash(normalise.Title(name))
	}
	work := c.work.Type
	if rest := dataFrom.ReplaceAllString(record.Title, ""); shares || work == biblio.Dataset || work == biblio.Software {
		return is(normalise.Unlabelled(rest), normalise.Squash(normalise.Title(normalise.Unlabelled(c.title.raw))))
	}
	return false
}

// nameOfRelease returns the squashed name at the start of a software title.
func nameOfRelease(title string) string {
	if name, _, ok := repository(title); ok {
		title = name
	} else if m := releaseName.FindStringSubmatch(title); m != nil {
		title = m[1]
	}
	return normalise.Squash(normalise.Title(title))
}

// accounts reports whether a record's authors are all account names, of one word each.
func accounts(record *biblio.Work) bool {
	return !slices.ContainsFunc(record.Authors(), func(a biblio.Contributor) bool {
		return strings.Contains(a.String(), " ")
	})
}
