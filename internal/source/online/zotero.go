package online

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// zotero queries the user's own Zotero translation server, which reads identifiers and web pages with Zotero's
// translators.
type zotero struct {
	client   *transport.Client
	base     string
	secret   http.Header      // for a server with a password
	fallback source.Connector // queried by title if the server has nothing
}

func newZotero(c Config) source.Connector {
	address, secret := OwnServer(c.Keys["zotero_url"])
	return &zotero{client: c.Client, base: address, secret: secret, fallback: newCrossref(c)}
}

// Info describes the source.
func (c *zotero) Info() answer.Info {
	return answer.Info{Name: "zotero", Version: 1, Online: true,
		Schemes: []ident.Scheme{ident.DOI, ident.ArXiv, ident.PMID, ident.ISBN, ident.URL},
		Origin:  biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, CompleteAuthors: true, Types: []biblio.Type{}}
}

// Lookup looks up identifiers until one leads to items.
func (c *zotero) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	if c.base == "" {
		return answer.Answer{}, fmt.Errorf("%w: needs the address of a translation server", answer.ErrNotAsked)
	}
	var failure error
	asked := false
	for _, id := range q.IDs {
		items, ok, err := c.translate(ctx, id, q.Claimed.FullTitle())
		var records []biblio.Record
		if err == nil {
			if records, err = Records(items, wire.Zotero); err != nil {
				err = &answer.Failure{Kind: answer.BadAnswer, Detail: err.Error(), Err: err}
			}
		}
		asked = asked || ok
		failure = cmp.Or(failure, err)
		if len(records) > 0 {
			return zoteroAnswer(records, id), nil
		}
	}
	if q.Claimed.FullTitle() != "" {
		q.Limit = 10
		q.IDs = nil
		found, err := c.fallback.Lookup(ctx, q)
		if err == nil && len(found.Hits) > 0 {
			found.Coverage = answer.Coverage{Why: "the translation server has nothing; asked its fallback"}
			return found, nil
		}
		failure = cmp.Or(failure, err)
		asked = asked || err == nil
	}
	switch {
	case failure != nil:
		return answer.Answer{}, failure
	case !asked:
		return answer.Answer{}, fmt.Errorf("%w: no identifier that it takes", answer.ErrNotAsked)
	}
	return zoteroAnswer(nil, ident.ID{}), nil
}

// zoteroAnswer makes an answer from the records to which an identifier led.
func zoteroAnswer(records []biblio.Record, id ident.ID) answer.Answer {
	how := answer.ByIdentifier
	if id.Scheme == ident.URL {
		how = answer.ByURL
	}
	a := answer.Answer{Coverage: answer.Coverage{Why: "translators read what they can"}}
	for _, rec := range records {
		a.Hits = append(a.Hits, answer.Hit{Record: rec, How: how, ID: id})
	}
	return a
}

// translate queries /search for identifiers and /web for other addresses; ok is false if neither accepts it.
// Form: https://github.com/zotero/translation-server
func (c *zotero) translate(ctx context.Context, id ident.ID, title string) ([]jsonscan.Value, bool, error) {
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
	body, err := zoteroChoice(choices, title)
	if err != nil {
		return nil, true, &answer.Failure{Kind: answer.BadAnswer, Detail: err.Error(), Err: err}
	}
	items, _, err = c.post(ctx, endpoint, "application/json", body)
	return items, true, err
}

// post returns the items of an answer, or the choices of status 300.
func (c *zotero) post(ctx context.Context, endpoint, kind string, body []byte) (items []jsonscan.Value,
	choices jsonscan.Value, err error) {
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
		list, ok := List()(v)
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

func (c *zotero) request(endpoint, kind string, body []byte) transport.Request {
	return transport.Request{Service: "zotero", Method: http.MethodPost, URL: c.base + endpoint, SecretHeader: c.secret,
		ContentType: kind, Body: body,
		Types: JSONTypes, Answers: []int{300, 501}, NoRedirect: true}
}

// zoteroChoice selects among several choices: the title with the most shared words, and among equals one that
// contains the other.
func zoteroChoice(v jsonscan.Value, title string) ([]byte, error) {
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
	best := all[0]
	for _, c := range all[1:] {
		have, other := jaccard(best.title, title), jaccard(c.title, title)
		if other > have || other == have && within(c.title, title) && !within(best.title, title) {
			best = c
		}
	}
	if !session {
		return json.Marshal(map[string]string{best.key: best.title})
	}
	return json.Marshal(map[string]any{"url": v.Get("url").Text(), "session": v.Get("session").Text(),
		"items": map[string]string{best.key: best.title}})
}

// jaccard is the share of common words among all words of two titles.
func jaccard(a, b string) float64 {
	distinct := func(title string) []string { return slices.Compact(slices.Sorted(strings.FieldsSeq(Words(title)))) }
	return normalise.Jaccard(distinct(a), distinct(b))
}

func within(a, b string) bool {
	a, b = Words(a), Words(b)
	return a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
}

// ZoteroFormats lists the formats in which the server can write items. Form:
// https://github.com/zotero/translation-server (export)
var ZoteroFormats = []string{"bibtex", "biblatex", "bookmarks", "coins", "csljson", "csv", "endnote_xml", "evernote",
	"mods", "rdf_bibliontology", "rdf_dc", "rdf_zotero", "refer", "refworks_tagged", "ris", "tei", "wikipedia"}

// Export returns an identifier or address written by Zotero's own translators in one of ZoteroFormats. Among
// several items the one whose title is most similar to title is used. text is "" if the server has nothing.
func (c *zotero) Export(ctx context.Context, id ident.ID, title, format string) (text string, err error) {
	items, ok, err := c.translate(ctx, id, title)
	if err == nil && !ok {
		err = answer.ErrNotAsked
	}
	if err != nil || len(items) == 0 {
		return "", err
	}
	raw := lists.Map(items, jsonscan.Value.Raw)
	_, err = c.client.Do(ctx,
		&transport.Request{Service: "zotero", Method: http.MethodPost,
			URL:          Link(c.base+"/export", url.Values{"format": {format}}),
			SecretHeader: c.secret, ContentType: "application/json", Body: []byte("[" + strings.Join(raw, ",") + "]"),
			Read: func(r *transport.Response) (bool, error) {
				text = string(r.Body)
				if strings.TrimSpace(text) == "" {
					return false, errors.New("an empty export")
				}
				return false, nil
			}})
	return text, err
}
