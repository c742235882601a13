package shared

import (
	"context"
	"maps"
	"slices"
	"time"
)

// free is the condition under which something may be taken: nobody holds it, or the one
// who asks here, whose first statement succeeded without its knowing, or one that
// died. While the database was down nobody could renew, so that leases count anew from
// its start. $1 is the holder, $2 the ticket, $3 the lease in seconds.
const free = `(%[1]s.holder = '' OR %[1]s.holder = $1 AND %[1]s.ticket = $2
	OR greatest(%[1]s.until, pg_postmaster_start_time() + make_interval(secs => $3)) < clock_timestamp())`

// hold begins to renew what is taken under a new ticket.
func (d *Database) hold(n int) (ticket int64) {
	ticket = d.tickets.Add(1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.leases[ticket] = n
	return ticket
}

// drop ends the renewal of n of what is held under a ticket.
func (d *Database) drop(ticket int64, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.leases[ticket] -= n; d.leases[ticket] <= 0 {
		delete(d.leases, ticket)
	}
}

// tend renews what this process holds, and removes now and then what is old.
func (d *Database) tend(ctx context.Context) {
	tick := time.NewTicker(d.times.renew)
	defer tick.Stop()
	var swept time.Time
	for {
		d.renew(ctx)
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

// renew locks rows in the order of their keys, as all do who lock several.
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
		_ = d.once(ctx, func(ctx context.Context) error { // the next time comes soon
			_, err := d.pool.Exec(ctx, statement, d.holder, tickets, seconds(d.times.lease))
			return err
		})
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
	for statement, args := range map[string][]any{
		`DELETE FROM shared_answer WHERE stored < clock_timestamp() - make_interval(secs => $1)`:                                             {seconds(d.times.keep)},
		`DELETE FROM shared_asking WHERE greatest(until, told) < clock_timestamp() - interval '1 day'`:                                       nil,
		`DELETE FROM shared_connection WHERE until < clock_timestamp() - interval '30 days'`:                                                 nil,
		`DELETE FROM shared_service WHERE greatest(turn, slow, resume, renewed, answered, stopped) < clock_timestamp() - interval '30 days'`: nil,
	} {
		if _, err := d.exec(ctx, statement, args...); err != nil {
			return
		}
	}
}
