package evaluate

import (
	"encoding/json"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// flatOf reads the flat fields of a citation. Keys it does not know are
// ignored.
func flatOf(o object) biblio.Flat {
	return biblio.Flat{
		Type: o.text("type"), Title: o.text("title"), Authors: o.list("authors"), Editors: o.list("editors"),
		Venue: o.text("venue"), Year: biblio.Year(o.text("year")), DOI: o.text("doi"),
		ArXivID: o.text("arxiv_id", "arxiv"), PMID: o.text("pmid"), ISBN: o.text("isbn"), URL: o.text("url"),
		Volume: o.text("volume"), Issue: o.text("issue"), Pages: o.text("pages"),
		Publisher: o.text("publisher"), Location: o.text("location"),
	}
}

// withheld are the keys that hold labels or another system's answers, which
// never reach the judge; so do those that begin with "peer_".
var withheld = []string{"mutation", "note", "original", "closest", "offline_flags", "_from"}

// withhold takes them out of what was recorded.
func (o object) withhold() {
	for _, key := range withheld {
		delete(o, key)
	}
	for key := range o {
		if strings.HasPrefix(key, "peer_") {
			delete(o, key)
		}
	}
}

// recordOf reads a recorded candidate as what the named source says.
func recordOf(o object, source string) (biblio.Record, error) {
	o.withhold()
	delete(o, "connector")
	data, err := json.Marshal(o)
	if err != nil {
		return biblio.Record{}, err
	}
	return wire.Flat(data, source)
}
