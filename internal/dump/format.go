package dump

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Format is the format of a dump.
type Format string

// The formats that are read. Auto recognises them from name and content.
const (
	Auto            Format = ""
	Flat            Format = "flat"
	Crossref        Format = "crossref"
	OpenAlex        Format = "openalex"
	SemanticScholar Format = "semanticscholar"
	DataCite        Format = "datacite"
	ArXiv           Format = "arxiv"
	ArXivOAI        Format = "arxiv-oai"
	CSL             Format = "csl-json"
	DBLP            Format = "dblp"
	ACL             Format = "acl"
	PubMed          Format = "pubmed"
	RetractionWatch Format = "retractionwatch"
	Meta            Format = "meta"
	RIS             Format = "ris"
	BibTeX          Format = "bibtex"
)

// Formats lists every format, for help texts and flags.
var Formats = []Format{Flat, Crossref, OpenAlex, SemanticScholar, DataCite, ArXiv, ArXivOAI, CSL, DBLP, ACL, PubMed,
	RetractionWatch, Meta, RIS, BibTeX}

// ParseFormat reads a format's name; "" and "auto" are Auto.
func ParseFormat(s string) (Format, error) {
	switch {
	case s == "" || s == "auto":
		return Auto, nil
	case slices.Contains(Formats, Format(s)):
		return Format(s), nil
	}
	return Auto, fmt.Errorf("dump format %q is not one of %s", s, strings.Trim(fmt.Sprint(Formats), "[]"))
}

// spec is how a format is split into units and how a unit is read.
type spec struct {
	split func(*stream) splitter
	// read turns one unit into records. The environment holds what the units of one file share; it no longer
	// changes when read is called.
	read func(env *environment, unit []byte, out *output)
	// origin of the records, unless a table names another for their source.
	origin biblio.OriginKind
}

// environment is what the units of one file share.
type environment struct {
	source string   // name for records that state none
	root   string   // id attribute of an XML root element
	header []string // of a table
	file   string
	bibtex func(file string, data []byte) ([]biblio.Record, []error)
}

type output struct {
	records []biblio.Record
	bad     []error
	rows    []declared
	deleted []biblio.Record // taken back by the source
	skipped int
}

// add adds the result of a one-record reader.
func (o *output) add(rec biblio.Record, err error) {
	switch {
	case err == nil:
		o.records = append(o.records, rec)
	case errors.Is(err, wire.ErrNotAWork):
		o.skipped++
	case errors.Is(err, wire.ErrDeleted):
		o.deleted = append(o.deleted, rec)
	default:
		o.bad = append(o.bad, err)
	}
}

// one adapts a function that reads one record.
func one(read func([]byte) (biblio.Record, error)) func(*environment, []byte, *output) {
	return func(_ *environment, unit []byte, out *output) { out.add(read(unit)) }
}

var specs = map[Format]spec{
	Flat:            {splitJSON, readFlat, biblio.PersonalList},
	Crossref:        {splitJSON, readCrossref, biblio.Publisher},
	OpenAlex:        {splitJSON, one(wire.OpenAlex), biblio.Aggregator},
	SemanticScholar: {splitJSON, one(wire.SemanticScholar), biblio.Aggregator},
	DataCite:        {splitJSON, one(wire.DataCite), biblio.Publisher},
	ArXiv:           {splitJSON, one(wire.ArXiv), biblio.PreprintServer},
	ArXivOAI:        {splitXML, readArXivOAI, biblio.PreprintServer},
	CSL:             {splitJSON, one(wire.CSL), biblio.PersonalList},
	DBLP:            {splitXML, readDBLP, biblio.Publisher},
	ACL:             {splitXML, readACL, biblio.Publisher},
	PubMed:          {splitXML, readPubMed, biblio.Publisher},
	RetractionWatch: {splitCSV, readTable(wire.RetractionWatch), biblio.Aggregator},
	Meta:            {splitCSV, readTable(wire.Meta), biblio.Aggregator},
	RIS:             {splitRIS, one(wire.RIS), biblio.PersonalList},
	BibTeX:          {splitWhole, readBibTeX, biblio.PersonalList},
}

func readFlat(env *environment, unit []byte, out *output) {
	out.add(wire.Flat(unit, env.source))
}

// readCrossref also returns, for a notice, a record of the update for each work that it concerns.
func readCrossref(_ *environment, unit []byte, out *output) {
	rec, err := wire.Crossref(unit)
	out.add(rec, err)
	if err == nil {
		out.records = append(out.records, wire.CrossrefNotices(&rec)...)
	}
}

func readACL(env *environment, unit []byte, out *output) {
	v, err := wire.ReadACLVolume(env.root, unit)
	if err != nil {
		out.add(biblio.Record{}, err)
		return
	}
	out.records = append(out.records, v.Records...)
	out.bad = append(out.bad, v.Bad...)
	out.rows = append(out.rows, declared{CoverageRow: v.Row, Journal: v.Journal, Number: v.Number})
}

// readDBLP also declares each volume of proceedings; the declaration holds if the dump turns out to be complete.
func readDBLP(_ *environment, unit []byte, out *output) {
	rec, err := wire.DBLP(unit)
	out.add(rec, err)
	if row, ok := wire.DBLPVolume(&rec); err == nil && ok {
		out.rows = append(out.rows, declared{CoverageRow: row, OfWhole: true})
	}
}

// readPubMed also reads deletions, which PubMed's files contain among articles.
func readPubMed(_ *environment, unit []byte, out *output) {
	if strings.HasPrefix(string(unit[:min(len(unit), 7)]), "<Delete") {
		for _, id := range wire.PubMedDeleted(unit) {
			out.deleted = append(out.deleted, biblio.Record{Source: "pubmed", LocalID: id})
		}
		return
	}
	out.add(wire.PubMed(unit))
}

// readArXivOAI reads a page of a harvest: only its list of records contains works.
func readArXivOAI(_ *environment, unit []byte, out *output) {
	if !strings.HasPrefix(string(unit[:min(len(unit), 12)]), "<ListRecords") {
		return
	}
	if err := wire.OAIRecords(unit, func(record []byte) { out.add(wire.ArXivOAI(record)) }); err != nil {
		out.bad = append(out.bad, err)
	}
}

// readTable adapts a function that reads a row with its header.
func readTable(read func(header, row []string) (biblio.Record, error)) func(*environment, []byte, *output) {
	return func(env *environment, unit []byte, out *output) {
		row, err := csvRow(unit)
		if err != nil {
			out.bad = append(out.bad, err)
			return
		}
		out.add(read(env.header, row))
	}
}

func readBibTeX(env *environment, unit []byte, out *output) {
	if env.bibtex == nil {
		out.bad = append(out.bad, errors.New("bibtex: no reader was given for BibTeX files"))
		return
	}
	records, bad := env.bibtex(env.file, unit)
	out.records = append(out.records, records...)
	out.bad = append(out.bad, bad...)
}
