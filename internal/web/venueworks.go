package web

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// errReader refuses changes by a reader of a venue.
var errReader = refused(http.StatusForbidden, "Readers of a venue change nothing.")

// sharedWork is a work that several papers cite wrongly in the same way, as a page
// shows it.
type sharedWork struct {
	runs.CitedWork
	Article template.HTML
	Undone  int    // findings that the user has not reviewed
	Names   string // of the findings, for the form
}

// worksPage lists the works that several papers of a venue cite wrongly in the same way.
func (s *server) worksPage(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	list, years, err := d.Works(r.Context())
	if err != nil {
		return err
	}
	var works []sharedWork
	decided := 0
	for i := range list {
		one := sharedWork{CitedWork: list[i], Undone: list[i].Open(d.Person)}
		if one.Undone == 0 {
			decided++
			continue
		}
		if len(works) == shownWorks {
			break
		}
		shown, err := s.articleAt(addressOf(d, one.Findings[0].Paper), &one.Finding)
		if err != nil {
			return err
		}
		one.Article = shown.Article
		for _, f := range one.Findings {
			one.Names += f.Paper + " " + f.ID + "\n"
		}
		works = append(works, one)
	}
	return show(w, "works", map[string]any{
		"Title": "Mistakes that papers share", "Desk": d, "Works": works, "Decided": decided, "Person": d.Person,
		"Years": columnsOf(years),
	})
}

// sayOfAll stores a review of the same finding in several papers.
func (s *server) sayOfAll(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	if !d.Decides() {
		return errReader
	}
	value, err := posted(w, r, assignedMost*100)
	if err != nil {
		return err
	}
	var list []runs.PaperFinding
	for line := range strings.Lines(value("findings")) {
		paper, id, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		if !ok {
			return refused(http.StatusUnprocessableEntity, "findings: take them from the page")
		}
		list = append(list, runs.PaperFinding{Paper: paper, ID: id})
	}
	note := value("note")
	if len(list) == 0 || len(list) > assignedMost || len(note) > reasonMax {
		return refused(http.StatusUnprocessableEntity, "Name 1 to %d findings, with a note of at most %d letters.",
			assignedMost, reasonMax)
	}
	if _, err := d.SayOfAll(r.Context(), list, runs.Decision(value("verdict")), report.Visible(note)); err != nil {
		return err
	}
	return seeOther(w, r, "/venues/"+d.Venue.Name+"/works")
}
