package landing

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

// Page is what a page says about itself.
type Page struct {
	Title   string
	Meta    map[string][]string // by lower-case name or property, in order
	JSONLD  []string
	Words   int      // number of words of visible text, up to a bound
	Text    string   // its beginning, to recognise walls
	Heading string   // the first h1
	Forms   []string // actions and ids of forms, lower case
	URL     string   // canonical address
}

const (
	maxMeta = 5000      // tags
	maxText = 20 << 10  // bytes of visible text that are examined
	maxLD   = 512 << 10 // bytes of JSON-LD
)

// ParsePage parses an HTML page in any encoding that it or its header names.
func ParsePage(body []byte, contentType string) (*Page, error) {
	r, err := charset.NewReader(bytes.NewReader(body), contentType)
	if err != nil {
		r = bytes.NewReader(body)
	}
	p := &Page{Meta: map[string][]string{}}
	z := html.NewTokenizer(r)
	z.SetMaxBuf(16 << 20) // scripts may have megabytes; the body has its own bound
	s := scanner{page: p}
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return p, err
			}
			s.finish()
			return p, nil
		case html.StartTagToken, html.SelfClosingTagToken:
			s.start(z)
		case html.EndTagToken:
			name, _ := z.TagName()
			s.end(atom.Lookup(name))
		case html.TextToken:
			s.text(z.Text())
		}
	}
}

// scanner builds a page from its tokens.
type scanner struct {
	page  *Page
	in    atom.Atom // title, h1, script or style around the text
	ld    bool
	metas int
	buf   strings.Builder // of in
	seen  strings.Builder // visible text
}

func (s *scanner) start(z *html.Tokenizer) {
	name, more := z.TagName()
	tag := atom.Lookup(name)
	attrs := map[string]string{}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		attrs[string(key)] = string(value)
	}
	switch tag {
	case atom.Meta:
		s.meta(attrs)
	case atom.Link:
		if strings.EqualFold(attrs["rel"], "canonical") && s.page.URL == "" {
			s.page.URL = attrs["href"]
		}
	case atom.Form:
		s.page.Forms = append(s.page.Forms, strings.ToLower(attrs["action"]+" "+attrs["id"]+" "+attrs["class"]))
	case atom.Title, atom.H1, atom.Script, atom.Style, atom.Noscript:
		s.in = tag
		s.ld = strings.EqualFold(strings.TrimSpace(attrs["type"]), "application/ld+json")
		s.buf.Reset()
	}
}

func (s *scanner) meta(attrs map[string]string) {
	content := strings.TrimSpace(attrs["content"])
	name := cmp.Or(attrs["name"], attrs["property"], attrs["itemprop"])
	if name == "" || content == "" || s.metas >= maxMeta {
		if name == "" && strings.EqualFold(attrs["http-equiv"], "refresh") {
			s.page.Meta["refresh"] = append(s.page.Meta["refresh"], content)
		}
		return
	}
	s.metas++
	name = strings.ToLower(strings.TrimSpace(name))
	s.page.Meta[name] = append(s.page.Meta[name], content)
}

func (s *scanner) end(tag atom.Atom) {
	if tag != s.in || s.in == 0 {
		return
	}
	text := s.buf.String()
	switch {
	case tag == atom.Title && s.page.Title == "":
		s.page.Title = squeeze(text)
	case tag == atom.H1 && s.page.Heading == "":
		s.page.Heading = squeeze(text)
	case s.ld && len(s.page.JSONLD) < 20:
		s.page.JSONLD = append(s.page.JSONLD, text)
	}
	s.in, s.ld = 0, false
}

func (s *scanner) text(raw []byte) {
	if s.in != 0 && s.buf.Len() < maxLD {
		if s.in == atom.Script {
			s.buf.Write(raw)
		} else {
			s.buf.WriteString(html.UnescapeString(string(raw)))
		}
	}
	if s.in == atom.Script || s.in == atom.Style || s.in == atom.Title || s.seen.Len() > maxText {
		return
	}
	s.seen.Write(raw)
	s.seen.WriteByte(' ')
}

