package lab

import (
	"path/filepath"
	"strings"
	"testing"
)

// An entry is accused once, however often it is in its file; a peripheral difference accuses no one; what has
// not been judged counts as false.
func TestKeptFigures(t *testing.T) {
	cases := []struct {
		entry, label, outcome, codes string
		reasons                      []string
		known                        bool
	}{
		{"a:1", "right", "discrepant", "H2", nil, true},
		{"a:1", "right", "discrepant", "H2", nil, true},
		{"a:2", "right", "verified", "R1", []string{"contested other-venue"}, true},
		{"a:3", "right", "verified", "R1", nil, true},
		{"a:4", "right", "discrepant", "H6", nil, true},
		{"a:5", "pedantic", "discrepant", "H3 H6", nil, true},
		{"a:6", "unsure", "not-found", "H0", nil, true},
		{"b:1", "false", "discrepant", "H1", nil, false},
		{"b:2", "", "not-found", "H0", nil, false},
		{"b:3", "", "inconclusive", "U", nil, false},
		{"b:4", "false", "verified", "R1", nil, false},
		{"b:5", "", "exempt", "", nil, false},
	}
	set := &Set{Mode: Kept}
	var predictions []Prediction
	for _, c := range cases {
		file, _, _ := strings.Cut(c.entry, ":")
		set.Gold = append(set.Gold,
			Gold{ID: c.entry, Entry: c.entry, Cluster: file, Group: file, Label: c.label, Known: c.known})
		predictions = append(predictions,
			Prediction{Outcome: c.outcome, Codes: strings.Fields(c.codes), Reasons: c.reasons, P: .4})
	}
	check(t, suite(t, "accusations").Score(set, predictions), map[string]float64{
		"references": 12, "decided": 10, "accused": 4, "right": 1, "pedantic": 1, "false": 1, "new": 1, "precision": .25,
		"right_kept": .5, "right_said": .75, "false_of_decided": .2, "inconclusive_called_unlikely": 1,
		"peripheral_right": 1, "peripheral_false": 0, "references_out_of_domain": 5,
		"unaccused_out_of_domain": .6, "false_of_decided_out_of_domain": 2. / 3,
	})
}

// A doubtful entry is a lead, unless it has been accused; its judgement counts beside the accusations, and 1 -
// p orders both.
func TestStrengthFigures(t *testing.T) {
	cases := []struct {
		entry, label, outcome, strength string
		p                               float64
	}{
		{"a:1", "right", "discrepant", "certain", .05},
		{"a:2", "right", "discrepant", "likely", .22},
		{"a:3", "pedantic", "discrepant", "certain", .12},
		{"a:4", "false", "discrepant", "likely", .12},
		{"a:5", "", "discrepant", "certain", .01}, // new: not in any figure of p
		{"a:6", "right", "doubtful", "lead", .6},
		{"a:6", "right", "doubtful", "lead", .1}, // once
		{"a:7", "false", "doubtful", "lead", .55},
		{"a:8", "", "doubtful", "lead", .1},
		{"a:9", "unsure", "doubtful", "lead", .1},
		{"a:1", "right", "doubtful", "lead", .9}, // accused already
		{"a:10", "right", "verified", "note", .8},
	}
	set := &Set{Mode: Kept}
	var predictions []Prediction
	for _, c := range cases {
		set.Gold = append(set.Gold, Gold{ID: c.entry, Entry: c.entry, Cluster: "a", Group: "a", Label: c.label, Known: true})
		predictions = append(predictions, Prediction{Outcome: c.outcome, Strength: c.strength, Codes: []string{"H2"}, P: c.p})
	}
	check(t, suite(t, "accusations").Score(set, predictions), map[string]float64{
		"decided": 6, "accused": 5, "precision": .4, "precision_fair": .6, "certain": 3, "certain_precision_fair": 2. / 3,
		"certain_share": .25,
		"leads":         3, "leads_unjudged": 1, "said_kept": .75, "said_precision": 3. / 7,
		"auc": 4. / 9, "auc_wrong": .5, "ece": (.05 + .22 + .88 + .88) / 4, "inconclusive_called_unlikely": 0,
	})
	for i := range predictions {
		predictions[i].Outcome, predictions[i].Strength = "verified", "none"
	}
	check(t, suite(t, "accusations").Score(set, predictions),
		map[string]float64{"auc": 0, "auc_wrong": 0, "ece": 0, "said_kept": 0, "leads": 0})
}

