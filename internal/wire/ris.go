package wire

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/words"
)

var risTypes = map[string]biblio.Type{
	"JOUR": biblio.ArticleJournal, "EJOUR": biblio.ArticleJournal, "JFULL": biblio.Other, "ABST": biblio.ArticleJournal,
	"INPR": biblio.ArticleJournal,
	"CONF": biblio.Proceedings, "CPAPER": biblio.PaperConference, "CHAP": biblio.Chapter, "ECHAP": biblio.Chapter,
	"BOOK": biblio.Book, "EBOOK": biblio.Book,
	"EDBOOK": biblio.Book, "RPRT": biblio.Report, "THES": biblio.Thesis, "DATA": biblio.Dataset, "AGGR": biblio.Dataset,
	"COMP": biblio.Software, "STAND": biblio.Standard,
	"PAT": biblio.Patent, "CASE": biblio.Legal, "LEGAL": biblio.Legislation, "STAT": biblio.Legislation,
	"BILL": biblio.Legislation, "ELEC": biblio.WebPage,
	"BLOG": biblio.WebPage, "WEB": biblio.WebPage, "NEWS": biblio.ArticleNews, "MGZN": biblio.ArticleMagazine,
	"UNPB": biblio.Unpublished, "MANSCPT": biblio.Unpublished,
	"ENCYC": biblio.Entry, "DICT": biblio.Entry, "PCOMM": biblio.Personal, "PREPRINT": biblio.Preprint,
	"GEN": biblio.TypeUnknown,
}

// RIS reads one entry, from its TY line to its ER line. A line without a tag continues the previous one.
func RIS(data []byte) (biblio.Record, error) {
	r := ris{draft: draft{Record: biblio.Record{Source: "ris"}}}
	text := string(data)
	for _, l := range RISLines(text) {
		value := strings.TrimSpace(strings.ToValidUTF8(text[l.From:l.To], "\ufffd"))
		if strings.ContainsAny(value, "\r\n") {
			value = strings.Join(strings.Fields(value), " ")
		}
		r.field(l.Tag, value)
	}
	if !r.typed {
		return biblio.Record{}, fmt.Errorf("ris: entry without a type")
	}
	r.settle()
	return r.done()
}

// risTag parses "AU  - value"; exports also write one space or none.
func risTag(text string) (tag string, ok bool) {
	text = strings.TrimLeft(text, " \t\ufeff")
	if len(text) < 3 || !upperOrDigit(text[0]) || !upperOrDigit(text[1]) {
		return "", false
	}
	rest := strings.TrimLeft(text[2:], " ")
	return text[:2], strings.HasPrefix(rest, "-") && len(text)-len(rest) <= 5
}

func upperOrDigit(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }

type ris struct {
	draft
	typed      bool
	containers map[string]string // T2, JO, JF, JA, BT, T3
	dates      map[string]string // PY, Y1, DA
	start, end string
	kind       string
}

var (
	risPeople = map[string]biblio.Role{"AU": biblio.Author, "A1": biblio.Author, "ED": biblio.Editor,
		"A2": biblio.Editor, "A4": biblio.Translator}
	risContainers = words.Set(`T2 JO JF JA J1 J2 BT T3`)
	risTexts      = map[string]field{"VL": volume, "IS": issue, "ET": edition}
)

func (r *ris) field(tag, value string) {
	switch {
	case tag == "TY":
		r.typed, r.kind = true, value
	case value == "":
	case risPeople[tag] != "":
		r.name(plain(value), risPeople[tag])
	// for a paper the title of its proceedings
	case risContainers[tag], tag == "C3" && (r.kind == "CPAPER" || r.kind == "CONF"):
		set(&r.containers, tag, plain(value))
	case risTexts[tag] != nil:
		*risTexts[tag](&r.draft) = value
	default:
		r.special(tag, value)
	}
}

func (r *ris) special(tag, value string) {
	switch tag {
	case "TI", "T1", "CT":
		r.firstOr(&r.Title, tag, plain(value), value)
	case "ID", "AN":
		r.firstOr(&r.LocalID, tag, value, value)
	case "CY", "PP":
		if r.Place == "" {
			r.Place = plain(value)
		}
	case "PY", "Y1", "DA":
		set(&r.dates, tag, value)
	case "SP":
		r.start = value
	case "EP":
		r.end = strings.TrimPrefix(value, r.start+"-") // some exports repeat the first page
	case "PB":
		r.Publisher = plain(value)
	case "DO":
		r.claim(ident.DOI, tag, value)
	case "N1": // some exports have the DOI as a note
		_, doi, labelled := strings.Cut(value, ": ")
		if !labelled {
			doi = value
		}
		if _, ok := ident.ParseDOI(value); ok && r.ID(ident.DOI).IsZero() && !strings.Contains(doi, " ") {
			r.claim(ident.DOI, tag, value)
			return
		}
		r.more(tag, value)
	case "SN":
		r.serial(value)
	case "UR", "L1", "L2", "LK":
		r.link(tag, value)
	case "ER":
	default:
		r.more(tag, value)
	}
}

