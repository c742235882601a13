package online

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Works that the service of these tests has, by DOI.
var (
	deepLearning  = registered("10.1038/nature14539", "Deep learning", 2015, "LeCun")
	randomForests = registered("10.1023/a:1010933404324", "Random forests", 2001, "Breiman")
	attention     = registered("10.48550/arxiv.1706.03762", "Attention Is All You Need", 2017, "Vaswani")
)

func registered(doi, title string, year int, family string) biblio.Record {
	return biblio.Record{LocalID: doi,
		Work: biblio.Work{Type: biblio.ArticleJournal, Title: title, Issued: biblio.Date{Year: year},
			IDs: []ident.ID{{Scheme: ident.DOI, Value: doi}}, Contributors: []biblio.Contributor{{Family: family}}}}
}

// shelf is a service with some works, which records its questions.
type shelf struct {
	works []biblio.Record
	fail  error // of all requests by identifier
	asked []string
}

func (s *shelf) ask(_ context.Context, questions []string) (map[string][]byte, error) {
	s.asked = append(s.asked, strings.Join(questions, " "))
	got := map[string][]byte{}
	for _, q := range questions {
		for i := range s.works {
			if s.works[i].LocalID == q {
				got[q], _ = json.Marshal(s.works[i])
			}
		}
		if strings.HasPrefix(q, "10.5555/") { // it has the DOI, but its record cannot be read
			got[q] = []byte("<html>")
		}
	}
	return got, s.fail
}

func (s *shelf) titles(_ context.Context, search Search) ([]biblio.Record, error) {
	s.asked = append(s.asked, "“"+search.Title+"”")
	var found []biblio.Record
	for i := range s.works {
		if Alike(s.works[i].Title, search.Title) {
			found = append(found, s.works[i])
		}
	}
	return found, nil
}

func isDOI(id ident.ID) (string, bool) { return id.Value, id.Scheme == ident.DOI }

// spec returns the spec of a service over a shelf.
func (s *shelf) spec() Spec {
	return Spec{
		Info:   answer.Info{Name: "shelf", Titles: true, Origin: biblio.Origin{Kind: biblio.Aggregator}},
		Client: transport.New(transport.Options{}),
		IDs: []ByID{{Batch: transport.Batch{Service: "shelf", Kind: "doi", Max: 10, Ask: s.ask}, Question: isDOI,
			Read: ReadRecord}},
		Titles: Each(s.titles),
	}
}

// finding is a title search that always finds the same records.
func finding(records ...biblio.Record) TitleSearch {
	return Each(func(context.Context, Search) ([]biblio.Record, error) { return records, nil })
}

func unnumbered(title string) biblio.Record { return registered("", title, 2015, "LeCun") }

// claim returns a query for a work by its title and identifiers: a DOI, an arXiv number, or a PMID with its
// label.
func claim(title string, ids ...string) source.Query {
	q := source.Query{Claimed: biblio.Work{Title: title, Issued: biblio.Date{Year: 2015}}}
	for _, id := range ids {
		if parsed, ok := ident.Parse(id); ok {
			q.IDs = append(q.IDs, parsed)
		}
	}
	return q
}

// outcome summarises a look-up: its result, the hits, identifiers that do not exist, and what its silence
// means.
func outcome(l answer.Lookup) string {
	var parts []string
	for _, h := range l.Answer.Hits {
		parts = append(parts, fmt.Sprintf("%s by %s", h.Record.Title, h.How))
	}
	for _, id := range l.Answer.NoSuchID {
		parts = append(parts, "no "+id.String())
	}
	switch c := l.Answer.Coverage; {
	case c.Extent == answer.Covered:
		parts = append(parts, "covered")
	case c.Extent == answer.CompleteHere:
		parts = append(parts, fmt.Sprintf("all of %s %d", c.Container, c.Year))
	case c.Why != "":
		parts = append(parts, c.Why)
	}
	if l.Reason != "" {
		parts = append(parts, strings.ReplaceAll(l.Reason, answer.ErrNotAsked.Error(), "not asked"))
	}
	return strings.Join(parts, "; ")
}

// failing is a title search that fails.
var failing = Each(func(context.Context, Search) ([]biblio.Record, error) {
	return nil, &answer.Failure{Kind: answer.Timeout}
})

