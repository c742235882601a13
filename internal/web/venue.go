package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/row"
)

func (s *server) venueRoutes() map[string]handler {
	const paper = "/venues/{venue}/papers/{paper}"
	return map[string]handler{
		"GET /venues":                   s.venuesPage,
		"POST /venues":                  s.makeVenue,
		"GET /venues/{venue}":           s.asMember(s.venuePage),
		"POST /venues/{venue}/fill":     s.asMember(s.fillVenue),
		"POST /venues/{venue}/retry":    s.asMember(s.retryVenue),
		"POST /venues/{venue}/ask":      s.asMember(s.askVenue),
		"GET /venues/{venue}/letters":   s.asMember(s.lettersPage),
		"POST /venues/{venue}/letters":  s.asMember(s.keepTemplate),
		"GET /venues/{venue}/merged":    s.asMember(s.mergedLetters),
		"GET /venues/{venue}/live":      s.asMember(s.venueLive),
		"GET /venues/{venue}/export":    s.asMember(s.venueExport),
		"GET /venues/{venue}/works":     s.asMember(s.worksPage),
		"POST /venues/{venue}/works":    s.asMember(s.sayOfAll),
		"GET /venues/{venue}/people":    s.asMember(s.peoplePage),
		"POST /venues/{venue}/people":   s.asMember(s.setMember),
		"POST /venues/{venue}/assigned": s.asMember(s.assignMany),
		"GET /venues/{venue}/log":       s.asMember(s.logPage),
		"GET " + paper:                  s.asMember(s.paperPage),
		"GET " + paper + "/finding":     s.asMember(s.paperFinding),
		"GET " + paper + "/picture":     s.asMember(s.paperPicture),
		"GET " + paper + "/letter":      s.asMember(s.letterPage),
		"POST " + paper + "/letter":     s.asMember(s.editedLetter),
		"GET " + paper + "/report":      s.asMember(s.paperReport),
		"POST " + paper + "/triage":     s.asMember(s.say),
		"POST " + paper + "/decision":   s.asMember(s.decidePaper),
		"POST " + paper + "/chairs":     s.asMember(s.assign),
	}
}

// asMember passes the user's membership to do; a venue the user does not belong to is not found.
func (s *server) asMember(do func(http.ResponseWriter, *http.Request, *runs.Membership) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		d, err := s.store.Membership(r.Context(), owner(r.Context()), r.PathValue("venue"))
		if err != nil {
			return err
		}
		return do(w, r, d)
	}
}

func (s *server) venuesPage(w http.ResponseWriter, r *http.Request) error {
	return s.showVenues(w, r, "")
}

// showVenues shows the page with the user's input, and why it was refused.
func (s *server) showVenues(w http.ResponseWriter, r *http.Request, refusal string) error {
	list, err := s.store.Venues(r.Context(), owner(r.Context()))
	if err != nil {
		return err
	}
	return show(w, "venues", map[string]any{"Title": "Venues", "Venues": list, "Person": owner(r.Context()),
		"Refusal": refusal, "Named": r.PostForm.Get("name"), "Online": s.opt.Offers.Has("online")})
}

var filterFields = []string{"q", "state", "having", "triaged", "decision", "chair", "sort"}

func paperFilter(value func(string) string) runs.PaperFilter {
	return runs.PaperFilter{
		Words: value("q"), State: runs.PaperState(value("state")), Having: value("having"),
		Triaged:  runs.Triaged(value("triaged")),
		Decision: runs.PaperDecision(value("decision")), Chair: value("chair"), Order: runs.PaperOrder(value("sort")),
	}
}

type venueView struct {
	Title     string
	Desk      *runs.Membership
	Person    string
	Papers    []runs.Paper
	Filter    runs.PaperFilter
	Now       venueNow
	Next      string // cursor
	Query     url.Values
	Asks      bool // the server asks services
	Rejudged  []runs.Rejudged
	Undecided string // the most serious paper without a decision, "" for none
}

// What can be chosen in forms, the most serious first.
var (
	havings   = append(backward(judge.Gravities[1:]), backward(judge.Outcomes)...)
	strengths = backward(judge.Strengths[1:])
	decidedAs = append([]runs.PaperDecision{runs.Undecided}, runs.PaperDecisions...)
)

