package cite_test

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/cite"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind cite.Kind
		want string // the identifier, or the title
	}{
		{"10.1038/nature14539", cite.Identifier, "doi:10.1038/nature14539"},
		{"https://arxiv.org/pdf/1706.03762v5.pdf", cite.Identifier, "arxiv:1706.03762"},
		{"https://arxiv.org/html/1706.03762v5", cite.Identifier, "arxiv:1706.03762"},
		{"https://www.alphaxiv.org/abs/1706.03762", cite.Identifier, "arxiv:1706.03762"},
		{"https://huggingface.co/papers/1706.03762", cite.Identifier, "arxiv:1706.03762"},
		{"25428500", cite.Identifier, "pmid:25428500"},
		{"PMC1234567", cite.Identifier, "pmcid:PMC1234567"},
		{"978-0-262-03561-3", cite.Identifier, "isbn:9780262035613"},
		{"0262035618", cite.Identifier, "isbn:9780262035613"},
		{"P19-1001", cite.Identifier, "acl:P19-1001"},
		{"https://example.org/page", cite.Identifier, "url:https://example.org/page"},
		{"see doi:10.1000/x", cite.Identifier, "doi:10.1000/x"},
		{"1984", cite.Title, "1984"},
		{"“Attention Is All You Need”", cite.Title, "Attention Is All You Need"},
		{"Breiman, L. (2001). Random forests. Machine Learning, 45(1), 5–32.", cite.Printed, "Random forests"},
		{"Breiman, L. (2001). Random forests. Machine Learning, 45(1), 5–32. https://doi.org/10.1023/A:1010933404324", cite.Printed, "Random forests"},
	} {
		q := cite.Parse(c.in)
		got := q.Ref.Claimed.Title
		if q.Kind == cite.Identifier && len(q.Ref.Claimed.IDs) == 1 {
			got = q.Ref.Claimed.IDs[0].String()
		}
		if q.Kind != c.kind || got != c.want {
			t.Errorf("%s: kind %d, %q", c.in, q.Kind, got)
		}
	}
}

func work(typ biblio.Type, title, container string, year int, ids ...ident.ID) biblio.Record {
	return biblio.Record{Source: "test", LocalID: container + title, Origin: biblio.Origin{Kind: biblio.Publisher}, Work: biblio.Work{
		Type: typ, Title: title, Container: biblio.Container{Title: container}, Issued: biblio.Date{Year: year}, IDs: ids,
		Contributors: []biblio.Contributor{{Family: "Lovelace", Given: "Ada"}, {Family: "Turing", Given: "Alan"}},
	}}
}

func TestChoose(t *testing.T) {
	arxiv, doi := ident.ID{Scheme: ident.ArXiv, Value: "1706.00001"}, ident.ID{Scheme: ident.DOI, Value: "10.1000/x"}
	other := work(biblio.ArticleJournal, "Engines of Velvet", "Journal of Examples", 1999)
	other.Contributors = []biblio.Contributor{{Family: "Hopper", Given: "Grace"}}
	records := []biblio.Record{
		work(biblio.Preprint, "Quorums of Quiet Machines", "arXiv", 2017, arxiv),
		work(biblio.ArticleJournal, "Quorums of Quiet Machines", "Journal of Examples", 2018, doi),
		work(biblio.ArticleJournal, "Engines of Velvet", "Annals of Examples", 2001),
		other,
	}
	ix, err := index.InMemoryWith(records, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := audit.Auditor{Stages: [][]source.Connector{{offline.New(ix)}}}
	for _, c := range []struct {
		query  string
		prefer fix.Prefer
		first  bool
		venue  string // "" for no entry
		others int
	}{
		{"Quorums of Quiet Machines", fix.AsCited, false, "Journal of Examples", 1},
		{"Quorums of Quiet Machines", fix.Preprint, false, "arXiv", 1},
		{"arXiv:1706.00001", fix.AsCited, false, "arXiv", 0},
		{"10.1000/x", fix.AsCited, false, "Journal of Examples", 0},
		{"Engines of Velvet", fix.AsCited, false, "", 2},
		{"Engines of Velvet", fix.AsCited, true, "Annals of Examples", 1},
		{"Lovelace, A., & Turing, A. (2018). Quorums of quiet machines. Journal of Examples. https://doi.org/10.1000/x", fix.AsCited, false, "Journal of Examples", 0},
		{"Hopper, G. (1999). Engines of velvet. Journal of Examples. https://doi.org/10.1000/x", fix.AsCited, false, "", 2},
		{"Nothing like any of them", fix.AsCited, false, "", 0},
	} {
		q := cite.Parse(c.query)
		f := a.Reference(context.Background(), q.Ref, audit.Options{})
		got := cite.Choose(&q, &f, c.prefer, c.first)
		venue := ""
		if got.Work != nil {
			venue = got.Work.Hit.Record.Container.Title
		}
		if venue != c.venue || len(got.Others) != c.others {
			t.Errorf("%s (%s): %q and %d others", c.query, c.prefer, venue, len(got.Others))
		}
	}
	q := cite.Parse("arXiv:1706.00001")
	f := a.Reference(context.Background(), q.Ref, audit.Options{})
	got := cite.Choose(&q, &f, fix.Published, false)
	if !got.Missing(fix.Published) {
		t.Fatal("the preprint is taken for the published version")
	}
	again := cite.Again(&q, &got)
	g := a.Reference(context.Background(), again.Ref, audit.Options{})
	if next := cite.Choose(&again, &g, fix.Published, false); next.Work == nil || next.Work.Hit.Record.Container.Title != "Journal of Examples" {
		t.Errorf("the published version is not found: %+v", next)
	}
	if near := cite.Parse("Quorum of Quiet Machine"); true {
		f := a.Reference(context.Background(), near.Ref, audit.Options{})
		if got := cite.Choose(&near, &f, fix.AsCited, false); got.Work != nil || len(got.Nearest) == 0 {
			t.Errorf("a title that is merely near: %+v", got)
		}
	}
}

// What one record of a version lacks or says worse than another is taken from
// that one; a work without a type has the one that its container shows.
func TestChooseCompletes(t *testing.T) {
	poor := work(biblio.TypeUnknown, "Quorums of quiet machines", "Conference on Examples", 2018)
	poor.Contributors = []biblio.Contributor{{Family: "Lovelase", Given: "A"}, {Family: "Turing", Given: "A"}}
	full := work(biblio.TypeUnknown, "Quorums of Quiet Machines", "Conference on Examples", 2018)
	full.Pages, full.LocalID = "1-9", "full"
	ix, err := index.InMemoryWith([]biblio.Record{poor, full}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := audit.Auditor{Stages: [][]source.Connector{{offline.New(ix)}}}
	q := cite.Parse("Quorums of quiet machines")
	f := a.Reference(context.Background(), q.Ref, audit.Options{})
	got := cite.Choose(&q, &f, fix.AsCited, false)
	if got.Work == nil {
		t.Fatalf("%+v", got)
	}
	w := got.Work.Hit.Record.Work
	if w.Title != full.Title || w.Authors()[0] != full.Authors()[0] || w.Pages != full.Pages || w.Type != biblio.PaperConference {
		t.Errorf("%+v", w)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("Breiman, L. (2001). Random forests. doi:10.1000/x")
	f.Add("978-0-262-03561-3")
	f.Fuzz(func(t *testing.T, s string) {
		if q := cite.Parse(s); len(q.Text) > 2*len(s)+8 {
			t.Fatalf("%q grows to %q", s, q.Text)
		}
	})
}
