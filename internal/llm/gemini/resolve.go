package gemini

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// redirects is where the addresses of pages begin that Gemini's search found:
// the provider gives addresses of its own that redirect to them.
const redirects = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/"

const (
	mostRedirects = 10
	redirectTime  = 5 * time.Second // for all of one answer
)

// resolved gives the pages' own addresses. Only the provider is asked, and no
// page; an address that it does not resolve is left as it is.
func (c *Client) resolved(ctx context.Context, addresses []string) []string {
	ctx, cancel := context.WithTimeout(ctx, redirectTime)
	defer cancel()
	for i, address := range addresses {
		if i >= mostRedirects || !strings.HasPrefix(address, c.opts.redirects) {
			continue
		}
		if own := c.target(ctx, address); own != "" {
			addresses[i] = own
		}
	}
	return addresses
}

func (c *Client) target(ctx context.Context, address string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return ""
	}
	resp, err := c.plain.Do(req)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil || to.Scheme != "https" && to.Scheme != "http" {
		return ""
	}
	return to.String()
}