func backward[T fmt.Stringer](list []T) (words []string) {
	for _, one := range slices.Backward(list) {
		words = append(words, one.String())
	}
	return words
}

var phases = map[runs.Phase]string{
	runs.Submitting: "Papers are still coming", runs.Unasked: "Papers are being checked without services",
	runs.Asking:   "Services are asked about what is still open, each question once",
	runs.Settling: "Papers are judged again with the answers", runs.Finished: "All papers are checked",
	runs.Broken: "Failed", runs.Stopped: "Cancelled",
}

// Failed counts the papers that were not checked to the end.
func (v *venueView) Failed() int {
	return v.Now.Counts.States[runs.PaperFailed] + v.Now.Counts.States[runs.PaperCancelled]
}

// Unasked counts the references that services have yet to be asked about, for which a button is shown.
func (v *venueView) Unasked() int {
	if !v.Asks || v.Desk.Venue.Options.Online || !v.Desk.Venue.Phase.Over() {
		return 0
	}
	return v.Now.Counts.Inconclusive
}

// Further returns the address of the next page.
func (v *venueView) Further() string {
	q := url.Values{"cursor": {v.Next}}
	maps.Copy(q, v.Query)
	return "?" + q.Encode()
}

func (s *server) venuePage(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	v := venueView{Title: d.Venue.Name, Desk: d, Person: d.Person, Filter: paperFilter(r.FormValue), Query: url.Values{},
		Asks: s.opt.Offers.Has("online")}
	for _, name := range filterFields {
		if value := r.FormValue(name); value != "" {
			v.Query.Set(name, value)
		}
	}
	var err error
	if v.Papers, v.Next, err = d.Papers(r.Context(), v.Filter, r.FormValue("cursor"), shownPapers); err != nil {
		return err
	}
	counts, err := s.counts.of(r.Context(), d)
	if err != nil {
		return err
	}
	v.Now = nowOf(d, counts)
	if v.Rejudged, err = d.Rejudged(r.Context()); err != nil {
		return err
	}
	if d.Decides() {
		if v.Undecided, err = d.FirstUndecided(r.Context()); err != nil {
			return err
		}
	}
	return show(w, "venue", &v)
}

// venueExport serves a report of the papers that match a filter.
func (s *server) venueExport(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	f := paperFilter(r.FormValue)
	format, err := formatOf(r, "csv", runs.VenueFormats)
	if err != nil {
		return err
	}
	if _, _, err := d.Papers(r.Context(), f, "", 1); err != nil { // before the answer begins
		return err
	}
	if err := d.Noted(r.Context(), "export", "", format+" "+r.URL.RawQuery); err != nil {
		return err
	}
	attachReport(w, d.Venue.Name, format)
	return d.Render(r.Context(), f, format, w)
}

func (s *server) peoplePage(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	return s.showPeople(w, r, d, "")
}

// showPeople shows the page with the user's input, and why it was refused.
func (s *server) showPeople(w http.ResponseWriter, r *http.Request, d *runs.Membership, refusal string) error {
	list, err := d.Members(r.Context())
	if err != nil {
		return err
	}
	data := map[string]any{"Title": "People of " + d.Venue.Name, "Desk": d, "Members": list, "Roles": runs.Roles,
		"Refusal": refusal, "Given": r.PostForm.Get, "Person": d.Person}
	if name := r.FormValue("removed"); r.Form.Has("removed") { // which anybody may have put into the address
		switch gone, err := d.Removed(r.Context(), name); {
		case err == nil:
			data["Removed"] = gone
		case !errors.Is(err, runs.ErrNone):
			return err
		}
	}
	return show(w, "people", data)
}

func (s *server) setMember(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	m := runs.Member{Person: strings.TrimSpace(posted(r, "person")), Role: runs.Role(posted(r, "role"))}
	back := url.Values{}
	if m.Role == "" { // it can be undone
		back = url.Values{"removed": {m.Person}}
	}
	if err := d.SetMember(r.Context(), m); err != nil {
		return s.retry(w, r, err, func(text string) error { return s.showPeople(w, r, d, text) })
	}
	return seeOther(w, r, strings.TrimSuffix("/venues/"+d.Venue.Name+"/people?"+back.Encode(), "?"))
}

const assignedMost = 5000

