package web_test

import (
	"encoding/json"
	"errors"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
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
		page, listed := text(t, d, "/runs/"+run, http.StatusOK), text(t, d,
			"/api/v1/runs/"+run+"/corrections", http.StatusOK)
		for file, changes := range map[string]bool{"a.bib": a == "2016", "b.bib": b == "2016"} {
			if strings.Contains(page, `">`+file+"</strong>: <strong>1</strong> corrected") != changes ||
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

// TestUndecided: where nothing is certain the page says why, and a person can take the record's entry or include what
// is likely, without scripts.
func TestUndecided(t *testing.T) {
	d := serve(t, nil)
	run := decoded[someRun](t, upload(t, d, "", map[string]string{"refs.bib": undecided}), http.StatusCreated).ID
	followed(t, d, run, "", 0)
	at := "/runs/" + run
	holds := func(when string, list ...string) {
		t.Helper()
		page := html.UnescapeString(text(t, d, at+"/corrections", http.StatusOK))
		for _, words := range list {
			if !strings.Contains(page, words) {
				t.Errorf("%s: the page lacks %q:\n%s", when, words, page)
			}
		}
	}
	holds("undecided", "Nothing is corrected.", "1 can be corrected where it is likely wrong", "2 not corrected: why",
		"<h3>Not corrected</h3>", `aria-label="Take the record's entry for order"`, "download the likely ones, too")
	if page := text(t, d, at, http.StatusOK); strings.Contains(page, `id="all"`) ||
		strings.Contains(page, `entry for words`) || !strings.Contains(page, "1 reference is likely wrong.") {
		t.Errorf("nothing is to be written, or the values of another work can be taken:\n%s", page)
	}
	take := func(decision string) {
		t.Helper()
		req := request(t, http.MethodPost, d.URL+at+"/review", strings.NewReader("id=order&decision="+decision))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer(t, req)
	}
	take("take")
	holds("the record's entry is taken", "The entry takes the record's values.", "Keep the entry as it was",
		"<strong>1</strong> from the record", ">Correct 1 and download refs.bib</a>")
	if got := text(t, d, at+"/corrected?file=refs.bib", http.StatusOK); got == undecided {
		t.Error("the record's entry is not written")
	}
	if got := text(t, d, at+"/corrected?file=refs.bib&as=diff", http.StatusOK); !strings.Contains(got,
		"+@inproceedings{order") {
		t.Errorf("the preview is %s", got)
	}
	take("")
	right := strings.Replace(undecided, "Zhang, Xiangyu and He, Kaiming", "He, Kaiming and Zhang, Xiangyu", 1)
	likely := strings.Replace(undecided, "Segmentation", "Recognition", 1)
	both := strings.Replace(right, "Segmentation", "Recognition", 1)
	for query, want := range map[string]string{"": undecided, "&take=order": right, "&likely=on": likely,
		"&take=order&likely=on": both, "&take=order&only=confirmed": right, "&take=words": undecided} {
		if got := text(t, d, at+"/corrected?file=refs.bib"+query, http.StatusOK); got != want {
			t.Errorf("%q: the file is\n%s", query, got)
		}
	}
	text(t, d, at+"/corrected?file=refs.bib&"+strings.Repeat("take=a&", 501), http.StatusUnprocessableEntity)
}

// TestCorrectionsOnce: corrections are made with the run, and no page makes them again.
func TestCorrectionsOnce(t *testing.T) {
	d := serve(t, nil)
	run := finished(t, d, map[string]string{"refs.bib": entries})
	record, err := d.Store.Get(t.Context(), "", run)
	if err != nil {
		t.Fatal(err)
	}
	made := d.Worker.Setup
	d.Worker.Setup = func(runs.Options) (*setup.Setup, error) { return nil, errors.New("they are made again") }
	for _, path := range []string{"", "?outcome=verified", "/corrected?file=refs.bib", "/finding?id=wrong"} {
		text(t, d, "/runs/"+run+path, http.StatusOK)
	}
	if _, err := d.Worker.Fix(t.Context(), &record, "refs.bib", runs.Wish{Likely: true}); err == nil {
		t.Error("this test cannot tell")
	}
	d.Worker.Setup = made
	for _, setup := range []func(runs.Options) (*setup.Setup, error){made, nil} { // the second is not asked
		d.Worker.Setup = setup
		text(t, d, "/runs/"+run+"/corrected?file=refs.bib&likely=on", http.StatusOK)
	}
}

// proposed matches the entry that a finding proposes, and what it is.
var proposed = regexp.MustCompile(`(?s)<summary>(The [^<]*)</summary><button class="plain copy" aria-label="Copy the entry ([^"]*)">Copy</button><pre dir="auto">(.*?)</pre>`)

// TestProposed: the detail of a finding has the entry as it would be written, with the changes marked and what a person
// dismissed left out, the record's where a person may take that, and the BibTeX of a printed reference that is right.
func TestProposed(t *testing.T) {
	d := serve(t, nil)
	two := strings.Replace(entries, ", pages={770--778}", "", 1)
	fewer := strings.NewReplacer("Ren, Shaoqing and ", "", "{2011}", "{2016}", ", pages={770--778}",
		"").Replace(entries)
	for _, c := range []struct{ name, text, decide, id, what, want string }{
		{"refs.bib", two, "", "wrong", "The corrected entry", "<ins> pages={770--778},</ins> year=<ins>{2016}</ins>}"},
		{"refs.bib", fewer, "", "wrong", "The corrected entry", "and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}</ins>"},
		{"refs.bib", fewer, "field=authors&decision=dismiss", "wrong", "The completed entry", "author={He, Kaiming and Zhang, Xiangyu and Sun, Jian}"},
		{"refs.bib", fewer, "field=authors&decision=dismiss", "wrong", "The completed entry",
			"<ins> pages={770--778},</ins> year={2016}"},
		{"refs.bib", undecided, "", "order", "The record's entry", "author={He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}"},
		{"refs.bib", undecided, "decision=take", "order", "The record's entry", "author={He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}"},
		{"paper.pdf", string(paper()), "", "paper.pdf:1", "The record's entry", "= {LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}"},
		{"refs.bib", strings.Replace(two, "{2011}", "{2016}", 1), "", "wrong", "The completed entry",
			"<ins> pages={770--778},</ins> year={2016}}"},
		{"paper.pdf", string(paper()), "", "paper.pdf:2", "The corrected entry", "year      = <ins>{2016}</ins>"},
	} {
		run := finished(t, d, map[string]string{c.name: c.text})
		if page := text(t, d, "/runs/"+run, http.StatusOK); c.text == two &&
			!strings.Contains(page, `pages:</span> <ins>770-778</ins>`) {
			t.Errorf("the page lacks what is added:\n%s", page)
		}
		if c.decide != "" {
			req := request(t, http.MethodPost, d.URL+"/runs/"+run+"/review", strings.NewReader("id="+c.id+"&"+c.decide))
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			answer(t, req)
		}
		for _, path := range []string{"", "/finding?id=" + url.QueryEscape(c.id)} {
			page := html.UnescapeString(text(t, d, "/runs/"+run+path, http.StatusOK))
			if state := strings.Fields(c.what)[1]; path == "" && c.decide == "" && state != "record's" &&
				!strings.Contains(page, `<span class="tag state">`+state+`</span>`) {
				t.Errorf("%s: no row is %s:\n%s", c.name, state, page)
			}
			found := false
			for _, m := range proposed.FindAllStringSubmatch(page, -1) {
				found = found || m[2] == c.id && m[1] == c.what && strings.Contains(m[3], c.want)
			}
			if listed := path != "" || !strings.Contains(c.decide, "dismiss"); !found && listed {
				t.Errorf("%s%s, %q: no %s with %s:\n%s", c.name, path, c.decide, c.what, c.want, page)
			}
		}
	}
}
