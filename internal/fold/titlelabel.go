package fold

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Labels are what sections of journals and proceedings, and publishers, print
// before or behind a title. What names another work is none of them: an erratum,
// a correction, a comment, a reply, a review, a notice of retraction.
var (
	labelBefore = lazy.Regexp(`(?i)^\s*(?:\[?(?:retracted|withdrawn)(?: article| paper)?\s*[\]:.]+|` +
		`(?:squibs?(?: and discussions?)?|functional pearls?|critical review|research note|technical note|brief (?:communication|announcement|report)|short (?:paper|communication)|rapid communication|` +
		`invited (?:paper|talk|lecture)|keynote(?: (?:talk|speech|address|lecture))?|demo(?:nstration)?|poster|position paper|(?:extended|student|poster|demo) abstract)\s*[:.–—-]+|` +
		`technical note\s|#\s?\d{1,3}[.:]?\s|chapter \d{1,2}[:.]?\s)\s*`)
	labelBehind = lazy.Regexp(`(?i)[\s:.–—-]*[(\[]\s*(?:(?:extended|student|long|short|full|demo(?:nstration)?|poster|invited|position|late[- ]breaking|jaamas|preliminary)\s+)*` +
		`(?:abstract|demonstration|demo|paper|talk|lecture|poster|retracted|withdrawn|invited|report|version)\s*[)\]]\s*\.?$`)
	labelVolume  = lazy.Regexp(`\s*\([A-Z][A-Za-z&-]{1,11}\s?['’]?\s?\d{2,4}\)$`)
	editionStem  = `(?:(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|revised|international)\s+(?:revised\s+)?ed(?:ition|n)?\b\.?|\d{1,2}/e\b)`
	editionMark  = lazy.Regexp(`(?i)\s*[,:.(–—-]*\s*` + editionStem + `\s*\)?\.?$`)
	leadArticles = lazy.Regexp(`^(?:the|an?) `)
)

// Unlabelled takes the labels of a section, of a form of publication or of a
// retraction off a title: "Squibs: …", "RETRACTED: …", "… (Demonstration)".
func Unlabelled(title string) string {
	rest := labelBefore.ReplaceAllString(title, "")
	if endsIn(rest, ")]") { // both patterns end so, and most titles do not
		rest = labelBehind.ReplaceAllString(rest, "")
		rest = labelVolume.ReplaceAllString(rest, "")
	}
	if strings.TrimSpace(rest) == "" {
		return title
	}
	return rest
}

// CutEdition takes the statement of an edition off the end of a title:
// "…, 3rd Edition", "… (2nd Ed.)".
func CutEdition(title string) (rest string, found bool) {
	end := strings.ToLower(strings.TrimRight(title, ".) \t\n\f\r"))
	if !strings.HasSuffix(end, "ed") && !strings.HasSuffix(end, "edition") && !strings.HasSuffix(end, "edn") && !strings.HasSuffix(end, "/e") {
		return title, false // the pattern ends so, and costs much more
	}
	at := editionMark.FindStringIndex(title)
	if at == nil || at[0] == 0 {
		return title, false
	}
	return title[:at[0]], true
}

// endsIn reports a title that ends in one of some signs, but for full stops and space.
func endsIn(title, signs string) bool {
	title = strings.TrimRight(title, ". \t\n\f\r")
	return title != "" && strings.IndexByte(signs, title[len(title)-1]) >= 0
}

// CutArticle takes the article off the beginning of a folded title.
func CutArticle(folded string) string { return leadArticles.ReplaceAllString(folded, "") }

// titleParts are the signs at which titles in two languages are put side by side.
var titleParts = lazy.Regexp(`^(.{8,}?)\s*(?:(\s=\s)|(\s/\s|/ )|\[(.{8,})\]\s*\.?$|\((.{8,})\)\s*\.?$)(.*)$`)

// Bilingual cuts a title that stands in two languages: at "=", as libraries put
// them, before a translation in square brackets, and at a slash or round brackets
// where the languages show. ok is false for any other title.
func Bilingual(title string) (one, other string, ok bool) {
	if !strings.ContainsAny(title, "=/") && !endsIn(title, ")]") { // the pattern has one of them
		return "", "", false
	}
	m := titleParts.FindStringSubmatch(title)
	if m == nil {
		return "", "", false
	}
	one, other = m[1], strings.TrimSpace(m[4]+m[5]+m[6])
	if len(other) < 8 {
		return "", "", false
	}
	if m[2] != "" || m[4] != "" && len(strings.Fields(other)) > 2 {
		return one, other, true
	}
	x, y := english(one), english(other)
	return one, other, x > 0 && y < 0 || x < 0 && y > 0
}

// english counts the function words of a title that are English, less those that
// are of other languages.
func english(title string) int {
	n := 0
	for _, w := range strings.Fields(Text(title)) {
		switch list := languagesOf()[w]; {
		case slices.Contains(list, "en"):
			n++
		case len(list) > 0:
			n--
		}
	}
	return n
}

// Numeral reports a folded word that is a number or has one: "24", "2nd", "iv",
// "second", "nips88".
func Numeral(w string) bool {
	return ordinal(w) || strings.ContainsAny(w, "0123456789") || romanNumeral(w)
}

// romanNumeral reports a Roman number below forty.
func romanNumeral(w string) bool { return w != "" && strings.Trim(w, "ivx") == "" }
