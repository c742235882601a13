package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	ot "github.com/bonafide-audit/bonafide/internal/testing/officetest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// The bounds that every file keeps, however damaged.
const (
	mutantTime   = 5 * time.Minute
	mutantMemory = 900 << 20 // bytes of the heap, including those of the seeds
)

// seed is an intact file of a kind, from which damaged ones are made. make repacks it after its text was damaged, for
// kinds that are archives.
type seed struct {
	name string
	kind string
	src  []byte
	pack func(text []byte) []byte
}

// share is how many mutants in a hundred each kind gets: PDFs are slowest.
var share = []struct {
	kind string
	of   int
}{{".bib", 22}, {".tex", 18}, {".docx", 20}, {".odt", 5}, {"other", 15}, {".pdf", 20}}

// Damaged files of every kind crash nothing, and cost bounded time and memory.
func TestMutatedFiles(t *testing.T) {
	n := 200
	switch {
	case os.Getenv("BONAFIDE_BENCH") != "": // half an hour
		n = 50000
	case testenv.Long():
		n = 2000
	}
	byKind := map[string][]seed{}
	for _, s := range seeds(t) {
		byKind[s.kind] = append(byKind[s.kind], s)
	}
	peak, stop := watchMemory()
	defer stop()
	for _, sh := range share {
		list := byKind[sh.kind]
		if len(list) == 0 {
			continue
		}
		count := n * sh.of / 100
		var all, worst time.Duration
		worstAt, read := "", 0
		for i := range count {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(len(sh.kind))))
			s := list[rng.IntN(len(list))]
			src := s.mutant(rng, list)
			start := time.Now()
			err := readWithin(fmt.Sprintf("mutant %d of %s", i, s.name), src)
			took := time.Since(start)
			all += took
			if took > worst {
				worst, worstAt = took, fmt.Sprintf("%d of %s", i, s.name)
			}
			switch {
			case err == nil:
				read++
			case errors.Is(err, errMutant):
				t.Fatalf("%v (kind %s)", err, sh.kind)
			}
		}
		t.Logf("%-6s %6d files, %5.1f %% read, mean %v, worst %v (%s), peak heap %d MB", sh.kind, count,
			100*float64(read)/float64(max(count, 1)), (all / time.Duration(max(count, 1))).Round(time.Microsecond),
			worst.Round(time.Millisecond), worstAt, peak.Load()>>20)
	}
	if got := peak.Load(); got > mutantMemory {
		t.Errorf("the heap grew to %d MB", got>>20)
	}
}

// errMutant means that a damaged file did harm.
var errMutant = errors.New("harm done")

// readWithin reads a file in bounded time and checks the result against its rules.
func readWithin(name string, src []byte) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("%w: %s panics: %v\n%s", errMutant, name, r, debug.Stack())
			}
		}()
		doc, err := Read("x", src, Options{})
		for _, ref := range doc.References {
			for f, s := range ref.Spans {
				if s.Start < 0 || s.End > len(ref.Raw) || s.Start > s.End {
					done <- fmt.Errorf("%w: %s has the span %v of %s in %d bytes", errMutant, name, s, f, len(ref.Raw))
					return
				}
			}
		}
		done <- err
	}()
	for {
		before := testenv.Processor()
		select {
		case err := <-done:
			return err
		case <-time.After(mutantTime):
			if testenv.Processor()-before > mutantTime/2 { // this file used the processor, not others
				return fmt.Errorf("%w: %s takes longer than %v", errMutant, name, mutantTime)
			}
		}
	}
}

// watchMemory measures the live heap until it is stopped.
func watchMemory() (peak *atomic.Uint64, stop func()) {
	peak = new(atomic.Uint64)
	quit := make(chan struct{})
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			select {
			case <-quit:
				return
			case <-time.After(5 * time.Millisecond):
				metrics.Read(sample)
				if v := sample[0].Value.Uint64(); v > peak.Load() {
					peak.Store(v)
				}
			}
		}
	}()
	return peak, func() { close(quit) }
}

