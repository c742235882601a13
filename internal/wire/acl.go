package wire

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// ACLVolume is the content of one volume of the ACL Anthology: the record of the volume, those of its papers,
// and whether it is complete.
type ACLVolume struct {
	Records []biblio.Record
	Bad     []error // papers that could not be read
	Row     biblio.CoverageRow
	Journal bool
	Number  int // of the volume in its collection, as the issue of a journal's year; 0 if it has none
}

// ReadACLVolume reads a volume element of the Anthology's XML; collection is
// the id of the collection element around it ("2020.acl", "P19").
func ReadACLVolume(collection string, data []byte) (ACLVolume, error) {
	e, err := element("acl", data)
	switch {
	case err != nil:
		return ACLVolume{}, err
	case e.Name() == "event":
		return ACLVolume{}, ErrNotAWork
	case e.Name() != "volume" || e.Attr("id") == "":
		return ACLVolume{}, fmt.Errorf("acl: unexpected element %.40q", e.Name())
	}
	v := newACLVolume(collection, e)
	out := ACLVolume{Records: []biblio.Record{v.record(e)}, Journal: v.journal}
	numbers := make([]int, 0, 64)
	for paper := range e.All("paper") {
		rec, err := v.paper(paper)
		if err != nil {
			out.Bad = append(out.Bad, fmt.Errorf("volume %s, paper %.20q: %w", v.id, paper.Attr("id"), err))
			continue
		}
		out.Records = append(out.Records, rec)
		if n, err := strconv.Atoi(paper.Attr("id")); err == nil {
			numbers = append(numbers, n)
		}
	}
	out.Number, _ = strconv.Atoi(v.number)
	out.Row = v.row(numbers, len(out.Bad))
	return out, nil
}

// aclVolume is what papers inherit from their volume.
type aclVolume struct {
	collection, number string
	id                 string // "2020.acl-main", "P19-1"
	journal            bool
	meta               xmlscan.Element
	title              string   // of the volume
	container          string   // of the papers: for a journal without volume and issue
	short              string   // the book's short title, else the first venue
	venues             []string // the Anthology's venue ids: "acl", "findings"
	issued             biblio.Date
}

// aclIssue matches what a journal's issue adds to the journal's name.
var aclIssue = lazy.Regexp(`[\s.,;:]+(?:Volume|Vol\.|Number|No\.|Formerly)\s.*$`)

// aclWorkshops is the Anthology's venue id of all workshops without an id of their own: it does not name a
// container.
const aclWorkshops = "ws"

func newACLVolume(collection string, e xmlscan.Element) aclVolume {
	meta := e.Child("meta")
	v := aclVolume{collection: collection, number: e.Attr("id"), meta: meta, journal: e.Attr("type") == "journal"}
	v.id = collection + "-" + v.number
	v.title = meta.Child("booktitle").Line()
	v.container = v.title
	if v.journal {
		v.container = cmp.Or(meta.Child("journal-title").Line(), aclIssue.ReplaceAllString(v.title, ""))
	}
	for venue := range meta.All("venue") {
		if id := venue.Line(); id != aclWorkshops {
			v.venues = append(v.venues, id)
		}
	}
	if v.short = meta.Child("shortbooktitle").Line(); v.short == "" && len(v.venues) > 0 {
		v.short = v.venues[0]
	}
	v.issued.Year = biblio.LeadingYear(meta.Child("year").Line())
	v.issued.Month = monthNumber(meta.Child("month").Line())
	return v
}

// paperID returns the Anthology's id of a paper. Old collections have four digits; workshops use two of them
// for the volume. Form: https://aclanthology.org/info/ids/
func (v *aclVolume) paperID(number string) string {
	if strings.Contains(v.collection, ".") {
		return v.collection + "-" + v.number + "." + number
	}
	volume, err1 := strconv.Atoi(v.number)
	paper, err2 := strconv.Atoi(number)
	if err1 != nil || err2 != nil {
		return v.id + "." + number
	}
	if strings.HasPrefix(v.collection, "W") || v.collection == "C69" || v.collection == "D19" && volume >= 5 {
		return fmt.Sprintf("%s-%02d%02d", v.collection, volume, paper)
	}
	return fmt.Sprintf("%s-%d%03d", v.collection, volume, paper)
}

// record describes the volume itself.
func (v *aclVolume) record(e xmlscan.Element) biblio.Record {
	d := v.draft(v.id)
	d.Type, d.Title = biblio.Proceedings, v.title
	if v.journal {
		d.Type, d.Container.Title = biblio.Other, v.container
	} else {
		d.Container = biblio.Container{Short: v.short}
	}
	front := e.Child("frontmatter")
	if !front.Absent() {
		d.claim(ident.ACL, "id", v.paperID("0"))
	}
	for editor := range v.meta.All("editor") {
		d.aclName(editor, biblio.Editor)
	}
	d.fields(v.meta, "booktitle", "editor", "publisher", "address", "month", "year", "url", "journal-volume",
		"journal-issue", "journal-title", "shortbooktitle")
	d.fields(front, "url")
	return d.Record
}

