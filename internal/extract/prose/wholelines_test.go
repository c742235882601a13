package prose

import "testing"

// Lines without a label among lines with one are references of their own if they are whole; the rest of a reference
// is not.
func TestWholeLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"[14] A. Author. First title here about things. Journal of X, 2015.\nB. Major and L. Brien. Second title of some " +
			"work. Annual Review, 56:1-26, 2005.\nM. Zhou and H. Li. Third title of a work. Int. J. Data, 2024.\n[61] P. " +
			"Romano. Fourth title of it. Policy, 30(2):123-136, 2020.\n", 4},
		{"References\n\n[1] A. Author and B. Major. First title here about things, which goes on in\nL. Brien and M. Zhou " +
			"(editors), Annual Review of Things, 56:1-26, 2005.\n[2] P. Romano. Fourth title of it. Policy, 30(2):123-136, 2020.\n", 2},
		{"References\n\n[1] A. Author. First title here about things. Journal of X, 2015. [2] P. Romano. Fourth title of " +
			"it. Policy, 30(2):123-136, 2020.\n", 2},
	} {
		if r := ReadText(c.text); len(r.References) != c.want {
			t.Errorf("%s: %d references, want %d", c.text, len(r.References), c.want)
		}
	}
}
