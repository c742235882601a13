package run

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/extract/archive"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/report"
)

var errZipAlone = errors.New("corrections are written into zip archives alone: unpack it, or zip its folder")

// part is a file of an archive with references.
type part struct {
	name string // in the archive
	Judged
}

// fixArchive corrects the bibliographies in a zip archive and leaves the rest of it as it is.
func (r *Run) fixArchive(ctx context.Context, file File, how FileFixing) (Fixed, error) {
	if archive.Kind(file.Source) != "zip" {
		return Fixed{}, &Unread{fmt.Errorf("%s: %w", file.Name, errZipAlone)}
	}
	out := Fixed{Name: file.Name, Result: fix.Result{Bytes: file.Source}}
	docs, err := r.documents(ctx, file, &out)
	if err != nil || len(docs) == 0 {
		return out, err
	}
	parts, err := r.judgedParts(ctx, file, docs, &how)
	if err != nil {
		return Fixed{}, err
	}
	out.Files = []FixedPart{}
	changed := map[string][]byte{}
	for _, one := range parts {
		result, err := r.fix(ctx, one.Judged, how)
		if err != nil {
			return Fixed{}, err
		}
		if len(result.Edits()) > 0 {
			changed[one.name] = result.Bytes
		}
		out.Entries, out.Changed = append(out.Entries, result.Entries...), out.Changed+result.Changed
		out.Files = append(out.Files, FixedPart{one.name, result})
	}
	if len(changed) > 0 {
		out.Bytes, err = archive.ReplaceZip(file.Source, changed)
	}
	return out, err
}

// documents reads the documents in an archive. Out receives the reasons why files are not read.
func (r *Run) documents(ctx context.Context, file File, out *Fixed) (docs []extract.Document, err error) {
	var unread error
	src := extract.Source{Names: []string{file.Name}, Bytes: map[string][]byte{file.Name: file.Source},
		Options: r.opt.Reading, Jobs: r.opt.Jobs}
	_, err = extract.Papers(ctx, src, func(read extract.Result) error {
		if read.Err == nil {
			docs = append(docs, read.Document)
			return nil
		}
		unread = read.Err
		out.Problems = append(out.Problems, unreadProblem(read))
		return nil
	})
	if err != nil || len(docs) > 0 || unread == nil {
		return docs, err
	}
	out.Problems = nil
	if errors.Is(unread, extract.ErrNoReferences) {
		out.Nothing = unread
		return nil, nil
	}
	return nil, &Unread{unread}
}

// judgedParts checks the references of documents and returns the files that contain them, each once.
func (r *Run) judgedParts(ctx context.Context, file File, docs []extract.Document, how *FileFixing) ([]part, error) {
	total := 0
	for i := range docs {
		total += len(docs[i].References)
	}
	accepted, err := accept.Open(ctx, accept.Options{Accepted: true, Files: func(name string) ([]byte, error) {
		return archive.ReadZip(file.Source, name, extract.DefaultMaxBytes)
	}})
	if err != nil {
		return nil, err
	}
	step, end := how.begin("checking", total)
	defer end()
	var parts []part
	met := map[string]bool{}
	for i := range docs {
		findings, err := r.findings(ctx, docs[i].References, step)
		if err != nil {
			return nil, err
		}
		for _, one := range partsOf(file.Name, &docs[i], findings) {
			if met[one.name] { // two papers use it
				continue
			}
			met[one.name] = true
			if !formats.Writes(one.Format) {
				parts = append(parts, one)
				continue
			}
			if one.Source, err = archive.ReadZip(file.Source, one.name, extract.DefaultMaxBytes); err != nil {
				return nil, err
			}
			one.Row = marked(one.Findings, func(i int) report.Finding {
				row := report.Row(one.Findings[i], "", false)
				row.File = one.name
				accepted.Mark(&row)
				return row
			})
			parts = append(parts, one)
		}
	}
	return parts, nil
}

// partsOf groups the findings of a document by the files that contain their references.
func partsOf(packed string, doc *extract.Document, findings []audit.Finding) []part {
	var parts []part
	numbers := map[string]int{}
	for _, f := range findings {
		name := strings.TrimPrefix(f.Reference.Place.File, packed+extract.Inside)
		n, ok := numbers[name]
		if !ok {
			n = len(parts)
			numbers[name] = n
			parts = append(parts, part{name, Judged{Format: formatOf(name, doc)}})
		}
		parts[n].Findings = append(parts[n].Findings, f)
	}
	return parts
}

// formatOf returns the format of a file of an archive: that of the document, or of a bibliography that it uses.
// Nothing is written into an archive inside another one.
func formatOf(name string, doc *extract.Document) string {
	switch {
	case strings.Contains(name, extract.Inside):
		return "archive"
	case strings.EqualFold(path.Ext(name), ".bib"):
		return "bibtex"
	}
	return doc.Format
}
