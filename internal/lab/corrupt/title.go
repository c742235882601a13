package corrupt

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// substituteWord replaces one significant word of the title by a related word, or by one of another work's
// title.
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
		if len(core) < 4 || normalise.StopWord(strings.ToLower(core)) || !plainWord(core) {
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

// relatedTo returns a replacement for a word: a related one, else a significant word of another work's title.
func (d *draft) relatedTo(word string) string {
	lower := strings.ToLower(word)
	for _, row := range related {
		if i := slices.Index(row, lower); i >= 0 {
			return row[(i+1+d.random.Intn(len(row)-1))%len(row)]
		}
	}
	if d.random.Intn(3) > 0 { // preferably a word that has a related one
		return ""
	}
	r := d.kindred()
	if r == nil {
		return ""
	}
	for _, w := range strings.Fields(r.Title) {
		core, _, _ := trimWord(w)
		if len(core) > 4 && plainWord(core) && !normalise.StopWord(strings.ToLower(core)) &&
			normalise.Similarity(normalise.Text(core), lower) < 60 {
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

// sameCase capitalises a word if the other is capitalised.
func sameCase(word, like string) string {
	if first := []rune(like)[0]; unicode.IsUpper(first) {
		r := []rune(word)
		r[0] = unicode.ToUpper(r[0])
		return string(r)
	}
	return word
}

// paraphrase writes the title in another order and with other words.
func paraphrase(d *draft, operator string) bool {
	title := strings.TrimRight(d.claim.Title, ". ")
	to := ""
	if main, sub, ok := normalise.SplitSubtitle(title); ok && len(strings.Fields(sub)) > 2 {
		to = sub + ": " + main
	}
	for _, p := range []struct{ word, form string }{{" for ", "Towards %[2]s with %[1]s"},
		{" via ", "Using %[2]s in %[1]s"}, {" with ", "%[2]s Applied to %[1]s"}, {" using ", "%[2]s as a Basis of %[1]s"},
		{" of ", "How to Understand %[2]s: %[1]s"}, {" in ", "Inside %[2]s: %[1]s"}} {
		if a, b, ok := strings.Cut(title, p.word); ok && to == "" && len(strings.Fields(a)) > 1 &&
			len(strings.Fields(b)) > 1 {
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

// fabricateTitle writes a title of a work that does not exist: an invented proper noun, and terms from two
// other works of the same broad field.
func fabricateTitle(d *draft, operator string) bool {
	a, b := d.phrase(), d.phrase()
	if a == "" || b == "" {
		return false
	}
	form := pick(d.random,
		[]string{"%[3]s: %[1]s for %[2]s", "%[1]s Using the %[3]s Method for %[2]s", "%[3]s, or %[1]s Through %[2]s",
			"%[1]s and %[2]s with %[3]s"})
	return d.set(operator, "title", fmt.Sprintf(form, a, b, properNoun(d.random)))
}

// phrase returns two or three consecutive significant words of the title of another work in the field.
func (d *draft) phrase() string {
	for range 10 {
		r := d.kindred()
		if r == nil {
			return ""
		}
		var run []string
		for _, w := range strings.Fields(r.Title) {
			core, _, after := trimWord(w)
			if len(core) > 3 && plainWord(core) && !normalise.StopWord(strings.ToLower(core)) {
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

// properNoun makes up the name of a method or data set.
func properNoun(r *metric.Random) string { return pick(r, onsets) + pick(r, middle) + pick(r, codas) }

// related lists words of titles that can replace one another: the result reads as well and is another title.
var related = [][]string{
	{"learning", "training", "adaptation"}, {"deep", "hierarchical", "shallow"}, {"network", "architecture", "system"},
	{"networks", "architectures", "systems"},
	{"model", "framework", "formalism"}, {"models", "frameworks", "formalisms"}, {"efficient", "scalable", "lightweight"},
	{"fast", "rapid", "incremental"},
	{"robust", "reliable", "stable"}, {"analysis", "characterisation", "assessment"},
	{"detection", "localisation", "recognition"}, {"recognition", "identification", "detection"},
	{"generation", "synthesis", "completion"}, {"optimal", "adaptive", "approximate"},
	{"optimization", "regularization", "scheduling"}, {"estimation", "prediction", "inference"},
	{"prediction", "estimation", "forecasting"}, {"classification", "clustering", "ranking"},
	{"segmentation", "parsing", "grouping"}, {"graph", "tree", "lattice"},
	{"graphs", "trees", "lattices"}, {"language", "dialogue", "discourse"},
	{"translation", "summarization", "transcription"}, {"image", "video", "volume"},
	{"images", "videos", "volumes"}, {"visual", "acoustic", "spatial"}, {"speech", "music", "audio"},
	{"knowledge", "context", "evidence"},
	{"attention", "memory", "gating"}, {"unsupervised", "weakly-supervised", "self-supervised"},
	{"supervised", "semi-supervised", "reinforced"}, {"large", "small", "massive"},
	{"quantum", "classical", "stochastic"}, {"magnetic", "electric", "thermal"}, {"energy", "momentum", "entropy"},
	{"dynamics", "kinetics", "statics"},
	{"theory", "phenomenology", "simulation"}, {"measurement", "observation", "calculation"},
	{"measurements", "observations", "calculations"}, {"effects", "signatures", "limits"},
	{"effect", "signature", "limit"}, {"structure", "geometry", "topology"}, {"structures", "geometries", "topologies"},
	{"field", "gauge", "string"},
	{"linear", "nonlinear", "convex"}, {"multi", "cross", "inter"}, {"sparse", "dense", "low-rank"},
	{"random", "deterministic", "periodic"},
	{"approach", "strategy", "perspective"}, {"method", "procedure", "scheme"}, {"methods", "procedures", "schemes"},
	{"algorithm", "heuristic", "protocol"},
	{"algorithms", "heuristics", "protocols"}, {"data", "signals", "records"}, {"study", "survey", "comparison"},
	{"evaluation", "validation", "comparison"},
	{"improving", "stabilising", "accelerating"}, {"towards", "beyond", "rethinking"},
	{"transformer", "recurrent", "convolutional"}, {"transformers", "autoencoders", "perceptrons"},
}

var givenNames = []string{
	"Aisha", "Rafael", "Elena", "Kenji", "Nneka", "Sebastian", "Clara", "Tariq", "Ingrid", "Mateus", "Priya", "Oskar",
	"Yusuf", "Marta", "Dario", "Hye-jin",
	"Linnea", "Tomasz", "Amara", "Felix", "Noor", "Viktor", "Salma", "Bruno", "Katya", "Idris", "Leonie", "Paolo",
	"Zanele", "Emil", "Rosa", "Henrik",
}

var surnames = []string{
	"Farnsworth", "Qanzar", "Reddington", "Okonkwo", "Vogelsang", "Tanahashi", "Petrescu", "Lindqvist", "Moradi",
	"Castellane", "Whitcombe", "Nakagome", "Adeyinka",
	"Strandvik", "Belmonte", "Kowalczuk", "Haverford", "Sundaravel", "Delacourt", "Mbatha", "Ottersen", "Ravensworth",
	"Yildirak", "Pellegrano", "Hartwick", "Zubiri",
	"Thorvaldsen", "Menchaca", "Ashgrove", "Dvorakova", "Kessington", "Amoruso",
}

// publishers and places are real, so that only the work shows that they are wrong.
var (
	publishers = []string{"Elsevier", "Wiley", "IEEE", "ACM", "Springer", "MIT Press", "Cambridge University Press",
		"Taylor & Francis", "SAGE Publications", "IOS Press"}
	places = []string{"Tokyo, Japan", "Berlin, Germany", "New York, NY, USA", "Amsterdam, Netherlands",
		"Zurich, Switzerland", "Singapore", "London, UK", "Helsinki, Finland", "Montreal, Canada", "Lisbon, Portugal"}
)

// inventedVenues have the form of a venue that does not exist.
var inventedVenues = []string{
	"International Conference on %s Systems and Applications", "Journal of Advanced %s Studies",
	"Proceedings of the World Symposium on %s Research", "Annual Review of Computational %s",
}

// shortNames are familiar forms of given names.
var shortNames = map[string]string{
	"Alexander": "Alex", "Alexandra": "Sasha", "Andrew": "Andy", "Anthony": "Tony", "Benjamin": "Ben", "Catherine": "Kate",
	"Katherine": "Kate", "Charles": "Charlie",
	"Christopher": "Chris", "Christian": "Chris", "Daniel": "Dan", "David": "Dave", "Edward": "Ed", "Elizabeth": "Liz",
	"Eric": "Rick", "Frederick": "Fred", "Gregory": "Greg",
	"Jacob": "Jake", "James": "Jim", "Jeffrey": "Jeff", "Jennifer": "Jen", "Jonathan": "Jon", "Joseph": "Joe",
	"Joshua": "Josh", "Kenneth": "Ken", "Lawrence": "Larry",
	"Margaret": "Meg", "Martin": "Marty", "Matthew": "Matt", "Maximilian": "Max", "Michael": "Mike", "Nathaniel": "Nate",
	"Nicholas": "Nick", "Patricia": "Pat", "Patrick": "Pat",
	"Peter": "Pete", "Philip": "Phil", "Raymond": "Ray", "Rebecca": "Becky", "Richard": "Rick", "Robert": "Bob",
	"Ronald": "Ron", "Samuel": "Sam", "Stephen": "Steve",
	"Steven": "Steve", "Susan": "Sue", "Theodore": "Ted", "Thomas": "Tom", "Timothy": "Tim", "Victoria": "Vicky",
	"Vincent": "Vince", "William": "Bill", "Zachary": "Zach",
}

// onsets and codas make proper nouns that no one has used.
var (
	onsets = []string{"Vel", "Qua", "Zor", "Myr", "Thal", "Kest", "Orb", "Lumi", "Hex", "Dray", "Ferro", "Nym",
		"Sola", "Prax", "Cor"}
	middle = []string{"ari", "ent", "ovi", "ula", "ithe", "onda", "eki", "ame", "ustro", "ibe"}
	codas  = []string{"Net", "Trace", "Bench", "Former", "Flow", "Sense", "Graph", "Lens", "Quant", "Cast"}
)
