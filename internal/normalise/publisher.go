package normalise

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// publishers.txt: each line is a house, then phrases that name it, in normalised form: "house|phrase;phrase".
//
//go:embed publishers.txt
var publisherText string

// publisherNames are the rows of the table: a house, then its phrases.
var publisherNames = func() (rows [][]string) {
	for line := range strings.Lines(publisherText) {
		house, phrases, _ := strings.Cut(strings.TrimSpace(line), "|")
		rows = append(rows, append([]string{house}, strings.Split(phrases, ";")...))
	}
	return rows
}()

// publisherIndex maps each phrase to the houses it may mean.
var publisherIndex = func() map[string][]string {
	index := map[string][]string{}
	for _, row := range publisherNames {
		for _, phrase := range row[1:] {
			index[phrase] = append(index[phrase], row[0])
		}
	}
	return index
}()

// publisherNoise are words that legal names have and short names lack.
var publisherNoise = words.Set(`
	inc ltd llc limited gmbh ag bv co corp corporation company publishing publishers publisher publications
	press verlag group the and sons media books international sa kg plc of for org organisation organization
	science business edizioni editions editorial universitat`)

// publisher returns the houses that a publisher's name means: known houses by their key, an unknown one by its own
// significant words.
func publisher(s string) []string {
	t := strings.TrimPrefix(Text(s), "technical report ")
	if head, cut := strings.CutSuffix(t, " pr"); cut {
		t = head + " press"
	}
	if houses := publisherIndex[t]; houses != nil {
		return houses
	}
	if houses := housesBesides(t); houses != nil {
		return houses
	}
	core := slices.DeleteFunc(strings.Fields(t), func(w string) bool { return publisherNoise[w] })
	if houses := publisherIndex[strings.Join(core, " ")]; houses != nil {
		return houses
	}
	if houses := housesWithin(t); houses != nil {
		return houses
	}
	if len(core) == 0 {
		return []string{t}
	}
	return []string{strings.Join(core, " ")}
}

// housesWithin returns the houses of known phrases of two or more words, or of a known acronym in brackets, inside a
// longer name: "Institute of Electrical and Electronics Engineers (IEEE)", "IEEE/CVF".
func housesWithin(t string) []string {
	var houses []string
	padded := " " + t + " "
	for _, row := range publisherNames {
		for _, phrase := range row[1:] {
			if len(phrase) >= 4 && strings.Contains(t, phrase) && strings.Contains(padded, " "+phrase+" ") {
				houses = append(houses, row[0])
				break
			}
		}
	}
	return houses
}

// SamePublisher reports whether two publishers' names mean one house, and whether they do so through an alias rather
// than the same words.
func SamePublisher(a, b string) (same, alias bool) {
	fa, fb := Text(a), Text(b)
	if fa == fb {
		return true, false
	}
	for _, x := range publisher(a) {
		if slices.Contains(publisher(b), x) {
			return true, true
		}
	}
	if headOf(a) == headOf(b) && headOf(a) != "" { // "Uppsala University, Uppsala, Sweden"
		return true, true
	}
	wa, wb := strings.Fields(fa), strings.Fields(fb)
	if Initials(fa, wb) || Initials(fb, wa) || abbreviated(wa, wb) || abbreviated(wb, wa) {
		return true, true
	}
	return false, false
}

// abbreviated reports whether every significant word of short begins the matching word of long.
func abbreviated(short, long []string) bool {
	short, long = Significant(short), Significant(long)
	return len(short) >= 2 && slices.EqualFunc(short, long, func(a, b string) bool {
		return a == b || len(a) >= 3 && strings.HasPrefix(b, a)
	})
}

// Significant returns the words that carry meaning, without stop words.
func Significant(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), StopWord)
}

// Initials reports whether an acronym of three or more letters consists of the first letters of the significant
// words.
func Initials(acronym string, words []string) bool {
	if len(acronym) < 3 || strings.IndexByte(acronym, ' ') >= 0 {
		return false
	}
	return slices.EqualFunc(Significant(words), []byte(acronym), func(w string, c byte) bool { return w[0] == c })
}

// cities are places that publishers add to their names.
var cities = map[string]bool{"new york": true, "new york ny": true, "new york ny usa": true, "new york usa": true,
	"london": true, "berlin": true, "heidelberg": true, "berlin heidelberg": true, "cambridge": true,
	"cambridge ma": true, "cambridge mass": true, "san francisco": true, "san francisco ca": true, "san mateo": true,
	"san mateo ca": true, "amsterdam": true, "dordrecht": true, "boston": true, "oxford": true, "chicago": true,
	"reading": true, "reading ma": true, "philadelphia": true, "philadelphia pa": true, "hillsdale nj": true,
	"los alamitos ca": true, "washington": true, "washington dc": true, "paris": true, "singapore": true,
	"stroudsburg pa": true}

// housesBesides returns a known house before its city, "ACM New York, NY, USA", or one of two houses that publish
// together: "ACL and AFNLP".
func housesBesides(t string) []string {
	words := strings.Fields(t)
	for n := len(words) - 1; n > 0; n-- {
		if houses := publisherIndex[strings.Join(words[:n], " ")]; houses != nil && cities[strings.Join(words[n:], " ")] {
			return houses
		}
	}
	var all []string
	for part := range strings.SplitSeq(t, " and ") {
		if part == t || publisherIndex[part] == nil {
			return all
		}
		all = append(all, publisherIndex[part]...)
	}
	return all
}

// Committee reports whether s names the organisers of a meeting in place of a publisher.
func Committee(s string) bool {
	t := Text(s)
	return strings.Contains(t, "organizing committee") || strings.Contains(t, "organising committee") ||
		strings.HasSuffix(t, "organizers")
}

// NotAPublisher reports whether s is in place of a publisher but is not one: the organisers of a meeting, an archive or
// index, the name of a macro: "acmp".
func NotAPublisher(s string) bool {
	if s == strings.ToLower(s) && !strings.Contains(s, " ") && publisherIndex[Text(s)] == nil {
		return true
	}
	switch Text(s) {
	case "citeseer", "citeseerx", "jstor", "researchgate", "google scholar", "semantic scholar":
		return true
	}
	return Committee(s)
}

// ForSociety reports whether one is a known house and the other a society that is not in the table: houses print
// journals for societies, and records name either.
func ForSociety(a, b string) bool {
	house := func(s string) bool { return publisherIndex[Text(s)] != nil }
	return house(a) && society(b) || house(b) && society(a)
}

func society(s string) bool {
	t := Text(s)
	if !slices.ContainsFunc(strings.Fields(t), func(w string) bool {
		return w == "society" || w == "association" || w == "academy"
	}) {
		return false
	}
	known := publisher(s)
	return len(known) == 1 && !(known[0] == t && publisherIndex[t] != nil) && housesWithin(t) == nil
}

// headOf returns the part before the first comma, normalised, if it is a name of two words or more.
func headOf(s string) string {
	head, _, _ := strings.Cut(s, ",")
	head = Text(head)
	if !strings.Contains(head, " ") {
		return ""
	}
	return head
}
