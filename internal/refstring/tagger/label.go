package tagger

// Label says what a word of a reference belongs to.
type Label uint8

// The labels. Words that belong to no field, such as "pp." and "In", are None.
const (
	None Label = iota
	Author
	Editor // and translators
	Title
	Container
	Date
	Volume
	Issue
	Pages
	Publisher
	Place
	Note       // genre, medium, edition, remarks
	Book       // the title of a stand-alone work: a book, thesis, report or preprint
	Identifier // also addresses
	Series
	Institution      // after a report or thesis
	Labels      = 16 // the number of labels
)
