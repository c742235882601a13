package refstring

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Arabic commas separate names and fields as Latin ones do.
func TestArabicMarks(t *testing.T) {
	for raw, want := range map[string]string{
		"Lamport, L.، Rivest, R. و Knuth, D. (1984). Literate programming for clocks. The Computer Journal، 27(2)، 97-111.":     "Lamport Rivest Knuth 1984 27 97-111",
		"Wooldridge, Michael، Kinny, David، “The Gaia Methodology for Analysis”، Autonomous Agents، المجلد 3، 2000، ص 285-312.": "Wooldridge Kinny 2000 3 285-312",
	} {
		p := Parse(raw)
		var got []string
		for _, a := range p.Work.Authors() {
			got = append(got, a.Family)
		}
		span := p.Spans[biblio.FieldYear]
		got = append(got, raw[span.Start:span.End], p.Work.Volume, p.Work.Pages)
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s\n got %s\nwant %s", raw, s, want)
		}
	}
}

// Digits of other scripts are read as 0 to 9; places in the string, and titles, stay as printed.
func TestDigitsOfOtherScripts(t *testing.T) {
	const raw = "احمدی، علی؛ رضایی، مریم. یادگیری عمیق در ۱۰ گام. مجله علوم رایانه، ۱۲(۳): ۴۵-۶۰، ۲۰۱۹."
	p := Parse(raw)
	w := &p.Work
	if w.Issued.Year != 2019 || w.Volume != "12" || w.Issue != "3" || w.Pages != "45-60" ||
		w.Title != "یادگیری عمیق در ۱۰ گام" || w.Container.Title != "مجله علوم رایانه" {
		t.Errorf("%+v", w)
	}
	for field, want := range map[biblio.Field]string{biblio.FieldYear: "۲۰۱۹", biblio.FieldPages: "۴۵-۶۰",
		biblio.FieldTitle: "یادگیری عمیق در ۱۰ گام"} {
		if s := p.Spans[field]; raw[s.Start:s.End] != want {
			t.Errorf("%s: %q, want %q", field, raw[s.Start:s.End], want)
		}
	}
	if p := Parse("Deep learning of \xff٣ gravel. Nature, 2015."); p.Work.Issued.Year != 2015 {
		t.Errorf("%+v", p.Work)
	}
}
