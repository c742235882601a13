package dump

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"
)

// Fetcher downloads public dumps into a folder, one folder below it for each.
// A download that was killed goes on where it stopped; a file that has not
// changed at its service is not fetched again.
type Fetcher struct {
	Dir    string
	Client *http.Client // nil means one with bounds for connecting, but none for the whole
	Agent  string       // User-Agent; services ask for a name and an address
	// MaxBytes bounds each file; 0 means 1 TiB.
	MaxBytes int64
	// Tries bounds how often a file is asked for without any byte coming;
	// 0 means 5.
	Tries int
	// Stall is how long a transfer may give nothing; 0 means a minute.
	Stall time.Duration
	// Wait is the first pause between tries, doubled each time; 0 means a second.
	Wait time.Duration
	// Progress, when set, is called now and then with the bytes of the dump at
	// hand that are there; total is 0 when the service does not state it.
	Progress func(file string, done, total int64)
}

// Fetched is what came of fetching one dump.
type Fetched struct {
	Dir     string   // that holds its files
	Files   []string // all of them, in order
	Changed int      // files that were downloaded because they were missing or had changed
	Checked int      // files whose checksum the service states and that have it
	Bytes   int64    // downloaded now
}

// ErrChecksum means that a file is not what its service says it is. It is not
// kept.
var ErrChecksum = errors.New("wrong checksum")

// Fetch downloads a dump.
func (f *Fetcher) Fetch(ctx context.Context, p Public) (Fetched, error) {
	out := Fetched{Dir: filepath.Join(f.Dir, p.Name)}
	parts, err := f.parts(ctx, p)
	if err != nil {
		return out, fmt.Errorf("fetch %s: %w", p.Name, err)
	}
	for _, part := range parts {
		d := download{f: f, part: part, path: filepath.Join(out.Dir, filepath.FromSlash(part.name))}
		if err := d.run(ctx); err != nil {
			return out, fmt.Errorf("fetch %s: %s: %w", p.Name, part.name, err)
		}
		out.Files = append(out.Files, d.path)
		out.Bytes += d.bytes
		if d.changed {
			out.Changed++
		}
		if d.checked {
			out.Checked++
		}
	}
	return out, nil
}
