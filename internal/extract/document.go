package extract

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// Document is the result of reading one file.
type Document struct {
	Name       string // as the user named it
	Format     string // one of Formats
	References []biblio.Reference
	Citations  []biblio.Citation
	Problems   []biblio.Problem
	Texts      []reading.Text // the running text around the lists, if the format has one; set even on error
	Pages      int            // number of PDF pages read; set even on error
	Mentions   int            // short notes, like "ibid.", that belong to References
}

// Options are what a user can specify for an input. The zero value is usable.
type Options struct {
	Format   string // read as this format instead of the recognised one
	MaxBytes int64  // largest input read; 0 means DefaultMaxBytes
	Cited    bool   // leave out entries that the document does not cite, if that can be determined

	Macros bibtex.Macros // of BibTeX files that belong to this one

	Works *Works // of an earlier reading of the same bibliography, or nil if there is none

	whole bool // no limit on the number of entries, for a dump
}

// DefaultMaxBytes is the default for the largest input read.
const DefaultMaxBytes = biblio.MaxDocument

// The reasons why a whole input cannot be used.
var (
	ErrEmpty        = errors.New("the file is empty")
	ErrNoReferences = errors.New("no references found in it")
	ErrTooLarge     = errors.New("the file is too large")
	errUnknown      = errors.New("not a format that bonafide reads")
	errDirectory    = errors.New("this is a folder: name the files in it")
)

// Read reads the references of one file whose bytes are src. The format is recognised from the content unless opt
// names one. The error wraps ErrEmpty, errUnknown or ErrNoReferences if there is nothing to report on.
func Read(name string, src []byte, opt Options) (Document, error) {
	doc := Document{Name: name}
	if len(src) == 0 {
		return doc, fmt.Errorf("%s: %w", name, ErrEmpty)
	}
	format, err := recognise(name, src, opt.Format)
	if err != nil {
		return doc, fmt.Errorf("%s: %w", name, err)
	}
	doc.Format = format.name
	in := &input{name: name, src: src, whole: opt.whole, macros: opt.Macros}
	if !format.binary {
		in.decode()
	}
	if opt.Works != nil {
		in.works = opt.Works.begin()
		defer opt.Works.end(in.works)
	}
	err = format.read(in)
	doc.Texts = in.Texts
	if doc.Pages = in.Pages; err != nil {
		return doc, fmt.Errorf("%s: %w", name, err)
	}
	return in.document(doc, opt)
}

// document completes and returns the Document: with unique ids, and every citation linked to its reference.
func (in *input) document(doc Document, opt Options) (Document, error) {
	doc.References, doc.Problems = in.References, in.Problems
	if len(doc.References) == 0 {
		doc.Citations = in.Citations
		return doc, fmt.Errorf("%s: %w (read as %s)", doc.Name, ErrNoReferences, doc.Format)
	}
	doc.giveIDs()
	doc.bound()
	doc.reportGaps()
	doc.doubtLost()
	doc.doubtCirca()
	doc.dropLetters()
	account := reading.Account{File: doc.Name, References: doc.References, Citations: in.Citations, Texts: in.Texts,
		Cited: in.cited, Stated: in.stated}
	undefined := account.Link()
	doc.Citations = account.Citations
	if !in.partial {
		doc.reportUndefined(undefined)
	}
	doc.reportUnread(account.Unread())
	if doc.Format != "jsonl" { // whose items are references each, whatever they say
		doc.join(&account)
	}
	if len(doc.References) == 0 {
		return doc, fmt.Errorf("%s: %w but short notes (read as %s)", doc.Name, ErrNoReferences, doc.Format)
	}
	if opt.Cited {
		doc.keepCited(account.Told)
	}
	return doc, nil
}

