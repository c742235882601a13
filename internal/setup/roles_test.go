package setup

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/llm/role"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/testing/roletest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/row"
)

// flatLines reads works from JSON Lines: the object itself, or the value of "fields".
func flatLines(t *testing.T, path string, each func(id string, f biblio.Flat)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var o struct {
			ID     string       `json:"id"`
			Fields *biblio.Flat `json:"fields"`
			biblio.Flat
		}
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		if o.Fields == nil {
			o.Fields = &o.Flat
		}
		each(o.ID, *o.Fields)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// bench is CiteTracer's dev set behind a fixture server: its references, some of them printed so that the rules
// cannot read them, and five entries of a paper whose fields were lost.
type bench struct {
	server *fixtureserver.Server
	refs   []biblio.Reference
	gold   map[string]biblio.Flat // what a model should read, by text
	pages  map[string]string      // addresses by title
}

func loadBench(t *testing.T, shared string, most int) *bench {
	b := &bench{gold: map[string]biblio.Flat{}, pages: map[string]string{}}
	dir := filepath.Join(shared, "data", "bench", "citetracer")
	var works []biblio.Flat
	flatLines(t, filepath.Join(dir, "records.jsonl"), func(_ string, f biblio.Flat) { works = append(works, f) })
	b.server = fixtureserver.New(works)
	t.Cleanup(b.server.Close)
	n := 0
	flatLines(t, filepath.Join(dir, "citations_dev.jsonl"), func(id string, f biblio.Flat) {
		if n++; n%((738+most-1)/most) != 0 {
			return
		}
		ref := biblio.Reference{ID: id, Claimed: f.Work()}
		if len(b.refs)%12 == 5 && len(f.Authors) > 0 {
			ref = b.printed(id, f)
		}
		b.refs = append(b.refs, ref)
	})
	for i, w := range works {
		if i%10 == 3 { // a tenth of the works has a page of its own
			address := fmt.Sprintf("https://repository.example/%d", i)
			b.pages[strings.ToLower(w.Title)] = address
			b.server.SetPage(address, fixtureserver.Page{Body: pageOf(w)})
		}
	}
	for i := range 5 { // a valid identifier on an invented work
		f := biblio.Flat{Title: fmt.Sprintf("Velvet quorums of moonlit engines, part %d", i),
			Authors: []string{"Zebedee Quillfeather"}, Year: "2021", DOI: withDOI(works, i)}
		b.refs = append(b.refs, biblio.Reference{ID: fmt.Sprint("pinned-", i), Claimed: f.Work()})
	}
	b.paper(t, shared)
	return b
}

// withDOI returns the i-th DOI of works.
func withDOI(works []biblio.Flat, i int) string {
	for _, w := range works {
		if w.DOI != "" {
			if i == 0 {
				return w.DOI
			}
			i--
		}
	}
	return ""
}

// printed returns a reference in which the rules read nothing.
func (b *bench) printed(id string, f biblio.Flat) biblio.Reference {
	raw := strings.Join(append(slices.Clone(f.Authors), f.Title, f.Venue, string(f.Year)), " / ")
	b.gold[raw] = f
	return biblio.Reference{ID: id, Raw: raw, Confidence: map[biblio.Field]float64{biblio.FieldVolume: 0.1}}
}

func (b *bench) paper(t *testing.T, shared string) {
	files, err := filepath.Glob(filepath.Join(shared, "data", "pdf", "iclr2026", "*", "paper.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no paper: %v", err)
	}
	doc, err := extract.ReadFile(files[0], extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range doc.References[:5] {
		f := r.Claimed.Flat()
		names, _, _ := strings.Cut(r.Raw, f.Title) // as printed
		b.gold[strings.Join(strings.Fields(r.Raw), " ")] = biblio.Flat{Title: f.Title,
			Authors: []string{strings.TrimRight(names, " .\n")}, Year: f.Year}
		b.refs = append(b.refs,
			biblio.Reference{ID: fmt.Sprint("paper-", i), Raw: r.Raw, Place: r.Place,
				Confidence: map[biblio.Field]float64{biblio.FieldVolume: 0.1}})
	}
}

func pageOf(w biblio.Flat) string {
	var s strings.Builder
	s.WriteString("<html><head>")
	tag := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&s, "<meta name=%q content=%q>", name, strings.ReplaceAll(value, `"`, ""))
		}
	}
	tag("citation_title", w.Title)
	for _, a := range w.Authors {
		tag("citation_author", a)
	}
	tag("citation_journal_title", w.Venue)
	tag("citation_publication_date", string(w.Year))
	return s.String() + "</head><body>text</body></html>"
}

