package shared

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// subject is a state under test, of one process or shared by two, and its clock.
type subject struct {
	t       *testing.T
	state   func() transport.State
	now     func() time.Time
	advance func(d time.Duration)
}

func (s *subject) reserve(cost int) (wait time.Duration, cancel func()) {
	s.t.Helper()
	wait, give, err := s.state().Reserve(s.t.Context(), s.now(), cost)
	if err != nil {
		s.t.Fatal(err)
	}
	return wait, func() { give(s.now()) }
}

func (s *subject) available() transport.Availability {
	s.t.Helper()
	available, err := s.state().Availability(s.t.Context(), s.now())
	if err != nil {
		s.t.Fatal(err)
	}
	return available
}

// wants compares a time with one that may have begun a while ago.
func (s *subject) wants(what string, got, want time.Duration) {
	s.t.Helper()
	if got > want || got < want-time.Minute {
		s.t.Errorf("%s: %v, want %v", what, got, want)
	}
}

var (
	down    = &answer.Failure{Kind: answer.Unreachable, Detail: "HTTP 503 \x00", Unsent: true}
	circuit = transport.Circuit{Failures: 5, More: 2, Rest: 10 * time.Hour, Longest: 30 * time.Hour}
	paced   = transport.Pace{Every: time.Hour, Burst: 2, Connections: 1}
)

// suite are the tests of every transport.State.
var suite = []struct {
	name string
	do   func(s *subject)
}{
	{"turns", func(s *subject) {
		for i, want := range []time.Duration{0, 0, time.Hour, 2 * time.Hour} {
			wait, _ := s.reserve(0)
			s.wants(fmt.Sprint("turn ", i), wait, want)
		}
		s.advance(3 * time.Hour)
		wait, _ := s.reserve(0)
		s.wants("later", wait, 0)
	}},
	{"a turn that is given back is the next one's", func(s *subject) {
		s.reserve(0)
		s.reserve(0)
		_, cancel := s.reserve(0)
		cancel()
		wait, _ := s.reserve(0)
		s.wants("the next", wait, time.Hour)
	}},
	{"a turn is nobody's when later ones are given", func(s *subject) {
		s.reserve(0)
		s.reserve(0)
		_, cancel := s.reserve(0)
		s.reserve(0)
		cancel()
		wait, _ := s.reserve(0)
		s.wants("the next", wait, 3*time.Hour)
	}},
	{"slow", func(s *subject) {
		s.state().Slow(s.now(), 5*time.Hour)
		s.available()
		s.state().Slow(s.now(), 2*time.Hour)
		s.reserve(0)
		s.reserve(0)
		wait, _ := s.reserve(0)
		s.wants("third turn", wait, 5*time.Hour)
	}},
	{"pause", func(s *subject) {
		s.state().Pause(s.now(), 10*time.Hour)
		s.state().Pause(s.now(), 5*time.Hour)
		s.wants("available", s.available().Pause, 10*time.Hour)
		wait, _ := s.reserve(0)
		s.wants("turn", wait, 10*time.Hour)
		s.advance(10 * time.Hour)
		s.wants("after it", s.available().Pause, 0)
	}},
	{"stop", func(s *subject) {
		s.state().Stop(s.now(), 10*time.Hour, down)
		s.state().Stop(s.now(), 5*time.Hour, &answer.Failure{Kind: answer.Refused})
		got := s.available()
		s.wants("rest", got.Rest, 10*time.Hour)
		if got.Why == nil || got.Why.Kind != down.Kind || !got.Why.Unsent {
			s.t.Errorf("because of %v", got.Why)
		}
		s.advance(10 * time.Hour)
		if got := s.available(); got.Rest != 0 || got.Why != nil {
			s.t.Errorf("after it: %+v", got)
		}
	}},
	{"budget", func(s *subject) {
		s.reserve(100) // of an unknown budget
		s.state().Remain(s.now(), 5, 10*time.Hour)
		_, cancel := s.reserve(3)
		var failure *answer.Failure
		if _, _, err := s.state().Reserve(s.t.Context(), s.now(), 3); !errors.As(err, &failure) ||
			*failure != *transport.Spent(2, 3) {
			s.t.Errorf("more than is left: %v", err)
		}
		cancel()
		s.reserve(5)
		s.reserve(0)
		s.advance(10 * time.Hour)
		s.reserve(100)
	}},
	{"circuit", func(s *subject) {
		fail := func(times int) {
			for range times {
				s.available()
				s.state().Note(s.now(), down)
			}
		}
		fail(circuit.Failures - 1)
		s.available()
		s.state().Note(s.now(), nil)
		fail(circuit.Failures - 1)
		s.wants("before", s.available().Rest, 0)
		fail(1)
		s.wants("opened", s.available().Rest, circuit.Rest)
		for range 3 * circuit.Failures { // in progress
			s.state().Note(s.now(), down)
			s.state().Note(s.now(), nil)
		}
		s.wants("under way", s.available().Rest, circuit.Rest)
		s.advance(circuit.Rest)
		fail(circuit.More)
		s.wants("the second time", s.available().Rest, 2*circuit.Rest)
		s.advance(2 * circuit.Rest)
		fail(circuit.More)
		s.wants("at most", s.available().Rest, circuit.Longest)
		s.advance(circuit.Longest)
		s.available()
		s.state().Note(s.now(), nil)
		fail(circuit.Failures - 1)
		s.wants("after an answer", s.available().Rest, 0)
	}},
	{"answered", func(s *subject) {
		s.state().Note(s.now(), down)
		if s.available().Answered {
			s.t.Error("by a failure")
		}
		s.state().Note(s.now(), nil)
		if !s.available().Answered {
			s.t.Error("not by an answer")
		}
	}},
}

