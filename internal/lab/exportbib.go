package lab

import (
	"bufio"
	"fmt"
	"io"

	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// ExportBib writes the BibTeX entries of a JSON Lines file as a .bib file, and
// gives their number. Labels are left out.
func ExportBib(w io.Writer, path string) (int, error) {
	out := bufio.NewWriter(w)
	n := 0
	err := result.EachObject(path, func(o result.Object) error {
		e := bibEntryOf(o)
		if e.key == "" || len(e.fields) == 0 {
			return fmt.Errorf("no entry: neither bibtex_key nor fields")
		}
		n++
		_, err := fmt.Fprintf(out, "%s\n", e.text())
		return err
	})
	if err != nil {
		return n, err
	}
	return n, out.Flush()
}
