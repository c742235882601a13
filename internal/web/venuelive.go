package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/runs"
)

type part struct {
	Class, Word string
	N, X, Width int
}

const plotLength = 600

func bar(parts ...part) []part {
	total := 0
	for _, p := range parts {
		total += p.N
	}
	var list []part
	sum := 0
	for _, p := range parts {
		if p.N == 0 {
			continue
		}
		p.X = plotLength * sum / total
		sum += p.N
		p.Width = max(plotLength*sum/total-p.X, 1)
		list = append(list, p)
	}
	return list
}

func referenceParts(t *runs.Tally) []part {
	return bar(part{Class: "bar-missing", Word: "not found", N: t.NotFound},
		part{Class: "bar-bad", Word: "wrong", N: t.Discrepant},
		part{Class: "bar-check", Word: "to check by hand", N: t.Doubtful}, part{Class: "bar-open",
			Word: "not checked", N: t.Inconclusive + t.Ambiguous},
		part{Class: "bar-good", Word: "fine or not scholarly", N: t.Verified + t.Exempt})
}

func nowOf(d *runs.Membership, c runs.VenueCounts) venueNow {
	now := venueNow{Desk: d, Counts: c,
		Bar: referenceParts(&c.Tally),
		Papers: bar(part{Class: "bar-good", Word: "checked", N: c.States[runs.PaperSettled]},
			part{Class: "bar-open", Word: "checked without services", N: c.States[runs.PaperOffline]},
			part{Class: "bar-missing", Word: "being checked", N: c.States[runs.PaperChecking]}, part{Class: "bar-bad",
				Word: "failed or cancelled", N: c.States[runs.PaperFailed] + c.States[runs.PaperCancelled]},
			part{Class: "bar-half", Word: "waiting", N: c.States[runs.PaperWaiting]}),
	}
	of := c.Strongest
	now.Strongest = bar(part{Class: "bar-missing", Word: "with a reference not found", N: of["not-found"]},
		part{Class: "bar-bad", Word: "with a wrong one", N: of["discrepant"]},
		part{Class: "bar-check", Word: "with one to check by hand", N: of["doubtful"]},
		part{Class: "bar-open", Word: "not all checked", N: of["unchecked"]},
		part{Class: "bar-good", Word: "all fine", N: of["none"]})
	return now
}

func (n venueNow) Decided(as runs.PaperDecision) int { return n.Counts.Decisions[as] }

func (venueNow) Length() int { return plotLength }

// venueLive sends the numbers and plots of a venue, rendered, whenever they change.
func (s *server) venueLive(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	return s.followVenue(w, r, d, false, func(c runs.VenueCounts) ([]byte, error) {
		var b bytes.Buffer
		if err := templates().ExecuteTemplate(&b, "now", nowOf(d, c)); err != nil {
			return nil, err
		}
		return json.Marshal(map[string]any{"html": b.String()})
	})
}

// followVenue sends the rendered counts of a venue as server-sent events "now", whenever they change; if the stream
// ends, the last ones are "end", when all papers are checked.
func (s *server) followVenue(w http.ResponseWriter, r *http.Request, d *runs.Membership, ends bool,
	draw func(runs.VenueCounts) ([]byte, error)) error {
	w.Header().Set("Content-Type", "text/event-stream")
	out := events{w: w, control: http.NewResponseController(w)}
	var last []byte
	err := d.Follow(r.Context(), livePause, func() error {
		now, err := s.store.Membership(r.Context(), d.Person, d.Venue.Name) // a former member sees no more
		if err != nil {
			return err
		}
		*d = *now
		counts, err := s.counts.of(r.Context(), d)
		if err != nil {
			return err
		}
		text, err := draw(counts)
		switch {
		case err != nil:
			return err
		case ends && d.Venue.Phase.Over():
			return cmp.Or(out.send(fmt.Sprintf("event: end\ndata: %s\n\n", text)), io.EOF)
		case bytes.Equal(text, last):
			return out.send(":\n\n") // shows that the connection is alive
		}
		last = text
		return out.send(fmt.Sprintf("event: now\ndata: %s\n\n", text))
	})
	if r.Context().Err() == nil && !out.gone && err != io.EOF {
		s.opt.Log.Warn("a venue could not be followed", "venue", d.Venue.Name, "error", err)
	}
	return nil // the answer has begun
}

// counts caches the counts of venues for a moment, so that they are computed once for all viewers.
type counts struct {
	mu   sync.Mutex
	kept map[string]*keptCounts
}

type keptCounts struct {
	mu      sync.Mutex
	counts  runs.VenueCounts
	until   time.Time
	changed <-chan struct{} // closed when something has changed in this process
}

// hold reports whether the cached counts are current.
func (k *keptCounts) hold() bool {
	select {
	case <-k.changed:
		return false
	default:
		return k.changed != nil && time.Now().Before(k.until)
	}
}

const countsMost = 1000

// of returns the counts of a desk; they may lack what another process changed within livePause.
func (c *counts) of(ctx context.Context, d *runs.Membership) (runs.VenueCounts, error) {
	key := d.Venue.Name
	if d.Role == runs.AreaHead {
		key += "\x00" + d.Person
	}
	c.mu.Lock()
	if c.kept == nil || len(c.kept) >= countsMost {
		c.kept = map[string]*keptCounts{}
	}
	if c.kept[key] == nil {
		c.kept[key] = &keptCounts{}
	}
	one := c.kept[key]
	c.mu.Unlock()
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.hold() {
		return one.counts, nil
	}
	changed := d.Changed()
	fresh, err := d.Counts(ctx)
	if err == nil {
		one.counts, one.until, one.changed = fresh, time.Now().Add(livePause), changed
	}
	return fresh, err
}

func pageOf(r *http.Request) int {
	page, _ := strconv.Atoi(r.FormValue("page"))
	return min(max(page, 0), 1<<20)
}

// noted returns the note in a form, and the version that its sender had seen.
func noted(r *http.Request, field string) (note string, seen int64, err error) {
	if note = posted(r, "note"); len(note) > reasonMax {
		return "", 0, refused(http.StatusUnprocessableEntity, "a note has at most %d letters", reasonMax)
	}
	if seen, err = strconv.ParseInt(posted(r, field), 10, 64); err != nil {
		return "", 0, refused(http.StatusUnprocessableEntity, "%s: take it from the page", field)
	}
	return note, seen, nil
}

// backTo returns the address in a form if it is below a page.
func backTo(to, page string) string {
	if to = local(to); to == page || strings.HasPrefix(to, page+"?") || strings.HasPrefix(to, page+"/finding?") {
		return to
	}
	return page
}

func anchor(id string) string { return "f-" + url.QueryEscape(id) }
