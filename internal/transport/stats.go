package transport

import (
	"sort"
	"time"
)

// Stats counts what was asked of one service.
type Stats struct {
	Service      string
	Requests     int // that left the machine, retries included
	Cached       int // questions answered by the cache
	Failed       int // attempts without an answer
	NotAsked     int // questions not asked because the service is left alone
	Bytes        int64
	Waited       time.Duration // of all requests, for their turn
	Remaining    int           // of the daily budget, by the service's own word
	HasRemaining bool
}

// Stats gives the counts of every service asked so far, by name; hosts that
// documents name stand together as "documents".
func (c *Client) Stats() []Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []Stats
	documents := Stats{Service: "documents"}
	for _, l := range c.services {
		l.mu.Lock()
		s := l.stats
		l.mu.Unlock()
		if !l.document {
			list = append(list, s)
			continue
		}
		documents.Requests += s.Requests
		documents.Cached += s.Cached
		documents.Failed += s.Failed
		documents.NotAsked += s.NotAsked
		documents.Bytes += s.Bytes
		documents.Waited += s.Waited
	}
	if documents != (Stats{Service: "documents"}) {
		list = append(list, documents)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Service < list[j].Service })
	return list
}

// Event is one exchange, for a trace. URL has no secrets.
type Event struct {
	Service string        `json:"service"`
	Method  string        `json:"method"`
	URL     string        `json:"url"`
	Status  int           `json:"status,omitempty"`
	Bytes   int           `json:"bytes,omitempty"`
	Waited  time.Duration `json:"waited_ns"` // for its turn
	Took    time.Duration `json:"took_ns"`
	Failure string        `json:"failure,omitempty"`
}
