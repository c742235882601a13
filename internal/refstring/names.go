package refstring

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// maxNames bounds how many people one list is split into.
const maxNames = 1000

// SplitNames splits a printed list of names into people, and reports whether the list is cut ("et al."). It reads
// "Family, G., Family, G.", "G. Family and G. Family", "Family GI, Family GI", lists with semicolons or slashes, and
// mixtures of these.
func SplitNames(text string) (names []biblio.Contributor, cut bool) {
	if i := gapAt(text); i > 0 { // the claim of a cut list has its beginning
		names, _ := SplitNames(text[:i])
		return names, true
	}
	text = clean(text)
	if at := words.CutTail(text); at > 0 {
		text, cut = text[:at], true
	}
	pieces, marked := dropEtAl(cutPieces(text))
	cut = cut || marked
	if len(pieces) > maxNames {
		pieces, cut = pieces[:maxNames], true
	}
	if kept := slices.DeleteFunc(pieces, nameless); len(kept) < len(pieces) {
		pieces, cut = kept, true
	}
	names = joinPieces(pieces)
	biblio.CapitalFamilies(names)
	return names, cut
}

// piece is a part of a list of names between two separators.
type piece struct {
	text  string
	kind  pieceKind
	after byte // the separator before it: 0, ',', ';' or '&' (also words such as "and")
}

type pieceKind uint8

const (
	singleName   pieceKind = iota // one word, or particles and a word
	severalNames                  // several words without initials: "Ryan Chaiyakul"
	initialsOnly                  // "G. L.", "KJ"
	givenFirst                    // "G. L. Family", "Karl W. Family"
	givenLast                     // "Family GL", "Robert E."
	bodyName                      // "ALICE Collaboration"
	suffixOnly                    // "Jr."
)

// joins reports whether a word joins the last name to a list. In capitals only the most common words count.
func joins(w string) bool {
	if r := firstRune(w); unicode.IsUpper(r) {
		return strings.EqualFold(w, "and") || strings.EqualFold(w, "und")
	}
	return words.Joins(w)
}

func cutPieces(text string) []piece {
	text = strings.Trim(text, " \t\r\n,;:.([{\"“”")
	var list []piece
	slashes := strings.Contains(text, "/") && !strings.Contains(text, ";")
	start, sep, depth := 0, byte(0), 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0:
			if next, n := separatorAt(text, i, slashes); n > 0 {
				list = appendConjoined(list, text[start:i], sep)
				sep, start = next, i+n
				i = start
				continue
			}
		}
		i++
	}
	return appendConjoined(list, text[start:], sep)
}

// wideSeparators separate names like a semicolon.
var wideSeparators = []string{" – ", " — ", "、", "，", "；"}

// separatorAt returns the separator at byte i and its length in bytes, or 0 if there is none.
// slashes says that "/" is one.
func separatorAt(text string, i int, slashes bool) (sep byte, n int) {
	switch c := text[i]; {
	case c == ',':
		return ',', 1
	case c == ';', c == '/' && slashes:
		return ';', 1
	case c != ' ' && c < utf8.RuneSelf:
		return 0, 0
	case i > 0 && text[i-1] == '.' && strings.HasPrefix(text[i:], " - "): // "Tang, J. - Wang, Z."
		return ';', 3
	}
	for _, s := range wideSeparators {
		if strings.HasPrefix(text[i:], s) {
			return ';', len(s)
		}
	}
	return 0, 0
}

// notAName reports whether text occurs in lists of names but is not a name: "eds.", "in", and the words of a short
// citation after a name, "Klaus Dörre, a. a. O., S. 897".
func notAName(text string, single bool) bool {
	if text != "" && text == strings.ToLower(text) && (words.Begins(text, words.Ibid) || words.Is(text, words.Above)) {
		return true
	}
	if single && len(text) > 1 &&
		(words.Is(text, words.Editor, words.Translator, words.In) || strings.EqualFold(text, "by") ||
			strings.EqualFold(text, "citation")) {
		return true
	}
	return words.Is(text, words.Ibid)
}

