package landing

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// ReadPDF reads what the first page of a PDF says about its work; ok is false if it says nothing.
type ReadPDF func(body []byte) (work biblio.Work, ok bool)

// Reader fetches pages and extracts records from them.
type Reader struct {
	client *transport.Client
	pdf    ReadPDF
}

// NewReader returns a reader; pdf is nil if PDFs are not read.
func NewReader(client *transport.Client, pdf ReadPDF) *Reader { return &Reader{client, pdf} }

// gone is the error for a page that no longer exists.
type gone struct{ status int }

// Error includes the status that the site returned.
func (g gone) Error() string { return fmt.Sprintf("the page is gone (HTTP %d)", g.status) }

// errUnread means that the page has a format that is not supported.
var errUnread = errors.New("the page is of a kind that is not read")

// maxHops is how many redirections within pages are followed.
const maxHops = 2

// Read fetches an address and returns its record. doi is set if the address is the resolver's: the page may
// then be on any host.
func (r *Reader) Read(ctx context.Context, address string, doi bool) (rec biblio.Record, scholarly bool, err error) {
	for hop := 0; ; hop++ {
		rec, scholarly, next, err := r.fetch(ctx, address, doi)
		if next != "" && hop == maxHops {
			err = errUnread
		}
		if err != nil || next == "" {
			return rec, scholarly, err
		}
		address, doi = next, false
	}
}

// fetch fetches one page; next is set if the page only redirects.
func (r *Reader) fetch(ctx context.Context, address string, doi bool) (rec biblio.Record, scholarly bool,
	next string, err error) {
	req := transport.Request{URL: address, Accept: "text/html,application/xhtml+xml,application/pdf;q=0.8,*/*;q=0.5",
		Answers: []int{404, 410}}
	if doi {
		req.Service, req.Follow = "doi", true
	}
	found := false
	var trouble error
	req.Read = func(resp *transport.Response) (bool, error) {
		rec, scholarly, found, next, trouble = biblio.Record{}, false, false, "", nil
		if resp.Status != 200 {
			trouble = gone{resp.Status}
			return true, nil
		}
		rec, scholarly, found, trouble = r.page(resp)
		if on, ok := errors.AsType[redirectError](trouble); ok {
			next, trouble = on.to, nil
			return false, nil
		}
		if failure, ok := errors.AsType[*answer.Failure](trouble); ok {
			return false, failure
		}
		return !found, nil
	}
	if _, err := r.client.Do(ctx, &req); err != nil {
		return rec, false, "", err
	}
	if trouble == nil && !found && next == "" {
		trouble = errUnread
	}
	return rec, scholarly, next, trouble
}

// redirectError is the error for a page without content that names the next page.
type redirectError struct{ to string }

// Error includes the address of the next page.
func (s redirectError) Error() string { return "the page sends on to " + s.to }

// page reads one page or PDF.
func (r *Reader) page(resp *transport.Response) (rec biblio.Record, scholarly, found bool, err error) {
	kind := strings.ToLower(resp.Header.Get("Content-Type"))
	switch {
	case strings.Contains(kind, "pdf") || strings.HasPrefix(string(resp.Body[:min(len(resp.Body), 5)]), "%PDF-"):
		if r.pdf == nil {
			return rec, false, false, errUnread
		}
		work, ok := r.pdf(resp.Body)
		rec = biblio.Record{Work: work, LocalID: resp.URL}
		rec.URL = resp.URL
		return rec, false, ok, nil
	case kind != "" && !strings.Contains(kind, "html") && !strings.Contains(kind, "xml") &&
		!strings.HasPrefix(kind, "text/plain"):
		return rec, false, false, errUnread
	}
	p, err := ParsePage(resp.Body, kind)
	if err != nil {
		return rec, false, false, &answer.Failure{Kind: answer.BadAnswer, Detail: "page not readable: " + err.Error()}
	}
	if to := p.Next(resp.URL); to != "" {
		return rec, false, false, redirectError{to}
	}
	if wall := Wall(p); wall != "" {
		return rec, false, false, &answer.Failure{Kind: answer.Refused, Detail: "the page shows " + wall}
	}
	rec, found = Record(p, resp.URL)
	return rec, p.Scholarly(), found, nil
}

// Pages looks up the addresses stated in references. Its evidence is weak: a page may say anything about
// itself.
type Pages struct{ reader *Reader }

var _ source.Connector = (*Pages)(nil)

