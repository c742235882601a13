package web

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/runs"
)

// deskStatus gives the status of an error of a desk, 0 for one of another kind.
func deskStatus(err error) int {
	switch {
	case errors.Is(err, runs.ErrChanged):
		return http.StatusConflict
	case errors.Is(err, runs.ErrRole):
		return http.StatusForbidden
	case errors.Is(err, runs.ErrRefused):
		return http.StatusUnprocessableEntity
	}
	return 0
}

// deskText says what a person can do about an error of a desk.
func deskText(err error) string {
	if errors.Is(err, runs.ErrChanged) {
		return "Somebody has changed this since you loaded the page. Go back, load it again, and decide anew: nothing of yours was kept."
	}
	return err.Error()
}

// pageOf gives the number of the page that a request wants, from 0.
func pageOf(r *http.Request) int {
	page, _ := strconv.Atoi(r.FormValue("page"))
	return min(max(page, 0), 1<<20)
}

// noted gives the note of a form, and what its sender had seen when it was sent.
func noted(value func(string) string, field string) (note string, seen int64, err error) {
	if note = value("note"); len(note) > reasonMax {
		return "", 0, refused(http.StatusUnprocessableEntity, "a note has at most %d letters", reasonMax)
	}
	if seen, err = strconv.ParseInt(value(field), 10, 64); err != nil {
		return "", 0, refused(http.StatusUnprocessableEntity, "%s: take it from the page", field)
	}
	return note, seen, nil
}

// backTo gives the address that a form names, when it is below a page.
func backTo(to, page string) string {
	if to = local(to); to == page || strings.HasPrefix(to, page+"?") || strings.HasPrefix(to, page+"/finding?") {
		return to
	}
	return page
}

// anchor names a finding within a page.
func anchor(id string) string { return "f-" + url.QueryEscape(id) }
