package service

import (
	"errors"
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

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

func TestCounted(t *testing.T) {
	find := Counted([]string{"meta", "count"}, "results")
	for text, want := range map[string]bool{
		`{"meta":{"count":0},"results":[]}`: true, `{"meta":{"count":7},"results":[{}]}`: true, `{"results":[]}`: true, `{"meta":{"count":"0"},"results":[]}`: true,
		`{"meta":{"count":7},"results":[]}`: false, `{"meta":{"count":"7"},"results":[]}`: false, `{"meta":{"count":0}}`: false, `{"meta":{"count":0},"results":null}`: false,
	} {
		v, err := jsonscan.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, got := find(v); got != want {
			t.Errorf("%s: an answer %v", text, got)
		}
	}
}

// TestRecordsUnread: what cannot be read may be what was wanted; what says
// nothing is not.
func TestRecordsUnread(t *testing.T) {
	for text, want := range map[string]string{
		`[{"title":["A"]},{"title":["B"]}]`: "2 <nil>", `[{"title":["A"]},null]`: "1 bad", `[7,{"title":["A"]}]`: "1 bad", `[{"title":["A"]},{}]`: "1 <nil>", `[{}]`: "0 empty", `[]`: "0 <nil>",
	} {
		v, err := jsonscan.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		items, _ := List()(v)
		list, err := Records(items, wire.Crossref)
		got, failure := "<nil>", (*source.Failure)(nil)
		switch {
		case errors.As(err, &failure):
			got = "bad"
		case errors.Is(err, wire.ErrEmpty):
			got = "empty"
		}
		if got = fmt.Sprint(len(list), " ", got); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
