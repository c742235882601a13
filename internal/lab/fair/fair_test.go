package fair

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/index"
)

func worlds(t *testing.T, seed uint64) []World {
	t.Helper()
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	ix, err := index.InMemory(records)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	list, err := Make(ix, 4, seed)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestSameSeedSameCases(t *testing.T) {
	first, again := worlds(t, 3), worlds(t, 3)
	for i := range first {
		if !reflect.DeepEqual(first[i].Cases, again[i].Cases) {
			t.Errorf("%s differs from run to run", first[i].Family.Name)
		}
		if len(first[i].Cases) == 0 {
			t.Errorf("%s has no case", first[i].Family.Name)
		}
	}
}

// The records beside a reference are what its family says.
func TestFamiliesAreWhatTheySay(t *testing.T) {
	tempting := map[string]func(c Case, r *biblio.Record) bool{
		"sibling": func(c Case, r *biblio.Record) bool { return !strings.Contains(c.Entry, r.FullTitle()) },
		"preprint-only": func(_ Case, r *biblio.Record) bool {
			return r.Origin.Kind == biblio.PreprintServer && len(r.IDs) == 1
		},
		"dirty-record": func(_ Case, r *biblio.Record) bool { return r.Origin.Kind == biblio.PersonalList },
		"shortdoi":     func(c Case, _ *biblio.Record) bool { return strings.Contains(c.Entry, "doi = {10/g") },
		"issn":         func(c Case, _ *biblio.Record) bool { return strings.Contains(c.Entry, "isbn = {") },
		"macro":        func(c Case, _ *biblio.Record) bool { return strings.Contains(c.Entry, `{\`) },
		"lost-letters-recorded": func(_ Case, r *biblio.Record) bool {
			for _, a := range r.Authors() {
				if len(withoutLetters(a.Family)) > 3 && withoutLetters(a.Family) != a.Family {
					return false
				}
			}
			return true
		},
	}
	for _, w := range worlds(t, 5) {
		test := tempting[w.Family.Name]
		for _, c := range w.Cases {
			if len(c.Records) == 0 {
				t.Errorf("%s: nothing is on record", c.Key)
			}
			for i := range c.Records {
				if test != nil && !test(c, &c.Records[i]) {
					t.Errorf("%s: %s\n%+v", c.Key, c.Entry, c.Records[i])
				}
			}
		}
	}
}
