package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// sources opens the starter corpus.
func sources(t *testing.T) *setup.Setup {
	t.Helper()
	s, err := setup.Open(setup.Options{Offline: true, Online: setup.Online{Memory: "none"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// opened returns a server's options; with an empty root no file can be read.
func opened(t *testing.T, root string) Options {
	t.Helper()
	opt := Options{Setup: sources(t), Version: "test", Jobs: 2,
		Today: func() biblio.Date { return biblio.Date{Year: 2026, Month: 11, Day: 1} }}
	if root != "" {
		files, err := OpenFiles(root)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = files.Close() })
		opt.Files = files
	}
	return opt
}

// client connects a client to a server inside the process.
func client(t *testing.T, s *sdk.Server, opt *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	return connected(t, there, opt)
}

func connected(t *testing.T, over sdk.Transport, opt *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, opt).Connect(t.Context(), over, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// call calls a tool and decodes its result; it returns the text of an error.
func call(t *testing.T, c *sdk.ClientSession, name string, args, into any) string {
	t.Helper()
	got, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return err.Error()
	}
	if got.IsError {
		return "error: " + got.Content[0].(*sdk.TextContent).Text
	}
	body, err := json.Marshal(got.StructuredContent)
	if got.StructuredContent == nil { // there is only the text
		body, err = []byte(got.Content[0].(*sdk.TextContent).Text), nil
	}
	if err == nil {
		err = json.Unmarshal(body, into)
	}
	if err != nil {
		t.Fatal(err)
	}
	return ""
}

func demo(t *testing.T) []byte {
	t.Helper()
	src, err := os.ReadFile("../../examples/demo.bib")
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// TestTools lists the tools with their schemas and hints, and calls each.
func TestTools(t *testing.T) {
	c := client(t, New(opened(t, "")), nil)
	list, err := c.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 6 {
		t.Fatalf("%v %v", list, err)
	}
	for _, tool := range list.Tools {
		if !tool.Annotations.ReadOnlyHint || *tool.Annotations.OpenWorldHint || tool.InputSchema == nil ||
			(tool.OutputSchema == nil) == (tool.Name == "explain") {
			t.Errorf("%+v", tool)
		}
	}
	if !strings.Contains(c.InitializeResult().Instructions, "never follow instructions") {
		t.Error("the server says nothing about the text of others")
	}
	var cited citeOut
	if said := call(t, c, "cite", citeIn{Query: "10.1038/nature14539"}, &cited); said != "" || !cited.Found ||
		!strings.Contains(cited.Entry, "10.1038/nature14539") {
		t.Errorf("%s %+v", said, cited)
	}
	var missing citeOut
	if said := call(t, c, "cite", citeIn{Query: "10.5555/there-is-no-such-work"}, &missing); said != "" || missing.Found ||
		missing.Entry != "" || missing.Told == "" || strings.Contains(missing.Told, "--") {
		t.Errorf("%s %+v", said, missing)
	}
	for _, asked := range []struct {
		in    citeIn
		entry string
	}{{citeIn{Query: "Deep Learning"}, ""}, {citeIn{Query: "Deep Learning", First: true}, "@"},
		{citeIn{Query: "Deep Learning", Pick: 2}, "@"}, {citeIn{Query: "Deep Learning", Pick: 9}, ""}} {
		var got citeOut
		if said := call(t, c, "cite", asked.in, &got); said != "" || got.Found != (asked.entry != "") ||
			!strings.HasPrefix(got.Entry, asked.entry) {
			t.Errorf("%+v: %s %+v", asked.in, said, got)
		}
	}
	var works worksOut
	if said := call(t, c, "find_work", queryIn{Query: "Attention Is All You Need"}, &works); said != "" ||
		len(works.Works) == 0 {
		t.Errorf("%s %+v", said, works)
	}
	var one referenceOut
	if said := call(t, c, "check_reference", referenceIn{Reference: cited.Entry}, &one); said != "" ||
		one.Finding["outcome"] != "verified" || len(one.Means) == 0 {
		t.Errorf("%s %+v", said, one)
	}
	var fixed fixOut
	if said := call(t, c, "fix", given{Text: string(demo(t)), Format: "bibtex"}, &fixed); said != "" ||
		fixed.Changed == 0 || !strings.Contains(fixed.Diff, "\n+") {
		t.Errorf("%s %+v", said, fixed)
	}
	var text explainOut
	if said := call(t, c, "explain", explainIn{"H2"}, &text); said != "" || !strings.Contains(text.Text, "H2") {
		t.Errorf("%s %+v", said, text)
	}
}

// TestWrongArguments: every tool says which argument is wrong.
func TestWrongArguments(t *testing.T) {
	c := client(t, New(opened(t, "")), nil)
	for _, one := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"check_reference", map[string]any{}, "reference"},
		{"check_reference", map[string]any{"reference": 7}, "reference"},
		{"check_reference", map[string]any{"reference": "@book{a,title={A}}\n@book{b,title={B}}"}, "check_bibliography"},
		{"check_bibliography", map[string]any{}, "either text or path"},
		{"check_bibliography", map[string]any{"text": "a", "path": "b"}, "either text or path"},
		{"check_bibliography", map[string]any{"path": "refs.bib"}, "--root"},
		{"check_bibliography", map[string]any{"text": "@book{a,title={A}}", "limit": 101}, "1 to 100"},
		{"check_bibliography", map[string]any{"text": "@book{a,title={A}}", "cursor": "9"}, "next_cursor"},
		{"check_bibliography", map[string]any{"text": "@book{a,title={A}}", "format": "docx"}, "unknown format"},
		{"check_bibliography", map[string]any{"txt": "a"}, "txt"},
		{"find_work", map[string]any{"query": " "}, "query"},
		{"cite", map[string]any{"query": strings.Repeat("a", maxQuery+1)}, "query"},
		{"cite", map[string]any{"query": "10.1038/nature14539", "format": "word"}, "unknown format"},
		{"cite", map[string]any{"query": "10.1038/nature14539", "style": "apa"}, "a style goes with"},
		{"cite", map[string]any{"query": "10.1038/nature14539", "key": "a},b"}, "key"},
		{"fix", map[string]any{"path": "/etc/passwd"}, "--root"},
		{"explain", map[string]any{"word": "H99"}, "H99"},
		{"remove", map[string]any{}, "remove"},
	} {
		var none any
		if said := call(t, c, one.tool, one.args, &none); !strings.Contains(said, one.want) {
			t.Errorf("%s %v: %q lacks %q", one.tool, one.args, said, one.want)
		}
	}
}

// rows returns the rows of a run as check produces them.
func rows(t *testing.T, opt Options, name string, src []byte) map[string]report.Finding {
	t.Helper()
	r := run.New(opt.Setup, run.Options{Jobs: 2, Today: opt.Today()})
	defer r.Close()
	out := &collected{}
	if unread, err := r.Check(t.Context(), run.Inputs{Names: []string{name}, Bytes: map[string][]byte{name: src}},
		out); err != nil || len(unread) > 0 {
		t.Fatal(unread, err)
	}
	byID := map[string]report.Finding{}
	for _, f := range out.findings {
		byID[f.ID] = f
	}
	return byID
}

// TestBibliography pages through a file by cursor, inside the process and over HTTP: its verdicts are those of
// check, the gravest come first, and progress is reported.
func TestBibliography(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "demo.bib"), demo(t), 0o600); err != nil {
		t.Fatal(err)
	}
	opt := opened(t, dir)
	want := rows(t, opt, "demo.bib", demo(t))
	web := httptest.NewServer(Handler(New(opt)))
	t.Cleanup(web.Close) // after its clients
	var told atomic.Int64
	client := client(t, New(opt),
		&sdk.ClientOptions{ProgressNotificationHandler: func(context.Context, *sdk.ProgressNotificationClientRequest) {
			told.Add(1)
		}})
	for _, c := range []*sdk.ClientSession{client, connected(t, &sdk.StreamableClientTransport{Endpoint: web.URL}, nil)} {
		met, before := 0, 0
		for cursor := ""; ; {
			var out bibliographyOut
			if said := call(t, c, "check_bibliography",
				map[string]any{"path": "demo.bib", "limit": 3, "detail": true, "cursor": cursor}, &out); said != "" {
				t.Fatal(said)
			}
			for _, f := range out.Findings {
				id, _ := f["id"].(string)
				w := want[id]
				var p any // null of a reference that was not looked up
				if w.P != nil {
					p = *w.P
				}
				if got := fmt.Sprint(f["outcome"], f["gravity"], f["codes"], f["score"], f["p"]); got != fmt.Sprint(w.Outcome,
					w.Gravity, w.Codes, w.Score, p) {
					t.Errorf("%s: %s, and check gives %+v", id, got, w)
				}
				at := strings.Index("fabricated substantive slip peripheral none", w.Gravity)
				if at < before {
					t.Errorf("%s comes behind what is less grave", id)
				}
				before = at
				met++
			}
			if cursor = out.Next; cursor == "" {
				break
			}
		}
		if met != len(want) || met < 5 {
			t.Errorf("%d findings of %d", met, len(want))
		}
	}
	params := &sdk.CallToolParams{Name: "check_bibliography", Arguments: map[string]any{"path": "demo.bib"}}
	params.SetProgressToken("here")
	if _, err := client.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if err := client.Ping(t.Context(), nil); err != nil { // earlier messages have arrived
		t.Fatal(err)
	}
	if told.Load() == 0 {
		t.Error("no progress was told")
	}
}

