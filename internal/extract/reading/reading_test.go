package reading

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func sentence(text string, offset int) string {
	sentence, _ := Surroundings(text, offset, offset)
	return sentence
}

func TestSentence(t *testing.T) {
	text := "It began so. Others follow [2, 3] as Fig. 2 by J. Doe et al. shows. The end (2019). Über alles?"
	for mark, want := range map[string]string{
		"It":   "It began so.",
		"[2":   "Others follow [2, 3] as Fig. 2 by J. Doe et al. shows.",
		"2019": "The end (2019).",
		"Über": "Über alles?",
	} {
		if got := sentence(text, strings.Index(text, mark)); got != want {
			t.Errorf("%s: %q, want %q", mark, got, want)
		}
	}
	if got := sentence("一。二三。四", len("一。二")); got != "二三。" {
		t.Errorf("got %q", got)
	}
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string]biblio.Date{
		"2019": {Year: 2019}, "2019-05-17T10:00": {Year: 2019, Month: 5, Day: 17}, "2019/5": {Year: 2019, Month: 5},
		"2015 May 28": {Year: 2015, Month: 5, Day: 28}, "2015 mai 28": {Year: 2015, Month: 5, Day: 28},
		"2015 Decker": {Year: 2015}, "May 2019": {Year: 2019}, "2019a": {Year: 2019}, "": {},
		"2019-13": {Year: 2019},
	} {
		if got := ParseDate(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{"3, 5–7": "3 5 6 7", "2": "2", "1-99": "", "a": "", "4-": "4"} {
		if got := strings.Join(markNumbers(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzSentence(f *testing.F) {
	f.Add("It is. So.", 3)
	f.Fuzz(func(t *testing.T, text string, at int) { _ = sentence(text, at) })
}