// assignMany assigns papers to a person, or removes the assignment.
func (s *server) assignMany(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	if !d.Rules() { // first, since the content of the form concerns only chairs
		return d.Assign(r.Context(), "", true)
	}
	var err error
	papers := strings.FieldsFunc(strings.ToValidUTF8(strings.Join(r.PostForm["papers"], " "), "\uFFFD"),
		func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == ';' })
	if len(papers) == 0 || len(papers) > assignedMost {
		err = refused(http.StatusUnprocessableEntity, "Name 1 to %d papers.", assignedMost)
	} else if err = d.Assign(r.Context(), strings.TrimSpace(posted(r, "person")), posted(r, "take") == "",
		papers...); errors.Is(err, runs.ErrNone) {
		err = refused(http.StatusUnprocessableEntity, "%s", report.Visible(err.Error()))
	}
	if err != nil {
		return s.retry(w, r, err, func(text string) error { return s.showPeople(w, r, d, text) })
	}
	back := "/venues/" + d.Venue.Name
	if to := local(posted(r, "back")); to == back || strings.HasPrefix(to, back+"?") {
		return seeOther(w, r, to)
	}
	return seeOther(w, r, back+"/people")
}

func (s *server) logPage(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	list, next, err := d.Log(r.Context(), r.FormValue("cursor"), shownEntries)
	if err != nil {
		return err
	}
	return show(w, "log",
		map[string]any{"Title": "Log of " + d.Venue.Name, "Desk": d, "Entries": list, "Next": next, "Person": d.Person})
}

type paperView struct {
	Title    string
	Desk     *runs.Membership
	Person   string
	Paper    runs.Paper
	Versions []runs.Paper
	Chairs   []string
	Next     string // next paper to decide about
	Filter   runs.Filter
	Fresh    bool // only what the earlier version does not have
	Findings []triaged
	Page     int
	More     bool
	At       string // the address of this view
	Problems []row.Problem
	Unread   int // number of all problems
}

// Address returns the address of a page of the findings.
func (v *paperView) Address(page int) string {
	at := addressOf(v.Desk, v.Paper.ID) + (&view{Filter: v.Filter}).Query(page)
	if v.Fresh {
		at += "&fresh=1"
	}
	return at
}

func addressOf(d *runs.Membership, paper string) string {
	return "/venues/" + d.Venue.Name + "/papers/" + paper
}

type triaged struct {
	shown
	Paper     string // address of its page
	Said      []runs.Said
	Own       runs.Said // the user's own review of the whole
	Agreement runs.Agreement
	Gist      func(biblio.Field) string // what it says about a field
	Fresh     bool                      // the earlier version has no such entry, or said something else about it
	Decides   bool                      // the user may review it
	Back      string
}

func (s *server) paper(r *http.Request, d *runs.Membership) (p runs.Paper, record runs.Record, err error) {
	if p, err = d.Paper(r.Context(), r.PathValue("paper")); err == nil {
		record, err = d.Run(r.Context(), &p)
	}
	return p, record, err
}

func (s *server) paperPage(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	p, record, err := s.paper(r, d)
	if err != nil {
		return err
	}
	v := paperView{
		Title: p.ID, Desk: d, Person: d.Person, Paper: p, Page: pageOf(r), Fresh: r.FormValue("fresh") != "",
		Filter: runs.Filter{Outcome: r.FormValue("outcome"), Gravity: r.FormValue("gravity"),
			Strength: r.FormValue("strength"), Words: r.FormValue("q"), Gravest: r.FormValue("sort") != "input"},
	}
	if p.Title != "" {
		v.Title = p.ID + ": " + p.Title
	}
	v.At = v.Address(v.Page)
	t, err := talkOf(r.Context(), d, p.ID)
	if err != nil {
		return err
	}
	v.Versions = t.versions
	if v.Chairs, err = d.Chairs(r.Context(), &p); err != nil {
		return err
	}
	if v.Next, err = d.Next(r.Context(), &p); err != nil {
		return err
	}
	if v.Problems, v.Unread, err = s.store.Problems(r.Context(), record.ID, shownProblems); err != nil {
		return err
	}
	if err := s.paperFindings(r.Context(), &v, &record, t); err != nil {
		return err
	}
	return show(w, "paper", &v)
}

