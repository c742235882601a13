package online

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestPaired(t *testing.T) {
	var searches []Search
	for i := range 12 {
		text := fmt.Sprintf("number %d of the studies on shared requests", i)
		if i%6 == 0 {
			text = fmt.Sprintf("short %d", i)
		}
		searches = append(searches, Search{Title: text, Words: text})
	}
	record := func(title string) biblio.Record { return biblio.Record{Work: biblio.Work{Title: title}} }
	for _, c := range []struct{ enough, singles, doubles int }{{12, 12, 0}, {50, 12, 0}, {9, 6, 3}, {1, 2, 5}} {
		singles, doubles := make(chan string, 12), make(chan string, 12)
		search := Paired(c.enough, 6, func(_ context.Context, list []Search) ([]biblio.Record, error) {
			to := singles
			if len(list) == 2 {
				to = doubles
			}
			var records []biblio.Record
			for _, s := range list {
				to <- s.Words
				records = append(records, record(s.Title))
			}
			return records, nil
		})
		for i, f := range search.Ask(context.Background(), searches) {
			if f.Err != nil || len(f.Records) != 1 || f.Records[0].Title != searches[i].Title {
				t.Errorf("enough %d: %q finds %+v", c.enough, searches[i].Title, f)
			}
			if f.Narrow && strings.HasPrefix(searches[i].Words, "short") {
				t.Errorf("enough %d: %q shares a request", c.enough, searches[i].Words)
			}
		}
		if len(singles) != c.singles || len(doubles) != 2*c.doubles {
			t.Errorf("enough %d: %d alone and %d shared, want %d and %d", c.enough, len(singles), len(doubles),
				c.singles, 2*c.doubles)
		}
	}
	words := func(list []Search) (all []string) {
		for _, ask := range pairs(list, 8, 6) {
			var one []string
			for _, i := range ask {
				one = append(one, list[i].Words)
			}
			all = append(all, strings.Join(one, " + "))
		}
		return all
	}
	turned := slices.Clone(searches)
	slices.Reverse(turned)
	if a, b := words(searches), words(turned); !slices.Equal(a, b) {
		t.Errorf("who shares depends on the order:\n%v\n%v", a, b)
	}
}
