package latex_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/latex"
)

// Accented letters are written as characters or as commands; commands with other meanings stay.
func TestLetters(t *testing.T) {
	for _, c := range []struct{ tex, unicode, ascii string }{
		{`M{\"u}ller`, "Müller", `M{\"u}ller`},
		{`M\"uller and M\"{u}ller`, "Müller and Müller", `M{\"u}ller and M{\"u}ller`},
		{`{\'{\i}} \'\i\ {\'i}`, `í í\ í`, `{\'{\i}} {\'{\i}}\ {\'{\i}}`},
		{`\v{c} \c c {\c{c}} \H{o}`, "č ç ç ő", `{\v{c}} {\c{c}} {\c{c}} {\H{o}}`},
		{`Stra\ss e, Stra{\ss}e, \O{}re, \o`, "Straße, Straße, Øre, ø", `Stra{\ss}e, Stra{\ss}e, {\O}re, {\o}`},
		{`\'{\^e}`, "ế", `{\'{\^e}}`},
		{`{\"U}BER {\em \"U}`, `ÜBER {\em Ü}`, `{\"U}BER {\em {\"U}}`},
		{`$\"u$ \(\'e\) \$\'e`, `$\"u$ \(\'e\) \$é`, `$\"u$ \(\'e\) \${\'e}`},
		{`\& \% \_ -- \textbf{x} \vec{a} \alpha \unknown{\'e}`, `\& \% \_ -- \textbf{x} \vec{a} \alpha \unknown{é}`,
			`\& \% \_ -- \textbf{x} \vec{a} \alpha \unknown{{\'e}}`},
		{`\"{uo} \'{} \' \"`, `\"{uo} \'{} \' \"`, `\"{uo} \'{} \' \"`},
		{"中 $é$", "中 $é$", "中 $é$"},
	} {
		if got := latex.Letters(c.tex); got != c.unicode {
			t.Errorf("Letters(%s): %s, want %s", c.tex, got, c.unicode)
		}
		if got := latex.ASCII(c.unicode); got != c.ascii {
			t.Errorf("ASCII(%s): %s, want %s", c.unicode, got, c.ascii)
		}
	}
}
