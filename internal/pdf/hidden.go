package pdf

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// unseen says why a reader does not see a character, if that is the case.
type unseen uint8

const (
	inSight     unseen = iota
	drawnNot           // render mode 3, fully transparent, or too small to read
	whiteOnPage        // white; invisible unless something dark lies below it
)

// HiddenText is the rule of a problem: text in the file that no reader sees was left out.
const HiddenText = "hidden-text"

const (
	invisibleMode = 3 // of FPDF_TEXT_RENDERMODE
	// points from the foot to the head of a line: no print is smaller; case: TestHiddenTextIsLeftOut,
	// TestWhatIsSeenStays
	tooSmall    = 1.5
	nearlyWhite = 250 // of 255, in each colour; case: TestHiddenTextIsLeftOut, TestWhatIsSeenStays
)

// sight says whether the characters of a text object are drawn; g is its first.
func (r *reader) sight(object uint64, g glyph) unseen {
	n := r.n
	if object == 0 {
		return inSight
	}
	mode := n.integer("FPDFTextObj_GetTextRenderMode", object)
	if mode == invisibleMode || g.y1-g.y0 < tooSmall && g.y1 > g.y0 {
		return drawnNot
	}
	const redAt = 64
	s := uint64(n.scratch) + redAt
	if n.integer("FPDFPageObj_GetFillColor", object, s, s+4, s+8, s+12) == 0 {
		return inSight
	}
	red, green, blue, alpha := n.uint32At(redAt), n.uint32At(redAt+4), n.uint32At(redAt+8), n.uint32At(redAt+12)
	switch {
	case mode != 0: // an outline is drawn too, or it clips
		return inSight
	case alpha == 0:
		return drawnNot
	case red >= nearlyWhite && green >= nearlyWhite && blue >= nearlyWhite:
		return whiteOnPage
	}
	return inSight
}

const (
	// leastHidden is the number of hidden characters from which a problem is reported: fewer are a spacing trick of a
	// typesetter.
	leastHidden = 8 // case: TestFewHiddenSigns
	// pageOfText is the minimum number of visible characters on a page that is not a scan: a stamp on a scan has
	// fewer.
	pageOfText = 400 // case: TestMoreHiddenThanSeen
	// pictureShare is the minimum share of a page covered by the pictures of a scan.
	pictureShare = 0.3
)

// dropHidden removes the characters of a page that a reader does not see, and records their text. A page most of
// which is hidden is a scan with its recognised text: that text is all there is, and stays, unless there is also a
// page of visible text and no picture from which it could have been read.
func (s *stream) dropHidden(handle uint64) {
	count := 0
	for _, g := range s.glyphs {
		if g.unseen != inSight {
			count++
		}
	}
	if seen := len(s.glyphs) - count; count == 0 || count > seen && (seen < pageOfText || s.pictured(handle)) {
		return
	}
	grounds := s.grounds(handle)
	kept, turned := s.glyphs[:0], s.turned[:0]
	var said []rune
	var where []biblio.Box
	for i, g := range s.glyphs {
		if g.unseen == drawnNot || g.unseen == whiteOnPage && !grounds.below(g) {
			if g.space && len(said) > 0 {
				said = append(said, ' ')
			}
			said = append(said, g.r)
			where = append(where, biblio.Box{X0: float64(g.x0), Y0: float64(g.y0), X1: float64(g.x1), Y1: float64(g.y1)})
			continue
		}
		kept, turned = append(kept, g), append(turned, s.turned[i])
	}
	s.glyphs, s.turned = kept, turned
	if len(said) >= leastHidden && !saidInSight(string(said), kept) && !s.drawnThere(handle, where) {
		const most = 120
		if len(said) > most {
			said = append(said[:most], '…')
		}
		s.r.doc.Problems = append(s.r.doc.Problems,
			Problem{Page: s.page.Number, Rule: HiddenText,
				Message: fmt.Sprintf("text that no reader sees was left out: %q", string(said))})
	}
}

