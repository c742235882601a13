package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

// bench is the environment in which every measurement command really runs: the works of the starter corpus
// behind the fixture server's services, a few of them only on web pages, and a scripted model behind a
// provider's protocol.
type bench struct {
	t        *testing.T
	dir      string
	product  string
	services *fixtureserver.Server
	model    *llmtest.Server
	sources  string
	report   *os.File // nil: nothing is written
}

func newBench(t *testing.T) *bench {
	t.Helper()
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, dir: t.TempDir(), product: product(t)}
	var known []biblio.Flat
	var lines strings.Builder
	pages := map[string]fixtureserver.Page{}
	for i := range records {
		f := records[i].Flat()
		data, err := json.Marshal(struct {
			ID string `json:"id"`
			biblio.Flat
		}{records[i].LocalID, f})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(data, '\n'))
		if i%4 == 3 {
			pages[fmt.Sprintf("https://papers.example.org/%d", i)] = page(&f)
		} else {
			known = append(known, f)
		}
	}
	b.services = fixtureserver.New(known)
	t.Cleanup(b.services.Close)
	for address, p := range pages {
		b.services.SetPage(address, p)
	}
	b.write("works.jsonl", lines.String())
	b.model = llmtest.New(t, scriptedModel(records))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(b.dir, "cache"))
	t.Setenv("BONAFIDE_CONFIG", "none")
	t.Setenv("OPENROUTER_API_KEY", llmtest.Key)
	t.Setenv("BONAFIDE_SEARXNG_URL", "https://searxng.example")
	if path := os.Getenv("BONAFIDE_TABLES"); path != "" {
		if b.report, err = os.Create(path); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.report.Close() })
	}
	return b
}

// page is a publisher's page with the metadata that search engines read.
func page(f *biblio.Flat) fixtureserver.Page {
	var b strings.Builder
	meta := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "<meta name=%q content=\"%s\">\n", name, html.EscapeString(value))
		}
	}
	meta("citation_title", f.Title)
	for _, a := range f.Authors {
		meta("citation_author", a)
	}
	meta("citation_journal_title", f.Venue)
	meta("citation_publication_date", string(f.Year))
	meta("citation_doi", f.DOI)
	return fixtureserver.Page{Body: "<html><head><title>" + html.EscapeString(f.Title) + "</title>\n" + b.String() +
		"</head><body>" + html.EscapeString(f.Title) + "</body></html>"}
}

