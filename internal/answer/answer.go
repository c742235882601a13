package answer

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// How says by what a record was found.
type How string

// Records are found by one of these.
const (
	ByIdentifier How = "identifier"
	ByTitle      How = "title"
	ByRaw        How = "raw"
	ByURL        How = "url"
	ByWebSearch  How = "web-search"
	ByMemory     How = "memory"
	ByEvent      How = "event" // a work of the claimed container and time, by its authors
)

// Hit is a record with how it was found; ID is set for ByIdentifier and names
// the identifier that was asked for.
type Hit struct {
	Record biblio.Record
	How    How
	ID     ident.ID
}

// Answer is what a source said: the records, and what its silence means for
// this query. NoSuchID lists identifiers that the source, as their registry or
// as a closed world, says do not exist.
type Answer struct {
	Hits     []Hit
	Coverage Coverage
	NoSuchID []ident.ID
	// Registered lists identifiers that exist by the word of their registry,
	// although no source can read what they describe; a lookup that failed for the
	// rest may have them too.
	Registered []Registration
	// Attested says how many records of the source have the spellings in which a
	// hit differs from the claim by a letter or two: the claimed ones and the
	// recorded ones.
	Attested []Attestation
}

// Registration is an identifier with the agency that registered it.
type Registration struct {
	ID     ident.ID
	Agency string
}

// Attestation counts the records that have a word in their title, or an author of
// a name. Counts end where there are many.
type Attestation struct {
	Field   biblio.Field
	Text    string
	Records int
}
