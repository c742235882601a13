// Package fair makes true references beside records that tempt a judge to accuse them: the work's sibling,
// sequel, review or reprint, its preprint alone, a careless copy of its record, or a form that looks like an
// error; and a few wrong ones that must not be missed. Each family says what the verdict must be. The works are
// real; the records beside them are made by rules.
//
// May be imported by: lab, cmd/bonafide-lab.
package fair
