package tidy

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// Settings map the name of a kind of change to its value. A kind without values is on with "true"; "" is off.
type Settings map[string]string

// Options say what to change, and what is known about the file.
type Options struct {
	Settings Settings
	// References are those read from the file, in file order.
	References []biblio.Reference
	// Ask chooses which of several entries of one work stays, by its index; another number leaves all. It is
	// called only by "merge" with the value "ask".
	Ask func(entries []string) int
}

// Note is a message for the user: about a change that reaches beyond its entry, or one that was not made.
type Note struct {
	Kind    string
	Line    int // of the entry, in the file as it was before the kind's pass
	Key     string
	Message string
	Left    bool // the change was not made
	// Entries are those that the note is about, as they are in the file; only notes on merging have them.
	Entries []string
}

// Rename is a replaced key, with the one to cite instead.
type Rename struct {
	Old, New string
	kind     string // the pass that replaced it
}

// Count says how many entries a kind changed.
type Count struct {
	Kind    string
	Entries int
}

// Result is a tidied file.
type Result struct {
	Bytes   []byte
	Notes   []Note
	Renamed []Rename
	Counts  []Count // of the kinds that changed something, in the order of Kinds
}

// ErrEncoding means that a file cannot be changed byte by byte: it is in UTF-16, or its encoding is a guess that the
// changes would alter.
var ErrEncoding = errors.New("the file is in UTF-16, or in an encoding that is not clear: save it in UTF-8")

// Apply makes the requested changes in a BibTeX file.
func Apply(src []byte, opt Options) (Result, error) {
	if err := opt.Settings.Check(); err != nil {
		return Result{}, err
	}
	_, encoding := reading.ToUTF8(src)
	if encoding == "UTF-16" {
		return Result{}, ErrEncoding
	}
	t := &tidier{text: string(src), opt: opt}
	t.read()
	t.works = worksOf(t.f, opt.References)
	for i := range Kinds {
		k := &Kinds[i]
		value := opt.Settings[k.Name]
		if k.apply == nil || value == "" || value == "false" {
			continue
		}
		t.kind = k.Name
		changed, err := k.apply(t, value)
		if err != nil {
			return Result{}, fmt.Errorf("%s: %w", k.Name, err)
		}
		if changed > 0 {
			t.out.Counts = append(t.out.Counts, Count{k.Name, changed})
		}
	}
	t.out.Renamed = chained(t.out.Renamed)
	t.out.Bytes = []byte(t.text)
	if _, now := reading.ToUTF8(t.out.Bytes); now != encoding {
		return Result{}, ErrEncoding
	}
	return t.out, nil
}

// chained follows keys that were replaced twice, by merging and then by renaming. Keys that one pass changes
// are changed at once: none is followed through another of the same pass. If a key was replaced twice, the
// first replacement counts.
func chained(list []Rename) (out []Rename) {
	type step struct{ kind, old string }
	next := map[step]string{}
	for _, r := range list {
		if _, has := next[step{r.kind, r.Old}]; !has {
			next[step{r.kind, r.Old}] = r.New
		}
	}
	seen := map[string]bool{}
	for _, r := range list {
		if seen[r.Old] {
			continue
		}
		seen[r.Old] = true
		if r.kind == "merge" {
			if last, again := next[step{"keys", r.New}]; again {
				r.New = last
			}
		}
		if r.Old != r.New {
			out = append(out, r)
		}
	}
	return out
}

// tidier carries a file from one pass to the next.
type tidier struct {
	text    string
	f       *bibtex.File
	entries []int          // the indexes in f.Items of the entries
	sound   []bool         // whether each entry was parsed without a problem
	works   []*biblio.Work // what each entry claims, or nil
	opt     Options
	kind    string
	out     Result
}

// read parses the text again.
func (t *tidier) read() {
	t.f = bibtex.Parse([]byte(t.text))
	t.entries, t.sound = t.entries[:0], t.sound[:0]
	for i := range t.f.Items {
		if it := &t.f.Items[i]; it.Kind == bibtex.Entry {
			t.entries, t.sound = append(t.entries, i), append(t.sound, it.Key.Len() > 0 && t.f.Sound(it))
		}
	}
}

// entry returns entry n.
func (t *tidier) entry(n int) *bibtex.Item { return &t.f.Items[t.entries[n]] }

// note adds a note about entry n.
func (t *tidier) note(n int, left bool, format string, args ...any) {
	line, _ := t.f.Position(t.entry(n).Span.Start)
	t.out.Notes = append(t.out.Notes,
		Note{Kind: t.kind, Line: line, Key: t.key(n),
			Message: fmt.Sprintf(format, args...), Left: left})
}

// worksOf returns for each entry of a file the work that its reference claims.
func worksOf(f *bibtex.File, refs []biblio.Reference) []*biblio.Work {
	type place struct {
		line int
		key  string
	}
	at := map[place][]*biblio.Work{}
	for i := range refs {
		p := place{refs[i].Place.Line, strings.TrimSpace(refs[i].Key)}
		at[p] = append(at[p], &refs[i].Claimed)
	}
	var works []*biblio.Work
	for _, it := range entriesOf(f) {
		line, _ := f.Position(it.Span.Start)
		p := place{line, keyOf(f, it)}
		var work *biblio.Work
		if list := at[p]; len(list) > 0 {
			work, at[p] = list[0], list[1:]
		}
		works = append(works, work)
	}
	return works
}
