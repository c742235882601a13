package fix_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
	"github.com/bonafide-audit/bonafide/internal/starter"
)

// auditor gives one over the starter corpus.
func auditor(t testing.TB, world bool) (*audit.Auditor, []biblio.Record) {
	t.Helper()
	records, err := starter.Records()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := starter.Coverage()
	if err != nil {
		t.Fatal(err)
	}
	ix, err := index.InMemoryWith(records, index.Options{Coverage: func() []biblio.CoverageRow { return rows }})
	if err != nil {
		t.Fatal(err)
	}
	c := offline.New(ix)
	c.World = world
	return &audit.Auditor{Stages: [][]source.Connector{{c}}, Jobs: 1}, records
}

// corrected audits a BibTeX source and corrects it.
func corrected(t testing.TB, a *audit.Auditor, src []byte, opt fix.Options) fix.Result {
	t.Helper()
	doc, err := extract.Read("test.bib", src, extract.Options{Format: "bibtex"})
	if err != nil {
		t.Fatal(err)
	}
	var findings []audit.Finding
	if err := a.All(context.Background(), doc.References, func(f audit.Finding) error {
		findings = append(findings, f)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	out, err := fix.BibTeX(src, findings, opt)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// style is one author's way to write entries.
type style struct {
	open, shut  string
	dash        string
	familyFirst bool
	initials    bool
	indent      string
	aligned     bool
	bareYear    bool
	trailing    bool
	doiPrefix   string
}

func styleOf(r *rand.Rand) style {
	s := style{open: "{", shut: "}", dash: []string{"--", "-", "--"}[r.IntN(3)], familyFirst: r.IntN(2) == 0, initials: r.IntN(4) == 0, indent: []string{"  ", "\t", "    "}[r.IntN(3)],
		aligned: r.IntN(2) == 0, bareYear: r.IntN(3) == 0, trailing: r.IntN(2) == 0, doiPrefix: []string{"", "", "https://doi.org/"}[r.IntN(3)]}
	if r.IntN(3) == 0 {
		s.open, s.shut = `"`, `"`
	}
	return s
}

// bibEntry is an entry on its way to text: names and values in order.
type bibEntry struct {
	kind, key string
	names     []string
	values    map[string]string
	authors   []string
}

func (e *bibEntry) text(s style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s,\n", e.kind, e.key)
	for i, name := range e.names {
		value := e.values[name]
		if name == "author" {
			value = strings.Join(e.authors, " and ")
		}
		width := ""
		if s.aligned {
			width = strings.Repeat(" ", 10-len(name))
		}
		open, shut := s.open, s.shut
		if open == `"` && strings.Contains(value, `"`) {
			open, shut = "{", "}"
		}
		if name == "year" && s.bareYear {
			open, shut = "", ""
		}
		fmt.Fprintf(&b, "%s%s%s = %s%s%s", s.indent, name, width, open, value, shut)
		if i+1 < len(e.names) || s.trailing {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n\n")
	return b.String()
}

func nameText(c biblio.Contributor, s style) string {
	if c.Literal != "" {
		return "{" + c.Literal + "}"
	}
	given := c.Given
	if s.initials {
		words := strings.Fields(given)
		for i, w := range words {
			parts := strings.Split(w, "-")
			for j, p := range parts {
				parts[j] = string([]rune(p)[0]) + "."
			}
			words[i] = strings.Join(parts, "-")
		}
		given = strings.Join(words, " ")
	}
	family := strings.TrimSpace(c.Particle + " " + c.Family)
	switch {
	case given == "":
		return family
	case c.Suffix != "":
		return family + ", " + c.Suffix + ", " + given
	case s.familyFirst:
		return family + ", " + given
	case strings.Contains(c.Family, " "):
		return strings.TrimSpace(given+" "+c.Particle) + " {" + c.Family + "}"
	}
	return given + " " + family
}

var escaper = strings.NewReplacer("&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "$", `\$`)

func entryOf(r *biblio.Record, s style) *bibEntry {
	e := &bibEntry{kind: "article", key: r.LocalID, values: map[string]string{}}
	add := func(name, value string) {
		if value != "" {
			e.names, e.values[name] = append(e.names, name), value
		}
	}
	for _, c := range r.Authors() {
		e.authors = append(e.authors, nameText(c, s))
	}
	add("author", "x")
	add("title", escaper.Replace(r.FullTitle()))
	if r.Type == biblio.PaperConference {
		e.kind = "inproceedings"
		add("booktitle", escaper.Replace(r.Container.Title))
	} else {
		add("journal", escaper.Replace(r.Container.Title))
	}
	add("volume", r.Volume)
	add("number", r.Issue)
	add("pages", strings.ReplaceAll(r.Pages, "-", s.dash))
	add("year", r.YearString())
	if doi := r.ID(ident.DOI).Value; doi != "" {
		add("doi", s.doiPrefix+doi)
	}
	return e
}

func (e *bibEntry) clone() *bibEntry {
	c := &bibEntry{kind: e.kind, key: e.key, names: slices.Clone(e.names), values: map[string]string{}, authors: slices.Clone(e.authors)}
	for k, v := range e.values {
		c.values[k] = v
	}
	return c
}

// corruption is a way to make one field wrong; it gives the field, "" when it
// does not apply.
type corruption struct {
	name string
	make func(r *rand.Rand, e *bibEntry, rec, other *biblio.Record, s style) string
}

var corruptions = []corruption{
	{"title typo", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, _ style) string {
		words := strings.Fields(e.values["title"])
		for range 20 {
			i := r.IntN(len(words))
			w := []rune(words[i])
			if len(w) < 7 || strings.ContainsAny(words[i], "\\{}$-") {
				continue
			}
			k := 1 + r.IntN(len(w)-3)
			if w[k] == w[k+1] {
				continue
			}
			w[k], w[k+1] = w[k+1], w[k]
			words[i] = string(w)
			e.values["title"] = strings.Join(words, " ")
			return "title"
		}
		return ""
	}},
	{"title word", func(r *rand.Rand, e *bibEntry, rec, other *biblio.Record, _ style) string {
		words := strings.Fields(e.values["title"])
		if len(words) < 5 {
			return ""
		}
		theirs := strings.Fields(other.Title)
		word := theirs[r.IntN(len(theirs))]
		i := 1 + r.IntN(len(words)-2)
		if len(word) < 5 || len(words[i]) < 5 || strings.ContainsAny(word+words[i], "\\{}$&%:#_\"") || strings.EqualFold(word, words[i]) {
			return ""
		}
		words[i] = word
		e.values["title"] = strings.Join(words, " ")
		return "title"
	}},
	{"authors swapped", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if len(e.authors) < 3 {
			return ""
		}
		i := r.IntN(len(e.authors) - 1)
		e.authors[i], e.authors[i+1] = e.authors[i+1], e.authors[i]
		return "author"
	}},
	{"author dropped", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if len(e.authors) < 3 {
			return ""
		}
		i := r.IntN(len(e.authors))
		e.authors = slices.Delete(e.authors, i, i+1)
		return "author"
	}},
	{"author added", func(r *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		if len(other.Authors()) == 0 || len(e.authors) < 2 {
			return ""
		}
		e.authors = append(e.authors, nameText(other.Authors()[0], s))
		return "author"
	}},
	{"author replaced", func(r *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		if len(other.Authors()) == 0 || len(e.authors) < 3 {
			return ""
		}
		e.authors[1+r.IntN(len(e.authors)-1)] = nameText(other.Authors()[0], s)
		return "author"
	}},
	{"surname typo", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, s style) string {
		list := slices.Clone(rec.Authors())
		i := r.IntN(len(list))
		w := []rune(list[i].Family)
		if len(w) < 6 || list[i].Literal != "" {
			return ""
		}
		k := 1 + r.IntN(len(w)-3)
		if w[k] == w[k+1] {
			return ""
		}
		w[k], w[k+1] = w[k+1], w[k]
		list[i].Family = string(w)
		e.authors[i] = nameText(list[i], s)
		return "author"
	}},
	{"year", func(r *rand.Rand, e *bibEntry, rec, _ *biblio.Record, _ style) string {
		e.values["year"] = fmt.Sprint(rec.Issued.Year + []int{-3, -2, -1, 1, 2, 3}[r.IntN(6)])
		return "year"
	}},
	{"venue", func(r *rand.Rand, e *bibEntry, rec, other *biblio.Record, _ style) string {
		name := e.names[2]
		if other.Container.Title == rec.Container.Title || other.Container.Title == "" || (name != "journal" && name != "booktitle") || other.Type != rec.Type {
			return ""
		}
		e.values[name] = escaper.Replace(other.Container.Title)
		return name
	}},
	{"volume", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, _ style) string {
		if e.values["volume"] == "" {
			return ""
		}
		e.values["volume"] = fmt.Sprint(1000 + r.IntN(500))
		return "volume"
	}},
	{"pages", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, s style) string {
		if !strings.Contains(e.values["pages"], "-") {
			return ""
		}
		n := 5000 + r.IntN(1000)
		e.values["pages"] = fmt.Sprintf("%d%s%d", n, s.dash, n+12)
		return "pages"
	}},
	{"doi of another work", func(r *rand.Rand, e *bibEntry, _, other *biblio.Record, s style) string {
		doi := other.ID(ident.DOI).Value
		if doi == "" || e.values["doi"] == "" {
			return ""
		}
		e.values["doi"] = s.doiPrefix + doi
		return "doi"
	}},
	{"doi damaged", func(r *rand.Rand, e *bibEntry, _, _ *biblio.Record, s style) string {
		if e.values["doi"] == "" {
			return ""
		}
		e.values["doi"] += fmt.Sprint(r.IntN(90) + 10)
		return "doi"
	}},
}

