package dump

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/wire"
	"github.com/klauspost/compress/gzip"
)

func TestFilter(t *testing.T) {
	work := `{"id":"https://openalex.org/W12345","display_name":"One","authorships":[],"publication_year":2011,"type":"article","primary_topic":{"id":"t","field":{"id":"17","display_name":"Computer Science"}}}`
	bare := `{"id":"https://openalex.org/W12346","display_name":"Two","authorships":[]}`
	for _, c := range []struct {
		name       string
		filter     Filter
		work, bare bool
	}{
		{"all", Filter{}, true, true},
		{"field", Filter{Fields: []string{"physics and astronomy", "computer science"}}, true, false},
		{"another field", Filter{Fields: []string{"medicine"}}, false, false},
		{"type", Filter{Types: []string{"article"}}, true, false},
		{"another type", Filter{Types: []string{"book"}}, false, false},
		{"years", Filter{FromYear: 2011, ToYear: 2011}, true, false},
		{"later", Filter{FromYear: 2012}, false, false},
		{"earlier", Filter{ToYear: 2010}, false, false},
		{"all at once", Filter{Fields: []string{"computer science"}, Types: []string{"article"}, FromYear: 2000}, true,
			false},
	} {
		for text, want := range map[string]bool{work: c.work, bare: c.bare} {
			r, err := wire.OpenAlex([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := c.filter.Wants(&r); got != want {
				t.Errorf("%s: %s: %v", c.name, r.Title, got)
			}
		}
	}
}

func TestFilterCheck(t *testing.T) {
	for _, c := range []struct {
		filter Filter
		ok     bool
	}{
		{Filter{}, true},
		{Filter{Fields: []string{"biochemistry, genetics and molecular biology"}, Types: []string{"book-chapter"},
			FromYear: 2000}, true},
		{Filter{Fields: []string{"biochemistry"}}, false},
		{Filter{Types: []string{"Book chapter"}}, false},
		{Filter{FromYear: 2001, ToYear: 2000}, false},
		{Filter{FromYear: 2000, ToYear: 2000}, true},
	} {
		if err := c.filter.Check(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.filter, err)
		}
	}
	if len(fields) != 26 {
		t.Errorf("%d fields", len(fields))
	}
}

// TestLostBehindBad counts a part that is lost after more bad records than are listed.
func TestLostBehindBad(t *testing.T) {
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "{\"id\":broken %d}\n", i*7919)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(text.String()))
	_ = z.Close()
	path := filepath.Join(t.TempDir(), "works.jsonl.gz")
	if err := os.WriteFile(path, packed.Bytes()[:packed.Len()*3/4], 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path, Options{Format: OpenAlex})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for err == nil {
		_, err = r.NextBatch()
	}
	if s := r.Stats(); err != io.EOF || s.Lost != 1 || len(r.Bad()) != maxBad {
		t.Errorf("%+v, %v", s, err)
	}
}
