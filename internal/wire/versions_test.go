package wire

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestOpenAlexLocationsAsVersions(t *testing.T) {
	rec, err := OpenAlex([]byte(`{"id":"https://openalex.org/W1","title":"A Title","publication_year":2019,"type":"article","authorships":[{"author":{"display_name":"Ada Lovelace"}}],
		"primary_location":{"source":{"display_name":"Journal of Things","type":"journal"},"version":"publishedVersion","landing_page_url":"https://doi.org/10.1000/182"},
		"locations":[{"source":{"display_name":"Journal of Things","type":"journal"},"landing_page_url":"https://doi.org/10.1000/182"},
			{"source":{"display_name":"PubMed","type":"repository"},"landing_page_url":"https://pubmed.ncbi.nlm.nih.gov/1"},
			{"source":{"display_name":"arXiv (Cornell University)","type":"repository"},"landing_page_url":"http://arxiv.org/abs/1706.03762"},
			{"source":{"display_name":"Conference on Things","type":"conference"},"landing_page_url":"https://example.org/x"},
			{"source":{"display_name":"Conference on Things","type":"conference"},"landing_page_url":"https://doi.org/10.1000/conf"},
			{"source":{"display_name":"HAL","type":"repository"},"landing_page_url":"https://hal.science/x"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	versions := OpenAlexVersions(&rec)
	if len(versions) != 2 {
		t.Fatalf("%d versions: %+v", len(versions), versions)
	}
	preprint, proceedings := versions[0], versions[1]
	if preprint.Container.Title != "arXiv" || preprint.ID(ident.ArXiv).Value != "1706.03762" || preprint.Issued.Year != 2017 || len(preprint.Contributors) != 1 {
		t.Errorf("preprint: %+v", preprint)
	}
	if proceedings.ID(ident.DOI).Value != "10.1000/conf" || proceedings.Issued.Year != 0 || proceedings.LocalID != "W1#paper-conference" {
		t.Errorf("proceedings: %+v", proceedings)
	}
}
