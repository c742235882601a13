package refstring

import "strings"

// gapAt returns where a list of names omits names in its middle, as APA prints long lists: "A, B., C, D., … Z, Y.";
// -1 if it does not. What follows the gap is only the last name.
func gapAt(text string) int {
	for _, mark := range []string{"…", ". . .", "..."} {
		i := strings.Index(text, mark)
		if i <= 0 {
			continue
		}
		head, tail := strings.TrimRight(text[:i], " "), strings.Trim(text[i+len(mark):], " .,&")
		if strings.HasSuffix(head, ",") && strings.Count(head, ",") > 2 && tail != "" && strings.Count(tail, ",") <= 2 {
			return i
		}
	}
	return -1
}
