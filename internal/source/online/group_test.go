package online

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// searches returns a search for each title.
func searches(titles ...string) []Search {
	list := make([]Search, len(titles))
	for i, title := range titles {
		list[i] = Search{Title: title, Words: Words(title), Query: source.Query{Claimed: biblio.Work{Title: title}}}
	}
	return list
}

func TestAnyOf(t *testing.T) {
	groups := [][]string{{"deep", "learning"}, {"random", "forests"}}
	if got := AnyOf(groups, "(ti:", " AND ti:", ")",
		" OR "); got != "(ti:deep AND ti:learning) OR (ti:random AND ti:forests)" {
		t.Error(got)
	}
}

// A joined search that is too much at once is repeated in two halves; if one title alone finds too much, the
// result is kept.
func TestGroupedByHalves(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name  string
		most  int // groups that the service takes at once
		fail  string
		asked int
		found string // how many records each title has, or that it failed
	}{
		{"all at once", 4, "", 1, "[1 1 1 1]"},
		{"two at once", 2, "", 3, "[1 1 1 1]"},
		{"one at once", 1, "", 7, "[1 1 1 1]"},
		{"not even one", 0, "", 7, "[1 1 1 1]"},
		{"the first half fails", 2, "attention", 2, "[failed failed failed failed]"},
		{"the second half fails", 2, "random", 3, "[failed failed failed failed]"},
	} {
		asked := 0
		search := Grouped(4, 2, func(_ context.Context, groups [][]string) ([]biblio.Record, error) {
			asked++
			var list []biblio.Record
			for _, g := range groups {
				if c.fail != "" && slices.Contains(g, c.fail) && len(groups) <= c.most {
					return nil, broken
				}
				list = append(list, biblio.Record{Work: biblio.Work{Title: strings.Join(g, " ")}})
			}
			if len(groups) > c.most {
				if len(groups) > 1 {
					list = nil
				}
				return list, ErrHalve
			}
			return list, nil
		})
		var found []string
		for _, f := range search.Ask(t.Context(),
			searches("Attention networks", "BERT embeddings", "Graph kernels", "Random forests")) {
			n := fmt.Sprint(len(f.Records))
			if f.Err != nil {
				n = "failed"
			}
			found = append(found, n)
		}
		if got := fmt.Sprint(found); got != c.found || asked != c.asked {
			t.Errorf("%s: %d requests, %s", c.name, asked, got)
		}
	}
}

// The first way is for many titles, the second for few and for those that the first leaves open.
func TestFalling(t *testing.T) {
	way := func(name, has string, failing string) TitleSearch {
		return Each(func(_ context.Context, s Search) ([]biblio.Record, error) {
			if s.Title == failing {
				return nil, &answer.Failure{Kind: answer.Timeout}
			}
			var list []biblio.Record
			if strings.Contains(has, s.Title) {
				list = append(list, biblio.Record{Work: biblio.Work{Title: s.Title}})
			}
			return append(list, biblio.Record{Work: biblio.Work{Title: name}}), nil // the nearest work
		})
	}
	const all = "Attention networks, BERT embeddings, Graph kernels, Random forests"
	for _, c := range []struct {
		name            string
		titles          string
		first           string // titles that the first way has
		failing         string
		want            string // for each title, how many records and whether the second way was used
		few, left       int
		words           int // of the longest titles of the second way
		asked, expected int // requests expected by a forecast
	}{
		{"few titles", "Graph kernels, Random forests", "", "", "1+ 1+", 2, 1, 2, 2, 2},
		{"the first way has all", all, all, "", "2 2 2 2", 2, 1, 2, 4, 5},
		{"the first way leaves one", all, "Attention networks, BERT embeddings, Graph kernels", "", "2 2 2 2+", 2, 1, 2, 4, 5},
		{"the first way leaves too many", all, "Attention networks, BERT embeddings", "", "2 2 1 1", 2, 1, 2, 4, 5},
		{"a failure is left too", all, "Attention networks, BERT embeddings", "Graph kernels", "2 2 failed 1", 2, 1, 2, 4, 5},
		{"a failure is not asked about again", all, "Attention networks, BERT embeddings", "Graph kernels",
			"2 2 failed 2+", 2, 2, 2, 4, 6},
		{"longer titles are not asked about again", all, "", "", "1 1 1 1", 2, 9, 1, 4, 4},
	} {
		second := way("second", "", "")
		search := WithFallback(c.few, c.left, c.words, way("first", c.first, c.failing), second)
		titles := strings.Split(c.titles, ", ")
		var got []string
		for _, f := range search.Ask(t.Context(), searches(titles...)) {
			what := fmt.Sprint(len(f.Records))
			if f.Err != nil {
				what = "failed"
			}
			if slices.ContainsFunc(f.Records, func(r biblio.Record) bool { return r.Title == "second" }) {
				what += "+"
			}
			got = append(got, what)
		}
		if list := strings.Join(got, " "); list != c.want {
			t.Errorf("%s: %s, want %s", c.name, list, c.want)
		}
		if n := search.Requests(titles); n != c.expected {
			t.Errorf("%s: %d requests are expected, not %d", c.name, n, c.expected)
		}
	}
}

// A title that has been searched is not searched again with other titles, unless it failed or the answer covers
// a whole year.
func TestKept(t *testing.T) {
	var asked []string
	search := Cached(transport.New(transport.Options{}), "shelf",
		TitleSearch{Ask: func(_ context.Context, list []Search) []Found {
			found := make([]Found, len(list))
			for i, s := range list {
				asked = append(asked, s.Title)
				switch s.Title {
				case "Graph kernels":
					found[i].Err = &answer.Failure{Kind: answer.Timeout}
				case "Random forests":
					found[i].Complete = "Machine Learning"
				case "BERT embeddings":
					found[i].Narrow = true
				default:
					found[i].Records = []biblio.Record{{LocalID: "1", Work: biblio.Work{Title: s.Title}}}
				}
			}
			return found
		}})
	search.Ask(t.Context(), searches("Attention networks", "BERT embeddings", "Graph kernels", "Random forests"))
	asked = nil
	found := search.Ask(t.Context(),
		searches("Random forests", "Graph kernels", "BERT embeddings", "Attention networks", "Deep learning"))
	if got := strings.Join(asked, ", "); got != "Random forests, Graph kernels, Deep learning" {
		t.Errorf("asked again: %s", got)
	}
	if found[0].Complete == "" || found[1].Err == nil || !found[2].Narrow || len(found[3].Records) != 1 ||
		found[3].Records[0].LocalID != "1" || len(found[4].Records) != 1 {
		t.Errorf("%+v", found)
	}
	asked = nil
	other := searches("Attention networks")
	other[0].Query.Claimed.Contributors = []biblio.Contributor{{Family: "Vaswani"}} // a search that includes the author
	limited := searches("Attention networks")
	limited[0].Query.Limit = 3
	search.Ask(t.Context(), append(other, limited...))
	if len(asked) != 2 {
		t.Errorf("an answer to another search is taken: asked %q", asked)
	}
}

// The forecast of paired searches: beyond enough titles, two share a request.
func TestPairedForecast(t *testing.T) {
	search := Paired(10, 5, nil)
	for titles, want := range map[int]int{0: 0, 1: 1, 10: 10, 12: 10, 20: 10, 40: 20} {
		if got := search.Requests(make([]string, titles)); got != want {
			t.Errorf("%d titles: %d requests, want %d", titles, got, want)
		}
	}
}
