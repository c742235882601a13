package runs

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// Wish says which corrections of a file are wanted. The zero value wants all that are certain.
type Wish struct {
	Confirmed bool     // only those of confirmed findings
	Likely    bool     // also likely ones
	Take      []string // ids of findings whose entries take the record's values, beside those decided so
	All       bool     // whatever people decided
}

// Fixed is a corrected file as it is stored.
type Fixed struct {
	run.Fixed
	Text string // the changes as a diff
}

// Writable reports whether corrections can be written to the file.
func (f *Fixed) Writable() bool { return f.Changed > 0 && f.Text != "" }

// plan stores the corrections of a run.
func (w *Worker) plan(ctx context.Context, r *Record) {
	for _, in := range r.Documents() {
		if _, err := w.Fix(ctx, r, in.Name, Wish{All: true}); err != nil && ctx.Err() == nil {
			w.Log.Info("a file takes no corrections", "run", r.ID, "error", err)
		}
	}
}

// keyOf identifies the corrections that a wish and people's decisions lead to, "" for all of them.
func keyOf(wish Wish, reviews map[string]Review) string {
	type decided struct {
		Finding string
		Field   biblio.Field
		Decision
	}
	var list []decided
	for id, whole := range reviews {
		for _, one := range append(slices.Collect(maps.Values(whole.Fields)), whole) {
			if one.Decision == Dismiss || one.Decision == Confirm && wish.Confirmed {
				list = append(list, decided{id, one.Field, one.Decision})
			}
		}
	}
	slices.SortFunc(list, func(a, b decided) int {
		return cmp.Or(strings.Compare(a.Finding, b.Finding), cmp.Compare(a.Field, b.Field))
	})
	if wish.All = false; len(list)+len(wish.Take) == 0 && !wish.Likely && !wish.Confirmed {
		return ""
	}
	text, _ := json.Marshal([]any{wish, list})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// keptPlans is how many versions of the corrections of a file are kept beside that of the run.
const keptPlans = 8

// Fix corrects a file of a run as the command does; dismissed findings stay. What was planned once is kept.
func (w *Worker) Fix(ctx context.Context, r *Record, name string, wish Wish) (Fixed, error) {
	reviews, err := w.Store.Reviews(ctx, r.ID)
	if err != nil {
		return Fixed{}, err
	}
	if wish.All {
		reviews = nil
	}
	for id, one := range reviews {
		if one.Decision == Take {
			wish.Take = append(slices.Clone(wish.Take), id)
		}
	}
	slices.Sort(wish.Take)
	key := keyOf(wish, reviews)
	var out Fixed
	body, err := database.Value[string](w.Store.db.QueryRowContext(ctx,
		"SELECT body FROM corrections WHERE run = $1 AND file = $2 AND wish = $3", r.ID, name, key))
	if err == nil {
		err = gob.NewDecoder(base64.NewDecoder(base64.StdEncoding, strings.NewReader(body))).Decode(&out)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return out, err
	}
	if out.Fixed, err = w.fix(ctx, r, name, wish, reviews); err != nil {
		return out, err
	}
	out.Text, out.Nothing = out.Diff(out.Name), nil
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(&out); err != nil || !r.State.Over() && r.State != Running {
		return out, err
	}
	return out, cmp.Or(exec(ctx, w.Store.db, `INSERT INTO corrections (run, file, wish, body, at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT (run, file, wish) DO UPDATE SET body = excluded.body`,
		r.ID, name, key, base64.StdEncoding.EncodeToString(text.Bytes()), now()),
		exec(ctx, w.Store.db, `DELETE FROM corrections WHERE run = $1 AND file = $2 AND wish <> '' AND at < (SELECT MIN(at)
			FROM (SELECT at FROM corrections WHERE run = $1 AND file = $2 ORDER BY at DESC LIMIT $3) AS last)`,
			r.ID, name, keptPlans))
}

// fix judges a file of a run again, with cached answers, and corrects it.
func (w *Worker) fix(ctx context.Context, r *Record, name string, wish Wish,
	reviews map[string]Review) (run.Fixed, error) {
	src, err := w.Store.file(r, name)
	if err != nil {
		return run.Fixed{}, err
	}
	named, err := w.Store.idsOf(ctx, r, name)
	if err != nil {
		return run.Fixed{}, err
	}
	s, opt, release, err := w.open(r.Options)
	if err != nil {
		return run.Fixed{}, err
	}
	defer release()
	beside := func(name string) ([]byte, error) { return w.Store.file(r, name) }
	var how run.FileFixing
	how.Likely, how.ShowTaken = wish.Likely, wish.All
	how.Take = func(ref *biblio.Reference) bool { return slices.Contains(wish.Take, cmp.Or(named[ref.ID], ref.ID)) }
	how.Accept = func(ref *biblio.Reference, patches []fix.Patch) bool {
		review, only := reviews[cmp.Or(named[ref.ID], ref.ID)], wish.Confirmed && !how.Take(ref)
		return !slices.ContainsFunc(patches, func(p fix.Patch) bool { return !review.Wants(p.Field, p.Cause, only) })
	}
	opt.Claims = nil // claims are not corrected
	out, err := run.FixFile(ctx, s, opt, run.File{Name: name, Source: src, Beside: beside}, how)
	for i := range out.Entries {
		out.Entries[i].ID = cmp.Or(named[out.Entries[i].ID], out.Entries[i].ID)
	}
	return out, err
}

// idsOf returns the ids of a file's findings in a run of several files, by their ids in the file alone.
func (s *Store) idsOf(ctx context.Context, r *Record, file string) (map[string]string, error) {
	named := map[string]string{}
	if len(r.Documents()) < 2 {
		return named, nil
	}
	alone := extract.IDs{}
	err := s.EachFinding(ctx, r.ID, Filter{}, func(f *report.Finding) {
		if f.File == file || strings.HasPrefix(f.File, file+extract.Inside) {
			named[alone.Take(cmp.Or(f.Key, f.ID))] = f.ID
		}
	})
	return named, err
}
