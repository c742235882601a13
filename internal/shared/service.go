package shared

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// State returns the shared state of a service, by a name that includes its client.
func (d *Database) State(name string, policy transport.Policy, pace transport.Pace) transport.State {
	return &service{db: d, name: rowName(name), pace: pace, circuit: policy.Circuit, looking: make(chan struct{}, 1),
		own: transport.NewState(policy, transport.Pace{})}
}

// rowName turns a name, part of which may be a host in a document, into one that a row can have.
func rowName(name string) string {
	if name = database.Plain(name); len(name) <= 300 {
		return name
	}
	return transport.NameFor(name[:200], name)
}

// service is one row of shared_service. Its pace is the generic cell rate algorithm: each grant moves the row's
// turn by its share, and turns come as much earlier as the burst allows.
type service struct {
	db      *Database
	name    string
	pace    transport.Pace
	circuit transport.Circuit
	own     transport.State // circuit for failures that may be due to this machine's network

	made atomic.Bool // the row exists

	mu   sync.Mutex
	seen seen
	owed []statement // changes that could not be written yet, in order

	paying  sync.Mutex    // one at a time
	looking chan struct{} // one at a time waits for a free connection
}

// seen is the state of the service when the row was last read.
type seen struct {
	at        time.Time
	available transport.Availability
	failing   bool
	every     time.Duration // that it stated
	stated    time.Duration // ago
}

type statement struct {
	text string
	args []any
}

// ensure creates the row, or marks it as in use now: it is removed if no process asks the service for long.
func (s *service) ensure(ctx context.Context) error {
	if s.made.Load() {
		return nil
	}
	_, err := s.db.exec(ctx,
		"INSERT INTO shared_service (name, turn) VALUES ($1, clock_timestamp()) ON CONFLICT DO NOTHING", s.name)
	s.made.Store(err == nil)
	return err
}

// interval is the time between turns: at least $2, more if the service demanded it.
const interval = "make_interval(secs => greatest($2, CASE WHEN slow > clock_timestamp() THEN every END))"

const grant = `UPDATE shared_service SET
	turn = greatest(turn, resume, clock_timestamp()) + ` + interval + `,
	remaining = CASE WHEN renewed > clock_timestamp() THEN remaining - $4 ELSE remaining END
	WHERE name = $1 AND (renewed <= clock_timestamp() OR remaining >= $4)
	RETURNING extract(epoch FROM greatest(resume, turn - $3 * ` + interval + `) - clock_timestamp())::float8, turn,
		extract(epoch FROM ` + interval + `)::float8`

// takeBack is the statement that cancels a turn, unless a later one has been granted.
const takeBack = `UPDATE shared_service SET
	turn = CASE WHEN turn = $2 THEN turn - make_interval(secs => $3) ELSE turn END,
	remaining = CASE WHEN renewed > clock_timestamp() THEN remaining + $4 ELSE remaining END
	WHERE name = $1` + unhurried

// Reserve takes the next turn.
func (s *service) Reserve(ctx context.Context, _ time.Time, cost int) (time.Duration, func(time.Time), error) {
	if err := s.pay(ctx); err != nil {
		return 0, nil, err
	}
	for {
		if err := s.ensure(ctx); err != nil {
			return 0, nil, err
		}
		var wait, every float64
		var turn time.Time
		args := []any{s.name, s.pace.Every.Seconds(), float64(max(s.pace.Burst, 1)), cost}
		found, err := s.db.row(ctx, grant, args, &wait, &turn, &every)
		if err != nil {
			return 0, nil, err
		}
		if found {
			return duration(wait), func(time.Time) { s.db.giveBack(takeBack, s.name, turn, every, cost) }, nil
		}
		var left int
		found, err = s.db.row(ctx, "SELECT remaining FROM shared_service WHERE name = $1", []any{s.name}, &left)
		if err != nil {
			return 0, nil, err
		}
		if found && left < cost {
			return 0, nil, transport.Spent(left, cost)
		}
		s.made.Store(found)
	}
}

// freshRest is how old the information may be that a service must be left alone.
const freshRest = time.Second