// mutant damages a seed in one to eight ways.
func (s seed) mutant(rng *rand.Rand, others []seed) []byte {
	text := slices.Clone(s.src)
	other := others[rng.IntN(len(others))].src
	for range 1 + rng.IntN(8) {
		text = damage(rng, text, other)
	}
	if s.pack == nil {
		return text
	}
	src := s.pack(text)
	if rng.IntN(4) == 0 { // the archive is damaged too
		for range 1 + rng.IntN(4) {
			src = damage(rng, src, other)
		}
	}
	return src
}

// damage changes a text in one way.
func damage(rng *rand.Rand, text, other []byte) []byte {
	if len(text) < 2 {
		return append(text, other[:min(len(other), 100)]...)
	}
	at := rng.IntN(len(text))
	end := min(len(text), at+1+rng.IntN(1+rng.IntN(2000)))
	switch rng.IntN(10) {
	case 0: // flipped bytes
		for range 1 + rng.IntN(20) {
			text[rng.IntN(len(text))] ^= byte(1 << rng.IntN(8))
		}
	case 1: // a part lost
		return append(text[:at:at], text[end:]...)
	case 2: // a part twice, or very often
		part := text[at:end]
		return slices.Concat(text[:end], bytes.Repeat(part, 1+rng.IntN(1+rng.IntN(50))), text[end:])
	case 3: // the end lost
		if rng.IntN(3) == 0 {
			return text[:at]
		}
	case 4: // a part of another file
		if len(other) > 1 {
			from := rng.IntN(len(other))
			return slices.Concat(text[:at], other[from:min(len(other), from+rng.IntN(3000))], text[at:])
		}
	case 5: // a number changed
		for i := at; i < len(text); i++ {
			if text[i] >= '0' && text[i] <= '9' {
				return slices.Concat(text[:i], []byte(oddNumbers[rng.IntN(len(oddNumbers))]), text[i+1:])
			}
		}
	case 6: // a delimiter lost, or added
		const marks = "<>{}[]()\"'\\%&/\n@,=#-"
		for i := at; i < len(text); i++ {
			if strings.IndexByte(marks, text[i]) >= 0 {
				if rng.IntN(2) == 0 {
					return append(text[:i:i], text[i+1:]...)
				}
				text[i] = marks[rng.IntN(len(marks))]
				return text
			}
		}
	case 7: // deep nesting
		opening := openings[rng.IntN(len(openings))]
		return slices.Concat(text[:at], []byte(strings.Repeat(opening, 1<<rng.IntN(14))), text[at:])
	case 8: // two parts exchanged
		to := rng.IntN(len(text))
		text[at], text[to] = text[to], text[at]
	case 9: // noise
		for i := at; i < end; i++ {
			text[i] = byte(rng.IntN(256))
		}
	}
	return text
}

var (
	oddNumbers = []string{"-1", "0", "99999999999999999999", "2147483647", "4294967296", "1e308", "65535", "00000001"}
	openings   = []string{"{", "[", "(", "<w:p>", "<div>", "<<", "\\begin{x}", "<sec><p>", "\"", "@a{", "((",
		"<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>"}
)

