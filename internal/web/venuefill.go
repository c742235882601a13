package web

import (
	"bytes"
	"encoding/csv"
	"errors"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/archive"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// The limits of venues made and filled in a browser.
const (
	venuesMost = 50   // of one person
	filledMost = 2000 // files added at once
)

// errChairs refuses what chairs alone may do.
var errChairs = refused(http.StatusForbidden, "Only chairs do that.")

// makeVenue makes a venue, whose chair is the user.
func (s *server) makeVenue(w http.ResponseWriter, r *http.Request) error {
	v := runs.Venue{Name: strings.TrimSpace(posted(r, "name")), Owner: owner(r.Context()),
		Options: runs.Options{Online: posted(r, "online") != ""}}
	list, err := s.store.Venues(r.Context(), v.Owner)
	if err != nil {
		return err
	}
	own := 0
	for i := range list {
		if list[i].Owner == v.Owner {
			own++
		}
	}
	if err = s.allowed(&v.Options); err == nil && own >= venuesMost {
		err = refused(http.StatusUnprocessableEntity, "You have %d venues: remove one first.", own)
	}
	if err == nil {
		err = s.store.CreateVenue(r.Context(), v)
	}
	if errors.Is(err, runs.ErrTaken) || errors.Is(err, runs.ErrName) {
		err = refused(http.StatusUnprocessableEntity, "%v", err)
	}
	if err != nil {
		return s.retry(w, r, err, func(text string) error { return s.showVenues(w, r, text) })
	}
	return seeOther(w, r, "/venues/"+v.Name)
}

// retryVenue has the papers that failed, were cancelled or wait checked, or all of them again.
func (s *server) retryVenue(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	if !d.Rules() {
		return errChairs
	}
	var further []runs.PaperState
	if r.URL.Query().Has("all") {
		further = []runs.PaperState{runs.PaperSettled}
	}
	return then(w, r, "/venues/"+d.Venue.Name, s.store.StartVenue(r.Context(), d.Venue.Name, further...))
}

// askVenue has services asked about the references that were not checked.
func (s *server) askVenue(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	err := s.allowed(&runs.Options{Online: true})
	if !d.Rules() {
		err = errChairs
	}
	if err == nil {
		err = d.Noted(r.Context(), "asked", "", "")
	}
	if err == nil {
		err = s.store.AskVenue(r.Context(), d.Venue)
	}
	return then(w, r, "/venues/"+d.Venue.Name, err)
}

// fillVenue adds files to a venue as papers, and has them checked.
func (s *server) fillVenue(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	if !d.Rules() {
		return errChairs
	}
	g := &given{most: filledMost}
	papers, err := s.papersOf(w, r, d, g)
	if err != nil {
		s.release(r, g, "")
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(papers)) {
		if _, _, err := s.store.AddPaper(r.Context(), d.Venue.Name, runs.NewPaper{ID: id, Inputs: papers[id]}); err != nil {
			return err
		}
	}
	if err := d.Noted(r.Context(), "submitted", "", strconv.Itoa(len(papers))+" papers"); err != nil {
		return err
	}
	return s.retryVenue(w, r, d)
}

// papersOf reads the files of a form and sorts them into papers, by name: each file is a paper, and each folder, also
// within a common folder or a zip archive, unless that is the source of one paper.
func (s *server) papersOf(w http.ResponseWriter, r *http.Request, d *runs.Membership,
	g *given) (map[string][]runs.Input, error) {
	if _, err := s.fields(w, r, g); err != nil {
		return nil, err
	}
	papers, zips := map[string][]runs.Input{}, &given{}
	var alone []runs.Input
	for _, in := range slices.Clone(g.inputs) {
		if !strings.EqualFold(path.Ext(in.Name), ".zip") {
			alone = append(alone, in)
			continue
		}
		zips.inputs = append(zips.inputs, in)
		before := len(g.inputs)
		if err := s.unpack(r, g, in); err != nil {
			return nil, err
		}
		sorted(papers, strings.TrimSuffix(path.Base(in.Name), path.Ext(in.Name)), g.inputs[before:])
	}
	sorted(papers, "", alone)
	size, err := s.store.VenueDisk(r.Context(), d.Venue.Owner)
	for _, in := range g.inputs {
		size += in.Size
	}
	switch {
	case err != nil:
	case len(papers) == 0:
		err = refused(http.StatusUnprocessableEntity, "No file was chosen.")
	case size > s.opt.MaxDisk:
		err = refused(http.StatusInsufficientStorage, "The files of your venues would take %d MB; the limit is %d MB.",
			size>>20, s.opt.MaxDisk>>20)
	}
	if err == nil {
		s.release(r, zips, "")
	}
	return papers, err
}

// sorted adds the papers that the files of a folder are.
func sorted(papers map[string][]runs.Input, folder string, files []runs.Input) {
	files = slices.Clone(files)
	for len(files) > 0 {
		top, _, nested := strings.Cut(files[0].Name, "/")
		if !nested || slices.ContainsFunc(files, func(in runs.Input) bool { return !strings.HasPrefix(in.Name, top+"/") }) {
			break
		}
		folder = top
		for i := range files {
			files[i].Name = files[i].Name[len(top)+1:]
		}
	}
	whole := folder != "" && slices.ContainsFunc(files, func(in runs.Input) bool {
		return path.Dir(in.Name) == "." && path.Ext(in.Name) == ".tex"
	})
	for _, in := range files {
		top, rest, nested := strings.Cut(in.Name, "/")
		id := runs.PaperID(strings.TrimSuffix(top, path.Ext(top)))
		switch {
		case whole:
			id = runs.PaperID(folder)
		case nested:
			id, in.Name = runs.PaperID(top), rest
		}
		for base, n := id, 2; !nested && !whole && papers[id] != nil; n++ { // two files of one name are two papers
			id = base + "-" + strconv.Itoa(n)
		}
		papers[id] = append(papers[id], in)
	}
}

// unpack stores the files of a zip archive.
func (s *server) unpack(r *http.Request, g *given, in runs.Input) error {
	src, err := s.store.Content(in.Digest)
	if err != nil {
		return err
	}
	packed, err := archive.Open(in.Name, bytes.NewReader(src), int64(len(src)),
		archive.Limits{FileBytes: s.opt.MaxUpload, Bytes: s.opt.MaxUpload * 4})
	if err != nil {
		return refused(http.StatusUnprocessableEntity, "%s cannot be unpacked: %v", in.Name, err)
	}
	defer packed.Close()
	for _, name := range packed.Names() {
		content, err := packed.Read(name)
		if err != nil {
			return refused(http.StatusUnprocessableEntity, "%s cannot be unpacked: %s: %v", in.Name, named(name), err)
		}
		if err := s.keep(r, g, name, bytes.NewReader(content)); err != nil {
			return err
		}
	}
	return nil
}

// lettersPage shows the template of the letters of a venue, and the downloads.
func (s *server) lettersPage(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	counts, err := s.counts.of(r.Context(), d)
	if err != nil {
		return err
	}
	return show(w, "letters", map[string]any{"Title": "Letters of " + d.Venue.Name, "Desk": d, "Person": d.Person,
		"Template": d.Template(), "Saved": r.FormValue("saved"), "Write": counts.Decisions[runs.Write]})
}

// keepTemplate stores the template of the letters of a venue.
func (s *server) keepTemplate(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	return then(w, r, "/venues/"+d.Venue.Name+"/letters?saved=1",
		d.SetTemplate(r.Context(), strings.ReplaceAll(posted(r, "template"), "\r\n", "\n")))
}

// mergedLetters serves the letters of papers as a table for mail merge.
func (s *server) mergedLetters(w http.ResponseWriter, r *http.Request, d *runs.Membership) error {
	if err := d.Noted(r.Context(), "letter", "", "downloaded as a table"); err != nil {
		return err
	}
	attach(w, d.Venue.Name+".letters.csv", "text/csv; charset=utf-8")
	out := csv.NewWriter(w)
	_ = out.Write([]string{"paper", "title", "authors", "references", "letter"}) // Error says it
	err := d.EachLetter(r.Context(), paperFilter(r.FormValue), func(p *runs.Paper, letter string) error {
		return out.Write([]string{p.ID, report.Cell(p.Title), report.Cell(p.Authors), strconv.Itoa(p.References),
			report.Cell(letter)})
	})
	out.Flush()
	return errors.Join(err, out.Error())
}