// careful returns a model that reads what it is shown and finds the existing pages.
func (b *bench) careful() llmtest.Script {
	return roletest.Script(func(text string) roletest.Object {
		f, ok := b.gold[text]
		if !ok {
			return roletest.Nothing()
		}
		out := roletest.Nothing()
		out["title"], out["container"], out["year"], out["authors"] = f.Title, f.Venue, string(f.Year), f.Authors
		return out
	}, func(query string) []string {
		for title, address := range b.pages {
			if strings.Contains(strings.ToLower(query), title) {
				return []string{address}
			}
		}
		return []string{}
	})
}

// audit runs the cascade, with the given roles over the model at url.
func (b *bench) audit(t *testing.T, url string, roles []string) ([]audit.Finding, *report.Summary, *Setup) {
	t.Helper()
	opt := Options{Online: Online{Enabled: true, Via: b.server.URL, Cache: t.TempDir(), Memory: NoMemory,
		Clock: newHurry()}}
	opt.Models = Models{Model: NoModels, Env: environment(nil)}
	if url != "" {
		opt.Models = Models{Model: "compatible:scripted", URL: url + "/v1", Roles: roles, Cache: NoModels,
			Env: environment(map[string]string{"BONAFIDE_MODEL_KEY": llmtest.Key}),
			Table: map[string]any{"jobs": 8, "timeout": "5m",
				"provider": map[string]any{"compatible": map[string]any{"search": "web_search_options"}}}}
	}
	s, err := Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	refs := slices.Clone(b.refs)
	s.Reread(t.Context(), refs, LocalFile)
	list := run(t, s.Auditor, refs)
	summary := report.NewSummary(row.Run{Sources: s.Sources})
	for _, f := range list {
		summary.Add(report.Row(f, "", false))
	}
	return list, summary, s
}

// A run of the cascade with every role on, over the dev set: what each role asked, used and did. With the
// server down the verdicts are those without models, except for the notices that say so.
func TestEveryRole(t *testing.T) {
	shared := testenv.Shared(t)
	most := 24
	if testenv.Long() {
		most = 738
	}
	b := loadBench(t, shared, most)
	alone, _, _ := b.audit(t, "", nil)
	model := llmtest.New(t, b.careful())
	with, summary, s := b.audit(t, model.URL, []string{"all"})
	table := roleTable(s, summary)
	t.Logf("%d references\nwithout models %v\nwith models    %v\n%s", len(b.refs), outcomesOf(alone),
		outcomesOf(with), table)
	read, other := 0, 0
	for i, f := range with {
		if f.Reference.Reading.By != biblio.ByParser {
			read++
		} else if f.Verdict.Outcome != alone[i].Verdict.Outcome {
			other++
		}
	}
	t.Logf("%d references read by a model; %d others with another outcome", read, other)
	asked := map[string]int{}
	for _, total := range s.Models.Totals() {
		asked[total.Role] = total.Answered
	}
	for _, name := range role.Names {
		if name == role.Revise || strings.HasPrefix(name, "claim-") { // fix and claims ask these
			continue
		}
		if asked[name] == 0 && name != role.Judge { // no page here is of a work that no source has
			t.Errorf("the role %s was not asked", name)
		}
	}
	for i, f := range with {
		if accuses(f.Verdict.Outcome) && !accuses(alone[i].Verdict.Outcome) && f.Reference.Reading.By == biblio.ByParser &&
			len(f.Evidence.Lookups) == len(alone[i].Evidence.Lookups) {
			t.Errorf("%s: %v became %v", f.Reference.ID, alone[i].Verdict.Outcome, f.Verdict.Outcome)
		}
	}
	again, summaryAgain, _ := b.audit(t, model.URL, []string{"all"})
	if rows(t, with) != rows(t, again) || !cmp.Equal(summary.Models, summaryAgain.Models) {
		t.Error("a second run gives another report")
	}
	without, _, _ := b.audit(t, llmtest.Down, []string{"all"})
	for i := range alone {
		if len(without[i].Evidence.Lookups) > len(alone[i].Evidence.Lookups) { // the search by a model
			if l := without[i].Evidence.Lookups[len(without[i].Evidence.Lookups)-1]; l.Outcome != answer.NotAsked {
				t.Errorf("%s: the search without its model: %v", alone[i].Reference.ID, l.Outcome)
			}
		}
		if diff := cmp.Diff(silent(alone[i].Verdict), silent(without[i].Verdict)); diff != "" {
			t.Errorf("%s without its model: %s", alone[i].Reference.ID, diff)
		}
	}
}

