package project

import "strings"

// command is a command of a source that names files.
type command struct {
	kind  kind
	names []string
	dir   string // of \import and the like
	at    int    // offset in the source
}

type kind int

const (
	includes    kind = iota // parts of the text
	importsFrom             // parts in a folder, \import{dir}{file}
	bibFiles                // bibliographies, without ".bib"
	bibResource             // bibliographies as biblatex names them
	bibPerhaps              // values of options that look like bibliographies
	styleFiles              // classes and packages, with their extension
)

// named lists the commands that name files.
var named = map[string]kind{
	"input": includes, "include": includes, "subfile": includes, "subfileinclude": includes, "InputIfFileExists": includes,
	"@input": includes, "includechapter": includes,
	"import": importsFrom, "subimport": importsFrom, "inputfrom": importsFrom, "includefrom": importsFrom,
	"subincludefrom": importsFrom, "subinputfrom": importsFrom,
	"nobibliography": bibFiles, "putbib": bibFiles, "defaultbibliography": bibFiles, "externalbibliography": bibFiles,
	"addbibresource": bibResource, "addglobalbib": bibResource, "addsectionbib": bibResource,
}

// maxArgument bounds the argument of a command that names files, in bytes.
const maxArgument = 4000

// kindOf returns what a command names, or false if it names no files. \bibliography and, with multibib,
// \bibliographysec name bibliographies.
func kindOf(name string) (kind, bool) {
	if k, ok := named[name]; ok {
		return k, true
	}
	return bibFiles, strings.HasPrefix(name, "bibliography") && !strings.HasPrefix(name, "bibliographystyle") &&
		name != "bibliographyunit"
}

func commandsIn(src string) []command {
	var list []command
	settings := 0
	for i := 0; i < len(src); {
		n := strings.IndexByte(src[i:], '\\')
		if n < 0 {
			break
		}
		at := i + n
		name := nameAt(src, at+1)
		i = at + 1 + max(len(name), 1)
		kind, ok := kindOf(name)
		if !ok {
			if settings < maxSettings && setting(name) {
				settings++
				list = append(list, settingsAt(src, i, name, at)...)
			}
			continue
		}
		if strings.HasPrefix(src[i:], "*") {
			i++
		}
		c := command{kind: kind, at: at}
		arg, next, braced := argument(src, i)
		switch {
		case kind == importsFrom && braced:
			c.dir = strings.TrimSpace(arg)
			if arg, next, braced = argument(src, next); !braced {
				continue
			}
		case !braced && name != "input":
			continue
		}
		if c.names = fileNames(arg); c.names != nil {
			list = append(list, c)
		}
		i = max(next, i)
	}
	return list
}

// nameAt returns the name of the command whose backslash precedes i.
func nameAt(src string, i int) string {
	n := i
	for n < len(src) && (src[n]|0x20 >= 'a' && src[n]|0x20 <= 'z' || src[n] == '@') {
		n++
	}
	return src[i:n]
}

// argument returns the argument at i: in braces or, as in plain TeX, up to the next space; options in brackets are
// skipped.
func argument(src string, i int) (text string, next int, braced bool) {
	i = space(src, i)
	if i < len(src) && src[i] == '[' {
		end := strings.IndexByte(src[i:min(len(src), i+maxArgument)], ']')
		if end < 0 {
			return "", i, false
		}
		inside := src[i+1 : i+end]
		i = space(src, i+end+1)
		if i >= len(src) || src[i] != '{' { // \putbib[refs]
			return inside, i, true
		}
	}
	if i >= len(src) {
		return "", i, false
	}
	window := src[i:min(len(src), i+maxArgument)]
	if src[i] == '{' {
		end := strings.IndexByte(window, '}')
		if end < 0 {
			return "", i, false
		}
		return window[1:end], i + end + 1, true
	}
	end := strings.IndexAny(window, " \t\r\n\\{}%")
	if end < 0 {
		end = len(window)
	}
	return window[:end], i + end, false
}

func space(src string, i int) int {
	for i < len(src) && (src[i] == ' ' || src[i] == '\t' || src[i] == '\n' || src[i] == '\r') {
		i++
	}
	return i
}
