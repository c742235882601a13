package fix

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// Action is what a patch does to its field.
type Action string

// The actions.
const (
	Replace Action = "replace"
	Add     Action = "add"
)

// Patch is the correction of one field and the reason for it. From and To are plain text.
type Patch struct {
	Field  biblio.Field `json:"field"`
	Action Action       `json:"action"`
	From   string       `json:"from,omitempty"`
	To     string       `json:"to"`
	// Rule is the judge's word for what is wrong, or that of an aim.
	Rule   string `json:"rule"`
	Aim    Aim    `json:"-"`
	Source string `json:"source"` // of the record that states To
	Record string `json:"record"` // the source's key of that record
	// Sources are all sources whose records of the chosen version state To.
	Sources []string `json:"sources,omitempty"`
	// Holder is the source from which Source has that record; "" means Source itself.
	Holder string `json:"holder,omitempty"`
	// Doubt is why a person has to choose between both values, if somebody does: see Options.Choose and Take.
	Doubt judge.Doubt `json:"doubt,omitempty"`
	// Cause is the field whose correction this one follows, lest the patch mix two versions; "" for none.
	Cause biblio.Field `json:"-"`
	// Edits write the patch into Entry.Text.
	Edits []bibtex.Edit `json:"-"`
}

// Aim is what a patch is for.
type Aim uint8

// The aims.
const (
	Corrects   Aim = iota // what is wrong
	Completes             // what says less than the record, or the same with a slip
	Fills                 // what is missing
	Identifies            // an identifier that no record has
	Publishes             // a preprint: its published version, in all fields or none
	Proposes              // what a model chose of the values on record
)

// motive is why a patch is made.
type motive struct {
	rule  string
	aim   Aim
	cause biblio.Field
}

// of returns the motive of what is wrong by a rule.
func of(rule string) motive { return motive{rule: rule} }

// completing returns the motive of what differs from the record in a kind of variant.
func completing(kind string) motive { return motive{rule: "partial-" + kind, aim: Completes} }

// Unactionable is a field that is wrong, partial or requested but is left alone; Why states the reason in a sentence.
type Unactionable struct {
	Field biblio.Field `json:"field,omitempty"` // "" when it is about the whole entry
	Hold  Hold         `json:"rule"`
	Why   string       `json:"why"`
	Doubt judge.Doubt  `json:"doubt,omitempty"` // that holds the value back, if one does
	Pen   judge.Pen    `json:"pen,omitempty"`   // what may be written
	To    string       `json:"to,omitempty"`    // what Options.Likely would write, if Hold is Likely
}

// Hold is a stable word for how something is left alone.
type Hold string

// The holds that say more than how a field is left alone for its doubt or for the form of the file.
const (
	Whole   Hold = "suspected"     // an entry that may be invented, or that is doubted: nothing is added to it
	Likely  Hold = "not-certain"   // a correction that is likely: offered, and written only with Options.Likely
	Lead    Hold = "doubtful"      // a record says something else, and a person should check it
	Unheard Hold = "model-unheard" // a model was asked and gave no usable answer
)

// Nearest is a real work that a suspected reference resembles: a suggestion for a person, never a correction.
type Nearest struct {
	Title      string  `json:"title"`
	Authors    string  `json:"authors,omitempty"`
	Year       string  `json:"year,omitempty"`
	Venue      string  `json:"venue,omitempty"`
	DOI        string  `json:"doi,omitempty"`
	Source     string  `json:"source"`
	Similarity float64 `json:"title_similarity"` // 0 to 100
}

// Correction says what to do about one reference. A correction without patches leaves its entry as it is.
type Correction struct {
	Patches      []Patch
	Unactionable []Unactionable
	Nearest      []Nearest
	// Work holds the values of the version that the patches follow.
	Work biblio.Work
}

