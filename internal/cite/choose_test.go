package cite_test

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/fix"
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
		{"12345", cite.Title, "12345"}, // a PMID has six digits at least
		{"123456", cite.Identifier, "pmid:123456"},
		{"123-456", cite.Title, "123-456"},
		{"026203561X9", cite.Title, "026203561X9"},
		{"Breiman, L. Random forests. Machine Learning, 45(1), 5–32.", cite.Title,
			"Breiman, L. Random forests. Machine Learning, 45(1), 5–32."},
		{"Random forests for all of us", cite.Title, "Random forests for all of us"},
		{"paper at doi:10.1000/x", cite.Identifier, "doi:10.1000/x"},
		{"Augmented networks at https://distill.pub/2016/augmented-rnns and elsewhere", cite.Title,
			"Augmented networks at https://distill.pub/2016/augmented-rnns and elsewhere"},
		{"“Attention Is All You Need”", cite.Title, "Attention Is All You Need"},
		{"Breiman, L. (2001). Random forests. Machine Learning, 45(1), 5–32.", cite.Printed, "Random forests"},
		{"Breiman, L. (2001). Random forests. Machine Learning, 45(1), 5–32. https://doi.org/10.1023/A:1010933404324",
			cite.Printed, "Random forests"},
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
	return biblio.Record{Source: "test", LocalID: container + title,
		Origin: biblio.Origin{Kind: biblio.Publisher}, Work: biblio.Work{
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
	// Two printed versions, of which no identifier tells the first, and what an aggregator makes of it.
	numbats := ident.ID{Scheme: ident.ArXiv, Value: "1206.00002"}
	gathered := work(biblio.PaperConference, "Nets of Numbats", "Meetings", 2011, numbats)
	gathered.Source, gathered.Origin.Kind = "gathered", biblio.Aggregator
	records = append(records, gathered,
		work(biblio.ArticleJournal, "Nets of Numbats", "Communications of Examples", 2017),
		work(biblio.PaperConference, "Nets of Numbats", "Conference on Examples", 2012),
		work(biblio.Preprint, "Nets of Numbats", "arXiv", 2012, numbats))
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
		{"Lovelace, A., & Turing, A. (2018). Quorums of quiet machines. Journal of Examples. https://doi.org/10.1000/x",
			fix.AsCited, false, "Journal of Examples", 0},
		{"Hopper, G. (1999). Engines of velvet. Journal of Examples. https://doi.org/10.1000/x", fix.AsCited, false, "", 2},
		{"Nothing like any of them", fix.AsCited, false, "", 0},
		{"Nets of Numbats", fix.AsCited, false, "Conference on Examples", 3},
		{"Lovelace & Turing. Nets of Numbats. Communications of Examples 2017", fix.AsCited, false,
			"Communications of Examples", 3},
		{"Lovelace & Turing. Nets of Numbats. Conference on Examples 2012", fix.AsCited, false, "Conference on Examples", 3},
		{"arXiv:1206.00002", fix.AsCited, false, "arXiv", 1},
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
	answer := cite.Answer{Choice: got, Query: q}
	again := answer.Again()
	g := a.Reference(context.Background(), again.Ref, audit.Options{})
	if next := cite.Choose(again, &g, fix.Published, false); next.Work == nil ||
		next.Work.Hit.Record.Container.Title != "Journal of Examples" {
		t.Errorf("the published version is not found: %+v", next)
	}
	if near := cite.Parse("Quorum of Quiet Machine"); true {
		f := a.Reference(context.Background(), near.Ref, audit.Options{})
		if got := cite.Choose(&near, &f, fix.AsCited, false); got.Work != nil || len(got.Nearest) == 0 {
			t.Errorf("a title that is merely near: %+v", got)
		}
	}
}

// Fields that one record of a version lacks or states less well than another are taken from the other; a work
// without a type gets that of its container.
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
	if w.Title != full.Title || w.Authors()[0] != full.Authors()[0] || w.Pages != full.Pages ||
		w.Type != biblio.PaperConference {
		t.Errorf("%+v", w)
	}
}

