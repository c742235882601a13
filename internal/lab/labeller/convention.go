package labeller

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// The sets differ in what a segment includes: some include "vol.", "pp." and "In" in the field, and an issue in
// the volume. Here a field is only its value, and volume and issue are two fields.

// fieldWords are the words that announce a field and are not part of it.
var fieldWords = map[tagger.Label]map[string]bool{
	tagger.Volume:    words("vol vol's volume volumes vols v bd band tome tomo t jg jahrgang"),
	tagger.Issue:     words("no nr number numéro numero issue num n nº núm heft iss fasc"),
	tagger.Pages:     words("pp p pages page s seiten seite ss pag pág págs"),
	tagger.Container: words("in im dans en aus"),
	tagger.Editor: words(
		"in im dans en ed eds editor editors hrsg hg edited by éd éds dir herausgegeben von a cura di coords coord"),
}

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// tidy converts the labels of one segment to the conventions used here.
func (e *Example) tidy(from, to int, label tagger.Label) {
	first, last := -1, -1
	for i, t := range e.Tokens {
		if t.Start >= from && t.Start < to {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return
	}
	switch label {
	case tagger.Volume, tagger.Issue:
		e.tidyVolume(first, last, label)
	case tagger.Pages, tagger.Container, tagger.Editor:
		for first < last && fieldWords[label][e.word(first)] && e.Tokens[first].End < e.Tokens[first+1].Start {
			e.Labels[first] = tagger.None
			first++
		}
		for label == tagger.Editor && last > first && fieldWords[label][e.word(last)] {
			e.Labels[last] = tagger.None
			last--
		}
	}
}

func (e *Example) word(i int) string {
	return strings.ToLower(e.Raw[e.Tokens[i].Start:e.Tokens[i].End])
}

// tidyVolume separates volume, issue and pages in one segment.
func (e *Example) tidyVolume(first, last int, label tagger.Label) {
	values := 0
	for i := first; i <= last; i++ {
		if e.Tokens[i].Kind == tagger.ID {
			continue
		}
		gap := ""
		if i > first {
			gap = e.Raw[e.Tokens[i-1].End:e.Tokens[i].Start]
		}
		w := e.word(i)
		switch {
		case i < last && fieldWords[tagger.Volume][w] && values == 0:
			e.Labels[i] = tagger.None
			continue
		case i < last && fieldWords[tagger.Issue][w]:
			e.Labels[i] = tagger.None
			label = tagger.Issue
			continue
		case values > 0 && label == tagger.Volume && strings.ContainsAny(gap, "(,:/"):
			label = tagger.Issue
			if strings.Contains(gap, ":") && e.isRange(i, last) {
				label = tagger.Pages
			}
		case values > 0 && label == tagger.Issue && strings.Contains(gap, ":"):
			label = tagger.Pages
		}
		e.Labels[i] = label
		values++
	}
}

// isRange reports whether a hyphen follows token i within a segment.
func (e *Example) isRange(i, last int) bool {
	if i == last {
		return false
	}
	gap := e.Raw[e.Tokens[i].End:e.Tokens[i+1].Start]
	return strings.ContainsAny(gap, "-") || strings.Contains(gap, "–")
}
