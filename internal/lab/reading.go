package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// The suite reading checks the references of documents with known bibliographies against records made from
// these. What is accused in the document but not in the bibliography was misread. Then one field of every
// record is changed: what is found for the bibliography's own entry must be found in print as well.

// How the judge gets a reference of the suite reading.
const (
	inPrint = "printed" // as the document prints it
	inList  = "listed"  // as the bibliography states it
)

// untouched is the kind of a record that agrees with the bibliography.
const untouched = "untouched"

// loadReading reads documents with their bibliographies: NAME.bib beside NAME.pdf, or in the folder truth
// beside that of the document. Records are made from all entries that the document cites.
func loadReading(_ context.Context, opt *Options) (*Set, error) {
	root, err := opt.path(opt.Citations, "cases", "pdf")
	if err != nil {
		return nil, err
	}
	files, err := documentsOf(root)
	if err != nil {
		return nil, err
	}
	var open indexes
	set := &Set{Gold: []Gold{}, Close: open.Close}
	for _, d := range files {
		if err := d.read(); err != nil {
			return nil, errors.Join(err, set.Close())
		}
		for _, change := range changes {
			ix, err := open.inMemory(d.records(change))
			if err != nil {
				return nil, errors.Join(err, set.Close())
			}
			set.addDocument(d, change, offline.New(ix))
		}
	}
	return set, nil
}

// knownDocument is a document with a known bibliography.
type knownDocument struct {
	name, file, bib string
	printed, listed []biblio.Reference
	pair            []int // for each listed reference the index of the printed one, or -1
	texts           []recorded.Printed
}