// stubborn plays a model that always has the same opinion, with every row copied as it should be.
func stubborn(opinion roletest.Object) llmtest.Script {
	return func(q llmtest.Question) llmtest.Answer {
		data, err := roletest.Data(q.User())
		if err != nil {
			return llmtest.Answer{Refusal: err.Error()}
		}
		out := roletest.Careful(q.Name, data)
		for _, x := range roletest.List(out["comparisons"]) {
			x.(roletest.Object)["same"] = opinion["holds"]
		}
		for name, value := range opinion {
			if _, asked := out[name]; asked {
				out[name] = value
			}
		}
		switch q.Name {
		case "class_potential", "class_hallucinated":
			out["holds"] = opinion["holds"] == (q.Name == "class_real")
		case "match":
			out["matched_result"] = 1
		}
		b, err := json.Marshal(out)
		if err != nil {
			return llmtest.Answer{Refusal: err.Error()}
		}
		return llmtest.Answer{Text: string(b)}
	}
}

// TestStubbornModels: a model that always says exact, and one that always says wrong, adds no accusation and takes
// none away.
func TestStubbornModels(t *testing.T) {
	most := 24
	if testenv.Long() {
		most = 738
	}
	b := loadBench(t, testenv.Shared(t), most)
	alone, _, _ := b.audit(t, "", nil)
	for name, opinion := range map[string]roletest.Object{
		"exact": {"score": 10, "label": "exact", "holds": true, "match": true, "confidence": "high"},
		"wrong": {"score": 0, "label": "major", "holds": false, "match": false, "confidence": "high"},
	} {
		with, summary, s := b.audit(t, llmtest.New(t, stubborn(opinion)).URL,
			[]string{role.Verifier, role.Reviewer, role.Specialist, role.Judge})
		more, less, other := 0, 0, 0
		for i, f := range with {
			switch was, is := alone[i].Verdict.Outcome, f.Verdict.Outcome; {
			case accuses(is) && !accuses(was):
				more++
			case accuses(was) && !accuses(is):
				less++
			case is != was:
				other++
			}
		}
		t.Logf("always %s: of %d references %d accused more, %d less, %d with another outcome\n%s", name, len(with), more,
			less, other, roleTable(s, summary))
		if more+less > 0 {
			t.Errorf("always %s: %d accused more, %d less", name, more, less)
		}
	}
}

func outcomesOf(list []audit.Finding) map[string]int {
	counts := map[string]int{}
	for _, f := range list {
		counts[f.Verdict.Outcome.String()]++
	}
	return counts
}

