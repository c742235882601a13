package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// scoreReading measures what was read in documents, what of it is accused although the bibliography is not, and
// how much of what is wrong is found in print.
func scoreReading(set *Set, pred []Prediction) *Result {
	gold := set.Gold
	printed := where(gold, func(i int) bool { return gold[i].Label == inPrint && gold[i].Group == untouched })
	known := where(gold, func(i int) bool { return printed[i] && gold[i].Values != nil })
	found := where(gold, func(i int) bool { return known[i] && pred[i].Values["raw"] != "" })
	listed := listedOf(gold)
	clean := func(i int) bool { j, ok := listed[i]; return !ok || !pred[j].accuses() }
	accused := where(gold, func(i int) bool { return printed[i] && pred[i].Flagged() && clean(i) })

	var f figures
	f.Share("found", found, known)
	f.Share("whole", where(gold, func(i int) bool { return found[i] && wholeIn(gold, i, pred[i].Values["raw"]) }), found)
	for _, one := range readingFields {
		stated := where(gold, func(i int) bool {
			return found[i] && gold[i].Values[one.name] != "" && fairlyRead(&gold[i], one.name, pred[i].Values["raw"])
		})
		f.Share(one.name, where(gold, func(i int) bool { return readRight(&gold[i], &pred[i], one.name) }), stated)
	}
	f.Share("accused_by_reading", accused, where(gold, func(i int) bool { return printed[i] && pred[i].decides() }))
	f.Add("gravely_accused", func(w []float64) float64 {
		return count(w, where(gold, func(i int) bool { return accused[i] && grave(&pred[i]) }))
	})
	f.Share("to_check_by_reading", where(gold, func(i int) bool { return printed[i] && pred[i].doubtful() && clean(i) }),
		printed)
	f.Add("listed_accused", func(w []float64) float64 {
		return count(w,
			where(gold, func(i int) bool { return gold[i].Label == inList && gold[i].Group == untouched && pred[i].Flagged() }))
	})
	t := addDamageInPrint(&f, gold, pred, listed)
	r := f.result(gold)
	r.Tables = []Table{t, confidenceTable(gold, pred, found)}
	r.Wrong = readWrongly(gold, pred, accused, listed)
	return r
}

// readWrongly lists what is accused because it was misread, what was not found, and changes that are not found
// in print.
func readWrongly(gold []Gold, pred []Prediction, accused []bool, listed map[int]int) (list []Wrong) {
	for i := range gold {
		j, ok := listed[i]
		switch {
		case accused[i]:
			list = append(list,
				misjudged(i, 3, "as in the bibliography", describe(pred[i].Outcome, pred[i].Codes, pred[i].Fields)))
		case gold[i].Label == inPrint && gold[i].Group == untouched && gold[i].Values != nil && pred[i].Values["raw"] == "":
			list = append(list, misjudged(i, 2, "not found: "+gold[i].Values["title"], ""))
		case ok && statedInPrint(&gold[i], &pred[i]) && names(gold, pred, j, pred[j].accuses()) &&
			!names(gold, pred, i, pred[i].accuses()):
			list = append(list, misjudged(i, 1, gold[i].Group, describe(pred[i].Outcome, pred[i].Codes, pred[i].Fields)))
		case gold[i].Label == inPrint && gold[i].Group == untouched && gold[i].Values != nil:
			for _, one := range readingFields {
				if fairlyRead(&gold[i], one.name, pred[i].Values["raw"]) && gold[i].Values[one.name] != "" &&
					!readRight(&gold[i], &pred[i], one.name) {
					list = append(list, misjudged(i, 0.5, one.name+" "+gold[i].Values[one.name], pred[i].Values[one.name]))
				}
			}
		}
	}
	return list
}

// listedOf maps each printed case to that of the bibliography.
func listedOf(gold []Gold) map[int]int {
	at, pairs := map[string]int{}, map[int]int{}
	for i, g := range gold {
		if g.Label == inList {
			at[g.Entry+g.Group] = i
		}
	}
	for i, g := range gold {
		if j, ok := at[g.Entry+g.Group]; ok && g.Label == inPrint {
			pairs[i] = j
		}
	}
	return pairs
}

// grave reports whether an accusation is more than a slip.
func grave(p *Prediction) bool {
	return p.Values[gravityKey] == judge.Substantive.String() || p.Values[gravityKey] == judge.Fabricated.String()
}

// names reports whether a case is called wrong in the field that was changed.
func names(gold []Gold, pred []Prediction, i int, said bool) bool {
	return said && contains(pred[i].Fields, gold[i].Fields)
}

