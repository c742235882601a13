package entries

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// The measures of a table.
const (
	columnsLeast = 3    // columns that a table has
	rowsProbed   = 20   // rows after the head that must have as many
	headMost     = 4000 // bytes of a head
)

// delimiter returns the sign between the columns of a table with a head, or 0 if a text is not one.
func delimiter(src []byte) rune {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	head, _, _ := bytes.Cut(src[:min(len(src), headMost)], []byte("\n"))
	for _, sign := range []rune{'\t', ';', ',', '|'} {
		if bytes.Count(head, []byte(string(sign))) < columnsLeast-1 {
			continue
		}
		r := tableReader(src, sign)
		first, err := r.Read()
		if err != nil || len(first) < columnsLeast || !headLike(first) {
			continue
		}
		same := 0
		for range rowsProbed {
			row, err := r.Read()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					same = 0
				}
				break
			}
			if len(row) != len(first) {
				same = 0
				break
			}
			same++
		}
		if same > 0 {
			return sign
		}
	}
	return 0
}

func tableReader(src []byte, sign rune) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(src, []byte("\ufeff"))))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = sign, true, -1, false
	return r
}

// headLike reports whether cells are the names of columns: short words without digits, each once.
func headLike(cells []string) bool {
	seen := map[string]bool{}
	for _, c := range cells {
		c = strings.ToLower(strings.TrimSpace(c))
		strange := strings.ContainsAny(c, "0123456789.:") && tableFields[c] == nil
		if len(c) > 60 || len(strings.Fields(c)) > 5 || strange || c != "" && seen[c] {
			return false
		}
		seen[c] = true
	}
	return !seen[""] || len(seen) > columnsLeast
}

// LooksLikeTable reports whether src is a table with a head, its columns separated by commas, semicolons or tabs.
func LooksLikeTable(src []byte) bool { return delimiter(src) != 0 }

// ReadTable reads a table whose head names a column of titles and one of names, years or DOIs: the exports of Scopus
// and Zotero, and others. Other tables are refused.
func ReadTable(src []byte) (reading.Result, error) {
	var r reading.Result
	sign := delimiter(src)
	if sign == 0 {
		return r, errors.New("not a table with a head and as many columns in each row")
	}
	rows := tableReader(src, sign)
	head, _ := rows.Read()
	known := false
	var c reading.Claim
	for i, name := range head {
		head[i] = strings.ToLower(strings.TrimSpace(name))
		tableFields.Take(&c, head[i], "text")
		known = known || tableSigns[head[i]] != nil
	}
	if c.Title == "" || !known {
		return r, fmt.Errorf("a table, but its head (%s) names no column of titles beside one of authors, years or DOIs",
			strings.Join(head[:min(len(head), columnsLeast)], ", "))
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return r, nil
		}
		line, _ := rows.FieldPos(0)
		place := biblio.Place{Line: line}
		switch {
		case err != nil:
			r.Problem(place, "unreadable-entry", "this row cannot be read: %v", err)
			return r, nil
		case len(row) != len(head):
			r.Problem(place, "unreadable-entry", "this row has %d columns, the head %d", len(row), len(head))
			continue
		}
		c := rowClaim(head, row)
		ref := c.Reference("", "")
		if ref.Place = place; !add(&r, ref) {
			return r, nil
		}
	}
}

func rowClaim(head, row []string) (c reading.Claim) {
	for i, name := range head {
		text := strings.TrimSpace(row[i])
		if !tableFields.Take(&c, name, text) && !tableSigns.Take(&c, name, text) {
			c.Note(name, text)
		}
	}
	return c
}
