package shared

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Read returns a cached answer; nil also if the database cannot be reached.
func (d *Database) Read(ctx context.Context, key string) (data []byte) {
	digest, err := hex.DecodeString(key)
	if err != nil {
		return nil
	}
	found, err := d.row(ctx, "SELECT data FROM shared_answer WHERE key = $1", []any{digest}, &data)
	if err != nil || !found {
		return nil
	}
	return data
}

// Write caches an answer; the request for it may have ended by now.
func (d *Database) Write(ctx context.Context, key string, data []byte) {
	digest, err := hex.DecodeString(key)
	if err == nil {
		_, err = d.exec(context.WithoutCancel(ctx),
			`INSERT INTO shared_answer (key, stored, data) VALUES ($1, clock_timestamp(), $2)
			ON CONFLICT (key) DO UPDATE SET stored = excluded.stored, data = excluded.data`, digest, data)
	}
	if err != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.lost = cmp.Or(d.lost, err)
	}
}

// Err returns why an answer was not cached, nil if all were.
func (d *Database) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lost
}

// claim claims questions in the order of their keys. Those that another process holds, or that failed recently,
// are not touched, so that looking at them writes nothing.
var claim = fmt.Sprintf(`INSERT INTO shared_asking AS a (key, holder, ticket, until)
	SELECT k, $1, $2, clock_timestamp() + make_interval(secs => $3) FROM unnest($4::bytea[]) AS k
	WHERE NOT EXISTS (SELECT FROM shared_asking AS b WHERE b.key = k AND (b.told > clock_timestamp() OR NOT %[2]s)) ORDER BY k
	ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, ticket = excluded.ticket, until = excluded.until, told = 'epoch'
	WHERE a.told <= clock_timestamp() AND %[1]s
	RETURNING key`, fmt.Sprintf(free, "a"), fmt.Sprintf(free, "b"))

// Claim claims those of the questions that no other process is asking.
func (d *Database) Claim(ctx context.Context, keys []string) ([]transport.Claim, error) {
	digests := make([][]byte, len(keys))
	for i, key := range keys {
		var err error
		if digests[i], err = hex.DecodeString(key); err != nil {
			return nil, fmt.Errorf("the key of a question: %w", err)
		}
	}
	list := slices.Clone(digests)
	slices.SortFunc(list, bytes.Compare)
	list = slices.CompactFunc(list, bytes.Equal)
	ticket := d.hold(len(list))
	mine, failures, err := d.claim(ctx, ticket, list)
	if err != nil {
		d.drop(ticket, len(list))
		d.giveBack("DELETE FROM shared_asking WHERE holder = $1 AND ticket = $2", d.holder, ticket)
		return nil, err
	}
	if len(mine) < len(list) {
		d.drop(ticket, len(list)-len(mine))
	}
	claims := make([]transport.Claim, len(keys))
	for i, key := range keys {
		claims[i] = transport.Claim{Key: key, Failure: failures[string(digests[i])]}
		if mine[string(digests[i])] {
			claims[i].Ticket = ticket
			delete(mine, string(digests[i])) // a question that occurs twice here is asked once
		}
	}
	return claims, nil
}

func (d *Database) claim(ctx context.Context, ticket int64, list [][]byte) (mine map[string]bool,
	failures map[string]*answer.Failure, err error) {
	err = d.try(ctx, func(ctx context.Context) error {
		mine, failures = map[string]bool{}, map[string]*answer.Failure{}
		rows, err := d.pool.Query(ctx, claim, d.holder, ticket, d.times.lease.Seconds(), list)
		if err != nil {
			return err
		}
		var key []byte
		_, err = pgx.ForEachRow(rows, []any{&key}, func() error { mine[string(key)] = true; return nil })
		if err != nil || len(mine) == len(list) {
			return err
		}
		rows, err = d.pool.Query(ctx,
			"SELECT key, kind, detail FROM shared_asking WHERE key = ANY($1) AND told > clock_timestamp()", list)
		if err != nil {
			return err
		}
		var kind, detail string
		_, err = pgx.ForEachRow(rows, []any{&key, &kind, &detail}, func() error {
			failures[string(key)] = &answer.Failure{Kind: answer.FailureKind(kind), Detail: detail}
			return nil
		})
		return err
	})
	return mine, failures, err
}

// mineOf locks claimed questions in the order of their keys.
const mineOf = "WITH mine AS (SELECT key FROM shared_asking WHERE holder = $1 AND ticket = $2 AND key = ANY($3) " +
	"ORDER BY key FOR UPDATE) "

// End releases claimed questions.
func (d *Database) End(claims []transport.Claim, failure *answer.Failure) {
	byTicket := map[int64][][]byte{}
	for _, c := range claims {
		if digest, err := hex.DecodeString(c.Key); err == nil {
			byTicket[c.Ticket] = append(byTicket[c.Ticket], digest)
		}
	}
	for ticket, keys := range byTicket {
		d.drop(ticket, len(keys))
		if failure == nil || d.mayBeOurs(failure) {
			d.giveBack(mineOf+"DELETE FROM shared_asking USING mine WHERE shared_asking.key = mine.key"+unhurried,
				d.holder, ticket, keys)
			continue
		}
		d.giveBack(mineOf+
			`UPDATE shared_asking SET holder = '', kind = $4, detail = $5, told = clock_timestamp() + make_interval(secs => $6)
			FROM mine WHERE shared_asking.key = mine.key`+unhurried, d.holder, ticket, keys, string(failure.Kind),
			database.Plain(failure.Detail), d.times.told.Seconds())
	}
}