// addDamageInPrint adds how much of what is found for the bibliography's entries is found in print: called
// wrong, or wrong or to be checked by hand.
func addDamageInPrint(f *figures, gold []Gold, pred []Prediction, listed map[int]int) Table {
	t := Table{Title: "damaged in print",
		Head: []string{"", "n", "found in list", "found in print", "or to be checked: list", "print"}}
	of := func(kind string) (inListed, both, saidListed, saidBoth []bool) {
		is := func(i int) bool {
			_, ok := listed[i]
			return ok && (kind == "" || gold[i].Group == kind) && statedInPrint(&gold[i], &pred[i])
		}
		inListed = where(gold, func(i int) bool { return is(i) && names(gold, pred, listed[i], pred[listed[i]].accuses()) })
		both = where(gold, func(i int) bool { return inListed[i] && names(gold, pred, i, pred[i].accuses()) })
		saidListed = where(gold, func(i int) bool { return is(i) && names(gold, pred, listed[i], pred[listed[i]].said()) })
		saidBoth = where(gold, func(i int) bool { return saidListed[i] && names(gold, pred, i, pred[i].said()) })
		return inListed, both, saidListed, saidBoth
	}
	inListed, both, saidListed, saidBoth := of("")
	f.Share("damage_found", both, inListed)
	f.Share("damage_shown", saidBoth, saidListed)
	for _, c := range changes[1:] {
		inListed, both, saidListed, saidBoth := of(c.name)
		f.Share("damage_found_"+c.name, both, inListed)
		n := 0
		for i := range gold {
			n += int(one(gold[i].Group == c.name && gold[i].Label == inPrint))
		}
		t.Rows = append(t.Rows,
			[]string{c.name, strconv.Itoa(n), number(inListed), number(both), number(saidListed), number(saidBoth)})
	}
	return t
}

// statedInPrint reports whether the document states a changed field: styles cut lists of authors, and omit
// identifiers.
func statedInPrint(g *Gold, p *Prediction) bool {
	raw := p.Values["raw"]
	switch {
	case g.Group == untouched || raw == "":
		return false
	case slices.Contains(g.Fields, string(biblio.FieldAuthors)):
		return p.Values[cutList] != "true"
	case slices.Contains(g.Fields, string(biblio.FieldDOI)):
		return strings.Contains(raw, doiPrefix)
	}
	return true
}

// doiPrefix begins every DOI.
const doiPrefix = "10."

func number(list []bool) string {
	n := 0.0
	for _, holds := range list {
		n += one(holds)
	}
	return result.Count(n)
}

// readRight reports whether a field was read as the bibliography states it.
func readRight(g *Gold, p *Prediction, name string) bool {
	switch name {
	case "title":
		return normalise.Squash(normalise.Title(g.Values[name])) == normalise.Squash(normalise.Title(p.Values[name]))
	case "author": // family names on both sides, except whole names that the bibliography has as one
		if predictedValue(name, g.Values[name]) == predictedValue(name, p.Values[name]) {
			return true
		}
	}
	return goldValue(name, g.Values[name]) == predictedValue(name, p.Values[name])
}

// fairlyRead reports whether a field can be compared: its words are in print. Styles omit identifiers,
// abbreviate containers and cut lists of authors.
func fairlyRead(g *Gold, name, raw string) bool {
	text := normalise.Squash(normalise.Text(raw))
	switch name {
	case "author":
		for _, family := range strings.Split(g.Values[name], " ; ") {
			if !strings.Contains(text, normalise.Squash(normalise.Text(family))) {
				return false
			}
		}
		return g.Values[cutList] != "true"
	case "title":
		return true
	}
	return strings.Contains(text, normalise.Squash(normalise.Text(g.Values[name])))
}

// wholeLetters is the length from which a title is not part of another entry by chance.
const wholeLetters = 20

// wholeIn reports whether the text of an entry contains its title, first author and year, and no title of
// another entry.
func wholeIn(gold []Gold, i int, raw string) bool {
	text := normalise.Squash(normalise.Title(raw))
	has := func(s string) bool { return strings.Contains(text, normalise.Squash(normalise.Title(s))) }
	first, _, _ := strings.Cut(gold[i].Values["author"], " ; ")
	if !has(gold[i].Values["title"]) || !has(gold[i].Values["year"]) || !has(first) {
		return false
	}
	own := normalise.Squash(normalise.Title(gold[i].Values["title"]))
	for k := range gold {
		if gold[k].Cluster != gold[i].Cluster || gold[k].Label != inPrint || gold[k].Group != untouched {
			continue
		}
		other := normalise.Squash(normalise.Title(gold[k].Values["title"]))
		if len(other) >= wholeLetters && !strings.Contains(own, other) && strings.Contains(text, other) {
			return false
		}
	}
	return true
}

// confidenceBounds divide confidences into the rows of the table.
var confidenceBounds = []float64{0.5, 0.7, 0.8, 0.9, 0.95, 1.01}

// confidenceTable compares the reader's confidence in a field with how often it was right.
func confidenceTable(gold []Gold, pred []Prediction, found []bool) Table {
	t := Table{Title: "confidence of the reader", Head: []string{"field", "below", "n", "mean", "right"}}
	for _, field := range readingFields {
		lists := make([][]int, len(confidenceBounds))
		for i := range gold {
			sure, err := strconv.ParseFloat(pred[i].Values[confidenceKey(field.name)], 64)
			if !found[i] || err != nil || gold[i].Values[field.name] == "" ||
				!fairlyRead(&gold[i], field.name, pred[i].Values["raw"]) {
				continue
			}
			k := slices.IndexFunc(confidenceBounds, func(b float64) bool { return sure < b })
			lists[k] = append(lists[k], i)
		}
		for k, list := range lists {
			sum, right := 0.0, 0.0
			for _, i := range list {
				sure, _ := strconv.ParseFloat(pred[i].Values[confidenceKey(field.name)], 64)
				sum, right = sum+sure, right+one(readRight(&gold[i], &pred[i], field.name))
			}
			if n := float64(len(list)); n > 0 {
				t.Rows = append(t.Rows,
					[]string{field.name, fmt.Sprintf("%.2f", min(1, confidenceBounds[k])), result.Count(n), fmt.Sprintf("%.3f", sum/n),
						fmt.Sprintf("%.3f", right/n)})
			}
		}
	}
	return t
}
