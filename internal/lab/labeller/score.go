package labeller

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// ScoredFields are the fields of the suite "refstrings", under their names in the sets.
var ScoredFields = []string{"author", "title", "container", "year", "volume", "pages", "publisher", "doi"}

// Convention is how a set records fields that sets treat differently. Predictions are converted to a set's
// convention before they are compared.
type Convention struct {
	IssueInVolume   bool // "80 (3)" is the volume
	Words           bool // "vol.", "no.", "S." are part of the value
	BookIsContainer bool // the title of a whole book is its container
	WholeWords      bool // fields end at white space: "31(3):491" is a volume
	PreprintIsNote  bool // "arXiv preprint" is a remark, not a container
	AddressIsURL    bool // a DOI inside an address is not a DOI
}

// conventions by the prefix of a set's name; "" for all others.
var conventions = []struct {
	prefix string
	Convention
}{
	{"grobid", Convention{BookIsContainer: true, PreprintIsNote: true, AddressIsURL: true}},
	{"anystyle", Convention{IssueInVolume: true, Words: true, WholeWords: true, PreprintIsNote: true, AddressIsURL: true}},
	{"excite_anystyle",
		Convention{IssueInVolume: true, Words: true, WholeWords: true, PreprintIsNote: true, AddressIsURL: true}},
	{"exgold", Convention{}},
	{"rendered", Convention{}},
	{"", Convention{IssueInVolume: true, Words: true}},
}

// conventionOf returns the convention of a set.
func conventionOf(set string) Convention {
	for _, c := range conventions {
		if strings.HasPrefix(set, c.prefix) {
			return c.Convention
		}
	}
	return Convention{}
}

// Harmonised returns the true fields of a line without one difference that its string does not show: some sets
// label the title of a stand-alone work (a book, a preprint) sometimes as its title, sometimes as that of a
// container ("booktitle" without "title"). Here it is the title.
func (l *Labelled) Harmonised() map[string]string {
	own := ""
	for _, s := range l.Segments {
		if s[0] == nil || s[1] == nil {
			continue
		}
		switch *s[0] {
		case "title", "journal":
			return l.Fields
		case "booktitle":
			own = l.Fields["container"]
		}
	}
	if own == "" || !conventionOf(l.Set).BookIsContainer {
		return l.Fields
	}
	fields := maps.Clone(l.Fields)
	fields["title"] = own
	delete(fields, "container")
	return fields
}

// Predicted returns the scored fields of a parsed string in a convention.
func Predicted(raw string, p *refstring.Parsed, c Convention) map[string]string {
	f := map[string]string{}
	put := func(key, value string) {
		if value != "" {
			f[key] = value
		}
	}
	put("title", p.Work.Title)
	put("container", p.Work.Container.Title)
	if c.BookIsContainer && p.Book && p.Work.Container.Title == "" {
		delete(f, "title")
		put("container", p.Work.Title)
	}
	put("year", p.Work.YearString())
	put("publisher", p.Work.Publisher)
	put("doi", p.Work.ID(ident.DOI).Value)
	put("volume", p.Work.Volume)
	put("pages", p.Work.Pages)
	if c.IssueInVolume {
		put("volume", volumeAndIssue(raw, p))
	}
	if c.Words {
		if s, ok := p.Spans[biblio.FieldPages]; ok {
			put("pages", withWord(raw, s))
		}
	}
	if c.WholeWords {
		wholeWords(raw, p, f)
	}
	if d, ok := p.Spans[biblio.FieldDOI]; ok && c.AddressIsURL && strings.HasPrefix(raw[d.Start:d.End], "http") {
		delete(f, "doi")
	}
	if c.PreprintIsNote && strings.HasPrefix(strings.ToLower(f["container"]), "arxiv") {
		delete(f, "container")
	}
	var families []string
	for _, a := range p.Work.Authors() {
		families = append(families, a.Family+a.Literal)
	}
	put("author", strings.Join(families, "\n"))
	return f
}

// volumeAndIssue returns the text from the word before the volume to the end of
// the issue that follows it.
func volumeAndIssue(raw string, p *refstring.Parsed) string {
	v, okV := p.Spans[biblio.FieldVolume]
	i, okI := p.Spans[biblio.FieldIssue]
	switch {
	case !okV && !okI:
		return ""
	case !okV:
		v = i
	case okI && i.Start >= v.End && i.Start-v.End < 16:
		v.End = i.End
	}
	return withWord(raw, v)
}

