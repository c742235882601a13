package normalise

import (
	"slices"
	"strings"
)

// Likeness says how two names of containers relate.
type Likeness uint8

// From nothing in common to the same words.
const (
	OtherContainer Likeness = iota
	OtherTrack              // the same conference, another track: workshop, findings
	PreprintOf              // exactly one of the two is a preprint server
	SeriesOf                // one is the series that holds the other
	AliasOf                 // another name of the same container: acronym, abbreviation, noise
	SameContainer           // the same words
)

// CompareContainers compares two names. The first is the claimed one: a claim that names the whole covers its parts
// (a claimed "NeurIPS" covers its track of data sets, but not the other way round).
func CompareContainers(claim, record *Container) Likeness {
	if claim.Normalised == record.Normalised {
		return SameContainer
	}
	if inOrder(claim, record) {
		return AliasOf
	}
	if (claim.Head == Preprints) != (record.Head == Preprints) {
		return PreprintOf
	}
	if like := byVenue(claim, record); like != OtherContainer {
		return like
	}
	if anyFindings(claim) && record.Track == Findings {
		return SeriesOf
	}
	if len(claim.Venues) > 0 && len(record.Venues) > 0 {
		return OtherContainer
	}
	if claim.Head == Preprints {
		return OtherContainer
	}
	if seriesOnly(claim, record) || seriesOnly(record, claim) || wholeOf(claim, record) {
		return SeriesOf
	}
	return byWords(claim, record)
}

// seriesOnly reports whether a names only a series and b is in it.
func seriesOnly(a, b *Container) bool {
	return len(a.Venues) == 0 && intersect(a.Series, b.Series)
}

// anyFindings reports whether c names the Findings as a whole, which have a part for each conference of the
// association: "Findings of the Association for Computational Linguistics: EMNLP 2021".
func anyFindings(c *Container) bool {
	if c.Track != Findings || c.Year != 0 && len(c.Acronyms) > 0 {
		return false
	}
	switch strings.Join(c.Words, " ") {
	case "", "association computational linguistics":
		return true
	case "acl":
		return c.Year == 0
	}
	return false
}

// wholeOf reports whether the record names a lettered series of the journal that
// the claim names: "Journal of Combinatorial Theory, Series B".
func wholeOf(claim, record *Container) bool {
	n := len(claim.Words)
	return n > 1 && n < len(record.Words) && len(record.Words[n]) == 1 && claim.Track == record.Track &&
		equalWords(claim, record, n, n) &&
		slices.ContainsFunc([]string{"series ", "section ", "part "},
			func(mark string) bool { return strings.Contains(record.Normalised, mark+record.Words[n]) })
}

// samePart reports whether a and b name the same lettered part of a journal, whatever follows the letter: "J. Phys.
// A", "Journal of Physics A: Mathematical and General"; "Nucl. Instrum. Meth. A", "Nuclear Instruments and Methods in
// Physics Research Section A".
func samePart(a, b *Container) bool {
	if a.inSection(b) || b.inSection(a) {
		return true
	}
	for n := 1; n < min(len(a.Words), len(b.Words)); n++ {
		if len(a.Words[n]) == 1 && a.Words[n] == b.Words[n] && len(a.Words[n-1]) > 1 {
			return equalWords(a, b, n, n) && a.Track == b.Track
		}
	}
	return false
}

// inSection reports whether a ends in the letter of a section that b names after at least three words of a and others.
func (a *Container) inSection(b *Container) bool {
	n := len(a.Words) - 1
	return n > 2 && len(a.Words[n]) == 1 && len(b.Words) > n && equalWords(a, b, n, n) && a.Track == b.Track &&
		strings.Contains(b.Normalised, " section "+a.Words[n])
}

func byVenue(claim, record *Container) Likeness {
	if !intersect(claim.Venues, record.Venues) {
		return OtherContainer
	}
	if sameTrack(claim, record) {
		return AliasOf
	}
	return OtherTrack
}

func sameTrack(claim, record *Container) bool {
	if claim.former && record.Track == Workshop && record.unnamed() || record.former &&
		claim.Track == Workshop && claim.unnamed() {
		return true
	}
	a, b := claim.Track, record.Track
	if a == Volume {
		a = Main
	}
	if b == Volume {
		b = Main
	}
	if a == b {
		return a != Workshop || sameWorkshop(claim, record)
	}
	return a == Main && b == Datasets
}

