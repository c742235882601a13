// Package judge draws conclusions from evidence: which outcome a reference has, which codes show where its
// errors are, and why. It asks no source and remembers nothing: the same reference and evidence always lead to
// the same verdict.
//
// A verdict is reached in this order: deliberate.go picks the records of the cited work (identity.go) and of the
// cited version (versions.go); fieldevidence.go sorts them by what each says about one field; difference.go (a
// function for each field) weighs those that contradict. fieldstate.go, identifierstate.go and known.go determine
// the status of each field, alone.go what is wrong whatever the records say. strangers.go and unsupported.go tell
// what no version explains, witness.go whose record is a copy. decide.go concludes from the statuses, coverage.go
// and absence.go from silence, and kind.go handles works that are not scholarly. codes.go and gravity.go name the
// result, notices.go and flags.go add notes, and advice*.go adds what models said. score.go computes the score and the
// probability that nothing is wrong. schemes.go, policy.go, strict.go and letters.go label verdicts; rules.go explains
// every word.
//
// Pure.
// May be imported by: audit, fix, fix/..., lint, report, setup, lab/..., llm, llm/..., accept, cite, claimcheck, run, runs, doors.
package judge
