package run

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claimcheck"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
	"github.com/bonafide-audit/bonafide/row"
)

// nature returns a setup whose only source is a publisher's list with two works.
func nature(t *testing.T) *setup.Setup {
	t.Helper()
	work := func(title, container, volume, pages, doi string, year int, authors ...string) biblio.Record {
		r := biblio.Record{Source: "corpus", LocalID: doi, Origin: biblio.Origin{Kind: biblio.Publisher}}
		r.Work = biblio.Work{Type: biblio.ArticleJournal, Title: title, Container: biblio.Container{Title: container},
			Volume: volume, Pages: pages, Issued: biblio.Date{Year: year}, IDs: []ident.ID{{Scheme: ident.DOI, Value: doi}}}
		r.Contributors, _ = biblio.ParseNames(authors, biblio.Author)
		return r
	}
	ix, err := index.InMemoryWith([]biblio.Record{
		work("Deep learning", "Nature", "521", "436-444", "10.1038/nature14539", 2015, "Yann LeCun", "Yoshua Bengio",
			"Geoffrey Hinton"),
		work("Random forests", "Machine Learning", "45", "5-32", "10.1023/a:1010933404324", 2001, "Leo Breiman"),
	}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &setup.Setup{Auditor: &audit.Auditor{Stages: [][]source.Connector{{offline.New(ix)}}}}
}

const (
	wrongVolume = "@article{lecun, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, " +
		"journal={Nature}, volume={512}, pages={436--444}, year={2015}, doi={10.1038/nature14539}}\n"
	rightVolume = "@article{lecun, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, " +
		"journal={Nature}, volume={521}, pages={436--444}, year={2015}, doi={10.1038/nature14539}}\n"
	wrongForum = "@article{breiman, title={Random forests}, author={Breiman, Leo}, journal={Machine Learning}, " +
		"volume={45}, pages={5--32}, year={2011}, doi={10.1023/A:1010933404324}}\n"
	rightForum = "@article{breiman, title={Random forests}, author={Breiman, Leo}, journal={Machine Learning}, " +
		"volume={45}, pages={5--32}, year={2001}, doi={10.1023/A:1010933404324}}\n"
	refer = "%0 Journal Article\n%T Deep learning\n%A LeCun, Yann\n%A Bengio, Yoshua\n%A Hinton, Geoffrey\n%J " +
		"Nature\n%V 512\n%P 436-444\n%D 2015\n%R 10.1038/nature14539\n"
	printed = "References\n\n" +
		"[1] LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 512, 436-444. " +
		"https://doi.org/10.1038/nature14539\n\n" +
		"[2] Breiman, L. (2001). Random forests. Machine Learning, 45, 5-32. https://doi.org/10.1023/A:1010933404324\n"
)

// likely writes what is likely wrong too.
var likely = formats.Options{Options: fix.Options{Likely: true}}

// A file is corrected in place; a document that takes no corrections becomes a bibliography.
func TestFixFile(t *testing.T) {
	s := nature(t)
	only := func(id string) func(string) bool { return func(other string) bool { return id == other } }
	for _, c := range []struct {
		name, file, src string
		wanted          func(string) bool
		want            string // of the whole file, or a part of what is created
		called          string
		made, writable  bool
	}{
		{"two entries", "refs.bib", wrongVolume + wrongForum, nil, rightVolume + rightForum, "refs.bib", false, true},
		{"one of two", "refs.bib", wrongVolume + wrongForum, only("breiman"), wrongVolume + rightForum,
			"refs.bib", false, true},
		{"none that is wanted", "refs.bib", wrongVolume, only("nobody"), wrongVolume, "refs.bib", false, false},
		{"nothing to correct", "refs.bib", rightVolume, nil, rightVolume, "refs.bib", false, false},
		{"no entries", "refs.bib", "% later\n", nil, "% later\n", "refs.bib", false, false},
		{"nothing", "refs.bib", "", nil, "", "refs.bib", false, false},
		{"a printed list", "papers/refs.txt", printed, nil, strings.Replace(printed, "Nature, 512", "Nature, 521", 1),
			"papers/refs.txt", false, true},
		{"a format that is not written", "papers/refs.enw", refer, nil, "521", "refs.bib", true, true},
		{"a format that is not written, another reference", "papers/refs.enw", refer, only("nobody"), "512",
			"refs.bib", true, false},
	} {
		got, err := FixFile(t.Context(), s, Options{}, File{Name: c.file, Source: []byte(c.src)},
			FileFixing{Fixing: Fixing{Wanted: c.wanted, Options: likely}})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		text := string(got.Bytes)
		if fits := text == c.want || c.made && strings.Contains(text, c.want); !fits || got.Name != c.called ||
			got.Made != c.made || got.Writable() != c.writable {
			t.Errorf("%s: %s, made %v, writable %v:\n%s", c.name, got.Name, got.Made, got.Writable(), text)
		}
	}
	if _, err := FixFile(t.Context(), s, Options{}, File{Name: "refs.pdf", Source: []byte("%PDF-1.7 and no more")},
		FileFixing{}); err == nil {
		t.Error("a broken document is corrected")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var told *Interrupted
	if got, err := FixFile(ctx, s, Options{}, File{Name: "refs.bib", Source: []byte(wrongVolume)},
		FileFixing{}); !errors.As(err, &told) || got.Bytes != nil {
		t.Errorf("cancelled: %v", err)
	}
}

// The corrected references in other formats.
func TestFixedAs(t *testing.T) {
	made, err := FixFile(t.Context(), nature(t), Options{}, File{Name: "refs.bib", Source: []byte(wrongForum)},
		FileFixing{})
	if err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{"ris": "PY  - 2001", "csl": "Random forests", "bib": "{breiman"} {
		if got, err := made.As(format); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %s, %v", format, got, err)
		}
	}
	if got, err := made.As("docx"); err == nil || !strings.Contains(err.Error(), `unknown format "docx"`) {
		t.Errorf("%q, %v", got, err)
	}
	broken := Fixed{Name: "refs.pdf"}
	if got, err := broken.As("bib"); err == nil {
		t.Errorf("references of nothing: %q", got)
	}
	for name, want := range map[string]string{"refs.bib": "refs.corrected.bib",
		"papers/my.refs.json": "my.refs.corrected.json", "README": "README.corrected"} {
		if got := CorrectedName(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Rows of BibTeX entries have the edits that fix would make, in lines and in the columns of editors, which
// count a character outside the basic plane twice.
func TestEdits(t *testing.T) {
	const note = "@misc{first, title={Something else of nobody}}\n@article{lecun, note={𝒳 and é}, "
	src := note + strings.TrimPrefix(wrongVolume, "@article{lecun, ") + rightForum
	in := Inputs{Names: []string{"a.bib", "b.bib", "c.txt"},
		Bytes: map[string][]byte{"a.bib": []byte(src), "b.bib": []byte(rightVolume), "c.txt": []byte(printed)}}
	out := checked(t, nature(t), Options{Edits: true}, in)
	edited := map[string][]row.Edit{}
	for _, row := range out.rows {
		if len(row.Edits) > 0 {
			edited[row.File+" "+row.Key] = row.Edits
		}
	}
	list := edited["a.bib lecun"]
	if len(edited) != 1 || len(list) != 1 {
		t.Fatalf("%+v", edited)
	}
	e := list[0]
	if got := src[:e.Span.Start] + e.Text + src[e.Span.End:]; got != strings.Replace(src, "volume={512}",
		"volume={521}", 1) {
		t.Errorf("%+v makes %s", e, got)
	}
	line := src[strings.Index(src, "\n")+1:]
	column := func(offset int) int {
		return 1 + len(utf16.Encode([]rune(line[:offset-len(src)+len(line)])))
	}
	if e.Line != 2 || e.EndLine != 2 || e.Column != column(e.Span.Start) || e.EndColumn != column(e.Span.End) {
		t.Errorf("%+v, want the columns %d and %d", e, column(e.Span.Start), column(e.Span.End))
	}
	packed := checked(t, nature(t), Options{Edits: true},
		Inputs{Names: []string{"up.zip"}, Bytes: map[string][]byte{"up.zip": zipped(t, "a.bib", []byte(src))}})
	if len(packed.rows) != 3 || len(packed.rows[1].Edits) > 0 {
		t.Errorf("edits of a file inside an archive: %+v", packed.rows)
	}
	plain := checked(t, nature(t), Options{}, in)
	for _, row := range plain.rows {
		if len(row.Edits) > 0 {
			t.Errorf("edits that nobody asked for: %+v", row)
		}
	}
}

// A file that is not in UTF-8 has the edits of fix, too.
func TestEditsLatin1(t *testing.T) {
	src := "@misc{other, note={Caf\xe9},\n title={Something else of nobody}}\n" + wrongVolume + wrongForum
	out := checked(t, nature(t), Options{Edits: true}, of([]byte(src)))
	var edits []row.Edit
	for i := range out.rows {
		edits = append(edits, out.rows[i].Edits...)
	}
	slices.SortFunc(edits, func(a, b row.Edit) int { return b.Span.Start - a.Span.Start })
	got := src
	for _, e := range edits {
		got = got[:e.Span.Start] + e.Text + got[e.Span.End:]
	}
	if want := strings.Replace(src, wrongVolume+wrongForum, rightVolume+rightForum, 1); got != want || len(edits) != 2 {
		t.Errorf("%d edits make\n%q", len(edits), got)
	}
}

// zipped returns an archive of one file.
func zipped(t *testing.T, name string, src []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(src)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// A row that cannot be written ends a run with edits.
func TestEditsNotWritten(t *testing.T) {
	full := errors.New("no space left")
	for _, edits := range []bool{true, false} {
		r := New(nature(t), Options{Edits: edits})
		_, err := r.Check(t.Context(), of([]byte(wrongVolume)), refusing{&collector{}, full})
		if r.Close(); !errors.Is(err, full) {
			t.Errorf("edits %v: %v", edits, err)
		}
	}
}

// A cancelled run with edits has a row for each settled reference.
func TestEditsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &collector{after: func(rows int) {
		if rows == 100 {
			cancel()
		}
	}}
	r := New(over(stub{name: "all"}), Options{Edits: true})
	defer r.Close()
	in := Inputs{Names: []string{"a.bib", "b.bib"},
		Bytes: map[string][]byte{"a.bib": entries(titles(130, "Any")...), "b.bib": entries(titles(130, "Any")...)}}
	_, err := r.Check(ctx, in, out)
	var told *Interrupted
	if !errors.As(err, &told) || told.Checked != len(out.rows) || len(out.rows) < 130 || out.summary != nil {
		t.Errorf("%d rows, %v", len(out.rows), err)
	}
}

// refusing fails to write findings.
type refusing struct {
	*collector
	err error
}

func (r refusing) Finding(report.Finding) error { return r.err }

// The claims about a work are checked with its row.
func TestClaims(t *testing.T) {
	refs := []biblio.Reference{{ID: "a",
		Citations: []biblio.Citation{{Context: "Forests of 100 trees vote [1].", Mark: "[1]"}}}, {ID: "b"}}
	refs[0].Claimed = (&biblio.Flat{Title: "Random forests", Authors: []string{"Leo Breiman"}, Year: "2001",
		Venue: "Machine Learning"}).Work()
	refs[1].Claimed = (&biblio.Flat{Title: "Deep learning",
		Authors: []string{"Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"}, Year: "2015", Venue: "Nature"}).Work()
	for _, c := range []struct {
		name   string
		reader *claimcheck.Reader
		want   int
	}{{"read", &claimcheck.Reader{}, 1}, {"not read", nil, 0}} {
		var claims []int
		r := New(nature(t), Options{Claims: c.reader, Jobs: 2})
		err := r.References(t.Context(), refs, func(_ audit.Finding, row report.Finding) error {
			claims = append(claims, len(row.Claims))
			return nil
		})
		if r.Close(); err != nil || len(claims) != 2 || claims[0] != c.want || claims[1] != 0 || r.Summary().References != 2 {
			t.Errorf("%s: %v, %v", c.name, claims, err)
		}
	}
	full := errors.New("no space left")
	r := New(nature(t), Options{Claims: &claimcheck.Reader{}})
	defer r.Close()
	if err := r.References(t.Context(), refs, func(audit.Finding, report.Finding) error { return full }); !errors.Is(err,
		full) {
		t.Errorf("a row that is not written: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var told *Interrupted
	if err := r.References(ctx, refs, nil); !errors.As(err, &told) || len(told.Open) != 2 {
		t.Errorf("cancelled: %v", err)
	}
}

// The head of a report describes the run, and its end what was not done.
func TestHead(t *testing.T) {
	s := nature(t)
	s.Plan = "citecheck"
	labels := Policy("house rules", judge.Policy{Default: "look at it"})
	out := checked(t, s, Options{Version: "1.2", FailOn: "H5", Labels: labels}, of([]byte(rightVolume)))
	if h := out.head; h.Plan != "citecheck" || h.Scheme != "house rules" || h.FailOn != "H5" || h.Version != "1.2" ||
		out.rows[0].Label != "look at it" {
		t.Errorf("%+v, label %q", h, out.rows[0].Label)
	}
	usual := checked(t, nature(t), Options{}, of([]byte(rightVolume)))
	if usual.head.Plan != "" || usual.rows[0].Label != "" {
		t.Errorf("%+v, label %q", usual.head, usual.rows[0].Label)
	}
	if day := Day(time.Date(2026, time.November, 22, 23, 0, 0, 0, time.UTC)); day != (biblio.Date{Year: 2026,
		Month: 11, Day: 22}) {
		t.Errorf("%+v", day)
	}
	told := &Interrupted{Checked: 3, Open: []string{"a", "b"}, Err: context.Canceled}
	if got := told.Error(); got != "context canceled: 3 references checked, 2 read and not checked" {
		t.Error(got)
	}
	r := New(s, Options{})
	defer r.Close()
	if cost := r.Cost(); cost.Requests != 0 {
		t.Errorf("a run without services asked them %+v", cost)
	}
}

// A bibliography without entries counts as read, anything else without references does not.
func TestEmptyBibliography(t *testing.T) {
	in := Inputs{Names: []string{"later.bib", "empty.BIB", "note.docx", "refs.bib"},
		Bytes: map[string][]byte{"later.bib": []byte("% later\n"), "empty.BIB": {}, "note.docx": []byte("Milk, bread.\n"),
			"refs.bib": []byte(rightVolume)}}
	var read []string
	r := New(nature(t), Options{Watch: Watch{Reading: func(x extract.Result) {
		how := " read"
		if x.Err != nil {
			how = " unread"
		}
		read = append(read, x.Document.Name+how)
	}}})
	defer r.Close()
	out := &collector{}
	unread, err := r.Check(t.Context(), in, out)
	if err != nil || len(unread) != 1 || out.summary.Documents != 3 || len(out.problems) != 1 ||
		out.problems[0].File != "note.docx" {
		t.Errorf("%v, %v, %+v, %+v", unread, err, out.problems, out.summary)
	}
	if got := strings.Join(read, ", "); got != "later.bib read, empty.BIB read, note.docx unread, refs.bib read" {
		t.Errorf("told: %s", got)
	}
	if !bytes.Equal(in.Bytes["refs.bib"], []byte(rightVolume)) {
		t.Error("an input has changed")
	}
}

// Fields whose findings a person accepted stay, and so does what would only have followed from their
// correction; the rest of the file is corrected.
func TestFixDismissed(t *testing.T) {
	s := nature(t)
	accepted := func(entry, code, claims string) string {
		return "[[accepted]]\nentry='" + entry + "'\ncode='" + code + "'\nclaims='" + claims +
			"'\nreason='r'\ndate=2026-11-22\n"
	}
	digest := func(name, src, id string) string {
		t.Helper()
		doc, err := extract.Read(name, []byte(src), extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range doc.References {
			if ref := &doc.References[i]; id == "" || ref.ID == id {
				return report.Digest(ref)
			}
		}
		t.Fatalf("%s has no %s", name, id)
		return ""
	}
	both := wrongVolume + wrongForum
	for _, c := range []struct {
		name, file, src string
		beside          map[string]string
		how             Fixing
		want            string
	}{
		{"a file beside", "refs.bib", both,
			map[string]string{accept.FileName: accepted("breiman", "H4", digest("refs.bib", both, "breiman"))}, Fixing{},
			rightVolume + wrongForum},
		{"a file above", "a/b/refs.bib", both,
			map[string]string{"a/" + accept.FileName: accepted("breiman", "H4", digest("refs.bib", both, "breiman"))}, Fixing{},
			rightVolume + wrongForum},
		{"a file elsewhere", "a/b/refs.bib", both,
			map[string]string{"a/c/" + accept.FileName: accepted("breiman", "H4", digest("refs.bib", both, "breiman"))},
			Fixing{}, rightVolume + rightForum},
		{"all the same", "refs.bib", both,
			map[string]string{accept.FileName: accepted("breiman", "H4", digest("refs.bib", both, "breiman"))},
			Fixing{Dismissed: true}, rightVolume + rightForum},
		{"another code", "refs.bib", both,
			map[string]string{accept.FileName: accepted("breiman", "H6", digest("refs.bib", both, "breiman"))}, Fixing{},
			rightVolume + rightForum},
		{"an entry that has changed", "refs.bib", both, map[string]string{accept.FileName: accepted("breiman", "H4", "0123")},
			Fixing{}, rightVolume + rightForum},
		{"a comment", "refs.bib", "% bonafide: ignore H6\n" + both, nil, Fixing{},
			"% bonafide: ignore H6\n" + wrongVolume + rightForum},
		{"a document that takes no corrections", "refs.enw", refer,
			map[string]string{accept.FileName: accepted("refs.enw:1", "H6", digest("refs.enw", refer, ""))}, Fixing{}, "512"},
	} {
		beside := func(name string) ([]byte, error) {
			if text, ok := c.beside[name]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}
		got, err := FixFile(t.Context(), s, Options{}, File{Name: c.file, Source: []byte(c.src), Beside: beside},
			FileFixing{Fixing: c.how})
		if text := string(got.Bytes); err != nil || text != c.want && !(got.Made && strings.Contains(text, c.want)) {
			t.Errorf("%s: %v\n%s", c.name, err, text)
		}
	}
	broken := File{Name: "refs.bib", Source: []byte(both), Beside: func(string) ([]byte, error) {
		return []byte("[[accepted]"), nil
	}}
	if got, err := FixFile(t.Context(), s, Options{}, broken, FileFixing{}); err != nil || len(got.Problems) != 1 ||
		!strings.Contains(got.Problems[0].Message, "not applied") {
		t.Errorf("a file that cannot be used: %+v, %v", got.Problems, err)
	}
}

// What only follows from the correction of another field stays with it, and so does everything in a finding
// that is not new.
func TestDismissedWith(t *testing.T) {
	year := report.Finding{Finding: row.Finding{Codes: []string{"H4"}, Accepted: []row.Accepted{{Code: "H4"}}}}
	venue := report.Finding{Finding: row.Finding{Codes: []string{"H3"}, Accepted: []row.Accepted{{Code: "H3"}}}}
	known := report.Finding{Finding: row.Finding{Codes: []string{"H4"}, Suppressed: report.Baseline}}
	for _, c := range []struct {
		name  string
		row   report.Finding
		patch fix.Patch
		want  bool
	}{
		{"the field", year, fix.Patch{Field: biblio.FieldYear}, true},
		{"another field", year, fix.Patch{Field: biblio.FieldPages}, false},
		{"the pages of another year", year, fix.Patch{Field: biblio.FieldPages, Cause: biblio.FieldYear}, true},
		{"the pages of another container", venue, fix.Patch{Field: biblio.FieldPages, Cause: biblio.FieldVenue}, true},
		{"known before", known, fix.Patch{Field: biblio.FieldPages}, true},
		{"nothing", report.Finding{Finding: row.Finding{Codes: []string{"H4"}}}, fix.Patch{Field: biblio.FieldYear}, false},
	} {
		if got := dismissed(c.row, []fix.Patch{c.patch}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Known findings have no edits.
func TestEditsKnown(t *testing.T) {
	known := `{"kind":"run","schema":"bonafide/1"}` + "\n"
	first := checked(t, nature(t), Options{}, of([]byte(wrongVolume)))
	line, err := report.Marshal(&first.rows[0])
	if err != nil {
		t.Fatal(err)
	}
	known += string(line) + "\n" + `{"kind":"summary","references":1}` + "\n"
	list, err := accept.Open(t.Context(), accept.Options{Baseline: strings.NewReader(known)})
	if err != nil {
		t.Fatal(err)
	}
	out := checked(t, nature(t), Options{Edits: true, Accept: list}, of([]byte(wrongVolume+wrongForum)))
	if len(out.rows) != 2 || len(out.rows[0].Edits) != 0 || len(out.rows[1].Edits) != 1 {
		t.Errorf("%+v", out.rows)
	}
}
