package lab

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// shownCandidates is how many candidates of a wrong case are printed.
const shownCandidates = 4

// WriteWrong writes the n worst cases of a result in full: what was claimed, what was found, how they compare,
// and why the judge concluded what it did. Every case is audited again, with the same finding.
func WriteWrong(ctx context.Context, w io.Writer, set *Set, r *Result, n int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d wrong; the %d worst:\n", len(r.Wrong), min(n, len(r.Wrong)))
	for _, x := range r.Wrong[:min(n, len(r.Wrong))] {
		if set.Blind() || x.Case >= len(set.Cases) {
			continue
		}
		g := set.Gold[x.Case]
		fmt.Fprintf(&b, "\n── %s   gold %s   predicted %s", g.ID, x.Gold, x.Predicted)
		if more := strings.TrimSpace(g.Group + " " + g.Note); more != "" {
			fmt.Fprintf(&b, "   (%s)", more)
		}
		b.WriteByte('\n')
		writeFinding(&b, set.Find(ctx, x.Case))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCases writes every case of a set in full.
func WriteCases(ctx context.Context, w io.Writer, set *Set) error {
	for i := range set.Cases {
		var b strings.Builder
		fmt.Fprintf(&b, "\n── %s", set.Cases[i].Reference.ID)
		if !set.Blind() {
			g := set.Gold[i]
			fmt.Fprintf(&b, "   gold %s   (%s)", describe(g.Class, []string{g.Code}, g.Fields),
				strings.TrimSpace(g.Group+" "+g.Note))
		}
		b.WriteByte('\n')
		writeFinding(&b, set.Find(ctx, i))
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	return nil
}

func writeFinding(b *strings.Builder, f audit.Finding) {
	if f.Reference.Raw != "" {
		fmt.Fprintf(b, "   raw      %s\n", strings.Join(strings.Fields(f.Reference.Raw), " "))
	}
	fmt.Fprintf(b, "   claimed  %s\n", workLine(&f.Reference.Claimed))
	v := f.Verdict
	fmt.Fprintf(b, "   verdict  %s %v fields %v score %.2f p %.3f %s\n", v.Outcome, v.Codes, v.Fields,
		v.Score, v.Genuine, v.Kind)
	for _, r := range v.Reasons {
		fmt.Fprintf(b, "   reason   %s %s %s: %s", r.Rule, r.Field, r.Kind, r.Message)
		if r.Claimed != "" || r.Recorded != "" {
			fmt.Fprintf(b, " | %q ≠ %q", r.Claimed, r.Recorded)
		}
		fmt.Fprintf(b, " %v\n", r.Sources)
	}
	for _, n := range v.Notices {
		fmt.Fprintf(b, "   notice   %s: %s\n", n.Rule, n.Message)
	}
	for _, item := range v.Items[:min(6, len(v.Items))] {
		fmt.Fprintf(b, "   item     %-28s %+.3f\n", item.Kind, item.Weight)
	}
	for i, c := range f.Evidence.Candidates {
		if i >= shownCandidates && i != v.Best {
			continue
		}
		writeCandidate(b, c, i == v.Best)
	}
	for _, l := range f.Evidence.Lookups {
		fmt.Fprintf(b, "   source   %s %s %d hits, coverage %d %s", l.Source.Name, l.Outcome, len(l.Answer.Hits),
			l.Answer.Coverage.Extent, l.Answer.Coverage.Container)
		if len(l.Answer.NoSuchID) > 0 {
			fmt.Fprintf(b, ", no such %v", l.Answer.NoSuchID)
		}
		fmt.Fprintf(b, " %s\n", l.Reason)
	}
}

func writeCandidate(b *strings.Builder, c match.Candidate, best bool) {
	mark := " "
	if best {
		mark = "*"
	}
	fmt.Fprintf(b, "  %scand     [%s, %s, title %.0f, same %.2f] %s\n", mark, c.Source.Name, c.Hit.How,
		c.Comparison.TitleSimilarity, c.Comparison.SameWork, workLine(&c.Hit.Record.Work))
	var parts []string
	for _, f := range c.Comparison.Fields {
		if f.Agreement == match.NotCompared || f.Agreement == match.Unclaimed {
			continue
		}
		part := fmt.Sprintf("%s %s", f.Field, f.Agreement)
		if f.Kind != "" {
			part += "/" + f.Kind
		}
		parts = append(parts, part)
	}
	fmt.Fprintf(b, "            %s\n", strings.Join(parts, ", "))
}

// workLine returns every field of a work on one line.
func workLine(w *biblio.Work) string {
	f := w.Flat()
	parts := []string{fmt.Sprintf("%q", f.Title), strings.Join(f.Authors, "; ")}
	for _, p := range []struct{ name, value string }{
		{"", f.Venue}, {"", string(f.Year)}, {"vol ", f.Volume}, {"no ", f.Issue}, {"pp ", f.Pages}, {"", f.Publisher},
		{"at ", f.Location}, {"doi:", f.DOI}, {"arXiv:", f.ArXivID}, {"", f.URL}, {"type ", f.Type},
	} {
		if p.value != "" {
			parts = append(parts, p.name+p.value)
		}
	}
	return strings.Join(parts, " | ")
}
