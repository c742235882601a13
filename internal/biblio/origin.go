package biblio

import (
	"fmt"
	"slices"
)

// OriginKind says who made a record, and so how much weight it carries. Kinds are ordered: a later one weighs more.
type OriginKind uint8

// The kinds of origins. A record whose origin is not stated proves nothing.
const (
	Unstated     OriginKind = iota // not stated; weighs as much as PersonalList
	ConfirmOnly                    // a web page or a search: supports that a work exists
	PersonalList                   // a personal bibliography: confirms, never proves an error alone
	// collects from others: proves an error with a second, independent record or a stated identifier
	Aggregator
	PreprintServer // keeps preprints: proves errors in their titles, authors, years and numbers
	Publisher      // publisher, registry, or the proceedings' own list of papers
)

var originWords = [...]string{Unstated: "", ConfirmOnly: "confirm-only", PersonalList: "personal",
	Aggregator: "aggregator", PreprintServer: "preprint-server", Publisher: "publisher"}

// String returns the word used in JSON and reports, or "" for Unstated.
func (k OriginKind) String() string { return originWords[k] }

// MarshalText returns the word that String returns.
func (k OriginKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word that String returns.
func (k *OriginKind) UnmarshalText(text []byte) error {
	n := slices.Index(originWords[:], string(text))
	if n < 0 {
		return fmt.Errorf(
			"no kind of origin is called %q: use publisher, preprint-server, aggregator, personal or confirm-only", text)
	}
	*k = OriginKind(n)
	return nil
}

// Origin says who made a record and which fields of it can contradict a reference. The other fields of a record only
// confirm.
type Origin struct {
	Kind   OriginKind `json:"kind"`
	States []Field    `json:"states,omitempty"` // nil means every field that a record states
}

// SpeaksOf reports whether a record of the origin may contradict a field at all, alone or together with others.
func (o Origin) SpeaksOf(field Field) bool {
	return o.Kind > ConfirmOnly && (o.States == nil || slices.Contains(o.States, field))
}

// Weaker returns the origin that weighs less: it describes a set of records some of which have one origin and some
// the other.
func (o Origin) Weaker(other Origin) Origin {
	if other.Kind < o.Kind {
		return other
	}
	return o
}

// CoverageRow says that a corpus holds the works of one container and year, so that a missing work means something;
// the row is declared by a dump or estimated. Several rows may share an alias in one year (the volumes of a
// conference): a claim under that name is fully covered only if every one of them is complete, and a work is absent
// only if it is absent from all of them.
type CoverageRow struct {
	Container string   `json:"container"`         // its full title, as the dump's records state it
	Aliases   []string `json:"aliases,omitempty"` // other names: acronym, volume id, short title
	Year      int      `json:"year,omitempty"`    // 0 means every year
	Types     []Type   `json:"types,omitempty"`   // kinds of works that it covers; nil means any
	Complete  bool     `json:"complete"`          // true: every such work is present; false: a known gap, or a part
	How       string   `json:"how"`               // "declared" by the dump or "estimated" by counting
	Works     int      `json:"works,omitempty"`   // the number of works; 0 means not stated, or stated in the note
	// the same source lists the event's other volumes too: findings, workshops
	Sisters bool   `json:"sisters,omitempty"`
	Note    string `json:"note,omitempty"` // who declares it or how it was estimated, and what is missing
}

// The two values of CoverageRow.How.
const (
	Declared  = "declared"
	Estimated = "estimated"
)
