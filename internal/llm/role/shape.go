package role

import (
	"encoding/json"
	"strconv"
	"strings"
)

// A model that is bound to a schema writes the members of an object in the order of the schema, so schemas are built
// in the order of thinking: evidence first, the verdict last. Bounds are enumerations where they can be, because a
// grammar keeps those and nothing else.

// objectOf returns the schema of an object with the given members: name, schema, name, schema, and so on.
func objectOf(members ...string) string {
	var names, properties []string
	for i := 0; i+1 < len(members); i += 2 {
		name := strconv.Quote(members[i])
		names, properties = append(names, name), append(properties, name+":"+members[i+1])
	}
	return `{"type":"object","additionalProperties":false,"required":[` + strings.Join(names, ",") + `],"properties":{` +
		strings.Join(properties, ",") + `}}`
}

// listOf returns the schema of an array of at most so many items.
func listOf(most int, items string) string {
	return `{"type":"array","maxItems":` + strconv.Itoa(most) + `,"items":` + items + `}`
}

// textOf returns the schema of a text of at most so many characters.
func textOf(most int) string { return `{"type":"string","maxLength":` + strconv.Itoa(most) + `}` }

// textOrNull is textOf for a value that may be missing.
func textOrNull(most int) string {
	return `{"type":["string","null"],"maxLength":` + strconv.Itoa(most) + `}`
}

const boolean = `{"type":"boolean"}`

// choiceOf returns the schema of one of several words.
func choiceOf[T ~string](words ...T) string { return enum(`"string"`, words) }

// choiceOrNull is choiceOf for a word that may be missing.
func choiceOrNull(words ...string) string {
	list := make([]any, 0, len(words)+1)
	for _, w := range words {
		list = append(list, w)
	}
	return enum(`["string","null"]`, append(list, nil))
}

// integerOf returns the schema of an integer between two bounds.
func integerOf(from, to int) string { return enum(`"integer"`, between(from, to)) }

// integerOrNull is integerOf for a number that may be missing.
func integerOrNull(from, to int) string {
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
