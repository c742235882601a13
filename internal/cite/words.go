package cite

import (
	_ "embed"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Worded is a record that matches a few words.
type Worded struct {
	N      int // of the record in the index
	Record biblio.Record
	Score  float64
	// Sure means that every word is in its title, names or year, including a name and several words of the title.
	Sure  bool
	whole bool    // it contains every word unchanged
	has   float64 // share of the words that it contains
}

// The limits of a search by words.
const (
	perFamily     = 150
	mostWords     = 24 // of a query: a longer one is a title or a reference
	perSearch     = 40 // records per search
	leastWords    = .6 // share of the words that a listed work contains; case: TestShortQueries
	sureOfTitle   = 2  // distinctive words of a title; case: TestShortQueries
	alikeLetters  = 5  // length from which two words with the same beginning are forms of one
	leastInitials = 3  // of a title, from which a word may be its initials
)

// The weights of what a record shares with the words, where 1 means all words.
const (
	weightOfWords = 2    // share of the words that it contains; case: the suite shortqueries
	weightOfTitle = 0.45 // share of its main title that is in the query; case: the suite shortqueries
	weightOfWhole = 0.25 // the words are its main title; case: the suite shortqueries
	weightOfFame  = 0.12 // many records of it; case: the suite shortqueries
	weightOfExact = 0.15 // its names and title contain every word unchanged; case: the suite shortqueries
	smallWeight   = 0.2  // of a word that does not distinguish works
	weightOfForm  = 0.9  // of a word that the title contains in another form; case: TestShortQueries
)

// mostScore is the score at which a work counts as a complete match.
const mostScore = weightOfWords + weightOfTitle + weightOfWhole + weightOfFame

// small are words that do not distinguish works.
var small = words.Set(`a an and the of in on for to with is by et al others paper`)

// kinds are words that people add to the name of a work and that its title may lack.
var kinds = words.Set(
	`algorithm architecture benchmark corpus dataset method metric model optimiser optimizer score test`)

//go:embed worksknown.txt
var knownText string

// known maps names by which works are known, but which are not in their titles, to the titles.
var known = sync.OnceValue(func() map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(knownText) {
		if name, title, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && name[0] != '#' {
			list[strings.Join(normalise.Words(name), " ")] = title
		}
	}
	return list
})

// ByWords ranks the works that match a few words: of a title, of authors' names, a year.
func ByWords(ix *index.Index, text string, limit int) ([]Worded, error) {
	words := normalise.Words(text)
	if ix == nil || len(words) == 0 || len(words) > mostWords {
		return nil, nil
	}
	meant, titles := knownIn(words)
	if known()[strings.Join(words, " ")] == "" {
		works, err := rank(ix, words, nil, limit)
		if err != nil || len(titles) == 0 || len(works) > 0 && works[0].whole {
			return works, err
		}
	}
	return rank(ix, meant, titles, limit)
}

// rank ranks the works that match words, and titles for some of them.
func rank(ix *index.Index, words []string, meant [][]string, limit int) ([]Worded, error) {
	numbers, err := numbersOf(ix, words, meant)
	if err != nil {
		return nil, err
	}
	var list []Worded
	for _, n := range numbers {
		r, err := ix.Record(n)
		if err != nil {
			return nil, err
		}
		if w := rate(n, r, words); w.has >= leastWords {
			list = append(list, w)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Score > list[j].Score })
	list = list[:min(len(list), perSearch)]
	for i := range list {
		versions, err := ix.Works(list[i].N)
		if err != nil {
			return nil, err
		}
		list[i].Score += weightOfFame * min(1, float64(len(versions)-1)/5)
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Score > list[j].Score })
	var works []Worded
	for _, one := range list {
		if !slices.ContainsFunc(works, func(w Worded) bool { return match.SameWork(&w.Record.Work, &one.Record.Work) }) {
			works = append(works, one)
		}
	}
	for i := range works { // two works that every word fits are ambiguous
		works[i].Sure = works[i].Sure && i == 0 && !slices.ContainsFunc(works[1:], func(w Worded) bool { return w.Sure })
	}
	return works[:min(len(works), limit)], nil
}

// knownIn replaces known names of works in a list of words by their titles, and returns those titles.
func knownIn(words []string) (out []string, titles [][]string) {
	for i := 0; i < len(words); {
		n := min(3, len(words)-i)
		for ; n > 0; n-- {
			if title, ok := known()[strings.Join(words[i:i+n], " ")]; ok {
				titles = append(titles, normalise.Words(title))
				out = append(out, normalise.Words(title)...)
				break
			}
		}
		if n == 0 {
			out, n = append(out, words[i]), 1
		}
		i += n
	}
	if len(titles) == 0 {
		return words, nil
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(w string) bool {
		again := seen[w]
		seen[w] = true
		return again
	}), titles
}

