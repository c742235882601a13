package web

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

func (s *server) venueAPI(api huma.API, at func(method, path, id, summary string) huma.Operation) {
	const venue, paper = "/venues/{venue}", "/venues/{venue}/papers/{paper}"
	route(s, api, at(http.MethodGet, "/venues", "listVenues", "The venues that you are a member of"), s.apiVenues)
	deskRoute(s, api, at(http.MethodGet, venue, "getVenue", "One venue with its numbers, of the papers that you may see"),
		s.apiVenue)
	deskRoute(s, api, at(http.MethodGet, venue+"/papers", "listPapers", "The papers of a venue that you may see"),
		s.apiPapers)
	deskRoute(s, api, at(http.MethodGet, paper, "getPaper", "One paper"), s.apiPaper)
	deskRoute(s, api,
		at(http.MethodGet, paper+"/findings", "listPaperFindings", "The findings of a paper with their reviews"),
		s.apiPaperFindings)
	deskRoute(s, api, at(http.MethodPost, paper+"/triage", "sayOfFinding", "Review a finding"), s.apiSay)
	deskRoute(s, api, at(http.MethodPost, paper+"/decision", "decidePaper", "Decide about a paper"), s.apiDecide)
	deskRoute(s, api, at(http.MethodGet, venue+"/members", "listMembers", "The members of a venue, for its chairs"),
		s.apiMembers)
	deskRoute(s, api, at(http.MethodPost, venue+"/members", "setMember", "Give a person a role, for chairs"),
		s.apiSetMember)
	deskRoute(s, api, at(http.MethodGet, venue+"/log", "listLog", "Who did what, the newest first, for chairs"), s.apiLog)
}

// VenueName names a venue in a path.
type VenueName struct {
	Venue string `path:"venue" maxLength:"64" doc:"name of the venue"`
}

// PaperName names a paper in a path.
type PaperName struct {
	VenueName
	Paper string `path:"paper" maxLength:"64" doc:"name of the paper"`
}

func (v *VenueName) venue() string { return v.Venue }

// deskRoute adds an operation that runs with the caller's membership of the venue in the request.
func deskRoute[I, B any](s *server, api huma.API, op huma.Operation,
	do func(context.Context, *runs.Membership, *I) (B, error)) {
	route(s, api, op, func(ctx context.Context, in *I) (body B, err error) {
		d, err := s.store.Membership(ctx, owner(ctx), any(in).(interface{ venue() string }).venue())
		if err != nil {
			return body, err
		}
		return do(ctx, d, in)
	})
}

type apiVenue runs.Venue

type venuesListBody listOf[apiVenue]

func (s *server) apiVenues(ctx context.Context, _ *struct{}) (venuesListBody, error) {
	list, err := s.store.Venues(ctx, owner(ctx))
	return venuesListBody{lists.Map(list, func(v runs.Venue) apiVenue { return apiVenue(v) })}, err
}

type oneVenueBody struct {
	apiVenue
	Role   runs.Role        `json:"role" enum:"chair,area,reader" doc:"yours"`
	Counts runs.VenueCounts `json:"counts"`
}

func (s *server) apiVenue(ctx context.Context, d *runs.Membership, _ *VenueName) (oneVenueBody, error) {
	counts, err := s.counts.of(ctx, d)
	return oneVenueBody{apiVenue(d.Venue), d.Role, counts}, err
}

type apiPaper runs.Paper

func apiPaperOf(p runs.Paper) apiPaper { return apiPaper(p) }

// PaperQuery selects papers.
type PaperQuery struct {
	Query    string `query:"q" maxLength:"300" doc:"only with all these words in name, title, given authors or file"`
	State    string `query:"state" maxLength:"20" doc:"only in this state"`
	Having   string `query:"having" maxLength:"20" doc:"only with a reference of this outcome or gravity"`
	Triaged  string `query:"triaged" enum:"none,some,agreed,conflict," doc:"only with reviews like this"`
	Decision string `query:"decision" enum:"none,clear,write,written," doc:"only with this decision"`
	Chair    string `query:"chair" maxLength:"64" doc:"only papers assigned to this person"`
	Sort     string `query:"sort" enum:"gravity,paper,references,not-found,doubtful,open,conflicts,changed" default:"gravity"`
}

