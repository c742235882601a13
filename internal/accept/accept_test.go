package accept

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/row"
)

var one = Accepted{Entry: "smith2020", Code: "H4", Claims: "00", Reason: "online first",
	Date: toml.LocalDate{Year: 2026, Month: 11, Day: 22}}

func TestParse(t *testing.T) {
	f, err := parse("x.toml",
		[]byte("# mine\n\n[[accepted]]\nentry = 'a'\ncode = 'H4'\nclaims = '00'\nreason = 'r'\ndate = 2026-11-22\n"))
	if err != nil || len(f.Accepted) != 1 || f.Accepted[0].where != "x.toml:3" {
		t.Errorf("%+v, %v", f, err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"a model":           {"[models]\nmodel = 'x:y'\n", `x.toml:1: nothing is called "models" here`},
		"a limit":           {"\n[report]\nfail_on = 'never'\n", `x.toml:2: nothing is called "report" here`},
		"brackets alone":    {"a=" + strings.Repeat("[", 400<<10), "nested more than"},
		"tables alone":      {"a=" + strings.Repeat("{a=", 100<<10), "nested more than"},
		"a setting outside": {"online = true\n", `x.toml:1: nothing is called "online" here`},
		"a word more": {"[[accepted]]\nentry='a'\nfile='/etc/passwd'\n",
			`x.toml:3: nothing is called "accepted.file" here`},
		"no reason": {"\n[[accepted]]\nentry='a'\ncode='H4'\nclaims='00'\nreason=' '\n",
			"x.toml:2: an accepted finding says no reason"},
		"a code that is not": {"[[accepted]]\nentry='a'\ncode='R1'\nclaims='00'\nreason='r'\n", `x.toml:1: code "R1"`},
		"no TOML":            {"[[accepted]\n", "x.toml:1:"},
		"a field that is not": {"[[accepted]]\nentry='a'\ncode='H4'\nfield='colour'\nclaims='00'\nreason='r'\n",
			`x.toml:1: field "colour"`},
		"a field of another code": {"[[accepted]]\nentry='a'\ncode='H4'\nfield='pages'\nclaims='00'\nreason='r'\n",
			`x.toml:1: field "pages": code H4`},
		"another type": {"accepted = 3\n", "x.toml"},
	} {
		if _, err := parse("x.toml", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// A text of half a megabyte, however it is made up, takes no more than linear time.
func TestParseTime(t *testing.T) {
	for name, unit := range map[string]string{"tables": "[[accepted]]\n", "a name": "[[accepted]]\nx=1\n",
		"names": "x%d=1\n", "names of tables": "[x%d]\n", "dots": "a.b%d.c=1\n"} {
		var b strings.Builder
		for i := 0; b.Len() < fileBound-20; i++ {
			b.WriteString(strings.ReplaceAll(unit, "%d", strconv.Itoa(i)))
		}
		var err error
		if took := testenv.Work(func() { _, err = parse("x.toml", []byte(b.String())) }); took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if err == nil || strings.Count(err.Error(), "\n") >= mostTold {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := parse("x.toml", []byte("[a]\nb = 1\nc = 2\n")); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a table that means nothing is said more than once: %v", err)
	}
	text := "accepted = [" + strings.Repeat("{code='H4'},", 20) + "{code='H4',colour=1}]\n"
	if _, err := parse("x.toml", []byte(text)); err == nil ||
		!strings.Contains(err.Error(), `nothing is called "accepted.colour" here`) {
		t.Error(err)
	}
}

// What people and bibliographies say is written as it is said, whatever is in it.
func TestAddHostile(t *testing.T) {
	parts := []string{"a", "'", `"`, `\`, "\n", "\r", "\x00", "\x1b[31m", "\u202e", "\u0085",
		"]]", "[[accepted]]", "=", "#",
		"'''", `"""`, "\u2028", "\x7f", "\t"}
	r := rand.New(rand.NewPCG(1, 2))
	word := func() (s string) {
		for range r.IntN(6) + 1 {
			s += parts[r.IntN(len(parts))]
		}
		return s
	}
	for range 300 {
		var data []byte
		var list []Accepted
		for range 4 {
			a := Accepted{Entry: word(), Code: "H4", Claims: word(), Reason: word() + "x", Date: one.Date}
			var err error
			if data, err = AddAll("x.toml", data, []Accepted{a}); err != nil {
				t.Fatalf("%q: %v", a, err)
			}
			list = append(list, a)
		}
		f, err := parse("x.toml", data)
		if err != nil {
			t.Fatalf("%v:\n%s", err, data)
		}
		for _, a := range list {
			if !slices.ContainsFunc(f.Accepted, func(b Accepted) bool { b.where = ""; return a == b }) {
				t.Fatalf("%q is not in\n%s", a, data)
			}
		}
	}
}

func TestAddAll(t *testing.T) {
	const before = "# ours\r\n\n# the famous one\n[[accepted]] # by Ann\ncode = \"H4\"   # year\nentry = " +
		"'smith2020'\nclaims = \"00\"\nreason = \"\"\"two\nlines\"\"\" # why\ndate = 2025-01-02 # then\n\n# end\n"
	const added = "\n[[accepted]]\nentry = 'smith2020'\ncode = 'H4'\nclaims = '00'\nreason = 'online first'\ndate = 2026-11-22\n"
	second, field := one, one
	field.Field = "year"
	second.Claims = "11"
	for _, c := range []struct {
		name, before string
		list         []Accepted
		want         string
	}{
		{"a new file", "", []Accepted{one, one}, header + added},
		{"again", before, []Accepted{one},
			"# ours\r\n\n# the famous one\n[[accepted]] # by Ann\ncode = \"H4\"   # year\nentry = 'smith2020'\nclaims = " +
				"\"00\"\nreason = 'online first' # why\ndate = 2026-11-22 # then\n\n# end\n"},
		{"a field of it", before, []Accepted{field}, before + strings.ReplaceAll(added, "'H4'", "'H4'\nfield = 'year'")},
		{"another entry of the key", before, []Accepted{second}, before + strings.ReplaceAll(added, "00", "11")},
		{"both new", "# x\n", []Accepted{one, second}, "# x\n" + added + strings.ReplaceAll(added, "00", "11")},
		{"another", before, []Accepted{{Entry: "it's \"x\"", Code: "U", Claims: "00", Reason: "a\nb", Date: one.Date}},
			before +
				"\n[[accepted]]\nentry = \"it's \\\"x\\\"\"\ncode = 'U'\nclaims = '00'\nreason = \"a\\nb\"\ndate = 2026-11-22\n"},
		{"no line end", "# x", []Accepted{one}, "# x\n" + added},
	} {
		got, err := AddAll("x.toml", []byte(c.before), c.list)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
	for _, lacking := range []Accepted{{Code: "H4", Claims: "00", Reason: "r"}, {Entry: "a", Claims: "00", Reason: "r"},
		{Entry: "a", Code: "H4", Reason: "r"}, {Entry: "a", Code: "H4", Claims: "00"},
		{Entry: "a", Code: "R1", Claims: "00", Reason: "r"}} {
		if out, err := AddAll("x.toml", nil, []Accepted{one, lacking}); err == nil {
			t.Errorf("%+v is written: %s", lacking, out)
		}
	}
	long := one
	long.Reason = strings.Repeat("x", fileBound)
	if _, err := AddAll("x.toml", nil, []Accepted{long}); err == nil {
		t.Error("a file is written that is too long to be read")
	}
	for _, broken := range []string{"accepted = []\n", "models = 3\n", "[[accepted]\n",
		"[[accepted]]\nentry='smith2020'\ncode='H4'\n", "a=" + strings.Repeat("[", 400<<10)} {
		if out, err := AddAll("x.toml", []byte(broken), []Accepted{one}); err == nil {
			t.Errorf("%.40q became %.40q", broken, out)
		}
	}
}

func FuzzAddAll(f *testing.F) {
	f.Add("# c\n[[accepted]]\nentry='smith2020'\ncode='H4'\nclaims='00'\nreason='r'\ndate=2025-01-01\n", "why")
	f.Fuzz(func(t *testing.T, before, reason string) {
		a := one
		a.Reason = reason
		old, err := parse("x.toml", []byte(before))
		if err != nil {
			return
		}
		out, err := AddAll("x.toml", []byte(before), []Accepted{a})
		if err != nil {
			return
		}
		now, err := parse("x.toml", out)
		if err != nil || len(now.Accepted) < len(old.Accepted) || len(now.Accepted) > len(old.Accepted)+1 {
			t.Errorf("%q became %q: %v", before, out, err)
		}
	})
}

func TestComments(t *testing.T) {
	for _, c := range []struct{ above, entry, want string }{
		{"% bonafide: ignore H6\n", "", "H6|"},
		{"%% bonafide: ignore H6, h4: the offprint\r\n", "", "H6 H4|the offprint"},
		{"% bonafide:ignore U\n", "", "U|"},
		{"% bonafide: ignore H9\n", "", ""},
		{"% bonafide: ignore R1\n", "", ""},
		{"% bonafide: ignore year, Pages: the offprint\n", "", "year pages|the offprint"},
		{"% bonafide: ignore H2 year\n", "", "H2 year|"},
		{"% bonafide: ignore H4 year of the reprint\n", "", "H4|year of the reprint"},
		{"% bonafide: ignore title page: it says so\n", "", ""},
		{"% bonafide: ignore U-Net pages\n", "", ""},
		{"% bonafide: ignore H1.5 of it\n", "", ""},
		{"% we asked bonafide: ignore H1\n", "", ""},
		{"% ignore H1\n", "", ""},
		{"% bonafide: H1\n", "", ""},
		{"", "% bonafide: ignore H1", ""}, // no entry at all
		{"", "@x{k, title = {50\\% of it}, % bonafide: ignore H1 – as printed\n year = 1}", "H1|as printed"},
		{"", "@x(k, title = \"a\", % bonafide: ignore H2 } {\n year = 1, % bonafide: ignore H4\n)", "H2|} {H4|"},
		{"", "@x{k, note = {a\n% bonafide: ignore H1\n}}", ""},
		{"", "@x{k, note = \"{\\\"a}\n% bonafide: ignore H1\n\"}", ""},
		{"", "@x{k, note = {a}} % bonafide: ignore H1\n", ""},
		{"", "@x{k, note = {a}, bonafide: ignore H1\n}", ""},
	} {
		got := ""
		for _, o := range readOrders(c.above, c.entry) {
			var words []string
			for _, w := range o.what {
				words = append(words, cmp.Or(w.Field, w.Code))
			}
			got += strings.Join(words, " ") + "|" + o.reason
		}
		if got != c.want {
			t.Errorf("%q %q: %q, want %q", c.above, c.entry, got, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"% a\n% b\n@x", "% a\n% b\n"}, {"% a\n\n% b\n@x", "% b\n"}, {"x\n@x", ""}, {"@x", ""}, {"% a\n% b @x", ""},
		{"% a\n  @x", "% a\n"},
	} {
		if got := above(c.text, strings.Index(c.text, "@x")); got != c.want {
			t.Errorf("above %q: %q, want %q", c.text, got, c.want)
		}
	}
	if got := above("% a", 10); got != "" {
		t.Errorf("above an entry that the file has no more: %q", got)
	}
}

func TestFind(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"homes/me/thesis/bib", "homes/me/repo/.git", "homes/me/repo/paper", "elsewhere/deep",
		"checkout/.git", "checkout/a/b"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{"", "homes", "homes/me/thesis", "homes/me", "elsewhere", "checkout"} {
		if err := os.WriteFile(filepath.Join(root, dir, FileName), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "homes", "me"), filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(root, "link"))
	find := func(dir, want string) {
		t.Helper()
		if want != "" {
			want = filepath.Join(root, want, FileName)
		}
		if got := Find(filepath.Join(root, dir)); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
	find("homes/me/thesis/bib", "homes/me/thesis")
	find("homes/me/thesis", "homes/me/thesis")
	find("link/thesis/bib", "homes/me/thesis")
	find("homes/me/repo/paper", "")
	find("homes/me", "homes/me")
	find("elsewhere", "elsewhere")
	find("elsewhere/deep", "")
	find("checkout/a/b", "checkout")
	if err := os.Remove(filepath.Join(root, "homes", "me", FileName)); err != nil {
		t.Fatal(err)
	}
	find("link", "")
	if err := os.Chmod(filepath.Join(root, "checkout"), 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	find("checkout/a/b", "") // anyone may have created the repository
}

// listOf returns a list over a folder with bibliographies and a file of accepted findings.
func listOf(t *testing.T, files map[string]string) (*List, string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	l, err := Open(t.Context(), Options{Accepted: true})
	if err != nil {
		t.Fatal(err)
	}
	return l, dir
}

// entryText returns the text of an accepted finding in a file.
func entryText(entry, code, claims string) string {
	return "[[accepted]]\nentry='" + entry + "'\ncode='" + code + "'\nclaims='" + claims +
		"'\nreason='r'\ndate=2026-11-22\n"
}

// TestReach: a file applies to the bibliographies in its folder and below, and to nothing that merely
// has their names.
func TestReach(t *testing.T) {
	l, dir := listOf(t, map[string]string{
		"a/.bonafide.toml": entryText("k", "H4", "00"), "a/refs.bib": "x", "a/below/refs.bib": "x", "a/stdin": "x",
		"a/some.zip": "PK",
		"b/refs.bib": "x", "broken/.bonafide.toml": "x", "broken/refs.bib": "x", "broken/more.bib": "x",
		"target": entryText("k", "H4", "00"), "linked/refs.bib": "x",
	})
	if err := os.Symlink(filepath.Join(dir, "target"), filepath.Join(dir, "linked", FileName)); err != nil {
		t.Fatal(err)
	}
	l.Given(filepath.Join(dir, "a/stdin"))
	for file, want := range map[string]string{
		"a/refs.bib": report.ByUser, "a/below/refs.bib": report.ByUser, "b/refs.bib": "", "a/absent.bib": "", "a/stdin": "",
		"a/some.zip!refs.bib": "",
		"broken/refs.bib":     "", "linked/refs.bib": "",
	} {
		f := report.Finding{Finding: row.Finding{Key: "k", Codes: []string{"H4"}, Digest: "00",
			Place: row.Place{File: filepath.Join(dir, file)}}}
		if file == "a/some.zip!refs.bib" {
			f.Raw = "@x{k, % bonafide: ignore H4\n}"
			f.File = filepath.Join(dir, file)
		}
		if l.Mark(&f); f.Suppressed != want {
			t.Errorf("%s: %q, want %q", file, f.Suppressed, want)
		}
	}
	l, dir = listOf(t, map[string]string{"broken/.bonafide.toml": "x", "broken/refs.bib": "x", "broken/more.bib": "x"})
	names := []string{filepath.Join(dir, "broken/refs.bib"), filepath.Join(dir, "broken/more.bib")}
	if problems := append(l.Load(names), l.Load(names)...); len(problems) != 1 || problems[0].Rule != ruleUnusable ||
		!strings.HasPrefix(problems[0].Message, "not applied: ") {
		t.Errorf("%+v", problems)
	}
}

func TestMark(t *testing.T) {
	file := entryText("one", "H4", "00") + entryText("both", "H1", "00") + entryText("both", "H4", "00") +
		entryText("graver", "H1", "00") +
		entryText("twice", "H1", "00") + entryText("twice", "H1", "11") + entryText("old/refs.bib:3", "H1", "22")
	l, dir := listOf(t, map[string]string{FileName: file, "refs.bib": "x"})
	for _, c := range []struct {
		name, key, digest, codes string
		accepted, stale          int
		want                     string // the counted gravity, or why nothing counts
	}{
		{"one of two codes", "one", "00", "H1 H4", 1, 0, "substantive"},
		{"the graver of two", "graver", "00", "H1 H4", 1, 0, "slip"},
		{"all", "both", "00", "H1 H4", 2, 0, report.ByUser},
		{"a changed entry", "both", "99", "H1 H4", 2, 2, "substantive"},
		{"the first of two with a key", "twice", "00", "H1", 1, 0, report.ByUser},
		{"the second of two with a key", "twice", "11", "H1", 1, 0, report.ByUser},
		{"without a key, elsewhere in another list", "", "22", "H1", 1, 0, report.ByUser},
		{"without a key, another", "", "23", "H1", 0, 0, "substantive"},
		{"verified", "both", "00", "R1", 0, 0, ""},
		{"what no ground explains", "one", "00", "H0 H4", 1, 0, "substantive"},
	} {
		f := report.Finding{Finding: row.Finding{
			ID: "x", Key: c.key, Digest: c.digest, Codes: strings.Fields(c.codes), Outcome: "discrepant", Gravity: "substantive",
			Place: row.Place{File: filepath.Join(dir, "refs.bib")},
			Reasons: []row.Reason{{Field: "title", Rule: "title-differs", Gravity: "substantive"},
				{Field: "year", Rule: "year-differs", Gravity: "slip"}},
		}}
		switch {
		case c.codes == "R1":
			f.Outcome, f.Gravity, f.Reasons = "verified", "none", nil
		case c.name == "what no ground explains":
			f.Reasons = f.Reasons[1:]
		}
		l.Mark(&f)
		stale := 0
		for _, a := range f.Accepted {
			if a.Stale {
				stale++
			}
		}
		s := report.NewSummary(row.Run{})
		s.Add(f)
		fails := func(words ...string) bool {
			limit, err := report.ParseFailOn(strings.Join(words, ","))
			if err != nil {
				t.Fatal(err)
			}
			return limit.Fails(s)
		}
		got := f.Suppressed
		for _, g := range slices.Backward(judge.Gravities[1:]) {
			if fails(g.String()) {
				got += g.String()
				break
			}
		}
		if len(f.Accepted) != c.accepted || stale != c.stale || got != c.want {
			t.Errorf("%s: %q with %+v", c.name, got, f.Accepted)
		}
		if f.Suppressed != "" && fails("inconclusive", "note", strings.Join(f.Codes, ",")) {
			t.Errorf("%s counts", c.name)
		}
	}
}

func TestBaseline(t *testing.T) {
	old := `{"kind":"run","schema":"bonafide/1"}
{"kind":"finding","id":"a","key":"a","outcome":"discrepant","codes":["H1"],"digest":"T"}
{"kind":"finding","id":"x.pdf:1","outcome":"inconclusive","codes":["U"],"digest":"P"}
{"kind":"finding","id":"v","key":"v","outcome":"verified","codes":["R1"],"digest":"V","notices":[{"rule":"duplicate","message":"m"}]}
{"kind":"summary","references":3}
`
	b, err := readBaseline(strings.NewReader(old))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		f    report.Finding
		want string
	}{
		{"the same", report.Finding{Finding: row.Finding{ID: "a", Key: "a", Codes: []string{"H1"}, Digest: "T"}},
			report.Baseline},
		{"a code more", report.Finding{Finding: row.Finding{ID: "a", Key: "a", Codes: []string{"H1", "H4"}, Digest: "T"}},
			""},
		{"a letter changed", report.Finding{Finding: row.Finding{ID: "a", Key: "a", Codes: []string{"H1"}, Digest: "Ts"}},
			""},
		{"another key", report.Finding{Finding: row.Finding{ID: "b", Key: "b", Codes: []string{"H1"}, Digest: "T"}}, ""},
		{"without a key, elsewhere in the list",
			report.Finding{Finding: row.Finding{ID: "x.pdf:9", Codes: []string{"U"}, Digest: "P"}},
			report.Baseline},
		{"an old notice",
			report.Finding{Finding: row.Finding{Key: "v", Codes: []string{"R1"}, Digest: "V",
				Notices: []row.Notice{{Rule: "duplicate"}}}},
			report.Baseline},
		{"retracted since",
			report.Finding{Finding: row.Finding{Key: "v", Codes: []string{"R1"}, Digest: "V",
				Notices: []row.Notice{{Rule: "retracted"}}}}, ""},
	} {
		l := &List{baseline: b}
		if l.Mark(&c.f); c.f.Suppressed != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.f.Suppressed, c.want)
		}
	}
	if _, err := readBaseline(strings.NewReader(old[:len(old)-40])); err == nil {
		t.Error("a baseline that breaks off is taken")
	}
}

// TestRetractedSince: an unchanged entry is hidden by --changed-since, unless its work was retracted.
func TestRetractedSince(t *testing.T) {
	var unchanged report.Finding
	unchanged.File, unchanged.Key, unchanged.Digest = "refs.bib", "a", "00"
	s := &since{entries: map[string]map[string]bool{"refs.bib": {nameOf("a", "00"): true}}}
	for rule, hidden := range map[string]bool{"corrected": true, "published-version": true, "retracted": false,
		"withdrawn": false, "concern": false} {
		f := unchanged
		f.Notices = []row.Notice{{Rule: rule}}
		if s.has(&f) != hidden {
			t.Errorf("%s: hidden %v", rule, !hidden)
		}
	}
	if !s.has(&unchanged) {
		t.Error("an unchanged entry counts")
	}
	b := baseline{nameOf("a", "00"): {"R1", "corrected"}}
	f := unchanged
	f.Codes, f.Notices = []string{"R1"}, []row.Notice{{Rule: "corrected"}}
	if !b.has(&f) {
		t.Error("what the baseline has counts")
	}
	f.Notices = append(f.Notices, row.Notice{Rule: "retracted"})
	if b.has(&f) {
		t.Error("a retraction that the baseline has not is hidden")
	}
}

func TestWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Open(t.Context(), Options{Inputs: []string{"refs.bib"}, ChangedSince: "HEAD"})
	if err == nil || !strings.Contains(err.Error(), "the program git is not here") {
		t.Errorf("%v", err)
	}
}
