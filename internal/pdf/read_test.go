package pdf

import (
	"errors"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// texts returns the lines of a page.
func texts(p Page) []string {
	var list []string
	for _, l := range p.Lines {
		list = append(list, l.Text)
	}
	return list
}

// column returns lines below one another.
func column(x, y float64, lines ...string) []pdftest.Text {
	var list []pdftest.Text
	for i, s := range lines {
		list = append(list, pdftest.Text{X: x, Y: y - 12*float64(i), Text: s})
	}
	return list
}

func read(t *testing.T, pages ...pdftest.Page) *Document {
	t.Helper()
	doc, err := Read(pdftest.Build(pages...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestReadsColumnsInOrder(t *testing.T) {
	long := "words that fill the line of one column here"
	var page pdftest.Page
	page.Texts = append(page.Texts,
		pdftest.Text{X: 150, Y: 720, Size: 16, Bold: true, Text: "A title over both of the columns"})
	for i := range 6 { // line by line over both columns, as some programs write
		page.Texts = append(page.Texts, column(72, 680-12*float64(i), "L"+string(rune('0'+i))+" "+long)...)
		page.Texts = append(page.Texts, column(320, 680-12*float64(i), "R"+string(rune('0'+i))+" "+long)...)
	}
	doc := read(t, page)
	got := ""
	for _, s := range texts(doc.Pages[0])[1:] {
		got += s[:2] + " "
	}
	if want := "L0 L1 L2 L3 L4 L5 R0 R1 R2 R3 R4 R5 "; got != want {
		t.Errorf("order %q, want %q", got, want)
	}
	if l := doc.Pages[0].Lines[0]; !doc.Fonts[l.Font].Bold || l.Size != 16 {
		t.Errorf("title is set in %+v at %g", doc.Fonts[l.Font], l.Size)
	}
}

func TestReadsWhatIsDrawn(t *testing.T) {
	tests := []struct {
		name  string
		texts []pdftest.Text
		want  string
	}{
		{"twice", []pdftest.Text{{X: 72, Y: 700, Text: "Bold by shadow"}, {X: 72.3, Y: 700, Text: "Bold by shadow"}},
			"Bold by shadow"},
		{"raised number", []pdftest.Text{{X: 72, Y: 700, Text: "claim"}, {X: 95.6, Y: 704, Size: 6, Text: "12"}}, "claim12"},
		{"a gap without a space", []pdftest.Text{{X: 72, Y: 700, Text: "claim"}, {X: 95.33 + 2.6, Y: 700, Text: "here"}},
			"claim here"},
		{"letters set apart", []pdftest.Text{{X: 72, Y: 700, Text: "claim"}, {X: 95.33 + 1.3, Y: 700, Text: "here"}},
			"claimhere"},
		{"lowered a little", []pdftest.Text{{X: 72, Y: 700, Text: "claim"}, {X: 95.33, Y: 699, Text: "here"}}, "claimhere"},
		{"a number in type hardly smaller",
			[]pdftest.Text{{X: 72, Y: 700, Text: "claim"}, {X: 95.6, Y: 704, Size: 9, Text: "12"}}, "claim12"},
		{"the line before in the same type", []pdftest.Text{{X: 72, Y: 700, Text: "claim"}, {X: 95.6, Y: 704, Text: "12"}},
			"12|claim"},
		{"umlaut apart",
			[]pdftest.Text{{X: 72, Y: 700, Text: "M"}, {X: 81.5, Y: 700, Text: "\xa8"}, {X: 80.3, Y: 700, Text: "uller"}},
			"Müller"},
		{"escapes", []pdftest.Text{{X: 72, Y: 700, Text: `a (b) \ c`}}, `a (b) \ c`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := read(t, pdftest.Page{Texts: tt.texts})
			if got := strings.Join(texts(doc.Pages[0]), "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDropsLineNumbers(t *testing.T) {
	var page pdftest.Page
	for i := range 30 {
		y := 740 - 14*float64(i)
		page.Texts = append(page.Texts,
			pdftest.Text{X: 30, Y: y, Size: 7, Text: string([]rune{'1', rune('0' + i/10), rune('0' + i%10)})},
			pdftest.Text{X: 72, Y: y, Text: "A line of the text of a review copy"})
	}
	for _, s := range texts(read(t, page).Pages[0]) {
		if s != "A line of the text of a review copy" {
			t.Errorf("line %q", s)
		}
	}
}

// Line numbers are at uneven distances next to lists, continue from page to page, are close to the text in small
// type, and may be on every fifth line.
func TestDropsUnevenLineNumbers(t *testing.T) {
	const prose, entry, rest = "A line of the text of a review copy", "An entry of a list of references",
		"1984, that goes on"
	for _, every := range []int{1, 5} {
		count := 0
		number := func(p *pdftest.Page, y float64) {
			if count++; count%every == 0 {
				p.Texts = append(p.Texts,
					pdftest.Text{X: 62 - 2.8*float64(len(strconv.Itoa(count))), Y: y, Size: 5, Text: strconv.Itoa(count)})
			}
		}
		var pages [3]pdftest.Page
		for i := range 40 {
			y := 740 - 12*float64(i)
			number(&pages[0], y)
			pages[0].Texts = append(pages[0].Texts, pdftest.Text{X: 72, Y: y, Text: prose})
		}
		for n, lines := range []int{30, 3} { // the list, and its end on the last page
			y := 740.0
			for i := range lines {
				text, x := entry, 72.0
				if i%3 > 0 {
					text, x = rest, 82
				} else {
					y -= 9
				}
				number(&pages[n+1], y)
				if i == 0 && every == 1 { // some programs count the line of the foot too, and write text before numbers
					pages[n+1].Texts = append(pages[n+1].Texts, pdftest.Text{X: 59.2, Y: 40, Size: 5, Text: "1"})
					slices.Reverse(pages[n+1].Texts)
				}
				pages[n+1].Texts = append(pages[n+1].Texts, pdftest.Text{X: x, Y: y, Text: text})
				y -= 12
			}
		}
		for _, p := range read(t, pages[:]...).Pages {
			for _, s := range texts(p) {
				if s != prose && s != entry && s != rest {
					t.Errorf("every %d: page %d has the line %q", every, p.Number, s)
				}
			}
		}
	}
}

// A rule drawn in place of the names of the previous entry is a dash; one under the text or far from it is not.
func TestReadsDrawnDashes(t *testing.T) {
	for _, tt := range []struct{ rule, want string }{
		{"86 692 30 0.4 re f", "[8] ——— , A second book, 1997."},
		{"86 660 30 0.4 re f", "[8] , A second book, 1997."},
		{"86 692 450 0.4 re f", "[8] , A second book, 1997."},
		{"102 692 14 0.4 re f", "[8] ——— , A second book, 1997."}, // as long as a dash
		{"108 692 8 0.4 re f", "[8] , A second book, 1997."},      // a hyphen, drawn
		{"82 692 34 0.4 re f", "[8] ——— , A second book, 1997."},  // as long as two names
		{"46 692 70 0.4 re f", "[8] , A second book, 1997."},      // a rule over notes
		{"86 692 30 1.5 re f", "[8] ——— , A second book, 1997."},  // bold
		{"86 692 30 3 re f", "[8] , A second book, 1997."},        // a box
		{"86 697 30 0.4 re f", "[8] ——— , A second book, 1997."},  // in the middle of small letters
		{"86 700 30 0.4 re f", "[8] , A second book, 1997."},      // over the letters
		{"83 692 30 0.4 re f", "[8] ——— , A second book, 1997."},  // a space before the sign
		{"78 692 30 0.4 re f", "[8] , A second book, 1997."},      // far from it
	} {
		page := pdftest.Page{Texts: append(column(68, 704, "[7] D. Author, A first book, 1984."),
			pdftest.Text{X: 68, Y: 692, Text: "[8]", Paint: tt.rule},
			pdftest.Text{X: 118, Y: 692, Text: ", A second book, 1997."})}
		if got := texts(read(t, page).Pages[0]); len(got) != 2 || got[1] != tt.want {
			t.Errorf("rule %q: got %q, want %q", tt.rule, got, tt.want)
		}
	}
}

// Numbers may be to the right of the text, close to it, and restart on each page.
func TestDropsLineNumbersOnTheRight(t *testing.T) {
	const text = "A line of the text of a review copy"
	var pages [2]pdftest.Page
	for n, lines := range []int{30, 2} {
		for i := range lines {
			y := 740 - 14*float64(i)
			pages[n].Texts = append(pages[n].Texts, pdftest.Text{X: 72, Y: y, Text: text},
				pdftest.Text{X: 238, Y: y, Size: 5, Text: strconv.Itoa(i + 1)})
		}
	}
	for _, p := range read(t, pages[:]...).Pages {
		for _, s := range texts(p) {
			if s != text {
				t.Errorf("page %d: line %q", p.Number, s)
			}
		}
	}
}

// Text that comes first in the stream is a word of its own even if it is to the right of other text.
func TestWordsOutOfOrder(t *testing.T) {
	page := pdftest.Page{Texts: []pdftest.Text{{X: 90, Y: 700, Text: "Second"}, {X: 60, Y: 700, Text: "First"}}}
	if got := texts(read(t, page).Pages[0]); len(got) != 1 || got[0] != "First Second" {
		t.Errorf("got %q", got)
	}
}

// The words of two stretched lines are not columns.
func TestKeepsStretchedLines(t *testing.T) {
	var page pdftest.Page
	for i := range 12 {
		y := 740 - 12*float64(i)
		if i != 5 && i != 6 {
			page.Texts = append(page.Texts,
				pdftest.Text{X: 72, Y: y, Text: "A line of the text that is as long as lines of its column are, or nearly so"})
			continue
		}
		for k, word := range []string{"Ministry", "of", "Health", "Family", "Welfare,", "2020."} {
			page.Texts = append(page.Texts, pdftest.Text{X: 72 + 60*float64(k), Y: y, Text: word})
		}
	}
	if got := texts(read(t, page).Pages[0]); len(got) != 12 || got[5] != "Ministry of Health Family Welfare, 2020." ||
		got[6] != got[5] {
		t.Errorf("got %q", got)
	}
}

func TestKeepsNumbersOfEntries(t *testing.T) {
	var page pdftest.Page
	y := 740.0
	for i := range 14 {
		page.Texts = append(page.Texts,
			pdftest.Text{X: 40, Y: y, Text: string([]rune{rune('0' + (i+1)/10), rune('0' + (i+1)%10)})},
			pdftest.Text{X: 72, Y: y, Text: "An entry of a list of references"})
		y -= 12
		for range i % 3 { // entries of one to three lines
			page.Texts = append(page.Texts, pdftest.Text{X: 72, Y: y, Text: "that goes on"})
			y -= 12
		}
	}
	if got := texts(read(t, page).Pages[0])[0]; got != "01 An entry of a list of references" {
		t.Errorf("first line %q", got)
	}
}

func TestReadsLinksAndDests(t *testing.T) {
	doc := read(t, pdftest.Page{
		Texts: column(72, 700, "See the site"),
		Links: []pdftest.Link{{X0: 72, Y0: 698, X1: 120, Y1: 710, URI: "https://example.org/a"}},
		Dests: []pdftest.Dest{{Name: "cite.a", X: 72, Y: 710}},
	})
	if l := doc.Pages[0].Links; len(l) != 1 || l[0].URI != "https://example.org/a" || l[0].Box.X0 != 72 {
		t.Errorf("links %+v", l)
	}
	if d := doc.Dests; len(d) != 1 || d[0] != (Dest{"cite.a", 1, 72, 710}) {
		t.Errorf("dests %+v", d)
	}
}

func TestSaysWhyNot(t *testing.T) {
	whole := pdftest.Build(pdftest.Page{Texts: column(72, 700, "x")})
	tests := []struct {
		name string
		src  []byte
		want error
	}{
		{"text", []byte("no PDF at all"), ErrNotPDF},
		{"nothing", nil, ErrNotPDF},
		{"head only", whole[:40], ErrNotPDF},
		{"no pages", pdftest.Build(), errNoPages},
	}
	for _, tt := range tests {
		if _, err := Read(tt.src, Options{}); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
}

func TestBoundsPagesAndTime(t *testing.T) {
	src := pdftest.Build(make([]pdftest.Page, 9)...)
	doc, err := Read(src, Options{MaxPages: 4})
	if err != nil || len(doc.Pages) != 4 || len(doc.Problems) != 1 {
		t.Errorf("%d pages, problems %v, %v", len(doc.Pages), doc.Problems, err)
	}
	if _, err := Read(src, Options{Timeout: time.Nanosecond}); !errors.Is(err, errTooSlow) && err != nil {
		t.Errorf("no time: %v", err)
	}
}

// TestLeavesHangingWorkBehind verifies that endless work costs its caller no more than its time limit, and that the
// process then uses the careful engine.
func TestLeavesHangingWorkBehind(t *testing.T) {
	defer abandoned.Store(false)
	r := newReader(nil, Options{Timeout: time.Millisecond})
	r.until = time.Now().Add(time.Millisecond - grace)
	release := make(chan struct{})
	defer close(release)
	if err := r.bounded(func() error { <-release; return nil }); !errors.Is(err, errTooSlow) {
		t.Errorf("got %v", err)
	}
	if !abandoned.Load() {
		t.Error("not careful afterwards")
	}
	if doc, err := Read(pdftest.Build(pdftest.Page{Texts: column(72, 700, "still reads")}), Options{}); err != nil ||
		doc.Pages[0].Lines[0].Text != "still reads" {
		t.Errorf("careful reading: %v", err)
	}
}

func TestRenders(t *testing.T) {
	src := pdftest.Build(pdftest.Page{Texts: []pdftest.Text{{X: 100, Y: 400, Size: 72, Text: "INK"}}})
	err := Render(src, []int{1}, 72, Options{}, func(_ int, img *image.Gray) error {
		dark := 0
		for _, p := range img.Pix {
			if p < 128 {
				dark++
			}
		}
		if img.Rect.Dx() != 612 || dark < 500 {
			t.Errorf("%v with %d dark pixels", img.Rect, dark)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestSplitsNothing verifies that a region without text causes no problem.
func TestSplitsNothing(t *testing.T) {
	if got := splitColumns(nil, nil, 0); len(got) != 1 || len(got[0]) != 0 {
		t.Errorf("%v", got)
	}
}

// mutate changes some bytes of a file, truncates it, or repeats a part.
func mutate(src []byte, random *rand.Rand) []byte {
	out := append([]byte(nil), src...)
	for range 1 + random.IntN(12) {
		at := random.IntN(len(out))
		switch random.IntN(4) {
		case 0:
			out[at] = byte(random.IntN(256))
		case 1:
			out = append(out[:at], out[min(len(out), at+1+random.IntN(40)):]...)
		case 2:
			end := min(len(out), at+random.IntN(200))
			out = append(out[:end:end], out[at:]...)
		case 3:
			out[at] = "0123456789<>[]()/ "[random.IntN(18)]
		}
		if len(out) == 0 {
			return out
		}
	}
	return out
}

// TestMutated reads damaged files: none may crash or hang.
func TestMutated(t *testing.T) {
	src := pdftest.Build(pdftest.Page{Texts: column(72, 700, "one", "two"),
		Dests: []pdftest.Dest{{Name: "cite.a", X: 1, Y: 2}}},
		pdftest.Page{Links: []pdftest.Link{{X1: 5, Y1: 5, URI: "http://a"}}})
	random := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		_, _ = Read(mutate(src, random), Options{Timeout: 20 * time.Second})
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pdftest.Build(pdftest.Page{Texts: column(72, 700, "one", "two"),
		Links: []pdftest.Link{{X1: 5, Y1: 5, URI: "http://a"}}, Dests: []pdftest.Dest{{Name: "cite.a", X: 1, Y: 2}}}))
	f.Add([]byte("%PDF-1.4\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		doc, err := Read(src, Options{Timeout: 10 * time.Second, MaxPages: 20})
		if err != nil {
			return
		}
		for _, p := range doc.Pages {
			for _, l := range p.Lines {
				if l.Raised > len(l.Text) {
					t.Fatalf("raised part of %d bytes in %q", l.Raised, l.Text)
				}
			}
		}
	})
}

// TestSharedPDFs reads every available real and broken PDF.
func TestSharedPDFs(t *testing.T) {
	testenv.NotShort(t, "reads every shared PDF")
	root := filepath.Join(testenv.Shared(t), "data", "pdf")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".pdf" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		doc, err := Read(src, Options{})
		switch {
		case strings.HasSuffix(path, "encrypted.pdf"):
			if !errors.Is(err, errPassword) {
				t.Errorf("%s: %v", d.Name(), err)
			}
		case err != nil:
			t.Errorf("%s: %v", d.Name(), err)
		case len(doc.Pages) == 0:
			t.Errorf("%s: no pages", d.Name())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A letter that extends below the baseline is on it, even if the font does not state its descent and each letter has
// a box of its own.
func TestBaselineOfUnmeasuredFont(t *testing.T) {
	const text = "q, y of many journals, by Berry, J. Y."
	doc, err := Read(
		pdftest.Build(pdftest.Page{Texts: []pdftest.Text{{X: 72, Y: 700, Size: 12, Unmeasured: true, Text: text}}}),
		Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := doc.Pages[0].Lines
	if len(lines) != 1 || lines[0].Text != text || math.Abs(lines[0].Base-700) > 0.01 {
		t.Errorf("%+v", lines)
	}
}
