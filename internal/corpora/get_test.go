package corpora

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

var today = time.Date(2026, 11, 22, 17, 0, 0, 0, time.UTC)

func newGetter(home string, s *dumpserver.Server) *Getter {
	return &Getter{Home: filepath.Join(home, "corpora"), Mirrors: s.Mirrors(), Now: func() time.Time { return today },
		Fetcher: dump.Fetcher{Dir: filepath.Join(home, "dumps"), Downloads: transport.Downloads{Wait: time.Millisecond}}}
}

func serve(t *testing.T) *dumpserver.Server {
	s := dumpserver.New()
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, g *Getter, name string) Got {
	t.Helper()
	got, err := g.Get(t.Context(), name, dump.Filter{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return got
}

// titles returns the titles in a corpus, sorted.
func titles(t *testing.T, dir string) []string {
	t.Helper()
	ix, err := index.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if err := ix.Verify(); err != nil {
		t.Fatal(err)
	}
	var list []string
	for r, err := range ix.Records() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r.Title)
	}
	slices.Sort(list)
	return list
}

// digest returns a digest of the bytes of an index, whose segment names vary.
func digest(t *testing.T, dir string) string {
	t.Helper()
	var m struct {
		Segments []struct{ File string }
	}
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil || len(m.Segments) == 0 {
		t.Fatalf("no segments: %v", err)
	}
	h := sha256.New()
	for _, s := range m.Segments {
		data, err := os.ReadFile(filepath.Join(dir, s.File))
		if err != nil {
			t.Fatal(err)
		}
		h.Write(data)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// nothingLeft checks that a finished Get leaves no downloads and no partial files.
func nothingLeft(t *testing.T, g *Getter, name string) {
	t.Helper()
	if left, err := os.ReadDir(g.Fetcher.Dir); err == nil && len(left) > 0 {
		t.Errorf("%s: left of the downloads: %v", name, left)
	}
	entries, err := os.ReadDir(filepath.Join(g.Home, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch {
		case e.Name() == "manifest.json", e.Name() == "lock", e.Name() == "building.lock", e.Name() == descriptionName,
			strings.HasSuffix(e.Name(), ".segment"):
		default:
			t.Errorf("%s: left in the corpus: %s", name, e.Name())
		}
	}
}

// dumpsOf describes the corpus built from each dump of the server.
var dumpsOf = map[string]struct {
	titles  []string
	fetched int // files and pages
}{
	"dblp": {[]string{"A Field Guide to Imaginary Beetles", "Halting Considered Optional",
		"Mechanical Sympathies of Clockwork Automata", "On the Velvet Quorum Protocol",
		"Proceedings of the Symposium on Careful Clockwork Automata, SCCA 2010", "Proceedings of the Symposium on Careful " +
			"Clockwork Automata, SCCA 2011", "Proceedings of the Symposium on Careful Clockwork Automata, SCCA 2012"}, 1},
	"acl":             {[]string{"Parsing the Ticking of Clocks", "Proceedings of the Workshop on Clockwork Language"}, 1},
	"retractionwatch": {[]string{"A Cure for Clocks"}, 1},
	"pubmed":          {[]string{"A beetle after its revision", "Slow thoughts on fast beetles", "The fourth beetle"}, 3},
	"openalex": {[]string{"Porcelain gearboxes in practice", "Teacups as inertial frames",
		"Velvet quorums revisited"}, 2},
	"meta":     {[]string{"Teacups in history", "Teacups, today", "The book of teacups"}, 1},
	"arxiv-cs": {[]string{"Clockwork kernels", "Clockwork lattices, corrected", "Recent clockwork"}, 24},
}

func TestGet(t *testing.T) {
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	for name, want := range dumpsOf {
		got := get(t, g, name)
		if !got.Changed || len(got.Bad) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
		if d := cmp.Diff(want.titles, titles(t, got.Dir)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if asked := s.Asked(); len(asked) != want.fetched {
			t.Errorf("%s: asked for %q", name, asked)
		}
		nothingLeft(t, g, name)
		if again := get(t, g, name); again.Changed || len(s.Asked()) != 0 {
			t.Errorf("%s again: %+v", name, again)
		}
	}
	have, err := List(g.Home)
	if err != nil || len(have) != len(dumpsOf) || have[0].Name != "acl" || have[0].Terms == "" ||
		!have[0].Date.Equal(today) {
		t.Errorf("%+v, %v", have, err)
	}
}

// TestGetCoverage: a file that was fetched completely counts as a complete dump, however small.
func TestGetCoverage(t *testing.T) {
	g := newGetter(t.TempDir(), serve(t))
	for name, want := range map[string]int{"dblp": 3, "acl": 1} {
		ix, err := index.Open(get(t, g, name).Dir)
		if err != nil {
			t.Fatal(err)
		}
		info, err := ix.Info()
		if err != nil || len(info.Coverage) != want {
			t.Errorf("%s: %+v, %v", name, info.Coverage, err)
		}
		for _, row := range info.Coverage {
			if !row.Complete {
				t.Errorf("%s: %+v", name, row)
			}
		}
		ix.Close()
	}
}

func TestRefreshNothingNew(t *testing.T) {
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	for name := range dumpsOf {
		before := digest(t, get(t, g, name).Dir)
		s.Asked()
		g.Refresh = true
		got := get(t, g, name)
		g.Refresh = false
		asked := s.Asked()
		switch name {
		case "arxiv-cs":
			if len(asked) != 1 || !strings.Contains(asked[0], "from=2026-11-21") {
				t.Errorf("%s: asked for %q", name, asked)
			}
		case "acl", "retractionwatch": // asked whether it has changed
			if len(asked) != 1 || got.Changed || got.Bytes != 0 {
				t.Errorf("%s: %+v, asked for %q", name, got, asked)
			}
		default:
			if len(asked) != 0 || got.Changed {
				t.Errorf("%s: %+v, asked for %q", name, got, asked)
			}
		}
		if digest(t, got.Dir) != before {
			t.Errorf("%s: the index has changed", name)
		}
		nothingLeft(t, g, name)
	}
}

func TestRefresh(t *testing.T) {
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	for name := range dumpsOf {
		get(t, g, name)
	}
	s.Asked()
	s.Put("/dblp.xml.gz",
		dumpserver.Gzip(
			dumpserver.DBLP(
				`<article key="journals/x/A"><author>A B</author><title>Alone.</title><year>2026</year><journal>X</journal></article>`)))
	s.Put("/acl.tar.gz", dumpserver.Gzip("no archive"))
	s.Put("/pubmed/updatefiles/pubmed26n0004.xml.gz",
		dumpserver.Gzip(dumpserver.PubMed(dumpserver.Article(1, "Slower thoughts"),
			"<DeleteCitation><PMID>4</PMID></DeleteCitation>", dumpserver.Article(9, "The ninth beetle"))))
	s.PutWorks("2026-03-01", dumpserver.Work(3, "Velvet quorums re-revisited", 2020, "Computer Science"),
		dumpserver.Work(4, "New quorums", 2026, "Computer Science"))
	s.PutPages("2026-11-21",
		dumpserver.Page{dumpserver.Paper("2611.00001", "Newest clockwork"), dumpserver.Deleted("0704.0001")})
	g.Refresh = true
	for name, want := range map[string][]string{
		"dblp":   {"Alone"},
		"pubmed": {"A beetle after its revision", "Slower thoughts", "The ninth beetle"},
		"openalex": {"New quorums", "Porcelain gearboxes in practice", "Teacups as inertial frames",
			"Velvet quorums re-revisited"},
		"arxiv-cs": {"Clockwork lattices, corrected", "Newest clockwork", "Recent clockwork"},
	} {
		got := get(t, g, name)
		if d := cmp.Diff(want, titles(t, got.Dir)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if asked := s.Asked(); len(asked) != 1 || !got.Changed {
			t.Errorf("%s: %+v, asked for %q", name, got, asked)
		}
		nothingLeft(t, g, name)
		if name == "arxiv-cs" {
			continue // requests the day again
		}
		if again := get(t, g, name); again.Changed || len(s.Asked()) != 0 {
			t.Errorf("%s again: %+v", name, again)
		}
	}
	// Unreadable data leaves the existing corpus unchanged, and is fetched again.
	acl := filepath.Join(g.Home, "acl")
	before := digest(t, acl)
	for range 2 {
		var fetch *FetchError
		if _, err := g.Get(t.Context(), "acl", dump.Filter{}); !errors.As(err, &fetch) || digest(t, acl) != before {
			t.Errorf("a dump that is none: %v", err)
		}
		if n := len(s.Asked()); n != 1 {
			t.Errorf("a dump that is none: asked %d times", n)
		}
	}
	s.Put("/acl.tar.gz",
		dumpserver.Gzip("<collection id='2020.x'><volume id='1'><meta><booktitle>Whole "+
			"again</booktitle><year>2020</year></meta></volume></collection>"))
	if d := cmp.Diff([]string{"Whole again"}, titles(t, get(t, g, "acl").Dir)); d != "" {
		t.Error(d)
	}
	nothingLeft(t, g, "acl")
	// A new baseline replaces everything.
	s.Asked()
	for _, path := range []string{"/pubmed/baseline/pubmed26n0001.xml.gz", "/pubmed/baseline/pubmed26n0002.xml.gz",
		"/pubmed/updatefiles/pubmed26n0003.xml.gz", "/pubmed/updatefiles/pubmed26n0004.xml.gz"} {
		s.Drop(path)
	}
	s.Put("/pubmed/baseline/pubmed27n0001.xml.gz",
		dumpserver.Gzip(dumpserver.PubMed(dumpserver.Article(1, "Baseline beetles"))))
	got := get(t, g, "pubmed")
	if d := cmp.Diff([]string{"Baseline beetles"}, titles(t, got.Dir)); d != "" || len(s.Asked()) != 1 {
		t.Error(d)
	}
}

func TestGetFiltered(t *testing.T) {
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	filter := dump.Filter{Fields: []string{"computer science"}, FromYear: 2016}
	got, err := g.Get(t.Context(), "openalex", filter)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"Velvet quorums revisited"}, titles(t, got.Dir)); d != "" {
		t.Error(d)
	}
	s.PutWorks("2026-03-01", dumpserver.Work(4, "New quorums", 2026, "Computer Science"),
		dumpserver.Work(5, "New teacups", 2026, "Physics and Astronomy"))
	g.Refresh = true
	if d := cmp.Diff([]string{"New quorums", "Velvet quorums revisited"}, titles(t, get(t, g, "openalex").Dir)); d != "" {
		t.Errorf("a refresh forgets the choice: %s", d)
	}
	s.PutWorks("2026-04-01", dumpserver.Work(3, "Velvet quorums revisited", 2019, "Physics and Astronomy"))
	if d := cmp.Diff([]string{"New quorums"}, titles(t, get(t, g, "openalex").Dir)); d != "" {
		t.Errorf("a work that is no longer wanted: %s", d)
	}
	if _, err := g.Get(t.Context(), "openalex", dump.Filter{FromYear: 1990}); err == nil ||
		!strings.Contains(err.Error(), "corpus remove") {
		t.Errorf("another choice: %v", err)
	}
	if _, err := g.Get(t.Context(), "dblp", filter); err == nil {
		t.Error("dblp is filtered")
	}
}

// TestGetPartByPart keeps few downloads at a time and has the same result.
func TestGetPartByPart(t *testing.T) {
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	g.Bytes = 1
	most := 0
	g.Step = func(_, step, _ string) {
		n := 0
		for _, pattern := range []string{"*/*/*.gz", "*/*.gz"} {
			list, _ := filepath.Glob(filepath.Join(g.Fetcher.Dir, pattern))
			n += len(list)
		}
		most = max(most, n)
	}
	for _, name := range []string{"pubmed", "openalex"} {
		if d := cmp.Diff(dumpsOf[name].titles, titles(t, get(t, g, name).Dir)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	if most != 1 {
		t.Errorf("%d downloads at a time", most)
	}
	if n := len(s.Asked()); n != 5 {
		t.Errorf("%d files asked for", n)
	}
}

func TestGetBusy(t *testing.T) {
	g := newGetter(t.TempDir(), serve(t))
	held, err := index.Lock(filepath.Join(g.Home, "dblp"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Get(t.Context(), "dblp", dump.Filter{}); !errors.Is(err, index.ErrBusy) {
		t.Errorf("beside another: %v", err)
	}
	if err := Remove(g.Home, g.Fetcher.Dir, "dblp"); !errors.Is(err, index.ErrBusy) {
		t.Errorf("removed beside another: %v", err)
	}
	b := Build{Files: []string{"get_test.go"}, Segment: 10}
	if _, err := b.Run(t.Context(), filepath.Join(g.Home, "dblp")); !errors.Is(err, index.ErrBusy) {
		t.Errorf("built beside another: %v", err)
	}
	held.Close()
	get(t, g, "dblp")
}

func TestGetFails(t *testing.T) {
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	for _, name := range []string{"crossref", "semanticscholar", "nothing", "../x"} {
		if _, err := g.Get(t.Context(), name, dump.Filter{}); err == nil {
			t.Errorf("%s: passes", name)
		}
	}
	for name, url := range map[string]string{"dblp": "http://127.0.0.1:1/dblp.xml.gz", "pubmed": s.URL + "/nowhere/pubmed",
		"openalex": s.URL + "/none.json"} {
		g.Mirrors[name] = url
		var fetch *FetchError
		if _, err := g.Get(t.Context(), name, dump.Filter{}); !errors.As(err, &fetch) {
			t.Errorf("%s: %v", name, err)
		}
		if have, err := List(g.Home); err != nil || len(have) != 0 {
			t.Errorf("%s: installed: %v, %v", name, have, err)
		}
	}
}

// TestGetFilteredMeta selects works by year and type.
func TestGetFilteredMeta(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		filter dump.Filter
		want   []string
	}{
		{dump.Filter{FromYear: 2020}, []string{"Teacups, today", "The book of teacups"}},
		{dump.Filter{ToYear: 2020, Types: []string{"journal-article"}}, []string{"Teacups in history", "Teacups, today"}},
		{dump.Filter{Types: []string{"book"}}, []string{"The book of teacups"}},
	} {
		got, err := newGetter(t.TempDir(), s).Get(t.Context(), "meta", c.filter)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, titles(t, got.Dir)); d != "" {
			t.Errorf("%+v: %s", c.filter, d)
		}
	}
	if _, err := newGetter(t.TempDir(), s).Get(t.Context(), "meta",
		dump.Filter{Fields: []string{"mathematics"}}); !errors.Is(err, ErrNoFilter) {
		t.Errorf("it has no fields of research: %v", err)
	}
}

// TestGetReleases takes the newest release of a dump with several, and later an even newer one.
func TestGetReleases(t *testing.T) {
	release := func(title string) []byte {
		return dumpserver.Gzip(
			dumpserver.DBLP(`<article key="journals/x/A"><author>A B</author><title>` + title +
				`.</title><year>2026</year><journal>X</journal></article>`))
	}
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	g.Mirrors["dblp"] = s.URL + "/"
	s.PutRelease("2026-10-03", release("October"))
	s.PutRelease("2026-09-01", release("September"))
	got := get(t, g, "dblp")
	if d := cmp.Diff([]string{"October"}, titles(t, got.Dir)); d != "" {
		t.Error(d)
	}
	if asked := s.Asked(); !slices.Equal(asked, []string{"/storage/artifacts/dblp/xml/2026/dblp-2026-10-03.xml.gz"}) {
		t.Errorf("asked for %q", asked)
	}
	g.Refresh = true
	if again := get(t, g, "dblp"); again.Changed || len(s.Asked()) != 0 {
		t.Errorf("nothing is new: %+v", again)
	}
	s.PutRelease("2026-11-02", release("November"))
	if d := cmp.Diff([]string{"November"}, titles(t, get(t, g, "dblp").Dir)); d != "" {
		t.Error(d)
	}
	nothingLeft(t, g, "dblp")
}

// TestGetWalled reports an HTML page in place of a file, and keeps the existing corpus.
func TestGetWalled(t *testing.T) {
	for _, path := range []string{"/api/records/18324537/versions/latest",
		"/api/records/20000000/files/output_csv.tar.gz/content"} {
		s := serve(t)
		s.Wall(path)
		if _, err := newGetter(t.TempDir(), s).Get(t.Context(), "meta", dump.Filter{}); !errors.Is(err, transport.ErrWall) {
			t.Errorf("%s: %v", path, err)
		}
	}
	const file = "/storage/artifacts/dblp/xml/2026/dblp-2026-10-03.xml.gz"
	for _, path := range []string{"/entities/collection/10.4230/dblp.xml", file, file + ".md5", "/dblp.xml.gz"} {
		s := serve(t)
		s.PutRelease("2026-10-03", dumpserver.Gzip(dumpserver.DBLP()))
		s.Wall(path)
		g := newGetter(t.TempDir(), s)
		if path != "/dblp.xml.gz" {
			g.Mirrors["dblp"] = s.URL + "/"
		}
		var fetch *FetchError
		if _, err := g.Get(t.Context(), "dblp", dump.Filter{}); !errors.Is(err, transport.ErrWall) ||
			!errors.As(err, &fetch) {
			t.Errorf("%s: %v", path, err)
		}
		if asked := s.Asked(); len(asked) > 1 {
			t.Errorf("%s: asked again: %q", path, asked)
		}
	}
}

// TestGetDamaged: a truncated file, or one with another checksum than its service states, is never part of a
// corpus; the same command gets it when it is intact again.
func TestGetDamaged(t *testing.T) {
	const release = "/storage/artifacts/dblp/xml/2026/dblp-2026-10-03.xml.gz"
	files := map[string]string{"dblp": release, "meta": "/api/records/20000000/files/output_csv.tar.gz/content"}
	for damage, change := range map[string]func(data []byte) []byte{
		"truncated":       func(data []byte) []byte { return data[:len(data)/2] },
		"another byte":    func(data []byte) []byte { data[len(data)/2] ^= 1; return data },
		"more at its end": func(data []byte) []byte { return append(data, "more"...) },
	} {
		for name, file := range files {
			s := serve(t)
			s.PutRelease("2026-10-03",
				dumpserver.Gzip(
					dumpserver.DBLP(
						`<article key="journals/x/A"><author>A B</author><title>October.</title><year>2026</year><journal>X</journal></article>`)))
			g := newGetter(t.TempDir(), s)
			g.Mirrors["dblp"] = s.URL + "/"
			undo := s.Damage(file, change)
			var fetch *FetchError
			if _, err := g.Get(t.Context(), name, dump.Filter{}); !errors.As(err, &fetch) {
				t.Errorf("%s, %s: %v", name, damage, err)
			}
			if have, err := List(g.Home); err != nil || len(have) != 0 {
				t.Errorf("%s, %s: installed: %v, %v", name, damage, have, err)
			}
			undo()
			get(t, g, name)
			nothingLeft(t, g, name)
		}
	}
}

// TestGetMoved starts anew if a plan was begun with a file and the dump now has releases.
func TestGetMoved(t *testing.T) {
	s := serve(t)
	home := t.TempDir()
	g := newGetter(home, s)
	ctx, cancel := context.WithCancel(t.Context())
	g.Step = func(_, step, _ string) {
		if step == StepBuild {
			cancel()
		}
	}
	if _, err := g.Get(ctx, "dblp", dump.Filter{}); err == nil {
		t.Fatal("it was not broken off")
	}
	s.PutRelease("2026-10-03",
		dumpserver.Gzip(
			dumpserver.DBLP(
				`<article key="journals/x/A"><author>A B</author><title>Alone.</title><year>2026</year><journal>X</journal></article>`)))
	g = newGetter(home, s)
	g.Mirrors["dblp"] = s.URL + "/"
	if d := cmp.Diff([]string{"Alone"}, titles(t, get(t, g, "dblp").Dir)); d != "" {
		t.Error(d)
	}
}

// TestGetStopped interrupts a Get at every step and every progress, and continues it: the bytes are the same,
// and nothing is fetched twice.
func TestGetStopped(t *testing.T) {
	early := func(home string, s *dumpserver.Server) *Getter {
		g := newGetter(home, s)
		g.Now = func() time.Time { return time.Date(2006, 11, 22, 17, 0, 0, 0, time.UTC) } // so that arXiv has two years
		return g
	}
	for name := range dumpsOf {
		s := serve(t)
		s.PutPages("2006-01-01",
			dumpserver.Page{dumpserver.Paper("0704.0002", "Clockwork lattices, corrected"), dumpserver.Deleted("0704.0001")})
		steps := 0
		whole := early(t.TempDir(), s)
		whole.Bytes = 1
		whole.Step = func(string, string, string) { steps++ }
		want := digest(t, get(t, whole, name).Dir)
		fetched := len(s.Asked())
		for stop := 1; stop <= steps; stop++ {
			g := early(t.TempDir(), s)
			g.Bytes = 1
			ctx, kill := context.WithCancel(t.Context())
			n := 0
			g.Step = func(string, string, string) {
				if n++; n == stop {
					kill()
				}
			}
			_, err := g.Get(ctx, name, dump.Filter{})
			kill()
			next := early(filepath.Dir(g.Home), s)
			next.Bytes = 1
			if err == nil {
				next.Step = func(_, step, _ string) { t.Errorf("%s: works again after its end", name) }
			}
			got := get(t, next, name)
			if digest(t, got.Dir) != want {
				t.Errorf("%s stopped at step %d of %d: other bytes", name, stop, steps)
			}
			if asked := s.Asked(); len(asked) != fetched {
				t.Errorf("%s stopped at step %d of %d: %d requests, want %d: %q", name, stop, steps, len(asked), fetched, asked)
			}
			nothingLeft(t, next, name)
		}
	}
}

// TestGetVanished removes files of a plan that was begun: what was read stays if it is still listed, otherwise
// everything starts anew.
func TestGetVanished(t *testing.T) {
	const baseline, updates = "/pubmed/baseline/", "/pubmed/updatefiles/"
	one := dumpserver.Gzip(dumpserver.PubMed(dumpserver.Article(1, "Slow thoughts on fast beetles")))
	five := dumpserver.Gzip(dumpserver.PubMed(dumpserver.Article(5, "The fifth beetle")))
	for _, c := range []struct {
		name   string
		change func(s *dumpserver.Server)
		want   []string
		asked  int // files, besides the first
	}{
		{"one file", func(s *dumpserver.Server) {
			s.Drop(baseline + "pubmed26n0002.xml.gz")
			s.Put(baseline+"pubmed26n0009.xml.gz", five)
		}, []string{"A beetle after its revision", "Slow thoughts on fast beetles", "The fifth beetle"}, 2},
		{"a file without another", func(s *dumpserver.Server) { s.Drop(baseline + "pubmed26n0002.xml.gz") },
			[]string{"A beetle after its revision", "Slow thoughts on fast beetles"}, 1},
		{"a new year", func(s *dumpserver.Server) {
			for _, name := range []string{baseline + "pubmed26n0001.xml.gz", baseline + "pubmed26n0002.xml.gz",
				updates + "pubmed26n0003.xml.gz"} {
				s.Drop(name)
			}
			s.Put(baseline+"pubmed27n0001.xml.gz", one)
			s.Put(updates+"pubmed27n0002.xml.gz", five)
		}, []string{"Slow thoughts on fast beetles", "The fifth beetle"}, 2},
	} {
		s := serve(t)
		g := newGetter(t.TempDir(), s)
		g.Bytes = 1
		ctx, kill := context.WithCancel(t.Context())
		fetched := 0
		g.Step = func(_, step, _ string) {
			if step == StepFetch {
				if fetched++; fetched == 2 {
					kill()
				}
			}
		}
		if _, err := g.Get(ctx, "pubmed", dump.Filter{}); err == nil {
			t.Fatalf("%s: was not stopped", c.name)
		}
		kill()
		s.Asked()
		c.change(s)
		next := newGetter(filepath.Dir(g.Home), s)
		next.Bytes, next.Fetcher.Tries = 1, 1
		var again []string
		next.Step = func(_, step, part string) {
			if step == StepAgain {
				again = append(again, part)
			}
		}
		if d := cmp.Diff(c.want, titles(t, get(t, next, "pubmed").Dir)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		if len(again) != 1 || again[0] != "baseline/pubmed26n0002.xml.gz" {
			t.Errorf("%s: listed again for %q", c.name, again)
		}
		if asked := s.Asked(); len(asked) != c.asked {
			t.Errorf("%s: asked for %q", c.name, asked)
		}
		nothingLeft(t, next, "pubmed")
	}
}

// TestGetUnreachable keeps the error, and the plan, if a service no longer lists anything.
func TestGetUnreachable(t *testing.T) {
	s := serve(t)
	g := newGetter(t.TempDir(), s)
	g.Bytes = 1
	fetched := 0
	g.Step = func(_, step, _ string) {
		if step == StepFetch {
			if fetched++; fetched == 2 {
				s.Close()
			}
		}
		if step == StepAgain {
			t.Error("lists what nobody answers for")
		}
	}
	var fetch *FetchError
	if _, err := g.Get(t.Context(), "pubmed", dump.Filter{}); !errors.As(err, &fetch) {
		t.Errorf("%v", err)
	}
	g = newGetter(filepath.Dir(g.Home), serve(t))
	if d := cmp.Diff(dumpsOf["pubmed"].titles, titles(t, get(t, g, "pubmed").Dir)); d != "" {
		t.Error(d)
	}
}

func TestRebased(t *testing.T) {
	for _, c := range []struct{ url, from, to, want string }{
		{"https://a.org/d.gz", "https://a.org/d.gz", "http://b/x.gz", "http://b/x.gz"},
		{"https://a.org/d.gz.md5", "https://a.org/d.gz", "http://b/x.gz", "http://b/x.gz.md5"},
		{"https://a.org/p/base/1.gz", "https://a.org/p/", "http://b/q/", "http://b/q/base/1.gz"},
		{"https://a.org/w/day/1.gz", "https://a.org/w/manifest.json", "http://b/v/manifest.json", "http://b/v/day/1.gz"},
		{"", "https://a.org/w/manifest.json", "http://b/v/manifest.json", ""},
	} {
		if got := rebased(c.url, c.from, c.to); got != c.want {
			t.Errorf("%s: %s, want %s", c.url, got, c.want)
		}
	}
}

// TestGetElsewhere continues an interrupted Get at another address.
func TestGetElsewhere(t *testing.T) {
	for name, want := range dumpsOf {
		s := dumpserver.New()
		g := newGetter(t.TempDir(), s)
		g.Bytes = 1
		ctx, kill := context.WithCancel(t.Context())
		fetched := 0
		g.Step = func(_, step, _ string) {
			if step == StepFetch {
				if fetched++; fetched == 2 {
					kill()
				}
			}
		}
		_, err := g.Get(ctx, name, dump.Filter{})
		kill()
		s.Close()
		if err == nil && want.fetched > 1 {
			t.Fatalf("%s: was not stopped", name)
		}
		next := newGetter(filepath.Dir(g.Home), serve(t))
		if d := cmp.Diff(want.titles, titles(t, get(t, next, name).Dir)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
