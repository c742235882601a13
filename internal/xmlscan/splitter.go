package xmlscan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Splitter splits a stream into the children of its root element. It counts tags and ignores names, so that a
// malformed child costs only itself.
type Splitter struct {
	r      io.Reader
	max    int
	buf    []byte
	start  int // of the bytes not yet returned
	eof    error
	root   Element
	latin1 bool
	done   bool
}

// NewSplitter returns a splitter that reads from r; a child longer than max bytes is an error.
func NewSplitter(r io.Reader, max int) *Splitter {
	return &Splitter{r: r, max: max}
}

// Root returns the root element without its children: name and attributes. It is
// absent before the first call of Next.
func (s *Splitter) Root() Element { return s.root }

var errTooLong = errors.New("xml: element too long")

// Next returns the next child as written, in UTF-8, valid until the next call; io.EOF after the root's end.
// Text between the children is skipped.
func (s *Splitter) Next() ([]byte, error) {
	if s.root.Absent() {
		if err := s.prolog(); err != nil {
			return nil, err
		}
	}
	if s.done {
		return nil, io.EOF
	}
	depth, from := 0, -1
	for i := s.start; ; {
		k, end, err := s.markup(&i, &from)
		if err != nil {
			return nil, err
		}
		switch {
		case k == endTag && depth == 0:
			s.done, s.start = true, end
			return nil, io.EOF
		case k == startTag, k == emptyTag && depth == 0:
			if depth == 0 {
				from = i
			}
			if k == startTag {
				depth++
			}
		case k == endTag:
			depth--
		}
		if depth == 0 {
			s.start = end
			if from >= 0 {
				return s.utf8(s.buf[from:end]), nil
			}
		}
		i = end
	}
}

// markup moves *i to the next '<' at or after it, and returns the kind and the end of the markup there. It reads as
// needed, which may move what is in the buffer, and with it *i and *from.
func (s *Splitter) markup(i, from *int) (kind, int, error) {
	for {
		if n := bytes.IndexByte(s.buf[*i:], '<'); n >= 0 {
			*i += n
			if k, end := markup(s.buf, *i); end > 0 {
				return k, end, nil
			}
		} else {
			*i = len(s.buf)
			if *from < 0 {
				s.start = len(s.buf)
			}
		}
		if err := s.more(i, from); err == io.EOF {
			return 0, 0, fmt.Errorf("xml: %w", io.ErrUnexpectedEOF)
		} else if err != nil {
			return 0, 0, err
		}
	}
}

// more reads more. It moves what is still needed to the front of the buffer and adjusts the two offsets.
func (s *Splitter) more(i, from *int) error {
	if s.eof != nil {
		return s.eof
	}
	if s.start > 0 && s.start > len(s.buf)/2 {
		n := copy(s.buf, s.buf[s.start:])
		s.buf = s.buf[:n]
		*i -= s.start
		if *from >= 0 {
			*from -= s.start
		}
		s.start = 0
	}
	if len(s.buf)-s.start > s.max {
		s.eof = errTooLong
		return errTooLong
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = append(make([]byte, 0, max(64<<10, 2*cap(s.buf))), s.buf...)
	}
	before := len(s.buf)
	// Long markup is scanned again after every read: reading in proportion to it keeps the work linear.
	enough := len(s.buf) + max(1, (len(s.buf)-s.start)/4)
	for range 1 << 20 {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil {
			s.eof = err
			if n == 0 && len(s.buf) == before {
				return err
			}
			return nil
		}
		if len(s.buf) >= enough || len(s.buf) == cap(s.buf) {
			return nil
		}
	}
	return io.ErrNoProgress
}

var encodingAttr = lazy.Regexp(`encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']`)

// prolog reads up to and including the root's start tag.
func (s *Splitter) prolog() error {
	from := -1
	for i := 0; ; {
		k, end, err := s.markup(&i, &from)
		if err != nil {
			return err
		}
		tag := s.buf[i:end]
		s.start, i = end, end
		switch {
		case k == other:
			if err := s.declare(tag); err != nil {
				return err
			}
		case k == startTag, k == emptyTag:
			closed := slices.Clone(tag)
			if k == startTag {
				closed = append(closed[:len(closed)-1], '/', '>')
			}
			s.done = k == emptyTag
			s.root, err = Parse(s.utf8(closed))
			return err
		default:
			return errors.New("xml: no root element")
		}
	}
}

func (s *Splitter) declare(tag []byte) error {
	if !bytes.HasPrefix(tag, []byte("<?xml")) {
		return nil
	}
	m := encodingAttr.FindSubmatch(tag)
	if m == nil {
		return nil
	}
	switch strings.ToLower(string(m[1])) {
	case "utf-8", "utf8", "us-ascii", "ascii":
	case "iso-8859-1", "latin1":
		s.latin1 = true
	default:
		return fmt.Errorf("xml: encoding %s is not known", m[1])
	}
	return nil
}

func (s *Splitter) utf8(b []byte) []byte {
	if !s.latin1 || !slices.ContainsFunc(b, func(c byte) bool { return c >= utf8.RuneSelf }) {
		return b
	}
	out := make([]byte, 0, len(b)+len(b)/8)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}
