package runs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// entries are two works of the starter corpus, one with a wrong year, and one that does not exist.
const entries = `@inproceedings{right, title={Attention Is All You Need}, author={Vaswani, Ashish and Shazeer, Noam and Parmar, Niki and Uszkoreit, Jakob and Jones, Llion and Gomez, Aidan N. and Kaiser, Lukasz and Polosukhin, Illia}, booktitle={NeurIPS}, year={2017}}
@inproceedings{wrong, title={Attention Is All You Need}, author={Vaswani, Ashish and Shazeer, Noam and Parmar, Niki and Uszkoreit, Jakob and Jones, Llion and Gomez, Aidan N. and Kaiser, Lukasz and Polosukhin, Illia}, booktitle={NeurIPS}, year={2011}}
@article{odd, title={Frobnicating <script>alert(1)</script> 100% of the _time_}, author={Nobody, N.}, journal={J. Nil}, year={2020}}
`

// offline is a setup over the starter corpus.
func offline(t *testing.T) *setup.Setup {
	t.Helper()
	s, err := setup.Open(setup.Options{Offline: true, Online: setup.Online{Memory: setup.NoMemory},
		Models: setup.Models{Model: setup.NoModels}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func open(t *testing.T, folder string) *Store {
	t.Helper()
	s, err := Open(t.Context(), folder, newDatabase(t, folder), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func made(t *testing.T, s *Store, owner, once, name, content string) string {
	t.Helper()
	digest, size, err := s.Save(t.Context(), strings.NewReader(content), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.Create(t.Context(), owner, once, []Input{{Name: name, Digest: digest, Size: size}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// worker starts a worker; stop ends it as when a process ends.
func worker(t *testing.T, s *Store) (w *Worker, stop func()) {
	t.Helper()
	shared := offline(t)
	w = &Worker{Store: s, Setup: func(Options) (*setup.Setup, error) { return shared, nil }, Version: "test", Jobs: 2,
		Log: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(t.Context())
	wait, err := w.Start(ctx, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	return w, func() { cancel(); wait() }
}

// ended waits for the end of a run.
func ended(t *testing.T, s *Store, owner, id string) Record {
	t.Helper()
	for {
		changed := s.Changed(id)
		r, err := s.Get(t.Context(), owner, id)
		if err != nil {
			t.Fatal(err)
		}
		if r.State.Over() {
			return r
		}
		select {
		case <-changed:
		case <-time.After(time.Minute):
			t.Fatalf("still %s", r.State)
		}
	}
}

func TestRowsAreThoseOfARun(t *testing.T) {
	s := open(t, t.TempDir())
	id := made(t, s, "", "", "refs.bib", entries)
	_, stop := worker(t, s)
	defer stop()
	r := ended(t, s, "", id)
	if r.State != Done || r.Announced != 3 || r.Settled != 3 {
		t.Fatalf("%+v", r)
	}
	var got, want bytes.Buffer
	if err := s.Report(t.Context(), &r, &got); err != nil {
		t.Fatal(err)
	}
	lines, _ := report.New("jsonl", &want, report.Options{})
	labels, _ := run.Scheme(judge.Codes)
	direct := run.New(offline(t),
		run.Options{Version: "test", Jobs: 1, Today: run.Day(time.Now()), Labels: labels, FailOn: report.DefaultFailOn})
	defer direct.Close()
	if _, err := direct.Check(t.Context(),
		run.Inputs{Names: []string{"refs.bib"}, Bytes: map[string][]byte{"refs.bib": []byte(entries)}}, lines); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Errorf("the report is\n%s\nand of check itself\n%s", got.String(), want.String())
	}
}

func TestFindings(t *testing.T) {
	s := open(t, t.TempDir())
	id := made(t, s, "", "", "refs.bib", entries)
	_, stop := worker(t, s)
	defer stop()
	ended(t, s, "", id)
	for _, tc := range []struct {
		name string
		f    Filter
		want string
	}{
		{"all", Filter{}, "right wrong odd"},
		{"gravest first", Filter{Gravest: true}, "wrong odd right"},
		{"outcome", Filter{Outcome: "verified"}, "right"},
		{"code", Filter{Code: "H4"}, "wrong"},
		{"another code", Filter{Code: "H1"}, ""},
		{"words", Filter{Words: "ATTENTION need"}, "right wrong"},
		{"signs of a pattern", Filter{Words: "100%"}, "odd"},
		{"signs of a pattern that match nothing", Filter{Words: "a%n"}, ""},
		{"underscores", Filter{Words: "_time_"}, "odd"},
		{"file", Filter{File: "other.bib"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			list, err := s.Findings(t.Context(), id, tc.f, 0, 10)
			if err != nil {
				t.Fatal(err)
			}
			var keys []string
			for _, item := range list {
				f, err := item.Finding()
				if err != nil {
					t.Fatal(err)
				}
				keys = append(keys, f.Key)
			}
			if got := strings.Join(keys, " "); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
	page, err := s.Findings(t.Context(), id, Filter{}, 1, 1)
	if err != nil || len(page) != 1 {
		t.Fatal(page, err)
	}
	if f, _ := page[0].Finding(); f.Key != "wrong" {
		t.Errorf("the second is %q", f.Key)
	}
}

// TestFollowing follows a run: every row comes once per change.
func TestFollowing(t *testing.T) {
	s := open(t, t.TempDir())
	id := made(t, s, "", "", "refs.bib", entries)
	_, stop := worker(t, s)
	defer stop()
	seen := map[string]string{}
	last, over := int64(0), false
	for !over {
		changed := s.Changed(id)
		r, err := s.Get(t.Context(), "", id)
		if err != nil {
			t.Fatal(err)
		}
		over = r.State.Over()
		list, err := s.After(t.Context(), id, last, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range list {
			if item.Number <= last || seen[item.ID] == string(item.Body) {
				t.Errorf("row %s comes twice", item.ID)
			}
			last, seen[item.ID], over = item.Number, string(item.Body), false
		}
		if len(list) == 0 && !over {
			<-changed
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d rows", len(seen))
	}
}

// TestRestart ends a worker before its run is done: the next one completes it, and a follower sees no row twice.
func TestRestart(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	id := made(t, s, "", "", "refs.bib", entries)
	r, err := s.begin(t.Context(), id)
	if err != nil || r.ID != id {
		t.Fatal(r, err)
	}
	// A process that stored two rows and was killed.
	ctx, cancel := context.WithCancel(t.Context())
	rows, err := s.newRecorder(ctx, id, false)
	if err != nil {
		t.Fatal(err)
	}
	in, err := s.inputs(&r)
	if err != nil {
		t.Fatal(err)
	}
	labels, _ := run.Scheme(judge.Codes)
	n := 0
	direct := run.New(offline(t),
		run.Options{Version: "test", Jobs: 1, Today: run.Day(time.Now()), Labels: labels,
			FailOn: report.DefaultFailOn, Watch: run.Watch{
				Checking: rows.announce, Settled: func(f report.Finding) {
					if n++; n <= 2 {
						rows.settled(f)
					} else {
						cancel()
					}
				}}})
	_, _ = direct.Check(ctx, in, rows)
	direct.Close()
	before, err := s.After(t.Context(), id, 0, 10)
	if err != nil || len(before) != 2 {
		t.Fatalf("%d rows before, %v", len(before), err)
	}
	_ = s.Close()

	s = open(t, folder)
	_, stop := worker(t, s)
	defer stop()
	done := ended(t, s, "", id)
	if done.State != Done || done.Settled != 3 {
		t.Fatalf("%+v", done)
	}
	after, err := s.After(t.Context(), id, before[1].Number, 10)
	if err != nil || len(after) != 2 { // the third, and the second, which now knows that the first cites the same work
		t.Errorf("%d rows after, %v", len(after), err)
	}
	all, err := s.Findings(t.Context(), id, Filter{}, 0, 10)
	if err != nil || len(all) != 3 {
		t.Errorf("%d rows in all, %v", len(all), err)
	}
}

func TestOwners(t *testing.T) {
	s := open(t, t.TempDir())
	id := made(t, s, "ann", "", "refs.bib", entries)
	if _, err := s.Get(t.Context(), "bob", id); !errors.Is(err, ErrNone) {
		t.Errorf("another's run: %v", err)
	}
	if err := s.Delete(t.Context(), "bob", id); !errors.Is(err, ErrNone) {
		t.Errorf("another deletes it: %v", err)
	}
	if err := s.Cancel(t.Context(), "bob", id); !errors.Is(err, ErrNone) {
		t.Errorf("another cancels it: %v", err)
	}
	if list, err := s.List(t.Context(), "bob", "", time.Time{}, 10); err != nil || len(list) != 0 {
		t.Errorf("another lists %v, %v", list, err)
	}
	if list, err := s.List(t.Context(), "ann", "", time.Time{}, 10); err != nil || len(list) != 1 {
		t.Errorf("the owner lists %v, %v", list, err)
	}
	if n, err := s.Load(t.Context(), "ann"); err != nil || n.Waiting != 1 || n.Queue < 1 || n.Disk == 0 {
		t.Errorf("%d wait, %v", n, err)
	}
}

func TestOnce(t *testing.T) {
	s := open(t, t.TempDir())
	first := made(t, s, "ann", "key", "refs.bib", entries)
	if again := made(t, s, "ann", "key", "refs.bib", entries); again != first {
		t.Error("the same key made another run")
	}
	if other := made(t, s, "bob", "key", "refs.bib", entries); other == first {
		t.Error("the key of another person made the same run")
	}
	one := made(t, s, "ann", "", "refs.bib", entries)
	if made(t, s, "ann", "", "refs.bib", entries) == one {
		t.Error("without a key one run was made of two requests")
	}
}

func TestUploads(t *testing.T) {
	s := open(t, t.TempDir())
	if _, _, err := s.Save(t.Context(), strings.NewReader("abc"), 2); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	digest, size, err := s.Save(t.Context(), strings.NewReader("abc"), 3)
	if err != nil || size != 3 {
		t.Fatal(size, err)
	}
	if got, err := s.Content(digest); err != nil || string(got) != "abc" {
		t.Errorf("%q, %v", got, err)
	}
	for _, name := range []string{"", "../runs.sqlite", strings.Repeat("0", 64), digest + "/.."} {
		if _, err := s.Content(name); !errors.Is(err, ErrNone) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := os.WriteFile(s.path(digest), []byte("abd"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(digest); err == nil {
		t.Error("a damaged upload is given")
	}
}

// TestDeleting: deleting a run immediately deletes the uploads that no other run uses.
func TestDeleting(t *testing.T) {
	s := open(t, t.TempDir())
	gone, stays := made(t, s, "", "", "a.bib", entries), made(t, s, "", "", "b.bib", "@misc{x}")
	record, err := s.Get(t.Context(), "", gone)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), "", gone); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(record.Inputs[0].Digest); !errors.Is(err, ErrNone) {
		t.Errorf("the upload of a deleted run: %v", err)
	}
	record, err = s.Get(t.Context(), "", stays)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(record.Inputs[0].Digest); err != nil {
		t.Errorf("the upload of another run: %v", err)
	}
	if err := s.Expire(t.Context(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), "", stays); err != nil {
		t.Error("a run that waits has expired")
	}
}

func TestCancelling(t *testing.T) {
	s := open(t, t.TempDir())
	id := made(t, s, "", "", "refs.bib", entries)
	if err := s.Cancel(t.Context(), "", id); err != nil {
		t.Fatal(err)
	}
	_, stop := worker(t, s)
	defer stop()
	if r := ended(t, s, "", id); r.State != Cancelled {
		t.Errorf("%s", r.State)
	}
}

func TestFailing(t *testing.T) {
	s := open(t, t.TempDir())
	_, stop := worker(t, s)
	defer stop()
	for name, content := range map[string]string{"empty.txt": "", "bad.pdf": "%PDF-1.4\nnonsense"} {
		r := ended(t, s, "", made(t, s, "", "", name, content))
		if r.State != Failed || !strings.Contains(r.Error, name) && r.Error != errNothing.Error() {
			t.Errorf("%s: %s, %q", name, r.State, r.Error)
		}
	}
}

func TestReviews(t *testing.T) {
	s := open(t, t.TempDir())
	id := made(t, s, "", "", "refs.bib", entries)
	_, stop := worker(t, s)
	defer stop()
	ended(t, s, "", id)
	list, err := s.Findings(t.Context(), id, Filter{}, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	finding := list[1].ID
	if err := s.Decide(t.Context(), id, Review{Finding: "none", Decision: Confirm}); !errors.Is(err, ErrNone) {
		t.Errorf("a decision about nothing: %v", err)
	}
	for _, d := range []Decision{Confirm, Dispute} {
		if err := s.Decide(t.Context(), id, Review{Finding: finding, Decision: d, Reason: "for a reason"}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Reviews(t.Context(), id)
	if err != nil || len(got) != 1 || got[finding].Decision != Dispute || got[finding].Reason != "for a reason" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := s.Decide(t.Context(), id, Review{Finding: finding, Field: "pages", Decision: Dismiss}); !errors.Is(err,
		ErrRefused) {
		t.Errorf("a decision about a field of which nothing is said: %v", err)
	}
	if err := s.Decide(t.Context(), id, Review{Finding: finding, Field: "year", Decision: Dismiss}); err != nil {
		t.Fatal(err)
	}
	one := Review{}
	if got, err := s.Reviews(t.Context(), id); err == nil {
		one = got[finding]
	}
	if one.Decision != Dispute || one.Of("year") != Dismiss || one.Of("title") != Dispute ||
		one.Wants("year", "", false) || one.Wants("volume", "year", false) || !one.Wants("title", "", false) ||
		one.Wants("title", "", true) {
		t.Errorf("%+v", one)
	}
	if err := s.Decide(t.Context(), id, Review{Finding: finding, Decision: Confirm}); err != nil {
		t.Fatal(err)
	}
	if got, _ := s.Reviews(t.Context(), id); len(got[finding].Fields) != 0 || got[finding].Decision != Confirm {
		t.Errorf("a decision about all, and still %+v", got)
	}
	if err := s.Decide(t.Context(), id, Review{Finding: finding}); err != nil {
		t.Fatal(err)
	}
	if got, _ := s.Reviews(t.Context(), id); len(got) != 0 {
		t.Errorf("taken back, and still %+v", got)
	}
	for _, hostile := range []Review{{Finding: "\x00"}, {Finding: "\xff"}, {Finding: finding, Field: "\x00\xff"}} {
		if err := s.Decide(t.Context(), id, hostile); err != nil {
			t.Errorf("%q: %v", hostile.Finding, err)
		}
	}
	parallel.Each(32, 8, func(i int) {
		one := Review{Finding: finding, Decision: []Decision{Dismiss, Confirm}[i%2], Reason: "\xff\x00" + strconv.Itoa(i)}
		if i%4 > 1 {
			one.Field = "year"
		}
		if err := s.Decide(t.Context(), id, one); err != nil {
			t.Errorf("at the same time as others: %v", err)
		}
	})
}

// server is the address of the server that the tests use, "" for SQLite.
var server string

// newDatabase returns the address of the database that belongs to a folder.
func newDatabase(t *testing.T, folder string) string {
	t.Helper()
	if server == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(folder))
	name := "t" + hex.EncodeToString(sum[:8])
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var there bool
	if err := db.QueryRow("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil {
		t.Fatal(err)
	}
	if !there {
		if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Replace(server, "/postgres?", "/"+name+"?", 1)
}

// TestOnPostgreSQL runs every test on the other database.
func TestOnPostgreSQL(t *testing.T) {
	server = testenv.Postgres(t)
	defer func() { server = "" }()
	for name, test := range map[string]func(*testing.T){
		"rows": TestRowsAreThoseOfARun, "findings": TestFindings, "following": TestFollowing, "restart": TestRestart,
		"owners": TestOwners, "once": TestOnce,
		"deleting": TestDeleting, "people": TestPeople, "passes": TestPasses, "shares": TestShares,
		"cancelling": TestCancelling, "reviews": TestReviews,
		"two processes": TestTwoProcesses, "saved by another": TestSavedByAnother, "pages": TestPages,
		"retention": TestRetention, "abandoned": TestAbandoned, "bin": TestBinAttacks, "room": TestEmptyBinOf,
		"venues": TestVenues, "papers": TestPapers, "order of papers": TestPaperOrder, "versions": TestVersions,
		"triage": TestTriage, "two chairs": TestTwoChairs, "areas": TestAreas, "members": TestMembers, "log": TestLog,
		"papers are runs": TestPapersAreRuns, "odd words": TestOddWords, "export": TestExport, "venue's runs": TestVenueRuns,
		"rejudged": TestRejudged, "doubtful": TestDoubtfulAtADesk,
		"older rows": TestDoubtfulMigration, "another folder": TestAnotherFolder,
	} {
		t.Run(name, test)
	}
}

// TestAnotherFolder: a process with another folder than the others of its database says so and does nothing; with
// theirs, or while no run has a file, it opens.
func TestAnotherFolder(t *testing.T) {
	if server == "" {
		return // SQLite is in the folder itself
	}
	folder, other := t.TempDir(), t.TempDir()
	opened := func(place string) error {
		s, err := Open(t.Context(), place, newDatabase(t, folder), slog.New(slog.DiscardHandler))
		if err == nil {
			_ = s.Close()
		}
		return err
	}
	s := open(t, folder)
	if err := opened(other); err != nil {
		t.Errorf("without a run: %v", err)
	}
	made(t, s, "", "", "refs.txt", "some text")
	if err := opened(other); err == nil || !strings.Contains(err.Error(), "has none of the files") {
		t.Errorf("another folder: %v", err)
	}
	if err := opened(folder); err != nil {
		t.Error(err)
	}
}

// TestTooMany ends a run with too many references, and one that takes too long.
func TestTooMany(t *testing.T) {
	s := open(t, t.TempDir())
	w, stop := worker(t, s)
	defer stop()
	w.MaxReferences = 2
	if r := ended(t, s, "", made(t, s, "", "", "refs.bib", entries)); r.State != Failed ||
		!strings.Contains(r.Error, "more than 2 references") {
		t.Errorf("%s: %s", r.State, r.Error)
	}
	w.MaxReferences, w.MaxTime = 3, time.Nanosecond
	if r := ended(t, s, "", made(t, s, "", "", "refs.bib", entries+" ")); r.State != Failed ||
		!strings.Contains(r.Error, "longer than 1ns") {
		t.Errorf("%s: %s", r.State, r.Error)
	}
	w.MaxTime = time.Hour
	if r := ended(t, s, "", made(t, s, "", "", "refs.bib", entries+"  ")); r.State != Done {
		t.Errorf("%s: %s", r.State, r.Error)
	}
}

// TestPages ends the runs of a person over the daily limit of PDF pages, whether or not runs were deleted, and
// no one else's.
func TestPages(t *testing.T) {
	s := open(t, t.TempDir())
	w, stop := worker(t, s)
	defer stop()
	w.MaxPages = 3
	paper := string(pdftest.Build(
		pdftest.Page{Texts: []pdftest.Text{{X: 72, Y: 760, Size: 16, Bold: true, Text: "On Forests"},
			{X: 72, Y: 720, Text: "Much of what is known of forests is told in a paper [1]."}}},
		pdftest.Page{Texts: []pdftest.Text{
			{X: 72, Y: 700, Size: 14, Bold: true, Text: "References"},
			{X: 72, Y: 680, Text: "[1] Y. LeCun, Y. Bengio, and G. Hinton. Deep learning. Nature, 521:436-444, 2015."},
			{X: 72, Y: 668, Text: "[2] L. Breiman. Random forests. Machine Learning, 45:5-32, 2001."},
		}}))
	first := made(t, s, "ann", "", "a.pdf", paper)
	if r := ended(t, s, "ann", first); r.State != Done {
		t.Fatalf("%s: %s", r.State, r.Error)
	}
	if err := s.Delete(t.Context(), "ann", first); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.pdf", "c.pdf"} { // the one that exceeds the limit, and one that does not begin
		if r := ended(t, s, "ann", made(t, s, "ann", "", name, paper)); r.State != Failed ||
			!strings.Contains(r.Error, "read 3 pages of PDFs today") {
			t.Errorf("%s: %s: %s", name, r.State, r.Error)
		}
	}
	if r := ended(t, s, "bob", made(t, s, "bob", "", "a.pdf", paper)); r.State != Done {
		t.Errorf("another person's: %s: %s", r.State, r.Error)
	}
	if n, err := s.pagesToday(t.Context(), "ann"); err != nil || n != 4 {
		t.Errorf("%d pages, %v", n, err)
	}
	if _, err := s.db.ExecContext(t.Context(), "UPDATE pages_read SET day = day - 1"); err != nil {
		t.Fatal(err)
	}
	if r := ended(t, s, "ann", made(t, s, "ann", "", "d.pdf", paper)); r.State != Done {
		t.Errorf("the next day: %s: %s", r.State, r.Error)
	}
}

// TestReadDecision: the former words are read as their replacements.
func TestReadDecision(t *testing.T) {
	for word, want := range map[string]Decision{"": "", "confirm": Confirm, "dismiss": Dismiss, "unsure": Unsure,
		"dispute": Dispute, "accept": Confirm, "reject": Dismiss} {
		if got, err := ReadDecision(word); err != nil || got != want {
			t.Errorf("%q is %q, %v", word, got, err)
		}
	}
	if _, err := ReadDecision("nonsense"); !errors.Is(err, ErrRefused) {
		t.Errorf("nonsense: %v", err)
	}
}
