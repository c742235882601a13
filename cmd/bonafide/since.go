package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// lastRun is the value of --since for the last whole run with it over the same files.
const lastRun = "last"

// since says what has changed since an earlier run, and keeps what is wrong or doubtful in this one for the next.
type since struct {
	asked  string            // the value of --since
	kept   string            // file that keeps the rows of the last run over these inputs, "" for none
	before map[string]string // of the earlier run, by entry; nil if there was none
	fresh  []string
	same   int
	rows   []report.Finding
}

// openSince reads the earlier run; nil if none is asked for.
func openSince(asked string, files []string) (*since, error) {
	if asked == "" {
		return nil, nil
	}
	s, path := &since{asked: asked}, asked
	if asked == lastRun {
		cache, err := os.UserCacheDir()
		if err != nil || len(files) == 0 || slices.Contains(files, "-") {
			return nil, errors.New("--since last compares runs over files, which it keeps in the user's cache folder")
		}
		sum := sha256.New()
		for _, name := range files {
			full, _ := filepath.Abs(name)
			fmt.Fprintf(sum, "%q", full)
		}
		s.kept = filepath.Join(cache, "bonafide", "last", hex.EncodeToString(sum.Sum(nil)[:8])+".jsonl")
		path = s.kept
	}
	in, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && asked == lastRun {
		return s, nil
	} else if err != nil {
		return nil, err
	}
	defer in.Close()
	s.before = map[string]string{}
	err = report.EachFinding(in, func(f report.Finding) {
		if name, what, ok := counts(&f); ok {
			s.before[name] = what
		}
	})
	if err != nil {
		return nil, fmt.Errorf("--since: %w", notSaved(path, err))
	}
	return s, nil
}

// counts returns what identifies the entry of a finding that is wrong or doubtful, and what is said of it.
func counts(f *report.Finding) (name, what string, ok bool) {
	wrong := f.Outcome == row.Discrepant || f.Outcome == row.NotFound || f.Outcome == row.Doubtful
	return cmp.Or(f.Key, f.Digest, f.ID), fmt.Sprintf("%s (%s)", cmp.Or(f.Key, f.ID), strings.Join(f.Codes, ", ")),
		wrong && f.Suppressed == ""
}

func (s *since) take(f *report.Finding) {
	name, what, ok := counts(f)
	if s == nil || !ok {
		return
	}
	if s.before[name] == what {
		s.same++
	} else {
		s.fresh = append(s.fresh, what)
	}
	delete(s.before, name)
	s.rows = append(s.rows, report.Finding{Finding: row.Finding{Kind: row.KindFinding, ID: f.ID, Key: f.Key,
		Digest: f.Digest, Outcome: f.Outcome, Codes: f.Codes}})
}

// end says what has changed, and keeps the rows of a whole run.
func (s *since) end(w io.Writer, run row.Run) error {
	if s == nil {
		return nil
	}
	w = cli.Wrapping(w, 2)
	gone := slices.Sorted(maps.Values(s.before))
	if s.before == nil {
		fmt.Fprintln(w, "bonafide: no earlier run over these files is kept; the next one is compared with this one")
	} else {
		fmt.Fprintf(w, "since %s: %d new%s; %d gone%s; %d unchanged\n", map[bool]string{true: "the last run",
			false: report.Visible(s.asked)}[s.kept != ""], len(s.fresh), names(s.fresh), len(gone), names(gone), s.same)
	}
	if s.kept == "" {
		return nil
	}
	var b bytes.Buffer
	err := writeRows(&b, run, s.rows)
	if err = cmp.Or(err, os.MkdirAll(filepath.Dir(s.kept), 0o700)); err == nil {
		err = outfile.Write(s.kept, b.Bytes(), 0o600)
	}
	if err == nil {
		err = prune(filepath.Dir(s.kept))
	}
	return cli.Failure(err)
}

// keptMost is how many runs are kept, each over other files.
const keptMost = 200

// prune removes the oldest files of a folder of kept runs.
func prune(dir string) error {
	list, err := os.ReadDir(dir)
	age := map[string]time.Time{}
	for _, e := range list {
		if info, gone := e.Info(); gone == nil { // another run may have removed it
			age[e.Name()] = info.ModTime()
		}
	}
	oldest := slices.SortedFunc(maps.Keys(age), func(a, b string) int { return age[a].Compare(age[b]) })
	for _, name := range oldest[:max(0, len(oldest)-keptMost)] {
		if failed := os.Remove(filepath.Join(dir, name)); !errors.Is(failed, fs.ErrNotExist) {
			err = cmp.Or(err, failed)
		}
	}
	return err
}

// writeRows writes some rows of a run as a saved report.
func writeRows(w io.Writer, run row.Run, rows []report.Finding) error {
	out, err := report.New("jsonl", w, report.Options{})
	if err == nil {
		err = out.Begin(run)
	}
	sum := report.NewSummary(run)
	for _, f := range rows {
		sum.Add(f)
		err = cmp.Or(err, out.Finding(f))
	}
	return cmp.Or(err, out.End(sum))
}

func names(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " (" + report.Visible(strings.Join(list, ", ")) + ")"
}
