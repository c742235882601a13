package answer

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// How says how a record was found.
type How string

// The ways in which records are found.
const (
	ByIdentifier How = "identifier"
	ByTitle      How = "title"
	ByRaw        How = "raw"
	ByURL        How = "url"
	ByWebSearch  How = "web-search"
	ByMemory     How = "memory"
	ByEvent      How = "event" // a work of the claimed container and time, by its authors
)

// Hit is a record and how it was found; ID is set for ByIdentifier and names the identifier that was looked up.
type Hit struct {
	Record biblio.Record
	How    How
	ID     ident.ID
}

// Answer is what a source returned: the records, and what its silence means for this query. NoSuchID lists
// identifiers that do not exist according to the source, which is their registry or a closed world.
type Answer struct {
	Hits     []Hit
	Coverage Coverage
	NoSuchID []ident.ID
	// Registered lists identifiers that exist according to their registry, although no source can read what they
	// describe; if a lookup failed for the others, they may exist too.
	Registered []Registration
	// Attested says how many records of the source have the spellings in which a hit and the claim differ by a letter
	// or two: the claimed spellings and the recorded ones.
	Attested []Attestation
}

// Registration is an identifier with the agency that registered it.
type Registration struct {
	ID     ident.ID
	Agency string
}

// Attestation counts the records that have a word in their title, or an author with a name. Counting stops once there
// are many.
type Attestation struct {
	Field   biblio.Field
	Text    string
	Records int
}
