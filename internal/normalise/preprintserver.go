package normalise

import (
	"strings"
	"sync"
)

// preprintServers is the only list of preprint servers: the key of each with its acronyms and names as printed,
// separated by semicolons. Names match abbreviations: "EarthArXiv" as a name would match "Earth Science". The
// labeller's features do not use this list: its weights depend on the words that it was trained with.
var preprintServers = []struct{ key, acronyms, names string }{
	{"arxiv", "arXiv;CoRR",
		"arXiv;arXiv preprint;arXiv Cornell University;Computing Research Repository;arXiv e-prints;Cornell University arXiv;arXiv.org"},
	{"biorxiv", "bioRxiv", "bioRxiv;bioRxiv preprint"},
	{"medrxiv", "medRxiv", "medRxiv;medRxiv preprint"},
	{"chemrxiv", "ChemRxiv", "ChemRxiv"},
	{"ssrn", "SSRN", "SSRN Electronic Journal;Social Science Research Network"},
	{"psyarxiv", "PsyArXiv", "PsyArXiv"},
	{"techrxiv", "TechRxiv", "TechRxiv"},
	{"socarxiv", "SocArXiv", ""},
	{"engrxiv", "engrXiv", ""},
	{"eartharxiv", "EarthArXiv", ""},
	{"edarxiv", "EdArXiv", ""},
	{"authorea", "Authorea", ""},
	{"osf", "OSF Preprints", ""},
	{"researchsquare", "Research Square", ""},
	{"preprintsorg", "Preprints.org", ""},
	{"iacreprint", "Cryptology ePrint Archive;IACR Cryptol. ePrint Arch.", ""},
}

// serverNames are all names of preprint servers in lower case.
var serverNames = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, s := range preprintServers {
		for name := range strings.SplitSeq(strings.ToLower(s.acronyms+";"+s.names), ";") {
			if name != "" {
				set[name] = true
			}
		}
	}
	return set
})

// serverSizes has, for each first letter, a bit for each length of the names that begin with it.
var serverSizes = sync.OnceValue(func() *[256]uint64 {
	sizes := new([256]uint64)
	for name := range serverNames() {
		sizes[name[0]] |= 1 << len(name)
		sizes[name[0]&^0x20] |= 1 << len(name)
	}
	return sizes
})

// PreprintServer reports whether a whole name, in any case, is that of a preprint server.
func PreprintServer(name string) bool {
	return name != "" && len(name) <= 40 && serverSizes()[name[0]]>>len(name)&1 != 0 &&
		serverNames()[strings.ToLower(name)]
}

// OpensWithPreprintServer reports whether a text begins with the name of a preprint server: "arXiv:1706.03762",
// "CoRR, abs/1706.03762".
func OpensWithPreprintServer(text string) bool {
	lower := strings.ToLower(text)
	for name := range serverNames() {
		if rest, ok := strings.CutPrefix(lower, name); ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}
