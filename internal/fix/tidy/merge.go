package tidy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// merged are entries of one work, one of which stays.
type merged struct {
	kept    int
	dropped []int
}

// merge merges the entries of one work. What the entry that stays does not state is taken from the others;
// where they say something else, a note is made.
func (t *tidier) merge(which string) (int, error) {
	var done []merged
	var gone []int
	var edits []bibtex.Edit
	named := t.namedKeys()
	for _, same := range t.sameWorks() {
		if !t.mergeable(same, named) {
			continue
		}
		if m := t.agreed(same, t.choose(same, which), which != "ask"); len(m.dropped) > 0 {
			done, gone = append(done, m), append(gone, m.dropped...)
		}
	}
	if len(done) == 0 {
		return 0, nil
	}
	slices.Sort(gone)
	before, stay := t.f, slices.DeleteFunc(t.numbers(), func(n int) bool {
		_, went := slices.BinarySearch(gone, n)
		return went
	})
	mapping := t.mergedKeys(done)
	for _, m := range done {
		edits = append(edits, t.joined(m, mapping)...)
	}
	for _, n := range stay {
		if t.sound[n] {
			edits = append(edits, t.referring(t.entry(n), mapping)...)
		}
	}
	groups := make([][]bibtex.Edit, len(t.entries))
	groups[done[0].kept] = edits // all or none: removed entries are identified by number
	notes, renamed := t.out.Notes, t.out.Renamed
	for _, m := range done {
		t.noteMerged(m, mapping)
	}
	said := t.out.Notes
	t.out.Notes = notes
	changed, err := t.make(groups, func(_, after *bibtex.File) bool {
		return alike(before, after, stay, func(_ int, a, b *bibtex.Item) bool { return kept(before, after, a, b) })
	})
	if changed == 0 || err != nil {
		t.out.Renamed = renamed
		return 0, err
	}
	t.out.Notes = said
	for i, n := range gone {
		t.works = slices.Delete(t.works, n-i, n-i+1)
	}
	return len(gone), nil
}

// agreed returns the entry that stays and those that are removed: all requested, or those that differ from the others
// only in form. If there are none for the chosen entry, another one may stay, unless the choice is binding.
func (t *tidier) agreed(same []int, kept int, free bool) merged {
	if kept < 0 {
		return merged{}
	}
	if t.opt.Settings["merge-conflicting"] == "true" {
		return merged{kept, slices.DeleteFunc(slices.Clone(same), func(n int) bool { return n == kept })}
	}
	best := t.agreeing(same, kept)
	for _, n := range same {
		if m := t.agreeing(same, n); free && len(m.dropped) > len(best.dropped) {
			best = m
		}
	}
	for _, n := range same {
		if n != best.kept && !slices.Contains(best.dropped, n) {
			t.note(n, true, "the same work as %s, which differs in more than form: %s; --merge-conflicting merges them",
				t.key(best.kept), strings.Join(t.conflicts(best.kept, n), ", "))
			t.show(best.kept, n)
		}
	}
	return best
}

// agreeing returns the entries that can be removed if one stays, and that agree among themselves.
func (t *tidier) agreeing(same []int, kept int) merged {
	m := merged{kept: kept}
	for _, n := range same {
		if n == kept || len(t.conflicts(kept, n)) > 0 ||
			slices.ContainsFunc(m.dropped, func(d int) bool { return len(t.conflicts(d, n)) > 0 }) {
			continue
		}
		m.dropped = append(m.dropped, n)
	}
	slices.SortStableFunc(m.dropped, func(a, b int) int { // a printed version says more than one ahead of print
		return cmp.Compare(min(1, len(t.work(b).Volume)), min(1, len(t.work(a).Volume)))
	})
	return m
}

// show adds entries to the last note.
func (t *tidier) show(entries ...int) {
	last := &t.out.Notes[len(t.out.Notes)-1]
	for _, n := range entries {
		last.Entries = append(last.Entries, t.f.Text(t.entry(n).Span))
	}
}

// joined returns the edits that merge several entries into one.
func (t *tidier) joined(m merged, mapping newKeys) (edits []bibtex.Edit) {
	var old []string
	for _, n := range m.dropped {
		edits = append(edits, t.removal(n))
		if mapping.replaces(t.key(n), t.key(m.kept)) {
			old = append(old, t.key(n))
		}
	}
	edits = append(edits, t.adopted(m.kept, m.dropped, mapping)...)
	return append(edits, t.alias(m.kept, old)...)
}

// mergedKeys maps the old keys to the new ones after a merge.
func (t *tidier) mergedKeys(done []merged) newKeys {
	fresh := make([]string, len(t.entries))
	for _, m := range done {
		for _, n := range m.dropped {
			fresh[n] = t.key(m.kept)
		}
	}
	return t.mapped(fresh)
}

// sameWorks lists the groups of entries that cite one work, by their numbers.
func (t *tidier) sameWorks() [][]int {
	number := map[*biblio.Work]int{}
	for n, w := range t.works {
		number[w] = n
	}
	root := t.numbers()
	find := func(n int) int {
		for root[n] != n {
			n = root[n]
		}
		return n
	}
	for _, pair := range lint.SameWorks(t.opt.References) {
		a, okA := number[&t.opt.References[pair[0]].Claimed]
		b, okB := number[&t.opt.References[pair[1]].Claimed]
		if okA && okB {
			a, b = find(a), find(b)
			root[max(a, b)] = min(a, b)
		}
	}
	members := make([][]int, len(t.entries))
	for n := range root {
		members[find(n)] = append(members[find(n)], n)
	}
	return slices.DeleteFunc(members, func(list []int) bool { return len(list) < 2 })
}

// mergeable reports whether entries may be merged: all were parsed without a problem and no other entry names
// one of them.
func (t *tidier) mergeable(same []int, named map[string]bool) bool {
	for _, n := range same {
		switch {
		case !t.sound[n]:
			t.note(n, true, "the same work appears again, in an entry that is damaged")
			return false
		case named[strings.ToLower(t.key(n))]:
			t.note(n, true, "the same work appears again, in an entry that others refer to")
			return false
		}
	}
	return true
}

// namedKeys returns the keys, in lower case, that entries refer to.
func (t *tidier) namedKeys() map[string]bool {
	named := map[string]bool{}
	t.eachNamed(func(_ int, _ *bibtex.Field, key string) { named[key] = true })
	return named
}

// choose returns the entry that stays, or -1 to keep all.
func (t *tidier) choose(same []int, which string) int {
	switch which {
	case "fullest":
		best := same[0]
		for _, n := range same {
			if t.filled(n) > t.filled(best) {
				best = n
			}
		}
		return best
	case "ask":
		list := lists.Map(same, func(n int) string { return t.f.Text(t.entry(n).Span) })
		if t.opt.Ask == nil {
			return -1
		}
		if i := t.opt.Ask(list); i >= 0 && i < len(same) {
			return same[i]
		}
		return -1
	}
	return same[0]
}

// filled counts the non-empty fields of an entry.
func (t *tidier) filled(n int) int {
	return lists.Count(t.entry(n).Fields, func(f bibtex.Field) bool {
		return strings.TrimSpace(t.f.Expand(f.Value)) != ""
	})
}
