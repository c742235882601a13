package online

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// pubmedBatch is the number of PMIDs in one request.
const pubmedBatch = 100

// newPubMed returns a connector to PubMed through NCBI's E-utilities.
func newPubMed(c Config) source.Connector {
	a := pubmedAPI{c}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "pubmed", Version: 1, Online: true, Schemes: []ident.Scheme{ident.PMID},
			Titles: true, Registry: true,
			Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true,
			Authority: []biblio.Field{biblio.FieldAuthors, biblio.FieldVenue},
			Types:     []biblio.Type{biblio.ArticleJournal}},
		IDs:    []ByID{{Batch: a.articles(), Question: valueOf(ident.PMID, ""), Read: pubmedRecords}},
		Titles: Cached(c.Client, "pubmed", Grouped(joined, telling, a.titles)),
		Takes:  papers,
		Absent: transport.Batch{Service: "pubmed", Kind: "absent", Max: pubmedBatch,
			Ask: a.absent}, AbsentScheme: ident.PMID,
	})
}

// pubmedRecords returns an article and its variants in PubMed's other words.
func pubmedRecords(body []byte) ([]biblio.Record, error) {
	return wire.WithRestated(One(wire.PubMed)(body))
}

type pubmedAPI struct{ Config }

// articles returns the batch that fetches articles by their PMIDs.
func (a pubmedAPI) articles() transport.Batch {
	return transport.Batch{Service: "pubmed", Kind: "pmid", Version: 1, Max: pubmedBatch, Ask: a.fetch}
}

// request returns a request, a POST if the list is long: https://www.ncbi.nlm.nih.gov/books/NBK25499/
func (a pubmedAPI) request(tool string, values url.Values) transport.Request {
	const utils = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/"
	values.Set("db", "pubmed")
	values.Set("tool", "bonafide")
	req := transport.Request{Service: "pubmed", URL: utils + tool, Secret: url.Values{}}
	if contact := a.Client.Contact(); contact != "" {
		req.Secret.Set("email", contact)
	}
	if key := a.Keys["pubmed"]; key != "" {
		req.Secret.Set("api_key", key)
	}
	if text := values.Encode(); len(text) > 1500 {
		req.Method, req.ContentType, req.Body = http.MethodPost, "application/x-www-form-urlencoded", []byte(text)
	} else {
		req.URL += "?" + text
	}
	return req
}

// fetch resolves PMIDs. An answer is a complete set of articles; NCBI reports its own errors as a page or as
// another element.
func (a pubmedAPI) fetch(ctx context.Context, ids []string) (map[string][]byte, error) {
	got := map[string][]byte{}
	req := a.request("efetch.fcgi", url.Values{"id": {strings.Join(ids, ",")}, "retmode": {"xml"}})
	req.Transient, req.Types = true, XMLTypes
	req.Read = func(r *transport.Response) (bool, error) {
		clear(got)
		if err := eachArticle(r.Body, func(id string, unit []byte) { got[id] = bytes.Clone(unit) }); err != nil {
			return false, err
		}
		return false, OneOf(got, ids)
	}
	if _, err := a.Client.Do(ctx, &req); err != nil {
		return nil, err
	}
	return got, nil
}

// eachArticle splits a set into its articles.
func eachArticle(body []byte, give func(id string, unit []byte)) error {
	const longest = 8 << 20 // bytes of one article's record
	s := xmlscan.NewSplitter(bytes.NewReader(body), longest)
	for {
		unit, err := s.Next()
		if errors.Is(err, io.EOF) {
			if s.Root().Name() != "PubmedArticleSet" {
				return fmt.Errorf("not a set of articles but %.40q", s.Root().Name())
			}
			return nil
		}
		if err != nil {
			return err
		}
		e, err := xmlscan.Parse(unit)
		if err != nil {
			return err
		}
		if id := cmp.Or(e.Child("MedlineCitation", "PMID").Line(), e.Child("BookDocument", "PMID").Line()); id != "" {
			give(id, unit)
		}
	}
}

// search returns the PMIDs that match a term.
func (a pubmedAPI) search(ctx context.Context, term string, most int, transient bool) ([]string, error) {
	var ids []string
	req := a.request("esearch.fcgi", url.Values{"term": {term}, "retmode": {"xml"}, "retmax": {strconv.Itoa(most)}})
	req.Types, req.Transient = XMLTypes, transient
	req.Read = func(r *transport.Response) (bool, error) {
		ids = nil
		e, err := xmlscan.Parse(r.Body)
		switch {
		case err != nil:
			return false, err
		case e.Name() != "eSearchResult" || e.Child("Count").Absent() || !e.Child("ERROR").Absent():
			return false, fmt.Errorf("not a result: %.100s", e.Line())
		}
		if err := SameQuestion(term, e.Child("QueryTranslation").Line()); err != nil {
			return false, err
		}
		for id := range e.Child("IdList").All("Id") {
			ids = append(ids, id.Line())
		}
		if count := e.Child("Count").Line(); len(ids) == 0 && count != "0" {
			return false, fmt.Errorf("%s articles and no number of one", count)
		}
		return len(ids) == 0, nil
	}
	_, err := a.Client.Do(ctx, &req)
	return ids, err
}

func (a pubmedAPI) titles(ctx context.Context, groups [][]string) ([]biblio.Record, error) {
	ids, err := a.search(ctx, AnyOf(groups, "(", "[ti] AND ", "[ti])", " OR "), 5*len(groups), false)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	replies := a.Client.Gather(ctx, a.articles(), ids)
	var list []biblio.Record
	for _, id := range ids {
		reply := replies[id]
		if reply.Err != nil {
			return nil, reply.Err
		}
		if records, err := pubmedRecords(reply.Body); err == nil {
			list = append(list, records...)
		}
	}
	return list, nil
}

// absent queries the index for PMIDs that efetch omitted.
func (a pubmedAPI) absent(ctx context.Context, values []string) (map[string][]byte, error) {
	there, err := a.search(ctx, strings.Join(values, "[uid] OR ")+"[uid]", len(values), true)
	if err != nil {
		return nil, err
	}
	got := make(map[string][]byte, len(there))
	for _, id := range there {
		got[id] = []byte(id)
	}
	return got, nil
}
