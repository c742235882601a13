package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// The library returns the code of a character that it cannot name: for example, one of a font without a ToUnicode
// table whose glyph is "f_i" or "T_h". The encoding that the file states for the font has that name.

// joined are ligatures without a character of their own; they are represented by joinedFirst and the following code
// points until they are written.
var joined = strings.Fields(
	"Th tt ti tti ft fft tf ttf fj ffj fb ffb fh ffh fk ffk ct sp ck ch Qu fr ffr fs gy it ij IJ ll ry ty tz")

const joinedFirst = 0xF0000

// ligatureRune returns the character for letters drawn as one glyph.
func ligatureRune(letters string) (rune, bool) {
	if r, ok := ligatures[letters]; ok {
		return r, true
	}
	if i := slices.Index(joined, letters); i >= 0 {
		return rune(joinedFirst + i), true
	}
	return 0, false
}

var ligatures = map[string]rune{"ff": 'ﬀ', "fi": 'ﬁ', "fl": 'ﬂ', "ffi": 'ﬃ', "ffl": 'ﬄ', "st": 'ﬆ'}

// glyphRune returns the character for a glyph's name: "f_i", "f_f_i.alt", "uniFB01", "uni00660069", "T_h".
func glyphRune(name string) (rune, bool) {
	name, _, _ = strings.Cut(name, ".")
	var letters strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		switch hex, uni := strings.CutPrefix(part, "uni"); {
		case uni && len(hex) >= 4 && len(hex)%4 == 0:
			for ; hex != ""; hex = hex[4:] {
				u, err := strconv.ParseUint(hex[:4], 16, 16)
				if err != nil {
					return 0, false
				}
				letters.WriteRune(rune(u))
			}
		case len(part) == 1 || len(part) <= 3 && strings.Trim(part, "fil") == "":
			letters.WriteString(part)
		default:
			return 0, false
		}
	}
	text := letters.String()
	if only := []rune(text); len(only) == 1 && only[0] >= ' ' {
		return only[0], true
	}
	return ligatureRune(text)
}

// fontNames maps the codes of the fonts of a file, by the name of the font, to characters. A code for which two fonts
// of one name disagree is left out (0).
type fontNames map[string]map[byte]rune

var (
	objectHead   = lazy.Regexp(`(?:^|\D)(\d{1,9})\s+\d{1,5}\s*$`)
	baseFont     = lazy.Regexp(`/BaseFont\s*/([^\s/<>\[\]()]+)`)
	encodingRef  = lazy.Regexp(`/Encoding\s+(\d{1,9})\s+\d{1,5}\s+R\b`)
	differences  = lazy.Regexp(`/Differences\s*\[([^\]]*)\]`)
	objectStream = lazy.Regexp(`/Type\s*/ObjStm\b`)
	streamCount  = lazy.Regexp(`/N\s+(\d{1,6})\b`)
	streamFirst  = lazy.Regexp(`/First\s+(\d{1,9})\b`)
)

func namesOfFonts(src []byte) fontNames {
	objects := objectsOf(src)
	names := fontNames{}
	for _, body := range objects {
		font := baseFont.FindStringSubmatch(body)
		if font == nil {
			continue
		}
		if ref := encodingRef.FindStringSubmatch(body); ref != nil {
			body = objects[ref[1]]
		}
		if list := differences.FindStringSubmatch(body); list != nil {
			names.add(untagged(font[1]), list[1])
		}
	}
	return names
}

// add reads one list of differences: "27 /f_f /f_i 39 /quotesingle".
func (f fontNames) add(font, list string) {
	codes := f[font]
	if codes == nil {
		codes = map[byte]rune{}
		f[font] = codes
	}
	code := 0
	for _, word := range strings.Fields(strings.ReplaceAll(list, "/", " /")) {
		name, ok := strings.CutPrefix(word, "/")
		if !ok {
			if n, err := strconv.Atoi(word); err == nil {
				code = n
			}
			continue
		}
		if code >= 0 && code <= 0xFF {
			r, _ := glyphRune(name)
			if known, ok := codes[byte(code)]; ok && known != r {
				r = 0
			}
			codes[byte(code)] = r
		}
		code++
	}
}

// The bounds of objects: fonts and encodings are short, and the streams that pack them are small.
const (
	objectMost = 16 << 10 // bytes kept of an object
	packedMost = 32 << 20 // bytes of all streams of objects of a file, which are unpacked in memory
)