// paperFindings fills in a page of the findings of a paper.
func (s *server) paperFindings(ctx context.Context, v *paperView, record *runs.Record, t talk) error {
	offset, limit := v.Page*shownFindings, shownFindings+1
	if v.Fresh { // only all rows together show what is new
		offset, limit = 0, 1<<20
	}
	list, err := s.store.Findings(ctx, record.ID, v.Filter, offset, limit)
	if err != nil {
		return err
	}
	if v.Fresh {
		list = slices.DeleteFunc(list, func(item runs.Item) bool { return !t.before.Fresh(&item) })
		list = list[min(v.Page*shownFindings, len(list)):]
	}
	if v.More = len(list) > shownFindings; v.More {
		list = list[:shownFindings]
	}
	for _, item := range list {
		one, err := s.triagedOf(v.Desk, &v.Paper, item, t)
		if err != nil {
			return err
		}
		one.Back = v.At
		v.Findings = append(v.Findings, one)
	}
	return nil
}

// talk holds the reviews of a paper by entry, and its versions.
type talk struct {
	versions []runs.Paper // newest first
	before   *runs.Before
	said     map[string][]runs.Said
}

func talkOf(ctx context.Context, d *runs.Membership, paper string) (t talk, err error) {
	if t.versions, err = d.Versions(ctx, paper); err != nil {
		return t, err
	}
	if t.before, err = d.Before(ctx, t.versions); err != nil {
		return t, err
	}
	t.said, err = d.Triage(ctx, &t.versions[0])
	return t, err
}

// triagedOf returns a finding of a paper as a page shows it.
func (s *server) triagedOf(d *runs.Membership, p *runs.Paper, item runs.Item, of talk) (t triaged, err error) {
	f, err := item.Finding()
	if err != nil {
		return t, err
	}
	t.Paper = addressOf(d, p.ID)
	if t.shown, err = s.articleAt(t.Paper, &f, false); err != nil {
		return t, err
	}
	t.Fresh, t.Gist, t.Said, t.Decides = of.before.Fresh(&item),
		func(field biblio.Field) string { return runs.Gist(&f, field) }, of.said[runs.EntryOf(&f)], d.Decides()
	t.Agreement = runs.AgreementOf(t.Said)
	t.Own = ownOf(t.Said, d.Person, "")
	return t, nil
}

// ownOf returns a person's review of a field, "" for the whole finding; version 0 means none.
func ownOf(list []runs.Said, person string, field biblio.Field) (own runs.Said) {
	if at := slices.IndexFunc(list, func(one runs.Said) bool {
		return one.Person == person && one.Field == field
	}); at >= 0 {
		own = list[at]
	}
	return own
}

func (s *server) paperFinding(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	p, record, err := s.paper(r, d)
	if err != nil {
		return err
	}
	item, f, err := s.finding(r, &record)
	if err != nil {
		return err
	}
	t, err := talkOf(r.Context(), d, p.ID)
	if err != nil {
		return err
	}
	one, err := s.triagedOf(d, &p, item, t)
	if err != nil {
		return err
	}
	one.Back = r.URL.RequestURI()
	data, err := s.evidenceOf(&record, &f)
	if err != nil {
		return err
	}
	data["Desk"], data["Paper"], data["One"], data["Person"] = d, p, one, d.Person
	data["Fields"] = decidedFields{Action: one.Paper + "/triage", ID: one.ID, Decision: "verdict", Reason: "note",
		Back: one.Back, List: fieldsOf(&f, func(of *decidedField) {
			own := ownOf(one.Said, d.Person, of.Field)
			of.Now, of.Own, of.Reason = own.Decision, own.Version > 0, own.Note
			if of.Seen = strconv.FormatInt(own.Version, 10); !of.Own {
				of.Now = one.Own.Decision
			}
		})}
	return show(w, "venuefinding", data)
}

func (s *server) paperPicture(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	_, record, err := s.paper(r, d)
	if err != nil {
		return err
	}
	return s.picture(w, r, &record)
}

func (s *server) letterPage(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	p, err := settledPaper(r, d)
	if err != nil {
		return err
	}
	var letter strings.Builder
	if err := d.RenderPaper(r.Context(), &p, "letter", &letter); err != nil {
		return err
	}
	return show(w, "letter",
		map[string]any{"Title": "Letter to the authors of " + p.ID, "Desk": d, "Paper": p, "Letter": letter.String(),
			"Person": d.Person})
}