// Availability returns the state of the service: a rest may be a second old, everything else is current.
func (s *service) Availability(ctx context.Context, clock time.Time) (transport.Availability, error) {
	if own, err := s.own.Availability(ctx, clock); err != nil || own.Rest > 0 {
		return own, err
	}
	s.mu.Lock()
	now := s.seen
	s.mu.Unlock()
	if age := time.Since(now.at); age < min(freshRest, now.available.Rest) {
		now.available.Rest -= age
		return now.available, nil
	}
	if err := s.pay(ctx); err != nil {
		return transport.Availability{}, err
	}
	now, err := s.read(ctx)
	if err != nil {
		return transport.Availability{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = now
	return now.available, nil
}

// recently is the time within which a service that works has answered.
const recently = 24 * time.Hour

func (s *service) read(ctx context.Context) (seen, error) {
	var rest, pause, answered, every, slow float64
	var why answer.Failure
	var kind string
	var failing bool
	found, err := s.db.row(ctx,
		`SELECT extract(epoch FROM stopped - clock_timestamp())::float8, extract(epoch FROM resume - clock_timestamp())::float8,
		extract(epoch FROM clock_timestamp() - answered)::float8, every, extract(epoch FROM slow - clock_timestamp())::float8,
		failures > 0 OR opened > 0, kind, detail, unsent FROM shared_service WHERE name = $1`, []any{s.name},
		&rest, &pause, &answered, &every, &slow, &failing, &kind, &why.Detail, &why.Unsent)
	if err != nil || !found {
		return seen{}, err
	}
	now := seen{at: time.Now(), failing: failing,
		available: transport.Availability{Rest: duration(rest), Pause: duration(pause),
			Answered: answered < recently.Seconds()}}
	if why.Kind = answer.FailureKind(kind); rest > 0 {
		now.available.Why = &why
	}
	if slow > 0 {
		now.every, now.stated = duration(every), stateFor-duration(slow)
	}
	return now, nil
}

// stateFor is how long a pace applies that a service stated once; stateAgain is when it is recorded again.
const (
	stateFor   = 24 * time.Hour
	stateAgain = time.Hour
)

// Slow sets a minimum interval between turns.
func (s *service) Slow(_ time.Time, every time.Duration) {
	s.mu.Lock()
	now := s.seen
	s.mu.Unlock()
	if every <= s.pace.Every || every < now.every || every == now.every && now.stated < stateAgain {
		return
	}
	s.note(`UPDATE shared_service SET every = $2, slow = clock_timestamp() + make_interval(secs => $3)
		WHERE name = $1 AND (slow < clock_timestamp() OR every <= $2)`, every.Seconds(), stateFor.Seconds())
}

// Pause grants no turn for a while.
func (s *service) Pause(_ time.Time, wait time.Duration) {
	s.note(`UPDATE shared_service SET resume = greatest(resume, clock_timestamp() + make_interval(secs => $2)) WHERE name = $1`, wait.Seconds())
}

// Stop leaves the service alone for a while.
func (s *service) Stop(_ time.Time, rest time.Duration, why *answer.Failure) {
	s.note(`UPDATE shared_service SET stopped = clock_timestamp() + make_interval(secs => $2), kind = $3, detail = $4, unsent = $5
		WHERE name = $1 AND stopped < clock_timestamp() + make_interval(secs => $2)`, rest.Seconds(), string(why.Kind),
		database.Plain(why.Detail), why.Unsent)
}

// Remain records what is left of the daily budget.
func (s *service) Remain(_ time.Time, left int, renewed time.Duration) {
	s.note(`UPDATE shared_service SET remaining = $2, renewed = clock_timestamp() + make_interval(secs => $3) WHERE name = $1`, left, renewed.Seconds())
}

// enough is the condition on failures that stops a service.
const enough = "($2 > 0 AND (failures + 1 >= $2 OR opened > 0 AND failures + 1 >= $3))"

// failed counts a failure. Failures of requests that were running when the service was stopped do not count.
const failed = `UPDATE shared_service SET
	failures = CASE WHEN ` + enough + ` THEN 0 ELSE failures + 1 END,
	opened = CASE WHEN ` + enough + ` THEN opened + 1 ELSE opened END,
	stopped = CASE WHEN ` + enough +
	` THEN clock_timestamp() + make_interval(secs => least($4 * power(2, least(opened, 8)), $5)) ELSE stopped END,
	kind = CASE WHEN ` + enough + ` THEN $6 ELSE kind END,
	detail = CASE WHEN ` + enough + ` THEN $7 ELSE detail END,
	unsent = CASE WHEN ` + enough + ` THEN $8 ELSE unsent END
	WHERE name = $1 AND stopped <= clock_timestamp()`

const succeeded = `UPDATE shared_service SET answered = clock_timestamp(),
	failures = CASE WHEN stopped > clock_timestamp() THEN failures ELSE 0 END,
	opened = CASE WHEN stopped > clock_timestamp() THEN opened ELSE 0 END
	WHERE name = $1`

// Note counts an attempt. Of answers it writes only the first, and the first after a failure, as far as this
// process knows. A machine without a network leaves the service alone without telling others.
func (s *service) Note(clock time.Time, failure *answer.Failure) {
	if failure == nil {
		s.db.reached()
		s.own.Note(clock, nil)
	} else if s.db.mayBeOurs(failure) {
		s.own.Note(clock, failure)
		return
	}
	if failure != nil {
		c := s.circuit
		s.note(failed, c.Failures, c.More, c.Rest.Seconds(), c.Longest.Seconds(), string(failure.Kind),
			database.Plain(failure.Detail), failure.Unsent)
		return
	}
	s.mu.Lock()
	known := !s.seen.failing && s.seen.available.Answered
	s.mu.Unlock()
	if !known {
		s.note(succeeded)
	}
}

// note changes the row, now or, if the database cannot be reached, before the next access.
func (s *service) note(text string, args ...any) {
	s.mu.Lock()
	s.owed = append(s.owed, statement{text, append([]any{s.name}, args...)})
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), s.db.times.renew)
	defer cancel()
	_ = s.pay(ctx)
}

