package labeller

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Rendering is a record printed in a style, with the label of each byte and the printed values.
type Rendering struct {
	Style  string
	Raw    string
	Labels []tagger.Label
	Fields map[string]string // as in Labelled
}

// Renderer prints records, always the same way for the same seed.
type Renderer struct {
	random     *rand.Rand
	publishers []string
	others     []*Record // whose titles and names are used for books and editors
}

// newRenderer returns a renderer; publishers are used for records that state none.
func newRenderer(seed uint64, publishers []string) *Renderer {
	return &Renderer{random: rand.New(rand.NewPCG(seed, 29)), publishers: publishers}
}

// Clean prints a record in style number, without variation or damage. ok is false if the record lacks something
// that the style must print.
func (r *Renderer) Clean(rec *Record, number int) (Rendering, bool) {
	s := styles[number%len(styles)]
	return r.print(rec, s, s.names)
}

// Varied prints a record in a random style, often with the names in the form of another style, and damages the
// result more or less.
func (r *Renderer) Varied(rec *Record) (Rendering, bool) {
	s := styles[r.random.IntN(len(styles))]
	names := s.names
	if r.chance(.3) {
		names = nameFormats[r.random.IntN(len(nameFormats))]
	}
	rec = r.disguised(rec)
	if r.chance(.08) {
		for s = styles[r.random.IntN(len(styles))]; !s.tight; {
			s = styles[r.random.IntN(len(styles))]
		}
		names, rec = s.names, r.journal(rec)
	}
	out, ok := r.print(rec, s, names)
	if !ok {
		return out, false
	}
	d := damage{text: []byte(out.Raw), labels: out.Labels, random: r.random}
	d.apply()
	out.Raw, out.Labels = string(d.text), d.labels
	return out, true
}

func (r *Renderer) chance(p float64) bool { return r.random.Float64() < p }

// press collects printed text with its labels.
type press struct {
	text    []byte
	labels  []tagger.Label
	fields  map[string]string
	missing bool
}

func (p *press) put(text string, l tagger.Label) {
	p.text = append(p.text, text...)
	for range len(text) {
		p.labels = append(p.labels, l)
	}
}

// print fills the template for the kind of the record.
func (r *Renderer) print(rec *Record, s style, names nameFormat) (Rendering, bool) {
	values := r.values(rec, s, names)
	template := s.article
	switch kind := r.kind(rec); kind {
	case "book":
		template = s.book
		if _, ok := values["PUB"]; !ok {
			values["PUB"] = r.publisher()
		}
	case "conference":
		template = s.conference
	case "preprint":
		template = s.preprint
	case "chapter":
		template = s.chapter
		if template == "" {
			template = chapters[r.random.IntN(len(chapters))]
		}
		values["E"] = r.names(rec.editors, nameFormats[r.random.IntN(len(nameFormats))])
		values["C"] = rec.Venue
	case "korean", "chinese":
		list, separators := koreans, []string{", ", ", ", ".", " · "}
		if rec.disguise == "chinese" {
			list, separators = chineses, []string{", ", ", ", "，", "、"}
		}
		template = list[r.random.IntN(len(list))]
		sep := separators[r.random.IntN(len(separators))]
		values["A"] = r.names(rec.people, nameFormat{sep: sep, last: sep})
		values["V"], values["I"] = strconv.Itoa(1+r.random.IntN(120)), strconv.Itoa(1+r.random.IntN(12))
		from := 1 + r.random.IntN(400)
		values["P"] = strconv.Itoa(from) + "-" + strconv.Itoa(from+5+r.random.IntN(30))
	case "report":
		template = reports[r.random.IntN(len(reports))]
		values["INST"] = institutions[r.random.IntN(len(institutions))]
		values["N"] = theses[r.random.IntN(len(theses))]
		if r.chance(.5) {
			values["N"] = papers[r.random.IntN(len(papers))]
			values["I"] = strconv.Itoa(1 + r.random.IntN(9000))
		}
	case "news":
		template = news[r.random.IntN(len(news))]
		r.date(values)
	case "page":
		template = pages[r.random.IntN(len(pages))]
		if values["URL"] == "" {
			values["URL"] = "https://www.example.org/" + strings.ToLower(strings.Fields(rec.Title)[0])
		}
	}
	p := &press{fields: map[string]string{}}
	r.fill(p, template, values, rec)
	if p.missing || len(p.text) == 0 {
		return Rendering{}, false
	}
	return Rendering{Style: s.name, Raw: string(p.text), Labels: p.labels, Fields: p.fields}, true
}