// Understood reports whether it is known which container a name means: it is in the table of venues, or written out.
func (c *Container) Understood() bool {
	return len(c.Venues)+len(c.Series) > 0 || c.Head == Preprints || !c.brief
}

// Identical reports whether two names surely mean one container, so that a work missing from one is missing from the
// other: known venues by their table and the same part of them, other names by all their words. It is stricter than
// CompareContainers, which forgives the liberties authors take.
func Identical(a, b *Container) bool {
	switch {
	case a.Normalised == b.Normalised:
		return a.Normalised != ""
	case a.Head == Preprints || b.Head == Preprints, kindsClash(a, b), sponsorsClash(a, b):
		return false
	case a.Track == Workshop || b.Track == Workshop:
		return a.Track == b.Track && len(a.own) > 0 && len(a.own) == len(b.own) &&
			!slices.ContainsFunc(a.own, func(w string) bool { return !slices.Contains(b.own, w) })
	case len(a.Venues) > 0 || len(b.Venues) > 0:
		return intersect(a.Venues, b.Venues) && a.Track == b.Track
	case len(a.Words) < 2 || len(b.Words) < 2:
		return len(a.Words)+len(b.Words) > 0 && slices.Equal(a.Words, b.Words) && slices.Equal(a.Acronyms, b.Acronyms)
	}
	return a.Track == b.Track && aligned(a, b)
}

// IdentityKeys returns keys of a name such that two names that are Identical share one: for looking up a name among
// many.
func (c *Container) IdentityKeys() []string {
	keys := []string{"=" + c.Normalised}
	switch {
	case c.Normalised == "" || c.Head == Preprints:
	case c.Track == Workshop:
		for _, w := range c.own {
			keys = append(keys, "w"+w)
		}
	case len(c.Venues) > 0:
		for _, v := range c.Venues {
			keys = append(keys, "v"+v)
		}
	default: // words that match begin with the same byte
		initials := []byte{'i'}
		for _, w := range c.Words {
			initials = append(initials, w[0])
		}
		keys = append(keys, string(initials))
	}
	return keys
}

// byWords compares names, at least one of which is not in the table.
func byWords(a, b *Container) Likeness {
	same := false
	switch {
	case len(a.Words) == 0 || len(b.Words) == 0:
		same = intersect(a.Acronyms, b.Acronyms) || onlySponsors(a, b)
	case kindsClash(a, b) || sponsorsClash(a, b):
	case ownAcronym(a, b) || ownAcronym(b, a):
		same = true
	default:
		same = sameWords(a, b) || sameHead(a, b) || acronymAny(a, b) || acronymAny(b, a) ||
			intersect(a.Acronyms, b.Acronyms) || joint(a, b) || joint(b, a)
	}
	if same {
		return AliasOf
	}
	return OtherContainer
}

// sameWords reports whether two names have the same words, except for what one of them may omit: the name of a
// workshop's host, the end of "Transactions", acronyms.
func sameWords(a, b *Container) bool {
	return aligned(a, b) || sameLetters(a, b) || samePart(a, b) ||
		a.Track == Workshop && b.Track == Workshop && Identical(a, b) || // one names its host: "ACL Workshop on …"
		cutTransactions(a, b) || cutTransactions(b, a) ||
		a.Head != Journal && b.Head != Journal && sameOwnWords(a, b)
}

// sameLetters reports whether two names have the same letters, except for lost spaces or letters misread by OCR, as
// in scanned lists.
func sameLetters(a, b *Container) bool {
	x, y := strings.Join(a.Words, ""), strings.Join(b.Words, "")
	return len(x) >= 12 && len(y) >= 12 && (x == y || misread.Replace(x) == misread.Replace(y))
}

// misread maps letters that OCR confuses to one letter.
var misread = strings.NewReplacer("rn", "m", "l", "i", "1", "i", "0", "o", "vv", "w", "cl", "d")

// sameHead reports whether one name has only an additional place or subtitle after a comma. Journals may be
// distinguished by it.
func sameHead(a, b *Container) bool {
	unknown := a.Head != Journal && b.Head != Journal && len(a.Venues)+len(b.Venues) == 0
	return (unknown || a.Head == Conference || b.Head == Conference) && (isHeadOf(a, b) || isHeadOf(b, a))
}

// isHeadOf reports whether the part of a before its comma is all of b.
func isHeadOf(a, b *Container) bool {
	return a.First >= 2 && a.First < len(a.Words) && equalWords(a, b, a.First, len(b.Words))
}

