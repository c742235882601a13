package transport

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// TestCutOff: once three services could not be reached for one reason on this side, no further one is tried; a single
// answer ends that.
func TestCutOff(t *testing.T) {
	var c cutoff
	for _, service := range []string{"crossref", "crossref", "openalex", ""} {
		c.fail(service, unresolved)
	}
	c.fail("dblp", "no answer in time")
	if err := c.err(); err != nil {
		t.Errorf("two services: %v", err)
	}
	c.fail("datacite", unresolved)
	failure, ok := errors.AsType[*answer.Failure](c.err())
	if !ok || failure.Kind != answer.Unreachable || failure.Detail != unresolved {
		t.Errorf("three services: %v", c.err())
	}
	c.reach()
	c.fail("arxiv", unresolved)
	if err := c.err(); err != nil {
		t.Errorf("one was reached: %v", err)
	}
}

// TestProxyPassword: a proxy that asks for a password is named as such, also before an encrypted connection.
func TestProxyPassword(t *testing.T) {
	closed := errors.New(http.StatusText(http.StatusProxyAuthRequired))
	err := (&Client{}).networkFailure(context.Background(), &Request{}, closed)
	if failure, ok := errors.AsType[*answer.Failure](err); !ok || failure.Detail != proxyCloses {
		t.Error(err)
	}
}
