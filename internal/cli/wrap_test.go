package cli

import (
	"bytes"
	"fmt"
	"testing"
)

// Lines are broken between words, and a wider word stays whole.
func TestWrapping(t *testing.T) {
	for columns, want := range map[string]string{
		"":   "refs.bib:3: the year is in the future\nshort\n",
		"20": "refs.bib:3: the year\n  is in the future\nshort\n",
		"12": "refs.bib:3:\n  the year\n  is in the\n  future\nshort\n",
		"3":  "refs.bib:3:\nthe\nyear\nis\nin\nthe\nfuture\nshort\n",
	} {
		t.Setenv("COLUMNS", columns)
		var b bytes.Buffer
		fmt.Fprint(Wrapping(&b, 2), "refs.bib:3: the year is in the future\nshort\n")
		if b.String() != want {
			t.Errorf("%s columns: %q, want %q", columns, b.String(), want)
		}
	}
	t.Setenv("COLUMNS", "10") // a Chinese character takes two columns
	var b bytes.Buffer
	fmt.Fprint(Wrapping(&b, 2), "深度 学习 综述\n")
	if want := "深度 学习\n  综述\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}
