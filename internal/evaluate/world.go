package evaluate

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// world searches records held in memory that are all the works there are.
type world struct {
	records []biblio.Record
	byID    map[ident.ID][]int
	byToken map[string][]int32
	closed  closedWorld
}

func newWorld(records []biblio.Record) *world {
	w := &world{records: records, byID: map[ident.ID][]int{}, byToken: map[string][]int32{}, closed: closedWorld{known: map[ident.ID]bool{}}}
	for i, r := range records {
		for _, id := range r.IDs {
			w.byID[id] = append(w.byID[id], i)
			w.closed.known[id] = true
		}
		for _, t := range tokens(r.FullTitle()) {
			if list := w.byToken[t]; len(list) == 0 || list[len(list)-1] != int32(i) {
				w.byToken[t] = append(list, int32(i))
			}
		}
	}
	return w
}

func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127)
	})
}

func (w *world) Info() source.Info {
	return source.Info{Name: "records", Version: 1, Schemes: []ident.Scheme{ident.DOI, ident.ArXiv}, Titles: true, Strength: source.Strong, OrderedAuthors: true, CompleteAuthors: true}
}

func (w *world) Lookup(_ context.Context, q source.Query) (source.Answer, error) {
	a := source.Answer{Coverage: source.Coverage{Extent: source.World, Why: "the records are all there is"}, NoSuchID: w.closed.absent(q.IDs)}
	seen := map[int]bool{}
	for _, id := range q.IDs {
		for _, i := range w.byID[id] {
			if !seen[i] {
				seen[i] = true
				a.Hits = append(a.Hits, source.Hit{Record: w.records[i], How: source.ByIdentifier, ID: id})
			}
		}
	}
	score := map[int32]float64{}
	for _, t := range tokens(q.Claimed.FullTitle()) {
		list := w.byToken[t]
		for _, i := range list {
			score[i] += math.Log(float64(len(w.records)+1) / float64(len(list)))
		}
	}
	ids := make([]int32, 0, len(score))
	for i := range score {
		ids = append(ids, i)
	}
	slices.SortFunc(ids, func(x, y int32) int {
		if score[x] != score[y] {
			if score[x] > score[y] {
				return -1
			}
			return 1
		}
		return int(x - y)
	})
	for _, i := range ids[:min(len(ids), 10)] {
		if !seen[int(i)] {
			a.Hits = append(a.Hits, source.Hit{Record: w.records[i], How: source.ByTitle})
		}
	}
	return a, nil
}
