// Package zotero asks a Zotero translation server of the user's own, which
// reads identifiers and web pages with Zotero's translators.
//
// May be imported by: source/..., cmd (for --export).
package zotero

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Connector asks a translation server.
type Connector struct {
	client   *transport.Client
	base     string
	secret   http.Header // of a server that asks for a password
	fallback source.Connector
}

var _ source.Connector = (*Connector)(nil)

// candidates is how many records the fallback is asked for.
const candidates = 10

// New makes the connector for the server at base ("http://127.0.0.1:1969"); ""
// means that there is none. fallback is asked by title when the server has
// nothing; nil for nobody.
func New(client *transport.Client, base string, fallback source.Connector) *Connector {
	address, secret := service.OwnServer(base)
	return &Connector{client: client, base: address, secret: secret, fallback: fallback}
}

// Info says what the source declares of itself.
func (c *Connector) Info() source.Info {
	return source.Info{Name: "zotero", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI, ident.ArXiv, ident.PMID, ident.ISBN, ident.URL},
		Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true, Types: []biblio.Type{}}
}

// Lookup asks for the first identifier that leads to items.
func (c *Connector) Lookup(ctx context.Context, q source.Query) (source.Answer, error) {
	if c.base == "" {
		return source.Answer{}, fmt.Errorf("%w: needs the address of a translation server", source.ErrNotAsked)
	}
	var failure error
	asked := false
	for _, id := range q.IDs {
		items, ok, err := c.translate(ctx, id, q.Claimed.FullTitle())
		var records []biblio.Record
		if err == nil {
			if records, err = service.Records(items, wire.Zotero); err != nil {
				err = &source.Failure{Kind: source.BadAnswer, Detail: err.Error(), Err: err}
			}
		}
		asked = asked || ok
		if err != nil && failure == nil {
			failure = err
		}
		if len(records) > 0 {
			return answer(records, how(id), id), nil
		}
	}
	if c.fallback != nil && q.Claimed.FullTitle() != "" {
		q.Limit = candidates
		q.IDs = nil
		found, err := c.fallback.Lookup(ctx, q)
		if err == nil && len(found.Hits) > 0 {
			found.Coverage = source.Coverage{Why: "the translation server has nothing; asked its fallback"}
			return found, nil
		}
		if failure == nil {
			failure = err
		}
		asked = asked || err == nil
	}
	switch {
	case failure != nil:
		return source.Answer{}, failure
	case !asked:
		return source.Answer{}, fmt.Errorf("%w: no identifier that it takes", source.ErrNotAsked)
	}
	return answer(nil, "", ident.ID{}), nil
}

func how(id ident.ID) source.How {
	if id.Scheme == ident.URL {
		return source.ByURL
	}
	return source.ByIdentifier
}

func answer(records []biblio.Record, how source.How, id ident.ID) source.Answer {
	a := source.Answer{Coverage: source.Coverage{Why: "translators read what they can"}}
	for _, rec := range records {
		a.Hits = append(a.Hits, source.Hit{Record: rec, How: how, ID: id})
	}
	return a
}

// translate asks /search for identifiers and /web for other addresses; ok is
// false for what neither takes.
// Form: https://github.com/zotero/translation-server
func (c *Connector) translate(ctx context.Context, id ident.ID, title string) ([]jsonscan.Value, bool, error) {
	var endpoint, text string
	switch id.Scheme {
	case ident.DOI, ident.PMID, ident.ISBN:
		endpoint, text = "/search", id.Value
	case ident.ArXiv:
		endpoint, text = "/search", "arXiv:"+id.Value
	case ident.URL:
		endpoint, text = "/web", id.Value
		if req := c.request(endpoint, "text/plain", []byte(text)); !c.client.MayFetch(ctx, &req, id.Value) {
			return nil, false, nil
		}
	default:
		return nil, false, nil
	}
	items, choices, err := c.post(ctx, endpoint, "text/plain", []byte(text))
	if err != nil || choices.IsNull() {
		return items, true, err
	}
	body, err := choose(choices, title)
	if err != nil {
		return nil, true, &source.Failure{Kind: source.BadAnswer, Detail: err.Error(), Err: err}
	}
	items, _, err = c.post(ctx, endpoint, "application/json", body)
	return items, true, err
}

