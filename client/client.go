// Package client is a client of the API of "bonafide serve": it submits papers to be checked, follows the
// findings of each reference, and downloads reports and corrected files.
package client

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/row"
)

// Client is a server and the account that calls it. It is safe for concurrent use.
type Client struct {
	Server string       // "http://127.0.0.1:8417"
	Token  string       // of an account, "" where the server needs none
	HTTP   *http.Client // nil means http.DefaultClient
}

// Error is an error response of the server.
type Error struct {
	Status int    `json:"status"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
}

// Error returns the status and what the server said.
func (e *Error) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%d %s: %s", e.Status, e.Title, e.Detail))
}

// Run is a run of the server.
type Run struct {
	ID         string `json:"id"`
	State      string `json:"state"`      // queued, running, done, failed or cancelled
	References int    `json:"references"` // read so far
	Settled    int    `json:"settled"`    // references that need no more answers
	Reason     string `json:"error"`      // why it failed
}

// Over reports whether the run has ended.
func (r *Run) Over() bool { return r.State == "done" || r.State == "failed" || r.State == "cancelled" }

// File is a paper or a bibliography.
type File struct {
	Name    string
	Content io.Reader
}

// Options are the settings of a run; the zero value asks no services.
type Options struct {
	Online  bool     `json:"online,omitempty"` // ask the services too
	Scheme  string   `json:"scheme,omitempty"` // how verdicts are labelled
	Sources []string `json:"sources,omitempty" form:"source"`
	Model   bool     `json:"model,omitempty"`   // let the server's language model help
	Cited   bool     `json:"cited,omitempty"`   // only entries that the text cites
	Explain bool     `json:"explain,omitempty"` // rows say what changed their scores
	Claims  bool     `json:"claims,omitempty"`  // compare citing sentences with the cited works
	// Once is a key of the request: a second request with the same key returns the run that the first one made.
	Once string `json:"-"`
}

// Limits of how much of an answer is read at once, in bytes.
const (
	answerMost = 64 << 20
	errorMost  = 1 << 20
)

// Start starts a run of files.
func (c *Client) Start(ctx context.Context, opt Options, files ...File) (run Run, err error) {
	body, feed := io.Pipe()
	form := multipart.NewWriter(feed)
	go func() { feed.CloseWithError(opt.write(form, files)) }()
	defer body.Close()
	req, err := c.request(ctx, http.MethodPost, "/runs", body)
	if err != nil {
		return run, err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	if opt.Once != "" {
		req.Header.Set("Idempotency-Key", opt.Once)
	}
	err = c.decode(req, &run)
	return run, err
}

func (o *Options) write(form *multipart.Writer, files []File) error {
	values := reflect.ValueOf(o).Elem()
	for _, field := range reflect.VisibleFields(values.Type()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		list, several := values.FieldByIndex(field.Index).Interface().([]string)
		if !several {
			list = []string{fmt.Sprint(values.FieldByIndex(field.Index))}
		}
		for _, value := range list {
			if name == "-" || value == "" || value == "false" {
				continue
			}
			if err := form.WriteField(cmp.Or(field.Tag.Get("form"), name), value); err != nil {
				return err
			}
		}
	}
	for _, f := range files {
		part, err := form.CreateFormFile("file", f.Name)
		if err != nil {
			return err
		}
		if _, err := io.Copy(part, f.Content); err != nil {
			return err
		}
	}
	return form.Close()
}

// Get returns the current state of a run.
func (c *Client) Get(ctx context.Context, run string) (r Run, err error) {
	err = c.get(ctx, "/runs/"+url.PathEscape(run), &r)
	return r, err
}

// Delete cancels a run and deletes it with everything that belongs to it; Restore undoes that for an hour.
func (c *Client) Delete(ctx context.Context, run string) error {
	return c.change(ctx, http.MethodDelete, "/runs/"+url.PathEscape(run))
}

// Restore restores a run that was deleted within the last hour.
func (c *Client) Restore(ctx context.Context, run string) error {
	return c.change(ctx, http.MethodPost, "/runs/"+url.PathEscape(run)+"/restore")
}

func (c *Client) change(ctx context.Context, method, path string) error {
	answer, err := c.open(ctx, method, path)
	if err != nil {
		return err
	}
	return answer.Close()
}

const pause = time.Second

// Follow calls each with every finding of a run when it settles, and again when it changes, until the run is
// over or ctx is done. It reconnects if the connection breaks, without passing a finding twice.
func (c *Client) Follow(ctx context.Context, run string, each func(row.Finding) error) error {
	last := ""
	for {
		over, err := c.follow(ctx, run, &last, each)
		var refused *Error
		if over || errors.As(err, &refused) || ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		if own, ok := errors.AsType[*stopped](err); ok {
			return own.error
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// stopped is an error that the callback returned.
type stopped struct{ error }

// follow reads one connection; over reports whether the run is over.
func (c *Client) follow(ctx context.Context, run string, last *string,
	each func(row.Finding) error) (over bool, err error) {
	req, err := c.request(ctx, http.MethodGet, "/runs/"+url.PathEscape(run)+"/events", nil)
	if err != nil {
		return false, &stopped{err}
	}
	if *last != "" {
		req.Header.Set("Last-Event-ID", *last)
	}
	res, err := c.do(req)
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, row.MaxLine)
	id, kind, data := "", "", ""
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			id = value
		case "event":
			kind = value
		case "data":
			data = value
		case "":
			if kind == "end" {
				return true, nil
			}
			if kind == "finding" {
				f, err := row.Parse([]byte(data))
				if err == nil {
					err = each(f)
				}
				if err != nil {
					return false, &stopped{err}
				}
				*last = id
			}
			id, kind, data = "", "", ""
		}
	}
	return false, lines.Err()
}

// Findings returns all findings of a run in the order of its files.
func (c *Client) Findings(ctx context.Context, run string) ([]row.Finding, error) {
	var list []row.Finding
	for next := ""; ; {
		var page struct {
			Items []row.Finding
			Next  string
		}
		if err := c.get(ctx, "/runs/"+url.PathEscape(run)+"/findings?limit=200&cursor="+url.QueryEscape(next),
			&page); err != nil {
			return nil, err
		}
		list = append(list, page.Items...)
		if next = page.Next; next == "" {
			return list, nil
		}
	}
}

// Report returns the report of a run in a format of "bonafide report"; the caller must close it.
func (c *Client) Report(ctx context.Context, run, format string) (io.ReadCloser, error) {
	return c.open(ctx, http.MethodGet, "/runs/"+url.PathEscape(run)+"/report?format="+url.QueryEscape(format))
}

// Fixed returns a corrected file of a run, or, for a document that takes no corrections, the bibliography of
// its references. The caller must close it.
func (c *Client) Fixed(ctx context.Context, run, file string) (io.ReadCloser, error) {
	return c.open(ctx, http.MethodGet, "/runs/"+url.PathEscape(run)+"/fix?file="+url.QueryEscape(file))
}

func (c *Client) open(ctx context.Context, method, path string) (io.ReadCloser, error) {
	req, err := c.request(ctx, method, path, nil)
	if err != nil {
		return nil, err
	}
	res, err := c.do(req)
	if err != nil {
		return nil, err
	}
	return res.Body, nil
}

// Check checks a few references and waits for the findings.
func (c *Client) Check(ctx context.Context, text string, online bool) ([]row.Finding, error) {
	return c.CheckWith(ctx, text, Options{Online: online})
}

// CheckWith is Check with further options.
func (c *Client) CheckWith(ctx context.Context, text string, opt Options) ([]row.Finding, error) {
	body, err := json.Marshal(struct {
		Text string `json:"text"`
		Options
	}{text, opt})
	if err != nil {
		return nil, err
	}
	req, err := c.request(ctx, http.MethodPost, "/references:check", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	var answer struct{ Items []row.Finding }
	err = c.decode(req, &answer)
	return answer.Items, err
}

// Cited is what was found for a query.
type Cited struct {
	Entry      string `json:"entry"`      // "" if no work was found, or several
	Told       string `json:"told"`       // for people
	Unanswered bool   `json:"unanswered"` // a source failed: an empty entry means nothing
}

// Cite returns the entry of the work that a query refers to: an identifier, an address, a title or a whole
// reference. Format is bibtex, csl, ris, text, markdown or html.
func (c *Client) Cite(ctx context.Context, query, format string, online bool) (cited Cited, err error) {
	q := url.Values{"query": {query}, "format": {format}, "online": {strconv.FormatBool(online)}}
	err = c.get(ctx, "/cite?"+q.Encode(), &cited)
	return cited, err
}

func (c *Client) get(ctx context.Context, path string, into any) error {
	req, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	return c.decode(req, into)
}

func (c *Client) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.Server, "/")+"/api/v1"+path, body)
	if err != nil {
		return nil, err
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	return req, nil
}

// do sends a request; it returns an Error for a status of 400 or more.
func (c *Client) do(req *http.Request) (*http.Response, error) {
	res, err := cmp.Or(c.HTTP, http.DefaultClient).Do(req)
	if err != nil || res.StatusCode < http.StatusBadRequest {
		return res, err
	}
	defer res.Body.Close()
	said := &Error{}
	_ = json.NewDecoder(io.LimitReader(res.Body, errorMost)).Decode(said) // an answer that is not JSON has no details
	said.Status = res.StatusCode
	said.Title = cmp.Or(said.Title, http.StatusText(res.StatusCode))
	return nil, said
}

func (c *Client) decode(req *http.Request, into any) error {
	res, err := c.do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return json.NewDecoder(io.LimitReader(res.Body, answerMost)).Decode(into)
}