func (q *PaperQuery) filter() runs.PaperFilter {
	return runs.PaperFilter{
		Words: q.Query, State: runs.PaperState(q.State), Having: q.Having, Triaged: runs.Triaged(q.Triaged),
		Decision: runs.PaperDecision(q.Decision), Chair: q.Chair, Order: runs.PaperOrder(q.Sort),
	}
}

type papersPageBody pagedList[apiPaper]

func (s *server) apiPapers(ctx context.Context, d *runs.Membership, in *struct {
	VenueName
	PaperQuery
	Cursor string `query:"cursor" maxLength:"100" doc:"next of the page before"`
	Limit  int    `query:"limit" minimum:"1" maximum:"500" default:"100"`
}) (papersPageBody, error) {
	list, next, err := d.Papers(ctx, in.filter(), in.Cursor, in.Limit)
	return papersPageBody{lists.Map(list, apiPaperOf), next}, err
}

type onePaperBody struct {
	apiPaper
	Chairs   []string   `json:"chairs" doc:"the people it is assigned to"`
	Versions []apiPaper `json:"versions" doc:"all, the newest first"`
}

func (s *server) apiPaper(ctx context.Context, d *runs.Membership, in *PaperName) (out onePaperBody, err error) {
	list, err := d.Versions(ctx, in.Paper)
	if err != nil {
		return out, err
	}
	chairs, err := d.Chairs(ctx, &list[0])
	out.Chairs, out.Versions = append([]string{}, chairs...), lists.Map(list, apiPaperOf)
	if at := slices.IndexFunc(list, func(p runs.Paper) bool { return p.Newest }); at >= 0 {
		out.apiPaper = out.Versions[at]
	}
	return out, err
}

type apiTriaged struct {
	Row       findingRow     `json:"row" doc:"as check --format jsonl writes it"`
	Triage    []runs.Said    `json:"triage"`
	Agreement runs.Agreement `json:"agreement,omitempty" enum:"one,agreed,conflict"`
	New       bool           `json:"new,omitempty" doc:"the version before has no such entry, or it said another thing of it"`
}

type triagedPageBody pagedList[apiTriaged]

func (s *server) apiPaperFindings(ctx context.Context, d *runs.Membership, in *struct {
	PaperName
	FindingQuery
}) (out triagedPageBody, err error) {
	t, err := talkOf(ctx, d, in.Paper)
	if err != nil {
		return out, err
	}
	list, next, err := in.page(ctx, s, t.versions[0].Run, runs.Filter{})
	out.Items, out.Next = []apiTriaged{}, next
	for _, item := range list {
		f, err := item.Finding()
		if err != nil {
			return out, err
		}
		all := append([]runs.Said{}, t.said[runs.EntryOf(&f)]...)
		out.Items = append(out.Items, apiTriaged{findingRow{item.Body}, all, runs.AgreementOf(all), t.before.Fresh(&item)})
	}
	return out, err
}

func (s *server) apiSay(ctx context.Context, d *runs.Membership, in *struct {
	PaperName
	Body struct {
		ID      string `json:"id" maxLength:"2000" doc:"of the finding"`
		Field   string `json:"field,omitempty" maxLength:"20" doc:"the one field that the verdict is about; leave it out for the whole finding"`
		Verdict string `json:"verdict" enum:"confirm,dismiss,unsure,dispute,accept,reject," doc:"empty to undo yours; accept and reject are former words for confirm and dismiss"`
		Note    string `json:"note,omitempty" maxLength:"2000"`
		Seen    int64  `json:"seen" minimum:"0" doc:"version of your verdict (about the field, if you name one) that you have seen, 0 for none"`
	}
}) (onePaperBody, error) {
	if err := d.SayOf(ctx, in.Paper, in.Body.ID, biblio.Field(in.Body.Field), in.Body.Seen,
		runs.Decision(in.Body.Verdict), in.Body.Note); err != nil {
		return onePaperBody{}, err
	}
	return s.apiPaper(ctx, d, &in.PaperName)
}

