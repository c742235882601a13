package fixtureserver

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"
)

// Fault is a way to misbehave.
type Fault string

// The faults that can be injected. Those of TLS and of names happen below HTTP: TLSAddress and NoSuchHost are
// addresses with them.
const (
	TooMany      Fault = "429"
	TooManySoon  Fault = "429 with Retry-After 1"
	TooManyLong  Fault = "429 with Retry-After 3600"
	TooManyDate  Fault = "429 with Retry-After as a date"
	ServerError  Fault = "500"
	Unavailable  Fault = "503 with Retry-After 600"
	Gateway      Fault = "504 with a page"
	BotWall      Fault = "202 with an empty body"
	Forbidden    Fault = "403"
	Unauthorised Fault = "401"
	Challenge    Fault = "200 with a challenge page"
	SlowDrip     Fault = "one byte at a time"
	Silence      Fault = "no answer"
	Truncated    Fault = "half the body, well framed"
	CutOff       Fault = "half the body, connection closed"
	WrongType    Fault = "right body, labelled as a page"
	PageForData  Fault = "a page labelled as data"
	Empty        Fault = "200 with an empty body"
	Null         Fault = "200 with null"
	OtherJSON    Fault = "200 with another object"
	EndlessLoop  Fault = "endless redirect"
	GzipBomb     Fault = "gzip bomb"
	Reset        Fault = "connection reset"
	NotFound     Fault = "404 with a page"
)

// Faults lists every fault that a server can inject.
var Faults = []Fault{TooMany, TooManySoon, TooManyLong, TooManyDate, ServerError, Unavailable, Gateway, BotWall,
	Forbidden, Unauthorised, Challenge, SlowDrip, Silence,
	Truncated, CutOff, WrongType, PageForData, Empty, Null, OtherJSON, EndlessLoop, GzipBomb, Reset, NotFound}

// Previous is the answer to the previous question, as returned by a broken cache or proxy. It is not among
// Faults: a client cannot always notice it.
const Previous Fault = "the answer to the question before"

// OtherService is the last answer of another service, and OtherPerson an old answer of the same service to
// another question, as another user of the same proxy may have received it. They are not among Faults either.
const (
	OtherService Fault = "the answer of another service"
	OtherPerson  Fault = "the answer to somebody else"
)

// Anubis is the proof-of-work page for browsers in front of DBLP. It is not among Faults: a service behind it
// is left alone for longer than a test takes.
const Anubis Fault = "500 with a check for robots"

// Down is Unavailable without saying when to return. It is not among Faults either, which have a similar one.
const Down Fault = "503"

// Slow reports whether only the client's own timeout ends a fault.
func (f Fault) Slow() bool { return f == SlowDrip || f == Silence }

// Inject makes a host ("*" for all) misbehave on every n-th request; fault "" ends that.
func (s *Server) Inject(host string, f Fault, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f == "" {
		delete(s.faults, host)
		return
	}
	s.faults[host], s.every[host] = f, n
}

const challengePage = `<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Verify you are human by completing the action below.</body></html>`

const anubisPage = `<!doctype html><html lang="en"><head><title>Making sure you&#39;re not a bot!</title></head><body>Loading...</body></html>`

func misbehave(f Fault, a *answer) {
	w := a.w
	switch f {
	case TooMany, TooManySoon, TooManyLong, TooManyDate, Unavailable, Down, Gateway, ServerError, Forbidden,
		Unauthorised, BotWall, NotFound:
		status(f, w)
	case Anubis:
		a.status(http.StatusInternalServerError, "text/html", anubisPage)
	case Challenge:
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, challengePage)
	case PageForData:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, challengePage)
	case Empty, Null, OtherJSON:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, map[Fault]string{Empty: "", Null: "null", OtherJSON: `{"status":"ok","message":{}}`}[f])
	case EndlessLoop:
		n, _ := strconv.Atoi(a.r.URL.Query().Get("loop"))
		http.Redirect(w, a.r, fmt.Sprintf("https://%s/?loop=%d", a.host, n+1), http.StatusFound)
	case GzipBomb:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(bomb())
	case Silence:
		io.Copy(io.Discard, a.r.Body) // otherwise the server does not notice that the client left
		select {
		case <-a.r.Context().Done():
		case <-time.After(time.Minute):
		}
	case Reset:
		hijack(w, nil)
	case Previous:
		previous(a)
	case OtherService, OtherPerson:
		swapped(f, a)
	default:
		spoil(f, a)
	}
}

