package wire

import (
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestOpenAlexLocationsAsVersions(t *testing.T) {
	rec, err := OpenAlex(
		[]byte(`{"id":"https://openalex.org/W1","title":"A Title","publication_year":2019,"type":"article","authorships":[{"author":{"display_name":"Ada Lovelace"}}],
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
	if preprint.Container.Title != "arXiv" || preprint.ID(ident.ArXiv).Value != "1706.03762" ||
		preprint.Issued.Year != 2017 || len(preprint.Contributors) != 1 {
		t.Errorf("preprint: %+v", preprint)
	}
	if proceedings.ID(ident.DOI).Value != "10.1000/conf" || proceedings.Issued.Year != 0 ||
		proceedings.LocalID != "W1#paper-conference" {
		t.Errorf("proceedings: %+v", proceedings)
	}
}

func TestArXivPublished(t *testing.T) {
	for ref, want := range map[string]string{
		"Phys.Lett.B573:94-100,2003":                  "Phys.Lett.B 2003",
		"ActaAstron.56:1-50,2006":                     "ActaAstron. 2006",
		"Mechanism and Machine Theory 46 (2011) 1335": "Mechanism and Machine Theory 2011",
		"2022 IEEE International Conference On Artificial Intelligence Testing (AITest), 2022, pp. 26-33": "2022 IEEE International Conference On Artificial Intelligence Testing 2022",
		"In Proceedings of the 31st ACM SIGSOFT Symposium, 2022":                                          "Proceedings of the 31st ACM SIGSOFT Symposium 2022",
		"Proc. 2023 IEEE International Conference on Testing (ICST), pp. 66-69":                           "Proc. 2023 IEEE International Conference on Testing 2023",
		"ISPRS Journal of Photogrammetry and Remote Sensing 2020":                                         "ISPRS Journal of Photogrammetry and Remote Sensing 2020",
		"Nature": "Nature 0", "": "", "12, 34 (2001)": "", "PRL": "",
	} {
		rec, err := ArXivEntry(
			[]byte(`<entry><id>http://arxiv.org/abs/1706.03762v1</id><title>A title</title><author><name>Ada Lovelace</name></author><published>2001-01-01</published>
			<arxiv:doi>10.1000/182</arxiv:doi><arxiv:journal_ref>` + ref + `</arxiv:journal_ref></entry>`))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		version, ok := ArXivPublished(&rec)
		if ok {
			got = fmt.Sprintf("%s %d", version.Container.Title, version.Issued.Year)
			if version.ID(ident.DOI).Value != "10.1000/182" || !version.ID(ident.ArXiv).IsZero() ||
				len(version.Contributors) != 1 || version.LocalID == rec.LocalID {
				t.Errorf("%q: %+v", ref, version)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", ref, got, want)
		}
	}
}