// Corrupted fields come back, sound fields stay, byte for byte.
// An open corpus cannot prove that an identifier does not exist; one whose
// works are all there are, or a registry, can.
func TestCorruptions(t *testing.T) {
	t.Run("open", func(t *testing.T) { corruptAndFix(t, false, 0.88) })
	t.Run("closed", func(t *testing.T) { corruptAndFix(t, true, 0.97) })
}

func corruptAndFix(t *testing.T, world bool, least float64) {
	a, records := auditor(t, world)
	records = slices.DeleteFunc(records, func(r biblio.Record) bool {
		return r.Type != biblio.ArticleJournal && r.Type != biblio.PaperConference || r.Container.Title == "" || len(r.Authors()) == 0 || r.Issued.Year < 1970
	})
	type count struct{ made, restored, changed int }
	counts := map[string]*count{}
	sound, disturbed := 0, 0
	verbose := os.Getenv("BONAFIDE_FIX_VERBOSE") != ""
	for round := range 2 {
		r := rand.New(rand.NewPCG(7, uint64(round)))
		s := styleOf(r)
		for chunk := range slices.Chunk(records, 64) {
			s = styleOf(r)
			var clean, bad []*bibEntry
			var what []string
			for i := range chunk {
				e := entryOf(&chunk[i], s)
				c, name, kind := e.clone(), "", ""
				if r.IntN(4) > 0 {
					for range 6 {
						k := corruptions[r.IntN(len(corruptions))]
						other := &records[r.IntN(len(records))]
						if other.LocalID == chunk[i].LocalID {
							continue
						}
						if name = k.make(r, c, &chunk[i], other, s); name != "" {
							kind = k.name
							break
						}
						c = e.clone()
					}
				}
				clean, bad, what = append(clean, e), append(bad, c), append(what, kind)
			}
			var src strings.Builder
			for _, e := range bad {
				src.WriteString(e.text(s))
			}
			out := corrected(t, a, []byte(src.String()), fix.Options{})
			blocks := strings.SplitAfter(string(out.Bytes), "}\n\n")
			for i := range clean {
				want, was, got := clean[i].text(s), bad[i].text(s), blocks[i]
				wl, bl, gl := strings.Split(want, "\n"), strings.Split(was, "\n"), strings.Split(got, "\n")
				if len(gl) != len(wl) {
					t.Errorf("%s: another number of lines:\n%s", clean[i].key, got)
					continue
				}
				if kind := what[i]; kind != "" {
					n := counts[kind]
					if n == nil {
						n = &count{}
						counts[kind] = n
					}
					n.made++
				}
				for j := range wl {
					switch {
					case wl[j] == bl[j]:
						if sound++; gl[j] != wl[j] {
							disturbed++
							t.Logf("disturbed: %s (%s)\n  was %s\n  now %s", clean[i].key, what[i], wl[j], gl[j])
						}
					case gl[j] == wl[j]:
						counts[what[i]].restored++
					default:
						if gl[j] != bl[j] {
							counts[what[i]].changed++
						}
						if verbose || gl[j] != bl[j] {
							t.Logf("%s: %s %s\n  want %s\n  was  %s\n  now  %s\n  %v %v", clean[i].key, what[i], out.Entries[i].Outcome, wl[j], bl[j], gl[j], out.Entries[i].Patches, out.Entries[i].Unactionable)
						}
					}
				}
			}
		}
	}
	var kinds []string
	for kind := range counts {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	made, restored := 0, 0
	for _, kind := range kinds {
		n := counts[kind]
		t.Logf("%-20s %3d made, %3d restored exactly, %d made otherwise", kind, n.made, n.restored, n.changed)
		made, restored = made+n.made, restored+n.restored
	}
	t.Logf("%d of %d corrupted fields restored (%.1f %%); %d of %d sound fields disturbed (%.2f %%)", restored, made, 100*float64(restored)/float64(made), disturbed, sound, 100*float64(disturbed)/float64(sound))
	if float64(disturbed) > 0.002*float64(sound) {
		t.Errorf("%d of %d sound fields disturbed", disturbed, sound)
	}
	if float64(restored) < least*float64(made) {
		t.Errorf("only %d of %d corrupted fields restored", restored, made)
	}
}
