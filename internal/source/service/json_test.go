package service

import "testing"

func TestOwnServer(t *testing.T) {
	for _, c := range []struct{ base, address, secret string }{
		{"http://127.0.0.1:1969/", "http://127.0.0.1:1969", ""},
		{"https://ann:open%20sesame@search.example/x/", "https://search.example/x", "Basic YW5uOm9wZW4gc2VzYW1l"},
		{"https://token@search.example", "https://search.example", "Basic dG9rZW46"},
		{"", "", ""}, {"http://%zz", "http://%zz", ""},
	} {
		if address, header := OwnServer(c.base); address != c.address || header.Get("Authorization") != c.secret {
			t.Errorf("%q: %q %v", c.base, address, header)
		}
	}
}
