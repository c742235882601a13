package refstring

import (
	_ "embed" // the weights
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

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

// maxWeights bounds the size of unpacked weights in bytes.
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

func (p *Parser) parse(raw string) Parsed {
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
