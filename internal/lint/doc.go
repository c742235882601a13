// Package lint remarks on bibliographies: on entries that are written badly,
// and on what concerns a bibliography as a whole. Every remark has a rule that
// doc/lint.md describes and a severity; where a rule allows only one reading,
// the edits that mend it come with the remark.
//
// Pure.
// May be imported by: fix/..., report, lsp, cmd.
package lint
