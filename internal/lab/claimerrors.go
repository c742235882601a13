package lab

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// citedPassages is the data about one cited work.
type citedPassages struct {
	id   string
	text *claim.Text
}

// claimErrorKinds are the kinds of generated claims; those that begin with "true" contain no error.
var claimErrorKinds = []string{
	"true_as_is", "true_reworded", "true_quotation", "true_rounded",
	"number_changed", "quotation_altered", "direction_turned", "population_swapped", "over_generalised", "wrong_work",
}

// generateClaims makes claims from sentences whose text is available: true ones, reworded ones, and ones with
// one error of a known kind. The text of a claim consists of all passages of its work, taken as the whole.
func (s *Set) generateClaims(works []citedPassages) {
	random := metric.NewRandom(metric.Seed)
	for k, w := range works {
		w.text.Whole = true
		other := works[(k+len(works)/2)%len(works)]
		other.text.Whole = true
		for i, sentence := range w.text.Sentences {
			if n := len(strings.Fields(sentence.Text)); n < 8 || n > 60 {
				continue
			}
			g := claimGenerator{random: random, text: w.text, reworded: reworded(sentence.Text, random)}
			for _, kind := range claimErrorKinds {
				text := w.text
				said := g.make(kind, sentence.Text)
				if kind == "wrong_work" {
					text = other.text
				}
				if said == "" {
					continue
				}
				id := fmt.Sprintf("%s-%d-%s", w.id, i, kind)
				label := "contradicted"
				if strings.HasPrefix(kind, "true") {
					label = "supported"
				}
				s.Gold = append(s.Gold, Gold{ID: id, Cluster: w.id, Label: label, Group: kind, Note: said})
				c := claim.Single(said, nil, "")
				s.Cases = append(s.Cases, Case{Reference: biblio.Reference{ID: id}, Claim: &c, Text: text})
			}
		}
	}
}

// claimGenerator makes the claims for one sentence.
type claimGenerator struct {
	random   *metric.Random
	text     *claim.Text
	reworded string
}

// make returns the sentence as a claim of a kind, "" if it has nothing for that kind.
func (g *claimGenerator) make(kind, sentence string) string {
	switch kind {
	case "true_as_is", "wrong_work":
		return sentence
	case "true_reworded":
		return g.reworded
	case "true_quotation":
		return g.quoted(sentence, false)
	case "quotation_altered":
		return g.quoted(sentence, true)
	case "number_changed":
		return g.number(g.reworded)
	case "true_rounded":
		return rounded(g.reworded)
	case "direction_turned":
		return swapped(g.reworded, directions)
	case "population_swapped":
		return swapped(g.reworded, populations)
	case "over_generalised":
		if at := limited.FindStringIndex(g.reworded); at != nil {
			return g.reworded[:at[0]] + g.reworded[at[1]:]
		}
	}
	return ""
}

// Words with their replacements by other authors, and words that they omit.
var (
	synonyms = strings.NewReplacer(" showed ", " demonstrated ", " found ", " observed ", " participants ", " subjects ",
		" study ", " work ", " significantly ", " clearly ", " associated with ", " linked to ", " individuals ", " people ",
		" reported ", " described ", " compared with ", " versus ", " approximately ", " about ", " however ", " ", " also ",
		" ", " In addition, ", " ", " moreover ", " ", " our ", " their ", " we ", " they ", "We ", "They ", "Our ", "Their ")
	bracketed = regexp.MustCompile(`\s*\([^()]*\)|\s*\[[^\[\]]*\]`)
)

