package run

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// earlier reads what an interrupted run has left, row by row.
type earlier struct {
	rows, notes *lines
	line        []byte // the next row, nil after the last
	read        int64  // offset after the rows read
	end, noted  int64  // length of the complete part of the two files
}

// errNothing means that there are no rows to continue.
var errNothing = fmt.Errorf("no rows: %w", os.ErrNotExist)

// readEarlier opens what is left of an earlier run, nil for a complete report; os.ErrNotExist if there is none.
func readEarlier(path, settings string) (*earlier, error) {
	end, noted, whole, err := measure(path, settings)
	if err != nil || whole {
		return nil, err
	}
	e := &earlier{end: end, noted: noted}
	if e.rows, err = openLines(path); err != nil {
		return nil, err
	}
	if e.notes, err = openLines(path + NotesSuffix); err != nil {
		return nil, err
	}
	e.notes.Scan() // the settings
	return e, e.next()
}

// measure finds how much of rows and notes is complete and matches, without the summary, which is written anew.
func measure(path, settings string) (end, noted int64, whole bool, err error) {
	rows, err := openLines(path)
	if err != nil {
		return 0, 0, false, err
	}
	defer rows.file.Close()
	notes, err := openLines(path + NotesSuffix)
	if errors.Is(err, os.ErrNotExist) {
		return 0, 0, true, isWhole(path, rows)
	}
	if err != nil {
		return 0, 0, false, err
	}
	defer notes.file.Close()
	if !notes.Scan() || !rows.Scan() {
		return 0, 0, false, cmp.Or(notes.Err(), rows.Err(), errNothing)
	}
	if kind(rows.Bytes()) != row.KindRun {
		return 0, 0, false, notResumable(path)
	}
	if text, _ := encoded(settings); !bytes.Equal(text, notes.Bytes()) {
		return 0, 0, false, fmt.Errorf("%s has the rows of a run with other settings: %w", path, ErrOther)
	}
	end, noted = int64(len(rows.Bytes())), int64(len(notes.Bytes()))
	for rows.Scan() {
		switch kind(rows.Bytes()) {
		case row.KindProblem:
		case row.KindFinding:
			if !notes.Scan() {
				return end, noted, false, notes.Err()
			}
			noted += int64(len(notes.Bytes()))
		case row.KindSummary:
			return end, noted, false, nil
		default:
			return 0, 0, false, notResumable(path)
		}
		end += int64(len(rows.Bytes()))
	}
	return end, noted, false, rows.Err()
}

// isWhole returns an error if rows without notes are not a complete report.
func isWhole(path string, rows *lines) error {
	first, last := "", ""
	for rows.Scan() {
		last = kind(rows.Bytes())
		first = cmp.Or(first, last)
	}
	switch {
	case rows.Err() != nil:
		return rows.Err()
	case first == row.KindRun && last == row.KindSummary:
		return nil
	}
	if info, err := rows.file.Stat(); err == nil && info.Size() == 0 {
		return errNothing
	}
	return notResumable(path)
}

func notResumable(path string) error {
	return fmt.Errorf("%s is not a report that a run has begun with -o: %w", path, ErrOther)
}

func kind(row []byte) string {
	rest, ok := bytes.CutPrefix(row, []byte(`{"kind":"`))
	if !ok {
		return ""
	}
	name, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(name)
}

func (e *earlier) next() error {
	e.line = nil
	if e.read < e.end && e.rows.Scan() {
		e.line = e.rows.Bytes()
		e.read += int64(len(e.line))
	}
	return e.rows.Err()
}

// finding decodes the next row as a finding, with its note.
func (e *earlier) finding() (n note, f *report.Finding, err error) {
	if kind(e.line) != row.KindFinding || !e.notes.Scan() {
		return n, nil, cmp.Or(e.notes.Err(), errNothing)
	}
	f = &report.Finding{}
	err = cmp.Or(json.Unmarshal(e.notes.Bytes(), &n), json.Unmarshal(e.line, f))
	return n, f, err
}

func (e *earlier) close() error {
	e.line = nil
	return cmp.Or(e.rows.file.Close(), e.notes.file.Close())
}

// lines reads the complete lines of a file, each with its line end; it ignores what follows the last line end.
type lines struct {
	*bufio.Scanner
	file *os.File
}

func openLines(path string) (*lines, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	l := &lines{bufio.NewScanner(f), f}
	l.Buffer(nil, row.MaxLine)
	l.Split(func(data []byte, _ bool) (int, []byte, error) {
		n := bytes.IndexByte(data, '\n') + 1
		if n == 0 {
			return 0, nil, nil
		}
		return n, data[:n], nil
	})
	return l, nil
}
