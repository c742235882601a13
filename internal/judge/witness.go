package judge

import (
	"slices"
	"strings"
)

// A copy of a record confirms that the record was read well, never that it is right. takesFrom says from whom services
// and the parts of corpora that are named after them take their records.
var takesFrom = map[string][]string{
	"openalex":         {"crossref", "arxiv", "pubmed"},
	"semantic-scholar": {"crossref", "arxiv", "dblp", "pubmed", "acl"},
	"datacite":         {"arxiv"},
	"europepmc":        {"crossref", "pubmed"},
	"doi":              {"crossref", "datacite"},
}

// houses maps other names of services to the name in takesFrom.
var houses = map[string]string{"semanticscholar": "semantic-scholar", "semantic_scholar": "semantic-scholar",
	"acl-anthology": "acl", "acl_anthology": "acl", "europe-pmc": "europepmc", "citecheck": "arxiv"}

// houseOf returns who states a record: the part of a corpus, without the collection that it is kept in, or the service.
func houseOf(c *judgedRecord) string {
	name := strings.ToLower(originName(c.Candidate))
	name = name[strings.LastIndexByte(name, '/')+1:]
	if strings.HasPrefix(name, "arxiv") {
		return "arxiv"
	}
	if house, ok := houses[name]; ok {
		return house
	}
	return name
}

// independent reports whether two records are of two witnesses, neither of which takes its records from the other.
func independent(a, b *judgedRecord) bool {
	x, y := houseOf(a), houseOf(b)
	return x != y && !slices.Contains(takesFrom[x], y) && !slices.Contains(takesFrom[y], x)
}
