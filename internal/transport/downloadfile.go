package transport

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Stamp describes a complete or partial file on disk. It is stored beside the file.
type Stamp struct {
	URL      string `json:"url"`
	ETag     string `json:"etag,omitempty"`
	Modified string `json:"last_modified,omitempty"`
	Size     int64  `json:"size,omitempty"` // of the complete file
	MD5      string `json:"md5,omitempty"`
}

// validator returns a value for If-Range: a strong ETag, else the date.
func (s Stamp) validator() string {
	if s.ETag != "" && !strings.HasPrefix(s.ETag, "W/") {
		return s.ETag
	}
	return s.Modified
}

type download struct {
	*Downloads
	file    File
	want    string // MD5
	reached int64  // the largest size that the file ever reached
	done    Downloaded
}

func (d *download) partial() string { return d.file.Path + ".part" }

func (d *download) run(ctx context.Context) (err error) {
	for again := range 2 { // a file that changes during the transfer has a wrong sum once
		if d.want, err = d.file.Sum(ctx); err != nil {
			return err
		}
		if again == 0 && d.present() {
			d.done.Checked, d.done.Stamp = d.want != "", d.have()
			return nil
		}
		unchanged := false
		d.reached = 0
		err = d.try(ctx, func(ctx context.Context) error {
			before := d.reached
			var err error
			if unchanged, err = d.once(ctx); err == nil {
				return nil
			}
			f := attemptFailed(err)
			f.moved = d.reached > before // a file that always breaks at the same place is not retried forever
			return f
		})
		if err != nil || unchanged {
			d.done.Stamp = d.have()
			return err
		}
		if err = d.finish(); !errors.Is(err, ErrChecksum) {
			return err
		}
	}
	return err
}

// have returns the stamp of the complete file: the one on disk, else the earlier one; zero if there is none.
func (d *download) have() Stamp {
	info, err := os.Stat(d.file.Path)
	if err != nil {
		return d.file.Had
	}
	if s := readState(d.file.Path); s.Size == info.Size() {
		return s
	}
	return Stamp{}
}

// present reports whether there is a complete file with the checksum or the size that the service states now.
func (d *download) present() bool {
	have := d.have()
	if d.want != "" {
		return have.MD5 == d.want
	}
	return d.file.Size > 0 && d.file.Size == have.Size && have.URL == d.file.URL
}

// once requests the file, or the rest of it, once.
func (d *download) once(ctx context.Context) (unchanged bool, err error) {
	have := readState(d.partial())
	var start int64
	if info, err := os.Stat(d.partial()); err == nil && have.URL == d.file.URL && have.validator() != "" {
		start = info.Size()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	resp, err := d.get(ctx, d.file.URL, d.header(have, start))
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotModified:
		return true, nil
	case http.StatusPartialContent:
		if from, total := contentRange(resp.Header.Get("Content-Range")); from != start || have.Size > 0 &&
			total != have.Size {
			return false, d.restart()
		}
	case http.StatusOK:
		if isPage(resp.Header) {
			return false, final(fmt.Errorf("%s: %w", resp.Request.URL.Host, ErrWall))
		}
		start = 0
		if have, err = d.begin(resp); err != nil {
			return false, err
		}
	case http.StatusRequestedRangeNotSatisfiable:
		if have.Size > 0 && start == have.Size {
			return false, nil // it was complete already
		}
		return false, d.restart()
	default:
		return false, notFile(resp)
	}
	return false, d.copy(ctx, resp.Body, start, have, cancel)
}

// header returns the headers that request the bytes from start, or, from the beginning, a file that has
// changed.
func (d *download) header(have Stamp, start int64) http.Header {
	h := http.Header{"Accept-Encoding": {"identity"}}
	if start > 0 {
		h.Set("Range", fmt.Sprintf("bytes=%d-", start))
		h.Set("If-Range", have.validator())
		return h
	}
	if whole := d.have(); whole.URL == d.file.URL && d.want == "" {
		setIf(h, "If-None-Match", whole.ETag)
		setIf(h, "If-Modified-Since", whole.Modified)
	}
	return h
}

func setIf(h http.Header, key, value string) {
	if value != "" {
		h.Set(key, value)
	}
}

// errAgain requests another try from the beginning.
var errAgain = errors.New("the file changed at its service")

// restart deletes what has been downloaded.
func (d *download) restart() error {
	os.Remove(d.partial())
	os.Remove(d.partial() + ".json")
	return errAgain
}

