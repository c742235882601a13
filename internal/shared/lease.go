package shared

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// free is the condition under which something may be taken: no process holds it; or this one does, because its
// first statement succeeded unnoticed; or its holder has died. While the database was down no process could
// renew, so leases restart when it starts. $1 is the holder, $2 the ticket, $3 the lease in seconds.
const free = `(%[1]s.holder = '' OR %[1]s.holder = $1 AND %[1]s.ticket = $2
	OR greatest(%[1]s.until, pg_postmaster_start_time() + make_interval(secs => $3)) < clock_timestamp())`

// hold starts to renew what is taken under a new ticket.
func (d *Database) hold(n int) (ticket int64) {
	ticket = d.tickets.Add(1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.leases[ticket] = n
	return ticket
}

// drop ends the renewal of n of the things held under a ticket.
func (d *Database) drop(ticket int64, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.leases[ticket] -= n; d.leases[ticket] <= 0 {
		delete(d.leases, ticket)
	}
}

// maintain renews what this process holds, and now and then removes what is old.
func (d *Database) maintain(ctx context.Context) {
	tick := time.NewTicker(d.times.renew)
	defer tick.Stop()
	d.renew(ctx)
	d.sweep(ctx)
	close(d.swept)
	for swept := time.Now(); ; d.renew(ctx) {
		if time.Since(swept) > time.Hour {
			swept = time.Now()
			d.sweep(ctx)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// renew locks rows in the order of their keys, as all statements do that lock several.
func (d *Database) renew(ctx context.Context) {
	d.mu.Lock()
	tickets := slices.Collect(maps.Keys(d.leases))
	d.mu.Unlock()
	if len(tickets) == 0 {
		return
	}
	for _, statement := range []string{
		`UPDATE shared_asking SET until = clock_timestamp() + make_interval(secs => $3)
		WHERE key IN (SELECT key FROM shared_asking WHERE holder = $1 AND ticket = ANY($2) ORDER BY key FOR UPDATE)`,
		`UPDATE shared_connection SET until = clock_timestamp() + make_interval(secs => $3)
		WHERE holder = $1 AND ticket = ANY($2)`,
	} {
		_ = d.attempt(ctx, statement, d.holder, tickets, d.times.lease.Seconds()) // the next attempt comes soon
	}
}

// sweep removes what is old, once a day in one of all processes.
func (d *Database) sweep(ctx context.Context) {
	var name string
	mine, err := d.row(ctx, `INSERT INTO shared_chore AS c (name, done) VALUES ('sweep', clock_timestamp())
		ON CONFLICT (name) DO UPDATE SET done = excluded.done WHERE c.done < clock_timestamp() - interval '1 day' RETURNING name`, nil, &name)
	if err != nil || !mine {
		return
	}
	for _, old := range []struct {
		table, key, condition string
	}{
		{"answer", "key", fmt.Sprintf("stored < clock_timestamp() - make_interval(secs => %f)", d.times.keep.Seconds())},
		{"asking", "key", "greatest(until, told) < clock_timestamp() - interval '1 day'"},
		{"connection", "service, number", "until < clock_timestamp() - interval '30 days'"},
		{"service", "name",
			"greatest(turn, slow, resume, renewed, answered, stopped) < clock_timestamp() - interval '30 days'"},
	} {
		// The lock rechecks the current row, and skips one in use.
		statement := fmt.Sprintf("DELETE FROM shared_%[1]s WHERE (%[2]s) IN (SELECT %[2]s FROM shared_%[1]s WHERE %[3]s "+
			"LIMIT %[4]d FOR UPDATE SKIP LOCKED)", old.table, old.key, old.condition, sweepAtOnce)
		for n := int64(sweepAtOnce); n == sweepAtOnce; {
			if n, err = d.exec(ctx, statement); err != nil {
				return
			}
		}
	}
}

// sweepAtOnce is how many rows one statement removes.
const sweepAtOnce = 2000
