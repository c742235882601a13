package dump

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// maxUnit is the maximum size of one record, or one volume of the ACL Anthology, in bytes: several are decoded
// at the same time, and take many times their length.
const maxUnit = 16 << 20

// maxFile is the maximum size of a file that is one unit.
const maxFile = 64 << 20

// stream is one decompressed file before it is split into units.
type stream struct {
	*bufio.Reader
	env *environment
}

// splitter splits a stream into units. The unit is valid until the next call. place counts lines, or units if
// lines mean nothing, from 1. errUnit costs one unit, any other error the rest of the file.
type splitter interface {
	next() (unit []byte, place int64, err error)
}

// errUnit means that one unit cannot be read but the next can.
var errUnit = errors.New("unit cannot be read")

var errTooLong = fmt.Errorf("%w: longer than %d MiB", errUnit, maxUnit>>20)

// lines yields every non-blank line.
type lines struct {
	r     *bufio.Reader
	long  []byte
	place int64
}

func (l *lines) next() ([]byte, int64, error) {
	for {
		l.place++
		line, err := l.line()
		if err == errTooLong || len(bytes.TrimSpace(line)) > 0 {
			if err == io.EOF {
				err = nil
			}
			return line, l.place, err
		}
		if err != nil {
			return nil, l.place, err
		}
	}
}

// line returns the next line, without a copy if it fits the buffer.
func (l *lines) line() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	l.long = append(l.long[:0], line...)
	for err == bufio.ErrBufferFull {
		if len(l.long) > maxUnit {
			for err == bufio.ErrBufferFull {
				_, err = l.r.ReadSlice('\n')
			}
			if err != nil && err != io.EOF {
				return nil, err
			}
			return nil, errTooLong
		}
		line, err = l.r.ReadSlice('\n')
		l.long = append(l.long, line...)
	}
	return l.long, err
}

// xmlUnits yields each child of the root element.
type xmlUnits struct {
	s     *xmlscan.Splitter
	env   *environment
	place int64
}

func splitXML(s *stream) splitter {
	return &xmlUnits{s: xmlscan.NewSplitter(s, maxUnit), env: s.env}
}

func (x *xmlUnits) next() ([]byte, int64, error) {
	x.place++
	unit, err := x.s.Next()
	if x.place == 1 {
		x.env.root = x.s.Root().Attr("id")
	}
	return unit, x.place, err
}

// joined yields units of several lines.
type joined struct {
	lines
	unit []byte
	// begins reports whether a unit may begin with a line; what precedes such a line is skipped. ends reports
	// whether a line is the last of a unit.
	begins, ends func(line []byte) bool
}

func (j *joined) next() ([]byte, int64, error) {
	j.unit = j.unit[:0]
	var place int64
	for {
		line, at, err := j.lines.next()
		if err == io.EOF && len(j.unit) > 0 {
			return j.unit, place, nil
		}
		if err != nil {
			return nil, at, err
		}
		if len(j.unit) == 0 {
			if !j.begins(line) {
				continue
			}
			place = at
		}
		if len(j.unit)+len(line) > maxUnit {
			return nil, place, errTooLong
		}
		j.unit = append(j.unit, line...)
		if j.ends(line) {
			return j.unit, place, nil
		}
	}
}

// splitRIS returns each entry from TY to ER.
func splitRIS(s *stream) splitter {
	tagged := func(line []byte, tags ...string) bool {
		line = bytes.TrimLeft(line, " \t\ufeff")
		return slices.ContainsFunc(tags, func(tag string) bool { return bytes.HasPrefix(line, []byte(tag)) })
	}
	return &joined{lines: lines{r: s.Reader},
		begins: func(line []byte) bool { return tagged(line, "TY") },
		ends:   func(line []byte) bool { return tagged(line, "ER ", "ER-") }}
}

// csvUnits yields each row of a table after the header, with its line breaks.
type csvUnits struct {
	joined
	env *environment
}

// splitCSV reads lines until every quote is closed.
func splitCSV(s *stream) splitter {
	quotes := 0
	return &csvUnits{env: s.env, joined: joined{lines: lines{r: s.Reader},
		begins: func([]byte) bool {
			quotes = 0
			return true
		},
		ends: func(line []byte) bool {
			quotes += bytes.Count(line, []byte{'"'})
			return quotes%2 == 0
		}}}
}

func (c *csvUnits) next() ([]byte, int64, error) {
	if c.env.header == nil {
		first, place, err := c.joined.next()
		if err != nil {
			return nil, place, err
		}
		if c.env.header, err = csvRow(first); err != nil {
			return nil, place, fmt.Errorf("header: %w", err)
		}
	}
	return c.joined.next()
}

func csvRow(unit []byte) ([]string, error) {
	r := csv.NewReader(bytes.NewReader(unit))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	return r.Read()
}

// whole yields the file as one unit.
type whole struct {
	r    io.Reader
	done bool
}

func splitWhole(s *stream) splitter { return &whole{r: s} }

func (w *whole) next() ([]byte, int64, error) {
	if w.done {
		return nil, 1, io.EOF
	}
	w.done = true
	data, err := io.ReadAll(io.LimitReader(w.r, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%w: longer than %d MiB", errUnit, maxFile>>20)
	}
	return data, 1, err
}
