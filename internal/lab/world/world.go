package world

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
)

// Today is the day on which the worlds are played.
var Today = biblio.Date{Year: 2026, Month: 11, Day: 26}

// World is a state of affairs in which services are asked.
type World struct {
	Name    string
	About   string
	Keys    map[string]string // that the client has, by the names of services
	credits int               // that OpenAlex has left for the day
	walls   map[string]fixtureserver.Fault
	fails   func(service string, luck float64) fixtureserver.Fault
}

// Worlds are those that can be played.
var Worlds = []World{
	{
		Name: "w1", About: "2026 without keys", credits: 1000, fails: seldom,
		walls: map[string]fixtureserver.Fault{"dblp": fixtureserver.Anubis},
	},
	{
		Name: "w2", About: "everything answers", credits: 1_000_000,
		Keys: map[string]string{"semanticscholar": "k1", "openalex": "k2"},
	},
	{Name: "w3", About: "arXiv and Crossref alone, and 30 % of their answers fail", credits: 1000, fails: twoAlone},
}

// seldom is Semantic Scholar without a key: nine questions of ten are too many.
func seldom(service string, luck float64) fixtureserver.Fault {
	if service == "semanticscholar" && luck < 0.9 {
		return fixtureserver.TooMany
	}
	return ""
}

// twoAlone is a bad day.
func twoAlone(service string, luck float64) fixtureserver.Fault {
	switch {
	case service != "arxiv" && service != "crossref", luck < 0.22:
		return fixtureserver.Down
	case luck < 0.3:
		return fixtureserver.TooMany
	}
	return ""
}

// Find returns the world of a name.
func Find(name string) (*World, error) {
	i := slices.IndexFunc(Worlds, func(w World) bool { return w.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no world %q", name)
	}
	return &Worlds[i], nil
}

// serviceAt names the services by their hosts.
var serviceAt = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for service, hosts := range fixtureserver.Hosts {
		for _, host := range hosts {
			table[host] = service
		}
	}
	return table
})

// Serve plays the world on this machine for one run; its address takes every request, with
// the host that is meant before the path. What fails depends on the seed, on the
// question, and on how often it was asked.
func (w *World) Serve(c *Catalogue, anthology *Anthology, seed string) *fixtureserver.Server {
	s := fixtureserver.New(nil)
	s.Beside(c)
	s.SetCredits(w.credits)
	for service, wall := range w.walls {
		for _, host := range fixtureserver.Hosts[service] {
			s.Inject(host, wall, 1)
		}
	}
	if w.fails != nil {
		s.SetChance(func(host, question string, times int) fixtureserver.Fault {
			return w.fails(serviceAt()[host], chance(w.Name, seed, question, fmt.Sprint(times)))
		})
	}
	s.SetFiles(anthology.page)
	return s
}

// Anthology has the files of the ACL Anthology, read when the first one is asked for.
type Anthology struct {
	archive string
	once    sync.Once
	files   map[string]string
	err     error
}

// OpenAnthology returns the files of an archive (.tar.zst); "" is an empty one.
func OpenAnthology(archive string) *Anthology { return &Anthology{archive: archive} }

func unpack(archive string) (map[string]string, error) {
	files := map[string]string{}
	if archive == "" {
		return files, nil
	}
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(h.Name, ".xml") {
			data, err := io.ReadAll(t)
			if err != nil {
				return nil, err
			}
			files[path.Base(h.Name)] = string(data)
		}
	}
}

// Err says why the archive could not be read; no file may be asked for any more.
func (a *Anthology) Err() error { return a.err }

// page returns a file by the address of its repository.
func (a *Anthology) page(address string) (fixtureserver.Page, bool) {
	rest, ok := strings.CutPrefix(address, "raw.githubusercontent.com/acl-org/acl-anthology/")
	if !ok {
		return fixtureserver.Page{}, false
	}
	a.once.Do(func() { a.files, a.err = unpack(a.archive) })
	body, ok := a.files[path.Base(rest)]
	return fixtureserver.Page{Body: body, Type: "text/plain; charset=utf-8"}, ok
}

// Hurry is time in which nobody waits: who sleeps wakes at once, and it is later.
type Hurry struct {
	mu  sync.Mutex
	now time.Time
}

// NewHurry begins at noon of Today.
func NewHurry() *Hurry {
	return &Hurry{now: time.Date(Today.Year, time.Month(Today.Month), Today.Day, 12, 0, 0, 0, time.UTC)}
}

// Now returns the time.
func (h *Hurry) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

// Sleep lets time pass.
func (h *Hurry) Sleep(ctx context.Context, d time.Duration) error {
	h.mu.Lock()
	h.now = h.now.Add(max(d, 0))
	h.mu.Unlock()
	return ctx.Err()
}
