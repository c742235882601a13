package fix

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// A slip in a DOI is distinguished from versions and parallel editions.
func TestSlipOfDOI(t *testing.T) {
	cases := []struct {
		claimed, recorded string
		sameEdition, want bool
	}{
		{"10.1145/2702613.5732924", "10.1145/2702613.2732924", false, true},
		{"10.1145/2702613.27329", "10.1145/2702613.2732924", false, true}, // truncated, or two digits short
		{"10.1145/27", "10.1145/2702613.2732924", false, false},
		{"10.1016/s0003-491602)00018-0", "10.1016/s0003-4916(02)00018-0", false, true},
		{"10.18653/v1/2023.emnlp-main.70", "10.18653/v1/2023.emnlp-main.40", false, true},
		{"10.12688/f1000research.1234.1", "10.12688/f1000research.1234.2", false, false},
		{"10.21203/rs.3.rs-1234/v1", "10.21203/rs.3.rs-1234/v2", false, false},
		{"10.1002/anie.201500001", "10.1002/ange.201500001", false, false},
		{"10.1002/anie.201500001", "10.1002/ange.201500001", true, true},
		{"10.1002/anei.201500001", "10.1002/anie.201500001", false, true},
		{"10.1109/5.771073", "10.1109/tit.1982.1056489", true, false},
		{"10.1000/1", "10.1000/2", true, false},
	}
	for _, c := range cases {
		if got := slipOfDOI(c.claimed, c.recorded, c.sameEdition); got != c.want {
			t.Errorf("%s for %s (same edition %t): %t, want %t", c.claimed, c.recorded, c.sameEdition, got, c.want)
		}
	}
}

// TestUnlikelyDOI: a DOI of an unknown registrant gives way to the one of the record with which all else agrees.
func TestUnlikelyDOI(t *testing.T) {
	for _, c := range []struct {
		name, title, want string
	}{
		{"all else agrees", terns.Title, unlikely + " " + terns.DOI}, {"another title", "On Lighthouses of Brittany", ""},
	} {
		claim := with(terns, func(w *biblio.Flat) { w.DOI, w.Title = "10.98765/jq.7919", c.title })
		got := ""
		for _, p := range Plan(finding(claim, stated{strong("registry", nil), terns}), Options{}).Patches {
			if p.Field == biblio.FieldDOI {
				got = p.Rule + " " + p.To
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
