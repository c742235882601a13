package tidy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// newKeys maps the keys of a file to the new keys of their entries.
type newKeys struct{ exact, normalised map[string]string }

// mapped maps old keys to new ones; if several entries have one key, the first is meant.
func (t *tidier) mapped(fresh []string) newKeys {
	m := newKeys{map[string]string{}, map[string]string{}}
	for n, key := range fresh {
		old := t.key(n)
		key = cmp.Or(key, old)
		if _, has := m.exact[old]; !has {
			m.exact[old] = key
		}
		if _, has := m.normalised[strings.ToLower(old)]; !has {
			m.normalised[strings.ToLower(old)] = key
		}
	}
	return m
}

// of returns the key that replaces one, matched exactly or else without regard to case.
func (m newKeys) of(key string) (string, bool) {
	if fresh, ok := m.exact[key]; ok {
		return fresh, true
	}
	fresh, ok := m.normalised[strings.ToLower(key)]
	return fresh, ok
}

// replaces reports whether fresh replaces old as a key.
func (m newKeys) replaces(old, fresh string) bool { return old != fresh && m.exact[old] == fresh }

// rekey writes new keys, also where the old ones are named.
func (t *tidier) rekey(fresh []string) (int, error) {
	groups := make([][]bibtex.Edit, len(t.entries))
	mapping := t.mapped(fresh)
	var all []bibtex.Edit
	changed := 0
	for n, key := range fresh {
		it := t.entry(n)
		if key != "" && key != t.key(n) {
			all = append(all, bibtex.Edit{Span: it.Key, Text: key})
			if old := t.key(n); mapping.exact[old] == key { // if several have one key, the first is meant
				all = append(all, t.alias(n, []string{old})...)
			}
			changed++
		}
		if t.sound[n] {
			all = append(all, t.referring(it, mapping)...)
		}
	}
	if changed == 0 {
		return 0, nil
	}
	groups[0] = all
	before := t.f
	made, err := t.make(groups, func(_, after *bibtex.File) bool {
		return len(before.Items) == len(after.Items) &&
			alike(before, after, t.numbers(), func(n int, a, b *bibtex.Item) bool {
				return keyOf(after, b) == cmp.Or(fresh[n], keyOf(before, a)) &&
					sameFields(before, after, a, b, namesKeys, itself)
			})
	})
	if made == 0 || err != nil {
		return 0, err
	}
	t.noteRenamed(before, fresh)
	return changed, nil
}

// noteRenamed records the keys that changed. A key that two entries shared meant the first.
func (t *tidier) noteRenamed(before *bibtex.File, fresh []string) {
	seen := map[string]bool{}
	for n, it := range entriesOf(before) {
		old := keyOf(before, it)
		if fresh[n] != "" && fresh[n] != old {
			if seen[old] {
				t.note(n, false, "key changed from %s, which another entry has too", old)
			} else {
				t.out.Renamed = append(t.out.Renamed, Rename{old, fresh[n], t.kind})
			}
		}
		seen[old] = true
	}
}

// namesKeys reports whether a field contains keys; in text fields they are in \cite{…}.
func namesKeys(field string) bool {
	return bibfield.Of(field).Is(bibfield.Keys | bibfield.Cites)
}

// eachNamed passes on the keys, in lower case, that fields of entries name.
func (t *tidier) eachNamed(take func(n int, field *bibtex.Field, key string)) {
	for n := range t.entries {
		it := t.entry(n)
		for i := range it.Fields {
			if field := &it.Fields[i]; slices.Contains(bibfield.Referring, t.f.FieldName(field)) {
				for _, key := range split(t.f.Expand(field.Value)) {
					take(n, field, strings.ToLower(key))
				}
			}
		}
	}
}

// fixedKeys returns the keys, in lower case, that are named where they cannot be changed: in damaged entries,
// and in values built with macros.
func (t *tidier) fixedKeys() map[string]bool {
	fixed := map[string]bool{}
	t.eachNamed(func(n int, field *bibtex.Field, key string) {
		if _, text, ok := t.f.Inside(field); !ok || !t.sound[n] || strings.ContainsAny(text, `\{}`) {
			fixed[key] = true
		}
	})
	for n, sound := range t.sound {
		if !sound {
			fixed[strings.ToLower(t.key(n))] = true
		}
	}
	return fixed
}

// referring returns the edits for fields of an entry that name keys being changed.
func (t *tidier) referring(it *bibtex.Item, mapping newKeys) (edits []bibtex.Edit) {
	for i := range it.Fields {
		field := &it.Fields[i]
		span, text, ok := t.f.Inside(field)
		name := t.f.FieldName(field)
		switch {
		case !ok:
		case slices.Contains(bibfield.Referring, name):
			edits = append(edits, keysIn(text, span.Start, mapping.of)...)
		case bibfield.Of(name).Is(bibfield.Cites) && strings.Contains(text, "cite"):
			edits = append(edits, citedIn(text, span.Start, mapping.of)...)
		}
	}
	return edits
}

// alias returns the edits that keep old keys as aliases of an entry, if requested.
func (t *tidier) alias(n int, old []string) []bibtex.Edit {
	if t.opt.Settings["aliases"] != "true" || len(old) == 0 {
		return nil
	}
	it := t.entry(n)
	field, _ := t.f.Field(it, "ids")
	if field == nil {
		edits, err := t.f.InsertField(it, -1, "ids", "{"+strings.Join(old, ",")+"}")
		if err != nil {
			t.note(n, true, "ids: %s", err)
		}
		return edits
	}
	_, text, ok := t.f.Inside(field)
	if !ok {
		t.note(n, true, "ids is built with macros: %s is to be added by hand", strings.Join(old, ", "))
		return nil
	}
	have := split(text)
	for _, key := range old {
		if !slices.Contains(have, key) {
			have = append(have, key)
		}
	}
	return t.put(field, strings.Join(have, ","))
}
