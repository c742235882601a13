package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// junit writes JUnit XML: one suite per file, one test per reference. What --fail-on fails is a failure; what
// is undecided or to check by hand is skipped; what could not be read is an error.
type junit struct {
	w       *bufio.Writer
	limit   FailOn
	file    string
	suite   shelf // tests of the current file, preceded by their counts
	tests   int
	failed  int
	skipped int
	errors  int
}

type (
	junitTest struct {
		XMLName xml.Name    `xml:"testcase"`
		Name    string      `xml:"name,attr"`
		Class   string      `xml:"classname,attr"`
		Time    string      `xml:"time,attr"`
		Skipped *junitWords `xml:"skipped"`
		Error   *junitWords `xml:"error"`
		Failure *junitWords `xml:"failure"`
		Output  string      `xml:"system-out,omitempty"`
	}
	junitWords struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func newJUnit(w io.Writer, _ Options) Writer { return &junit{w: bufio.NewWriter(w)} }

func (j *junit) Begin(r Run) (err error) {
	if j.limit, err = ParseFailOn(r.FailOn); err != nil { // of a run that this program cannot have made
		j.limit, _ = ParseFailOn(DefaultFailOn)
	}
	_, err = j.w.WriteString(xml.Header + "<testsuites name=\"bonafide\">\n")
	return err
}

func (j *junit) Problem(p Problem) error {
	test := junitTest{Name: Place{Line: p.Line, Page: p.Page}.String() + " " + p.Rule, Output: Visible(p.Message)}
	if p.Unread() {
		test.Output, test.Error = "", &junitWords{p.Rule, Visible(p.Message), ""}
	}
	return j.test(p.File, test)
}

func (j *junit) Finding(f Finding) error {
	test, lines := junitTest{Name: name(&f)}, f.told()
	first, _, _ := strings.Cut(lines, "\n")
	words := &junitWords{string(f.Outcome), shortened(first, messageMost), shortened(lines, 4*messageMost)}
	switch at := f.section(); {
	case j.limit.Finding(&f):
		test.Failure = words
	case at == doubtful || at == ambiguous || at == undecided || at == uncovered:
		test.Skipped, words.Type = words, ""
	default:
		test.Output = words.Text
	}
	return j.test(f.File, test)
}

// told describes a finding in lines: the entry, the alerts, and where to look.
func (f *Finding) told() string {
	lines := append(f.lines(), "cited as: "+what(f))
	if len(f.views()) == 0 {
		lines = slices.Insert(lines, 0, f.VerdictWords())
	}
	if at := Visible(f.Place.String()); at != "" {
		lines = append(lines, "at: "+at)
	}
	return strings.Join(lines, "\n")
}

func (j *junit) test(file string, test junitTest) error {
	if file != j.file {
		if err := j.endSuite(); err != nil {
			return err
		}
		j.file = file
	}
	j.tests++
	for result, count := range map[*junitWords]*int{test.Failure: &j.failed, test.Skipped: &j.skipped,
		test.Error: &j.errors} {
		if result != nil {
			*count++
		}
	}
	test.Class, test.Time, test.Name = Visible(file), "0", strings.TrimSpace(Visible(test.Name))
	b, err := xml.Marshal(test)
	if err != nil {
		return err
	}
	return j.suite.put(nil, sections, func(w io.Writer) error { _, err := w.Write(append(b, '\n')); return err })
}

func (j *junit) endSuite() error {
	if j.tests == 0 {
		return nil
	}
	fmt.Fprint(j.w, `<testsuite name="`)
	if err := xml.EscapeText(j.w, []byte(Visible(j.file))); err != nil {
		return err
	}
	fmt.Fprintf(j.w, "\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"0\">\n", j.tests, j.failed,
		j.errors, j.skipped)
	if err := j.suite.each(func(b []byte) error { _, err := j.w.Write(b); return err }); err != nil {
		return err
	}
	j.tests, j.failed, j.errors, j.skipped = 0, 0, 0, 0
	_, err := j.w.WriteString("</testsuite>\n")
	return err
}

func (j *junit) End(*Summary) error {
	if err := j.endSuite(); err != nil {
		return err
	}
	j.w.WriteString("</testsuites>\n")
	return j.w.Flush()
}