// appendConjoined splits one part at "and", "&" and the like.
func appendConjoined(list []piece, text string, sep byte) []piece {
	var store [2 * manyWords]string
	parts := appendWords(store[:0], strings.ReplaceAll(text, "&", " & "))
	start := 0
	for i, w := range parts {
		if !joins(w) || words.CutHead(strings.Join(parts[i:], " ")) > 0 || bodyGoesOn(parts[start:i], parts[i+1:]) {
			continue
		}
		single := utf8.RuneCountInString(w) == 1 && w != "&"
		if single && (i == start || i+2 >= len(parts) && !joinsTwo(list, parts[:i], parts[i+1:], sep)) { // "Ortega y Gasset"
			continue
		}
		if i > start {
			list = appendPiece(list, parts[start:i], sep)
		}
		start, sep = i+1, '&'
	}
	if start < len(parts) {
		list = appendUncut(list, parts[start:], sep)
	}
	return list
}

// appendUncut splits names with nothing between them, as some print Vancouver style: "Devlin J Chang MW Lee K". Each
// is one word and its initials without full stops.
func appendUncut(list []piece, parts []string, sep byte) []piece {
	if len(parts) < 4 || len(parts)%2 != 0 {
		return appendPiece(list, parts, sep)
	}
	for i, w := range parts {
		if family := i%2 == 0; family && !mixedCase(w) || !family && !allCapitals(w, 1) || !family && len(w) > 3 || !family &&
			strings.Trim(w, "IVX") == "" && len(w) > 1 {
			return appendPiece(list, parts, sep)
		}
	}
	for i := 0; i < len(parts); i += 2 {
		list, sep = appendPiece(list, parts[i:i+2], sep), ','
	}
	return list
}

// joinsTwo reports whether a conjunction of one letter is between two people although only one word follows: after
// initials, "Pérez, J. y García", after the given name that belongs to the family name before the comma, "Pérez,
// Juan y García", or before a family name in capitals, "TEH, Yee Whye a GAL, Yarin".
func joinsTwo(list []piece, before, after []string, sep byte) bool {
	if len(after) != 1 || lowerWord(after[0]) {
		return false
	}
	last := before[len(before)-1]
	return initials(last) || mixedCase(last) && allCapitals(after[0], 2) || sep == ',' && len(list) > 0 &&
		list[len(list)-1].kind == singleName
}

func appendPiece(list []piece, parts []string, sep byte) []piece {
	text := strings.Trim(strings.Join(parts, " "), " ,;:()[]")
	text = strings.TrimLeft(text, ".-–—_*·• ")
	if rest := strings.TrimLeft(text, "0123456789"); rest != text && strings.HasPrefix(rest, "-") { // "7-Taghipour"
		text = strings.TrimLeft(rest, "- ")
	}
	if text == "" || notAName(strings.Trim(text, "."), len(parts) == 1) {
		return list
	}
	if list == nil {
		list = make([]piece, 0, 8)
	}
	kind := kindOf(text)
	if kind != bodyName && bodyParted(parts) {
		kind = bodyName
	}
	return append(list, piece{text: text, kind: kind, after: sep})
}

// dropEtAl removes the marks of a truncated list, and reports whether there were any.
func dropEtAl(list []piece) ([]piece, bool) {
	cut := false
	kept := list[:0]
	for _, p := range list {
		if words.IsCut(p.text) {
			cut = true
			continue
		}
		if head, ok := cutTail(p.text); ok {
			cut = true
			p.text = head
			p.kind = kindOf(head)
		}
		if p.text != "" {
			kept = append(kept, p)
		}
	}
	if n := len(kept); n > 0 {
		if head, ok := unknownTail(kept[n-1].text); ok {
			cut = true
			kept[n-1].text, kept[n-1].kind = head, kindOf(head)
		}
	}
	return kept, cut
}

// cutTail removes a mark from the end of a name, with anything in brackets after it: "A. Smith et al. (ATLAS".
func cutTail(name string) (string, bool) {
	text, _, _ := strings.Cut(name, " (")
	if at := words.CutTail(text); at > 0 {
		return text[:at], true
	}
	return name, false
}

// unknownTail removes from the last name of a list what must be an unlisted truncation mark: a small word after an
// initial, "LeCun, Y. xyz.".
func unknownTail(name string) (string, bool) {
	at := strings.LastIndexByte(name, ' ')
	if at < 2 || name[at-1] != '.' || strings.ToLower(name[at:]) != name[at:] || strings.ToUpper(name[at:]) == name[at:] ||
		biblio.IsParticle(name[at+1:]) || nameSuffix(name[at+1:]) {
		return name, false
	}
	head := strings.TrimRight(name[:at], " ")
	return head, initials(head[strings.LastIndexByte(head, ' ')+1:])
}

