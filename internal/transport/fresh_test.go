package transport

import (
	"net/http"
	"testing"
	"time"
)

func TestLifetime(t *testing.T) {
	const ours, day = 30 * 24 * time.Hour, 24 * time.Hour
	for _, c := range []struct {
		name              string
		headers           map[string]string
		service, document time.Duration
	}{
		{"nothing stated", nil, ours, ours},
		{"max-age", map[string]string{"Cache-Control": "public, max-age=86400"}, ours, day},
		{"longer than ours", map[string]string{"Cache-Control": "max-age=5184000"}, 60 * day, ours},
		{"for years", map[string]string{"Cache-Control": "max-age=999999999"}, 90 * day, ours},
		{"aged elsewhere", map[string]string{"Cache-Control": "max-age=86400", "Age": "43200"}, ours, day / 2},
		{"older than its age", map[string]string{"Cache-Control": "max-age=60", "Age": "600"}, ours, oneRun},
		{"no number", map[string]string{"Cache-Control": "max-age=soon", "Age": "old"}, ours, ours},
		{"no-store", map[string]string{"Cache-Control": "no-store, max-age=86400"}, time.Hour, 0},
		{"no-cache", map[string]string{"Cache-Control": "No-Cache"}, ours, oneRun},
		{"Expires", map[string]string{"Date": "Sat, 21 Nov 2026 10:00:00 GMT", "Expires": "Sun, 22 Nov 2026 10:00:00 GMT"},
			ours, day},
		{"expired", map[string]string{"Date": "Sat, 21 Nov 2026 10:00:00 GMT", "Expires": "0"}, ours, oneRun},
		{"max-age before Expires",
			map[string]string{"Cache-Control": "max-age=3600", "Date": "Sat, 21 Nov 2026 10:00:00 GMT",
				"Expires": "Sun, 22 Nov 2026 10:00:00 GMT"}, ours, time.Hour},
	} {
		h := http.Header{}
		for name, value := range c.headers {
			h.Set(name, value)
		}
		if got := lifetime(h, ours, false); got != c.service {
			t.Errorf("%s: a service's answer lives %v, want %v", c.name, got, c.service)
		}
		if got := lifetime(h, ours, true); got != c.document {
			t.Errorf("%s: a page lives %v, want %v", c.name, got, c.document)
		}
	}
}
