package corpora

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// The steps of getting a corpus, as passed to Getter.Step.
const (
	StepList  = "list"  // ask what is available
	StepAgain = "again" // list anew, since a listed file no longer exists
	StepFetch = "fetch" // download a part, or harvest it
	StepBuild = "build" // index what was fetched
	StepMerge = "merge" // join segments, replace and delete records
	StepPlace = "place" // install the corpus where runs look for it
)

// Getter fetches, builds and installs corpora. It must not be used concurrently.
type Getter struct {
	Home    string // folder of the corpora
	Fetcher dump.Fetcher
	Mirrors map[string]string // other addresses of dumps, by name
	Refresh bool              // update an installed corpus
	Keep    bool              // do not delete downloads
	Now     func() time.Time
	// Step is called when a step begins, with the file in part; Progress with the progress of the step and its
	// total, which is 0 if unknown.
	Step     func(name, step, part string)
	Progress func(done, total int64)
	// Segment and Bytes limit the input of a segment: records, and bytes of downloads kept in the meantime; 0
	// means the default limits.
	Segment int
	Bytes   int64

	name string // of the current corpus
}

// The default limits of a segment, and how many segments are left unmerged: a look-up searches each of them.
const (
	usualSegment = 5_000_000
	usualBytes   = 4 << 30
	fewSegments  = 4
)

// Got is the result of getting one corpus.
type Got struct {
	Dir     string
	Changed bool       // something new was added
	Bytes   int64      // downloaded by this call
	Stats   dump.Stats // of what was added
	Bad     []dump.Bad
}

// plan is what a corpus will be built from: written once, so that an interrupted Get continues with the same.
type plan struct {
	Description
	Keep  bool   `json:"keep"`           // installed records stay, except replaced ones
	URL   string `json:"url"`            // of the dump or its mirror
	Phase string `json:"phase"`          // the first uncompleted step
	From  string `json:"from,omitempty"` // for StepPlace: the folder with the index to install
}

// The folders below an installed corpus during a build.
const (
	getName    = ".get"
	planName   = "plan.json"
	indexName  = "index"
	mergedName = "merged"
)

// Find returns the public dump with the name of a corpus, at its mirror if there is one. For a dump that no
// program may fetch, the error says how to get it.
func (g *Getter) Find(name string) (dump.Public, error) {
	p, err := dump.FindPublic(name)
	if err != nil {
		return p, err
	}
	if p.Layout == dump.ByHand {
		return p, fmt.Errorf("%s: %s (%s)", name, p.Why, p.Page)
	}
	service, _, _ := strings.Cut(name, "-") // all sets of arXiv are at one address
	if mirror := cmp.Or(g.Mirrors[name], g.Mirrors[service]); mirror != "" {
		p.URL, p.Every = mirror, 0 // a mirror's owner decides how often it may be asked
	}
	return p, nil
}

// Installed reports whether a corpus is installed and none is being built in its place.
func (g *Getter) Installed(name string) bool {
	dir := filepath.Join(g.Home, name)
	_, err := os.Stat(filepath.Join(dir, getName, planName))
	return index.Exists(dir) && err != nil
}

// ErrNoFilter means that works of a dump cannot be filtered.
var ErrNoFilter = errors.New("only openalex and meta are filtered by type and year, and openalex by field")

// CheckFilter returns an error if the filter cannot be applied to a dump.
func CheckFilter(p dump.Public, filter dump.Filter) error {
	if filter.IsZero() || p.Filtered() && (len(filter.Fields) == 0 || p.Format == dump.OpenAlex) {
		return filter.Check()
	}
	return fmt.Errorf("%s: %w", p.Name, ErrNoFilter)
}

// Get builds and installs a corpus, completes an interrupted one, or, with Refresh, updates it. The error wraps
// index.ErrBusy if another process does the same.
func (g *Getter) Get(ctx context.Context, name string, filter dump.Filter) (got Got, err error) {
	p, err := g.Find(name)
	if err != nil {
		return got, err
	}
	if err := CheckFilter(p, filter); err != nil {
		return got, err
	}
	got.Dir, g.name = filepath.Join(g.Home, name), name
	held, err := index.Lock(got.Dir)
	if err != nil {
		return got, err
	}
	defer held.Close()
	plan, err := g.plan(ctx, p, got.Dir, filter)
	if err != nil || plan == nil {
		return got, err
	}
	got.Changed = true
	return got, g.run(ctx, p, plan, &got)
}

