package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// permanent is an error that trying again does not mend.
type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// later is an answer that asks to come back after a time.
type later struct {
	error
	after time.Duration
}

// maxWait bounds every pause, also one that a service asks for.
const maxWait = 2 * time.Minute

func (f *Fetcher) maxBytes() int64 {
	if f.MaxBytes > 0 {
		return f.MaxBytes
	}
	return 1 << 40
}

func (f *Fetcher) stall() time.Duration {
	if f.Stall > 0 {
		return f.Stall
	}
	return time.Minute
}

// watched is a body that is given up when nothing comes for a while.
type watched struct {
	io.Reader
	timer *time.Timer
	stall time.Duration
}

func (f *Fetcher) watch(r io.Reader, giveUp func()) watched {
	return watched{r, time.AfterFunc(f.stall(), giveUp), f.stall()}
}

func (w watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.timer.Reset(w.stall)
	}
	return n, err
}

func (w watched) stop() { w.timer.Stop() }

// try calls once until it succeeds. A try that moved on is not counted. The
// pauses double up to a bound.
func (f *Fetcher) try(ctx context.Context, once func(context.Context) (moved bool, err error)) error {
	tries, wait := f.Tries, f.Wait
	if tries <= 0 {
		tries = 5
	}
	if wait <= 0 {
		wait = time.Second
	}
	pause := wait
	for failed := 0; ; {
		moved, err := once(ctx)
		var final permanent
		if err == nil || errors.As(err, &final) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if failed++; moved {
			failed, pause = 0, wait
		}
		if failed >= tries {
			return fmt.Errorf("after %d tries: %w", failed, err)
		}
		rest := pause
		var ask later
		if errors.As(err, &ask) && ask.after > 0 {
			rest = ask.after
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(rest, maxWait)):
		}
		pause = min(2*pause, maxWait)
	}
}

// get sends one request. Only http and https are spoken, and a secure address
// never leads to an insecure one.
func (f *Fetcher) get(ctx context.Context, address string, header http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, permanent{err}
	}
	if req.URL.Scheme != "https" && req.URL.Scheme != "http" {
		return nil, permanent{fmt.Errorf("address %.200q is neither http nor https", address)}
	}
	for key, values := range header {
		req.Header[key] = values
	}
	if f.Agent != "" {
		req.Header.Set("User-Agent", f.Agent)
	}
	return f.client().Do(req)
}

func (f *Fetcher) client() *http.Client {
	client := http.Client{Transport: transport}
	if f.Client != nil {
		client = *f.Client
	}
	client.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		switch from := via[0].URL.Scheme; {
		case len(via) > 5:
			return permanent{errors.New("more than five redirects")}
		case req.URL.Scheme != "https" && (from == "https" || req.URL.Scheme != "http"):
			return permanent{fmt.Errorf("redirect from %s to %.200q", from, req.URL)}
		}
		return nil
	}
	return &client
}

// transport has bounds for each step before the body comes; Stall bounds that.
var transport = &http.Transport{
	Proxy:                 http.ProxyFromEnvironment,
	DialContext:           (&net.Dialer{Timeout: 30 * time.Second}).DialContext,
	TLSHandshakeTimeout:   30 * time.Second,
	ResponseHeaderTimeout: time.Minute,
	MaxIdleConnsPerHost:   2,
	IdleConnTimeout:       time.Minute,
	DisableCompression:    true,
}

// statusError says whether an answer other than success may be tried again.
func statusError(resp *http.Response) error {
	err := fmt.Errorf("%s answers %s", resp.Request.URL.Host, resp.Status)
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return later{err, time.Duration(min(max(seconds, 0), int(maxWait/time.Second))) * time.Second}
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout:
		return err
	}
	return permanent{err}
}
