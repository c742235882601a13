package lab

import (
	"math"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
)

// check compares figures of a result with values computed by hand.
func check(t *testing.T, r *Result, want map[string]float64) {
	t.Helper()
	for _, name := range sortedKeys(want) {
		got, ok := r.Value(name)
		if !ok || math.Abs(got-want[name]) > 1e-9 {
			t.Errorf("%s %s = %v (present %v), want %v", r.Suite, name, got, ok, want[name])
		}
	}
}

func suite(t *testing.T, name string) *Suite {
	t.Helper()
	s, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestScoreTaxonomy(t *testing.T) {
	gold := []Gold{
		{ID: "1", Cluster: "a", Code: "R1", Class: Real},
		{ID: "2", Cluster: "a", Code: "R2", Class: Real},
		{ID: "3", Cluster: "b", Code: "P3", Class: Potential, Fields: []string{"volume"}},
		{ID: "4", Cluster: "b", Code: "H1", Class: Hallucinated, Fields: []string{"title"}},
		{ID: "5", Cluster: "c", Code: "H4", Class: Hallucinated, Fields: []string{"year"}},
		{ID: "6", Cluster: "c", Code: "H4", Class: Hallucinated, Fields: []string{"year"}},
	}
	predictions := []Prediction{
		{ID: "1", Outcome: "verified", Class: Real, Codes: []string{"R1"}},
		{ID: "2", Outcome: "discrepant", Class: Hallucinated, Codes: []string{"H3"}, Fields: []string{"venue"}}, // too severe
		{ID: "3", Outcome: "verified", Class: Potential, Codes: []string{"P3"}, Fields: []string{"volume"}},
		{ID: "4", Outcome: "not-found", Class: Hallucinated, Codes: []string{"H0"}, Fields: []string{"title"}},
		{ID: "5", Outcome: "discrepant", Class: Hallucinated, Codes: []string{"H3", "H4"}, Fields: []string{"venue", "year"}},
		missingPrediction("6"),
	}
	s := suite(t, "taxonomy")
	r := s.Score(&Set{Mode: "oracle", Gold: gold}, predictions)
	// class: REAL 1 of 2, POTENTIAL 1 of 1, HALLUCINATED 3 of 3 with one too many.
	f1Real, f1Hall := 2.0/3, 6.0/7
	// bucket: R 1 of 2; P3; H1 (from H0); H4 by gold's code, the missing one is U.
	bucket := (2.0/3 + 1 + 1 + 2.0/3) / 4
	check(t, r, map[string]float64{
		"class_accuracy": 5.0 / 6, "f1_REAL": f1Real, "f1_POTENTIAL": 1, "f1_HALLUCINATED": f1Hall,
		"class_macro_f1": (f1Real + 1 + f1Hall) / 3, "bucket_macro_f1": bucket,
		"strict_code_accuracy": 2.0 / 6, "codes_per_reference": 6.0 / 6, "field_exact": 3.0 / 6, "ser": 1.0 / 6, "der": 0,
	})
	if r.N != 6 {
		t.Errorf("n = %d", r.N)
	}
	if len(r.Wrong) != 3 || r.Wrong[0].Case != 1 {
		t.Errorf("the false accusation is not the worst error: %+v", r.Wrong)
	}
}

func TestScoreTaxonomyDecidableApart(t *testing.T) {
	gold := []Gold{
		{ID: "1", Cluster: "1", Code: "R1", Class: Real, Known: true},
		{ID: "2", Cluster: "2", Code: "R1", Class: Real},
	}
	predictions := []Prediction{
		{ID: "1", Class: Real, Codes: []string{"R1"}},
		{ID: "2", Class: Hallucinated, Codes: []string{"H1", "H2"}, Fields: []string{"title"}},
	}
	r := suite(t, "taxonomy").Score(&Set{Mode: "pooled", Gold: gold}, predictions)
	check(t, r, map[string]float64{
		"class_accuracy": 0.5, "class_accuracy_decidable": 1, "ser": 0.5, "ser_decidable": 0, "field_exact_decidable": 1,
		"codes_per_reference": 1.5, "codes_per_reference_decidable": 1,
	})
}

func TestScoreStress(t *testing.T) {
	var gold []Gold
	var predictions []Prediction
	add := func(family, class, predicted string, n int) {
		for range n {
			gold = append(gold, Gold{ID: family, Cluster: family, Group: family, Class: class, Code: "R2"})
			predictions = append(predictions, Prediction{Class: predicted})
		}
	}
	add("P_a", Real, Real, 9)
	add("P_a", Real, Hallucinated, 1)
	add("N_b", Hallucinated, Hallucinated, 12)
	add("N_small", Hallucinated, Real, 3) // too few to be the worst family
	r := suite(t, "stress").Score(&Set{Gold: gold}, predictions)
	check(t, r, map[string]float64{"class_accuracy": 21.0 / 25, "ser": 1.0 / 25, "der": 3.0 / 25, "worst_family": 0.9})
}

func TestScoreCiteAudit(t *testing.T) {
	gold := []Gold{
		{ID: "1", Cluster: "1", Fake: true, Group: "title"}, {ID: "2", Cluster: "2", Fake: true, Group: "title"},
		{ID: "3", Cluster: "3", Fake: true, Group: "year"}, {ID: "4", Cluster: "4", Fake: true, Group: "authors"},
		{ID: "5", Cluster: "5", Group: "none"}, {ID: "6", Cluster: "5", Group: "none", Label: "initials"},
	}
	predictions := []Prediction{
		{Class: Hallucinated}, {Class: Potential}, {Class: Hallucinated}, {Class: Real}, {Class: Real}, {Class: Hallucinated},
	}
	r := suite(t, "citeaudit").Score(&Set{Gold: gold}, predictions)
	check(t, r, map[string]float64{"recall_title": 0.5, "recall_year": 1, "recall_authors": 0, "fpr": 0.5, "fpr_plain": 0,
		"fpr_initials": 1})
}

func TestScoreHallmark(t *testing.T) {
	gold := []Gold{
		{ID: "1", Cluster: "1", Fake: true, Group: "wrong_venue"},
		{ID: "2", Cluster: "2", Fake: true, Group: "future_date"},
		{ID: "3", Cluster: "3", Known: true}, {ID: "4", Cluster: "4", Known: true}, {ID: "5", Cluster: "5"},
		{ID: "6", Cluster: "6", Fake: true, Group: "wrong_venue"},
	}
	predictions := []Prediction{
		{P: 0.1, Outcome: "discrepant"}, {P: 0.7, Outcome: "verified"}, {P: 0.9, Outcome: "verified"},
		{P: 0.5, Outcome: "verified"},
		{P: 0.2, Outcome: "inconclusive"}, // neither a detection nor a false alarm
		{P: 0.2, Outcome: "inconclusive", Unanswered: true},
	}
	r := suite(t, "hallmark").Score(&Set{Gold: gold}, predictions)
	// TP 1, FN 2, FP 0, TN 3; two of six are undecided. AUROC over valid .9 .5 .2 and fake .1 .7 .2: .9 beats
	// all 3; .5 beats .1 and .2; .2 beats .1 and ties .2: 6.5 of 9.
	check(t, r, map[string]float64{
		"detection_rate": 1.0 / 3, "fpr": 0, "fpr_in_corpus": 0, "f1": 0.5, "mcc": 3 / math.Sqrt(1*3*3*5),
		"coverage": 4.0 / 6,
		"auroc":    6.5 / 9, "detection_wrong_venue": 0.5, "detection_future_date": 0,
		// bins: .1 one (observed 0), .2 two (observed .5), .5 one (1), .7 one (0), .9 one (1)
		"ece": (0.1 + 2*0.3 + 0.5 + 0.7 + 0.1) / 6, "ece_decided": (0.1 + 0.5 + 0.7 + 0.1) / 4,
	})
}

// The binary label follows the outcome; with only a peripheral difference it is valid.
func TestFlagged(t *testing.T) {
	for _, c := range []struct {
		p    Prediction
		want bool
	}{
		{Prediction{Outcome: "discrepant", Codes: []string{"H4"}, P: 0.4},
			true}, {Prediction{Outcome: "discrepant", Codes: []string{"H6"}, P: 0.4}, false},
		{Prediction{Outcome: "discrepant", Codes: []string{"H4", "H6"}},
			true}, {Prediction{Outcome: "not-found", Codes: []string{"H0"}}, true},
		{Prediction{Outcome: "verified"}, false}, {Prediction{Outcome: "inconclusive"},
			false}, {Prediction{Outcome: "exempt"}, false}, {missingPrediction("x"), true},
	} {
		if got := c.p.Flagged(); got != c.want {
			t.Errorf("%s %v: %v", c.p.Outcome, c.p.Codes, got)
		}
	}
}

func TestScoreProbability(t *testing.T) {
	gold := []Gold{
		{ID: "1", Cluster: "1", Group: InField}, {ID: "2", Cluster: "2", Group: InField, Fake: true},
		{ID: "3", Cluster: "3", Group: InField},
		{ID: "4", Cluster: "4", Group: OutOfField}, {ID: "5", Cluster: "5", Group: OutOfField},
		{ID: "6", Cluster: "6", Group: OutOfField, Fake: true},
	}
	predictions := []Prediction{
		{P: 0.9, Outcome: "verified"}, {P: 0.1, Outcome: "discrepant"}, {P: 0.5, Outcome: "inconclusive"},
		{P: 0.2, Outcome: "discrepant"}, {P: 0.4, Outcome: "inconclusive"}, {P: 0.7, Outcome: "exempt"},
	}
	r := suite(t, "probability").Score(&Set{Gold: gold}, predictions)
	check(t, r, map[string]float64{
		"decided_in_field": 2.0 / 3, "ece_in_field": 0.1, "brier_in_field": 0.01, "auroc_in_field": 1,
		"decided_out_of_field": 1.0 / 3, "ece_out_of_field": 0.8, "brier_out_of_field": 0.64,
		"inconclusive_called_unlikely": 0.5,
	})
}

func TestScoreSeverity(t *testing.T) {
	th := Thresholds{Minor: 2, Exact: 7}
	for _, c := range []struct {
		p    Prediction
		want string
	}{
		{Prediction{Outcome: "verified", Score: 7}, "exact"},
		{Prediction{Outcome: "discrepant", Score: 6.99}, "minor"},
		{Prediction{Outcome: "discrepant", Score: 2}, "minor"},
		{Prediction{Outcome: "discrepant", Score: 1.9}, "major"},
		{Prediction{Outcome: "not-found", Score: 9}, "major"},
		{Prediction{Outcome: "inconclusive", Score: 5}, "undecided"}, {Prediction{Outcome: "doubtful", Score: 5},
			"undecided"},
		{missingPrediction("x"), "major"},
	} {
		if got := th.Severity(c.p); got != c.want {
			t.Errorf("%+v: %s, want %s", c.p, got, c.want)
		}
	}
	gold := []Gold{{ID: "1", Cluster: "1", Label: "exact"}, {ID: "2", Cluster: "2", Label: "major"},
		{ID: "3", Cluster: "3", Label: "major"}}
	r := suite(t, "severity").Score(&Set{Gold: gold},
		[]Prediction{{Score: 10, Outcome: "verified"}, {Score: 0, Outcome: "not-found"}, {Score: 10, Outcome: "verified"}})
	check(t, r, map[string]float64{"f1_exact": 2.0 / 3, "f1_minor": 0, "f1_major": 2.0 / 3, "macro_f1": 2.0 / 3,
		"accuracy": 2.0 / 3})
}

func TestScoreFlagsDeskRejectsMatching(t *testing.T) {
	gold := []Gold{{ID: "1", Cluster: "1", Fake: true, Group: "TP"}, {ID: "2", Cluster: "2", Group: "FP"},
		{ID: "3", Cluster: "3", Group: "FP"}}
	r := suite(t, "flags").Score(&Set{Gold: gold},
		[]Prediction{{Class: Hallucinated}, {Class: Hallucinated}, {Class: Potential}})
	check(t, r, map[string]float64{"precision": 0.5, "recall": 1, "fpr": 0.5})

	r = suite(t, "desk-rejects").Score(&Set{Gold: gold},
		[]Prediction{{Outcome: "verified"}, {Outcome: "not-found"}, {Outcome: "inconclusive"}})
	check(t, r, map[string]float64{"verified_rate": 1.0 / 3, "not-found_rate": 1.0 / 3})

	gold = []Gold{{ID: "1", Cluster: "1", DOIs: []string{"10.1/a", "10.1/b"}},
		{ID: "2", Cluster: "2", DOIs: []string{"10.1/c"}}, {ID: "3", Cluster: "3", DOIs: []string{"10.1/d"}}}
	r = suite(t, "matching").Score(&Set{Gold: gold}, []Prediction{{DOI: "10.1/B"}, {DOI: "10.1/x"}, {}})
	check(t, r, map[string]float64{"precision": 0.5, "recall": 1.0 / 3, "f1": 2.0 / 5})
}

func TestScoreRefstrings(t *testing.T) {
	gold := []Gold{
		{ID: "1", Cluster: "1", Group: "anystyle_core", Values: map[string]string{
			"author": "Smith, J. and van Dam, A.", "title": "On Things", "year": "1999", "pages": "pp. 3–9",
			"container": "In Proc. of X"}},
		{ID: "2", Cluster: "2", Group: "other",
			Values: map[string]string{"title": "Other", "volume": "7", "doi": "doi: 10.1000/ABC"}},
	}
	predictions := []Prediction{
		{Values: map[string]string{"author": "van Dam ; Smith", "title": "on things.", "year": "1998", "pages": "3-9",
			"container": "Proc of X"}},
		{Values: map[string]string{"title": "Another", "doi": "10.1000/abc", "publisher": "X"}},
	}
	r := suite(t, "refstrings").Score(&Set{Gold: gold}, predictions)
	// 1: author, title, pages, container right; year wrong (fp + fn).
	// 2: doi right, title wrong (fp + fn), volume missed (fn), publisher invented (fp).
	check(t, r, map[string]float64{
		"f1": 10.0 / (10 + 6), "title_exact": 0.5, "f1_main": 8.0 / 10, "title_exact_main": 1,
		"f1_author": 1, "f1_year": 0, "f1_title": 0.5, "f1_doi": 1, "f1_publisher": 0, "f1_pages": 1,
	})
}

func TestComparable(t *testing.T) {
	for in, want := range map[string]string{
		"pp. 3–9": "3 9", "pages 3-9": "3 9", "In Proceedings of the X": "proceedings of the x", "In": "in",
		"Über Größe!": "über größe", "": "",
	} {
		if got := recorded.Comparable(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
