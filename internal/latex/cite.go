package latex

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// Cite is one key that a citation command names.
type Cite struct {
	Key        string
	Command    string // without its backslash: "citep"
	At         int    // where the key is in the source
	Start, End int    // of the whole command
}

// Cites lists the keys of all citation commands of a source, in order: \cite, natbib's and BibLaTeX's commands with
// their optional arguments, starred and capitalised forms, \nocite, \bibentry, and lists such as \parencites{a}{b}.
// The key of \nocite{*}, which cites all entries, is "*". Pass the source through Mask first.
func Cites(src string) []Cite {
	var cites []Cite
	stop := 0
	for name, end := range commands(src) {
		start := end - len(name) - 1
		if start < stop || !isCite(name) {
			continue
		}
		var keys []Cite
		keys, stop = citeKeys(src, end, strings.HasSuffix(name, "s"))
		if stop > end && strings.HasPrefix(name, "nocite") && strings.TrimSpace(src[end:stop]) == "{*}" {
			keys = []Cite{{Key: "*", At: stop - len("*}")}}
		}
		for _, c := range keys {
			c.Command, c.Start, c.End = name, start, stop
			cites = append(cites, c)
		}
	}
	return cites
}

// notCites lists commands that are named like citation commands but cite nothing.
var notCites = words.Set(`
	citestyle citename citenamefont citetext citereset citeindextrue citeindexfalse citeleft citeright citemid
	citepunct citedash citeform citesort citeauthoryear citesetup citetrackertrue citetrackerfalse
	citeprenotedelim citedelim citeoption`)

func isCite(name string) bool {
	if len(name) < 4 {
		return false
	}
	low := strings.ToLower(name)
	if low == "bibentry" {
		return true
	}
	at := strings.Index(low, "cite")
	if at < 0 || notCites[low] {
		return false
	}
	switch low[:at] {
	case "", "no", "full", "foot", "footfull", "paren", "text", "auto", "smart", "super", "short", "note", "vol", "pvol",
		"fvol", "tvol", "ft", "online", "pnote", "fnote", "new":
		return true
	}
	return false
}

// citeKeys reads the arguments of a citation command from i on: a star, optional arguments in brackets, then keys in
// braces; for commands that take several groups (\cites), also arguments in parentheses, repeatedly.
func citeKeys(src string, i int, several bool) (keys []Cite, end int) {
	end = i
	if i < len(src) && src[i] == '*' {
		i++
	}
	for groups := range 200 {
		if i = skipOptions(src, i, several && groups == 0); i < 0 || i >= len(src) || src[i] != '{' {
			return keys, end
		}
		stop := strings.IndexByte(src[i:], '}')
		if stop < 0 || stop > 4096 {
			return keys, end
		}
		keys = appendKeys(keys, src[i+1:i+stop], i+1)
		i += stop + 1
		end = i
		if !several || i >= len(src) || src[i] != '{' && src[i] != '[' || !severalGroups(src, i) {
			return keys, end
		}
	}
	return keys, end
}

// skipOptions returns the offset after optional arguments and white space, or -1 if one of them is not closed.
func skipOptions(src string, i int, parentheses bool) int {
	for i >= 0 {
		i = skipSpace(src, i)
		if i >= len(src) || src[i] != '[' && (src[i] != '(' || !parentheses) {
			return i
		}
		i = optionEnd(src, i)
	}
	return i
}

// appendKeys adds the keys of a list that starts at an offset.
func appendKeys(keys []Cite, list string, at int) []Cite {
	for part := range strings.SplitSeq(list, ",") {
		if key := strings.TrimSpace(part); key != "" && key != "*" && !strings.ContainsAny(key, "{\\#") {
			keys = append(keys, Cite{Key: key, At: at + strings.Index(part, key)})
		}
		at += len(part) + 1
	}
	return keys
}

// severalGroups reports whether another group, perhaps after options, follows immediately: "\cites[1]{a}[2]{b}".
func severalGroups(src string, i int) bool {
	for i < len(src) && src[i] == '[' {
		stop := optionEnd(src, i)
		if stop < 0 {
			return false
		}
		i = stop
	}
	return i < len(src) && src[i] == '{'
}

// optionEnd returns the offset after the bracket that closes the one at i, ignoring brackets in braces, or -1 if it
// is far away or missing.
func optionEnd(src string, i int) int {
	closer := byte(']')
	if src[i] == '(' {
		closer = ')'
	}
	depth := 0
	for j := i + 1; j < len(src) && j < i+2000; j++ {
		switch src[j] {
		case '\\':
			j++
		case '{':
			depth++
		case '}':
			depth--
		case closer:
			if depth <= 0 {
				return j + 1
			}
		}
	}
	return -1
}

func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || isLineBreak(s[i])) {
		i++
	}
	return i
}

// Bibliographies lists the files that a source names as its bibliographies (\bibliography, \addbibresource), as
// written. Pass the source through Mask first.
func Bibliographies(src string) []string {
	var names []string
	for command, i := range commands(src) {
		if command != "bibliography" && command != "addbibresource" && command != "addglobalbib" {
			continue
		}
		if i = skipOptions(src, i, false); i < 0 || i >= len(src) || src[i] != '{' {
			continue
		}
		list, _, closed := strings.Cut(src[i+1:min(len(src), i+2000)], "}")
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.TrimSpace(name); closed && name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// Note is a footnote or endnote of a source: its text, as source, and where its command begins and ends.
type Note struct {
	Text       string
	Start, End int
}

// Notes lists the notes of a source, and returns the source with their texts blanked. Pass it through Mask first.
func Notes(src string) (list []Note, around string) {
	out, last := []byte(src), 0
	for name, i := range commands(src) {
		if i < last || name != "footnote" && name != "footnotetext" && name != "endnote" {
			continue
		}
		r := reader{s: src, i: i}
		r.option()
		if text := r.argument(); text != "" {
			list, last = append(list, Note{text, i - len(name) - 1, i}), r.i
			blankOut(out[last-1-len(text) : last-1])
		}
	}
	return list, string(out)
}
