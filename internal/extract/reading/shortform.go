package reading

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Short forms cite a work that an earlier entry or note cites in full:
// "Luhmann, a. a. O., S. 45", "Habermas, Theorie (wie Anm. 3), S. 116",
// "Koselleck, op. cit., p. 20", "Luhmann, Soziale Systeme, S. 50".

// sameWork is what says in such a form that the work was cited before.
var sameWork = lazy.Regexp(`(?i)[,(]?\s*(?:\(?wie (?:in )?(?:anm|fn|fußn|fussn)\.?\s*\d+\)?|a\.\s?a\.\s?o\.|aao\.|op\.\s?cit\.|loc\.\s?cit\.|art\.\s?cit\.|ebd\.|ebenda|указ\.\s?соч\.)`)

// pageTail is the page at the end of a short form.
var pageTail = lazy.Regexp(`[,:]?\s*(?:S|p|pp|pág|c|С|fol|Sp)\.\s?\d[\d\s,.f–—-]*(?:ff?\.)?[.)]*$`)

// shortFormMost is how long, in bytes, a short form gets.
const shortFormMost = 120

// resolve gives the work that a text cites by a short form; false when it is
// none, or no earlier entry has the work. Of several parted by semicolons it is
// the first, and all have to be short forms.
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
	name, rest, ok := strings.Cut(text, ",")
	if !ok {
		return biblio.Work{}, false
	}
	words := strings.Fields(name)
	if len(words) == 0 {
		return biblio.Work{}, false
	}
	known := p.works[fold.Text(words[len(words)-1])]
	rest = pageTail.ReplaceAllString(", "+strings.TrimSpace(rest), "")
	mark := sameWork.FindStringIndex(rest)
	title := rest
	if mark != nil {
		title = rest[:mark[0]]
	}
	title = fold.Text(strings.Trim(title, " ,:.()„“”\"»«'"))
	for _, w := range slices.Backward(known) {
		if title == "" && mark != nil || title != "" && holdsWords(fold.Text(w.FullTitle()), title) {
			return w, true
		}
	}
	return biblio.Work{}, false
}

// bareYear is a year, which a short form of these kinds has not.
var bareYear = lazy.Regexp(`\b(?:1[5-9]\d\d|20[0-4]\d)[a-z]?\b`)

// holdsWords reports that a folded title begins with the words of a short one,
// or has them in a row.
func holdsWords(title, short string) bool {
	return strings.Contains(" "+title+" ", " "+short+" ")
}

// learn keeps a work that an entry cites in full, for the short forms behind it.
func (p *Printed) learn(w *biblio.Work) {
	people := w.Authors()
	if len(people) == 0 || w.FullTitle() == "" || w.Issued.Year == 0 {
		return
	}
	if p.works == nil {
		p.works = map[string][]biblio.Work{}
	}
	name := people[0].Family
	if words := strings.Fields(name); len(words) > 0 {
		key := fold.Text(words[len(words)-1])
		p.works[key] = append(p.works[key], *w)
	}
}
