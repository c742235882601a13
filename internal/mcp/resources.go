package mcp

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Resources are the kept results of check_bibliography. Their names hold an id that
// nobody guesses; none is listed.
const (
	runsScheme  = "bonafide://runs/"
	perResource = 200 // findings of one resource
)

// address names the findings of a kept result.
func (r *result) address() string { return fmt.Sprintf("%s%x/findings", runsScheme, r.id[:]) }

// addResources adds the findings of kept results.
func (s *server) addResources(to *sdk.Server) {
	to.AddResourceTemplate(&sdk.ResourceTemplate{
		Name: "findings", Title: "Findings of a check", MIMEType: "application/json", URITemplate: runsScheme + "{id}/findings{?from}",
		Description: fmt.Sprintf("Summary and findings, the gravest first, of an answer of check_bibliography, %d from one on; its field resource has the address.", perResource),
	}, s.findings)
	to.AddResourceTemplate(&sdk.ResourceTemplate{
		Name: "finding", Title: "A finding of a check", MIMEType: "application/json", URITemplate: runsScheme + "{id}/findings/{number}",
		Description: "One finding of an answer of check_bibliography, counted from 1.",
	}, s.findings)
}

// findings gives a page of the findings of a kept result, or one of them.
func (s *server) findings(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	at, from, limit, err := readAddress(req.Params.URI)
	if err != nil {
		return nil, err
	}
	got := s.kept.byID(at, time.Now())
	if got == nil || from > len(got.findings) || limit == 1 && from == len(got.findings) {
		return nil, sdk.ResourceNotFoundError(req.Params.URI)
	}
	page, err := got.page(from, limit)
	if err != nil {
		return nil, err
	}
	out := map[string]any{"caution": caution, "findings": page}
	if limit > 1 {
		out["summary"], out["problems"] = got.summary, got.problems
		if end := from + len(page); end < len(got.findings) {
			out["next"] = fmt.Sprintf("%s?from=%d", got.address(), end+1)
		}
	}
	body, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: req.Params.URI, MIMEType: "application/json", Text: string(body)}}}, nil
}

// readAddress reads the address of findings: from which on, counted from 0, and how
// many.
func readAddress(address string) (id runID, from, limit int, err error) {
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, runsScheme) {
		return id, 0, 0, sdk.ResourceNotFoundError(address)
	}
	parts := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	number, limit := u.Query().Get("from"), perResource
	if len(parts) == 3 {
		number, limit = parts[2], 1
	}
	if number == "" {
		number = "1"
	}
	from, err = strconv.Atoi(number)
	raw, bad := hex.DecodeString(parts[0])
	if err != nil || bad != nil || len(raw) != len(id) || len(parts) < 2 || len(parts) > 3 || parts[1] != "findings" || from < 1 {
		return id, 0, 0, sdk.ResourceNotFoundError(address)
	}
	return runID(raw), from - 1, limit, nil
}