// objectsOf returns the objects of a file by their numbers, without the data of streams.
func objectsOf(src []byte) map[string]string {
	objects := map[string]string{}
	left, end := int64(packedMost), -1 // end is the end of the object, so that it is searched for once
	for at := 0; at < len(src); {
		i := bytes.Index(src[at:], []byte(" obj"))
		if i < 0 {
			break
		}
		head := objectHead.FindStringSubmatch(string(src[at+max(0, i-20) : at+i]))
		at += i + len(" obj")
		if head == nil {
			continue
		}
		if end < at {
			end = len(src)
			if i := bytes.Index(src[at:], []byte("endobj")); i >= 0 {
				end = at + i
			}
		}
		number, body := head[1], src[at:end]
		dict, data, isStream := bytes.Cut(body, []byte("stream"))
		at += len(dict)
		if isStream && objectStream.MatchString(string(dict)) {
			left = packedObjects(objects, dict, data, left)
			continue
		}
		objects[number] = string(dict[:min(len(dict), objectMost)])
	}
	return objects
}

// packedObjects adds the objects packed in a stream, and returns how much may still be unpacked.
func packedObjects(objects map[string]string, dict, data []byte, left int64) int64 {
	z, err := zlib.NewReader(bytes.NewReader(bytes.TrimLeft(data, "\r\n")))
	if err != nil {
		return left
	}
	text, _ := io.ReadAll(io.LimitReader(z, left)) // only what can be unpacked counts
	left -= int64(len(text))
	count, first := numberIn(streamCount, dict), numberIn(streamFirst, dict)
	if first <= 0 || first > len(text) {
		return left
	}
	head := strings.Fields(string(text[:first]))
	for i := 0; i < count && 2*i+1 < len(head); i++ {
		start, _ := strconv.Atoi(head[2*i+1])
		end := len(text) - first
		if 2*i+3 < len(head) {
			end, _ = strconv.Atoi(head[2*i+3])
		}
		if start >= 0 && start <= end && first+end <= len(text) {
			objects[head[2*i]] = string(text[first+start : first+min(end, start+objectMost)])
		}
	}
	return left
}

// numberIn returns the number that a pattern finds, or 0 if there is none.
func numberIn(pattern *lazy.Pattern, dict []byte) int {
	match := pattern.FindStringSubmatch(string(dict))
	if match == nil {
		return 0
	}
	n, _ := strconv.Atoi(match[1])
	return n
}

// nameLetters replaces the codes in words of a page that the library cannot name: by the names of glyphs, if the file
// states them, or judging by the words that contain them; otherwise the letter is lost.
func (r *reader) nameLetters(text uint64, runes []rune) {
	for i, u := range runes {
		if !suspicious(u) || !r.inWordOfFont(text, runes, i) {
			continue
		}
		if r.fontNames == nil {
			r.fontNames = namesOfFonts(r.src)
		}
		font := r.font(text, i)
		to := r.fontNames[r.doc.Fonts[font].Name][byte(u)]
		if to == 0 || u > 0xFF {
			to = r.ligatures.of(font, u, runes, i)
		}
		if runes[i] = to; to == lostLetter {
			r.lost++
		}
	}
}

// ligatureWords are parts of words that identify a code as a ligature; a code that begins one begins the word.
var ligatureWords = map[string][]string{
	"ff": strings.Fields("e?ect di?er a?ect e?ort su?er e?izien"),
	"fi": strings.Fields(`de?n ?rst signi? speci? classi? scienti? ?nal ?nd ?eld ?nite ?lter pro?l con?g con?r con?d
		arti?c identi? modi? bene?t ?ve ?gur simpli? veri? quanti?`),
	"fl":  strings.Fields("in?u re?ect re?ex ?ow work?ow con?ict ?ex ?uid ?uor ?ight ?oat ?üss Ein?uss"),
	"ffi": strings.Fields("e?cien su?cien o?c tra?c di?cult coe?cient a?nit Gri?th"),
	"ti":  strings.Fields("a?on lec?on func?on rela?v effec?v ac?v ques?on sta?s ?me ma?c ac?on"),
	"tt":  strings.Fields("a?en be?er pa?er le?er se?ing ma?er wri?en"),
	"Th":  strings.Fields("?e ?is ?eor ?ermo ?omas ?ree ?ese"),
}

