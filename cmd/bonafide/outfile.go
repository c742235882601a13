package main

import (
	"errors"
	"io"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/outfile"
)

// lazyFile is a file that is created when something is written to it; without a path it is standard output.
type lazyFile struct {
	path string
	std  io.Writer
	file *outfile.File
}

func (f *lazyFile) Write(p []byte) (n int, err error) {
	if f.path == "" {
		return f.std.Write(p)
	}
	if f.file == nil {
		if f.file, err = outfile.Create(f.path, 0o666); err != nil {
			f.file = nil
			return 0, cli.UsageError(err)
		}
	}
	return f.file.Write(p)
}

// end commits the file, if there is one, or abandons it if err is set; it returns the first error.
func (f *lazyFile) end(err error) error {
	if f.file == nil {
		return err
	}
	if err != nil {
		return errors.Join(err, f.file.Abandon())
	}
	return f.file.Commit()
}
