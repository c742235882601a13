package runs

import (
	"reflect"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// TestTallyTags: every count but that of all references is of an outcome or a gravity, and all of them are counted.
func TestTallyTags(t *testing.T) {
	known := map[string]bool{}
	for _, o := range judge.Outcomes {
		known[o.String()] = true
	}
	for _, g := range judge.Gravities {
		known[g.String()] = g != judge.NoGravity
	}
	of := reflect.TypeFor[Tally]()
	for i := range of.NumField() {
		field := of.Field(i)
		if word := field.Tag.Get("of"); field.Name != "References" && !known[word] || field.Type.Kind() != reflect.Int {
			t.Errorf("%s counts %q", field.Name, word)
		} else {
			delete(known, word)
		}
	}
	for word, counts := range known {
		if counts {
			t.Errorf("no count of %s", word)
		}
	}
}
