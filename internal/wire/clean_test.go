package wire

import "testing"

// Records are clean, and say what was taken away.
func TestClean(t *testing.T) {
	r, err := Flat([]byte(`{"title": "[1] Dating the mosaic &amp;beta;", "volume": "s2-42", "pages": "nutrients12"}`), "works")
	if err != nil {
		t.Fatal(err)
	}
	if r.Title != "Dating the mosaic β" || r.Volume != "42" || r.Issue != "" || r.Pages != "12" {
		t.Errorf("%+v", r.Work)
	}
	if r.Extra["title-stated"] != "[1] Dating the mosaic &amp;beta;" || r.Extra["volume-stated"] != "s2-42" ||
		r.Extra["pages-stated"] != "nutrients12" {
		t.Errorf("%v", r.Extra)
	}
	if r, err = Flat([]byte(`{"title": "Vol. 3 of a life", "volume": "Vol 7 No 1 (2015)"}`), "works"); err != nil ||
		r.Title != "Vol. 3 of a life" || r.Volume != "7" || r.Issue != "1" {
		t.Errorf("%+v %v", r.Work, err)
	}
}