// The rule of Connector: what is found is a hit however it was found, and silence means something only if every
// part of the question was answered.
func TestLookup(t *testing.T) {
	timeout := &answer.Failure{Kind: answer.Timeout}
	absent := func(known string, err error) func(*Spec) {
		return func(s *Spec) {
			s.AbsentScheme = ident.DOI
			s.Absent = transport.Batch{Service: "doi", Kind: "absent", Max: 10,
				Ask: func(_ context.Context, questions []string) (map[string][]byte, error) {
					if slices.Contains(questions, known) {
						return map[string][]byte{known: []byte("1")}, err
					}
					return nil, err
				}}
		}
	}
	for _, c := range []struct {
		name  string
		query source.Query
		spec  func(*Spec)
		fail  error
		asked string
		want  string
	}{
		{"the identifier leads to the title", claim("Deep Learning", "10.1038/nature14539"), nil, nil, "10.1038/nature14539",
			"Deep learning by identifier; covered"},
		{"the identifier alone", claim("", "10.1038/nature14539"), nil, nil, "10.1038/nature14539",
			"Deep learning by identifier; covered"},
		{"the identifier leads to another title", claim("Random Forests", "10.1038/nature14539"), nil, nil,
			"10.1038/nature14539 “Random Forests”", "Deep learning by identifier; Random forests by title; covered"},
		{"two identifiers of one record", claim("Deep", "10.1038/nature14539", "10.1038/nature14539"), nil, nil,
			"10.1038/nature14539 “Deep”", "Deep learning by identifier; covered"},
		{"not there", claim("Deep Sleep"), nil, nil, "“Deep Sleep”", "covered"},
		{"a title in TeX", claim("{Deep} $Learning$"), nil, nil, "“Deep Learning”", "Deep learning by title; covered"},
		{"nothing to ask by", claim("?!"), nil, nil, "", "not asked: no identifier or title that it takes"},
		{"no title search", claim("Deep Learning"), func(s *Spec) { s.Titles = TitleSearch{} }, nil, "",
			"not asked: no identifier or title that it takes"},
		{"not a work that it takes", claim("Deep Learning"),
			func(s *Spec) { s.Takes = func(source.Query) bool { return false } }, nil, "",
			"not asked: no identifier or title that it takes"},
		{"a work that it takes", claim("Deep Learning"), func(s *Spec) { s.Takes = scholarly }, nil, "“Deep Learning”",
			"Deep learning by title; covered"},
		{"one record, found twice", claim("Something else", "10.1038/nature14539"),
			func(s *Spec) { s.Titles = finding(deepLearning) }, nil, "10.1038/nature14539",
			"Deep learning by identifier; covered"},
		{"two records that the service does not number", claim("Something else"),
			func(s *Spec) { s.Titles = finding(unnumbered("Deep learning"), unnumbered("Deep sleep")) }, nil, "",
			"Deep learning by title; Deep sleep by title; covered"},
		{"not ready", claim("Deep Learning", "10.1038/nature14539"), func(s *Spec) { s.Ready = "needs a key" }, nil, "",
			"not asked: needs a key"},
		{"found another way", claim("Deep Learning"), func(s *Spec) { s.How = answer.ByEvent }, nil, "“Deep Learning”",
			"Deep learning by event; covered"},
		{"searched word for word", claim("Deep Sleep"), func(s *Spec) { s.Titles = Narrow(s.Titles) }, nil, "“Deep Sleep”",
			"the title was searched word for word"},
		{"everything of the year was looked through", claim("Deep Sleep"), func(s *Spec) {
			s.Titles.Ask = func(context.Context, []Search) []Found { return []Found{{Complete: "Nature", Narrow: true}} }
		}, nil, "", "all of Nature 2015"},
		{"the title search fails", claim("Deep Learning"), func(s *Spec) { s.Titles = failing }, nil, "", "timeout"},
		{"only a part is answered", claim("Deep Sleep", "10.1038/nature14539"), func(s *Spec) { s.Titles = failing }, nil,
			"10.1038/nature14539", "Deep learning by identifier; part of the question was not answered: timeout"},
		{"identifiers fail", claim("Deep Learning", "10.1038/nature14539"), nil, timeout,
			"10.1038/nature14539 “Deep Learning”", "Deep learning by title; part of the question was not answered: timeout"},
		{"identifiers fail, and no such title", claim("Deep Sleep", "10.1038/nature14539"), nil, timeout,
			"10.1038/nature14539 “Deep Sleep”", "timeout"},
		{"what cannot be read", claim("", "10.5555/1"), nil, nil, "10.5555/1",
			"bad-answer: invalid character '<' looking for beginning of value"},
		{"the whole reference in place of a title", source.Query{Raw: "Deep Learning"}, func(s *Spec) { s.Info.Raw = true },
			nil, "“Deep Learning”", "Deep learning by raw; searched by the whole reference, which has no title"},
		{"a title before the whole reference",
			source.Query{Raw: "LeCun (2015)", Claimed: biblio.Work{Title: "Deep Learning"}}, func(s *Spec) { s.Info.Raw = true },
			nil, "“Deep Learning”", "Deep learning by title; covered"},
		{"no title, and no search by references", source.Query{Raw: "Deep Learning"}, nil, nil, "",
			"not asked: no identifier or title that it takes"},
		{"an arXiv number where its DOIs are", claim("", "1706.03762"), func(s *Spec) { s.ArXivDOIs = true }, nil,
			"10.48550/arxiv.1706.03762", "Attention Is All You Need by identifier; covered"},
		{"an arXiv number elsewhere", claim("", "1706.03762"), nil, nil, "",
			"not asked: no identifier or title that it takes"},
		{"a DOI of arXiv elsewhere", claim("", "10.48550/arxiv.1706.03762"), nil, nil, "",
			"not asked: no identifier or title that it takes"},
		{"an arXiv number without what it stands for", claim("", "1706.03762"),
			func(s *Spec) { s.ArXivDOIs, s.NoAliases = true, true }, nil, "", "not asked: no identifier or title that it takes"},
		{"no such DOI", claim("Deep Sleep", "10.1000/1"), absent("", nil), nil, "10.1000/1 “Deep Sleep”",
			"no doi:10.1000/1; covered"},
		{"a DOI that somebody else registered", claim("Deep Sleep", "10.1000/1"), absent("10.1000/1", nil), nil,
			"10.1000/1 “Deep Sleep”", "covered"},
		{"the registry does not answer", claim("Deep Sleep", "10.1000/1"), absent("", timeout), nil,
			"10.1000/1 “Deep Sleep”", "timeout"},
		{"no such arXiv number, by its DOI", claim("Deep Sleep", "2401.99999"),
			func(s *Spec) { s.ArXivDOIs = true; absent("", nil)(s) }, nil, "10.48550/arxiv.2401.99999 “Deep Sleep”",
			"no arxiv:2401.99999; covered"},
		{"no such arXiv number beside a DOI that is there", claim("Random forests", "10.1023/a:1010933404324", "2401.99999"),
			func(s *Spec) { s.ArXivDOIs = true; absent("", nil)(s) }, nil, "10.1023/a:1010933404324 10.48550/arxiv.2401.99999",
			"Random forests by identifier; no arxiv:2401.99999; covered"},
		{"no such DOI beside a PMID that nobody answers for", claim("Deep Sleep", "10.1000/1", "pmid:12345678"),
			func(s *Spec) {
				absent("", nil)(s)
				s.IDs = append(s.IDs,
					ByID{Batch: transport.Batch{Service: "shelf", Kind: "pmid", Max: 10, Ask: s.IDs[0].Ask},
						Question: func(id ident.ID) (string, bool) { return id.Value, id.Scheme == ident.PMID }, Read: ReadRecord})
			}, nil, "10.1000/1 12345678 “Deep Sleep”", "no doi:10.1000/1; covered"},
		{"no such DOI, and the title search fails", claim("Deep Sleep", "10.1000/1"),
			func(s *Spec) { absent("", nil)(s); s.Titles = failing }, nil, "10.1000/1",
			"no doi:10.1000/1; part of the question was not answered: timeout"},
		{"absent, of a scheme that the registry does not keep", claim("Deep Sleep", "10.1000/1"),
			func(s *Spec) { absent("", nil)(s); s.AbsentScheme = ident.PMID }, nil, "10.1000/1 “Deep Sleep”", "covered"},
	} {
		s := &shelf{works: []biblio.Record{deepLearning, randomForests, attention}, fail: c.fail}
		spec := s.spec()
		if c.spec != nil {
			c.spec(&spec)
		}
		connector := New(spec)
		reply, err := connector.Lookup(t.Context(), c.query)
		got := outcome(answer.NewLookup(connector.Info(), reply, err))
		if asked := strings.Join(s.asked, " "); got != c.want || asked != c.asked {
			t.Errorf("%s: asked %s, got %s", c.name, asked, got)
		}
		for _, h := range reply.Hits {
			if h.Record.Source != "shelf" || (h.How == answer.ByIdentifier) == h.ID.IsZero() {
				t.Errorf("%s: a hit of %q by %s %s", c.name, h.Record.Source, h.How, h.ID)
			}
		}
	}
}

