package normalise

import "testing"

func TestSpelling(t *testing.T) {
	for _, same := range [][2]string{
		{"modelling unlabelled data", "modeling unlabeled data"},
		{"a generalisation of visualising behavioural colours", "a generalization of visualizing behavioral colors"},
		{"analysing dialogue", "analyzing dialog"},
		{"centred on neighbourhoods", "centered on neighborhoods"},
		{"programmes towards paediatric anaesthesia and leukaemia", "programs toward pediatric anesthesia and leukemia"},
		{"signalling channels cancellation", "signaling channels cancelation"},
		{"fulfilment of licences", "fulfillment of licenses"},
		{"dialogues and catalogues of prologues", "dialogs and catalogs of prologs"},
		{"travelled and tunnelling", "traveled and tunneling"},
		{"archaeology of oesophageal oedema", "archeology of esophageal edema"},
	} {
		if a, b := Spelling(same[0]), Spelling(same[1]); a != b {
			t.Errorf("%q and %q", a, b)
		}
	}
	for _, other := range [][2]string{
		{"filling holes", "filing holes"}, {"polling", "poling"}, {"four models", "for models"}, {"hours", "hors"},
		{"a prise", "a prize"},
		{"wise", "wize"}, {"rogues", "rogs"}, {"called", "caled"}, {"polled", "poled"}, {"canoe", "cane"},
		{"maestro", "mestro"}, {"selling", "seling"}, {"pulled", "puled"}, {"logical", "logal"},
		{"modelling", "models"}, {"michael", "michel"}, {"does", "des"}, {"course", "corse"}, {"tour", "tor"},
		{"rolled", "roled"}, {"labelling", "labeller"},
	} {
		if a, b := Spelling(other[0]), Spelling(other[1]); a == b {
			t.Errorf("%q and %q are both %q", other[0], other[1], a)
		}
	}
	for _, same := range []string{"", "graph attention networks", "深度 学习", " x  y "} {
		if got := Spelling(same); got != same {
			t.Errorf("%q becomes %q", same, got)
		}
	}
}

func BenchmarkSpelling(b *testing.B) {
	for b.Loop() {
		Spelling("dropout a simple way to prevent neural networks from overfitting")
		Spelling("modelling behaviour towards generalised centres of labelled neighbours")
	}
}
