package web

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/runs"
)

const tokenLasts = 365 * 24 * time.Hour

const labelMax = 100

// showSettings shows the page, with a new token, or why a form was refused.
func (s *server) showSettings(w http.ResponseWriter, r *http.Request, made, refusal string) error {
	person := owner(r.Context())
	defaults, err := s.store.Defaults(r.Context(), person)
	if err != nil {
		return err
	}
	tokens, err := s.store.Tokens(r.Context(), person)
	if err != nil {
		return err
	}
	return show(w, "settings", map[string]any{
		"Title": "Settings", "Choices": s.opt.Offers.Choices(&defaults), "Tokens": tokens, "Made": made,
		"Refusal": refusal, "Label": r.PostForm.Get("label"), "TokenDays": int(tokenLasts.Hours() / 24), "Person": person,
	})
}

func (s *server) keepDefaults(w http.ResponseWriter, r *http.Request) error {
	g, err := s.fields(w, r)
	if err != nil {
		return err
	}
	if err := s.allowed(&g.options); err != nil {
		return err
	}
	if err := s.store.SetDefaults(r.Context(), owner(r.Context()), g.options); err != nil {
		return err
	}
	return seeOther(w, r, "/settings")
}

const smallForm = 4 * fieldMax

// posted returns the values of a form of limited size.
func posted(w http.ResponseWriter, r *http.Request, most int64) (func(string) string, error) {
	r.Body = http.MaxBytesReader(w, r.Body, most)
	if err := r.ParseForm(); err != nil {
		return nil, broken(err)
	}
	return func(name string) string { return strings.ToValidUTF8(r.PostForm.Get(name), "\uFFFD") }, nil
}

// newPassword changes the user's password, and ends the other sessions.
func (s *server) newPassword(w http.ResponseWriter, r *http.Request) error {
	value, err := posted(w, r, smallForm)
	if err != nil {
		return err
	}
	name := owner(r.Context())
	again := func(text string) error { return s.showSettings(w, r, "", text) }
	if err := s.checkPassword(r, name, value("old")); err != nil {
		return s.retry(w, r, err, again)
	}
	if err := s.store.AddPerson(r.Context(), name, value("new")); err != nil {
		return s.retry(w, r, refused(http.StatusUnprocessableEntity, "%v", err), again)
	}
	return s.startSession(w, r, name, "/settings")
}

func (s *server) newToken(w http.ResponseWriter, r *http.Request) error {
	value, err := posted(w, r, smallForm)
	if err != nil {
		return err
	}
	label := strings.TrimSpace(value("label"))
	if label == "" || len(label) > labelMax {
		err := refused(http.StatusUnprocessableEntity, "Say in at most %d letters what the token is for.", labelMax)
		return s.retry(w, r, err, func(text string) error { return s.showSettings(w, r, "", text) })
	}
	pass, err := s.store.NewToken(r.Context(), owner(r.Context()), strings.ReplaceAll(label, "\x00", ""), tokenLasts)
	if err != nil {
		return err
	}
	return s.showSettings(w, r, pass, "")
}

func (s *server) endToken(w http.ResponseWriter, r *http.Request) error {
	value, err := posted(w, r, smallForm)
	if err != nil {
		return err
	}
	err = s.store.EndToken(r.Context(), owner(r.Context()), value("token"))
	if err != nil && !errors.Is(err, runs.ErrNone) {
		return err
	}
	return seeOther(w, r, "/settings")
}
