package match

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// workOf returns a work with the names of a list, "A. Lee; Bo Wu".
func workOf(names string) *biblio.Work {
	w := &biblio.Work{Title: "On the names of people in lists"}
	w.Contributors, w.AuthorsCut = biblio.ParseNames(strings.Split(names, "; "), biblio.Author)
	return w
}

// TestAuthorsInDetail: only people who are on one list, or whose names differ in more than form, are named.
func TestAuthorsInDetail(t *testing.T) {
	for _, c := range []struct{ claimed, recorded, want string }{
		{"Jeremy Devlin; M.-W. Chang; K. Lee", "Jacob Devlin; Ming-Wei Chang; Kenton Lee",
			"given-differs: Jeremy Devlin → Jacob Devlin"},
		{"Daniel Kingma; J. Ba", "Diederik P. Kingma; Jimmy Ba", "given-differs: Daniel Kingma → Diederik P. Kingma"},
		{"Bernhard Schoelkopf; Dominik Janzing; Karl Zimmer", "Bernhard Schölkopf; Dominik Janzing", "extra: Karl Zimmer"},
		{"Stephan Guennemann; Aleksandar Bojchevski; Karl Zimmer", "Aleksandar Bojchevski; Stephan Günnemann",
			"extra: Karl Zimmer, moved"},
		{"Ivan Evtimov; Kevin Eykholt; Earlence Fernandes", "Kevin Eykholt; Ivan Evtimov; Earlence Fernandes; Chaowei Xiao",
			"missing: Chaowei Xiao, moved"},
		{"Dominik Janzing; Bernhard Schoelkopf", "Bernhard Schölkopf; Dominik Janzing", "moved"},
		{"Xingjian Shi; Hao Wang; Wang-chun Woo", "SHI Xingjian; Hao Wang; WOO Wang-chun", ""},
		{"Ann Lee; Bo Wu; et al.", "Ann Lee; Cy Fox; Di Day; Eva Ray; Flo May", "extra: Bo Wu, missing: Cy Fox"},
		{"Ann Lee; et al.", "Ann Lee; Cy Fox; Di Day", ""},
		{"Ann Lee; Bo Wu; Cy Fox; et al.", "Ann Lee; Cy Fox; Di Day; Eva Ray", "extra: Bo Wu"},
		{"Bo Wu; et al.", "Ann Lee; Cy Fox; Di Day", "extra: Bo Wu, missing: Ann Lee"},
		{"Ann Lee; Bo Wu; Cy Fox", "Ann Lee; et al.", ""},
		{"Sepp Hochreitter; Jan Wolf", "Sepp Hochreiter; Eva Sommer",
			"misspelt: Sepp Hochreitter → Sepp Hochreiter, extra: Jan Wolf, missing: Eva Sommer"},
		{"Xian Qian; Yang Liu", "Kai Chen; Jeffrey Dean",
			"extra: Xian Qian, extra: Yang Liu, missing: Kai Chen, missing: Jeffrey Dean"},
		{"Ann Lee; Yilun Li", "Ann Lee; Yilun Du", "other: Yilun Li → Yilun Du"},
		{"Ann Lee; Bo Wu", "Cy Fox; Di Day", "extra: Ann Lee, extra: Bo Wu, missing: Cy Fox, missing: Di Day"},
		{"Kenneth Lee; Bo Wu", "Kenneht Lee; Bo Wu", "typing-slip: Kenneth Lee → Kenneht Lee"},
		{"Example Team; Ann Lee; Bo Wu", "Ann Lee; Cy Fox", "extra: Bo Wu, missing: Cy Fox"},
	} {
		d := NewClaim(workOf(c.claimed)).Authors(workOf(c.recorded))
		if got := told(d); got != c.want {
			t.Errorf("%s against %s:\n got %s\nwant %s", c.claimed, c.recorded, got, c.want)
		}
	}
}

func told(d NameDetail) string {
	var parts []string
	for _, n := range d.Names {
		s := n.Cited + " → " + n.Recorded
		if n.Cited == "" || n.Recorded == "" {
			s = n.Cited + n.Recorded
		}
		parts = append(parts, n.Kind+": "+s)
	}
	if d.Moved {
		parts = append(parts, "moved")
	}
	return strings.Join(parts, ", ")
}

func TestTitleGaps(t *testing.T) {
	for _, c := range []struct {
		claimed, recorded, want string
		shared                  int
	}{
		{"Prevent Deep Networks", "prevent Neural networks.", "[1 2] [1 2]", 2},
		{"Deep learning", "Deep residual learning", "[1 1] [1 2]", 2},
		{"Very deep learning of", "Deep learning of it", "[0 1] [0 0], [4 4] [3 4]", 3},
		{"Élan vital", "Elan vital", "", 2},
		{"", "One", "[0 0] [0 1]", 0},
		{"a b", "c", "[0 2] [0 1]", 0},
	} {
		gaps, shared := TitleGaps(strings.Fields(c.claimed), strings.Fields(c.recorded))
		var parts []string
		for _, g := range gaps {
			parts = append(parts, fmt.Sprint(g.Claimed, " ", g.Recorded))
		}
		if got := strings.Join(parts, ", "); got != c.want || shared != c.shared {
			t.Errorf("%q, %q: %s, %d shared, want %s, %d", c.claimed, c.recorded, got, shared, c.want, c.shared)
		}
	}
	long := make([]string, mostAligned/1000)
	if gaps, shared := TitleGaps(long, append(long, long...)); len(gaps) != 1 || shared != 0 {
		t.Errorf("long titles: %v, %d shared", gaps, shared)
	}
}

// TestExchanged: a family name in the place of the given name is told where the record has both, or initials.
func TestExchanged(t *testing.T) {
	for _, c := range []struct {
		claimed, recorded biblio.Contributor
		want              bool
	}{
		{biblio.Contributor{Family: "Jacob", Given: "Devlin"}, biblio.Contributor{Family: "Devlin", Given: "Jacob"}, true},
		{biblio.Contributor{Family: "Jacob", Given: "Devlin"}, biblio.Contributor{Family: "Devlin", Given: "J."}, true},
		{biblio.Contributor{Family: "Keith", Given: "Morley"}, biblio.Contributor{Family: "Morley", Given: "R. Keith"}, true},
		{biblio.Contributor{Family: "Devlin", Given: "Jacob"}, biblio.Contributor{Family: "Devlin", Given: "J."}, false},
		{biblio.Contributor{Family: "Jacob", Given: "Devlin"}, biblio.Contributor{Family: "Devlin", Given: "M."}, false},
		{biblio.Contributor{Family: "Li", Given: "Jia"}, biblio.Contributor{Family: "Jia", Given: "LI"}, false},
		{biblio.Contributor{Family: "SI", Given: "Harini"}, biblio.Contributor{Family: "Harini", Given: "S. I."}, false},
		{biblio.Contributor{Family: "J. R.", Given: "Quinlan"}, biblio.Contributor{Family: "Quinlan", Given: "J. R."}, true},
	} {
		if got := Exchanged([]biblio.Contributor{c.claimed}, []biblio.Contributor{c.recorded}); got != c.want {
			t.Errorf("%s beside %s: %t", c.claimed.String(), c.recorded.String(), got)
		}
	}
}
