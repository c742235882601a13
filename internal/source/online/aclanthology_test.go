package online

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// aclCollection is a fragment in the Anthology's own format, written for the test.
const aclCollection = `<?xml version='1.0' encoding='UTF-8'?>
<collection id="N19"><volume id="1" type="proceedings"><meta><booktitle>Proceedings of NAACL 2019</booktitle><year>2019</year><venue>naacl</venue></meta>
<paper id="423"><title><fixed-case>BERT</fixed-case>: Pre-training of Deep Bidirectional Transformers for Language Understanding</title>
<author><first>Jacob</first><last>Devlin</last></author><author><first>Ming-Wei</first><last>Chang</last></author><author><first>Kenton</first><last>Lee</last></author>
<author><first>Kristina</first><last>Toutanova</last></author><pages>4171–4186</pages><url hash="x">N19-1423</url><doi>10.18653/v1/N19-1423</doi></paper></volume></collection>`

func prepareACL(s *fixtureserver.Server) {
	s.SetPage("https://raw.githubusercontent.com/acl-org/acl-anthology/master/data/xml/N19.xml",
		fixtureserver.Page{Body: aclCollection})
}

func TestACLAnthology(t *testing.T) {
	bert := biblio.Flat{Type: "paper-conference",
		Title: "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding", Year: "2019",
		Authors: []string{"Jacob Devlin", "Ming-Wei Chang", "Kenton Lee", "Kristina Toutanova"},
		URL:     "https://aclanthology.org/N19-1423"}
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *transport.Client) source.Connector { return newACLAnthology(Config{Client: c}) },
		Found: []biblio.Flat{bert}, Prepare: prepareACL,
		Absent: []biblio.Flat{sourcetest.Unknown(func(f *biblio.Flat) { f.URL = "https://aclanthology.org/N19-9999" }),
			sourcetest.Unknown(func(f *biblio.Flat) { f.URL = "https://aclanthology.org/X99-1001" })},
	})
}

func TestOneFileForManyPapers(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	prepareACL(server)
	c := newACLAnthology(Config{Client: sourcetest.Client(server, nil)})
	var queries []source.Query
	for _, value := range []string{"N19-1423", "N19-1001", "N19-1002"} {
		queries = append(queries, source.Query{IDs: []ident.ID{{Scheme: ident.ACL, Value: value}}})
	}
	lookups := source.LookupAll(context.Background(), c, queries)
	if lookups[0].Outcome != answer.Found || lookups[1].Outcome != answer.NoMatch || server.Total() != 1 {
		t.Errorf("%s, %s, %d requests", lookups[0].Outcome, lookups[1].Outcome, server.Total())
	}
}

func TestTitleInItsCollection(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	prepareACL(server)
	c := newACLAnthology(Config{Client: sourcetest.Client(server, nil)})
	ask := func(f biblio.Flat) answer.Lookup {
		return source.LookupAll(context.Background(), c, []source.Query{sourcetest.Query(f)})[0]
	}
	bert := biblio.Flat{Title: "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
		Venue: "Proceedings of NAACL-HLT", Year: "2019"}
	if l := ask(bert); l.Outcome != answer.Found || l.Answer.Coverage.Extent != answer.CompleteHere {
		t.Errorf("%s %+v", l.Outcome, l.Answer.Coverage)
	}
	invented := bert
	invented.Title = "Wholly Invented Transformers for the Understanding of Owls"
	if l := ask(invented); l.Outcome != answer.NoMatch || l.Answer.Coverage.Extent != answer.CompleteHere ||
		l.Answer.Coverage.Year != 2019 {
		t.Errorf("a complete collection: %s %s %+v", l.Outcome, l.Reason, l.Answer.Coverage)
	}
	invented.Year = "2018" // the Anthology has no collection of that year here
	if l := ask(invented); l.Outcome != answer.NoMatch || l.Answer.Coverage.Extent != answer.Uncovered {
		t.Errorf("no collection: %s %+v", l.Outcome, l.Answer.Coverage)
	}
	workshop := invented
	workshop.Venue = "NAACL Workshop on Owls"
	if l := ask(workshop); l.Outcome != answer.NotAsked {
		t.Errorf("a workshop: %s", l.Outcome)
	}
}
