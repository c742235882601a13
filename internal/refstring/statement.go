package refstring

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// statement is the text after a slash in lists by GOST 7.1 and ISBD: "Head. Title [Текст] / A. Head, C. Other ;
// ed. by D. Last // Venue". Its list of authors is complete, while the head of the entry has only the first ones.
type statement struct {
	authors, editors []biblio.Contributor
	span             biblio.Span // of the authors
	cut              bool
}

// Marks that end a statement of responsibility, and what introduces one.
var (
	statementEnds = []string{" // ", ". — ", ".— ", ". – ", ". –– ", ".—", "\n// ", " //\n"}
	typed         = lazy.Regexp(`(?i)\s*\[(?:` + words.Pattern(words.Medium) + `)\]`)
	editedBy      = lazy.Regexp(`^(?i:(?:` + words.Pattern(words.Editor) + `)\.?\s*(?:by|von|акад\.|проф\.)?)\s+`)
)

// longestStatement bounds a statement, in bytes; few have more than four names.
const longestStatement = 400

// statement reads the statements of responsibility and removes the labels of their tokens.
func (r *reading) statement() (st statement) {
	if !strings.Contains(r.raw, " / ") || !strings.Contains(r.raw, "//") && !strings.Contains(r.raw, "—") &&
		!strings.Contains(r.raw, ". –") {
		return st
	}
	for from := 0; ; {
		at := strings.Index(r.raw[from:], " / ")
		if at < 0 {
			return st
		}
		at += from
		from = at + len(" / ")
		end, marked := statementEnd(r.raw, from)
		if !marked && typed.FindStringIndex(r.raw[:at]) == nil {
			continue
		}
		r.respond(&st, at, biblio.Span{Start: from, End: end})
	}
}

// statementEnd returns the end of a statement that starts at a place of a string. ok is false if no mark of the
// standard ends it.
func statementEnd(raw string, from int) (end int, ok bool) {
	rest := raw[from:min(len(raw), from+longestStatement)]
	end = len(rest)
	for _, mark := range statementEnds {
		if i := strings.Index(rest, mark); i >= 0 && i < end {
			end, ok = i, true
			if mark[0] == '.' {
				end++
			}
		}
	}
	return from + end, ok
}

// respond adds one statement, and removes the labels of its tokens if it has people.
func (r *reading) respond(st *statement, slash int, span biblio.Span) {
	found := false
	start := span.Start
	for part := range strings.SplitSeq(r.raw[span.Start:span.End], ";") {
		text := strings.TrimSpace(part)
		edits := editedBy.FindString(text)
		names, cut := SplitNames(strings.TrimPrefix(text, edits))
		switch {
		case !allPersons(names):
		case edits != "":
			st.editors, found = append(st.editors, names...), true
		case len(st.authors) == 0 && !strings.Contains(r.raw[:slash], "//"):
			st.authors, st.cut, found = names, cut, true
			st.span = trimSpan(r.raw, biblio.Span{Start: start, End: start + len(part)}, " ;\n")
		}
		start += len(part) + 1
	}
	if !found {
		return
	}
	for i := range r.tokens {
		if t := r.tokens[i]; t.Start >= span.Start && t.End <= span.End {
			r.labels[i] = tagger.None
		}
	}
	if !strings.Contains(r.raw[:slash], "//") {
		r.titleBefore(slash)
	}
	if len(st.authors) > 0 && st.span.Start >= span.Start {
		r.venueAfter(span.End)
	}
}

