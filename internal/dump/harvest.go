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

	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Bounds of a harvest.
const (
	maxPage  = 64 << 20 // bytes of one answer
	maxPages = 100_000  // of one part
)

const day = "2006-01-02"

// harvestParts cuts a harvest into years: a service may forget where a list was,
// and then one year is asked for again. The last has an open end.
func harvestParts(p Public, since, today time.Time) []Part {
	from, err := time.Parse(day, p.First)
	if err != nil {
		return nil
	}
	if since.After(from) {
		from = since
	}
	var list []Part
	for {
		part := Part{Name: "from-" + from.Format(day), URL: p.URL, From: from.Format(day), Update: true}
		last := time.Date(from.Year(), 12, 31, 0, 0, 0, 0, time.UTC)
		if !last.Before(today) {
			return append(list, part)
		}
		part.Until = last.Format(day)
		list = append(list, part)
		from = last.AddDate(0, 0, 1)
	}
}

// errExpired means that the service no longer knows how far a list was given.
var errExpired = errors.New("the service has forgotten how far its list was given")

// harvest asks for the pages of a part that are not there yet. Each lies in a
// file of its own, which also says how to ask for the next.
func (f *Fetcher) harvest(ctx context.Context, p Public, part Part, out *Fetched) error {
	if err := os.MkdirAll(out.Path, 0o755); err != nil {
		return err
	}
	err := f.pages(ctx, p, part, out)
	if errors.Is(err, errExpired) {
		if err := os.RemoveAll(out.Path); err != nil {
			return err
		}
		if err := os.MkdirAll(out.Path, 0o755); err != nil {
			return err
		}
		err = f.pages(ctx, p, part, out)
	}
	return err
}

func (f *Fetcher) pages(ctx context.Context, p Public, part Part, out *Fetched) error {
	n, last, err := lastPage(out.Path)
	if err != nil {
		return err
	}
	for ; n == 0 || last.Token != ""; n++ {
		if n == maxPages {
			return fmt.Errorf("the list has no end: %d pages", n)
		}
		if err := f.pace(ctx, p); err != nil {
			return err
		}
		text, err := f.Text(ctx, pageAddress(p, part, last.Token), maxPage)
		if err != nil {
			return err
		}
		f.asked = time.Now()
		page, err := wire.ReadOAIPage(text)
		switch {
		case err != nil:
			return err
		case page.Error == "badResumptionToken" && n > 0:
			return errExpired
		case page.Error != "" && page.Error != "noRecordsMatch":
			return fmt.Errorf("the service answers %s: %.200s", page.Error, page.Why)
		case page.Token != "" && page.Token == last.Token:
			return errors.New("the service gives the same page again and again")
		}
		if err := writePage(pageFile(out.Path, n), text); err != nil {
			return err
		}
		last, out.Changed, out.Bytes = page, true, out.Bytes+int64(len(text))
		if f.Progress != nil {
			f.Progress(part.Name, out.Bytes, 0)
		}
	}
	return nil
}

// pace waits until the service may be asked again.
func (f *Fetcher) pace(ctx context.Context, p Public) error {
	if wait := p.Every - time.Since(f.asked); !f.asked.IsZero() && wait > 0 {
		return f.sleep(ctx, wait)
	}
	return ctx.Err()
}

func pageAddress(p Public, part Part, token string) string {
	q := url.Values{"verb": {"ListRecords"}}
	switch {
	case token != "":
		q.Set("resumptionToken", token)
	default:
		q.Set("metadataPrefix", p.Prefix)
		q.Set("from", part.From)
		if part.Until != "" {
			q.Set("until", part.Until)
		}
		if p.Set != "" {
			q.Set("set", p.Set)
		}
	}
	return part.URL + "?" + q.Encode()
}

func pageFile(dir string, n int) string {
	return filepath.Join(dir, fmt.Sprintf("page-%06d.xml.gz", n))
}

// lastPage gives how many pages are there and what the last of them says.
func lastPage(dir string) (n int, page wire.OAIPage, err error) {
	for n < maxPages {
		if _, err := os.Stat(pageFile(dir, n)); err != nil {
			break
		}
		n++
	}
	for ; n > 0; n-- { // one that cannot be read is asked for again
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

// writePage writes a page whole or not at all.
func writePage(path string, text []byte) (err error) {
	temp := filepath.Join(filepath.Dir(path), ".new") // hidden: no reader takes it for a page
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