func (s *scanner) finish() {
	text := squeeze(html.UnescapeString(s.seen.String()))
	s.page.Words = len(strings.Fields(text))
	s.page.Text = strings.ToLower(text[:min(len(text), 4000)])
	if s.page.Title == "" && s.in == atom.Title {
		s.page.Title = squeeze(s.buf.String())
	}
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// First returns the first value of the first name that has one.
func (p *Page) First(names ...string) string {
	for _, name := range names {
		for _, v := range p.Meta[name] {
			if v = squeeze(v); v != "" {
				return v
			}
		}
	}
	return ""
}

// The most words a page without content of its own has, and the longest delay of its redirection.
const (
	fewWords = 60
	soon     = 10 // seconds
)

// Next returns the address to which the page at address redirects after a moment, "" if the page has content of
// its own.
func (p *Page) Next(address string) string {
	if p.Scholarly() || p.Words > fewWords {
		return ""
	}
	for _, content := range p.Meta["refresh"] {
		delay, rest, _ := strings.Cut(strings.Replace(content, ",", ";", 1), ";")
		seconds, err := strconv.ParseFloat(strings.TrimSpace(delay), 64)
		rest = strings.TrimSpace(rest)
		if err != nil || !(seconds <= soon) || len(rest) < 4 || !strings.EqualFold(rest[:3], "url") {
			continue
		}
		to, ok := strings.CutPrefix(strings.TrimSpace(rest[3:]), "=")
		base, err := url.Parse(address)
		if !ok || err != nil {
			continue
		}
		next, err := base.Parse(strings.Trim(strings.TrimSpace(to), `"'`))
		if err != nil {
			continue
		}
		if next.Fragment = ""; next.String() != address {
			return next.String()
		}
	}
	return ""
}

// Scholarly reports whether the page describes a work in bibliographic tags.
func (p *Page) Scholarly() bool {
	return p.First("citation_title", "dc.title", "dcterms.title", "bepress_citation_title", "eprints.title",
		"prism.title") != ""
}

// walls are the beginnings of pages that block a reader: titles, and texts of pages with little else. They are
// matched in lower case.
var (
	wallTitles = []string{
		"just a moment", "attention required", "access denied", "are you a robot", "robot check", "security check",
		"checking your browser", "pardon our interruption",
		"verify you are human", "human verification", "ddos-guard", "one more step", "please wait", "request rejected",
		"403 forbidden", "bot verification",
		"unusual traffic", "captcha", "client challenge", "validate user", "radware", "incapsula", "blocked",
		"too many requests", "service unavailable",
	}
	loginTitles = []string{"sign in", "log in", "login", "anmelden", "se connecter", "single sign-on",
		"institutional login", "shibboleth", "authentication required"}
	consentTitles = []string{"before you continue", "cookie consent", "privacy consent", "we value your privacy",
		"bevor sie", "avant de continuer"}
	wallTexts = []string{
		"enable javascript and cookies to continue", "verify you are human", "verifying you are human",
		"checking if the site connection is secure", "checking your browser before",
		"unusual traffic from your computer", "complete the captcha", "please complete the security check",
		"access to this page has been denied",
		"you have been blocked", "request unsuccessful. incapsula", "cookies must be enabled", "please enable cookies",
		"making sure you're not a bot", "i'm not a robot",
	}
)

// few is the most words a page has that is only a wall.
const few = 250

// Wall returns what blocks the reader, "" if nothing does.
func Wall(p *Page) string {
	if p.Scholarly() {
		return ""
	}
	title := strings.ToLower(p.Title)
	if p.Words > few {
		return ""
	}
	for _, sign := range []struct {
		what  string
		list  []string
		where string
	}{{"a check for robots", wallTitles, title}, {"a question about consent", consentTitles, title},
		{"a check for robots", wallTexts, p.Text}} {
		for _, text := range sign.list {
			if strings.Contains(sign.where, text) {
				return sign.what
			}
		}
	}
	for _, text := range loginTitles {
		if strings.HasPrefix(title, text) || strings.HasSuffix(title, text) {
			return "a login"
		}
	}
	for _, form := range p.Forms {
		if strings.Contains(form, "challenge") || strings.Contains(form, "captcha") {
			return "a check for robots"
		}
	}
	if p.Title == "" && p.Heading == "" && p.Words < 5 && len(p.Meta) < 3 {
		return "an empty page"
	}
	return ""
}
