package refstring

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// The commas of the Arabic script part names and fields as Latin ones do.
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
