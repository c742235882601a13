// Package all is the explicit list of the online sources: what each covers,
// what it needs, and in which stage of the cascade it is asked. One line here
// and one folder beside it make a source.
//
// May be imported by: setup.
package all

import (
	"context"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/aclanthology"
	"github.com/bonafide-audit/bonafide/internal/source/ads"
	"github.com/bonafide-audit/bonafide/internal/source/arxiv"
	"github.com/bonafide-audit/bonafide/internal/source/crossref"
	"github.com/bonafide-audit/bonafide/internal/source/datacite"
	"github.com/bonafide-audit/bonafide/internal/source/dblp"
	"github.com/bonafide-audit/bonafide/internal/source/doi"
	"github.com/bonafide-audit/bonafide/internal/source/europepmc"
	"github.com/bonafide-audit/bonafide/internal/source/googlebooks"
	"github.com/bonafide-audit/bonafide/internal/source/inspire"
	"github.com/bonafide-audit/bonafide/internal/source/landing"
	"github.com/bonafide-audit/bonafide/internal/source/openalex"
	"github.com/bonafide-audit/bonafide/internal/source/openlibrary"
	"github.com/bonafide-audit/bonafide/internal/source/openreview"
	"github.com/bonafide-audit/bonafide/internal/source/pubmed"
	"github.com/bonafide-audit/bonafide/internal/source/repository"
	"github.com/bonafide-audit/bonafide/internal/source/rfc"
	"github.com/bonafide-audit/bonafide/internal/source/semanticscholar"
	"github.com/bonafide-audit/bonafide/internal/source/unpaywall"
	"github.com/bonafide-audit/bonafide/internal/source/websearch"
	"github.com/bonafide-audit/bonafide/internal/source/zotero"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Config says with what the sources are made.
type Config struct {
	Client *transport.Client
	// Keys holds keys, tokens and addresses of the user's own servers by the
	// name that Entry.Key or Entry.Needs gives.
	Keys map[string]string
	PDF  landing.ReadPDF // nil when PDFs are not read
}

// Stage is when a source is asked, after memory and corpus.
type Stage int

// The stages of the online cascade.
const (
	Identifiers Stage = iota // addresses and registries
	Scholarly                // bibliographic services
	Late                     // services that answer seldom without a key
	Web                      // search engines
)

// Entry is one source.
type Entry struct {
	Name    string // that of its Info
	Stage   Stage
	Covers  string // for people
	Key     string // name of a key that it can use; "" for none
	Needs   string // name of what it cannot be asked without; "" for nothing
	Late    bool   // asked after the other services of its stage when it has no key
	Default bool   // part of a run that names no sources
	Hint    string // for people: what it is without its key, or what is better; "" for nothing
	// Has says whether what Needs names is there; nil means that it is one key.
	Has   func(keys map[string]string) bool
	Pages bool // it reads pages of many hosts, of which some always fail
	New   func(Config) source.Connector
}

// Sources lists every source in the order in which answers are judged.
var Sources = []Entry{
	{Name: "doi", Stage: Identifiers, Covers: "whether a DOI exists; descriptions from agencies without a service of their own", Default: true,
		New: func(c Config) source.Connector { return doi.New(c.Client, nil) }},
	{Name: "publisher", Stage: Identifiers, Covers: "the publisher's page behind a DOI", Default: false, Pages: true,
		New: func(c Config) source.Connector { return landing.NewPublisher(landing.NewReader(c.Client, c.PDF)) }},
	{Name: "url_direct", Stage: Identifiers, Covers: "the pages that references name", Default: true, Pages: true,
		New: func(c Config) source.Connector { return landing.New(landing.NewReader(c.Client, c.PDF)) }},
	{Name: "repository", Stage: Identifiers, Covers: "code, packages and models on GitHub, GitLab, Codeberg, PyPI, CRAN, Hugging Face", Key: "github", Default: true,
		New: func(c Config) source.Connector { return repository.New(c.Client, c.Keys["github"]) }},
	{Name: "rfc", Stage: Identifiers, Covers: "every RFC", Default: true,
		New: func(c Config) source.Connector { return rfc.New(c.Client) }},
	{Name: "acl_anthology", Stage: Identifiers, Covers: "computational linguistics, by ACL id, and by title in the venue and year claimed", Default: true,
		New: func(c Config) source.Connector { return aclanthology.New(c.Client) }},
	{Name: "crossref", Stage: Scholarly, Covers: "articles, papers, chapters and books with a DOI", Key: "crossref", Default: true,
		New: func(c Config) source.Connector { return crossref.New(c.Client, c.Keys["crossref"]) }},
	{Name: "openalex", Stage: Scholarly, Covers: "works of every field, with their versions", Key: "openalex", Default: true,
		Hint: "without a key 1,000 credits a day, of which a search costs 10; a free key has ten times that",
		New:  func(c Config) source.Connector { return openalex.New(c.Client, c.Keys["openalex"]) }},
	{Name: "semantic_scholar", Stage: Scholarly, Covers: "articles, papers and preprints", Key: "semanticscholar", Default: true, Late: true,
		Hint: "without a key it refuses most of the time; it is asked last, about what the others leave open",
		New:  func(c Config) source.Connector { return semanticscholar.New(c.Client, c.Keys["semanticscholar"]) }},
	{Name: "arxiv", Stage: Scholarly, Covers: "preprints since 1991", Default: true,
		New: func(c Config) source.Connector { return arxiv.New(c.Client) }},
	{Name: "dblp_online", Stage: Scholarly, Covers: "computer science", Default: true,
		Hint: "its API is often behind a check for robots; the offline corpus is the better way: bonafide corpus get dblp",
		New:  func(c Config) source.Connector { return dblp.New(c.Client) }},
	{Name: "datacite", Stage: Scholarly, Covers: "data, software, theses and preprints with a DOI", Default: true,
		New: func(c Config) source.Connector { return datacite.New(c.Client) }},
	{Name: "pubmed", Stage: Scholarly, Covers: "biomedicine", Key: "pubmed", Default: true,
		New: func(c Config) source.Connector { return pubmed.New(c.Client, c.Keys["pubmed"]) }},
	{Name: "europepmc", Stage: Scholarly, Covers: "life sciences, retractions", Default: true,
		New: func(c Config) source.Connector { return europepmc.New(c.Client) }},
	{Name: "openreview", Stage: Scholarly, Covers: "conferences of machine learning, rejected papers marked", Needs: "openreview, or openreview_user with openreview_password", Default: true,
		Has: func(k map[string]string) bool { return openReviewLogin(k).Given() },
		New: func(c Config) source.Connector { return openreview.New(c.Client, openReviewLogin(c.Keys)) }},
	{Name: "openlibrary", Stage: Scholarly, Covers: "books", Default: true,
		New: func(c Config) source.Connector { return openlibrary.New(c.Client) }},
	{Name: "googlebooks", Stage: Scholarly, Covers: "books", Needs: "googlebooks", Default: true,
		New: func(c Config) source.Connector { return googlebooks.New(c.Client, c.Keys["googlebooks"]) }},
	{Name: "inspire", Stage: Scholarly, Covers: "high-energy physics", Default: true,
		New: func(c Config) source.Connector { return inspire.New(c.Client) }},
	{Name: "ads", Stage: Scholarly, Covers: "astronomy and physics", Needs: "ads", Default: true,
		New: func(c Config) source.Connector { return ads.New(c.Client, c.Keys["ads"]) }},
	{Name: "unpaywall", Stage: Scholarly, Covers: "open copies, by DOI", Needs: "contact", Default: false,
		New: func(c Config) source.Connector { return unpaywall.New(c.Client) }},
	{Name: "zotero", Stage: Scholarly, Covers: "pages that Zotero's translators read", Needs: "zotero_url", Default: true,
		New: func(c Config) source.Connector {
			return zotero.New(c.Client, c.Keys["zotero_url"], crossref.New(c.Client, c.Keys["crossref"]))
		}},
	{Name: "web_search", Stage: Web, Covers: "the web; may clear, never convicts", Needs: "searxng_url, tavily, serpapi, brave, or google with google_engine", Default: true,
		Has: func(keys map[string]string) bool { return webSearch(Config{Keys: keys}) != nil },
		New: webSearch},
}

// Pages reports that a source reads pages of many hosts.
func Pages(name string) bool {
	for _, e := range Sources {
		if e.Name == name {
			return e.Pages
		}
	}
	return false
}

// webSearch takes the first engine that is configured.
func webSearch(c Config) source.Connector {
	k := c.Keys
	var p websearch.Provider
	switch {
	case k["searxng_url"] != "":
		p = websearch.SearXNG(c.Client, k["searxng_url"])
	case k["tavily"] != "":
		p = websearch.Tavily(c.Client, k["tavily"])
	case k["serpapi"] != "" && k["serpapi_engine"] == "google":
		p = websearch.SerpAPI(c.Client, k["serpapi"])
	case k["serpapi"] != "":
		p = websearch.Scholar(c.Client, k["serpapi"])
	case k["brave"] != "":
		p = websearch.Brave(c.Client, k["brave"])
	case k["google"] != "" && k["google_engine"] != "":
		p = websearch.Google(c.Client, k["google"], k["google_engine"])
	default:
		return nil
	}
	return websearch.New(p, landing.NewReader(c.Client, c.PDF))
}

func openReviewLogin(keys map[string]string) openreview.Login {
	return openreview.Login{Token: keys["openreview"], User: keys["openreview_user"], Password: keys["openreview_password"]}
}

// Ready reports whether an entry can be asked with a configuration.
func (e Entry) Ready(c Config) bool {
	switch e.Needs {
	case "":
		return true
	case "contact":
		return c.Client.Contact() != ""
	}
	if e.Has != nil {
		return e.Has(c.Keys)
	}
	return c.Keys[e.Needs] != ""
}

// Make makes the sources that names lists, or the default ones that are ready
// when it is nil, by stage. A source that is named and not ready is made as
// well: it says itself what it needs.
func Make(c Config, names []string) [][]source.Connector {
	stages := make([][]source.Connector, Web+1)
	for _, e := range Sources {
		wanted := e.Default && e.Ready(c)
		if names != nil {
			wanted = false
			for _, n := range names {
				wanted = wanted || n == e.Name
			}
		}
		if !wanted {
			continue
		}
		stage := e.Stage
		if e.Late && c.Keys[e.Key] == "" {
			stage = Late
		}
		if made := e.New(c); made != nil {
			stages[stage] = append(stages[stage], made)
		}
	}
	return stages
}

// probes are well-known works, of which every source covers one at least.
var probes = []biblio.Flat{
	{Type: "article-journal", Title: "Deep learning", Authors: []string{"Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"}, Venue: "Nature", Year: "2015", DOI: "10.1038/nature14539", PMID: "26017442"},
	{Type: "article", Title: "Attention Is All You Need", Authors: []string{"Ashish Vaswani"}, Year: "2017", ArXivID: "1706.03762"},
	{Type: "book", Title: "The Art of Computer Programming", Authors: []string{"Donald E. Knuth"}, Year: "1997", ISBN: "9780201896831"},
	{Type: "paper-conference", Title: "Adam: A Method for Stochastic Optimization", Authors: []string{"Diederik P. Kingma"}, Venue: "ICLR", Year: "2015", URL: "https://aclanthology.org/N19-1423"},
	{Title: "RFC 793: Transmission Control Protocol", DOI: "10.17487/rfc0793", URL: "https://www.rfc-editor.org/rfc/rfc793"},
	{Type: "software", Title: "SciPy", URL: "https://github.com/scipy/scipy"},
}

// Probe asks a source about a work that it has and gives how long the answer
// took. The error is why it did not answer; ErrNotAsked says what it needs.
func Probe(ctx context.Context, c source.Connector) (time.Duration, error) {
	var err error
	for _, f := range probes {
		w := f.Work()
		start := time.Now()
		_, err = c.Lookup(ctx, source.Query{IDs: w.IDs, Claimed: w})
		if !errors.Is(err, source.ErrNotAsked) {
			return time.Since(start), err
		}
	}
	return 0, err
}