// problem records what could not be read as intended, or does not fit together.
func (d *Document) problem(at biblio.Place, rule, format string, args ...any) {
	d.Problems = append(d.Problems, biblio.Problem{Place: at, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// join removes the short notes that mention works of the document, counts them, and tells of those whose work is not
// there.
func (d *Document) join(account *reading.Account) {
	found := reading.Mentions(d.References)
	lost := 0
	var first *biblio.Reference
	for i := range d.References {
		if of, mention := found[i]; mention && len(of) == 0 {
			if lost++; first == nil {
				first = new(d.References[i])
			}
		}
	}
	d.Mentions = len(found) - lost
	if first != nil {
		d.problem(first.Place, "notes-apart",
			"short notes whose work does not stand in full in the document: %d, the first %q", lost, first.Raw)
	}
	account.Join(found)
	d.References, d.Citations = account.References, account.Citations
}

// fieldMost bounds the bytes kept of one field: no work has a longer title, and comparing titles takes time and
// memory for each word.
const fieldMost = 32 << 10

func (d *Document) bound() {
	for i := range d.References {
		r := &d.References[i]
		cut := func(name string, text *string) {
			if len(*text) > fieldMost {
				d.problem(r.Place, "field-cut", "the %s has %d bytes; the first %d are compared", name, len(*text), fieldMost)
				*text = strings.Clone(strings.ToValidUTF8((*text)[:fieldMost], ""))
			}
		}
		w := &r.Claimed
		cut("title", &w.Title)
		cut("subtitle", &w.Subtitle)
		cut("container", &w.Container.Title)
		cut("series", &w.Container.Series)
		cut("publisher", &w.Publisher)
		cut("place", &w.Place)
		for j := range w.Contributors {
			c := &w.Contributors[j]
			for _, part := range []*string{&c.Family, &c.Given, &c.Literal} {
				cut("name of a person", part)
			}
		}
	}
}

// reportUndefined reports the keys that no reference has as problems, one per key.
func (d *Document) reportUndefined(list []biblio.Citation) {
	count := map[string]int{}
	for _, c := range list {
		count[c.Key]++
	}
	for _, c := range list {
		again := ""
		if n := count[c.Key]; n > 1 {
			again = fmt.Sprintf(" (%d times)", n)
		} else if n == 0 {
			continue
		}
		count[c.Key] = 0
		d.problem(c.Place, undefinedKey, "the text cites %s%s, which no reference list defines", c.Key, again)
	}
}

func (d *Document) keepCited(told bool) {
	if !told {
		d.problem(biblio.Place{File: d.Name}, "citations-unknown",
			"what is cited cannot be told from this file alone, so every entry is kept: name the main .tex file, its "+
				".aux file, or the folder")
		return
	}
	d.References = slices.DeleteFunc(d.References, func(r biblio.Reference) bool { return r.Uncited })
}

// undefinedKey is the rule of the problem that a citation names a key that no reference has.
const undefinedKey = "undefined-key"

// giveIDs makes the id of every reference unique: the input's own, else the key, else the file's name and the
// reference's number. Repeated ids get a number and a problem.
func (d *Document) giveIDs() {
	ids := IDs{}
	for i := range d.References {
		r := &d.References[i]
		base := cmp.Or(r.ID, r.Key, d.Name+":"+strconv.Itoa(i+1))
		if r.ID = ids.Take(base); r.ID != base {
			d.problem(r.Place, "duplicate-key", "the key %s appears here again; reported as %s", base, r.ID)
		}
	}
}

// IDs hands out ids, each once.
type IDs map[string]int // id → the number for its next repetition

// Take returns an id, with "#" and a number if it was handed out before.
func (s IDs) Take(id string) string {
	base, n := id, s[id]
	for ; n > 0 && s[id] > 0; n++ {
		id = base + "#" + strconv.Itoa(n)
	}
	if n > 0 {
		s[base] = n
	}
	s[id] = 2
	return id
}

// input is a file being read into a Document.
type input struct {
	name  string
	src   []byte // the file's bytes, in UTF-8 unless the format is binary
	exact bool   // src is the file's bytes from start on
	start int    // after a byte-order mark
	reading.Result
	cited   []string        // keys that are cited although no mark says where
	stated  bool            // the source states that the citations are complete
	macros  bibtex.Macros   // of files that belong to this one
	whole   bool            // the number of entries is unbounded
	works   *worksOf        // of the earlier reading, or nil if there is none
	partial bool            // some references were not read
	printed reading.Printed // the printed entries so far, from which later ones take names
}

// decode converts the input into UTF-8 without a byte-order mark, and records a problem if the bytes were in another
// encoding.
func (in *input) decode() {
	text, from := reading.ToUTF8(in.src)
	in.exact, in.start = from == "", len(in.src)-len(text)
	zero := max(0, bytes.IndexByte(in.src, 0))
	line := 1 + bytes.Count(in.src[:zero], []byte("\n"))
	in.src = text
	if from != "" {
		in.problem(line, 1, "encoding", "the file is not in UTF-8; read as %s", from)
	}
}

// problem records what could not be read as intended. Line and column count from 1.
func (in *input) problem(line, column int, rule, format string, args ...any) {
	in.Problems = append(in.Problems, biblio.Problem{
		Place: biblio.Place{File: in.name, Line: line, Column: column}, Rule: rule, Message: fmt.Sprintf(format, args...),
	})
}

// full reports whether the maximum number of references has been reached, and records it.
func (in *input) full(line int) bool {
	if len(in.References) < biblio.MaxReferences {
		return false
	}
	in.problem(line, 1, "too-many-references", "entries from here on are not read")
	return true
}

func (in *input) add(r biblio.Reference, line, endLine int) {
	r.Place.File, r.Place.Line, r.Place.EndLine = in.name, line, endLine
	in.References = append(in.References, r)
}

// ReadFile reads the references of a file on disk. An input larger than the limit is refused before it is read.
func ReadFile(path string, opt Options) (Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return Document{Name: path}, plain(path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Document{Name: path}, plain(path, err)
	}
	if info.IsDir() {
		return Document{Name: path}, fmt.Errorf("%s: %w", path, errDirectory)
	}
	if limit := opt.limit(); info.Mode().IsRegular() && info.Size() > limit {
		return Document{Name: path}, tooLarge(path, limit)
	}
	return readSized(f, path, opt, info.Size())
}

// readSized reads a stream whose size is known, or zero if unknown.
func readSized(r io.Reader, name string, opt Options, size int64) (Document, error) {
	limit := opt.limit()
	src := bytes.NewBuffer(make([]byte, 0, min(max(size, 0), limit)+bytes.MinRead))
	if _, err := src.ReadFrom(io.LimitReader(r, limit+1)); err != nil {
		return Document{Name: name}, plain(name, err)
	}
	if int64(src.Len()) > limit {
		return Document{Name: name}, tooLarge(name, limit)
	}
	return Read(name, src.Bytes(), opt)
}

func (o Options) limit() int64 {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return DefaultMaxBytes
}

func tooLarge(name string, limit int64) error {
	return fmt.Errorf("%s: %w: more than %d MB; split it", name, ErrTooLarge, limit>>20)
}

// plain words an error of the file system for users.
func plain(name string, err error) error {
	var path *os.PathError
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: there is no such file", name)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: permission denied", name)
	case errors.As(err, &path):
		return fmt.Errorf("%s: %w", name, path.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}
