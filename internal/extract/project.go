package extract

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/project"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// readProject reads a paper in LaTeX whose files are available. If there are .bib files, their fields count, and the
// .bbl file says what was cited and adds what the .bib files lack; without them only the .bbl file is used. shown
// returns the name of a file as the user knows it.
func readProject(files project.Files, p *project.Project, shown func(string) string, opt Options) (Document, error) {
	doc := Document{Name: shown(p.Main), Format: "latex"}
	in := &input{name: doc.Name}
	read := &projectReader{files: files, shown: shown, in: in}
	read.bibs(p.Bibs)
	for _, part := range p.Parts {
		if err := in.source(shown(part.Name), part.Source, part.Masked, in.unlisted(nil)); err != nil {
			return doc, fmt.Errorf("%s: %w", doc.Name, err)
		}
	}
	read.citations(p)
	in.cited = append(in.cited, p.Aux...)
	if err := read.bbls(p.Bbls); err != nil {
		return doc, fmt.Errorf("%s: %w", doc.Name, err)
	}
	if len(p.Parts) == 1 && len(p.Bibs)+len(p.Bbls)+len(p.Missing) == 0 {
		in.addNotes(p.Parts[0].Masked)
	}
	for _, problem := range p.Missing {
		problem.Place.File = shown(problem.Place.File)
		in.Problems = append(in.Problems, problem)
		in.partial = true
	}
	in.stated = len(in.Citations) > 0 && (!p.Indirect || len(p.Aux)+len(p.Bbls) > 0) || len(p.Aux) > 0
	if len(in.References) == 0 && len(p.Missing) > 0 {
		return doc, fmt.Errorf("%s: %w: %s", doc.Name, ErrNoReferences, p.Missing[0].Message)
	}
	return in.document(doc, opt)
}

func (in *input) source(name, src, masked string, wanted func(key string) bool) error {
	part := &input{name: name}
	err := part.addSource(src, masked)
	for _, r := range part.References {
		if wanted(r.Key) {
			in.References = append(in.References, r)
		}
	}
	in.Problems = append(in.Problems, part.Problems...)
	return err
}

// unlisted returns a function that reports whether a key is new: no reference has it so far and, if a set is given,
// it is in the set.
func (in *input) unlisted(within map[string]bool) func(string) bool {
	known := make(map[string]bool, len(in.References))
	for i := range in.References {
		known[in.References[i].Key] = true
	}
	return func(key string) bool { return !known[key] && (within == nil || within[key]) }
}

// projectReader combines the information of a project's files.
type projectReader struct {
	files project.Files
	shown func(string) string
	in    *input
}

// bbls reads the output of BibTeX or biber, which says what is cited. It adds those entries that the text cites and
// no .bib file has, or all entries if there is no .bib file at all.
func (r *projectReader) bbls(names []string) error {
	var cited map[string]bool
	if len(r.in.References) > 0 {
		cited = map[string]bool{}
		for _, c := range r.in.Citations {
			cited[c.Key] = true
		}
	}
	for _, name := range names {
		src, err := r.files.Read(name)
		if err != nil {
			r.in.problem(1, 1, "missing-file", "%s cannot be read: %v", r.shown(name), err)
			continue
		}
		decoded, _ := reading.ToUTF8(src)
		text := string(decoded)
		unlisted := r.in.unlisted(cited)
		err = r.in.source(r.shown(name), text, latex.Mask(text), func(key string) bool {
			r.in.cited = append(r.in.cited, key)
			return unlisted(key)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// bibs reads all .bib files of a project as one, as BibTeX does: macros and parents in one apply to the next.
func (r *projectReader) bibs(names []string) {
	var all []byte
	type file struct {
		name  string
		first int  // line of all at which it begins
		shift int  // from an offset in all to one in the file
		exact bool // the file is in all unchanged
	}
	var list []file
	line := 1
	for _, name := range names {
		src, err := r.files.Read(name)
		if err == nil && int64(len(all)+len(src)) > DefaultMaxBytes {
			err = ErrTooLarge
		}
		if err != nil {
			r.in.problem(1, 1, "missing-file", "%s cannot be read: %v", r.shown(name), err)
			r.in.partial = true
			continue
		}
		text, from := reading.ToUTF8(src)
		if from != "" {
			r.in.Problems = append(r.in.Problems,
				biblio.Problem{Place: biblio.Place{File: r.shown(name), Line: 1}, Rule: "encoding",
					Message: "the file is not in UTF-8; read as " + from})
		}
		list = append(list, file{r.shown(name), line, len(src) - len(text) - len(all), from == ""})
		all = append(append(all, text...), '\n')
		line += strings.Count(string(text), "\n") + 1
	}
	part := &input{src: all, exact: true}
	if err := readBibTeX(part); err != nil {
		part.problem(1, 1, "too-large", "%v", err)
	}
	move := func(at *biblio.Place) {
		if n := sort.Search(len(list), func(i int) bool { return list[i].first > at.Line }) - 1; n >= 0 {
			at.File = list[n].name
			at.Line -= list[n].first - 1
			at.EndLine = max(0, at.EndLine-list[n].first+1)
			switch {
			case !list[n].exact:
				at.Span = biblio.Span{}
			case at.Span.End > 0:
				at.Span = biblio.Span{Start: at.Span.Start + list[n].shift, End: at.Span.End + list[n].shift}
			}
		}
	}
	for i := range part.References {
		move(&part.References[i].Place)
	}
	for i := range part.Problems {
		move(&part.Problems[i].Place)
	}
	r.in.References = append(r.in.References, part.References...)
	r.in.Problems = append(r.in.Problems, part.Problems...)
}

func (r *projectReader) citations(p *project.Project) {
	perPart := make([][]latex.Cite, len(p.Parts))
	for _, c := range p.Cites {
		perPart[c.Part] = append(perPart[c.Part], c.Cite)
	}
	read := make([]*input, len(p.Parts))
	for i, part := range p.Parts {
		read[i] = &input{name: r.shown(part.Name)}
		read[i].addCitations(part.Masked, perPart[i])
		r.in.Problems = append(r.in.Problems, read[i].Problems...)
	}
	for _, c := range p.Cites {
		if list := read[c.Part].Citations; len(list) > 0 && len(r.in.Citations) < maxCitations {
			r.in.Citations = append(r.in.Citations, list[0])
			read[c.Part].Citations = list[1:]
		}
	}
	r.in.Citations = slices.Clip(r.in.Citations)
}