// kind returns the kind as which a record is printed.
func (r *Renderer) kind(rec *Record) string {
	switch {
	case rec.disguise != "":
		return rec.disguise
	case rec.Type == "book", rec.Type == "proceedings" && rec.Publisher != "":
		return "book"
	case rec.ArXiv != "" && (rec.Venue == "" || rec.Venue == "arXiv" || strings.HasPrefix(rec.Venue, "arXiv")):
		return "preprint"
	case rec.Kind == "conference", rec.Kind == "workshop", rec.Type == "inproceedings", rec.Type == "incollection",
		rec.Short != "" && rec.Kind != "journal",
		strings.HasPrefix(rec.Venue, "Proceedings"), strings.Contains(rec.Venue, "Conference"):
		return "conference"
	case rec.Type == "techreport", rec.Type == "thesis":
		return "book"
	}
	return "article"
}

// values returns everything that a template may print. What a record does not state but a printed reference
// would have is made up: only the shape matters.
func (r *Renderer) values(rec *Record, s style, names nameFormat) map[string]string {
	v := map[string]string{"T": rec.Title, "B": rec.Title, "Y": rec.Year, "Y2": rec.Year}
	put := func(key, value string) {
		if value = strings.TrimSpace(value); value != "" {
			v[key] = value
		}
	}
	put("A", r.names(rec.people, names))
	venue := r.venue(rec)
	put("C", venue)
	put("CA", venue)
	if rec.short != "" {
		put("CA", rec.short)
	} else if r.chance(.8) {
		put("CA", abbreviate(venue))
	}
	article := r.kind(rec) == "article"
	put("V", rec.Volume)
	if rec.Volume == "" && article && r.chance(.8) {
		put("V", strconv.Itoa(1+r.random.IntN(220)))
	}
	if _, ok := v["V"]; ok {
		put("I", rec.Issue)
		if rec.Issue == "" && article && r.chance(.5) {
			put("I", strconv.Itoa(1+r.random.IntN(24)))
		}
	}
	put("P", r.pages(rec, article))
	put("DOI", rec.DOI)
	put("URL", rec.URL)
	put("ARX", rec.ArXiv)
	if rec.Publisher != "" || r.chance(.5) {
		put("PUB", strings.TrimSuffix(r.publisherOf(rec), "."))
	}
	if r.chance(.5) {
		put("L", places[r.random.IntN(len(places))])
	}
	if r.chance(.15) {
		put("ED", editions[r.random.IntN(len(editions))])
	}
	v["M"] = ""
	if r.chance(.3) {
		v["M"] = months[r.random.IntN(len(months))] + " "
	}
	if r.chance(.3) {
		delete(v, "DOI")
	}
	return v
}

func (r *Renderer) publisherOf(rec *Record) string {
	if rec.Publisher != "" && len(rec.Publisher) < 80 {
		return rec.Publisher
	}
	return r.publisher()
}

func (r *Renderer) publisher() string {
	if len(r.publishers) == 0 {
		return "Springer"
	}
	return r.publishers[r.random.IntN(len(r.publishers))]
}

// pages returns the record's pages in one of their printed forms.
func (r *Renderer) pages(rec *Record, article bool) string {
	p := strings.NewReplacer("--", "-", "–", "-").Replace(rec.Pages)
	if p == "" {
		if !article && !r.chance(.5) || r.chance(.2) {
			return ""
		}
		from := 1 + r.random.IntN(3000)
		if r.chance(.2) {
			return r.article(from)
		}
		p = strconv.Itoa(from) + "-" + strconv.Itoa(from+3+r.random.IntN(40))
	}
	from, to, ok := strings.Cut(p, "-")
	if !ok {
		return p
	}
	switch n := r.random.IntN(10); {
	case n < 5:
		return from + "–" + to
	case n < 6:
		return from + "--" + to
	case n < 7 && len(from) == len(to) && len(from) > 2: // "345–51"
		k := 0
		for k < len(to)-1 && from[k] == to[k] {
			k++
		}
		return from + "–" + to[k:]
	case n < 8:
		return from
	}
	return p
}

// article returns an article number instead of pages.
func (r *Renderer) article(n int) string {
	switch r.random.IntN(4) {
	case 0:
		return "e" + strconv.Itoa(n*17)
	case 1:
		return "Article " + strconv.Itoa(n)
	case 2:
		return strconv.Itoa(100000 + n*7)
	}
	return "0" + strconv.Itoa(10000+n)
}