func TestState(t *testing.T) {
	t.Parallel()
	for _, c := range suite {
		t.Run("alone/"+c.name, func(t *testing.T) {
			now, state := time.Now(), transport.NewState(transport.Policy{Circuit: circuit}, paced)
			c.do(&subject{t: t, state: func() transport.State { return state }, now: func() time.Time { return now },
				advance: func(d time.Duration) { now = now.Add(d) }})
		})
	}
	list := processes(t, testenv.Postgres(t), 2, nil)
	for _, c := range suite {
		t.Run("shared/"+c.name, func(t *testing.T) {
			var states []transport.State
			join := func() {
				states = nil
				for _, d := range list {
					states = append(states, d.State(c.name, transport.Policy{Circuit: circuit}, paced))
				}
			}
			join()
			turn := 0
			c.do(&subject{t: t, now: time.Now, state: func() transport.State {
				turn++
				return states[turn%2]
			}, advance: func(d time.Duration) {
				const back = "- make_interval(secs => $2)"
				if _, err := list[0].exec(t.Context(),
					`UPDATE shared_service SET turn = turn `+back+`, slow = slow `+back+`, resume = resume `+back+`,
					renewed = renewed `+back+`, answered = answered `+back+`, stopped = stopped `+back+` WHERE name = $1`, c.name,
					d.Seconds()); err != nil {
					t.Fatal(err)
				}
				join()
			}})
		})
	}
}

