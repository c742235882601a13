package normalise

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// greek maps letters that titles may also spell out to their names.
var greek = map[string]string{
	"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta",
	"θ": "theta", "ι": "iota",
	"κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
	"τ": "tau", "υ": "upsilon",
	"φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}

// Title returns the comparison form of a title: Text, with each Greek letter by itself or beside figures and Latin
// letters replaced by its name.
func Title(s string) string {
	t := Text(s)
	if ascii(t) {
		return t
	}
	words := strings.Fields(t)
	for i, w := range words {
		words[i] = spellGreek(w)
	}
	return strings.Join(words, " ")
}

// spellGreek spells out the only Greek letter of a word: "1α". A word with several is Greek.
func spellGreek(word string) string {
	at := strings.IndexFunc(word, func(r rune) bool { return unicode.Is(unicode.Greek, r) })
	if at < 0 || strings.LastIndexFunc(word, func(r rune) bool { return r > unicode.MaxASCII }) != at {
		return word
	}
	for letter, name := range greek {
		if rest, ok := strings.CutPrefix(word[at:], letter); ok {
			return word[:at] + name + rest
		}
	}
	return word
}

// Words returns the words of a title in their comparison form.
func Words(s string) []string { return strings.Fields(Title(s)) }

// stopWords carry no meaning of their own in a title.
var stopWords = words.Set(`
	a an the of for and in on with to from by at via as is are its und der die das et de la le les des du en
	el y`)

// StopWord reports whether a word of a normalised text carries no meaning.
func StopWord(w string) bool { return stopWords[w] }

// CutMark reports whether a title ends in a truncation mark, and returns the part before it.
func CutMark(s string) (string, bool) {
	t := strings.TrimRight(s, " ]")
	for _, mark := range []string{"…", "...", ". . ."} {
		if head, ok := strings.CutSuffix(t, mark); ok {
			return strings.TrimRight(head, " [.,;:-"), true
		}
	}
	return s, false
}

// SplitSubtitle splits a raw title at its first subtitle separator: a colon, a dash between spaces, or a question
// mark, exclamation mark or full stop before a capital. ok is false if there is none.
func SplitSubtitle(s string) (main, sub string, ok bool) {
	for i := 1; i+1 < len(s); i++ {
		switch s[i] {
		case ':':
			return s[:i], s[i+1:], true
		case '-':
			if s[i-1] == ' ' && (s[i+1] == ' ' || s[i+1] == '-') {
				return s[:i], strings.TrimLeft(s[i:], "- "), true
			}
		case '?', '!', '.':
			if s[i+1] == ' ' && i >= 3 && i+2 < len(s) && s[i+2] >= 'A' && s[i+2] <= 'Z' {
				return s[:i+1], s[i+2:], true
			}
		}
		if strings.HasPrefix(s[i:], "—") || strings.HasPrefix(s[i:], " – ") {
			return s[:i], strings.TrimLeft(s[i:], " —–"), true
		}
	}
	return s, "", false
}

// Labels that sections of journals and proceedings, and publishers, print before or after a title, and that web pages
// add after it. Notices are not among them: see SplitNotice.
var (
	labelBefore = lazy.Regexp(`(?i)^\s*(?:` +
		`(?:squibs?(?: and discussions?)?|functional pearls?|critical review|research note|technical note|brief (?:communication|announcement|report)|short (?:paper|communication)|rapid communication|` +
		`invited (?:paper|talk|lecture)|keynote(?: (?:talk|speech|address|lecture))?|demo(?:nstration)?|poster|position paper|(?:extended|student|poster|demo) abstract)\s*[:.–—-]+|` +
		`technical note\s|#\s?\d{1,3}[.:]?\s|chapter \d{1,2}[:.]?\s)\s*`)
	labelBehind = lazy.Regexp(`(?i)[\s:.–—-]*[(\[]\s*(?:` +
		`(?:(?:extended|student|long|short|brief|rapid|full|demo(?:nstration)?|poster|invited|position|late[- ]breaking|jaamas|preliminary)\s+)*` +
		`(?:abstract|demonstration|demo|paper|talk|lecture|poster|invited|report|version|communication)|(?:with|and) discussions?|` +
		`[^()\[\]]{0,40}\bsection|(?:(?:article|paper|text) )?in (?:chinese|czech|dutch|french|german|italian|japanese|korean|polish|portuguese|russian|spanish|turkish|ukrainian)` +
		`|data ?sets?|(?:computer )?software|source code)\s*[)\]]\s*\.?$`)
	// numbers of sections and what journals print in capitals over an article, which some registries leave in titles
	numberBefore = lazy.Regexp(`^\s*(?:\[\d{1,3}\]\s*|\d{1,2}(?:\.\d{1,2})+\.?\s+)`)
	romanBefore  = lazy.Regexp(`^[IVXLC]{2,8}\.\s*`)
	kindBefore   = lazy.Regexp(`(?i)^\s*(?:letters? to the editors?|(?:original|review|research|regular) (?:research )?` +
		`(?:article|paper|contribution)|abstract (?:no\. ?)?[a-z]{0,3}(?:\d{1,3}-)?\d{1,5})\s*[:.–—-]+\s*`)
	support = lazy.Regexp(`(?i)[\s.]*[(\[]\s*th(?:is|e) (?:present )?(?:work|research|study|paper|project) (?:was|is|has been) ` +
		`[^()\[\]]{3,200}[)\]]?\s*$`)
	footnote     = lazy.Regexp(`^(.* \p{Ll}{4,})[1-9*†‡]$`)
	labelOfPage  = lazy.Regexp(`(?i)(?:\s\|\s[^|]{2,80})*\s(?:\||[–—-])\s(?:` + webSites + `)\s*$`)
	labelVolume  = lazy.Regexp(`\s*\([A-Z][A-Za-z&-]{1,11}\s?['’]?\s?\d{2,4}\)$`)
	editionStem  = `(?:(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|revised|international)\s+(?:revised\s+)?ed(?:ition|n)?\b\.?|\d{1,2}/e\b)`
	editionMark  = lazy.Regexp(`(?i)\s*[,:.(–—-]*\s*` + editionStem + `\s*\)?\.?$`)
	leadArticles = lazy.Regexp(`^(?:the|an?) `)
)

// webSites are names of sites that follow the titles of their pages.
const webSites = `springer(?:link| nature(?: link)?)?|iopscience|sciencedirect|wiley online library|acm digital library|acm conferences|ieee xplore|ieee journals & magazine|` +
	`ieee conference publication|jstor|pubmed|oxford academic|cambridge core|taylor & francis(?: online)?|sage journals|mit press(?: direct)?|semantic scholar|` +
	`researchgate|openreview|acs publications|aip publishing|annual reviews|royal society publishing|project euclid|nature|science|plos one|mdpi|frontiers|bmc|arxiv|github|medium|wikipedia`

// Unlabelled removes the labels of a section, a publication type or a web page from a title: "Squibs: …", "…
// (Demonstration)", "… - IOPscience".
func Unlabelled(title string) string {
	rest := labelBefore.ReplaceAllString(romanBefore.ReplaceAllString(CleanTitle(title), ""), "")
	if m := footnote.FindStringSubmatch(rest); m != nil {
		rest = m[1]
	}
	if strings.Contains(rest, " | ") || strings.Contains(rest, " - ") || strings.Contains(rest, " – ") ||
		strings.Contains(rest, " — ") {
		rest = labelOfPage.ReplaceAllString(rest, "")
	}
	if endsIn(rest, ")]") { // both patterns end in one of these, and most titles do not
		rest = labelBehind.ReplaceAllString(rest, "")
		rest = labelVolume.ReplaceAllString(rest, "")
	}
	if strings.TrimSpace(rest) == "" {
		return title
	}
	return rest
}

// CleanTitle removes from a title what is surely none of it, as registries have it: the number of a section ("[1] …",
// "3.1 …"), the kind of article ("Letter to the Editor: …"), thanks for support behind it. A title that is nothing
// else stays.
func CleanTitle(title string) string {
	rest := strings.TrimSpace(title)
	if rest != "" && strings.IndexByte("[0123456789", rest[0]) >= 0 {
		rest = numberBefore.ReplaceAllString(rest, "")
	}
	if rest != "" && strings.IndexByte("loraLORA", rest[0]) >= 0 { // the pattern is expensive
		rest = kindBefore.ReplaceAllString(rest, "")
	}
	if endsIn(rest, ")]") {
		rest = support.ReplaceAllString(rest, "")
	}
	if len(strings.Fields(rest)) < 2 || rest == strings.TrimSpace(title) {
		return title
	}
	return rest
}

// CutEdition removes an edition statement from the end of a title: "…, 3rd Edition", "… (2nd Ed.)".
func CutEdition(title string) (rest string, found bool) {
	end := strings.ToLower(strings.TrimRight(title, ".) \t\n\f\r"))
	if !strings.HasSuffix(end, "ed") && !strings.HasSuffix(end, "edition") && !strings.HasSuffix(end, "edn") &&
		!strings.HasSuffix(end, "/e") {
		return title, false // the pattern ends like this, and is much more expensive
	}
	at := editionMark.FindStringIndex(title)
	if at == nil || at[0] == 0 {
		return title, false
	}
	return title[:at[0]], true
}

// endsIn reports whether a title, ignoring full stops and space, ends in one of the given signs.
func endsIn(title, signs string) bool {
	title = strings.TrimRight(title, ". \t\n\f\r")
	return title != "" && strings.IndexByte(signs, title[len(title)-1]) >= 0
}

// CutArticle removes a leading article from a normalised title.
func CutArticle(normalised string) string { return leadArticles.ReplaceAllString(normalised, "") }

// titleParts matches titles in two languages and the signs that separate them.
var titleParts = lazy.Regexp(`^(.{4,}?)\s*(?:(\s=\s)|(\s/\s|/ )|\[(.{4,})\]\s*\.?$|\((.{4,})\)\s*\.?$)(.*)$`)

// Bilingual splits a title that is in two languages: at "=", as libraries write it, before a translation in square
// brackets, and at a slash or round brackets if the languages or the scripts differ. ok is false for any other title.
func Bilingual(title string) (one, other string, ok bool) {
	if !strings.ContainsAny(title, "=/") && !endsIn(title, ")]") { // the pattern requires one of them
		return "", "", false
	}
	m := titleParts.FindStringSubmatch(title)
	if m == nil {
		return "", "", false
	}
	one, other = m[1], strings.TrimSpace(m[4]+m[5]+m[6])
	if inTwoScripts(one, other) {
		return one, other, true
	}
	if len(other) < 8 || len([]rune(one)) < 8 {
		return "", "", false
	}
	if m[2] != "" || m[4] != "" && len(strings.Fields(other)) > 2 {
		return one, other, true
	}
	x, y := english(one), english(other)
	return one, other, x > 0 && y < 0 || x < 0 && y > 0
}

// inTwoScripts reports whether one text is in Latin letters and the other mostly is not.
func inTwoScripts(a, b string) bool {
	x, y := latinShare(a), latinShare(b)
	return x > 0.95 && y >= 0 && y < 0.5 || y > 0.95 && x >= 0 && x < 0.5
}

// latinShare returns the share of a text's letters that are Latin, or -1 for a text with fewer than four letters.
func latinShare(s string) float64 {
	latin, all := 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			all++
			if unicode.Is(unicode.Latin, r) {
				latin++
			}
		}
	}
	if all < 4 {
		return -1
	}
	return float64(latin) / float64(all)
}

