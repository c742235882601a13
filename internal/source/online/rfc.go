package online

import (
	"context"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// rfcIndex looks up RFCs in the RFC Editor's index, which it fetches once. The index holds every RFC: a number
// that it lacks does not exist.
type rfcIndex struct {
	client *transport.Client
	lock   chan struct{} // guards the fields below; waiting for it can be cancelled
	all    []biblio.Record
	byID   map[string]int // "RFC793"
}

func newRFC(c Config) source.Connector {
	return &rfcIndex{client: c.Client, lock: make(chan struct{}, 1)}
}

// Info describes the source.
func (c *rfcIndex) Info() answer.Info {
	return answer.Info{Name: "rfc", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI, ident.URL}, Titles: true,
		Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true,
		Deposit: true, Registry: true,
		Types: []biblio.Type{biblio.Standard, biblio.Report}}
}

// Expect counts the index, once.
func (c *rfcIndex) Expect(queries []source.Query) source.Expected {
	e := source.Expected{Service: "rfc"}
	for _, q := range queries {
		if rfcNumber(q) != "" || mentionsRFC(q) {
			e.Requests = 1
		}
	}
	return e
}

// Lookup looks up references that name an RFC.
func (c *rfcIndex) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	number := rfcNumber(q)
	if number == "" && !mentionsRFC(q) {
		return answer.Answer{}, fmt.Errorf("%w: it names no RFC", answer.ErrNotAsked)
	}
	if err := c.fetch(ctx); err != nil {
		return answer.Answer{}, err
	}
	reply := answer.Answer{Coverage: answer.Coverage{Extent: answer.CompleteHere, Container: "Request for Comments",
		Why:     "the index has every RFC",
		Listing: answer.Listing{Searched: true, Before: true, After: true, Sisters: true}}}
	if i, ok := c.byID[number]; ok {
		reply.Hits = append(reply.Hits, answer.Hit{Record: c.all[i], How: answer.ByIdentifier, ID: rfcID(q, number)})
	} else if number != "" {
		reply.NoSuchID = noSuchRFC(q, number)
	}
	title := Words(rfcPrelude.ReplaceAllString(Plain(q.Claimed.FullTitle()), ""))
	for i := range c.all {
		if id := c.all[i].LocalID; title != "" && id != number && Alike(title, c.all[i].Title) &&
			len(reply.Hits) < 8 {
			reply.Hits = append(reply.Hits, answer.Hit{Record: c.all[i], How: answer.ByTitle})
		}
	}
	return reply, nil
}

func (c *rfcIndex) fetch(ctx context.Context) error {
	select {
	case c.lock <- struct{}{}:
		defer func() { <-c.lock }()
	case <-ctx.Done():
		return &answer.Failure{Kind: answer.Timeout, Detail: "the index did not come in time", Err: ctx.Err()}
	}
	if c.all != nil {
		return nil
	}
	var all []biblio.Record
	_, err := c.client.Do(ctx,
		&transport.Request{Service: "rfc", URL: "https://www.rfc-editor.org/rfc-index.xml", Types: XMLTypes,
			Read: func(r *transport.Response) (bool, error) {
				list, err := wire.RFCIndex(r.Body)
				all = list
				return false, err
			}})
	if err != nil {
		return err
	}
	c.byID = make(map[string]int, len(all))
	for i := range all {
		c.byID[all[i].LocalID] = i
	}
	c.all = all
	return nil
}

var (
	rfcNamed   = lazy.Regexp(`(?i)\bRFC[ -]?0*([1-9][0-9]{0,4})\b`)
	rfcDOI     = lazy.Regexp(`^10\.17487/rfc0*([1-9][0-9]{0,4})$`)
	rfcPrelude = lazy.Regexp(`(?i)^\s*RFC[ -]?[0-9]+\s*[:.,-]*\s*`)
)

// rfcNumber returns the RFC that a reference names, "RFC8446", or "".
func rfcNumber(q source.Query) string {
	for _, id := range q.IDs {
		if m := rfcDOI.FindStringSubmatch(id.Value); id.Scheme == ident.DOI && m != nil {
			return "RFC" + m[1]
		}
	}
	w := &q.Claimed
	places := []string{w.Title, w.Container.Title, w.Container.Series, w.Container.Short, w.Note}
	for _, id := range q.IDs {
		if id.Scheme == ident.URL &&
			(strings.Contains(id.Value, "ietf.org") || strings.Contains(id.Value, "rfc-editor.org")) {
			places = append(places, id.Value[strings.LastIndexByte(id.Value, '/')+1:])
		}
	}
	if inRFCSeries(w) {
		for _, n := range []string{w.Volume, w.Issue} {
			if n = strings.TrimLeft(n, "0"); n != "" && strings.Trim(n, "0123456789") == "" {
				return "RFC" + n
			}
		}
	}
	for _, text := range append(places, q.Raw) {
		if m := rfcNamed.FindStringSubmatch(text); m != nil {
			return "RFC" + m[1]
		}
	}
	return ""
}

func inRFCSeries(w *biblio.Work) bool {
	text := strings.ToLower(w.Container.Title + " " + w.Container.Series)
	return strings.Contains(text, "request for comments") || strings.Contains(text, "requests for comments") ||
		strings.TrimSpace(text) == "rfc"
}

// mentionsRFC reports whether a reference calls itself an RFC without a number.
func mentionsRFC(q source.Query) bool {
	return inRFCSeries(&q.Claimed) || strings.Contains(strings.ToLower(q.Claimed.Publisher), "rfc editor") ||
		strings.Contains(strings.ToLower(q.Claimed.Publisher), "internet engineering task force")
}

// rfcID returns the identifier with which the reference names the RFC.
func rfcID(q source.Query, number string) ident.ID {
	for _, id := range q.IDs {
		if strings.HasSuffix(strings.ToLower(id.Value), strings.ToLower(number)) {
			return id
		}
	}
	return ident.ID{Scheme: ident.DOI, Value: "10.17487/" + strings.ToLower(number)}
}

// noSuchRFC returns identifiers of the reference that name an RFC which does not exist. A number in the text
// alone is not an identifier.
func noSuchRFC(q source.Query, number string) []ident.ID {
	for _, id := range q.IDs {
		if m := rfcDOI.FindStringSubmatch(id.Value); id.Scheme == ident.DOI && m != nil && "RFC"+m[1] == number {
			return []ident.ID{id}
		}
	}
	return nil
}
