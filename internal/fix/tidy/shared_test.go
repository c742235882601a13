package tidy_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix/tidy"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// trial is a set of kinds and what it may change: fields, and parts of works.
type trial struct {
	settings tidy.Settings
	fields   []string
	forget   func(w *biblio.Work)
	fewer    bool                // entries may be removed, even in a second run
	as       func(string) string // function that makes values comparable, with names in any case; nil: byte for byte
}

var trials = []trial{
	{settings: tidy.Settings{"align": "true"}},
	{settings: tidy.Settings{"sort-fields": "true"}},
	{settings: tidy.Settings{"sort": "key"}},
	{settings: tidy.Settings{"sort": "-year,author,title,type"}},
	{settings: tidy.Settings{"pages": "true"}, fields: []string{"pages"}, forget: func(w *biblio.Work) { w.Pages = "" }},
	{settings: tidy.Settings{"doi": "true"}, fields: []string{"doi", "url"}, forget: forgetLinks},
	{settings: tidy.Settings{"urls": "true"}, fields: []string{"url"}, forget: forgetAddresses},
	{settings: tidy.Settings{"protect": "true"}, fields: []string{"title", "subtitle"}},
	{settings: tidy.Settings{"containers": "short"}, fields: []string{"journal", "journaltitle", "booktitle"},
		forget: forgetContainer},
	{settings: tidy.Settings{"containers": "long"}, fields: []string{"journal", "journaltitle", "booktitle"},
		forget: forgetContainer},
	{settings: tidy.Settings{"drop": "abstract,keywords,file"}, fields: []string{"abstract", "keywords", "file"},
		forget: forgetLinks},
	{settings: tidy.Settings{"keys": "author-year-word"}, fields: naming, forget: forgetNote},
	{settings: tidy.Settings{"keys": "Author-Year", "aliases": "true"}, fields: naming, forget: forgetNote},
	{settings: tidy.Settings{"keys": "[auth][year][shorttitle]"}, fields: naming, forget: forgetNote},
	{settings: tidy.Settings{"max-authors": "3"}, fields: []string{"author", "editor"},
		forget: func(w *biblio.Work) { w.Contributors, w.AuthorsCut = nil, false }},
	{settings: tidy.Settings{"months": "true"}, fields: []string{"month"}},
	{settings: tidy.Settings{"case": "lower"}, as: itself},
	{settings: tidy.Settings{"case": "capital"}, as: itself},
	{settings: tidy.Settings{"delimiters": "braces"}, as: itself},
	{settings: tidy.Settings{"delimiters": "quotes"}, as: itself},
	{settings: tidy.Settings{"indent": "tab"}},
	{settings: tidy.Settings{"blank-lines": "1"}},
	{settings: tidy.Settings{"blank-lines": "0"}},
	{settings: tidy.Settings{"wrap": "60"}, as: spaced},
	{settings: tidy.Settings{"characters": "unicode"}, as: latex.Text},
	{settings: tidy.Settings{"characters": "latex"}, as: latex.Text},
	{settings: house(), fields: []string{"pages", "doi", "url", "month"}, as: spaced,
		forget: func(w *biblio.Work) { w.Pages = ""; forgetLinks(w) }},
	{settings: tidy.Settings{"merge": "fullest"}, fewer: true},
	{settings: tidy.Settings{"merge": "fullest", "merge-conflicting": "true"}, fewer: true},
	{settings: tidy.Settings{"merge": "first", "keys": "author-year-word", "aliases": "true", "sort": "author,year",
		"align": "true", "sort-fields": "true", "pages": "true", "doi": "true", "urls": "true", "protect": "true",
		"containers": "short"}, fewer: true},
	{settings: tidy.Settings{"keys": "author-year-word", "aliases": "true", "sort": "author,year", "align": "true",
		"sort-fields": "true", "pages": "true", "doi": "true", "urls": "true", "protect": "true", "containers": "short"},
		fields: append([]string{"pages", "doi", "url", "title", "subtitle", "journal", "journaltitle", "booktitle"},
			naming...),
		forget: func(w *biblio.Work) { *w = biblio.Work{Title: w.Title, Contributors: w.Contributors, Issued: w.Issued} }},
}

// naming are the fields that contain keys.
var naming = []string{"crossref", "xref", "xdata", "related", "entryset", "ids", "note", "annote", "annotation",
	"addendum", "abstract", "comment", "usera", "titleaddon"}

func itself(text string) string { return text }
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

func house() tidy.Settings {
	settings, _ := tidy.Named("house")
	return settings
}

func forgetContainer(w *biblio.Work) { w.Container = biblio.Container{} }

// forgetAddresses removes the address, and what identifiers that could not be parsed keep of it.
func forgetAddresses(w *biblio.Work) {
	w.URL = ""
	w.IDs = slices.DeleteFunc(w.IDs, func(id ident.ID) bool { return strings.Contains(id.Value, "://") })
}
func forgetNote(w *biblio.Work)  { w.Note = "" }
func forgetLinks(w *biblio.Work) { w.URL, w.IDs = "", nil }

