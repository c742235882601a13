package match

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// The kinds of variants and differences between two titles.
const (
	KindHyphenation = "hyphenation" // words joined or split
	KindSpelling    = "spelling"    // British and American
	// one is the beginning of the other, marked as cut, or has a mark for omitted text
	KindTitleCut        = "truncated"
	KindSubtitleOmitted = "subtitle-omitted" // the claim lacks the record's subtitle
	KindSubtitleAdded   = "subtitle-added"   // the claim has an additional subtitle: another work
	KindSubtitle        = "subtitle"         // the same main title, another subtitle
	KindWord            = "word"             // one word replaced, added or omitted
	KindWordReplaced    = "word-replaced"    // one significant word replaced by an unrelated one
	KindWords           = "words"            // several words
	KindOtherTitle      = "other-title"      // hardly a word in common
	KindTypo            = "misspelt-word"    // one letter of a long word
	KindAcronym         = "acronym"          // one has an acronym of itself in brackets at its end
	KindCoined          = "coined-name"      // one begins with a coined name ("BERT: …"), which another may lack
	KindTranslated      = "translated"       // in another language; it cannot be told whether it means the same
	KindLabel           = "label"            // one has the label of a section or form: "(Demonstration)", "RETRACTED:"
	KindNotice          = "notice"           // one is an erratum to the other, or expresses concern about it
	// the record is of a release of software or of data, whose title is its address
	KindRelease   = "release"
	KindNumbering = "numbering"     // parts numbered differently: "part 2", "II"
	KindEdition   = "edition"       // one states its edition
	KindArticle   = "article"       // one begins with an article that the other lacks
	KindBilingual = "bilingual"     // one is in two languages
	KindLigature  = "lost-ligature" // one lacks letters that the text of a PDF loses: "tting" for "fitting"
	KindNumber    = "other-number"  // only the numbers differ: another part, volume, edition or version
)

// otherSubtitle is the similarity below which a subtitle is a different one, not the same with a word changed.
const otherSubtitle = 55.0 // case: none from 35 to 70

// titleForm is a title with its comparison forms.
type titleForm struct {
	raw        string
	normalised string
	words      []string
	squash     string // the words without spaces
	cut        bool
}

func newTitle(raw string, cut bool) titleForm {
	raw = strings.TrimSpace(raw)
	if head, marked := normalise.CutMark(raw); marked {
		raw, cut = head, true
	}
	normalised := normalise.Title(raw)
	return titleForm{raw: raw, normalised: normalised, words: strings.Fields(normalised),
		squash: normalise.Squash(normalised), cut: cut}
}

// respell returns a title in a single spelling, for comparing British with American.
func (t titleForm) respell() titleForm {
	one := normalise.Spelling(t.normalised)
	if one == t.normalised { // true of most
		return t
	}
	t.normalised = one
	t.words, t.squash = strings.Fields(t.normalised), normalise.Squash(t.normalised)
	return t
}

// compareTitle compares titles word by word. A subtitle that the claim omits is reported as a variant; Compare
// reverses that if authors and year do not agree.
func (c *claimForm) compareTitle(record *biblio.Work) (f FieldComparison, similarity float64) {
	f = FieldComparison{Field: biblio.FieldTitle, Claimed: c.title.raw, Recorded: record.FullTitle()}
	if c.title.normalised == "" {
		f.Agreement = Unclaimed
		return f, 0
	}
	if f.Recorded == c.title.raw {
		f.Agreement, f.Score = Agrees, 1
		return f, 100
	}
	r := newTitle(f.Recorded, record.TitleCut)
	if r.normalised == "" {
		f.Agreement = Unrecorded
		return f, 0
	}
	f.Agreement, f.Kind = titleAgreement(&c.title, &r)
	// the record states them separately, the claim may have only the main title
	if f.Agreement == Differs && record.Subtitle != "" {
		main := newTitle(record.Title, false)
		if main.squash == c.title.squash {
			f.Agreement, f.Kind = Variant, KindSubtitleOmitted
		}
	}
	if f.Agreement == Differs && c.yearInTitle(&r) {
		f.Agreement, f.Kind = Variant, KindTitleCut
	}
	similarity = 100
	if f.Agreement > Variant || f.Kind == KindSubtitleOmitted {
		similarity = normalise.Similarity(c.title.normalised, r.normalised)
	}
	f.Score = similarity / 100
	return f, similarity
}

