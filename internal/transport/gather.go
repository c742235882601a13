package transport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Batch is a way to put many questions of one kind to a service in one request.
type Batch struct {
	Service string
	Kind    string // of question: "doi"; part of the cache key
	Version int    // of the connector; also part of the cache key
	Max     int    // questions per request
	Bytes   int    // bytes of questions in an address; 0 means any number
	// Ask makes the request. A question without a value in the map was searched and is not there; an error says
	// nothing about any.
	Ask func(ctx context.Context, questions []string) (map[string][]byte, error)
}

// Reply is the result of one question. Without body and error it was searched and nothing is there.
type Reply struct {
	Body []byte
	Err  error
}

// Gather answers questions, each distinct one once: from the cache, from requests already under way, and with
// as few requests as the service allows. Every answer is cached under its own question, so that an interrupted
// run can continue with any grouping.
func (c *Client) Gather(ctx context.Context, b Batch, questions []string) map[string]Reply {
	replies := make(map[string]Reply, len(questions))
	open := slices.Compact(slices.Sorted(slices.Values(questions)))
	for len(open) > 0 {
		var mine []string
		others := map[string]*asking[Reply]{}
		for i, under := range c.batches.claim(lists.Map(open, b.key)...) {
			if under != nil {
				others[open[i]] = under
			} else {
				mine = append(mine, open[i])
			}
		}
		c.answer(ctx, b, mine, replies)
		open = nil
		for q, under := range others {
			if r, ok := under.wait(ctx); ok {
				replies[q] = r
			} else if ctx.Err() != nil {
				replies[q] = Reply{Err: contextFailure(ctx)}
			} else {
				open = append(open, q)
			}
		}
		slices.Sort(open)
	}
	return replies
}

// answer answers the questions that the caller has claimed: from the cache, which is read after the claim so
// that an answer that arrives in between is not requested again, or with requests.
func (c *Client) answer(ctx context.Context, b Batch, mine []string, replies map[string]Reply) {
	var mu sync.Mutex
	end := func(got map[string]Reply, left bool) {
		for q, r := range got {
			c.batches.end(b.key(q), r, r.Err != nil && (left || ownEnd(r.Err)))
		}
		mu.Lock()
		defer mu.Unlock()
		maps.Copy(replies, got)
	}
	place := make(map[string]int, len(mine))
	for i, q := range mine {
		place[q] = i
	}
	c.once(ctx, lists.Map(mine, b.key), Once{
		Look: func(i int) bool {
			r, ok := c.known(ctx, b, mine[i])
			if ok {
				end(map[string]Reply{mine[i]: r}, false)
			}
			return ok
		},
		Ask: func(open []int, done func([]int, *answer.Failure)) {
			missing := lists.Map(open, func(i int) string { return mine[i] })
			var wg sync.WaitGroup
			for _, chunk := range b.chunks(missing) {
				wg.Go(func() {
					got := c.askChunk(ctx, b, chunk)
					for _, t := range groupOutcomes(ctx, got, place) {
						done(t.places, t.failure)
					}
					end(got, ctx.Err() != nil)
				})
			}
			wg.Wait()
		},
		Fail: func(i int, err error) {
			c.tellFailure(ctx, b, mine[i], asFailure(err))
			end(map[string]Reply{mine[i]: {Err: err}}, ctx.Err() != nil)
		},
	})
}

// outcomeGroup is what other callers are told about some questions.
type outcomeGroup struct {
	places  []int
	failure *answer.Failure // may be nil
}

// groupOutcomes groups questions by what others are told about them.
func groupOutcomes(ctx context.Context, got map[string]Reply, place map[string]int) map[string]outcomeGroup {
	sorted := map[string]outcomeGroup{}
	for q, r := range got {
		var failure *answer.Failure
		word := ""
		if r.Err != nil {
			if failure = shareable(ctx, r.Err); failure != nil {
				word = failure.Error()
			}
		}
		sorted[word] = outcomeGroup{append(sorted[word].places, place[q]), failure}
	}
	return sorted
}

