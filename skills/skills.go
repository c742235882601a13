// Package skills has what tells agents how to use bonafide, in the form that the
// usual agents load.
package skills

import _ "embed"

// Bonafide is the skill: YAML with its name and description, then Markdown.
//
//go:embed bonafide/SKILL.md
var Bonafide string
