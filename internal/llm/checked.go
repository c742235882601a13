package llm

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// mostText is the maximum length of an answer's text in bytes.
const mostText = 1 << 20

// Checked returns a model whose answers fit their schemas: one that does not is a Failure. Thoughts and fences
// around the JSON are removed.
func Checked(m Model) Model { return checked{m} }

type checked struct{ Model }

func (c checked) Ask(ctx context.Context, r Request) (Response, error) {
	s, err := parsed(r)
	if err != nil {
		return Response{}, err
	}
	resp, err := c.Model.Ask(ctx, r)
	if err != nil {
		return Response{}, err
	}
	return check(s, resp)
}

// The images that every provider accepts.
const mostImage = 5 << 20 // bytes of one

var imageTypes = []string{"image/png", "image/jpeg", "image/webp", "image/gif"}

// parsed parses the schema of a request, nil for plain text, and returns an error for what no provider would accept.
func parsed(r Request) (*schema, error) {
	for _, t := range r.Turns {
		for _, p := range t.Parts {
			if p.Image != nil && (len(p.Image) > mostImage || !slices.Contains(imageTypes, p.Media)) {
				return nil, &Failure{Kind: answer.Unsupported,
					Detail: "the picture is too large, or of a type that not every provider takes"}
			}
		}
	}
	if len(r.Schema) == 0 {
		return nil, nil
	}
	s, err := parseSchema(r.Schema)
	if err != nil {
		return nil, &Failure{Kind: answer.Unsupported, Detail: err.Error()}
	}
	return s, nil
}

// check checks an answer against its schema, nil for plain text.
func check(s *schema, resp Response) (Response, error) {
	var err error
	switch {
	case len(resp.Text) > mostText:
		err = errors.New("answer is too long")
	case !utf8.ValidString(resp.Text):
		err = errors.New("answer is not valid UTF-8")
	case strings.TrimSpace(resp.Text) == "":
		err = errors.New("answer is empty")
	case s != nil:
		resp.Text = bare(resp.Text)
		err = s.check([]byte(resp.Text))
	default:
		if resp.Text = spoken(resp.Text); resp.Text == "" {
			err = errors.New("answer is all thoughts")
		}
	}
	if err != nil {
		return Response{}, &Failure{Kind: answer.Malformed, Detail: err.Error(), Usage: resp.Usage}
	}
	resp.Citations, resp.Model = addresses(resp.Citations), name(resp.Model)
	return resp, nil
}

// name makes a server's name of its model safe to show.
func name(model string) string {
	model = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(model, ""))
	if runes := []rune(model); len(runes) > 100 {
		return string(runes[:100])
	}
	return model
}

// mostCitations is the maximum number of addresses kept of one answer.
const mostCitations = 50

// Cite adds an address that a search found, if it is new, up to a maximum.
func (r *Response) Cite(address string) {
	if address != "" && len(r.Citations) < mostCitations && !slices.Contains(r.Citations, address) {
		r.Citations = append(r.Citations, address)
	}
}

// addresses keeps the addresses that may be fetched, each once.
func addresses(list []string) []string {
	var kept []string
	for _, a := range list {
		web := strings.HasPrefix(a, "https://") || strings.HasPrefix(a, "http://")
		if web && len(a) < 4096 && len(kept) < mostCitations && !slices.Contains(kept, a) {
			kept = append(kept, a)
		}
	}
	return kept
}
