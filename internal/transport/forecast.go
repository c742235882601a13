package transport

import "time"

// Span says how long so many requests to a service take at least at the pace
// that applies; an unknown service has the pace of a host that documents name.
func (c *Client) Span(service string, requests int) time.Duration {
	pace := policyOf(service, false).PaceFor(c.opts.Contact != "", c.opts.Keys[service])
	return time.Duration(max(requests-pace.Burst, 0)) * pace.Every
}

// Budget gives what is left of a service's daily budget: by its own word when it
// has said it, else what it documents; false when neither is known.
func (c *Client) Budget(service string) (left int, known bool) {
	if n, ok := c.serviceOf(service, false).left(); ok {
		return n, true
	}
	p := policyOf(service, false)
	if c.opts.Keys[service] && p.DailyKey > 0 {
		return p.DailyKey, true
	}
	return p.Daily, p.Daily > 0
}
