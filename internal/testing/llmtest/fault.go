package llmtest

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Fault is a way in which a service fails to answer.
type Fault int

// The faults. Those with a status have the provider's own shape.
const (
	None       Fault = iota
	Limited          // 429, with Answer.After
	Overloaded       // 503
	Broke            // 500
	Status           // Answer.Status, with the provider's shape of an error
	Page             // 200 with an HTML page, like a captive portal
	Broken           // the body ends in the middle
	Drip             // one byte at a time, endlessly slow
	Hang             // nothing comes
	Huge             // a body without end
	MidStream        // an error in the middle of a stream; 500 if there is no stream
	Garbage          // 200 with the right type but not JSON
)

// fail plays a fault; it returns false if there is none to play here.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, q Question, a Answer) bool {
	if a.After != "" {
		w.Header().Set("Retry-After", a.After)
	}
	switch a.Fault {
	case Limited:
		refuse(w,
			refused{status: 429, kind: "rate_limit_error", code: "rate_limit_exceeded",
				message: "Rate limit reached. Please try again later."})
	case Overloaded:
		refuse(w, refused{status: 529, kind: "overloaded_error", message: "Overloaded"})
	case Broke:
		refuse(w,
			refused{status: 500, kind: "api_error", message: "The server had an error while processing your request."})
	case Status:
		refuse(w, refused{status: a.Status, kind: "invalid_request_error", message: a.Text})
	case MidStream:
		if q.Stream {
			return false
		}
		refuse(w,
			refused{status: 500, kind: "api_error", message: "The server had an error while processing your request."})
	case Page:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><title>Sign in</title><p>Please sign in to the network."))
	case Garbage:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("{\"choices\": [}"))
	case Hang:
		<-r.Context().Done()
	case Huge:
		endless(w, r)
	default:
		return false
	}
	return true
}

func endless(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	chunk := make([]byte, 64<<10)
	for i := range chunk {
		chunk[i] = ' '
	}
	for r.Context().Err() == nil {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// spoiled writes a valid answer badly: slowly, or only its first half.
type spoiled struct {
	http.ResponseWriter
	fault Fault
	ctx   context.Context
}

// Write writes one byte at a time with pauses, or half and then nothing more.
func (s *spoiled) Write(b []byte) (int, error) {
	if s.fault == Broken {
		_, _ = s.ResponseWriter.Write(b[:len(b)/2])
		panic(http.ErrAbortHandler) // closes the connection
	}
	for i := range b {
		if !sleep(s.ctx, 50*time.Millisecond) {
			return i, s.ctx.Err()
		}
		if _, err := s.ResponseWriter.Write(b[i : i+1]); err != nil {
			return i, err
		}
		s.Flush()
	}
	return len(b), nil
}

// Flush sends what was written.
func (s *spoiled) Flush() {
	if f, ok := s.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil { // only values of this package get here
		return []byte("null")
	}
	return b
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(mustJSON(v), '\n'))
}

// events starts a stream of server-sent events; nil data ends it as OpenAI does.
func events(w http.ResponseWriter) func(event string, data any) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(200)
	return func(event string, data any) {
		text := "data: [DONE]\n\n"
		if data != nil {
			text = "data: " + string(mustJSON(data)) + "\n\n"
		}
		if event != "" {
			text = "event: " + event + "\n" + text
		}
		_, _ = w.Write([]byte(text))
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

// pieces splits a text as a stream does, regardless of words.
func pieces(text string) []string {
	var list []string
	runes := []rune(text)
	for n := 7; len(runes) > n; runes = runes[n:] {
		list = append(list, string(runes[:n]))
	}
	return append(list, string(runes))
}
