package web_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/client"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/row"
)

// TestClient goes from the upload to the corrected file with the client of the API,
// over a connection that breaks.
func TestClient(t *testing.T) {
	t.Parallel()
	services := fixtureserver.New(nil)
	defer services.Close()
	begun := services.HoldAfter(0)
	d := serve(t, services)
	c := client.Client{Server: d.URL + "/"}
	run, err := c.Start(t.Context(), client.Options{Online: true, Once: "one"},
		client.File{Name: "refs.bib", Content: strings.NewReader(entries)})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Start(t.Context(), client.Options{Online: true, Once: "one"},
		client.File{Name: "refs.bib", Content: strings.NewReader(entries)}); err != nil || again.ID != run.ID {
		t.Errorf("the same request made another run: %v %v", again, err)
	}
	seen := map[string]int{}
	err = c.Follow(t.Context(), run.ID, func(f row.Finding) error {
		if seen[f.ID]++; len(seen) == 1 {
			<-begun
			d.CloseClientConnections()
			services.Release()
		}
		return nil
	})
	if err != nil || len(seen) != 3 || seen["right"] != 1 {
		t.Errorf("followed %v: %v", seen, err)
	}
	list, err := c.Findings(t.Context(), run.ID)
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	wrong := list[1]
	if wrong.Outcome != row.Discrepant || wrong.Key != "wrong" || wrong.Claimed.Year != "2011" || wrong.Record == nil ||
		wrong.Record.Fields.Year != "2016" || wrong.Line != 2 {
		t.Errorf("%+v", wrong)
	}
	if state, err := c.Get(t.Context(), run.ID); err != nil || !state.Over() || state.Settled != 3 {
		t.Error(state, err)
	}
	whole := func(r io.ReadCloser, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got := whole(c.Fixed(t.Context(), run.ID, "refs.bib")); !strings.Contains(got, "year={2016}, pages={770--778}") {
		t.Error(got)
	}
	if got := whole(c.Report(t.Context(), run.ID, "sarif")); !strings.Contains(got, `"version":"2.1.0"`) {
		t.Error(got)
	}
	var refused *client.Error
	if _, err := c.Report(t.Context(), run.ID, "docx"); !errors.As(err, &refused) ||
		refused.Status != http.StatusUnprocessableEntity || !strings.Contains(refused.Detail, "use one of") {
		t.Error(err)
	}
	if err := c.Delete(t.Context(), run.ID); err != nil {
		t.Error(err)
	}
	if _, err := c.Get(t.Context(), run.ID); !errors.As(err, &refused) || refused.Status != http.StatusNotFound {
		t.Error(err)
	}
	if err := c.Follow(t.Context(), run.ID, func(row.Finding) error { return nil }); !errors.As(err, &refused) {
		t.Errorf("follows a run that is gone: %v", err)
	}
}

// TestLook looks up works through the API.
func TestLook(t *testing.T) {
	d := serve(t, nil)
	c := client.Client{Server: d.URL}
	list, err := c.Check(t.Context(), entries, false)
	if err != nil || len(list) != 3 || list[0].Outcome != row.Verified {
		t.Error(list, err)
	}
	cited, err := c.Cite(t.Context(), "10.1038/nature14539", "bibtex", false)
	if err != nil || !strings.HasPrefix(cited.Entry, "@article{lecun2015deep,") {
		t.Error(cited, err)
	}
	if cited, err = c.Cite(t.Context(), "A work that nobody has written of frobnication", "ris", false); err != nil ||
		cited.Entry != "" || !strings.Contains(cited.Told, "no work") || cited.Unanswered {
		t.Error(cited, err)
	}
	for _, bad := range []string{"", " ", strings.Repeat("x", 3000)} {
		if _, err := c.Cite(t.Context(), bad, "bibtex", false); err == nil {
			t.Errorf("%.20q is taken", bad)
		}
	}
	type found struct {
		Items []struct {
			Score  float64
			Fields row.Work
		}
	}
	works := get[found](t, d, "/api/v1/corpus/search?query=deep+residual+learning&limit=3")
	if len(works.Items) == 0 || len(works.Items) > 3 || !strings.HasPrefix(works.Items[0].Fields.Title, "Deep Residual") {
		t.Error(works)
	}
}
