package formats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/outfile"
)

// Options say what may be changed and how entries are printed.
type Options struct {
	fix.Options
	Style string // of package style, for printed lists; "" reprints nothing
}

// Reasons why a patch is not written, in every format.
var (
	errLost     = errors.New("the entry was not found again in the file")
	errEncoding = errors.New("the file is not in UTF-8")
)

// writers maps the name of a format to the function that corrects its files.
var writers = map[string]func([]byte, []audit.Finding, Options) (fix.Result, error){
	"bibtex": func(src []byte, list []audit.Finding, opt Options) (fix.Result, error) {
		return fix.BibTeX(src, list, opt.Options)
	},
	"ris": fixRIS, "csl-json": fixCSL, "text": fixPrinted, "markdown": fixPrinted,
}

// Writes reports whether corrections can be written into files of a format.
func Writes(format string) bool { return writers[format] != nil }

// Fix corrects a file whose references were read in a format and audited. The findings are in file order. In
// formats without a writer all corrections are listed and none is written.
func Fix(format string, src []byte, findings []audit.Finding, opt Options) (fix.Result, error) {
	if write := writers[format]; write != nil {
		return write(src, findings, opt)
	}
	return fix.Rewrite(src, findings, opt.Options, fix.Format{Write: refuse})
}

// refuse is why nothing is written to a file of any other format.
func refuse(_ int, _ *fix.Correction, p fix.Patch) ([]bibtex.Edit, error) {
	return nil, errors.New("corrections are not written to this format; the record says " + p.To)
}

// errChanged means that a file has changed since it was read.
var errChanged = errors.New("the file has changed since it was read; nothing was written")

// Replace writes content to path in place of old, the bytes read from it before. The old file is kept under the
// name backup, unless git's last commit has exactly these bytes. Links are followed; permissions stay.
func Replace(ctx context.Context, path string, old, content []byte) (backup string, err error) {
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	now, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if !bytes.Equal(now, old) {
		return "", errChanged
	}
	if info.Mode().Perm()&0o200 == 0 { // a rename would ignore it
		return "", fmt.Errorf("%s: %w", path, outfile.ErrReadOnly)
	}
	if committed, ok := accept.AtCommit(ctx, "HEAD", path); !ok || !bytes.Equal(committed, old) {
		if backup, err = writeBackup(path, old, info); err != nil {
			return "", err
		}
	}
	if err = outfile.Write(path, content, info.Mode().Perm()); err != nil && backup != "" {
		_ = os.Remove(backup) // the file is unchanged
		backup = ""
	}
	return backup, err
}

// writeBackup writes a backup beside a file under a free name, which nobody may read who may not read the file.
func writeBackup(path string, content []byte, info os.FileInfo) (string, error) {
	for n := 1; n < 1000; n++ {
		name := path + ".bak"
		if n > 1 {
			name = fmt.Sprintf("%s.bak%d", path, n)
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if !outfile.Like(f, path, info) {
			_ = f.Chmod(0o600) // for its owner, then
		}
		_, err = f.Write(content)
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(name) // do not leave half a backup
			return "", err
		}
		return name, nil
	}
	return "", fmt.Errorf("%s: too many backups", path)
}
