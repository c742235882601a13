package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Slip is a word of a title, or the name of an author, that claim and record write the same except for a letter or
// two. Which side slipped is shown by how many other records have each spelling.
type Slip struct {
	Field             biblio.Field // title or authors
	Claimed, Recorded string       // a normalised word, or a name as "Family, Given"
}

// mostSlips bounds the slips of one field: with more differences it is another title or another list.
const mostSlips = 4 // case: none from 2 to 8

// Slips returns the places in which title and authors of the claim and a record differ by a letter or two.
func (c *Claim) Slips(record *biblio.Work) (list []Slip) {
	if title := record.FullTitle(); title != c.form.title.raw {
		onlyA, onlyB := wordsDiffer(c.form.title.words, newTitle(title, record.TitleCut).words)
		list = pairsOf(biblio.FieldTitle, onlyA, onlyB, normalise.OneSlip)
	}
	if slices.Equal(c.form.list, record.Authors()) {
		return list
	}
	if c.families == nil {
		c.names, c.families = families(c.form.work)
	}
	names, recorded := families(record)
	return append(list, pairsOf(biblio.FieldAuthors, without(c.names, recorded), without(names, c.families), nearName)...)
}

// Added returns the authors whom only the claim has, if the record has its title and other authors of it: at most
// mostSlips, else it is another list.
func (c *Claim) Added(record *biblio.Work) (added, others []biblio.Contributor) {
	recorded := record.Authors()
	if len(recorded) == 0 || slices.Equal(c.form.list, recorded) ||
		newTitle(record.FullTitle(), record.TitleCut).squash != c.form.title.squash {
		return nil, nil
	}
	_, known := families(record)
	for i := range c.form.list {
		if known[normalise.Text(c.form.list[i].Family)] {
			others = append(others, c.form.list[i])
		} else {
			added = append(added, c.form.list[i])
		}
	}
	if len(others) == 0 || len(added) > mostSlips {
		return nil, nil
	}
	return added, others
}

// named is an author with the normalised family name.
type named struct {
	*biblio.Contributor
	family string
}

// families returns the authors of a work, and the set of their normalised family names.
func families(w *biblio.Work) (list []named, set map[string]bool) {
	authors := w.Authors()
	list, set = make([]named, len(authors)), make(map[string]bool, len(authors))
	for i := range authors {
		family := normalise.Text(authors[i].Family)
		list[i], set[family] = named{&authors[i], family}, true
	}
	return list, set
}

// without returns the authors whose family names are not in a set, written as in Slip: only the first ones, since too
// many are not slips.
func without(list []named, set map[string]bool) (names []string) {
	for _, c := range list {
		if len(names) > mostSlips {
			break
		}
		if c.Family != "" && !set[c.family] {
			names = append(names, NameText(c.Contributor))
		}
	}
	return names
}

// NameText returns a name as in Slip.
func NameText(c *biblio.Contributor) string { return c.Family + ", " + c.Given }

func pairsOf(field biblio.Field, claimed, recorded []string, near func(a, b string) bool) (list []Slip) {
	if len(claimed) > mostSlips || len(recorded) > mostSlips {
		return nil
	}
	for _, c := range claimed {
		for _, r := range recorded {
			if near(c, r) {
				list = append(list, Slip{field, c, r})
			}
		}
	}
	return list
}

// nearName reports whether two names' family names differ by at most two letters.
func nearName(a, b string) bool {
	x, _, _ := strings.Cut(a, ",")
	y, _, _ := strings.Cut(b, ",")
	x, y = normalise.Squash(normalise.Text(x)), normalise.Squash(normalise.Text(y))
	return len(x) > 3 && x != y && normalise.Distance(x, y) <= 2
}
