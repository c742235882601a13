package project

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

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

// The bounds of options in one source.
const (
	maxOptions  = 8000 // bytes of one argument with options
	maxSettings = 1000 // commands that load or set something
)

// loads maps the commands that load a class or a package to the extension of its file.
var loads = map[string]string{
	"documentclass": ".cls", "documentstyle": ".sty", "LoadClass": ".cls", "LoadClassWithOptions": ".cls",
	"usepackage": ".sty", "RequirePackage": ".sty", "RequirePackageWithOptions": ".sty",
}

// setting reports whether a command loads a class or package, or sets its options as \setkeys{thesis}{…} and
// \thesissetup{…} do.
func setting(name string) bool {
	return loads[name] != "" || name == "setkeys" || name == "PassOptionsToPackage" || name == "PassOptionsToClass" ||
		strings.HasSuffix(name, "setup")
}

// settingsAt returns the files named in a setting whose arguments begin at i: the classes or packages that it loads,
// and the bibliographies in its options.
func settingsAt(src string, i int, name string, at int) []command {
	ending, loading := loads[name]
	var list []command
	options, i := group(src, i, '[', ']')
	list = append(list, bibOptions(options, at)...)
	for n := 0; n < 2; n++ {
		argument, next := group(src, i, '{', '}')
		if loading {
			files := fileNames(argument)
			for k := range files {
				files[k] += ending
			}
			return append(list, command{kind: styleFiles, names: files, at: at})
		}
		list = append(list, bibOptions(argument, at)...)
		i = next
	}
	return list
}

// group returns the text between two matching marks, and the offset after them; it returns nothing if the first is
// not at i or the second is missing.
func group(src string, i int, open, end byte) (text string, next int) {
	at := space(src, i)
	if at >= len(src) || src[at] != open {
		return "", i
	}
	depth, braces := 0, 0
	for n := at; n < min(len(src), at+maxOptions); n++ {
		switch c := src[n]; {
		case c == open:
			depth++
		case c == end && braces == 0:
			if depth--; depth == 0 {
				return src[at+1 : n], n + 1
			}
		case c == '{':
			braces++
		case c == '}':
			braces--
		}
	}
	return "", i
}

// option matches an option with a value that contains no further options.
var option = lazy.Regexp(`([A-Za-z][A-Za-z0-9_./-]*)\s*=\s*(?:\{([^{}]*)\}|([^,={}\[\]]+))`)

// bibKeys are options, written without punctuation, whose value is a bibliography whatever its extension.
var bibKeys = map[string]bool{"bibresource": true, "bibresources": true, "bibfile": true, "bibfiles": true,
	"addbibresource": true, "bibliographyfile": true}

var plainKey = strings.NewReplacer("-", "", "_", "")

// bibOptions returns the bibliographies that options name: the values of bib-resource and the like, and those of
// other options that end in .bib.
func bibOptions(options string, at int) []command {
	if !strings.Contains(options, "=") {
		return nil
	}
	var list []command
	for _, m := range option.FindAllStringSubmatch(options, -1) {
		key := plainKey.Replace(strings.ToLower(m[1][strings.LastIndexByte(m[1], '/')+1:]))
		for _, file := range fileNames(m[2] + m[3]) {
			switch {
			case bibKeys[key]:
				list = append(list, command{kind: bibResource, names: []string{file}, at: at})
			case strings.HasSuffix(strings.ToLower(file), ".bib"):
				list = append(list, command{kind: bibPerhaps, names: []string{file}, at: at})
			}
		}
	}
	return list
}

// fileNames splits a list of names at commas, leaving out those produced by macros.
func fileNames(list string) []string {
	var names []string
	for file := range strings.SplitSeq(list, ",") {
		if file = strings.Trim(strings.TrimSpace(file), `"`); file != "" && !strings.ContainsAny(file, "#\\{}") {
			names = append(names, file)
		}
	}
	return names
}
