package biblio

// CoverageRow says that a corpus holds the works of one container and year, so
// that "not there" means something: declared by a dump, or estimated. Several
// rows may have one alias in one year (the volumes of a conference): a claim
// under that name is covered in full only when every one of them is complete,
// and absence means absence from all of them.
type CoverageRow struct {
	Container string   `json:"container"`         // its full title, as the dump's records state it
	Aliases   []string `json:"aliases,omitempty"` // other names of it: acronym, volume id, short title
	Year      int      `json:"year,omitempty"`    // 0 means every year
	Types     []Type   `json:"types,omitempty"`   // kinds of works it speaks of; nil means any
	Complete  bool     `json:"complete"`          // true: every such work is there; false: a known gap, or a part
	How       string   `json:"how"`               // "declared" by the dump or "estimated" by counting
	Works     int      `json:"works,omitempty"`   // how many works there are; 0 means not stated, or in the note
	Sisters   bool     `json:"sisters,omitempty"` // the same source lists the event's other volumes too: findings, workshops
	Note      string   `json:"note,omitempty"`    // who declares it or how it was estimated, and what is missing
}

// The two values of CoverageRow.How.
const (
	Declared  = "declared"
	Estimated = "estimated"
)
