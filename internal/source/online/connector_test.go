package online_test

import (
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestConnectors runs the suite for every service that has works among the fixture server's facts. The other
// connectors run it in files of their own, with what else they need.
func TestConnectors(t *testing.T) {
	tested := 0
	for _, s := range fixtureserver.Services() {
		var known []biblio.Flat
		for _, f := range fixtureserver.Facts() {
			if w := f.Work(); s.Has(&w) {
				known = append(known, f)
			}
		}
		at := slices.IndexFunc(online.Sources, func(e online.Entry) bool { return e.Name == s.Source })
		if len(known) == 0 || at < 0 {
			continue
		}
		tested++
		keys := map[string]string{"openalex": "key"}
		if s.Keyed {
			keys[s.Source] = "key"
		}
		t.Run(s.Source, func(t *testing.T) {
			info := online.Sources[at].New(online.Config{Keys: keys}).Info()
			sourcetest.Run(t, sourcetest.Suite{
				New: func(client *transport.Client) source.Connector {
					return online.Sources[at].New(online.Config{Client: client, Keys: keys})
				},
				Found: foundBy(&info, known), Absent: absentFrom(&info),
			})
		})
	}
	if tested < 11 {
		t.Errorf("%d connectors were tested", tested)
	}
}

// allKeys returns keys and addresses for every source that the server plays.
func allKeys() map[string]string {
	keys := map[string]string{"searxng_url": "https://searxng.example", "zotero_url": "https://zotero.example"}
	for _, s := range fixtureserver.Services() {
		if s.Keyed {
			keys[s.Source] = "key"
		}
	}
	return keys
}

// foundBy returns the works that a source has and can look up by identifier, each also without any identifier, or all
// that it has if it looks none up.
func foundBy(info *answer.Info, known []biblio.Flat) []biblio.Flat {
	byID := slices.DeleteFunc(slices.Clone(known), func(f biblio.Flat) bool {
		w := f.Work()
		return !slices.ContainsFunc(w.IDs, func(id ident.ID) bool { return slices.Contains(info.Schemes, id.Scheme) })
	})
	if len(byID) == 0 {
		return known
	}
	list := byID
	for _, bare := range byID {
		bare.DOI, bare.ArXivID, bare.PMID, bare.ISBN = "", "", "", ""
		list = append(list, bare)
	}
	return list
}

// absentFrom returns works that exist nowhere, of a kind that a source covers: one by title alone, and one with an
// identifier that the source looks up.
func absentFrom(info *answer.Info) []biblio.Flat {
	nowhere := sourcetest.Unknown(nil)
	if len(info.Types) > 0 && !slices.Contains(info.Types, biblio.ArticleJournal) {
		nowhere.Type = string(info.Types[0])
	}
	list := []biblio.Flat{nowhere}
	for _, id := range []struct {
		scheme ident.Scheme
		set    func(*biblio.Flat)
	}{
		{ident.DOI, sourcetest.DOI},
		{ident.ArXiv, func(f *biblio.Flat) { f.ArXivID = "9912.99999" }},
		{ident.PMID, func(f *biblio.Flat) { f.PMID = "99999999" }},
	} {
		if slices.Contains(info.Schemes, id.scheme) {
			id.set(&nowhere)
			return append(list, nowhere)
		}
	}
	return list
}
