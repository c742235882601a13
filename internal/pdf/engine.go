package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// memoryPages bounds the memory of one instance of the library, in pages of
// 64 KB: 320 MB, so that a document with its own bytes stays below 500 MB.
const memoryPages = 320 << 20 >> 16

// The library is compiled in two ways, each started on first use. The careful engine can be stopped inside a call,
// which makes everything two and a half times slower; the fast one cannot. A document that never returns is abandoned
// with its instance, and from then on this process uses the careful engine: hostile files cost it one thread at most.
var (
	fastEngine    = sync.OnceValues(func() (pdfium.Pool, error) { return startEngine(false) })
	carefulEngine = sync.OnceValues(func() (pdfium.Pool, error) { return startEngine(true) })
	abandoned     atomic.Bool
)

// ready starts the library, which takes seconds on first use, and many on a busy machine: these do not count as a
// document's time. An error is reported on use.
func ready() {
	engine := fastEngine
	if abandoned.Load() {
		engine = carefulEngine
	}
	_, _ = engine()
}

// startEngine compiles the library, or loads it from the cache on disk, which saves two seconds. A cache that cannot
// be written is not an error.
func startEngine(stoppable bool) (pdfium.Pool, error) {
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(memoryPages).
		WithCloseOnContextDone(stoppable)
	if cache := compilationCache(); cache != nil {
		config = config.WithCompilationCache(cache)
	}
	pool, err := webassembly.Init(webassembly.Config{
		Context:       experimental.WithMemoryAllocator(context.Background(), experimental.MemoryAllocatorFunc(allocate)),
		MaxTotal:      max(2, runtime.GOMAXPROCS(0)),
		FSConfig:      wazero.NewFSConfig(), // no file of this machine is visible to the library
		RuntimeConfig: config,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot start the PDF library: %w", err)
	}
	return pool, nil
}

func compilationCache() wazero.CompilationCache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	dir = filepath.Join(dir, "bonafide", "wasm")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil
	}
	return cache
}

// instanceWait is how long a document waits for another one to finish.
const instanceWait = 10 * time.Minute

const maxPixels = 30 << 20

// Flags of the library's renderer.
const (
	bitmapGray = 1
	renderGray = 0x08
	withAnnots = 0x01
	white      = 0xFFFFFFFF
)

// Render draws pages, given by number, as grey images at dpi dots per inch, and passes each to use. It stops at the
// first error, including one from use.
func Render(src []byte, pages []int, dpi float64, opt Options, use func(page int, img *image.Gray) error) error {
	if len(src) > biblio.MaxDocument {
		return errTooBig
	}
	r := newReader(src, opt)
	return r.bounded(func() error { return r.renderAll(pages, dpi, use) })
}

func (r *reader) renderAll(pages []int, dpi float64, use func(page int, img *image.Gray) error) error {
	n, err := newNative(r.until)
	if err != nil {
		return err
	}
	defer n.close()
	r.n = n
	if err := r.open(); err != nil {
		return openError(r.src, err)
	}
	for _, page := range pages {
		img, err := r.render(page-1, dpi)
		if err != nil {
			return fmt.Errorf("page %d: %w", page, err)
		}
		if err := use(page, img); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) render(index int, dpi float64) (*image.Gray, error) {
	n := r.n
	handle := n.call("FPDF_LoadPage", r.file, uint64(index))
	if handle == 0 {
		return nil, errNoPages
	}
	defer n.call("FPDF_ClosePage", handle)
	return r.picture(handle, dpi)
}

func (r *reader) picture(handle uint64, dpi float64) (*image.Gray, error) {
	n := r.n
	width := int(float64(api.DecodeF32(n.call("FPDF_GetPageWidthF", handle))) * dpi / 72)
	height := int(float64(api.DecodeF32(n.call("FPDF_GetPageHeightF", handle))) * dpi / 72)
	if width < 1 || height < 1 || width > maxPixels || height > maxPixels || width*height > maxPixels {
		return nil, errTooBig
	}
	w, h := uint64(width), uint64(height)
	bitmap := n.call("FPDFBitmap_CreateEx", w, h, bitmapGray, 0, 0)
	if bitmap == 0 {
		return nil, errTooBig
	}
	defer n.call("FPDFBitmap_Destroy", bitmap)
	n.call("FPDFBitmap_FillRect", bitmap, 0, 0, w, h, white)
	n.call("FPDF_RenderPageBitmap", bitmap, handle, 0, 0, w, h, 0, renderGray|withAnnots)
	stride := n.integer("FPDFBitmap_GetStride", bitmap)
	buffer := n.call("FPDFBitmap_GetBuffer", bitmap)
	if n.err != nil {
		return nil, n.err
	}
	pixels, ok := n.memory.Read(uint32(buffer), uint32(stride*height))
	if !ok || stride < width {
		return nil, errBroken
	}
	return &image.Gray{Pix: append([]byte(nil), pixels...), Stride: stride, Rect: image.Rect(0, 0, width, height)}, nil
}

// The reasons why a whole file cannot be read, worded for users.
var (
	ErrNotPDF = errors.New("it is not a PDF, or is too damaged to open")
	errGaveUp = errors.New(
		"the PDF library gave up on it: it is damaged, or a part of it is too large; print it to a new PDF")
	errPassword = errors.New("the PDF is protected by a password: save a copy without it")
	errSecurity = errors.New("the PDF is protected in a way that cannot be opened: save a copy without protection")
	errNoPages  = errors.New("the PDF has no pages that can be read")
	errFault    = errors.New("reading the PDF failed by a fault of bonafide: please report the file")
	errTooBig   = errors.New("the PDF is too large to be read: split it")
	errTooSlow  = errors.New("the PDF took too long to read: it is damaged or made to be slow")
)
