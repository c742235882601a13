package report

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// page writes a self-contained HTML file that needs no scripts; a small one, under a strict policy, filters it.
type page struct {
	headed
	w        *bufio.Writer
	opt      Options
	papers   papers
	years    years
	parts    [sections]shelf
	problems []Problem
	doubts   int // problems that are not listed
}

//go:embed html/report.css
var pageStyle string

//go:embed html/report.js
var pageScript string

//go:embed html/report.tmpl
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(
		template.New("report").Funcs(template.FuncMap{"visible": Visible, "topic": topic, "plural": plural,
			"marked": markedPassage, "holder": HolderName}).Parse(pageText))
})

// pagePolicy lets a browser run our script and use our style, but load nothing.
var pagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src " +
	hashed(pageStyle) + "; script-src " + hashed(pageScript)

func hashed(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// listMost is the maximum length of a list on the page, of papers or problems.
const listMost = 1000

func newHTML(w io.Writer, opt Options) Writer {
	return &page{w: bufio.NewWriter(w), opt: opt, years: years{}}
}

func (p *page) Problem(problem Problem) error {
	if len(p.problems) < listMost {
		p.problems = append(p.problems, problem)
	} else {
		p.doubts++
	}
	return nil
}

// article is a finding as shown on the page.
type article struct {
	F                                            *Finding
	Section, Look, Mark, Word, Name, What, Where string
	Picture                                      template.URL
	Headline, Strength, Dots                     string
	Compared                                     bool   // some ground has both values
	Bare                                         bool   // the page says beside it which reference it is
	Grounds                                      []View // each with both values, or with what it says alone
	Agree, Silent                                string // fields that agree with the record, and that it does not have
	Notes                                        []Notice
	Evidence, Raw                                string
	EvidenceText, Do                             string
	Recorded                                     bool // the evidence is the record
	Accuses                                      bool // a claim does
	Asked                                        []Lookup
}

func (p *page) Finding(f Finding) error {
	p.papers.of(f.File).add(&f)
	p.years.add(&f)
	at := f.section()
	c := articleOf(&f, at)
	if at < exempt { // a correct entry only needs its name
		c.Picture = p.picture(&f)
	}
	return p.parts[at].put(&f, at, func(w io.Writer) error { return pageTemplate().ExecuteTemplate(w, "finding", c) })
}

// strengthDots show the words of strength beside them.
var strengthDots = map[string]string{"certain": "●●●", "likely": "●●○", "lead": "●○○"}

func articleOf(f *Finding, at section) article {
	look := f.style()
	c := article{
		F: f, Section: headings[at].name, Look: look.class, Mark: look.mark, Word: look.word, Name: name(f), What: what(f),
		Where: Visible(f.Place.String()), Notes: f.remarks(),
	}
	if c.Headline = f.Sentence(); c.Headline != "" {
		c.Strength = f.views()[0].Strength
		c.Dots = strengthDots[c.Strength]
	}
	list := func(labels *string, r *Reason) { // as the beginning of a sentence
		if *labels == "" {
			*labels = labelOf(r)
		} else {
			*labels += ", " + Visible(biblio.Field(r.Field).Label())
		}
	}
	for i := range f.Reasons {
		switch r := &f.Reasons[i]; {
		case statusOf(r).Agrees():
			list(&c.Agree, r)
		case statusOf(r) == judge.Unrecorded && r.Recorded == "" && r.Strength == "":
			list(&c.Silent, r)
		default:
			v := ViewOf(r)
			if v.Sentence() != c.Headline || v.Cited() != "" {
				c.Grounds, c.Compared = append(c.Grounds, v), c.Compared || v.Cited() != ""
			}
		}
	}
	if at >= exempt {
		return c
	}
	if do, _ := f.todo(); do != lookForIt && do != compare { // their address follows
		c.Do = do
	}
	c.Accuses = slices.ContainsFunc(f.Claims, func(c Claim) bool { return ClaimAccuses(&c) })
	c.Evidence, c.Asked = f.Evidence(), f.Lookups
	if c.EvidenceText = Visible(c.Evidence); strings.HasPrefix(c.Evidence, scholar) {
		c.EvidenceText = "Google Scholar"
	}
	c.Recorded = f.Record != nil && web(f.Record.Link) == c.Evidence && c.Evidence != ""
	if slices.ContainsFunc(c.Grounds, func(v View) bool { return v.Cited() != "" && v.Link == c.Evidence }) {
		c.Evidence = "" // it is linked beside the values
	}
	c.Raw = VisibleLines(f.Raw)
	return c
}

// picture returns the picture of an entry as a data URL, "" for none.
func (p *page) picture(f *Finding) template.URL {
	if p.opt.Picture == nil {
		return ""
	}
	png := p.opt.Picture(f.Place)
	if len(png) == 0 {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png)) // our own picture
}