func TestDamagedFigures(t *testing.T) {
	cases := []struct{ kind, fields, outcome, codes, named string }{
		{"control", "", "verified", "R1", ""},
		{"control", "", "discrepant", "H4", "year"},
		{"author_swap", "authors", "discrepant", "H2", "authors year"},
		{"author_swap", "authors", "discrepant", "H4", "year"},
		{"doi_digit", "doi", "verified", "R1", ""},
		{"doi_digit", "doi", "verified", "P3", "doi"},
		{"year_plus1", "year", "verified", "R1", ""},
		{"author_swap", "authors", "doubtful", "H2", "authors"},
	}
	set := &Set{Mode: Damaged}
	var predictions []Prediction
	for _, c := range cases {
		set.Gold = append(set.Gold, Gold{Group: c.kind, Fields: strings.Fields(c.fields)})
		predictions = append(predictions,
			Prediction{Outcome: c.outcome, Codes: strings.Fields(c.codes), Fields: strings.Fields(c.named)})
	}
	check(t, suite(t, "accusations").Score(set, predictions), map[string]float64{
		"control_accused": 1, "detected_core": .4, "shown_core": .6, "worst_core": 0, "wrong_identifier_passed_as_real": .5,
		"field_named": .5, "detected_author_swap": 2. / 3,
	})
}

// Bibliographies are read as by a check, and our own labels come after those of the set.
func TestKeptReading(t *testing.T) {
	dir := fixture(t, map[string]string{
		"bench/accusations/dev/a.bib": "@article{one, title={A Slow Theory of Counting Sheep}, author={Ann One}, " +
			"year=2001}\n@article{one, title={Goats and the Geometry of Hills}, author={Cleo Three}, year=2005}\n",
		"bench/accusations/dev/b.bib": "@book{two, title={A Book that Nobody Keeps on Record}, author={Nemo}, year=1999}\n",
		"bench/accusations/dev_labels.jsonl": `{"file":"a.bib","key":"one","label":"right","codes":["H2"]}` + "\n" +
			`{"file":"b.bib","key":"gone","label":"right","codes":["H1"]}`,
		"judged/one.jsonl": `{"file":"a.bib","key":"one","label":"false","why":"ours is not asked"}`,
		"judged/two.jsonl": `{"file":"b.bib","key":"two","label":"false","why":"the book exists"}` + "\n" +
			`{"file":"c.bib","key":"three","label":"right","codes":["H1"]}`,
		"works.jsonl": smallWorld,
	})
	opt := Options{Data: dir, Judged: filepath.Join(dir, "judged"), Corpus: []string{filepath.Join(dir, "works.jsonl")},
		Cache: t.TempDir()}
	set, _, r := run(t, "accusations", opt)
	if len(set.Cases) != 3 || set.Gold[0].Label != "right" || set.Gold[1].Label != "right" ||
		set.Gold[2].Label != "false" || set.Gold[0].ID == set.Gold[1].ID {
		t.Errorf("gold %+v", set.Gold)
	}
	if !set.Gold[0].Known || set.Gold[2].Known {
		t.Error("a bibliography whose titles are in the corpus is in its domain, another is not")
	}
	if v, _ := r.Value("right_kept"); len(r.Notes) != 1 || v > .5 {
		t.Errorf("a label of no entry: notes %v, right_kept %v", r.Notes, v)
	}
	opt.Judged = filepath.Join(dir, "bench", "accusations", "dev", "a.bib")
	if _, err := suite(t, "accusations").Load(t.Context(), opt); err == nil {
		t.Error("a bibliography passes for a file of labels")
	}
}
