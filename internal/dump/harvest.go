package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Limits of a harvest.
const (
	maxPage  = 64 << 20 // bytes of one answer
	maxPages = 100_000  // per part
	maxAnew  = 50       // how often a list is requested anew
)

const day = "2006-01-02"

// harvestParts splits a harvest into years. Each part has an end, today at the latest, so that a part completed
// on a later day is still the same; what is new by then belongs to the next refresh.
func harvestParts(p Public, since, today time.Time) []Part {
	from, err := time.Parse(day, p.First)
	if err != nil {
		return nil
	}
	if since.After(from) {
		from = since
	}
	today = today.Truncate(24 * time.Hour)
	if from.After(today) {
		today = from // the clock was put back
	}
	var list []Part
	for !from.After(today) {
		last := time.Date(from.Year(), 12, 31, 0, 0, 0, 0, time.UTC)
		if last.After(today) {
			last = today
		}
		list = append(list,
			Part{Name: "from-" + from.Format(day) + "-until-" + last.Format(day), URL: p.URL, From: from.Format(day),
				Until: last.Format(day), Update: true})
		from = last.AddDate(0, 0, 1)
	}
	return list
}

// errForgotten means that the service no longer knows its own lists.
var errForgotten = errors.New("the service keeps forgetting how far it had listed: try another day")

// harvest requests the missing pages of a part. Each is stored in its own file, which also says how to
// request the next.
func (f *Fetcher) harvest(ctx context.Context, p Public, part Part, out *Fetched) error {
	if err := os.MkdirAll(out.Path, 0o755); err != nil {
		return err
	}
	n, last, err := lastPage(out.Path)
	if err != nil {
		return err
	}
	rest := harvestRest{Fetcher: f, p: p, part: part, out: out, n: n, last: last, token: last.Token}
	for rest.n == 0 || rest.last.Token != "" {
		if err := rest.next(ctx); err != nil {
			return err
		}
	}
	out.Answered, err = answered(out.Path)
	return err
}

// answered returns when the service sent the first page of a folder, zero if it does not say.
func answered(dir string) (time.Time, error) {
	text, err := readPage(pageFile(dir, 0))
	if err != nil {
		return time.Time{}, err
	}
	page, err := wire.ReadOAIPage(text)
	if err != nil {
		return time.Time{}, err
	}
	at, _ := time.Parse(time.RFC3339, page.Date)
	return at, nil
}

// harvestRest is the missing rest of a part: the pages after the last one.
type harvestRest struct {
	*Fetcher
	p    Public
	part Part // From is the day from which the current list was requested
	out  *Fetched
	n    int          // existing pages
	last wire.OAIPage // the last of them
	// token of the current list; "" to request a new one.
	token string
	anew  int // how often a new list was requested
}

// next requests one page, and stores it unless it does not follow the last.
func (h *harvestRest) next(ctx context.Context) error {
	if h.n == maxPages {
		return fmt.Errorf("the list has no end: %d pages", h.n)
	}
	if err := h.pace(ctx, h.p); err != nil {
		return err
	}
	text, err := h.Text(ctx, pageAddress(h.p, h.part, h.token), maxPage)
	if err != nil {
		return err
	}
	h.asked = time.Now()
	page, err := wire.ReadOAIPage(text)
	switch {
	case err != nil:
		return err
	case h.token != "" && h.forgotten(page):
		return h.again()
	case page.Error != "" && page.Error != "noRecordsMatch":
		return fmt.Errorf("the service answers %.100q: %.200q", page.Error, page.Why)
	case h.token != "" && page.Token == h.token:
		return errors.New("the service gives the same page again and again")
	}
	if err := writePage(pageFile(h.out.Path, h.n), text); err != nil {
		return err
	}
	h.n, h.last, h.token = h.n+1, page, page.Token
	h.out.Changed, h.out.Bytes = true, h.out.Bytes+int64(len(text))
	if h.Progress != nil {
		h.Progress(h.part.Name, h.out.Bytes, 0)
	}
	return nil
}

// forgotten reports whether a token is no longer valid. A token may only say how many records to skip: records
// that have changed since have moved, and the same number of others would be missed. Services change their
// records once a day.
func (h *harvestRest) forgotten(page wire.OAIPage) bool {
	if page.Error == "badResumptionToken" || page.Error == "noRecordsMatch" {
		return true
	}
	then, err := time.Parse(time.RFC3339, h.last.Date)
	now, err2 := time.Parse(time.RFC3339, page.Date)
	if err != nil || err2 != nil {
		return false
	}
	if expires, err := time.Parse(time.RFC3339, h.last.Expires); err == nil && now.After(expires) {
		return true
	}
	return h.reached() != "" && then.UTC().Format(day) != now.UTC().Format(day)
}

// again starts a new list with the last day reached, whose records then come twice; with the first day
// if that is unknown.
func (h *harvestRest) again() error {
	if h.anew++; h.anew > maxAnew {
		return errForgotten
	}
	h.token = ""
	if at := h.reached(); at != "" {
		h.part.From = at
		return nil
	}
	h.n, h.last = 0, wire.OAIPage{}
	if err := discard(h.out.Path); err != nil {
		return err
	}
	return os.MkdirAll(h.out.Path, 0o755)
}

// reached returns the day with which the last page ends, "" if it is not in the part.
func (h *harvestRest) reached() string {
	at := h.last.Newest[:min(len(day), len(h.last.Newest))]
	if _, err := time.Parse(day, at); err != nil || at < h.part.From || at > h.part.Until {
		return ""
	}
	return at
}

// pace waits until the service may be asked again.
func (f *Fetcher) pace(ctx context.Context, p Public) error {
	wait := p.Every - time.Since(f.asked)
	if f.asked.IsZero() || wait <= 0 {
		return ctx.Err()
	}
	if f.Sleep != nil {
		return f.Sleep(ctx, wait)
	}
	return transport.Sleep(ctx, wait)
}

func pageAddress(p Public, part Part, token string) string {
	q := url.Values{"verb": {"ListRecords"}}
	switch {
	case token != "":
		q.Set("resumptionToken", token)
	default:
		q.Set("metadataPrefix", p.Prefix)
		q.Set("from", part.From)
		q.Set("until", part.Until)
		if p.Set != "" {
			q.Set("set", p.Set)
		}
	}
	return part.URL + "?" + q.Encode()
}

func pageFile(dir string, n int) string {
	return filepath.Join(dir, fmt.Sprintf("page-%06d.xml.gz", n))
}

// lastPage returns how many pages exist and the last of them.
func lastPage(dir string) (n int, page wire.OAIPage, err error) {
	for n < maxPages {
		if _, err := os.Stat(pageFile(dir, n)); err != nil {
			break
		}
		n++
	}
	for ; n > 0; n-- { // an unreadable page is requested again
		text, err := readPage(pageFile(dir, n-1))
		if err == nil {
			page, err = wire.ReadOAIPage(text)
		}
		if err == nil {
			return n, page, nil
		}
		if err := os.Remove(pageFile(dir, n-1)); err != nil {
			return 0, page, err
		}
	}
	return 0, page, nil
}

func readPage(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, maxPage))
}

// writePage writes a page completely or not at all.
func writePage(path string, text []byte) (err error) {
	temp := filepath.Join(filepath.Dir(path), ".new") // hidden: no reader mistakes it for a page
	file, err := os.Create(temp)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(file)
	_, err = z.Write(text)
	err = errors.Join(err, z.Close(), file.Sync(), file.Close())
	if err != nil {
		return err
	}
	return os.Rename(temp, path)
}
