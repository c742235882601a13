package latex

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// inText names the commands that print their character in text. For BibTeX each is in a group of its own, so that it
// counts as one letter.
const inText = `ss o O l L ae AE oe OE aa AA i j dh DH th TH dj DJ ng NG
	quotedblbase quotesinglbase guillemotleft guillemotright ldots S P copyright textregistered texttrademark textdegree pounds texteuro dag ddag textbullet`

// commandFor maps a character to the LaTeX that prints it in text: characters that are special in LaTeX, ligatures,
// and the commands of inText.
var commandFor = func() map[rune]string {
	table := map[rune]string{
		'&': `\&`, '%': `\%`, '$': `\$`, '#': `\#`, '_': `\_`, '{': `\{`, '}': `\}`, '~': `\textasciitilde{}`,
		'^': `\textasciicircum{}`, '\\': `\textbackslash{}`,
		'–': `--`, '—': `---`, '‘': "`", '’': `'`, '“': "``", '”': `''`, '¡': "!`", '¿': "?`", '\u00a0': `~`, '\u00ad': `\-`,
	}
	for _, name := range strings.Fields(inText) {
		c, _ := utf8.DecodeRuneInString(symbols[name])
		table[c] = `{\` + name + `}`
	}
	return table
}()

// mathFor maps a character to the command that prints it in mathematics.
var mathFor = func() map[rune]string {
	table := map[rune]string{}
	for name, text := range symbols {
		c, size := utf8.DecodeRuneInString(text)
		if size != len(text) || c < 0x80 || commandFor[c] != "" || strings.HasPrefix(name, "text") || mathNames[c] != "" &&
			mathNames[c] != name {
			continue
		}
		if have, ok := table[c]; !ok || len(name) < len(have) || len(name) == len(have) && name < have {
			table[c] = name
		}
	}
	return table
}()

// mathNames chooses the usual command where there are several.
var mathNames = map[rune]string{
	'ε': "varepsilon", 'φ': "varphi", 'Ω': "Omega", '→': "to", '≤': "leq", '≥': "geq", '≠': "neq", '∧': "wedge",
	'∨': "vee", '¬': "neg", '∅': "emptyset", '·': "cdot", '⇔': "Leftrightarrow",
	'←': "leftarrow", '□': "square", 'ν': "nu", '∋': "ni", '∈': "in", '×': "times", '⇒': "Rightarrow", '‖': "Vert",
	'⊥': "perp", '′': "prime",
}

// commandOf maps a combining mark to the accent command that produces it, for the accents that every LaTeX has.
var commandOf = func() map[rune]string {
	table := map[rune]string{}
	for _, name := range strings.Split("`'^~=u.\"rHvdckb", "") {
		table[accents[name]] = name
	}
	return table
}()

// Escape returns plain text as LaTeX source for the value of a BibTeX field. If ascii is set, every character outside
// ASCII for which LaTeX has a command is written with it; otherwise only the characters that are special in LaTeX are
// escaped. Characters without a command are unchanged. Text undoes Escape except for quotation marks.
func Escape(s string, ascii bool) string {
	if clean(s, ascii) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, c := range norm.NFC.String(s) {
		switch {
		case c < 0x80 || ascii && commandFor[c] != "":
			if command := commandFor[c]; command != "" {
				b.WriteString(command)
			} else {
				b.WriteRune(c)
			}
		case !ascii:
			b.WriteRune(c)
		case mathFor[c] != "":
			b.WriteString(`$\` + mathFor[c] + `$`)
		default:
			b.WriteString(accented(c))
		}
	}
	return b.String()
}

func clean(s string, ascii bool) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 && ascii || s[i] < 0x80 && commandFor[rune(s[i])] != "" {
			return false
		}
	}
	return true
}

// accented writes a letter with one or two accents with commands, or returns it unchanged.
func accented(c rune) string {
	parts := []rune(norm.NFD.String(string(c)))
	if len(parts) < 2 || len(parts) > 3 || parts[0] >= 0x80 {
		return string(c)
	}
	text := string(parts[0])
	for _, mark := range parts[1:] {
		name := commandOf[mark]
		switch {
		case name == "":
			return string(c)
		case text == "i" || text == "j":
			text = `\` + name + `{\` + text + `}`
		case letter(name[0]) || len(text) > 1:
			text = `\` + name + `{` + text + `}`
		default:
			text = `\` + name + text
		}
	}
	return `{` + text + `}`
}