// english returns the number of English function words in a title, minus those of other languages.
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

// Numeral reports whether a normalised word is or contains a number: "24", "2nd", "iv", "second", "nips88".
func Numeral(w string) bool {
	return ordinal(w) || strings.ContainsAny(w, "0123456789") || w != "" && strings.Trim(w, "ivx") == ""
}

// Notice is what a title says about the status of the work that it names: that the work was withdrawn or corrected,
// or that this is another work about it.
type Notice string

// The notices that titles state.
const (
	NoNotice  Notice = ""
	Retracted Notice = "retracted"
	Withdrawn Notice = "withdrawn"
	Removed   Notice = "removed"
	Concern   Notice = "concern"
	Corrected Notice = "corrected"
	Comment   Notice = "comment"
	Reply     Notice = "reply"
)

// Withdraws reports whether a notice is one that publishers put on the title of the work itself.
func (n Notice) Withdraws() bool { return n == Retracted || n == Withdrawn || n == Removed }

// AboutAnother reports whether the title is of a separate work, which names another work.
func (n Notice) AboutAnother() bool { return n == Concern || n == Corrected }

// titleNotice is a notice with its patterns, and word beginnings, one of which occurs in every title that states it:
// the patterns are much more expensive.
type titleNotice struct {
	notice         Notice
	stems          []string
	before, behind *lazy.Pattern
}

