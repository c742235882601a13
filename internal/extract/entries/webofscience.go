package entries

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// wosSign matches the line that begins an entry of Web of Science, and wosLine any of its lines with a tag.
var (
	wosSign = lazy.Regexp(`(?m)\A\x{feff}?FN .*\r?\nVR |^PT [JBCSP]\r?\n(?:[A-Z][A-Z0-9] |   )`)
	wosLine = lazy.Regexp(`^[A-Z][A-Z0-9](?: |$)`)
)

// LooksLikeWebOfScience reports whether src is in the tagged format of Web of Science.
func LooksLikeWebOfScience(src []byte) bool { return wosSign.Match(src) }

// wosFields maps the tags, apart from those of authors.
var wosFields = reading.Fields{"TI": reading.Title, "SO": reading.Container, "J9": reading.Short, "SE": reading.Series,
	"VL": reading.Volume, "IS": reading.Issue, "PU": reading.Publisher, "PI": reading.Place, "CA": reading.Author,
	"BE": reading.Editor, "ED": reading.Editor, "PY": reading.Date, "DI": reading.DOI, "PM": reading.PMID,
	"SN": reading.Serial, "EI": reading.Serial, "BN": reading.Serial, "AR": reading.Pages, "BP": reading.First,
	"EP": reading.Last}

var wosTypes = map[string]biblio.Type{"J": biblio.ArticleJournal, "B": biblio.Book, "C": biblio.PaperConference,
	"P": biblio.Patent}

// ReadWebOfScience reads entries from one "PT" line to "ER". A line without a tag continues a text, or is the next
// value of a list.
func ReadWebOfScience(src []byte) (reading.Result, error) {
	lists := map[string]bool{"AU": true, "AF": true, "BE": true, "CA": true}
	s := syntax{lists: lists, begins: func(f field, have *tagged) bool { return f.tag == "PT" && len(have.fields) > 0 },
		tag: func(line string) (tag, value string, ok bool) {
			if !wosLine.MatchString(line) || strings.HasPrefix(line, "FN ") || strings.HasPrefix(line, "VR ") ||
				line == "EF" {
				return "", "", false
			}
			return line[:2], line[2:], true
		}}
	return read(s.entries(string(src), true), wosClaim), nil
}

func wosClaim(e *tagged) (c reading.Claim, id string) {
	names := "AU"
	if e.has("AF") { // in full
		names = "AF"
	}
	for _, f := range e.fields {
		if f.tag == names {
			c.Name(f.value, biblio.Author)
		} else {
			wosFields.Take(&c, f.tag, f.value)
		}
	}
	c.Type = wosTypes[e.first("PT")]
	return c, e.first("UT")
}
