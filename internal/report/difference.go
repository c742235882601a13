package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// gravityWords are the words for gravities shown to people.
var gravityWords = map[string]string{
	"fabricated": "invented", "substantive": "major", "slip": "minor", "peripheral": "detail",
}

// statusOf returns the status that a reason states, also in a row from before reasons stated one.
func statusOf(r *Reason) judge.Status {
	if s, ok := judge.ParseStatus(r.Status); ok && s != judge.NoStatus {
		return s
	}
	return judge.StatusOf(r.Rule)
}

// differ says how the values of a reason differ, "" if they speak for themselves, and returns them with the differing
// parts marked. It judges nothing: another package has concluded that they differ.
func differ(r *Reason) (words string, cited, recorded []token) {
	a, b := Visible(r.Claimed), Visible(r.Recorded)
	switch biblio.Field(r.Field) {
	case biblio.FieldTitle:
		return titleDifference(a, b)
	case biblio.FieldAuthors:
		return authorsDifference(r)
	case biblio.FieldPages:
		cited, recorded = pageTokens(a), pageTokens(b)
		for i := range cited {
			if len(cited) == len(recorded) && cited[i].text == recorded[i].text {
				cited[i].marked, recorded[i].marked = false, false
			}
		}
		return "", cited, recorded
	}
	return "", tokens(a, true), tokens(b, true)
}

// pageTokens splits a range of pages at its dash.
func pageTokens(pages string) []token {
	first, last, ok := strings.Cut(dashes.Replace(pages), "–")
	if first, last = strings.TrimSpace(first), strings.TrimSpace(last); !ok || strings.ContainsAny(first+last, " ,;–") {
		return tokens(pages, true)
	}
	return []token{{first, true, false}, {"–", false, true}, {last, true, true}}
}

// dashes normalises the dashes of page ranges.
var dashes = strings.NewReplacer("--", "–", "-", "–", "—", "–")

// labelOf returns the name of a reason's field at the beginning of a sentence, "" for none.
func labelOf(r *Reason) string {
	label := Visible(biblio.Field(r.Field).Label())
	if first, size := utf8.DecodeRuneInString(label); size > 0 && !strings.HasPrefix(label, "arXiv") {
		return strings.ToUpper(string(first)) + label[size:]
	}
	return label
}

// shortValue is how many characters of two values fit in a headline.
const shortValue = 60

// valueHeadline says how the values of a field differ: words says how, if the values do not speak for themselves. Bare
// reports whether it names neither what is wrong nor what is right.
func valueHeadline(r *Reason, words string) (headline string, bare bool) {
	field := labelOf(r)
	cited, recorded := Visible(r.Claimed), Visible(r.Recorded)
	if biblio.Field(r.Field) == biblio.FieldPages {
		cited, recorded = dashes.Replace(cited), dashes.Replace(recorded)
	}
	switch {
	case biblio.Field(r.Field) == biblio.FieldAuthors:
		return cmp.Or(words, "Authors differ from the record"), len(r.Names) == 0
	case words != "":
		return field + ": " + words, false
	case utf8.RuneCountInString(cited+recorded) <= shortValue:
		return field + ": " + cited + " → " + recorded, false
	}
	return field + " differs from the record", true
}

// titleDifference shows the words in which two titles differ.
func titleDifference(claimed, recorded string) (words string, cited, marked []token) {
	a, b := strings.Fields(claimed), strings.Fields(recorded)
	gaps, shared := match.TitleGaps(a, b)
	if 3*shared < max(len(a), len(b)) {
		return "", tokens(claimed, true), tokens(recorded, true) // marks everywhere would say nothing
	}
	cited, marked = tokens(claimed, false), tokens(recorded, false)
	var parts []string
	for _, g := range gaps {
		mark(cited[g.Claimed[0]:g.Claimed[1]])
		mark(marked[g.Recorded[0]:g.Recorded[1]])
		parts = append(parts, replaced(inQuotes(a[g.Claimed[0]:g.Claimed[1]]), inQuotes(b[g.Recorded[0]:g.Recorded[1]])))
	}
	return strings.Join(parts, "; "), cited, marked
}

func mark(list []token) {
	for i := range list {
		list[i].marked = true
	}
}

