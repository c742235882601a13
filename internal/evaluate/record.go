package evaluate

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
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

// unread counts the records of a file that could not be read.
type unread struct {
	n     int
	first error
}

// note says so in one line, "" when every record was read.
func (u unread) note(path string) string {
	if u.n == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %d records could not be read; the first: %v", filepath.Base(path), u.n, u.first)
}

// streamRecords reads a file of records as it is consumed, and counts what it
// cannot read. A record without a source of its own is the named one's.
func streamRecords(path, source string, bad *unread) index.Records {
	return func(yield func(*biblio.Record, error) bool) {
		err := eachLine(path, func(line []byte) error {
			r, err := wire.Flat(line, source)
			if err != nil {
				if bad.n++; bad.n == 1 {
					bad.first = err
				}
				return nil
			}
			if !yield(&r, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, err)
		}
	}
}

// errStop ends a stream that its reader no longer wants.
var errStop = errors.New("no more wanted")
