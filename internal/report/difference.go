package report

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// difference describes how a claimed and a recorded value differ: in words, "" if the values speak for themselves,
// and with the differing parts marked. It judges nothing: another package has concluded that they differ.
type difference struct {
	words             string
	claimed, recorded []token
}

// differ compares the values of a reason.
func differ(r *Reason) difference {
	claimed, recorded := Visible(r.Claimed), Visible(r.Recorded)
	switch biblio.Field(r.Field) {
	case biblio.FieldTitle:
		return titleDifference(claimed, recorded)
	case biblio.FieldAuthors:
		return authorsDifference(r)
	case biblio.FieldPages:
		return pagesDifference(claimed, recorded)
	}
	return wholly(claimed, recorded, true)
}

// wholly marks all of two values, if they have nothing in common, or nothing.
func wholly(claimed, recorded string, marked bool) difference {
	return difference{claimed: tokens(claimed, marked), recorded: tokens(recorded, marked)}
}

// titleDifference shows the words in which two titles differ.
func titleDifference(claimed, recorded string) difference {
	a, b := strings.Fields(claimed), strings.Fields(recorded)
	gaps, shared := match.TitleGaps(a, b)
	if 3*shared < max(len(a), len(b)) {
		return wholly(claimed, recorded, true) // marks everywhere would say nothing
	}
	d := wholly(claimed, recorded, false)
	var parts []string
	for _, g := range gaps {
		mark(d.claimed[g.Claimed[0]:g.Claimed[1]])
		mark(d.recorded[g.Recorded[0]:g.Recorded[1]])
		parts = append(parts, replaced(inQuotes(a[g.Claimed[0]:g.Claimed[1]]), inQuotes(b[g.Recorded[0]:g.Recorded[1]])))
	}
	d.words = strings.Join(parts, "; ")
	return d
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

// authorsDifference shows the names in which two lists of authors differ. Rows from before names were in them mark
// nobody.
func authorsDifference(r *Reason) difference {
	cited, recorded := map[string]bool{}, map[string]bool{}
	for _, n := range r.Names {
		cited[n.Cited], recorded[n.Recorded] = true, true
	}
	return difference{words: namesInWords(r), claimed: namesShown(r.Claimed, cited),
		recorded: namesShown(r.Recorded, recorded)}
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

// pairedNames are the words for two names that stand for each other, by the kind of their difference.
var pairedNames = map[string]string{
	match.NameOther: "Wrong author", match.KindGiven: "Wrong author", match.KindMisspelt: "Misspelt author",
	match.KindOrder: "Given and family name exchanged", match.KindSlip: "Possible misspelling",
}

// namesInWords says in plain words how two lists of authors differ, "" if the row does not say.
func namesInWords(r *Reason) string {
	if r.Variant == match.KindFabricated {
		return strangersInWords(r)
	}
	var parts, extra, missing []string
	told := map[string]int{}
	for _, n := range r.Names {
		switch cited, recorded := Visible(n.Cited), Visible(n.Recorded); {
		case n.Recorded == "":
			extra = append(extra, cited)
		case n.Cited == "":
			missing = append(missing, recorded)
		default:
			words, known := pairedNames[n.Kind]
			if !known {
				words = "Author"
			}
			if told[words]++; told[words] > 2*namesTold {
				continue
			}
			if words += ": " + cited + " → " + recorded; n.Kind == match.KindSlip || !known {
				words += "?"
			}
			parts = append(parts, words)
		}
	}
	parts = append(parts, severalNames("Extra author", extra, 0)...)
	parts = append(parts, severalNames("Missing author", missing, r.MoreNames)...)
	switch {
	case r.Moved && len(parts) == 0:
		return "Author order differs from the record"
	case r.Moved:
		parts = append(parts, "the order differs")
	}
	return strings.Join(parts, "; ")
}

// strangersInWords says of a list without any of the record's authors who is on each.
func strangersInWords(r *Reason) string {
	var cited, recorded []string
	for _, n := range r.Names {
		if n.Cited != "" {
			cited = append(cited, Visible(n.Cited))
		}
		if n.Recorded != "" {
			recorded = append(recorded, Visible(n.Recorded))
		}
	}
	if len(cited) == 0 || len(recorded) == 0 {
		return ""
	}
	return "Other authors: " + firstNames(cited, 0) + " for " + firstNames(recorded, r.MoreNames)
}

// severalNames says who is extra or missing, nothing for nobody; more counts people who are not in the list.
func severalNames(what string, names []string, more int) []string {
	if len(names) == 0 {
		return nil
	}
	if len(names)+more > 1 {
		what += "s"
	}
	return []string{what + ": " + firstNames(names, more)}
}

// firstNames lists names, only the first ones of many.
func firstNames(names []string, more int) string {
	if all := len(names) + more; all > 2*namesTold {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:namesTold], ", "), all-namesTold)
	}
	return strings.Join(names, ", ")
}

// pagesDifference compares first and last pages.
func pagesDifference(claimed, recorded string) difference {
	a, b := pageParts(claimed), pageParts(recorded)
	if len(a) == 0 || len(b) == 0 {
		return wholly(claimed, recorded, true)
	}
	var d difference
	var parts []string
	ends := []string{"first page", "last page"}
	for i := range max(len(a), len(b)) {
		x, y := part(a, i), part(b, i)
		d.claimed, d.recorded = pageToken(d.claimed, x, x != y), pageToken(d.recorded, y, x != y)
		switch {
		case x == y:
		case x == "":
			parts = append(parts, "no "+ends[i]+", the record has "+y)
		case y == "":
			parts = append(parts, "the record has no "+ends[i])
		default:
			parts = append(parts, ends[i]+" "+x+" for "+y)
		}
	}
	d.words = strings.Join(parts, ", ")
	return d
}

// pageParts returns first and last page of a range, nil if it is not a range, such as a list.
func pageParts(s string) []string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '–' || r == '—' })
	if len(parts) > 2 {
		return nil
	}
	for i := range parts {
		if parts[i] = strings.TrimSpace(parts[i]); strings.ContainsAny(parts[i], " ,;") {
			return nil
		}
	}
	return parts
}

func part(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func pageToken(list []token, page string, marked bool) []token {
	if page == "" {
		return list
	}
	if len(list) > 0 {
		list = append(list, token{text: "–", glue: true})
	}
	return append(list, token{text: page, marked: marked, glue: len(list) > 0})
}
