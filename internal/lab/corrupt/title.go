package corrupt

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// substituteWord puts a related word, or one of another work's title, in the
// place of one significant word of the title.
func substituteWord(d *draft, operator string) bool {
	return substitute(d, operator, 1)
}

func substitute(d *draft, operator string, most int) bool {
	words := strings.Fields(d.claim.Title)
	done := 0
	for range 40 {
		if done == most {
			break
		}
		i := d.random.Intn(len(words))
		core, before, after := trimWord(words[i])
		if len(core) < 4 || fold.StopWord(strings.ToLower(core)) || !plainWord(core) {
			continue
		}
		to := d.relatedTo(core)
		if to == "" {
			continue
		}
		words[i] = before + sameCase(to, core) + after
		done++
	}
	return done > 0 && d.set(operator, "title", strings.Join(words, " "))
}

// relatedTo gives a word for another: a related one, else a significant word
// of another work's title.
func (d *draft) relatedTo(word string) string {
	lower := strings.ToLower(word)
	for _, row := range related {
		if i := slices.Index(row, lower); i >= 0 {
			return row[(i+1+d.random.Intn(len(row)-1))%len(row)]
		}
	}
	if d.random.Intn(3) > 0 { // rather another word that has a related one
		return ""
	}
	r := d.kindred()
	if r == nil {
		return ""
	}
	for _, w := range strings.Fields(r.Title) {
		core, _, _ := trimWord(w)
		if len(core) > 4 && plainWord(core) && !fold.StopWord(strings.ToLower(core)) && fold.Similarity(fold.Text(core), lower) < 60 {
			return strings.ToLower(core)
		}
	}
	return ""
}

func trimWord(w string) (core, before, after string) {
	core = strings.TrimLeftFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
	before = w[:len(w)-len(core)]
	trimmed := strings.TrimRightFunc(core, func(r rune) bool { return !unicode.IsLetter(r) })
	return trimmed, before, core[len(trimmed):]
}

func plainWord(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
}

// sameCase writes a word with a capital where the other has one.
func sameCase(word, like string) string {
	if first := []rune(like)[0]; unicode.IsUpper(first) {
		r := []rune(word)
		r[0] = unicode.ToUpper(r[0])
		return string(r)
	}
	return word
}

// paraphrase says the title in another order and other words.
func paraphrase(d *draft, operator string) bool {
	title := strings.TrimRight(d.claim.Title, ". ")
	to := ""
	if main, sub, ok := fold.SplitSubtitle(title); ok && len(strings.Fields(sub)) > 2 {
		to = sub + ": " + main
	}
	for _, p := range []struct{ word, form string }{{" for ", "Towards %[2]s with %[1]s"}, {" via ", "Using %[2]s in %[1]s"}, {" with ", "%[2]s Applied to %[1]s"}, {" using ", "%[2]s as a Basis of %[1]s"}, {" of ", "How to Understand %[2]s: %[1]s"}, {" in ", "Inside %[2]s: %[1]s"}} {
		if a, b, ok := strings.Cut(title, p.word); ok && to == "" && len(strings.Fields(a)) > 1 && len(strings.Fields(b)) > 1 {
			to = fmt.Sprintf(p.form, a, b)
		}
	}
	if to == "" {
		return false
	}
	e := draft{work: d.work, library: d.library, random: d.random, claim: biblio.Flat{Title: to}}
	substitute(&e, operator, 2)
	return d.set(operator, "title", e.claim.Title)
}

// fabricateTitle writes a title of a work that does not exist: an invented
// proper noun, and the terms of two other works of the same broad field.
func fabricateTitle(d *draft, operator string) bool {
	a, b := d.phrase(), d.phrase()
	if a == "" || b == "" {
		return false
	}
	form := pick(d.random, []string{"%[3]s: %[1]s for %[2]s", "%[1]s Using the %[3]s Method for %[2]s", "%[3]s, or %[1]s Through %[2]s", "%[1]s and %[2]s with %[3]s"})
	return d.set(operator, "title", fmt.Sprintf(form, a, b, properNoun(d.random)))
}

// phrase gives two or three significant words in a row of the title of another
// work of the field.
func (d *draft) phrase() string {
	for range 10 {
		r := d.kindred()
		if r == nil {
			return ""
		}
		var run []string
		for _, w := range strings.Fields(r.Title) {
			core, _, after := trimWord(w)
			if len(core) > 3 && plainWord(core) && !fold.StopWord(strings.ToLower(core)) {
				run = append(run, sameCase(strings.ToLower(core), "A"))
			} else {
				run = nil
			}
			if len(run) == 3 || len(run) == 2 && after != "" {
				return strings.Join(run, " ")
			}
		}
		if len(run) == 2 {
			return strings.Join(run, " ")
		}
	}
	return ""
}

// properNoun invents the name of a method or data set.
func properNoun(r *metric.Random) string { return pick(r, onsets) + pick(r, middle) + pick(r, codas) }