func status(f Fault, w http.ResponseWriter) {
	code := map[Fault]int{ServerError: 500, Unavailable: 503, Down: 503, Gateway: 504, Forbidden: 403, Unauthorised: 401,
		BotWall: 202, NotFound: 404}[f]
	if code == 0 {
		code = http.StatusTooManyRequests
	}
	switch f {
	case TooManySoon:
		w.Header().Set("Retry-After", "1")
	case TooManyLong:
		w.Header().Set("Retry-After", "3600")
	case TooManyDate:
		w.Header().Set("Retry-After", time.Now().Add(2*time.Second).UTC().Format(http.TimeFormat))
	case Unavailable:
		w.Header().Set("Retry-After", "600")
	}
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(code)
	if f != BotWall {
		fmt.Fprint(w, "<html><head><title>Error</title></head><body>Something is wrong.</body></html>")
	}
}

// spoil writes the true answer in a damaged form.
func spoil(f Fault, a *answer) {
	rec := httptest.NewRecorder()
	inner := *a
	inner.w = rec
	inner.play()
	body := rec.Body.Bytes()
	maps.Copy(a.w.Header(), rec.Header())
	switch f {
	case Truncated:
		a.w.WriteHeader(rec.Code)
		a.w.Write(body[:len(body)/2])
	case WrongType:
		a.w.Header().Set("Content-Type", "text/html")
		a.w.WriteHeader(rec.Code)
		a.w.Write(body)
	case CutOff:
		hijack(a.w,
			append(fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
				len(body)), body[:len(body)/2]...))
	case SlowDrip:
		a.w.WriteHeader(rec.Code)
		for i := range body {
			if _, err := a.w.Write(body[i : i+1]); err != nil || a.r.Context().Err() != nil {
				return
			}
			a.w.(http.Flusher).Flush()
			time.Sleep(200 * time.Millisecond)
		}
	}
}

// said is a question with its answer, and the answer to the previous one.
type said struct {
	question       string
	answer, before *httptest.ResponseRecorder
}

// previous writes the answer to the host's previous question; the first question gets its own answer.
func previous(a *answer) {
	question, rec := a.recorded()
	a.server.mu.Lock()
	last := a.server.last[a.host]
	switch {
	case last.answer == nil:
		last = said{question, rec, rec}
	case last.question != question:
		last = said{question, rec, last.answer}
	}
	a.server.last[a.host] = last
	a.server.mu.Unlock()
	a.replay(last.before)
}

// recorded returns the question as one text, and its true answer.
func (a *answer) recorded() (question string, rec *httptest.ResponseRecorder) {
	body, _ := io.ReadAll(a.r.Body)
	a.r.Body = io.NopCloser(bytes.NewReader(body))
	rec = httptest.NewRecorder()
	inner := *a
	inner.w = rec
	inner.play()
	return a.path + "?" + a.r.URL.RawQuery + " " + string(body), rec
}

// replay writes a recorded answer.
func (a *answer) replay(rec *httptest.ResponseRecorder) {
	maps.Copy(a.w.Header(), rec.Header())
	a.w.WriteHeader(rec.Code)
	a.w.Write(rec.Body.Bytes())
}

// hijack writes raw bytes and closes the connection.
func hijack(w http.ResponseWriter, raw []byte) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	conn.Write(raw)
	conn.Close()
}

// bomb is a small body that expands to more than any service may send.
var bomb = sync.OnceValue(func() []byte {
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid
	zeros := make([]byte, 1<<20)
	for range 80 {
		z.Write(zeros)
	}
	z.Close()
	return packed.Bytes()
})

// TLSAddress starts a server with a self-signed certificate and returns its address for Options.Via.
func TLSAddress() (address string, stop func()) {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	return s.URL, s.Close
}

// NoSuchHost is an address for Options.Via whose name does not resolve.
const NoSuchHost = "http://no-such-host.invalid"

// given is an answer sent to a client.
type given struct {
	host, question string
	answer         *httptest.ResponseRecorder
}

// mostGiven bounds the answers kept for other clients.
const mostGiven = 512

// swapped writes the answer to another question, or its own if there is none.
func swapped(f Fault, a *answer) {
	question, rec := a.recorded()
	own := given{a.host, question, rec}
	a.server.mu.Lock()
	other := own
	for i, g := range a.server.given {
		fits := g.host != own.host
		if f == OtherPerson {
			fits = g.host == own.host && g.question != own.question && (i%7 == 0 || other.question == own.question)
		}
		if fits {
			other = g
		}
	}
	if a.server.given = append(a.server.given, own); len(a.server.given) > mostGiven {
		a.server.given = a.server.given[1:]
	}
	a.server.mu.Unlock()
	a.replay(other.answer)
}