// saidInSight reports whether all words of a hidden text are also visible on the page: labels of a picture that is
// partly painted over.
func saidInSight(said string, seen []glyph) bool {
	var b strings.Builder
	for _, g := range seen {
		if g.space {
			b.WriteByte(' ')
		}
		b.WriteRune(g.r)
	}
	inSight := strings.Fields(b.String())
	return !slices.ContainsFunc(strings.Fields(said), func(w string) bool { return !slices.Contains(inSight, w) })
}

const (
	// drawnDots is the resolution at which a page is drawn to see what is in the place of hidden text.
	drawnDots = 100
	// drawnShare is the share of hidden characters in whose place something is drawn if the text belongs to a
	// picture: a label whose letters are drawn as shapes.
	drawnShare = 0.5 // case: TestHiddenLabels
	// drawnContrast is the difference of drawn content from its surroundings, of 255.
	drawnContrast = 60
)

// drawnThere reports whether something is visible in the place of most hidden characters.
func (s *stream) drawnThere(handle uint64, where []biblio.Box) bool {
	img, err := s.r.picture(handle, drawnDots)
	if err != nil {
		return false
	}
	const scale = drawnDots / 72.0
	drawn := 0
	for _, b := range where {
		darkest, lightest := uint8(255), uint8(0)
		x0, x1 := int(b.X0*scale), int(math.Ceil(b.X1*scale))
		y0, y1 := img.Rect.Dy()-int(math.Ceil(b.Y1*scale)), img.Rect.Dy()-int(b.Y0*scale)
		for y := max(y0, 0); y < min(y1, img.Rect.Dy()); y++ {
			for x := max(x0, 0); x < min(x1, img.Rect.Dx()); x++ {
				c := img.GrayAt(x, y).Y
				darkest, lightest = min(darkest, c), max(lightest, c)
			}
		}
		if b.Y1-b.Y0 >= tooSmall && int(lightest)-int(darkest) >= drawnContrast {
			drawn++
		}
	}
	return float64(drawn) >= drawnShare*float64(len(where))
}

// grounds are the areas of a page with content other than text.
type grounds []biblio.Box

// mostGrounds bounds how many objects of a page are examined for their areas.
const mostGrounds = 5000

func (s *stream) grounds(handle uint64) grounds {
	if !slices.ContainsFunc(s.glyphs, func(g glyph) bool { return g.unseen == whiteOnPage }) {
		return nil
	}
	return s.r.boxes(handle, func(kind int) bool { return kind != objectText })
}

// pictured reports whether pictures cover a large part of the page.
func (s *stream) pictured(handle uint64) bool {
	area := 0.0
	for _, b := range s.r.boxes(handle, func(kind int) bool { return kind == objectImage || kind == objectForm }) {
		area += max(0, min(b.X1, s.page.Width)-max(b.X0, 0)) * max(0, min(b.Y1, s.page.Height)-max(b.Y0, 0))
	}
	return area >= pictureShare*s.page.Width*s.page.Height
}

// boxes returns the areas of the objects of given kinds on a page.
func (r *reader) boxes(handle uint64, of func(kind int) bool) []biblio.Box {
	n := r.n
	const at = 64
	var list []biblio.Box
	count := min(n.integer("FPDFPage_CountObjects", handle), mostGrounds)
	for i := 0; i < count && n.err == nil; i++ {
		object := n.call("FPDFPage_GetObject", handle, uint64(i))
		if object == 0 || !of(n.integer("FPDFPageObj_GetType", object)) {
			continue
		}
		p := uint64(n.scratch) + at
		var b [4]float32 // left, bottom, right, top
		if n.integer("FPDFPageObj_GetBounds", object, p, p+4, p+8, p+12) == 0 {
			continue
		}
		n.float32s(at, b[:])
		list = append(list, biblio.Box{X0: float64(b[0]), Y0: float64(b[1]), X1: float64(b[2]), Y1: float64(b[3])})
	}
	return list
}

// below reports whether something lies under a character.
func (list grounds) below(g glyph) bool {
	x, y := float64(g.x0+g.x1)/2, float64(g.y0+g.y1)/2
	return slices.ContainsFunc(list, func(b biblio.Box) bool {
		return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 && b.X1-b.X0 > 2 && b.Y1-b.Y0 > 2
	})
}
