package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/archive"
	"github.com/bonafide-audit/bonafide/internal/extract/project"
)

// Why files of folders and archives are skipped.
const (
	skipNoDocument = "no document"       // neither a paper nor a bibliography
	skipPart       = "part of a project" // belongs to a paper in LaTeX
)

// errPassedOver means that a file turned out not to be a document.
var errPassedOver = errors.New("no document")

type planner struct {
	ctx context.Context
	src Source
	Tally
}

func (p *planner) jobs() iter.Seq[job] {
	return func(yield func(job) bool) {
		if tree := p.folder(); tree != nil {
			p.src.planned(1)
			p.tree(tree, givenFolder, func(file string) string { return file }, yield)
			return
		}
		p.src.planned(len(p.src.Names))
		for _, name := range p.src.Names {
			if !p.named(name, yield) {
				return
			}
		}
	}
}

func one(name string, read func() (Document, error)) job {
	return job{run: func(ctx context.Context) []Result { return []Result{safely(ctx, name, read)} }, done: func() {}}
}

func fails(name string, err error) job {
	return one(name, func() (Document, error) { return Document{Name: name}, err })
}

// named yields the jobs of one name. It reports whether more are wanted.
func (p *planner) named(name string, yield func(job) bool) bool {
	if src, given := p.src.Bytes[name]; given {
		return p.bytes(name, src, yield)
	}
	if name == "-" {
		return p.standardInput(yield)
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return yield(fails(name, plain(name, err)))
	case info.IsDir():
		tree, err := archive.Folder(name, archive.Limits{FileBytes: p.src.limit()})
		if err != nil {
			return yield(fails(name, plain(name, err)))
		}
		return p.tree(tree, name, func(file string) string { return filepath.Join(name, filepath.FromSlash(file)) }, yield)
	case p.src.Format != "":
		return yield(one(name, func() (Document, error) { return ReadFile(name, p.src.Options) }))
	}
	head, err := headOf(name, info)
	if err != nil {
		return yield(fails(name, plain(name, err)))
	}
	if IsArchive(head) {
		tree, err := archive.OpenFile(name, archive.Limits{FileBytes: p.src.limit()})
		return p.archive(tree, err, name, yield)
	}
	if read := p.beside(name, head); read != nil {
		return yield(one(name, read))
	}
	return yield(one(name, func() (Document, error) { return ReadFile(name, p.src.Options) }))
}

// headOf returns the first bytes of a file on disk; none for a pipe, which can be read only once.
func headOf(name string, info os.FileInfo) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, sniffMax))
}

// IsArchive reports whether the first bytes are those of an archive that is not a document. A paper in PDF may have
// bytes before its mark; an archive that begins with a paper has the paper's mark there.
func IsArchive(head []byte) bool {
	if archive.Kind(head) == "" {
		return false
	}
	for _, f := range formats() {
		if f.binary && f.name != "pdf" && f.sniff(head) {
			return f.name == "zip" || f.name == "gzip"
		}
	}
	return true
}

// beside returns a reader for a file that uses the files next to it: the main file of a project in LaTeX, its .aux
// file, or a paper in Markdown or Typst that names its bibliographies. It is nil for other files.
func (p *planner) beside(name string, head []byte) func() (Document, error) {
	aux := strings.ToLower(filepath.Ext(name)) == ".aux"
	bibs := project.Named(name, string(head))
	if !aux && bibs == nil && !project.IsMain(string(head)) {
		return nil
	}
	return func() (Document, error) {
		dir, base := filepath.Split(name)
		files, err := openBeside(filepath.Clean(dir))
		if err != nil {
			return Document{Name: name}, plain(name, err)
		}
		defer files.Close()
		shown := func(file string) string { return filepath.Join(dir, filepath.FromSlash(file)) }
		switch {
		case aux:
			return readProject(files, project.LoadAux(files, base), shown, p.src.Options)
		case bibs != nil:
			return readWithLists(files, base, bibs, shown, p.src.Options)
		}
		return readProject(files, project.Load(files, base), shown, p.src.Options)
	}
}

func (p *planner) standardInput(yield func(job) bool) bool {
	const name = "stdin"
	limit := p.src.limit()
	src, err := ReadAll(p.ctx, p.src.Stdin, limit+1)
	if p.ctx.Err() != nil {
		return false
	}
	if err != nil {
		return yield(fails(name, plain(name, err)))
	}
	return p.bytes(name, src, yield)
}

