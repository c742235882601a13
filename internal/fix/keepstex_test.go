package fix

import "testing"

// Formulas and macros appear as often in the new value as in the old one.
func TestKeepsTeX(t *testing.T) {
	for _, c := range []struct {
		old, text string
		keeps     bool
	}{
		{`Top quarks in $\Pp\Pp$ collsions`, `Top quarks in $\Pp\Pp$ collisions`, true},
		{`Top quarks in $\Pp\Pp$ collsions`, `Top quarks in pp collisions`, false},
		{`Collisions at $\sqrt{s}={8\TeV}$`, `Collisions at √s = 8 TeV`, false},
		{`Jets of 8\TeV`, `Jets of 8 TeV`, false},
		{`\Pp\Pp{} jets`, `\Pp{} jets`, false},
		{`Stra\ss e und Bar`, `Straße und Bär`, true},
		{`\emph{In vivo} studys`, `\emph{In vivo} studies`, true},
		{`{M}arkov chians`, `{M}arkov chains`, true},
	} {
		if got := keepsTeX(c.old, c.text); got != c.keeps {
			t.Errorf("%s → %s: %v", c.old, c.text, got)
		}
	}
}