// titleNotices are tried in order, so that "retraction of vol 12" is not taken for a correction.
var titleNotices = []titleNotice{
	newNotice(Retracted, "retract 撤稿",
		`retract(?:ed|ion)(?: (?:article|chapter|paper|note|notice|statement|letter|notification))?|`+
			`(?:article|paper|chapter) retracted|(?:statement|notice) of retraction|已?撤稿`),
	newNotice(Withdrawn, "withdr",
		`withdra(?:wn|wal)(?: (?:article|chapter|paper|note|notice|statement))?|(?:article|paper|chapter) withdrawn|(?:statement|notice) of withdrawal`),
	newNotice(Removed, "remov",
		`(?:(?:temporary|permanent|article) )?remov(?:al|ed)(?: (?:article|notice))?|(?:statement|notice) of removal`),
	newNotice(Concern, "concern", `(?:editorial )?(?:expression|statement|note) of (?:editorial )?concern`),
	newNotice(Corrected, "errat corrig addend correction vol",
		`errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a)|(?:(?:author|publisher|editorial)(?:['’]?s['’]?)? )?corrections?(?: notice)?|`+
			`vol\.? \d+, (?:pg?|pages?)\.? \w+(?:[–-]+\w+)?, \d{4}`),
	newNotice(Reply, "reply response", `(?:authors?['’]?s?['’]? )?(?:reply|response)(?: (?:to|on) (?:the )?comments?)?`),
	newNotice(Comment, "comment", `comments?`),
}