func kindOf(text string) pieceKind {
	var store [manyWords]string
	words := appendWords(store[:0], text)
	if len(words) == 1 {
		return kindOfWord(words[0])
	}
	count, last, full := 0, -1, 0 // words of initials, the last of them, whole names
	for i, w := range words {
		if initials(w) {
			count, last = count+1, i
		} else if !nameSuffix(w) && !lowerWord(w) {
			full++
		}
	}
	if (count == 0 || len(words) > 2 && count < len(words)-1) && biblio.ParseName(text).Literal != "" {
		return bodyName
	}
	switch {
	case full == 0 && count > 0:
		return initialsOnly
	case count == 0 && full <= 1:
		return singleName
	case count == 0:
		return severalNames
	case endsInInitials(words, last):
		return givenLast
	}
	return givenFirst
}

func kindOfWord(w string) pieceKind {
	switch {
	case nameSuffix(w):
		return suffixOnly
	case initials(w):
		return initialsOnly
	case gluedGiven(w):
		return givenFirst
	}
	return singleName
}

// endsInInitials reports whether words are a family name followed by its initials, perhaps before a suffix. last is
// the index of the last word of initials.
func endsInInitials(words []string, last int) bool {
	n := len(words)
	if last < n-1 && !(nameSuffix(words[n-1]) && last == n-2) || lowerWord(words[n-1]) {
		return false
	}
	// "M. Khalid J"
	middle := n > 2 && initials(words[0]) && !initials(words[1]) && strings.Contains(words[0], ".") &&
		!strings.Contains(words[last], ".")
	return !middle
}

// initials reports whether a word consists of initials: "G.", "J.-P.", "KJ", "Yu.".
func initials(w string) bool {
	letters, upper, dots := 0, 0, 0
	for _, r := range w {
		switch {
		case unicode.IsUpper(r):
			letters++
			upper++
		case unicode.IsLetter(r):
			letters++
		case r == '.':
			dots++
		case !strings.ContainsRune("-'’‐‑–", r):
			return false
		}
	}
	switch upper {
	case 0:
		return letters == 1 && dots == 1
	case letters:
		return letters <= 3 || dots >= letters-1 && letters <= 6
	}
	return letters <= 3 && letters <= 2*dots && strings.HasSuffix(w, ".")
}

// gluedGiven reports whether a word is initials and family name without a space: "J.Smith".
func gluedGiven(w string) bool {
	i := strings.LastIndexByte(w, '.')
	return i > 0 && i < len(w)-2 && initials(w[:i+1])
}

func lowerWord(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsLower(r)
}

func nameSuffix(w string) bool {
	bare := strings.Trim(w, ".,")
	return len(bare) <= 3 && words.Is(bare, words.Suffix) && (!strings.EqualFold(bare, "iv") || w == "IV")
}

// joinPieces turns pieces into people: a family name and the initials or given
// names after its comma belong together.
func joinPieces(list []piece) []biblio.Contributor {
	if len(list) == 0 {
		return nil
	}
	out := make([]biblio.Contributor, 0, len(list))
	inverted, first := invertedGivens(list), invertedFirst(list)
	all := first && allInverted(list)
	capitals, pairs := capitalsFirst(list), capitalPairs(list)
	for i := 0; i < len(list); {
		p := list[i]
		given, suffix := "", ""
		i++
		if suffixNext(list, i) {
			suffix = list[i].text
			i++
		}
		if i < len(list) && list[i].after == ',' &&
			(takesGiven(p, list[i], inverted || suffix != "") || first && (len(out) == 0 || all) || pairs) {
			given = list[i].text
			i++
			if suffix == "" && suffixNext(list, i) {
				suffix = list[i].text
				i++
			}
		}
		c, ok := p.inCapitals(capitals)
		if !ok || given+suffix != "" {
			c = person(p.text, given, suffix, p.kind)
		}
		if !c.IsZero() {
			out = append(out, c)
		}
	}
	return out
}

