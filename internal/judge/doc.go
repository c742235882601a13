// Package judge concludes from evidence: which outcome a reference has, which
// codes localise its errors, and why. It asks no one and remembers nothing:
// the same reference and evidence give the same verdict.
//
// A verdict is reached in this order: deliberate.go picks the records of the cited work
// (identity.go) and of the cited version (versions.go); fieldevidence.go sorts them by what
// each says of one field, difference.go (a function for each field) weighs those that
// contradict; fieldstate.go, identifierstate.go and known.go give each field its
// status; decide.go concludes from the statuses, coverage.go and absence.go from
// silence, kind.go for works that are not scholarly. codes.go and gravity.go name the
// result, notices.go and flags.go add remarks, advice*.go what models said, score.go
// and features.go give the score and the probability that nothing is wrong. schemes.go,
// policy.go, strict.go and letters.go label verdicts; rules.go explains every word.
//
// Pure.
// May be imported by: audit, fix, fix/..., lint, report, setup, lab/..., llm, llm/..., accept, claimcheck, run, runs, doors.
package judge
