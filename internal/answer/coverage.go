package answer

// Extent says how far a source's silence about a claim means absence.
type Extent uint8

// Extents grow with what "not there" proves.
const (
	Uncovered    Extent = iota // silence says nothing
	Covered                    // such works are usually there: kind and year are covered
	CompleteHere               // the source is complete for the claimed container and year
	World                      // these are all the works there are
)

// Coverage is what a source says of one query: how far its silence means
// absence, and why, for the report. Container and Year name the row of its
// coverage table that applied, when one did; Listing then says what it lists
// there.
type Coverage struct {
	Extent    Extent
	Container string
	Year      int
	Why       string
	Searched  bool // by title, so that silence says as much as the source usually has
	Listing   Listing
}

// Listing says how near a claim comes to what a source lists of the claimed
// container and year. It is plain data: what follows from it the judge says.
// The event is the container in that year, the year before and the year after,
// with its other parts: findings, workshops, tracks.
type Listing struct {
	// Searched is true when the source looked at the works of the event. An
	// index of an older format cannot, and then absence proves nothing.
	Searched bool
	// Works is how many works the container has that year, as the source's
	// table declares; 0 when it does not say.
	Works int
	// Before and After say that the source is complete for the year before and
	// for the year after as well.
	Before, After bool
	// Sisters says that the source lists the other parts of the event too.
	Sisters bool
	// Title is how alike the likest title of the event is, from 0 to 1; SameAuthorTitle the
	// same for all works of the source that have a claimed author.
	Title, SameAuthorTitle float64
	// Authors is how many of the claimed authors were looked for.
	Authors int
	// Cut says that the claimed list of authors ends in "et al.".
	Cut bool
	// Shared is how many of the claimed authors the work of the event has that
	// has most of them; SharedAnywhere the same for all works of the source. One of
	// several is not counted.
	Shared, SharedAnywhere int
}
