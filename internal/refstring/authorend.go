package refstring

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// endAuthors returns to the title what the labeller mistook for more names, and to the names what it mistook for the
// beginning of the title.
func (r *reading) endAuthors() {
	from, to := r.firstRun(tagger.Author)
	if from != 0 || to == 0 || to == len(r.tokens) {
		return
	}
	to = r.particleAfter(to)
	to = r.endAtOthers(to)
	if end := r.endAtLast(to); end < to {
		r.relabel(end, to, tagger.Title)
	}
	r.letterBeforeDash()
}

// particleAfter assigns to the names the particle of the last one, whose full stop separates it from the title:
// "Moura, L. d. The Lean 4 Theorem Prover".
func (r *reading) particleAfter(to int) int {
	if to < 2 || to+1 >= len(r.tokens) || plain(r.labels[to]) != tagger.Title || !r.initials(to-1) || !r.particleEnds(to) {
		return to
	}
	r.labels[to] = tagger.Author
	return to + 1
}

// particleEnds reports whether a word after initials is a particle, perhaps only its first letter, and is followed by
// a full stop.
func (r *reading) particleEnds(i int) bool {
	word := r.text(i)
	return i+1 < len(r.tokens) && strings.Trim(r.gap(i), ".") == " " && r.gap(i+1) == ". " &&
		(len(word) == 1 && unicode.IsLower(firstRune(word)) || biblio.IsParticle(word))
}

// endAtOthers ends the names at the mark of a cut list: "S. Popinet and collaborators,
// Basilisk C: surface tension library".
func (r *reading) endAtOthers(to int) int {
	for i := 1; i < min(to+markBehind, len(r.tokens)); i++ {
		if i >= to && (plain(r.labels[i]) != tagger.Title || to > 1 || !r.initials(to-1)) {
			return to
		}
		at := r.tokens[i-1].End
		n := words.CutHead(r.raw[at:])
		if n == 0 || !words.Joins(r.text(i)) {
			continue
		}
		end := i
		for end < len(r.tokens) && r.tokens[end].Start < at+n {
			end++
		}
		if end == len(r.tokens) || !strings.HasPrefix(r.gap(end), ",") {
			return to
		}
		if end < to && plain(r.labels[to]) == tagger.Title {
			r.relabel(end, to, r.labels[to])
		}
		r.relabel(0, end, tagger.Author)
		return end
	}
	return to
}

// markBehind is how many words after the names the mark of a truncated list may end: "S | Popinet and collaborators".
const markBehind = 3

// endAtLast returns where the names end if the last one follows "and": in lists of the form "Family, G. & Family, G.
// Title" no other follows it. After a single name the words of a list belong to the title if it has no others:
// "Edmonds, J. Paths, Trees, and Flowers".
func (r *reading) endAtLast(to int) int {
	if !r.inverted(0, to) {
		return to
	}
	if end := r.behindInitials(2, to); to-end > 2 && r.gap(end) == ". " && r.gap(to) == ". " && r.noTitle() &&
		r.labels[to] == tagger.Container && r.titleOpens(end, to) {
		return end
	}
	for i := 2; i+2 < to; i++ {
		joined := strings.Contains(r.gap(i), "&") || words.Is(r.text(i-1), words.And) && r.gap(i) == " "
		if !joined || !r.inverted(i, to) {
			continue
		}
		if end := r.behindInitials(i+2, to); end < to && r.gap(end) == ". " && r.titleOpens(end, to) {
			return end
		}
		return to
	}
	return to
}

// behindInitials returns the first token from i on that is not an initial of the same name.
func (r *reading) behindInitials(i, to int) int {
	for i < to && r.initials(i) && !strings.Contains(r.gap(i), ",") {
		i++
	}
	return i
}

func (r *reading) noTitle() bool {
	return !slices.ContainsFunc(r.labels, func(l tagger.Label) bool { return plain(l) == tagger.Title })
}

// inverted reports whether a name of the form "Family, G." begins at a token.
func (r *reading) inverted(i, to int) bool {
	return i+2 < to && !r.initials(i) && r.gap(i+1) == ", " && r.initials(i+1) && strings.HasPrefix(r.gap(i+2), ".")
}

// titleOpens reports whether the words of a run from one token to another may begin a title: none of them is an
// initial, and neither the year nor a full stop follows.
func (r *reading) titleOpens(from, to int) bool {
	if to < len(r.tokens) && plain(r.labels[to]) != tagger.Title && plain(r.labels[to]) != tagger.Container {
		return false
	}
	for i := from; i < to; i++ {
		if r.initials(i) || nameSuffix(r.text(i)) || utf8.RuneCountInString(r.text(i)) < 2 {
			return false
		}
	}
	return plain(r.labels[to]) == tagger.Container || !strings.HasPrefix(r.gap(to), ".")
}

// letterBeforeDash assigns to the title the single letter that it begins with: "Schulz, S. E – a brainiac theorem
// prover".
func (r *reading) letterBeforeDash() {
	_, to := r.firstRun(tagger.Author)
	if to < 3 || to >= len(r.tokens) || plain(r.labels[to]) != tagger.Title {
		return
	}
	dash := slices.Contains([]string{" - ", " – ", " — "}, r.gap(to))
	if dash && utf8.RuneCountInString(r.text(to-1)) == 1 && r.initials(to-2) && r.gap(to-1) == ". " {
		r.labels[to-1] = r.labels[to]
	}
}
