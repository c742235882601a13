package judging

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const report = `{"kind":"finding","file":"a/x.bib","key":"one","outcome":"verified","codes":["P3"],"fields":["year","pages"],"claimed":{"title":"On Goats","authors":["A. Doe"],"year":"1999"},"record":{"local_id":"r1","found_by":"title","fields":{"title":"On Goats","year":"2001"}},"reasons":[{"rule":"contested","field":"year","variant":"far","claimed":"1999","recorded":"2001","record":{"from":"works","origin":"personal"}}],"raw":"@misc{one}"}
{"kind":"finding","file":"a/x.bib","key":"one","outcome":"verified","codes":["R1"],"reasons":[{"rule":"contested","field":"title"}]}
{"kind":"finding","file":"a/x.bib","line":7,"outcome":"inconclusive","codes":["U"],"reasons":[{"rule":"nearest-contested","field":"authors"},{"rule":"nearest-contested","field":"venue"}],"others":[{"fields":{"title":"Of Goats"}}]}
{"kind":"finding","file":"a/x.bib","key":"pages","outcome":"verified","codes":["R1"],"reasons":[{"rule":"contested","field":"pages"}]}
{"kind":"finding","file":"a/x.bib","key":"silent","outcome":"inconclusive","codes":["U"]}
{"kind":"finding","file":"a/x.bib","key":"strong","outcome":"verified","strength":"note","codes":["P3"],"reasons":[{"rule":"contested","field":"year"}]}
{"kind":"finding","file":"a/x.bib","key":"doubt","outcome":"doubtful","strength":"lead","codes":["H2"]}
{"kind":"finding","file":"a/x.bib","key":"bad","outcome":"discrepant","codes":["H4"]}
{"kind":"summary"}
`

func fileOf(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func keys(rows []Row) string {
	var list []string
	for i := range rows {
		list = append(list, rows[i].entry().key)
	}
	return strings.Join(list, " ")
}

func TestKinds(t *testing.T) {
	file := fileOf(t, "rows.jsonl", report)
	for kind, want := range map[string]string{
		"leads": "one line 7 doubt", "accused": "bad", "silent": "silent", "unconfirmed": "one",
		"all": "one line 7 pages silent strong doubt bad",
	} {
		rows, err := Read([]string{file}, Kinds[kind])
		if err != nil || keys(rows) != want {
			t.Errorf("%s: %q, %v; want %q", kind, keys(rows), err, want)
		}
	}
}

func TestDrawIsStable(t *testing.T) {
	file := fileOf(t, "rows.jsonl", report)
	all, _ := Read([]string{file}, Kinds["all"])
	turned := slices.Clone(all)
	slices.Reverse(turned)
	if a, b := keys(Draw(all, 4, 3)), keys(Draw(turned, 4, 3)); a != b || len(strings.Fields(a)) < 4 {
		t.Errorf("one seed drew %q and %q", a, b)
	}
}

func TestAskGoesOn(t *testing.T) {
	file := fileOf(t, "rows.jsonl", report)
	labels := filepath.Join(t.TempDir(), "labels.jsonl")
	ask := func(answers string, blind bool) (int, string) {
		rows, err := Read([]string{file}, Kinds["leads"])
		if err != nil {
			t.Fatal(err)
		}
		known, err := ReadLabels(labels)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		s := Session{In: strings.NewReader(answers), Out: &out, File: labels, Blind: blind}
		n, err := s.Ask(known.Without(rows))
		if err != nil {
			t.Fatal(err)
		}
		return n, out.String()
	}
	n, out := ask("maybe\n\nr H4 1999 was the draft\ns\nq\n", false)
	if n != 1 || !strings.Contains(out, `"maybe" is no label`) ||
		!strings.Contains(out, "contested year far: 1999 ≠ 2001 [works personal ]") {
		t.Errorf("first session: %d labels\n%s", n, out)
	}
	n, out = ask("false\n", true)
	if n != 1 || strings.Contains(out, "On Goats") || strings.Contains(out, "contested") ||
		!strings.Contains(out, "Of Goats") {
		t.Errorf("second session: %d labels\n%s", n, out)
	}
	got, _ := os.ReadFile(labels)
	want := `{"file":"x.bib","key":"one","label":"right","codes":["H4"],"why":"1999 was the draft"}
{"file":"x.bib","key":"line 7","label":"false","codes":["H2","H3"],"why":""}
`
	if string(got) != want {
		t.Errorf("labels:\n%s\nwant\n%s", got, want)
	}
}

func TestLongReasonIsRefused(t *testing.T) {
	if _, err := answered(&Row{}, "f "+strings.Repeat("word ", maxWhy+1)); err == nil {
		t.Error("a reason of too many words passes")
	}
}

func TestCommon(t *testing.T) {
	a := Labels{{"f", "1"}: {File: "f", Label: "right"}, {"f", "2"}: {File: "f", Label: "false"},
		{"f", "3"}: {File: "f", Label: "false"}}
	b := Labels{{"f", "1"}: {Label: "right"}, {"f", "2"}: {Label: "unsure"}}
	if _, first, other, files := a.Common(b); !slices.Equal(first, []int{0, 2}) ||
		!slices.Equal(other, []int{0, 3}) || len(files) != 2 {
		t.Errorf("%v %v %v", first, other, files)
	}
}

// TestLabelsOfOurs checks the form of our own labels.
func TestLabelsOfOurs(t *testing.T) {
	files, err := filepath.Glob("../data/labels/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		labels, err := ReadLabels(file)
		if err != nil {
			t.Fatal(err)
		}
		for e, l := range labels {
			if !slices.Contains(Words, l.Label) || len(strings.Fields(l.Why)) > maxWhy ||
				!slices.Equal(l.Codes, slices.Compact(slices.Sorted(slices.Values(l.Codes)))) {
				t.Errorf("%s: %v: %+v", file, e, l)
			}
		}
	}
}
