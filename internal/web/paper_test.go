package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// paper is a PDF whose second reference states a wrong year.
func paper() []byte {
	return pdftest.Build(pdftest.Page{Texts: []pdftest.Text{
		{X: 72, Y: 760, Size: 16, Bold: true, Text: "On Networks That Learn"},
		{X: 72, Y: 732, Text: "Much of what is known of networks is told in a review [1], which is older than most"},
		{X: 72, Y: 720, Text: "of them. They are deep, and have residuals [2], as is well known by now."},
		{X: 72, Y: 700, Size: 14, Bold: true, Text: "References"},
		{X: 72, Y: 680, Text: "[1] Y. LeCun, Y. Bengio, and G. Hinton. Deep learning. Nature, 521:436-444, 2015."},
		{X: 72, Y: 668,
			Text: "[2] K. He, X. Zhang, S. Ren, and J. Sun. Deep residual learning for image recognition. In CVPR,"},
		{X: 72, Y: 656, Text: "pages 770-778, 2011."},
		{X: 72, Y: 644, Text: "[3] L. Breiman. Random forests. Machine Learning, 45:5-32, 2001."},
	}})
}

// TestPaper checks a PDF: the downloads are its corrected bibliography, and a copy with notes, without that of
// a dismissed finding.
func TestPaper(t *testing.T) {
	d := serve(t, nil)
	content := string(paper())
	run := decoded[someRun](t, upload(t, d, "", map[string]string{"paper.pdf": content}), http.StatusCreated).ID
	followed(t, d, run, "", 0)
	rows := get[some](t, d, "/api/v1/runs/"+run+"/findings")
	if len(rows.Items) != 3 {
		t.Fatalf("%d findings", len(rows.Items))
	}
	var second struct{ ID string }
	for _, item := range rows.Items {
		if strings.Contains(string(item), "2011") {
			if err := json.Unmarshal(item, &second); err != nil {
				t.Fatal(err)
			}
		}
	}
	for query, wants := range map[string][]string{
		"":        {"@article{lecun2015deep,", "year      = {2016}"},
		"&as=bib": {"@inproceedings{he2011deep,", "year      = {2016}"},
		"&as=ris": {"TI  - Deep residual learning for image recognition\n", "PY  - 2016\n"},
		"&as=csl": {`"date-parts":[[2016]]`},
	} {
		got := text(t, d, "/api/v1/runs/"+run+"/fix?file=paper.pdf"+query, http.StatusOK)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", query, want, got)
			}
		}
	}
	if got := text(t, d, "/api/v1/runs/"+run+"/fix?file=paper.pdf&only=confirmed",
		http.StatusOK); !strings.Contains(got, "{2011}") {
		t.Errorf("a finding that nobody confirmed is corrected:\n%s", got)
	}
	page := text(t, d, "/runs/"+run+"/finding?id="+second.ID, http.StatusOK)
	for _, want := range []string{"Where it is cited", "and have residuals [2]", "Field by field", "Records"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of the finding has no %q", want)
		}
	}
	marked := text(t, d, "/api/v1/runs/"+run+"/marked?file=paper.pdf", http.StatusOK)
	if !strings.HasPrefix(marked, content) || strings.Count(marked[len(content):], "/Subtype/Highlight") != 2 {
		t.Errorf("the marked PDF has %d notes, not one at the entry and one where it is cited",
			strings.Count(marked, "/Subtype/Highlight"))
	}
	req := request(t, http.MethodPost, d.URL+"/runs/"+run+"/review", strings.NewReader("decision=dismiss&id="+second.ID))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer(t, req)
	if marked = text(t, d, "/api/v1/runs/"+run+"/marked?file=paper.pdf", http.StatusOK); strings.Contains(marked,
		"/Subtype/Highlight") {
		t.Error("a dismissed finding is marked")
	}
	text(t, d, "/api/v1/runs/"+run+"/marked?file=other.pdf", http.StatusNotFound)
	text(t, d, "/api/v1/runs/"+run+"/fix?file=paper.pdf&as=docx", http.StatusUnprocessableEntity)
}
