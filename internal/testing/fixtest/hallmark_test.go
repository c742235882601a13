package fixtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// hallmarkRow is the result for one kind of HALLMARK's entries.
type hallmarkRow struct {
	entries, found, wrong, corrected, verified, changed, turned int
}

// HALLMARK's entries whose work is in the corpus are corrected with its records, so that they are verified when
// checked again; valid ones stay.
func TestHallmarkCorrections(t *testing.T) {
	t.Run("default", func(t *testing.T) { hallmark(t, fix.Options{}) })
	t.Run("identifiers trusted", func(t *testing.T) { hallmark(t, fix.Options{TrustIDs: true}) })
}

func hallmark(t *testing.T, opt fix.Options) {
	path := filepath.Join(testenv.Shared(t), "data", "bench", "hallmark", "dev_public.jsonl")
	ix, _ := corpus(t, 0, 1)
	a := Over(ix, false)
	src, label := hallmarkFile(t, path)
	findings := Audited(t, a, src)
	out, err := fix.BibTeX(src, findings, opt)
	if err != nil {
		t.Fatal(err)
	}
	after := Audited(t, a, out.Bytes)
	rows := map[string]*hallmarkRow{}
	for i, e := range out.Entries {
		kind := label[i]
		if rows[kind] == nil {
			rows[kind] = &hallmarkRow{}
		}
		r, v := rows[kind], &findings[i].Verdict
		r.entries++
		if v.Best >= 0 {
			r.found++
		}
		if v.Outcome == judge.Discrepant {
			r.wrong += len(v.Fields)
		}
		if after[i].Verdict.Outcome == judge.Verified && v.Outcome == judge.Discrepant {
			r.verified++
		}
		replaced := 0
		for _, p := range e.Patches {
			if p.Action == fix.Replace {
				replaced++
			}
			if p.Action == fix.Replace && !opt.TrustIDs &&
				(kind == "VALID" || strings.Contains(kind, "fabrication") || strings.Contains(kind, "chimeric")) {
				t.Logf("%s %s %s: %s %q → %q (%s, %s)", kind, e.Key, e.Outcome, p.Field, p.From, p.To, p.Rule, p.Record)
			}
			if p.Field == biblio.FieldTitle || p.Field == biblio.FieldAuthors {
				r.turned++
			}
		}
		r.corrected += replaced
		if replaced > 0 {
			r.changed++
		}
	}
	for _, kind := range keys(rows) {
		r := rows[kind]
		t.Logf("%-25s %3d entries, %3d with a work, %3d fields wrong, %3d fields corrected in %3d entries (%d titles and "+
			"authors), %3d discrepant entries verified after", kind, r.entries, r.found, r.wrong, r.corrected, r.changed,
			r.turned, r.verified)
	}
	for kind, r := range rows {
		if (strings.Contains(kind, "fabrication") || strings.Contains(kind, "chimeric")) && r.turned > 0 && !opt.TrustIDs {
			t.Errorf("%d of the %d entries of %s are turned into a work", r.turned, r.entries, kind)
		}
	}
	if r := rows["VALID"]; r.changed > r.entries/50 { // some valid entries of the set are wrong
		t.Errorf("%d of %d valid entries are changed", r.changed, r.entries)
	}
}

// hallmarkFile returns the entries as a BibTeX file and the label or the kind of each.
func hallmarkFile(t testing.TB, path string) (src []byte, label []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b bytes.Buffer
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			Key    string            `json:"bibtex_key"`
			Type   string            `json:"bibtex_type"`
			Fields map[string]string `json:"fields"`
			Label  string            `json:"label"`
			Kind   string            `json:"hallucination_type"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		entry := fmt.Sprintf("@%s{%s,\n", row.Type, row.Key)
		for _, name := range keys(row.Fields) {
			entry += fmt.Sprintf("  %s = {%s},\n", name, row.Fields[name])
		}
		entry += "}\n\n"
		if len(bibtex.Parse([]byte(entry)).Problems) > 0 {
			continue
		}
		b.WriteString(entry)
		label = append(label, row.Label)
		if row.Kind != "" {
			label[len(label)-1] = row.Kind
		}
	}
	return b.Bytes(), label
}
