package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// WriteEvidence writes all that a row holds for a person: the claim, the verdict
// with its grounds, the comparison field by field, the records, and what came of
// asking each source.
func WriteEvidence(w io.Writer, run Run, f Finding, opt Options) error {
	opt.All = true
	b := bufio.NewWriter(w)
	t := &text{w: b, opt: opt, run: run}
	t.evidence(&f)
	return b.Flush()
}

// part prints a heading and what stands below it, nothing for no lines.
func (t *text) part(head string, lines []string) {
	if len(lines) > 0 {
		t.print("", t.paint(strong, head))
		t.print(lines...)
	}
}

func (t *text) evidence(f *Finding) {
	b := t.block(f)
	t.print(b.head(true)...)
	t.print(t.paragraph(indent, "", fmt.Sprintf("gravity %s, score %.2f, p %.4f, rules %s", f.gravity(), f.Score, f.P, f.Rules))...)
	t.part("Accepted", t.acceptances(f))
	t.part("Claimed", t.flat(f.Claimed))
	t.part("As it stands in the document", t.paragraph(indent, "", f.Raw))
	t.part("Grounds", t.grounds(f))
	t.part("Compared", t.comparison(f))
	if f.Record != nil {
		t.part("Record", t.record(f.Record))
	}
	for i := range f.Others {
		t.part(fmt.Sprintf("Further candidate %d", i+1), t.record(&f.Others[i]))
	}
	t.part("Asked", t.lookups(f.Lookups))
	t.part("Models", t.advice(f.Advice))
	t.part("Cited", t.citations(f))
	if link := f.Look(); link != "" {
		t.part("Look by hand", []string{indent + Visible(link)})
	}
}

// pair prints a value behind its name, and below itself where it is long.
func (t *text) pair(name, value string) []string {
	const room = 14
	if value == "" {
		return nil
	}
	head := indent + fmt.Sprintf("%-*s ", room, Visible(name))
	behind := strings.Repeat(" ", textWidth(head))
	lines := t.paragraph(behind, "", value)
	if len(lines) > 0 {
		lines[0] = head + strings.TrimPrefix(lines[0], behind)
	}
	return lines
}

// flat lists the fields of a work.
func (t *text) flat(w biblio.Flat) []string {
	var out []string
	for _, field := range []struct{ name, value string }{
		{"type", w.Type}, {"title", w.Title}, {"authors", strings.Join(w.Authors, "; ")}, {"editors", strings.Join(w.Editors, "; ")},
		{"venue", w.Venue}, {"year", string(w.Year)}, {"volume", w.Volume}, {"issue", w.Issue}, {"pages", w.Pages},
		{"publisher", w.Publisher}, {"location", w.Location}, {"doi", w.DOI}, {"arxiv_id", w.ArXivID}, {"pmid", w.PMID}, {"isbn", w.ISBN}, {"url", w.URL},
	} {
		out = append(out, t.pair(field.name, field.value)...)
	}
	return out
}

func (t *text) comparison(f *Finding) []string {
	var out []string
	for _, c := range f.Comparison {
		words := c.Agreement
		if c.Variant != "" {
			words += " (" + c.Variant + ")"
		}
		out = append(out, t.pair(c.Field, words)...)
	}
	return out
}

func (t *text) record(r *Record) []string {
	about := fmt.Sprintf("%s; found by %s, same work %.3f, title %.1f", r.where(), r.FoundBy, r.SameWork, r.Title)
	if r.Mark != "" {
		about += ", " + r.Mark
	}
	return append(t.paragraph(indent, "", about), t.flat(r.Fields)...)
}

func (t *text) lookups(list []Lookup) []string {
	var out []string
	for _, l := range list {
		words := l.Outcome
		if l.Hits > 0 {
			words += fmt.Sprintf(", %d %s", l.Hits, plural(l.Hits, "hit"))
		}
		for _, more := range []string{l.Coverage, l.Reason} {
			if more != "" {
				words += ": " + more
			}
		}
		out = append(out, t.pair(l.Source, words)...)
	}
	return out
}

func (t *text) advice(list []Advice) []string {
	var out []string
	for _, a := range list {
		words := a.Effect
		for _, more := range []string{a.Label, a.Unheard, a.Reasoning} {
			if more != "" {
				words += ": " + more
			}
		}
		out = append(out, t.pair(a.Role, words)...)
	}
	return out
}

func (t *text) citations(f *Finding) []string {
	var out []string
	for _, c := range f.Citations {
		out = append(out, t.pair(c.Place.String(), c.Context)...)
	}
	return out
}