// silent returns a verdict without the notices of models.
func silent(v judge.Verdict) judge.Verdict {
	v.Notices = slices.DeleteFunc(slices.Clone(v.Notices),
		func(n judge.Notice) bool { return strings.HasPrefix(n.Rule, "model-") })
	if len(v.Notices) == 0 {
		v.Notices = nil
	}
	return v
}

// roleTable returns the table in doc/models.md.
func roleTable(s *Setup, summary *report.Summary) string {
	var b strings.Builder
	b.WriteString("| role | questions | answered | tokens in | tokens out | references | changed | effects " +
		"|\n|---|---|---|---|---|---|---|---|\n")
	for _, total := range s.Models.Totals() {
		var tally row.RoleTally
		for _, m := range summary.Models {
			if m.Role == total.Role {
				tally = m
			}
		}
		effects, _ := json.Marshal(tally.Effects)
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %s |\n", total.Role, total.Asked, total.Answered,
			total.Usage.Input, total.Usage.Output, tally.Advice, tally.Changed, effects)
	}
	return b.String()
}

// sourceCalled is a source of which only the name matters.
type sourceCalled string

func (s sourceCalled) Info() answer.Info { return answer.Info{Name: string(s)} }

func (sourceCalled) Lookup(context.Context, source.Query) (answer.Answer, error) {
	return answer.Answer{}, nil
}

// What a stage asks is scholarly if one of its sources is, else the web if one is, else the memory.
func TestKindsOfStages(t *testing.T) {
	have, list := pool{}, map[string]source.Connector{}
	for _, group := range groups {
		list[group] = sourceCalled(group)
		have[group] = []source.Connector{list[group]}
	}
	for stage, want := range map[string]audit.Action{groupMemory: audit.AskMemory, groupCorpus: audit.AskMemory,
		groupIdentifiers: audit.AskWeb, groupWeb: audit.AskWeb, groupJoined: audit.AskScholar,
		groupScholarly: audit.AskScholar, groupLate: audit.AskScholar, groupMemory + " " + groupWeb: audit.AskWeb,
		groupWeb + " " + groupCorpus: audit.AskWeb, groupLate + " " + groupWeb: audit.AskScholar,
		groupWeb + " " + groupLate: audit.AskScholar} {
		var sources []source.Connector
		for _, group := range strings.Fields(stage) {
			sources = append(sources, list[group])
		}
		if got := have.kinds([][]source.Connector{sources}); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v", stage, got)
		}
	}
}

// An entry is drawn if its place on a page is known and the rules could not read it, or its text was recognised in an
// image, or it looks damaged.
func TestDrawable(t *testing.T) {
	whole := biblio.Work{Title: "Ice", Issued: biblio.Date{Year: 2016}}
	sure := map[biblio.Field]float64{biblio.FieldTitle: 1}
	at := func(r biblio.Reference, file string, boxes int) biblio.Reference {
		r.Place.File, r.Place.Boxes = file, make([]row.PageBox, boxes)
		return r
	}
	read := biblio.Reference{Claimed: whole, Raw: "Ice, 2016", Confidence: sure}
	recognised, damaged, labelled := read, read, read
	recognised.Recognised, damaged.Raw, labelled.Raw, labelled.Confidence = true, "?? ,, ## Ice", "?? ,, ## Ice", nil
	var refs []biblio.Reference
	for _, c := range []struct {
		r    biblio.Reference
		want bool
	}{
		{at(read, "a", 1), false}, {at(recognised, "b", 0), false}, {at(recognised, "c", 1), true}, {at(damaged, "d", 1),
			true},
		{at(labelled, "e", 1), false}, {at(biblio.Reference{}, "f", 1), true}, {at(biblio.Reference{}, "g", 0), false},
		{at(biblio.Reference{}, "c", 1), true},
	} {
		if drawable(&c.r) != c.want {
			t.Errorf("of %s: %t", c.r.Place.File, !c.want)
		}
		refs = append(refs, c.r)
	}
	if files := filesOf(refs); !slices.Equal(files, []string{"c", "d", "f"}) {
		t.Errorf("files %v", files)
	}
}
