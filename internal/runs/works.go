package runs

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// CitedWork is a work that several papers of a venue cite wrongly in the same way.
type CitedWork struct {
	Title    string         // as most recently cited
	Says     string         // describes the mistake in a sentence
	Finding  report.Finding // of one of the papers
	Findings []PaperFinding // by paper name
}

// PaperFinding identifies a finding of a paper of a venue.
type PaperFinding struct {
	Paper, ID string
	Said      []Said // reviews of it
}

// Open counts the findings of a work that a person has not reviewed.
func (w *CitedWork) Open(person string) (n int) {
	for i := range w.Findings {
		if !slices.ContainsFunc(w.Findings[i].Said, func(s Said) bool { return s.Person == person }) {
			n++
		}
	}
	return n
}

var suspicious = []any{judge.Discrepant.String(), judge.NotFound.String(), judge.Doubtful.String()}

const worksMost = 50_000

// Works lists the works that several papers cite wrongly in the same way, those of most papers first, and counts the
// findings to look at by the year of the cited work, 0 for none.
func (d *Membership) Works(ctx context.Context) (list []CitedWork, years map[int]int, err error) {
	q := started("SELECT "+database.Columns[paperRow]()+" FROM venue_papers JOIN report_rows "+
		"ON report_rows.run = venue_papers.run AND finding = 1 AND outcome IN (?, ?, ?) WHERE 1 = 1", suspicious...)
	if err := d.conditions(q, &PaperFilter{}); err != nil {
		return nil, nil, err
	}
	q.add(" ORDER BY paper, id LIMIT ?", worksMost)
	rows, err := database.All(ctx, d.store.db, scan[paperRow], q.text, q.args...)
	if err != nil {
		return nil, nil, err
	}
	said, err := d.said(ctx, "")
	if err != nil {
		return nil, nil, err
	}
	groups := map[string]*CitedWork{}
	years = map[int]int{}
	for i := range rows {
		f, err := rows[i].Item.Finding()
		if err != nil {
			return nil, nil, err
		}
		year, _ := strconv.Atoi(string(f.Claimed.Year)) // "in press" is 0
		years[year]++
		key, says := mistake(&f)
		w := groups[key]
		if w == nil {
			w = &CitedWork{Title: f.Claimed.Title, Says: says, Finding: f}
			groups[key] = w
		}
		w.Findings = append(w.Findings, PaperFinding{rows[i].Paper, f.ID, said[rows[i].Paper][EntryOf(&f)]})
	}
	return shared(groups), years, nil
}

// shared keeps the groups of several papers and sorts them.
func shared(groups map[string]*CitedWork) []CitedWork {
	var list []CitedWork
	for _, w := range groups {
		if w.Findings[0].Paper != w.Findings[len(w.Findings)-1].Paper { // they are sorted by paper
			list = append(list, *w)
		}
	}
	slices.SortFunc(list, func(a, b CitedWork) int {
		return cmp.Or(
			cmp.Compare(len(b.Findings), len(a.Findings)),
			cmp.Compare(b.Finding.Grave(), a.Finding.Grave()),
			strings.Compare(a.Title, b.Title),
			strings.Compare(a.Says, b.Says),
		)
	})
	return list
}

// mistake identifies the mistake of a finding about a work, whatever the paper, and describes it in a sentence.
func mistake(f *report.Finding) (key, says string) {
	key = string(f.Outcome) + "\x00" + normalise.Text(f.Claimed.Title)
	for i := range f.Reasons {
		r := &f.Reasons[i]
		if strength, _ := judge.ParseStrength(r.Strength); strength < judge.Lead {
			continue
		}
		key += "\x00" + r.Field + "\x00" + normalise.Text(r.Claimed) + "\x00" + normalise.Text(r.Recorded)
		says = cmp.Or(says, report.ViewOf(r).Words())
	}
	return key, cmp.Or(says, report.OutcomeWord(string(f.Outcome)))
}

type paperRow struct {
	Paper string `db:"paper"`
	Item
}

// Rejudged is a reference of a paper of which another version of the program said something else.
type Rejudged struct {
	Paper string `db:"paper"`
	ID    string `db:"id"`
	Was   string `db:"was"` // gist, "" for one that was not there
	Is    string `db:"now"`
	Since string `db:"since"` // that version
}

const rejudgedMost = 500

// Rejudged lists the references of which another version of the program, which judged them before, said something else.
func (d *Membership) Rejudged(ctx context.Context) ([]Rejudged, error) {
	q := started("SELECT paper, id, was, outcome || codes AS now, since FROM venue_papers JOIN report_rows " +
		"ON report_rows.run = venue_papers.run AND since <> '' AND was <> outcome || codes WHERE 1 = 1")
	if err := d.conditions(q, &PaperFilter{}); err != nil {
		return nil, err
	}
	q.add(" ORDER BY paper, position LIMIT ?", rejudgedMost)
	list, err := database.All(ctx, d.store.db, scan[Rejudged], q.text, q.args...)
	return slices.DeleteFunc(list, func(r Rejudged) bool { // codes without other words
		return r.Was != "" && report.GistWords(r.Was) == report.GistWords(r.Is)
	}), err
}

// SayOfAll reviews equal findings of several papers that the member has not reviewed, and returns how many those were.
func (d *Membership) SayOfAll(ctx context.Context, list []PaperFinding, decision Decision,
	text string) (n int, err error) {
	for _, one := range list {
		err := d.Say(ctx, one.Paper, one.ID, saidNothing, decision, text)
		if err != nil && !errors.Is(err, ErrChanged) {
			return n, err
		}
		if err == nil {
			n++
		}
	}
	return n, nil
}
