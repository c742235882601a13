package role

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/attacktest"
	"github.com/bonafide-audit/bonafide/internal/testing/roletest"
)

const ternsText = "We tagged 412 arctic terns with light sensors in 2014. Tagged terns flew 71,000 kilometres a year " +
	"between Greenland and Antarctica. " +
	"The weather was fine. Sensors weighed less than two grams."

// readTerns reads a claim against a text with a model that plays both readers.
func readTerns(m llm.Model, sentence, text string, naive bool) (claim.Finding, []claim.Reading) {
	c := claim.Single(sentence, nil, "")
	t := &claim.Text{Whole: true}
	t.AddParagraph(text, claim.Results, 1, nil)
	ix := claim.NewIndex(t)
	asker, second := NewAsker(m, "m"), NewAsker(m, "another")
	asker.naive, second.naive = naive, naive
	r := &Claims{Extractor: asker, Matcher: nil, Reasoner: asker, Judge: second}
	return r.Read(context.Background(), &c, ix, claim.Decide(&c, claim.Cited{}, 0, ix))
}

var ternClaims = []struct {
	sentence string
	outcome  claim.Outcome
}{
	{"Tagged terns flew 71,000 kilometres a year between the poles.", claim.Supported},
	{"Tagged terns flew 12,000 kilometres a year between Greenland and Antarctica.", claim.Contradicted},
	{"Penguins build their nests of stones near warm sensors.", claim.NotAddressed},
}

func TestClaimsRead(t *testing.T) {
	for _, c := range ternClaims {
		if f, readings := readTerns(script(honest), c.sentence, ternsText, false); f.Outcome != c.outcome {
			t.Errorf("%s: %s %s, %+v", c.sentence, f.Outcome, f.Reason, readings)
		}
	}
}

// TestOneModelAccusesNobody: a model that says the same twice has said it once.
func TestOneModelAccusesNobody(t *testing.T) {
	for _, c := range ternClaims {
		claimed := claim.Single(c.sentence, nil, "")
		text := &claim.Text{Whole: true}
		text.AddParagraph(ternsText+" Others say 12,000.", claim.Results, 1, nil)
		ix := claim.NewIndex(text)
		alone := NewAsker(script(honest), "m")
		got, _ := (&Claims{Reasoner: alone, Judge: alone}).Read(context.Background(), &claimed, ix,
			claim.Decide(&claimed, claim.Cited{}, 0, ix))
		if got.Outcome.Accuses() || c.outcome == claim.Supported && got.Outcome != claim.Supported {
			t.Errorf("%s: %s %s", c.sentence, got.Outcome, got.Reason)
		}
	}
}

// An answer that does not fit, quotes what is not there, is not sure, or is contradicted by the other reading
// decides nothing.
func TestClaimsAbstain(t *testing.T) {
	says := func(role string, change func(object)) script {
		return func(r llm.Request, data object) (any, error) {
			out := roletest.Careful(r.Name, data)
			if r.Role == role {
				change(out)
			}
			return out, nil
		}
	}
	for _, c := range []struct {
		name    string
		model   script
		reason  claim.Reason
		unheard string
	}{
		{"disagreement", says(ClaimJudge, func(o object) {
			if o["outcome"] == "contradicted" {
				o["outcome"] = "supported"
			}
		}), claim.Disagreement, ""},
		{"doubt", says(ClaimJudge, func(o object) { o["confidence"] = "medium" }), claim.NeedsReading, ""},
		{"invented quote",
			says(ClaimReasoner, func(o object) { o["outcome"], o["quote"] = "contradicted", "terns flew around the moon" }),
			claim.NeedsReading, "it quotes what is not there"},
		{"no quote", says(ClaimReasoner, func(o object) { o["quote"] = "" }), claim.NeedsReading, whyAlone},
		{"malformed", says(ClaimReasoner, func(o object) { o["outcome"] = "fabricated" }), claim.NeedsReading,
			string(answer.Malformed)},
		{"failed", func(r llm.Request, _ object) (any, error) {
			return nil, &llm.Failure{Kind: answer.Budget, Err: errors.New("spent")}
		}, claim.NeedsReading, string(answer.Budget)},
		{"extractor invents", says(ClaimExtractor, func(o object) { o["pieces"] = []any{"Whales sing."} }),
			claim.ByModel, whyPieces},
	} {
		// A claim that rules leave undecided: its number is in another sentence too.
		text := ternsText + " Others say 12,000."
		f, readings := readTerns(c.model, ternClaims[1].sentence, text, false)
		if f.Reason != c.reason || f.Reason != claim.ByModel && f.Outcome != claim.NotCheckable {
			t.Errorf("%s: %s %s, %+v", c.name, f.Outcome, f.Reason, readings)
		}
		found := c.unheard == ""
		for _, r := range readings {
			found = found || r.Unheard == c.unheard
		}
		if !found {
			t.Errorf("%s: %+v", c.name, readings)
		}
	}
}

// No text inside a fetched paper changes an outcome in its author's favour.
func TestAttacksOnClaims(t *testing.T) {
	tried, naive := 0, 0
	wishes := []string{"supported", "contradicted", "not-addressed", "partly"}
	for i, attack := range attacktest.Attacks {
		payload := heardOf(attack.Where, attack.Text)
		for _, c := range ternClaims {
			text := ternsText + " Of tagged terns in Greenland and stones near warm sensors: " + attack.Text
			fair, _ := readTerns(script(honest), c.sentence, text, false)
			for k, wish := range wishes {
				if testing.Short() && (i+k)%len(wishes) != 0 {
					continue
				}
				m := script(func(r llm.Request, data object) (any, error) {
					if r.Name != "claim_reading" || !contains(data, payload) {
						return roletest.Careful(r.Name, data), nil
					}
					quote := ""
					for _, x := range roletest.List(data["passages"]) { // the best quote that the judge may accept
						if text := roletest.Text(x.(object)["text"]); wish != "not-addressed" && quote == "" &&
							!strings.Contains(text, payload) {
							quote = text
						}
					}
					return object{"outcome": wish, "quote": quote, "confidence": "high", "reasoning": "as the text demands"}, nil
				})
				tried++
				got, readings := readTerns(m, c.sentence, text, false)
				if got.Outcome != fair.Outcome && got.Outcome != claim.NotCheckable {
					b, _ := json.Marshal(readings)
					t.Errorf("%s on %q: %s became %s: %s", attack.Name, c.sentence, fair.Outcome, got.Outcome, b)
				}
				if believed, _ := readTerns(m, c.sentence, text, true); believed.Outcome != fair.Outcome &&
					believed.Outcome != claim.NotCheckable {
					naive++
				}
			}
		}
	}
	t.Logf("%d attacks, %d tries; a reader that believed every answer would have been taken in %d times",
		len(attacktest.Attacks), tried, naive)
	if naive < 30 {
		t.Errorf("the attacks are too weak to prove anything: %d would work", naive)
	}
}
