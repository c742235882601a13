package lab

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// fixture writes files below a folder with the layout of the shared data.
func fixture(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t *testing.T, name string, opt Options) *Set {
	t.Helper()
	set, err := suite(t, name).Load(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(set.Release)
	return set
}

const (
	twoCitations = `{"id":"a","code":"R1","class":"REAL","mutation":"none","fields":{"title":"Counting Sheep","authors":["Ann One"],"venue":"J. Sleep","year":2001,"doi":"10.1000/a"}}
{"id":"b","code":"H5","class":"HALLUCINATED","mutation":"doi","fields":{"title":"Counting Goats","authors":["Bo Two"],"year":"2002","doi":"10.1000/zz","url":"https://doi.org/10.1000/zz"}}`
	twoGold = `{"id":"a","paper_id":"p1","code":"R1","class":"REAL","changed_fields":[]}
{"id":"b","paper_id":"p2","code":"H5","class":"HALLUCINATED","changed_fields":["doi"]}`
	onePooled = `{"paper_id":"p1","candidates":[
{"title":"Counting Sheep","authors":["Ann One"],"year":2001,"doi":"10.1000/a","connector":"crossref","_from":"H1-0001","title_truncated":false},
{"title":"Counting Sh","authors":[],"year":"","connector":"web_search","title_truncated":true}]}`
)

func citetracer(extra map[string]string) map[string]string {
	files := map[string]string{
		"bench/citetracer/citations_dev.jsonl": twoCitations,
		"bench/citetracer/gold_dev.jsonl":      twoGold,
	}
	maps.Copy(files, extra)
	return files
}

func TestLabelsNeverReachTheCase(t *testing.T) {
	dir := fixture(t,
		citetracer(
			map[string]string{
				"bench/citetracer/records.jsonl": `{"rec_id":"r1","title":"Counting Sheep","authors":["Ann One"],"year":2001}`}))
	set := load(t, "taxonomy", Options{Data: dir})
	if len(set.Cases) != 2 || len(set.Gold) != 2 || set.Gold[0].Cluster != "p1" {
		t.Fatalf("cases %d, gold %+v", len(set.Cases), set.Gold)
	}
	ref := set.Cases[1].Reference
	if ref.Extra != nil || ref.Raw != "" || ref.Claimed.Note != "" || ref.Key != "" {
		t.Errorf("more than the fields reached the judge: %+v", ref)
	}
	if ref.Claimed.ID(ident.DOI).Value != "10.1000/zz" {
		t.Errorf("claimed %+v", ref.Claimed.IDs)
	}
}

func TestWithoutIdentifiers(t *testing.T) {
	dir := fixture(t,
		citetracer(map[string]string{"bench/citetracer/records.jsonl": `{"rec_id":"r1","title":"Counting Sheep"}`}))
	set := load(t, "taxonomy", Options{Data: dir, WithoutIdentifiers: true})
	if len(set.Cases) != 1 || set.Gold[0].ID != "a" {
		t.Fatalf("gold H5 stays in: %+v", set.Gold)
	}
	if c := set.Cases[0].Reference.Claimed; len(c.IDs) != 0 || c.URL != "" {
		t.Errorf("identifiers stay: %+v", c)
	}
}

func TestPooledEvidence(t *testing.T) {
	dir := fixture(t,
		citetracer(map[string]string{"bench/citetracer/evidence_pooled_dev.jsonl": strings.ReplaceAll(onePooled, "\n", "")}))
	set := load(t, "taxonomy", Options{Data: dir, Mode: "pooled"})
	if len(set.Cases) != 1 || !set.Gold[0].Known || len(set.Notes) != 1 {
		t.Fatalf("cases %d, gold %+v, notes %v", len(set.Cases), set.Gold, set.Notes)
	}
	var names []string
	for _, c := range set.Cases[0].Sources {
		a, err := c.Lookup(context.Background(),
			source.Query{IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1000/other"}, {Scheme: ident.DOI, Value: "10.1000/a"}}})
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, c.Info().Name)
		if len(a.Hits) != 1 || a.Hits[0].Record.Source != c.Info().Name || a.Hits[0].Record.Extra["_from"] != "" {
			t.Errorf("%s: %+v", c.Info().Name, a.Hits)
		}
		if len(a.NoSuchID) != 1 || a.NoSuchID[0].Value != "10.1000/other" || a.Coverage.Extent != answer.World {
			t.Errorf("%s: world says %+v %+v", c.Info().Name, a.NoSuchID, a.Coverage)
		}
		if c.Info().Name == "web_search" && (!a.Hits[0].Record.TitleCut || a.Hits[0].How != answer.ByWebSearch ||
			c.Info().Origin.Kind != biblio.ConfirmOnly) {
			t.Errorf("web_search: %+v, %+v", a.Hits[0], c.Info())
		}
	}
	if got := strings.Join(names, " "); got != "crossref web_search" {
		t.Errorf("sources %s", got)
	}
}

func TestRecordedEvidence(t *testing.T) {
	dir := fixture(t,
		citetracer(
			map[string]string{
				"bench/citetracer/evidence_recorded_dev.jsonl": `{"id":"a","sources_queried":["arxiv","crossref"],"peer_predicted":"VALID","candidates":[{"title":"Counting Sheep","authors":["Ann One"],"year":2001,"connector":"arxiv"}]}
{"id":"b","sources_queried":["crossref"],"candidates":[]}`}))
	set := load(t, "taxonomy", Options{Data: dir, Mode: "recorded"})
	if len(set.Cases) != 2 {
		t.Fatalf("%d cases", len(set.Cases))
	}
	silent := func(c source.Connector) answer.Answer {
		a, _ := c.Lookup(context.Background(), source.Query{})
		return a
	}
	// a: crossref is silent while arXiv has the work: its silence says nothing.
	if a := silent(set.Cases[0].Sources[0]); set.Cases[0].Sources[0].Info().Name != "crossref" ||
		a.Coverage.Extent != answer.Uncovered {
		t.Errorf("crossref beside arxiv: %+v", a)
	}
	// b: no connector has anything: there is no such work.
	if a := silent(set.Cases[1].Sources[0]); a.Coverage.Extent != answer.World || len(a.Hits) != 0 {
		t.Errorf("crossref alone: %+v", a)
	}
}

func TestRecordedOrigins(t *testing.T) {
	for _, c := range []struct {
		name                 string
		year, authors, title bool
		kind                 biblio.OriginKind
	}{
		{"crossref", true, true, true, biblio.Publisher},
		{"europepmc", true, true, true, biblio.Publisher},
		{"dblp_sqlite", true, false, true, biblio.Publisher},
		{"arxiv", false, true, true, biblio.Publisher},
		{"url_direct", true, true, true, biblio.Aggregator},
		{"cache", true, true, true, biblio.Aggregator},
		{"web_search", false, false, false, biblio.ConfirmOnly},
		{"never heard of", false, false, false, biblio.ConfirmOnly},
	} {
		o := recorded.Named(c.name).Open().Info().Origin
		if o.Kind != c.kind || o.SpeaksOf(biblio.FieldYear) != c.year || o.SpeaksOf(biblio.FieldAuthors) != c.authors ||
			o.SpeaksOf(biblio.FieldTitle) != c.title {
			t.Errorf("%s: %+v", c.name, o)
		}
	}
}

func TestBlindInput(t *testing.T) {
	dir := fixture(t, map[string]string{
		"in.jsonl":      `{"id":"x","fields":{"title":"Counting Sheep","authors":["Ann One"],"year":2001}}`,
		"records.jsonl": `{"rec_id":"r1","title":"Counting Sheep","authors":["Ann One"],"year":2001}`,
	})
	set := load(t, "taxonomy",
		Options{Citations: filepath.Join(dir, "in.jsonl"), Records: filepath.Join(dir, "records.jsonl")})
	if !set.Blind() || len(set.Cases) != 1 {
		t.Errorf("blind %v, %d cases", set.Blind(), len(set.Cases))
	}
}

func TestFlagsKnowOnlyWhatWasFound(t *testing.T) {
	dir := fixture(t,
		map[string]string{
			"bench/refchecker/awarded_dev.jsonl": `{"id":"1","human":"FP","fields":{"title":"A Report","authors":["Ann One"],"year":2001},"found":null,"raw":"x"}
{"id":"2","human":"TP","fields":{"title":"A Report","authors":["Ann One"],"year":2001},"found":{"title":"A Report","authors":"Ann One, Bo Two","year":"2001"}}
{"id":"3","human":"FP","fields":{"title":"A Report"},"found":{"title":null,"authors":null}}`})
	set := load(t, "flags", Options{Data: dir})
	for i, want := range []int{0, 1, 0} {
		a, err := set.Cases[i].Sources[0].Lookup(context.Background(), source.Query{})
		if err != nil || len(a.Hits) != want || a.Coverage.Extent != answer.Uncovered {
			t.Errorf("case %d: %+v, %v", i, a, err)
		}
		if want == 1 && len(a.Hits[0].Record.Authors()) != 2 {
			t.Errorf("authors %+v", a.Hits[0].Record.Contributors)
		}
	}
	if !set.Gold[1].Fake || set.Gold[0].Fake {
		t.Errorf("gold %+v", set.Gold)
	}
}

func TestLoadSaysWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		suite string
		opt   Options
		want  string
	}{
		{"taxonomy", Options{}, "--data"},
		{"taxonomy", Options{Data: "nowhere"}, "no such file"},
		{"taxonomy", Options{Data: "nowhere", Mode: "dream"}, "no mode"},
		{"stress", Options{Data: "nowhere", Mode: "oracle"}, "no mode"},
	} {
		if _, err := suite(t, c.suite).Load(context.Background(), c.opt); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %q", c.suite, c.opt, err, c.want)
		}
	}
	if _, err := Find("none"); err == nil || !strings.Contains(err.Error(), "taxonomy") {
		t.Errorf("unknown suite: %v", err)
	}
}
