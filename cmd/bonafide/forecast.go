package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/setup"
)

// sayForecast says in two lines what a large run is about to ask.
func sayForecast(w io.Writer, f setup.Forecast) {
	const named = 3 // services; the others are counted
	var parts []string
	others := f.Requests
	for _, e := range f.Services[:min(len(f.Services), named)] {
		name := e.Service
		if name == "" {
			name = "pages"
		}
		parts = append(parts, fmt.Sprintf("%s %d", name, e.Requests))
		others -= e.Requests
	}
	if others > 0 {
		parts = append(parts, fmt.Sprintf("others %d", others))
	}
	fmt.Fprintf(w, "bonafide: %s: about %s (%s), %s at the limits of the services; answers kept from earlier spare some\n",
		counted(f.References, "reference"), counted(f.Requests, "request"), strings.Join(parts, ", "), atLimits(f.Time))
	for _, c := range f.Credits {
		fmt.Fprintf(w, "bonafide: about %d credits of the %d that %s has left for today\n", c.Spend, c.Left, c.Service)
	}
}

// atLimits writes a time in a round figure.
func atLimits(d time.Duration) string {
	if d < time.Minute {
		return counted(max(int((d+time.Second-1)/time.Second), 1), "second")
	}
	return counted(int((d+time.Minute-1)/time.Minute), "minute")
}
