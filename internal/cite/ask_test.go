package cite_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// published returns a publisher's record of a work.
func published(typ biblio.Type, title, container string, year int, id string, authors ...string) biblio.Record {
	r := biblio.Record{Source: "crossref", LocalID: id, Origin: biblio.Origin{Kind: biblio.Publisher}}
	r.Work = biblio.Work{Type: typ, Title: title, Container: biblio.Container{Title: container},
		Issued: biblio.Date{Year: year}}
	r.Contributors, _ = biblio.ParseNames(authors, biblio.Author)
	if parsed, ok := ident.Parse(id); ok {
		r.IDs = []ident.ID{parsed}
	}
	return r
}

// library returns some well-known works.
func library() []biblio.Record {
	vaswani := []string{"Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit"}
	preprint := published(biblio.Preprint, "Attention Is All You Need", "arXiv", 2017, "arXiv:1706.03762", vaswani...)
	preprint.Origin.Kind = biblio.PreprintServer
	wakefield := published(biblio.ArticleJournal,
		"Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children",
		"The Lancet", 1998, "10.1016/S0140-6736(97)11096-0", "A. J. Wakefield", "S. H. Murch")
	wakefield.Updates = []biblio.Update{{Kind: biblio.Retraction, Date: biblio.Date{Year: 2010}}}
	return []biblio.Record{
		preprint,
		published(biblio.PaperConference, "Attention Is All You Need", "Advances in Neural Information Processing Systems",
			2017, "10.5555/3295222.3295349", vaswani...),
		published(biblio.PaperConference, "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
			"Proceedings of NAACL-HLT", 2019, "10.18653/v1/N19-1423", "Jacob Devlin", "Ming-Wei Chang", "Kenton Lee",
			"Kristina Toutanova"),
		published(biblio.ArticleJournal, "Deep learning", "Nature", 2015, "10.1038/nature14539", "Yann LeCun",
			"Yoshua Bengio", "Geoffrey Hinton"),
		published(biblio.Book, "Deep Learning", "", 2016, "978-0-262-03561-3", "Ian Goodfellow", "Yoshua Bengio",
			"Aaron Courville"),
		published(biblio.Book, "Gödel, Escher, Bach: An Eternal Golden Braid", "", 1979, "978-0-465-02656-2",
			"Douglas R. Hofstadter"),
		published(biblio.ArticleJournal, "Gödel, Escher, Bach: A Review", "Artificial Intelligence", 1981,
			"10.1016/0004-3702(81)90004-6", "Ben Shneiderman"),
		wakefield,
	}
}

// translator plays a server that reads pages: it has one page, which does not state its own address.
type translator struct{ asked []string }

func (*translator) Info() answer.Info {
	return answer.Info{Name: "zotero", Origin: biblio.Origin{Kind: biblio.Aggregator}}
}

func (s *translator) Lookup(_ context.Context, q source.Query) (answer.Answer, error) {
	var reply answer.Answer
	for _, id := range q.IDs {
		s.asked = append(s.asked, id.String())
		if id.Value == "https://distill.pub/2016/augmented-rnns" {
			r := published(biblio.WebPage, "Attention and Augmented Recurrent Neural Networks", "Distill", 2016, "",
				"Chris Olah", "Shan Carter")
			reply.Hits = append(reply.Hits, answer.Hit{Record: r, How: answer.ByURL, ID: id})
		}
	}
	return reply, nil
}

// silent is a source that does not answer.
type silent struct{}

func (silent) Info() answer.Info { return answer.Info{Name: "openalex", Titles: true} }
func (silent) Lookup(context.Context, source.Query) (answer.Answer, error) {
	return answer.Answer{}, &answer.Failure{Kind: answer.Timeout}
}

// over returns a setup of sources.
func over(connectors ...source.Connector) *setup.Setup {
	return &setup.Setup{Auditor: &audit.Auditor{Stages: [][]source.Connector{connectors}}}
}

