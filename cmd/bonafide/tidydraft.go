package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/fix/tidy"
)

// draft is a file with what becomes of it.
type draft struct {
	name string
	src  []byte
	out  tidy.Result
}

func (d *draft) changed() bool { return !bytes.Equal(d.src, d.out.Bytes) }

// prepare reads all files and makes all changes. It writes nothing, and fails where
// one of the files could not be written.
func (o *tidyOptions) prepare(cmd *cobra.Command, args []string, settings tidy.Settings) (bibs, texts []*draft, err error) {
	if bibs, err = readDrafts(cmd, cmd.InOrStdin(), args); err == nil {
		texts, err = readDrafts(cmd, nil, o.texts)
	}
	if err == nil {
		err = apart(bibs, texts)
	}
	if err != nil {
		return nil, nil, cli.UsageError(err)
	}
	ask := &chooser{in: bufio.NewReader(cmd.InOrStdin()), out: cmd.ErrOrStderr()}
	for _, b := range bibs {
		if b.out, err = o.tidied(cmd, b.name, b.src, tidy.Options{Settings: settings, Ask: ask.choose}); err != nil {
			return nil, nil, err
		}
	}
	if len(texts) > 0 {
		if err := oneMeaning(bibs); err != nil {
			return nil, nil, cli.UsageError(err)
		}
	}
	if err := o.recite(cmd, bibs, texts); err != nil {
		return nil, nil, err
	}
	if o.write {
		for _, d := range slices.Concat(bibs, texts) {
			if err := d.writable(); err != nil {
				return nil, nil, cli.UsageError(err)
			}
		}
	}
	return bibs, texts, nil
}

// readDrafts reads files, each once however often and by whatever names it is given.
func readDrafts(cmd *cobra.Command, stdin io.Reader, names []string) (list []*draft, err error) {
	for _, name := range names {
		if slices.ContainsFunc(list, func(d *draft) bool { return sameFile(d.name, name) }) {
			continue
		}
		src, err := readBytes(cmd.Context(), stdin, name)
		if err != nil {
			return nil, err
		}
		list = append(list, &draft{name: name, src: src})
	}
	return list, nil
}

// apart refuses a file that is given as a bibliography and as a source.
func apart(bibs, texts []*draft) error {
	for _, b := range bibs {
		for _, t := range texts {
			if sameFile(b.name, t.name) {
				return fmt.Errorf("%s is given as a bibliography and with --tex", t.name)
			}
		}
	}
	return nil
}

// sameFile reports that two names are of one file.
func sameFile(a, b string) bool {
	if a == "-" || b == "-" {
		return a == b
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// writable reports what keeps a file that changes from being written.
func (d *draft) writable() error {
	if d.name == "-" || !d.changed() {
		return nil
	}
	path, err := filepath.EvalSymlinks(d.name)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s: %w", d.name, formats.ErrReadOnly)
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".bonafide.*") // files are written under another name first
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// oneMeaning refuses bibliographies of which one gives a key to another work than
// another has or had under it: what a source cites could not be told.
func oneMeaning(bibs []*draft) error {
	before, after, renamed := make([]map[string]bool, len(bibs)), make([]map[string]bool, len(bibs)), make([]map[string]string, len(bibs))
	for i, b := range bibs {
		before[i], after[i], renamed[i] = keysOf(b.src), keysOf(b.out.Bytes), map[string]string{}
		for _, r := range b.out.Renamed {
			renamed[i][r.Old] = r.New
		}
	}
	for i, b := range bibs {
		for _, r := range b.out.Renamed {
			for j, other := range bibs {
				was, now := before[j][strings.ToLower(r.Old)], before[j][strings.ToLower(r.New)] || after[j][strings.ToLower(r.New)]
				if i == j || was && renamed[j][r.Old] == r.New && !before[j][strings.ToLower(r.New)] {
					continue
				}
				if was || now {
					return fmt.Errorf("the key %s becomes %s in %s, and %s has one of these keys for another entry: --tex takes bibliographies that do not share keys", r.Old, r.New, b.name, other.name)
				}
			}
		}
	}
	return nil
}

// keysOf gives the keys of a bibliography in small letters, as BibTeX compares them.
func keysOf(src []byte) map[string]bool {
	keys := map[string]bool{}
	f := bibtex.Parse(src)
	for i := range f.Items {
		if it := &f.Items[i]; it.Kind == bibtex.Entry {
			keys[strings.ToLower(strings.TrimSpace(f.Key(it)))] = true
		}
	}
	return keys
}
