package formats_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/style"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// damages spoil one thing in a work; they return false if the work lacks it.
var damages = []struct {
	name  string
	spoil func(*biblio.Work) bool
}{
	{"year", func(w *biblio.Work) bool { w.Issued.Year -= 3; return true }},
	{"author replaced", func(w *biblio.Work) bool {
		if len(w.Contributors) < 2 {
			return false
		}
		w.Contributors = slices.Clone(w.Contributors)
		w.Contributors[1] = biblio.Contributor{Family: "Quillfeather", Given: "Zebedee"}
		return true
	}},
	{"author dropped", func(w *biblio.Work) bool {
		if len(w.Contributors) < 3 {
			return false
		}
		w.Contributors = slices.Delete(slices.Clone(w.Contributors), 1, 2)
		return true
	}},
	{"author added", func(w *biblio.Work) bool {
		if len(w.Contributors) < 2 {
			return false
		}
		w.Contributors = append(slices.Clone(w.Contributors), biblio.Contributor{Family: "Quillfeather", Given: "Zebedee"})
		return true
	}},
	{"volume", func(w *biblio.Work) bool {
		if w.Volume == "" {
			return false
		}
		w.Volume = "777"
		return true
	}},
	{"venue", func(w *biblio.Work) bool {
		w.Container = biblio.Container{Title: "Journal of Physical Oceanography"}
		if w.Type == biblio.PaperConference { // a journal may have another version of it
			w.Container.Title = "Proceedings of the International Conference on Robotics and Automation"
		}
		return true
	}},
}

// citable reports whether an entry can be made from a record.
func citable(r *biblio.Record) bool {
	return (r.Type == biblio.ArticleJournal || r.Type == biblio.PaperConference) && r.Container.Title != "" &&
		len(r.Authors()) > 0 && r.Issued.Year >= 1970 &&
		!r.AuthorsCut && !r.TitleCut && r.Status == biblio.StatusNormal &&
		!slices.ContainsFunc(r.IDs, func(id ident.ID) bool { return id.Scheme == ident.ArXiv })
}

// printed returns a list of works in a format.
func printed(t *testing.T, format string, works []biblio.Work) []byte {
	var b bytes.Buffer
	var items []entry.Item
	for i := range works {
		key := fmt.Sprintf("k%d", i)
		switch format {
		case "ris":
			b.WriteString(entry.RIS(&works[i], key) + "\r\n")
		case "csl-json":
			items = append(items, entry.CSL(&works[i], key))
		default:
			text, err := style.Render(&works[i], format)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "[%d] %s\n", i+1, text)
		}
	}
	if items == nil {
		return b.Bytes()
	}
	data, err := json.MarshalIndent(items, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// An entry with one wrong field gets the right one back, byte for byte, or stays; nothing else changes. A
// second run changes nothing.
func TestRestored(t *testing.T) {
	a, records := auditor(t)
	most := 30
	if testenv.Long() {
		most = 150
	}
	var sound []biblio.Work
	for i := range records {
		if citable(&records[i]) && len(sound) < most {
			sound = append(sound, records[i].Work)
			sound[len(sound)-1].Container.Short = ""
		}
	}
	for _, format := range append([]string{"ris", "csl-json"}, style.Names()...) {
		read, least := format, 0.88
		if !slices.Contains([]string{"ris", "csl-json"}, format) {
			read, least = "text", 0.5
		}
		want := printed(t, format, sound)
		opt := formats.Options{Options: fix.Options{Minimal: true, Likely: true}}
		if out := corrected(t, a, read, want, opt); !bytes.Equal(out.Bytes, want) {
			t.Errorf("%s: sound entries change:\n%s", format, out.Diff("x"))
		}
		spoiled, restored, kept, elsewise := 0, 0, 0, 0
		for _, damage := range damages {
			works := slices.Clone(sound)
			hurt := make([]bool, len(works))
			for i := range works {
				hurt[i] = damage.spoil(&works[i])
			}
			src := printed(t, format, works)
			out := corrected(t, a, read, src, opt)
			lines := func(s []byte) []string { return pieces(format, string(s)) }
			before, right, now := lines(src), lines(want), lines(out.Bytes)
			if len(now) != len(right) {
				t.Errorf("%s %s: %d entries become %d", format, damage.name, len(right), len(now))
				continue
			}
			n, ok := 0, 0
			for i := range right {
				if before[i] == right[i] {
					if now[i] != right[i] {
						t.Errorf("%s %s: a sound entry changes: %s", format, damage.name, now[i])
					}
					continue
				}
				if strings.Contains(before[i], "et al") != strings.Contains(right[i], "et al") {
					continue // the list becomes longer than its style prints in full
				}
				n++
				switch now[i] {
				case right[i]:
					ok++
				case before[i]:
					kept++
				default:
					if elsewise++; elsewise < 4 {
						t.Logf("%s %s:\nhave %s\n got %s\nwant %s", format, damage.name, before[i], now[i], right[i])
					}
				}
			}
			t.Logf("%s %s: %d of %d restored", format, damage.name, ok, n)
			spoiled, restored = spoiled+n, restored+ok
			if again := corrected(t, a, read, out.Bytes, opt); !bytes.Equal(again.Bytes, out.Bytes) {
				t.Errorf("%s %s: a second run changes it again:\n%s", format, damage.name, again.Diff("x"))
			}
		}
		t.Logf("%s: %d of %d restored, %d left alone, %d otherwise", format, restored, spoiled, kept, elsewise)
		if float64(restored) < least*float64(spoiled) {
			t.Errorf("%s: too few are restored", format)
		}
		if float64(elsewise) > 0.02*float64(spoiled)+1 {
			t.Errorf("%s: %d become something else", format, elsewise)
		}
	}
}

// pieces splits a file into its entries.
func pieces(format, s string) []string {
	switch format {
	case "ris":
		return strings.SplitAfter(s, "ER  - \n")
	case "csl-json":
		return strings.SplitAfter(s, "\n\t},")
	}
	return strings.SplitAfter(s, "\n")
}
