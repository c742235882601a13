package match

import "slices"

// sameLetters reports whether two lists have the same words in the same order, allowing another order within a name,
// except for where one name ends and the next begins: an error of the parser that split the list, not of the list.
func sameLetters(claim, record []person) bool {
	if len(claim) == 0 || len(claim) > namesMax/4 || len(record) > namesMax/4 {
		return false
	}
	single := len(claim) != len(record)
	for i := range claim {
		single = single || len(allWords(claim[i].form())) == 1
	}
	if !single { // words moved between whole names mean other people
		return false
	}
	x, y := allOf(claim), allOf(record)
	if len(x) != len(y) {
		return false
	}
	from, to := 0, len(x)
	for from < to && x[from] == y[from] {
		from++
	}
	for to > from && x[to-1] == y[to-1] {
		to--
	}
	return from == to || rotated(x[from:to], y[from:to]) && oneName(record, from, to)
}

// rotated reports whether a is b rotated to start at another word.
func rotated(a, b []string) bool {
	for shift := 1; shift < len(a); shift++ {
		if slices.Equal(a[:shift], b[len(b)-shift:]) && slices.Equal(a[shift:], b[:len(b)-shift]) {
			return true
		}
	}
	return false
}

// oneName reports whether the words from one index to another are within one name of the list, or are two names of
// one word each.
func oneName(list []person, from, to int) bool {
	at := 0
	for i := range list {
		n := len(allWords(list[i].form()))
		if from >= at && to <= at+n {
			return true
		}
		if from == at && to == at+2 && n == 1 && i+1 < len(list) && len(allWords(list[i+1].form())) == 1 {
			return true
		}
		at += n
	}
	return false
}

// allOf returns the words of all names in order, without "and": BibTeX splits the name of a body there.
func allOf(list []person) []string {
	var out []string
	for i := range list {
		out = append(out, allWords(list[i].form())...)
	}
	return slices.DeleteFunc(out, func(w string) bool { return w == "and" })
}
