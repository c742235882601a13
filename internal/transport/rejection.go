package transport

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Rejection is an error in a provider's own words. It is wrapped in a Failure, so that a provider's client can
// adjust its request.
type Rejection struct {
	Status  int
	Type    string // "invalid_request_error"
	Code    string
	Param   string
	Message string
	Wait    time.Duration // requested in the body; 0 if not
}

// Error returns the words.
func (r *Rejection) Error() string { return r.Message }

// Mentions reports whether the rejection is about a parameter or contains a word that begins with one of words:
// "format" is in "response_format", not in "information".
func (r *Rejection) Mentions(words ...string) bool {
	text := strings.ToLower(r.Param + "\n" + r.Message)
	return slices.ContainsFunc(words, func(w string) bool { return begins(text, w) })
}

func begins(text, word string) bool {
	for {
		before, after, found := strings.Cut(text, word)
		if !found {
			return false
		}
		if last, _ := utf8.DecodeLastRuneInString(before); !unicode.IsLetter(last) {
			return true
		}
		text = "a" + after // after a letter no word begins
	}
}

// invalidKey and noQuota are OpenAI's codes for an invalid key, and for an account without quota; Gemini's are
// mapped to them.
const (
	invalidKey = "invalid_api_key"
	noQuota    = "insufficient_quota"
)

// filtered is Azure's code for what its filter blocks; OpenRouter's report of moderation is mapped to it.
const filtered = "content_filter"

// Filtered reports whether a provider's filter blocked a request: "content_policy_violation", "bio_policy" and
// the like are OpenAI's codes.
func (r *Rejection) Filtered() bool {
	return r.Code == filtered || strings.Contains(strings.ToLower(r.Code), "policy")
}

// noAccess lists how providers say with status 403 that a key may not use the service or the model: Anthropic,
// Gemini and Azure, and OpenAI for a model or a country. Any other 403 may concern a single request.
var noAccess = []string{"authentication_error", "permission_error", "permission_denied",
	"permissiondenied", "accessdenied",
	"model_not_found", "unsupported_country_region_territory"}

// denied reports whether the key or the model's name is invalid, so that no other request would succeed.
func (r *Rejection) denied() bool {
	switch {
	case r.Filtered():
		return false
	case r.Code == invalidKey || r.Code == noQuota:
		return true
	case r.Status == 403:
		return slices.Contains(noAccess, strings.ToLower(r.Type)) || slices.Contains(noAccess, strings.ToLower(r.Code))
	}
	return slices.Contains([]int{401, 402, 404}, r.Status)
}

// readRejection parses the shapes of errors: {"error": {…}} of OpenAI, Anthropic and Gemini, also in a list;
// {"error": "…"} of Ollama; {"message": …} and {"detail": …} of Python servers.
func readRejection(status int, body []byte) *Rejection {
	r := &Rejection{Status: status}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return r
	}
	r.Message = outer.Message
	if r.Message == "" && outer.Detail != nil {
		r.Message = string(outer.Detail)
	}
	if json.Unmarshal(outer.Error, &r.Message) == nil {
		return r
	}
	ReadError(outer.Error, r)
	return r
}

// ReadError parses the inner object of a provider's error.
func ReadError(body []byte, r *Rejection) {
	var inner struct {
		Type    string          `json:"type"`
		Status  string          `json:"status"` // Gemini
		Code    json.RawMessage `json:"code"`   // a word, or a number
		Param   string          `json:"param"`
		Message string          `json:"message"`
		Details []struct {
			RetryDelay string `json:"retryDelay"`
			Reason     string `json:"reason"`
		} `json:"details"`
		Metadata json.RawMessage `json:"metadata"` // OpenRouter
	}
	if json.Unmarshal(body, &inner) != nil {
		return
	}
	r.Type, r.Param, r.Message = inner.Type+inner.Status, inner.Param, inner.Message
	if r.Code = strings.Trim(string(inner.Code), `"`); r.Code == "null" {
		r.Code = ""
	}
	for _, d := range inner.Details {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil && wait > 0 {
			r.Wait = wait
		}
		if d.Reason == "API_KEY_INVALID" {
			r.Code = invalidKey
		}
	}
	if moderated(inner.Metadata) {
		r.Code = filtered
	}
}

// moderated reports whether the metadata is OpenRouter's report that its moderation flagged a request.
func moderated(metadata json.RawMessage) bool {
	var m struct {
		Reasons []json.RawMessage `json:"reasons"`
		Flagged string            `json:"flagged_input"`
	}
	return json.Unmarshal(metadata, &m) == nil && (len(m.Reasons) > 0 || m.Flagged != "")
}

// Fault parses an error in an answer with status 200, nil if there is none: an object whose code may be the
// status that the answer should have had, or words.
func Fault(raw json.RawMessage) *Rejection {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	r := &Rejection{Status: 500}
	if json.Unmarshal(raw, &r.Message) == nil {
		return r
	}
	ReadError(raw, r)
	if status, err := strconv.Atoi(r.Code); err == nil && status >= 400 && status <= 599 {
		r.Status = status
	}
	return r
}

// keyShape matches what looks like a provider's key.
var keyShape = lazy.Regexp(`\b((sk|pk|gsk|xai|hf)[-_]|AIza)[-_A-Za-z0-9*]{8,}`)

// Hide removes keys from a text: the given ones, and what looks like one.
func Hide(text string, secrets []string) string {
	for _, s := range secrets {
		if len(s) >= 4 {
			text = strings.ReplaceAll(text, s, "…")
		}
	}
	return keyShape.ReplaceAllString(text, "…")
}

// oneLine puts a text from outside on one line, without unprintable characters.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
}

// clipped shortens a text to what fits in a report. Keys must be hidden before: half a key would not be
// recognised.
func clipped(text string) string {
	if runes := []rune(text); len(runes) > 300 {
		return string(runes[:300]) + "…"
	}
	return text
}

// walled is how long a service that blocks programs is left alone: retrying in the same run does not help.
const walled = time.Hour

// wallWords are words of pages and errors with which services block programs, in lower case: Anubis in front of
// DBLP, Cloudflare, OpenReview.
var wallWords = [][]byte{
	[]byte("making sure you're not a bot"), []byte("making sure you&#39;re not a bot"), []byte("<title>just a moment"),
	[]byte("checking your browser before"), []byte("challengerequirederror"),
}

// wall checks the beginning of an unsuccessful answer. The failure is nil if it is not a wall.
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
			f := lasting(answer.Refused, "a check for robots keeps programs out", nil)
			s.state.Stop(now, walled, f.Failure)
			return f
		}
	}
	return nil
}
