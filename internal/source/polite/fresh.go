package polite

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
// not kept, no-cache and max-age count.
func lifetime(h http.Header, ours time.Duration, document bool) time.Duration {
	stated, has := statedLife(h)
	control := strings.ToLower(h.Get("Cache-Control"))
	switch {
	case strings.Contains(control, "no-store") && document:
		return 0
	case strings.Contains(control, "no-store"):
		return min(ours, time.Hour)
	case document && has:
		return min(max(stated, 10*time.Minute), ours)
	case has && stated > ours:
		return min(stated, 90*24*time.Hour)
	}
	return ours
}

// statedLife reads s-maxage, max-age or Expires.
func statedLife(h http.Header) (time.Duration, bool) {
	for _, part := range strings.Split(h.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if !strings.EqualFold(name, "max-age") {
			continue
		}
		if n, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil && n >= 0 {
			return time.Duration(min(n, 10*365*86400)) * time.Second, true
		}
	}
	expires, err := http.ParseTime(h.Get("Expires"))
	if err != nil {
		return 0, false
	}
	date, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0, false
	}
	return max(expires.Sub(date), 0), true
}
