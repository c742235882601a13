package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// Accepted says that a person has accepted a code of a finding.
type Accepted struct {
	Code   string `json:"code"`
	Field  string `json:"field,omitempty"` // the one field of the code that is accepted, "" for all
	Reason string `json:"reason,omitempty"`
	Date   string `json:"date,omitempty"`
	By     string `json:"by"`              // the file with its line, or "comment"
	Stale  bool   `json:"stale,omitempty"` // the entry has changed since, so that it does not hold
}

// About names what was accepted: a code, or one field of it.
func (a Accepted) About() string {
	if a.Field == "" {
		return a.Code
	}
	return a.Code + " (" + a.Field + ")"
}

// The reasons for which a finding is not counted (the member suppressed of a row).
const (
	ByUser    = "accepted"  // a person has accepted every code of it
	Baseline  = "baseline"  // an earlier report has it
	Unchanged = "unchanged" // its entry is that of an earlier revision
)

// Questioned reports a finding with a code that accuses or leaves open.
func (f *Finding) Questioned() bool { return slices.ContainsFunc(f.Codes, f.questions) }

// questions reports a code that accuses or leaves open: of a finding to be checked by
// hand every one that does not approve.
func (f *Finding) questions(code string) bool {
	return accuses(code) || code == string(judge.U) || f.doubtful() && !strings.HasPrefix(code, "R")
}

// CodesQuestioned are its codes that accuse or leave open.
func (f *Finding) CodesQuestioned() []string {
	return slices.DeleteFunc(slices.Clone(f.Codes), func(c string) bool { return !f.questions(c) })
}

// accepts reports a code that a person has accepted of the entry as it is.
func (f *Finding) accepts(code string) bool {
	return f.acceptsOf(code, "") || f.acceptsFields(code)
}

// acceptsOf reports that a person has accepted a code, or what is said of one field of it.
func (f *Finding) acceptsOf(code, field string) bool {
	return slices.ContainsFunc(f.Accepted, func(a Accepted) bool {
		return a.Code == code && !a.Stale && (a.Field == "" || a.Field == field)
	})
}

// acceptsFields reports that a person has accepted what is said of every field of a code, one by one.
func (f *Finding) acceptsFields(code string) bool {
	if !slices.ContainsFunc(f.Accepted, func(a Accepted) bool { return a.Code == code && a.Field != "" }) {
		return false
	}
	return !slices.ContainsFunc(f.Reasons, func(r Reason) bool {
		return codeOf(r) == code && r.questions() && !f.acceptsOf(code, r.Field)
	})
}

// AcceptsField reports that a person has accepted what is said against a field.
func (f *Finding) AcceptsField(field biblio.Field) bool {
	code := string(judge.CodeOf(field))
	return f.accepts(code) || f.acceptsOf(code, string(field))
}

// FieldsQuestioned are the fields of which a finding says something that a person may decide about.
func (f *Finding) FieldsQuestioned() (list []biblio.Field) {
	for i := range f.Reasons {
		r := &f.Reasons[i]
		if field := biblio.Field(r.Field); field != "" && r.questions() && !slices.Contains(list, field) {
			list = append(list, field)
		}
	}
	return list
}

// questions reports a ground that accuses or is to be checked by hand.
func (r *Reason) questions() bool { return r.Gravity != "" || r.Strength != "" }

// Dismiss marks that a person dismisses what is said of a field, "" for the whole finding.
func (f *Finding) Dismiss(field biblio.Field, by Accepted) {
	if by.Field = string(field); field != "" {
		by.Code = string(judge.CodeOf(field))
		f.Accepted = append(f.Accepted, by)
	} else {
		for _, by.Code = range f.CodesQuestioned() {
			f.Accepted = append(f.Accepted, by)
		}
	}
	if f.AllAccepted() {
		f.Suppressed = ByUser
	}
}

// DigestOf names what a decision about a field is bound to: what an entry with a key claims of that field, else,
// as of the whole finding, all that the entry claims.
func (f *Finding) DigestOf(field biblio.Field) string {
	if field == "" || f.Key == "" || f.Digest == "" {
		return f.Digest
	}
	var fields map[biblio.Field]json.RawMessage
	text, err := json.Marshal(&f.Claimed)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		return f.Digest
	}
	sum := sha256.Sum256(append([]byte(field+" "), fields[field]...))
	return hex.EncodeToString(sum[:digestBytes])
}

// Marked reports that something of the finding was accepted or is not counted.
func (f *Finding) Marked() bool { return len(f.Accepted) > 0 || f.Suppressed != "" }

// AllAccepted reports that every code that accuses or leaves open is accepted, or, of a finding to be checked by
// hand, whose code names no field, all that is said of its fields.
func (f *Finding) AllAccepted() bool {
	if !f.Questioned() {
		return false
	}
	fields := f.FieldsQuestioned()
	if f.doubtful() && len(fields) > 0 && len(f.Accepted) > 0 &&
		!slices.ContainsFunc(fields, func(field biblio.Field) bool { return !f.AcceptsField(field) }) {
		return true
	}
	return !slices.ContainsFunc(f.Codes, func(c string) bool { return f.questions(c) && !f.accepts(c) })
}

// codesCounted are the codes that are neither accepted nor suppressed.
func (f *Finding) codesCounted() []string {
	if f.Suppressed != "" {
		return nil
	}
	if len(f.Accepted) == 0 {
		return f.Codes
	}
	return slices.DeleteFunc(slices.Clone(f.Codes), f.accepts)
}

// gravityCounted is the gravity of what is neither accepted nor suppressed.
func (f *Finding) gravityCounted() judge.Gravity {
	if f.Suppressed != "" {
		return judge.NoGravity
	}
	if len(f.Accepted) == 0 {
		return f.gravity()
	}
	if !slices.ContainsFunc(f.Codes, func(c string) bool { return accuses(c) && !f.accepts(c) }) {
		return judge.NoGravity
	}
	worst := judge.NoGravity
	for _, r := range f.Reasons {
		g, _ := judge.ParseGravity(r.Gravity)
		if !f.acceptsOf(codeOf(r), r.Field) {
			worst = max(worst, g)
		}
	}
	if worst == judge.NoGravity { // no ground says how grave what remains is
		return f.gravity()
	}
	return worst
}

// strengthCounted is the strength of what is neither accepted nor suppressed.
func (f *Finding) strengthCounted() judge.Strength {
	if f.Suppressed != "" || f.AllAccepted() {
		return judge.NoStrength
	}
	if len(f.Accepted) == 0 {
		return f.strength()
	}
	worst := judge.NoStrength
	for _, r := range f.Reasons {
		if s, _ := judge.ParseStrength(r.Strength); !f.acceptsOf(codeOf(r), r.Field) {
			worst = max(worst, s)
		}
	}
	if worst == judge.NoStrength { // no ground says how sure what remains is
		return f.strength()
	}
	return worst
}

func accuses(code string) bool { return strings.HasPrefix(code, "H") }

// codeOf returns the code that a ground stands for.
func codeOf(r Reason) string {
	if r.Rule == "not-found" {
		return string(judge.H0)
	}
	return string(judge.CodeOf(biblio.Field(r.Field)))
}

// outcomeCounted is the outcome as --fail-on sees it.
func (f *Finding) outcomeCounted() string {
	if f.Suppressed != "" {
		return judge.Verified.String()
	}
	return f.Outcome
}
