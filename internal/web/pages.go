package web

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/row"
)

//go:embed pages/*.tmpl
var pageFiles embed.FS

//go:embed assets
var assetFiles embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"visible": report.Visible, "gist": report.GistWords,
		"has":    func(list []string, value string) bool { return len(list) == 0 || slices.Contains(list, value) },
		"day":    func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") },
		"plural": plural,
		"bar":    func(class string) string { return bars[class] },
		"more":   func(n int) int { return n - 1 },
		"next":   func(n int) int { return n + 1 },
		"all":    func(of string) any { return choices[of] },
		"phase":  func(p runs.Phase) string { return phases[p] },
		"mark":   func(class string) string { return marks[class] },
		"result": func(r runs.Record) string { return result(&r) },
		"anchor": anchor,
		"part": func(title string, length int, parts []part) any {
			return map[string]any{"Title": title, "Length": length, "Parts": parts}
		},
		"decided": func(d runs.Decision) string { return decidedWords[d] },
		"called":  func(word any) string { return cmp.Or(called[fmt.Sprint(word)], fmt.Sprint(word)) },
		"label":   func(field string) string { return report.Visible(biblio.Field(field).Label()) },
		"holder":  func(from, source string) string { return cmp.Or(report.HolderName(from), report.Visible(source)) },
		"option": func(word any) string {
			return cmp.Or(filterWords[fmt.Sprint(word)], report.Visible(fmt.Sprint(word)))
		},
		"parts":        func(p runs.Paper) []part { return referenceParts(&p.Tally) },
		"visiblelines": report.VisibleLines,
		"machine":      func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	}).ParseFS(pageFiles, "pages/*.tmpl"))
})

// choices are the values in the forms of the desk.
var choices = map[string]any{
	"outcomes": havings[len(judge.Gravities)-1:], "gravities": havings[:len(judge.Gravities)-1], "havings": havings,
	"strengths": strengths, "states": runs.PaperStates, "reviews": runs.TriagedAll, "orders": runs.PaperOrders,
	"decisions": runs.PaperDecisions, "decided": decidedAs, "formats": report.Formats(), "exports": runs.VenueFormats,
}

// called maps the words of the desk to those shown to users.
var called = map[string]string{
	"chair": "a chair", "area": "an area chair", "reader": "a reader",
	"clear": "Nothing to write", "write": "Write to the authors", "written": "Letter sent",
	"waiting": "Waiting", "checking": "Being checked", "offline": "Checked without services", "settled": "Checked",
	"failed": "Failed", "cancelled": "Cancelled",
	"gravity": "most serious first", "paper": "by name", "references": "most references first",
	"not-found": "most not found first",
	"doubtful":  "most to check by hand first", "open": "most unchecked first", "conflicts": "most conflicts first",
	"changed": "last changed first",
}

// filterWords maps values of filters to the words shown to users.
var filterWords = map[string]string{
	"fabricated": "not found or invented", "substantive": "major", "slip": "minor", "peripheral": "detail",
	"verified": "fine", "discrepant": "wrong", "not-found": "not found", "doubtful": "to check by hand",
	"ambiguous": "several works fit", "inconclusive": "could not be checked", "exempt": "not a scholarly work",
	"clear": "nothing to write", "write": "to write to", "written": "letter sent", "none": "undecided",
	"some": "begun", "agreed": "agreed", "conflict": "in conflict", "offline": "checked without services",
	"settled": "checked", "checking": "being checked",
	"variant": "same in another form", "undecided": "unclear", "unclaimed": "not cited", "unrecorded": "not recorded",
	"not-compared": "not compared",
}

// decidedWords say what a person has decided about a finding.
var decidedWords = map[runs.Decision]string{runs.Confirm: "confirmed", runs.Dismiss: "dismissed", runs.Unsure: "unsure",
	runs.Take: "takes the record", runs.Dispute: "disputed"}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

type handler func(http.ResponseWriter, *http.Request) error