const letterMost = 1 << 20

// editedLetter returns the user's edited letter as a download; it is not stored.
func (s *server) editedLetter(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	if !d.Decides() {
		return errReader
	}
	p, err := settledPaper(r, d)
	if err != nil {
		return err
	}
	if err := d.Noted(r.Context(), "letter", p.ID, "downloaded"); err != nil {
		return err
	}
	attachReport(w, p.ID, "letter")
	_, err = io.WriteString(w, strings.ReplaceAll(posted(r, "letter"), "\r\n", "\n"))
	return err
}

func settledPaper(r *http.Request, d *runs.Membership) (runs.Paper, error) {
	p, err := d.Paper(r.Context(), r.PathValue("paper"))
	if err == nil && !p.HasRows() {
		err = refused(http.StatusConflict, "the paper is %s: there is no report of it", p.State)
	}
	return p, err
}

func (s *server) paperReport(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	format, err := formatOf(r, "jsonl", report.Formats())
	if err != nil {
		return err
	}
	p, err := settledPaper(r, d)
	if err != nil {
		return err
	}
	attachReport(w, p.ID, format)
	return d.RenderPaper(r.Context(), &p, format, w)
}

func (s *server) say(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	note, seen, err := noted(r, "seen")
	if err != nil {
		return err
	}
	paper, id := r.PathValue("paper"), posted(r, "id")
	return then(w, r, backTo(posted(r, "back"), addressOf(d, paper))+"#"+anchor(id), d.SayOf(r.Context(), paper, id,
		biblio.Field(posted(r, "field")), seen, runs.Decision(posted(r, "verdict")), note))
}

func (s *server) decidePaper(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	note, seen, err := noted(r, "revision")
	if err != nil {
		return err
	}
	paper := r.PathValue("paper")
	return then(w, r, addressOf(d, paper),
		d.Decide(r.Context(), paper, seen, runs.PaperDecision(posted(r, "decision")), note))
}

func (s *server) assign(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	paper := r.PathValue("paper")
	return then(w, r, addressOf(d, paper),
		d.Assign(r.Context(), strings.TrimSpace(posted(r, "person")), posted(r, "take") == "", paper))
}

// venueNow is the part of a venue's page that changes while it is open.
type venueNow struct {
	Desk   *runs.Membership
	Counts runs.VenueCounts
	Bar    []part
	Papers []part

	Strongest []part // papers by their strongest finding
}

// livePause is the minimum interval between updates of a venue's numbers.
const livePause = time.Second

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
		shown, err := s.articleAt(addressOf(d, one.Findings[0].Paper), &one.Finding, false)
		if err != nil {
			return err
		}
		one.Article = shown.Article
		for _, f := range one.Findings {
			one.Names += f.Paper + " " + f.ID + "\n"
		}
		works = append(works, one)
	}
	var byYear []choice
	for _, year := range slices.Sorted(maps.Keys(years)) {
		name := strconv.Itoa(year)
		if year == 0 {
			name = "no year"
		}
		byYear = append(byYear, choice{name, years[year]})
	}
	return show(w, "works", map[string]any{
		"Title": "Mistakes that papers share", "Desk": d, "Works": works, "Decided": decided, "Person": d.Person,
		"Years": byYear,
	})
}

// sayOfAll stores a review of the same finding in several papers.
func (s *server) sayOfAll(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	if !d.Decides() {
		return errReader
	}
	var list []runs.PaperFinding
	for line := range strings.Lines(posted(r, "findings")) {
		paper, id, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		if !ok {
			return refused(http.StatusUnprocessableEntity, "findings: take them from the page")
		}
		list = append(list, runs.PaperFinding{Paper: paper, ID: id})
	}
	note := posted(r, "note")
	if len(list) == 0 || len(list) > assignedMost || len(note) > reasonMax {
		return refused(http.StatusUnprocessableEntity, "Name 1 to %d findings, with a note of at most %d letters.",
			assignedMost, reasonMax)
	}
	_, err := d.SayOfAll(r.Context(), list, runs.Decision(posted(r, "verdict")), report.Visible(note))
	return then(w, r, "/venues/"+d.Venue.Name+"/works", err)
}
