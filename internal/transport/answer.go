package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Faulty is an answer that can contain an error even though its status is 200.
type Faulty interface {
	Fault() *Rejection // nil if there is none
}

// readJSON reads a whole answer of at most most bytes into out, a pointer, which it clears first.
func (a *API) readJSON(resp *http.Response, most int64, out any) error {
	if t := resp.Header.Get("Content-Type"); t != "" && !strings.Contains(strings.ToLower(t), "json") {
		return lasting(answer.BadAnswer,
			fmt.Sprintf("the answer is %.40q, not JSON: is this the address of a model's server?", t), nil)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	switch {
	case err != nil:
		return broken(err)
	case int64(len(body)) > most:
		return lasting(answer.BadAnswer, fmt.Sprintf("the answer has more than %d MB", most>>20), nil)
	}
	reflect.ValueOf(out).Elem().SetZero()
	if json.Unmarshal(body, out) != nil {
		return lasting(answer.BadAnswer, "the service's answer is not the JSON of its protocol", nil)
	}
	if f, ok := out.(Faulty); ok {
		if r := f.Fault(); r != nil {
			return a.rejected(resp, r)
		}
	}
	return nil
}

// broken explains an error of the connection. The error itself is dropped, because that of net/http contains
// the address.
func broken(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	var timeout net.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout() {
		return lasting(answer.Timeout, "no answer in time", context.DeadlineExceeded)
	}
	return passing(answer.Unreachable, oneLine(err.Error()), nil)
}

// rejected turns an API's error into a failure.
func (a *API) rejected(resp *http.Response, r *Rejection) error {
	r.Message = clipped(Hide(oneLine(r.Message), a.Secrets))
	f := modelsPolicy.Statuses.judge(r.Status, resp.Header, a.Clock.Now())
	f.Err = r
	if r.Message != "" {
		f.Detail += ": " + r.Message
	}
	switch {
	case r.Filtered():
		f.Kind, f.again = answer.Refused, false
	case r.Code == noQuota: // waiting does not help
		f.Kind, f.again = answer.RateLimited, false
	}
	if !f.again {
		f.after = 0
	}
	if r.Wait > 0 {
		f.after = r.Wait
	}
	return f
}

// hidden removes keys from an error's text.
func (a *API) hidden(err error) error {
	if f, ok := errors.AsType[*answer.Failure](err); ok {
		f.Detail = clipped(Hide(f.Detail, a.Secrets))
	}
	return err
}
