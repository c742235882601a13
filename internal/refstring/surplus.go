package refstring

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// returnToTitle takes back words that the labeller gave to a list of authors in
// the form "Family II, Family II. Title, rest of the title": behind the full
// stop after a name's initials, words that have none of their own begin the
// title, when it goes on in lower case.
func (r *reading) returnToTitle() {
	from, to := r.firstRun(tagger.Author)
	if to-from < 3 || to >= len(r.labels) || !unicode.IsLower(firstRune(r.text(to))) || plain(r.labels[to]) != tagger.Title || !r.initials(from+1) || r.gap(from+1) != " " {
		return
	}
	for k := to - 1; k > from+1; k-- {
		if r.initials(k) {
			return // a name of the list
		}
		if gap := r.gap(k); r.initials(k-1) && strings.HasPrefix(gap, ".") && strings.TrimSpace(gap) == "." && len(gap) > 1 && r.longWord(k) {
			for i := k; i < to; i++ {
				r.labels[i] = r.labels[to]
			}
			return
		}
	}
}

// firstRun gives the first run of tokens with a label, half open.
func (r *reading) firstRun(l tagger.Label) (from, to int) {
	for from < len(r.labels) && r.labels[from] != l {
		from++
	}
	to = from
	for to < len(r.labels) && r.labels[to] == l {
		to++
	}
	return from, to
}

// gap gives the text between token i and the one before.
func (r *reading) gap(i int) string { return r.raw[r.tokens[i-1].End:r.tokens[i].Start] }

// initials reports that a token is one to three capitals.
func (r *reading) initials(i int) bool {
	text := r.text(i)
	n := 0
	for _, c := range text {
		if !unicode.IsUpper(c) {
			return false
		}
		n++
	}
	return n > 0 && n <= 3
}

func firstRune(s string) rune {
	c, _ := utf8.DecodeRuneInString(s)
	return c
}

func (r *reading) longWord(i int) bool { return utf8.RuneCountInString(r.text(i)) > 3 }
