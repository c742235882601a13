package mcp

// The limits of one answer, in characters where nothing else is said. The findings of an answer are also bounded
// by the tag of bibliographyIn.Limit.
const (
	answerMost     = 6000 // of a brief answer
	idMost         = 80
	differenceMost = 180
	recordMost     = 100
	problemsMost   = 3 // problems quoted
	problemMost    = 120

	findingsUsual = 20  // findings of an answer if the agent states no number
	findingsMost  = 100 // findings of an answer
	perResource   = 200 // findings of a resource

	worksMost = 5  // works of one query of find_work
	linesMost = 30 // works of all queries of a call
	lineMost  = 220
	titleMost = 110
	toldMost  = 160
	leftMost  = 1200 // reasons beside a diff
)
