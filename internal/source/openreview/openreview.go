// Package openreview asks OpenReview for submissions to conferences of machine
// learning, those that were rejected or withdrawn included and marked as such.
//
// May be imported by: source/....
package openreview

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// The two versions of the service; venues until about 2023 are in the first.
const (
	second = "https://api2.openreview.net/notes"
	first  = "https://api.openreview.net/notes"
)

// New makes the connector; without a login it is not asked, for the service refuses
// those who have none.
func New(client *transport.Client, login Login) *service.Connector {
	a := &asker{client: client, login: login}
	spec := service.Spec{
		Client: client,
		Info: source.Info{Name: "openreview", Version: 1, Online: true, Schemes: []ident.Scheme{ident.URL}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Publisher, States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors}}, OrderedAuthors: true, CompleteAuthors: true,
			Types: []biblio.Type{biblio.PaperConference}, FromYear: 2013},
		IDs:    []service.ByID{{Batch: transport.Batch{Service: "openreview", Kind: "forum", Max: 1, Ask: a.forum}, Question: question, Read: service.One(wire.OpenReview)}},
		Titles: service.Each(a.title), TitleRequests: func(titles int) int { return 2 * titles }, // its two APIs
		Takes: takes,
	}
	if !login.Given() {
		spec.Ready = "needs a token, or user and password"
	}
	return service.New(spec)
}

// question takes the forum out of an address of openreview.net.
func question(id ident.ID) (string, bool) {
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

// takes leaves out what is certainly no paper of a conference since 2013.
func takes(q source.Query) bool {
	switch q.Claimed.Type {
	case biblio.PaperConference, biblio.Preprint, biblio.TypeUnknown:
		return q.Claimed.Issued.Year == 0 || q.Claimed.Issued.Year >= 2013
	}
	return false
}

// notes finds the notes of an answer. Its count has those too that nobody may
// read.
func notes(v jsonscan.Value) ([]jsonscan.Value, bool) { return service.List("notes")(v) }

// forum fetches one paper, from the older service when the newer lacks it.
func (a *asker) forum(ctx context.Context, ids []string) (map[string][]byte, error) {
	header, err := a.header(ctx)
	if err != nil {
		return nil, err
	}
	for _, api := range []string{second, first} {
		req, items := service.AskJSON(transport.Request{Service: "openreview", URL: service.Link(api, url.Values{"id": {ids[0]}}), SecretHeader: header, Transient: true}, notes)
		if _, err := a.client.Do(ctx, req); err != nil {
			return nil, err
		}
		for _, item := range *items {
			return map[string][]byte{ids[0]: []byte(item.Raw())}, nil
		}
	}
	return nil, nil
}

// title searches both services.
func (a *asker) title(ctx context.Context, s service.Search) ([]biblio.Record, error) {
	header, err := a.header(ctx)
	if err != nil {
		return nil, err
	}
	var list []biblio.Record
	for _, api := range []string{second, first} {
		req := transport.Request{Service: "openreview", URL: service.Link(api+"/search", url.Values{
			"term": {s.Words}, "type": {"terms"}, "content": {"title"}, "source": {"forum"}, "limit": {"5"}}), SecretHeader: header}
		req.Read = service.Nearest(notes, wire.OpenReview, s)
		records, err := service.AskRecords(ctx, a.client, req, notes, wire.OpenReview)
		list = append(list, records...)
		if err != nil {
			return list, err
		}
		if len(list) > 0 && service.Alike(s.Title, list[0].FullTitle()) {
			break
		}
	}
	return list, nil
}

const (
	loginPage = "https://api2.openreview.net/login"
	// tokenLife is how long a token is used that a password got; those of the
	// service live for a day.
	tokenLife = 6 * time.Hour
)

// Login is who asks: a token, or a user with a password, for which the service gives
// one. The zero value is nobody.
type Login struct{ Token, User, Password string }

// Given reports a login that can be used.
func (l Login) Given() bool { return l.Token != "" || l.User != "" && l.Password != "" }

type asker struct {
	client *transport.Client
	login  Login

	mu    sync.Mutex
	token string
	until time.Time
}

// header gives the header with the token, which it gets first when there is none
// yet. Form: https://docs.openreview.net/getting-started/using-the-api
func (a *asker) header(ctx context.Context) (http.Header, error) {
	if a.login.Token != "" {
		return service.Bearer(a.login.Token), nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.token != "" && time.Now().Before(a.until) {
		return service.Bearer(a.token), nil
	}
	body, err := json.Marshal(map[string]string{"id": a.login.User, "password": a.login.Password})
	if err != nil {
		return nil, err
	}
	token := ""
	_, err = a.client.Do(ctx, &transport.Request{Service: "openreview", Method: http.MethodPost, URL: loginPage, ContentType: "application/json", Body: body,
		Accept: "application/json", Types: service.JSONTypes, Transient: true, Read: func(r *transport.Response) (bool, error) {
			v, err := jsonscan.Parse(r.Body)
			if token = v.Get("token").Text(); err == nil && token == "" {
				err = errors.New("the login gave no token")
			}
			return false, err
		}})
	if err != nil {
		return nil, err
	}
	a.token, a.until = token, time.Now().Add(tokenLife)
	return service.Bearer(a.token), nil
}
