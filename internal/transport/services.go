package transport

import (
	"slices"
	"time"
)

const (
	second  = time.Second
	mebi    = int64(1) << 20
	patient = 30 * time.Second
	usual   = 15 * time.Second
)

// services lists every service that connectors use. The page doc/sources.md repeats the figures.
var services = []Policy{
	{Service: "crossref", Every: second, Burst: 1, Connections: 1, Contact: Pace{second / 3, 3, 3},
		Timeout: patient, MaxBytes: 32 * mebi,
		Documented: "headers x-rate-limit-limit, x-rate-limit-interval, x-concurrency-limit of api.crossref.org: list " +
			"requests 1/s (public), 3/s (with an address)"},
	{Service: "openalex", Every: second / 10, Burst: 10, Connections: 4, Remaining: "X-RateLimit-Remaining",
		Reset: "X-RateLimit-Reset", Dollar: 10_000, Daily: 1000, DailyKey: 10_000,
		Timeout: usual, MaxBytes: 32 * mebi,
		Documented: "developers.openalex.org/api-reference/authentication: 100 requests a second; 1,000 credits a day " +
			"without a key, ten times that with a free one; a list costs 1, a search 10"},
	{Service: "semanticscholar", Every: second, Burst: 1, Connections: 1, Key: Pace{second, 1, 1},
		Keyless: Circuit{Failures: 2, More: 1, Rest: time.Minute, Longest: 15 * time.Minute},
		Timeout: patient, MaxBytes: 32 * mebi,
		Documented: "semanticscholar.org/product/api: one request a second with a key; without one a pool shared by all"},
	{Service: "arxiv", Every: 3 * second, Burst: 1, Connections: 1, Timeout: 60 * second, MaxBytes: 16 * mebi,
		Throttles: []int{406}, Pause: 15 * second,
		Documented: "info.arxiv.org/help/api/tou.html: one request every three seconds, one connection; throttled by 429 " +
			"without a word, and by 406"},
	{Service: "dblp", Every: second, Burst: 1, Connections: 1, Timeout: usual, MaxBytes: 16 * mebi,
		Documented: "dblp.org/faq: wait a second or two between requests; 429 with Retry-After"},
	{Service: "doi", Every: second / 10, Burst: 5, Connections: 4, Timeout: usual, MaxBytes: 4 * mebi,
		Documented: "doi.org states no limit; the agencies behind it do (10/s)"},
	{Service: "datacite", Every: 600 * time.Millisecond, Burst: 5, Connections: 2,
		Contact: Pace{300 * time.Millisecond, 10, 4},
		Timeout: usual, MaxBytes: 32 * mebi,
		Documented: "support.datacite.org: 500 requests in five minutes, 1,000 with an address"},
	{Service: "pubmed", Every: second / 3, Burst: 3, Connections: 3, Key: Pace{second / 10, 10, 4},
		Timeout: patient, MaxBytes: 64 * mebi,
		Documented: "ncbi.nlm.nih.gov/books/NBK25497: three requests a second, ten with a key"},
	{Service: "europepmc", Every: second / 10, Burst: 5, Connections: 4, Timeout: usual, MaxBytes: 32 * mebi,
		Documented: "europepmc.org/RestfulWebService: ten requests a second asked for by its help desk"},
	{Service: "aclanthology", Every: second / 2, Burst: 2, Connections: 2, Timeout: usual, MaxBytes: 16 * mebi,
		Documented: "a static site; no limit stated"},
	{Service: "openreview", Every: 2 * second / 3, Burst: 3, Connections: 2, Timeout: usual, MaxBytes: 16 * mebi,
		Documented: "docs.openreview.net: about 100 requests a minute for guests"},
	{Service: "unpaywall", Every: second / 10, Burst: 5, Connections: 4, Timeout: usual, MaxBytes: 8 * mebi,
		Documented: "unpaywall.org/products/api: 100,000 a day, an address is required"},
	{Service: "openlibrary", Every: second, Burst: 1, Connections: 1, Contact: Pace{second / 3, 3, 2}, Timeout: usual,
		MaxBytes:   16 * mebi,
		Documented: "openlibrary.org/developers/api: one request a second, three for identified clients"},
	{Service: "googlebooks", Every: second, Burst: 1, Connections: 1, Timeout: usual, MaxBytes: 8 * mebi,
		Documented: "developers.google.com/books: 1,000 requests a day"},
	{Service: "inspire", Every: second / 3, Burst: 5, Connections: 2, Timeout: usual, MaxBytes: 32 * mebi,
		Documented: "github.com/inspirehep/rest-api-doc: 15 requests in five seconds"},
	{Service: "ads", Every: second / 2, Burst: 2, Connections: 2, Remaining: "X-RateLimit-Remaining",
		Reset:   "X-RateLimit-Reset",
		Timeout: usual, MaxBytes: 32 * mebi,
		Documented: "ui.adsabs.harvard.edu/help/api: 5,000 requests a day and token"},
	{Service: "rfc", Every: second / 5, Burst: 5, Connections: 2, Timeout: usual, MaxBytes: 64 * mebi,
		Documented: "rfc-editor.org: no limit stated; the whole index is one file"},
	{Service: "zotero", Every: second / 2, Burst: 1, Connections: 1, Timeout: patient, MaxBytes: 16 * mebi,
		Documented: "a server of the user's own; two requests a second for the sake of the pages behind it"},
	{Service: "wayback", Every: second, Burst: 1, Connections: 1, Timeout: usual, MaxBytes: 2 * mebi,
		Documented: "archive.org: no limit stated; one request a second"},
	{Service: "github", Every: second, Burst: 2, Connections: 1, Remaining: "X-RateLimit-Remaining", Timeout: usual,
		MaxBytes:   4 * mebi,
		Documented: "docs.github.com: 60 requests an hour without a token"},
	{Service: "searxng", Every: second / 2, Burst: 2, Connections: 2, Timeout: usual, MaxBytes: 8 * mebi,
		Documented: "a server of the user's own"},
	{Service: "tavily", Every: second / 2, Burst: 2, Connections: 2, Timeout: patient, MaxBytes: 8 * mebi,
		Documented: "docs.tavily.com: 100 requests a minute"},
	{Service: "serpapi", Every: second, Burst: 1, Connections: 2, Timeout: patient, MaxBytes: 8 * mebi,
		Documented: "serpapi.com: an hourly share of the plan"},
	{Service: "brave", Every: second, Burst: 1, Connections: 1, Timeout: usual, MaxBytes: 8 * mebi,
		Documented: "brave.com/search/api: one request a second on the free plan"},
	{Service: "google", Every: second, Burst: 1, Connections: 2, Timeout: usual, MaxBytes: 8 * mebi,
		Documented: "developers.google.com/custom-search: 100 requests a day"},
}

