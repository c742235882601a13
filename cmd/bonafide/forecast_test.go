package main

import (
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source"
)

func TestSayForecast(t *testing.T) {
	var b strings.Builder
	sayForecast(&b, setup.Forecast{References: 100, Requests: 186, Time: 55 * time.Second,
		Services: []source.Expected{{Service: "openalex", Requests: 56}, {Service: "crossref", Requests: 43}, {Requests: 9},
			{Service: "arxiv", Requests: 78}},
		Credits: []setup.Credits{{Service: "openalex", Spend: 551, Left: 1000}}})
	const want = `bonafide: titles, names and identifiers of what this machine does not settle go to scholarly services: up to about 186 requests for 100 references (openalex 56, crossref 43, pages 9, others 78), 55s at their limits; cached answers save some
bonafide: about 551 credits of the 1000 that openalex has left for today
`
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
}
