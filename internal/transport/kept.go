package transport

import "context"

// Recall gives the answer that Keep holds for one question, whatever it was asked
// together with. A recording holds the requests themselves, so nothing is recalled
// while one is made or played.
func (c *Client) Recall(ctx context.Context, b Batch, question string) ([]byte, bool) {
	if c.opts.Tape != nil {
		return nil, false
	}
	r, ok := c.known(ctx, b, c.versioned(question))
	return r.Body, ok && r.Err == nil && r.Body != nil
}

// Keep holds an answer under its question, as long as one that found something or,
// with nothing, as one that did not.
func (c *Client) Keep(ctx context.Context, b Batch, question string, body []byte, nothing bool) {
	if c.opts.Tape != nil {
		return
	}
	now, life := c.clock.Now(), c.opts.Found
	if nothing {
		life = c.opts.None
	}
	c.cache.put(ctx, b.key(c.versioned(question)), &entry{Stored: now, Until: now.Add(life), body: body})
}

// versioned binds an answer that was read already to the program that read it.
func (c *Client) versioned(question string) string { return question + "\x00" + c.opts.Version }
