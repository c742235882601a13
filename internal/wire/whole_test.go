package wire

import (
	"bufio"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// TestFlatKeepsEverything looks for every text of every 25th row of the large collection in the resulting
// record.
func TestFlatKeepsEverything(t *testing.T) {
	testenv.NotShort(t, "reads 1.2 million lines")
	z := testenv.OpenShared(t, "corpora", "works.jsonl.zst")
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		if n%25 != 0 {
			continue
		}
		var row map[string]any
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rec, err := Flat(lines.Bytes(), "flat")
		if err != nil {
			t.Fatal(err)
		}
		if lost := lostFields(row, &rec); len(lost) > 0 {
			t.Errorf("%v: lost %v of %s", row["id"], lost, lines.Bytes())
		}
	}
}

// lostFields returns the keys whose values are not in a record.
func lostFields(row map[string]any, rec *biblio.Record) (lost []string) {
	have := []string{rec.LocalID, rec.Title, rec.Subtitle, rec.Source, rec.Container.Title, rec.Container.Short,
		rec.Container.Series, rec.YearString(), rec.URL,
		rec.Volume, rec.Issue, rec.Pages, rec.Publisher, rec.Place, rec.Edition, rec.Note, string(rec.Type)}
	for _, v := range rec.Extra {
		have = append(have, v)
	}
	for key, value := range row {
		switch value := value.(type) {
		case []any:
			names := slices.Concat(strings.Split(rec.Extra["names-damaged"], "; "),
				strings.Split(rec.Extra["names-behind"], "; "))
			for _, c := range rec.Contributors {
				if c.Stated != "" {
					names = append(names, c.Stated)
				} else {
					names = append(names, c.String())
				}
			}
			for _, name := range value {
				if !slices.Contains(names, name.(string)) && strings.IndexFunc(name.(string), unicode.IsLetter) >= 0 &&
					!words.IsCut(name.(string)) {
					lost = append(lost, key+": "+name.(string))
				}
			}
		case string:
			if value = strings.TrimSpace(value); value == "" ||
				slices.ContainsFunc(have, func(s string) bool { return strings.TrimSpace(s) == value }) || inIDs(rec, value) {
				continue
			}
			lost = append(lost, key)
		}
	}
	return lost
}

// bare removes from an identifier what its normal form may lack.
func bare(s string) string {
	return strings.NewReplacer("-", "", " ", "", ":", "", "isbn", "", `\`, "").Replace(strings.ToLower(s))
}

// inIDs reports whether a text was used for an identifier or relation of the record.
func inIDs(rec *biblio.Record, text string) bool {
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	text = bare(text)
	ids := slices.Clone(rec.IDs)
	for _, r := range rec.Relations {
		ids = append(ids, r.ID)
	}
	return slices.ContainsFunc(ids, func(id ident.ID) bool {
		value := bare(id.Value) // an ISBN of ten digits gains a prefix and another last digit
		return strings.Contains(text, value) || id.Scheme == ident.ISBN && strings.Contains(value, text[:min(len(text), 9)])
	})
}