func (s *server) apiDecide(ctx context.Context, d *runs.Membership, in *struct {
	PaperName
	Body struct {
		Decision string `json:"decision" enum:"clear,write,written," doc:"empty to undo"`
		Note     string `json:"note,omitempty" maxLength:"2000"`
		Revision int64  `json:"revision" minimum:"0" doc:"that you have seen"`
	}
}) (onePaperBody, error) {
	if err := d.Decide(ctx, in.Paper, in.Body.Revision, runs.PaperDecision(in.Body.Decision), in.Body.Note); err != nil {
		return onePaperBody{}, err
	}
	return s.apiPaper(ctx, d, &in.PaperName)
}

type apiMember runs.Member

func (s *server) apiMembers(ctx context.Context, d *runs.Membership, _ *VenueName) (membersListBody, error) {
	list, err := d.Members(ctx)
	return membersListBody{lists.Map(list, func(m runs.Member) apiMember { return apiMember(m) })}, err
}

type membersListBody listOf[apiMember]

func (s *server) apiSetMember(ctx context.Context, d *runs.Membership, in *struct {
	VenueName
	Body struct {
		Person string `json:"person" maxLength:"64"`
		Role   string `json:"role" enum:"chair,area,reader," doc:"empty to undo"`
	}
}) (membersListBody, error) {
	if err := d.SetMember(ctx, runs.Member{Person: in.Body.Person, Role: runs.Role(in.Body.Role)}); err != nil {
		return membersListBody{}, err
	}
	return s.apiMembers(ctx, d, nil)
}

type apiEntry runs.Entry

type logListBody pagedList[apiEntry]

func (s *server) apiLog(ctx context.Context, d *runs.Membership, in *struct {
	VenueName
	Cursor string `query:"cursor" maxLength:"100" doc:"next of the page before"`
	Limit  int    `query:"limit" minimum:"1" maximum:"500" default:"100"`
}) (logListBody, error) {
	list, next, err := d.Log(ctx, in.Cursor, in.Limit)
	return logListBody{lists.Map(list, func(e runs.Entry) apiEntry { return apiEntry(e) }), next}, err
}

// venueRaw adds the routes of venues whose bodies are streams or files; it calls add for each.
func (s *server) venueRaw(add func(*huma.Operation, handler), text func(name, about string, values ...any) *huma.Param,
	answers answering) {
	word := &huma.Schema{Type: huma.TypeString}
	venue := &huma.Param{Name: "venue", In: "path", Required: true, Schema: word, Description: "name of the venue"}
	paper := &huma.Param{Name: "paper", In: "path", Required: true, Schema: word, Description: "name of the paper"}
	wanted := []*huma.Param{venue, text("format", "csv when absent", words(runs.VenueFormats)...)}
	for _, name := range filterFields {
		wanted = append(wanted, text(name, "as of listPapers"))
	}
	add(&huma.Operation{
		Method: http.MethodGet, Path: "/venues/{venue}/report", OperationID: "getVenueReport",
		Summary:    "One report of the papers that you may see and the parameters want",
		Parameters: wanted, Responses: reported(answers),
	}, s.asMember(s.venueExport))
	add(&huma.Operation{
		Method: http.MethodGet, Path: "/venues/{venue}/papers/{paper}/report", OperationID: "getPaperReport",
		Summary:    "The report of one paper",
		Parameters: []*huma.Param{venue, paper, text("format", "jsonl when absent", words(report.Formats())...)},
		Responses:  reported(answers),
	}, s.asMember(s.paperReport))
	add(&huma.Operation{
		Method: http.MethodGet, Path: "/venues/{venue}/events", OperationID: "followVenue",
		Summary: "Follow the numbers of a venue",
		Description: "Server-sent events: `now` with the counts of getVenue as JSON, at once and whenever they change, " +
			"and finally `end` with the last ones, when all papers are checked.",
		Parameters: []*huma.Param{venue},
		Responses:  answers("200", "The events", "text/event-stream", &huma.Schema{Type: huma.TypeString}),
	}, s.asMember(s.venueEvents))
}

func (s *server) venueEvents(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	return s.followVenue(w, r, d, true, func(c runs.VenueCounts) ([]byte, error) { return json.Marshal(c) })
}