// cutTransactions reports whether short has "T." for "Transactions", as in indexes that also leave out the last
// words: "IEEE T. Pattern Anal.".
func cutTransactions(short, long *Container) bool {
	n := len(short.Words)
	return n > 1 && n < len(long.Words) && short.Words[0] == "transactions" && short.Dotted[0] &&
		slices.Equal(short.Sponsors, long.Sponsors) && equalWords(short, long, n, n)
}

// onlySponsors reports whether two names consist only of the same bodies, as "Proceedings of the IEEE" and "Proc. of
// the IEEE".
func onlySponsors(a, b *Container) bool {
	return len(a.Words)+len(b.Words) == 0 && a.Head == b.Head && a.Track == b.Track && len(a.Sponsors) > 0 &&
		slices.Equal(a.Sponsors, b.Sponsors)
}

// kindsClash reports whether one is a journal and the other a conference: "Pattern Recognition" and the
// "International Conference on Pattern Recognition".
func kindsClash(a, b *Container) bool {
	if a.Head == b.Head {
		return false
	}
	if a.Head == Journal && b.Head == Conference || a.Head == Conference && b.Head == Journal {
		return true
	}
	short := min(len(a.Words), len(b.Words)) < 3
	return short && (a.Head == Conference || b.Head == Conference) && len(a.Words) > 1 && len(b.Words) > 1
}

func sponsorsClash(a, b *Container) bool {
	return a.Head == Journal && b.Head == Journal && bothClash(a.Sponsors, b.Sponsors)
}

// aligned reports whether the significant words of two names are the same in order, perhaps abbreviated. One name may
// begin with an acronym that the other sets apart.
func aligned(a, b *Container) bool {
	x, y := a.tokens(), b.tokens()
	switch {
	case len(x) == 0 || len(y) == 0 || x[0].text == y[0].text:
	case slices.Contains(b.Acronyms, x[0].text):
		x = x[1:]
	case slices.Contains(a.Acronyms, y[0].text):
		y = y[1:]
	}
	o := order{names: [2][]token{x, y}, brief: [2]bool{a.brief, b.brief}, strict: true}
	return o.whole()
}

// tokens returns the significant words.
func (c *Container) tokens() []token {
	list := make([]token, len(c.Words))
	for i, w := range c.Words {
		list[i] = token{text: w, dotted: c.Dotted[i]}
	}
	return list
}

// equalWords compares the first n words of a with the first m of b, one by one, allowing abbreviations.
func equalWords(a, b *Container, n, m int) bool {
	if n != m || n == 0 || n > min(len(a.Words), len(b.Words)) {
		return false
	}
	for i := range n {
		if !a.word(i).matches(b.word(i)) {
			return false
		}
	}
	return true
}

// acronymAny reports whether a is an acronym of b's words, or has one.
func acronymAny(a, b *Container) bool {
	if len(a.Words) == 1 && acronymOf(a.Words[0], b.All) || coinedWorkshop(a, b) {
		return true
	}
	return slices.ContainsFunc(a.Acronyms, func(w string) bool {
		return len(b.Words) == 1 && b.Words[0] == w || slices.Contains(b.Acronyms, w)
	})
}

// coinedWorkshop reports whether b contains or spells out the coined name of a workshop: "BlackboxNLP@EMNLP";
// "ConvAI" for "NLP for Conversational AI".
func coinedWorkshop(a, b *Container) bool {
	if a.Track != Workshop || len(a.Words) > 2 || len(a.own) != 1 {
		return false
	}
	for _, w := range a.Words {
		if len(w) < 6 {
			continue
		}
		if slices.Contains(b.Words, w) {
			return true
		}
		for start := range b.All {
			if acronymOf(w, b.All[start:]) {
				return true
			}
		}
	}
	return false
}

// acronymOf reports whether the letters of an acronym of three or more letters are beginnings of the words in order.
// Words without weight may be skipped; every other word must supply at least one letter.
func acronymOf(acronym string, words []string) bool {
	if len(acronym) < 3 || len(acronym) > acronymMax || len(words) < 2 || len(words) > acronymWords {
		return false
	}
	var s speller
	return s.spell(acronym, words)
}

// The longest acronym and name that are compared.
const (
	acronymMax   = 16
	acronymWords = 24
)

// speller remembers which remainders of acronym and words do not match, so that a name that repeats one word many
// times costs no more than another.
type speller struct {
	failed [acronymMax + 1][acronymWords + 1]bool
}

