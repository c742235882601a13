package annotate

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/color"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/validate"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// note is a highlight on one page with a text that readers show beside it.
type note struct {
	Page  int          // from 1
	Boxes []biblio.Box // what is highlighted, in points
	Title string       // author or topic of the note
	Text  string
	Color color.SimpleColor
}

// The errors of a PDF that cannot be annotated.
var (
	ErrEncrypted = errors.New("the PDF is encrypted: remove its password first, for instance with qpdf --decrypt")
	ErrBroken    = errors.New("the PDF is damaged, so that nothing can be added to it: print it to a new PDF first")
)

// maxBytes is the maximum size of a PDF to annotate, in bytes.
const maxBytes = 512 << 20

// writeNotes adds notes to a PDF, and a summary on pages after its last one. Without either it returns the PDF
// unchanged. The same input produces the same bytes.
func writeNotes(src []byte, notes []note, summary []line) (out []byte, err error) {
	if len(notes)+len(summary) == 0 {
		return slices.Clone(src), nil
	}
	if len(src) > maxBytes {
		return nil, fmt.Errorf("more than %d MB", maxBytes>>20)
	}
	err = parallel.Try(func() (err error) { // the library panics on some damaged files
		out, err = withNotes(src, notes, summary)
		return err
	})
	if _, ok := errors.AsType[*parallel.Fault](err); ok {
		return nil, fmt.Errorf("%w (%v)", ErrBroken, err)
	}
	return out, err
}

func withNotes(src []byte, notes []note, summary []line) ([]byte, error) {
	keepHome()
	conf := model.NewDefaultConfiguration()
	conf.Cmd = model.ADDANNOTATIONS
	conf.ValidationMode = model.ValidationRelaxed
	conf.Offline = true
	ctx, err := pdfcpu.Read(bytes.NewReader(src), conf)
	if err == nil {
		err = validate.XRefTable(ctx)
	}
	if err != nil {
		if strings.Contains(err.Error(), "password") || strings.Contains(err.Error(), "encrypt") {
			return nil, ErrEncrypted
		}
		return nil, fmt.Errorf("%w (%v)", ErrBroken, err)
	}
	if ctx.Encrypt != nil {
		return nil, ErrEncrypted
	}
	conf.WriteXRefStream = ctx.Read.UsingXRefStreams // a table is continued as a table
	out := bytes.NewBuffer(slices.Clone(src))
	if err := write(ctx, out, notes, summary); err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrBroken, err)
	}
	return out.Bytes(), nil
}

// keepHome keeps the library from writing a configuration into the user's home. Its package api is not used,
// since its imports would slow every start of the program more than everything else.
var keepHome = sync.OnceFunc(func() { model.ConfigPath = "disable" })

// write appends the increment to the file.
func write(ctx *model.Context, file *bytes.Buffer, notes []note, summary []line) error {
	byPage := map[int][]model.AnnotationRenderer{}
	for i, n := range notes {
		if n.Page >= 1 && n.Page <= ctx.PageCount && len(n.Boxes) > 0 {
			id := fmt.Sprintf("bonafide-%d-%d", file.Len(), i+1) // different if notes are added again
			byPage[n.Page] = append(byPage[n.Page], newHighlight(n, id))
		}
	}
	if len(byPage)+len(summary) == 0 {
		return nil
	}
	free, err := ctx.Free(0)
	if err != nil {
		return err
	}
	*free.Offset = 0 // no number is reused: the library takes them in any order
	for _, page := range slices.Sorted(maps.Keys(byPage)) {
		if _, err := pdfcpu.AddAnnotationsMap(ctx, map[int][]model.AnnotationRenderer{page: byPage[page]}, true); err != nil {
			return err
		}
	}
	if len(summary) > 0 {
		ctx.Write.Increment, ctx.Write.Offset = true, ctx.Read.FileSize
		if err := addSummary(ctx, summary); err != nil {
			return err
		}
	}
	if ctx.PostProcessValidate {
		if err := validate.XRefTable(ctx); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(file)
	ctx.Write.Writer = out
	return cmp.Or(pdfcpu.WriteIncrement(ctx), out.Flush())
}

// highlight writes the dictionary of a highlight (ISO 32000-1, 12.5.6.10): the library's has the time of writing.
type highlight struct {
	model.HighlightAnnotation
	note note
}

// opacity keeps the text below a highlight readable.
const opacity = 0.4

func newHighlight(n note, id string) highlight {
	around := biblio.Box{}
	for _, b := range n.Boxes {
		around = around.Union(b)
	}
	rect := types.NewRectangle(around.X0, around.Y0, around.X1, around.Y1)
	return highlight{
		model.NewHighlightAnnotation(*rect, 0, n.Text, id, "", 0,
			&n.Color, 0, 0, 0, n.Title, nil, nil, "", "", nil), n,
	}
}

// RenderDict returns the dictionary.
func (h highlight) RenderDict(_ *model.XRefTable, page *types.IndirectRef) (types.Dict, error) {
	text, err := types.EscapedUTF16String(h.note.Text)
	if err != nil {
		return nil, err
	}
	title, err := types.EscapedUTF16String(h.note.Title)
	if err != nil {
		return nil, err
	}
	rect := h.Rectangle()
	d := types.Dict{
		// printed
		"Type": types.Name("Annot"), "Subtype": types.Name("Highlight"), "Rect": rect.Array(), "F": types.Integer(4),
		"C":        types.NewNumberArray(float64(h.note.Color.R), float64(h.note.Color.G), float64(h.note.Color.B)),
		"CA":       types.Float(opacity),
		"Contents": types.StringLiteral(*text), "T": types.StringLiteral(*title), "NM": types.StringLiteral(h.ID()),
	}
	if page != nil {
		d["P"] = *page
	}
	var corners []float64
	for _, b := range h.note.Boxes { // in the order that readers expect, not the standard's
		corners = append(corners, b.X0, b.Y1, b.X1, b.Y1, b.X0, b.Y0, b.X1, b.Y0)
	}
	d["QuadPoints"] = types.NewNumberArray(corners...)
	return d, nil
}
