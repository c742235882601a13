package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/lab/world"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Small is the mode of the suite world that plays the first world over the beginning of
// each set.
const Small = "small"

// The sets of the suite world. The last ones repeat entries of others: with other random faults, and in one
// long list.
const (
	setKnown   = "known"
	setAbsent  = "absent"
	setModern  = "absent_modern"
	setFresh   = "fresh"
	setInvents = "iclr2026"
	setAgain   = "again"
	setLong    = "long"
)

// listLength is the number of references checked in one run, longLength the number in the long list.
const (
	listLength = 40
	longLength = 98
)

// The truth labels of the entries of the sets.
const (
	realWork  = "real"
	inventedE = "invented"
	subtle    = "wrong" // in one field
	rightE    = "right"
)

// Played is a world opened for runs.
type Played struct {
	world     *world.World
	catalogue *world.Catalogue
	anthology *world.Anthology
	close     func() error
}

// OpenPlayed opens the works that the services of a world have: the corpora of the options, or the works of the
// shared data.
func OpenPlayed(ctx context.Context, opt *Options, name string) (*Played, error) {
	if opt.Data == "" {
		return nil, ErrNoInput
	}
	w, err := world.Find(name)
	if err != nil {
		return nil, err
	}
	bench := filepath.Join(opt.Data, "bench", "world")
	extra, err := readWorks(filepath.Join(bench, "extra.jsonl"))
	if err != nil {
		return nil, err
	}
	known, err := readWorks(filepath.Join(bench, "supplement.jsonl"))
	if err != nil {
		return nil, err
	}
	more, err := index.InMemory(extra)
	if err != nil {
		return nil, err
	}
	corpora := opt.Corpus
	if len(corpora) == 0 {
		corpora = []string{filepath.Join(opt.Data, "corpora", "works.jsonl.zst")}
	}
	main, err := opt.openCorpora(ctx, corpora)
	if err != nil {
		return nil, err
	}
	works := index.Join(main, more)
	anthology := world.OpenAnthology(filepath.Join(opt.Data, "corpora", "acl-anthology-xml.tar.zst"))
	return &Played{w, world.New(works, known), anthology, works.Close}, nil
}

// Serve runs the world until ctx is done; ready receives the address for all requests. With the name of a file it is
// a proxy that is served, for the services' real names, and the certificate of its authority is written there (PEM).
func (p *Played) Serve(ctx context.Context, seed, authority string, ready func(address string)) error {
	server := p.world.Serve(p.catalogue, p.anthology, seed)
	defer server.Close()
	address := server.URL
	if authority != "" {
		proxy, err := world.NewProxy(server.URL)
		if err != nil {
			return errors.Join(err, p.close())
		}
		defer proxy.Close()
		if err := os.WriteFile(authority, proxy.Authority, 0o644); err != nil {
			return errors.Join(err, p.close())
		}
		address = proxy.URL
	}
	ready(address)
	<-ctx.Done()
	return errors.Join(p.anthology.Err(), p.close())
}

// loadWorld reads the sets, and opens the works of the simulated services.
func loadWorld(ctx context.Context, opt *Options) (*Set, error) {
	name := opt.Mode
	if name == Small {
		name = world.Worlds[0].Name
	}
	p, err := OpenPlayed(ctx, opt, name)
	if err != nil {
		return nil, err
	}
	set := &Set{Gold: []Gold{}, played: p, Close: p.close}
	if err := set.readPlayed(filepath.Join(opt.Data, "bench"), opt.Mode == Small); err != nil {
		return nil, errors.Join(err, p.close())
	}
	set.note("The services are played and their coverage is assumed, not measured: " + p.world.About + ".")
	return set, nil
}

// readWorks reads a small file of works.
func readWorks(file string) ([]biblio.Record, error) {
	in, err := dump.Open(file, dump.Options{Format: dump.Flat, Source: "records"})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var records []biblio.Record
	for r, err := range streamRecords(in, nil) {
		if err != nil {
			return nil, err
		}
		records = append(records, *r)
	}
	return records, nil
}