func (p *planner) bytes(name string, src []byte, yield func(job) bool) bool {
	limit := p.src.limit()
	switch {
	case int64(len(src)) > limit:
		return yield(fails(name, tooLarge(name, limit)))
	case p.src.Format == "" && IsArchive(src):
		tree, err := archive.Open(name, bytes.NewReader(src), int64(len(src)), archive.Limits{FileBytes: limit})
		return p.archive(tree, err, name, yield)
	}
	return yield(one(name, func() (Document, error) { return Read(name, src, p.src.Options) }))
}

// Inside separates the name of an archive from that of a file in it.
const Inside = "!"

// archive yields the jobs of an opened archive, or the reason why it could not be opened.
func (p *planner) archive(tree *archive.Tree, err error, name string, yield func(job) bool) bool {
	if err != nil {
		return yield(fails(name, fmt.Errorf("%s: %w", name, err)))
	}
	return p.tree(tree, name, func(file string) string { return name + Inside + file }, yield)
}

// tree yields the jobs of a tree, and closes it when all are done.
func (p *planner) tree(tree *archive.Tree, name string, shown func(string) string, yield func(job) bool) bool {
	var using sync.WaitGroup
	using.Add(1)
	go func() {
		using.Wait()
		_ = tree.Close()
	}()
	defer using.Done()
	found := new(int)
	plan := p.plan(tree, name, shown, true)
	p.src.planned(len(plan)) // the tree itself counts for the job that ends it
	for _, j := range plan {
		using.Add(1)
		j.done, j.found = using.Done, found
		if !yield(j) {
			return false
		}
	}
	return yield(job{run: func(context.Context) []Result { return []Result{{Document: Document{Name: name}, ends: true}} },
		done: func() {}, found: found})
}

// plan returns the jobs of a tree in the order of the names. Archives inside are opened if nested is set; those
// inside them are not.
func (p *planner) plan(tree *archive.Tree, name string, shown func(string) string, nested bool) []job {
	var jobs []job
	mains, folders, parts := map[string]project.Paper{}, map[string]bool{}, map[string]bool{}
	for _, paper := range project.Find(tree) {
		mains[paper.Mains[0]] = paper
		folders[path.Dir(paper.Mains[0])] = true
		maps.Copy(parts, paper.Owned)
	}
	for why, n := range tree.Skipped {
		p.skip(why, n)
	}
	inMarkup := namedInMarkup(tree, parts)
	for _, f := range tree.Files {
		file := f.Name
		paper, main := mains[file]
		rank := rankOf(file, len(tree.Files) == 1)
		below := belowAny(folders, file)
		switch {
		case main:
			jobs = append(jobs, one(shown(file), func() (Document, error) {
				loaded := project.Load(tree, paper.Mains...)
				doc, err := readProject(tree, loaded, shown, p.src.Options)
				if errors.Is(err, ErrNoReferences) && len(loaded.Cites)+len(loaded.Bibs)+len(loaded.Missing) == 0 {
					err = errPassedOver // a picture, a letter, a template
				}
				return doc, err
			}))
		case inMarkup[file] != nil:
			jobs = append(jobs, one(shown(file), func() (Document, error) {
				return readWithLists(tree, file, inMarkup[file], shown, p.src.Options)
			}))
		case parts[file], below && rank == fragment:
			p.skip(skipPart, 1)
		case rank == packed && nested:
			jobs = append(jobs, p.inner(tree, file, shown(file)))
		case rank == packed, rank == nothing:
			p.skip(skipNoDocument, 1)
		default:
			jobs = append(jobs, one(shown(file), func() (Document, error) {
				return p.member(tree, file, shown(file), rank, below)
			}))
		}
	}
	if tree.Cut != "" {
		jobs = append(jobs, fails(name, fmt.Errorf("%s: %s", name, tree.Cut)))
	}
	return jobs
}

// namedInMarkup returns the bibliographies that the papers in Markdown or Typst of a tree name, and adds those that
// exist, and what papers in Typst include, to the parts of papers.
func namedInMarkup(tree *archive.Tree, parts map[string]bool) map[string][]string {
	named := map[string][]string{}
	for _, f := range tree.Files {
		if !project.Markdown(f.Name) && !project.Typst(f.Name) || f.Size > sniffMax {
			continue
		}
		src, err := tree.Read(f.Name)
		if err != nil {
			continue
		}
		list := project.Named(f.Name, string(src))
		for _, bib := range list {
			if file := project.Beside(tree, f.Name, bib); file != "" {
				named[f.Name] = list
				parts[file] = true
			}
		}
		for _, name := range project.Included(string(src)) {
			if file := project.Beside(tree, f.Name, name); file != "" && project.Typst(f.Name) {
				parts[file] = true
			}
		}
	}
	return named
}

