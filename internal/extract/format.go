package extract

import (
	"bytes"
	"fmt"
	"path"
	"strings"
)

// format is one kind of input.
type format struct {
	name   string
	binary bool              // its bytes are no text
	sniff  func([]byte) bool // whether content, in any encoding, looks like it; nil: only by name
	read   func(*input) error
}

// formats lists every kind of input in the order in which content is tried;
// the first that recognises it reads it.
func formats() []format {
	return []format{
		{"pdf", true, looksLikePDF, readPDF},
		{"zip", true, hasPrefix("PK\x03\x04"), unreadable("a zip archive: name the files in it")},
		{"gzip", true, hasPrefix("\x1f\x8b"), unreadable("compressed: unpack it first")},
		{"jsonl", false, looksLikeReferenceJSON, readJSON},
		{"csl-json", false, looksLikeJSON, readCSL},
		{"bibtex", false, looksLikeBibTeX, readBibTeX},
		{"latex", false, looksLikeTeX, readLaTeX},
		{"ris", false, looksLikeRIS, readRIS},
		{"text", false, func([]byte) bool { return true }, readText},
	}
}

// Formats lists the names of the formats.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// extensions name the formats that a file's name tells when its content could
// be any text.
var extensions = map[string]string{".bib": "bibtex", ".biblatex": "bibtex", ".ris": "ris", ".tex": "latex", ".bbl": "latex", ".ltx": "latex"}

// recognise finds the format of an input: the one that is named, or the one
// that its content looks like. Content that is merely text is what the ending
// of the file's name says.
func recognise(file string, src []byte, name string) (format, error) {
	if name != "" {
		return byName(name)
	}
	for _, f := range formats() {
		if f.binary && f.sniff(src) {
			return f, nil
		}
	}
	if isBinary(src) {
		return format{}, fmt.Errorf("%w: its bytes are no text", ErrUnknown)
	}
	text, _ := toUTF8(src[:min(len(src), sniffMax)])
	for _, f := range formats() {
		if f.binary || !f.sniff(text) {
			continue
		}
		if named, ok := extensions[strings.ToLower(path.Ext(file))]; ok && f.name == "text" {
			return byName(named)
		}
		return f, nil
	}
	return format{}, ErrUnknown
}

func byName(name string) (format, error) {
	for _, f := range formats() {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("no input format is called %q: use one of %s", name, strings.Join(Formats(), ", "))
}

// sniffMax bounds how much of a file is looked at to recognise its format.
const sniffMax = 1 << 20

func hasPrefix(magic string) func([]byte) bool {
	return func(src []byte) bool { return bytes.HasPrefix(src, []byte(magic)) }
}

func unreadable(what string) func(*input) error {
	return func(*input) error { return fmt.Errorf("%w: %s", ErrUnknown, what) }
}
