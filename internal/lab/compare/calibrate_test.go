package compare

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/lab"
)

func TestSweepFindsTheThresholds(t *testing.T) {
	var gold []lab.Gold
	var predictions []lab.Prediction
	for i := range 30 {
		label, score := "major", 1.0
		switch i % 3 {
		case 1:
			label, score = "minor", 5
		case 2:
			label, score = "exact", 9
		}
		gold = append(gold, lab.Gold{ID: string(rune('a' + i)), Cluster: string(rune('a' + i)), Label: label})
		predictions = append(predictions, lab.Prediction{Outcome: "discrepant", Score: score})
	}
	best, points := sweep(gold, predictions)
	// anything in (1, 5] and (5, 9] is perfect; the middle of both is chosen
	if best.WeightedF1 != 1 || best.Minor != 3.25 && best.Minor != 3 || best.Exact != 7.25 && best.Exact != 7 {
		t.Errorf("best %+v", best)
	}
	if want := 41 * 42 / 2; len(points) != want {
		t.Errorf("%d points, want %d", len(points), want)
	}
	if f := crossSweep(gold, predictions, 5); f != 1 {
		t.Errorf("five-fold %v", f)
	}
}

func TestTablesNeedProbabilities(t *testing.T) {
	suite, err := lab.Find("stress")
	if err != nil {
		t.Fatal(err)
	}
	set := &lab.Set{Gold: []lab.Gold{{ID: "a"}, {ID: "b", Fake: true}}}
	if _, err := Calibration(suite, set, []lab.Prediction{{ID: "a"}, {ID: "b"}}); err == nil {
		t.Error("predictions without probabilities are calibrated")
	}
	if tables, err := Calibration(suite, set, []lab.Prediction{{ID: "a", P: .9}, {ID: "b"}}); err != nil ||
		len(tables) != 2 {
		t.Errorf("%v, %v", tables, err)
	}
}
