package judge

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// exemptTypes maps kinds of works that bibliographic sources do not list to the words for them.
var exemptTypes = map[biblio.Type]string{
	biblio.WebPage: "web page", biblio.Software: "software", biblio.Standard: "standard", biblio.Legal: "law",
	biblio.Legislation: "law",
	biblio.ArticleNews: "newspaper", biblio.ArticleMagazine: "magazine", biblio.Personal: "personal communication",
	biblio.Patent: "patent",
}

// standardNumber matches the numbers of standards.
var standardNumber = lazy.Regexp(
	`(?i)\b(RFC ?\d{3,5}|ISO(/[A-Z]+)* ?\d{3,6}|IEEE (Std )?\d{3,4}(\.\d+)?|NIST SP ?\d{3}-\d+|FIPS (PUB )?\d{2,3}|ITU-T [A-Z]\.\d+|(?-i:EN|BS EN|DIN EN) ?\d{3,5}(-\d+)?(?: ?: ?\d{4})?|DIN \d{3,5}|ANSI [A-Z]\d+)\b`)

// yearBehindEn matches "en 1998" in capitals, "in 1998" in French and Spanish. A standard's number would have a part,
// a year or its national body.
var yearBehindEn = lazy.Regexp(`^EN (1[5-9]|20)\d\d$`)

// namesStandard reports whether a text contains the number of a standard.
func namesStandard(text string) bool {
	return slices.ContainsFunc(standardNumber.FindAllString(text, -1),
		func(number string) bool { return !yearBehindEn.MatchString(number) })
}

// exemptKind returns the kind of a reference without a record if it is not a scholarly work, or "" otherwise. A
// reference that claims a container, pages or a scholarly identifier is judged as what it claims to be, whatever
// address it has: an invented paper with a repository's address is still an invented paper.
func exemptKind(ref *biblio.Reference) string {
	w := &ref.Claimed
	if scholarly(w) {
		return ""
	}
	if kind, ok := exemptTypes[w.Type]; ok {
		return kind
	}
	text := w.FullTitle() + " " + w.Note + " " + w.Publisher
	switch {
	case namesStandard(text) || namesStandard(w.Container.Title):
		return "standard"
	case strings.Contains(strings.ToLower(text+ref.Raw), "personal communication"):
		return "personal communication"
	}
	printed := w.Publisher != "" && (holdsWorks(w.Type) || w.Issue != "" || ref.Extra["number"] != "") // of a report
	id, ok := ident.Parse(w.URL)
	if ok && !printed && id.Scheme == ident.URL && len(persons(w)) == 0 && w.Container.Title == "" &&
		!articleAddress(id.Value) {
		return "web page"
	}
	return ""
}

// articleAddress reports whether an address looks like a journal's: its target claims to be an article and is judged
// as one.
func articleAddress(url string) bool {
	return slices.ContainsFunc([]string{"/article", "journal", "/pii/", "/doi/", "/abs/", "/pdf/", ".pdf", "/paper",
		"/fulltext", "/publication", "proceedings", "researchgate.", "sciencedirect.", "springer.",
		"/abstract"}, func(part string) bool {
		return strings.Contains(url, part)
	})
}

// scholarly reports whether a reference claims something that only scholarly works have.
func scholarly(w *biblio.Work) bool {
	states := func(scheme ident.Scheme) bool { return !w.ID(scheme).IsZero() }
	if slices.ContainsFunc(workSchemes, states) || states(ident.ShortDOI) {
		return true
	}
	if _, exempt := exemptTypes[w.Type]; exempt {
		return w.Volume != "" && w.Pages != "" && len(persons(w)) > 0
	}
	return w.Volume != "" || w.Pages != ""
}

// persons returns the authors that are not bodies.
func persons(w *biblio.Work) []biblio.Contributor {
	return lists.Filter(w.Authors(), func(c biblio.Contributor) bool { return c.Literal == "" })
}
