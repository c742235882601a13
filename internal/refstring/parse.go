package refstring

import (
	_ "embed" // the weights
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Parsed is what a reference string claims about a work, and where it does so.
type Parsed struct {
	Work biblio.Work
	// Spans holds, for each field, where its value is in the string.
	Spans map[biblio.Field]biblio.Span
	// Confidence holds, for each field that was read, how sure the parser is of it, from 0 to 1.
	Confidence map[biblio.Field]float64
	// Book reports whether the title is that of a stand-alone work, such as a book, thesis, report or preprint, not
	// of a part of one.
	Book bool
}

// maxLength bounds how many bytes of a string are read. Anything beyond is not part of a reference and is ignored.
const maxLength = 20000

// Parse reads one reference of any style.
func Parse(raw string) Parsed { return shipped().Parse(raw) }

func bounded(s string) string {
	if len(s) <= maxLength {
		return s
	}
	n := maxLength
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// forms are the formats that need no labeller, because they label themselves.
var forms = []func(string) (Parsed, bool){parseLink, parseDeposit, parseCase}

func (p *Parsed) set(f biblio.Field, span biblio.Span, confidence float64) {
	if p.Spans == nil {
		p.Spans = make(map[biblio.Field]biblio.Span, 8)
		p.Confidence = make(map[biblio.Field]float64, 8)
	}
	p.Spans[f] = span
	p.Confidence[f] = confidence
}

//go:embed weights.zst
var packed []byte

// Parser reads reference strings with the labeller of a model. It is safe for concurrent use.
type Parser struct {
	model *tagger.Model
	pool  sync.Pool // of *reading
}

// NewParser returns a parser that labels with a model.
func NewParser(m *tagger.Model) *Parser {
	return &Parser{model: m, pool: sync.Pool{New: func() any { return new(reading) }}}
}

// shipped is the parser with the built-in weights.
var shipped = sync.OnceValue(func() *Parser {
	m, err := LoadModel(packed)
	if err != nil { // a test forbids it
		m = tagger.NewModel(&tagger.Weights{})
	}
	return NewParser(m)
})

const maxWeights = 64 << 20

// LoadModel unpacks the stored form of a model's weights.
func LoadModel(packed []byte) (*tagger.Model, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWeights))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	b, err := d.DecodeAll(packed, nil)
	if err != nil {
		return nil, err
	}
	w, err := tagger.Decode(b)
	if err != nil {
		return nil, err
	}
	return tagger.NewModel(w), nil
}

// Parse reads one reference of any style.
func (p *Parser) Parse(raw string) Parsed {
	raw = arabicMarks.Replace(bounded(raw))
	if text, at := latinDigits(raw); at != nil {
		parsed := p.parse(text)
		parsed.inDigitsOf(raw, text, at)
		return parsed
	}
	return p.parse(raw)
}

// pointer matches words before a reference that send the reader to it: "Cfr. ", "See, for example, ". Without a full
// stop, such an addition, or initials behind it, the word may be a family name.
var pointer = lazy.Regexp(`^((?i:` + words.Pattern(words.See) + `)(?:\.?,?(?i: (?:` + words.Pattern(words.Lead) +
	`)\b[.,]?,?)+|\.):? )\S|^((?i:` + words.Pattern(words.See) + `) )(?:\p{Lu}\.[ -]?){1,4}\p{Lu}\p{Ll}`)

func (p *Parser) parse(raw string) Parsed {
	if m := pointer.FindStringSubmatch(raw); m != nil {
		n := len(m[1] + m[2])
		parsed := p.parse(raw[n:])
		for f, span := range parsed.Spans {
			parsed.Spans[f] = biblio.Span{Start: span.Start + n, End: span.End + n}
		}
		return parsed
	}
	for _, form := range forms {
		if parsed, ok := form(raw); ok {
			return parsed
		}
	}
	text, at := spaced(raw)
	r := p.read(text)
	defer p.pool.Put(r)
	parsed := r.assemble()
	if at != nil {
		parsed.unspaced(raw, text, at)
	}
	return parsed
}

// read labels the words of a string. The caller returns the reading to the pool when done.
func (p *Parser) read(raw string) *reading {
	r := p.pool.Get().(*reading)
	r.raw, r.model, r.found = raw, p.model, findIdentifiers(raw)
	r.tokens = tagger.Tokenise(r.tokens[:0], raw, r.found)
	p.model.Tag(&r.tagging, raw, r.tokens)
	r.labels, r.sure = r.tagging.Labels, r.tagging.Sure
	return r
}

// gluedBehind lists text that damage attaches to the end of an identifier.
var gluedBehind = []string{",arxiv", ".arxiv", ".url", ",url", "http:", "https:", ",doi:", ".issn", "[arxiv", ";arxiv"}

// findIdentifiers returns the identifiers of a string without the text attached to them.
func findIdentifiers(raw string) []ident.Found {
	list := ident.Find(raw)
	for i := range list {
		f := &list[i]
		if f.ID.Scheme != ident.DOI {
			continue
		}
		text := ident.LowerASCII(raw[f.Start:f.End])
		for _, glue := range gluedBehind {
			if k := strings.Index(text, glue); k > 9 {
				text = strings.TrimRight(text[:k], ".,;")
			}
		}
		if len(text) == f.End-f.Start {
			continue
		}
		if id, ok := ident.ParseDOI(text); ok {
			f.ID, f.End = id, f.Start+len(text)
		}
	}
	return list
}
