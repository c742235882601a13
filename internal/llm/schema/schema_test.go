package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

const example = `{"type":"object","additionalProperties":false,"required":["score","label","notes","year"],"properties":{
 "score":{"type":"number","minimum":0,"maximum":10,"description":"how sure."},
 "label":{"type":"string","enum":["exact","minor","major"]},
 "notes":{"type":"array","items":{"type":"string","maxLength":5},"maxItems":2},
 "year":{"type":["integer","null"]}}}`

func TestCheck(t *testing.T) {
	s, err := Parse(json.RawMessage(example))
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
		{`{"score":7,"label":"minor","notes":[],"year":1} and more`, "goes on"},
		{`{"score":7,"label":"mi`, "ends before"},
		{`{"score":7,"label":"minor","notes":[`, "ends before"},
		{``, "ends before"},
		{`{score:7}`, "not JSON"},
		{`[]`, "not [object]"},
		{"{\"score\":7,\"label\":\"\xff\",\"notes\":[],\"year\":1}", "UTF-8"},
		{strings.Repeat("[", 100000), "too deeply"},
	} {
		err := s.Check([]byte(c.answer))
		switch {
		case c.fault == "" && err != nil:
			t.Errorf("%.80s: %v", c.answer, err)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%.80s: %v, want %q", c.answer, err, c.fault)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ schema, fault string }{
		{`{"type":"object","additionalProperties":false,"properties":{},"required":[]}`, ""},
		{`{"type":"object","additionalProperties":false,"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a"]}`, ""},
		{`{"type":"object","properties":{},"required":[]}`, "additionalProperties"},
		{`{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"}},"required":[]}`,
			"must be required"},
		{`{"type":"object","additionalProperties":false,"properties":{"a":{"type":"text"}},"required":["a"]}`, "no type"},
		{`{"type":"object","additionalProperties":false,"properties":{"a":{"type":"array"}},"required":["a"]}`, "items"},
		{`{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string","pattern":"x"}},"required":["a"]}`,
			"pattern"},
		{`{"type":"object","additionalProperties":false,"properties":{"a":{}},"required":["a"]}`, "nothing of the type"},
		{`{"type":"array","items":{"type":"string"}}`, "object"},
		{`[]`, "schema"}, {`{`, "schema"},
	} {
		_, err := Parse(json.RawMessage(c.schema))
		if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%s: %v, want %q", c.schema, err, c.fault)
		}
	}
}

func TestOnly(t *testing.T) {
	s, err := Parse(json.RawMessage(example))
	if err != nil {
		t.Fatal(err)
	}
	got := string(s.Only("type", "properties", "required", "additionalProperties", "items", "enum"))
	for _, word := range []string{"minimum", "maxLength", "maxItems", "description"} {
		if strings.Contains(got, word) {
			t.Errorf("%q is left in %s", word, got)
		}
	}
	if _, err := Parse(json.RawMessage(got)); err != nil || !strings.Contains(got, `"enum":["exact","minor","major"]`) {
		t.Errorf("%v: %s", err, got)
	}
}

// TestWords: a limit that a provider does not support is stated in the description.
func TestWords(t *testing.T) {
	s, err := Parse(json.RawMessage(example))
	if err != nil {
		t.Fatal(err)
	}
	got := string(s.Only("type", "properties", "required", "additionalProperties", "items", "enum", "description"))
	for _, want := range []string{`"how sure. At most 10. At least 0."`, `"At most 5 characters."`, `"At most 2 items."`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

// TestOrder: whatever keywords a provider takes, the members stay in the order of the schema, and every keyword of
// what is built here is one that all take.
func TestOrder(t *testing.T) {
	raw := Object("why", Text(9), "rows", List(2, Object("b", TextOrNull(3), "a", IntegerOrNull(1, 2))), "code",
		ChoiceOrNull("x"), "sure", Choice("low", "high"), "score", Integer(0, 3), "holds", Bool)
	s, err := Parse(json.RawMessage(raw))
	if err != nil {
		t.Fatal(err)
	}
	got := string(s.Only("type", "properties", "required", "additionalProperties", "items", "enum"))
	last := -1
	for _, name := range []string{"why", "rows", "b", "a", "code", "sure", "score", "holds"} {
		at := strings.Index(got, `"`+name+`":{`)
		if at <= last {
			t.Errorf("%s comes too early in %s", name, got)
		}
		last = at
	}
	for answer, fits := range map[string]bool{
		`{"why":"","rows":[{"b":null,"a":2}],"code":null,"sure":"low","score":3,"holds":true}`:                             true,
		`{"why":"","rows":[],"code":null,"sure":"low","score":1000000000000000,"holds":true}`:                              false,
		`{"why":"","rows":[],"code":null,"sure":"low","score":2.5,"holds":true}`:                                           false,
		`{"why":"","rows":[{"b":"","a":3}],"code":"x","sure":"low","score":0,"holds":false}`:                               false,
		`{"why":"","rows":[{"b":"","a":1},{"b":"","a":1},{"b":"","a":1}],"code":"x","sure":"low","score":0,"holds":false}`: false,
	} {
		if err := s.Check([]byte(answer)); (err == nil) != fits {
			t.Errorf("%s: %v", answer, err)
		}
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
		if got := Bare(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(example, `{"score":7.5,"label":"minor","notes":["a"],"year":2020}`)
	f.Add(`{"type":"object"}`, `{}`)
	f.Fuzz(func(t *testing.T, schema, answer string) {
		s, err := Parse(json.RawMessage(schema))
		if err != nil {
			return
		}
		_ = s.Check([]byte(Bare(answer)))
		_ = s.Only("type")
	})
}

// TestForms: a value without a type of its own fits one of its forms, and bounds include their ends.
func TestForms(t *testing.T) {
	s, err := Parse(json.RawMessage(`{"type":"object","additionalProperties":false,"required":["v","w","n"],"properties":{
 "v":{"anyOf":[{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"boolean"}}},
  {"type":"null"}]},
 "w":{"enum":["x",3]},
 "n":{"type":"array","minItems":1,"items":{"type":"string","minLength":2}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for answer, fits := range map[string]bool{
		`{"v":{"a":true},"w":"x","n":["ab"]}`:          true,
		`{"v":null,"w":3,"n":["abc","ab"]}`:            true,
		`{"v":{"a":1},"w":"x","n":["ab"]}`:             false,
		`{"v":{"a":true,"b":1},"w":"x","n":["ab"]}`:    false,
		`{"v":{},"w":"x","n":["ab"]}`:                  false,
		`{"v":"a","w":"x","n":["ab"]}`:                 false,
		`{"v":null,"w":"y","n":["ab"]}`:                false,
		`{"v":null,"w":"x","n":[]}`:                    false,
		`{"v":null,"w":"x","n":["a"]}`:                 false,
		`{"v":null,"w":"x","n":["ab"],"more":["abc"]}`: false,
	} {
		if err := s.Check([]byte(answer)); (err == nil) != fits {
			t.Errorf("%s: %v", answer, err)
		}
	}
	deep := strings.Repeat("[", mostDepth) + strings.Repeat("]", mostDepth)
	if _, err := decode([]byte(deep)); err != nil {
		t.Errorf("as deep as allowed: %v", err)
	}
	if _, err := decode([]byte("[[" + deep + "]]")); err == nil {
		t.Error("deeper than allowed")
	}
}
