package archive

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Limits bound what is read from a folder or an archive. A zero field means the default.
type Limits struct {
	Entries   int   // files
	Depth     int   // folders above a file
	FileBytes int64 // of one file, unpacked
	Bytes     int64 // of all files, unpacked; archives only
	Ratio     int64 // of unpacked to packed bytes, beyond the first RatioFree
}

// The default limits.
const (
	defaultEntries   = 100_000
	defaultDepth     = 32
	defaultFileBytes = biblio.MaxDocument
	defaultBytes     = 16 << 30
	defaultRatio     = 200
	// ratioFree is how much may be unpacked from an archive regardless of its own size.
	ratioFree = 64 << 20
)

func (l Limits) withDefaults() Limits {
	return Limits{
		Entries:   cmp.Or(l.Entries, defaultEntries),
		Depth:     cmp.Or(l.Depth, defaultDepth),
		FileBytes: cmp.Or(l.FileBytes, defaultFileBytes),
		Bytes:     cmp.Or(l.Bytes, defaultBytes),
		Ratio:     cmp.Or(l.Ratio, defaultRatio),
	}
}

// The reasons why an archive, or a file in one, cannot be used.
var (
	ErrNotArchive = errors.New("not an archive that bonafide reads")
	errExpands    = errors.New("it unpacks to far more than its size: refused")
	errTooLarge   = errors.New("the file is too large")
	errDamaged    = errors.New("the archive is damaged")
	errEncrypted  = errors.New("the file is encrypted")
)

// File is one file of a tree.
type File struct {
	Name string // slash-separated, below the tree
	Size int64  // as stated; reading may yield less or fail
	open func() (io.ReadCloser, error)
}

// Tree is the files of a folder or an archive.
type Tree struct {
	Files   []File         // by name
	Skipped map[string]int // why files were skipped, and how many
	Cut     string         // why the remaining files were not read, or "" if all were

	limits Limits
	names  map[string]int
	close  func() error
}

// Close releases the resources of the tree. It may be called once.
func (t *Tree) Close() error {
	if t.close == nil {
		return nil
	}
	return t.close()
}

// Names lists the names of all files in order.
func (t *Tree) Names() []string {
	return lists.Map(t.Files, func(f File) string { return f.Name })
}

// Has reports whether there is a file with a name.
func (t *Tree) Has(name string) bool {
	_, ok := t.names[name]
	return ok
}

// Read reads a whole file. The error wraps errTooLarge if it is larger than a limit, and fs.ErrNotExist if there is
// no file with that name.
func (t *Tree) Read(name string) ([]byte, error) {
	i, ok := t.names[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return t.Files[i].read(t.limits.FileBytes)
}

func (f *File) read(limit int64) ([]byte, error) {
	if f.Size > limit { // according to its own statement
		return nil, fmt.Errorf("%w: more than %d MB", errTooLarge, limit>>20)
	}
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	src, err := readAll(r, limit)
	if closing := r.Close(); err == nil {
		err = closing
	}
	return src, err
}

// readAll reads a stream of at most limit bytes.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(src)) > limit {
		return nil, fmt.Errorf("%w: more than %d MB", errTooLarge, limit>>20)
	}
	return src, err
}

// Why files are skipped.
const (
	skipHidden  = "hidden"
	skipLink    = "link"
	skipOutside = "outside"
	skipDeep    = "deep"
	skipTwice   = "twice"
	skipMedia   = "media"
)

func (t *Tree) skip(why string) {
	if t.Skipped == nil {
		t.Skipped = map[string]int{}
	}
	t.Skipped[why]++
}

// admit returns the name under which a file is added, or "" for a file that is skipped, which it counts.
func (t *Tree) admit(raw string) string {
	name := plainName(raw)
	if name == "" || name[0] == '/' || strings.IndexByte(name, 0) >= 0 || len(name) > 1 && name[1] == ':' ||
		slices.Contains(strings.Split(name, "/"), "..") {
		t.skip(skipOutside)
		return ""
	}
	name = path.Clean(name)
	parts := strings.Split(name, "/")
	switch {
	case name == ".":
		t.skip(skipOutside)
	case len(parts)-1 > t.limits.Depth:
		t.skip(skipDeep)
	case slices.ContainsFunc(parts, hidden):
		t.skip(skipHidden)
	case media[strings.ToLower(path.Ext(name))]:
		t.skip(skipMedia)
	default:
		return name
	}
	return ""
}