// documentsOf finds the documents of a folder that have a bibliography.
func documentsOf(root string) ([]*knownDocument, error) {
	var list []*knownDocument
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		ext := strings.ToLower(filepath.Ext(path))
		if err != nil || d.IsDir() || !slices.Contains([]string{".pdf", ".docx", ".odt", ".txt"}, ext) {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		folder := filepath.Dir(path)
		for _, bib := range []string{filepath.Join(folder, name+".bib"),
			filepath.Join(filepath.Dir(folder), "truth", name+".bib")} {
			if isFile(bib) {
				list = append(list, &knownDocument{name: filepath.Base(folder) + "/" + name, file: path, bib: bib})
				break
			}
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: no document with a bibliography NAME.bib", root)
	}
	return list, err
}

// read reads the document and its bibliography, and finds each entry in print.
func (d *knownDocument) read() error {
	list, err := extract.ReadFile(d.bib, extract.Options{})
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, r := range list.References { // a work that is listed twice is printed once
		if title := normalise.Title(r.Claimed.FullTitle()); title != "" && !seen[title] && !seen[r.Key] {
			seen[title], seen[r.Key] = true, true
			d.listed = append(d.listed, r)
		}
	}
	doc, err := extract.ReadFile(d.file, extract.Options{})
	if err != nil && !errors.Is(err, extract.ErrNoReferences) {
		return err
	}
	if err := d.keepCited(); err != nil {
		return err
	}
	d.printed = doc.References
	d.texts = printedForms(d.listed)
	d.pair = recorded.Pairs(d.texts, printedForms(d.printed), recorded.HoldsTitle)
	return nil
}

// keepCited drops entries that the document does not cite, if there is a list of cited ones beside the
// bibliography: NAME.json with "gold": [{"key": …}].
func (d *knownDocument) keepCited() error {
	data, err := os.ReadFile(strings.TrimSuffix(d.bib, filepath.Ext(d.bib)) + ".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var cited struct {
		Gold []struct{ Key string }
	}
	if err := json.Unmarshal(data, &cited); err != nil {
		return fmt.Errorf("%s: %w", d.name, err)
	}
	d.listed = slices.DeleteFunc(d.listed, func(r biblio.Reference) bool {
		return !slices.ContainsFunc(cited.Gold, func(g struct{ Key string }) bool { return g.Key == r.Key })
	})
	return nil
}

func printedForms(refs []biblio.Reference) []recorded.Printed {
	list := make([]recorded.Printed, len(refs))
	for i := range refs {
		w := &refs[i].Claimed
		list[i] = recorded.Printed{Raw: refs[i].Raw, Title: w.FullTitle(), Authors: recorded.Surnames(w.Authors())}
	}
	return list
}

// records returns a publisher's record of each entry, with one change if it applies.
func (d *knownDocument) records(c change) []biblio.Record {
	list := make([]biblio.Record, len(d.listed))
	for i := range d.listed {
		w := d.listed[i].Claimed
		if changed, ok := c.apply(d.listed, i); ok {
			w = changed
		}
		list[i] = biblio.Record{Work: w, Source: "truth", LocalID: d.listed[i].Key,
			Origin: biblio.Origin{Kind: biblio.Publisher}}
	}
	return list
}

// addDocument adds the entries of a document to which a change applies, as printed and as stated in the
// bibliography. What is printed but not in the bibliography is added once.
func (s *Set) addDocument(d *knownDocument, c change, corpus source.Connector) {
	sources := []source.Connector{corpus}
	add := func(ref biblio.Reference, id, way string, values map[string]string) {
		ref.ID = d.name + "/" + id + "/" + c.name + "/" + way
		s.Cases = append(s.Cases, Case{Reference: ref, Sources: sources})
		s.Gold = append(s.Gold,
			Gold{ID: ref.ID, Cluster: d.name, Entry: d.name + "/" + id, Group: c.name, Label: way,
				Fields: []string{string(c.field)}, Values: values})
	}
	taken := make([]bool, len(d.printed))
	for i, at := range d.pair {
		ref := biblio.Reference{}
		if at >= 0 {
			taken[at], ref = true, d.printed[at]
		}
		if _, ok := c.apply(d.listed, i); !ok {
			continue
		}
		values := parsedValues(&d.listed[i].Claimed)
		values[cutList] = fmt.Sprint(d.listed[i].Claimed.AuthorsCut)
		add(ref, d.listed[i].Key, inPrint, values)
		add(d.listed[i], d.listed[i].Key, inList, values)
	}
	if c.name != untouched {
		return
	}
	for at, ok := range taken {
		if !ok {
			add(d.printed[at], fmt.Sprintf("print-%d", at+1), inPrint, nil)
		}
	}
}

// cutList is the key of the value that says whether a list of authors is cut.
const cutList = "authors_cut"

// gravityKey and confidenceKey are keys of values in predictions: the gravity of an accusation, and the
// reader's confidence in a field.
const gravityKey = "gravity"

func confidenceKey(field string) string { return field + "_confidence" }

// readingFields are the scored fields, by their names in labelled strings.
var readingFields = []struct {
	name  string
	field biblio.Field
}{{"title", biblio.FieldTitle}, {"author", biblio.FieldAuthors}, {"container", biblio.FieldVenue},
	{"year", biblio.FieldYear}, {"doi", biblio.FieldDOI}}

// predictReading audits every case and records what was read.
func predictReading(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	list := make([]Prediction, len(set.Cases))
	err := set.Each(ctx, func(i int) {
		ref := &set.Cases[i].Reference
		f := set.Find(ctx, i)
		list[i] = asShown(f)
		values := parsedValues(&ref.Claimed)
		values["raw"], values[gravityKey] = ref.Raw, f.Verdict.Gravity.String()
		values[cutList] = fmt.Sprint(ref.Claimed.AuthorsCut)
		for _, one := range readingFields {
			if sure, ok := ref.Confidence[one.field]; ok {
				values[confidenceKey(one.name)] = fmt.Sprintf("%.3f", sure)
			}
		}
		list[i].Values = values
		if step != nil {
			step()
		}
	})
	return list, err
}

// change is one way to make a record contradict its entry.
type change struct {
	name  string
	field biblio.Field
	apply func(all []biblio.Reference, i int) (biblio.Work, bool)
}

// changes are the changes of core fields; the first changes nothing.
var changes = []change{
	{untouched, "", func(all []biblio.Reference, i int) (biblio.Work, bool) { return all[i].Claimed, true }},
	{"title_word", biblio.FieldTitle, otherWord},
	{"author_other", biblio.FieldAuthors, otherAuthor},
	{"author_added", biblio.FieldAuthors, oneAuthorLess},
	{"author_left_out", biblio.FieldAuthors, oneAuthorMore},
	{"year", biblio.FieldYear, otherYear},
	{"doi", biblio.FieldDOI, otherDOI},
}

// next returns the entries after entry i, then those before it.
func next(all []biblio.Reference, i int) []biblio.Reference {
	return slices.Concat(all[i+1:], all[:i])
}

// wordLetters is the minimum length of words that changes of titles replace.
const wordLetters = 6

// otherWord replaces a word by one of another title.
func otherWord(all []biblio.Reference, i int) (biblio.Work, bool) {
	w := all[i].Claimed
	long := func(title string) (list []string) {
		for _, word := range strings.Fields(title) {
			if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" && len(word) >= wordLetters {
				list = append(list, word)
			}
		}
		return list
	}
	own := long(w.Title)
	if len(own) == 0 {
		return w, false
	}
	for _, r := range next(all, i) {
		for _, word := range long(r.Claimed.Title) {
			if !strings.Contains(w.Title, word) {
				w.Title = strings.Replace(w.Title, own[len(own)/2], word, 1)
				return w, true
			}
		}
	}
	return w, false
}