func (b *bench) write(name, text string) {
	b.t.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// words splits a command line: words that begin with "@" are files in the bench's folder, "MODEL" is the
// scripted model, "SERVICES" the services.
func (b *bench) words(line string) []string {
	line = strings.ReplaceAll(line, "MODEL",
		"--model openrouter:scripted --model-cache none --model-url "+b.model.URL+"/v1")
	line = strings.ReplaceAll(line, "SERVICES",
		"--online --sources "+b.sources+" --cache @answers --memory none --contact bench@example.org --via "+b.services.URL)
	args := strings.Fields(line)
	for i, a := range args {
		if strings.HasPrefix(a, "@") {
			args[i] = filepath.Join(b.dir, a[1:])
		}
	}
	return args
}

// run runs one command line of the laboratory.
func (b *bench) run(line string) string {
	b.t.Helper()
	out, errs, status := clitest.Run(b.t, newRootCommand(), b.words(line)...)
	if status != cli.ExitOK && status != cli.ExitFindings {
		b.t.Fatalf("bonafide-lab %s: status %d\n%s", line, status, errs)
	}
	if b.report != nil && strings.HasPrefix(line, "severity") {
		return out + "\n" + errs
	}
	return out
}

// user runs one command line of the product.
func (b *bench) user(line string) {
	b.t.Helper()
	out, err := exec.CommandContext(b.t.Context(), b.product, b.words(line)...).CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == cli.ExitFindings {
		err = nil
	}
	if err != nil {
		b.t.Fatalf("bonafide %s: %v\n%s", line, err, out)
	}
}

// show runs a command line and writes it with its output to the report.
func (b *bench) show(title, line string) string {
	b.t.Helper()
	out := b.run(line)
	if b.report != nil {
		fmt.Fprintf(b.report, "## %s\n\n$ bonafide-lab %s\n\n%s\n", title, line, out)
	}
	return out
}

// All measurement commands once, end to end. BONAFIDE_TABLES names a file for all tables, from a larger set.
func TestBenchmarkTables(t *testing.T) {
	b := newBench(t)
	n, left := 9, []string(nil)
	b.sources = "crossref"
	if b.report != nil {
		n, left = 200, []string{"reviewer", "web", "scholarly", "crossref"}
		b.sources = "crossref,openalex,dblp_online,europepmc,doi,web_search"
	}
	b.show("labelled set",
		fmt.Sprintf("corrupt --corpus @works.jsonl --family citecheck --n %d --seed 7 --styles plain -o @set", n))
	b.run("corrupt --corpus @works.jsonl --family citecheck --n 240 --seed 8 --styles plain -o @shots")
	severity := "severity @set/citations.jsonl --gold @set/gold.jsonl --corpus @works.jsonl --without corpus SERVICES "
	full := b.show("full system",
		strings.Replace(severity, "--without corpus", "--without corpus --models verifier,reviewer --predictions @full.jsonl",
			1)+"MODEL")
	if !strings.Contains(full, "macro_f1") {
		t.Errorf("no figures:\n%s", full)
	}
	for _, without := range left {
		b.show("without "+without,
			strings.Replace(severity, "corpus SERVICES", "corpus,"+without+" --models verifier,reviewer SERVICES", 1)+"MODEL")
	}
	if b.report != nil {
		b.show("rules alone", severity+"--predictions @rules.jsonl")
	} else {
		b.run("severity @set/citations.jsonl --gold @set/gold.jsonl --corpus @works.jsonl --predictions @rules.jsonl")
	}
	for _, how := range []struct{ title, flags string }{
		{"zero-shot", ""}, {"zero-shot with search", "--search"},
		{"27 shots", "--shots 27 --shots-from @shots.jsonl"},
		{"27 shots with search", "--shots 27 --shots-from @shots.jsonl --search --predictions @base.jsonl"},
	} {
		b.joined("shots")
		b.show("baseline, "+how.title,
			"baseline @set/citations.jsonl --gold @set/gold.jsonl --price-in 1.25 --price-out 10 MODEL "+how.flags)
	}
	b.show("best baseline and full system",
		"compare @base.jsonl @full.jsonl --suite severity --citations @set/citations.jsonl --gold @set/gold.jsonl --corpus @works.jsonl")
	b.show("thresholds",
		"calibrate --citations @set/citations.jsonl --gold @set/gold.jsonl --corpus @works.jsonl --from @rules.jsonl")
	b.write("one.jsonl",
		`{"id":"x","title":"A work that nobody cites","authors":["Nemo"],"year":1900,"venue":"Nowhere"}`+"\n")
	b.user("corpus build --out @empty @one.jsonl")
	b.user("corpus build --out @index @works.jsonl")
	b.user("check @set/corrupted.bib SERVICES --cache @cold --trace @trace.jsonl --format jsonl -o @findings.jsonl --corpus @empty")
	latency := b.show("latency", "latency @trace.jsonl --gold @set/gold.jsonl")
	if !strings.Contains(latency, "crossref") || !strings.Contains(latency, "hallucinated_major") {
		t.Errorf("latency:\n%s", latency)
	}
	b.show("generation",
		fmt.Sprintf("generate --corpus @works.jsonl --untold %d --recent %d --recent-from 2021 -o @gen MODEL", n/3, n/6))
	b.user("fix @set/corrupted.bib --corpus @index -o @fixed.bib")
	b.show("fields after fix",
		"fields @set/corrupted.bib --gold @set/gold.jsonl --after @fixed.bib --corpus @works.jsonl --by mutation --labels @labels.jsonl")
	b.run("sample @labels.jsonl --n 40 --sheet @sheet.csv --key @key.jsonl --label P,S,F,C")
	b.show("agreement of a second labeller who never gives S", b.fillSheet())
}

// joined writes citations and gold of a set into one file with labels.
func (b *bench) joined(set string) {
	b.t.Helper()
	labels := map[string]map[string]any{}
	for _, o := range b.objects(set + "/gold.jsonl") {
		labels[o["id"].(string)] = o
	}
	var out strings.Builder
	for _, o := range b.objects(set + "/citations.jsonl") {
		g := labels[o["id"].(string)]
		o["id"], o["label"], o["paper_id"] = "shot-"+o["id"].(string), g["label"], g["paper_id"]
		data, err := json.Marshal(o)
		if err != nil {
			b.t.Fatal(err)
		}
		out.Write(append(data, '\n'))
	}
	b.write(set+".jsonl", out.String())
}

func (b *bench) objects(name string) []map[string]any {
	b.t.Helper()
	data, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		b.t.Fatal(err)
	}
	var list []map[string]any
	for line := range strings.Lines(string(data)) {
		o := map[string]any{}
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			b.t.Fatal(err)
		}
		list = append(list, o)
	}
	return list
}

// fillSheet labels a sheet like the key, except that S becomes P.
func (b *bench) fillSheet() string {
	b.t.Helper()
	var out strings.Builder
	out.WriteString("n,field,entry says,versions,label\n")
	for _, o := range b.objects("key.jsonl") {
		label := o["label"].(string)
		if label == "S" {
			label = "P"
		}
		fmt.Fprintf(&out, "%v,%v,,,%s\n", o["n"], o["field"], label)
	}
	b.write("sheet.csv", out.String())
	return "agreement @key.jsonl @sheet.csv"
}
