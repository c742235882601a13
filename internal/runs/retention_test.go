package runs

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestRetention deletes old finished runs with their uploads, but no upload that another run has.
func TestRetention(t *testing.T) {
	s := open(t, t.TempDir())
	old, waits := made(t, s, "ann", "", "a.bib", entries), made(t, s, "ann", "", "b.bib", "@misc{waits}")
	shares := made(t, s, "bob", "", "c.bib", "@misc{both}")
	other := made(t, s, "ann", "", "c.bib", "@misc{both}")
	for _, id := range []string{old, other} {
		if err := s.finish(t.Context(), id, Done, ""); err != nil {
			t.Fatal(err)
		}
	}
	digest := map[string]string{}
	for id, owner := range map[string]string{old: "ann", waits: "ann", shares: "bob", other: "ann"} {
		r, err := s.Get(t.Context(), owner, id)
		if err != nil {
			t.Fatal(err)
		}
		digest[id] = r.Inputs[0].Digest
	}
	if err := s.Expire(t.Context(), time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for id, kept := range map[string]bool{old: false, waits: true, shares: true, other: true} {
		_, err := s.Content(digest[id])
		if kept && err != nil || !kept && !errors.Is(err, ErrNone) {
			t.Errorf("upload %.12s, which should be kept: %t: %v", digest[id], kept, err)
		}
	}
	if _, err := s.Get(t.Context(), "ann", other); !errors.Is(err, ErrNone) {
		t.Errorf("an old run is there: %v", err)
	}
	if left, err := os.ReadDir(s.uploads); err != nil || len(left) != 2 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestAbandoned: uploads without a run, and leftovers of a killed process, are deleted at the next upload.
func TestAbandoned(t *testing.T) {
	s := open(t, t.TempDir())
	digest, _, err := s.Save(t.Context(), strings.NewReader("came to nothing"), 100)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]time.Duration{".upload-old": 2 * unusedFor, ".upload-new": 0}
	for name, age := range parts {
		file := filepath.Join(s.uploads, name)
		if err := os.WriteFile(file, []byte("part"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(digest); err != nil {
		t.Errorf("an upload whose run may yet be made: %v", err)
	}
	if _, err := s.db.ExecContext(t.Context(), "UPDATE uploads SET created = 0"); err != nil {
		t.Fatal(err)
	}
	s.swept.Store(0)
	if _, _, err := s.Save(t.Context(), strings.NewReader("the next"), 100); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(digest); !errors.Is(err, ErrNone) {
		t.Errorf("an abandoned upload: %v", err)
	}
	for name, age := range parts {
		if _, err := os.Stat(filepath.Join(s.uploads, name)); (err == nil) != (age == 0) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTwoProcesses saves, uses and deletes the same few contents in two stores over one folder at the same
// time: a saved upload stays until its run is deleted.
func TestTwoProcesses(t *testing.T) {
	folder := t.TempDir()
	stores := []*Store{open(t, folder), open(t, folder)}
	var all sync.WaitGroup
	for n := range 4 {
		s := stores[n%2]
		owner := strconv.Itoa(n)
		all.Go(func() {
			for round := range 25 {
				content := strconv.Itoa(round % 3)
				digest, size, err := s.Save(t.Context(), strings.NewReader(content), 100)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.Content(digest); err != nil {
					t.Errorf("saved: %v", err)
				}
				id, err := s.Create(t.Context(), owner, "", []Input{{Name: "x", Digest: digest, Size: size}}, Options{})
				if err != nil {
					t.Errorf("no run of what was saved: %v", err)
					return
				}
				if _, err := s.Content(digest); err != nil {
					t.Errorf("of a run: %v", err)
				}
				if err := s.Delete(t.Context(), owner, id); err != nil {
					t.Errorf("not deleted: %v", err)
				}
			}
		})
	}
	all.Wait()
	if left, err := os.ReadDir(stores[0].uploads); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestSavedByAnother: what one process has saved for a run stays when another one deletes its run with
// the same content.
func TestSavedByAnother(t *testing.T) {
	folder := t.TempDir()
	one, other := open(t, folder), open(t, folder)
	id := made(t, one, "ann", "", "a.bib", entries)
	digest, size, err := other.Save(t.Context(), strings.NewReader(entries), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	made(t, one, "ann", "again", "a.bib", entries)
	if err := one.Delete(t.Context(), "ann", id); err != nil {
		t.Fatal(err)
	}
	again, err := one.List(t.Context(), "ann", "", time.Time{}, 1)
	if err != nil || len(again) != 1 {
		t.Fatal(again, err)
	}
	if err := one.Delete(t.Context(), "ann", again[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Content(digest); err != nil {
		t.Fatalf("what another process has saved: %v", err)
	}
	id, err = other.Create(t.Context(), "bob", "", []Input{{Name: "b.bib", Digest: digest, Size: size}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Delete(t.Context(), "bob", id); err != nil {
		t.Fatal(err)
	}
	if _, err := one.Content(digest); !errors.Is(err, ErrNone) {
		t.Errorf("the upload of no run: %v", err)
	}
}

// A deleted run is gone for its owner, comes back on undo, and is gone for good afterwards.
func TestBin(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	id := made(t, s, "ann", "once", "a.bib", "@misc{a}")
	if err := s.Bin(ctx, "bob", id); !errors.Is(err, ErrNone) {
		t.Errorf("somebody else deletes it: %v", err)
	}
	pass, err := s.Share(ctx, "ann", id, time.Hour)
	if err == nil {
		err = s.Bin(ctx, "ann", id)
	}
	if err != nil {
		t.Fatal(err)
	}
	gone := func() {
		t.Helper()
		if _, err := s.Get(ctx, "ann", id); !errors.Is(err, ErrNone) {
			t.Errorf("it can still be read: %v", err)
		}
		if list, err := s.List(ctx, "ann", "", time.Time{}, 9); err != nil || len(list) != 0 {
			t.Errorf("it is still listed: %v, %v", list, err)
		}
		if _, err := s.Shared(ctx, pass); !errors.Is(err, ErrNone) {
			t.Errorf("its link still holds: %v", err)
		}
	}
	gone()
	again := made(t, s, "ann", "once", "a.bib", "@misc{a}") // its key is free again
	if err := s.Delete(ctx, "ann", again); err != nil || again == id {
		t.Error(again, err)
	}
	if err := s.Restore(ctx, "bob", id); !errors.Is(err, ErrNone) {
		t.Errorf("somebody else restores it: %v", err)
	}
	if r, err := s.Binned(ctx, "ann", id); err != nil || r.Name() != "a.bib" {
		t.Error(r.Name(), err)
	}
	if err := s.EmptyBin(ctx, time.Now().Add(-InBin)); err != nil {
		t.Fatal(err)
	}
	if err := s.Restore(ctx, "ann", id); err != nil {
		t.Fatal(err)
	}
	r, err := s.Get(ctx, "ann", id)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.EmptyBin(ctx, time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(r.Inputs[0].Digest); err != nil {
		t.Errorf("what was restored is deleted: %v", err)
	}
	if err := s.Bin(ctx, "ann", id); err != nil {
		t.Fatal(err)
	}
	if err := s.EmptyBin(ctx, time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	gone()
	if _, err := s.Content(r.Inputs[0].Digest); !errors.Is(err, ErrNone) {
		t.Errorf("its file is still there: %v", err)
	}
	if err := s.Restore(ctx, "ann", id); !errors.Is(err, ErrNone) {
		t.Errorf("it comes back: %v", err)
	}
}

// TestBinAttacks: a bin is no room beside that of a person, no way back for the next of his name, and no link leads
// into it.
func TestBinAttacks(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	if err := s.AddPerson(ctx, "ann", "correct horse"); err != nil {
		t.Fatal(err)
	}
	id := made(t, s, "ann", "", "a.bib", entries)
	before, err := s.Load(ctx, "ann")
	if err != nil || before.Disk == 0 {
		t.Fatal(before, err)
	}
	if err := s.Bin(ctx, "ann", id); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Load(ctx, "ann"); err != nil || now.Disk != before.Disk {
		t.Errorf("what can be restored takes no room: %+v, %v", now, err)
	}
	if _, err := s.db.ExecContext(ctx, "INSERT INTO shares (digest, run, created, expires) VALUES ($1, $2, $3, $4)",
		digested("late"), id, now(), now()+InBin.Milliseconds()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Shared(ctx, "late"); !errors.Is(err, ErrNone) {
		t.Errorf("a link that was made while the run was deleted holds: %v", err)
	}
	if _, err := s.Share(ctx, "ann", id, time.Hour); !errors.Is(err, ErrNone) {
		t.Errorf("a link to a deleted run: %v", err)
	}
	if err := s.Restore(ctx, "ann", id); err != nil {
		t.Error(err)
	}
	if err := s.Bin(ctx, "ann", id); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.ExecContext(ctx, "UPDATE runs SET deleted = $1 WHERE id = $2",
		now()-InBin.Milliseconds()-1, id); err != nil {
		t.Fatal(err)
	}
	_, binned := s.Binned(ctx, "ann", id)
	for what, err := range map[string]error{"it is shown": binned, "it comes back": s.Restore(ctx, "ann", id)} {
		if !errors.Is(err, ErrNone) {
			t.Errorf("after an hour %s: %v", what, err)
		}
	}
	other := made(t, s, "ann", "", "b.bib", "@misc{b}")
	if err := s.Bin(ctx, "ann", other); err != nil {
		t.Fatal(err)
	}
	if err := s.RemovePerson(ctx, "ann"); err != nil {
		t.Fatal(err)
	}
	if err := s.AddPerson(ctx, "ann", "another person"); err != nil {
		t.Fatal(err)
	}
	if err := s.Restore(ctx, "ann", other); !errors.Is(err, ErrNone) {
		t.Errorf("the next ann restores what the one before deleted: %v", err)
	}
	if now, err := s.Load(ctx, "ann"); err != nil || now.Disk != 0 {
		t.Errorf("%+v, %v", now, err)
	}
}

// TestEmptyBinOf makes room of what an owner has deleted, and of nothing else.
func TestEmptyBinOf(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	kept, gone := made(t, s, "ann", "", "a.bib", entries), made(t, s, "ann", "", "b.bib", "@misc{b}")
	bobs := made(t, s, "bob", "", "c.bib", "@misc{c}")
	for owner, id := range map[string]string{"ann": gone, "bob": bobs} {
		if err := s.Bin(ctx, owner, id); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []bool{true, false} {
		if emptied, err := s.EmptyBinOf(ctx, "ann"); err != nil || emptied != want {
			t.Error(emptied, err)
		}
	}
	if err := s.Restore(ctx, "ann", gone); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if err := s.Restore(ctx, "bob", bobs); err != nil {
		t.Error(err)
	}
	if _, err := s.Get(ctx, "ann", kept); err != nil {
		t.Error(err)
	}
}
