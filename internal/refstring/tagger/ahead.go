package tagger

// sign is a set of features that a string has anywhere.
type sign uint32

const (
	signReport sign = 1 << iota
	signPublisher
	signProceedings
	signPages
	signPreprint
	signAddress
	signDOI
	signNumber
	signName // a known name of a container
	signEditor
	signIn
)

// keywordSigns are the signs that groups of words imply.
var keywordSigns = [keywords]sign{
	keyReport: signReport, keyPublisher: signPublisher, keyProceedings: signProceedings, keyPages: signPages,
	keyVolume: signPages, keyArXiv: signPreprint, keyEditor: signEditor,
}

// shapeSigns are the signs that shapes of tokens imply.
var shapeSigns = [shapes]sign{
	shapeURL: signAddress, shapeOtherID: signAddress, shapeArXiv: signPreprint, shapeDOI: signDOI,
	shapeNum1: signNumber, shapeNum2: signNumber, shapeNum3: signNumber, shapeNum4: signNumber, shapeNum5: signNumber,
}

// Bounds of the distances that are distinguished.
const (
	farKeyword = 7
	farName    = 15
	farNumber  = 8
)

// lookAhead fills in the attributes from a right-to-left pass, and collects the signs of the whole string.
func (t *Text) lookAhead() {
	next, until, nextName := keyNone, uint8(farKeyword), uint8(farName)
	number, between, distance := shapeNone, gapEdge, uint32(farNumber)
	t.signs = 0
	for i := len(t.Tokens) - 1; i >= 0; i-- {
		a := &t.at[i+margin]
		until, nextName, distance = min(until+1, farKeyword), min(nextName+1, farName), min(distance+1, farNumber)
		if a.name == nameAlone || a.name == nameFirst {
			nextName = 0
		}
		if a.keyword != keyNone && a.keyword != keyAnd {
			next, until = a.keyword, 0
		}
		t.signs |= keywordSigns[a.keyword] | shapeSigns[a.shape]
		if a.name != nameNone {
			t.signs |= signName
		}
		if a.keyword == keyIn && a.gap != gapSpace {
			t.signs |= signIn
		}
		a.next, a.until, a.nextName, a.nextNum = next, until, nextName, pack(uint32(number), uint32(between), distance, 0)
		if t.Tokens[i].Kind == Number {
			number, between, distance = a.shape, a.gap, 0
		}
	}
}
