package match

import (
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestOtherCalendar: a year in another calendar is the year of the record, and no other.
func TestOtherCalendar(t *testing.T) {
	for _, c := range []struct {
		claimed, recorded int
		want              Agreement
	}{
		{1398, 2019, Variant}, {1398, 2020, Variant}, {1398, 2018, Differs}, {1398, 2021, Differs}, {2019, 1398, Variant},
		{1440, 2018, Variant}, {1440, 2019, Variant}, {1440, 2020, Differs},
		{2557, 2014, Variant}, {2557, 2015, Differs},
		{1998, 2019, Differs}, {1200, 1821, Differs},
	} {
		year := func(y int) *biblio.Work { return flat(biblio.Flat{Title: "A title", Year: biblio.Year(fmt.Sprint(y))}) }
		if f := Compare(year(c.claimed), year(c.recorded)).Of(biblio.FieldYear); f.Agreement != c.want {
			t.Errorf("%+v: %v", c, f.Agreement)
		}
	}
}
