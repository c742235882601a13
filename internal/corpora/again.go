package corpora

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// partKey identifies a part and its content as a service states it.
type partKey struct {
	name, md5 string
	size      int64
}

func keyOf(p dump.Part) partKey { return partKey{p.Name, p.MD5, p.Size} }

// again lists a dump anew if the part at which a build stopped is no longer listed, because its service has
// replaced the files of the plan. What was read stays if it is still listed; otherwise everything starts anew.
// It returns false if the part is listed as before, so that the service has merely failed.
func (g *Getter) again(ctx context.Context, p dump.Public, pl *plan, dir string, stopped int) (bool, error) {
	if p.Layout != dump.Listing && p.Layout != dump.Manifest || stopped >= len(pl.Parts) {
		return false, nil
	}
	listed, err := g.Fetcher.Parts(ctx, p, time.Time{}, g.Now().UTC())
	if err != nil {
		return false, nil // the error is the one that stopped the build
	}
	if slices.ContainsFunc(listed, func(part dump.Part) bool { return keyOf(part) == keyOf(pl.Parts[stopped]) }) {
		return false, nil
	}
	g.step(StepAgain, pl.Parts[stopped].Name)
	work := filepath.Join(dir, getName, indexName)
	var kept []dump.Part
	whole := false
	if pl.Keep {
		listed, whole = newParts(listed, describe(dir, pl.Name).Parts, p.Layout == dump.Listing)
		pl.Keep = !whole
	}
	if !whole { // otherwise what was read as updates is a new baseline
		kept = stillListed(pl.Parts, listed, work)
	}
	pl.Parts = append(kept, remaining(pl.Parts, listed, kept)...)
	if len(kept) == 0 {
		if err := os.RemoveAll(work); err != nil {
			return false, err
		}
	} else if err := renameFiles(work, pl.Parts); err != nil {
		return false, err
	}
	return true, g.save(dir, pl)
}

// stillListed returns the parts of a plan that were read into complete segments, or are being read; none if one
// of them is no longer listed.
func stillListed(planned, listed []dump.Part, work string) []dump.Part {
	state, err := readState(work)
	if err != nil || !index.Exists(work) {
		return nil
	}
	n := state.Done
	if state.At != nil {
		n++
	}
	kept := slices.Clone(planned[:min(n, len(planned))])
	for _, part := range kept {
		if !slices.ContainsFunc(listed, func(l dump.Part) bool { return keyOf(l) == keyOf(part) }) {
			return nil
		}
	}
	return kept
}

// remaining returns the listed parts that were not kept, with what is known about those already downloaded.
func remaining(planned, listed, kept []dump.Part) (rest []dump.Part) {
	had := map[partKey]dump.Part{}
	for _, part := range planned {
		had[keyOf(part)] = part
	}
	for _, part := range listed {
		if slices.ContainsFunc(kept, func(k dump.Part) bool { return keyOf(k) == keyOf(part) }) {
			continue
		}
		part.Stamp = had[keyOf(part)].Stamp
		rest = append(rest, part)
	}
	return rest
}

// renameFiles replaces the list of files in the state of an intake with one that begins in the same way.
func renameFiles(work string, parts []dump.Part) error {
	state, err := readState(work)
	if err != nil {
		return err
	}
	state.Files = nil
	for _, part := range parts {
		state.Files = append(state.Files, part.Name)
	}
	return writeJSON(filepath.Join(work, stateName), state)
}
