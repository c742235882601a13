package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// pack makes an archive of files: of which kind, the ending of its name says;
// a .gz that is no .tar.gz takes one file.
func pack(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: pack ARCHIVE FILE...")
	}
	var b bytes.Buffer
	switch name := args[0]; {
	case strings.HasSuffix(name, ".zip"):
		w := zip.NewWriter(&b)
		for _, file := range args[1:] {
			e, err := w.Create(file)
			ts.Check(err)
			_, err = e.Write([]byte(ts.ReadFile(file)))
			ts.Check(err)
		}
		ts.Check(w.Close())
	case strings.HasSuffix(name, ".gz") && !strings.HasSuffix(name, ".tar.gz"):
		b.WriteString(ts.ReadFile(args[1]))
	default:
		w := tar.NewWriter(&b)
		for _, file := range args[1:] {
			text := ts.ReadFile(file)
			ts.Check(w.WriteHeader(&tar.Header{Name: file, Size: int64(len(text)), Mode: 0o644, Typeflag: tar.TypeReg}))
			_, err := w.Write([]byte(text))
			ts.Check(err)
		}
		ts.Check(w.Close())
	}
	out := b.Bytes()
	switch {
	case strings.HasSuffix(args[0], ".gz"):
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		_, err := w.Write(out)
		ts.Check(err)
		ts.Check(w.Close())
		out = z.Bytes()
	case strings.HasSuffix(args[0], ".zst"):
		w, err := zstd.NewWriter(nil)
		ts.Check(err)
		out = w.EncodeAll(out, nil)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out, 0o644))
}
