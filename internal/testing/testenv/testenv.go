// Package testenv finds what tests need and a plain checkout does not have: shared data, servers, browsers. If
// a need is not met, the test is skipped with a clear message or, if the environment variable BONAFIDE_REQUIRE
// lists the need, fails.
package testenv

import (
	"compress/gzip"
	"flag"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// RunWaiting runs the tests of a package whose parallel tests mostly wait: eight for each processor at once,
// where the command line says nothing else. It returns the exit code.
func RunWaiting(m *testing.M) (code int) {
	_ = flag.Set("test.parallel", strconv.Itoa(8*runtime.GOMAXPROCS(0)))
	return m.Run()
}

// Shared returns the folder of shared data beside the project's root. It skips the test if there is none, and
// fails it if BONAFIDE_REQUIRE has "shared".
func Shared(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
			continue
		}
		shared := filepath.Join(filepath.Dir(dir), "shared")
		if _, err := os.Stat(filepath.Join(shared, "data")); err == nil {
			return shared
		}
		break
	}
	Missing(t, "shared", "the folder ../shared beside the project")
	return ""
}

// OpenShared opens a file of the shared data, named relative to its folder data, until the test ends. Files
// compressed with gzip or zstd are decompressed.
func OpenShared(t testing.TB, name ...string) io.Reader {
	t.Helper()
	path := filepath.Join(append([]string{Shared(t), "data"}, name...)...)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	var r io.Reader = f
	switch filepath.Ext(path) {
	case ".gz":
		r, err = gzip.NewReader(f)
	case ".zst":
		var z *zstd.Decoder
		if z, err = zstd.NewReader(f); err == nil {
			t.Cleanup(z.Close)
		}
		r = z
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Long reports whether tests may take minutes: if BONAFIDE_REQUIRE has "long" or "all". Otherwise they run only
// some of their cases.
func Long() bool { return required("long") }

// NotShort skips a test under -short, or fails it if BONAFIDE_REQUIRE has "long". what says what takes the
// time: "reads every shared PDF".
func NotShort(t testing.TB, what string) {
	t.Helper()
	if testing.Short() {
		Missing(t, "long", "a run without -short, since it "+what)
	}
}

// required reports whether BONAFIDE_REQUIRE names a need.
func required(need string) bool {
	return slices.ContainsFunc(strings.Split(os.Getenv("BONAFIDE_REQUIRE"), ","),
		func(word string) bool { return word == need || word == "all" })
}

// Missing skips a test that needs what is missing, or fails it if BONAFIDE_REQUIRE, a comma-separated list, has
// the need's name or "all".
func Missing(t testing.TB, need, what string) {
	t.Helper()
	if required(need) {
		t.Fatalf("needs %s, which BONAFIDE_REQUIRE demands", what)
	}
	t.Skipf("needs %s (%s)", what, need)
}

// EachShared calls do for every file below a folder of the shared data, named relative to its folder data.
func EachShared(t testing.TB, do func(path string, src []byte), name ...string) {
	t.Helper()
	root := filepath.Join(append([]string{Shared(t), "data"}, name...)...)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil {
			do(path, src)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Files is a tree of files in memory, by name.
type Files map[string]string

// Names returns the names in sorted order.
func (f Files) Names() []string { return slices.Sorted(maps.Keys(f)) }

// Has reports whether a file exists.
func (f Files) Has(name string) bool {
	_, ok := f[name]
	return ok
}

// Read returns the content of a file.
func (f Files) Read(name string) ([]byte, error) {
	if !f.Has(name) {
		return nil, fs.ErrNotExist
	}
	return []byte(f[name]), nil
}
