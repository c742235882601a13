package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// doubtCirca sets the confidence to zero for years that an entry itself marks as uncertain: "c. 1850", "[1999?]",
// "1850~" in BibLaTeX, "1850s". A difference there accuses no one.
func (d *Document) doubtCirca() {
	for i := range d.References {
		if r := &d.References[i]; r.Claimed.Issued.Year > 0 && circa(r.Raw, strconv.Itoa(r.Claimed.Issued.Year)) {
			r.Confidence = withField(r.Confidence, biblio.FieldYear, 0)
		}
	}
}

func circa(text, year string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], year)
		if i < 0 {
			return false
		}
		before, after := text[:at+i], text[at+i+len(year):]
		at += i + len(year)
		apart := strings.TrimRight(before, " .") != before
		before = strings.TrimRight(before, " .")
		opened := strings.TrimRight(before, "([{\"") != before
		word := before[1+strings.LastIndexFunc(before, func(r rune) bool { return !unicode.IsLetter(r) }):]
		switch {
		case apart && words.Is(word, words.Circa) && word == strings.ToLower(word):
			return true
		case opened && (strings.HasPrefix(after, "?") || strings.HasPrefix(after, "~") || strings.HasPrefix(after, "%")):
			return true
		case opened && strings.HasPrefix(after, "s") && strings.TrimLeft(after[1:], ")]}\"") != after[1:]:
			return true
		}
	}
}

// fewestLetters is the number of consecutive one-letter names from which they are not names.
const fewestLetters = 3

// dropLetters removes the authors if every one is a single letter or sign: a program wrote a name letter by letter,
// as "[", "'", "M", "i", "z".
func (d *Document) dropLetters() {
	for i := range d.References {
		w := &d.References[i].Claimed
		list := w.Authors()
		letter := func(c biblio.Contributor) bool { return len([]rune(c.Family+c.Given+c.Literal)) == 1 }
		if len(list) < fewestLetters || slices.ContainsFunc(list, func(c biblio.Contributor) bool { return !letter(c) }) {
			continue
		}
		w.Contributors = slices.DeleteFunc(w.Contributors,
			func(c biblio.Contributor) bool { return c.Role == biblio.Author })
		d.problem(d.References[i].Place, "broken-names",
			"the authors are single letters: a program wrote a name letter by letter; they are left out")
	}
}

// doubtLost sets the confidence to zero for fields that contain U+FFFD, a letter lost in decoding or in the text of a
// PDF: a difference there accuses no one.
func (d *Document) doubtLost() {
	for i := range d.References {
		r := &d.References[i]
		w := &r.Claimed
		texts := map[biblio.Field]string{
			biblio.FieldTitle: w.Title + w.Subtitle, biblio.FieldVenue: w.Container.Title,
			biblio.FieldPublisher: w.Publisher, biblio.FieldLocation: w.Place,
		}
		for _, c := range w.Contributors {
			if lost(c.Family) || lost(c.Given) || lost(c.Literal) {
				texts[biblio.FieldAuthors] = c.Family + c.Given + c.Literal
			}
		}
		for f, text := range texts {
			if lost(text) {
				r.Confidence = withField(r.Confidence, f, 0)
			}
		}
	}
}

func lost(text string) bool { return strings.ContainsRune(text, unicode.ReplacementChar) }

// numbersMissing is the rule of the problem that entries of a list were not read.
const numbersMissing = "numbers-missing"

// Incomplete reports whether the document itself shows that entries of its list were not read.
func (d *Document) Incomplete() bool {
	return slices.ContainsFunc(d.Problems, func(p biblio.Problem) bool { return p.Rule == numbersMissing })
}

// gap reports entries that were not read. Reference i, beside which they are missing, may contain them: it accuses no
// one.
func (d *Document) gap(i int, place biblio.Place, format string, args ...any) {
	d.problem(place, numbersMissing, format, args...)
	r := &d.References[i]
	for _, f := range biblio.Fields {
		r.Confidence = withField(r.Confidence, f, 0)
	}
}

// counting is the number of consecutively numbered entries after which a gap counts.
const counting = 2

// reportGaps reports the numbers that a numbered list skips as problems: their entries may be part of the one before,
// or damaged.
func (d *Document) reportGaps() {
	last, run := 0, 0
	for i := range d.References {
		r := &d.References[i]
		n, err := strconv.Atoi(r.Extra["label"])
		switch {
		case err != nil || r.Place.Note != "": // not every note cites
			last, run = 0, 0
			continue
		case n == last: // several works under one number
			continue
		case n > last+1 && run >= counting:
			d.gap(i-1, r.Place, "%s", missingNumbers(last, n))
		case n != last+1:
			run = 0
		}
		last, run = n, run+1
	}
}

func missingNumbers(from, to int) string {
	if to == from+2 {
		return fmt.Sprintf("the list goes from %d to %d: no entry %d was found", from, to, from+1)
	}
	return fmt.Sprintf("the list goes from %d to %d: %d entries were not found, %d to %d", from, to,
		to-from-1, from+1, to-1)
}

// reportUnread reports what the text cites although no entry of the list was read for it.
func (d *Document) reportUnread(u reading.Unread) {
	last := len(d.References) - 1
	end := d.References[last].Place
	var rest string
	switch {
	case end.Page == 0 && end.Line == 0:
		rest = "what follows the last one may hold the rest"
	case end.Page == 0:
		rest = fmt.Sprintf("the lines after %d may hold the rest", max(end.Line, end.EndLine))
	case end.Page >= d.Pages:
		rest = fmt.Sprintf("page %d may hold the rest", end.Page)
	default:
		rest = fmt.Sprintf("pages %d–%d may hold the rest", end.Page, d.Pages)
	}
	read := "entries were read"
	if last == 0 {
		read = "entry was read"
	}
	n, _ := strconv.Atoi(d.References[0].Extra[reading.LabelField])
	switch {
	case u.Last == 0 && u.Keys > 0:
		d.gap(last, end, "the text links to %d works; %d %s: %s", u.Keys, last+1, read, rest)
	case u.Last == 0:
	case u.Last < n:
		d.gap(0, d.References[0].Place, "the text cites [%d], but the list that was read begins at [%d]: what precedes it may "+
			"hold the rest", u.First, n)
	default:
		d.gap(last, u.Place, "the text cites up to [%d]; %d %s: %s", u.Last, last+1, read, rest)
	}
}
