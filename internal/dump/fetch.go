package dump

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Fetcher downloads public dumps into a folder, one folder below it for each.
type Fetcher struct {
	Dir string
	transport.Downloads
	// Sleep waits between two requests of a harvest; nil means transport.Sleep.
	Sleep func(context.Context, time.Duration) error

	asked time.Time // when the service of a harvest was last asked
}

// Part is one file of a public dump, or the records of a harvest for a span of days. It is plain data for JSON.
type Part struct {
	Name   string `json:"name"` // path of the file or folder, with slashes, below the dump's folder
	URL    string `json:"url"`
	Size   int64  `json:"size,omitempty"`   // 0 if not stated
	MD5    string `json:"md5,omitempty"`    // "" if not stated
	Sum    string `json:"sum,omitempty"`    // address of a file with the MD5, "" for none
	Update bool   `json:"update,omitempty"` // its records may replace those of parts before it
	From   string `json:"from,omitempty"`   // of a harvest: 2026-11-22
	Until  string `json:"until,omitempty"`  // of a harvest: the last day
	// Stamp describes what was downloaded; zero if nothing was yet.
	Stamp transport.Stamp `json:"stamp,omitzero"`
}

// Fetched is the result of fetching one part.
type Fetched struct {
	Path string // of the file, or of the folder with the pages of a harvest
	transport.Downloaded
	// Answered is when the service of a harvest began to deliver it; zero if unknown.
	Answered time.Time
}

// Path returns the path of a part of a dump, downloaded or not.
func (f *Fetcher) Path(p Public, part Part) string {
	return filepath.Join(f.Dir, p.Name, filepath.FromSlash(part.Name))
}

// Parts returns the parts of a dump in order. Those of a harvest begin with the
// day since, or with the service's first.
func (f *Fetcher) Parts(ctx context.Context, p Public, since, today time.Time) ([]Part, error) {
	parts, err := f.parts(ctx, p, since, today)
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", p.Name, err)
	}
	return parts, nil
}

// Part downloads one part of a dump. One that has not changed since Part.Stamp is not downloaded; its file may
// then be missing.
func (f *Fetcher) Part(ctx context.Context, p Public, part Part) (Fetched, error) {
	out := Fetched{Path: f.Path(p, part)}
	var err error
	if p.Layout == Harvest {
		err = f.harvest(ctx, p, part, &out)
	} else {
		out.Downloaded, err = f.File(ctx,
			transport.File{URL: part.URL, Name: part.Name, Size: part.Size, Path: out.Path, Had: part.Stamp,
				Sum: func(ctx context.Context) (string, error) { return f.md5Of(ctx, part) }})
	}
	if err != nil {
		return out, fmt.Errorf("fetch %s: %s: %w", p.Name, part.Name, err)
	}
	return out, nil
}

// Here reports whether a part was downloaded and its file still exists, so that no request is needed.
func (f *Fetcher) Here(p Public, part Part) bool {
	if p.Layout == Harvest || part.Stamp.Size == 0 {
		return false // a harvest looks at its own pages
	}
	info, err := os.Stat(f.Path(p, part))
	return err == nil && info.Size() == part.Stamp.Size
}

// Drop removes the downloads of a part.
func (f *Fetcher) Drop(p Public, part Part) error {
	path := f.Path(p, part)
	if err := discard(path); err != nil {
		return err
	}
	for _, beside := range []string{".json", ".part", ".part.json"} {
		if err := os.Remove(path + beside); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	for dir := filepath.Dir(path); len(dir) > len(f.Dir); dir = filepath.Dir(dir) {
		if os.Remove(dir) != nil {
			break // others are in there
		}
	}
	return nil
}

// Reclaim removes all downloads of a dump.
func (f *Fetcher) Reclaim(p Public) error { return discard(filepath.Join(f.Dir, p.Name)) }

// discard removes a file or a folder in one step: it renames it first, so that no process finds half a folder.
func discard(path string) error {
	hidden := filepath.Join(filepath.Dir(path), ".gone-"+filepath.Base(path))
	if err := os.RemoveAll(hidden); err != nil {
		return err
	}
	if err := os.Rename(path, hidden); err != nil {
		if os.IsNotExist(err) {
			return nil
		}
		return err
	}
	return os.RemoveAll(hidden)
}
