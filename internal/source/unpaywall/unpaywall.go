// Package unpaywall asks Unpaywall where a work can be read without paying. Its
// records are made from Crossref's, so they confirm and never refute.
//
// May be imported by: source/....
package unpaywall

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

const api = "https://api.unpaywall.org/v2/"

// New makes the connector; the service wants a contact address.
func New(client *transport.Client) *service.Connector {
	a := asker{client}
	spec := service.Spec{
		Client: client,
		Info:   source.Info{Name: "unpaywall", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI}, Origin: biblio.Origin{Kind: biblio.ConfirmOnly}},
		IDs: []service.ByID{{Batch: transport.Batch{Service: "unpaywall", Kind: "doi", Max: 1, Ask: a.doi},
			Question: func(id ident.ID) (string, bool) { return id.Value, id.Scheme == ident.DOI }, Read: service.One(wire.Unpaywall)}},
	}
	if client.Contact() == "" {
		spec.Ready = "needs a contact address"
	}
	return service.New(spec)
}

type asker struct{ client *transport.Client }

// doi fetches one object: https://unpaywall.org/products/api
func (a asker) doi(ctx context.Context, dois []string) (map[string][]byte, error) {
	got := map[string][]byte{}
	_, err := a.client.Do(ctx, &transport.Request{Service: "unpaywall", URL: api + url.PathEscape(dois[0]), Secret: url.Values{"email": {a.client.Contact()}},
		Types: service.JSONTypes, Answers: []int{404}, Transient: true, Read: func(r *transport.Response) (bool, error) {
			clear(got)
			v, err := jsonscan.Parse(r.Body)
			switch {
			case err != nil:
				return false, err
			case r.Status == 404 && v.Get("error").True() && strings.Contains(v.Get("message").Text(), "isn't in Unpaywall"):
				return true, nil
			case r.Status == 404 || !strings.EqualFold(v.Get("doi").Text(), dois[0]):
				return false, errors.New("no answer about the DOI")
			}
			got[dois[0]] = r.Body
			return false, nil
		}})
	return got, err
}
