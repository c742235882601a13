package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/danielgtaylor/huma/v2"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// refusal is an error that the caller can correct, with its status.
type refusal struct {
	status int
	text   string
}

func (e *refusal) Error() string { return e.text }

func refused(status int, format string, args ...any) error {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

// gone is the text for people about what does not exist.
const gone = "There is nothing here: it was deleted, or the address is wrong."

const diskFull = "the disk of the server is full, and nothing was kept: tell its operator, and send it again later"

// explained returns the status of an error and the text for the caller; none is that for what does not exist. Errors
// that are not the caller's are logged, with where they occurred.
func (s *server) explained(err error, none string, where ...any) (status int, text string) {
	if own, ok := errors.AsType[*refusal](err); ok {
		return own.status, own.text
	}
	switch {
	case errors.Is(err, runs.ErrChanged):
		return http.StatusConflict,
			"Somebody changed this after you loaded the page. Go back, reload, and decide again: your change was not saved."
	case errors.Is(err, runs.ErrOtherRequest):
		return http.StatusConflict, err.Error()
	case errors.Is(err, runs.ErrRole):
		return http.StatusForbidden, report.Visible(err.Error())
	case errors.Is(err, runs.ErrRefused), errors.Is(err, runs.ErrName):
		return http.StatusUnprocessableEntity, report.Visible(err.Error())
	case errors.Is(err, runs.ErrNone):
		return http.StatusNotFound, none
	case database.Full(err):
		s.opt.Log.Error("the disk is full", append(where, "error", err)...)
		return http.StatusInsufficientStorage, diskFull
	}
	s.opt.Log.Error("a request failed", append(where, "error", err)...)
	return http.StatusInternalServerError, "Something went wrong here; it has been noted."
}

// retry answers a refused form with its page, so that the user can correct the input; it returns other errors.
func (s *server) retry(w http.ResponseWriter, r *http.Request, err error, page func(text string) error) error {
	own, ok := errors.AsType[*refusal](err)
	if errors.Is(err, runs.ErrRefused) && !errors.Is(err, runs.ErrRole) {
		own, ok = &refusal{http.StatusUnprocessableEntity, report.Visible(err.Error())}, true
	}
	if !ok || r.Context().Err() != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(own.status)
	return page(own.text)
}

// page answers errors with a page that says what to do.
func (s *server) page(do handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		told := &statusRecorder{ResponseWriter: w}
		err := do(told, r)
		if err == nil || r.Context().Err() != nil {
			return
		}
		status, text := s.explained(err, gone, "method", r.Method, "route", r.Pattern)
		told.breakOff()
		w.WriteHeader(status)
		_ = templates().ExecuteTemplate(w, "error",
			map[string]any{"Title": http.StatusText(status), "Text": text, "Person": owner(r.Context())})
	}
}

// problem turns an error into one of the API.
func (s *server) problem(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.As(err, new(huma.StatusError)) {
		return err
	}
	status, text := s.explained(err, "not found, or no access")
	return huma.NewError(status, text)
}

// problems answers errors as the rest of the API does.
func (s *server) problems(do handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		told := &statusRecorder{ResponseWriter: w}
		err := do(told, r)
		if err == nil || r.Context().Err() != nil {
			return
		}
		model := &huma.ErrorModel{Status: http.StatusInternalServerError}
		if status, ok := errors.AsType[huma.StatusError](s.problem(err)); ok {
			model.Status, model.Detail = status.GetStatus(), status.Error()
		}
		told.breakOff()
		model.Title = http.StatusText(model.Status)
		h := w.Header()
		h.Del("Content-Disposition")
		h.Set("Content-Type", "application/problem+json")
		w.WriteHeader(model.Status)
		_ = json.NewEncoder(w).Encode(model)
	}
}

type statusRecorder struct {
	http.ResponseWriter
	status int // 0 before the answer begins
}

// WriteHeader records and sends the status, with when to ask again if the server is busy.
func (t *statusRecorder) WriteHeader(status int) {
	t.status = status
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		t.Header().Set("Retry-After", "60")
	}
	t.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the answer, which begins it.
func (t *statusRecorder) Write(b []byte) (int, error) {
	t.status = cmp.Or(t.status, http.StatusOK)
	return t.ResponseWriter.Write(b)
}

func (t *statusRecorder) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// breakOff ends an answer that has begun, so that the client does not take a part for the whole.
func (t *statusRecorder) breakOff() {
	if t.status != 0 {
		panic(http.ErrAbortHandler)
	}
}

// recovered keeps a panic in one request from ending the others.
func (s *server) recovered(w http.ResponseWriter, r *http.Request) {
	fault := recover()
	if fault == nil {
		return
	}
	if fault == http.ErrAbortHandler {
		panic(fault)
	}
	s.opt.Log.Error("a request failed", "method", r.Method, "route", r.Pattern, "fault", fault, "stack",
		string(debug.Stack()))
	http.Error(w, "something went wrong here; it has been noted", http.StatusInternalServerError)
}
