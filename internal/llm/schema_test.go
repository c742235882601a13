package llm

import (
	"encoding/json"
	"strings"
	"testing"
)

const example = `{"type":"object","additionalProperties":false,"required":["score","label","notes","year"],"properties":{
 "score":{"type":"number","minimum":0,"maximum":10},
 "label":{"type":"string","enum":["exact","minor","major"]},
 "notes":{"type":"array","items":{"type":"string","maxLength":5},"maxItems":2},
 "year":{"type":["integer","null"]}}}`

func TestCheck(t *testing.T) {
	s, err := parseSchema(json.RawMessage(example))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ answer, fault string }{
		{`{"score":7.5,"label":"minor","notes":["a"],"year":2020}`, ""},
		{`{"score":7,"label":"minor","notes":[],"year":null}`, ""},
		{`{"score":7,"label":"minor","notes":[],"year":2020.0}`, ""},
		{`{"score":7,"label":"minor","notes":[],"year":2020.5}`, "year is number"},
		{`{"score":11,"label":"minor","notes":[],"year":1}`, "out of range"},
		{`{"score":1e999,"label":"minor","notes":[],"year":1}`, "too large"},
		{`{"score":"7","label":"minor","notes":[],"year":1}`, "not [number]"},
		{`{"score":7,"label":"fine","notes":[],"year":1}`, "none of the listed"},
		{`{"score":7,"label":"minor","notes":["abcdef"],"year":1}`, "more than 5"},
		{`{"score":7,"label":"minor","notes":["äöüßé"],"year":1}`, ""},
		{`{"score":7,"label":"minor","notes":["a","b","c"],"year":1}`, "more than 2"},
		{`{"score":7,"label":"minor","notes":[]}`, `lacks "year"`},
		{`{"score":7,"label":"minor","notes":[],"year":1,"verdict":"real"}`, "not asked for"},
		{`{"score":7,"score":1,"label":"minor","notes":[],"year":1}`, "twice"},
		{`{"score":7,"label":"minor","notes":[],"year":1} and more`, "not JSON at byte"},
		{`{"score":7,"label":"mi`, "ends before"},
		{`{"score":7,"label":"minor","notes":[`, "ends before"},
		{``, "ends before"},
		{`{score:7}`, "not JSON"},
		{`[]`, "not [object]"},
		{"{\"score\":7,\"label\":\"\xff\",\"notes\":[],\"year\":1}", "not JSON at byte 20"},
		{strings.Repeat("[", 100000), "not JSON"},
	} {
		err := s.check([]byte(c.answer))
		switch {
		case c.fault == "" && err != nil:
			t.Errorf("%.80s: %v", c.answer, err)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%.80s: %v, want %q", c.answer, err, c.fault)
		}
	}
}

// TestKeywords: a schema says nothing that would not be checked.
func TestKeywords(t *testing.T) {
	for _, raw := range []string{`{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"string","pattern":"x"}}}`,
		`[]`, `{`} {
		if _, err := parseSchema(json.RawMessage(raw)); err == nil {
			t.Errorf("%s is taken", raw)
		}
	}
}

// TestStrict: the limit that a strict mode does not know is stated in words, and everything else stays, in its order.
func TestStrict(t *testing.T) {
	got := string(Request{Schema: json.RawMessage(example)}.Strict())
	if want := strings.Replace(example, `"maxLength":5`, `"description":"At most 5 characters."`, 1); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestBare(t *testing.T) {
	for in, want := range map[string]string{
		"{\"a\":1}":                                   `{"a":1}`,
		"```json\n{\"a\":1}\n```":                     `{"a":1}`,
		"```\n{\"a\":1}```\n":                         `{"a":1}`,
		"<think>hm { }</think>\n\n{\"a\":1}":          `{"a":1}`,
		"<think>x</think>```json\n{\"a\":\"`\"}\n```": "{\"a\":\"`\"}",
		"I see { }.\n</think>\n{\"a\":1}":             `{"a":1}`,
		"[THINK]</think>[/THINK]{\"a\":1}":            `{"a":1}`,
		"{\"a\":\"</think>{}\"}":                      "{\"a\":\"</think>{}\"}",
		"<think>{\"a\":1}":                            "",
		"Here you are: {\"a\":1}":                     "Here you are: {\"a\":1}",
		"```":                                         "```", "``````": "``````",
	} {
		if got := bare(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzCheck(f *testing.F) {
	s, err := parseSchema(json.RawMessage(example))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(`{"score":7.5,"label":"minor","notes":["a"],"year":2020}`)
	f.Fuzz(func(_ *testing.T, answer string) { _ = s.check([]byte(bare(answer))) })
}
