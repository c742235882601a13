package judge

import (
	_ "embed" // the two tables
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// The two tables are learned from the corpora of the development data by
// "bonafide-lab registrants": the DOI prefixes under which they have a work,
// and, for known containers, the prefixes under which theirs stand.
var (
	//go:embed registrants.txt
	registrantText string
	//go:embed containers.txt
	containerText string
)

var registrants = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, prefix := range strings.Fields(registrantText) {
		known[prefix] = true
	}
	return known
})

var containerRegistrants = sync.OnceValue(func() map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(containerText) {
		if words := strings.Fields(line); len(words) > 1 {
			table[words[0]] = words[1:]
		}
	}
	return table
})

// registrantOf gives the number of the registrant of the claimed DOI, without
// "10.", and false when no DOI is claimed.
func registrantOf(w *biblio.Work) (string, bool) {
	prefix, _, ok := strings.Cut(strings.TrimPrefix(w.ID(ident.DOI).Value, "10."), "/")
	prefix, _, _ = strings.Cut(prefix, ".")
	return prefix, ok
}

// oddRegistrant reports a DOI under whose prefix no work of the corpora is
// registered.
func oddRegistrant(w *biblio.Work) bool {
	prefix, ok := registrantOf(w)
	return ok && !registrants()[prefix]
}

// arXivRegistrant registers every preprint of arXiv, whatever container a
// reference names beside it.
const arXivRegistrant = "48550"

// strangeRegistrant reports a DOI whose registrant has never served the claimed
// container.
func strangeRegistrant(w *biblio.Work) bool {
	prefix, ok := registrantOf(w)
	if !ok || prefix == arXivRegistrant {
		return false
	}
	strange := false
	for _, key := range fold.ParseContainer(w.Container.Title).Venues {
		serve, known := containerRegistrants()[key]
		if !known || slices.Contains(serve, prefix) {
			return false
		}
		strange = true
	}
	return strange
}
