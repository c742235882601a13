package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// pack packs files into an archive, whose kind its extension determines; a .gz that is not a .tar.gz takes one file.
func pack(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: pack ARCHIVE FILE...")
	}
	archive, err := packed(args[0], args[1:], func(name string) []byte { return []byte(ts.ReadFile(name)) })
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), archive, 0o644))
}

// packed returns the archive that pack writes.
func packed(archive string, files []string, read func(name string) []byte) ([]byte, error) {
	var b bytes.Buffer
	err := packInto(&b, archive, files, read)
	return b.Bytes(), err
}

func packInto(w io.Writer, archive string, files []string, read func(name string) []byte) (err error) {
	closing := func(c io.Closer) {
		if e := c.Close(); err == nil {
			err = e
		}
	}
	if strings.HasSuffix(archive, ".zip") {
		z := zip.NewWriter(w)
		defer closing(z)
		for _, file := range files {
			e, err := z.Create(file)
			if err != nil {
				return err
			}
			if _, err := e.Write(read(file)); err != nil {
				return err
			}
		}
		return nil
	}
	inner := strings.TrimSuffix(archive, ".gz")
	switch {
	case inner != archive:
		z := gzip.NewWriter(w)
		defer closing(z)
		w = z
	case strings.HasSuffix(archive, ".zst"):
		z, err := zstd.NewWriter(w)
		if err != nil {
			return err
		}
		defer closing(z)
		w = z
	}
	if inner != archive && !strings.HasSuffix(inner, ".tar") {
		_, err := w.Write(read(files[0]))
		return err
	}
	t := tar.NewWriter(w)
	defer closing(t)
	for _, file := range files {
		content := read(file)
		if err := t.WriteHeader(&tar.Header{Name: file, Size: int64(len(content)), Mode: 0o644,
			Typeflag: tar.TypeReg}); err != nil {
			return err
		}
		if _, err := t.Write(content); err != nil {
			return err
		}
	}
	return nil
}