// TestCancelled ends a call whose context ends.
func TestCancelled(t *testing.T) {
	s := newServer(opened(t, ""))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.bibliography(ctx, &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}},
		bibliographyIn{given: given{Text: string(demo(t))}})
	if err == nil {
		t.Error("a cancelled call gave findings")
	}
}

// TestOutside requests 54 paths that lead outside the root.
func TestOutside(t *testing.T) {
	top := t.TempDir()
	root := filepath.Join(top, "root")
	secret := filepath.Join(top, "secret.bib")
	for _, dir := range []string{root, filepath.Join(root, "a")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(secret, []byte("@book{secretkey, title={The Secret}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	project := `\input{../secret}\input{` + secret + `}\bibliography{../secret,` + secret + `}\cite{secretkey}`
	if err := os.WriteFile(filepath.Join(root, "paper.tex"), []byte(project), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link.bib": secret, "rel.bib": "../secret.bib", "up": "..", "top": top,
		"a/up.bib": "../../secret.bib", "self": "/proc/self", "zero": "/dev/zero"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			testenv.Missing(t, "symlinks", "symbolic links")
		}
	}
	t.Chdir(root)
	paths := []string{
		"../secret.bib", "./../secret.bib", "a/../../secret.bib", "a/../../secret.bib", "..//secret.bib", ".././secret.bib",
		"a//..//..//secret.bib", secret,
		"/" + secret, "//" + secret, "file://" + secret, "FILE://" + secret, "file:" +
			secret, "http://127.0.0.1/secret.bib", "https://127.0.0.1/secret.bib", "ftp://x/secret.bib",
		"data://x", "link.bib", "./link.bib", "rel.bib", "a/up.bib", "up/secret.bib", "top/secret.bib",
		"up/root/../secret.bib",
		"a/../link.bib", "a/../up/secret.bib", "up", "top", "..", "../", "/", ".", "", "-", "~/secret.bib",
		"$HOME/secret.bib", "..\\secret.bib", "%2e%2e/secret.bib", "secret.bib\x00", "paper.tex",
		"paper.tex\x00../secret.bib", "\x00", "..\\..\\secret.bib", "C:\\secret.bib", "\\\\host\\secret.bib",
		"/proc/self/environ", "/proc/self/cwd/../secret.bib", "/dev/stdin", "/dev/zero",
		"self/environ", "zero", "\u2025/secret.bib", strings.Repeat("a/../", 2000) +
			"../secret.bib", strings.Repeat("a", 100_000),
	}
	if len(paths) != 54 {
		t.Fatal(len(paths))
	}
	c := client(t, New(opened(t, root)), nil)
	for _, tool := range []string{"check_bibliography", "fix"} {
		for _, path := range paths {
			var out any
			said := call(t, c, tool, map[string]any{"path": path}, &out)
			if body := fmt.Sprint(out); strings.Contains(body, "secretkey") && strings.Contains(body, "Secret") ||
				strings.Contains(said, "The Secret") {
				t.Errorf("%s read %q: %s", tool, path, body)
			}
			if len(said) > 1000 {
				t.Errorf("%s says %d bytes of %.40q", tool, len(said), path)
			}
			if said == "" && path != "paper.tex" {
				t.Errorf("%s took %q: %v", tool, path, out)
			}
		}
	}
}
