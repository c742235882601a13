package online

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// JSONTypes are the media types of JSON answers; some services label them as plain text, and parsing shows what
// they are.
var JSONTypes = []string{"application/json", "application/vnd", "text/json", "text/plain", "text/javascript",
	"application/javascript"}

// XMLTypes are the media types of XML answers.
var XMLTypes = []string{"application/atom+xml", "application/xml", "text/xml", "text/plain", "application/xhtml"}

// Link builds an address; every value is escaped.
func Link(base string, values url.Values) string {
	if len(values) == 0 {
		return base
	}
	return base + "?" + values.Encode()
}

// ReadJSON makes a Request.Read from a function for the single JSON value of an answer.
func ReadJSON(read func(r *transport.Response, v jsonscan.Value) (none bool, err error)) func(
	*transport.Response) (bool, error) {
	return func(r *transport.Response) (bool, error) {
		v, err := parse(r.Body)
		if err != nil {
			return false, err
		}
		return read(r, v)
	}
}

// parse parses a JSON value, which some services precede with a byte order mark.
func parse(body []byte) (jsonscan.Value, error) {
	return jsonscan.Parse(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
}

// AskJSON returns a request whose answer must be one JSON value that find accepts. find returns the elements of
// the answer and whether the value is an answer at all: an object without its list is not. The request's own
// Read, if any, runs first and may reject the answer.
func AskJSON(req transport.Request, find func(jsonscan.Value) ([]jsonscan.Value, bool)) (*transport.Request,
	*[]jsonscan.Value) {
	var items []jsonscan.Value
	req.Accept = cmp.Or(req.Accept, "application/json")
	req.Types = JSONTypes
	refuse := req.Read
	req.Read = func(r *transport.Response) (bool, error) {
		if refuse != nil {
			if _, err := refuse(r); err != nil {
				return false, err
			}
		}
		v, err := parse(r.Body)
		if err != nil {
			return false, err
		}
		list, ok := find(v)
		if !ok {
			return false, fmt.Errorf("unexpected answer: %.120s", v.Raw())
		}
		items = list
		return len(list) == 0, nil
	}
	return &req, &items
}

// List returns a function that finds the array under a path of names.
func List(path ...string) func(jsonscan.Value) ([]jsonscan.Value, bool) {
	return func(v jsonscan.Value) ([]jsonscan.Value, bool) {
		list := v.Get(path...)
		if !list.IsArray() {
			return nil, false
		}
		return slices.Collect(list.Items()), true
	}
}

// Counted returns a function that finds the array under a path of names in an answer that states its count
// under total. An answer that counts works but contains none is invalid.
func Counted(total []string, path ...string) func(jsonscan.Value) ([]jsonscan.Value, bool) {
	list := List(path...)
	return func(v jsonscan.Value) ([]jsonscan.Value, bool) {
		items, ok := list(v)
		return items, ok && (len(items) > 0 || v.Get(total...).Int() == 0)
	}
}

// Records reads elements and skips those that say nothing. The error is that of an element that cannot be read
// at all: it may be the wanted one, so nothing follows from its absence among the others, which are returned
// too.
func Records(items []jsonscan.Value, read func([]byte) (biblio.Record, error)) ([]biblio.Record, error) {
	var list []biblio.Record
	var unread, empty error
	for _, item := range items {
		switch rec, err := read([]byte(item.Raw())); {
		case err == nil:
			list = append(list, rec)
		case errors.Is(err, wire.ErrEmpty):
			empty = err
		case unread == nil:
			unread = &answer.Failure{Kind: answer.BadAnswer, Detail: err.Error(), Err: err}
		}
	}
	if len(list) == 0 && unread == nil {
		unread = empty
	}
	return list, unread
}

// One makes a reader for ByID from one for a single record.
func One(read func([]byte) (biblio.Record, error)) func([]byte) ([]biblio.Record, error) {
	return func(body []byte) ([]biblio.Record, error) {
		rec, err := read(body)
		if err != nil {
			return nil, err
		}
		return []biblio.Record{rec}, nil
	}
}

// ReadRecord reads a record that a connector itself made from an answer.
func ReadRecord(body []byte) ([]biblio.Record, error) {
	var rec biblio.Record
	if err := json.Unmarshal(body, &rec); err != nil {
		return nil, err
	}
	return []biblio.Record{rec}, nil
}

// AskRecords requests elements and reads them.
func AskRecords(ctx context.Context, c *transport.Client, req transport.Request,
	find func(jsonscan.Value) ([]jsonscan.Value, bool), read func([]byte) (biblio.Record, error)) ([]biblio.Record,
	error) {
	r, items := AskJSON(req, find)
	if _, err := c.Do(ctx, r); err != nil {
		return nil, err
	}
	return Records(*items, read)
}

// AskSorted requests the elements for several questions at once and sorts them by question, for a Batch. If no
// element belongs to a question, they answer someone else's: that is a failure.
func AskSorted(ctx context.Context, c *transport.Client, req transport.Request,
	find func(jsonscan.Value) ([]jsonscan.Value, bool), questions []string,
	names func(jsonscan.Value) []string) (map[string][]byte, error) {
	req.Transient = true
	r, items := AskJSON(req, find)
	read := r.Read
	r.Read = func(resp *transport.Response) (bool, error) {
		none, err := read(resp)
		if err == nil && len(*items) > 0 && len(Sort(*items, questions, names)) == 0 {
			err = transport.ErrForeign
		}
		return none, err
	}
	if _, err := c.Do(ctx, r); err != nil {
		return nil, err
	}
	return Sort(*items, questions, names), nil
}

// Sort sorts raw elements by question: names returns the questions that an element may answer.
func Sort(items []jsonscan.Value, questions []string, names func(jsonscan.Value) []string) map[string][]byte {
	wanted := make(map[string]bool, len(questions))
	for _, q := range questions {
		wanted[q] = true
	}
	got := make(map[string][]byte, len(items))
	for _, item := range items {
		for _, name := range names(item) {
			if wanted[name] && got[name] == nil {
				got[name] = []byte(item.Raw())
			}
		}
	}
	return got
}

// Bearer returns the header for a token.
func Bearer(token string) http.Header {
	if token == "" {
		return nil
	}
	return http.Header{"Authorization": {"Bearer " + token}}
}

// OwnServer removes user name and password from the address of the user's own server; header carries them.
func OwnServer(base string) (address string, header http.Header) {
	u, err := url.Parse(base)
	if err != nil || u.User == nil {
		return strings.TrimRight(base, "/"), nil
	}
	password, _ := u.User.Password()
	header = http.Header{
		"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password))}}
	u.User = nil
	return strings.TrimRight(u.String(), "/"), header
}
