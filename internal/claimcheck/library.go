package claimcheck

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/words"
	"github.com/bonafide-audit/bonafide/row"
)

// Library is the files of some folders, each identified by its first page. It is safe for concurrent use.
type Library struct {
	files     []file
	byID      map[ident.ID][]int
	unread    []error
	databases []string // of Zotero
	exports   []string // bibliographies whose entries may refer to files
}

type file struct {
	Path  string     `json:"path"`
	Size  int64      `json:"size"`
	Time  int64      `json:"time"`  // of its last change, in nanoseconds since 1970
	Title string     `json:"title"` // set apart on its first page, normalised; "" for none
	Head  []string   `json:"head"`  // its first sentences, or the lines of its first page, normalised
	IDs   []ident.ID `json:"ids"`   // shown on its first page
	// Blocks are consecutive lines of the same size on the first page, normalised.
	Blocks []string `json:"blocks,omitempty"`

	shown []string // possible titles, without spaces
	begun string   // its beginning, without spaces
	hint  *hint    // from a reference manager
}

// Limits of a library.
const (
	maxFiles = 50_000
	headMost = 20  // sentences at the beginning of a text
	lineMost = 600 // bytes of each
)

// endings are the extensions of files that may be papers.
var endings = []string{".pdf", ".xml", ".nxml", ".html", ".htm", ".docx", ".odt", ".txt", ".md"}

// OpenLibrary reads the first page of every paper below the folders. It takes unchanged files from the file of
// notes, "" for none, and rewrites it. It calls looked, never concurrently, as papers are read.
func OpenLibrary(ctx context.Context, folders []string, notes string, looked func(done, all int)) (*Library, error) {
	l := &Library{byID: map[ident.ID][]int{}}
	for _, folder := range folders {
		if err := l.list(folder); err != nil {
			return nil, err
		}
	}
	if err := l.look(ctx, readNotes(notes), looked); err != nil {
		return nil, err
	}
	l.hint(ctx)
	for i := range l.files {
		l.files[i].prepare()
		for _, id := range l.files[i].IDs {
			l.byID[id] = append(l.byID[id], i)
		}
	}
	if notes != "" {
		if err := writeNotes(notes, l.files); err != nil {
			l.unread = append(l.unread, err)
		}
	}
	return l, nil
}

// Len returns the number of papers.
func (l *Library) Len() int { return len(l.files) }

// Unread returns the errors of files that could not be read.
func (l *Library) Unread() []error { return l.unread }

// list adds the papers below a folder, by path. Links are not followed.
func (l *Library) list(folder string) error {
	if filepath.Base(folder) == "storage" { // of Zotero, whose database is beside it
		if info, err := os.Lstat(filepath.Join(filepath.Dir(folder), zoteroName)); err == nil && info.Mode().IsRegular() {
			l.manager(filepath.Join(filepath.Dir(folder), zoteroName))
		}
	}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && path == folder:
			return err
		case err != nil:
			l.unread = append(l.unread, err)
			return nil
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != folder:
			return fs.SkipDir
		case entry.Type().IsRegular() && l.manager(path):
			return nil
		case !entry.Type().IsRegular() || !slices.Contains(endings, strings.ToLower(filepath.Ext(path))):
			return nil
		case len(l.files) == maxFiles:
			return fmt.Errorf("%s: more than %d papers: name fewer folders", folder, maxFiles)
		}
		info, err := entry.Info()
		if err != nil || info.Size() > biblio.MaxCitedText {
			l.unread = append(l.unread, errors.Join(err, fmt.Errorf("%s: larger than %d MB", path, biblio.MaxCitedText>>20)))
			return nil
		}
		l.files = append(l.files, file{Path: path, Size: info.Size(), Time: info.ModTime().UnixNano()})
		return nil
	})
}

// look reads the first pages of the files.
func (l *Library) look(ctx context.Context, before map[string]file, looked func(done, all int)) error {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	failed := make([]error, len(l.files))
	var telling sync.Mutex
	done := 0
	for i := range l.files {
		f := &l.files[i]
		if b, ok := before[f.Path]; ok && b.Size == f.Size && b.Time == f.Time {
			*f = b
			continue
		}
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			failed[i] = f.look()
			telling.Lock()
			defer telling.Unlock()
			if done++; looked != nil {
				looked(done, len(l.files))
			}
			return nil
		})
	}
	err := group.Wait()
	for _, f := range failed {
		if f != nil {
			l.unread = append(l.unread, f)
		}
	}
	return err
}

