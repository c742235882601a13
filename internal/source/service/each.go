package service

import (
	"context"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// underWay bounds the searches of one batch that wait for their turn at once;
// the service's policy bounds the requests.
const underWay = 16

// Each makes a search for many titles from one for a single title.
func Each(one func(ctx context.Context, s Search) ([]biblio.Record, error)) func(context.Context, []Search) []Found {
	return func(ctx context.Context, searches []Search) []Found {
		return each(len(searches), func(i int) ([]biblio.Record, error) { return one(ctx, searches[i]) })
	}
}

// Narrow marks what a search finds as that of one which misses other spellings.
func Narrow(search func(context.Context, []Search) []Found) func(context.Context, []Search) []Found {
	return func(ctx context.Context, searches []Search) []Found {
		found := search(ctx, searches)
		for i := range found {
			found[i].Narrow = true
		}
		return found
	}
}

// each runs n searches side by side; one that panics has failed, no more.
func each(n int, one func(i int) ([]biblio.Record, error)) []Found {
	found := make([]Found, n)
	parallel.Each(n, underWay, func(i int) {
		defer func() {
			if r := recover(); r != nil {
				found[i].Err = &source.Failure{Kind: source.BadAnswer, Detail: fmt.Sprint("reading the answer broke: ", r)}
			}
		}()
		found[i].Records, found[i].Err = one(i)
	})
	return found
}
