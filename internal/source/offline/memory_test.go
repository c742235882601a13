package offline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

func work(title string, authors ...string) biblio.Work {
	f := biblio.Flat{Title: title, Authors: authors, Year: "2001", Venue: "Journal"}
	return f.Work()
}

func TestMemoryLookup(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "sub", "memory.db")
	m, err := OpenMemory(path, DefaultKeep)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	held := work("Mechanical sympathies of distributed clockwork automata", "Ada Lovelace", "Alan Turing")
	held.IDs = append(held.IDs, biblio.Malformed("doi", "10.5555/123"))
	record := biblio.Record{Work: held, Source: "crossref", LocalID: "1", Extra: map[string]string{"a": "b"}}
	for range 2 { // remembering again renews it
		if err := m.Remember(ctx, []biblio.Record{record}, now); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := m.Len(ctx, now); n != 1 || err != nil {
		t.Fatalf("%d records, %v", n, err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if m, err = OpenMemory(path, DefaultKeep); err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	byID := work("Something else entirely")
	byID.IDs = held.IDs
	for name, c := range map[string]struct {
		claim biblio.Work
		after time.Duration
		want  int
	}{
		"the same title": {work("Mechanical Sympathies of Distributed Clockwork Automata"), 0, 1},
		"the identifier": {byID, 0, 1},
		"one letter wrong": {work("Mechanical sympathies of distributed clockwork automato", "Ada Lovelace", "Alan Turing"),
			0, 1},
		"one word of others": {work("Mechanical sympathies in distributed clockwork automata",
			"Ada Lovelace", "Alan Turing"), 0, 1},
		"the last word left out, just below the cosine": {work("Mechanical sympathies of distributed clockwork",
			"Ada Lovelace", "Alan Turing"), 0, 0},
		"the last word replaced": {work("Mechanical sympathies of distributed clockwork engines", "Ada Lovelace",
			"Alan Turing"), 0, 0},
		"another work":       {work("A field guide to imaginary beetles", "Ada Lovelace", "Alan Turing"), 0, 0},
		"nothing claimed":    {biblio.Work{}, 0, 0},
		"it was long ago":    {held, 200 * 24 * time.Hour, 0},
		"it was not so long": {held, 100 * 24 * time.Hour, 1},
	} {
		conn := FromMemory(m, func() time.Time { return now.Add(c.after) })
		reply, err := conn.Lookup(ctx, source.Query{IDs: c.claim.IDs, Claimed: c.claim})
		if err != nil || len(reply.Hits) != c.want {
			t.Errorf("%s: %d hits, %v", name, len(reply.Hits), err)
		}
		for _, h := range reply.Hits {
			if h.How != answer.ByMemory || h.Record.Source != "crossref" || h.Record.Extra["a"] != "b" ||
				len(h.Record.Authors()) != 2 {
				t.Errorf("%s: %+v", name, h)
			}
		}
	}
	if err := m.Forget(ctx, now, true); err != nil {
		t.Fatal(err)
	}
	if n, _ := m.Len(ctx, now); n != 0 {
		t.Errorf("%d records after forgetting all", n)
	}
}

// A cancelled look-up does not spoil later ones. Among many similar works, the most similar are returned.
func TestLookupOfMany(t *testing.T) {
	m, err := OpenMemory(filepath.Join(t.TempDir(), "memory.db"), DefaultKeep)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	title := "Proceedings of the clockwork society on mechanical sympathies, volume "
	var records []biblio.Record
	for n := range 12 {
		records = append(records,
			biblio.Record{Work: work(fmt.Sprint(title, 10+n), "Ada Lovelace"), Source: "crossref", LocalID: fmt.Sprint(n)})
	}
	if err := m.Remember(context.Background(), records, now); err != nil {
		t.Fatal(err)
	}
	claim := work(title+"15b", "Ada Lovelace")
	answer, err := FromMemory(m, func() time.Time { return now }).Lookup(t.Context(), source.Query{Claimed: claim})
	if err != nil || len(answer.Hits) != 8 || answer.Hits[0].Record.LocalID != "5" {
		t.Errorf("%d hits, %v: %+v", len(answer.Hits), err, answer.Hits)
	}
}

func TestCancelledLookup(t *testing.T) {
	ctx := context.Background()
	m, err := OpenMemory(filepath.Join(t.TempDir(), "memory.db"), DefaultKeep)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	record := biblio.Record{Work: work("Mechanical sympathies of distributed clockwork automata", "Ada Byron"),
		Source: "crossref", LocalID: "1"}
	if err := m.Remember(ctx, []biblio.Record{record}, now); err != nil {
		t.Fatal(err)
	}
	conn := FromMemory(m, func() time.Time { return now }).(*recollection)
	near := source.Query{Claimed: work("Mechanical sympathies of distributed clockwork automato", "Ada Byron")}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := conn.alike(cancelled, &near.Claimed); err == nil {
		t.Error("a cancelled look-up answered")
	}
	if answer, err := conn.Lookup(ctx, near); err != nil || len(answer.Hits) != 1 {
		t.Errorf("%d hits, %v", len(answer.Hits), err)
	}
}

// TestAlikeIsWhole: examining only the rarest n-grams finds the same works as examining every work.
func TestAlikeIsWhole(t *testing.T) {
	words := strings.Fields("deep learning of the graph networks for a study on neural effects in speech and vision " +
		"with models aaa ääö")
	rnd := rand.New(rand.NewPCG(1, 2))
	sentence := func() string {
		var list []string
		for range 1 + rnd.IntN(7) {
			list = append(list, words[rnd.IntN(len(words))])
		}
		return strings.Join(list, " ")
	}
	works := make([]string, 1000)
	for i := range works {
		works[i] = sentence()
	}
	found := 0
	for _, least := range []float64{.3, .6, .92, 1} {
		l := newLikeness(least)
		for i, w := range works {
			l.add(int64(i), w)
		}
		l.list()
		for range 200 {
			wording := sentence()
			if i := rnd.IntN(2 * len(wording)); i < len(wording) {
				wording = wording[:i] + "q" + wording[i:]
			}
			v := grams(wording)
			var want []rank
			for n, id := range l.ids {
				if cosine := cosine(v, l.vectors[n]); cosine >= least {
					want = append(want, rank{id, cosine})
				}
			}
			if got, want := l.above(wording), best(want); !slices.Equal(got, want) {
				t.Fatalf("%q above %v: %v, not %v", wording, least, got, want)
			}
			found += len(want)
		}
	}
	if found < 300 {
		t.Errorf("%d works found: nothing was tried", found)
	}
}

func BenchmarkAlike(b *testing.B) {
	l := newLikeness(Threshold)
	for i := range 20000 {
		l.add(int64(i), "a study of the "+string(rune('a'+i%26))+" effects number "+time.Duration(i*i).String())
	}
	l.list()
	b.ReportAllocs()
	for b.Loop() {
		l.above("a study of the q effects number 17")
	}
}
