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

// Today is the date in the worlds.
var Today = biblio.Date{Year: 2026, Month: 11, Day: 26}

// World is a situation in which services are queried.
type World struct {
	Name    string
	About   string
	Keys    map[string]string // that the client has, by service
	credits int               // that OpenAlex has left for the day
	walls   map[string]fixtureserver.Fault
	fails   func(service string, luck float64) fixtureserver.Fault
}

// Worlds are the available worlds.
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

// seldom is Semantic Scholar without a key: it rejects nine of ten questions.
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

// Find returns the world with a name.
func Find(name string) (*World, error) {
	i := slices.IndexFunc(Worlds, func(w World) bool { return w.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no world %q", name)
	}
	return &Worlds[i], nil
}

// serviceAt maps hosts to services.
var serviceAt = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for _, s := range fixtureserver.Services() {
		for _, host := range s.Hosts {
			table[host] = s.Name
		}
	}
	return table
})

// Sources returns the sources that ask the services of a world, without those that need a key.
func Sources() (list []string) {
	for _, s := range fixtureserver.Services() {
		if s.Source != "" && !s.Keyed {
			list = append(list, s.Source)
		}
	}
	return list
}

// Serve plays the world on this machine for one run; its address takes every request, with the intended host in
// front of the path. Failures depend on the seed, on the question, and on how often it was asked.
func (w *World) Serve(c *Catalogue, anthology *Anthology, seed string) *fixtureserver.Server {
	s := fixtureserver.New(nil)
	s.Beside(c)
	s.SetCredits(w.credits)
	for service, wall := range w.walls {
		for _, host := range fixtureserver.HostsOf(service) {
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

// Anthology has the files of the ACL Anthology, which are read when the first one is requested.
type Anthology struct {
	archive string
	once    sync.Once
	files   map[string]string
	err     error
}

// OpenAnthology returns the files of an archive (.tar.zst); "" means an empty one.
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

// Err returns why the archive could not be read; no more files may be requested.
func (a *Anthology) Err() error { return a.err }

// page returns a file by its address in the repository.
func (a *Anthology) page(address string) (fixtureserver.Page, bool) {
	rest, ok := strings.CutPrefix(address, "raw.githubusercontent.com/acl-org/acl-anthology/")
	if !ok {
		return fixtureserver.Page{}, false
	}
	a.once.Do(func() { a.files, a.err = unpack(a.archive) })
	body, ok := a.files[path.Base(rest)]
	return fixtureserver.Page{Body: body, Type: "text/plain; charset=utf-8"}, ok
}

// SkippingClock is a clock without waiting: Sleep returns at once, and moves the time forward.
type SkippingClock struct {
	mu  sync.Mutex
	now time.Time
}

// NewHurry returns a clock that starts at noon of Today.
func NewHurry() *SkippingClock {
	return &SkippingClock{now: time.Date(Today.Year, time.Month(Today.Month), Today.Day, 12, 0, 0, 0, time.UTC)}
}

// Now returns the time.
func (h *SkippingClock) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

// Sleep moves the time forward.
func (h *SkippingClock) Sleep(ctx context.Context, d time.Duration) error {
	h.mu.Lock()
	h.now = h.now.Add(max(d, 0))
	h.mu.Unlock()
	return ctx.Err()
}
