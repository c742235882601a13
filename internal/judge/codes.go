package judge

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// CodeOf returns the code of an error in a field.
func CodeOf(field biblio.Field) Code {
	switch field {
	case biblio.FieldTitle:
		return H1
	case biblio.FieldAuthors:
		return H2
	case biblio.FieldVenue:
		return H3
	case biblio.FieldYear:
		return H4
	case biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN, biblio.FieldURL:
		return H5
	}
	return H6
}

// errorCodes returns the codes of wrong fields, each once, in order.
func errorCodes(wrong []fieldState) []Code {
	var codes []Code
	for _, s := range wrong {
		codes = appendNew(codes, CodeOf(s.field))
	}
	slices.Sort(codes)
	return codes
}

// peripheralField reports whether a field's absence from every record is P3 and its errors are H6.
func peripheralField(f biblio.Field) bool {
	return !f.Core() && !f.Identifier() && f != biblio.FieldType
}

func fieldsOf(states []fieldState) []biblio.Field {
	return appendFields(nil, lists.Map(states, func(s fieldState) biblio.Field { return s.field }))
}

// appendFields adds fields, each once, and sorts them in report order.
func appendFields(list, more []biblio.Field) []biblio.Field {
	have := slices.Concat(list, more)
	return lists.Filter(biblio.Fields, func(f biblio.Field) bool { return slices.Contains(have, f) })
}

func fieldNames(fields []biblio.Field) string {
	names := lists.Map(fields, biblio.Field.Label)
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return strings.Join(names, "")
}

// reason turns the status of a field into a reason.
func (d *deliberation) reason(s *fieldState) Reason {
	doubt := NoDoubt
	switch {
	case s.rule == misread:
		doubt = Misread
	case !s.beside.IsZero():
		doubt = Contradicted
	}
	text := message(s)
	if s.differs() && d.sharesStrangers(s) {
		text += "; earlier entries, whose records lack them too, name " + strings.Join(d.ev.Shared, ", ")
	}
	return Reason{Rule: s.rule, Status: s.status, Doubt: doubt, Field: s.field, Kind: s.kind, Claimed: s.claimed,
		Recorded: s.recorded, Quoted: s.quoted,
		Sources: s.sources, Message: text,
		Strength: s.strength, P: s.p, Judged: s.judged}
}

// message states a reason in one sentence.
func message(s *fieldState) string {
	by := ""
	if len(s.sources) > 0 {
		by = " (" + strings.Join(s.sources, ", ") + ")"
	}
	switch s.status {
	case Confirmed:
		return "agrees" + by
	case Variant:
		return "agrees in another form, " + kindText(s.kind) + by
	case InDoubt:
		return "may be the same: " + kindText(s.kind) + by + "; the record says " + quote(s.recorded)
	case Mixed:
		return "is that of another version of the work than the rest of the reference" + by +
			"; the record says " + quote(s.recorded)
	case Contested:
		if !s.beside.IsZero() {
			return besideText(s)
		}
		if s.kind == kindOfOther {
			return "a record has it for another work" + by + ": " + quote(s.recorded)
		}
		return contestedText(s) + by
	case Unrecorded:
		if s.rule == "identifier-unconfirmed" {
			return "could not be confirmed: no record found has this " + s.field.Label()
		}
		return "could not be checked: no record states it"
	}
	switch s.rule {
	case "no-such-identifier":
		return "does not exist" + by
	case "identifier-malformed":
		if s.kind == kindHandle {
			return "is a handle, not a " + s.field.Label()
		}
		return "is not a valid " + s.field.Label()
	case "identifier-of-other-work":
		return "belongs to another work" + by + ": " + quote(s.recorded)
	case "identifiers-contradict":
		return besideText(s)
	case "year-impossible":
		return "cannot be right: " + s.recorded
	case "venue-absent":
		return "this venue and year are listed in full, and the work is not among them" + by
	}
	text := "the record says " + quote(s.recorded) + by
	if s.kind != "" {
		text += "; " + kindText(s.kind)
	}
	return text
}

// contestedText says what contradicts a field without proving it wrong.
func contestedText(s *fieldState) string {
	switch {
	case s.rule == misread:
		return "as read: " + quote(s.claimed) + ", which may be an error of reading; the record says " + quote(s.recorded)
	case s.rule == tooOld:
		return "is hardly right: " + s.recorded
	case s.rule == twice:
		return "the list has one person twice: " + s.claimed
	case s.kind == match.KindExchanged:
		return "given and family name of a person are exchanged; the record says " + quote(s.recorded)
	case s.kind == kindAbsent:
		return "a list of this venue and year, which may not be complete, does not have the work"
	case s.strength >= Lead:
		return "one record differs, which is no proof; it says " + quote(s.recorded)
	}
	return "one record differs, which proves little; it says " + quote(s.recorded)
}

func besideText(s *fieldState) string {
	return "names a different work from " + s.beside.String() + ", which the reference also states"
}

func quote(s string) string { return "“" + s + "”" }

func kindText(kind string) string {
	if kind == "" {
		return "the same"
	}
	return strings.ReplaceAll(kind, "-", " ")
}