// New returns a connector for addresses.
func New(reader *Reader) *Pages { return &Pages{reader} }

// Info describes the source.
func (p *Pages) Info() answer.Info {
	return answer.Info{Name: "url_direct", Version: 1, Online: true, Schemes: []ident.Scheme{ident.URL},
		Origin: biblio.Origin{Kind: biblio.Aggregator}, OrderedAuthors: true, Types: []biblio.Type{}}
}

// most is how many addresses of one reference are fetched.
const most = 3

// Lookup fetches the addresses of a reference.
func (p *Pages) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	urls := lists.Filter(q.IDs, func(id ident.ID) bool { return id.Scheme == ident.URL })
	urls = urls[:min(len(urls), most)]
	if u, ok := ident.ParseURL(q.Claimed.URL); ok && len(urls) < most && !slices.Contains(urls, u) {
		if id, ok := ident.Parse(q.Claimed.URL); ok && id.Scheme == ident.URL {
			urls = append(urls, u)
		}
	}
	if len(urls) == 0 {
		return answer.Answer{}, fmt.Errorf("%w: no address", answer.ErrNotAsked)
	}
	var reply answer.Answer
	var failure error
	var why []string
	for _, id := range urls {
		rec, _, err := p.reader.Read(ctx, id.Value, false)
		var g gone
		switch {
		case errors.As(err, &g):
			why = append(why, p.reader.rot(ctx, id.Value, g))
		case errors.Is(err, errUnread):
			why = append(why, err.Error())
		case err != nil:
			failure = err
		default:
			rec.Source = "url_direct"
			reply.Hits = append(reply.Hits, answer.Hit{Record: rec, How: answer.ByURL, ID: id})
		}
	}
	if len(reply.Hits) == 0 && failure != nil {
		return answer.Answer{}, failure
	}
	if len(why) == 0 {
		why = []string{"a page speaks for itself only"}
	}
	reply.Coverage = answer.Coverage{Why: strings.Join(why, "; ")}
	return reply, nil
}

// rot returns since when an archive has had a page that is gone. If the archive does not answer, nothing
// changes. Form: https://archive.org/help/wayback_api.php
func (r *Reader) rot(ctx context.Context, address string, g gone) string {
	stamp := ""
	r.client.Do(ctx,
		&transport.Request{Service: "wayback",
			URL: "https://archive.org/wayback/available?" + url.Values{"url": {address}}.Encode(),
			Read: func(resp *transport.Response) (bool, error) {
				v, err := jsonscan.Parse(resp.Body)
				if err != nil || !v.Get("archived_snapshots").IsObject() {
					return false, errors.New("not an answer of the archive")
				}
				stamp = v.Get("archived_snapshots", "closest", "timestamp").Text()
				return stamp == "", nil
			}})
	if len(stamp) >= 8 {
		return g.Error() + "; archived on " + stamp[:4] + "-" + stamp[4:6] + "-" + stamp[6:8]
	}
	return g.Error()
}

// Publisher looks up the page to which a DOI leads. Only bibliographic tags that name the same DOI count, and
// they count as the publisher's word.
type Publisher struct{ reader *Reader }

var _ source.Connector = (*Publisher)(nil)

// NewPublisher returns a connector for DOIs.
func NewPublisher(reader *Reader) *Publisher { return &Publisher{reader} }

// Info describes the source.
func (p *Publisher) Info() answer.Info {
	return answer.Info{Name: "publisher", Version: 1, Online: true, Schemes: []ident.Scheme{ident.DOI},
		Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, Deposit: true, Types: []biblio.Type{}}
}

// Lookup follows the first DOI of a reference.
func (p *Publisher) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	for _, id := range q.IDs {
		if id.Scheme != ident.DOI {
			continue
		}
		rec, scholarly, err := p.reader.Read(ctx, id.Link(), true)
		var g gone
		switch {
		case errors.As(err, &g), errors.Is(err, errUnread):
			return answer.Answer{Coverage: answer.Coverage{Why: err.Error()}}, nil
		case err != nil:
			return answer.Answer{}, err
		}
		reply := answer.Answer{Coverage: answer.Coverage{Why: "asked by identifier only"}}
		if scholarly && slices.Contains(rec.IDs, id) {
			rec.Source = "publisher"
			reply.Hits = []answer.Hit{{Record: rec, How: answer.ByIdentifier, ID: id}}
		}
		return reply, nil
	}
	return answer.Answer{}, fmt.Errorf("%w: no DOI", answer.ErrNotAsked)
}