// Many references are looked up together, each identifier once, and each gets its own answer.
func TestLookupBatch(t *testing.T) {
	s := &shelf{works: []biblio.Record{deepLearning, randomForests}}
	queries := []source.Query{claim("", "10.1038/nature14539"), claim("", "10.1000/1"),
		claim("", "10.1038/nature14539", "10.1023/a:1010933404324"), claim("")}
	var got []string
	for _, l := range New(s.spec()).LookupBatch(t.Context(), queries) {
		got = append(got, outcome(l))
	}
	want := []string{
		"Deep learning by identifier; covered", "asked by identifier only",
		"Deep learning by identifier; Random forests by identifier; covered",
		"not asked: no identifier or title that it takes",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if len(s.asked) != 1 {
		t.Errorf("%d requests: %q", len(s.asked), s.asked)
	}
}

// Silence about a work means nothing if the source does not cover its type or year.
func TestCovers(t *testing.T) {
	paper := biblio.Work{Type: biblio.PaperConference, Issued: biblio.Date{Year: 1998}}
	undated := biblio.Work{Type: biblio.PaperConference}
	for _, c := range []struct {
		name string
		info answer.Info
		work biblio.Work
		want bool
	}{
		{"of every kind and year", answer.Info{}, paper, true},
		{"confirms only", answer.Info{Origin: biblio.Origin{Kind: biblio.ConfirmOnly}}, paper, false},
		{"of its kind", answer.Info{Types: []biblio.Type{biblio.PaperConference}}, paper, true},
		{"of other kinds", answer.Info{Types: []biblio.Type{biblio.Book}}, paper, false},
		{"of no kind as a whole", answer.Info{Types: []biblio.Type{}}, paper, false},
		{"from its year on", answer.Info{FromYear: 1998}, paper, true},
		{"from the year after", answer.Info{FromYear: 1999}, paper, false},
		{"from some year on, undated", answer.Info{FromYear: 1999}, undated, true},
		{"up to its year", answer.Info{ToYear: 1998}, paper, true},
		{"up to the year before", answer.Info{ToYear: 1997}, paper, false},
		{"up to some year, undated", answer.Info{ToYear: 1997}, undated, true},
	} {
		if got := Covers(c.info, &c.work); (got.Extent == answer.Covered) != c.want || got.Why == "" {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// A forecast counts distinct identifiers by the requests that they need, and title searches for the rest.
func TestExpect(t *testing.T) {
	queries := []source.Query{claim("Deep Learning", "10.1038/nature14539"), claim("Deep Learning", "10.1038/nature14539"),
		claim("Random forests", "10.1023/a:1010933404324"), claim("Attention Is All You Need"), claim(""), claim("A patent")}
	queries[5].Claimed.Type = biblio.Patent
	for _, c := range []struct {
		name              string
		spec              func(*Spec)
		requests, credits int
	}{
		{"a request for all identifiers", func(*Spec) {}, 1 + 2, 1 + 20},
		{"a request for each identifier", func(s *Spec) { s.IDs[0].Max = 0 }, 2 + 2, 2 + 20},
		{"no patents", func(s *Spec) { s.Takes = scholarly }, 1 + 1, 1 + 10},
		{"no search", func(s *Spec) { s.Titles = TitleSearch{} }, 1, 1},
		{"titles that share requests", func(s *Spec) { s.Titles = Grouped(8, 3, nil) }, 1 + 1, 1 + 10},
		{"not ready", func(s *Spec) { s.Ready = "needs a key" }, 0, 0},
	} {
		spec := (&shelf{}).spec()
		spec.ListCredits, spec.SearchCredits = 1, 10
		spec.Info.Name = "a search of the shelf"
		c.spec(&spec)
		if e := New(spec).Expect(queries); e.Requests != c.requests || e.Credits != c.credits || e.Service != "shelf" {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
	spec := Spec{Info: answer.Info{Name: "dblp-search"}}
	if e := New(spec).Expect(queries); e.Service != "dblp-search" || e.Requests != 0 {
		t.Errorf("%+v", e)
	}
}

// What bibliographic services are not queried about.
func TestTakes(t *testing.T) {
	person := []biblio.Contributor{{Family: "Berners-Lee"}}
	for _, c := range []struct {
		typ               biblio.Type
		people            []biblio.Contributor
		scholarly, papers bool
	}{
		{biblio.ArticleJournal, nil, true, true}, {biblio.TypeUnknown, nil, true, true}, {biblio.Book, person, true, false},
		{biblio.Dataset, nil, true, false},
		{biblio.Patent, person, false, false}, {biblio.Legal, person, false, false}, {biblio.Personal, person, false, false},
		{biblio.WebPage, nil, false, false}, {biblio.WebPage, person, true, false}, {biblio.Software, nil, false, false},
		{biblio.Report, nil, true, true},
	} {
		q := source.Query{Claimed: biblio.Work{Type: c.typ, Contributors: c.people}}
		if works, small := scholarly(q), papers(q); works != c.scholarly || small != c.papers {
			t.Errorf("%q of %d people: scholarly %v, papers %v", c.typ, len(c.people), works, small)
		}
	}
}

// A search that panics is the only one that fails.
func TestEachBreaks(t *testing.T) {
	search := Each(func(_ context.Context, s Search) ([]biblio.Record, error) {
		if s.Title == "BERT" {
			panic("out of range")
		}
		return []biblio.Record{deepLearning}, nil
	})
	found := search.Ask(t.Context(), []Search{{Title: "BERT"}, {Title: "Deep learning"}})
	var failure *answer.Failure
	if !errors.As(found[0].Err, &failure) || failure.Kind != answer.BadAnswer || found[1].Err != nil ||
		len(found[1].Records) != 1 {
		t.Errorf("%+v", found)
	}
}

// TestProven: a service with notices is queried with the DOIs that others have for a verified work, all
// together; what they lead to counts as found by title, and a DOI that the service lacks says nothing about the
// reference.
func TestProven(t *testing.T) {
	s := shelf{works: []biblio.Record{deepLearning, randomForests}}
	spec := s.spec()
	spec.Info.Notices = true
	proven := func(rec biblio.Record, dois ...string) (q source.Query) {
		q.Claimed = biblio.Work{Title: rec.Title}
		for _, doi := range dois {
			q.Proven = append(q.Proven, ident.ID{Scheme: ident.DOI, Value: doi})
		}
		return q
	}
	verified := proven(deepLearning, deepLearning.LocalID)
	verified.Claimed.Title = ""
	lookups := New(spec).LookupBatch(t.Context(), []source.Query{
		verified, proven(randomForests, randomForests.LocalID), proven(attention, "10.1000/elsewhere"),
	})
	if len(s.asked) != 2 || len(strings.Fields(s.asked[0])) != 3 || s.asked[1] != "“Attention Is All You Need”" {
		t.Errorf("asked %q, want three DOIs together and the title that they did not find", s.asked)
	}
	for i, n := range []int{1, 1, 0} {
		l := lookups[i]
		if len(l.Answer.Hits) != n || len(l.Answer.NoSuchID) > 0 || n == 1 &&
			(l.Answer.Hits[0].How != answer.ByTitle || !l.Answer.Hits[0].ID.IsZero()) {
			t.Errorf("%d: %+v", i, l.Answer)
		}
	}
	s.asked = nil
	spec.Info.Notices = false
	New(spec).LookupBatch(t.Context(), []source.Query{verified})
	if len(s.asked) > 0 {
		t.Errorf("a service without notices was asked %q", s.asked)
	}
}
