// Package online asks online services: one file for each, with its addresses and fields, and a list of all
// services. Most fill in a Spec (spec.go), which has a few ways to resolve identifiers in batches and to search titles:
// the differences between services are data and two or three functions. To add one, copy the file of a service of its
// kind (ads.go for one with a query language) and add a row to Sources.
//
// May be imported by: setup, llm/role, cmd (for --export of cite).
package online

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/landing"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Config is the configuration of the sources.
type Config struct {
	Client *transport.Client
	// Keys holds keys, tokens and addresses of the user's own servers under the names in Entry.Key and
	// Entry.Needs.
	Keys map[string]string
	PDF  landing.ReadPDF // nil if PDFs are not read
}

// Stage is when a source is queried, after memory and corpus.
type Stage int

// The stages of the online cascade.
const (
	Identifiers Stage = iota // addresses and registries
	Joined                   // searches for many titles at once, by services that are queried again later
	Scholarly                // bibliographic services
	Late                     // services that rarely answer without a key
	Web                      // search engines
)

// Entry is one source.
type Entry struct {
	Name    string // that of its Info
	Stage   Stage
	Covers  string // for the user
	Key     string // name of an optional key, or ""
	Needs   string // name of what it requires, or ""
	Late    bool   // queried after the other services of its stage if it has no key
	Default bool   // used in runs that name no sources
	Hint    string // for the user: its limits without a key, or what is better; may be ""
	Offer   Offer  // keys that a user can get for it; the zero value for none
	// Has reports whether what Needs names is available; nil means that it is one key.
	Has   func(keys map[string]string) bool
	Pages bool // it reads pages of many hosts, some of which always fail
	New   func(Config) source.Connector
	// Joined returns the source as it is queried before the others, for what can be looked up for many
	// references together. It is nil if there is only New.
	Joined func(Config) source.Connector
}

// Offer is what a user can get for a source, and what it improves, in words for people.
type Offer struct {
	Rank         int // offers are made in this order, the most helpful first
	Keys         []string
	Where, Gains string
}

// Sources lists every source, in the order in which answers are judged.
var Sources = []Entry{
	{Name: "doi", Stage: Identifiers,
		Covers:  "whether a DOI exists; descriptions from agencies without a service of their own",
		Default: true, New: newDOI},
	{Name: "publisher", Stage: Identifiers, Covers: "the publisher's page behind a DOI", Pages: true,
		New: func(c Config) source.Connector { return landing.NewPublisher(landing.NewReader(c.Client, c.PDF)) }},
	{Name: "url_direct", Stage: Identifiers, Covers: "the pages that references name", Default: true, Pages: true,
		New: func(c Config) source.Connector { return landing.New(landing.NewReader(c.Client, c.PDF)) }},
	{Name: "repository", Stage: Identifiers,
		Covers: "code, packages and models on GitHub, GitLab, Codeberg, PyPI, CRAN, Hugging Face", Key: "github",
		Default: true, New: newRepository,
		Offer: Offer{7, []string{"github"}, "free, at github.com/settings/tokens, without any permission",
			"5,000 projects an hour in place of 60"}},
	{Name: "rfc", Stage: Identifiers, Covers: "every RFC", Default: true, New: newRFC},
	{Name: "acl_anthology", Stage: Identifiers,
		Covers: "computational linguistics, by ACL id, and by title in the venue and year claimed", Default: true,
		New: newACLAnthology},
	{Name: "crossref", Stage: Scholarly, Covers: "articles, papers, chapters and books with a DOI", Key: "crossref",
		Default: true, New: newCrossref},
	{Name: "openalex", Stage: Scholarly, Covers: "works of every field, with their versions", Key: "openalex",
		Default: true, New: newOpenAlex, Joined: newOpenAlex,
		Hint: "without a key 1,000 credits a day, of which a search costs 10; a free key has ten times that",
		Offer: Offer{1, []string{"openalex"}, "free, at openalex.org/settings/api",
			"ten times the credits a day: 1,000 searches in place of 100"}},
	{Name: "semantic_scholar", Stage: Scholarly, Covers: "articles, papers and preprints", Key: "semanticscholar",
		Default: true, Late: true, New: newSemanticScholar,
		Hint: "without a key it refuses most of the time; it is asked last, about what the others leave open",
		Offer: Offer{2, []string{"semanticscholar"}, "free on request, at semanticscholar.org/product/api",
			"without it Semantic Scholar refuses most of the time"}},
	{Name: "arxiv", Stage: Scholarly, Covers: "preprints since 1991", Default: true, New: newArXiv},
	{Name: "dblp_online", Stage: Scholarly, Covers: "computer science", Default: true, New: newDBLP,
		Hint: "its API is often behind a check for robots; the offline corpus is the better way: bonafide corpus get dblp"},
	{Name: "datacite", Stage: Scholarly, Covers: "data, software, theses and preprints with a DOI",
		Default: true, New: newDataCite},
	{Name: "pubmed", Stage: Scholarly, Covers: "biomedicine", Key: "pubmed", Default: true, New: newPubMed,
		Offer: Offer{6, []string{"pubmed"}, "free, at account.ncbi.nlm.nih.gov/settings",
			"ten requests a second in place of three"}},
	{Name: "europepmc", Stage: Scholarly, Covers: "life sciences, retractions", Default: true, New: newEuropePMC},
	{Name: "openreview", Stage: Scholarly, Covers: "conferences of machine learning, rejected papers marked",
		Default: true, New: newOpenReview,
		Needs: "openreview, or openreview_user with openreview_password", Has: hasOpenReviewLogin,
		Offer: Offer{3, []string{"openreview_user", "openreview_password"}, "an account at openreview.net",
			"papers of machine learning, rejected and withdrawn ones included; without it OpenReview is not asked"}},
	{Name: "openlibrary", Stage: Scholarly, Covers: "books", Default: true, New: newOpenLibrary},
	{Name: "googlebooks", Stage: Scholarly, Covers: "books", Needs: "googlebooks", Default: true, New: newGoogleBooks,
		Offer: Offer{4, []string{"googlebooks"}, "free, at console.cloud.google.com (Books API)",
			"a second source for books; without it Google Books is not asked"}},
	{Name: "inspire", Stage: Scholarly, Covers: "high-energy physics", Default: true, New: newInspire},
	{Name: "ads", Stage: Scholarly, Covers: "astronomy and physics", Needs: "ads", Default: true, New: newADS,
		Offer: Offer{5, []string{"ads"}, "free, at ui.adsabs.harvard.edu/user/settings/token",
			"astronomy and physics; without it ADS is not asked"}},
	{Name: "unpaywall", Stage: Scholarly, Covers: "open copies, by DOI", Needs: "contact", New: newUnpaywall},
	{Name: "zotero", Stage: Scholarly, Covers: "pages that Zotero's translators read", Needs: "zotero_url",
		Default: true, New: newZotero},
	{Name: "web_search", Stage: Web, Covers: "the web; may clear a reference, proves no error",
		Default: true, New: newWebSearch,
		Needs: "searxng_url, tavily, serpapi, brave, or google with google_engine",
		Has:   func(keys map[string]string) bool { return engineFor(keys) != nil }},
}

