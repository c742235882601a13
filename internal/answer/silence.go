package answer

import "github.com/bonafide-audit/bonafide/internal/biblio"

// Silence is what is assumed about the works that a source has: how much it means that it lacks one. Counts, where
// there are any (internal/judge/silence.json), take precedence.
type Silence struct {
	// Holds are the shares of works that it has; the first that fits a work applies. They are on the low side, since too
	// high a share accuses real works. Kinds that are not listed have 0.
	Holds []Holding
	// TakenFrom names the source from which it takes its records: what both lack counts once.
	TakenFrom string
}

// Holding is the share of a class of works that a source has.
type Holding struct {
	Type  biblio.Type
	Of    Part
	Share float64
	Why   string
}

// Part is a part of the works of a type.
type Part uint8

// The parts.
const (
	All          Part = iota
	Deposited         // in proceedings of IEEE, ACM or Springer
	OnArXiv           // cited as on arXiv
	Listed            // in a journal or conference that the table of venues names
	ListedLately      // Listed, since 2010
)
