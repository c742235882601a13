package lab

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/dump"
)

// The records of a world of four works, written for this test.
const smallWorld = `{"rec_id":"r1","title":"A Slow Theory of Counting Sheep","authors":["Ann One","Bo Two"],"year":2001,"venue":"Journal of Sleep Studies","volume":"3","pages":"10-19","doi":"10.1000/sheep"}
{"rec_id":"r2","title":"Goats and the Geometry of Hills","authors":["Cleo Three"],"year":2005,"venue":"Annals of Pasture","volume":"8","pages":"1-9"}
{"rec_id":"r3","title":"Probabilistic Fences for Distributed Meadows","authors":["Dag Four","Eve Five","Finn Six"],"year":2011,"venue":"Proceedings of the Meadow Conference","pages":"100-110"}
{"rec_id":"r4","title":"Learning to Herd without Supervision","authors":["Gus Seven"],"year":2019,"venue":"arXiv","arxiv_id":"1901.01234"}`

// run loads, predicts and scores a suite.
func run(t *testing.T, name string, opt Options) (*Set, []Prediction, *Result) {
	t.Helper()
	s := suite(t, name)
	set := load(t, name, opt)
	predictions, err := s.Predict(context.Background(), set, nil)
	if err != nil {
		t.Fatal(err)
	}
	if set.Blind() {
		return set, predictions, nil
	}
	return set, predictions, s.Score(set, predictions)
}

func TestTaxonomySuite(t *testing.T) {
	dir := fixture(t, map[string]string{
		"bench/citetracer/records.jsonl": smallWorld,
		"bench/citetracer/citations_dev.jsonl": `{"id":"1","fields":{"title":"A Slow Theory of Counting Sheep","authors":["A. One","B. Two"],"venue":"Journal of Sleep Studies","year":2001,"doi":"10.1000/sheep"}}
{"id":"2","fields":{"title":"Goats and the Geometry of Hills","authors":["Cleo Three"],"venue":"Annals of Pasture","year":1995}}
{"id":"3","fields":{"title":"A Complete History of Invisible Barns","authors":["Nobody Atall"],"venue":"Barn Letters","year":2020}}
{"id":"4","fields":{"title":"Probabilistic Fences for Distributed Meadows","authors":["Dag Four","Eve Five","Finn Six"],"venue":"Proceedings of the Meadow Conference","year":2011,"doi":"10.1000/none"}}`,
		"bench/citetracer/gold_dev.jsonl": `{"id":"1","paper_id":"p1","code":"R2","class":"REAL","changed_fields":[]}
{"id":"2","paper_id":"p2","code":"H4","class":"HALLUCINATED","changed_fields":["year"]}
{"id":"3","paper_id":"p3","code":"H1","class":"HALLUCINATED","changed_fields":["title"]}
{"id":"4","paper_id":"p4","code":"H5","class":"HALLUCINATED","changed_fields":["doi"]}`,
	})
	set, predictions, r := run(t, "taxonomy", Options{Data: dir})
	check(t, r, map[string]float64{"class_accuracy": 1, "bucket_macro_f1": 1, "field_exact": 1, "ser": 0, "der": 0})
	if predictions[2].Outcome != "not-found" || predictions[3].Codes[0] != "H5" {
		t.Errorf("predictions %+v", predictions)
	}
	_, _, r = run(t, "taxonomy", Options{Data: dir, WithoutIdentifiers: true})
	if r.N != 3 {
		t.Errorf("without identifiers n = %d, want 3", r.N)
	}
	var out bytes.Buffer
	if err := r.WriteText(&out); err != nil || !strings.Contains(out.String(), "class_macro_f1") {
		t.Errorf("text: %v\n%s", err, out.String())
	}
	out.Reset()
	if err := WriteCases(context.Background(), &out, set); err != nil ||
		!strings.Contains(out.String(), "Invisible Barns") {
		t.Errorf("cases: %v\n%s", err, out.String())
	}
}

func TestStressSuite(t *testing.T) {
	dir := fixture(t, map[string]string{
		"bench/citetracer/records.jsonl": smallWorld,
		"bench/stress/citations_dev.jsonl": `{"id":"s1","paper_id":"p1","family":"P_x","class":"REAL","code":"R2","changed_fields":[],"fields":{"title":"a slow theory of counting sheep","authors":["One, Ann","Two, Bo"],"venue":"J. Sleep Stud.","year":"2001","pages":"10--19"},"note":"evidence=a"}
{"id":"s2","paper_id":"p1","family":"N_x","class":"HALLUCINATED","code":"H2","changed_fields":["authors"],"fields":{"title":"A Slow Theory of Counting Sheep","authors":["Ann One","Zed Nine"],"venue":"Journal of Sleep Studies","year":2001}}`,
	})
	_, _, r := run(t, "stress", Options{Data: dir})
	check(t, r, map[string]float64{"class_accuracy": 1, "field_exact": 1, "worst_family": 1})
}

func TestCiteAuditSuite(t *testing.T) {
	dir := fixture(t, map[string]string{
		"bench/citeaudit/records.jsonl": smallWorld,
		"bench/citeaudit/citations_dev.jsonl": `{"id":"a1","raw":"Ann One and Bo Two. A Slow Theory of Counting Sheep. 2001.","gt":"real","kind":"none","group":"g1","variant":null}
{"id":"a2","raw":"Cleo Three. Goats and the Geometry of Hills. 1995.","gt":"fake","kind":"year","group":"g2","variant":null}
{"id":"a3","raw":"Dag Four, Eve Five, and Finn Six. Probabilistic Fences for Distributed Oceans. 2011.","gt":"fake","kind":"title","group":"g3"}`,
	})
	_, _, r := run(t, "citeaudit", Options{Data: dir})
	check(t, r, map[string]float64{"recall_title": 1, "recall_year": 1, "fpr": 0})
}