// recordCut reports whether a record states only the beginning of the claimed title: it breaks off after a word or
// mark that ends no title, as happens to records whose title had italics or a formula, and names the same place in
// print.
func (c *claimForm) recordCut(title FieldComparison, cmp *Comparison) bool {
	if title.Agreement != Differs || cmp.Of(biblio.FieldAuthors).Agreement == Differs {
		return false
	}
	head, tail, _ := strings.Cut(title.Recorded, "  ") // where words in italics were lost
	part, end := normalise.Squash(normalise.Title(head)), normalise.Squash(normalise.Title(tail))
	switch {
	case len(part) < printedMin || len(part)+len(end) >= len(c.title.squash) || !strings.HasPrefix(c.title.squash, part):
		return false
	case end != "":
		return strings.HasSuffix(c.title.squash, end) && (sameLocator(cmp) || cmp.SharesIdentifier())
	}
	return endsOpen(title.Recorded) && sameLocator(cmp) ||
		c.endsInWord(title.Recorded) && (sameLocator(cmp) || cmp.SharesIdentifier())
}

// endsInWord reports whether a recorded title of which the claimed one is a continuation ends within one of its
// words: registries cut titles at some number of letters.
func (c *claimForm) endsInWord(recorded string) bool {
	words := normalise.Words(recorded)
	at := len(words) - 1
	return len(recorded) >= shortestCut && at >= 0 && at < len(c.title.words) && c.title.words[at] != words[at] &&
		strings.HasPrefix(c.title.words[at], words[at])
}

// shortestCut is the least number of letters at which registries cut titles.
const shortestCut = 40 // case: TestTitleOfRegistry, "through p" at 30; none at 60

// translated reports whether titles are in two languages although everything else is one work: the same authors, and
// the same place in print or identifier.
func (c *claimForm) translated(title FieldComparison, cmp *Comparison) bool {
	if title.Agreement != Differs || !cmp.Of(biblio.FieldAuthors).Agreed() || !sameLocator(cmp) &&
		!cmp.SharesIdentifier() {
		return false
	}
	a, b := normalise.Language(c.title.raw), normalise.Language(title.Recorded)
	return a != "" && b != "" && a != b && !sharesMost(c.title.words, normalise.Words(title.Recorded))
}

// coined reports whether one title is the other after a coined name, which authors add or drop between versions:
// "SGFormer: Simplifying Transformers". Everything else that both state must agree.
func (c *claimForm) coined(title FieldComparison, cmp *Comparison) bool {
	if title.Agreement != Differs || !cmp.Of(biblio.FieldAuthors).Agreed() ||
		cmp.Of(biblio.FieldYear).Agreement == Differs || cmp.Of(biblio.FieldVenue).Agreement == Differs {
		return false
	}
	rest, ok := afterCoinedName(title.Recorded)
	if ok && is(rest, c.title.squash) {
		return true
	}
	rest, ok = afterCoinedName(c.title.raw)
	return ok && is(rest, normalise.Squash(normalise.Title(title.Recorded)))
}

// is reports whether a raw title has a squashed form, as written or respelled.
func is(raw, squashed string) bool {
	normalised := normalise.Title(raw)
	return normalise.Squash(normalised) == squashed || normalise.Squash(normalise.Spelling(normalised)) == squashed
}

// afterCoinedName returns the text after one word with several capitals or a digit and a colon, if it is long enough
// to be a title of its own.
func afterCoinedName(title string) (rest string, ok bool) {
	name, rest, ok := strings.Cut(title, ":")
	if !ok || len(strings.Fields(rest)) < 4 || strings.ContainsAny(strings.TrimSpace(name), " \t") {
		return "", false
	}
	marks := 0
	for _, r := range name {
		if unicode.IsUpper(r) || unicode.IsDigit(r) {
			marks++
		}
	}
	return rest, marks >= 2
}

// sharesMost reports whether a third of the significant words of the shorter title are in the other: a translation
// shares only names and terms.
func sharesMost(a, b []string) bool {
	x, y := normalise.Significant(a), normalise.Significant(b)
	onlyA, _ := wordsDiffer(x, y)
	return 3*(len(x)-len(onlyA)) >= min(len(x), len(y))
}

// endsOpen reports whether a title ends in a word or mark after which something must follow.
func endsOpen(title string) bool {
	title = strings.TrimSpace(title)
	if title == "" {
		return false
	}
	if strings.ContainsRune("([-/,", rune(title[len(title)-1])) {
		return true
	}
	words := strings.Fields(strings.ToLower(title))
	return len(words) > 1 && normalise.StopWord(words[len(words)-1])
}

