package runs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/row"
)

// venue creates a venue with a chair.
func venue(t *testing.T, s *Store, name, chair string) *Membership {
	t.Helper()
	if err := s.CreateVenue(t.Context(), Venue{Name: name, Owner: chair}); err != nil {
		t.Fatal(err)
	}
	return desk(t, s, chair, name)
}

func desk(t *testing.T, s *Store, person, name string) *Membership {
	t.Helper()
	d, err := s.Membership(t.Context(), person, name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// added adds a paper to a venue.
func added(t *testing.T, s *Store, name string, n NewPaper, content string) Paper {
	t.Helper()
	digest, size, err := s.Save(t.Context(), strings.NewReader(content), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	n.Inputs = []Input{{Name: n.ID + ".bib", Digest: digest, Size: size}}
	p, made, err := s.AddPaper(t.Context(), name, n)
	if err != nil || !made {
		t.Fatal(p, made, err)
	}
	return p
}

// TestPaperTitles: a paper for which no title was given has that of its first page, also in a search. Others keep what
// they have.
func TestPaperTitles(t *testing.T) {
	s := open(t, t.TempDir())
	d := venue(t, s, "v", "ann")
	pdf := func(title string) string {
		return string(pdftest.Build(pdftest.Page{Texts: []pdftest.Text{{X: 72, Y: 760, Size: 20, Bold: true, Text: title},
			{X: 72, Y: 700, Text: "Much of what is known of forests is told here, in words of a usual size."}}}))
	}
	for id, c := range map[string]struct{ given, content, want string }{
		"1": {"", pdf("The Sparse Forests of the North"), "The Sparse Forests of the North"},
		"2": {"Given", pdf("The Dense Forests of the South"), "Given"},
		"3": {"", "@article{a, title={A}}", ""},
	} {
		p := added(t, s, "v", NewPaper{ID: id, Title: c.given}, c.content)
		if err := s.entitle(t.Context(), &p, Input{Name: id, Digest: p.Digest}); err != nil || p.Title != c.want {
			t.Errorf("%s: %q, %v", id, p.Title, err)
		}
		if p, _, err := s.PaperVersion(t.Context(), "v", id, 1); err != nil || p.Title != c.want {
			t.Errorf("%s: %q is stored, %v", id, p.Title, err)
		}
	}
	list, _, err := d.Papers(t.Context(), PaperFilter{Words: "sparse north"}, "", 9)
	if err != nil || len(list) != 1 || list[0].ID != "1" {
		t.Errorf("searched: %+v, %v", list, err)
	}
}

// finding is a row about a reference that claims something.
func finding(key, claims, outcome, gravity string) report.Finding {
	return report.Finding{Finding: row.Finding{
		Kind: row.KindFinding, ID: key, Key: key, Outcome: row.Outcome(outcome), Gravity: gravity, Codes: []string{"H3"},
		Digest: claims, Claimed: row.Work{Title: claims}, Place: report.Place{File: "x.bib"},
	}}
}

// checked stores rows of a paper as a worker does, and marks them as complete.
func checked(t *testing.T, s *Store, p Paper, state PaperState, rows ...report.Finding) {
	t.Helper()
	r, err := s.newRecorder(t.Context(), p.Run, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Begin(report.Run{Kind: row.KindRun, Schema: row.Schema}); err != nil {
		t.Fatal(err)
	}
	for _, f := range rows {
		r.settled(f)
		if err := r.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.End(&report.Summary{Summary: row.Summary{Kind: row.KindSummary}}); err != nil {
		t.Fatal(err)
	}
	if err := s.PaperDone(t.Context(), p.Venue, p.ID, p.Version, state); err != nil {
		t.Fatal(err)
	}
}

func paper(t *testing.T, d *Membership, id string) Paper {
	t.Helper()
	p, err := d.Paper(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestVenues(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	for _, name := range []string{"", "a b", "../x", "a/b", ".x", strings.Repeat("x", 65)} {
		if err := s.CreateVenue(ctx, Venue{Name: name}); err == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
	d := venue(t, s, "icml27", "ann")
	if err := s.CreateVenue(ctx, Venue{Name: "icml27", Owner: "bob"}); !errors.Is(err, ErrTaken) {
		t.Errorf("a second of the name: %v", err)
	}
	if d.Role != Chair || d.Venue.Phase != Submitting || !d.Rules() || !d.Decides() {
		t.Errorf("%+v", d)
	}
	if _, err := s.Membership(ctx, "bob", "icml27"); !errors.Is(err, ErrNone) {
		t.Errorf("the desk of a stranger: %v", err)
	}
	if list, err := s.Venues(ctx, "bob"); err != nil || len(list) != 0 {
		t.Errorf("a stranger lists %v, %v", list, err)
	}
	if list, err := s.Venues(ctx, "ann"); err != nil || len(list) != 1 {
		t.Errorf("a member lists %v, %v", list, err)
	}
	if err := s.SetPhase(ctx, "icml27", Broken, "no disk"); err != nil {
		t.Fatal(err)
	}
	if v, err := s.Venue(ctx, "icml27"); err != nil || v.Phase != Broken || v.Error != "no disk" || v.Ended.IsZero() {
		t.Errorf("%+v, %v", v, err)
	}
	p := added(t, s, "icml27", NewPaper{ID: "1"}, entries)
	if err := s.BinVenue(ctx, "icml27"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Membership(ctx, "ann", "icml27"); !errors.Is(err, ErrNone) {
		t.Errorf("the desk of a removed venue: %v", err)
	}
	if list, err := s.Venues(ctx, "ann"); err != nil || len(list) != 0 {
		t.Errorf("a removed venue is listed: %v, %v", list, err)
	}
	if err := s.BinVenue(ctx, "icml27"); !errors.Is(err, ErrNone) {
		t.Errorf("removed again: %v", err)
	}
	if err := s.EmptyBin(ctx, time.Now().Add(-InBin)); err != nil {
		t.Fatal(err)
	}
	if err := s.RestoreVenue(ctx, "icml27"); err != nil {
		t.Fatal(err)
	}
	if err := s.RestoreVenue(ctx, "icml27"); !errors.Is(err, ErrNone) {
		t.Errorf("restored again: %v", err)
	}
	if back, err := s.Membership(ctx, "ann", "icml27"); err != nil || back.Role != Chair || back.Venue.Phase != Broken {
		t.Errorf("restored: %+v, %v", back, err)
	}
	if _, err := s.Content(p.Digest); err != nil {
		t.Errorf("the upload of a restored venue: %v", err)
	}
	if err := s.BinVenue(ctx, "icml27"); err != nil {
		t.Fatal(err)
	}
	if again := venue(t, s, "icml27", "bob"); again.Venue.Owner != "bob" {
		t.Errorf("a new venue of the name: %+v", again)
	}
	if _, err := s.Content(p.Digest); !errors.Is(err, ErrNone) {
		t.Errorf("the upload of the one before: %v", err)
	}
	// Who wanted to delete what was in the bin comes too late.
	if err := s.deleteVenue(ctx, "icml27", "deleted > $2", 0); !errors.Is(err, ErrNone) {
		t.Errorf("a venue that is not in the bin any more: %v", err)
	}
	p = added(t, s, "icml27", NewPaper{ID: "1"}, entries)
	if err := s.BinVenue(ctx, "icml27"); err != nil {
		t.Fatal(err)
	}
	if err := s.EmptyBin(ctx, time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(p.Digest); !errors.Is(err, ErrNone) {
		t.Errorf("the upload of a deleted venue: %v", err)
	}
	if err := s.DeleteVenue(ctx, "icml27"); !errors.Is(err, ErrNone) {
		t.Errorf("deleted again: %v", err)
	}
}

// TestVenueRuns: the runs of papers are hidden from non-members and the worker of single runs, and are not
// deleted for their age.
func TestVenueRuns(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	d := venue(t, s, "v", "ann")
	p := added(t, s, "v", NewPaper{ID: "1"}, entries)
	if _, err := s.Get(ctx, "ann", p.Run); !errors.Is(err, ErrNone) {
		t.Errorf("the run is a person's: %v", err)
	}
	if err := s.remind(ctx); err != nil {
		t.Fatal(err)
	}
	if n, err := s.jobs.Open(ctx, ""); n != 0 || err != nil {
		t.Errorf("%d jobs were made of it, %v", n, err)
	}
	if l, err := s.Load(ctx, "ann"); err != nil || l.Queue != 0 || l.Disk != 0 {
		t.Errorf("%+v, %v", l, err)
	}
	if err := s.Expire(ctx, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if list, err := s.PapersIn(ctx, "v", PaperWaiting, "", 10); err != nil || len(list) != 1 || list[0].Run != p.Run {
		t.Errorf("%+v, %v", list, err)
	}
	if _, own, err := s.PaperVersion(ctx, "v", "1", 1); err != nil || own.ID != p.Run {
		t.Errorf("%+v, %v", own, err)
	}
	r, err := d.Run(ctx, &p)
	if err != nil || r.State != Held || len(r.Inputs) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := s.Content(r.Inputs[0].Digest); err != nil {
		t.Errorf("the upload of a paper: %v", err)
	}
}

func TestPapers(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	d := venue(t, s, "v", "ann")
	for _, id := range []string{"", "a/b", "../x", "a b"} {
		if _, _, err := s.AddPaper(ctx, "v", NewPaper{ID: id, Inputs: []Input{{Name: "x"}}}); err == nil {
			t.Errorf("%q is taken for a paper", id)
		}
	}
	if _, _, err := s.AddPaper(ctx, "none", NewPaper{ID: "1", Inputs: []Input{{Name: "x"}}}); !errors.Is(err, ErrNone) {
		t.Errorf("a paper of no venue: %v", err)
	}
	one := added(t, s, "v", NewPaper{ID: "1", Title: "On Forests 100%"}, "@misc{a}")
	two := added(t, s, "v", NewPaper{ID: "2", Title: "On Trees_", Chairs: []string{"bob"}}, "@misc{b}")
	added(t, s, "v", NewPaper{ID: "3"}, "@misc{c}")
	checked(t, s, one, PaperOffline, finding("a", "d1", "discrepant", "substantive"),
		finding("b", "d2", "inconclusive", "none"))
	checked(t, s, two, PaperSettled, finding("a", "d3", "not-found", "fabricated"), finding("b", "d4", "verified", "none"),
		finding("c", "d5", "verified", "none"))
	if got := names(t, desk(t, s, "bob", "v"), PaperFilter{}); got != "2" {
		t.Errorf("who looks after a paper sees %q", got)
	}
	if _, _, err := s.AddPaper(ctx, "v",
		NewPaper{ID: "4", Chairs: []string{"b ob"}, Inputs: []Input{{Name: "x", Digest: two.Digest}}}); err == nil {
		t.Error("a paper is given to no name")
	}
	if err := s.SetPaperState(ctx, "v", "3", 1, PaperFailed, "no\x00PDF"); err != nil {
		t.Fatal(err)
	}
	if err := s.SetPaperState(ctx, "v", "3", 2, PaperFailed, ""); !errors.Is(err, ErrNone) {
		t.Errorf("the state of no version: %v", err)
	}
	for _, tc := range []struct {
		name string
		f    PaperFilter
		want string
	}{
		{"all", PaperFilter{}, "2 1 3"},
		{"by paper", PaperFilter{Order: ByPaper}, "1 2 3"},
		{"by references", PaperFilter{Order: ByReferences}, "2 1 3"},
		{"by what is open", PaperFilter{Order: ByOpen}, "1 2 3"},
		{"words", PaperFilter{Words: "on FORESTS"}, "1"},
		{"words that mean themselves", PaperFilter{Words: "%"}, "1"},
		{"and _", PaperFilter{Words: "_"}, "2"},
		{"state", PaperFilter{State: PaperFailed}, "3"},
		{"outcome", PaperFilter{Having: "not-found"}, "2"},
		{"gravity", PaperFilter{Having: "substantive"}, "1"},
		{"triage", PaperFilter{Triaged: TriagedNone, Order: ByPaper}, "1 2 3"},
		{"conflicts", PaperFilter{Triaged: TriagedConflict}, ""},
		{"undecided", PaperFilter{Decision: Undecided, Order: ByPaper}, "1 2 3"},
		{"decided", PaperFilter{Decision: Write}, ""},
		{"looked after", PaperFilter{Chair: "bob"}, "2"},
	} {
		if got := names(t, d, tc.f); got != tc.want {
			t.Errorf("%s: %q, not %q", tc.name, got, tc.want)
		}
	}
	for _, f := range []PaperFilter{{Having: "nonsense"}, {Triaged: "nonsense"}, {Order: "nonsense"}} {
		if _, _, err := d.Papers(ctx, f, "", 10); !errors.Is(err, ErrRefused) {
			t.Errorf("%+v: %v", f, err)
		}
	}
	c, err := d.Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := Tally{References: 5, Verified: 2, Discrepant: 1, NotFound: 1, Inconclusive: 1, Substantive: 1, Fabricated: 1}
	if c.Papers != 3 || c.Tally != want || c.States[PaperFailed] != 1 || c.States[PaperOffline] != 1 || c.Grave[1] != 2 ||
		c.Grave[0] != 0 || c.Decisions[""] != 3 {
		t.Errorf("%+v", c)
	}
	if p := paper(t, d, "3"); p.Error != "noPDF" || p.State != PaperFailed {
		t.Errorf("%+v", p)
	}
}

// names lists the papers that match a filter, page by page.
func names(t *testing.T, d *Membership, f PaperFilter) string {
	t.Helper()
	var all []string
	cursor := ""
	for {
		list, next, err := d.Papers(t.Context(), f, cursor, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			all = append(all, p.ID)
		}
		if cursor = next; next == "" {
			return strings.Join(all, " ")
		}
	}
}

// TestPaperOrder pages through many papers, some of them equal, in every order and with pages of every size:
// each comes once.
func TestPaperOrder(t *testing.T) {
	s := open(t, t.TempDir())
	d := venue(t, s, "v", "ann")
	const n = 12
	for i := range n {
		p := added(t, s, "v", NewPaper{ID: fmt.Sprintf("p%02d", n-i)}, fmt.Sprintf("@misc{x%d}", i))
		var rows []report.Finding
		for k := range i % 3 {
			rows = append(rows, finding(fmt.Sprint(k), fmt.Sprint("d", k), "not-found", "fabricated"))
		}
		checked(t, s, p, PaperSettled, rows...)
	}
	for _, order := range PaperOrders {
		for size := 1; size < n+2; size++ {
			var all []Paper
			cursor := ""
			for first := true; first || cursor != ""; first = false {
				list, next, err := d.Papers(t.Context(), PaperFilter{Order: order}, cursor, size)
				if err != nil || len(list) > size {
					t.Fatal(len(list), err)
				}
				all, cursor = append(all, list...), next
			}
			sorted := slices.IsSortedFunc(all, func(a, b Paper) int {
				if order == ByPaper {
					return cmp.Compare(a.ID, b.ID)
				}
				return cmp.Or(cmp.Compare(b.key(order), a.key(order)), cmp.Compare(a.ID, b.ID))
			})
			if len(all) != n || !sorted {
				t.Errorf("by %s with pages of %d: %d papers, sorted: %t", order, size, len(all), sorted)
			}
		}
	}
	for _, cursor := range []string{"x", "1", "1,", ",p"} {
		if _, _, err := d.Papers(t.Context(), PaperFilter{}, cursor, 5); !errors.Is(err, ErrRefused) {
			t.Errorf("the cursor %q: %v", cursor, err)
		}
	}
}

func TestVersions(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	d := venue(t, s, "v", "ann")
	first := added(t, s, "v", NewPaper{ID: "1", Title: "On Forests"}, "@misc{a}")
	checked(t, s, first, PaperSettled, finding("stays", "d1", "not-found", "fabricated"),
		finding("goes", "d2", "not-found", "fabricated"))
	for _, id := range []string{"stays", "goes"} {
		if err := d.Say(ctx, "1", id, 0, Dismiss, "I know it"); err != nil {
			t.Fatal(err)
		}
	}
	same, made, err := s.AddPaper(ctx, "v", NewPaper{ID: "1", Inputs: []Input{{Name: "other.bib", Digest: first.Digest}}})
	if err != nil || made || same.Version != 1 {
		t.Fatalf("the same file again: %+v, %t, %v", same, made, err)
	}
	second := added(t, s, "v", NewPaper{ID: "1"}, "@misc{b}")
	if second.Version != 2 || second.Run == first.Run || second.Title != "On Forests" {
		t.Errorf("%+v", second)
	}
	checked(t, s, second, PaperSettled, finding("stays", "d1", "not-found", "fabricated"),
		finding("comes", "d3", "verified", "none"))
	if p := paper(t, d, "1"); p.Version != 2 || p.NotFound != 1 || p.Single != 1 {
		t.Errorf("%+v", p)
	}
	said, err := d.Triage(ctx, &Paper{Venue: "v", ID: "1"})
	if err != nil || len(said) != 2 || !said["d1 stays"][0].Present || said["d2 goes"][0].Present {
		t.Errorf("%+v, %v", said, err)
	}
	list, err := d.Versions(ctx, "1")
	if err != nil || len(list) != 2 || list[0].Version != 2 || !list[0].Newest || list[1].Newest || list[1].NotFound != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if c, err := d.Counts(ctx); err != nil || c.Papers != 1 || c.References != 2 {
		t.Errorf("%+v, %v", c, err)
	}
	checked(t, s, first, PaperSettled, finding("goes", "d2", "verified", "none")) // late
	if p := paper(t, d, "1"); p.Version != 2 || p.Single != 1 || p.References != 2 {
		t.Errorf("after rows of the old version: %+v", p)
	}
}

func TestTriage(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	ann := venue(t, s, "v", "ann")
	for person, role := range map[string]Role{"bob": Chair, "eve": Reader} {
		if err := ann.SetMember(ctx, Member{Person: person, Role: role}); err != nil {
			t.Fatal(err)
		}
	}
	bob, eve := desk(t, s, "bob", "v"), desk(t, s, "eve", "v")
	p := added(t, s, "v", NewPaper{ID: "1"}, entries)
	checked(t, s, p, PaperSettled, finding("a", "d1", "not-found", "fabricated"), finding("b", "d2", "discrepant", "slip"))
	want := func(step string, single, agreed, conflicts int) {
		t.Helper()
		if p := paper(t, ann, "1"); p.Single != single || p.Agreed != agreed || p.Conflicts != conflicts {
			t.Errorf("%s: %d single, %d agreed, %d conflicts", step, p.Single, p.Agreed, p.Conflicts)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(ann.Say(ctx, "1", "a", 0, Confirm, "nowhere to be found"))
	want("one", 1, 0, 0)
	must(bob.Say(ctx, "1", "a", 0, Confirm, ""))
	want("two", 0, 1, 0)
	if err := bob.Say(ctx, "1", "a", 0, Dismiss, ""); !errors.Is(err, ErrChanged) {
		t.Errorf("without having seen the first: %v", err)
	}
	must(bob.Say(ctx, "1", "a", 1, Dismiss, "it is in print"))
	want("against each other", 0, 0, 1)
	if err := bob.Say(ctx, "1", "a", 1, Confirm, ""); !errors.Is(err, ErrChanged) {
		t.Errorf("from an old page: %v", err)
	}
	if err := eve.Say(ctx, "1", "b", 0, Confirm, ""); !errors.Is(err, ErrRefused) {
		t.Errorf("one who may only read: %v", err)
	}
	for _, err := range []error{ann.Say(ctx, "1", "none", 0, Confirm, ""), ann.Say(ctx, "2", "a", 0, Confirm, "")} {
		if !errors.Is(err, ErrNone) {
			t.Errorf("of nothing: %v", err)
		}
	}
	if err := ann.Say(ctx, "1", "b", 0, "nonsense", ""); !errors.Is(err, ErrRefused) {
		t.Errorf("nonsense: %v", err)
	}
	said, err := eve.Triage(ctx, &Paper{Venue: "v", ID: "1"})
	if err != nil || len(said) != 1 || AgreementOf(said["d1 a"]) != Conflict || said["d1 a"][1].Note != "it is in print" ||
		said["d1 a"][1].About != "not-found H3" || said["d1 a"][1].Version != 2 {
		t.Errorf("%+v, %v", said, err)
	}
	must(bob.Say(ctx, "1", "a", 2, "", ""))
	want("taken back", 1, 0, 0)
	if got := names(t, ann, PaperFilter{Triaged: TriagedSome}); got != "1" {
		t.Errorf("papers of which somebody has said something: %s", got)
	}
}

// People decide about single fields: these decisions override those about the whole, are compared field by
// field, and hold while the finding about the field is unchanged.
func TestTriageOfFields(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	ann := venue(t, s, "v", "ann")
	p := added(t, s, "v", NewPaper{ID: "1"}, entries)
	row := func(recorded string) report.Finding {
		f := finding("a", "d1", "discrepant", "substantive")
		f.Reasons = []report.Reason{
			{Rule: "authors-differs", Field: "authors", Claimed: "Ann Wu", Recorded: "Bo Li", Gravity: "substantive",
				Strength: "certain"},
			{Rule: "year-differs", Field: "year", Claimed: "2018", Recorded: recorded, Gravity: "substantive",
				Strength: "certain"}}
		f.Strength, f.Codes = "certain", []string{"H2", "H4"}
		return f
	}
	checked(t, s, p, PaperSettled, row("2019"))
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(ann.SetMember(ctx, Member{Person: "bob", Role: Chair}))
	bob := desk(t, s, "bob", "v")
	report := func(format string) string {
		t.Helper()
		paper, err := ann.Paper(ctx, "1")
		must(err)
		var b strings.Builder
		must(ann.RenderPaper(ctx, &paper, format, &b))
		return b.String()
	}
	want := func(step string, single, agreed, conflicts int, letter ...string) {
		t.Helper()
		paper, err := ann.Paper(ctx, "1")
		if err != nil || paper.Single != single || paper.Agreed != agreed || paper.Conflicts != conflicts {
			t.Errorf("%s: %d by one, %d agreed, %d conflicts, %v", step, paper.Single, paper.Agreed, paper.Conflicts, err)
		}
		got := report("letter")
		for _, word := range []string{"Ann Wu", "2018"} {
			if slices.Contains(letter, word) != strings.Contains(got, "cited:    "+word) {
				t.Errorf("%s: wanted %v in the letter:\n%s", step, letter, got)
			}
		}
	}
	want("before", 0, 0, 0, "Ann Wu", "2018")
	must(ann.SayOf(ctx, "1", "a", "year", 0, Dismiss, "the reprint"))
	want("the year dismissed", 1, 0, 0, "Ann Wu")
	if rows := report("jsonl"); !strings.Contains(rows,
		`"accepted":[{"code":"H4","field":"year","reason":"the reprint"`) ||
		strings.Contains(rows, `"suppressed"`) {
		t.Errorf("rows: %s", rows)
	}
	must(bob.Say(ctx, "1", "a", 0, Confirm, ""))
	want("another confirms all", 0, 0, 1, "Ann Wu", "2018")
	must(bob.SayOf(ctx, "1", "a", "year", 0, Dismiss, ""))
	want("but the year", 0, 1, 0, "Ann Wu")
	if err := ann.SayOf(ctx, "1", "a", "pages", 0, Dismiss, ""); !errors.Is(err, ErrRefused) {
		t.Errorf("a field of which nothing is said: %v", err)
	}
	if err := ann.SayOf(ctx, "1", "a", "year", 0, Confirm, ""); !errors.Is(err, ErrChanged) {
		t.Errorf("from an old page: %v", err)
	}
	if n, err := ann.SayOfAll(ctx, []PaperFinding{{Paper: "1", ID: "a"}}, Confirm, ""); err != nil || n != 0 {
		t.Errorf("one who spoke of a field is asked again: %d, %v", n, err)
	}
	checked(t, s, p, PaperSettled, row("2020"))
	want("another record of the year", 0, 1, 0, "Ann Wu", "2018")
	checked(t, s, p, PaperSettled, row("2019"))
	must(ann.Say(ctx, "1", "a", 0, Dismiss, "all of it"))
	want("all of it dismissed by one", 0, 0, 1, "Ann Wu")
	must(bob.Say(ctx, "1", "a", 1, Dismiss, ""))
	want("all of it dismissed", 0, 1, 0)
	if rows := report("jsonl"); !strings.Contains(rows, `"suppressed":"accepted"`) {
		t.Errorf("rows: %s", rows)
	}
}

// TestTwoChairs lets people review and decide at the same time: every review is stored in the end, and of two
// decisions from the same page one is refused.
func TestTwoChairs(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	ann := venue(t, s, "v", "ann")
	p := added(t, s, "v", NewPaper{ID: "1"}, entries)
	const people, findings = 4, 5
	var rows []report.Finding
	for i := range findings {
		rows = append(rows, finding(fmt.Sprint("k", i), fmt.Sprint("d", i), "not-found", "fabricated"))
	}
	checked(t, s, p, PaperSettled, rows...)
	desks := []*Membership{ann}
	for i := 1; i < people; i++ {
		name := fmt.Sprint("chair", i)
		if err := ann.SetMember(ctx, Member{Person: name, Role: Chair}); err != nil {
			t.Fatal(err)
		}
		desks = append(desks, desk(t, s, name, "v"))
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	decided, refused := 0, 0
	for n, d := range desks {
		all.Go(func() {
			for i := range findings {
				verdict := Confirm
				if n == 0 && i == 0 {
					verdict = Dismiss
				}
				if err := d.Say(ctx, "1", fmt.Sprint("k", i), 0, verdict, d.Person); err != nil {
					t.Error(err)
				}
			}
		})
		all.Go(func() {
			err := d.Decide(ctx, "1", 0, Write, d.Person)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				decided++
			case errors.Is(err, ErrChanged):
				refused++
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if decided != 1 || refused != people-1 {
		t.Errorf("%d decided, %d were refused", decided, refused)
	}
	said, err := ann.Triage(ctx, &Paper{Venue: "v", ID: "1"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range findings {
		if n := len(said[fmt.Sprintf("d%d k%d", i, i)]); n != people {
			t.Errorf("%d of %d have said something of %d", n, people, i)
		}
	}
	if got := paper(t, ann, "1"); got.Conflicts != 1 || got.Agreed != findings-1 || got.Single != 0 || got.Revision != 1 ||
		got.Note != got.DecidedBy {
		t.Errorf("%+v", got)
	}
}

// TestAreas: every query shows an area chair only the assigned papers.
func TestAreas(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	ann := venue(t, s, "v", "ann")
	if err := ann.SetMember(ctx, Member{Person: "bob", Role: AreaHead}); err != nil {
		t.Fatal(err)
	}
	bob := desk(t, s, "bob", "v")
	for _, id := range []string{"1", "2"} {
		checked(t, s, added(t, s, "v", NewPaper{ID: id}, "@misc{x"+id+"}"), PaperSettled,
			finding("a", "d", "not-found", "fabricated"))
	}
	if got := names(t, bob, PaperFilter{}); got != "" {
		t.Errorf("without papers he sees %s", got)
	}
	if err := ann.Assign(ctx, "bob", true, "2"); err != nil {
		t.Fatal(err)
	}
	if got := names(t, bob, PaperFilter{}); got != "2" {
		t.Errorf("he sees %q", got)
	}
	if c, err := bob.Counts(ctx); err != nil || c.Papers != 1 || c.References != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	_, own := bob.Paper(ctx, "2")
	_, other := bob.Paper(ctx, "1")
	_, versions := bob.Versions(ctx, "1")
	if own != nil || !errors.Is(other, ErrNone) || !errors.Is(versions, ErrNone) {
		t.Errorf("own %v, other %v, its versions %v", own, other, versions)
	}
	for _, err := range []error{bob.Say(ctx, "1", "a", 0, Confirm, ""), bob.Decide(ctx, "1", 0, Clear, "")} {
		if !errors.Is(err, ErrNone) {
			t.Errorf("about another's: %v", err)
		}
	}
	for _, err := range []error{bob.Say(ctx, "2", "a", 0, Confirm, ""), bob.Decide(ctx, "2", 0, Clear, "")} {
		if err != nil {
			t.Errorf("about his own: %v", err)
		}
	}
	_, members := bob.Members(ctx)
	_, _, log := bob.Log(ctx, "", 10)
	for _, err := range []error{members, log, bob.SetMember(ctx, Member{Person: "bob", Role: Chair}),
		bob.Assign(ctx, "bob", true, "1")} {
		if !errors.Is(err, ErrRefused) {
			t.Errorf("what chairs may: %v", err)
		}
	}
	if err := ann.Assign(ctx, "bob", false, "2"); err != nil {
		t.Fatal(err)
	}
	if got := names(t, bob, PaperFilter{}); got != "" {
		t.Errorf("after they are taken back he sees %s", got)
	}
}

func TestMembers(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	ann := venue(t, s, "v", "ann")
	for _, m := range []Member{{Person: "ann"}, {Person: "ann", Role: Reader}, {Person: "bob", Role: "king"},
		{Person: "a b", Role: Chair}} {
		if err := ann.SetMember(ctx, m); !errors.Is(err, ErrRefused) {
			t.Errorf("%+v: %v", m, err)
		}
	}
	if err := ann.Assign(ctx, "nobody", true, "1"); !errors.Is(err, ErrNone) {
		t.Errorf("a paper that is not there: %v", err)
	}
	added(t, s, "v", NewPaper{ID: "1"}, entries)
	if err := ann.Assign(ctx, "nobody", true, "1"); !errors.Is(err, ErrRefused) {
		t.Errorf("to nobody: %v", err)
	}
	if err := ann.SetMember(ctx, Member{Person: "bob", Role: AreaHead}); err != nil {
		t.Fatal(err)
	}
	if err := ann.Assign(ctx, "bob", true, "1"); err != nil {
		t.Fatal(err)
	}
	list, err := ann.Members(ctx)
	if want := []Member{{"ann", Chair, 0}, {"bob", AreaHead, 1}}; err != nil || !slices.Equal(list, want) {
		t.Errorf("%+v, %v", list, err)
	}
	if chairs, err := ann.Chairs(ctx, &Paper{Venue: "v", ID: "1"}); err != nil || !slices.Equal(chairs, []string{"bob"}) {
		t.Errorf("%v, %v", chairs, err)
	}
	if err := s.AddPerson(ctx, "bob", "correct horse"); err != nil {
		t.Fatal(err)
	}
	if err := s.RemovePerson(ctx, "bob"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Membership(ctx, "bob", "v"); !errors.Is(err, ErrNone) {
		t.Errorf("the desk of a person who is removed: %v", err)
	}
}

func TestLog(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	ann := venue(t, s, "v", "ann")
	p := added(t, s, "v", NewPaper{ID: "1"}, entries)
	checked(t, s, p, PaperSettled, finding("a", "d", "not-found", "fabricated"))
	for _, err := range []error{
		ann.SetMember(ctx, Member{Person: "bob", Role: AreaHead}), ann.Assign(ctx, "bob", true, "1"), ann.Say(ctx, "1",
			"a", 0, Confirm, ""),
		ann.Decide(ctx, "1", 0, Write, ""), ann.Noted(ctx, "export", "", "csv\x00"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var acts []string
	cursor := ""
	for first := true; first || cursor != ""; first = false {
		list, next, err := ann.Log(ctx, cursor, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			acts = append(acts, e.Person+" "+strings.TrimSpace(e.Act+" "+e.Paper+" "+e.What))
		}
		cursor = next
	}
	slices.Sort(acts) // within one millisecond the order is arbitrary
	if got, want := strings.Join(acts,
		"; "), "ann created; ann decision 1 write; ann export  csv; ann papers 1 given to bob; ann role  bob: area; ann "+
		"triage 1 a: confirm"; got != want {
		t.Errorf("the log says\n%s, not\n%s", got, want)
	}
	if _, _, err := ann.Log(ctx, "x.y", 2); !errors.Is(err, ErrRefused) {
		t.Errorf("a cursor of nothing: %v", err)
	}
}

// TestFollowingVenues wakes the followers of a venue when something in it changes.
func TestFollowingVenues(t *testing.T) {
	s := open(t, t.TempDir())
	ann := venue(t, s, "v", "ann")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := make(chan int)
	go func() {
		_ = ann.Follow(ctx, time.Nanosecond, func() error {
			c, err := ann.Counts(ctx)
			select {
			case seen <- c.Papers:
			case <-ctx.Done():
			}
			return err
		})
	}()
	if n := <-seen; n != 0 {
		t.Errorf("%d papers at first", n)
	}
	added(t, s, "v", NewPaper{ID: "1"}, entries)
	for n := range seen {
		if n == 1 {
			return
		}
	}
}

// TestExport writes reports of a venue: every paper once, without rejected findings, and for an area chair only
// the assigned papers.
func TestExport(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	ann := venue(t, s, "v", "ann")
	if err := ann.SetMember(ctx, Member{Person: "bob", Role: AreaHead}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"1", "2", "3"} {
		p := added(t, s, "v", NewPaper{ID: id}, "@misc{x"+id+"}")
		missing, wrong := finding("missing", "d1", "not-found", "fabricated"), finding("wrong", "d2",
			"not-found", "fabricated")
		missing.Claimed.Title, wrong.Claimed.Title = "On Forests", "On Trees"
		missing.File, wrong.File = id+".bib", "deep/"+id+".bib"
		if id != "3" {
			checked(t, s, p, PaperSettled, missing, wrong)
		}
	}
	for _, id := range []string{"1", "2"} {
		if err := ann.Say(ctx, id, "wrong", 0, Dismiss, "I have read it"); err != nil {
			t.Fatal(err)
		}
	}
	rendered := func(d *Membership, f PaperFilter, format string) string {
		t.Helper()
		var b strings.Builder
		if err := d.Render(ctx, f, format, &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if err := s.SetPaperState(ctx, "v", "2", 1, PaperChecking, ""); err != nil { // again
		t.Fatal(err)
	}
	if letter := rendered(ann, PaperFilter{}, "letter"); strings.Contains(letter, "authors of 2") {
		t.Errorf("a paper whose rows change is in\n%s", letter)
	}
	if err := s.PaperDone(ctx, "v", "2", 1, PaperSettled); err != nil {
		t.Fatal(err)
	}
	letter := rendered(ann, PaperFilter{}, "letter")
	if strings.Count(letter, "To the authors of") != 2 || strings.Contains(letter, "Trees") ||
		!strings.Contains(letter, "To the authors of 2\n") {
		t.Errorf("the letters are\n%s", letter)
	}
	table := rendered(ann, PaperFilter{}, "csv")
	if lines := strings.Split(strings.TrimSpace(table), "\n"); len(lines) != 5 ||
		!strings.Contains(table, "1/deep/1.bib,") || !strings.Contains(table, "I have read it") {
		t.Errorf("the table is\n%s", table)
	}
	if one := rendered(ann, PaperFilter{Words: "2"}, "csv"); strings.Count(one, "\n") != 3 {
		t.Errorf("of one paper it is\n%s", one)
	}
	for _, format := range VenueFormats {
		if got := rendered(desk(t, s, "bob", "v"), PaperFilter{}, format); strings.Contains(got, "Forests") {
			t.Errorf("%s: an area chair without papers gets\n%s", format, got)
		}
	}
	if err := ann.Assign(ctx, "bob", true, "2"); err != nil {
		t.Fatal(err)
	}
	if got := rendered(desk(t, s, "bob", "v"), PaperFilter{}, "letter"); !strings.Contains(got, "authors of 2") ||
		strings.Contains(got, "authors of 1") {
		t.Errorf("an area chair gets\n%s", got)
	}
}

// TestPapersAreRuns checks a paper twice with a worker, as the phases of a venue do: its
// report is that of a run, and the second time changes nothing.
func TestPapersAreRuns(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	ann := venue(t, s, "v", "ann")
	added(t, s, "v", NewPaper{ID: "1"}, entries)
	w, stop := worker(t, s)
	defer stop()
	var reports []string
	for _, state := range []PaperState{PaperOffline, PaperSettled} {
		_, r, err := s.PaperVersion(ctx, "v", "1", 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.check(ctx, r, nil); err != nil {
			t.Fatal(err)
		}
		if err := s.PaperDone(ctx, "v", "1", 1, state); err != nil {
			t.Fatal(err)
		}
		p := paper(t, ann, "1")
		if p.State != state || p.References != 3 || p.Verified != 1 || p.Discrepant != 1 || p.Inconclusive != 1 {
			t.Errorf("%+v", p)
		}
		if r, err = ann.Run(ctx, &p); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := s.Report(ctx, &r, &b); err != nil {
			t.Fatal(err)
		}
		reports = append(reports, b.String())
	}
	if reports[0] != reports[1] || strings.Count(reports[0], "\n") != 5 {
		t.Errorf("first\n%s\nand then\n%s", reports[0], reports[1])
	}
}

// TestOddWords queries with text that no database accepts unchanged.
func TestOddWords(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	d := venue(t, s, "v", "ann")
	p := added(t, s, "v", NewPaper{ID: "1", Title: "a\x00b\xff"}, entries)
	checked(t, s, p, PaperSettled, finding("a", "d1", "not-found", "fabricated"))
	var long strings.Builder // nothing makes it shorter
	for range 400 {
		long.WriteString(rand.Text() + "é")
	}
	added(t, s, "v", NewPaper{ID: "long", Title: long.String(), Authors: long.String()}, "@misc{long}")
	if got := paper(t, d, "long"); got.Title != long.String() || names(t, d, PaperFilter{Words: "long"}) != "long" {
		t.Errorf("a long title is %.50q…", got.Title)
	}
	for _, odd := range []string{"z\x00", "\xff\xfe", "'; DROP TABLE venues; --", "%", "\\", strings.Repeat("x", 10_000)} {
		for name, f := range map[string]PaperFilter{"words": {Words: odd}, "state": {State: PaperState(odd)},
			"decision": {Decision: PaperDecision(odd)}, "chair": {Chair: odd}} {
			if list, _, err := d.Papers(ctx, f, "", 5); err != nil || len(list) > 0 && name != "words" {
				t.Errorf("%s %.20q: %d papers, %v", name, odd, len(list), err)
			}
		}
		if _, _, err := d.Papers(ctx, PaperFilter{Order: ByPaper}, odd, 5); err != nil {
			t.Errorf("behind %.20q: %v", odd, err)
		}
		if _, _, err := d.Papers(ctx, PaperFilter{}, "5,"+odd, 5); err != nil {
			t.Errorf("behind 5,%.20q: %v", odd, err)
		}
		if _, _, err := d.Log(ctx, "5."+odd, 5); err != nil {
			t.Errorf("the log behind 5.%.20q: %v", odd, err)
		}
		_, desk := s.Membership(ctx, "ann", odd)
		_, paper := d.Paper(ctx, odd)
		for _, err := range []error{desk, paper, d.Say(ctx, odd, "a", 0, Confirm, ""), d.Say(ctx, "1", odd, 0, Confirm, ""),
			d.Assign(ctx, "ann", true, odd)} {
			if !errors.Is(err, ErrNone) {
				t.Errorf("%.20q: %v", odd, err)
			}
		}
		for _, err := range []error{d.SetMember(ctx, Member{Person: odd, Role: Chair}),
			d.SetMember(ctx, Member{Person: "bob", Role: Role(odd)}), d.Assign(ctx, odd, true, "1"),
			d.Decide(ctx, "1", 0, PaperDecision(odd), "")} {
			if !errors.Is(err, ErrRefused) {
				t.Errorf("%.20q: %v", odd, err)
			}
		}
		if _, err := s.Findings(ctx, p.Run, Filter{File: odd, Words: odd}, 0, 5); err != nil {
			t.Errorf("findings like %.20q: %v", odd, err)
		}
		for _, f := range []Filter{{Outcome: odd}, {Outcome: "verified," + odd}, {Gravity: odd}, {Strength: odd},
			{Code: odd}, {Code: "H"}} {
			if _, err := s.Findings(ctx, p.Run, f, 0, 5); !errors.Is(err, ErrRefused) {
				t.Errorf("findings like %.20q: %v", odd, err)
			}
		}
	}
	for n, odd := range []string{"a\x00", "\xff\xfe"} {
		if err := d.Decide(ctx, "1", int64(n), Write, odd); err != nil {
			t.Errorf("a note %q: %v", odd, err)
		}
	}
}

// TestTally: a tally has a count of each outcome and each gravity.
func TestTally(t *testing.T) {
	c := Counts{Outcomes: map[string]int{}, Gravities: map[string]int{}}
	want := 0
	for i, outcome := range judge.Outcomes {
		c.Outcomes[outcome.String()] = i + 1
		want += 2 * (i + 1)
	}
	for i, gravity := range judge.Gravities {
		if gravity != judge.NoGravity {
			c.Gravities[gravity.String()] = i + 1
			want += i + 1
		}
	}
	tally, got := counted(c), 0
	for _, n := range database.Values(&tally) {
		got += *n.(*int)
	}
	if got != want {
		t.Errorf("%+v counts %d, want %d", tally, got, want)
	}
}

// Services are asked about a finished venue: its papers with references that were not checked begin again.
func TestAskVenue(t *testing.T) {
	s, ctx := open(t, t.TempDir()), t.Context()
	if err := s.CreateVenue(ctx, Venue{Name: "v"}); err != nil {
		t.Fatal(err)
	}
	one := added(t, s, "v", NewPaper{ID: "1"}, "@misc{a}")
	two := added(t, s, "v", NewPaper{ID: "2"}, "@misc{b}")
	checked(t, s, one, PaperSettled, finding("a", "d1", "verified", "none"), finding("b", "d2", "inconclusive", "none"))
	checked(t, s, two, PaperSettled, finding("a", "d3", "verified", "none"))
	v, err := s.Venue(ctx, "v")
	if err == nil {
		err = s.AskVenue(ctx, v)
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err = s.Venue(ctx, "v")
	waiting, failed := s.PapersIn(ctx, "v", PaperWaiting, "", 9)
	if err != nil || failed != nil || !v.Options.Online || v.Phase != Unasked || len(waiting) != 1 ||
		waiting[0].ID != "1" {
		t.Errorf("%+v waits with %+v: %v %v", v, waiting, err, failed)
	}
}

// TestRejudged: after another version of the program has judged a venue again, its desk lists what came out otherwise,
// to those who see the paper; what only services changed is not listed.
func TestRejudged(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	d := venue(t, s, "v", "ann")
	p := added(t, s, "v", NewPaper{ID: "1"}, "@article{a, title={A}}")
	judged := func(version string, list ...report.Finding) {
		t.Helper()
		r, err := s.newRecorder(ctx, p.Run, true)
		if err != nil {
			t.Fatal(err)
		}
		err = r.Begin(report.Run{Kind: row.KindRun, Schema: row.Schema, Version: version, Rules: "7"})
		for _, f := range list {
			err = cmp.Or(err, r.Finding(f))
		}
		if err = cmp.Or(err, r.End(&report.Summary{}), s.PaperDone(ctx, "v", "1", 1, PaperSettled)); err != nil {
			t.Fatal(err)
		}
	}
	said := func(d *Membership) string {
		t.Helper()
		list, err := d.Rejudged(ctx)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, one := range list {
			text += fmt.Sprintf("%s: %s → %s (%s)\n", one.ID, report.GistWords(one.Was), report.GistWords(one.Is), one.Since)
		}
		return text
	}
	fine, wrong := finding("a", "A", "verified", "none"), finding("b", "B", "discrepant", "substantive")
	other := finding("b", "B", "inconclusive", "none")
	fine.Codes, other.Codes, wrong.Codes = nil, nil, []string{"H4"}
	judged("1.0", fine, other)
	judged("1.0", fine, wrong)
	if got := said(d); got != "" {
		t.Errorf("by the same version: %s", got)
	}
	again := fine
	again.Outcome = "doubtful"
	judged("2.0", again, wrong, finding("c", "C", "not-found", "fabricated"))
	judged("2.0", fine, other, finding("c", "C", "not-found", "fabricated")) // with the answers of services
	const want = "b: wrong year → could not be checked (1.0, rules 7)\nc:  → wrong container (1.0, rules 7)\n"
	if got := said(d); got != want {
		t.Errorf("%s", got)
	}
	if err := s.SetMember(ctx, "ann", "v", Member{Person: "bob", Role: AreaHead}); err != nil {
		t.Fatal(err)
	}
	bob, err := s.Membership(ctx, "bob", "v")
	if err != nil || said(bob) != "" {
		t.Errorf("another's paper: %v", err)
	}
	if err := s.StartVenue(ctx, "v", PaperSettled); err != nil || paper(t, d, "1").State != PaperWaiting {
		t.Errorf("judged again: %v", err)
	}
}
