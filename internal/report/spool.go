package report

import (
	"bytes"
	"cmp"
	"io"
	"os"
)

// spoolMemory is how much of a spool stays in memory, in bytes.
const spoolMemory = 4 << 20

// spool keeps a part of a report until what stands before it is known: in memory,
// and in a temporary file from some size on.
type spool struct {
	memory bytes.Buffer
	file   *os.File // nil while all is in memory
}

// Write adds to the spool.
func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.memory.Len()+len(p) <= spoolMemory {
		return s.memory.Write(p)
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "bonafide-report-")
		if err != nil {
			return 0, err
		}
		_ = os.Remove(file.Name()) // where that cannot be done yet, moveTo does it
		s.file = file
	}
	return s.file.Write(p)
}

// moveTo writes all to w and empties the spool.
func (s *spool) moveTo(w io.Writer) error {
	_, err := s.memory.WriteTo(w)
	if s.file == nil {
		return err
	}
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(w, s.file)
	}
	err = cmp.Or(err, s.file.Close())
	_ = os.Remove(s.file.Name()) // gone already but on Windows
	s.file = nil
	return err
}