// yearInTitle reports whether a title was cut before the year at its end, which was then mistaken for the year of
// publication.
func (c *claimForm) yearInTitle(r *titleForm) bool {
	return c.year != "" && len(c.title.squash) >= 20 && c.title.squash+c.year == r.squash
}

// titleAgreement compares two titles as written, then in a single spelling: the former also covers words that were
// split or joined.
func titleAgreement(a, b *titleForm) (Agreement, string) {
	agreement, kind := sameTitle(a, b)
	if agreement <= Undecided {
		return agreement, kind
	}
	x, y := a.respell(), b.respell()
	if x.normalised == a.normalised && y.normalised == b.normalised {
		return agreement, kind
	}
	switch agreement, kind = sameTitle(&x, &y); {
	case agreement > Variant:
		return agreement, kind
	case kind == "" || kind == KindHyphenation:
		return Variant, KindSpelling
	}
	return agreement, kind
}

func sameTitle(a, b *titleForm) (Agreement, string) {
	switch {
	case a.normalised == b.normalised:
		return Agrees, ""
	case a.squash == b.squash:
		return Variant, KindHyphenation
	case b.cut && len(b.squash) >= 12 && strings.HasPrefix(a.squash, b.squash),
		a.cut && len(a.squash) >= 12 && strings.HasPrefix(b.squash, a.squash):
		return Variant, KindTitleCut
	case sameOtherScript(a, b):
		return Variant, KindTranslit
	case normalise.LostLigatures(a.squash, b.squash) || normalise.LostLigatures(b.squash, a.squash):
		return Variant, KindLigature
	case filled(a, b) || filled(b, a):
		return Undecided, KindTitleCut
	case valuesAlone(a, b) || valuesAlone(b, a):
		return Variant, KindNotation
	case sameButAcronym(a.raw, b.raw) || sameButAcronym(b.raw, a.raw):
		return Variant, KindAcronym
	}
	if agreement, kind := sameButLabel(a, b); kind != "" {
		return agreement, kind
	}
	switch {
	case omitted(a, b):
		return Variant, KindSubtitleOmitted
	case omitted(b, a):
		return Differs, KindSubtitleAdded
	}
	return Differs, titleDifference(a, b)
}

// sameButLabel compares titles one of which has a mark, a label or a notice in addition to the words of the other;
// kind is "" for any others.
func sameButLabel(a, b *titleForm) (agreement Agreement, kind string) {
	if kind := sameButMark(a, b); kind != "" {
		return Variant, kind
	}
	if kind = noticeOf(a, b); kind == KindLabel {
		return Variant, kind
	}
	return Undecided, kind
}

// bracketed matches an acronym in brackets at the end of a title.
var bracketed = lazy.Regexp(`^(.{12,}?) ?\(([A-Z][A-Za-z0-9-]{1,11})\)\.?$`)

// sameButAcronym reports whether long is short followed by an acronym whose letters are all in the title: "Gaussian
// Error Linear Units (GELUs)".
func sameButAcronym(long, short string) bool {
	if !strings.Contains(long, ")") { // true of most titles, which skip the pattern
		return false
	}
	if plain := withoutAcronyms(long); plain != long && normalise.Title(plain) == normalise.Title(short) {
		return true
	}
	m := bracketed.FindStringSubmatch(strings.TrimSpace(long))
	if m == nil || normalise.Title(m[1]) != normalise.Title(short) {
		return false
	}
	capitals := strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, m[2])
	return len(capitals) >= 2 && normalise.Initials(capitals, normalise.Words(m[1]))
}

// sameOtherScript compares titles exactly one of which is in Latin letters.
func sameOtherScript(a, b *titleForm) bool {
	x, y := normalise.Translit(a.normalised), normalise.Translit(b.normalised)
	if (x == a.normalised) == (y == b.normalised) || len(x) < 8 {
		return false
	}
	return normalise.Squash(x) == normalise.Squash(y)
}

// variable matches the text before a number in a formula: "√s = 13 TeV".
var variable = lazy.Regexp(`\S+\s?=\s?(\d)`)

// valuesAlone reports whether short is long without the names of the variables whose values both state: "at 13 TeV".
func valuesAlone(short, long *titleForm) bool {
	return strings.Contains(long.raw, "=") && len(short.squash) >= filledMin &&
		is(variable.ReplaceAllString(long.raw, "$1"), short.squash)
}

