package online

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// openReviewNotes are the two versions of the service, the newer first; venues until about 2023 are in the
// older one.
var openReviewNotes = []string{"https://api2.openreview.net/notes", "https://api.openreview.net/notes"}

// newOpenReview returns a connector to OpenReview: submissions to machine learning conferences, including
// rejected and withdrawn ones, which are marked. It requires a login, because the service rejects anonymous
// requests.
func newOpenReview(c Config) source.Connector {
	a := &openReviewAPI{Config: c}
	spec := Spec{
		Client: c.Client,
		Info: answer.Info{Name: "openreview", Version: 1, Online: true, Schemes: []ident.Scheme{ident.URL}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Publisher,
				States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors}},
			OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{biblio.PaperConference}, FromYear: 2013},
		IDs: []ByID{{Batch: transport.Batch{Service: "openreview", Kind: "forum", Max: 1, Ask: a.forum},
			Question: openReviewForum, Read: One(wire.OpenReview)}},
		// its two APIs
		Titles: TitleSearch{Ask: Each(a.title).Ask, Requests: func(titles []string) int { return 2 * len(titles) }},
		Takes:  openReviewTakes,
	}
	if !hasOpenReviewLogin(c.Keys) {
		spec.Ready = "needs a token, or user and password"
	}
	return New(spec)
}

// openReviewForum extracts the forum from an address on openreview.net.
func openReviewForum(id ident.ID) (string, bool) {
	if id.Scheme != ident.URL {
		return "", false
	}
	u, err := url.Parse(id.Value)
	if err != nil || u.Hostname() != "openreview.net" && u.Hostname() != "www.openreview.net" {
		return "", false
	}
	switch u.Path {
	case "/forum", "/pdf", "/attachment":
		return u.Query().Get("id"), u.Query().Get("id") != ""
	}
	return "", false
}

// openReviewTakes excludes what is certainly not a conference paper since 2013.
func openReviewTakes(q source.Query) bool {
	switch q.Claimed.Type {
	case biblio.PaperConference, biblio.Preprint, biblio.TypeUnknown:
		return q.Claimed.Issued.Year == 0 || q.Claimed.Issued.Year >= 2013
	}
	return false
}

// notes returns the notes in an answer. Its count includes those that are not public.
var notes = List("notes")

// forum fetches one paper, from the older service if the newer one lacks it.
func (a *openReviewAPI) forum(ctx context.Context, ids []string) (map[string][]byte, error) {
	header, err := a.header(ctx)
	if err != nil {
		return nil, err
	}
	for _, api := range openReviewNotes {
		req, items := AskJSON(transport.Request{Service: "openreview",
			URL: Link(api, url.Values{"id": {ids[0]}}), SecretHeader: header, Transient: true}, notes)
		if _, err := a.Client.Do(ctx, req); err != nil {
			return nil, err
		}
		for _, item := range *items {
			return map[string][]byte{ids[0]: []byte(item.Raw())}, nil
		}
	}
	return nil, nil
}

// title searches both services.
func (a *openReviewAPI) title(ctx context.Context, s Search) ([]biblio.Record, error) {
	header, err := a.header(ctx)
	if err != nil {
		return nil, err
	}
	var list []biblio.Record
	for _, api := range openReviewNotes {
		req := transport.Request{Service: "openreview", URL: Link(api+"/search", url.Values{
			"term": {s.Words}, "type": {"terms"}, "content": {"title"}, "source": {"forum"}, "limit": {"5"}}),
			SecretHeader: header}
		req.Read = Nearest(notes, wire.OpenReview, s)
		records, err := AskRecords(ctx, a.Client, req, notes, wire.OpenReview)
		list = append(list, records...)
		if err != nil {
			return list, err
		}
		if len(list) > 0 && Alike(s.Title, list[0].FullTitle()) {
			break
		}
	}
	return list, nil
}

// hasOpenReviewLogin reports whether there is a usable login: a token, or a user and password that can be
// exchanged for one.
func hasOpenReviewLogin(keys map[string]string) bool {
	return keys["openreview"] != "" || keys["openreview_user"] != "" && keys["openreview_password"] != ""
}

type openReviewAPI struct {
	Config

	mu    sync.Mutex
	token string
	until time.Time
}

// header returns the header with the token, after requesting one if necessary. Form:
// https://docs.openreview.net/getting-started/using-the-api
func (a *openReviewAPI) header(ctx context.Context) (http.Header, error) {
	const (
		loginPage = "https://api2.openreview.net/login"
		life      = 6 * time.Hour // of a token obtained with a password; the service's tokens live for a day
	)
	if token := a.Keys["openreview"]; token != "" {
		return Bearer(token), nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.token != "" && time.Now().Before(a.until) {
		return Bearer(a.token), nil
	}
	body, err := json.Marshal(map[string]string{"id": a.Keys["openreview_user"],
		"password": a.Keys["openreview_password"]})
	if err != nil {
		return nil, err
	}
	token := ""
	_, err = a.Client.Do(ctx,
		&transport.Request{Service: "openreview", Method: http.MethodPost, URL: loginPage,
			ContentType: "application/json", Body: body,
			Accept: "application/json", Types: JSONTypes, Transient: true,
			Read: ReadJSON(func(_ *transport.Response, v jsonscan.Value) (bool, error) {
				if token = v.Get("token").Text(); token == "" {
					return false, errors.New("the login gave no token")
				}
				return false, nil
			})})
	if err != nil {
		return nil, err
	}
	a.token, a.until = token, time.Now().Add(life)
	return Bearer(a.token), nil
}