// document is the policy for a host named by a document.
var document = Policy{Every: second, Burst: 1, Connections: 1, Timeout: 20 * second, MaxBytes: 8 * mebi,
	Documented: "one request a second to any host that a document names"}

// policyOf returns the policy for a service; unlisted services, and hosts named by documents, get that of
// documents.
func policyOf(service string, isDocument bool) Policy {
	p := document
	if i := slices.IndexFunc(services, func(p Policy) bool { return p.Service == service }); i >= 0 && !isDocument {
		p = services[i]
	}
	p.Service, p.Retry, p.Circuit, p.Statuses = service, recordsRetry, recordsCircuit, recordsStatuses
	return p
}

// ModelsPolicy returns the policy for an API of models named service.
func ModelsPolicy(service string) Policy {
	p := modelsPolicy
	p.Service = service
	return p
}

// Services returns the policies of all known services, in a fixed order.
func Services() []Policy { return slices.Clone(services) }

// PaceFor returns the rate that applies with or without a contact address and key.
func (p Policy) PaceFor(contact, key bool) Pace {
	pace := Pace{p.Every, p.Burst, p.Connections}
	if contact && p.Contact.Connections > 0 {
		pace = p.Contact
	}
	if key && p.Key.Connections > 0 {
		pace = p.Key
	}
	return pace
}