// TestOwnNetwork: a machine without a network does not keep others from asking; one that reaches some service
// shares what it finds.
func TestOwnNetwork(t *testing.T) {
	t.Parallel()
	list := processes(t, testenv.Postgres(t), 2, nil)
	key := strings.Repeat("ab", 32)
	silent := &answer.Failure{Kind: answer.Unreachable, Detail: "name not resolved"}
	for _, sound := range []bool{false, true} {
		if sound {
			list[0].State("another", transport.Policy{}, paced).Note(time.Now(), nil)
		}
		var rests []bool
		var states []transport.State
		for _, d := range list {
			states = append(states, d.State(fmt.Sprint(sound), transport.Policy{Circuit: circuit}, paced))
		}
		for range circuit.Failures {
			states[0].Note(time.Now(), silent)
		}
		for _, s := range states {
			available, err := s.Availability(t.Context(), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			rests = append(rests, available.Rest > 0)
		}
		if !rests[0] || rests[1] != sound {
			t.Errorf("sound %v: left alone: %v", sound, rests)
		}
		mine, err := list[0].Claim(t.Context(), []string{key})
		if err != nil {
			t.Fatal(err)
		}
		list[0].End(mine, silent)
		theirs, err := list[1].Claim(t.Context(), []string{key})
		if err != nil || (theirs[0].Failure != nil) != sound {
			t.Errorf("sound %v: %v, %v", sound, theirs, err)
		}
		list[1].End(theirs, nil)
	}
}

// TestNames: the name of a host in a document never prevents other requests.
func TestNames(t *testing.T) {
	t.Parallel()
	d := opened(t, testenv.Postgres(t), nil)
	long := fmt.Sprintf("%03000d", 1)
	for _, name := range []string{"host \xff\x00", "host " + long, "host " + long + "2"} {
		if wait, _, err := d.State(name, transport.Policy{}, paced).Reserve(t.Context(), time.Now(), 0); err != nil ||
			wait != 0 {
			t.Errorf("%.10q: %v %v", name, wait, err)
		}
		if wait, _, err := d.State(name, transport.Policy{}, transport.Pace{Every: time.Hour, Burst: 1}).Reserve(t.Context(),
			time.Now(), 0); err != nil || wait == 0 {
			t.Errorf("%.10q: %v %v", name, wait, err)
		}
	}
}

// crowd has four processes ask a service different questions, and returns how many were answered.
func crowd(t *testing.T, s *server, each int, service string, pace transport.Pace, cost int) (answered int) {
	t.Helper()
	var n atomic.Int64
	var wg sync.WaitGroup
	for k, d := range processes(t, testenv.Postgres(t), 4, nil) {
		c := s.client(t, d, func(o *transport.Options) { o.Paces = map[string]transport.Pace{service: pace} })
		for i := range each {
			wg.Go(func() {
				req := ask(fmt.Sprint(k, "/", i))
				req.Service, req.Cost = service, cost
				if _, err := c.Do(context.WithoutCancel(t.Context()), req); err == nil {
					n.Add(1)
				}
			})
		}
	}
	wg.Wait()
	return int(n.Load())
}

// TestCrowdKeepsPace: whatever four processes ask, no more requests reach the service in any second than one
// client may send, except for those that its connections delayed.
func TestCrowdKeepsPace(t *testing.T) {
	t.Parallel()
	const each, every, burst, connections = 20, 25 * time.Millisecond, 3, 2
	s := newServer(t, reply)
	if n := crowd(t, s, each, "crossref", transport.Pace{Every: every, Burst: burst, Connections: connections},
		0); n != 4*each {
		t.Errorf("%d answers", n)
	}
	s.kept(t, transport.Pace{Every: every, Burst: burst, Connections: connections})
}

// TestCrowdHonoursRetryAfter: a service that tells one process to come back later receives no request earlier.
func TestCrowdHonoursRetryAfter(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	var told time.Time
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 7 {
			told = time.Now()
			w.Header().Set("Retry-After", "2")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		reply(w, r)
	})
	if n := crowd(t, s, 5, "crossref", transport.Pace{Every: time.Millisecond, Burst: 1, Connections: 1}, 0); n != 20 {
		t.Errorf("%d answers", n)
	}
	for _, at := range s.arrived {
		if early := at.Sub(told); early > 0 && early < 2*time.Second {
			t.Errorf("a request %v after it", early)
		}
	}
	if len(s.arrived) != 21 {
		t.Errorf("%d requests", len(s.arrived))
	}
}

// TestCrowdLeavesAlone: a service that is down receives as many requests from four processes as from one.
func TestCrowdLeavesAlone(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	crowd(t, s, 10, "crossref", transport.Pace{Every: time.Millisecond, Burst: 1, Connections: 1}, 0)
	if len(s.arrived) != 5 {
		t.Errorf("%d requests", len(s.arrived))
	}
}

// TestCrowdKeepsBudget: four processes spend what one may.
func TestCrowdKeepsBudget(t *testing.T) {
	t.Parallel()
	var spent atomic.Int64
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(int(max(31-3*spent.Add(1), 0))))
		w.Header().Set("X-RateLimit-Reset", "3600")
		reply(w, r)
	})
	if n := crowd(t, s, 10, "openalex", transport.Pace{Every: time.Millisecond, Burst: 1, Connections: 1}, 3); n != 10 ||
		len(s.arrived) != 10 {
		t.Errorf("%d requests, %d answers", len(s.arrived), n)
	}
}
