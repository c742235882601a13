package cite

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// advice is how to continue from an answer in a front end.
type advice struct{ first, more, version string }

// flags is the advice of the command, which has flags.
var flags = advice{
	first:   ", or take the first with --first",
	more:    "a larger corpus (--corpus) or the services (--online) may have it",
	version: " (--prefer published or preprint chooses)",
}

// noFlags is the advice of front ends without flags.
var noFlags = advice{more: "sources that were not asked may have it"}

// Tell tells the user of the command what is notable about an answer: why there is no entry, which works or
// other versions there are, and what happened to the work.
func (a *Answer) Tell(w io.Writer) { a.tell(w, &flags) }

// Told returns what Tell says, without the command's flags.
func (a *Answer) Told() string {
	var b strings.Builder
	a.tell(&b, &noFlags)
	return b.String()
}

func (a *Answer) tell(w io.Writer, to *advice) {
	query := report.Visible(a.Query.Text)
	var why string
	hits := a.Others
	switch {
	case a.Work != nil:
		a.remark(w, query, to)
		return
	case a.Mismatch:
		why = "its identifier is not that of the work it describes; ask by the identifier or by the title alone"
	case a.Unknown:
		why = "no record has its identifier; what it describes:"
	case a.Doubt != "":
		why = a.Doubt + "; ask for the work you mean by its title or identifier" + to.first
	case a.MainTitle:
		why = fmt.Sprintf("%d works or versions have this main title; ask for one by its whole title or identifier%s",
			len(hits), to.first)
	case len(hits) > 0:
		why = fmt.Sprintf("%d works or versions fit; ask for one by its identifier%s", len(hits), to.first)
	case a.Unanswered():
		why = "no work found, and not every source answered"
	case len(a.Nearest) > 0:
		why, hits = "no work of this title found; the nearest:", a.Nearest
	default:
		why = "no work found; " + to.more
	}
	fmt.Fprintf(w, "%s: %s\n", query, why)
	for i, c := range hits {
		fmt.Fprintf(w, "  %d. %s\n", i+1, Line(c))
	}
}

// remark says what is notable about a work that was found.
func (a *Answer) remark(w io.Writer, query string, to *advice) {
	if a.MainTitle {
		fmt.Fprintf(w, "%s: taken for %s, the only work found with this main title\n", query,
			report.Visible(a.Work.Hit.Record.FullTitle()))
	}
	for _, other := range a.Others {
		fmt.Fprintf(w, "%s: there is another version: %s%s\n", query, Line(other), to.version)
	}
	if d := Disputed(&a.Finding, &a.Choice); d != nil {
		fmt.Fprintf(w, "%s: two records of %s contradict each other in the authors; compare with the work itself:\n", query,
			report.Visible(d.Identifier))
		for _, c := range d.Records {
			r := &c.Hit.Record
			origin := strings.TrimSpace(cmp.Or(r.Source, c.Source.Name) + " " + r.LocalID)
			fmt.Fprintf(w, "  %s: %s\n", report.Visible(origin), report.Visible(namesOf(c, maxNames)))
		}
	}
	for _, n := range a.Finding.Verdict.Notices {
		if judge.RemarkOf(n.Rule).Unreliable() {
			fmt.Fprintf(w, "%s: %s: %s\n", query, n.Rule, report.Visible(n.Message))
		}
	}
}

// maxNames is the maximum length of a list of authors that is printed completely.
const maxNames = 20

// namesOf lists up to a number of authors, and says if there are more.
func namesOf(c *match.Candidate, most int) string {
	var names []string
	for _, a := range c.Hit.Record.Authors() {
		if len(names) == most {
			names = append(names, "…")
			break
		}
		names = append(names, a.String())
	}
	return strings.Join(names, ", ")
}

// Line describes a record in one line.
func Line(c *match.Candidate) string {
	r := &c.Hit.Record
	id := ""
	for _, scheme := range ident.Schemes {
		if id = r.ID(scheme).String(); id != "" {
			break
		}
	}
	var parts []string
	for _, part := range []string{r.FullTitle(), namesOf(c, 3), fullName(r.Container.Title),
		strings.TrimSpace(r.YearString() + " " + id)} {
		if part = report.Visible(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ". ")
}