// post gives the items of an answer, or the choices of status 300.
func (c *Connector) post(ctx context.Context, endpoint, kind string, body []byte) (items []jsonscan.Value, choices jsonscan.Value, err error) {
	req := c.request(endpoint, kind, body)
	req.Read = func(r *transport.Response) (bool, error) {
		items, choices = nil, jsonscan.Value{}
		if r.Status == http.StatusNotImplemented { // "No items returned from any translator"
			if !strings.Contains(string(r.Body), "translator") && !strings.Contains(string(r.Body), "No items") {
				return false, errors.New("status 501 without the server's words")
			}
			return true, nil
		}
		v, err := jsonscan.Parse(r.Body)
		if err != nil {
			return false, err
		}
		if r.Status == http.StatusMultipleChoices {
			choices = v
			return false, nil
		}
		list, ok := service.List()(v)
		if !ok {
			return false, errors.New("not a list of items")
		}
		for _, item := range list {
			switch item.Get("itemType").Text() {
			case "note", "attachment", "annotation":
			default:
				items = append(items, item)
			}
		}
		return len(items) == 0, nil
	}
	_, err = c.client.Do(ctx, &req)
	return items, choices, err
}

func (c *Connector) request(endpoint, kind string, body []byte) transport.Request {
	return transport.Request{Service: "zotero", Method: http.MethodPost, URL: c.base + endpoint, SecretHeader: c.secret, ContentType: kind, Body: body,
		Types: service.JSONTypes, Answers: []int{300, 501}, NoRedirect: true}
}

// choose answers a question with several choices: the title with the most words
// in common, and among equals one that contains the other.
func choose(v jsonscan.Value, title string) ([]byte, error) {
	items := v.Get("items")
	session := !items.IsNull()
	if !session {
		items = v
	}
	type choice struct{ key, title string }
	var all []choice
	for key, item := range items.Fields() {
		text := item.Text()
		if item.IsObject() {
			text = item.Get("title").Text()
		}
		all = append(all, choice{key, text})
	}
	if len(all) == 0 {
		return nil, errors.New("several choices, and none listed")
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := Jaccard(all[i].title, title), Jaccard(all[j].title, title)
		if a != b {
			return a > b
		}
		return within(all[i].title, title) && !within(all[j].title, title)
	})
	best := all[0]
	if !session {
		return json.Marshal(map[string]string{best.key: best.title})
	}
	return json.Marshal(map[string]any{"url": v.Get("url").Text(), "session": v.Get("session").Text(), "items": map[string]string{best.key: best.title}})
}

// Jaccard is the share of words that two titles have in common of all they
// have.
func Jaccard(a, b string) float64 {
	wa, wb := strings.Fields(service.Words(a)), strings.Fields(service.Words(b))
	set := map[string]int{}
	for _, w := range wa {
		set[w] |= 1
	}
	for _, w := range wb {
		set[w] |= 2
	}
	common := 0
	for _, sides := range set {
		if sides == 3 {
			common++
		}
	}
	if len(set) == 0 {
		return 0
	}
	return float64(common) / float64(len(set))
}

func within(a, b string) bool {
	a, b = service.Words(a), service.Words(b)
	return a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
}

// Formats lists what the server can write items in.
// Form: https://github.com/zotero/translation-server (export)
var Formats = []string{"bibtex", "biblatex", "bookmarks", "coins", "csljson", "csv", "endnote_xml", "evernote", "mods", "rdf_bibliontology", "rdf_dc", "rdf_zotero", "refer", "refworks_tagged", "ris", "tei", "wikipedia"}

// Export gives what the server makes of an identifier or address, written by
// Zotero's own translators in one of Formats. Of several items the one whose
// title is nearest to title is taken. text is "" when the server has nothing.
func (c *Connector) Export(ctx context.Context, id ident.ID, title, format string) (text string, err error) {
	items, ok, err := c.translate(ctx, id, title)
	if err != nil || len(items) == 0 {
		if err == nil && !ok {
			err = source.ErrNotAsked
		}
		return "", err
	}
	raw := make([]string, len(items))
	for i, item := range items {
		raw[i] = item.Raw()
	}
	_, err = c.client.Do(ctx, &transport.Request{Service: "zotero", Method: http.MethodPost, URL: service.Link(c.base+"/export", url.Values{"format": {format}}),
		SecretHeader: c.secret, ContentType: "application/json", Body: []byte("[" + strings.Join(raw, ",") + "]"), Read: func(r *transport.Response) (bool, error) {
			text = string(r.Body)
			if strings.TrimSpace(text) == "" {
				return false, errors.New("an empty export")
			}
			return false, nil
		}})
	return text, err
}
