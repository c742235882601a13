// Package lint remarks on bibliographies: on badly written entries, and on the bibliography as a whole. Every
// remark has a rule that doc/lint.md describes and a severity; if there is only one possible fix, its edits
// come with the remark.
//
// Pure.
// May be imported by: fix/..., report, lsp, cmd.
package lint