func shelf(t *testing.T, records ...biblio.Record) *index.Index {
	t.Helper()
	ix, err := index.InMemoryWith(records, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// The result of a query, and what the user is told about it.
func TestAsk(t *testing.T) {
	server := &translator{}
	desk := &cite.Resolver{Sources: over(offline.New(shelf(t, library()...))), Server: over(server)}
	for _, c := range []struct {
		name, query string
		opt         cite.Options
		venue       string // of the one work, "" for none
		told        string // a part of the message; "" for none
	}{
		{"the published version", "attention is all you need", cite.Options{Prefer: fix.AsCited},
			"Advances in Neural Information Processing Systems",
			"there is another version: Attention Is All You Need. Ashish Vaswani, Noam Shazeer, Niki Parmar, …. arXiv. 2017 arxiv:1706.03762\n"},
		{"the preprint", "attention is all you need", cite.Options{Prefer: fix.Preprint}, "arXiv",
			"there is another version: Attention Is All You Need. Ashish Vaswani, Noam Shazeer, Niki Parmar, …. Advances in " +
				"Neural Information Processing Systems"},
		{"the version that the identifier names", "arXiv:1706.03762", cite.Options{Prefer: fix.AsCited}, "arXiv",
			"there is another version: Attention Is All You Need. Ashish Vaswani, Noam Shazeer, Niki Parmar, …. Advances in "},
		{"the other version than the identifier names", "arXiv:1706.03762", cite.Options{Prefer: fix.Published},
			"Advances in Neural Information Processing Systems",
			"there is another version: Attention Is All You Need. Ashish Vaswani, Noam Shazeer, Niki Parmar, …. arXiv. 2017"},
		{"a preprint that is not there", "10.1038/nature14539", cite.Options{Prefer: fix.Preprint}, "Nature", ""},
		{"the main title of one work", "BERT", cite.Options{Prefer: fix.AsCited}, "Proceedings of NAACL-HLT",
			"BERT: taken for BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding, the only work " +
				"found with this main title\n"},
		{"the main title of two works", "Gödel, Escher, Bach", cite.Options{Prefer: fix.AsCited}, "",
			"2 works or versions have this main title; ask for one by its whole title or identifier\n  1. Gödel, Escher, Bach: A"},
		{"the title of two works", "Deep Learning", cite.Options{Prefer: fix.AsCited}, "",
			"2 works or versions fit; ask for one by its identifier\n  1. Deep "},
		{"the identifier of another work",
			"LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature. https://doi.org/10.18653/v1/N19-1423",
			cite.Options{Prefer: fix.AsCited}, "",
			"its identifier is not that of the work it describes; ask by the identifier or by the title alone\n  1. BERT"},
		{"the identifier of nothing",
			"LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature. https://doi.org/10.1038/nature00000",
			cite.Options{Prefer: fix.AsCited}, "",
			"no record has its identifier; what it describes:\n  1. Deep learning. Yann LeCun, Yoshua Bengio, Geoffrey " +
				"Hinton. Nature. 2015 doi:10.1038/nature14539\n"},
		{"a title that is near", "Attention is almost all you need", cite.Options{Prefer: fix.AsCited}, "",
			"no work of this title found; the nearest:\n  1. Attention Is All You Need."},
		{"nothing", "On the Sorrows of Translators", cite.Options{Prefer: fix.AsCited}, "",
			"no work found; sources that were not asked may have it\n"},
		{"a page that the server reads", "https://distill.pub/2016/augmented-rnns",
			cite.Options{Prefer: fix.AsCited}, "Distill", ""},
		{"a retracted work", "10.1016/S0140-6736(97)11096-0", cite.Options{Prefer: fix.AsCited}, "The Lancet", "retracted: "},
	} {
		a, err := desk.One(t.Context(), c.query, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		venue := ""
		if a.Work != nil {
			venue = a.Work.Hit.Record.Container.Title
		}
		told := a.Told()
		if venue != c.venue || !strings.Contains(told, c.told) || c.told == "" && told != "" {
			t.Errorf("%s: %q; told %q", c.name, venue, told)
		}
		if a.Unanswered() {
			t.Errorf("%s: a source did not answer", c.name)
		}
	}
	if got := strings.Join(server.asked, " "); got != "url:https://distill.pub/2016/augmented-rnns" {
		t.Errorf("the server is asked about %s", got)
	}
	second, err := desk.One(t.Context(), "Deep Learning", cite.Options{Pick: 2})
	if err != nil || second.Work == nil || len(second.Others) != 0 ||
		!strings.HasPrefix(second.Work.Hit.Record.Authors()[0].String(), "Ian Good") {
		t.Errorf("the second of two: %+v, %v", second, err)
	}
	first, err := desk.One(t.Context(), "Deep Learning", cite.Options{First: true})
	if err != nil || first.Work == nil || len(first.Others) != 1 {
		t.Errorf("the first of two: %+v, %v", first, err)
	}
}

// Answers come in the order of the queries, and each look-up is reported.
func TestAskMany(t *testing.T) {
	begun, done := 0, 0
	desk := &cite.Resolver{Sources: over(offline.New(shelf(t, library()...))), Asking: func(n int) { begun += n },
		Asked: func(n int64) { done += int(n) }}
	answers, err := desk.Ask(t.Context(), []string{"10.1038/nature14539", "BERT", "On the Sorrows of Translators"},
		cite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if answers[0].Work == nil || answers[1].Work == nil || answers[2].Work != nil ||
		answers[0].Work.Hit.Record.Title != "Deep learning" || !answers[1].MainTitle {
		t.Errorf("%+v", answers)
	}
	if begun != 4 || done != 4 { // BERT once more by its full title
		t.Errorf("%d look-ups began and %d are done", begun, done)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a, err := desk.One(ctx, "BERT", cite.Options{}); !errors.Is(err, context.Canceled) || a != nil {
		t.Errorf("cancelled: %+v, %v", a, err)
	}
}

// If a source failed, nothing is said to be missing.
func TestUnanswered(t *testing.T) {
	desk := &cite.Resolver{Sources: over(offline.New(shelf(t, library()...)), silent{})}
	a, err := desk.One(t.Context(), "On the Sorrows of Translators", cite.Options{})
	if err != nil || !a.Unanswered() ||
		a.Told() != "On the Sorrows of Translators: no work found, and not every source answered\n" {
		t.Errorf("%q, %v", a.Told(), err)
	}
}

// The command suggests its flags, other front ends do not.
func TestTell(t *testing.T) {
	desk := &cite.Resolver{Sources: over(offline.New(shelf(t, library()...)))}
	for _, c := range []struct{ query, flag string }{{"Deep Learning", "--first"}, {"Gödel, Escher, Bach", "--first"},
		{"Attention Is All You Need", "--prefer"}, {"On the Sorrows of Translators", "--corpus"}} {
		a, err := desk.One(t.Context(), c.query, cite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if a.Tell(&b); !strings.Contains(b.String(), c.flag) || strings.Contains(a.Told(), "--") {
			t.Errorf("%s: %q and %q", c.query, b.String(), a.Told())
		}
	}
}

// Two records of one identifier that name different people are shown, each with its holder, and of many people
// the first ones.
func TestTellDispute(t *testing.T) {
	many := make([]string, 25)
	for i := range many {
		many[i] = "Author " + string(rune('A'+i)) + "ble"
	}
	a, b := published(biblio.ArticleJournal, "Deep learning", "Nature", 2015, "10.1038/nature14539", "Yann LeCun",
		"Yoshua Bengio", "Geoffrey Hinton"), published(biblio.ArticleJournal, "Deep learning", "Nature", 2015,
		"10.1038/nature14539", many...)
	b.LocalID = "W2919115771"
	desk := &cite.Resolver{Sources: over(offline.New(shelf(t, a, b)))}
	answer, err := desk.One(t.Context(), "10.1038/nature14539", cite.Options{First: true})
	if err != nil {
		t.Fatal(err)
	}
	told := answer.Told()
	for _, want := range []string{"two records of doi:10.1038/nature14539 contradict each other in the authors",
		"crossref 10.1038/nature14539: Yann LeCun, Yoshua Bengio, Geoffrey Hinton\n", "crossref W2919115771: Author Able, ",
		"Author Tble, …\n"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not told: %s", want, told)
		}
	}
}

// Find looks in corpora: by identifier, by title, by similarity, by a whole reference.
func TestFind(t *testing.T) {
	ix := shelf(t, library()...)
	for _, c := range []struct{ query, title, id string }{
		{"10.1038/nature14539", "Deep learning", "10.1038/nature14539"},
		{"attention is all you need", "Attention Is All You Need", ""},
		{"BERT: Pre-training of Deep Bidirectional Transformer for Language Understandings",
			"BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding", "10.18653/v1/n19-1423"},
		{"10.1000/nothing", "", ""},
		{"qqqq zzzz", "", ""},
	} {
		found, err := cite.Find(ix, c.query, 5)
		title, id := "", ""
		if len(found) > 0 {
			title, id = found[0].Fields.Title, found[0].Fields.DOI
		}
		if err != nil || title != c.title || c.id != "" && id != c.id {
			t.Errorf("%s: %q %s, %v", c.query, title, id, err)
		}
	}
}

// The formats of entries, which are checked before any source is asked.
func TestForm(t *testing.T) {
	for _, c := range []struct{ format, style, want string }{
		{"endnote", "", `unknown format "endnote": use ` + cite.Formats},
		{"bibtex", "apa", "--style goes with --format text, markdown or html, not bibtex"},
		{"text", "klingon", `unknown style "klingon"`},
	} {
		if _, err := cite.NewForm(c.format, c.style); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v", c.format, c.style, err)
		}
	}
	desk := &cite.Resolver{Sources: over(offline.New(shelf(t, library()...)))}
	answers, err := desk.Ask(t.Context(),
		[]string{"10.1038/nature14539", "On the Sorrows of Translators", "10.1038/nature14539", "10.18653/v1/N19-1423"},
		cite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	written := func(format, style, key string, answers []cite.Answer) string {
		t.Helper()
		form, err := cite.NewForm(format, style)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := form.Write(&b, answers, key); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, format, style, key string
		answers                  []cite.Answer
		want                     []string
	}{
		{"entries with a line between them, and keys that differ", "bibtex", "", "", answers,
			[]string{"@article{lecun2015deep,", "}\n\n@article{lecun2015deepb,", "{devlin2019bert,"}},
		{"a key for one", "bibtex", "", "dl", answers[:2], []string{"@article{dl,"}},
		{"a key for several is for none", "bibtex", "", "dl", answers, []string{"{lecun2015deep,"}},
		{"RIS", "ris", "", "", answers[:1], []string{"TY  - JOUR", "DO  - 10.1038/nature14539"}},
		{"the usual style", "text", "", "", answers[:1], []string{"LeCun, Y., Bengio, Y., & Hinton, G. (2015)."}},
		{"another style", "text", "ieee", "", answers[:1], []string{"Y. LeCun, Y. Bengio, and G. Hinton"}},
		{"Markdown", "markdown", "", "", answers[:1], []string{"*Nature*"}},
		{"HTML", "html", "", "", answers[:1], []string{"<i>Nature</i>"}},
	} {
		got := written(c.format, c.style, c.key, c.answers)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is missing from %s", c.name, want, got)
			}
		}
	}
	var items []map[string]any
	if err := json.Unmarshal([]byte(written("csl", "", "", answers)), &items); err != nil || len(items) != 3 ||
		items[0]["id"] != "lecun2015deep" || items[0]["DOI"] != "10.1038/nature14539" {
		t.Errorf("CSL: %v, %v", items, err)
	}
	if got := written("csl", "", "", answers[1:2]); strings.TrimSpace(got) != "[]" {
		t.Errorf("CSL of nothing: %q", got)
	}
	full := errors.New("no space left")
	for _, format := range []string{"bibtex", "text", "csl"} {
		form, err := cite.NewForm(format, "")
		if err != nil {
			t.Fatal(err)
		}
		for room := range 2 {
			if err := form.Write(&pipe{room, full}, answers, ""); format == "bibtex" && !errors.Is(err, full) || room == 0 &&
				!errors.Is(err, full) {
				t.Errorf("%s behind %d writes: %v", format, room, err)
			}
		}
	}
}

// pipe accepts a number of writes and then fails.
type pipe struct {
	room int
	err  error
}

func (p *pipe) Write(b []byte) (int, error) {
	if p.room--; p.room < 0 {
		return 0, p.err
	}
	return len(b), nil
}
