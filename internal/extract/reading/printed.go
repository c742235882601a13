package reading

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/words"
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
// read as if those names were there, and "ibid." as the previous work, of which it names another page.
type Printed struct {
	names string
	last  biblio.Work
	works map[string][]biblio.Work // cited in full, by the last word of the first family name, normalised
	notes map[string][]biblio.Work // the same, by the number of the note
}

// ibidem matches an entry that only points to the work of the previous one, perhaps to a page of it.
var ibidem = lazy.Regexp(`^(?i:` + words.Pattern(words.Ibid) + `)\b?[.,;:]*(?:\s*\(?(?:(?:` + words.Pattern(words.And) +
	`)\.? )?(?i:(?:rn|rz|kap|` + words.Pattern(words.Note, words.Pages, words.Volume, words.Issue) +
	`)\.?\s*)?[\d–—-]+(?:\s*ff?\b)?[.,;)]*)*\s*$`)

// Read reads the claim from the raw text of the next entry.
func (p *Printed) Read(ref *biblio.Reference) {
	if (p.last.FullTitle() != "" || p.last.Container.Title != "") && ibidem.MatchString(ref.Raw) {
		ref.Claimed = again(p.last)
		return
	}
	if w, ok := p.resolve(ref.Raw); ok {
		ref.Claimed, p.last, p.names = w, w, fullNames(&w)
		if note := ref.Place.Note; note != "" {
			p.notes[note] = append(p.notes[note], w)
		}
		return
	}
	p.read(ref)
	p.learn(&ref.Claimed, ref.Place.Note)
	p.last = ref.Claimed
}

// fullNames returns the authors of a work as a reference prints them.
func fullNames(w *biblio.Work) string {
	var list []string
	for _, c := range w.Authors() {
		list = append(list, strings.TrimSpace(c.Given+" "+strings.TrimSpace(c.Particle+" "+c.Family)))
	}
	return strings.Join(list, ", ")
}

// again returns a work as claimed by an entry that only points to it.
func again(w biblio.Work) biblio.Work {
	w.Pages = ""
	w.IDs, w.Contributors = slices.Clone(w.IDs), slices.Clone(w.Contributors)
	return w
}