// reworded returns a sentence as another author might write it: without brackets, with some words replaced, and
// without about one in six of the words that are neither numbers nor next to one.
func reworded(sentence string, random *metric.Random) string {
	s := synonyms.Replace(" " + bracketed.ReplaceAllString(sentence, "") + " ")
	words := strings.Fields(s)
	var kept []string
	for i, w := range words {
		nearNumber := false
		for _, k := range []int{i - 1, i, i + 1} {
			nearNumber = nearNumber || k >= 0 && k < len(words) && strings.ContainsAny(words[k], "0123456789")
		}
		if !nearNumber && len(w) > 3 && random.Intn(6) == 0 {
			continue
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}

// measured matches a number with a unit or before a noun.
var measured = regexp.MustCompile(
	`\b(\d{1,3}(?:\.\d+)?)(\s?%| (?:percent|patients|participants|people|days|weeks|months|years|cases|studies|countries|times|fold)\b|-fold\b)`)

// number changes one figure of a claim to one that is nowhere in the text.
func (g *claimGenerator) number(s string) string {
	at := measured.FindStringSubmatchIndex(s)
	if at == nil {
		return ""
	}
	value, err := strconv.ParseFloat(s[at[2]:at[3]], 64)
	if err != nil || value == 0 {
		return ""
	}
	for range 20 {
		factor := 1.3 + g.random.Float64()
		if g.random.Intn(2) == 0 {
			factor = 1 / factor
		}
		_, decimals, _ := strings.Cut(s[at[2]:at[3]], ".")
		changed := strconv.FormatFloat(value*factor, 'f', len(decimals), 64)
		if changed == s[at[2]:at[3]] ||
			slices.ContainsFunc(g.text.Sentences, func(t claim.Sentence) bool { return strings.Contains(t.Text, changed) }) {
			continue
		}
		return s[:at[2]] + changed + s[at[3]:]
	}
	return ""
}

// rounded returns a claim with one decimal number rounded to a whole one, as authors often repeat it.
func rounded(s string) string {
	at := measured.FindStringSubmatchIndex(s)
	if at == nil || !strings.Contains(s[at[2]:at[3]], ".") {
		return ""
	}
	value, err := strconv.ParseFloat(s[at[2]:at[3]], 64)
	if err != nil || value < 10 {
		return ""
	}
	return s[:at[2]] + "about " + strconv.FormatFloat(value, 'f', 0, 64) + s[at[3]:]
}

// quoted returns a claim that quotes a part of a sentence, with two of its words replaced if altered.
func (g *claimGenerator) quoted(sentence string, altered bool) string {
	words := strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`"“”„«»[]`, r) {
			return -1
		}
		return r
	}, sentence))
	if len(words) < 12 {
		return ""
	}
	from := g.random.Intn(len(words) - 11)
	part := slices.Clone(words[from : from+11])
	if altered {
		if !replaceLongest(part, "considerable") || !replaceLongest(part[:5], "several") {
			return ""
		}
	}
	return "The authors state that “" + strings.Join(part, " ") + "”."
}

// replaceLongest replaces the longest word.
func replaceLongest(words []string, with string) bool {
	longest := 0
	for i := range words {
		if len(words[i]) > len(words[longest]) {
			longest = i
		}
	}
	if words[longest] == with {
		return false
	}
	words[longest] = with
	return true
}

// directions and populations are pairs of words that can be swapped.
var (
	directions = [][2]string{{"increased", "decreased"}, {"increase", "decrease"}, {"higher", "lower"}, {"more", "less"},
		{"greater", "smaller"}, {"improved", "worsened"}, {"positively", "negatively"}, {"longer", "shorter"}}
	populations = [][2]string{{"patients", "healthy volunteers"}, {"adults", "children"}, {"women", "men"},
		{"mice", "humans"}, {"participants", "children"}, {"hospitalized", "outpatient"}, {"adolescents", "elderly people"}}
	limited = regexp.MustCompile(
		`(?i)\s(?:in|among) (?:\w+ ){0,2}(?:patients|adults|children|participants|individuals|women|men)(?: with [\w-]+)?`)
)

// swapped returns a claim with the first matching pair of words swapped.
func swapped(s string, pairs [][2]string) string {
	for _, p := range pairs {
		for _, from := range [][2]string{{p[0], p[1]}, {p[1], p[0]}} {
			if at := strings.Index(s, " "+from[0]+" "); at >= 0 {
				return s[:at+1] + from[1] + s[at+1+len(from[0]):]
			}
		}
	}
	return ""
}
