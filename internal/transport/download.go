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

// Downloads brings whole files of any size to the disk. A download that was
// killed goes on where it stopped; a file that has not changed at its service is
// not fetched again.
type Downloads struct {
	Client *http.Client // nil means one with bounds for connecting, but none for the whole
	Agent  string       // User-Agent; services ask for a name and an address
	// MaxBytes bounds each file; 0 means 1 TiB.
	MaxBytes int64
	// Tries bounds how often a file is asked for without any byte coming;
	// 0 means 5.
	Tries int
	// Stall is how long a transfer may give nothing; 0 means a minute.
	Stall time.Duration
	// Wait is the first pause between tries, doubled each time; 0 means a second.
	Wait time.Duration
	// Progress, when set, is called now and then with the bytes of the file at
	// hand that are there; total is 0 when the service does not state it.
	Progress func(file string, done, total int64)
}

// File is a file to download.
type File struct {
	URL  string
	Name string // for Progress
	Path string // on the disk
	Size int64  // 0 when not known
	// Had is the stamp of a file that was downloaded before and is no longer on
	// the disk: when the service has no other, nothing is downloaded.
	Had Stamp
	// Sum gives the MD5 that the service states now, "" for none.
	Sum func(context.Context) (string, error)
}

// Downloaded is what came of downloading one file.
type Downloaded struct {
	Bytes   int64 // downloaded now
	Changed bool  // it was missing or had changed
	Checked bool  // it has the checksum that the service states
	Stamp   Stamp // what is known of it now
}

// ErrChecksum means that a file is not what its service says it is. It is not
// kept.
var ErrChecksum = errors.New("wrong checksum")

// ErrWall means that a service answers with a web page where a program asked for a
// file: it lets only people in, or the address has changed.
var ErrWall = errors.New("it answers with a page for people, which keeps programs out")

// isPage reports an answer that is a web page.
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

// Text fetches a text whole, of at most limit bytes.
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

// try calls once until it succeeds or does not help. Errors are given as once
// gave them.
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

// attemptFailed makes any error a failed attempt; asking again may help.
func attemptFailed(err error) *failed {
	var f *failed
	if !errors.As(err, &f) {
		f = passing(answer.Unreachable, err.Error(), err)
	}
	return f
}

// final is an error that trying again does not mend.
func final(err error) error { return lasting(answer.BadAnswer, err.Error(), err) }

// notFile says what an answer other than success means.
func notFile(resp *http.Response) error {
	f := dumpsPolicy.Statuses.judge(resp.StatusCode, resp.Header, time.Now())
	f.Err = fmt.Errorf("%s answers %s", resp.Request.URL.Host, resp.Status)
	if isPage(resp.Header) && resp.StatusCode == http.StatusForbidden {
		f.Err = fmt.Errorf("%w: %w", f.Err, ErrWall)
	}
	f.after = min(f.after, dumpsPolicy.Retry.Bearable)
	return f
}

// get sends one request. Only http and https are spoken, and a secure address
// never leads to an insecure one.
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
	client := http.Client{Transport: &homeward{home: req.URL.Host}}
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

// redirectError is a redirect that is not followed.
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
