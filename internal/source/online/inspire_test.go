package online

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// inspireRecord is in INSPIRE's documented format, written for the test.
const inspireRecord = `{"id":"451647","metadata":{"titles":[{"title":"The Large N limit of superconformal field theories and supergravity"}],
	"authors":[{"full_name":"Maldacena, Juan Martin"}],"author_count":1,"dois":[{"value":"10.4310/ATMP.1998.v2.n2.a1"}],"arxiv_eprints":[{"value":"hep-th/9711200"}],
	"document_type":["article"],"publication_info":[{"journal_title":"Adv.Theor.Math.Phys.","journal_volume":"2","page_start":"231","page_end":"252","year":1998}]}}`

func TestInspire(t *testing.T) {
	byID := biblio.Flat{Title: "The Large N limit of superconformal field theories and supergravity",
		ArXivID: "hep-th/9711200"}
	byTitle := byID
	byTitle.ArXivID = ""
	sourcetest.Run(t, sourcetest.Suite{
		New: func(c *transport.Client) source.Connector { return newInspire(Config{Client: c}) },
		Prepare: func(s *fixtureserver.Server) {
			rec, err := wire.Inspire([]byte(inspireRecord))
			if err != nil {
				t.Fatal(err)
			}
			s.Put("inspire", []byte(inspireRecord), rec)
		},
		Found: []biblio.Flat{byID, byTitle}, Absent: []biblio.Flat{sourcetest.Unknown(nil),
			sourcetest.Unknown(sourcetest.DOI)},
	})
}
