package report

import (
	"path"
	"strings"
)

// holders are the well-known names of the holders of a corpus's records, by words in the name of the
// part of the corpus.
var holders = []struct{ part, name string }{
	{"acl_anthology", "ACL Anthology"}, {"mlanthology", "ML Anthology"}, {"arxiv", "arXiv"}, {"dblp", "DBLP"},
	{"crossref", "Crossref"}, {"openalex", "OpenAlex"}, {"pubmed", "PubMed"}, {"datacite", "DataCite"},
	{"openreview", "OpenReview"}, {"retractionwatch", "Retraction Watch"},
	{"proceedings", "the publisher"}, {"semanticscholar", "Semantic Scholar"},
	{"starter", "the starter corpus"}, // records of no other holder
}

// HolderName returns the well-known name of the holder that a source has a record from, "" for none.
func HolderName(from string) string {
	if from == "acl" { // the corpus that the program builds from the anthology
		from = "acl_anthology"
	}
	plain := strings.ReplaceAll(strings.ToLower(from), "-", "_")
	for _, h := range holders {
		if strings.Contains(plain, h.part) {
			return h.name
		}
	}
	if from == "" {
		return ""
	}
	return Visible(path.Base(from))
}
