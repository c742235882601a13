package world

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
)

func flat(source, kind string, f biblio.Flat) biblio.Record {
	f.Type = kind
	w := f.Work()
	return biblio.Record{Work: w, Source: source}
}

func catalogue(t *testing.T) *Catalogue {
	t.Helper()
	article := flat("fixtures/crossref", "article-journal",
		biblio.Flat{Title: "Collation of evidence in small courts", Authors: []string{"Ana Sole"}, Venue: "Law Letters",
			Year: "2019", DOI: "10.5555/law.7"})
	preprint := flat("arxiv_1993_2019", "article",
		biblio.Flat{Title: "Sparse mirrors for gradient descent", Authors: []string{"Bo Lind"}, Venue: "arXiv", Year: "2018",
			ArXivID: "1803.01234"})
	preprint.Extra = map[string]string{"cat": "cs.LG"}
	proceedings := flat("mlanthology", "paper-conference",
		biblio.Flat{Title: "Sparse mirrors for gradient descent", Authors: []string{"Bo Lind"},
			Venue: "neurips", Year: "2018"})
	thesis := flat("jgrey4296/bibliography", "thesis",
		biblio.Flat{Title: "On the drying of alpine hay", Authors: []string{"Cy Mattern"}, Year: "1988"})
	rejected := flat("paperlists", "paper-conference",
		biblio.Flat{Title: "Twice as many heads are not better", Authors: []string{"Di Orr"}, Venue: "ICLR", Year: "2021"})
	rejected.Status = biblio.StatusRejected
	ix, err := index.InMemory([]biblio.Record{article, preprint, proceedings, thesis, rejected})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ix.Close() })
	return New(ix,
		[]biblio.Record{flat("supplement", "article-journal",
			biblio.Flat{Title: "Known by its number", Authors: []string{"Eva Pohl"}, Year: "2001", DOI: "10.5555/known"})})
}

// TestCoverage: which services find a title.
func TestCoverage(t *testing.T) {
	c := catalogue(t)
	for title, want := range map[string]string{
		"collation of evidence in small courts": "crossref openalex semanticscholar",
		"sparse mirrors for gradient descent":   "arxiv datacite dblp openalex semanticscholar",
		"on the drying of alpine hay":           "",
		"twice as many heads are not better":    "",
	} {
		var have []string
		for service := range picks {
			found := slices.ContainsFunc(c.Near(service, title, 5),
				func(w biblio.Work) bool { return strings.EqualFold(w.Title, title) })
			if found && (service != "openalex" || title != "on the drying of alpine hay") { // it has a share of them
				have = append(have, service)
			}
		}
		slices.Sort(have)
		if got := strings.Join(have, " "); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
	if list := c.Near("dblp", "sparse mirrors for gradient descent", 5); len(list) != 2 ||
		!slices.ContainsFunc(list, func(w biblio.Work) bool {
			return w.Container.Title == "Advances in Neural Information Processing Systems"
		}) {
		t.Errorf("DBLP prints %v", list)
	}
	if list := c.Near("openalex", "sparse mirrors gradient descent forever", 5); len(list) != 0 {
		t.Errorf("OpenAlex finds a title without one of the words: %v", list)
	}
}

// TestIdentifiers: which identifiers exist, and whose they are.
func TestIdentifiers(t *testing.T) {
	c := catalogue(t)
	id := func(s string) ident.ID { id, _ := ident.Parse(s); return id }
	for _, row := range []struct {
		service, id, title string
	}{
		{"crossref", "10.5555/law.7", "Collation of evidence in small courts"},
		{"crossref", "10.5555/known", "Known by its number"},
		{"openalex", "10.5555/known", ""},
		{"crossref", "10.5555/nobody", ""},
		{"arxiv", "arXiv:1803.01234", "Sparse mirrors for gradient descent"},
		{"arxiv", "arXiv:1803.04321", "Sparse mirrors for gradient descent"}, // some other work's
		{"arxiv", "arXiv:1803.99999", ""},
		{"arxiv", "arXiv:2703.00001", ""},
	} {
		title := ""
		if list := c.ByID(row.service, id(row.id)); len(list) > 0 {
			title = list[0].Title
		}
		if title != row.title {
			t.Errorf("%s has as %s %q, want %q", row.service, row.id, title, row.title)
		}
	}
	for doi, want := range map[string]string{"10.5555/law.7": "Crossref", "10.5555/known": "Crossref",
		"10.5555/nobody": "", "10.48550/arxiv.1803.01234": "DataCite", "10.48550/arxiv.1803.99999": "",
		"10.5281/zenodo.1": ""} {
		if got := c.Agency(doi); got != want {
			t.Errorf("%s is registered by %q, want %q", doi, got, want)
		}
	}
}

// TestWorlds: which services answer in which world; the same with the same seed.
func TestWorlds(t *testing.T) {
	c, none := catalogue(t), OpenAnthology("")
	ask := func(w *World, seed, host string, questions int) (statuses []int) {
		server := w.Serve(c, none, seed)
		defer server.Close()
		for n := range questions {
			req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet,
				server.URL+"/"+host+"?query="+url.QueryEscape("collation of evidence "+strings.Repeat("x", n)), nil)
			req.Header.Set("Accept", "*/*")
			r, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
			statuses = append(statuses, r.StatusCode)
		}
		return statuses
	}
	refused := func(list []int) (n int) {
		for _, s := range list {
			if s >= 400 {
				n++
			}
		}
		return n
	}
	const s2, crossref, dblp = "api.semanticscholar.org/graph/v1/paper/search", "api.crossref.org/works",
		"dblp.org/search/publ/api"
	for _, row := range []struct {
		world, host string
		least, most int // out of forty
	}{
		{"w1", s2, 32, 39}, {"w1", crossref, 0, 0}, {"w1", dblp, 40, 40}, {"w2", s2, 0, 0}, {"w2", dblp, 0, 0},
		{"w3", s2, 40, 40}, {"w3", crossref, 6, 18},
	} {
		w, err := Find(row.world)
		if err != nil {
			t.Fatal(err)
		}
		first := ask(w, "1", row.host, 40)
		if n := refused(first); n < row.least || n > row.most {
			t.Errorf("%s: %s refuses %d of 40, want %d to %d", row.world, row.host, n, row.least, row.most)
		}
		if !slices.Equal(first, ask(w, "1", row.host, 40)) {
			t.Errorf("%s: %s answers otherwise with the same seed", row.world, row.host)
		}
		if row.least > 0 && row.least < 40 && slices.Equal(first, ask(w, "2", row.host, 40)) {
			t.Errorf("%s: %s has the same luck with another seed", row.world, row.host)
		}
	}
	if _, err := Find("w9"); err == nil {
		t.Error("there is a world w9")
	}
}

func TestHurry(t *testing.T) {
	h := NewHurry()
	before := h.Now()
	if err := h.Sleep(t.Context(), time.Hour); err != nil || h.Now().Sub(before) != time.Hour {
		t.Errorf("%v later, %v", h.Now().Sub(before), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if h.Sleep(ctx, time.Second) == nil {
		t.Error("who is called away sleeps")
	}
}
