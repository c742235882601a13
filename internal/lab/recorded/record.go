package recorded

import (
	"encoding/json"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Flat reads the flat fields of a citation. Keys it does not know are
// ignored.
func Flat(o result.Object) biblio.Flat {
	return biblio.Flat{
		Type: o.Text("type"), Title: o.Text("title"), Authors: o.List("authors"), Editors: o.List("editors"),
		Venue: o.Text("venue"), Year: biblio.Year(o.Text("year")), DOI: o.Text("doi"),
		ArXivID: o.Text("arxiv_id", "arxiv"), PMID: o.Text("pmid"), ISBN: o.Text("isbn"), URL: o.Text("url"),
		Volume: o.Text("volume"), Issue: o.Text("issue"), Pages: o.Text("pages"),
		Publisher: o.Text("publisher"), Location: o.Text("location"),
	}
}

// withheld are the keys that hold labels or another system's answers, which
// never reach the judge; so do those that begin with "peer_".
var withheld = []string{"mutation", "note", "original", "closest", "offline_flags", "_from"}

// withhold takes them out of what was recorded.
func withhold(o result.Object) {
	for _, key := range withheld {
		delete(o, key)
	}
	for key := range o {
		if strings.HasPrefix(key, "peer_") {
			delete(o, key)
		}
	}
}

// Record reads a recorded candidate as what the named source says.
func Record(o result.Object, source string) (biblio.Record, error) {
	withhold(o)
	delete(o, "connector")
	data, err := json.Marshal(o)
	if err != nil {
		return biblio.Record{}, err
	}
	return wire.Flat(data, source)
}