// plan resumes the plan of an interrupted Get, or makes one; nil if there is nothing to do.
func (g *Getter) plan(ctx context.Context, p dump.Public, dir string, filter dump.Filter) (*plan, error) {
	var pl plan
	text, err := os.ReadFile(filepath.Join(dir, getName, planName))
	switch {
	case err == nil:
		if err := json.Unmarshal(text, &pl); err != nil {
			return nil, fmt.Errorf("%s is damaged: bonafide corpus remove %s, and get it again: %w", dir, p.Name, err)
		}
		if !filter.IsZero() && !reflect.DeepEqual(pl.Filter, filter) {
			return nil,
				fmt.Errorf("%s was begun with another choice of works: complete it without one, or bonafide corpus remove %s",
					p.Name, p.Name)
		}
		if pl.rebase(p.URL); pl.begun(p, filepath.Join(dir, getName)) {
			return &pl, nil
		}
		filter = pl.Filter // nothing was fetched, so the list may be requested anew
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	have := index.Exists(dir)
	old := describe(dir, p.Name)
	if have && !filter.IsZero() && !reflect.DeepEqual(old.Filter, filter) {
		return nil, fmt.Errorf("%s is installed with another choice of works: bonafide corpus remove %s first", p.Name,
			p.Name)
	}
	if have && !g.Refresh {
		return nil, os.RemoveAll(filepath.Join(dir, getName))
	}
	if have {
		filter = old.Filter
		have = recordsIn(dir) >= 0 // a corpus that cannot be opened is built anew
	}
	pl = plan{Description: Description{Name: p.Name, Source: p.Name, Filter: filter, Terms: p.Terms, Date: g.Now().UTC()},
		URL: p.URL, Phase: StepBuild}
	if done, err := g.news(ctx, p, &pl, old, have); err != nil {
		return nil, err
	} else if done {
		return nil, g.reclaim(p)
	}
	if p.Layout == dump.Harvest {
		for _, part := range pl.Parts { // pages of another harvest are useless for this one
			if err := g.Fetcher.Drop(p, part); err != nil {
				return nil, err
			}
		}
	}
	work := filepath.Join(dir, getName)
	if err := os.RemoveAll(work); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(work, 0o755); err != nil {
		return nil, err
	}
	return &pl, g.save(dir, &pl)
}

// rebase switches to another address of the dump.
func (pl *plan) rebase(address string) {
	if pl.Phase == StepBuild && strings.HasSuffix(pl.URL, "/") != strings.HasSuffix(address, "/") {
		pl.Parts = nil // a file that now has releases, or the reverse
	}
	for i := range pl.Parts {
		pl.Parts[i].URL = rebased(pl.Parts[i].URL, pl.URL, address)
		pl.Parts[i].Sum = rebased(pl.Parts[i].Sum, pl.URL, address)
	}
	pl.URL = address
}

// rebased moves an address that begins with from, or is beside it, to another base.
func rebased(url, from, to string) string {
	if rest, ok := strings.CutPrefix(url, from); ok {
		return to + rest
	}
	folder := func(s string) string { return s[:strings.LastIndexByte(s, '/')+1] }
	if rest, ok := strings.CutPrefix(url, folder(from)); ok {
		return folder(to) + rest
	}
	return url
}

// begun reports whether any part of a plan was carried out. A harvest begins with its plan: its queries must
// not depend on the day on which it is continued.
func (pl *plan) begun(p dump.Public, work string) bool {
	return len(pl.Parts) > 0 &&
		(p.Layout == dump.Harvest || pl.Phase != StepBuild || index.Exists(filepath.Join(work, indexName)) ||
			slices.ContainsFunc(pl.Parts, func(p dump.Part) bool { return p.Stamp.Size > 0 }))
}

// news lists the dump, and which parts of it the installed corpus lacks. done means that there is nothing new.
func (g *Getter) news(ctx context.Context, p dump.Public, pl *plan, old Description, have bool) (done bool, err error) {
	g.step(StepList, "")
	since := time.Time{}
	if have && p.Layout == dump.Harvest {
		since = old.Date.AddDate(0, 0, -1) // the service's date may differ
	}
	g.Fetcher.Tries = firstTries
	parts, err := g.Fetcher.Parts(ctx, p, since.Truncate(24*time.Hour), g.Now().UTC())
	if err != nil {
		return false, fetchError(err)
	}
	if !have {
		pl.Parts = parts
		return false, nil
	}
	switch p.Layout {
	case dump.OneFile:
		return g.unchanged(ctx, p, pl, parts, old)
	case dump.Harvest:
		pl.Parts, pl.Keep = parts, true
		return false, nil
	}
	fresh, whole := newParts(parts, old.Parts, p.Layout == dump.Listing)
	pl.Parts, pl.Keep = fresh, !whole
	return len(fresh) == 0, nil
}

// unchanged requests a single file, and downloads it if it has changed.
func (g *Getter) unchanged(ctx context.Context, p dump.Public, pl *plan, parts []dump.Part,
	old Description) (bool, error) {
	if len(old.Parts) == 1 && old.Parts[0].URL == parts[0].URL {
		parts[0].Stamp = old.Parts[0].Stamp
	}
	g.step(StepFetch, parts[0].Name)
	got, err := g.part(ctx, p, parts[0])
	if err != nil {
		return false, err
	}
	parts[0].Stamp = got.Stamp
	pl.Parts = parts
	return parts[0].Stamp.MD5 != "" && len(old.Parts) == 1 && parts[0].Stamp.MD5 == old.Parts[0].Stamp.MD5, nil
}

// newParts returns the listed parts that the corpus does not contain. If a part in the corpus is no longer
// listed, but all have to be, everything is new: a new baseline.
func newParts(listed, had []dump.Part, all bool) (fresh []dump.Part, whole bool) {
	have, there := map[partKey]bool{}, map[string]bool{}
	for _, p := range had {
		have[keyOf(p)] = true
	}
	for _, p := range listed {
		there[p.Name] = true
		if !have[keyOf(p)] {
			fresh = append(fresh, p)
		}
	}
	for _, p := range had {
		if all && !there[p.Name] {
			return listed, true
		}
	}
	for i := range fresh {
		fresh[i].Update = true // it updates existing records
	}
	return fresh, false
}

func (g *Getter) save(dir string, pl *plan) error {
	return writeJSON(filepath.Join(dir, getName, planName), pl)
}

func (g *Getter) step(step, part string) {
	if g.Step != nil {
		g.Step(g.name, step, part)
	}
}

// run carries out the uncompleted steps of a plan.
func (g *Getter) run(ctx context.Context, p dump.Public, pl *plan, got *Got) error {
	work := filepath.Join(got.Dir, getName)
	if pl.Phase == StepBuild {
		stopped, err := g.build(ctx, p, pl, got)
		var fetch *FetchError
		if errors.As(err, &fetch) && ctx.Err() == nil {
			if listed, failed := g.again(ctx, p, pl, got.Dir, stopped); failed != nil {
				return failed
			} else if listed {
				_, err = g.build(ctx, p, pl, got)
			}
		}
		if err != nil {
			return err
		}
		pl.Phase = StepMerge
		if err := g.save(got.Dir, pl); err != nil {
			return err
		}
	}
	if pl.Phase == StepMerge {
		merged, err := g.merge(ctx, pl, got.Dir)
		if err != nil {
			return err
		}
		pl.Phase, pl.From = StepPlace, indexName
		if merged {
			pl.From = mergedName
		}
		if err := g.save(got.Dir, pl); err != nil {
			return err
		}
	}
	g.step(StepPlace, "")
	if err := index.Adopt(got.Dir, filepath.Join(work, pl.From), false); err != nil {
		return err
	}
	d := pl.Description
	if pl.Keep {
		d.Parts = joinParts(p, describe(got.Dir, pl.Name).Parts, d.Parts)
	}
	if err := writeJSON(filepath.Join(got.Dir, descriptionName), d); err != nil {
		return err
	}
	if err := g.reclaim(p); err != nil {
		return err
	}
	return os.RemoveAll(work)
}

func (g *Getter) reclaim(p dump.Public) error {
	if g.Keep {
		return nil
	}
	return g.Fetcher.Reclaim(p)
}

// joinParts returns the parts of a refreshed corpus. Those of a harvest are not listed: its date is enough.
func joinParts(p dump.Public, old, fresh []dump.Part) []dump.Part {
	if p.Layout == dump.Harvest {
		return fresh
	}
	at := map[string]int{}
	var list []dump.Part
	for _, part := range append(old, fresh...) {
		if i, again := at[part.Name]; again {
			list[i] = part
			continue
		}
		at[part.Name] = len(list)
		list = append(list, part)
	}
	return list
}

// build fetches and indexes part after part. If it fails, it returns at which.
func (g *Getter) build(ctx context.Context, p dump.Public, pl *plan, got *Got) (stopped int, err error) {
	in := &intake{segment: cmp.Or(g.Segment, usualSegment), keep: cmp.Or(g.Bytes, usualBytes), whole: true,
		opt: dump.Options{Format: p.Format, Omit: dump.Bulky(), Deletions: p.Revised, Whole: p.Layout == dump.OneFile}}
	if !pl.Filter.IsZero() {
		in.opt.Keep = pl.Filter.Wants
	}
	for _, part := range pl.Parts {
		in.files = append(in.files, part.Name)
	}
	total := g.total(pl)
	in.find = func(ctx context.Context, i int) (string, error) { return g.fetch(ctx, p, pl, i, got) }
	in.update = func(i int) bool { return pl.Parts[i].Update }
	in.progress = func(done int64) { g.progress(done, total) }
	if !g.Keep {
		in.drop = func(i int) error { return g.Fetcher.Drop(p, pl.Parts[i]) }
	}
	in.resume(filepath.Join(got.Dir, getName, indexName))
	err = in.build(ctx, filepath.Join(got.Dir, getName, indexName))
	got.Stats, got.Bad, stopped = in.state.Stats, in.state.Bad, in.state.Done
	var lost *lostError
	switch {
	case errors.As(err, &lost): // to be fetched again
		pl.Parts[lost.file].Stamp = transport.Stamp{}
		return stopped, errors.Join(&FetchError{err}, g.Fetcher.Drop(p, pl.Parts[lost.file]), g.save(got.Dir, pl))
	case err == nil && got.Stats.Records == 0 && !pl.Keep:
		return stopped, errors.Join(&ReadError{fmt.Errorf("%s: %w that is wanted: nothing was changed", p.Name, ErrNoRecord)},
			g.reclaim(p), os.RemoveAll(filepath.Join(got.Dir, getName)))
	}
	return stopped, err
}

// total returns the size of all parts, 0 if one is unknown.
func (g *Getter) total(pl *plan) (n int64) {
	for _, part := range pl.Parts {
		size := max(part.Size, part.Stamp.Size)
		if size == 0 {
			return 0
		}
		n += size
	}
	return n
}

func (g *Getter) progress(done, total int64) {
	if g.Progress != nil {
		g.Progress(done, total)
	}
}

// How often a failing service is asked: only a few times at first, so that a missing network is noticed soon,
// and more often later, when hours of work would be lost.
const (
	firstTries = 3
	laterTries = 8
)

func (g *Getter) part(ctx context.Context, p dump.Public, part dump.Part) (dump.Fetched, error) {
	g.Fetcher.Tries = cmp.Or(g.Fetcher.Tries, firstTries)
	g.Fetcher.Progress = func(_ string, done, total int64) { g.progress(done, total) }
	f, err := g.Fetcher.Part(ctx, p, part)
	if err != nil {
		return f, fetchError(err)
	}
	g.Fetcher.Tries = laterTries
	return f, nil
}

// fetch downloads a part, unless it is on disk already.
func (g *Getter) fetch(ctx context.Context, p dump.Public, pl *plan, i int, got *Got) (string, error) {
	part := pl.Parts[i]
	if !g.Fetcher.Here(p, part) {
		g.step(StepFetch, part.Name)
		part.Stamp = transport.Stamp{} // whatever the stamp says, the file is missing
		f, err := g.part(ctx, p, part)
		if err != nil {
			return "", err
		}
		got.Bytes += f.Bytes
		pl.Parts[i].Stamp = f.Stamp
		if !f.Answered.IsZero() && f.Answered.Before(pl.Date) {
			pl.Date = f.Answered.UTC() // this machine's clock is fast
		}
		if err := g.save(got.Dir, pl); err != nil {
			return "", err
		}
	}
	g.step(StepBuild, part.Name)
	return g.Fetcher.Path(p, part), nil
}
