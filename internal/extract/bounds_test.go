package extract

import (
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestBounds reads inputs beyond their bounds: everything within them is read, and a problem says where reading
// stopped.
func TestBounds(t *testing.T) {
	testenv.NotShort(t, "reads inputs of a hundred thousand references")
	const most = biblio.MaxReferences
	for _, c := range []struct {
		name, format, src, rule string
		references, line        int
	}{
		{"a.ris", "ris", strings.Repeat("TY  - JOUR\nTI  - A\nER  -\n", most+2), "too-many-references", most, 3*most + 1},
		{"a.json", "csl-json", "[" + strings.Repeat("{\"title\":\"A\"},\n", most+2) + "{}]",
			"too-many-references", most, most + 1},
		{"a.jsonl", "jsonl", strings.Repeat("{\"fields\":{\"title\":\"A\"}}\n", most+2),
			"too-many-references", most, most + 1},
		{"a.md", "markdown", "# References\n\n- Smith, J. (2001). A study of things. Nature 3.\n\n" +
			strings.Repeat("\r\n", prose.MaxLines), "too-long", 1, prose.MaxLines + 1},
	} {
		doc, err := Read(c.name, []byte(c.src), Options{Format: c.format})
		if err != nil || len(doc.References) != c.references {
			t.Errorf("%s: %d references, %v", c.name, len(doc.References), err)
			continue
		}
		found := false
		for _, p := range doc.Problems {
			found = found || p.Rule == c.rule && p.Place.Line == c.line
		}
		if !found {
			t.Errorf("%s: no problem %s on line %d", c.name, c.rule, c.line)
		}
	}
	many := []byte(strings.Repeat("@misc{k,title={A}}\n", biblio.MaxEntries+1))
	if _, err := Read("a.bib", many, Options{}); !errors.Is(err, ErrTooLarge) ||
		!strings.Contains(err.Error(), "150000 entries") {
		t.Errorf("a.bib: %v", err)
	}
}