// chunks splits questions into requests.
func (b *Batch) chunks(questions []string) [][]string {
	var chunks [][]string
	begin, bytes := 0, 0
	for i, q := range questions {
		size := len(url.QueryEscape(q)) + len("%7C") // and the separator
		if n := i - begin; n > 0 && (n >= b.Max || b.Bytes > 0 && bytes+size > b.Bytes) {
			chunks, begin, bytes = append(chunks, questions[begin:i]), i, 0
		}
		bytes += size
	}
	if begin < len(questions) {
		chunks = append(chunks, questions[begin:])
	}
	return chunks
}

func (b *Batch) key(question string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%s", b.Service, b.Kind, b.Version, question))
	return hex.EncodeToString(sum[:])
}

// known answers a question without a request.
func (c *Client) known(ctx context.Context, b Batch, question string) (Reply, bool) {
	key := b.key(question)
	if c.opts.Tape.Playing() {
		return replyOf(c.played(key)), true
	}
	e := c.cache.get(ctx, key)
	now := c.clock.Now()
	if failure := c.memo.get(key, now); failure != nil {
		return Reply{Err: failure}, true
	}
	if e == nil || e.ahead(now) || !now.Before(e.Until) {
		return Reply{}, false
	}
	c.serviceOf(b.Service, false).count(func(s *Stats) { s.Cached++ })
	c.tell(b, question, e)
	return replyOf(e), true
}

func replyOf(e *entry) Reply {
	switch {
	case e == nil:
		return Reply{Err: errNotRecorded()}
	case e.Failure != "":
		return Reply{Err: &answer.Failure{Kind: answer.FailureKind(e.Failure), Detail: e.Detail}}
	case e.None:
		return Reply{}
	}
	return Reply{Body: e.body}
}

func (c *Client) tell(b Batch, question string, e *entry) {
	c.write(line{Key: b.key(question), Service: b.Service, Request: b.Kind + " " + question, entry: *e})
}

func (c *Client) tellFailure(ctx context.Context, b Batch, question string, failure *answer.Failure) {
	if ctx.Err() == nil {
		c.tell(b, question, &entry{Failure: string(failure.Kind), Detail: failure.Detail})
	}
}

// askChunk makes one request for all questions; if the service rejects it, a single question may be to blame,
// and each half is tried.
func (c *Client) askChunk(ctx context.Context, b Batch, chunk []string) map[string]Reply {
	got, err := b.ask(ctx, chunk)
	if err != nil && len(chunk) > 1 && rejected(asFailure(err)) {
		half := len(chunk) / 2
		replies := c.askChunk(ctx, b, chunk[:half])
		maps.Copy(replies, c.askChunk(ctx, b, chunk[half:]))
		return replies
	}
	replies := make(map[string]Reply, len(chunk))
	now := c.clock.Now()
	for _, q := range chunk {
		if err != nil {
			failure := asFailure(err)
			if ctx.Err() == nil && !ownEnd(err) { // a run reports a question consistently
				c.memo.put(b.key(q), failure, now)
			}
			replies[q] = Reply{Err: failure}
			c.tellFailure(ctx, b, q, failure)
			continue
		}
		e := &entry{Stored: now, Until: now.Add(c.opts.Found), body: got[q]}
		if e.body == nil {
			e.None, e.Until = true, now.Add(c.opts.None)
		}
		c.cache.put(ctx, b.key(q), e)
		c.tell(b, q, e)
		replies[q] = replyOf(e)
	}
	return replies
}

// ask calls Ask; if it panics, it counts as failed.
func (b *Batch) ask(ctx context.Context, chunk []string) (got map[string][]byte, err error) {
	if len(chunk) > 1 {
		ctx = context.WithValue(ctx, togetherKey{}, true)
	}
	err = parallel.Try(func() (err error) {
		got, err = b.Ask(ctx, chunk)
		return err
	})
	return got, answer.Broke("reading the answer", err)
}

// togetherKey marks the context of a request with several questions: one of them may cause its failure.
type togetherKey struct{}