// pageRoutes are the routes that answer with HTML.
func (s *server) pageRoutes() map[string]handler {
	return map[string]handler{
		"GET /{$}":                    s.startPage,
		"POST /runs":                  s.beginRun,
		"GET /runs":                   s.historyPage,
		"GET /runs/{run}":             s.atRun(s.runPage),
		"GET /runs/{run}/live":        s.atRun(s.live),
		"GET /runs/{run}/finding":     s.atRun(s.findingPage),
		"GET /runs/{run}/picture":     s.atRun(s.picture),
		"POST /runs/{run}/review":     s.atRun(s.review),
		"GET /runs/{run}/corrections": s.atRun(s.runPage), // at its foot
		"GET /runs/{run}/corrected":   s.atRun(s.corrected),
		"GET /runs/{run}/marked":      s.atRun(s.marked),
		"GET /runs/{run}/report":      s.atRun(s.download),
		"POST /runs/{run}/lookup":     s.atRun(s.lookUp),
		"POST /runs/{run}/cancel":     done(s.store.Cancel, "/runs/"),
		"POST /runs/{run}/delete":     done(s.store.Bin, "/runs?deleted="),
		"POST /runs/{run}/restore":    s.restoreRun,
		"POST /runs/{run}/name":       s.renameRun,
		"POST /runs/{run}/share":      s.atRun(s.share),
		"POST /runs/{run}/unshare":    done(s.store.Unshare, "/runs/"),
		"GET /shared/{pass}":          s.sharedReport,
		"GET /sources":                s.sourcesPage,
		"GET /settings": func(w http.ResponseWriter, r *http.Request) error {
			return s.showSettings(w, r, "", "")
		},
		"POST /settings":     s.keepDefaults,
		"GET /assets/{name}": asset,
		"/":                  func(http.ResponseWriter, *http.Request) error { return runs.ErrNone },
	}
}

// loginRoutes are the additional routes of a server with accounts.
func (s *server) loginRoutes() map[string]handler {
	return map[string]handler{
		"GET /login": s.loginPage, "POST /login": s.login, "POST /logout": s.logout,
		"POST /settings/password": s.newPassword, "POST /settings/tokens": s.newToken,
		"POST /settings/tokens/end": s.endToken,
	}
}

func (s *server) pages(mux *http.ServeMux) {
	routes := s.pageRoutes()
	maps.Copy(routes, s.venueRoutes())
	if s.opt.Accounts {
		maps.Copy(routes, s.loginRoutes())
	}
	for pattern, do := range routes {
		most, listed := formMost[pattern]
		if !listed {
			most = smallForm
		}
		if strings.HasPrefix(pattern, http.MethodPost) && most > 0 {
			do = withForm(most, do)
		}
		mux.HandleFunc(pattern, s.page(do))
	}
}

var assets = map[string]string{"style.css": "text/css; charset=utf-8", "app.js": "text/javascript; charset=utf-8",
	"icon.svg": "image/svg+xml"}

func asset(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	kind := assets[name]
	if kind == "" {
		return runs.ErrNone
	}
	content, err := assetFiles.ReadFile("assets/" + name)
	if err != nil {
		return err
	}
	if name == "style.css" { // after that of the reports, whose articles the pages show
		content = slices.Concat([]byte(report.PageStyle()), content)
	}
	w.Header().Set("Content-Type", kind)
	_, err = w.Write(content)
	return err
}

// show writes a complete page, or nothing.
func show(w http.ResponseWriter, name string, data any) error {
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	page := b.Bytes()
	if at := partOf[name]; at != "" {
		page = bytes.Replace(page, []byte(`<a href="`+at+`">`), []byte(`<a aria-current="page" href="`+at+`">`), 1)
	}
	_, err := w.Write(page)
	return err
}

// partOf maps a page to its entry in the navigation.
var partOf = map[string]string{
	"start": "/", "history": "/runs", "run": "/runs", "finding": "/runs", "corrections": "/runs", "share": "/runs",
	"settings": "/settings",
	"venues":   "/venues", "venue": "/venues", "people": "/venues", "log": "/venues", "paper": "/venues",
	"venuefinding": "/venues", "letter": "/venues", "letters": "/venues", "works": "/venues",
}

