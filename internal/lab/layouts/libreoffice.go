package layouts

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// ErrNoOffice means that LibreOffice is not installed.
var ErrNoOffice = errors.New("no LibreOffice is installed (looked for soffice): its layouts are left out")

// soffice is the program of LibreOffice.
const soffice = "soffice"

// HasOffice returns nil if LibreOffice is installed, else ErrNoOffice.
func HasOffice() error {
	if _, err := exec.LookPath(soffice); err != nil {
		return ErrNoOffice
	}
	return nil
}

const (
	savedAtOnce = 40              // files per call: LibreOffice grows with each
	savedWithin = 5 * time.Minute // one call
)

// slashes replaces the slashes of a path in a file name.
const slashes = "@"

// officeSource returns the name of the Word document that LibreOffice is to convert: all with one target format
// are in one folder.
func (w *writer) officeSource(l *Layout, name string) string {
	return filepath.Join(w.office, l.Ending, strings.ReplaceAll(filepath.ToSlash(name), "/", slashes)+".docx")
}

// saveOffice lets LibreOffice convert all its sources, and moves the results beside their gold.
func (w *writer) saveOffice(ctx context.Context) error {
	folders, err := filepath.Glob(filepath.Join(w.office, ".*"))
	if err != nil {
		return err
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.docx"))
		if err != nil {
			return err
		}
		ending := filepath.Base(folder)
		for len(files) > 0 {
			n := min(len(files), savedAtOnce)
			if err := w.save(ctx, files[:n], ending); err != nil {
				return err
			}
			files = files[n:]
		}
	}
	return nil
}

// save lets LibreOffice convert files to the format of an ending.
func (w *writer) save(ctx context.Context, files []string, ending string) error {
	ctx, cancel := context.WithTimeout(ctx, savedWithin)
	defer cancel()
	out := filepath.Join(w.office, "saved")
	args := []string{"--headless", "-env:UserInstallation=file://" + filepath.ToSlash(filepath.Join(w.office, "profile")),
		"--convert-to", ending[1:], "--outdir", out}
	said, err := exec.CommandContext(ctx, soffice, append(args, files...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", soffice, errors.Join(ctx.Err(), err), strings.TrimSpace(string(said)))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".docx")
		made := filepath.FromSlash(strings.ReplaceAll(name, slashes, "/")) + ending
		if err := move(filepath.Join(out, name+ending), filepath.Join(w.dir, made)); err != nil {
			return fmt.Errorf("%s made no %s: %w", soffice, made, err)
		}
	}
	return nil
}

// move moves a file, even to another disk.
func move(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, data, 0o644); err != nil {
		return err
	}
	return os.Remove(from)
}
