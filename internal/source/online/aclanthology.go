package online

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// newACLAnthology returns a connector to the ACL Anthology. It has no search service; its data are one XML file
// per collection. A file answers for every paper of the collection: it proves that a number does not exist, and
// has every paper of a venue and year.
func newACLAnthology(c Config) source.Connector {
	a := aclAPI{c}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "acl_anthology", Version: 1, Online: true, Schemes: []ident.Scheme{ident.ACL}, Titles: true,
			Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true, CompleteAuthors: true, Deposit: true,
			Types: []biblio.Type{}}, // one field only
		IDs: []ByID{{Batch: transport.Batch{Service: "aclanthology", Kind: "id", Max: 200, Ask: a.papers},
			Question: valueOf(ident.ACL, ""), Read: ReadRecord}},
		Titles: TitleSearch{Ask: a.titles},
		Takes:  func(q source.Query) bool { return len(aclCollections(&q.Claimed, q.Claimed.Issued.Year)) > 0 },
	})
}

type aclAPI struct{ Config }

// papers fetches the collections of the requested papers, each once.
func (a aclAPI) papers(ctx context.Context, ids []string) (map[string][]byte, error) {
	got := map[string][]byte{}
	done := map[string]bool{}
	for _, id := range ids {
		collection, _, _ := strings.Cut(id, "-") // "P19" of P19-1001, "2020.acl" of 2020.acl-main.1
		if collection == "" || done[collection] {
			continue
		}
		done[collection] = true
		records, err := a.collection(ctx, collection)
		if err != nil {
			return nil, err
		}
		for _, rec := range records {
			raw, err := json.Marshal(rec)
			if err != nil {
				return nil, err
			}
			if acl := rec.ID(ident.ACL).Value; acl != "" {
				got[acl] = raw
			}
		}
	}
	return got, nil
}

// titles looks for titles in the collections of the claimed venue and year, and if they are not there, in those
// of the adjacent years.
func (a aclAPI) titles(ctx context.Context, searches []Search) []Found {
	found := make([]Found, len(searches))
	read := map[string][]biblio.Record{} // collections, each read once
	for i := range searches {
		found[i] = a.title(ctx, &searches[i], read)
	}
	return found
}

func (a aclAPI) title(ctx context.Context, s *Search, read map[string][]biblio.Record) (out Found) {
	w := &s.Query.Claimed
	year := w.Issued.Year
	complete := true
	for _, near := range []int{year, year - 1, year + 1} {
		for _, name := range aclCollections(w, near) {
			records, ok := read[name]
			if !ok {
				if records, out.Err = a.collection(ctx, name); out.Err != nil {
					return out
				}
				read[name] = records
			}
			complete = complete && (near != year || len(records) > 0)
			for _, rec := range records {
				if Alike(s.Title, rec.FullTitle()) {
					out.Records = append(out.Records, rec)
				}
			}
		}
		if len(out.Records) > 0 {
			break
		}
	}
	out.Narrow = !complete
	if complete {
		out.Complete = w.Container.Title
	}
	return out
}

// collection reads one file. For a collection that the Anthology lacks, the answer is a page with status 404
// and a specific text.
func (a aclAPI) collection(ctx context.Context, name string) ([]biblio.Record, error) {
	const data = "https://raw.githubusercontent.com/acl-org/acl-anthology/master/data/xml/"
	var records []biblio.Record
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "aclanthology", URL: data + name + ".xml", Types: XMLTypes, Answers: []int{404},
			Read: func(r *transport.Response) (bool, error) {
				records = nil
				if r.Status == 404 {
					if strings.TrimSpace(string(r.Body)) != "404: Not Found" {
						return false, errors.New("no answer about the collection")
					}
					return true, nil
				}
				list, err := aclVolumes(r.Body)
				records = list
				return len(list) == 0, err
			}})
	return records, err
}

func aclVolumes(body []byte) ([]biblio.Record, error) {
	const longest = 16 << 20 // bytes of one volume
	s := xmlscan.NewSplitter(bytes.NewReader(body), longest)
	var list []biblio.Record
	for {
		unit, err := s.Next()
		if errors.Is(err, io.EOF) {
			if s.Root().Name() != "collection" {
				return nil, fmt.Errorf("not a collection but %.40q", s.Root().Name())
			}
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		v, err := wire.ReadACLVolume(s.Root().Attr("id"), unit)
		if errors.Is(err, wire.ErrNotAWork) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, v.Records...)
	}
}

// aclLetters maps the key of a venue to the letter of its papers up to 2019; from 2020 on they are under the
// key itself. Form: https://aclanthology.org/info/ids
var aclLetters = map[string]string{
	"acl": "P", "emnlp": "D", "naacl": "N", "eacl": "E", "conll": "K", "coling": "C", "tacl": "Q", "cl": "J",
	"semeval": "S", "lrec": "L", "ijcnlp": "I", "aacl": "",
}

// aclCollections returns the collections with a year's papers of the container that a work claims; none if the
// container is not in the Anthology.
func aclCollections(w *biblio.Work, year int) []string {
	const last = 2019 // last year of the old numbers
	if year < 1965 || year > 2100 {
		return nil
	}
	c := normalise.ParseContainer(w.Container.Title)
	var list []string
	for _, key := range c.Venues {
		letter, ok := aclLetters[key]
		switch {
		case !ok:
		case c.Track == normalise.Findings && year > last:
			list = append(list, fmt.Sprintf("%d.findings", year))
		case c.Track != normalise.Main:
		case year > last:
			list = append(list, fmt.Sprintf("%d.%s", year, key))
		case letter != "":
			list = append(list, fmt.Sprintf("%s%02d", letter, year%100))
		}
	}
	return list
}