// readPlayed reads all sets; for a small run only their beginnings, without the long list.
func (s *Set) readPlayed(bench string, small bool) error {
	for _, name := range []string{setKnown, setAbsent, setModern, setFresh} {
		doc, err := extract.ReadFile(filepath.Join(bench, "world", name+".bib"), extract.Options{})
		if err != nil {
			return err
		}
		for i, r := range doc.References {
			if small && i == listLength {
				break
			}
			s.addPlayed(name, r.Key, r)
		}
	}
	if err := s.labelPlayed(bench); err != nil {
		return err
	}
	if err := s.readInvented(filepath.Join(bench, "iclr2026", "citations_dev.jsonl"), small); err != nil {
		return err
	}
	var again, long []int
	seen := map[string]int{}
	for i, g := range s.Gold {
		if g.Group != setInvents {
			again = append(again, i)
		}
		seen[g.Group]++
		if !small && (g.Group == setAbsent || g.Group == setInvents) && seen[g.Group] <= longLength/2 {
			long = append(long, i)
		}
	}
	s.repeat(setAgain, again)
	s.repeat(setLong, long)
	return nil
}

func (s *Set) addPlayed(set, key string, r biblio.Reference) {
	entry := entryOf(set, key)
	r.ID = entry
	label := realWork
	if set == setInvents {
		label = inventedE
	}
	s.Cases = append(s.Cases, Case{Reference: r})
	s.Gold = append(s.Gold, Gold{ID: entry, Cluster: entry, Group: set, Entry: entry, Label: label})
}

// repeat adds cases again, under another set.
func (s *Set) repeat(set string, cases []int) {
	for _, i := range cases {
		c, g := s.Cases[i], s.Gold[i]
		g.ID, g.Group = set+" "+g.ID, set
		c.Reference.ID = g.ID
		s.Cases, s.Gold = append(s.Cases, c), append(s.Gold, g)
	}
}

// labelPlayed labels fresh entries with their truth, and absent ones with their kind.
func (s *Set) labelPlayed(bench string) error {
	labels := map[string][2]string{}
	const truth, kinds = "fresh_truth.tsv", "absent_kinds.tsv"
	for set, name := range map[string]string{setFresh: truth, setAbsent: kinds, setModern: kinds} {
		data, err := os.ReadFile(filepath.Join(bench, "world", name))
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(data)) {
			if cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t"); len(cells) > 1 {
				labels[entryOf(set, cells[0])] = [2]string{cells[1], strings.Join(cells[2:], " ")}
			}
		}
	}
	for i := range s.Gold {
		g := &s.Gold[i]
		if label := labels[g.Entry]; g.Group == setFresh {
			g.Label, g.Note = label[0], label[1]
			if !slices.Contains([]string{rightE, subtle, inventedE}, g.Label) {
				return fmt.Errorf("%s: no truth %q is known", g.Entry, g.Label)
			}
		} else {
			g.Note = label[0]
		}
	}
	return nil
}

// readInvented adds references that programme chairs called invented or badly wrong, as entries of a
// bibliography.
func (s *Set) readInvented(file string, small bool) error {
	var entries []bibEntry
	err := result.EachObject(file, func(o result.Object) error {
		f := recorded.Flat(o.Child("fields"))
		if !small || len(entries) < listLength {
			entries = append(entries, bibEntry{key: o.Text("id"), kind: "misc", fields: map[string]string{
				"title": f.Title, "author": strings.Join(f.Authors, " and "), "journal": f.Venue, "year": string(f.Year),
				"volume": f.Volume, "pages": f.Pages, "publisher": f.Publisher, "doi": f.DOI, "eprint": f.ArXivID, "url": f.URL,
			}})
		}
		return nil
	})
	if err != nil {
		return err
	}
	references, err := readEntries(entries)
	for _, r := range references {
		s.addPlayed(setInvents, r.Key, r)
	}
	return err
}

// predictPlayed checks every set online, in lists of listLength; the long one as a whole.
func predictPlayed(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	list := make([]Prediction, len(set.Cases))
	for first := 0; first < len(list); {
		group, length := set.Gold[first].Group, listLength
		seed := "1"
		switch group {
		case setAgain:
			seed = "2"
		case setLong:
			length = longLength
		}
		last := first + 1
		for last < len(list) && last-first < length && sameList(set.Gold[first], set.Gold[last]) {
			last++
		}
		if err := set.check(ctx, first, last, seed, list, step); err != nil {
			return nil, err
		}
		first = last
	}
	return list, nil
}

// sameList reports whether entries are checked in one run: those of one set or, in the repetition with other
// random faults, of one original set.
func sameList(a, b Gold) bool {
	if a.Group != setAgain || b.Group != setAgain {
		return a.Group == b.Group
	}
	from, _, _ := strings.Cut(a.Entry, ":")
	other, _, _ := strings.Cut(b.Entry, ":")
	return from == other
}