// pay writes the outstanding changes. What the database refuses is given up.
func (s *service) pay(ctx context.Context) error {
	s.mu.Lock()
	none := len(s.owed) == 0
	s.mu.Unlock()
	if none {
		return nil
	}
	s.paying.Lock()
	defer s.paying.Unlock()
	for {
		s.mu.Lock()
		if len(s.owed) == 0 {
			s.mu.Unlock()
			return nil
		}
		next := s.owed[0]
		s.mu.Unlock()
		if err := s.ensure(ctx); err != nil {
			return err
		}
		if _, err := s.db.exec(ctx, next.text, next.args...); err != nil && (ctx.Err() != nil || database.Passing(err)) {
			return err
		}
		s.mu.Lock()
		s.owed = s.owed[1:]
		s.mu.Unlock()
	}
}

// Pauses between attempts to get a free connection.
const (
	firstLook   = 10 * time.Millisecond
	longestLook = 200 * time.Millisecond
)

// Connect waits for a free connection.
func (s *service) Connect(ctx context.Context) (leave func(), err error) {
	if s.pace.Connections <= 0 {
		return func() {}, nil
	}
	select {
	case s.looking <- struct{}{}:
		defer func() { <-s.looking }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ticket := s.db.hold(1)
	number, err := s.connect(ctx, ticket)
	leave = func() {
		s.db.drop(ticket, 1)
		s.db.giveBack("UPDATE shared_connection SET holder = '' WHERE service = $1 AND holder = $2 AND ticket = $3"+unhurried,
			s.name, s.db.holder, ticket)
	}
	if err != nil || number == 0 {
		leave() // it may have been taken without our knowing
		return nil, err
	}
	return leave, nil
}

var takeConnection = fmt.Sprintf(
	`UPDATE shared_connection SET holder = $1, ticket = $2, until = clock_timestamp() + make_interval(secs => $3)
	WHERE service = $4 AND number = (SELECT number FROM shared_connection AS c WHERE service = $4 AND number <= $5 AND `+
		free+`
		ORDER BY c.ticket = $2 DESC, number LIMIT 1 FOR UPDATE SKIP LOCKED)
	RETURNING number`, "c")

func (s *service) connect(ctx context.Context, ticket int64) (number int, err error) {
	made := false
	for pause := firstLook; ; pause = min(2*pause, longestLook) {
		found, err := s.db.row(ctx, takeConnection,
			[]any{s.db.holder, ticket, s.db.times.lease.Seconds(), s.name, s.pace.Connections}, &number)
		if err != nil || found {
			return number, err
		}
		if !made {
			if _, err := s.db.exec(ctx, `INSERT INTO shared_connection (service, number, until)
				SELECT $1, n, clock_timestamp() FROM generate_series(1, $2::integer) AS n ON CONFLICT DO NOTHING`, s.name,
				s.pace.Connections); err != nil {
				return 0, err
			}
			made, pause = true, firstLook/2
			continue
		}
		if err := transport.Sleep(ctx, pause/2+rand.N(pause)); err != nil {
			return 0, err
		}
	}
}

var _ transport.Connections = (*service)(nil)
