package online

import (
	"hash/fnv"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Echo returns a check for Request.Read that an answer repeats its question, as words or as an address, under a
// path of names. An answer that repeats none passes.
func Echo(question string, path ...string) func(*transport.Response) (bool, error) {
	return ReadJSON(func(_ *transport.Response, v jsonscan.Value) (bool, error) {
		echo := v.Get(path...).Text()
		if u, err := url.Parse(echo); err == nil && u.Host != "" {
			echo = strings.Join(slices.Concat(u.Query()["query"], u.Query()["q"]), " ")
		}
		return false, SameQuestion(question, echo)
	})
}

// EchoCount is like Echo, for the number of requested records.
func EchoCount(n int, path ...string) func(*transport.Response) (bool, error) {
	return ReadJSON(func(_ *transport.Response, v jsonscan.Value) (bool, error) {
		if count := v.Get(path...); !count.IsNull() && count.Int() != n {
			return false, transport.ErrForeign
		}
		return false, nil
	})
}

// AllOf combines several checks.
func AllOf(checks ...func(*transport.Response) (bool, error)) func(*transport.Response) (bool, error) {
	return func(r *transport.Response) (bool, error) {
		for _, check := range checks {
			if _, err := check(r); err != nil {
				return false, err
			}
		}
		return false, nil
	}
}

// Spread returns how many records a search requests: least and a few more, depending on the question, so that a
// service which repeats the number shows to whom an answer belongs.
func Spread(question string, least int) int {
	h := fnv.New32a()
	h.Write([]byte(question))
	return least + int(h.Sum32()%16)
}

// OneOf checks that at least one question has an answer, if there are any answers.
func OneOf(answers map[string][]byte, questions []string) error {
	if len(answers) > 0 && !slices.ContainsFunc(questions, func(q string) bool { return answers[q] != nil }) {
		return transport.ErrForeign
	}
	return nil
}

// syntax are words in queries that are not part of the question.
var syntax = []string{"and", "or", "t", "ti", "tiab", "title", "titles"}

// SameQuestion checks that a service repeats the question: more than half of the words it repeats must be in
// it. It may omit words, stem or tag them.
func SameQuestion(asked, echoed string) error {
	have := wordsOf(untagged(asked))
	all, own := 0, 0
	for _, w := range wordsOf(untagged(echoed)) {
		if slices.Contains(syntax, w) {
			continue
		}
		all++
		if slices.Contains(have, w) {
			own++
		}
	}
	if 2*own < all {
		return transport.ErrForeign
	}
	return nil
}

// untagged removes text in square brackets: PubMed's field names.
func untagged(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, text, _ = strings.Cut(rest, "]")
		b.WriteByte(' ')
	}
}

// A search that returns the nearest works has, among the first, one with two words of the title, or one word of
// a short title. On 300,000 works with BM25 that holds for 99 of 100 invented titles (more with more works),
// but also for a third of the answers to the previous reference in the same list; hence Spread.
const (
	fewLetters = 4 // shorter words do not count
	stem       = 5 // letters compared
	fewStems   = 3 // for a short title
)

// Nearest returns a check for Request.Read of a title search that returns the nearest works: if none of the
// works is near any of the titles, the answer belongs to another question.
func Nearest(find func(jsonscan.Value) ([]jsonscan.Value, bool), read func([]byte) (biblio.Record, error),
	about ...Search) func(*transport.Response) (bool, error) {
	return ReadJSON(func(_ *transport.Response, v jsonscan.Value) (bool, error) {
		items, _ := find(v)
		records, _ := Records(items, read)
		if len(records) > 0 && !near(records, about) {
			return false, transport.ErrForeign
		}
		return false, nil
	})
}

// near reports whether a record shares enough words with one of the searches.
func near(records []biblio.Record, about []Search) bool {
	for _, s := range about {
		asked, count := stems(s.Title)
		if !count { // in a script without spaces
			return true
		}
		need := 2
		if len(asked) <= fewStems {
			need = min(1, len(asked))
		}
		author, _ := stems(s.Author())
		for i := range records {
			rec := &records[i]
			text := []string{rec.FullTitle(), rec.Container.Title}
			for _, c := range rec.Contributors {
				text = append(text, c.String())
			}
			have, _ := stems(strings.Join(text, " "))
			shared := normalise.Shared(asked, have)
			if normalise.Shared(author, have) > 0 {
				shared++
			}
			if shared >= need {
				return true
			}
		}
	}
	return false
}

// stems returns the beginnings of the longer words of a text, each once; count is false if its script has no
// spaces between words.
func stems(text string) (list []string, count bool) {
	for _, w := range wordsOf(normalise.Text(text)) {
		first, _ := utf8.DecodeRuneInString(w)
		if unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
			unicode.Khmer, unicode.Myanmar) {
			return nil, false
		}
		letters := []rune(w)
		if len(letters) < fewLetters {
			continue
		}
		if w = string(letters[:min(len(letters), stem)]); !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list, true
}
