package tagger

// nameMark says where a token is in a known container name.
type nameMark uint8

const (
	nameNone nameMark = iota
	nameAlone
	nameFirst
	nameInside
	nameLast
)

// lookUpNames marks the longest known container names.
func (t *Text) lookUpNames() {
	n := len(t.Tokens)
	for i := 0; i < n; {
		end := t.nameEnd(i)
		switch {
		case end == i+1:
			t.at[i+margin].name = nameAlone
		case end > i:
			for k := i; k < end; k++ {
				t.at[k+margin].name = nameInside
			}
			t.at[i+margin].name, t.at[end-1+margin].name = nameFirst, nameLast
		}
		i = max(end, i+1)
	}
}

// nameEnd returns the end of the longest known name that begins at token i, or i.
func (t *Text) nameEnd(i int) int {
	run, end := uint32(0), i
	for k := i; k < min(i+maxName, len(t.Tokens)); k++ {
		a := &t.at[k+margin]
		if t.Tokens[k].Kind != Word || k > i && !a.gap.joins() {
			break
		}
		run = ExtendName(run, a.word)
		switch t.names.Find(run) {
		case 0:
			return end
		case NameWhole:
			end = k + 1
		}
	}
	return end
}

// joins reports whether a gap may occur inside the name of a container.
func (g gap) joins() bool {
	switch g {
	case gapNone, gapSpace, gapStop, gapStopSpace, gapSentence, gapCommaSpace, gapColonSpace, gapHyphen, gapAmpersand,
		gapBreak, gapSlash, gapDash, gapOther:
		return true
	}
	return false
}
