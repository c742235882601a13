package online

import (
	"context"
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
)

// TestCommonTitle looks for a work among many with the same title: the service is queried again with the first
// author if the first answer has no room for it.
func TestCommonTitle(t *testing.T) {
	var works []biblio.Flat
	for i := range 30 {
		works = append(works,
			biblio.Flat{Type: "article-journal", Title: "Deep Learning",
				Authors: []string{"Maria Number" + string(rune('a'+i%26)), "John Doe"},
				Venue:   fmt.Sprintf("Journal %d", i), Year: biblio.Year(fmt.Sprint(1990 + i)),
				DOI: fmt.Sprintf("10.1000/dl.%d", i)})
	}
	works[25].Authors[0] = "Grace Hopper"
	server := fixtureserver.New(works)
	defer server.Close()
	for family, want := range map[string]int{"Hopper": 2, "Numbera": 1, "Quillfeather": 2} {
		server.Reset()
		f := works[25]
		f.DOI, f.Authors = "", []string{"Grace " + family}
		client := sourcetest.Client(server, nil)
		answer, err := newOpenAlex(Config{Client: client}).Lookup(context.Background(), sourcetest.Query(f))
		client.Close()
		found := false
		for _, h := range answer.Hits {
			found = found || h.Record.ID(ident.DOI).Value == works[25].DOI
		}
		if err != nil || found != (family == "Hopper") || server.Total() != want {
			t.Errorf("%s: found %v with %d requests, want %d: %v", family, found, server.Total(), want, err)
		}
	}
}
