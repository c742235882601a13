package refstring

import "github.com/bonafide-audit/bonafide/internal/ident"

// parseLabelled labels the words of a string and assembles the work.
func parseLabelled(raw string) Parsed {
	r := reading{raw: raw, found: ident.Find(raw)}
	r.tokens = tokenise(nil, raw, r.found)
	if len(r.tokens) == 0 {
		return Parsed{}
	}
	r.labels, r.sure = labelByRules(&r)
	return r.assemble()
}

// labelByRules is a plain labeller: authors, then a year or a title, then a
// container, then numbers.
func labelByRules(r *reading) ([]Label, []float32) {
	labels := make([]Label, len(r.tokens))
	sure := make([]float32, len(r.tokens))
	for i := range sure {
		sure[i] = .5
	}
	state := Author
	years := 0
	for i, t := range r.tokens {
		text := r.text(i)
		gap := ""
		if i > 0 {
			gap = r.raw[r.tokens[i-1].end:t.start]
		}
		switch {
		case t.kind == identifierToken:
			labels[i] = Identifier
		case yearOf(text) > 1500 && state != Title:
			labels[i] = Date
			years++
			if state == Author {
				state = Title
			}
		case state == Author && i > 1 && boundary(gap) && !initials(r.text(i-1)+"."):
			state = Title
			labels[i] = Title
		case state == Title && i > 1 && boundary(gap) && labels[i-1] == Title:
			state = Container
			labels[i] = Container
		case state == Container && t.kind == numberToken:
			state = Volume
			labels[i] = Volume
		case state == Volume && t.kind == numberToken:
			labels[i] = Pages
		case state == Volume:
		default:
			labels[i] = state
		}
	}
	return labels, sure
}

// boundary reports that the gap between two words ends a sentence.
func boundary(gap string) bool {
	for i := 0; i+1 < len(gap); i++ {
		if (gap[i] == '.' || gap[i] == ':' || gap[i] == '?') && gap[i+1] <= ' ' {
			return true
		}
	}
	return false
}
