package aclanthology

import (
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
)

// letters gives the letter under which the papers of a venue stand up to 2019,
// by its key; from 2020 on they stand under the key itself.
// Form: https://aclanthology.org/info/ids
var letters = map[string]string{
	"acl": "P", "emnlp": "D", "naacl": "N", "eacl": "E", "conll": "K", "coling": "C", "tacl": "Q", "cl": "J", "semeval": "S", "lrec": "L", "ijcnlp": "I", "aacl": "",
}

// last is the last year of the old numbers.
const last = 2019

// held gives the collections that hold the papers of the container that a work
// claims, in the year claimed; none when the container is not of the Anthology.
func held(w *biblio.Work) []string { return heldIn(w, w.Issued.Year) }

func heldIn(w *biblio.Work, year int) []string {
	if year < 1965 || year > 2100 {
		return nil
	}
	c := fold.ParseContainer(w.Container.Title)
	var list []string
	for _, key := range c.Venues {
		letter, ok := letters[key]
		switch {
		case !ok:
		case c.Track == fold.Findings && year > last:
			list = append(list, fmt.Sprintf("%d.findings", year))
		case c.Track != fold.Main:
		case year > last:
			list = append(list, fmt.Sprintf("%d.%s", year, key))
		case letter != "":
			list = append(list, fmt.Sprintf("%s%02d", letter, year%100))
		}
	}
	return list
}