// begin records what a complete answer says about the file.
func (d *download) begin(resp *http.Response) (Stamp, error) {
	s := Stamp{URL: d.file.URL, ETag: resp.Header.Get("ETag"), Modified: resp.Header.Get("Last-Modified"),
		Size: max(resp.ContentLength, 0)}
	if d.file.Size > 0 && s.Size > 0 && s.Size != d.file.Size {
		return s, final(fmt.Errorf("the service lists %d bytes and sends %d", d.file.Size, s.Size))
	}
	if s.Size > d.maxBytes() {
		return s, final(fmt.Errorf("%d bytes pass the bound of %d", s.Size, d.maxBytes()))
	}
	os.Remove(d.partial())
	return s, writeState(d.partial(), s)
}

// copy appends the body to what is on disk.
func (d *download) copy(ctx context.Context, body io.Reader, start int64, s Stamp, cancel func()) error {
	file, err := os.OpenFile(d.partial(), os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return final(err)
	}
	defer file.Close()
	if err := file.Truncate(start); err != nil {
		return final(err)
	}
	if _, err := file.Seek(start, io.SeekStart); err != nil {
		return final(err)
	}
	watched := watch(body, d.stall(), cancel)
	defer watched.stop()
	buf := make([]byte, 256<<10)
	at := start
	for {
		n, err := watched.Read(buf)
		if n > 0 {
			if _, err := file.Write(buf[:n]); err != nil {
				return final(err)
			}
			at += int64(n)
			d.done.Bytes += int64(n)
			d.reached = max(d.reached, at)
			if d.Progress != nil {
				d.Progress(d.file.Name, at, s.Size)
			}
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case at > d.maxBytes():
			return final(fmt.Errorf("passes the bound of %d bytes", d.maxBytes()))
		case err == io.EOF && s.Size > 0 && at != s.Size:
			return fmt.Errorf("ends after %d of %d bytes: %w", at, s.Size, io.ErrUnexpectedEOF)
		case err == io.EOF:
			return file.Sync()
		case err != nil:
			return err
		}
	}
}

// finish checks the complete file and moves it into place.
func (d *download) finish() error {
	sum, size, err := md5File(d.partial())
	if err != nil {
		return err
	}
	if d.want != "" && sum != d.want || d.file.Size > 0 && size != d.file.Size {
		_ = d.restart()
		return fmt.Errorf("%w: %s with %d bytes, want %s", ErrChecksum, sum, size, d.want)
	}
	s := readState(d.partial())
	s.MD5, s.Size = sum, size
	// The file first: a kill between the two costs another download, but an old file never passes for the new
	// one.
	if err := os.Rename(d.partial(), d.file.Path); err != nil {
		return err
	}
	if err := writeState(d.file.Path, s); err != nil {
		return err
	}
	os.Remove(d.partial() + ".json")
	d.done.Changed, d.done.Checked, d.done.Stamp = true, d.want != "", s
	return nil
}

func md5File(path string) (sum string, size int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer file.Close()
	h := md5.New() // the sum that services state; not a defence
	size, err = io.Copy(h, file)
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// readState returns the zero Stamp if there is none or it cannot be read.
func readState(path string) Stamp {
	var s Stamp
	if text, err := os.ReadFile(path + ".json"); err == nil && json.Unmarshal(text, &s) != nil {
		return Stamp{}
	}
	return s
}

func writeState(path string, s Stamp) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".json.tmp", text, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".json.tmp", path+".json")
}

// contentRange parses "bytes 100-199/200"; total is -1 if it is not stated.
func contentRange(s string) (from, total int64) {
	span, size, ok := strings.Cut(strings.TrimPrefix(s, "bytes "), "/")
	if !ok {
		return -1, -1
	}
	first, _, _ := strings.Cut(span, "-")
	from, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return -1, -1
	}
	if total, err = strconv.ParseInt(size, 10, 64); err != nil {
		total = -1
	}
	return from, total
}

// watched is a body that is abandoned when nothing comes for a while.
type watched struct {
	io.Reader
	timer *time.Timer
	stall time.Duration
}

func watch(r io.Reader, stall time.Duration, giveUp func()) watched {
	return watched{r, time.AfterFunc(stall, giveUp), stall}
}

func (w watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.timer.Reset(w.stall)
	}
	return n, err
}

func (w watched) stop() { w.timer.Stop() }