// seeds returns intact files of every kind: real ones, and made ones for kinds without any.
func seeds(t *testing.T) []seed {
	list := madeSeeds()
	shared := testenv.Shared(t)
	for _, dir := range []string{"data/bibfiles", "data/pdf", "data/fixtures/zotero_import"} {
		err := filepath.WalkDir(filepath.Join(shared, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			kind, most := "", int64(60<<10)
			switch filepath.Ext(path) {
			case ".bib", ".tex":
				kind = filepath.Ext(path)
			case ".pdf":
				kind, most = ".pdf", 260<<10
			case ".ris", ".nbib", ".enw", ".bbl", ".json", ".xml", ".txt":
				kind = "other"
			}
			info, err := d.Info()
			if err != nil || kind == "" || info.Size() > most || info.Size() == 0 {
				return err
			}
			src, err := os.ReadFile(path)
			list = append(list, seed{name: filepath.Base(path), kind: kind, src: src})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// madeSeeds returns files of word processors and other kinds without real ones.
func madeSeeds() []seed {
	const (
		a = "Vaswani, A., Shazeer, N., & Parmar, N. (2017). Attention is all you need. Advances in Neural Information " +
			"Processing Systems, 30, 5998–6008."
		b = "Kuhn, T. S. (1962). The structure of scientific revolutions. University of Chicago Press."
		c = "LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444. " +
			"https://doi.org/10.1038/nature14539"
	)
	zotero :=
		`ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":[{"id":1,"itemData":{"title":"The structure of scientific revolutions","author":[{"family":"Kuhn","given":"T. S."}],"issued":{"date-parts":[[1962]]}}}]}`
	endnote :=
		`<EndNote><Cite><RecNum>5</RecNum><record><ref-type name="Book">6</ref-type><contributors><authors><author>Kuhn, Thomas S.</author></authors></contributors><titles><title>The structure of scientific revolutions</title></titles></record></Cite></EndNote>`
	body := ot.Style("Berschrift1", ot.R("Introduction")) + ot.P(ot.R("Text "), ot.Field(zotero, ot.R("(Kuhn 1962)")),
		ot.EndNoteField(endnote, ot.R("(Kuhn)")), ot.Sup("1"), ot.NoteCall("footnote", 2)) +
		ot.Style("Berschrift1", ot.R("References"))
	for range 10 {
		body += ot.Item(1, ot.R(a)) + ot.Style("Literatur", ot.R(b)) +
			ot.P(`<w:hyperlink r:id="rId5">`+ot.R(c)+`</w:hyperlink>`, `<w:del><w:r><w:delText>x</w:delText></w:r></w:del>`)
	}
	parts := map[string]string{"word/numbering.xml": ot.Numbering(),
		"word/footnotes.xml":           ot.Notes("footnote", ot.R("Vgl. "+b)),
		"word/_rels/document.xml.rels": ot.Relationships(map[string]string{"rId5": "https://doi.org/10.1038/nature14539"})}
	notes := map[string]string{"word/document.xml": "<w:document><w:body>" + body + "</w:body></w:document>"}
	odt := `<text:h text:outline-level="1">References</text:h><text:list text:style-name="L1">` +
		strings.Repeat(`<text:list-item><text:p>`+b+
			`<text:note><text:note-body><text:p>x</text:p></text:note-body></text:note></text:p></text:list-item>`,
			20) + `</text:list>`
	html := "<html><h2>References</h2><ol>" +
		strings.Repeat("<li id=r1>"+b+"</li><li><a href='https://doi.org/10.1038/nature14539'>CrossRef</a>"+b+"</li>",
			20) + "</ol></html>"
	jats := `<article><body><p>x <xref rid="B1">1</xref></p></body><back><ref-list>` +
		strings.Repeat(
			`<ref id="B1"><label>1</label><mixed-citation><name><surname>Kuhn</surname></name> <source>The structure</source>, <year>1962</year></mixed-citation></ref>`, 20) + `</ref-list></back></article>`
	markdown := "# Report\n\nIt learns[^1], as [Vaswani et al., 2017, Attention Is All You " +
		"Need](https://arxiv.org/abs/1706.03762) say.\n\n[^1]: " + b + "\n\n## References\n\n- " + a + "\n- *" + c + "*\n"
	return []seed{
		{"body.docx", ".docx", []byte(body), func(text []byte) []byte { return ot.DOCX(string(text), parts) }},
		{"notes.docx", ".docx", []byte(parts["word/footnotes.xml"]), func(text []byte) []byte {
			return ot.DOCX("",
				map[string]string{"word/document.xml": notes["word/document.xml"], "word/footnotes.xml": string(text)})
		}},
		{"numbering.docx", ".docx", []byte(ot.Numbering()),
			func(text []byte) []byte { return ot.DOCX(body, map[string]string{"word/numbering.xml": string(text)}) }},
		{"text.odt", ".odt", []byte(odt), func(text []byte) []byte { return ot.ODT(string(text)) }},
		{"page.html", "other", []byte(html), nil}, {"article.xml", "other", []byte(jats), nil},
		{"report.md", "other", []byte(markdown), nil},
	}
}
