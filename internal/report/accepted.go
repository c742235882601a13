package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// The reasons why a finding does not count (the member suppressed of a row).
const (
	ByUser    = "accepted"  // a person has accepted all its codes
	Baseline  = "baseline"  // an earlier report contains it
	Unchanged = "unchanged" // its entry is unchanged since an earlier revision
)

// Questioned reports whether the finding has a code that accuses or is undecided.
func (f *Finding) Questioned() bool { return slices.ContainsFunc(f.Codes, f.questions) }

// questions reports whether a code accuses or is undecided; to check by hand, whether it does not approve.
func (f *Finding) questions(code string) bool {
	return accuses(code) || code == string(judge.U) || f.doubtful() && !strings.HasPrefix(code, "R")
}

// CodesQuestioned returns the codes that accuse or are undecided.
func (f *Finding) CodesQuestioned() []string {
	return slices.DeleteFunc(slices.Clone(f.Codes), func(c string) bool { return !f.questions(c) })
}

// accepts reports whether a person has accepted a code for the current entry.
func (f *Finding) accepts(code string) bool {
	return f.acceptsOf(code, "") || f.acceptsFields(code)
}

// acceptsOf reports whether a person has accepted a code, or one field of it.
func (f *Finding) acceptsOf(code, field string) bool {
	return f.acceptance(code, field) != nil
}

// acceptance returns the acceptance of a code, or of one field of it, for the current entry; nil if there is none.
func (f *Finding) acceptance(code, field string) *Accepted {
	for i, a := range f.Accepted {
		if a.Code == code && !a.Stale && (a.Field == "" || a.Field == field) {
			return &f.Accepted[i]
		}
	}
	return nil
}

// acceptsFields reports whether a person has accepted every field of a code, one by one.
func (f *Finding) acceptsFields(code string) bool {
	if !slices.ContainsFunc(f.Accepted, func(a Accepted) bool { return a.Code == code && a.Field != "" }) {
		return false
	}
	return !slices.ContainsFunc(f.Reasons, func(r Reason) bool {
		return codeOf(r) == code && reasonQuestions(&r) && !f.acceptsOf(code, r.Field)
	})
}

// AcceptsField reports whether a person has accepted what is held against a field.
func (f *Finding) AcceptsField(field biblio.Field) bool {
	code := string(judge.CodeOf(field))
	return f.accepts(code) || f.acceptsOf(code, string(field))
}

// FieldsQuestioned returns the fields with findings that a person may decide about.
func (f *Finding) FieldsQuestioned() (list []biblio.Field) {
	for i := range f.Reasons {
		r := &f.Reasons[i]
		if field := biblio.Field(r.Field); field != "" && reasonQuestions(r) && !slices.Contains(list, field) {
			list = append(list, field)
		}
	}
	return list
}

// Said returns what the finding says about a field, in words.
func (f *Finding) Said(field biblio.Field) (words []string) {
	for i := range f.Reasons {
		if r := &f.Reasons[i]; r.Field == string(field) && reasonQuestions(r) {
			words = append(words, ViewOf(r).Words())
		}
	}
	return words
}

// reasonQuestions reports whether a reason accuses or is to be checked by hand.
func reasonQuestions(r *Reason) bool { return r.Gravity != "" || r.Strength != "" }

// Dismiss marks a field, "" for the whole finding, as dismissed by a person.
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

// DigestOf identifies what a decision about a field depends on: for an entry with a key, its claim about that
// field; otherwise, and for the whole finding, everything that the entry claims.
func (f *Finding) DigestOf(field biblio.Field) string {
	if field == "" || f.Key == "" || f.Digest == "" {
		return f.Digest
	}
	var fields map[biblio.Field]json.RawMessage
	text, _ := json.Marshal(&f.Claimed) // only texts: cannot fail
	_ = json.Unmarshal(text, &fields)
	sum := sha256.Sum256(append([]byte(field+" "), fields[field]...))
	return hex.EncodeToString(sum[:digestBytes])
}

// Marked reports whether anything of the finding was accepted or does not count.
func (f *Finding) Marked() bool { return len(f.Accepted) > 0 || f.Suppressed != "" }

// AllAccepted reports whether every code that accuses or is undecided is accepted, or, for a finding to check
// by hand, whose code names no field, every field in question.
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

// gravityCounted returns the gravity of what is neither accepted nor suppressed.
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
	return worstOf(f, f.gravity(), func(r *Reason) judge.Gravity { g, _ := judge.ParseGravity(r.Gravity); return g })
}

// worstOf returns the worst of what remains of the reasons, or all if no reason states it.
func worstOf[T cmp.Ordered](f *Finding, all T, of func(*Reason) T) T {
	var worst, none T
	for i := range f.Reasons {
		if r := &f.Reasons[i]; !f.acceptsOf(codeOf(*r), r.Field) {
			worst = max(worst, of(r))
		}
	}
	if worst == none {
		return all
	}
	return worst
}

// strengthCounted returns the strength of what is neither accepted nor suppressed.
func (f *Finding) strengthCounted() judge.Strength {
	if f.Suppressed != "" || f.AllAccepted() {
		return judge.NoStrength
	}
	if len(f.Accepted) == 0 {
		return f.strength()
	}
	return worstOf(f, f.strength(), func(r *Reason) judge.Strength { s, _ := judge.ParseStrength(r.Strength); return s })
}

func accuses(code string) bool { return strings.HasPrefix(code, "H") }

// codeOf returns the code of a reason.
func codeOf(r Reason) string {
	if statusOf(&r) == judge.NoStatus && r.Gravity != "" { // the work was not found
		return string(judge.H0)
	}
	return string(judge.CodeOf(biblio.Field(r.Field)))
}

// digestBytes is how many bytes of a hash a digest keeps: it protects against oversight, not against forgers,
// who could accept the finding as well.
const digestBytes = 8

// Digest returns a short digest of everything that an entry claims. It changes with any claim, but not with the
// layout or the order of labelled fields. If nothing in an entry could be parsed, the claim is its text.
func Digest(ref *biblio.Reference) string {
	work := ref.Claimed
	work.IDs = slices.SortedFunc(slices.Values(work.IDs),
		func(a, b ident.ID) int { return cmp.Compare(a.String(), b.String()) })
	text := make([]byte, 0, 1024)
	if v := reflect.ValueOf(work); empty(v) {
		text = strconv.AppendQuote(append(text, "raw "...), ref.Raw)
	} else {
		text = spell(text, v)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:digestBytes])
}

// spell encodes a value uniquely. Empty fields are left out, so that a new field of biblio.Work changes no digest.
func spell(to []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Struct:
		to = append(to, '{')
		for i := range v.NumField() { // not v.Fields, which describes each field, empty or not
			if value := v.Field(i); !empty(value) {
				to = spell(append(append(to, v.Type().Field(i).Name...), '='), value)
			}
		}
		return append(to, '}')
	case reflect.Slice:
		to = append(to, '[')
		for i := range v.Len() {
			to = spell(to, v.Index(i))
		}
		return append(to, ']')
	case reflect.String:
		if _, named := reflect.TypeAssert[fmt.Stringer](v); !named {
			return append(strconv.AppendQuote(to, v.String()), ' ')
		}
	}
	return append(strconv.AppendQuote(to, fmt.Sprint(v.Interface())), ' ')
}

// empty reports whether a value is empty.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !empty(v.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		return v.Len() == 0
	}
	return v.IsZero()
}
