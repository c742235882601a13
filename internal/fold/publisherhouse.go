package fold

import (
	"slices"
	"strings"
)

// cities are places that publishers put behind their names.
var cities = map[string]bool{"new york": true, "new york ny": true, "new york ny usa": true, "new york usa": true, "london": true, "berlin": true, "heidelberg": true, "berlin heidelberg": true, "cambridge": true,
	"cambridge ma": true, "cambridge mass": true, "san francisco": true, "san francisco ca": true, "san mateo": true, "san mateo ca": true, "amsterdam": true, "dordrecht": true, "boston": true, "oxford": true, "chicago": true,
	"reading": true, "reading ma": true, "philadelphia": true, "philadelphia pa": true, "hillsdale nj": true, "los alamitos ca": true, "washington": true, "washington dc": true, "paris": true, "singapore": true, "stroudsburg pa": true}

// housesBesides finds a known house before its city, "ACM New York, NY, USA", and
// one of two that publish together: "ACL and AFNLP".
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

// Committee reports the organisers of a meeting in the place of a publisher.
func Committee(s string) bool {
	t := Text(s)
	return strings.Contains(t, "organizing committee") || strings.Contains(t, "organising committee") || strings.HasSuffix(t, "organizers")
}

// NoHouse reports what stands in the place of a publisher and is none: the
// organisers of a meeting, an archive or index, the name of a macro: "acmp".
func NoHouse(s string) bool {
	if s == strings.ToLower(s) && !strings.Contains(s, " ") && publisherIndex[Text(s)] == nil {
		return true
	}
	switch Text(s) {
	case "citeseer", "citeseerx", "jstor", "researchgate", "google scholar", "semantic scholar":
		return true
	}
	return Committee(s)
}

// ForSociety reports a known house and a society that the table lacks: houses
// print journals for societies, and records name the one or the other.
func ForSociety(a, b string) bool {
	return house(a) && society(b) || house(b) && society(a)
}

func house(s string) bool {
	known := publisherIndex[Text(s)]
	return len(known) > 0
}

func society(s string) bool {
	t := Text(s)
	if !slices.ContainsFunc(strings.Fields(t), func(w string) bool { return w == "society" || w == "association" || w == "academy" }) {
		return false
	}
	known := publisher(s)
	return len(known) == 1 && !(known[0] == t && publisherIndex[t] != nil) && housesWithin(t) == nil
}

// headOf gives what stands before the first comma, folded, when it is a name of
// two words or more.
func headOf(s string) string {
	head, _, _ := strings.Cut(s, ",")
	head = Text(head)
	if !strings.Contains(head, " ") {
		return ""
	}
	return head
}
