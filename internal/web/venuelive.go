package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/runs"
)

// part is one part of a bar.
type part struct {
	Class, Word string
	N, X, Width int
}

// column is one column of a plot.
type column struct {
	Label                string
	N, X, Y, Width, High int
}

// The measures of the plots, in pixels.
const (
	plotLength   = 600
	columnWidth  = 40
	columnsHigh  = 120
	columnMargin = 16 // above a column, for its number
)

// bar lays parts out side by side; empty ones are left out.
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

// nowOf draws the counts of a venue.
func nowOf(d *runs.Desk, c runs.VenueCounts) venueNow {
	now := venueNow{Desk: d, Counts: c,
		Bar: bar(part{Class: "bar-good", Word: "verified or exempt", N: c.Verified + c.Exempt}, part{Class: "bar-bad", Word: "wrong", N: c.Discrepant},
			part{Class: "bar-missing", Word: "not found", N: c.NotFound}, part{Class: "bar-open", Word: "not decided", N: c.Inconclusive + c.Ambiguous}),
		Papers: bar(part{Class: "bar-good", Word: "settled", N: c.States[runs.PaperSettled]}, part{Class: "bar-half", Word: "checked without services", N: c.States[runs.PaperOffline]},
			part{Class: "bar-missing", Word: "being checked", N: c.States[runs.PaperChecking]}, part{Class: "bar-bad", Word: "failed or cancelled", N: c.States[runs.PaperFailed] + c.States[runs.PaperCancelled]},
			part{Class: "bar-open", Word: "waiting", N: c.States[runs.PaperWaiting]}),
	}
	most := 1
	for _, n := range c.Grave {
		most = max(most, n)
	}
	for i, n := range c.Grave {
		high := n * columnsHigh / most
		one := column{Label: strconv.Itoa(i), N: n, X: i * columnWidth, Y: columnMargin + columnsHigh - high, Width: columnWidth - 8, High: high}
		if i == len(c.Grave)-1 {
			one.Label += "+"
		}
		now.Grave = append(now.Grave, one)
	}
	return now
}

// Decided counts the papers with a decision.
func (n venueNow) Decided(as runs.PaperDecision) int { return n.Counts.Decisions[as] }

// Length is the length of a bar.
func (venueNow) Length() int { return plotLength }

// High is the height of the plot of columns.
func (venueNow) High() int { return columnMargin + columnsHigh + columnMargin + 4 }

// Wide is the width of the plot of columns.
func (n venueNow) Wide() int { return len(n.Grave) * columnWidth }

// Bottom is where the labels of the columns stand.
func (n venueNow) Bottom() int { return n.High() - 4 }

// Middle is the middle of a column.
func (c column) Middle() int { return c.X + c.Width/2 }

// Above is where the number of a column stands.
func (c column) Above() int { return c.Y - 3 }

// venueLive sends the numbers and plots of a venue, drawn, whenever they change.
func (s *server) venueLive(w http.ResponseWriter, r *http.Request, d *runs.Desk) error {
	return s.followVenue(w, r, d, func(c runs.VenueCounts) ([]byte, error) {
		var b bytes.Buffer
		if err := templates().ExecuteTemplate(&b, "now", nowOf(d, c)); err != nil {
			return nil, err
		}
		return json.Marshal(map[string]any{"html": b.String()})
	})
}

// followVenue sends what is drawn of the counts of a venue as server-sent events "now",
// whenever it changes.
func (s *server) followVenue(w http.ResponseWriter, r *http.Request, d *runs.Desk, draw func(runs.VenueCounts) ([]byte, error)) error {
	w.Header().Set("Content-Type", "text/event-stream")
	out := events{w: w, control: http.NewResponseController(w)}
	var last []byte
	err := d.Follow(r.Context(), livePause, func() error {
		now, err := s.store.Desk(r.Context(), d.Person, d.Venue.Name) // who is no member any more sees no more
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
		case bytes.Equal(text, last):
			return out.send(":\n\n") // says that the connection is there
		}
		last = text
		return out.send(fmt.Sprintf("event: now\ndata: %s\n\n", text))
	})
	if r.Context().Err() == nil && !out.gone {
		s.opt.Log.Warn("a venue could not be followed", "venue", d.Venue.Name, "error", err)
	}
	return nil // the answer has begun
}