// ligatureVotes counts, for each unexplained code of a font, the words that indicate a ligature.
type ligatureVotes map[ligatureCode]map[string]int

type ligatureCode struct {
	font int32
	code rune
}

// leastVotes is the number of words required to determine the meaning of a code.
const leastVotes = 2 // case: TestLigaturesByWords

// of returns the ligature indicated by the most words so far, including this one.
func (v ligatureVotes) of(font int32, code rune, text []rune, at int) rune {
	c := ligatureCode{font, code}
	if v[c] == nil {
		v[c] = map[string]int{}
	}
	for ligature, words := range ligatureWords {
		for _, w := range words {
			if fits(text, at, w) {
				v[c][ligature]++
				break
			}
		}
	}
	best, most, others := "", 0, 0
	for ligature, n := range v[c] {
		if n > most || n == most && ligature < best {
			best, most = ligature, n
		}
		others += n
	}
	if others -= most; most < leastVotes || most <= others {
		return lostLetter
	}
	to, _ := ligatureRune(best)
	return to
}

// fits reports whether a text contains a part of a word, with a code for its question mark.
func fits(text []rune, at int, part string) bool {
	before, after, _ := strings.Cut(part, "?")
	b, a := []rune(before), []rune(after)
	return at >= len(b) && at+1+len(a) <= len(text) && (before != "" || !inWord(text, at-1)) &&
		string(text[at-len(b):at]) == before && string(text[at+1:at+1+len(a)]) == after
}

// DamagedText is the rule of a problem: letters of words have no meaning in the text layer.
const DamagedText = "damaged-text"

// leastLost is the number of lost letters from which a problem is reported.
const leastLost = 3 // case: TestGlyphNames

// reportLost reports letters whose meaning the file does not state as a problem.
func (r *reader) reportLost() {
	if r.lost >= leastLost {
		r.doc.Problems = append(r.doc.Problems, Problem{Rule: DamagedText, Message: fmt.Sprintf(
			"the text of this PDF is damaged: its fonts do not say what %d letters are (shown as \uFFFD); "+
				"what differs in a field with one accuses nobody", r.lost)})
	}
}

// lostLetter represents a letter in a word whose meaning the file does not state.
const lostLetter = joinedFirst - 1

// meaningless reports whether u is a character that no text contains: none, the replacement character, or one for
// private use.
func meaningless(u rune) bool { return u == 0 || u == 0xFFFD || u >= 0xE000 && u <= 0xF8FF }

// suspicious reports whether a character may be the code of a ligature.
func suspicious(u rune) bool {
	switch {
	case u >= 'a' && u <= 'z', u >= 'A' && u <= 'Z', u >= '0' && u <= '9', blank(u) && u >= ' ', u == '\r', u == '\n':
		return false
	}
	return !strings.ContainsRune(".,;:-()'’/", u)
}

// mathFont matches the names of fonts for formulas.
var mathFont = lazy.Regexp(
	`^(?:CM|LM)?(?:MI|MIB|SY|BSY|EX)\d|^(?:CM(?:MI|SY|BSY|EX)|MS[AB]M|EU[FRS]M)|(?i:math|symbol)`)

// wordLetters is the number of adjacent letters that make a character part of a word: formulas have fewer.
const wordLetters = 3

// inWordOfFont reports whether a character without a meaning is part of a word in its font. Private-use characters,
// which draw icons, need letters on both sides.
func (r *reader) inWordOfFont(text uint64, runes []rune, i int) bool {
	before, after := i, i+1
	for before > 0 && i-before < wordLetters && unicode.IsLetter(runes[before-1]) {
		before--
	}
	for after < len(runes) && after-i <= wordLetters && unicode.IsLetter(runes[after]) {
		after++
	}
	if after-before <= wordLetters {
		return false
	}
	if meaningless(runes[i]) {
		if before == i || after == i+1 {
			return false
		}
	} else if r.n.integer("FPDFText_HasUnicodeMapError", text, uint64(i)) != 1 {
		return false
	}
	font := r.font(text, i)
	name := r.doc.Fonts[font].Name
	if name == "" || mathFont.MatchString(name) {
		return false
	}
	return before < i && r.font(text, i-1) == font || after > i+1 && r.font(text, i+1) == font
}
