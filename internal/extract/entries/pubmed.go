package entries

import (
	"bytes"
	"cmp"
	"errors"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/wire"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// LooksLikePubMed reports whether src is XML exported from PubMed.
func LooksLikePubMed(src []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(src, " \t\r\n\ufeff"), []byte("<")) &&
		(bytes.Contains(src, []byte("<PubmedArticle")) || bytes.Contains(src, []byte("<PubmedBookArticle")) ||
			bytes.Contains(src, []byte("<MedlineCitation")))
}

// ReadPubMed reads the entries of an export. A damaged entry affects only itself.
func ReadPubMed(src []byte) (reading.Result, error) {
	return elements(src, map[string]bool{"PubmedArticle": true, "PubmedBookArticle": true, "MedlineCitation": true},
		func(raw string) (biblio.Reference, error) {
			record, err := wire.PubMed([]byte(raw))
			if errors.Is(err, wire.ErrEmpty) {
				err = nil
			}
			return biblio.Reference{Claimed: record.Work, Extra: record.Extra}, err
		}), nil
}

func elements(src []byte, names map[string]bool, read func(raw string) (biblio.Reference, error)) reading.Result {
	var r reading.Result
	s := xmlscan.NewScanner(src)
	lines := reading.NewLines(s.Source(0, s.Len()))
	for t := range s.Tokens() {
		if t.Kind != xmlscan.Start || !names[t.Name] {
			continue
		}
		end := s.Skip(t)
		place := biblio.Place{Line: lines.Of(t.From)}
		place.EndLine = lines.Of(end)
		raw := s.Source(t.From, end)
		ref, err := read(raw)
		if err != nil {
			r.Problem(place, "unreadable-entry", "this entry cannot be read: %v", err)
			continue
		}
		if ref.Raw, ref.Place = raw, place; !add(&r, ref) {
			break
		}
	}
	if s.Err() != nil {
		r.Problem(biblio.Place{}, "damaged-xml", "the file breaks off inside markup; what comes before it is read")
	}
	return r
}

// nbibSign matches a line that files with MEDLINE fields have: "PMID- 1", "FAU - X".
var nbibSign = lazy.Regexp(`(?m)^(?:PMID- ?\d|FAU - \S|OWN - \S)`)

// LooksLikeNBIB reports whether src is in PubMed's tagged format.
func LooksLikeNBIB(src []byte) bool { return nbibSign.Match(src) }

// ReadNBIB reads entries as PubMed exports them.
func ReadNBIB(src []byte) (reading.Result, error) {
	s := syntax{tag: nbibTag, begins: func(f field, have *tagged) bool {
		return (f.tag == "PMID" || f.tag == "OWN" && !have.has("PMID")) && len(have.fields) > 0 &&
			(have.has(f.tag) || have.has("TI"))
	}}
	return read(s.entries(string(src), false), nbibClaim), nil
}

// nbibTag reads "TI  - value": a tag of up to four capitals, padded to four.
func nbibTag(line string) (tag, value string, ok bool) {
	line = strings.TrimPrefix(line, "\ufeff")
	dash := strings.IndexByte(line[:min(len(line), 6)], '-')
	if dash < 2 {
		return "", "", false
	}
	tag = strings.TrimRight(line[:dash], " ")
	if len(tag) < 2 || len(tag) > 4 || strings.Trim(tag, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return "", "", false
	}
	return tag, line[dash+1:], true
}

// nbibTypes maps publication types; the first listed one applies.
var nbibTypes = map[string]biblio.Type{
	"journal article": biblio.ArticleJournal, "journal articles": biblio.ArticleJournal, "review": biblio.ArticleJournal,
	"case reports": biblio.ArticleJournal, "comparative study": biblio.ArticleJournal,
	"clinical trial": biblio.ArticleJournal, "editorial": biblio.ArticleJournal, "letter": biblio.ArticleJournal,
	"comment": biblio.ArticleJournal, "preprint": biblio.Preprint,
	"book": biblio.Book, "book chapter": biblio.Chapter, "book section": biblio.Chapter,
	"conference proceedings": biblio.Proceedings, "congress": biblio.Proceedings,
	"dataset": biblio.Dataset, "technical report": biblio.Report, "academic dissertation": biblio.Thesis,
	"dissertations/theses": biblio.Thesis, "newspaper article": biblio.ArticleNews,
	"webcast": biblio.WebPage, "legislation": biblio.Legislation, "legal case": biblio.Legal, "books": biblio.Book,
	"guides": biblio.Report,
}