// Article writes a finding as in the format html, for pages with PageStyle. Picture is the address of the
// picture of its entry, "" for none; without links nothing leads to another site. Bare does not name the reference.
func Article(w io.Writer, f *Finding, picture string, links, bare bool) error {
	c := articleOf(f, f.section())
	c.Bare = bare
	c.Picture, c.Do = template.URL(picture), "" // pages have buttons
	for i := range c.Grounds {
		if bare { // said beside it, of every field
			c.Grounds[i].Why = ""
		}
		if !links {
			c.Grounds[i].Link = ""
		}
	}
	if !links {
		c.Evidence = ""
	}
	return pageTemplate().ExecuteTemplate(w, "finding", c)
}

// PageStyle returns the style sheet of the format html.
func PageStyle() string { return pageStyle }

// Before returns the cited value for pages, with its differences marked.
func (v View) Before() template.HTML { return dressed(v.cited, "del") }

// After returns the recorded value for pages, with its differences marked.
func (v View) After() template.HTML { return dressed(v.recorded, "ins") }

// Marked returns two values of a field for pages, with what differs marked: of authors, names on one list alone.
func Marked(field, from, to string) (before, after template.HTML) {
	if from == "" {
		return "", dressed(tokens(Visible(to), true), "ins")
	}
	r := Reason{Field: field, Claimed: from, Recorded: to}
	if biblio.Field(field) == biblio.FieldAuthors {
		a, b := strings.Split(from, "; "), strings.Split(to, "; ")
		for _, name := range slices.Concat(a, b) {
			if slices.Contains(a, name) != slices.Contains(b, name) {
				r.Names = append(r.Names, row.NameDifference{Cited: name, Recorded: name})
			}
		}
	}
	v := ViewOf(&r)
	return v.Before(), v.After()
}

// dressed writes the tokens of a value, the marked ones in an element.
func dressed(list []token, element string) template.HTML {
	safe := make([]token, len(list))
	for i, t := range list {
		t.text = html.EscapeString(t.text)
		safe[i] = t
	}
	// escaped above
	return template.HTML(join(safe, func(s string) string { return "<" + element + ">" + s + "</" + element + ">" }))
}

// End writes the collected findings, the gravest first.
func (p *page) End(s *Summary) error {
	if err := pageTemplate().ExecuteTemplate(p.w, "head", p.head(s)); err != nil {
		return err
	}
	for at := range sections {
		n := len(p.parts[at].parts)
		if n == 0 {
			continue
		}
		folded := at >= uncovered
		head := struct {
			Name, Title, About string
			N                  int
			Folded             bool
		}{headings[at].name, headings[at].title, headings[at].about, n, folded}
		if err := pageTemplate().ExecuteTemplate(p.w, "section", head); err != nil {
			return err
		}
		if err := p.parts[at].each(func(b []byte) error { _, err := p.w.Write(b); return err }); err != nil {
			return err
		}
		if folded {
			p.w.WriteString("</details>\n")
		}
		p.w.WriteString("</section>\n")
	}
	foot := struct {
		Problems []Problem
		Doubts   int
		Next     []step
		Script   template.JS
	}{p.problems, p.doubts, s.next(p.run), template.JS(pageScript)} // our own script
	if err := pageTemplate().ExecuteTemplate(p.w, "foot", foot); err != nil {
		return err
	}
	return p.w.Flush()
}

// pageHead is what precedes the findings.
type pageHead struct {
	Policy             string
	Style              template.CSS
	Run                Run
	Summary            *Summary
	Counts             []pageCount
	Errors, Suppressed string
	Patterns           []string
	Papers             []pagePaper
	More               int // papers that are not listed
	PaperPlot          *plot
	YearPlot           *plot
}

type pageCount struct {
	Look, Mark, Word string
	N                int
}

type pagePaper struct{ File, Line string }

func (p *page) head(s *Summary) pageHead {
	// our own style
	h := pageHead{Policy: pagePolicy, Style: template.CSS(pageStyle), Run: p.run, Summary: s, Errors: s.errors(),
		Suppressed: s.setAside(),
		Patterns:   patternLines(s.InCommon(), len(p.papers.list) > 1)}
	for _, outcome := range slices.Backward(judge.Outcomes) {
		if n, st := s.Outcomes[outcome.String()], styleOf(outcome.String()); n > 0 {
			h.Counts = append(h.Counts, pageCount{st.class, st.mark, st.counted, n})
		}
	}
	if len(p.papers.list) < 2 {
		return h
	}
	for i, one := range p.papers.list {
		if i == listMost {
			h.More = len(p.papers.list) - i
			break
		}
		h.Papers = append(h.Papers, pagePaper{one.file, one.line()})
	}
	h.PaperPlot, h.YearPlot = p.papers.plot(), p.years.plot()
	return h
}
