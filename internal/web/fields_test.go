package web_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/testing/venuetest"
	"github.com/bonafide-audit/bonafide/row"
)

// A decision about one field removes only that field from the report and the corrections, on the page and in
// the API; one about all replaces it.
func TestDecisionsByField(t *testing.T) {
	d := serve(t, nil)
	const bib = `@article{two, author={Yann LeCun and Geoffrey Hinton}, title={Deep learning}, journal={Nature}, volume={521},
  number={7553}, pages={436--444}, year={2012}, doi={10.1038/nature14539}}
`
	run := finished(t, d, map[string]string{"refs.bib": bib})
	fixed := func() string { return text(t, d, "/runs/"+run+"/corrected?file=refs.bib", http.StatusOK) }
	if got := fixed(); !strings.Contains(got, "Bengio") {
		t.Fatalf("the corrections do not show what this test needs:\n%s", got)
	}
	page := text(t, d, "/runs/"+run+"/finding?id=two", http.StatusOK)
	for _, want := range []string{`name="field" value="year"`, `name="field" value="authors"`,
		`aria-label="Dismiss year"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	review := func(values ...string) {
		t.Helper()
		form := url.Values{"id": {"two"}}
		for i := 0; i < len(values); i += 2 {
			form.Set(values[i], values[i+1])
		}
		req := request(t, http.MethodPost, d.URL+"/runs/"+run+"/review", strings.NewReader(form.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept", "application/json")
		if res := answer(t, req); res.StatusCode != http.StatusNoContent {
			t.Fatalf("%v: %s", values, res.Status)
		}
	}
	review("field", "year", "decision", "dismiss", "reason", "the reprint")
	if got := fixed(); !strings.Contains(got, "Bengio") {
		t.Errorf("with the year dismissed:\n%s", got)
	}
	report := text(t, d, "/runs/"+run+"/report?format=jsonl", http.StatusOK)
	if !strings.Contains(report, `"accepted":[{"code":"H4","field":"year","reason":"the reprint"`) ||
		strings.Contains(report, `"suppressed"`) {
		t.Errorf("the report: %s", report)
	}
	if shown := text(t, d, "/runs/"+run+"/report?format=text", http.StatusOK); !strings.Contains(shown,
		"dismissed H4 (year)") {
		t.Errorf("the report for people: %s", shown)
	}
	decide := func(body string, status int) {
		t.Helper()
		req := request(t, http.MethodPost, d.URL+"/api/v1/runs/"+run+"/decisions", bytes.NewBufferString(body))
		req.Header.Set("Content-Type", "application/json")
		if res := answer(t, req); res.StatusCode != status {
			t.Errorf("%s: %s", body, res.Status)
		}
	}
	decide(`{"finding":"two","field":"authors","decision":"dismiss"}`, http.StatusNoContent)
	if got := fixed(); got != bib {
		t.Errorf("with both dismissed:\n%s", got)
	}
	if report := text(t, d, "/runs/"+run+"/report?format=jsonl", http.StatusOK); !strings.Contains(report,
		`"suppressed":"accepted"`) {
		t.Errorf("with all fields dismissed: %s", report)
	}
	list := get[struct {
		Items []struct{ Finding, Field, Decision, Reason string }
	}](t, d, "/api/v1/runs/"+run+"/decisions").Items
	if len(list) != 2 || list[0].Field != "authors" || list[1].Field != "year" || list[1].Reason != "the reprint" {
		t.Errorf("%+v", list)
	}
	decide(`{"finding":"two","field":"pages","decision":"dismiss"}`, http.StatusUnprocessableEntity)
	decide(`{"finding":"two","decision":"maybe"}`, http.StatusUnprocessableEntity)
	decide(`{"finding":"none","decision":"confirm"}`, http.StatusNotFound)
	decide(`{"finding":"two","decision":"confirm"}`, http.StatusNoContent)
	if got := fixed(); !strings.Contains(got, "Bengio") {
		t.Errorf("with all confirmed:\n%s", got)
	}
	decide(`{"finding":"two","decision":""}`, http.StatusNoContent)
}

// A link to a report is created and revoked through the API.
func TestSharesByAPI(t *testing.T) {
	d := serve(t, nil)
	run := finished(t, d, map[string]string{"refs.bib": entries})
	res := answer(t, request(t, http.MethodPost, d.URL+"/api/v1/runs/"+run+"/shares", nil))
	link := decoded[struct{ Path, Expires string }](t, res, http.StatusCreated)
	if page := text(t, d, link.Path, http.StatusOK); !strings.Contains(page, "Deep Residual") || link.Expires == "" {
		t.Errorf("%+v: %.200s", link, page)
	}
	if res := answer(t,
		request(t, http.MethodDelete, d.URL+"/api/v1/runs/"+run+"/shares", nil)); res.StatusCode != http.StatusNoContent {
		t.Error(res.Status)
	}
	text(t, d, link.Path, http.StatusNotFound)
}

// In a venue people decide about single fields, on the page of a finding and in the API.
func TestVenueFields(t *testing.T) {
	d := serve(t, nil)
	if err := d.Store.CreateVenue(t.Context(), runs.Venue{Name: "v"}); err != nil {
		t.Fatal(err)
	}
	wrong := venuetest.Row("wrong", "On Trees", "discrepant", "substantive", "H3")
	wrong.Codes = []string{"H3", "H4"}
	wrong.Reasons = []row.Reason{
		{Rule: "venue-differs", Field: "venue", Claimed: "Nature", Recorded: "Science", Gravity: "substantive",
			Strength: "certain"},
		{Rule: "year-differs", Field: "year", Claimed: "1998", Recorded: "1999", Gravity: "slip", Strength: "certain"}}
	venuetest.New(t, d.Store, d.Folder, "").Paper(t, "v", runs.NewPaper{ID: "1"}, "one", wrong)
	triage := func(body string, status int) {
		t.Helper()
		req := request(t, http.MethodPost, d.URL+"/api/v1/venues/v/papers/1/triage", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		if res := answer(t, req); res.StatusCode != status {
			t.Errorf("%s: %s", body, res.Status)
		}
	}
	triage(`{"id": "wrong", "field": "pages", "verdict": "dismiss", "seen": 0}`, http.StatusUnprocessableEntity)
	triage(`{"id": "wrong", "field": "year", "verdict": "dismiss", "note": "reprint", "seen": 0}`, http.StatusOK)
	triage(`{"id": "wrong", "field": "year", "verdict": "confirm", "seen": 0}`, http.StatusConflict)
	page := text(t, d, "/venues/v/papers/1/finding?id=wrong", http.StatusOK)
	for _, want := range []string{"you about year: dismiss", `aria-label="Undo year"`, `aria-label="Dispute venue"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of the finding lacks %s:\n%s", want, page)
		}
	}
	form := url.Values{"id": {"wrong"}, "field": {"venue"}, "seen": {"0"}, "verdict": {"confirm"}, "note": {""}}
	req := request(t, http.MethodPost, d.URL+"/venues/v/papers/1/triage", strings.NewReader(form.Encode()))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if res := answer(t, req); res.StatusCode != http.StatusOK {
		t.Fatal(res.Status)
	}
	rows := text(t, d, "/venues/v/papers/1/report?format=jsonl", http.StatusOK)
	for _, want := range []string{`"accepted":[{"code":"H4","field":"year","reason":"reprint"`,
		`"confirmed_fields":["venue"]`} {
		if !strings.Contains(rows, want) {
			t.Errorf("the report lacks %s: %s", want, rows)
		}
	}
}

// TestUncheckedIsNotGreen: papers and references that were not checked are hatched on the desk, never green.
func TestUncheckedIsNotGreen(t *testing.T) {
	d := serve(t, nil)
	if err := d.Store.CreateVenue(t.Context(), runs.Venue{Name: "v"}); err != nil {
		t.Fatal(err)
	}
	open := venuetest.Row("open", "On Trees", "inconclusive", "none", "U")
	venuetest.New(t, d.Store, d.Folder, "").Paper(t, "v", runs.NewPaper{ID: "1"}, "one", open)
	page := text(t, d, "/venues/v", http.StatusOK)
	for _, want := range []string{`aria-label="References, 1 not checked"`, `, 1 not all checked"`, `id="hatch"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the desk lacks %s:\n%s", want, page)
		}
	}
	plots := page[strings.Index(page, `aria-label="References`):]
	if strings.Contains(plots, "bar-good") {
		t.Errorf("something is green:\n%s", plots)
	}
}