// suffixNext reports whether piece i is "Jr." or similar after a comma.
func suffixNext(list []piece, i int) bool {
	return i < len(list) && list[i].after == ',' && list[i].kind == suffixOnly
}

// takesGiven reports whether the piece next holds the given names of family.
func takesGiven(family, next piece, inverted bool) bool {
	if family.kind != singleName && next.kind == singleName && mixedCase(next.text) &&
		allCapitals(strings.ReplaceAll(family.text, " ", ""), 2) {
		return true // "VAN EMDE BOAS, Peter", "XU, Chuanqi"
	}
	switch family.kind {
	case singleName, severalNames:
	case initialsOnly: // "LI, W.", not "LOW Y, GU H"
		return next.kind == initialsOnly && !strings.ContainsAny(family.text, ". ")
	default:
		return false
	}
	switch next.kind {
	case initialsOnly:
		return true
	case givenLast:
		return family.kind == singleName && (inverted || strings.HasSuffix(next.text, ".")) // "Robert E.", not "Naeem S"
	case singleName:
		return family.kind == singleName && inverted
	case severalNames:
		return family.kind == singleName && inverted && strings.Count(next.text, " ") == 1
	}
	return false
}

// invertedGivens reports whether a single word after a comma is a given name:
// the list begins with a single word, a comma and a given name ("Wager, Karen").
func invertedGivens(list []piece) bool {
	if len(list) < 2 || list[0].kind != singleName || list[1].after != ',' || wholeHan(list) {
		return false
	}
	switch list[1].kind {
	case initialsOnly, bodyName, suffixOnly:
		return false
	case givenFirst:
		return false
	}
	return true
}

func person(family, given, suffix string, kind pieceKind) biblio.Contributor {
	if given != "" {
		c := biblio.ParseName(family + ", " + given)
		c.Suffix = cmp.Or(suffix, c.Suffix)
		return c
	}
	if kind == bodyName {
		return biblio.Contributor{Literal: family}
	}
	var store [manyWords]string
	words := appendWords(store[:0], family)
	if n := len(words); kind == givenLast && n > 1 {
		// "Edwards JR" are initials
		if suffix == "" && nameSuffix(words[n-1]) && (n > 2 || words[1] != "JR" && words[1] != "SR") {
			suffix = words[n-1]
			n--
		}
		k := n
		for k > 1 && initials(words[k-1]) {
			k--
		}
		c := biblio.NameParts(strings.Join(words[:k], " "), strings.Join(words[k:n], " "))
		c.Suffix = suffix
		return c
	}
	if k := capitalFamily(words); k > 0 {
		return biblio.Contributor{Family: strings.Join(words[:k], " "), Given: strings.Join(words[k:], " "), Suffix: suffix}
	}
	if len(words) == 1 && kind == givenFirst {
		if i := strings.LastIndexByte(family, '.'); i > 0 {
			family = family[:i+1] + " " + family[i+1:]
		}
	}
	c := biblio.ParseName(family)
	c.Suffix = cmp.Or(suffix, c.Suffix)
	return c
}

// capitalFamily returns the number of leading words in capitals before a given name in mixed case: "BOURGUIGNON
// D'ANVILLE Jean-Baptiste"; 0 if there are none.
func capitalFamily(words []string) int {
	k := 0
	for k < len(words) && utf8.RuneCountInString(words[k]) > 1 && words[k] == strings.ToUpper(words[k]) &&
		words[k] != strings.ToLower(words[k]) && !strings.Contains(words[k], ".") {
		k++
	}
	if k == 0 || k == len(words) || k == 1 && initials(words[0]) || len(words[0]) < 3 || lowerWord(words[k]) ||
		initials(words[k]) {
		return 0
	}
	return k
}

// gapAt returns where a list of names omits names in its middle, as APA prints long lists: "A, B., C, D., … Z, Y.";
// -1 if it does not. What follows the gap is only the last name.
func gapAt(text string) int {
	for _, mark := range []string{"…", ". . .", "..."} {
		i := strings.Index(text, mark)
		if i <= 0 {
			continue
		}
		head, tail := strings.TrimRight(text[:i], " "), strings.Trim(text[i+len(mark):], " .,&")
		if strings.HasSuffix(head, ",") && strings.Count(head, ",") > 2 && tail != "" && strings.Count(tail, ",") <= 2 {
			return i
		}
	}
	return -1
}
