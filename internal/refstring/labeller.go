package refstring

import (
	_ "embed" // the weights
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

//go:embed weights.zst
var packed []byte

// Parser reads reference strings with the labeller of a model. Any number of
// goroutines may use it.
type Parser struct {
	model *tagger.Model
	pool  sync.Pool // of *reading
}

// NewParser gives a parser that labels with a model.
func NewParser(m *tagger.Model) *Parser {
	return &Parser{model: m, pool: sync.Pool{New: func() any { return new(reading) }}}
}

// shipped is the parser with the weights that this package carries.
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
	raw = bounded(raw)
	for _, form := range forms {
		if parsed, ok := form(raw); ok {
			return parsed
		}
	}
	r := p.read(raw)
	defer p.pool.Put(r)
	return r.assemble()
}

// read labels the words of a string. The reading goes back to the pool when its
// user is done.
func (p *Parser) read(raw string) *reading {
	r := p.pool.Get().(*reading)
	r.raw, r.model, r.found = raw, p.model, ident.Find(raw)
	r.tokens = tagger.Tokenise(r.tokens[:0], raw, r.found)
	p.model.Tag(&r.tagging, raw, r.tokens)
	r.labels, r.sure = r.tagging.Labels, r.tagging.Sure
	return r
}
