package schema

import (
	"encoding/json"
	"strconv"
	"strings"
)

// A model that is bound to a schema writes the members of an object in the order of the schema, so schemas are built
// in the order of thinking: evidence first, the verdict last. Bounds are enumerations where they can be, because a
// grammar keeps those and nothing else.

// Object returns the schema of an object with the given members: name, schema, name, schema, and so on.
func Object(members ...string) string {
	var names, properties []string
	for i := 0; i+1 < len(members); i += 2 {
		name := strconv.Quote(members[i])
		names, properties = append(names, name), append(properties, name+":"+members[i+1])
	}
	return `{"type":"object","additionalProperties":false,"required":[` + strings.Join(names, ",") + `],"properties":{` +
		strings.Join(properties, ",") + `}}`
}

// List returns the schema of an array of at most so many items.
func List(most int, items string) string {
	return `{"type":"array","maxItems":` + strconv.Itoa(most) + `,"items":` + items + `}`
}

// Text returns the schema of a text of at most so many characters.
func Text(most int) string { return `{"type":"string","maxLength":` + strconv.Itoa(most) + `}` }

// TextOrNull is Text for a value that may be missing.
func TextOrNull(most int) string {
	return `{"type":["string","null"],"maxLength":` + strconv.Itoa(most) + `}`
}

// Bool is the schema of yes or no.
const Bool = `{"type":"boolean"}`

// Choice returns the schema of one of several words.
func Choice[T ~string](words ...T) string { return enum(`"string"`, words) }

// ChoiceOrNull is Choice for a word that may be missing.
func ChoiceOrNull(words ...string) string {
	list := make([]any, 0, len(words)+1)
	for _, w := range words {
		list = append(list, w)
	}
	return enum(`["string","null"]`, append(list, nil))
}

// Integer returns the schema of an integer between two bounds.
func Integer(from, to int) string { return enum(`"integer"`, between(from, to)) }

// IntegerOrNull is Integer for a number that may be missing.
func IntegerOrNull(from, to int) string {
	return enum(`["integer","null"]`, append(between(from, to), nil))
}

func between(from, to int) []any {
	var list []any
	for n := from; n <= to; n++ {
		list = append(list, n)
	}
	return list
}

func enum[T any](kind string, values []T) string {
	b, err := json.Marshal(values)
	if err != nil { // words, numbers and null are always JSON
		return "{}"
	}
	return `{"type":` + kind + `,"enum":` + string(b) + `}`
}
