package web

// The number of items on a page; those of an answer of the API are in the tags of its queries.
const (
	shownRuns     = 50
	shownFindings = 25
	shownProblems = 100 // of reading
	shownPapers   = 100
	shownEntries  = 100 // of a log
	shownWorks    = 50  // decided ones leave the page
)

// A check of a few references has at most referencesMax bytes and referencesMost references.
const (
	referencesMax  = 256 << 10
	referencesMost = 50
)
