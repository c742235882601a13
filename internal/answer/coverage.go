package answer

// Extent says to what extent a source's silence about a claim means absence.
type Extent uint8

// Extents grow with what silence proves.
const (
	Uncovered    Extent = iota // silence says nothing
	Covered                    // such works are usually present: kind and year are covered
	CompleteHere               // the source is complete for the claimed container and year
	World                      // these are all works that exist
)

// Coverage is what a source says about one query: to what extent its silence means absence, and why, for the report.
// Container and Year name the row of its coverage table that applied, if any; Listing then says what it lists there.
type Coverage struct {
	Extent    Extent
	Container string
	Year      int
	Why       string
	Searched  bool // by title, so that silence means as much as it usually does for the source
	Listing   Listing
}

// Listing says how close a claim comes to what a source lists for the claimed container and year. It is plain data:
// the judge decides what follows from it. The event is the container in that year, the year before and the year
// after, with its other parts: findings, workshops, tracks.
type Listing struct {
	// Searched is true if the source searched the works of the event. An index of an older format cannot, and then
	// absence proves nothing.
	Searched bool
	// Works is the number of works of the container that year, as the source's table declares; 0 if it does not say.
	Works int
	// Before and After say that the source is also complete for the year before and the year after.
	Before, After bool
	// Sisters says that the source also lists the other parts of the event.
	Sisters bool
	// Title is the similarity of the most similar title of the event, from 0 to 1; SameAuthorTitle is the same for
	// all works of the source by a claimed author.
	Title, SameAuthorTitle float64
	// Authors is the number of claimed authors that were looked up.
	Authors int
	// Cut says that the claimed list of authors ends in "et al.".
	Cut bool
	// Shared is the largest number of claimed authors that one work of the event has; SharedAnywhere is the same for
	// all works of the source. A match that is one of several is not counted.
	Shared, SharedAnywhere int
}
