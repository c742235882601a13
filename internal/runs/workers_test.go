package runs

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestOpenTogether starts several processes at the same time on a database without tables.
func TestOpenTogether(t *testing.T) {
	together := func(t *testing.T, database string) {
		folder := t.TempDir()
		var all errgroup.Group
		for range 4 {
			all.Go(func() error {
				s, err := Open(t.Context(), folder, database, slog.New(slog.DiscardHandler))
				if err != nil {
					return err
				}
				return errors.Join(s.CreateVenue(t.Context(), Venue{Name: strings.ToLower(rand.Text())}), s.Close())
			})
		}
		if err := all.Wait(); err != nil {
			t.Error(err)
		}
	}
	t.Run("file", func(t *testing.T) { together(t, "") })
	t.Run("database", func(t *testing.T) { together(t, testenv.Postgres(t)) })
}

// BenchmarkWorkers checks papers of a venue with one, two and four workers on a database. Each worker processes
// one paper at a time and takes as long as a machine of its own would: as for 15 pages of a PDF. The rest is
// what workers lose to each other.
func BenchmarkWorkers(b *testing.B) {
	const own = 200 * time.Millisecond
	database := testenv.NewPostgres(b, "max_connections=200", "fsync=on").Address
	s, err := setup.Open(setup.Options{Offline: true, Online: setup.Online{Memory: setup.NoMemory},
		Models: setup.Models{Model: setup.NoModels}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	folder := b.TempDir()
	process := func() *Store {
		store, err := Open(b.Context(), folder, database, slog.New(slog.DiscardHandler))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = store.Close() })
		return store
	}
	desk := process()
	for _, workers := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			venue := fmt.Sprintf("v%d-%d", workers, b.N)
			if err := desk.CreateVenue(b.Context(), Venue{Name: venue}); err != nil {
				b.Fatal(err)
			}
			for n := range b.N {
				digest, size, err := desk.Save(b.Context(), strings.NewReader(entries+strings.Repeat("\n", n)), 1<<20)
				if err != nil {
					b.Fatal(err)
				}
				if _, _, err := desk.AddPaper(b.Context(), venue,
					NewPaper{ID: fmt.Sprint("p", n), Inputs: []Input{{Name: "refs.bib", Digest: digest, Size: size}}}); err != nil {
					b.Fatal(err)
				}
			}
			if err := desk.StartVenue(b.Context(), venue); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			for range workers {
				w := &Worker{Store: process(), Version: "test", Jobs: 1, Log: slog.New(slog.DiscardHandler),
					Setup: func(Options) (*setup.Setup, error) {
						time.Sleep(own)
						return s, nil
					}}
				wait, err := w.Start(b.Context(), 0, 1)
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(wait)
			}
			for {
				by, _, _, err := desk.Progress(b.Context(), venue)
				if err != nil {
					b.Fatal(err)
				}
				if by[PaperSettled].Papers == b.N {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()*3600, "papers/h")
		})
	}
}
