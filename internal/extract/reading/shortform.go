package reading

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

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