func (s *speller) spell(acronym string, words []string) bool {
	for len(words) > 0 && acronym == "" && skippable(words[0]) {
		words = words[1:]
	}
	if acronym == "" || len(words) == 0 {
		return acronym == "" && len(words) == 0
	}
	if s.failed[len(acronym)][len(words)] {
		return false
	}
	w := words[0]
	if skippable(w) && s.spell(acronym, words[1:]) {
		return true
	}
	for n := min(len(w), len(acronym), 8); n >= 1; n-- {
		if w[:n] == acronym[:n] && s.spell(acronym[n:], words[1:]) {
			return true
		}
	}
	s.failed[len(acronym)][len(words)] = true
	return false
}

// skippable reports whether an acronym may skip a word.
func skippable(w string) bool {
	return StopWord(w) || containerNoise[w] || sponsorWords[w] || headWords[w] == Conference || w == "international" ||
		trackWords[w] != Main ||
		yearWord(w) != 0 || ordinal(w) || digits(w)
}

func intersect(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}

// bothClash reports whether two lists are both non-empty and have nothing in common.
func bothClash(a, b []string) bool { return len(a) > 0 && len(b) > 0 && !intersect(a, b) }

// unnamed reports whether a part of a conference has no name of its own.
func (c *Container) unnamed() bool { return len(c.own) == 0 }

// sameWorkshop compares the workshops' own names if both have one.
func sameWorkshop(a, b *Container) bool {
	x, y := a.own, b.own
	if len(x) == 0 || len(y) == 0 {
		return true
	}
	most := 2*Shared(x, y) > min(len(x), len(y)) // workshops of one field share some of their words
	return most || len(x) == 1 && coinedOf(x[0], y) || len(y) == 1 && coinedOf(y[0], x)
}

// coinedOf reports whether a short name consists of beginnings, of two letters or more, of some words in order, with
// "4" for "for": "DeepDiffEq" for "Integration of Deep Neural Models and Differential Equations". Names in capitals
// only, such as "DL4C", may not skip a word.
func coinedOf(name string, words []string) bool {
	if len(name) > acronymMax || len(words) > acronymWords {
		return false
	}
	if head, tail, ok := strings.Cut(name, "4"); ok {
		return head != "" && tail != "" &&
			(coinedParts(head, words) && coinedParts(tail, words) || coinedParts(head+tail, words))
	}
	return len(name) >= 5 && coinedParts(name, words)
}

// coinedParts reports whether a name can be split into beginnings of the words.
func coinedParts(name string, words []string) bool {
	if name == "" {
		return true
	}
	for i, w := range words {
		for n := min(len(w), len(name)); n >= 2 || n == 1 && i == 0; n-- {
			if w[:n] == name[:n] && coinedParts(name[n:], words[i+1:]) {
				return true
			}
		}
	}
	return false
}

// ownWords returns the significant words that are not acronyms of known venues.
func (c *Container) ownWords() []string {
	t := venues()
	var out []string
	for i, w := range c.Words {
		if !slices.ContainsFunc(t.acronyms[w], func(v *venue) bool { return v.kind == 'c' }) &&
			!(i < len(c.known) && c.known[i]) {
			out = append(out, w)
		}
	}
	return out
}

// ownAcronym reports whether a is a workshop named by its acronym and its host, "EMAS@AAMAS", and b is a name that
// contains the acronym or spells it out.
func ownAcronym(a, b *Container) bool {
	own := a.own
	if a.Track != Workshop || len(own) != 1 || len(own[0]) < 3 || len(a.Words) < 2 {
		return false
	}
	return slices.Contains(b.Acronyms, own[0]) || slices.Contains(b.Words, own[0]) || len(b.own) > 1 &&
		acronymOf(own[0], b.own)
}

// sameOwnWords reports whether two names of three words or more are the same except for known acronyms and the word
// "workshop".
func sameOwnWords(a, b *Container) bool {
	x, y := a.own, b.own
	return len(x) >= 3 && a.Track != Findings && b.Track != Findings &&
		slices.EqualFunc(x, y, func(v, w string) bool { return v == w || plural(v, w) })
}

// joint reports whether claim is one of the conferences of the joint conference that record names.
func joint(claim, record *Container) bool {
	n := len(claim.Words)
	if n < 3 || n >= len(record.Words) || !slices.Contains(record.All, "joint") || claim.Head != Conference {
		return false
	}
	for i := 0; i+n <= len(record.Words); i++ {
		if slices.EqualFunc(claim.Words, record.Words[i:i+n], func(v, w string) bool { return v == w || plural(v, w) }) {
			return true
		}
	}
	return false
}
