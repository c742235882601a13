package recorded

import (
	"context"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Connector is a connector whose answers were recorded: what it may refute, and how it finds works.
type Connector struct {
	Name    string
	Origin  biblio.Origin
	Authors bool // its author lists are complete and in printed order
	How     answer.How
}

// notAuthors are the fields of a source whose author lists have no order.
var notAuthors = slices.DeleteFunc(slices.Clone(biblio.Fields),
	func(f biblio.Field) bool { return f == biblio.FieldAuthors })

// recordedConnectors are the connectors of the recorded evidence in the fixed order in which they are asked.
// Unlisted ones only confirm.
var recordedConnectors = []Connector{
	{"crossref", biblio.Origin{Kind: biblio.Publisher}, true, answer.ByTitle},
	{"acl_anthology", biblio.Origin{Kind: biblio.Publisher}, true, answer.ByTitle},
	{"dblp_online", biblio.Origin{Kind: biblio.Publisher}, true, answer.ByTitle},
	{"openalex", biblio.Origin{Kind: biblio.Publisher}, true, answer.ByTitle},
	{"semantic_scholar", biblio.Origin{Kind: biblio.Publisher}, true, answer.ByTitle},
	{"pubmed", biblio.Origin{Kind: biblio.Publisher}, true, answer.ByTitle},
	{"europepmc", biblio.Origin{Kind: biblio.Publisher}, true, answer.ByTitle},
	{"dblp_sqlite", biblio.Origin{Kind: biblio.Publisher, States: notAuthors}, false, answer.ByTitle},
	{"arxiv", biblio.Origin{Kind: biblio.Publisher, States: []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors}},
		true, answer.ByTitle},
	{"url_direct", biblio.Origin{Kind: biblio.Aggregator}, false, answer.ByURL},
	{"cache", biblio.Origin{Kind: biblio.Aggregator}, false, answer.ByTitle},
	{"web_search", biblio.Origin{Kind: biblio.ConfirmOnly}, false, answer.ByWebSearch},
}

// strong reports whether a recorded connector may refute every field that it states.
func (r Connector) strong() bool { return r.Origin.Kind == biblio.Publisher && r.Origin.States == nil }

// Named returns a recorded connector; an unknown one only confirms.
func Named(name string) Connector {
	for _, r := range recordedConnectors {
		if r.Name == name {
			return r
		}
	}
	return Connector{name, biblio.Origin{Kind: biblio.ConfirmOnly}, false, answer.ByTitle}
}

// Evidence is what the recorded connectors returned for one reference.
type Evidence struct {
	records []biblio.Record // Source names the connector
	asked   []string        // connectors that were asked, including those with records
}

// Decidable reports whether there is a record with title, authors and year from a strong connector.
func (e *Evidence) Decidable() bool {
	return slices.ContainsFunc(e.records, func(r biblio.Record) bool {
		return r.Title != "" && len(r.Contributors) > 0 && r.Issued.Year != 0 && Named(r.Source).strong()
	})
}

// Of reads one line of recorded evidence.
func Of(o result.Object) (*Evidence, error) {
	e := &Evidence{asked: o.List("sources_queried")}
	for _, c := range o.Children("candidates") {
		name := c.Text("connector")
		if !slices.Contains(e.asked, name) {
			e.asked = append(e.asked, name)
		}
		if c.Text("title") == "" && c.Text("doi", "arxiv_id", "pmid", "isbn") == "" { // it says nothing
			continue
		}
		r, err := Record(c, name)
		if err != nil {
			return nil, err
		}
		r.Source = name
		e.records = append(e.records, r)
	}
	return e, nil
}

// Peripheral are the fields that a recording may lack room for.
var Peripheral = []biblio.Field{biblio.FieldVolume, biblio.FieldPages, biblio.FieldPublisher, biblio.FieldLocation}

// States marks the peripheral fields that any record states.
func (e *Evidence) States(fields map[biblio.Field]bool) {
	for i := range e.records {
		for _, f := range Peripheral {
			if *e.records[i].Detail(f) != "" {
				fields[f] = true
			}
		}
	}
}

// Replays returns one connector for each that was asked, in fixed order. Together they have all works that
// exist: an identifier that no record has does not exist, and if none of them has a record there is no such
// work.
func (e *Evidence) Replays() []source.Connector {
	var list []source.Connector
	world := &closedWorld{known: make(map[ident.ID]bool)}
	for _, r := range e.records {
		for _, id := range identifiers(&r) {
			world.known[id] = true
		}
	}
	names := e.asked
	if len(names) == 0 {
		names = []string{"recorded"}
	}
	add := func(c Connector) {
		rp := &replay{Connector: c, world: world}
		for _, r := range e.records {
			if r.Source == c.Name {
				rp.records = append(rp.records, r)
			}
		}
		rp.world.empty = len(e.records) == 0
		list = append(list, rp)
	}
	for _, c := range recordedConnectors {
		if slices.Contains(names, c.Name) {
			add(c)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(recordedConnectors, func(c Connector) bool { return c.Name == name }) {
			add(Named(name))
		}
	}
	return list
}

// identifiers returns those of a record and of the other versions that it names.
func identifiers(r *biblio.Record) []ident.ID {
	ids := slices.Clone(r.IDs)
	for _, other := range r.Relations {
		ids = append(ids, other.ID)
	}
	return ids
}

// closedWorld knows all existing identifiers.
type closedWorld struct {
	known map[ident.ID]bool
	empty bool // there is no record at all
}

// absent lists the DOIs and arXiv ids of a query that do not exist.
func (w *closedWorld) absent(ids []ident.ID) []ident.ID {
	var list []ident.ID
	for _, id := range ids {
		if (id.Scheme == ident.DOI || id.Scheme == ident.ArXiv) && !w.known[id] {
			list = append(list, id)
		}
	}
	return list
}

// replay answers with recorded records.
type replay struct {
	Connector
	records []biblio.Record
	world   *closedWorld // nil: an open world, in which silence says nothing
}

// Info describes what the recorded connector may do.
func (r *replay) Info() answer.Info {
	return answer.Info{
		Name: r.Name, Version: 1, Schemes: []ident.Scheme{ident.DOI, ident.ArXiv}, Titles: true,
		Origin: r.Origin, OrderedAuthors: r.Authors, CompleteAuthors: r.Authors,
	}
}

// Lookup returns all records. A connector without any says nothing unless no connector has one: the recorded
// world is that of all together.
func (r *replay) Lookup(_ context.Context, q source.Query) (answer.Answer, error) {
	var a answer.Answer
	for _, record := range r.records {
		a.Hits = append(a.Hits, r.hit(record, q))
	}
	if r.world == nil {
		return a, nil
	}
	if len(r.records) > 0 || r.world.empty {
		a.Coverage = answer.Coverage{Extent: answer.World, Why: "the recorded evidence is all there is"}
		a.NoSuchID = r.world.absent(q.IDs)
	}
	return a, nil
}

func (r *replay) hit(record biblio.Record, q source.Query) answer.Hit {
	for _, id := range q.IDs {
		if slices.Contains(identifiers(&record), id) {
			return answer.Hit{Record: record, How: answer.ByIdentifier, ID: id}
		}
	}
	return answer.Hit{Record: record, How: r.How}
}

// Open returns a connector that answers every query with the same records, in an
// open world: its silence says nothing.
func (r Connector) Open(records ...biblio.Record) source.Connector {
	return &replay{Connector: r, records: records}
}
