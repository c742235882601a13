package web_test

import (
	"net/http"
	"net/url"
	"testing"
)

// TestKeyOfAnother: the same idempotency key with other files is refused, not answered
// with a run of other files.
func TestKeyOfAnother(t *testing.T) {
	d := serve(t, nil)
	first := decoded[struct{ ID string }](t, upload(t, d, "k", map[string]string{"a.bib": "@misc{a, title={One}}"}),
		http.StatusCreated)
	if again := decoded[struct{ ID string }](t, upload(t, d, "k", map[string]string{"a.bib": "@misc{a, title={One}}"}),
		http.StatusCreated); again.ID != first.ID {
		t.Errorf("the same request made another run: %s, %s", first.ID, again.ID)
	}
	if res := upload(t, d, "k",
		map[string]string{"a.bib": "@misc{a, title={Two}}"}); res.StatusCode != http.StatusConflict {
		t.Errorf("another request with the same key: %s", res.Status)
	}
}

// TestUnknownFilters: a filter that no finding can match is an error, and not an empty list.
func TestUnknownFilters(t *testing.T) {
	d := serve(t, nil)
	run := decoded[struct{ ID string }](t, upload(t, d, "", map[string]string{"a.bib": "@misc{a, title={One}}"}),
		http.StatusCreated)
	at := d.URL + "/api/v1/runs/" + run.ID + "/findings?"
	for query, status := range map[string]int{
		"outcome=discrepant,doubtful&gravity=slip&strength=lead&code=H1": http.StatusOK,
		"outcome=wrong":    http.StatusUnprocessableEntity,
		"gravity=major":    http.StatusUnprocessableEntity,
		"strength=certian": http.StatusUnprocessableEntity,
		"code=H9":          http.StatusUnprocessableEntity,
	} {
		if res := answer(t, request(t, http.MethodGet, at+query, nil)); res.StatusCode != status {
			t.Errorf("%s: %s", query, res.Status)
		}
		page := d.URL + "/runs/" + url.PathEscape(run.ID) + "?" + query
		if res := answer(t, request(t, http.MethodGet, page, nil)); res.StatusCode != status {
			t.Errorf("the page, %s: %s", query, res.Status)
		}
	}
}
