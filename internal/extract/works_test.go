package extract

import (
	"reflect"
	"strings"
	"testing"
)

// TestWorks reads a bibliography repeatedly while it is edited: what was kept of the earlier reading changes nothing.
func TestWorks(t *testing.T) {
	entry := func(key, title string) string {
		return "@article{" + key + ", author = {Ada Lovelace and M{\\\"u}ller, Karin}, title = {" + title +
			"}, journal = jour, year = 1999, note = {n}}\n"
	}
	var works Works
	for _, text := range []string{
		"@string{jour = {Journal of Examples}}\n" + entry("a", "One") + entry("b", "Two"),
		"@string{jour = {Journal of Examples}}\n" + entry("a", "One") + entry("b", "Two and a half"),
		"@string{jour = {Another Journal}}\n" + entry("a", "One") + entry("b", "Two"),
		entry("b", "Two") + strings.Repeat("% nothing\n", 3) + entry("a", "One"),
		"",
		entry("a", "One"),
	} {
		want, wantErr := Read("a.bib", []byte(text), Options{})
		got, err := Read("a.bib", []byte(text), Options{Works: &works})
		if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %+v, want %+v", text, got, want)
		}
		for i := range got.References { // a caller that changes its result changes nothing here
			if got.References[i].Extra != nil {
				got.References[i].Extra["note"] = "changed"
			}
		}
	}
}