// A main title leads to the only work that has it, and to all its versions; several works are listed. A full
// title excludes works that are merely similar.
func TestChooseMainTitle(t *testing.T) {
	alone := work(biblio.PaperConference, "Quolls: A Method for Quiet Machines", "Conference on Examples", 2018)
	alone.Subtitle, alone.Title = "A Method for Quiet Machines", "Quolls"
	numbat := work(biblio.ArticleJournal, "Numbat: The First", "Journal of Examples", 2001)
	other := work(biblio.ArticleJournal, "Numbat - the second of them", "Annals of Examples", 2011)
	other.Contributors = []biblio.Contributor{{Family: "Hopper", Given: "Grace"}}
	whole := work(biblio.ArticleJournal, "Bilbies", "Journal of Examples", 2002)
	longer := work(biblio.ArticleJournal, "Bilbies: A Survey of Everything Said of Them", "Annals of Examples", 2015)
	talk := work(biblio.ArticleJournal, "Invited Talk: Bilbies", "Days of Examples", 2016)
	ix, err := index.InMemoryWith([]biblio.Record{alone, numbat, other, whole, longer, talk}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := audit.Auditor{Stages: [][]source.Connector{{offline.New(ix)}}}
	for _, c := range []struct {
		query  string
		first  bool
		venue  string // "" for no entry
		others int
		main   bool
	}{
		{"quolls", false, "Conference on Examples", 0, true},
		{"Quolls: a method for quiet machines", false, "Conference on Examples", 0, false},
		{"Numbat", false, "", 2, true},
		{"Numbat", true, "Journal of Examples", 1, true},
		{"Bilbies", false, "Journal of Examples", 0, false},
		{"Quoll", false, "", 0, false},
		{"A Method for Quiet Machines", false, "", 0, false},
	} {
		q := cite.Parse(c.query)
		f := a.Reference(context.Background(), q.Ref, audit.Options{})
		got := cite.Choose(&q, &f, fix.AsCited, c.first)
		venue := ""
		if got.Work != nil {
			venue = got.Work.Hit.Record.Container.Title
		}
		if venue != c.venue || len(got.Others) != c.others || got.MainTitle != c.main {
			t.Errorf("%s: %q, %d others, main title %v", c.query, venue, len(got.Others), got.MainTitle)
		}
	}
}

// Entries give the full name of the container and have the type that it implies.
func TestChooseContainer(t *testing.T) {
	lncs, miccai := "Lecture Notes in Computer Science",
		"Medical Image Computing and Computer-Assisted Intervention – MICCAI 2015"
	doi := ident.ID{Scheme: ident.DOI, Value: "10.1000/v"}
	for _, c := range []struct {
		name    string
		records []biblio.Record
		typ     biblio.Type
		title   string
		series  string
	}{
		{"a series and its volume",
			[]biblio.Record{work(biblio.Chapter, "Voles", lncs, 2015, doi),
				work(biblio.PaperConference, "Voles", miccai, 2015, doi)}, biblio.PaperConference, miccai, lncs},
		{"a series alone", []biblio.Record{work(biblio.Chapter, "Voles", lncs, 2015, doi)}, biblio.PaperConference, lncs, ""},
		{"a volume of a series", []biblio.Record{work(biblio.Book, "Voles", lncs, 2015, doi)}, biblio.Book, lncs, ""},
		{"an acronym", []biblio.Record{work(biblio.TypeUnknown, "Voles", "NeurIPS", 2015, doi)}, biblio.PaperConference,
			"Advances in Neural Information Processing Systems", ""},
		{"a conference before its present name", []biblio.Record{work(biblio.PaperConference, "Voles",
			"IEEE/CVF Conference on Computer Vision and Pattern Recognition", 2016, doi)}, biblio.PaperConference,
			"IEEE Conference on Computer Vision and Pattern Recognition", ""},
		{"an article of a conference",
			[]biblio.Record{work(biblio.ArticleJournal, "Voles", "International Conference on Machine Learning", 2015, doi)},
			biblio.PaperConference, "International Conference on Machine Learning", ""},
		{"a journal named like proceedings",
			[]biblio.Record{work(biblio.ArticleJournal, "Voles", "Proceedings of the VLDB Endowment", 2015, doi)},
			biblio.ArticleJournal, "Proceedings of the VLDB Endowment", ""},
		{"a magazine of a society",
			[]biblio.Record{work(biblio.ArticleJournal, "Voles", "Communications of the ACM", 2015, doi)}, biblio.ArticleJournal,
			"Communications of the ACM", ""},
		{"the anthology",
			[]biblio.Record{work(biblio.TypeUnknown, "Voles", "Text Summarization Branches Out", 2004,
				ident.ID{Scheme: ident.ACL, Value: "W04-1013"})}, biblio.PaperConference, "Text Summarization Branches Out", ""},
	} {
		ix, err := index.InMemoryWith(c.records, index.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := audit.Auditor{Stages: [][]source.Connector{{offline.New(ix)}}}
		q := cite.Parse("Voles")
		f := a.Reference(context.Background(), q.Ref, audit.Options{})
		got := cite.Choose(&q, &f, fix.AsCited, false)
		if got.Work == nil {
			t.Errorf("%s: %+v", c.name, got)
			continue
		}
		if w := &got.Work.Hit.Record.Work; w.Type != c.typ || w.Container.Title != c.title || w.Container.Series != c.series {
			t.Errorf("%s: %s in %q of %q", c.name, w.Type, w.Container.Title, w.Container.Series)
		}
	}
}

// Records of one identifier with contradicting authors are reported; records of two identifiers, or with other
// forms of the same names, are not.
func TestDisputed(t *testing.T) {
	doi, another := ident.ID{Scheme: ident.DOI, Value: "10.1000/w"}, ident.ID{Scheme: ident.DOI, Value: "10.1000/other"}
	with := func(id ident.ID, people ...biblio.Contributor) biblio.Record {
		r := work(biblio.ArticleJournal, "Wombats", "Journal of Examples", 2015, id)
		r.Contributors, r.LocalID = people, people[0].Family+people[0].Given+id.Value
		return r
	}
	ada, alan, grace := biblio.Contributor{Family: "Lovelace", Given: "Ada"}, biblio.Contributor{Family: "Turing",
		Given: "Alan"}, biblio.Contributor{Family: "Hopper", Given: "Grace"}
	short := biblio.Contributor{Family: "Lovelace", Given: "A."}
	ofPage := func(r biblio.Record) biblio.Record { r.Origin.Kind = biblio.ConfirmOnly; return r }
	nobody := func(r biblio.Record) biblio.Record { r.Contributors = nil; return r }
	for _, c := range []struct {
		name string
		b    biblio.Record
		want bool
	}{
		{"others", with(doi, grace, alan), true},
		{"initials", with(doi, short, alan), false},
		{"another identifier", with(another, grace, alan), false},
		{"a web page", ofPage(with(doi, grace, alan)), false},
		{"no authors", nobody(with(doi, grace, alan)), false},
	} {
		ix, err := index.InMemoryWith([]biblio.Record{with(doi, ada, alan), c.b}, index.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := audit.Auditor{Stages: [][]source.Connector{{offline.New(ix)}}}
		q := cite.Parse("10.1000/w")
		f := a.Reference(context.Background(), q.Ref, audit.Options{})
		got := cite.Choose(&q, &f, fix.AsCited, true)
		if d := cite.Disputed(&f, &got); (d != nil) != c.want {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
	if d := cite.Disputed(&audit.Finding{}, &cite.Choice{}); d != nil {
		t.Errorf("of no work: %+v", d)
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