// hidden reports whether a part of a path is hidden from users or left by a system.
func hidden(part string) bool {
	return strings.HasPrefix(part, ".") || part == "__MACOSX" || part == "Thumbs.db"
}

// media lists the extensions of files that contain no references, whatever is in them: pictures, sound, films, fonts,
// programs.
var media = words.Set(`
	.png .jpg .jpeg .gif .eps .svg .tif .tiff .bmp .webp .ico .mp4 .mov .avi .mp3 .wav .ttf .otf .pfb .woff
	.woff2 .exe .dll .so .o .pyc .class .jar .npy .npz .pt .pkl .mat`)

// add adds a file under an admitted name. It returns false if there are too many.
func (t *Tree) add(name string, size int64, open func() (io.ReadCloser, error)) bool {
	if _, twice := t.names[name]; twice {
		t.skip(skipTwice)
		return true
	}
	if len(t.Files) >= t.limits.Entries {
		t.Cut = fmt.Sprintf("it has more than %d files: the rest is not read", t.limits.Entries)
		return false
	}
	if t.names == nil {
		t.names = map[string]int{}
	}
	t.names[name] = len(t.Files)
	t.Files = append(t.Files, File{Name: name, Size: size, open: open})
	return true
}

func (t *Tree) sort() *Tree {
	slices.SortFunc(t.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	for i := range t.Files {
		t.names[t.Files[i].Name] = i
	}
	return t
}

// Folder returns the files below a folder. Links are skipped, wherever they lead.
func Folder(dir string, limits Limits) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	t := &Tree{limits: limits.withDefaults(), close: root.Close}
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case name == "." && err == nil:
			return nil
		case err != nil && name == ".":
			return err
		case err != nil:
			t.skip("unreadable")
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			if hidden(d.Name()) || strings.Count(name, "/") > t.limits.Depth {
				t.skip(skipHidden)
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			t.skip(skipLink)
			return nil
		}
		if t.admit(name) == "" {
			return nil
		}
		size := int64(0)
		if info, err := d.Info(); err == nil {
			size = info.Size()
		}
		if !t.add(name, size, func() (io.ReadCloser, error) { return root.Open(name) }) {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return t.sort(), nil
}

// Given returns the files of a folder held in memory, under their names.
func Given(files map[string][]byte, limits Limits) *Tree {
	t := &Tree{limits: limits.withDefaults()}
	for raw, content := range files {
		name := t.admit(raw)
		if name == "" {
			continue
		}
		if !t.add(name, int64(len(content)), func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(content)), nil
		}) {
			break
		}
	}
	return t.sort()
}

// Takes reports whether a file of a folder is read, judging by its name: it is not hidden, not a picture, and lies
// within the folder.
func Takes(name string) bool {
	t := &Tree{limits: Limits{}.withDefaults()}
	return t.admit(name) != ""
}

// spoolMemory is how much of an unpacked archive is held in memory; beyond it a temporary file is used.
const spoolMemory = 32 << 20

// spool stores unpacked files one after another.
type spool struct {
	memory []byte
	file   *os.File
	size   int64
}

func (s *spool) keep(r io.Reader) (at, n int64, err error) {
	at = s.size
	n, err = io.Copy(s, r)
	return at, n, err
}

// Write appends p.
func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.size+int64(len(p)) > spoolMemory {
		if err := s.spill(); err != nil {
			return 0, err
		}
	}
	s.size += int64(len(p))
	if s.file != nil {
		return s.file.Write(p)
	}
	s.memory = append(s.memory, p...)
	return len(p), nil
}

func (s *spool) spill() error {
	f, err := os.CreateTemp("", "bonafide-*")
	if err != nil {
		return err
	}
	_ = os.Remove(f.Name()) // where this works, no file is left behind
	if _, err := f.Write(s.memory); err != nil {
		_ = f.Close()
		return err
	}
	s.file, s.memory = f, nil
	return nil
}

func (s *spool) open(at, n int64) io.ReadCloser {
	if s.file != nil {
		return io.NopCloser(io.NewSectionReader(s.file, at, n))
	}
	return io.NopCloser(bytes.NewReader(s.memory[at : at+n]))
}

// Close releases the memory or the file.
func (s *spool) Close() error {
	s.memory = nil
	if s.file == nil {
		return nil
	}
	name := s.file.Name()
	err := s.file.Close()
	_ = os.Remove(name)
	return err
}
