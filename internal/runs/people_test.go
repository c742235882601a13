package runs

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestPeople(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	for name, password := range map[string]string{"": "long enough", "a b": "long enough", "../x": "long enough",
		"ann": "short", strings.Repeat("x", 65): "long enough"} {
		if err := s.AddPerson(ctx, name, password); err == nil {
			t.Errorf("%q with %q is taken", name, password)
		}
	}
	if err := s.AddPerson(ctx, "ann", "correct horse"); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, password string
		want           error
	}{{"ann", "correct horse", nil}, {"ann", "correct horsf", ErrPassword}, {"ann", "", ErrPassword},
		{"bob", "correct horse", ErrPassword}, {"", "", ErrPassword}} {
		if err := s.Password(ctx, tc.name, tc.password); !errors.Is(err, tc.want) {
			t.Errorf("%s, %q: %v", tc.name, tc.password, err)
		}
	}
	if opens(nobody, "") || opens("", "") || opens("$argon2id$v=19$m=1,t=1,p=1$$", "") {
		t.Error("what is no secret opens")
	}
	id := made(t, s, "ann", "", "a.bib", entries)
	if err := s.RemovePerson(ctx, "bob"); !errors.Is(err, ErrNone) {
		t.Errorf("removing nobody: %v", err)
	}
	if err := s.RemovePerson(ctx, "ann"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(ctx, "ann", id); !errors.Is(err, ErrNone) {
		t.Error("the runs of somebody who is removed stay")
	}
}

func TestPasses(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	if _, err := s.NewSession(ctx, "ann", time.Hour); !errors.Is(err, ErrNone) {
		t.Errorf("a session of nobody: %v", err)
	}
	if err := s.AddPerson(ctx, "ann", "correct horse"); err != nil {
		t.Fatal(err)
	}
	session, err := s.NewSession(ctx, "ann", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	token, err := s.NewToken(ctx, "ann", "script", Decides, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	old, err := s.NewToken(ctx, "ann", "old", Reads, -time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if who, err := s.Session(ctx, session); who != "ann" || err != nil {
		t.Errorf("the session is of %q, %v", who, err)
	}
	if who, _, err := s.Token(ctx, token); who != "ann" || err != nil {
		t.Errorf("the token is of %q, %v", who, err)
	}
	for _, pass := range []string{"", token, old, digested(session)} {
		if who, err := s.Session(ctx, pass); !errors.Is(err, ErrNone) {
			t.Errorf("%q is a session of %q", pass, who)
		}
	}
	for _, pass := range []string{"", session, old, digested(token)} {
		if who, _, err := s.Token(ctx, pass); !errors.Is(err, ErrNone) {
			t.Errorf("%q is a token of %q", pass, who)
		}
	}
	if err := s.AddPerson(ctx, "ann", "another horse"); err != nil { // another password
		t.Fatal(err)
	}
	if _, err := s.Session(ctx, session); !errors.Is(err, ErrNone) {
		t.Error("the session outlasts the password")
	}
	if _, _, err := s.Token(ctx, token); err != nil {
		t.Error("the token does not outlast the password")
	}
}

func TestShares(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	id := made(t, s, "ann", "", "a.bib", entries)
	if _, err := s.Share(ctx, "bob", id, time.Hour); !errors.Is(err, ErrNone) {
		t.Errorf("another shares it: %v", err)
	}
	pass, err := s.Share(ctx, "ann", id, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	old, err := s.Share(ctx, "ann", id, -time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := s.Shared(ctx, pass); err != nil || r.ID != id {
		t.Errorf("shared is %s, %v", r.ID, err)
	}
	for _, wrong := range []string{"", id, old, digested(pass)} {
		if _, err := s.Shared(ctx, wrong); !errors.Is(err, ErrNone) {
			t.Errorf("%q shares it: %v", wrong, err)
		}
	}
	if n, err := s.Shares(ctx, id); n != 1 || err != nil {
		t.Errorf("%d shares, %v", n, err)
	}
	if err := s.Unshare(ctx, "bob", id); !errors.Is(err, ErrNone) {
		t.Errorf("another ends the share: %v", err)
	}
	if err := s.Unshare(ctx, "ann", id); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Shared(ctx, pass); !errors.Is(err, ErrNone) {
		t.Error("the share outlasts its end")
	}
}