// Every bibliography of the collection keeps everything that is not requested to change: the same works, the
// same other fields byte for byte, the same text between entries; and what is tidy stays.
func TestSharedFilesStay(t *testing.T) {
	files, changed := 0, map[string]int{}
	each := func(path string, src []byte, trials []trial) {
		if filepath.Ext(path) != ".bib" || len(src) == 0 || testing.Short() && files >= 10 {
			return
		}
		files++
		for _, one := range trials {
			tidied := try(t, path, src, one)
			if !bytes.Equal(tidied, src) {
				for kind := range one.settings {
					changed[kind]++
				}
			}
		}
	}
	testenv.EachShared(t, func(path string, src []byte) { each(path, src, trials) }, "bibfiles")
	testenv.EachShared(t, func(path string, src []byte) {
		if testenv.Long() {
			each(path, src, trials)
		} else { // all kinds but merge at once
			each(path, src, trials[len(trials)-1:])
		}
	}, "bench", "accusations", "dev")
	last := trials[len(trials)-1:]
	testenv.EachShared(t, func(path string, src []byte) { each(path, src, last) }, "cases")
	if testenv.Long() {
		testenv.EachShared(t, func(path string, src []byte) { each(path, src, last) }, "bench", "accusations", "dev2")
	}
	t.Logf("%d files; changed by kind: %v", files, changed)
	for _, k := range tidy.Kinds {
		if changed[k.Name] == 0 && k.Name != "keep" && !testing.Short() {
			t.Errorf("no file is changed by %s", k.Name)
		}
	}
}

// try tidies a file twice and compares.
func try(t *testing.T, path string, src []byte, one trial) []byte {
	t.Helper()
	refs := references(t, path, src)
	out, err := tidy.Apply(src, tidy.Options{Settings: one.settings, References: refs})
	if errors.Is(err, tidy.ErrEncoding) {
		return src
	}
	if err != nil {
		t.Fatalf("%s %v: %v", path, one.settings, err)
	}
	after := references(t, path, out.Bytes)
	again, err := tidy.Apply(out.Bytes, tidy.Options{Settings: one.settings, References: after})
	if err != nil || !one.fewer && !bytes.Equal(again.Bytes, out.Bytes) { // a merged entry may reveal further ones
		t.Errorf("%s %v: a second run changes more (%v): %s", path, one.settings, err,
			firstDifference(out.Bytes, again.Bytes))
	}
	if one.fewer {
		if len(after) > len(refs) {
			t.Errorf("%s %v: %d references became %d", path, one.settings, len(refs), len(after))
		}
		return out.Bytes
	}
	if a, b := works(refs, one.forget), works(after, one.forget); !slices.Equal(a, b) {
		t.Errorf("%s %v: other works: %s", path, one.settings, firstOf(a, b))
	}
	if a, b := others(src, one), others(out.Bytes, one); !slices.Equal(a, b) {
		t.Errorf("%s %v: what was not named changed: %s", path, one.settings, firstOf(a, b))
	}
	return out.Bytes
}

func references(t *testing.T, path string, src []byte) []biblio.Reference {
	t.Helper()
	doc, err := extract.Read(path, src, extract.Options{Format: "bibtex"})
	if err != nil && !errors.Is(err, extract.ErrNoReferences) {
		t.Fatalf("%s: %v", path, err)
	}
	return doc.References
}

// works returns what references claim, sorted.
func works(refs []biblio.Reference, forget func(*biblio.Work)) []string {
	var list []string
	for _, ref := range refs {
		w := ref.Claimed
		if forget != nil {
			forget(&w)
		}
		text, _ := json.Marshal(w)
		list = append(list, string(text))
	}
	sort.Strings(list)
	return list
}

// others returns the fields of all entries but some, byte for byte unless a trial says otherwise, and the other
// non-empty items, sorted.
func others(src []byte, one trial) []string {
	f := bibtex.Parse(src)
	var list []string
	for i := range f.Items {
		it := &f.Items[i]
		switch it.Kind {
		case bibtex.Entry:
			for k := range it.Fields {
				switch name := f.FieldName(&it.Fields[k]); {
				case slices.Contains(one.fields, name):
				case one.as != nil:
					list = append(list, f.TypeName(it)+" "+name+" "+one.as(f.Expand(it.Fields[k].Value)))
				default:
					list = append(list, f.TypeName(it)+" "+f.Text(it.Fields[k].Name)+" "+f.Text(it.Fields[k].Value.Span))
				}
			}
		case bibtex.Text:
			list = append(list, strings.Fields(strings.ReplaceAll(f.Text(it.Span), "\ufeff", " "))...)
		default:
			list = append(list, f.Text(it.Span))
		}
	}
	sort.Strings(list)
	return list
}

// firstOf returns the first element of a that differs from b's.
func firstOf(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] + "\n\tand " + b[i]
		}
	}
	return "their lengths"
}

func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return string(a[max(0, i-80):min(len(a), i+80)]) + "\n\tand " + string(b[max(0, i-80):min(len(b), i+80)])
}
