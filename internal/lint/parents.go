package lint

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// collectParents notes the keys that entries of a file inherit from or relate
// to, in small letters, and all further keys under which entries are cited.
func collectParents(f *bibtex.File, parents, defined map[string]bool) {
	for i := range f.Items {
		it := &f.Items[i]
		if it.Kind != bibtex.Entry {
			continue
		}
		defined[strings.TrimSpace(f.Key(it))] = true
		for j := range it.Fields {
			field := &it.Fields[j]
			name := f.FieldName(field)
			if !crossReference[name] {
				continue
			}
			for _, key := range strings.Split(f.Expand(field.Value), ",") {
				if key = strings.TrimSpace(key); key == "" {
					continue
				}
				if name == "ids" {
					defined[key] = true
				} else {
					parents[strings.ToLower(key)] = true
				}
			}
		}
	}
}