// numbersOf returns the records that words may refer to: with a similar title, or by people with these names.
func numbersOf(ix *index.Index, words []string, titles [][]string) (list []int, err error) {
	claims := claimsOf(words)
	for _, t := range titles {
		claims = append(claims, biblio.Work{Title: strings.Join(t, " ")})
	}
	for i := range claims {
		hits, err := ix.Similar(&claims[i], perSearch)
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			list = append(list, h.N)
		}
	}
	for _, w := range words {
		if small[w] || yearIn(w) != 0 || len(titles) > 0 {
			continue
		}
		more, err := ix.ByFamily(w, perFamily)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// claimsOf returns what words may claim: a title, perhaps with the family name of an author, a year, or both.
func claimsOf(words []string) (list []biblio.Work) {
	var title []string
	year := 0
	for _, w := range words {
		if y := yearIn(w); y != 0 && len(words) > 1 {
			year = y
		} else {
			title = append(title, w)
		}
	}
	claim := func(title []string, family string) {
		w := biblio.Work{Title: strings.Join(title, " ")}
		w.Issued.Year = year
		if family != "" {
			w.Contributors = []biblio.Contributor{{Family: family, Role: biblio.Author}}
		}
		list = append(list, w)
	}
	claim(title, "")
	for i := range title {
		if len(title) > 1 && !small[title[i]] {
			claim(slices.Delete(slices.Clone(title), i, i+1), title[i])
		}
	}
	return list
}

func yearIn(word string) int {
	if y, err := strconv.Atoi(word); err == nil && len(word) == 4 && y >= 1800 && y < 2100 {
		return y
	}
	return 0
}

// rate rates a record by the words that it contains.
func rate(n int, r biblio.Record, words []string) Worded {
	main, _, ok := normalise.SplitSubtitle(r.FullTitle())
	if !ok {
		main = r.FullTitle()
	}
	title, head := normalise.Words(r.FullTitle()), normalise.Words(main)
	names, given := peopleOf(&r.Work)
	have, all := 0.0, 0.0
	inTitle, inNames, missing, forms := 0, 0, 0, 0
	asked := map[string]bool{}
	for i, w := range words {
		weight := weightOf(w)
		all += weight
		at := slices.Index(title, w)
		if at < 0 {
			if at = slices.IndexFunc(title, func(t string) bool { return oneWord(t, w) }); at >= 0 {
				have -= weight * (1 - weightOfForm)
				forms++
			}
		}
		switch {
		case at >= 0:
			have += weight
			asked[title[at]] = true
			if !small[w] {
				inTitle++
			}
		case slices.Contains(names, w):
			have += weight
			inNames++
		case isGiven(given, words, i), yearIn(w) != 0 && nearYear(yearIn(w), r.Issued.Year):
			have += weight
		case initialsOf(title, w), initialsOf(head, w):
			have += weight
			forms++
		case kinds[w]:
			all -= weight * (1 - smallWeight)
			forms++
		case !small[w]:
			missing++
		}
	}
	score := weightOfWords*have/all + weightOfTitle*max(share(head, asked), share(title, asked))
	if share(head, asked) == 1 && missing == 0 {
		score += weightOfWhole
	}
	if missing+forms == 0 && inNames > 0 && inTitle > 0 {
		score += weightOfExact
	}
	return Worded{N: n, Record: r, Score: score, has: have / all, whole: missing+forms == 0, Sure: missing == 0 &&
		inNames > 0 && inTitle >= sureOfTitle}
}

// peopleOf returns the words of the family names and of the given names of authors.
func peopleOf(w *biblio.Work) (family, given []string) {
	for _, a := range w.Authors() {
		family = append(family, strings.Fields(normalise.Text(a.Family+" "+a.Literal))...)
		given = append(given, normalise.Words(a.Given)...)
	}
	return family, given
}

// isGiven reports whether a word is a given name. A single letter is one only after another given name.
func isGiven(given, words []string, i int) bool {
	return slices.Contains(given, words[i]) && (len(words[i]) > 1 || i > 0 && slices.Contains(given, words[i-1]))
}

// nearYear reports whether years are at most one apart.
func nearYear(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// weightOf returns the weight of a word: low if it does not distinguish works.
func weightOf(word string) float64 {
	if small[word] {
		return smallWeight
	}
	return 1
}

// share returns how much of a list of words is in the query.
func share(list []string, asked map[string]bool) float64 {
	have, all := 0.0, 0.0
	for _, w := range list {
		all += weightOf(w)
		if asked[w] {
			have += weightOf(w)
		}
	}
	return have / max(all, smallWeight)
}

// initialsOf reports whether a word consists of the first letters of the words of a title, without small words.
// A long one may lack the first letter: MMLU is "Measuring Massive Multitask …".
func initialsOf(title []string, word string) bool {
	var b strings.Builder
	for _, w := range title {
		if !small[w] {
			b.WriteString(w[:1])
		}
	}
	all := b.String()
	return len(word) >= leastInitials && all == word || len(word) > leastInitials &&
		strings.TrimPrefix(all, all[:min(1, len(all))]) == word
}

// oneWord reports whether two words are forms of the same one, such as "optimizer" and "optimization".
func oneWord(a, b string) bool {
	if a == b {
		return true
	}
	n := min(len(a), len(b))
	return n >= alikeLetters && a[:max(alikeLetters, n-3)] == b[:max(alikeLetters, n-3)]
}

// candidates returns ranked works as near records of a query.
func candidates(works []Worded) (list []*match.Candidate) {
	for i := range works {
		r := works[i].Record
		l := answer.Lookup{Source: answer.Info{Name: r.Source}, Outcome: answer.Found,
			Answer: answer.Answer{Hits: []answer.Hit{{Record: r, How: answer.ByTitle}}}}
		for _, c := range match.Rank(&r.Work, "", []answer.Lookup{l}) {
			list = append(list, &c)
		}
	}
	return list
}
