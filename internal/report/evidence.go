package report

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/bonafide-audit/bonafide/row"
)

// WriteEvidence writes everything in a row for people: the claim, the verdict with its reasons, the comparison
// field by field, the records, and the answers of the sources.
func WriteEvidence(w io.Writer, run Run, f Finding, opt Options) error {
	opt.All = true
	t := &text{headed: headed{run}, w: bufio.NewWriter(w), opt: opt, explains: true}
	t.evidence(&f)
	return t.w.Flush()
}

// part prints a heading and the lines below it, nothing if there are no lines.
func (t *text) part(head string, lines []string) {
	if len(lines) > 0 {
		t.print("", t.paint(strong, head))
		t.print(lines...)
	}
}

func (t *text) evidence(f *Finding) {
	b := t.block(f)
	t.print(b.head(true)...)
	t.print(t.paragraph(indent, "",
		fmt.Sprintf("gravity %s, strength %s, score %.2f, p %.4f, rules %s", f.gravity(), f.strength(),
			f.Score, f.genuine(), f.Rules))...)
	t.part("Accepted", t.acceptances(f))
	t.part("Claimed", t.flat(f.Claimed))
	t.part("As printed in the document", t.paragraph(indent, "", f.Raw))
	t.part("Grounds", t.grounds(f))
	t.part("Evidence", pairs(t, f.Items, func(i *Item) (string, string) {
		return i.Kind, strings.TrimSpace(fmt.Sprintf("%+.2f  %s", i.Weight, joined(": ", i.Field, i.Source)))
	}))
	t.part("Compared", pairs(t, f.Comparison, func(c *Field) (string, string) {
		return c.Field, strings.TrimSuffix(c.Agreement+" ("+c.Variant+")", " ()")
	}))
	if f.Record != nil {
		t.part("Record", t.record(f.Record))
	}
	for i := range f.Others {
		t.part(fmt.Sprintf("Other candidate %d", i+1), t.record(&f.Others[i]))
	}
	t.part("Asked", pairs(t, f.Lookups, looked))
	t.part("Models",
		pairs(t, f.Advice, func(a *Advice) (string, string) {
			return a.Role, joined(": ", a.Effect, a.Label, a.Unheard, a.Reasoning)
		}))
	t.part("Cited", pairs(t, f.Citations, func(c *Citation) (string, string) { return c.Place.String(), c.Context }))
	if link := f.Look(); link != "" {
		t.part("Look by hand", []string{indent + Visible(link)})
	}
}

// pair prints a name and a value, below it if the value is long.
func (t *text) pair(name, value string) []string {
	const room = 14
	if value == "" {
		return nil
	}
	head := indent + fmt.Sprintf("%-*s ", room, Visible(name))
	behind := strings.Repeat(" ", Columns(head))
	lines := t.paragraph(behind, "", value)
	if len(lines) > 0 {
		lines[0] = head + strings.TrimPrefix(lines[0], behind)
	}
	return lines
}

// flat lists the fields of a work.
func (t *text) flat(w row.Work) []string {
	var out []string
	for field, value := range reflect.ValueOf(w).Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		text := value.String()
		if list, ok := value.Interface().([]string); ok {
			text = strings.Join(list, "; ")
		}
		out = append(out, t.pair(name, text)...)
	}
	return out
}

// pairs prints a pair for each element of a list.
func pairs[T any](t *text, list []T, of func(*T) (name, value string)) []string {
	var out []string
	for i := range list {
		out = append(out, t.pair(of(&list[i]))...)
	}
	return out
}

func (t *text) record(r *Record) []string {
	about := fmt.Sprintf("%s; found by %s, same work %.3f, title %.1f", recordWhere(r), r.FoundBy, r.SameWork, r.Title)
	if r.Mark != "" {
		about += ", " + r.Mark
	}
	return append(t.paragraph(indent, "", about), t.flat(r.Fields)...)
}

func looked(l *Lookup) (source, words string) {
	words = l.Outcome
	if l.Hits > 0 {
		words += fmt.Sprintf(", %d %s", l.Hits, plural(l.Hits, "hit"))
	}
	return l.Source, joined(": ", words, l.Coverage, l.Reason)
}
