package entries

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// linesOf returns the entries read, one per line.
func linesOf(r reading.Result) string {
	var lines []string
	for _, ref := range r.References {
		var names []string
		for _, c := range ref.Claimed.Authors() {
			names = append(names, c.String())
		}
		w := &ref.Claimed
		lines = append(lines,
			strings.Join([]string{ref.Key, w.Title, strings.Join(names, ", "), w.Container.Title, w.YearString(), w.Pages}, "|"))
	}
	for _, p := range r.Problems {
		lines = append(lines, "! "+p.Rule)
	}
	return strings.Join(lines, "\n")
}

func TestReadYAML(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"CSL-YAML",
			"- id: glove\n  type: paper-conference\n  title: \"GloVe: Global Vectors\"\n  author:\n  - family: Pennington\n   " +
				" given: Jeffrey\n  issued:\n  - year: 2014\n    month: 10\n  container-title: EMNLP\n- note: nothing\n",
			"glove|GloVe: Global Vectors|Jeffrey Pennington|EMNLP|2014|\n! empty-entry"},
		{"a list of references",
			"---\nreferences:\n- id: a\n  title: A Study of Things\n  issued: 2001\n  author: {family: Doe, given: Jane}\n",
			"a|A Study of Things|Jane Doe||2001|"},
		{"Hayagriva",
			"glove:\n  type: article\n  title: \"GloVe: Global Vectors\"\n  author: [\"Pennington, Jeffrey\", \"Socher, " +
				"Richard\"]\n  date: 2014\n  page-range: 1532-1543\n  parent:\n    type: proceedings\n    title: EMNLP\nadam:\n  " +
				"type: article\n  title: {value: Adam}\n  author:\n    - name: Kingma\n      given-name: Diederik P.\n  date: 2015-05\n",
			"glove|GloVe: Global Vectors|Jeffrey Pennington, Richard Socher|EMNLP|2014|1532-1543\nadam|Adam|Diederik P. Kingma||2015|"},
		{"CITATION.cff",
			"cff-version: 1.2.0\ntitle: A Tool\nauthors:\n- family-names: Doe\nreferences:\n- type: article\n  title: A Study " +
				"of Things\n  authors:\n  - family-names: Roe\n    given-names: Ann\n  journal: Nature\n  year: 2001\n  start: 3\n  end: 9\n",
			"|A Study of Things|Ann Roe|Nature|2001|3-9"},
	} {
		if !LooksLikeYAML([]byte(c.src)) {
			t.Errorf("%s is not recognised", c.name)
		}
		r, err := ReadYAML([]byte(c.src))
		if got := linesOf(r); err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
	for _, src := range []string{"---\ntitle: A paper\nreferences:\n- id: a\n  title: A\n---\n\nText.\n",
		"name: ci\non:\n  push:\n    branches: [main]\njobs:\n  test:\n    title: x\n",
		"Smith, J.: A study.\n  Nature 2001.\n", "", "- a\n- b\n"} {
		if LooksLikeYAML([]byte(src)) {
			t.Errorf("%q is taken for a bibliography", src)
		}
	}
}

// The statements in the head of a Markdown document are read, invented or not.
func TestReadHead(t *testing.T) {
	r := ReadHead([]byte("---\ntitle: A paper\nreferences:\n- id: fake\n  title: Kernel Tangent Distances\n  author:\n  " +
		"- family: Doe\n    given: Jane\n  issued: 2001\n---\n\nWe use [@fake].\n\nreferences:\n- id: none\n"))
	if got := linesOf(r); got != "fake|Kernel Tangent Distances|Jane Doe||2001|" {
		t.Error(got)
	}
	if r := ReadHead([]byte("# Title\n\n---\nreferences:\n- id: a\n")); len(r.References) > 0 {
		t.Error("read what is no head")
	}
}
