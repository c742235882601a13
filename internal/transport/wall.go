package transport

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// walled is how long a service is left alone that lets no program in: asking again
// in the same run does not help.
const walled = time.Hour

// wallWords are what the pages and errors say with which services keep programs
// out, in lower case: Anubis before DBLP, Cloudflare, OpenReview.
var wallWords = [][]byte{
	[]byte("making sure you're not a bot"), []byte("making sure you&#39;re not a bot"), []byte("<title>just a moment"),
	[]byte("checking your browser before"), []byte("challengerequirederror"),
}

// wall reads the beginning of what a service gave in place of an answer. The failure
// is nil when it is no wall.
func (s *service) wall(raw *http.Response, now time.Time) *failed {
	kind := strings.ToLower(raw.Header.Get("Content-Type"))
	if s.document || !strings.Contains(kind, "html") && !strings.Contains(kind, "json") {
		return nil
	}
	head := *raw
	head.Body = io.NopCloser(io.LimitReader(raw.Body, 64<<10))
	body, err := readBody(&head, mebi)
	if err != nil {
		return nil
	}
	body = bytes.ToLower(body)
	for _, words := range wallWords {
		if bytes.Contains(body, words) {
			f := lasting(source.Refused, "a check for robots keeps programs out", nil)
			s.state.Stop(now, walled, f.Failure)
			return f
		}
	}
	return nil
}