// newNotice builds the patterns of one notice: before a title, followed by a mark or a preposition and a mark
// ("Retraction note to: …"), or after it, in brackets or after a mark ("… (Retracted Article. See vol. 3, pg 12)",
// "…: Reply").
func newNotice(n Notice, stems, words string) titleNotice {
	quoted := ``
	if n == Reply || n == Comment {
		quoted = `|\s+(?:to|on)\s+["“'‘«]` // their own titles quote the other work's
	}
	before := `(?i)^\s*[\[(【]?\s*(?:` + words + `)(?:(?:\s+(?:to|of|for|on|in))?\s*(?:[\])】:]+|\.\s|\s[–—-]\s)` + quoted +
		`|\s+(?:to|of|for|on)\s+[^,:]{2,60}? et al\.?,)\s*`
	behind := `(?i)(?:[\s:.–—-]*[(\[【]\s*(?:` + words + `)\b[^()\[\]]*[)\]】]|\s*[:.;–—]\s*(?:` + words + `))\s*\.?\s*$`
	return titleNotice{notice: n, stems: strings.Fields(stems), before: lazy.Regexp(before), behind: lazy.Regexp(behind)}
}

// noticeOfRetraction matches a notice followed only by a space, as in lists that lost a line break.
var noticeOfRetraction = lazy.Regexp(`(?i)^\s*(?:notice|statement) of retraction(?:\s|<br\s*/?>)+`)

// SplitNotice removes a notice from a title: "RETRACTED: …", "Erratum to: …", "… (Retraction of vol 12, pg 33,
// 2015)", "Reply to “…”".
func SplitNotice(title string) (rest string, n Notice) {
	lower := strings.ToLower(title)
	for i := range titleNotices {
		t := &titleNotices[i]
		if !slices.ContainsFunc(t.stems, func(stem string) bool { return strings.Contains(lower, stem) }) {
			continue
		}
		for _, p := range []*lazy.Pattern{t.before, t.behind} {
			if at := p.FindStringIndex(title); at != nil && strings.TrimSpace(title[:at[0]]+title[at[1]:]) != "" {
				return title[:at[0]] + title[at[1]:], t.notice
			}
		}
	}
	if at := noticeOfRetraction.FindStringIndex(title); strings.Contains(lower, "retract") && at != nil &&
		at[1] < len(title) {
		return title[at[1]:], Retracted
	}
	return title, NoNotice
}
