package refstring

// Label is what a word of a reference belongs to.
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
	Note // genre, medium, remarks
	Edition
	Identifier // also addresses
	Series
	Institution // that stands behind a report or thesis
	labels      = 16
)

// Labels is the number of labels.
const Labels = labels