// lidKind matches an identifier followed by its kind: "10.1/x [doi]".
var lidKind = lazy.Regexp(`^(.*\S)\s*\[(\w+)\]$`)

// nbibNames are the tags of names; short forms count if the full ones are missing.
var nbibNames = map[string]struct {
	role biblio.Role
	full string
}{"FAU": {role: biblio.Author}, "AU": {biblio.Author, "FAU"}, "FED": {role: biblio.Editor},
	"ED": {biblio.Editor, "FED"}}

var nbibFields = reading.Fields{"JT": reading.Container, "TA": reading.Short, "CTI": reading.Series,
	"VI": reading.Volume, "IP": reading.Issue, "PG": reading.Pages, "PB": reading.Publisher, "EN": reading.Edition,
	"PMC": reading.PMCID, "DP": reading.Date, "PY": reading.Date}

func nbibClaim(e *tagged) (reading.Claim, string) {
	var c reading.Claim
	for _, f := range e.fields {
		if name, ok := nbibNames[f.tag]; ok {
			if name.full == "" || !e.has(name.full) {
				c.Name(f.value, name.role)
			}
		} else if !nbibFields.Take(&c, f.tag, f.value) {
			nbibField(&c, e, f)
		}
	}
	nbibSettle(&c, e)
	return c, e.first("PMID")
}

func nbibField(c *reading.Claim, e *tagged, f field) {
	switch f.tag {
	case "PMID":
		number, _, _ := strings.Cut(f.value, " ")
		c.State(ident.PMID, number)
	case "TI":
		c.Set(&c.Title, f.tag, strings.TrimSuffix(f.value, "."))
	case "CN":
		c.Add(biblio.Contributor{Literal: f.value}, biblio.Author)
	case "BTI":
		if e.has("TI") {
			c.Set(&c.Container.Title, f.tag, f.value)
		} else {
			c.Set(&c.Title, f.tag, f.value)
		}
	case "PL":
		if e.has("ISBN") || e.has("BTI") { // of an article it is the country of the journal
			c.Set(&c.Place, f.tag, f.value)
		}
	case "IS", "ISSN", "ISBN", "SN":
		c.Serial(strings.TrimPrefix(f.value, "ISSN-"))
	case "LID", "AID", "DOI", "URL", "PII":
		nbibIdentifier(c, f)
	case "PT":
		c.Type = cmp.Or(c.Type, nbibTypes[strings.ToLower(f.value)])
		c.Note(f.tag, f.value)
	default:
		c.Note(f.tag, f.value)
	}
}

func nbibIdentifier(c *reading.Claim, f field) {
	value, kind := f.value, ""
	if m := lidKind.FindStringSubmatch(f.value); m != nil {
		value, kind = m[1], m[2]
	}
	switch {
	case kind == "doi" || f.tag == "DOI":
		c.State(ident.DOI, value)
	case kind == "bookaccession", kind == "pii" || f.tag == "PII":
		c.Note(f.tag, value)
		if f.tag == "LID" && c.Pages == "" && len(value) < 20 && strings.HasPrefix(value, "e") {
			c.Pages = value
		}
	case strings.HasPrefix(value, "http") || strings.HasPrefix(value, "10."):
		c.Link(value)
	default:
		c.Note(f.tag, value)
	}
}

func nbibSettle(c *reading.Claim, e *tagged) {
	if c.Container.Title == "" && c.Container.Short != "" {
		c.Container.Title, c.Container.Short = c.Container.Short, ""
	}
	switch {
	case c.Type == biblio.Chapter && e.has("CTI") && !e.has("TI"): // it names the chapter
		c.Container.Title, c.Title, c.Container.Series = c.Title, c.Container.Series, ""
	case c.Type == biblio.Book && e.has("BTI") && e.has("TI"):
		c.Type = biblio.Chapter
	case c.Type == biblio.Proceedings && e.has("JT"):
		c.Type = biblio.PaperConference
	case c.Type == "" && c.Container.Title != "" && !e.has("BTI"):
		c.Type = biblio.ArticleJournal
	}
}
