package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// realEntry is one entry of a real bibliography with the work that it claims.
type realEntry struct {
	text string
	work biblio.Flat
}

// entryStart matches the beginning of an entry.
var entryStart = regexp.MustCompile(`(?m)^@[a-zA-Z]+\s*\{`)

// realEntries returns entries of real bibliographies that state what they cite, each title once.
func realEntries(t testing.TB, most int) (list []realEntry) {
	t.Helper()
	seen := map[string]bool{}
	testenv.EachShared(t, func(_ string, src []byte) {
		starts := entryStart.FindAllIndex(src, -1)
		for i, at := range starts {
			end := len(src)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			text := strings.TrimSpace(string(src[at[0]:end]))
			if len(list) == most || len(text) > 1500 {
				continue
			}
			doc, err := extract.Read("x.bib", []byte(text), extract.Options{})
			if err != nil || len(doc.References) != 1 {
				continue
			}
			f := doc.References[0].Claimed.Flat()
			if f.Title == "" || len(f.Authors) == 0 || f.Year == "" || f.Type == "webpage" || seen[strings.ToLower(f.Title)] {
				continue
			}
			seen[strings.ToLower(f.Title)] = true
			list = append(list, realEntry{text, f})
		}
	}, "bench", "accusations", "dev")
	return list
}

// yearOf matches the year of an entry.
var yearOf = regexp.MustCompile(`(?i)(year\s*=\s*["{]?)(\d{4})`)

