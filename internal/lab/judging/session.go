package judging

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/row"
)

// Session shows rows to a person.
type Session struct {
	In    io.Reader
	Out   io.Writer
	File  string // to which labels are appended
	Blind bool   // show the entry and the records, but not the program's conclusions
}

// Ask shows each row and appends the answer to the file. "s" skips a row, "q" or the end of the input ends the
// session; the next session continues with unlabelled rows.
func (s *Session) Ask(rows []Row) (judged int, err error) {
	lines := bufio.NewScanner(s.In)
	for i := range rows {
		fmt.Fprintf(s.Out, "\n%d of %d\n", i+1, len(rows))
		s.show(&rows[i])
		for {
			fmt.Fprint(s.Out, "right, pedantic, false or unsure; codes; why (s skips, q quits): ")
			if !lines.Scan() {
				return judged, lines.Err()
			}
			answer := strings.TrimSpace(lines.Text())
			if answer == "q" {
				return judged, nil
			}
			if answer == "s" {
				break
			}
			label, err := answered(&rows[i], answer)
			if err != nil {
				fmt.Fprintln(s.Out, err)
				continue
			}
			if err := label.write(s.File); err != nil {
				return judged, err
			}
			judged++
			break
		}
	}
	return judged, nil
}

// show prints a row.
func (s *Session) show(r *Row) {
	e := r.entry()
	fmt.Fprintf(s.Out, "%s %s", e.file, e.key)
	if s.Blind {
		fmt.Fprintln(s.Out)
		work(s.Out, "entry", &r.Claimed)
	} else {
		fmt.Fprintf(s.Out, ": %s %s %s\n%s\n", r.Outcome, strings.Join(r.Codes, "+"), r.Strength, strings.TrimSpace(r.Raw))
		for _, g := range r.Reasons {
			q := cmp.Or(g.Record, &row.Quoted{})
			fmt.Fprintf(s.Out, "  %s %s %s: %s ≠ %s [%s %s %s]\n", g.Rule, g.Field, g.Variant, g.Claimed, g.Recorded,
				q.From, q.Origin, q.Link)
		}
	}
	for _, c := range r.found() {
		head := "record"
		if !s.Blind {
			head += " " + c.LocalID + " by " + c.FoundBy
		}
		work(s.Out, head, &c.Fields)
	}
}

// work prints the non-empty fields of a work.
func work(w io.Writer, head string, k *row.Work) {
	fmt.Fprintf(w, "%s: %s\n", head, k.Type)
	for _, f := range [][2]string{
		{"title", k.Title}, {"authors", strings.Join(k.Authors, "; ")}, {"venue", k.Venue}, {"year", string(k.Year)},
		{"volume", k.Volume}, {"issue", k.Issue},
		{"pages", k.Pages}, {"publisher", k.Publisher}, {"doi", k.DOI}, {"arxiv", k.ArXivID}, {"url", k.URL},
	} {
		if f[1] != "" {
			fmt.Fprintf(w, "    %-9s %s\n", f[0], f[1])
		}
	}
}