// wholeWords extends the volume to the whole word: pages after it and a year before it, which are then not
// fields of their own.
func wholeWords(raw string, p *refstring.Parsed, f map[string]string) {
	v, ok := p.Spans[biblio.FieldVolume]
	if !ok || f["volume"] == "" {
		return
	}
	if i, ok := p.Spans[biblio.FieldIssue]; ok && i.Start >= v.End && i.Start-v.End < 16 {
		v.End = i.End
	}
	if g, ok := p.Spans[biblio.FieldPages]; ok && g.Start >= v.End && !strings.ContainsAny(raw[v.Start:g.End], " \n\t") {
		f["volume"] = withWord(raw, biblio.Span{Start: v.Start, End: g.End})
		v.End = g.End
		delete(f, "pages")
	}
	if y, ok := p.Spans[biblio.FieldYear]; ok && y.End <= v.Start &&
		!strings.ContainsAny(raw[y.Start:v.Start+1], " \n\t") {
		f["volume"] = raw[y.Start:v.End]
		delete(f, "year")
	}
}

// announcers are words before a number that say what it counts.
var announcers = words(
	"vol volume vols volumes bd band tome t no nr number n nº n° núm pp p pages page s ss jg v heft issue num")

// withWord returns a span's text and the announcing word before it, if any.
func withWord(raw string, s biblio.Span) string {
	head := strings.TrimRight(raw[:s.Start], " .:°º")
	i := strings.LastIndexFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && r != 'º' }) + 1
	if w := strings.ToLower(head[i:]); announcers[w] && len(raw[:s.Start])-len(head) < 4 {
		return raw[i:s.End]
	}
	return raw[s.Start:s.End]
}

// Tokens returns the compared form of a value: lower-case words without
// punctuation, "pp", "pages" and a leading "in".
func Tokens(s string) []string {
	list := strings.FieldsFunc(strings.ToLower(s),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	if len(list) > 1 && list[0] == "in" {
		list = list[1:]
	}
	return slices.DeleteFunc(list, func(w string) bool { return w == "pp" || w == "pages" })
}

// Same reports whether a predicted value of a field equals the true one.
func Same(field, predicted, gold string) bool {
	switch field {
	case "author":
		return maps.Equal(surnames(strings.Split(predicted, "\n")), surnamesOf(gold))
	case "doi":
		if id, ok := ident.ParseDOI(gold); ok {
			return strings.EqualFold(id.Value, predicted)
		}
	}
	return strings.Join(Tokens(predicted), " ") == strings.Join(Tokens(gold), " ")
}

func surnamesOf(gold string) map[string]bool {
	names, _ := refstring.SplitNames(gold)
	var families []string
	for _, n := range names {
		families = append(families, n.Family+n.Literal)
	}
	return surnames(families)
}

func surnames(families []string) map[string]bool {
	set := map[string]bool{}
	for _, f := range families {
		if t := strings.Join(Tokens(f), ""); t != "" {
			set[t] = true
		}
	}
	return set
}

// Count are the true and false positives and negatives of a field.
type Count struct{ TP, FP, FN int }

// F1 returns the harmonic mean of precision and recall.
func (c Count) F1() float64 {
	if c.TP == 0 {
		return 0
	}
	return 2 * float64(c.TP) / float64(2*c.TP+c.FP+c.FN)
}

func (c Count) plus(d Count) Count { return Count{c.TP + d.TP, c.FP + d.FP, c.FN + d.FN} }

// Score holds counts over references.
type Score struct {
	N                  int
	Field              map[string]Count
	Titles, TitlesGood int // references with a true title, and those in which it was found
}

// Add compares one prediction with the true fields.
func (s *Score) Add(predicted, gold map[string]string) {
	if s.Field == nil {
		s.Field = map[string]Count{}
	}
	s.N++
	for _, f := range ScoredFields {
		p, okP := predicted[f]
		g, okG := gold[f]
		if okG && f != "author" && len(Tokens(g)) == 0 || okG && f == "author" && len(surnamesOf(g)) == 0 {
			okG = false
		}
		c := s.Field[f]
		good := okP && okG && Same(f, p, g)
		switch {
		case good:
			c.TP++
		default:
			if okP {
				c.FP++
			}
			if okG {
				c.FN++
			}
		}
		s.Field[f] = c
		if f == "title" && okG {
			s.Titles++
			if good {
				s.TitlesGood++
			}
		}
	}
}

// Merge adds the counts of another score.
func (s *Score) Merge(o Score) {
	if s.Field == nil {
		s.Field = map[string]Count{}
	}
	s.N += o.N
	s.Titles += o.Titles
	s.TitlesGood += o.TitlesGood
	for f, c := range o.Field {
		s.Field[f] = s.Field[f].plus(c)
	}
}

// F1 returns the micro-averaged F1 over all fields.
func (s *Score) F1() float64 {
	var all Count
	for _, c := range s.Field {
		all = all.plus(c)
	}
	return all.F1()
}

// TitleExact returns the share of references with a title in which it was found.
func (s *Score) TitleExact() float64 {
	if s.Titles == 0 {
		return 0
	}
	return float64(s.TitlesGood) / float64(s.Titles)
}
