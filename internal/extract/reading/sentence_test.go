package reading

import (
	"strings"
	"testing"
)

// Where the sentence of a citation begins and ends; the mark is "[9]".
func TestSentenceAround(t *testing.T) {
	for in, want := range map[string]string{
		"One before. We used cases vs. Controls of Peters et al. [9] here. Another.":      "We used cases vs. Controls of Peters et al. [9] here.",
		"They restrict SAMHD1. Further work [9] shows it (GWAS). These are more.":         "Further work [9] shows it (GWAS).",
		"Known of COVID-19.20 A study [9] found data.6 10 11 Due to this, more.":          "A study [9] found data.6 10 11",
		"It was seen (Fig. 6E). Interestingly, the U.S. Army [9] knew. (2) Many did not.": "Interestingly, the U.S. Army [9] knew.",
		"Compared to LPV/r  26 . In MERS, J. Smith and K. L. Doe [9] rose by 7.7. Obesity too.": "In MERS, J. Smith and K. " +
			"L. Doe [9] rose by 7.7.",
		"A first part.[3,4] Then Dr. Roe, e.g. Doe (2021), said cf. Fig. 3 [9]. Last of DPP-4.": "Then Dr. Roe, e.g. Doe " +
			"(2021), said cf. Fig. 3 [9].",
	} {
		at := strings.Index(in, "[9]")
		first, last := sentenceAround(in, at, at+len("[9]"))
		if got := strings.TrimSpace(in[first:last]); got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
}