// set keeps the first value of a tag.
func set(m *map[string]string, key, value string) {
	if *m == nil {
		*m = make(map[string]string)
	}
	if (*m)[key] == "" {
		(*m)[key] = value
	}
}

// serial reads SN, which holds an ISSN or an ISBN.
func (r *ris) serial(value string) {
	for _, text := range fieldsOf(value) {
		switch digits := strings.ReplaceAll(text, "-", ""); {
		case len(digits) == 8:
			r.Container.ISSN = append(r.Container.ISSN, text)
		case len(digits) >= 10:
			r.claim(ident.ISBN, "SN", text)
		default:
			r.more("SN", text)
		}
	}
}

func (r *ris) link(tag, value string) {
	r.firstOr(&r.URL, tag, value, value)
	if id, ok := numberIn(value); ok && r.ID(id.Scheme).IsZero() {
		r.AddID(canonical(id))
	}
}

// settle decides what depends on several fields.
func (r *ris) settle() {
	r.Type = risTypes[strings.ToUpper(r.kind)]
	r.note("TY", r.kind)
	for _, tag := range []string{"PY", "Y1", "DA"} {
		text := r.dates[tag]
		if r.Issued.Year == 0 {
			r.Issued = statedDate(strings.TrimRight(text, "/ "))
		}
		r.note(tag, text)
	}
	if r.end == "" && whole[r.Type] { // the number of pages
		r.note("SP", r.start)
	} else {
		r.Pages = pageRange(r.start, r.end)
	}
	r.settleContainer()
	r.arxivWithin()
	if r.Type == biblio.Proceedings && r.Container.Title != "" && r.Container.Title != r.Title {
		r.Type = biblio.PaperConference // most exports write CONF for a paper
	}
}

// whole are the types of works that are in no container: their secondary title is that of a series.
var whole = map[biblio.Type]bool{biblio.Book: true, biblio.Thesis: true, biblio.Report: true}

func (r *ris) settleContainer() {
	if text := r.containers["T2"]; whole[r.Type] && text != "" {
		set(&r.containers, "T3", text)
		if r.containers["T3"] != text {
			r.note("T2", text)
		}
		delete(r.containers, "T2")
	}
	order := []string{"T2", "JF", "JO", "BT", "C3", "JA", "J2", "J1"}
	// beside a journal's name T2 is that of a section
	if r.Type == biblio.ArticleJournal && r.containers["JF"]+r.containers["JO"] != "" {
		order = []string{"JF", "JO", "JA", "J2", "J1", "T2"}
	}
	if r.Title == "" && r.containers["BT"] != "" { // BT of a whole book is its title
		r.Title = r.containers["BT"]
		delete(r.containers, "BT")
	}
	for _, tag := range order {
		text := r.containers[tag]
		switch {
		case text == "":
		case r.Container.Title == "":
			r.Container.Title = text
		case r.Container.Short == "" && text != r.Container.Title && len(text) < len(r.Container.Title):
			r.Container.Short = text
		case text != r.Container.Title && text != r.Container.Short:
			r.note(tag, text)
		}
	}
	r.Container.Series = r.containers["T3"]
}

// RISLine is one tagged line of a RIS entry with its continuation lines. Offsets are in bytes of the entry.
type RISLine struct {
	Tag        string
	Start, End int // the lines, including the last line end
	From, To   int // the value without surrounding white space
}

// RISLines returns the tagged lines of an entry. Lines end with a line feed, a carriage return or both. A line
// without a tag continues the previous one; blank lines belong to none.
func RISLines(entry string) []RISLine {
	var list []RISLine
	at := 0
	for at < len(entry) {
		end := at + strings.IndexAny(entry[at:], "\r\n")
		next := end + 1
		switch {
		case end < at:
			end, next = len(entry), len(entry)
		case strings.HasPrefix(entry[end:], "\r\n"):
			next++
		}
		text := strings.TrimPrefix(entry[at:end], "\ufeff")
		if tag, ok := risTag(text); ok {
			from := at + strings.IndexByte(entry[at:end], '-') + 1
			from += skipped(entry[from:end])
			list = append(list,
				RISLine{Tag: tag, Start: at, End: next, From: from, To: max(from, at+len(strings.TrimRight(entry[at:end], " \t")))})
		} else if n := len(list); n > 0 && strings.TrimSpace(text) != "" {
			list[n-1].End, list[n-1].To = next, at+len(strings.TrimRight(entry[at:end], " \t"))
		}
		at = next
	}
	return list
}

// skipped counts the leading white space of a text.
func skipped(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }
