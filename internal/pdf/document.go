package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Font is a font that the file uses.
type Font struct {
	Name string
	Bold bool
}

// Line is one line of text of one column.
type Line struct {
	Text   string
	Box    biblio.Box
	Base   float64 // height of the baseline
	Size   float64 // font size of most of the line, in points
	Font   int     // index into Document.Fonts of the font of most of the line
	Block  int     // number of the column on its page; lines of a block are below one another
	Raised int     // number of bytes at the start of Text that are a raised number or sign
	Marks  []Mark  // raised numbers further on
}

// Mark is a raised number or sign inside a line: a half-open byte range.
type Mark struct{ Start, End int }

// Link is an area of a page that leads elsewhere: to a URI, or to a place in
// the document.
type Link struct {
	Box  biblio.Box
	URI  string
	Page int     // of the target, from 1; 0 if the link leads to a URI
	X, Y float64 // of the target on its page
}

// Dest is a named place in the document. Y is 0 if the file states none.
type Dest struct {
	Name string
	Page int // from 1
	X, Y float64
}

// Page is one page, its lines in reading order.
type Page struct {
	Number        int // from 1
	Width, Height float64
	Lines         []Line
	Links         []Link
	Glyphs        int // characters drawn
	Unreadable    int // of these, those without a meaning in Unicode
	Pictures      int // images on a page with almost no text; not counted on others
}

// Problem is a part of the file that could not be read, or was skipped.
type Problem struct {
	Page    int    // 0 for the whole file
	Rule    string // HiddenText, DamagedText, or "" if it could not be read
	Message string
}

// Document is the content read from a PDF.
type Document struct {
	Pages    []Page
	Fonts    []Font
	Dests    []Dest // in the order of the file's name tree
	Problems []Problem
}

// Options bound the work. The zero value is usable.
type Options struct {
	MaxPages int           // pages read; 0 means biblio.MaxPages
	Timeout  time.Duration // for the whole document; 0 means defaultTimeout
}

// The default bounds.
const (
	defaultTimeout = 2 * time.Minute
	// restarts is how often reading continues after the library gave up on a page.
	restarts = 4
)

// Read reads a whole PDF. A page that cannot be read is a problem of the document; if nothing can be read, the error
// wraps one of the errors of this package.
func Read(src []byte, opt Options) (*Document, error) {
	if len(src) > biblio.MaxDocument {
		return nil, errTooBig
	}
	r := newReader(src, opt)
	err := r.bounded(r.readAll)
	if err != nil {
		return nil, err
	}
	r.reportDamage()
	r.reportLost()
	return r.doc, nil
}

func newReader(src []byte, opt Options) *reader {
	r := &reader{src: src, opt: opt.withDefaults(), doc: &Document{}, fontIndex: map[fontKey]int{},
		ligatures: ligatureVotes{}}
	ready()
	r.until = time.Now().Add(r.opt.Timeout)
	return r
}

// grace is how much longer than its time limit a document may take to stop by itself.
const grace = 3 * time.Second

// bounded runs work that uses the library, and abandons it if it does not return in time.
func (r *reader) bounded(work func() error) error {
	done := make(chan error, 1)
	go func() {
		err := parallel.Try(work)
		if _, ok := errors.AsType[*parallel.Fault](err); ok {
			err = fmt.Errorf("%w (%w)", errFault, err)
		}
		done <- err
	}()
	late := time.NewTimer(time.Until(r.until) + grace)
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
		abandoned.Store(true)
		return errTooSlow
	}
}

// readAll reads the pages, and continues after a page on which the library gave up.
func (r *reader) readAll() error {
	next := 0
	for try := 0; ; try++ {
		without := r.noDests
		at, err := r.pass(next)
		if err == nil {
			break
		}
		if r.noDests && !without {
			r.doc.Dests = nil
			r.problem(0, "the named places of the file cannot be read, as they are damaged or too many")
			continue
		}
		if !errors.Is(err, errBroken) || try == restarts {
			if len(r.doc.Pages) == 0 || at < 0 {
				return openError(r.src, err)
			}
			r.problem(at+1, "this page and what follows cannot be read: %v", err)
			break
		}
		if at < 0 {
			return openError(r.src, err)
		}
		r.problem(at+1, "this page cannot be read: the file is damaged there")
		next = at + 1
	}
	if len(r.doc.Pages) == 0 {
		return errNoPages
	}
	return nil
}

func openError(src []byte, err error) error {
	switch {
	case !errors.Is(err, errBroken):
		return err
	case bytes.Contains(src[:min(len(src), 1024)], []byte("%PDF-")):
		return errGaveUp
	}
	return ErrNotPDF
}

func (o Options) withDefaults() Options {
	if o.MaxPages <= 0 {
		o.MaxPages = biblio.MaxPages
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	return o
}

type reader struct {
	src       []byte
	opt       Options
	until     time.Time
	doc       *Document
	fontIndex map[fontKey]int
	tex       texVotes // what the pages so far say about the encoding of nameless fonts
	n         *native
	file      uint64 // the library's handle of the document
	layout    layout
	objects   map[uint64]run
	noDests   bool // the library gave up on the named places
	lost      int  // number of letters in words whose meaning the file does not state
	ligatures ligatureVotes
	fontNames fontNames // read when a character has no meaning
}

func (r *reader) problem(page int, format string, args ...any) {
	r.doc.Problems = append(r.doc.Problems, Problem{Page: page, Message: fmt.Sprintf(format, args...)})
}