// fill prints a template. A group in angle brackets is omitted if one of its fields is missing; outside groups
// a missing field is a failure.
func (r *Renderer) fill(p *press, template string, values map[string]string, rec *Record) {
	for i := 0; i < len(template); {
		switch c := template[i]; c {
		case '<':
			end := groupEnd(template, i)
			sub := &press{fields: p.fields}
			r.fill(sub, template[i+1:end], values, rec)
			if !sub.missing {
				p.text, p.labels = append(p.text, sub.text...), append(p.labels, sub.labels...)
			}
			i = end + 1
		case '{':
			end := i + strings.IndexByte(template[i:], '}')
			r.field(p, template[i+1:end], values)
			i = end + 1
		default:
			if c == '.' && len(p.text) > 0 && strings.IndexByte(".?!", p.text[len(p.text)-1]) >= 0 { // "Jr..", "why?."
				i++
				continue
			}
			p.put(template[i:i+1], tagger.None)
			i++
		}
	}
}

// groupEnd returns the index of the bracket that closes the group at i.
func groupEnd(template string, i int) int {
	depth := 0
	for ; i < len(template); i++ {
		switch template[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(template)
}

// printed maps each field of a template to its label and its name in the metric.
var printed = map[string]struct {
	label tagger.Label
	field string
}{
	"A": {tagger.Author, "author"}, "T": {tagger.Title, "title"}, "B": {tagger.Book, "title"},
	"C": {tagger.Container, "container"}, "CA": {tagger.Container, "container"},
	"Y": {tagger.Date, "year"}, "Y2": {tagger.Date, "year"}, "M": {tagger.Date, ""}, "V": {tagger.Volume, "volume"},
	"I": {tagger.Issue, ""}, "P": {tagger.Pages, "pages"},
	"PUB": {tagger.Publisher, "publisher"}, "L": {tagger.Place, ""}, "ED": {tagger.Note, ""}, "N": {tagger.Note, ""},
	"E": {tagger.Editor, ""}, "INST": {tagger.Institution, "publisher"}, "D": {tagger.Date, ""}, "DM": {tagger.Date, ""},
	"DOI": {tagger.Identifier, "doi"}, "URL": {tagger.Identifier, ""}, "ARX": {tagger.Identifier, ""},
}

func (r *Renderer) field(p *press, key string, values map[string]string) {
	if text, ok := strings.CutPrefix(key, "="); ok {
		l := tagger.Note
		if strings.HasPrefix(text, "arXiv") {
			l = tagger.Container
			p.fields["container"] = strings.TrimSuffix(text, ":")
		}
		p.put(text, l)
		return
	}
	value, ok := values[key]
	if !ok {
		p.missing = true
		return
	}
	what := printed[key]
	p.put(value, what.label)
	if what.field != "" {
		p.fields[what.field] = value
	}
}

// names prints a list of names.
func (r *Renderer) names(people []biblio.Contributor, f nameFormat) string {
	n, cut := len(people), false
	if f.max > 0 && n > f.max {
		n, cut = min(f.show, n), true
	}
	var b strings.Builder
	for i, p := range people[:n] {
		switch {
		case i == 0:
		case i == n-1 && !cut:
			last := f.last
			if n == 2 {
				last = strings.Replace(last, ", and ", " and ", 1)
			}
			b.WriteString(last)
		default:
			b.WriteString(f.sep)
		}
		b.WriteString(printName(p, f, i == 0))
	}
	if cut {
		b.WriteString(f.etal)
	}
	return b.String()
}

func printName(p biblio.Contributor, f nameFormat, first bool) string {
	if p.Literal != "" {
		return p.Literal
	}
	family := strings.TrimSpace(p.Particle + " " + p.Family)
	if f.capitals {
		family = strings.ToUpper(family)
	}
	given := p.Given
	if !f.full {
		given = initialsOf(given, f.initial)
	}
	if given == "" {
		return family
	}
	suffix := ""
	if p.Suffix != "" {
		suffix = " " + p.Suffix
	}
	if f.invert == allInverted || f.invert == firstInverted && first {
		return family + f.comma + given + suffix
	}
	return given + " " + family + suffix
}

// initialsOf shortens given names to initials: with ". " between them "J. K.",
// with "." "J.K.", with " " "J K", with "" "JK".
func initialsOf(given, between string) string {
	var b strings.Builder
	stop := strings.HasPrefix(between, ".")
	for i, word := range strings.FieldsFunc(given, func(r rune) bool { return unicode.IsSpace(r) || r == '.' }) {
		if i > 0 {
			b.WriteString(strings.TrimPrefix(between, "."))
		}
		for j, part := range strings.Split(word, "-") {
			r, _ := utf8.DecodeRuneInString(part)
			if r == utf8.RuneError {
				continue
			}
			if j > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(unicode.ToUpper(r))
			if stop {
				b.WriteByte('.')
			}
		}
	}
	return b.String()
}
