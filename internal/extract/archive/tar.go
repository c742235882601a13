package archive

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
)

// tar takes the regular files of a tar archive. One that breaks off keeps the
// files before.
func (t *Tree) tar(r io.Reader) error {
	spool := &spool{}
	t.close = spool.Close
	z := tar.NewReader(r)
	for count := 0; ; count++ {
		h, err := z.Next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errExpands):
			return err
		case err != nil && len(t.Files) == 0:
			return damaged(err)
		case err != nil:
			t.Cut = fmt.Sprintf("the archive is damaged behind %s: the rest is not read", t.Files[len(t.Files)-1].Name)
			return nil
		case count > 4*t.limits.Entries:
			t.Cut = "it has too many entries: the rest is not read"
			return nil
		case h.Typeflag == tar.TypeDir, h.Typeflag == tar.TypeXGlobalHeader:
			continue
		case h.Typeflag != tar.TypeReg:
			t.skip(skipLink)
			continue
		}
		name := t.admit(h.Name)
		if name == "" {
			continue
		}
		if h.Size > t.limits.FileBytes {
			if !t.add(name, h.Size, tooLarge(t.limits.FileBytes)) {
				return nil
			}
			continue
		}
		at, n, err := spool.keep(z)
		if errors.Is(err, errExpands) {
			return err
		}
		if err != nil {
			t.Cut = fmt.Sprintf("the archive is damaged in %s: the rest is not read", name)
			return nil
		}
		if !t.add(name, n, func() (io.ReadCloser, error) { return spool.open(at, n), nil }) {
			return nil
		}
	}
}

// single takes the one file that was compressed.
func (t *Tree) single(name string, r io.Reader) error {
	spool := &spool{}
	t.close = spool.Close
	if name = t.admit(name); name == "" {
		name = "document"
	}
	at, n, err := spool.keep(io.LimitReader(r, t.limits.FileBytes+1))
	if err != nil {
		return damaged(err)
	}
	t.add(name, n, func() (io.ReadCloser, error) { return spool.open(at, n), nil })
	return nil
}

func damaged(err error) error {
	if errors.Is(err, errExpands) {
		return err
	}
	return fmt.Errorf("%w (%v)", errDamaged, err)
}

func tooLarge(limit int64) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return nil, fmt.Errorf("%w: more than %d MB", errTooLarge, limit>>20) }
}
