package extract

import (
	"bytes"
	"errors"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// risStart matches the line that begins an entry: "TY  - JOUR".
var risStart = lazy.Regexp(`(?m)^TY  ?-`)

// readRIS reads entries from one TY line to the next; an entry without an ER
// line ends where the next begins.
func readRIS(in *input) error {
	starts := risStart.FindAllIndex(in.src, -1)
	line, at := 1, 0
	for i, start := range starts {
		if in.full(line + bytes.Count(in.src[at:start[0]], []byte("\n"))) {
			break
		}
		end := len(in.src)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		line += bytes.Count(in.src[at:start[0]], []byte("\n"))
		at = start[0]
		entry := bytes.TrimRight(in.src[at:end], " \t\r\n")
		record, err := wire.RIS(entry)
		if errors.Is(err, wire.ErrEmpty) {
			in.problem(line, 1, "empty-entry", "the entry has neither a title nor an identifier")
		} else if err != nil {
			in.problem(line, 1, "unreadable-entry", "this entry cannot be read: %v", err)
			continue
		}
		ref := biblio.Reference{ID: record.LocalID, Raw: string(entry), Claimed: reading.FromRecord(&record),
			Extra: record.Extra}
		in.add(ref, line, line+bytes.Count(entry, []byte("\n")))
	}
	return nil
}
