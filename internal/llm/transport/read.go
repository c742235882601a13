package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// hidden takes keys out of an error's words.
func (c *Client) hidden(err error) error {
	var f *llm.Failure
	if errors.As(err, &f) {
		f.Detail = clipped(Hide(f.Detail, c.opts.Secrets))
	}
	return err
}

func typed(resp *http.Response, want string) bool {
	return strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), want)
}

func (c *Client) readJSON(resp *http.Response, most int64, out any) error {
	if t := resp.Header.Get("Content-Type"); t != "" && !strings.Contains(strings.ToLower(t), "json") {
		return &trouble{Failure: &llm.Failure{Kind: llm.Malformed, Detail: fmt.Sprintf("the answer is %.40q, not JSON: is this the address of a model's server?", t)}}
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err != nil {
		return broken(err)
	}
	if int64(len(body)) > most {
		return &trouble{Failure: &llm.Failure{Kind: llm.Malformed, Detail: fmt.Sprintf("the answer has more than %d MB", most>>20)}}
	}
	if json.Unmarshal(body, out) != nil {
		return &trouble{Failure: &llm.Failure{Kind: llm.Malformed, Detail: "the service's answer is not the JSON of its protocol"}}
	}
	if f, ok := out.(Faulty); ok {
		if r := f.Fault(); r != nil {
			return c.rejected(resp, r)
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