// look reads the beginning of a paper.
func (f *file) look() error {
	src, err := os.ReadFile(f.Path)
	if err != nil {
		return err
	}
	return f.lookInto(src)
}

// lookInto records what a paper shows on its first page.
func (f *file) lookInto(src []byte) error {
	if bytes.HasPrefix(src, []byte("%PDF-")) {
		front, err := paper.ReadFront(src)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		f.Title, f.IDs, f.Blocks, f.Head = normalise.Title(front.Title), front.IDs, normalised(front.Blocks),
			normalised(front.Lines)
		return nil
	}
	text, err := read(f.Path, src)
	if err != nil {
		return err
	}
	f.front(src[:min(len(src), frontMost)])
	begun := ""
	for _, s := range text.Sentences[:min(len(text.Sentences), headMost)] {
		line := s.Text[:min(len(s.Text), lineMost)]
		begun += line + "\n"
		f.Head = append(f.Head, normalise.Title(strings.ToValidUTF8(line, "")))
	}
	if len(f.IDs) == 0 {
		f.IDs = ident.Alone(ident.Find(begun))
	}
	return nil
}

func normalised(lines []string) []string {
	list := make([]string, 0, len(lines))
	for _, l := range lines {
		list = append(list, normalise.Title(strings.ToValidUTF8(l[:min(len(l), lineMost)], "")))
	}
	return list
}

// front reads the front of an article in XML, which is not running text.
func (f *file) front(src []byte) {
	m := articleTitle.FindSubmatch(src)
	if m == nil || !bytes.Contains(src, []byte("<article-meta")) {
		return
	}
	f.Title = normalise.Title(plainOf(m[1]))
	for _, name := range surname.FindAllSubmatch(src, authorsMost) {
		f.Head = append(f.Head, normalise.Title(plainOf(name[1])))
	}
	for _, m := range articleID.FindAllSubmatch(src, 2) {
		if id, ok := ident.ParseDOI(plainOf(m[1])); ok && len(f.IDs) == 0 {
			f.IDs = append(f.IDs, id)
		}
	}
}

func plainOf(src []byte) string {
	return html.UnescapeString(elements.ReplaceAllString(string(src), ""))
}

// The front of an article in XML (JATS).
var (
	articleTitle = lazy.Regexp(`(?s)<article-title\b[^>]*>(.{1,1000}?)</article-title>`)
	surname      = lazy.Regexp(`<surname>([^<]{1,100})</surname>`)
	articleID    = lazy.Regexp(`<article-id\s[^>]{0,100}pub-id-type=["']doi["'][^>]{0,100}>([^<]{1,300})<`)
	elements     = lazy.Regexp(`<[^>]*>`)
)

const (
	frontMost   = 256 << 10 // bytes
	authorsMost = 50
)

// Find returns the text of a work from the folders, nil if there is none. The citing file itself is excluded.
func (l *Library) Find(_ context.Context, citing string, records []*biblio.Record, claimed *biblio.Work) (*claim.Text,
	row.TextSource, error) {
	works := make([]*biblio.Work, 0, len(records)+1)
	for _, r := range records {
		works = append(works, &r.Work)
	}
	if len(records) == 0 { // no record confirms the claim, but the file may still be of this work
		works = append(works, claimed)
	}
	for _, w := range works {
		if i := l.of(w, citing); i >= 0 {
			f := &l.files[i]
			src, err := os.ReadFile(f.Path)
			if err != nil {
				return nil, row.TextSource{}, err
			}
			text, err := read(f.Path, src)
			if err != nil {
				return nil, row.TextSource{}, err
			}
			return text, row.TextSource{Kind: "folder", Where: f.Path, Digest: digest(src)}, nil
		}
	}
	return nil, row.TextSource{}, nil
}

// of returns the file of a work, -1 for none: one that shows its identifier and title, or its title and an
// author, or one that a reference manager assigns to it and whose first page contains the title. Of several
// files it takes the first.
func (l *Library) of(w *biblio.Work, citing string) int {
	citing, _ = filepath.Abs(citing)
	t := titleOf(w)
	for _, id := range w.IDs {
		for _, i := range l.byID[id] {
			if l.files[i].showsIdentified(t) && !l.files[i].is(citing) {
				return i
			}
		}
	}
	if !t.telling {
		return -1
	}
	for i := range l.files {
		f := &l.files[i]
		if (f.shows(t) && namesOne(f.Head, w.Authors()) || f.hinted(w, t)) && !f.is(citing) {
			return i
		}
	}
	return -1
}