// then shows another page after something was done.
func then(w http.ResponseWriter, r *http.Request, address string, err error) error {
	if err != nil {
		return err
	}
	return seeOther(w, r, address)
}

func seeOther(w http.ResponseWriter, r *http.Request, address string) error {
	http.Redirect(w, r, address, http.StatusSeeOther)
	return nil
}

func (s *server) startPage(w http.ResponseWriter, r *http.Request) error {
	defaults, err := s.store.Defaults(r.Context(), owner(r.Context()))
	if err != nil {
		return err
	}
	g := &given{options: defaults}
	if r.FormValue("example") != "" {
		g.text = copied{text: []byte(exampleText)}
	}
	return s.showStart(w, r, g, "")
}

// exampleText is an example for users without a file of their own.
const exampleText = `@article{lecun2015deep, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, journal={Nature}, volume={521}, pages={436--444}, year={2015}}

@inproceedings{he2011deep, title={Deep Residual Learning for Image Recognition}, author={He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}, booktitle={Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition}, year={2011}, pages={770--778}}

@article{hochreiter1997long, title={Long short-term memory}, author={Hochreiter, Sepp and Nobody, Nora}, journal={Neural Computation}, volume={9}, year={1997}}
`

// showStart shows the form of a run with the user's input, and why it was refused.
func (s *server) showStart(w http.ResponseWriter, r *http.Request, g *given, refusal string) error {
	list, err := s.store.List(r.Context(), owner(r.Context()), "", time.Time{}, 5)
	if err != nil {
		return err
	}
	return show(w, "start", map[string]any{
		"Title": "Check citations", "Runs": list, "Text": g.text.String(), "ArXiv": g.arXiv, "Named": g.title,
		"Refusal": refusal,
		"Choices": s.opt.Offers.Choices(&g.options), "Online": s.opt.Offers.Has("online"),
		"MaxMB": s.opt.MaxUpload >> 20, "MaxFiles": s.opt.MaxFiles, "Person": owner(r.Context()),
	})
}

func (s *server) historyPage(w http.ResponseWriter, r *http.Request) error {
	before, _ := strconv.ParseInt(r.FormValue("before"), 10, 64)
	var until time.Time
	if before > 0 {
		until = time.UnixMilli(before)
	}
	search := strings.ToValidUTF8(r.FormValue("q"), "\uFFFD")
	list, err := s.store.List(r.Context(), owner(r.Context()), search, until, shownRuns)
	if err != nil {
		return err
	}
	next := ""
	if len(list) == shownRuns {
		next = url.Values{"q": {search}, "before": {strconv.FormatInt(list[len(list)-1].Created.UnixMilli(), 10)}}.Encode()
	}
	data := map[string]any{"Title": "History", "Runs": list, "Next": next, "Search": search, "Person": owner(r.Context())}
	if gone := r.FormValue("deleted"); gone != "" {
		if record, err := s.store.Binned(r.Context(), owner(r.Context()), gone); err == nil {
			data["Deleted"] = &record
		}
	}
	return show(w, "history", data)
}

func (s *server) sourcesPage(w http.ResponseWriter, r *http.Request) error {
	var list []setup.State
	if s.opt.Sources != nil {
		var err error
		if list, err = s.opt.Sources(r.Context()); err != nil {
			return err
		}
	}
	return show(w, "sources",
		map[string]any{"Title": "Sources", "Sources": list, "Online": s.opt.Offers.Has("online"),
			"Person": owner(r.Context())})
}

func (s *server) beginRun(w http.ResponseWriter, r *http.Request) error {
	var id string
	g, err := s.multipart(w, r)
	if err == nil {
		id, err = s.begin(r, g)
	}
	if err != nil {
		s.release(r, g, id)
		return s.retry(w, r, err, func(text string) error { return s.showStart(w, r, g, text) })
	}
	return seeOther(w, r, "/runs/"+id)
}