// draft starts a record with what all records of a volume share.
func (v *aclVolume) draft(id string) *aclDraft {
	d := &aclDraft{draft{Record: biblio.Record{Source: "acl", LocalID: id}}}
	d.Container = biblio.Container{Title: v.container, Short: v.short}
	d.Issued = v.issued
	d.Volume, d.Issue = v.meta.Child("journal-volume").Line(), v.meta.Child("journal-issue").Line()
	d.Publisher, d.Place = v.meta.Child("publisher").Line(), v.meta.Child("address").Line()
	return d
}

func (v *aclVolume) paper(e xmlscan.Element) (biblio.Record, error) {
	if e.Attr("id") == "" {
		return biblio.Record{}, fmt.Errorf("acl: paper without an id")
	}
	d := v.draft(v.paperID(e.Attr("id")))
	d.Type = biblio.PaperConference
	if v.journal {
		d.Type = biblio.ArticleJournal
	}
	d.claim(ident.ACL, "id", d.LocalID)
	d.Title = e.Child("title").Line()
	for _, role := range []biblio.Role{biblio.Author, biblio.Editor} {
		for person := range e.All(string(role)) {
			d.aclName(person, role)
		}
	}
	d.fields(e, "title", "author", "editor")
	return d.done()
}

type aclDraft struct{ draft }

// fields reads the child elements that are not listed in used.
func (d *aclDraft) fields(e xmlscan.Element, used ...string) {
	for child := range e.Elements() {
		if !slices.Contains(used, child.Name()) {
			d.field(child.Name(), child)
		}
	}
}

func (d *aclDraft) field(name string, e xmlscan.Element) {
	text := e.Line()
	switch name {
	case "pages":
		d.Pages = text
	case "doi":
		d.claim(ident.DOI, name, text)
	case "isbn":
		d.claim(ident.ISBN, name, text)
	case "issue":
		d.Issue = text
	case "journal":
		d.Container.Title = text
	case "url":
		if strings.Contains(text, "://") {
			d.URL = text
		} else if text != d.LocalID {
			d.note(name, text)
		}
	case "note":
		d.Note = text
	case "retracted", "removed":
		d.update(biblio.Update{Kind: biblio.Retraction, Date: isoDate(e.Attr("date"))})
		d.note(name, text)
	case "erratum":
		d.update(biblio.Update{Kind: biblio.Correction, Date: isoDate(e.Attr("date"))})
		d.more(name, text)
	case "revision", "video", "attachment":
		for _, part := range []string{e.Attr("href"), e.Attr("date"), text} {
			if part != "" {
				d.more(name, part)
			}
		}
	default:
		d.more(name, text)
	}
}

// aclName reads an author or editor. Other data beside the name stays with it.
func (d *aclDraft) aclName(e xmlscan.Element, role biblio.Role) {
	c := biblio.NameParts(e.Child("last").Line(), e.Child("first").Line())
	d.add(c, role)
	for _, name := range []string{"orcid", "id"} {
		if value := e.Attr(name); value != "" {
			d.more(string(role)+"."+name, c.String()+": "+value)
		}
	}
	for child := range e.Elements() {
		switch child.Name() {
		case "affiliation":
			d.more("affiliation", c.String()+": "+child.Line())
		case "variant":
			d.more("variant", c.String()+": "+strings.TrimSpace(child.Child("first").Line()+" "+child.Child("last").Line()))
		}
	}
}

// row declares the volume complete, unless it has no papers, some could not be read, or numbers are missing
// between the first and the last.
func (v *aclVolume) row(numbers []int, bad int) biblio.CoverageRow {
	row := biblio.CoverageRow{Container: v.container, Year: v.issued.Year, How: biblio.Declared,
		Types: []biblio.Type{biblio.PaperConference}}
	if v.journal {
		row.Types = []biblio.Type{biblio.ArticleJournal}
	}
	for _, alias := range append([]string{v.short, v.id}, v.venues...) {
		if alias != "" && alias != row.Container && !slices.Contains(row.Aliases, alias) {
			row.Aliases = append(row.Aliases, alias)
		}
	}
	gaps := missing(numbers)
	row.Note = "ACL Anthology, volume " + v.id
	switch {
	case len(numbers) == 0:
		row.Note += ": no papers listed"
	case bad > 0:
		row.Note += fmt.Sprintf(": %d papers not readable", bad)
	case len(gaps) > 0:
		row.Note += ": numbers left out: " + strings.Join(gaps, ", ")
	default:
		row.Complete = row.Year > 0 && row.Container != ""
		row.Works, row.Sisters = len(numbers), slices.ContainsFunc(v.venues, func(id string) bool { return aclEvents[id] })
	}
	return row
}

// aclEvents are the meetings of the association itself, whose findings and
// workshops the Anthology lists as well.
var aclEvents = map[string]bool{"acl": true, "naacl": true, "eacl": true, "aacl": true, "emnlp": true, "findings": true}

// missing returns the numbers missing between the least and the greatest, at most twenty.
func missing(numbers []int) []string {
	slices.Sort(numbers)
	var list []string
	for i := 1; i < len(numbers); i++ {
		for n := numbers[i-1] + 1; n < numbers[i] && len(list) < 20; n++ {
			if n > 0 {
				list = append(list, strconv.Itoa(n))
			}
		}
	}
	return list
}
