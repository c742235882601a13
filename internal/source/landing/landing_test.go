package landing_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/landing"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

const article = `<!DOCTYPE html><html><head><title>Deep learning | A Journal</title>
<meta name="citation_title" content="Deep &amp; wide learning"><meta name="citation_author" content="LeCun, Yann"><meta name="citation_author" content="Yoshua Bengio">
<meta name="citation_journal_title" content="Nature"><meta name="citation_publication_date" content="2015/05/28"><meta name="citation_volume" content="521">
<meta name="citation_firstpage" content="436"><meta name="citation_lastpage" content="444"><meta name="citation_doi" content="10.1038/nature14539"></head><body>text</body></html>`

func TestConnector(t *testing.T) {
	f := biblio.Flat{Title: "Deep & wide learning", URL: "https://journal.example/a"}
	sourcetest.Run(t, sourcetest.Suite{
		New:     func(c *transport.Client) source.Connector { return landing.New(landing.NewReader(c, nil)) },
		Prepare: func(s *fixtureserver.Server) { s.SetPage(f.URL, fixtureserver.Page{Body: article}) },
		Found:   []biblio.Flat{f}, Absent: []biblio.Flat{
			sourcetest.Unknown(func(f *biblio.Flat) { f.URL = "https://journal.example/gone" })}, Page: true,
	})
}

func record(t *testing.T, body, address string) biblio.Record {
	t.Helper()
	p, err := landing.ParsePage([]byte(body), "text/html; charset=utf-8")
	if err != nil {
		t.Fatal(err)
	}
	rec, _ := landing.Record(p, address)
	return rec
}

func TestRecord(t *testing.T) {
	for _, c := range []struct {
		name, body, address string
		want                biblio.Flat
	}{
		{"citation tags", article, "https://journal.example/a",
			biblio.Flat{Type: "article-journal", Title: "Deep & wide learning", Authors: []string{"Yann LeCun", "Yoshua Bengio"},
				Venue: "Nature", Year: "2015", DOI: "10.1038/nature14539", URL: "https://journal.example/a", Volume: "521",
				Pages: "436-444"}},
		{"json-ld",
			`<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"x"},{"@type":"ScholarlyArticle","headline":"On <things>",
			"author":[{"@type":"Person","givenName":"Ada","familyName":"Lovelace"},{"@type":"Organization","name":"The Engine Group"}],"datePublished":"1843-09-01",
			"isPartOf":{"@type":"PublicationIssue","issueNumber":"3","isPartOf":{"@type":"PublicationVolume","volumeNumber":"1","isPartOf":{"@type":"Periodical","name":"Scientific Memoirs"}}},
			"sameAs":"https://doi.org/10.1000/182"}]}</script>`, "https://x.example/", biblio.Flat{Type: "article-journal",
				Title: "On <things>", Authors: []string{"Ada Lovelace", "The Engine Group"},
				Venue: "Scientific Memoirs", Year: "1843", DOI: "10.1000/182", URL: "https://x.example/", Volume: "1", Issue: "3"}},
		{"dublin core",
			`<meta name="DC.title" content="A Thesis"><meta name="DC.creator" content="Doe, Jane"><meta name="DCTERMS.issued" content="2001-02"><meta name="DC.publisher" content="A University">
			<meta name="DC.type" content="PhD Thesis"><meta name="DC.identifier" content="doi:10.1000/xyz">`,
			"https://x.example/t",
			biblio.Flat{Type: "thesis", Title: "A Thesis", Authors: []string{"Jane Doe"}, Year: "2001", DOI: "10.1000/xyz",
				URL: "https://x.example/t", Publisher: "A University"}},
		{"repository",
			`<title>GitHub - someone/tool: A tool for things</title><meta property="og:title" content="GitHub - someone/tool: A tool for things"><meta property="og:site_name" content="GitHub">`,
			"https://github.com/someone/tool",
			biblio.Flat{Type: "software", Title: "tool: A tool for things", Authors: []string{"someone"}, Venue: "GitHub",
				URL: "https://github.com/someone/tool"}},
		{"plain page", `<title>About us</title><body><h1>About</h1>` + strings.Repeat("word ", 50), "https://x.example/about",
			biblio.Flat{Type: "webpage", Title: "About us", URL: "https://x.example/about"}},
	} {
		rec := record(t, c.body, c.address)
		got := rec.Flat()
		if g, w := flat(got), flat(c.want); g != w {
			t.Errorf("%s:\n got %s\nwant %s", c.name, g, w)
		}
	}
}

func flat(f biblio.Flat) string {
	return strings.Join([]string{f.Type, f.Title, strings.Join(f.Authors, "; "), f.Venue, string(f.Year), f.DOI, f.URL,
		f.Volume, f.Issue, f.Pages, f.Publisher}, " | ")
}

