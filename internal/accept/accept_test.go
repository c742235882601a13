package accept

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
)

var one = Accepted{Entry: "smith2020", Code: "H4", Claims: "00", Reason: "online first", Date: toml.LocalDate{Year: 2026, Month: 11, Day: 22}}

// TestDigest: a letter more in any claimed field is another digest.
func TestDigest(t *testing.T) {
	base := biblio.Flat{Type: "book", Title: "T", Authors: []string{"A B"}, Editors: []string{"C"}}
	seen := map[string]string{Digest(base): "nothing"}
	fields := reflect.TypeFor[biblio.Flat]()
	for i := range fields.NumField() {
		changed := base
		changed.Authors, changed.Editors = []string{"A B"}, []string{"C"}
		v := reflect.ValueOf(&changed).Elem().Field(i)
		if v.Kind() == reflect.Slice {
			v.Index(0).SetString(v.Index(0).String() + "x")
		} else {
			v.SetString(v.String() + "x")
		}
		d := Digest(changed)
		if other, ok := seen[d]; ok {
			t.Errorf("a change of %s is like one of %s", fields.Field(i).Name, other)
		}
		seen[d] = fields.Field(i).Name
	}
}

func TestParse(t *testing.T) {
	f, err := Parse("x.toml", []byte("# mine\n[report]\nfail_on = 'slip'\nsort = 'input'\n\n[[accepted]]\nentry = 'a'\ncode = 'H4'\nclaims = '00'\nreason = 'r'\ndate = 2026-11-22\n"))
	if err != nil || f.Report.FailOn != "slip" || f.Report.Sort != "input" || len(f.Accepted) != 1 || f.Accepted[0].where != "x.toml:6" {
		t.Errorf("%+v, %v", f, err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"a model":            {"[report]\nsort = 'input'\n[models]\nmodel = 'x:y'\n", `x.toml:3: nothing is called "models" here`},
		"an address":         {"[report]\nvia = 'http://10.0.0.1'\n", `x.toml:2: nothing is called "report.via" here`},
		"a setting outside":  {"online = true\n", `x.toml:1: nothing is called "online" here`},
		"a word more":        {"[[accepted]]\nentry='a'\nfile='/etc/passwd'\n", `x.toml:3: nothing is called "accepted.file" here`},
		"no reason":          {"\n[[accepted]]\nentry='a'\ncode='H4'\nclaims='00'\nreason=' '\n", "x.toml:2: an accepted finding says no reason"},
		"a code that is not": {"[[accepted]]\nentry='a'\ncode='R1'\nclaims='00'\nreason='r'\n", `x.toml:1: code "R1"`},
		"no TOML":            {"[[accepted]\n", "x.toml:1:"},
		"another type":       {"accepted = 3\n", "x.toml"},
	} {
		if _, err := Parse("x.toml", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestAdd(t *testing.T) {
	const before = "# ours\r\n[report] # looks\nsort = \"input\"\n\n# the famous one\n[[accepted]] # by Ann\ncode = \"H4\"   # year\nentry = 'smith2020'\nclaims = \"11\"\nreason = \"\"\"two\nlines\"\"\" # why\ndate = 2025-01-02 # then\n\n# end\n"
	for _, c := range []struct {
		name, before string
		a            Accepted
		want         string
	}{
		{"a new file", "", one, header + "\n[[accepted]]\nentry = 'smith2020'\ncode = 'H4'\nclaims = '00'\nreason = 'online first'\ndate = 2026-11-22\n"},
		{"again", before, one, "# ours\r\n[report] # looks\nsort = \"input\"\n\n# the famous one\n[[accepted]] # by Ann\ncode = \"H4\"   # year\nentry = 'smith2020'\nclaims = '00'\nreason = 'online first' # why\ndate = 2026-11-22 # then\n\n# end\n"},
		{"another", before, Accepted{Entry: "it's \"x\"", Code: "U", Claims: "00", Reason: "a\nb", Date: one.Date}, before + "\n[[accepted]]\nentry = \"it's \\\"x\\\"\"\ncode = 'U'\nclaims = '00'\nreason = \"a\\nb\"\ndate = 2026-11-22\n"},
		{"no line end", "# x", one, "# x\n\n[[accepted]]\nentry = 'smith2020'\ncode = 'H4'\nclaims = '00'\nreason = 'online first'\ndate = 2026-11-22\n"},
	} {
		got, err := Add("x.toml", []byte(c.before), c.a)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
	for _, broken := range []string{"accepted = []\n", "models = 3\n", "[[accepted]\n", "[[accepted]]\nentry='smith2020'\ncode='H4'\n"} {
		if out, err := Add("x.toml", []byte(broken), one); err == nil {
			t.Errorf("%q became %q", broken, out)
		}
	}
}

func FuzzAdd(f *testing.F) {
	f.Add("# c\n[[accepted]]\nentry='smith2020'\ncode='H4'\nclaims='1'\nreason='r'\ndate=2025-01-01\n", "why")
	f.Fuzz(func(t *testing.T, before, reason string) {
		a := one
		a.Reason = reason
		old, err := Parse("x.toml", []byte(before))
		if err != nil {
			return
		}
		out, err := Add("x.toml", []byte(before), a)
		if err != nil {
			return
		}
		now, err := Parse("x.toml", out)
		if err != nil || len(now.Accepted) < len(old.Accepted) || len(now.Accepted) > len(old.Accepted)+1 || now.Report != old.Report {
			t.Errorf("%q became %q: %v", before, out, err)
		}
	})
}

func TestComments(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"% bonafide: ignore H6", "H6|"},
		{"%% bonafide: ignore H6, h4: the offprint\r\n", "H6 H4|the offprint"},
		{"  title = {50\\% of it}, % bonafide: ignore H1 – as printed", "H1|as printed"},
		{"% bonafide:ignore U", "U|"},
		{"% bonafide: ignore U", "U|"},
		{"% bonafide: ignore H9", ""},
		{"% bonafide: ignore R1", ""},
		{"bonafide: ignore H1", ""},
		{"50\\% bonafide: ignore H1", ""},
		{"% we asked bonafide: ignore H1", ""},
	} {
		got := ""
		for _, o := range readOrders(c.text) {
			got += strings.Join(o.codes, " ") + "|" + o.reason
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"% a\n% b\n@x", "% a\n% b\n"}, {"% a\n\n% b\n@x", "% b\n"}, {"x\n@x", ""}, {"@x", ""}, {"% a\n% b @x", ""}, {"% a\n  @x", "% a\n"},
	} {
		if got := above(c.text, strings.Index(c.text, "@x")); got != c.want {
			t.Errorf("above %q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	t.Setenv("HOME", filepath.Join(root, "home"))
	for _, dir := range []string{"home/thesis/bib", "home/repo/.git", "home/repo/paper"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{"", "home/thesis", "home"} {
		if err := os.WriteFile(filepath.Join(root, dir, FileName), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{"home/thesis/bib": "home/thesis", "home/thesis": "home/thesis", "home/repo/paper": "none", "home": "home"} {
		got := Find(filepath.Join(root, dir))
		if want = filepath.Join(root, want, FileName); strings.Contains(want, "none") {
			want = ""
		}
		if got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
	if err := os.Remove(filepath.Join(root, "home", FileName)); err != nil {
		t.Fatal(err)
	}
	if got := Find(filepath.Join(root, "home")); got != "" {
		t.Errorf("found above the user's home: %s", got)
	}
}

func TestMark(t *testing.T) {
	row := func() report.Finding {
		return report.Finding{Key: "smith2020", Outcome: "discrepant", Codes: []string{"H1", "H4"}, Claimed: biblio.Flat{Title: "T"},
			Reasons: []report.Reason{{Field: "title", Rule: "title-differs", Gravity: "substantive"}, {Field: "year", Rule: "year-differs", Gravity: "slip"}}}
	}
	accepted := func(codes ...string) *List {
		l := &List{accepted: map[string][]Accepted{}, texts: map[string]string{}}
		for _, code := range codes {
			l.accepted[nameOf("smith2020", code)] = []Accepted{{Entry: "smith2020", Code: code, Claims: Digest(biblio.Flat{Title: "T"}), where: "x:1"}}
		}
		return l
	}
	count := func(f report.Finding) (gravities int, codes int, severity int) {
		s := report.NewSummary(report.Run{})
		s.Add(f)
		c := s.Counted()
		return len(c.Gravities), len(c.Codes), c.Severity
	}
	f := row()
	accepted("H4").Mark(&f)
	if g, c, s := count(f); f.Suppressed != "" || len(f.Accepted) != 1 || g != 1 || c != 1 || s == 0 {
		t.Errorf("one of two codes: %+v counts %d %d %d", f, g, c, s)
	}
	f = row()
	accepted("H1").Mark(&f)
	s := report.NewSummary(report.Run{})
	if s.Add(f); len(s.Counted().Gravities) != 1 || s.Gravities["substantive"] != 1 {
		t.Errorf("the graver of two: %+v", s.Counted())
	}
	f = row()
	accepted("H1", "H4").Mark(&f)
	if g, c, s := count(f); f.Suppressed != ByUser || g+c+s != 0 {
		t.Errorf("both codes: %+v counts %d %d %d", f, g, c, s)
	}
	f = row()
	f.Claimed.Title = "t"
	accepted("H1", "H4").Mark(&f)
	if g, c, _ := count(f); f.Suppressed != "" || !f.Accepted[0].Stale || g != 1 || c != 2 {
		t.Errorf("a changed entry: %+v counts %d %d", f, g, c)
	}
	f = report.Finding{Key: "smith2020", Outcome: "verified", Codes: []string{"R1"}}
	accepted("H1").Mark(&f)
	if f.Suppressed != "" || f.Accepted != nil {
		t.Errorf("a verified one: %+v", f)
	}
}

func TestBaseline(t *testing.T) {
	old := `{"kind":"run","schema":"bonafide/1"}
{"kind":"finding","id":"a","key":"a","outcome":"discrepant","codes":["H1"],"claimed":{"title":"T"}}
{"kind":"finding","id":"x.pdf:1","outcome":"inconclusive","codes":["U"],"claimed":{"title":"P"}}
{"kind":"finding","id":"v","key":"v","outcome":"verified","codes":["R1"],"claimed":{"title":"V"},"notices":[{"rule":"duplicate","message":"m"}]}
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
		{"the same", report.Finding{ID: "a", Key: "a", Codes: []string{"H1"}, Claimed: biblio.Flat{Title: "T"}}, Baseline},
		{"a code more", report.Finding{ID: "a", Key: "a", Codes: []string{"H1", "H4"}, Claimed: biblio.Flat{Title: "T"}}, ""},
		{"a letter changed", report.Finding{ID: "a", Key: "a", Codes: []string{"H1"}, Claimed: biblio.Flat{Title: "Ts"}}, ""},
		{"another key", report.Finding{ID: "b", Key: "b", Codes: []string{"H1"}, Claimed: biblio.Flat{Title: "T"}}, ""},
		{"without a key, elsewhere in the list", report.Finding{ID: "x.pdf:9", Codes: []string{"U"}, Claimed: biblio.Flat{Title: "P"}}, Baseline},
		{"an old notice", report.Finding{Key: "v", Codes: []string{"R1"}, Claimed: biblio.Flat{Title: "V"}, Notices: []report.Notice{{Rule: "duplicate"}}}, Baseline},
		{"retracted since", report.Finding{Key: "v", Codes: []string{"R1"}, Claimed: biblio.Flat{Title: "V"}, Notices: []report.Notice{{Rule: "retracted"}}}, ""},
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

// TestWithoutGit: without the program one sentence says so.
func TestWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Open(t.Context(), Options{Inputs: []string{"refs.bib"}, ChangedSince: "HEAD"})
	if err == nil || !strings.Contains(err.Error(), "the program git is not here") {
		t.Errorf("%v", err)
	}
}
