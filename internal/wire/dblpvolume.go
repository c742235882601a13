package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// DBLPVolume gives the row of the coverage table that a record of proceedings
// bears out in a whole dump: DBLP lists volumes with all their papers. Its
// workshops have volumes of their own, but those that print none are not there.
func DBLPVolume(r *biblio.Record) (row biblio.CoverageRow, ok bool) {
	if r.Type != biblio.Proceedings || !strings.HasPrefix(r.LocalID, "conf/") || r.Title == "" || r.Issued.Year == 0 {
		return row, false
	}
	row = biblio.CoverageRow{Container: r.Title, Year: r.Issued.Year, Types: []biblio.Type{biblio.PaperConference}, Complete: true, How: biblio.Declared, Note: "DBLP, " + r.LocalID}
	if r.Container.Title != "" && r.Container.Title != r.Title {
		row.Aliases = []string{r.Container.Title}
	}
	return row, true
}
