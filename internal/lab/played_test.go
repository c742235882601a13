package lab

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// TestPlayedWorld: every set of a small world is read, checked and scored, and its figures count what they
// claim to.
func TestPlayedWorld(t *testing.T) {
	data := t.TempDir()
	for name, text := range map[string]string{
		"bench/world/known.bib": "@article{k1, author={Ana Sole}, title={Collation of evidence in small courts}, " +
			"journal={Law Letters}, year={2019}}\n",
		"bench/world/absent.bib": "@phdthesis{a1, author={Cy Mattern}, title={On the drying of alpine hay in " +
			"barns}, school={ETH}, year={1988}}\n",
		"bench/world/absent_modern.bib": "@article{m1, author={Di Orr}, title={Shear of wet gravel under trains}, " +
			"journal={Ballast}, year={2016}}\n",
		"bench/world/absent_kinds.tsv": "a1\tthesis\nm1\tmodern-article\n",
		"bench/world/fresh.bib": "@article{f1, author={Ana Sole}, title={Collation of evidence in small courts}, " +
			"journal={Law Letters}, year={2019}}\n" +
			"@article{f2, author={Otto Brandt and Mei Chen}, title={Collation of evidence in small courts}, journal={Law " +
			"Letters}, year={2019}, doi={10.5555/law.7}}\n",
		"bench/world/fresh_truth.tsv":        "f1\tright\t\t\nf2\twrong\tauthors\tAna Sole\n",
		"bench/world/extra.jsonl":            "",
		"bench/world/supplement.jsonl":       "",
		"bench/iclr2026/citations_dev.jsonl": `{"id":"i1","fields":{"title":"Attention is a river","authors":["J. Nobody"],"venue":"Law Letters","year":2019,"doi":"10.5555/law.7"}}` + "\n",
		"works.jsonl":                        `{"id":"w1","title":"Collation of evidence in small courts","authors":["Ana Sole"],"year":"2019","venue":"Law Letters","doi":"10.5555/law.7","src":"fixtures/crossref"}` + "\n",
	} {
		file := filepath.Join(data, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	suite, err := Find("world")
	if err != nil {
		t.Fatal(err)
	}
	set, err := suite.Load(t.Context(),
		Options{Data: data, Mode: "w2", Corpus: []string{filepath.Join(data, "works.jsonl")}, Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Release()
	groups := map[string]int{}
	for _, g := range set.Gold {
		groups[g.Group]++
	}
	for group, want := range map[string]int{setKnown: 1, setAbsent: 1, setModern: 1, setFresh: 2, setInvents: 1,
		setAgain: 5, setLong: 2} {
		if groups[group] != want {
			t.Errorf("%s: %d entries, want %d", group, groups[group], want)
		}
	}
	predictions, err := suite.Predict(t.Context(), set, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := suite.Score(set, predictions)
	for name, want := range map[string]float64{"known_accused": 0, "fresh_right_wrong": 0, "fresh_subtle_said": 1,
		"invented_said": 1, "luck_changed": 0, "luck_changed_unsaid": 0, "long_invented_said": 1} {
		if got, ok := r.Value(name); !ok || got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// TestScoreWorld: a random fault that changes an outcome counts, and counts as unreported unless a missed
// source is reported.
func TestScoreWorld(t *testing.T) {
	verified, absent := judge.Verified.String(), judge.NotFound.String()
	gold := []Gold{
		{ID: "known:1", Entry: "known:1", Group: setKnown, Label: realWork},
		{ID: "known:2", Entry: "known:2", Group: setKnown, Label: realWork},
		{ID: "absent:1", Entry: "absent:1", Group: setAbsent, Label: realWork, Note: "thesis"},
		{ID: "iclr2026:1", Entry: "iclr2026:1", Group: setInvents, Label: inventedE},
		{ID: "again known:1", Entry: "known:1", Group: setAgain, Label: realWork},
		{ID: "again known:2", Entry: "known:2", Group: setAgain, Label: realWork},
	}
	pred := []Prediction{{Outcome: verified}, {Outcome: verified}, {Outcome: absent}, {Outcome: "doubtful"},
		{Outcome: absent}, {Outcome: absent, Missed: []string{"crossref"}}}
	r := scoreWorld(&Set{Gold: gold}, pred)
	for name, want := range map[string]float64{"known_accused": 0, "absent_accused": 1, "invented_wrong": 0,
		"invented_said": 1, "luck_changed": 1, "luck_changed_unsaid": 0.5} {
		if got, ok := r.Value(name); !ok || got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if len(r.Wrong) != 3 {
		t.Errorf("%d are listed as wrong, want 3: %v", len(r.Wrong), r.Wrong)
	}
}

// TestDeposits: similar years are one row, those with few works none, and personal lists are ignored.
func TestDeposits(t *testing.T) {
	data := t.TempDir()
	var text strings.Builder
	line := func(src, venue, doi string, year, times int) {
		for n := range times {
			fmt.Fprintf(&text,
				`{"id":"%s%d%d%s","title":"Gravel %d","authors":["Di Orr"],"year":"%d","venue":"%s","doi":"%s","src":"%s"}`+"\n",
				src, year, n, doi, n, year, venue, doi, src)
		}
	}
	line("mlanthology", "cvpr", "10.5555/a", 2010, 30)
	line("mlanthology", "cvpr", "10.5555/b", 2011, 29)
	line("mlanthology", "cvpr", "", 2011, 1)
	line("mlanthology", "cvpr", "", 2012, 50)
	line("mlanthology", "cvpr", "10.5555/c", 2020, 10)
	line("jgrey4296/bibliography", "cvpr", "", 2010, 90)
	line("acl_anthology", "iclr", "10.48550/arxiv.1803.01234", 2018, 44)
	if err := os.MkdirAll(filepath.Join(data, "corpora"), 0o755); err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "corpora", "works.jsonl.zst"), z.EncodeAll([]byte(text.String()), nil),
		0o600); err != nil {
		t.Fatal(err)
	}
	rows, err := Deposits(t.Context(), data)
	want := []judge.Held{
		{Service: "crossref", Venue: "cvpr", From: 2010, To: 2011, Works: 60, Found: 59},
		{Service: "crossref", Venue: "cvpr", From: 2012, To: 2012, Works: 50},
		{Service: "crossref", Venue: "iclr", From: 2018, To: 2018, Works: 44},
	}
	if err != nil || !slices.Equal(rows, want) {
		t.Errorf("%+v, %v", rows, err)
	}
	file := filepath.Join(data, "silence.json")
	if err := WriteDeposits(file, rows); err != nil {
		t.Fatal(err)
	}
	var back []judge.Held
	if written, err := os.ReadFile(file); err != nil || json.Unmarshal(written, &back) != nil ||
		!slices.Equal(back, rows) {
		t.Errorf("read back %+v, %v", back, err)
	}
}