// filled reports whether a title has an ellipsis inside, which readers insert for an unknown macro, or U+FFFD for a
// lost letter, and is the other one with something in its place.
func filled(gapped, whole *titleForm) bool {
	raw := strings.ReplaceAll(gapped.raw, string(unicode.ReplacementChar), "…")
	if !strings.Contains(raw, "…") {
		return false
	}
	parts, rest, letters := strings.Split(raw, "…"), whole.squash, 0
	for i, part := range parts {
		part = normalise.Squash(normalise.Title(part))
		at := strings.Index(rest, part)
		if last := i == len(parts)-1; last && !gapped.cut {
			at = len(rest) - len(part)
			if !strings.HasSuffix(rest, part) {
				return false
			}
		}
		if at < 0 || i == 0 && at > 0 {
			return false
		}
		rest, letters = rest[at+len(part):], letters+len(part)
	}
	return letters >= filledMin
}

// filledMin is the minimum number of letters of a title that must remain besides what is left out.
const filledMin = 12 // case: TestFilledTitle

// omitted reports whether short is the part of long before its subtitle separator.
func omitted(short, long *titleForm) bool {
	if len(short.squash) >= len(long.squash) || !strings.HasPrefix(long.squash, short.squash) {
		return false
	}
	const most = 16 // "A: B: C" may be cut at either place, and initials look like ends of titles
	rest := long.raw
	for range most {
		main, sub, ok := normalise.SplitSubtitle(rest)
		if !ok {
			return false
		}
		main = long.raw[:len(long.raw)-len(rest)+len(main)]
		if is(main, short.squash) {
			return true
		}
		rest = sub
	}
	return false
}

// titleDifference names how two different titles differ.
func titleDifference(a, b *titleForm) string {
	if x, subX, ok := normalise.SplitSubtitle(a.raw); ok {
		if y, subY, ok := normalise.SplitSubtitle(b.raw); ok && len(x) > 2 && normalise.Title(x) == normalise.Title(y) &&
			normalise.Similarity(normalise.Title(subX), normalise.Title(subY)) < otherSubtitle {
			return KindSubtitle
		}
	}
	onlyA, onlyB := wordsDiffer(a.words, b.words)
	switch {
	case len(onlyA)+len(onlyB) > 0 && numerals(onlyA) && numerals(onlyB):
		return KindNumber
	case slipped(onlyA, onlyB):
		return KindTypo
	case len(onlyA) == 1 && len(onlyB) == 1 && replacedInPlace(a.words, b.words):
		return KindWordReplaced
	case len(onlyA) <= 1 && len(onlyB) <= 1:
		return KindWord
	case len(onlyA)+len(onlyB) < len(a.words)+len(b.words) && 2*(len(onlyA)+len(onlyB)) <= len(a.words)+len(b.words):
		return KindWords
	}
	return KindOtherTitle
}

// slipsInTitle is the maximum number of misspelt words in a title that is still the same.
const slipsInTitle = 3 // case: perronnin06fisher (cv_vlfeat) at 1; none at 6

// slipped reports whether every word of one title that the other lacks is one of the other's words with one slip.
func slipped(onlyA, onlyB []string) bool {
	if len(onlyA) == 0 || len(onlyA) != len(onlyB) || len(onlyA) > slipsInTitle {
		return false
	}
	return slices.EqualFunc(onlyA, onlyB, func(a, b string) bool { return len(a) >= 4 && normalise.OneSlip(a, b) })
}

// sharedStem is the number of initial letters shared by words that may be forms of one word.
const sharedStem = 4 // case: none from 2 to 8

// replacedInPlace reports whether two titles differ in one place, by two words that both carry meaning and are not
// forms of one another.
func replacedInPlace(a, b []string) bool {
	if len(a) != len(b) || len(a) < 3 {
		return false
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	if at == len(a) || !slices.Equal(a[at+1:], b[at+1:]) || normalise.StopWord(a[at]) || normalise.StopWord(b[at]) ||
		min(len(a[at]), len(b[at])) < 3 {
		return false
	}
	n := min(len(a[at]), len(b[at]), sharedStem)
	misspelt := n == sharedStem && a[at][0] == b[at][0] && normalise.Distance(a[at], b[at]) <= 2
	return a[at][:n] != b[at][:n] && !misspelt
}

// wordsDiffer returns the words of a that b lacks and the words of b that a lacks, each as often as it is missing.
func wordsDiffer(a, b []string) (onlyA, onlyB []string) {
	counts := make(map[string]int, len(a))
	for _, w := range a {
		counts[w]++
	}
	for _, w := range b {
		if counts[w] > 0 {
			counts[w]--
			continue
		}
		onlyB = append(onlyB, w)
	}
	for _, w := range a {
		if counts[w] > 0 {
			counts[w]--
			onlyA = append(onlyA, w)
		}
	}
	return onlyA, onlyB
}
