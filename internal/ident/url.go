package ident

import (
	"net/url"
	"strings"
)

// ParseURL reads an http or https address. The value has a lower-case scheme
// and host, no fragment and no trailing slash or sentence punctuation, so that
// spellings of one address are equal. An address whose normal form is not
// stable (its host is punctuation, say) is none.
func ParseURL(s string) (ID, bool) {
	for range 4 {
		normal, ok := normalURL(s)
		if !ok {
			return ID{}, false
		}
		if normal == s {
			return ID{URL, normal}, true
		}
		s = normal
	}
	return ID{}, false
}

// normalURL takes one step towards the normal form of an address.
func normalURL(s string) (string, bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".,;/")
	if len(s) > urlMax {
		return "", false
	}
	if _, ok := cutPrefixFold(s, "www."); ok {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "http") && !strings.EqualFold(u.Scheme, "https") {
		return "", false
	}
	u.Scheme = strings.ToLower(u.Scheme)
	u.Host = strings.ToLower(u.Host)
	u.Fragment, u.RawFragment = "", ""
	return strings.TrimRight(u.String(), ".,;/"), true
}