// check runs one list as "bonafide check --online" does, with only the starter corpus and nothing cached.
func (s *Set) check(ctx context.Context, first, last int, seed string, list []Prediction, step func()) (err error) {
	p := s.played
	server := p.world.Serve(p.catalogue, p.anthology, seed)
	defer func() { server.Close(); err = errors.Join(err, p.anthology.Err()) }()
	cache, err := os.MkdirTemp("", "bonafide-world-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	su, err := setup.Open(setup.Options{Online: setup.Online{
		Enabled: true, Sources: world.Sources(), Contact: "lab@example.org", Keys: p.world.Keys, Version: "lab",
		Cache: cache, Memory: setup.NoMemory, Via: server.URL, Clock: world.NewHurry(),
	}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, su.Close()) }()
	var references []biblio.Reference
	for _, c := range s.Cases[first:last] {
		references = append(references, c.Reference)
	}
	n := first
	opt := audit.Options{Jobs: 1, Today: world.Today}
	return su.Auditor.All(su.Account().With(ctx), references, opt, func(f audit.Finding) error {
		list[n] = asShown(f)
		list[n].Missed = f.Verdict.Missed
		n++
		if step != nil {
			step()
		}
		return nil
	})
}

// scoreWorld measures the required figures of each set.
func scoreWorld(set *Set, pred []Prediction) *Result {
	gold := set.Gold
	var f figures
	accused := where(gold, func(i int) bool { return pred[i].accuses() })
	said := where(gold, func(i int) bool { return pred[i].said() })
	of := func(name, label string) []bool {
		return where(gold, func(i int) bool { return gold[i].Group == name && (label == "" || gold[i].Label == label) })
	}
	for _, figure := range []struct {
		name       string
		holds      []bool
		set, label string
	}{
		{"absent_accused", accused, setAbsent, ""},
		{"absent_modern_accused", accused, setModern, ""},
		{"known_accused", accused, setKnown, ""},
		{"invented_wrong", accused, setInvents, ""},
		{"invented_said", said, setInvents, ""},
		{"fresh_invented_said", said, setFresh, inventedE},
		{"fresh_subtle_said", said, setFresh, subtle},
		{"fresh_right_wrong", accused, setFresh, rightE},
		{"absent_said", said, setAbsent, ""},
		{"absent_modern_said", said, setModern, ""},
		{"known_said", said, setKnown, ""},
		{"long_real_accused", accused, setLong, realWork},
		{"long_invented_said", said, setLong, inventedE},
	} {
		if among := of(figure.set, figure.label); slices.Contains(among, true) {
			f.Share(figure.name, figure.holds, among)
		}
	}
	first := map[string]int{}
	for i, g := range gold {
		if _, ok := first[g.Entry]; !ok {
			first[g.Entry] = i
		}
	}
	changed := where(gold, func(i int) bool { return pred[i].Outcome != pred[first[gold[i].Entry]].Outcome })
	unsaid := where(gold, func(i int) bool {
		return changed[i] && len(pred[i].Missed) == 0 && len(pred[first[gold[i].Entry]].Missed) == 0
	})
	f.Share("luck_changed", changed, of(setAgain, ""))
	f.Share("luck_changed_unsaid", unsaid, of(setAgain, ""))
	if long := of(setLong, ""); slices.Contains(long, true) {
		f.Share("long_changed", changed, long)
	}
	r := f.result(gold)
	r.Tables = []Table{outcomeTable("outcome by set and truth", gold, pred, playedRow)}
	r.Wrong = misplayed(gold, pred, first, unsaid)
	return r
}

// playedRow returns the table row of an entry: by its kind if services lack it, else by its truth.
func playedRow(g Gold) string {
	if g.Group == setAbsent {
		return g.Group + ", " + g.Note
	}
	return g.Group + ", " + g.Label
}

// misplayed lists the errors: accused real works first.
func misplayed(gold []Gold, pred []Prediction, first map[string]int, unsaid []bool) (list []Wrong) {
	for i, g := range gold {
		p := &pred[i]
		got := describe(p.Outcome, p.Codes, p.Fields)
		switch {
		case unsaid[i]:
			before := pred[first[g.Entry]].Outcome + " with other luck, and no source is said to be missed"
			list = append(list, misjudged(i, 3, before, got))
		case p.accuses() && (g.Label == realWork || g.Label == rightE):
			list = append(list, misjudged(i, 2, g.Label, got))
		case !p.said() && (g.Label == inventedE || g.Label == subtle):
			list = append(list, misjudged(i, 1, g.Label+" "+g.Note, got))
		}
	}
	return list
}