// atRun passes the requested run to do; another owner's run is not found.
func (s *server) atRun(do func(http.ResponseWriter, *http.Request, *runs.Record) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		record, err := s.store.Get(r.Context(), owner(r.Context()), r.PathValue("run"))
		if err != nil {
			return err
		}
		return do(w, r, &record)
	}
}

type view struct {
	Title    string
	Run      runs.Record
	Findings []shown
	Filter   runs.Filter
	Glance   glance
	Files    []choice
	Notice   string // about the sources
	Problems []row.Problem
	Unread   int // number of all problems
	Page     int // from 0
	More     bool
	Last     int64  // number of the newest row shown
	Person   string // the account, "" without accounts
	Shares   int    // links with which anyone can read the run
	Live     bool   // new rows are shown in the order they arrive
	Online   bool   // users may have services asked
	Fix      corrections
}

type choice struct {
	Value string
	N     int
}

func (v *view) Progress() string {
	switch v.Run.State {
	case runs.Queued:
		return "Waits for its turn."
	case runs.Running:
		if v.Run.Announced == 0 {
			return "Reading the files."
		}
		return fmt.Sprintf("%d of %s done.", v.Run.Settled, plural(v.Run.Announced, "reference"))
	case runs.Cancelled:
		return fmt.Sprintf("Cancelled after %s.", plural(v.Run.Settled, "reference"))
	case runs.Failed:
		return "Could not be checked: " + report.Visible(v.Run.Error)
	}
	return plural(v.Run.Settled, "reference") + " checked."
}

// Failed reports whether the run could not be checked and has no findings.
func (v *view) Failed() bool { return v.Run.State == runs.Failed && v.Run.Settled == 0 }

// shown is a finding as a page shows it.
type shown struct {
	Run, ID string
	Article template.HTML
	Address string // of the page of the finding
	Accuses bool   // the user can decide about it
	Likely  bool   // and it is likely wrong, not certainly
	Review  runs.Review
	Fix     *correction
	Heading string // of the group that starts with it
	Of      int    // number of the findings of that group, 0 if it is not told
	Mark    string
	Name    string
	What    string
	Says    string
	Whose   string // who holds the record
	Class   string // CSS class
	Grave   int
	group   string
}

func (s *server) runPage(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	page := pageOf(r)
	v := view{
		Title: record.Name(), Run: *record, Page: page, Person: owner(r.Context()),
		Filter: filterOf(r),
	}
	v.Filter.Standing = v.Filter.Topic != report.TopicDismissed
	v.Online = s.opt.Offers.Has("online")
	v.Live = !record.State.Over() && page == 0 && v.Filter == runs.Filter{Gravest: true, Standing: true}
	list, err := s.store.Findings(r.Context(), record.ID, v.Filter, page*shownFindings, shownFindings+1)
	if err != nil {
		return err
	}
	if v.More = len(list) > shownFindings; v.More {
		list = list[:shownFindings]
	}
	reviews, err := s.store.Reviews(r.Context(), record.ID)
	if err != nil {
		return err
	}
	if v.Fix, err = s.corrections(r.Context(), record, reviews); err != nil {
		return err
	}
	for _, item := range list {
		one, err := s.shownOf(record, item, reviews, v.Filter)
		if err != nil {
			return err
		}
		if f, err := item.Finding(); err == nil {
			one.Fix = v.Fix.of(&f, &one.Review)
		}
		if v.Filter.Gravest && (len(v.Findings) == 0 || v.Findings[len(v.Findings)-1].group != one.group) {
			one.Heading = one.group
		}
		v.Findings = append(v.Findings, one)
		v.Last = max(v.Last, item.Number)
	}
	if v.Glance, err = s.glance(r.Context(), record, v.Filter); err != nil {
		return err
	}
	for i := range v.Findings { // the causes are told with their numbers
		for _, c := range v.Glance.Causes {
			if v.Findings[i].Heading == c.Why {
				v.Findings[i].Of = c.N
			}
		}
	}
	v.Files = v.Glance.Files
	var head row.Run
	_ = json.Unmarshal(record.Head, &head) // it comes with the first row
	v.Notice = head.Notice
	if v.Problems, v.Unread, err = s.store.Problems(r.Context(), record.ID, shownProblems); err != nil {
		return err
	}
	if v.Shares, err = s.store.Shares(r.Context(), record.ID); err != nil {
		return err
	}
	return show(w, "run", &v)
}