// Pen returns what the correction does about the difference of a reason, the doubt that holds the value back, and why,
// in a sentence: what the judge ruled, unless the file, the version or what else is written forbids it.
func (c *Correction) Pen(r *judge.Reason) (pen judge.Pen, doubt judge.Doubt, why string) {
	if slices.ContainsFunc(c.Patches, func(p Patch) bool { return p.Field == r.Field && p.Action == Replace }) {
		return judge.Write, judge.NoDoubt, ""
	}
	for _, u := range c.Unactionable {
		if u.Field == r.Field && (u.Pen != judge.NoPen || u.Doubt != judge.NoDoubt) {
			return u.Pen, u.Doubt, u.Why
		}
	}
	if r.Pen == judge.Write || r.Pen == judge.Offer { // the entry says so already
		return judge.NoPen, judge.NoDoubt, ""
	}
	return r.Pen, r.Doubt, r.Doubt.Sentence()
}

// Prefer says which version of a work decides where versions differ.
type Prefer string

// The preferences. AsCited is the version that the reference was judged against.
const (
	AsCited   Prefer = "as-cited"
	Published Prefer = "published"
	Preprint  Prefer = "preprint"
)

// Options say what may be changed. The zero value corrects what is wrong, completes what is partial and adds
// what the type of an entry needs, in every field.
type Options struct {
	Fields  []biblio.Field // only these; nil: all fields
	Add     []biblio.Field // further fields to add where the record states them
	Minimal bool           // only what is provably wrong; nothing that is merely partial, missing or misspelt
	Prefer  Prefer         // AsCited if empty
	Likely  bool           // also what is likely but not certain to be wrong
	Choose  bool           // also where two values stand against each other: Accept is then asked about each
	// TrustIDs accepts an entry whose title and identifier belong to one work as that work even if none of its
	// authors match; otherwise such an entry is suspected of being invented, and nothing is changed.
	TrustIDs bool
	// Take reports whether an entry takes the record's value wherever the record differs; nil takes none.
	Take func(ref *biblio.Reference) bool
	// ShowTaken fills Entry.Taken where a person may take the record's values.
	ShowTaken bool
	// Accept is called for every change, or once for several that only make sense together; nil accepts all.
	Accept func(ref *biblio.Reference, patches []Patch) bool
	// Propose returns what a model proposes for the fields that Open lists for a finding; nil means no model.
	// The rules accept only what a record of the chosen version states.
	Propose func(f *audit.Finding) Proposals

	customs customs // of the file; none unless Learned was called
}

// allows reports whether a field may be changed.
func (o *Options) allows(field biblio.Field) bool {
	return o.Fields == nil || slices.Contains(o.Fields, field)
}

// otherNames are other words for fields, used by no format.
var otherNames = map[string]biblio.Field{"container": biblio.FieldVenue, "place": biblio.FieldLocation}

// ParseFields parses names of fields, ours or BibTeX's.
func ParseFields(list []string) ([]biblio.Field, error) {
	var out []biblio.Field
	for _, word := range list {
		name := strings.ToLower(strings.TrimSpace(word))
		field, ok := otherNames[name]
		for _, f := range biblio.Fields {
			if (string(f) == name || slices.Contains(FieldNames(f), name)) && f != biblio.FieldType {
				field, ok = f, true
			}
		}
		if !ok {
			return nil, fmt.Errorf("unknown field %q: use %s", word, knownFields())
		}
		out = append(out, field)
	}
	return out, nil
}

func knownFields() string {
	var names []string
	for _, f := range biblio.Fields {
		if f != biblio.FieldType {
			names = append(names, string(f))
		}
	}
	return strings.Join(names, ", ")
}

// ParsePrefer parses the name of a preference; "" is AsCited.
func ParsePrefer(s string) (Prefer, error) {
	switch p := Prefer(s); p {
	case "", AsCited:
		return AsCited, nil
	case Published, Preprint:
		return p, nil
	}
	return "", fmt.Errorf("unknown preference %q: use %s, %s or %s", s, AsCited, Published, Preprint)
}
