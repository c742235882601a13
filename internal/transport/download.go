package transport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Downloads downloads whole files of any size to disk. A killed download continues where it stopped; a file
// that has not changed at its service is not downloaded again.
type Downloads struct {
	Client *http.Client // nil means one with bounds for connecting, but none for the whole transfer
	Agent  string       // User-Agent; services want a name and an address
	// MaxBytes bounds each file; 0 means 1 TiB.
	MaxBytes int64
	// Tries bounds how often a file is requested without receiving any byte; 0 means 5.
	Tries int
	// Stall is how long a transfer may make no progress; 0 means a minute.
	Stall time.Duration
	// Wait is the first pause between tries, which doubles each time; 0 means a second.
	Wait time.Duration
	// Progress, if set, is called from time to time with the downloaded bytes of the current file; total is 0
	// if the service does not state it.
	Progress func(file string, done, total int64)
}

// File is a file to download.
type File struct {
	URL  string
	Name string // for Progress
	Path string // on disk
	Size int64  // 0 if unknown
	// Had is the stamp of a file that was downloaded before and is no longer on disk: if the service has no
	// other, nothing is downloaded.
	Had Stamp
	// Sum returns the MD5 that the service states now, or "".
	Sum func(context.Context) (string, error)
}

// Downloaded is the result of downloading one file.
type Downloaded struct {
	Bytes   int64 // downloaded by this call
	Changed bool  // it was missing or has changed
	Checked bool  // it has the checksum that the service states
	Stamp   Stamp // its current stamp
}

// ErrChecksum means that a file is not what its service says it is. It is deleted.
var ErrChecksum = errors.New("wrong checksum")

// ErrWall means that a service answers with a web page instead of a file: it blocks programs, or the address
// has changed.
var ErrWall = errors.New("it answers with a page for people, which keeps programs out")

// isPage reports whether an answer is a web page.
func isPage(h http.Header) bool { return strings.HasPrefix(h.Get("Content-Type"), "text/html") }

// File downloads one file.
func (d *Downloads) File(ctx context.Context, f File) (Downloaded, error) {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
		return Downloaded{}, err
	}
	one := download{Downloads: d, file: f}
	err := one.run(ctx)
	return one.done, err
}

// Text downloads a whole text of at most limit bytes.
func (d *Downloads) Text(ctx context.Context, address string, limit int64) (text []byte, err error) {
	err = d.try(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		resp, err := d.get(ctx, address, nil)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		body := watch(resp.Body, d.stall(), cancel)
		defer body.stop()
		if resp.StatusCode != http.StatusOK {
			return notFile(resp)
		}
		text, err = io.ReadAll(io.LimitReader(body, limit+1))
		if err == nil && int64(len(text)) > limit {
			err = final(fmt.Errorf("%s is longer than %d bytes", address, limit))
		}
		return err
	})
	return text, err
}

func (d *Downloads) maxBytes() int64      { return cmp.Or(d.MaxBytes, dumpsPolicy.MaxBytes) }
func (d *Downloads) stall() time.Duration { return cmp.Or(d.Stall, time.Minute) }

// try calls once until it succeeds or retrying is useless. It returns errors as once returned them.
func (d *Downloads) try(ctx context.Context, once func(context.Context) error) error {
	retry := dumpsPolicy.Retry
	retry.Attempts, retry.First = cmp.Or(d.Tries, retry.Attempts), cmp.Or(d.Wait, retry.First)
	err := retry.do(ctx, wallClock{}, nil, func() error {
		if err := once(ctx); err != nil {
			return attemptFailed(err)
		}
		return nil
	})
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f := attemptFailed(err)
	if f.again {
		return fmt.Errorf("after %d tries: %w", retry.Attempts, f.Err)
	}
	return f.Err
}

// attemptFailed turns any error into a failed attempt; retrying may help.
func attemptFailed(err error) *failed {
	var f *failed
	if !errors.As(err, &f) {
		f = passing(answer.Unreachable, err.Error(), err)
	}
	return f
}

// final turns an error into one for which retrying is useless.
func final(err error) error { return lasting(answer.BadAnswer, err.Error(), err) }

// notFile returns what an unsuccessful status means.
func notFile(resp *http.Response) error {
	f := dumpsPolicy.Statuses.judge(resp.StatusCode, resp.Header, time.Now())
	f.Err = fmt.Errorf("%s answers %s", resp.Request.URL.Host, resp.Status)
	if isPage(resp.Header) && resp.StatusCode == http.StatusForbidden {
		f.Err = fmt.Errorf("%w: %w", f.Err, ErrWall)
	}
	f.after = min(f.after, dumpsPolicy.Retry.Bearable)
	return f
}

// get sends one request. Only http and https are supported, and https is never redirected to http.
func (d *Downloads) get(ctx context.Context, address string, header http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, final(err)
	}
	if req.URL.Scheme != "https" && req.URL.Scheme != "http" {
		return nil, final(fmt.Errorf("address %.200q is neither http nor https", address))
	}
	maps.Copy(req.Header, header)
	setIf(req.Header, "User-Agent", d.Agent)
	client := http.Client{Transport: &redirectGuard{home: req.URL.Host}}
	if d.Client != nil {
		client = *d.Client
	}
	client.CheckRedirect = checkRedirect
	resp, err := client.Do(req)
	var refused redirectError
	if errors.As(err, &refused) || errors.Is(err, errPrivate) {
		err = final(err)
	}
	return resp, err
}

type redirectError struct{ error }

func checkRedirect(req *http.Request, via []*http.Request) error {
	switch from := via[0].URL.Scheme; {
	case len(via) > 5:
		return redirectError{errors.New("more than five redirects")}
	case req.URL.Scheme != "https" && (from == "https" || req.URL.Scheme != "http"):
		return redirectError{fmt.Errorf("redirect from %s to %.200q", from, req.URL)}
	}
	return nil
}
