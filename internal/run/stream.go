package run

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// Stream is a report in JSON Lines that is written to a file row by row. A run that ends early, however it
// ends, leaves its finished rows, and beside them a file of notes with what a later run needs to continue them.
// The notes are deleted when the report is complete.
//
// A resumed run reads its inputs again and produces the same rows up to where the file ends: findings are taken
// from the file, and all rows are compared with it.
type Stream struct {
	path, settings string
	file, notes    *os.File
	end, noted     int64 // length of the complete part of the two files
	ahead          bool  // rows of settled references follow the complete part
	old            *earlier
}

// NotesSuffix is the suffix of the file of notes.
const NotesSuffix = ".resume"

// ErrOther means that a file has rows that this run would not have written.
var ErrOther = errors.New("name another file, or leave --resume out to start again")

// note is what is stored about a reference besides its row.
type note struct {
	Read string `json:"read"` // digest of what was read
	audit.Cited
}

// NewStream returns a stream to a file. Settings is a digest of what rows depend on and the report does not record.
func NewStream(path, settings string) *Stream { return &Stream{path: path, settings: settings} }

// ResumeStream continues the rows of an interrupted run, if any; whole means that nothing is left to do.
func ResumeStream(path, settings string) (s *Stream, whole bool, err error) {
	s = NewStream(path, settings)
	s.old, err = readEarlier(path, settings)
	if errors.Is(err, os.ErrNotExist) {
		return s, false, nil
	}
	return s, err == nil && s.old == nil, err
}

// Begin writes the head, or compares it with that of the earlier run.
func (s *Stream) Begin(head row.Run) error {
	line, err := encoded(head)
	if err != nil {
		return err
	}
	if s.old != nil {
		var before row.Run
		if err := json.Unmarshal(s.old.line, &before); err != nil || !bytes.Equal(s.old.line, line) {
			return s.other(differs(&before, &head))
		}
		return s.old.next()
	}
	if s.notes, err = os.Create(s.path + NotesSuffix); err != nil {
		return err
	}
	if s.file, err = os.Create(s.path); err != nil {
		return err
	}
	if err := s.note(s.settings); err != nil {
		return err
	}
	return s.write(line)
}

func differs(before, now *row.Run) string {
	switch a, b := fmt.Sprint(before.Inputs), fmt.Sprint(now.Inputs); {
	case a != b:
		return fmt.Sprintf("a run over other inputs, %s", a)
	case before.Version != now.Version || before.Rules != now.Rules:
		return "a run of another version of bonafide"
	case fmt.Sprint(before.Sources) != fmt.Sprint(now.Sources):
		return "a run over other sources"
	}
	return "a run with other settings"
}

// other returns the error of a file that does not fit.
func (s *Stream) other(what string) error {
	return fmt.Errorf("%s has the rows of %s: %w", s.path, what, ErrOther)
}

// Problem writes the row of a problem, or compares it with the file.
func (s *Stream) Problem(p row.Problem) error { return s.row(p) }

// Finding writes the row of a finding, or compares it with the file.
func (s *Stream) Finding(f report.Finding) error { return s.row(f) }

// Settled adds the row of a reference about which nothing more is asked, for whoever looks into the file before its
// turn comes: it stays until the next row in the order of the references is written, and a resumed run drops it.
func (s *Stream) Settled(f report.Finding) error {
	if s.before() {
		return nil
	}
	row, err := encoded(f)
	if err = cmp.Or(err, s.behind()); err == nil {
		s.ahead = true
		_, err = s.file.Write(row)
	}
	return err
}

func (s *Stream) row(v any) error {
	row, err := encoded(v)
	if err != nil {
		return err
	}
	if !s.before() {
		return s.write(row)
	}
	if !bytes.Equal(s.old.line, row) {
		return s.other("inputs that have changed, or of other dismissals")
	}
	return s.old.next()
}

// End writes the summary. After that there is nothing left to resume.
func (s *Stream) End(sum *report.Summary) error {
	if s.before() {
		return s.other("references that the inputs no longer have")
	}
	row, err := encoded(sum)
	if err == nil {
		err = s.write(row)
	}
	if err != nil {
		return err
	}
	if err = cmp.Or(s.file.Close(), s.notes.Close()); err == nil {
		err = os.Remove(s.notes.Name())
	}
	s.file, s.notes = nil, nil
	return err
}

// Close closes the files of an interrupted run.
func (s *Stream) Close() error {
	var err error
	if s.old != nil {
		err = s.old.close()
	}
	if s.file != nil {
		err = cmp.Or(err, s.file.Close())
	}
	if s.notes != nil {
		err = cmp.Or(err, s.notes.Close())
	}
	return err
}

// Unfinished reports whether rows were written and more would have followed.
func (s *Stream) Unfinished() bool { return s.file != nil }

// before reports whether the next row comes from the earlier run.
func (s *Stream) before() bool { return s.old != nil && s.old.line != nil }

// earlier returns the row of a reference that the earlier run has written, nil if it did not get so far.
func (s *Stream) earlier(read string) (f *report.Finding, cited audit.Cited, err error) {
	if !s.before() {
		return nil, cited, nil
	}
	n, f, err := s.old.finding()
	if err != nil || n.Read != read {
		return nil, cited, s.other("inputs that have changed")
	}
	return f, n.Cited, nil
}

// noteFinding stores what a later run needs to know about a finding; its row follows. No row is ahead then: a run
// that ends between the two would leave one that is taken for the row of the note.
func (s *Stream) noteFinding(read string, cited audit.Cited) error {
	if err := cmp.Or(s.behind(), s.cutAhead()); err != nil {
		return err
	}
	return s.note(note{read, cited})
}

func (s *Stream) note(v any) error {
	line, err := encoded(v)
	if err == nil {
		err = put(s.notes, line, &s.noted)
	}
	return err
}

func (s *Stream) write(row []byte) error {
	if err := s.behind(); err != nil {
		return err
	}
	if err := s.cutAhead(); err != nil {
		return err
	}
	return put(s.file, row, &s.end)
}

// cutAhead removes the rows that are ahead of their turn.
func (s *Stream) cutAhead() error {
	if !s.ahead {
		return nil
	}
	s.ahead = false
	_, err := s.file.Seek(s.end, io.SeekStart)
	return cmp.Or(err, s.file.Truncate(s.end))
}

// behind opens the files of the earlier run and cuts off incomplete parts.
func (s *Stream) behind() (err error) {
	if s.file != nil {
		return nil
	}
	s.end, s.noted = s.old.end, s.old.noted
	if err := s.old.close(); err != nil {
		return err
	}
	s.old = nil
	if s.file, err = reopened(s.path, s.end); err == nil {
		s.notes, err = reopened(s.path+NotesSuffix, s.noted)
	}
	return err
}

// reopened opens a file for writing after an offset; what follows the offset is cut off.
func reopened(path string, end int64) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err == nil {
		err = f.Truncate(end)
	}
	return f, err
}

// put writes a complete line, or nothing.
func put(f *os.File, line []byte, end *int64) error {
	if _, err := f.Write(line); err != nil {
		_ = f.Truncate(*end) // the first error counts
		return err
	}
	*end += int64(len(line))
	return nil
}

func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	err := report.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func readDigest(ref *biblio.Reference) (string, error) {
	text, err := json.Marshal(ref)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), err
}
