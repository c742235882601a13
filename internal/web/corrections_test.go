package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestDismissed: corrections of dismissed findings are withheld everywhere, also if two files have entries with
// the same key.
func TestDismissed(t *testing.T) {
	d := serve(t, nil)
	other := strings.Replace(entries, "{2011}", "{2013}", 1)
	run := decoded[someRun](t, upload(t, d, "", map[string]string{"a.bib": entries, "b.bib": other}),
		http.StatusCreated).ID
	followed(t, d, run, "", 0)
	ids := map[string]string{} // of the wrong entry, by file
	for _, item := range get[some](t, d, "/api/v1/runs/"+run+"/findings").Items {
		var f struct{ ID, Key, File string }
		if err := json.Unmarshal(item, &f); err != nil {
			t.Fatal(err)
		}
		if f.Key == "wrong" {
			ids[f.File] = f.ID
		}
	}
	if len(ids) != 2 || ids["a.bib"] == ids["b.bib"] {
		t.Fatal(ids)
	}
	decide := func(file, decision string) {
		t.Helper()
		req := request(t, http.MethodPost, d.URL+"/runs/"+run+"/review",
			strings.NewReader("decision="+decision+"&id="+strings.ReplaceAll(ids[file], "#", "%23")))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer(t, req)
	}
	holds := func(when string, query, a, b string) {
		t.Helper()
		for file, year := range map[string]string{"a.bib": a, "b.bib": b} {
			if got := text(t, d, "/api/v1/runs/"+run+"/fix?file="+file+query, http.StatusOK); !strings.Contains(got,
				"year={"+year+"}, pages={770--778}") {
				t.Errorf("%s: %s has not %s:\n%s", when, file, year, got)
			}
		}
		if query != "" {
			return
		}
		page, listed := text(t, d, "/runs/"+run+"/corrections", http.StatusOK), text(t, d,
			"/api/v1/runs/"+run+"/corrections", http.StatusOK)
		for file, changes := range map[string]bool{"a.bib": a == "2016", "b.bib": b == "2016"} {
			if strings.Contains(page, `data-id="`+ids[file]+`"`) != changes ||
				strings.Contains(listed, `"to":"2016"`) != (a == "2016" || b == "2016") {
				t.Errorf("%s: the corrections of %s are not as they should be:\n%s", when, file, page)
			}
		}
	}
	before := text(t, d, "/api/v1/runs/"+run+"/report", http.StatusOK)
	holds("nothing decided", "", "2016", "2016")
	holds("nothing decided, only confirmed", "&only=confirmed", "2011", "2013")
	decide("b.bib", "dismiss")
	holds("one dismissed", "", "2016", "2013")
	decide("a.bib", "confirm")
	holds("one confirmed", "&only=confirmed", "2016", "2013")
	decide("a.bib", "dismiss")
	holds("both dismissed", "", "2011", "2013")
	reported := text(t, d, "/api/v1/runs/"+run+"/report", http.StatusOK)
	if n := strings.Count(reported, `"by":"review"`); n != 2 ||
		!strings.Contains(reported, `"suppressed":{"accepted":2}`) ||
		strings.Count(reported, "\n") != strings.Count(before, "\n") {
		t.Errorf("the report has %d dismissed findings:\n%s", n, reported)
	}
	if junit := text(t, d, "/api/v1/runs/"+run+"/report?format=codequality",
		http.StatusOK); strings.Contains(junit, "year") {
		t.Errorf("a dismissed finding is reported:\n%s", junit)
	}
	decide("b.bib", "")
	holds("one taken back", "", "2011", "2016")
	decide("a.bib", "")
	if after := text(t, d, "/api/v1/runs/"+run+"/report", http.StatusOK); after != before {
		t.Errorf("the report is another once nothing is dismissed:\n%s", after)
	}
}