// submissions writes papers that cite the entries, some of them in many papers, every twelfth citation
// with a wrong year.
func submissions(t testing.TB, folder string, papers int, entries []realEntry) (references int) {
	t.Helper()
	chance := rand.New(rand.NewPCG(21, 7))
	for n := range papers {
		var b strings.Builder
		used := map[int]bool{}
		for range 1 + chance.IntN(4) {
			i := int(float64(len(entries)) * chance.Float64() * chance.Float64())
			if used[i] {
				continue
			}
			used[i] = true
			text := entries[i].text
			if chance.IntN(12) == 0 {
				text = yearOf.ReplaceAllString(text, "${1}1987")
			}
			b.WriteString(text + "\n\n")
			references++
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("paper%04d.bib", n)), []byte(b.String()),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	return references
}

// machine starts the program as on its own machine.
func machine(t testing.TB, binary, home string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Env = os.Environ()
	for name, value := range homeOf(home) {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	return cmd
}

func said(t testing.TB, cmd *exec.Cmd) string {
	t.Helper()
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", cmd.Args, err, out, errors.String())
	}
	return string(out)
}

// crowded returns the hosts at which more than one request, and more than one in four, came too early. A request that
// is delayed on its way comes close to the next one, whenever they were sent; without a common pace most come too
// early.
func crowded(services *fixtureserver.Server) map[string]int {
	requests, broken := services.Requests(), services.Broken()
	maps.DeleteFunc(broken, func(host string, n int) bool { return n <= 1 || 4*n <= requests[host] })
	return broken
}

// askedOf counts how often each question was asked: in a request with several, separated by bars, each counts.
func askedOf(requests map[string]int) map[string]int {
	each := map[string]int{}
	for request, n := range requests {
		path, query, _ := strings.Cut(request, "?")
		parts := strings.Split(strings.ReplaceAll(query, "%7C", "|"), "|")
		if len(parts) == 1 {
			each[request] += n
			continue
		}
		for _, part := range parts {
			part, _, _ = strings.Cut(part, "&")
			each[path+" "+part[strings.LastIndexAny(strings.ReplaceAll(part, "%3A", ":"), ":=")+1:]] += n
		}
	}
	return each
}

// TestKilledVenue checks papers with real references by four workers, one of which is killed again and again,
// and so is the database. Every paper is completed once, with the rows that one process writes; no question is
// asked twice except those in progress in a killed worker; and all together keep the limits of one client.
func TestKilledVenue(t *testing.T) {
	testenv.NotShort(t, "papers by four workers that are killed")
	t.Parallel() // it waits for its turn at the services for half of its time
	papers, works, mostKills := 150, 60, 6
	switch {
	case os.Getenv("BONAFIDE_BENCH") != "":
		papers, works, mostKills = 2000, 200, 20
	case testenv.Long():
		papers, works, mostKills = 600, 120, 10
	}
	database := testenv.NewPostgres(t, "max_connections=200")
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(linked(t, executable), "bonafide")
	dir := t.TempDir()
	entries := realEntries(t, works)
	if len(entries) < works {
		t.Fatalf("%d entries", len(entries))
	}
	submitted := filepath.Join(dir, "papers")
	if err := os.Mkdir(submitted, 0o700); err != nil {
		t.Fatal(err)
	}
	references := submissions(t, submitted, papers, entries)
	flat := make([]biblio.Flat, len(entries))
	for i, e := range entries {
		flat[i] = e.work
	}
	services := fixtureserver.New(flat)
	defer services.Close()
	services.Enforce(true)
	services.SetLatency(func(string) time.Duration { return 30 * time.Millisecond })
	online := []string{"--online", "--via", services.URL, "--sources", "openalex,doi,europepmc", "--contact",
		"tests@example.org"}

	began := time.Now()
	said(t, machine(t, binary, dir+"/one",
		append([]string{"venue", "submit", submitted, "--run", "v", "--folder", dir + "/alone"}, online...)...))
	want := said(t, machine(t, binary, dir+"/one", "venue", "report", "v", "--folder", dir+"/alone", "--format", "jsonl"))
	alone, took := services.Total(), time.Since(began)
	if broken := crowded(services); len(broken) > 0 {
		t.Fatalf("one process breaks limits: %v", broken)
	}
	services.Reset()

	began = time.Now()
	kept := []string{"--database", database.Address, "--folder", dir + "/shared"}
	said(t, machine(t, binary, dir+"/desk",
		slices.Concat([]string{"venue", "submit", submitted, "--run", "v", "--workers", "0"}, kept, online)...))
	work := func(n int) *exec.Cmd {
		cmd := machine(t, binary, fmt.Sprintf("%s/machine%d", dir, n),
			slices.Concat([]string{"worker", "--workers", "2"}, kept, online)...)
		log, err := os.OpenFile(fmt.Sprintf("%s/worker%d.log", dir, n), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer log.Close()
		cmd.Stderr = log
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	workers := make([]*exec.Cmd, 4)
	for n := range workers {
		workers[n] = work(n)
	}
	defer func() {
		for _, w := range workers {
			_ = w.Process.Kill()
			_ = w.Wait()
		}
	}()
	chance := rand.New(rand.NewPCG(9, 9))
	kills, restarts := 0, 0
	status := ""
	for began := time.Now(); !strings.HasPrefix(status, "v: done"); {
		if time.Since(began) > 15*time.Minute {
			logs, _ := exec.CommandContext(context.Background(), "tail", "-n5", dir+"/worker0.log",
				dir+"/worker1.log").CombinedOutput()
			t.Fatalf("not done:\n%s\n%s", status, logs)
		}
		time.Sleep(time.Duration(1000+chance.IntN(2000)) * time.Millisecond)
		switch {
		case kills%5 == 4 && kills < mostKills:
			database.Kill()
			time.Sleep(time.Duration(chance.IntN(1500)) * time.Millisecond)
			database.Start()
			restarts++
			kills++
		case kills < mostKills:
			n := chance.IntN(len(workers))
			_ = workers[n].Process.Kill()
			_ = workers[n].Wait()
			workers[n] = work(n)
			kills++
		}
		status = said(t, machine(t, binary, dir+"/desk", append([]string{"venue", "status", "v"}, kept...)...))
	}
	together := time.Since(began)
	got := said(t,
		machine(t, binary, dir+"/desk", append([]string{"venue", "report", "v", "--format", "jsonl"}, kept...)...))
	if got != want {
		g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
		differ := 0
		for i := range min(len(g), len(w)) {
			if g[i] != w[i] {
				if differ++; differ <= 3 {
					t.Errorf("row %d:\ngot  %s\nwant %s", i, g[i], w[i])
				}
			}
		}
		t.Errorf("%d of %d rows differ; there are %d", differ, len(w), len(g))
	}
	if broken := crowded(services); len(broken) > 0 {
		t.Errorf("four workers break limits: %v", broken)
	}
	again, most := 0, (kills-restarts)*12 // requests that a worker can have in progress: by its connections
	for question, n := range askedOf(services.Asked()) {
		if again += n - 1; n > 2 {
			t.Logf("asked %d times: %s", n, question)
		}
	}
	if again > most {
		t.Errorf("%d questions were asked again, and %d workers were killed", again, kills-restarts)
	}
	t.Logf("%d papers, %d references; one process %v and %d requests; four workers, %d times killed, and the database "+
		"%d times: %v and %d requests, %d questions asked again\n%s",
		papers, references, took.Round(time.Second), alone, kills-restarts, restarts, together.Round(time.Second),
		services.Total(), again, status)
}

// TestVenueSaving measures what it saves to ask each question of a venue once: requests of papers that are
// checked one by one, and of the same papers together.
func TestVenueSaving(t *testing.T) {
	if os.Getenv("BONAFIDE_BENCH") == "" {
		testenv.Missing(t, "measurements", "BONAFIDE_BENCH=1, since it measures for minutes")
	}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, dir := filepath.Join(linked(t, executable), "bonafide"), t.TempDir()
	entries := realEntries(t, 200)
	papers := filepath.Join(dir, "papers")
	if err := os.Mkdir(papers, 0o700); err != nil {
		t.Fatal(err)
	}
	references := submissions(t, papers, 200, entries)
	flat := make([]biblio.Flat, len(entries))
	for i, e := range entries {
		flat[i] = e.work
	}
	services := fixtureserver.New(flat)
	defer services.Close()
	online := []string{"--online", "--via", services.URL, "--sources", "openalex,doi,europepmc", "--contact",
		"tests@example.org", "--memory", "none"}
	list, err := os.ReadDir(papers)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		cmd := machine(t, binary, filepath.Join(dir, "alone"),
			slices.Concat([]string{"check", filepath.Join(papers, p.Name()), "--cache", filepath.Join(dir, "caches", p.Name())},
				online)...)
		_ = cmd.Run() // its status reports findings
	}
	before := services.Total()
	services.Reset()
	said(t, machine(t, binary, dir+"/together",
		slices.Concat([]string{"venue", "submit", papers, "--run", "v", "--folder", dir + "/desk"}, online)...))
	t.Logf("%d papers with %d references: %d requests one by one, %d together", len(list), references,
		before, services.Total())
}
