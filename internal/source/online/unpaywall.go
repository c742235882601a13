package online

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// newUnpaywall returns a connector to Unpaywall, which finds free copies of works. Its records are made from
// Crossref's, so they confirm and never refute. The service requires a contact address.
func newUnpaywall(c Config) source.Connector {
	a := unpaywallAPI{c}
	spec := Spec{
		Client: c.Client,
		Info: answer.Info{Name: "unpaywall", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI},
			Origin: biblio.Origin{Kind: biblio.ConfirmOnly}},
		IDs: []ByID{{Batch: transport.Batch{Service: "unpaywall", Kind: "doi", Max: 1, Ask: a.doi},
			Question: valueOf(ident.DOI, ""), Read: One(wire.Unpaywall)}},
	}
	if c.Client.Contact() == "" {
		spec.Ready = "needs a contact address"
	}
	return New(spec)
}

type unpaywallAPI struct{ Config }

// doi fetches one object: https://unpaywall.org/products/api
func (a unpaywallAPI) doi(ctx context.Context, dois []string) (map[string][]byte, error) {
	got := map[string][]byte{}
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "unpaywall", URL: "https://api.unpaywall.org/v2/" + url.PathEscape(dois[0]),
			Secret: url.Values{"email": {a.Client.Contact()}},
			Types:  JSONTypes, Answers: []int{404}, Transient: true,
			Read: ReadJSON(func(r *transport.Response, v jsonscan.Value) (bool, error) {
				clear(got)
				switch {
				case r.Status == 404 && v.Get("error").True() && strings.Contains(v.Get("message").Text(), "isn't in Unpaywall"):
					return true, nil
				case r.Status == 404 || !strings.EqualFold(v.Get("doi").Text(), dois[0]):
					return false, errors.New("no answer about the DOI")
				}
				got[dois[0]] = r.Body
				return false, nil
			})})
	return got, err
}
