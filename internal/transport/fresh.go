package transport

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// lifetime says how long an answer is fresh. Services seldom state how long
// what they know of a published work holds, and many forbid a browser's cache
// for all they send; their answers live for ours, or longer where they say so
// (max-age, Expires). no-store from a service means an hour, which is enough to
// take up a run that broke off. Pages of documents follow RFC 9111: no-store is
// not kept, max-age less Age or Expires count, and what is to be confirmed each
// time (no-cache) is, but for the ten minutes of one run.
func lifetime(h http.Header, ours time.Duration, document bool) time.Duration {
	stated, has := statedLife(h)
	control := strings.ToLower(h.Get("Cache-Control"))
	switch {
	case strings.Contains(control, "no-store") && document:
		return 0
	case strings.Contains(control, "no-store"):
		return min(ours, time.Hour)
	case document && strings.Contains(control, "no-cache"):
		return min(oneRun, ours)
	case document && has:
		return min(max(stated, oneRun), ours)
	case has && stated > ours:
		return min(stated, 90*24*time.Hour)
	}
	return ours
}

// oneRun is how long an answer counts at least, so that one run says the same of
// a page each time.
const oneRun = 10 * time.Minute

// statedLife reads max-age, less the time that the answer lay in other caches, or
// Expires, of which anything but a date means now.
func statedLife(h http.Header) (time.Duration, bool) {
	for _, part := range strings.Split(h.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if !strings.EqualFold(name, "max-age") {
			continue
		}
		if n, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil && n >= 0 {
			age, err := strconv.Atoi(h.Get("Age"))
			if err != nil {
				age = 0
			}
			return time.Duration(min(max(n-max(age, 0), 0), 10*365*86400)) * time.Second, true
		}
	}
	if h.Get("Expires") == "" {
		return 0, false
	}
	expires, err := http.ParseTime(h.Get("Expires"))
	if err != nil {
		return 0, true
	}
	date, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0, false
	}
	return max(expires.Sub(date), 0), true
}
