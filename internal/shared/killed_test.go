package shared

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// How TestKilled passes parameters to its processes.
const (
	childAddress = "BONAFIDE_TEST_SHARED"
	childServer  = "BONAFIDE_TEST_SERVER"
)

const questionsOfChildren = 300

var (
	paceOfChildren = transport.Pace{Every: 15 * time.Millisecond, Burst: 2, Connections: 3}
	leaseOfDead    = 2 * time.Second
)

// TestChild is a process of TestKilled.
func TestChild(t *testing.T) {
	address := os.Getenv(childAddress)
	if address == "" {
		t.Skip("TestKilled starts it")
	}
	times := usual
	times.lease, times.renew = leaseOfDead, 200*time.Millisecond
	d, err := open(t.Context(), address, times)
	for n := 0; err != nil && n < 100; n++ { // the database may be down for a moment
		time.Sleep(100 * time.Millisecond)
		d, err = open(t.Context(), address, times)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	c := transport.New(transport.Options{Via: os.Getenv(childServer), State: d.State, Cache: transport.NewCache(d),
		Paces: map[string]transport.Pace{"crossref": paceOfChildren}})
	defer c.Close()
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for i := k; i < questionsOfChildren; i += 4 {
				if _, err := c.Do(t.Context(), ask(fmt.Sprint(i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// TestKilled: four processes ask the same questions while they are killed one after the other, and so is the
// database. All finish, within the limits, and only what a killed process was asking is asked again.
func TestKilled(t *testing.T) {
	t.Parallel()
	testenv.NotShort(t, "starts processes and waits until what they held is free")
	pg := testenv.NewPostgres(t)
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(5 * time.Millisecond)
		reply(w, r)
	})
	begin := func() *exec.Cmd {
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], "-test.run=^TestChild$")
		cmd.Env = append(os.Environ(), childAddress+"="+pg.Address, childServer+"="+s.URL)
		cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	var children []*exec.Cmd
	for range 4 {
		children = append(children, begin())
	}
	const kills = 6
	for k := range kills {
		s.reached((k + 1) * questionsOfChildren / (kills + 1))
		dead := children[k%len(children)]
		_ = dead.Process.Kill()
		_ = dead.Wait()
		children[k%len(children)] = begin()
		if k == kills/2 {
			pg.Kill()
			pg.Start()
		}
	}
	for _, cmd := range children {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	again := 0
	for _, n := range s.asked {
		again += n - 1
	}
	if len(s.asked) != questionsOfChildren || again > kills*paceOfChildren.Connections {
		t.Errorf("%d questions, %d of them again", len(s.asked), again)
	}
	t.Logf("%d processes killed, %d questions asked again", kills, again)
	s.kept(t, paceOfChildren)
}

// reached waits until a number of questions were asked.
func (s *server) reached(n int) {
	for {
		s.mu.Lock()
		enough := len(s.asked) >= n
		s.mu.Unlock()
		if enough {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// TestSweep removes what is old, once a day.
func TestSweep(t *testing.T) {
	t.Parallel()
	address := testenv.Postgres(t)
	first := opened(t, address, nil)
	<-first.swept
	first.Close()
	d := opened(t, address, func(ti *times) { ti.keep = time.Hour })
	<-d.swept // otherwise its own sweep may run at the same time as that of the test
	d.Write(t.Context(), "aa", []byte("old"))
	d.Write(t.Context(), "bb", []byte("new"))
	if _, err := d.exec(t.Context(),
		"UPDATE shared_answer SET stored = stored - interval '2 hours' WHERE key = '\\xaa'"); err != nil {
		t.Fatal(err)
	}
	for _, day := range []string{"", "UPDATE shared_chore SET done = done - interval '2 days'"} {
		if day != "" {
			if _, err := d.exec(t.Context(), day); err != nil {
				t.Fatal(err)
			}
		}
		d.sweep(t.Context())
		if old, recent := d.Read(t.Context(), "aa"), d.Read(t.Context(), "bb"); (old == nil) != (day != "") ||
			string(recent) != "new" {
			t.Errorf("%q: old %q, new %q", day, old, recent)
		}
	}
	if err := d.Err(); err != nil {
		t.Error(err)
	}
}

// TestSweepSparesUsed: a new row, and an old one in use while old ones are removed, are not removed.
func TestSweepSparesUsed(t *testing.T) {
	t.Parallel()
	d := opened(t, testenv.Postgres(t), nil)
	run := func(statement string) {
		t.Helper()
		if _, err := d.exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	<-d.swept
	for _, name := range []string{"fresh", "old", "used again"} {
		if err := d.State(name, transport.Policy{}, paced).(*service).ensure(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	run("UPDATE shared_service SET turn = 'epoch' WHERE name <> 'fresh'")
	run("UPDATE shared_chore SET done = done - interval '2 days'")
	use, err := d.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := use.Exec(t.Context(),
		"UPDATE shared_service SET turn = clock_timestamp() WHERE name = 'used again'"); err != nil {
		t.Fatal(err)
	}
	d.sweep(t.Context())
	if err := use.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left string
	if _, err := d.row(t.Context(), "SELECT string_agg(name, ', ' ORDER BY name) FROM shared_service", nil,
		&left); err != nil || left != "fresh, used again" {
		t.Errorf("left: %s, %v", left, err)
	}
}
