package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source/online"
)

// published is a work as recorded by a strong source.
var published = biblio.Flat{
	Type: "article-journal", Title: "Mapping the Migration of Arctic Terns with Light Sensors",
	Authors: []string{"Alice Walker", "Katherine Johnson", "Carl Sagan"},
	Venue:   "Journal of Field Ornithology", Year: "2015", DOI: "10.1000/jfo.2015.12", Volume: "86", Issue: "3",
	Pages: "201-215", Publisher: "Wiley",
}

// preprint is its preprint.
var preprint = biblio.Flat{
	Type: "article", Title: published.Title, Authors: published.Authors, Venue: "arXiv", Year: "2014",
	ArXivID: "1406.01234", DOI: "10.48550/arXiv.1406.01234",
}

var (
	strong = answer.Info{Name: "registry-of-works", Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true, Schemes: []ident.Scheme{ident.DOI}}
	second = answer.Info{Name: "second-index", Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true}
	weak     = answer.Info{Name: "landing-page", Origin: biblio.Origin{Kind: biblio.Aggregator}, Titles: true}
	weak2    = answer.Info{Name: "old-cache", Origin: biblio.Origin{Kind: biblio.Aggregator}, Titles: true}
	personal = answer.Info{Name: "a-library", Origin: biblio.Origin{Kind: biblio.PersonalList}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true}
	personal2 = answer.Info{Name: "a-laboratory", Origin: biblio.Origin{Kind: biblio.PersonalList}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true}
	web = answer.Info{Name: "web", Origin: biblio.Origin{Kind: biblio.ConfirmOnly}, Titles: true}
)

// lost is a paper that no one has, of proceedings of which services have nearly all.
var lost = biblio.Flat{
	Type: "paper-conference", Title: "An Invented Title about Nothing at All", Authors: []string{"Noor Khan", "Yuki Sato"},
	Venue: "Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics", Year: "2020",
}

// service returns a service whose silence weighs by what the connector of that name declares.
func service(name string) answer.Info {
	info := answer.Info{Name: name, Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true, Schemes: []ident.Scheme{ident.DOI}}
	for _, e := range online.Sources {
		if e.Name == name {
			info.Silence = e.New(online.Config{}).Info().Silence
		}
	}
	return info
}

// noWord returns the lookup of a service that was searched by title and returned nothing.
func noWord(name string) answer.Lookup {
	return answer.NewLookup(service(name),
		answer.Answer{Coverage: answer.Coverage{Searched: true, Extent: answer.Covered}}, nil)
}

// nobody returns the silence of services that have nearly all works like lost.
func nobody() []answer.Lookup {
	return []answer.Lookup{noWord("crossref"), noWord("dblp_online"), noWord("semantic_scholar")}
}

func with(f biblio.Flat, edit func(*biblio.Flat)) biblio.Flat {
	f.Authors = append([]string{}, f.Authors...)
	edit(&f)
	return f
}

// found returns the lookup of a source that returned records for a title.
func found(info answer.Info, extent answer.Extent, records ...biblio.Flat) answer.Lookup {
	var hits []answer.Hit
	for _, f := range records {
		hits = append(hits,
			answer.Hit{Record: biblio.Record{Work: f.Work(), Source: info.Name, LocalID: f.Title + string(f.Year)},
				How: answer.ByTitle})
	}
	cover := answer.Coverage{Extent: extent}
	if extent == answer.CompleteHere {
		cover.Listing = answer.Listing{Searched: true, Before: true, After: true, Sisters: true}
	}
	return answer.NewLookup(info, answer.Answer{Hits: hits, Coverage: cover}, nil)
}

func failed(info answer.Info) answer.Lookup {
	return answer.NewLookup(info, answer.Answer{}, &answer.Failure{Kind: answer.Timeout})
}

// verdict judges a claim by lookups.
func verdict(claim biblio.Flat, lookups ...answer.Lookup) Verdict {
	ref := biblio.Reference{ID: "r", Claimed: claim.Work()}
	return Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)})
}

func codes(v Verdict) string {
	var list []string
	for _, c := range v.Codes {
		list = append(list, string(c))
	}
	return strings.Join(list, " ")
}

func fields(v Verdict) string {
	var list []string
	for _, f := range v.Fields {
		list = append(list, string(f))
	}
	return strings.Join(list, " ")
}

func hasNotice(v Verdict, rule string) bool {
	for _, n := range v.Notices {
		if n.Rule == rule {
			return true
		}
	}
	return false
}

func hasReason(v Verdict, rule string) bool {
	for _, r := range v.Reasons {
		if r.Rule == rule {
			return true
		}
	}
	return false
}

func expect(t *testing.T, name string, v Verdict, outcome Outcome, wantCodes, wantFields string) {
	t.Helper()
	if v.Outcome != outcome || codes(v) != wantCodes || fields(v) != wantFields {
		t.Errorf("%s: %v [%s] {%s}, want %v [%s] {%s}", name, v.Outcome, codes(v), fields(v), outcome, wantCodes, wantFields)
		for _, r := range v.Reasons {
			t.Logf("   %s %s %q %q %v: %s", r.Rule, r.Kind, r.Claimed, r.Recorded, r.Sources, r.Message)
		}
	}
}

// stated returns a verdict whose reasons have the statuses of their rules.
func stated(v Verdict) Verdict {
	v.Reasons = slices.Clone(v.Reasons)
	for i := range v.Reasons {
		v.Reasons[i].Status = StatusOf(v.Reasons[i].Rule)
	}
	return v
}
