package reading

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// declarations are the ways in which texts name their encoding: pages, XML, the
// first line of reference managers' BibTeX, LaTeX.
var declarations = []*lazy.Pattern{
	lazy.Regexp(`(?i)<meta\s[^>]{0,200}charset\s*=\s*["']?\s*([a-z0-9._:-]{2,40})`),
	lazy.Regexp(`(?i)^\s*<\?xml\s[^>]{0,100}encoding\s*=\s*["']([a-z0-9._:-]{2,40})`),
	lazy.Regexp(`(?im)^%+\s*Encoding:\s*([a-z0-9._:-]{2,40})`),
	lazy.Regexp(`(?i)\\usepackage\s*\[([a-z0-9._:-]{2,40})\]\s*\{inputenc\}`),
}

// declaredIn is how far into a text its encoding is looked for.
const declaredIn = 8192

// otherNames are names that LaTeX and Java have for encodings.
var otherNames = map[string]string{"latin9": "iso-8859-15", "ansinew": "windows-1252", "applemac": "macintosh", "cp1250": "windows-1250", "cp1251": "windows-1251", "cp1252": "windows-1252", "ms932": "shift_jis", "cp936": "gbk"}

// declared gives a text decoded by the encoding that it names; not ok when it
// names none that is known, or UTF-8, or was clearly not written in it.
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
