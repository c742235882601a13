package setup

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// The errors of fetching a paper from arXiv, besides those of a context.
var (
	ErrNotArXiv = errors.New("this is not an identifier or address of arXiv: write it as 1706.03762 or " +
		"https://arxiv.org/abs/1706.03762")
	ErrNoAnswer  = errors.New("arXiv did not give it")
	ErrNoPaper   = errors.New("arXiv has neither the source nor a PDF of it")
	ErrOffline   = errors.New("this run uses no network")
	errPage      = errors.New("it answers with a page for people, not with a document")
	ErrElsewhere = errors.New("arXiv redirects to another host: nothing is fetched from there")
)

// arXivHosts are the only hosts that a paper is fetched from; the first is the one asked.
var arXivHosts = []string{"export.arxiv.org", "arxiv.org"}

// Paper is a fetched paper.
type Paper struct {
	Name    string // of its file, with the extension of its format
	Content []byte
}

var arXivVersion = lazy.Regexp(`[0-9](v[0-9]{1,3})(\.pdf)?/?$`)

// ArXiv fetches a paper from arXiv by its identifier or address: its source, or otherwise its PDF, of limited
// size. It keeps arXiv's rate limit.
func (s *Setup) ArXiv(ctx context.Context, text string, most int64) (Paper, error) {
	id, ok := ident.ParseArXiv(text)
	if !ok {
		return Paper{}, ErrNotArXiv
	}
	if s.services == nil {
		return Paper{}, ErrOffline
	}
	number := id.Value
	if version := arXivVersion.FindStringSubmatch(strings.TrimSpace(text)); version != nil {
		number += version[1]
	}
	name := "arXiv-" + strings.ReplaceAll(number, "/", "-")
	for _, kind := range []string{"src", "pdf"} {
		content, err := s.fetchArXiv(ctx, "https://"+arXivHosts[0]+"/"+kind+"/"+number, most)
		if err != nil {
			return Paper{}, fmt.Errorf("arXiv %s: %w", number, err)
		}
		if content != nil {
			return Paper{name + endOf(content), content}, nil
		}
	}
	return Paper{}, fmt.Errorf("arXiv %s: %w", number, ErrNoPaper)
}

// Fetch fetches the document at an address, of limited size: a paper of arXiv as ArXiv does, otherwise what is there.
func (s *Setup) Fetch(ctx context.Context, address string, most int64) ([]byte, error) {
	if s.services == nil {
		return nil, ErrOffline
	}
	if _, ok := ident.ParseArXiv(address); ok {
		p, err := s.ArXiv(ctx, address, most)
		return p.Content, err
	}
	resp, err := s.services.client.Do(ctx, &transport.Request{
		URL: address, Accept: "application/pdf, */*", MaxBytes: most, Transient: true, Follow: true,
		Read: func(resp *transport.Response) (none bool, err error) {
			isPDF := bytes.HasPrefix(resp.Body, []byte("%PDF-"))
			if strings.HasSuffix(strings.ToLower(address), ".pdf") && !isPDF &&
				strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
				err = errPage
			}
			return false, err
		},
	})
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// fetchArXiv fetches an address of arXiv, and returns nil if there is nothing.
func (s *Setup) fetchArXiv(ctx context.Context, address string, most int64) ([]byte, error) {
	const hops = 3
	for range hops {
		resp, err := s.services.client.Do(ctx, &transport.Request{
			Service: "arxiv", URL: address, Accept: "application/gzip, application/pdf, */*", MaxBytes: most,
			Transient: true, NoRedirect: true,
			Answers: []int{301, 302, 303, 307, 308, http.StatusNotFound},
			Read:    noPage,
		})
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%w: %w", ErrNoAnswer, err)
		}
		if err != nil {
			return nil, err
		}
		switch resp.Status {
		case http.StatusOK:
			return resp.Body, nil
		case http.StatusNotFound:
			return nil, nil
		}
		if address, err = onArXiv(address, resp.Header.Get("Location")); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("arXiv redirects again and again")
}

// noPage returns an error for an HTML page in place of a paper.
func noPage(resp *transport.Response) (none bool, err error) {
	if resp.Status == http.StatusOK && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		err = errors.New("text/html in place of a paper")
	}
	return resp.Status == http.StatusNotFound, err
}

// onArXiv returns the target of a redirect, which must be on arXiv itself.
func onArXiv(from, to string) (string, error) {
	base, err := url.Parse(from)
	if err != nil {
		return "", err
	}
	next, err := base.Parse(to)
	if err != nil || next.Scheme != "https" || next.User != nil || !slices.Contains(arXivHosts, next.Host) {
		return "", ErrElsewhere
	}
	return next.String(), nil
}

// endOf returns the file extension by the content: arXiv packs a paper of several files in a tar archive, and
// sends one of a single file alone.
func endOf(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte("%PDF-")):
		return ".pdf"
	case isTarBlock(content):
		return ".tar"
	case !bytes.HasPrefix(content, []byte("\x1f\x8b")):
		return ".tex"
	}
	head := make([]byte, 512)
	if z, err := gzip.NewReader(bytes.NewReader(content)); err == nil {
		if _, err := io.ReadFull(z, head); err == nil && isTarBlock(head) {
			return ".tar.gz"
		}
	}
	return ".tex.gz"
}

// isTarBlock reports whether this is the first header of a tar archive.
func isTarBlock(head []byte) bool {
	return len(head) >= 512 && bytes.HasPrefix(head[257:], []byte("ustar"))
}