// titleBefore assigns to the title all words up to a slash, or to the medium in brackets before it; anything
// between these two ("[Текст]: PhD thesis") is not part of it.
func (r *reading) titleBefore(slash int) {
	end := slash
	from := r.behindHead()
	title, _ := r.firstRun(tagger.Title)
	book, _ := r.firstRun(tagger.Book)
	title = min(title, book)
	if at := typed.FindStringIndex(r.raw[:slash]); at != nil {
		end = at[0]
		from = min(from, title)
		// it begins with the title
		if head, _ := r.firstRun(tagger.Author); head == len(r.tokens) || r.tokens[head].Start > end {
			from = 0
		}
	}
	for i := from; i < len(r.tokens) && r.tokens[i].End <= slash; i++ {
		switch {
		case r.tokens[i].End > end:
			r.labels[i] = tagger.None
		case plain(r.labels[i]) != tagger.Title:
			r.labels[i] = tagger.Title
		}
	}
}

// behindHead returns the first token after the names at the start of the string. If the labeller takes the title for
// more of them, they end after the first full stop between initials and a word.
func (r *reading) behindHead() int {
	_, to := r.firstRun(tagger.Author)
	for i := 1; i < to; i++ {
		if r.initials(i-1) && !r.initials(i) && strings.HasPrefix(r.gap(i), ". ") {
			if r.particleEnds(i) {
				i++
			}
			return i
		}
	}
	return to
}

// venueAfter assigns to the container the words between the two slashes that end a statement and the next mark of
// the standard, if the labeller saw none.
func (r *reading) venueAfter(end int) {
	rest, ok := strings.CutPrefix(r.raw[end:], " // ")
	if !ok {
		return
	}
	from := len(r.raw) - len(rest)
	to, _ := statementEnd(r.raw, from)
	if i := strings.Index(r.raw[from:to], " / "); i >= 0 {
		to = from + i
	}
	i := slices.IndexFunc(r.tokens, func(t tagger.Token) bool { return t.Start >= from })
	for k := i; k >= 0 && k < len(r.tokens) && r.tokens[k].End <= to; k++ {
		if r.labels[k] == tagger.Container {
			return
		}
	}
	for k := i; k >= 0 && k < len(r.tokens) && r.tokens[k].End <= to; k++ {
		r.labels[k] = tagger.Container
	}
}

// allPersons reports whether every name is a person with a family name and a given name that begin with capitals.
func allPersons(names []biblio.Contributor) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(c biblio.Contributor) bool {
		return c.Literal != "" || c.Given == "" || !unicode.IsUpper(firstRune(c.Given)) || words.Month(c.Family) != 0
	})
}

// answer puts the people of the statements into the work: its authors replace those of the head, who are the first of
// them.
func (st *statement) answer(p *Parsed) {
	if len(st.authors) > 0 {
		kept := st.head(p.Work.Contributors)
		for _, c := range st.authors {
			c = turnedAs(c, p.Work.Contributors)
			c.Role = biblio.Author
			kept = append(kept, c)
		}
		p.Work.Contributors, p.Work.AuthorsCut = kept, st.cut
		p.set(biblio.FieldAuthors, st.span, sure)
	}
	for _, c := range st.editors {
		c.Role = biblio.Editor
		p.Work.Contributors = append(p.Work.Contributors, c)
	}
}

// turnedAs returns the name of a statement in the order of the head if it begins with the family name: "Matzinger, R.
// Title: PhD thesis / Matzinger Robert".
func turnedAs(c biblio.Contributor, head []biblio.Contributor) biblio.Contributor {
	first, rest, _ := strings.Cut(c.Given, " ")
	for _, h := range head {
		if first != "" && h.Family == first && c.Particle == "" {
			c.Family, c.Given = first, strings.TrimSpace(rest+" "+c.Family)
			break
		}
	}
	return c
}

// head returns, of the people read elsewhere, those who are not authors and, before a cut list, the authors of the
// head whom it does not name.
func (st *statement) head(list []biblio.Contributor) []biblio.Contributor {
	named := map[string]bool{}
	for _, c := range st.authors {
		named[strings.ToLower(c.Family)] = true
	}
	return lists.Filter(list, func(c biblio.Contributor) bool {
		return c.Role != biblio.Author || st.cut && !named[strings.ToLower(c.Family)]
	})
}
