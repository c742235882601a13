package ident

import (
	"net/url"
	"strings"
)

// ParseURL reads an http or https address. The value has a lower-case scheme
// and host, no fragment and no trailing slash, so that spellings of one
// address are equal.
func ParseURL(s string) (ID, bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".,;")
	if len(s) > 4096 {
		return ID{}, false
	}
	if _, ok := cutPrefixFold(s, "www."); ok {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "https") {
		return ID{}, false
	}
	u.Scheme = strings.ToLower(u.Scheme)
	u.Host = strings.ToLower(u.Host)
	u.Fragment = ""
	return ID{URL, strings.TrimSuffix(u.String(), "/")}, true
}
