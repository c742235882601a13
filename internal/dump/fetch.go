package dump

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Fetcher downloads public dumps into a folder, one folder below it for each.
type Fetcher struct {
	Dir string
	transport.Downloads
}

// Fetched is what came of fetching one dump.
type Fetched struct {
	Dir     string   // that holds its files
	Files   []string // all of them, in order
	Changed int      // files that were downloaded because they were missing or had changed
	Checked int      // files whose checksum the service states and that have it
	Bytes   int64    // downloaded now
}

// Fetch downloads a dump.
func (f *Fetcher) Fetch(ctx context.Context, p Public) (Fetched, error) {
	out := Fetched{Dir: filepath.Join(f.Dir, p.Name)}
	parts, err := f.parts(ctx, p)
	if err != nil {
		return out, fmt.Errorf("fetch %s: %w", p.Name, err)
	}
	for _, part := range parts {
		file := transport.File{URL: part.url, Name: part.name, Size: part.size, Path: filepath.Join(out.Dir, filepath.FromSlash(part.name)),
			Sum: func(ctx context.Context) (string, error) { return f.md5Of(ctx, part) }}
		got, err := f.File(ctx, file)
		if err != nil {
			return out, fmt.Errorf("fetch %s: %s: %w", p.Name, part.name, err)
		}
		out.Files = append(out.Files, file.Path)
		out.Bytes += got.Bytes
		if got.Changed {
			out.Changed++
		}
		if got.Checked {
			out.Checked++
		}
	}
	return out, nil
}