func TestWalls(t *testing.T) {
	for name, body := range map[string]string{
		"cloudflare": `<title>Just a moment...</title><body>Enable JavaScript and cookies to continue`,
		"captcha":    `<title>example.org</title><body>Please complete the security check to access`,
		"login":      `<title>Sign in - Example</title><form action="/login"></form>`,
		"consent":    `<title>Before you continue to Example</title><body>We use cookies`,
		"empty":      `<html><body></body></html>`,
		"challenge":  `<title>x</title><form id="challenge-form" action="/x"></form>`,
		"denied":     `<title>Access Denied</title><body>You don't have permission`,
	} {
		server := fixtureserver.New(nil)
		server.SetPage("https://a.example/x", fixtureserver.Page{Body: body})
		c := landing.New(landing.NewReader(sourcetest.Client(server, nil), nil))
		reply, err := c.Lookup(context.Background(), sourcetest.Query(biblio.Flat{URL: "https://a.example/x"}))
		var failure *answer.Failure
		if !errors.As(err, &failure) || failure.Kind != answer.Refused {
			t.Errorf("%s: %+v, %v; want a refusal", name, reply, err)
		}
		server.Close()
	}
	for name, body := range map[string]string{
		"an article on captchas": `<title>A captcha for the blind</title><meta name="citation_title" content="A captcha for the blind">`,
		"a long page":            `<title>Access denied: a history</title><body>` + strings.Repeat("word ", 400),
	} {
		p, _ := landing.ParsePage([]byte(body), "")
		if wall := landing.Wall(p); wall != "" {
			t.Errorf("%s is taken for %s", name, wall)
		}
	}
}

func TestPublisher(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	server.SetPage("https://doi.org/10.1038/nature14539", fixtureserver.Page{To: "https://journal.example/a"})
	server.SetPage("https://doi.org/10.1000/other", fixtureserver.Page{To: "https://journal.example/a"})
	server.SetPage("https://journal.example/a", fixtureserver.Page{Body: article})
	c := landing.NewPublisher(landing.NewReader(sourcetest.Client(server, nil), nil))
	reply, err := c.Lookup(context.Background(),
		source.Query{IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1038/nature14539"}}})
	if err != nil || len(reply.Hits) != 1 || reply.Hits[0].How != answer.ByIdentifier {
		t.Errorf("%+v %v", reply, err)
	}
	// A page that names another DOI is not the publisher's word on this one.
	reply, err = c.Lookup(context.Background(),
		source.Query{IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1000/other"}}})
	if err != nil || len(reply.Hits) != 0 || reply.Coverage.Extent != answer.Uncovered {
		t.Errorf("%+v %v", reply, err)
	}
}

func FuzzPage(f *testing.F) {
	for _, seed := range []string{article, "<title>",
		"<script type=application/ld+json>{\"@type\":\"Book\",\"name\":\"x\",\"author\":\"y\"",
		"<meta name=citation_title content=x>", "\x00\xff<meta"} {
		f.Add([]byte(seed), "text/html; charset=shift_jis")
	}
	f.Fuzz(func(t *testing.T, body []byte, kind string) {
		p, _ := landing.ParsePage(body, kind)
		landing.Wall(p)
		landing.Record(p, "https://x.example/")
	})
}

// TestSentOn follows pages that only redirect, a few times, never to a private address, and keeps those with
// content of their own.
func TestSentOn(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	on := func(content string) string {
		return `<html><head><title>Redirecting</title><meta http-equiv="Refresh" content="` + content +
			`"></head><body>You are being sent on.</body></html>`
	}
	for address, body := range map[string]string{
		"https://a.example/one": on(`0; url=/two`), "https://a.example/two": on(`2;URL='https://journal.example/a'`),
		"https://journal.example/a": article,
		"https://a.example/circle":  on(`0;url=https://a.example/back`), "https://a.example/back": on(`0;url=/circle`),
		"https://a.example/file": on(`0;url=file:///etc/passwd`), "https://a.example/late": on(`600;url=/two`),
		"https://a.example/self":   on(`5; url=https://a.example/self`),
		"https://a.example/speaks": on(`0;url=/two`) + strings.Repeat("word ", 100),
	} {
		server.SetPage(address, fixtureserver.Page{Body: body})
	}
	for path, want := range map[string]string{"one": "Deep & wide learning", "two": "Deep & wide learning", "circle": "",
		"file": "", "late": "Redirecting", "self": "Redirecting", "speaks": "Redirecting"} {
		client := sourcetest.Client(server, nil)
		reply, err := landing.New(landing.NewReader(client, nil)).Lookup(context.Background(),
			sourcetest.Query(biblio.Flat{URL: "https://a.example/" + path}))
		client.Close()
		got := ""
		for _, h := range reply.Hits {
			got += h.Record.Title
		}
		if got != want || reply.Coverage.Extent != answer.Uncovered || len(reply.NoSuchID) > 0 {
			t.Errorf("%s: %q, want %q: %v", path, got, want, err)
		}
	}
}

// TestLongScript has a page with much more script than content.
func TestLongScript(t *testing.T) {
	rec := record(t, `<script>`+strings.Repeat("var state = {};", 1<<18)+`</script><title>About us</title><body>text`,
		"https://x.example/about")
	if rec.Title != "About us" {
		t.Errorf("%+v", rec.Flat())
	}
}
