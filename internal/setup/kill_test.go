package setup

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// journal returns n works and references to them: half without identifiers, and every twentieth to a work that
// does not exist.
func journal(n int) (works []biblio.Flat, refs []biblio.Reference) {
	words := [...]string{"adaptive", "binary", "causal", "dense", "elastic", "fractal", "global", "hybrid", "inverse",
		"joint", "kernel", "latent", "modal", "neural", "optimal", "parallel", "quantum", "robust", "sparse", "temporal"}
	for i := range n {
		w := func(k int) string { return words[(i/k)%len(words)] }
		f := biblio.Flat{Type: "article-journal",
			Title:   fmt.Sprintf("On %s and %s methods of the %s kind in the %s setting", w(1), w(20), w(400), w(7)),
			Authors: []string{"Ada Lovelace", "Alan Turing"}, Venue: "Journal of Examples", Year: "2011", Volume: fmt.Sprint(i)}
		if i%20 != 0 {
			f.DOI = fmt.Sprintf("10.5555/example.%d", i)
			works = append(works, f)
		}
		if i%2 == 0 {
			f.DOI = ""
		}
		refs = append(refs, biblio.Reference{ID: fmt.Sprint(i), Claimed: f.Work()})
	}
	return works, refs
}

// killSources are the sources asked in the test of killed runs.
var killSources = []string{"doi", "crossref", "openalex", "semantic_scholar", "dblp_online"}

// audits runs references through a setup as the command line does.
func audits(s *Setup, refs []biblio.Reference) error {
	learning := s.Learning()
	defer learning.Close()
	return s.Auditor.All(context.Background(), refs, audit.Options{},
		func(f audit.Finding) error { return learning.Take(context.Background(), f) })
}

func openKilled(via, dir string) (*Setup, error) {
	return Open(
		Options{Online: Online{Enabled: true, Via: via, Cache: dir, Memory: NoMemory, Sources: killSources,
			Contact: "tests@example.org", Clock: newHurry()}})
}

const (
	killVia   = "BONAFIDE_TEST_VIA"
	killCache = "BONAFIDE_TEST_CACHE"
)

func killCount() int {
	if testenv.Long() {
		return 800
	}
	return 130
}

// TestKilledChild is the process that TestKilledRun kills.
func TestKilledChild(t *testing.T) {
	if os.Getenv(killVia) == "" {
		return // TestKilledRun runs it as its own process
	}
	s, err := openKilled(os.Getenv(killVia), os.Getenv(killCache))
	if err != nil {
		t.Fatal(err)
	}
	_, refs := journal(killCount())
	if err := audits(s, refs); err != nil {
		t.Fatal(err)
	}
}

// TestKilledRun kills a run with signal 9 in the middle and starts the same run again: no answered question is asked
// again, so that both together make no more requests than one undisturbed run, except for those in progress.
func TestKilledRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what it looks for is lost between processes, not within one")
	}
	works, refs := journal(killCount())
	server := fixtureserver.New(works)
	defer server.Close()
	once := func(dir string) int {
		before := server.Total()
		s, err := openKilled(server.URL, dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := audits(s, refs); err != nil {
			t.Fatal(err)
		}
		return server.Total() - before
	}
	whole := once(t.TempDir())
	before, dir := server.Total(), t.TempDir()
	underWay, ended := server.HoldAfter(whole/2), make(chan error, 1)
	child := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
	child.Env = append(os.Environ(), killVia+"="+server.URL, killCache+"="+dir)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- child.Wait() }()
	select {
	case <-underWay:
	case err := <-ended:
		t.Fatalf("the run ended by itself: %v", err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	server.Release()
	first := server.Total() - before
	more := once(dir)
	t.Logf("%d references: undisturbed %d requests; killed after %d, then %d more", len(refs), whole, first, more)
	if first < whole/3 || first >= whole {
		t.Errorf("the run was killed after %d of %d requests", first, whole)
	}
	const lost = 40 // unanswered requests, of all services
	if first+more > whole+lost {
		t.Errorf("%d requests in two parts, %d in one run", first+more, whole)
	}
	if again := once(dir); again != 0 {
		t.Errorf("%d requests when all is answered", again)
	}
}