// member reads one file of a tree. If its name promises nothing, it has to look like references to count as a
// document; fragments of LaTeX have to contain some; and an unreadable file below a paper in LaTeX is one of its
// figures.
func (p *planner) member(tree *archive.Tree, file, shown string, rank rank, below bool) (Document, error) {
	src, err := tree.Read(file)
	if err != nil {
		return Document{Name: shown}, fmt.Errorf("%s: %w", shown, err)
	}
	doc, err := Read(shown, src, p.src.Options)
	none := errors.Is(err, ErrNoReferences) || errors.Is(err, errUnknown) || errors.Is(err, ErrEmpty)
	if err != nil && below || none && rank < document || err == nil && rank == perhaps && !plausible(doc.References) {
		return doc, errPassedOver
	}
	return doc, err
}

// plausible reports whether most of some references have what references need.
func plausible(refs []biblio.Reference) bool {
	good := 0
	for i := range refs {
		w := &refs[i].Claimed
		if w.FullTitle() != "" && (w.Issued.Year != 0 && len(w.Contributors) > 0 || len(w.IDs) > 0) {
			good++
		}
	}
	return good*2 > len(refs)
}

func (p *planner) inner(tree *archive.Tree, file, name string) job {
	open := func() (*archive.Tree, error) {
		src, err := tree.Read(file)
		if err != nil {
			return nil, err
		}
		return archive.Open(file, bytes.NewReader(src), int64(len(src)),
			archive.Limits{FileBytes: p.src.limit(), Bytes: innerBytes})
	}
	run := func(ctx context.Context) (results []Result) {
		below, err := open()
		if errors.Is(err, archive.ErrNotArchive) {
			err = errPassedOver
		}
		if err != nil {
			return []Result{{Document: Document{Name: name}, Err: fmt.Errorf("%s: %w", name, err)}}
		}
		defer below.Close()
		inside := &planner{ctx: p.ctx, src: p.src, Tally: Tally{Skipped: map[string]int{}}}
		for _, j := range inside.plan(below, name, func(file string) string { return name + Inside + file }, false) {
			results = append(results, j.run(ctx)...)
		}
		return append(results, Result{Document: Document{Name: name}, Err: errPassedOver, skipped: inside.Skipped})
	}
	return job{run: run, done: func() {}}
}

// innerBytes bounds how much may be unpacked from an archive inside another one.
const innerBytes = 1 << 30

// rank is what the name of a file in a folder or archive promises.
type rank int

const (
	nothing  rank = iota // unknown to all readers
	perhaps              // text of any kind: a list of references, or a read-me
	fragment             // of a LaTeX project, or a bibliography of its own
	document             // a paper or a bibliography
	packed               // an archive
)

// ranks maps extensions to what they promise.
var ranks = map[string]rank{
	".pdf": document, ".docx": document, ".odt": document, ".ris": document, ".nbib": document, ".enw": document,
	".enl": document, ".bibtex": document, ".biblatex": document, ".nxml": document, ".jats": document,
	".bib": fragment, ".tex": fragment, ".ltx": fragment, ".latex": fragment, ".bbl": fragment,
	".txt": perhaps, ".md": perhaps, ".typ": perhaps, ".markdown": perhaps, ".html": perhaps, ".htm": perhaps,
	".xhtml": perhaps, ".xml": perhaps, ".tei": perhaps, ".json": perhaps, ".jsonl": perhaps,
	".csljson": perhaps, ".ciw": perhaps,
	".zip": packed, ".tar": packed, ".gz": packed, ".tgz": packed, ".zst": packed, ".tzst": packed,
}

// notLists are names of text files that accompany papers and contain no references.
var notLists = []string{"readme", "license", "licence", "copying", "changelog", "changes", "authors", "contributing",
	"00readme", "requirements", "cmakelists", "package", "manifest"}

// rankOf returns what a name promises. A file that is alone in its archive is the document, whatever its name.
func rankOf(name string, alone bool) rank {
	base := strings.ToLower(path.Base(name))
	r := ranks[path.Ext(base)]
	if r == nothing && alone {
		return document
	}
	stem, _, _ := strings.Cut(base, ".")
	if r == perhaps && slices.Contains(notLists, stem) {
		return nothing
	}
	return r
}

// Named reports whether a name has the extension of files that are read.
func Named(name string) bool { return ranks[strings.ToLower(path.Ext(name))] != nothing }

func belowAny(dirs map[string]bool, name string) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if dirs[dir] {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}