// stranger returns an author of another entry whose family name is not among the work's.
func stranger(all []biblio.Reference, i int) (biblio.Contributor, bool) {
	own := all[i].Claimed.Authors()
	for _, r := range next(all, i) {
		for _, a := range r.Claimed.Authors() {
			if a.Family != "" && a.Given != "" &&
				!slices.ContainsFunc(own, func(b biblio.Contributor) bool { return b.Family == a.Family }) {
				return a, true
			}
		}
	}
	return biblio.Contributor{}, false
}

// withAuthors replaces the authors of a work; its editors stay.
func withAuthors(w biblio.Work, list []biblio.Contributor) biblio.Work {
	w.Contributors = append(slices.Clone(list),
		slices.DeleteFunc(slices.Clone(w.Contributors), func(c biblio.Contributor) bool {
			return c.Role == biblio.Author
		})...)
	return w
}

func otherAuthor(all []biblio.Reference, i int) (biblio.Work, bool) {
	w := all[i].Claimed
	list := slices.Clone(w.Authors())
	other, ok := stranger(all, i)
	if !ok || len(list) == 0 || w.AuthorsCut {
		return w, false
	}
	list[len(list)-1] = other
	return withAuthors(w, list), true
}

func oneAuthorLess(all []biblio.Reference, i int) (biblio.Work, bool) {
	w := all[i].Claimed
	list := slices.Clone(w.Authors())
	if len(list) < 3 || w.AuthorsCut {
		return w, false
	}
	return withAuthors(w, slices.Delete(list, 1, 2)), true
}

func oneAuthorMore(all []biblio.Reference, i int) (biblio.Work, bool) {
	w := all[i].Claimed
	other, ok := stranger(all, i)
	if !ok || len(w.Authors()) < 2 || w.AuthorsCut {
		return w, false
	}
	return withAuthors(w, slices.Insert(slices.Clone(w.Authors()), 1, other)), true
}

// yearsOff is by how many years changes move dates.
const yearsOff = 3

func otherYear(all []biblio.Reference, i int) (biblio.Work, bool) {
	w := all[i].Claimed
	ok := w.Issued.Year > yearsOff
	w.Issued.Year -= yearsOff
	return w, ok
}

// otherDOI sets the DOI of a work to that of another entry.
func otherDOI(all []biblio.Reference, i int) (biblio.Work, bool) {
	w := all[i].Claimed
	if w.ID(ident.DOI).IsZero() {
		return w, false
	}
	for _, r := range next(all, i) {
		if doi := r.Claimed.ID(ident.DOI); !doi.IsZero() && doi != w.ID(ident.DOI) {
			w.IDs = slices.DeleteFunc(slices.Clone(w.IDs), func(id ident.ID) bool { return id.Scheme == ident.DOI })
			w.AddID(doi)
			return w, true
		}
	}
	return w, false
}
