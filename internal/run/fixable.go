package run

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// customs are the habits of the given files that can be corrected, by which fix decides what to add.
type customs map[string]custom

type custom struct {
	fix.Options
	written func(*biblio.Reference, *fix.Correction) fix.Correction // returns what can be written
}

// correctable are the endings of the files that fix corrects.
var correctable = []string{".bib", ".ris", ".json", ".txt"}

// stands returns the patches whose old value is in the text, and those that add a field to an entry.
func stands(ref *biblio.Reference, c *fix.Correction) fix.Correction {
	can, printed := *c, strings.EqualFold(path.Ext(ref.Place.File), ".txt")
	can.Patches = slices.DeleteFunc(slices.Clone(c.Patches), func(p fix.Patch) bool {
		return p.Aim == fix.Publishes || printed && !formats.Prints(ref, c, p)
	})
	return can
}

// formMost is the length of the longest file whose syntax tree is kept; of longer ones all patches count.
const formMost = 16 << 20

// customsOf derives the customs of files from their references; read returns the text of a file.
func customsOf(refs []biblio.Reference, read func(name string) ([]byte, error)) customs {
	byFile, length := map[string][]*biblio.Work{}, map[string]int{}
	for i := range refs {
		if file := refs[i].Place.File; slices.Contains(correctable, strings.ToLower(path.Ext(file))) {
			byFile[file] = append(byFile[file], &refs[i].Claimed)
			length[file] = max(length[file], refs[i].Place.Span.End)
		}
	}
	c := customs{}
	for file, stated := range byFile {
		c[file] = custom{fix.Options{}.Learned(slices.Values(stated)), stands}
		if !strings.EqualFold(path.Ext(file), ".bib") {
			continue
		}
		parse := sync.OnceValue(func() func(*biblio.Reference, *fix.Correction) fix.Correction {
			planned := func(_ *biblio.Reference, c *fix.Correction) fix.Correction { return *c }
			if length[file] > formMost {
				return planned
			}
			src, err := read(file)
			if err != nil { // inside an archive: the content of entries is known, but not their form
				return planned
			}
			return fix.Writes(src)
		})
		written := func(ref *biblio.Reference, c *fix.Correction) fix.Correction {
			if len(c.Patches) == 0 {
				return *c
			}
			return parse()(ref, c)
		}
		c[file] = custom{fix.Options{}.Learned(slices.Values(stated)), written}
	}
	return c
}

// corrigible says in a row what fix would do about each difference, and which commands would change the entry.
func (r *Run) corrigible(f *audit.Finding, row *report.Finding) {
	file, ok := r.customs[row.File]
	if !ok && f.Verdict.Outcome != judge.Discrepant && f.Verdict.Outcome != judge.Doubtful {
		return
	}
	opt := file.Options
	plan := fix.Plan(f, opt)
	can := plan
	if ok {
		can = file.written(&f.Reference, &plan)
		can.Unactionable = file.writable(f, can.Unactionable)
		plan.Unactionable = can.Unactionable
	}
	Ruled(f, row, &can)
	if ok {
		row.Fixable = r.commands(f, row, &file, &plan, can.Patches)
	}
}

// writable returns what is left alone, with why an offer cannot be written in place of those.
func (c *custom) writable(f *audit.Finding, left []fix.Unactionable) []fix.Unactionable {
	if !slices.ContainsFunc(left, func(u fix.Unactionable) bool { return u.Hold == fix.Likely }) {
		return left
	}
	opt := c.Options
	opt.Likely = true
	plan := fix.Plan(f, opt)
	cannot := slices.DeleteFunc(c.written(&f.Reference, &plan).Unactionable,
		func(u fix.Unactionable) bool { return u.Doubt != judge.Unwritable })
	left = slices.Clone(left)
	for i, u := range left {
		at := slices.IndexFunc(cannot, func(other fix.Unactionable) bool { return other.Field == u.Field })
		if u.Hold == fix.Likely && at >= 0 {
			left[i] = cannot[at]
		}
	}
	return left
}

// Ruled says in a row what a correction does about each difference, and why.
func Ruled(f *audit.Finding, row *report.Finding, c *fix.Correction) {
	for i := range f.Verdict.Reasons {
		if r := &f.Verdict.Reasons[i]; r.Differs() {
			pen, doubt, why := c.Pen(r)
			row.Reasons[i].Pen, row.Reasons[i].Doubt, row.Reasons[i].Why = string(pen), string(doubt), why
		}
	}
}

// commands lists the commands that would change an entry; of plan, what fix would do, written is what can be written.
func (r *Run) commands(f *audit.Finding, row *report.Finding, file *custom, plan *fix.Correction,
	written []fix.Patch) (list []string) {
	opt := file.Options
	would := func(command string, plan *fix.Correction, written []fix.Patch, wanted func(fix.Patch) bool) {
		offered := offers(plan)
		switch {
		case dismissed(*row, slices.Concat(plan.Patches, offered)):
		case slices.ContainsFunc(written, wanted):
			list = append(list, command)
		}
		if command == report.ByFix && len(offered) > 0 && !dismissed(*row, offered) {
			list = append(list, report.ByLikely)
		}
	}
	any := func(fix.Patch) bool { return true }
	would(report.ByFix, plan, written, any)
	if fix.CitesPreprint(f) {
		published := opt
		published.Prefer = fix.Published
		plan := fix.Plan(f, published)
		would(report.ByPublished, &plan, file.written(&f.Reference, &plan).Patches,
			func(p fix.Patch) bool { return p.Aim == fix.Publishes })
	}
	if fix.LacksDOI(f) {
		add := opt
		add.Add, add.Fields = []biblio.Field{biblio.FieldDOI}, []biblio.Field{biblio.FieldDOI}
		plan := fix.Plan(f, add)
		would(report.ByAddingDOI, &plan, file.written(&f.Reference, &plan).Patches, any)
	}
	return list
}

func offers(plan *fix.Correction) (list []fix.Patch) {
	for _, u := range plan.Unactionable {
		if u.Hold == fix.Likely {
			list = append(list, fix.Patch{Field: u.Field, To: u.To})
		}
	}
	return list
}
