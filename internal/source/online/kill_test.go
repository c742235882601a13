package online_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestMain(m *testing.M) { testenv.RunWaiting(m) }

// many makes n works and the queries of references to them; half have no identifier, and every twentieth exists
// nowhere.
func many(n int) (works []biblio.Flat, queries []source.Query) {
	words := strings.Fields("adaptive binary causal dense elastic fractal global hybrid inverse joint kernel latent " +
		"modal neural optimal parallel quantum robust sparse temporal")
	for i := range n {
		w := func(k int) string { return words[(i/k)%len(words)] }
		f := biblio.Flat{Type: "article-journal",
			Title: "On " + w(1) + " and " + w(20) + " methods of " + w(400) + " kind, part " +
				strings.Repeat("x", 1+i%7) + w(3),
			Authors: []string{"Ada Lovelace", "Alan Turing"}, Venue: "Journal of Examples", Year: "2011"}
		if i%20 != 0 {
			f.DOI = "10.5555/example." + w(1) + "." + w(20) + "." + w(400)
			works = append(works, f)
		}
		if i%2 == 0 {
			f.DOI = ""
		}
		queries = append(queries, sourcetest.Query(f))
	}
	return works, queries
}

// block is how many references share batches, like those of a document.
const block = 100

func askBlocks(client *transport.Client, queries []source.Query) {
	for len(queries) > 0 {
		n := min(block, len(queries))
		ask(context.Background(), client, []string{"doi", "crossref", "openalex", "semantic_scholar", "dblp_online"},
			queries[:n])
		queries = queries[n:]
	}
}

// killedRun returns 2,000 works and the queries of references to them, fewer under the race detector, which
// slows each down.
func killedRun() (works []biblio.Flat, queries []source.Query) {
	if testing.Short() {
		return many(400)
	}
	return many(2000)
}

// TestChild is the process that TestKilledRunGoesOn kills.
func TestChild(t *testing.T) {
	via, dir := os.Getenv("BONAFIDE_TEST_VIA"), os.Getenv("BONAFIDE_TEST_CACHE")
	if via == "" {
		return // run by TestKilledRunGoesOn as a separate process
	}
	folder, err := transport.OpenFolder(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	_, queries := killedRun()
	askBlocks(
		transport.New(transport.Options{Via: via, Cache: transport.NewCache(folder), Clock: &sourcetest.Clock{},
			Contact: "tests@example.org"}), queries)
}

// TestKilledRunGoesOn kills a run of 2,000 references with signal 9 and restarts it: no cached answer is
// requested again, both together cache everything that one undisturbed run caches, and what was under way
// belonged to one block.
func TestKilledRunGoesOn(t *testing.T) {
	t.Parallel()
	works, queries := killedRun()
	server := fixtureserver.New(works)
	defer server.Close()
	open := func(dir string) *transport.Client {
		folder, err := transport.OpenFolder(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		return transport.New(transport.Options{Via: server.URL, Cache: transport.NewCache(folder), Clock: &sourcetest.Clock{},
			Contact: "tests@example.org"})
	}
	undisturbed, ofBlock := t.TempDir(), 0
	for client, at := open(undisturbed), 0; at < len(queries); at += block {
		before := server.Total()
		askBlocks(client, queries[at:min(at+block, len(queries))])
		ofBlock = max(ofBlock, server.Total()-before)
	}
	whole := server.Total()
	server.Reset()

	dir := t.TempDir()
	underWay, ended := server.HoldAfter(whole/2), make(chan error, 1)
	child := exec.Command(os.Args[0], "-test.run=^TestChild$", fmt.Sprintf("-test.short=%v", testing.Short()))
	child.Env = append(os.Environ(), "BONAFIDE_TEST_VIA="+server.URL, "BONAFIDE_TEST_CACHE="+dir)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- child.Wait() }()
	select {
	case <-underWay:
	case err := <-ended:
		t.Fatalf("the run ended by itself: %v", err)
	}
	child.Process.Kill()
	<-ended
	server.Release()
	first, before := server.Total(), kept(t, dir)
	if first < whole/3 || first >= whole {
		t.Errorf("the run was killed after %d of %d requests", first, whole)
	}
	askBlocks(open(dir), queries)
	both, after := server.Total(), kept(t, dir)
	t.Logf("undisturbed %d requests; killed after %d, then %d more; %d answers kept before, %d in all", whole, first,
		both-first, len(before), len(after))
	for path, file := range before {
		if now := after[path]; now == nil || !os.SameFile(file, now) {
			t.Errorf("%s was kept, and asked for again", path)
		}
	}
	for path := range kept(t, undisturbed) { // answers to other groups of questions are cached as well
		if after[path] == nil {
			t.Errorf("%s is kept by one run alone", path)
		}
	}
	if both > whole+ofBlock {
		t.Errorf("%d requests in two parts, %d in one run, and a block takes %d at most", both, whole, ofBlock)
	}
	server.Reset()
	askBlocks(open(dir), queries)
	if n := server.Total(); n != 0 {
		t.Errorf("%d requests when all is answered", n)
	}
}

// kept lists the answers in a cache folder. A rewritten answer is another file.
func kept(t *testing.T, dir string) map[string]fs.FileInfo {
	t.Helper()
	files := map[string]fs.FileInfo{}
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), "new-") {
			return err
		}
		path, err = filepath.Rel(dir, path)
		if err == nil {
			files[path], err = d.Info()
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}
