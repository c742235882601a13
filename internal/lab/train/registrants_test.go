package train

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
)

func TestLearnRegistrants(t *testing.T) {
	var records []biblio.Record
	for i := range 250 {
		f := biblio.Flat{Title: fmt.Sprint("Work ", i), Venue: "Nature", DOI: fmt.Sprint("10.1038/x", i)}
		if i == 0 {
			f.DOI = "10.5072/stray" // one in 250 does not make a registrant of the container
		}
		records = append(records, biblio.Record{Work: f.Work(), LocalID: fmt.Sprint(i)})
	}
	few := biblio.Flat{Title: "Alone", Venue: "Science", DOI: "10.1126/1"}
	records = append(records, biblio.Record{Work: few.Work()})
	ix, err := index.InMemory(records)
	if err != nil {
		t.Fatal(err)
	}
	learned, err := LearnRegistrants(ix)
	if err != nil {
		t.Fatal(err)
	}
	all, containers := learned.Texts()
	if all != "1038 1126 5072\n" || !strings.HasSuffix(containers, " 1038\n") || strings.Count(containers, "\n") != 1 {
		t.Errorf("got %q and %q", all, containers)
	}
}
