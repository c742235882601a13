package archive

import (
	"bytes"
	"io"
	"os"
)

// spoolMemory is how much of an unpacked archive is held in memory; beyond it a temporary file is used.
const spoolMemory = 32 << 20

// spool stores unpacked files one after another.
type spool struct {
	memory []byte
	file   *os.File
	size   int64
}

// keep stores a stream and returns where it is.
func (s *spool) keep(r io.Reader) (at, n int64, err error) {
	at = s.size
	n, err = io.Copy(s, r)
	return at, n, err
}

// Write appends p.
func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.size+int64(len(p)) > spoolMemory {
		if err := s.spill(); err != nil {
			return 0, err
		}
	}
	s.size += int64(len(p))
	if s.file != nil {
		return s.file.Write(p)
	}
	s.memory = append(s.memory, p...)
	return len(p), nil
}

// spill moves what is held to a temporary file.
func (s *spool) spill() error {
	f, err := os.CreateTemp("", "bonafide-*")
	if err != nil {
		return err
	}
	_ = os.Remove(f.Name()) // where this works, no file is left behind
	if _, err := f.Write(s.memory); err != nil {
		_ = f.Close()
		return err
	}
	s.file, s.memory = f, nil
	return nil
}

func (s *spool) open(at, n int64) io.ReadCloser {
	if s.file != nil {
		return io.NopCloser(io.NewSectionReader(s.file, at, n))
	}
	return io.NopCloser(bytes.NewReader(s.memory[at : at+n]))
}

// Close releases the memory or the file.
func (s *spool) Close() error {
	s.memory = nil
	if s.file == nil {
		return nil
	}
	name := s.file.Name()
	err := s.file.Close()
	_ = os.Remove(name)
	return err
}
