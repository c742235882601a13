package audit

import (
	"sync"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// underWay tells which sources of a stage have not answered yet.
type underWay struct {
	tell       func(sources []string, references int)
	references int

	mu      sync.Mutex
	waiting []string // "" for those that have answered
}

func newUnderWay(tell func([]string, int), stage []source.Connector, references int) *underWay {
	u := &underWay{tell: tell, references: references}
	if tell == nil {
		return u
	}
	for _, c := range stage {
		u.waiting = append(u.waiting, c.Info().Name)
	}
	u.say()
	return u
}

// done notes that the i-th source has answered.
func (u *underWay) done(i int) {
	if u.tell == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.waiting[i] = ""
	u.say()
}

func (u *underWay) say() {
	var names []string
	for _, name := range u.waiting {
		if name != "" {
			names = append(names, name)
		}
	}
	u.tell(names, u.references)
}