func (f *file) is(path string) bool {
	own, err := filepath.Abs(f.Path)
	return err == nil && own == path
}

// read extracts the running text of a paper.
func read(name string, src []byte) (*claim.Text, error) {
	text := &claim.Text{}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".txt", ".md":
		plain(text, string(src))
	default:
		doc, err := extract.Read(name, src, extract.Options{MaxBytes: biblio.MaxCitedText})
		if err != nil && !errors.Is(err, extract.ErrNoReferences) {
			return nil, err
		}
		for _, t := range doc.Texts {
			text.AddRunning(t.Body, claim.SectionOf(t.Section), t.At)
		}
	}
	text.Whole = len(text.Sentences) >= wholeFrom // otherwise a front page, or pages without text
	return text, nil
}

// listHead matches what may be the heading of the reference list of a plain text: "Sources" may also be a section.
var listHead = lazy.Regexp(`(?i)^(?:#+\s*)?(?:\d+\.?\s+)?(?:` + words.Pattern(words.Heading) + `)\s*:?$`)

// entryStart matches how an entry of a list begins: with a number, or a name and an initial or given name.
var entryStart = lazy.Regexp(`^(?:[-*•]\s+)?(?:\[?\d{1,3}[\].)]|\p{Lu}\.|` +
	`\p{Lu}[\p{L}'’-]+,?\s+\p{Lu}(?:\.|\p{Lu}?\b|[\p{L}'’-]+[,.;&]))`)

// plain reads the paragraphs of a plain text, separated by empty lines, up to its reference list.
func plain(text *claim.Text, src string) {
	section := ""
	src = strings.ToValidUTF8(strings.ReplaceAll(src, "\r\n", "\n"), "\ufffd")
	paragraphs := strings.Split(src, "\n\n")
	for i, paragraph := range paragraphs {
		paragraph = strings.TrimSpace(paragraph)
		first, rest, _ := strings.Cut(paragraph, "\n")
		switch {
		case listHead.MatchString(strings.TrimSpace(first)) && beginsList(rest, paragraphs[i+1:]):
			return
		case strings.HasPrefix(paragraph, "#") && !strings.Contains(paragraph, "\n"):
			section = strings.Trim(paragraph, "# ")
			text.AddParagraph(section, claim.Other, 0, nil) // the first is the title
		default:
			text.AddParagraph(paragraph, claim.SectionOf(section), 0, nil)
		}
	}
}

// beginsList reports whether what follows a heading begins with an entry: below it, or in the next paragraph. A
// heading with nothing below it ends the text.
func beginsList(below string, paragraphs []string) bool {
	first := strings.TrimSpace(below)
	for ; first == "" && len(paragraphs) > 0; paragraphs = paragraphs[1:] {
		first = strings.TrimSpace(paragraphs[0])
	}
	return first == "" || entryStart.MatchString(first)
}

// wholeFrom is the minimum number of sentences of a whole paper.
const wholeFrom = 30 // case: TestCopies

// notesMost is the maximum size of the file of notes, in bytes.
const notesMost = 512 << 20

// notesVersion changes with what is stored about a file: 1 had no blocks.
const notesVersion = 2

type notes struct {
	Version int    `json:"version"`
	Files   []file `json:"files"`
}

// readNotes returns what is stored about files, by path; nothing if the notes are missing or broken, since they
// can be rebuilt.
func readNotes(path string) map[string]file {
	info, err := os.Stat(path)
	if path == "" || err != nil || info.Size() > notesMost {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var kept notes
	if json.Unmarshal(data, &kept) != nil || kept.Version != notesVersion {
		return nil
	}
	seen := make(map[string]file, len(kept.Files))
	for _, f := range kept.Files {
		seen[f.Path] = f
	}
	return seen
}

// writeNotes writes the notes in one step.
func writeNotes(path string, files []file) error {
	data, err := json.Marshal(notes{notesVersion, files})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return outfile.Write(path, data, 0o600)
}

func digest(src []byte) string {
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}
