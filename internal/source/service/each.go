package service

import (
	"context"
	"fmt"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// underWay bounds the searches of one batch that wait for their turn at once;
// the service's manners bound the requests.
const underWay = 16

// Each makes a search for many titles from one for a single title.
func Each(one func(ctx context.Context, s Search) ([]biblio.Record, error)) func(context.Context, []Search) []Found {
	return func(ctx context.Context, searches []Search) []Found {
		found := make([]Found, len(searches))
		slots := make(chan struct{}, underWay)
		var wg sync.WaitGroup
		for i, s := range searches {
			slots <- struct{}{}
			wg.Go(func() {
				defer func() {
					if r := recover(); r != nil {
						found[i].Err = &source.Failure{Kind: source.BadAnswer, Detail: fmt.Sprint("reading the answer broke: ", r)}
					}
					<-slots
				}()
				found[i].Records, found[i].Err = one(ctx, s)
			})
		}
		wg.Wait()
		return found
	}
}