func (p *Printed) read(ref *biblio.Reference) {
	rest, again := reflist.Repeated(ref.Raw)
	if again && p.names != "" && parseRepeated(ref, p.names, rest) {
		return
	}
	Parse(ref)
	at, ok := ref.Spans[biblio.FieldAuthors]
	switch {
	case !ok:
	case again && at.End <= len(ref.Raw)-len(rest)+1: // "Ders." is not a name
		ref.Claimed.Contributors = slices.DeleteFunc(ref.Claimed.Contributors,
			func(c biblio.Contributor) bool { return c.Role == biblio.Author })
		delete(ref.Spans, biblio.FieldAuthors)
		delete(ref.Confidence, biblio.FieldAuthors)
	case !again && at.Start < len(ref.Raw)/2:
		if names := ref.Raw[at.Start:at.End]; !strings.HasSuffix(p.names, " "+names) { // "Wehler" after "Hans-Ulrich Wehler"
			p.names = names
		}
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

// Short forms cite a work that an earlier entry or note cites in full:
// "Luhmann, a. a. O., S. 45", "Habermas, Theorie (wie Anm. 3), S. 116",
// "Koselleck, op. cit., p. 20", "Luhmann, Soziale Systeme, S. 50".

// sameWork matches what says, in such a form, that the work was cited before, perhaps with the number of the note:
// "(wie Anm. 3)", "(n 3)", "supra note 3".
var sameWork = lazy.Regexp(`(?i)[,(]?\s*(?:` +
	`\(?\b(?:` + words.Pattern(words.Above) + `)\.?(?: in)?,? ` + noteNumber + `\)?|\((?:in )?` + noteNumber + `\)|` +
	`(?:^|[,(\s])(?:` + words.Pattern(words.Ibid) + `)(?:[.,;:)\s]|$))`)

// noteNumber matches a note of the same text; its number is a group of sameWork.
var noteNumber = `(?:` + words.Pattern(words.Note) + `)\.?\s*(\d+)`

// pageTail matches the page at the end of a short form, perhaps after a volume.
var pageTail = lazy.Regexp(`(?:,\s*(?i:` + words.Pattern(words.Volume) +
	`)\.\s?(?:\d+|[IVX]+))?(?:[,:]\s*|\s+|^)(?i:sp|` + words.Pattern(words.Pages) +
	`)\.\s?\d[\d\s,.f–—-]*(?:ff?\.)?[.)]*$`)

// shortFormMost is the maximum length of a short form, in bytes.
const shortFormMost = 120

// resolve returns the work that a text cites by a short form; false if it is not one, or no earlier entry has the
// work. Of several separated by semicolons it is the first, and all have to be short forms.
func (p *Printed) resolve(text string) (biblio.Work, bool) {
	var first biblio.Work
	for i, part := range strings.Split(text, ";") {
		w, ok := p.resolveOne(strings.TrimSpace(part))
		if !ok {
			return w, false
		}
		if i == 0 {
			first = w
		}
	}
	return again(first), true
}

func (p *Printed) resolveOne(text string) (biblio.Work, bool) {
	if len(text) > shortFormMost || bareYear.MatchString(text) {
		return biblio.Work{}, false
	}
	mark := sameWork.FindStringSubmatchIndex(text)
	short := pageTail.ReplaceAllString(text, "")
	note := ""
	if mark != nil {
		short = text[:mark[0]]
		for g := 2; g < len(mark); g += 2 {
			if mark[g] >= 0 {
				note = text[mark[g]:mark[g+1]]
			}
		}
	}
	name, title, titled := strings.Cut(short, ",")
	if mark == nil && !titled {
		return biblio.Work{}, false
	}
	title = normalise.Text(strings.Trim(title, " ,:.()„“”\"»«'"))
	fits := func(w *biblio.Work) bool {
		return title == "" && mark != nil || title != "" &&
			strings.Contains(" "+normalise.Text(w.FullTitle())+" ", " "+title+" ")
	}
	words := strings.Fields(name)
	if len(words) == 0 {
		if list := p.notes[note]; note != "" && len(list) == 1 && strings.Trim(short, " ,(") == "" {
			return list[0], true
		}
		return biblio.Work{}, false
	}
	family := normalise.Text(words[len(words)-1])
	for _, w := range slices.Backward(p.notes[note]) {
		if familyKey(&w) == family && fits(&w) {
			return w, true
		}
	}
	for _, w := range slices.Backward(p.works[family]) {
		if fits(&w) {
			return w, true
		}
	}
	return biblio.Work{}, false
}

// bareYear matches a year, which short forms of these kinds do not have.
var bareYear = lazy.Regexp(`\b(?:1[5-9]\d\d|20[0-4]\d)[a-z]?\b`)

// learn remembers a work that an entry cites in full, for later short forms.
func (p *Printed) learn(w *biblio.Work, note string) {
	key := familyKey(w)
	if key == "" || w.FullTitle() == "" || w.Issued.Year == 0 {
		return
	}
	if p.works == nil {
		p.works, p.notes = map[string][]biblio.Work{}, map[string][]biblio.Work{}
	}
	p.works[key] = append(p.works[key], *w)
	if note != "" {
		p.notes[note] = append(p.notes[note], *w)
	}
}

// familyKey returns the last word of the first family name, normalised.
func familyKey(w *biblio.Work) string {
	people := w.Authors()
	if len(people) == 0 {
		return ""
	}
	words := strings.Fields(people[0].Family)
	if len(words) == 0 {
		return ""
	}
	return normalise.Text(words[len(words)-1])
}
