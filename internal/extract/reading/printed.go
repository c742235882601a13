package reading

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// Parse reads the claim from the raw text of a reference.
func Parse(ref *biblio.Reference) {
	if stated(ref) || citedByISI(ref) {
		return
	}
	p := refstring.Parse(ref.Raw)
	ref.Claimed, ref.Spans, ref.Confidence = p.Work, p.Spans, p.Confidence
	cutVolume(ref)
	cutIssue(ref)
}

// volumeTail matches the volume that BibTeX's styles print after the title of a book; dotted matches volume and issue
// as BibLaTeX's styles print them.
var (
	volumeTail = lazy.Regexp(`,\s+[Vv]ol(?:ume|\.)\s+(\d{1,4}|[IVXLC]{1,6})$`)
	dotted     = lazy.Regexp(`^(\d{1,4})\.(\d{1,3}(?:[-–/]\d{1,3})?)$`)
)

// cutVolume moves the volume from the end of a title to its field.
func cutVolume(ref *biblio.Reference) {
	w := &ref.Claimed
	m := volumeTail.FindStringSubmatchIndex(w.Title)
	if m == nil || w.Subtitle != "" || m[0] < 8 {
		return
	}
	volume, tail := w.Title[m[2]:m[3]], w.Title[m[0]:]
	if w.Volume != "" && w.Volume != volume {
		return
	}
	w.Title, w.Volume = w.Title[:m[0]], volume
	if at, ok := ref.Spans[biblio.FieldTitle]; ok && strings.HasSuffix(ref.Raw[at.Start:at.End], tail) {
		ref.Spans[biblio.FieldVolume] = biblio.Span{Start: at.End - len(volume), End: at.End}
		at.End -= len(tail)
		ref.Spans[biblio.FieldTitle] = at
	}
}

// cutIssue separates a volume from the issue after its point.
func cutIssue(ref *biblio.Reference) {
	w := &ref.Claimed
	m := dotted.FindStringSubmatch(w.Volume)
	if m == nil || w.Issue != "" {
		return
	}
	if at, ok := ref.Spans[biblio.FieldVolume]; ok && ref.Raw[at.Start:at.End] == w.Volume {
		ref.Spans[biblio.FieldVolume] = biblio.Span{Start: at.Start, End: at.Start + len(m[1])}
		ref.Spans[biblio.FieldIssue] = biblio.Span{Start: at.End - len(m[2]), End: at.End}
	}
	w.Volume, w.Issue = m[1], m[2]
}

// Printed reads the printed entries of a list in order. An entry that has a dash for the names of the previous one is
// read as if those names were there.
type Printed struct{ names string }

// Read reads the claim from the raw text of the next entry.
func (p *Printed) Read(ref *biblio.Reference) {
	rest, again := reflist.Repeated(ref.Raw)
	if again && p.names != "" && parseRepeated(ref, p.names, rest) {
		return
	}
	Parse(ref)
	if list := reflist.Mentions(ref.Raw); list != nil && !again {
		p.follow(list[0].Name)
		return
	}
	at, ok := ref.Spans[biblio.FieldAuthors]
	switch {
	case !ok:
		if editors := ref.Claimed.ByRole(biblio.Editor); !again && len(editors) > 0 {
			p.follow(strings.TrimSpace(editors[0].Given + " " + editors[0].Family))
		}
	case again && at.End <= len(ref.Raw)-len(rest)+1: // "Ders." is not a name
		ref.Claimed.Contributors = slices.DeleteFunc(ref.Claimed.Contributors,
			func(c biblio.Contributor) bool { return c.Role == biblio.Author })
		delete(ref.Spans, biblio.FieldAuthors)
		delete(ref.Confidence, biblio.FieldAuthors)
	case !again && at.Start < len(ref.Raw)/2:
		p.follow(ref.Raw[at.Start:at.End])
	}
}

// follow remembers the names that the next dash stands for; "Wehler" after "Hans-Ulrich Wehler" says less.
func (p *Printed) follow(names string) {
	if names != "" && !strings.HasSuffix(p.names, " "+names) {
		p.names = names
	}
}

// parseRepeated parses an entry that has a dash for the names of the previous entry as if the names were there. It
// reports whether that yielded names.
func parseRepeated(ref *biblio.Reference, names, rest string) bool {
	full := strings.TrimRight(names, " .,:;") + rest
	whole := biblio.Reference{Raw: full}
	Parse(&whole)
	if len(whole.Claimed.Contributors) == 0 || whole.Claimed.FullTitle() == "" {
		return false
	}
	ref.Claimed, ref.Confidence = whole.Claimed, whole.Confidence
	ref.Spans = make(map[biblio.Field]biblio.Span, len(whole.Spans))
	shift := len(full) - len(ref.Raw)
	for f, s := range whole.Spans {
		if s.Start-shift >= 0 && s.Start >= len(full)-len(rest) {
			ref.Spans[f] = biblio.Span{Start: s.Start - shift, End: s.End - shift}
		}
	}
	return true
}