// inQuotes puts words between quotation marks, "" for none.
func inQuotes(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "“" + strings.Trim(strings.Join(words, " "), ".,;:") + "”"
}

// replaced says what replaces what.
func replaced(claimed, recorded string) string {
	switch {
	case claimed == "":
		return recorded + " is left out"
	case recorded == "":
		return claimed + " is not in the record"
	}
	return claimed + " for " + recorded
}

// authorsDifference shows the names in which lists of authors differ, nobody in rows from before they had names.
func authorsDifference(r *Reason) (words string, cited, recorded []token) {
	ours, theirs := map[string]bool{}, map[string]bool{}
	for _, n := range r.Names {
		ours[n.Cited], theirs[n.Recorded] = true, true
	}
	return namesInWords(r), namesShown(r.Claimed, ours), namesShown(r.Recorded, theirs)
}

// namesShown returns a list of names as it is in rows, those that differ marked.
func namesShown(list string, marked map[string]bool) []token {
	var out []token
	names := strings.Split(list, "; ")
	for i, name := range names {
		out = append(out, tokens(Visible(name), marked[name])...)
		if i < len(names)-1 {
			out = append(out, token{text: ";", glue: true})
		}
	}
	return out
}

// namesTold is how many names of one kind are told if there are more of them: the rest are counted.
const namesTold = 3

// pairWords are the words for names that stand for each other, for one pair and for several.
type pairWords struct {
	one, several string
	kinds        []string // of their difference; none for all others
}

var pairedNames = []pairWords{
	{"Wrong author", "Wrong authors", []string{match.NameOther, match.KindGiven}},
	{"Misspelt author", "Misspelt authors", []string{match.KindMisspelt}},
	{"Given and family name exchanged", "Given and family names exchanged",
		[]string{match.KindOrder, match.KindExchanged}},
	{"Possible misspelling", "Possible misspellings", []string{match.KindSlip}},
	{"Author", "Authors", nil},
}

// namesInWords says in plain words how two lists of authors differ, "" if the row does not say.
func namesInWords(r *Reason) string {
	var extra, missing, parts []string
	pairs := make([][]string, len(pairedNames))
	for _, n := range r.Names {
		switch cited, recorded := Visible(n.Cited), Visible(n.Recorded); {
		case n.Recorded == "":
			extra = append(extra, cited)
		case n.Cited == "":
			missing = append(missing, recorded)
		case r.Variant == match.KindFabricated: // two people who share a word
			extra, missing = append(extra, cited), append(missing, recorded)
		default:
			at := slices.IndexFunc(pairedNames, func(p pairWords) bool {
				return p.kinds == nil || slices.Contains(p.kinds, n.Kind)
			})
			pair := cited + " → " + recorded
			if n.Kind == match.KindSlip || pairedNames[at].kinds == nil {
				pair += "?"
			}
			pairs[at] = append(pairs[at], pair)
		}
	}
	if r.Variant == match.KindFabricated && len(extra) > 0 && len(missing) > 0 {
		return "Other authors: " + firstNames(extra, 0) + " for " + firstNames(missing, r.MoreNames)
	}
	for i, p := range pairedNames {
		parts = append(parts, severalNames(p.one, p.several, pairs[i], 0)...)
	}
	parts = append(parts, severalNames("Extra author", "Extra authors", extra, 0)...)
	parts = append(parts, severalNames("Missing author", "Missing authors", missing, r.MoreNames)...)
	switch {
	case r.Moved && len(parts) == 0:
		return "Author order differs from the record"
	case r.Moved:
		parts = append(parts, "the order differs")
	}
	return strings.Join(parts, "; ")
}

// severalNames says who is extra or missing, nothing for nobody; more counts people who are not in the list.
func severalNames(one, several string, names []string, more int) []string {
	switch {
	case len(names) == 0:
		return nil
	case len(names)+more > 1:
		one = several
	}
	return []string{one + ": " + firstNames(names, more)}
}

// firstNames lists names, only the first ones of many.
func firstNames(names []string, more int) string {
	if all := len(names) + more; all > 2*namesTold {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:namesTold], ", "), all-namesTold)
	}
	return strings.Join(names, ", ")
}
