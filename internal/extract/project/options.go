package project

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

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
