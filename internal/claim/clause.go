package claim

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// clauseOf returns the parts of a sentence that a mark belongs to. The sentence is cut between neighbouring marks
// where a clause or an item of a list ends. An item without a verb takes over what precedes the list's first item:
// in "We compare with trees [1], forests [2] and boosting [3]" the third mark has "We compare with … boosting".
func clauseOf(sentence string, marks []biblio.Span, own int) []biblio.Span {
	from, to := 0, len(sentence)
	first := own // of the marks that no cut separates from its own
	for k := own; k > 0; k-- {
		if at := cutBetween(sentence, marks[k-1], marks[k]); at >= 0 {
			from = at
			break
		}
		first = k - 1
	}
	leads := opening.MatchString(sentence[from:marks[own].Start])
	for k := own; k+1 < len(marks); k++ {
		if at := cutBetween(sentence, marks[k], marks[k+1]); at >= 0 &&
			!(leads && strings.Trim(sentence[marks[k].End:at], " ,") == "") {
			to = at
			break
		}
	}
	clause := trim(sentence, biblio.Span{Start: from, End: to})
	if first == 0 || verb.MatchString((&Claim{Sentence: sentence, Marks: marks}).bare(clause)) {
		return []biblio.Span{clause}
	}
	head := headOf(sentence, marks)
	if head.End > head.Start && head.End <= clause.Start {
		return []biblio.Span{head, clause}
	}
	return []biblio.Span{clause}
}

// Where a clause ends between two marks.
var (
	// afterMark matches the end of an item directly after its mark.
	afterMark = lazy.Regexp(`^[)\]]?\s*(?:[,;]\s*(?:and|or|und|oder|et|y)?\s|(?:and|or|but|while|whereas|und|oder|et)\s)`)
	// between matches the end of a clause anywhere else.
	between = lazy.Regexp(
		`;|\s[–—]\s|\p{Ll}{3}[.:]\s|,\s(?:but|while|whereas|although|though|however|yet|so|because|since|and)\s`)
)

// cutBetween returns the offset at which the sentence is cut between two marks, -1 if no clause or item ends there.
func cutBetween(sentence string, a, b biblio.Span) int {
	if a.End > b.Start {
		return -1
	}
	part := sentence[a.End:b.Start]
	if at := afterMark.FindStringIndex(part); at != nil {
		return a.End + at[1]
	}
	if all := between.FindAllStringIndex(part, -1); all != nil {
		return a.End + all[0][1]
	}
	if beforeMark.MatchString(part) {
		return b.Start
	}
	return -1
}

// beforeMark matches the end of an item directly before the mark of the next: "…, or Li (2019) who".
var beforeMark = lazy.Regexp(`,\s*(?:and|or|und|oder)?\s*$`)

// opening matches words before a mark whose work the next clause draws on: "As shown in [3], …".
var opening = lazy.Regexp(
	`(?i)(?:^|[.,;]\s)\s*(?:as|following|according to|like|similar(?:ly)? to|based on|inspired by|in)\b[^.,;]*$`)

// verb matches a frequent verb, or a word with a typical ending of verbs.
var verb = lazy.Regexp(
	`(?i)\b(?:is|are|was|were|be|been|has|have|had|can|could|may|might|will|would|do|does|did|show\w*|find|finds|found|uses?|give[sn]?|gave|leads?|led|makes?|made|suggests?|reports?|argues?|need\w*|requires?|provides?|proposes?|introduces?|fell|rose|grew|saw|took|kept|held|began|became|becomes?|came|went|said|wrote|built|seems?|appears?|remains?|works?|denies|denied|\w{3,}(?:ed|ize[sd]?|ise[sd]?|ifies|ates))\b`)

// headOf returns what precedes the first item of a list: up to the last verb, colon, or word such as "with" and
// "including" before the first mark.
func headOf(sentence string, marks []biblio.Span) biblio.Span {
	before := sentence[:marks[0].Start]
	end := 0
	for _, pattern := range []*lazy.Pattern{verb, opensList} {
		if all := pattern.FindAllStringIndex(before, -1); len(all) > 0 {
			end = max(end, all[len(all)-1][1])
		}
	}
	return trim(sentence, biblio.Span{Start: 0, End: end})
}

var opensList = lazy.Regexp(`(?i)\b(?:such as|including|like|e\.g\.,?|with|from|of|in|on|by|for|to)\b|:`)

// trim removes white space from both ends of a part.
func trim(s string, part biblio.Span) biblio.Span {
	const space = " \t\r\n"
	text := strings.TrimLeft(s[part.Start:part.End], space)
	start := part.End - len(text)
	return biblio.Span{Start: start, End: start + len(strings.TrimRight(text, space))}
}
