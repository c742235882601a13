package office

import (
	"bytes"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

var wordTypes = map[string]biblio.Type{
	"JournalArticle": biblio.ArticleJournal, "ArticleInAPeriodical": biblio.ArticleMagazine, "Book": biblio.Book,
	"BookSection": biblio.Chapter, "ConferenceProceedings": biblio.PaperConference,
	"Report": biblio.Report, "InternetSite": biblio.WebPage, "DocumentFromInternetSite": biblio.WebPage,
	"ElectronicSource": biblio.WebPage, "Patent": biblio.Patent, "Case": biblio.Legal,
}

// wordFields maps the names of single texts in Word's own sources.
var wordFields = reading.Fields{
	"Title": reading.Title, "Volume": reading.Volume, "Issue": reading.Issue, "Pages": reading.Pages,
	"City": reading.Place, "Edition": reading.Edition, "Year": reading.Date, "JournalName": reading.Container,
	"BookTitle": reading.Container, "ConferenceName": reading.Container, "PeriodicalTitle": reading.Container,
	"InternetSiteTitle": reading.Container, "Publisher": reading.Publisher, "Institution": reading.Publisher,
	"DOI": reading.DOI, "URL": reading.Link, "StandardNumber": reading.Serial, "Guid": reading.Nothing,
	"LCID": reading.Nothing, "RefOrder": reading.Nothing,
}

// wordSources adds the works that Word's own references tool stores in the file. The text cites them by their tags.
func (w *word) wordSources() {
	var parts []string
	for name := range w.pack.files {
		if strings.HasPrefix(name, "customXml/item") && strings.HasSuffix(name, ".xml") && !strings.Contains(name, "Props") {
			parts = append(parts, name)
		}
	}
	sort.Strings(parts)
	for _, name := range parts[:min(len(parts), 100)] {
		s := xmlscan.NewScanner(w.optional(name))
		if t, ok := s.Next(); !ok || t.Kind != xmlscan.Start || t.Name != "Sources" {
			continue
		}
		eachSource(s, func(_ int, raw string) {
			e, err := xmlscan.Parse([]byte(raw))
			if err != nil {
				w.Problem(biblio.Place{}, "unreadable-entry", "a source in %s cannot be read: %v", name, err)
				return
			}
			key, c := wordSource(e)
			if key != "" && !c.Empty() && !w.described[key] {
				w.described[key] = true
				w.doc.Sources = append(w.doc.Sources, prose.Source{Key: key, Claim: c, Quiet: true})
			}
		})
	}
}

// eachSource passes each source of a list, with its offset, to take.
func eachSource(s *xmlscan.Scanner, take func(at int, raw string)) {
	for t := range s.Tokens() {
		if t.Kind == xmlscan.Start && t.Name == "Source" {
			take(t.From, s.Source(t.From, s.Skip(t)))
		}
	}
}

// LooksLikeSources reports whether src is the file in which Word keeps its sources.
func LooksLikeSources(src []byte) bool {
	return bytes.Contains(src[:min(len(src), 4096)], []byte("officeDocument/2006/bibliography"))
}

// ReadSources reads the file in which Word keeps its sources, Sources.xml.
func ReadSources(src []byte) (r reading.Result, err error) {
	s := xmlscan.NewScanner(src)
	lines := reading.NewLines(s.Source(0, s.Len()))
	eachSource(s, func(at int, raw string) {
		place := biblio.Place{Line: lines.Of(at)}
		place.EndLine = lines.Of(at + len(raw))
		e, err := xmlscan.Parse([]byte(raw))
		key, c := "", reading.Claim{}
		switch {
		case err != nil:
			r.Problem(place, "unreadable-entry", "this source cannot be read: %v", err)
			return
		case len(r.References) == biblio.MaxReferences:
			return
		}
		if key, c = wordSource(e); c.Empty() {
			r.Problem(place, "empty-entry", "the entry has neither a title nor an identifier")
		}
		ref := c.Reference(key, raw)
		ref.Place = place
		r.References = append(r.References, ref)
	})
	return r, nil
}

func wordSource(source xmlscan.Element) (key string, c reading.Claim) {
	for e := range source.Elements() {
		text := e.Line()
		name := e.Local()
		switch name {
		case "Tag":
			key = text
		case "SourceType":
			c.Type = wordTypes[text]
		case "Author":
			wordNames(&c, e)
		default:
			if !wordFields.Take(&c, name, text) {
				c.Note(name, text)
			}
		}
	}
	return key, c
}

// wordNames reads the people of a source, by their roles.
func wordNames(c *reading.Claim, all xmlscan.Element) {
	for role := range all.Elements() {
		kind := biblio.Author
		switch role.Local() {
		case "Author":
		case "Editor":
			kind = biblio.Editor
		case "Translator":
			kind = biblio.Translator
		default:
			continue
		}
		for list := range role.Elements() {
			if list.Local() == "Corporate" {
				c.Add(biblio.Contributor{Literal: list.Line()}, kind)
			}
			for person := range list.Elements() {
				parts := map[string]string{}
				for part := range person.Elements() {
					parts[part.Local()] = part.Line()
				}
				c.Person(parts["Last"], strings.TrimSpace(parts["First"]+" "+parts["Middle"]), "", kind)
			}
		}
	}
}

// readStored reads the citations that Zotero stores in the properties of a document when it marks them with
// bookmarks: "ZOTERO_BREF_x_1", "…_2" hold the pieces of the citation at bookmark "ZOTERO_BREF_x".
func (w *word) readStored() {
	s := xmlscan.NewScanner(w.optional("docProps/custom.xml"))
	pieces := map[string]*strings.Builder{}
	var order []string
	name := ""
	for len(order) < maxStyles {
		t, ok := s.Next()
		if !ok {
			break
		}
		switch {
		case t.Kind == xmlscan.Start && t.Name == "property":
			name = t.Attr("name")
			if at := strings.LastIndexByte(name, '_'); at > 0 && strings.HasPrefix(name, "ZOTERO_BREF_") {
				name = name[:at]
			} else {
				name = ""
			}
		case t.Kind == xmlscan.End && t.Name == "property":
			name = ""
		case t.Kind == xmlscan.Text && name != "":
			b := pieces[name]
			if b == nil {
				b = &strings.Builder{}
				pieces[name], order = b, append(order, name)
			}
			if b.Len()+len(t.Text) <= maxInstruction {
				b.WriteString(t.Text)
			}
		}
	}
	w.stored = map[string]fieldCode{}
	for _, name := range order {
		text := strings.TrimSpace(pieces[name].String())
		if !strings.Contains(text[:min(len(text), 60)], "CSL_CITATION") {
			continue
		}
		f, err := storedField(text)
		if err != nil {
			w.Problem(biblio.Place{}, "unreadable-field", "%v; the citation is read as printed", err)
		}
		if len(f.Keys) > 0 {
			w.stored[name] = f
		}
	}
}
