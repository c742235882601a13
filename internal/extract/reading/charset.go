package reading

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// ToUTF8 returns src in UTF-8 and the name of the encoding it was in, or "" for UTF-8 itself. Text that is neither
// UTF-8 nor UTF-16 is read in the encoding that it names, or else in the one in which it reads best (guess). A
// multi-byte character cut at the very end of src does not cast doubt on UTF-8.
func ToUTF8(src []byte) (text []byte, from string) {
	if rest, ok := bytes.CutPrefix(src, []byte("\xef\xbb\xbf")); ok {
		src = rest
	}
	if order, ok := utf16Order(src); ok {
		decoded, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().Bytes(src)
		if err == nil {
			return decoded, "UTF-16"
		}
	}
	if bytes.IndexByte(src, 0) >= 0 && !IsBinary(src) { // an editor's error; text has none of these
		src = bytes.ReplaceAll(src, []byte{0}, nil)
		if validUTF8(src) {
			return src, "UTF-8 with zero bytes"
		}
	}
	if decoded, ok := sevenBit(src); ok {
		return decoded, "iso-2022-jp"
	}
	if validUTF8(src) {
		return src, ""
	}
	if decoded, name, ok := declared(src); ok {
		return decoded, name
	}
	if valid, invalid := multibyte(src); valid > invalid {
		return mend(src), "UTF-8 with single bytes of Latin-1"
	}
	return guess(src)
}

// multibyte returns the number of well-formed multi-byte UTF-8 characters, and of bytes outside ASCII that belong to
// none. Text in Latin-1 has almost none of the former.
func multibyte(src []byte) (valid, invalid int) {
	for i := 0; i < len(src); {
		if src[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			invalid++
		} else {
			valid++
		}
		i += size
	}
	return valid, invalid
}

// mend reads bytes that are not valid UTF-8 as Windows-1252 and leaves the rest.
func mend(src []byte) []byte {
	out := make([]byte, 0, len(src)+16)
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			out = utf8.AppendRune(out, charmap.Windows1252.DecodeByte(src[i]))
		} else {
			out = append(out, src[i:i+size]...)
		}
		i += size
	}
	return out
}

func validUTF8(src []byte) bool {
	if utf8.Valid(src) {
		return true
	}
	for cut := 1; cut < utf8.UTFMax && cut < len(src); cut++ {
		tail := src[len(src)-cut:]
		if utf8.RuneStart(tail[0]) {
			return !utf8.FullRune(tail) && utf8.Valid(src[:len(src)-cut])
		}
	}
	return false
}

// IsUTF16 reports whether a text is in UTF-16, which does not extend ASCII.
func IsUTF16(src []byte) bool {
	_, ok := utf16Order(src)
	return ok
}

// utf16Order detects UTF-16 by its mark, or by zero bytes in every other place.
func utf16Order(src []byte) (unicode.Endianness, bool) {
	if len(src) < 4 || len(src)%2 != 0 {
		return unicode.BigEndian, false
	}
	switch binary.BigEndian.Uint16(src) {
	case 0xfeff:
		return unicode.BigEndian, true
	case 0xfffe:
		return unicode.LittleEndian, true
	}
	head := src[:min(len(src), 512)&^1]
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(head) / 2; {
	case zeros[0] > half*3/4 && zeros[1] == 0:
		return unicode.BigEndian, true
	case zeros[1] > half*3/4 && zeros[0] == 0:
		return unicode.LittleEndian, true
	}
	return unicode.BigEndian, false
}

// zerosApart is the minimum distance between stray zero bytes in a text.
const zerosApart = 100 // case: TestZeroByte

// IsBinary reports whether src has bytes that text does not have: more than stray zero bytes, or many control
// characters.
func IsBinary(src []byte) bool {
	head := src[:min(len(src), 1<<16)]
	if IsUTF16(src) {
		return false
	}
	control, zeros := 0, 0
	for _, b := range head {
		switch {
		case b == 0:
			zeros++
		case b < 0x20 && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b:
			control++
		}
	}
	return control*50 > len(head) || zeros*zerosApart > len(head)
}

// declarations match the statements of encodings in texts: pages, XML, the first line of reference managers' BibTeX,
// LaTeX.
var declarations = []*lazy.Pattern{
	lazy.Regexp(`(?i)<meta\s[^>]{0,200}charset\s*=\s*["']?\s*([a-z0-9._:-]{2,40})`),
	lazy.Regexp(`(?i)^\s*<\?xml\s[^>]{0,100}encoding\s*=\s*["']([a-z0-9._:-]{2,40})`),
	lazy.Regexp(`(?im)^%+\s*Encoding:\s*([a-z0-9._:-]{2,40})`),
	lazy.Regexp(`(?i)\\usepackage\s*\[([a-z0-9._:-]{2,40})\]\s*\{inputenc\}`),
}

// declaredIn is how far into a text its encoding is searched for.
const declaredIn = 8192

// otherNames are names that LaTeX and Java use for encodings.
var otherNames = map[string]string{"latin9": "iso-8859-15", "ansinew": "windows-1252", "applemac": "macintosh",
	"cp1250": "windows-1250", "cp1251": "windows-1251", "cp1252": "windows-1252", "ms932": "shift_jis", "cp936": "gbk"}

// declared returns a text decoded with the encoding that it names; ok is false if it names no known one, or UTF-8, or
// was clearly not written in it.
func declared(src []byte) (text []byte, from string, ok bool) {
	head := src[:min(len(src), declaredIn)]
	for _, d := range declarations {
		m := d.FindSubmatch(head)
		if m == nil {
			continue
		}
		name := strings.ReplaceAll(strings.ToLower(string(m[1])), "_", "-")
		if other := otherNames[name]; other != "" {
			name = other
		}
		if name == "shift-jis" {
			name = "shift_jis"
		}
		enc, err := htmlindex.Get(name)
		if err != nil {
			continue
		}
		if canonical, _ := htmlindex.Name(enc); strings.HasPrefix(canonical, "utf-") || canonical == "replacement" {
			return nil, "", false
		}
		decoded, err := enc.NewDecoder().Bytes(src)
		if err != nil || bytes.Count(decoded, []byte("\uFFFD"))*100 > len(decoded) {
			return nil, "", false
		}
		return decoded, name, true
	}
	return nil, "", false
}
