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

// undecided are an entry whose authors a person decides about, and one of which a title is likely wrong.
const undecided = `@inproceedings{order, title={Deep Residual Learning for Image Recognition}, author={Zhang, Xiangyu and He, Kaiming and Ren, Shaoqing and Sun, Jian}, booktitle={Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition}, year={2016}, pages={770--778}}
@inproceedings{words, title={Deep Residual Learning for Image Segmentation}, author={He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}, booktitle={Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition}, year={2016}, pages={770--778}}
`

// TestUndecided: where nothing is certain the page lists each difference with its reason, and a person can take the
// record's entry or include what is likely, without scripts.
func TestUndecided(t *testing.T) {
	d := serve(t, nil)
	run := decoded[someRun](t, upload(t, d, "", map[string]string{"refs.bib": undecided}), http.StatusCreated).ID
	followed(t, d, run, "", 0)
	at := "/runs/" + run
	if page := text(t, d, at, http.StatusOK); !strings.Contains(page, ">Decide 2</a>") {
		t.Errorf("the button does not count:\n%s", page)
	}
	page := text(t, d, at+"/corrections", http.StatusOK)
	for _, words := range []string{`data-left="order"`, `data-left="words"`, "Not corrected (2)", "check by hand",
		"likely wrong, but not certain", "you cite:", "1 more correction is likely",
		`href="` + at + `/corrections?take=order"`,
		`href="` + at + `/corrections?likely=on"`} {
		if !strings.Contains(page, words) {
			t.Errorf("the page lacks %q:\n%s", words, page)
		}
	}
	if strings.Contains(page, "Nothing to correct") || strings.Contains(page, `id="all"`) {
		t.Errorf("the page says that nothing is wrong:\n%s", page)
	}
	taken := text(t, d, at+"/corrections?take=order&likely=on", http.StatusOK)
	for _, words := range []string{"You take the record", "Keep the entry as it was", "2 entries change",
		`file=refs.bib&amp;likely=on&amp;take=order"`, "Leave them out"} {
		if !strings.Contains(taken, words) {
			t.Errorf("the page of what is taken lacks %q:\n%s", words, taken)
		}
	}
	right := strings.Replace(undecided, "Zhang, Xiangyu and He, Kaiming", "He, Kaiming and Zhang, Xiangyu", 1)
	likely := strings.Replace(undecided, "Segmentation", "Recognition", 1)
	both := strings.Replace(right, "Segmentation", "Recognition", 1)
	for query, want := range map[string]string{"": undecided, "&take=order": right, "&likely=on": likely,
		"&take=order&likely=on": both, "&take=order&only=confirmed": right, "&take=words": undecided} {
		if got := text(t, d, at+"/corrected?file=refs.bib"+query, http.StatusOK); got != want {
			t.Errorf("%q: the file is\n%s", query, got)
		}
	}
	if page := text(t, d, at+"/corrections?take=words", http.StatusOK); !strings.Contains(page, "of another work") {
		t.Errorf("the values of another work are taken:\n%s", page)
	}
	text(t, d, at+"/corrections?"+strings.Repeat("take=a&", 501), http.StatusUnprocessableEntity)
}