// filterOf returns the filter in a request.
func filterOf(r *http.Request) runs.Filter {
	return runs.Filter{Outcome: r.FormValue("outcome"), Gravity: r.FormValue("gravity"), Strength: r.FormValue("strength"),
		Code: r.FormValue("code"), File: r.FormValue("file"), Words: r.FormValue("q"), Topic: r.FormValue("topic"),
		Gravest: r.FormValue("sort") != "input"}
}

// counted returns the values that findings have.
func counted(values []string, by map[string]int) (list []choice) {
	for _, value := range values {
		if by[value] > 0 {
			list = append(list, choice{value, by[value]})
		}
	}
	return list
}

// Query returns the address of another page of the same view.
func (v *view) Query(page int) string {
	q := url.Values{}
	if page > 0 {
		q.Set("page", strconv.Itoa(page))
	}
	return v.queryOf(q)
}

// queryOf adds the filter to a query.
func (v *view) queryOf(q url.Values) string {
	for name, value := range map[string]string{"outcome": v.Filter.Outcome, "gravity": v.Filter.Gravity,
		"strength": v.Filter.Strength, "code": v.Filter.Code, "file": v.Filter.File, "q": v.Filter.Words,
		"topic": v.Filter.Topic} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if !v.Filter.Gravest {
		q.Set("sort", "input")
	}
	return "?" + q.Encode()
}

func (v *view) Next() int { return v.Page + 1 }

func (v *view) Before() int { return v.Page - 1 }

// shownOf returns a finding of a run as a page shows it.
func (s *server) shownOf(record *runs.Record, item runs.Item, reviews map[string]runs.Review,
	filter runs.Filter) (shown, error) {
	f, err := item.Finding()
	if err != nil {
		return shown{}, err
	}
	review := reviews[f.ID]
	if len(review.Fields) > 0 { // the buttons show that of the whole
		review.Mark(&f)
	}
	one, err := s.articleAt("/runs/"+record.ID, &f, true)
	if filter.Outcome == string(row.Inconclusive) {
		one.group = item.Topic
	}
	one.Run, one.Review = record.ID, review
	one.Address = "/runs/" + record.ID + "/finding" + (&view{Filter: filter}).queryOf(url.Values{"id": {f.ID}})
	return one, err
}

// articleAt renders a finding whose picture is below an address; bare leaves out which reference it is.
func (s *server) articleAt(address string, f *report.Finding, bare bool) (shown, error) {
	picture := ""
	if len(f.Boxes) > 0 {
		picture = address + "/picture?id=" + url.QueryEscape(f.ID)
	}
	var b strings.Builder
	if err := report.Article(&b, f, picture, !s.opt.NoLinks, bare); err != nil {
		return shown{}, err
	}
	of, whose := groupOf(string(f.Outcome)), ""
	if f.Record != nil {
		whose = cmp.Or(report.HolderName(f.Record.From), report.Visible(f.Record.Source))
	}
	return shown{ // escaped by its template
		ID: f.ID, Article: template.HTML(b.String()), Grave: f.Grave(), group: of.Word, Class: of.Class,
		Accuses: f.Questioned() || slices.Contains(looked, string(f.Outcome)), Mark: marks[of.Class],
		Likely: f.Strength == judge.Likely.String(),
		Name:   byline(f), What: cmp.Or(f.Claimed.Title, f.Raw), Says: phrase(f), Whose: whose,
	}, nil
}
