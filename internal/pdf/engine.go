package pdf

import (
	"context"
	"fmt"
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
)

// memoryPages bounds the memory of one instance of the library, in pages of
// 64 KB: 320 MB, so that a document with its own bytes stays below 500 MB.
const memoryPages = 320 << 20 >> 16

// The library is compiled in two ways, each started on first use. The careful
// one can be stopped inside a call, which makes everything two and a half times
// slower; the fast one cannot. A document that never comes back is abandoned
// with its instance, and from then on this process is careful: hostile files
// cost it one thread at most.
var (
	fastEngine    = sync.OnceValues(func() (pdfium.Pool, error) { return startEngine(false) })
	carefulEngine = sync.OnceValues(func() (pdfium.Pool, error) { return startEngine(true) })
	abandoned     atomic.Bool
)

// ready starts the library, which takes seconds on first use, and many on a busy
// machine: they are none of a document's time. Who uses it meets its error.
func ready() {
	engine := fastEngine
	if abandoned.Load() {
		engine = carefulEngine
	}
	_, _ = engine()
}

// startEngine compiles the library, or takes it from the cache on disk, which
// saves two seconds. A cache that cannot be written is no reason to fail.
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

// instanceWait is how long a document waits for another to be done.
const instanceWait = 10 * time.Minute