func TestCorpusSuites(t *testing.T) {
	dir := fixture(t, map[string]string{
		"works.jsonl": strings.ReplaceAll(smallWorld, "rec_id", "id"),
		originsName:   `{"src":"` + string(dump.Flat) + `","kind":"publisher"}`,
		"h.jsonl": `{"bibtex_key":"k1","bibtex_type":"article","label":"VALID","fields":{"title":"{A} Slow Theory of Counting Sheep","author":"Ann One and Bo Two","journal":"Journal of Sleep Studies","year":"2001"}}
{"bibtex_key":"k2","bibtex_type":"article","label":"HALLUCINATED","hallucination_type":"swapped_authors","fields":{"title":"A Slow Theory of Counting Sheep","author":"Cleo Three and Dag Four","journal":"Journal of Sleep Studies","year":"2001"}}`,
		"c.jsonl": `{"id":"c1","raw":"[One and Two, 2001, A Slow Theory of Counting Sheep](https://doi.org/10.1000/sheep)","label":"valid"}`,
		"i.jsonl": `{"id":"i1","paper_id":"x","fields":{"title":"Quantum Barns","authors":["N. Body","et al"],"year":2024}}`,
		"g.jsonl": `{"id":"g1","reference":"One A, Two B. A Slow Theory of Count-\ning Sheep. J Sleep Stud. 2001;3:10-9.","doi":"10.1000/SHEEP"}`,
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	opt := Options{Corpus: []string{at("works.jsonl")}, Cache: at("cache")}

	opt.Citations = at("h.jsonl")
	set, _, r := run(t, "hallmark", opt)
	check(t, r, map[string]float64{"fpr": 0, "detection_rate": 1, "coverage": 1})
	if !set.Gold[0].Known {
		t.Error("the valid entry is in the corpus")
	}
	opt.Citations = at("c.jsonl")
	_, _, r = run(t, "severity", opt)
	check(t, r, map[string]float64{"f1_exact": 1, "accuracy": 1})
	opt.Citations = at("i.jsonl")
	_, _, r = run(t, "desk-rejects", opt)
	check(t, r, map[string]float64{"verified_rate": 0})
	opt.Citations = at("g.jsonl")
	_, _, r = run(t, "matching", opt)
	check(t, r, map[string]float64{"precision": 1, "recall": 1})
}

func TestBlindPredictions(t *testing.T) {
	dir := fixture(t, map[string]string{
		"in.jsonl": `{"id":"x","fields":{"title":"Goats and the Geometry of Hills","authors":["Cleo Three"],"year":2005}}`,
		"r.jsonl":  smallWorld,
	})
	_, predictions, r := run(t, "taxonomy",
		Options{Citations: filepath.Join(dir, "in.jsonl"), Records: filepath.Join(dir, "r.jsonl")})
	if r != nil || len(predictions) != 1 || predictions[0].Outcome != "verified" {
		t.Errorf("predictions %+v, result %v", predictions, r)
	}
}

func TestBlindPooledInput(t *testing.T) {
	dir := fixture(t, map[string]string{
		"in.jsonl": `{"id":"x","paper_id":"p1","fields":{"title":"Counting Sheep","authors":["Ann One"],"year":2001}}`,
		"e.jsonl":  strings.ReplaceAll(onePooled, "\n", ""),
	})
	_, predictions, _ := run(t, "taxonomy",
		Options{Citations: filepath.Join(dir, "in.jsonl"), Evidence: filepath.Join(dir, "e.jsonl"), Mode: "pooled"})
	if len(predictions) != 1 || predictions[0].Outcome != "verified" {
		t.Errorf("predictions %+v", predictions)
	}
}

// Records close any suite's world; corpora leave it open.
func TestRecordsAndCorporaChangePlaces(t *testing.T) {
	dir := fixture(t, map[string]string{
		"i.jsonl": `{"id":"i1","paper_id":"x","class":"HALLUCINATED","code":"H1","changed_fields":["title"],"fields":{"title":"Quantum Barns","authors":["N. Body"],"year":2024}}`, "r.jsonl": smallWorld,
	})
	in, world := filepath.Join(dir, "i.jsonl"), filepath.Join(dir, "r.jsonl")
	_, closed, _ := run(t, "desk-rejects", Options{Citations: in, Records: world})
	_, open, _ := run(t, "stress", Options{Citations: in, Corpus: []string{world}, Cache: filepath.Join(dir, "cache")})
	if closed[0].Outcome != "not-found" || open[0].Outcome != "inconclusive" {
		t.Errorf("closed %s, open %s", closed[0].Outcome, open[0].Outcome)
	}
}

func TestPredictionsDoNotDependOnTheRun(t *testing.T) {
	dir := fixture(t, citetracer(map[string]string{"bench/citetracer/records.jsonl": smallWorld}))
	_, a, _ := run(t, "taxonomy", Options{Data: dir})
	_, b, _ := run(t, "taxonomy", Options{Data: dir})
	for i := range a {
		if a[i].Outcome != b[i].Outcome || a[i].P != b[i].P || a[i].Score != b[i].Score {
			t.Errorf("%s: %+v and %+v", a[i].ID, a[i], b[i])
		}
	}
}