// Pages reports whether a source reads pages of many hosts.
func Pages(name string) bool {
	return slices.ContainsFunc(Sources, func(e Entry) bool { return e.Name == name && e.Pages })
}

// Ready reports whether a source can be queried with a configuration.
func (e Entry) Ready(c Config) bool {
	switch {
	case e.Needs == "":
		return true
	case e.Needs == "contact":
		return c.Client.Contact() != ""
	case e.Has != nil:
		return e.Has(c.Keys)
	}
	return c.Keys[e.Needs] != ""
}

// Make returns the sources in names, or the default ones that are ready if it is nil, by stage. A named source
// that is not ready is included too: it reports itself what it needs.
func Make(c Config, names []string) [][]source.Connector {
	stages := make([][]source.Connector, Web+1)
	for _, e := range Sources {
		wanted := slices.Contains(names, e.Name)
		if names == nil {
			wanted = e.Default && e.Ready(c)
		}
		if !wanted {
			continue
		}
		stage := e.Stage
		if e.Late && c.Keys[e.Key] == "" {
			stage = Late
		}
		if e.Joined != nil {
			stages[Joined] = append(stages[Joined], e.Joined(c))
		}
		if made := e.New(c); made != nil {
			stages[stage] = append(stages[stage], made)
		}
	}
	return stages
}

// probes are well-known works; every source covers at least one.
var probes = []biblio.Flat{
	{Type: "article-journal", Title: "Deep learning", Authors: []string{"Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"},
		Venue: "Nature", Year: "2015", DOI: "10.1038/nature14539", PMID: "26017442"},
	{Type: "article", Title: "Attention Is All You Need", Authors: []string{"Ashish Vaswani"}, Year: "2017",
		ArXivID: "1706.03762"},
	{Type: "book", Title: "The Art of Computer Programming", Authors: []string{"Donald E. Knuth"}, Year: "1997",
		ISBN: "9780201896831"},
	{Type: "paper-conference", Title: "Adam: A Method for Stochastic Optimization",
		Authors: []string{"Diederik P. Kingma"}, Venue: "ICLR", Year: "2015", URL: "https://aclanthology.org/N19-1423"},
	{Title: "RFC 793: Transmission Control Protocol", DOI: "10.17487/rfc0793",
		URL: "https://www.rfc-editor.org/rfc/rfc793"},
	{Type: "software", Title: "SciPy", URL: "https://github.com/scipy/scipy"},
}

// Probe queries a source about a work that it has and returns how long the answer took. The error is why it did
// not answer; ErrNotAsked says what it needs.
func Probe(ctx context.Context, c source.Connector) (time.Duration, error) {
	var err error
	for _, f := range probes {
		w := f.Work()
		start := time.Now()
		_, err = c.Lookup(ctx, source.Query{IDs: w.IDs, Claimed: w})
		if !errors.Is(err, answer.ErrNotAsked) {
			return time.Since(start), err
		}
	}
	return 0, err
}
