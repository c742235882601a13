package entries

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// itemsShown returns references and problems, one per line.
func itemsShown(r reading.Result, err error) string {
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, ref := range r.References {
		f := ref.Claimed.Flat()
		fmt.Fprintf(&b, "%s %s@%d-%d %s|%s|%s|%s|%s\n", ref.ID, ref.Key, ref.Place.Line, ref.Place.EndLine,
			strings.Join(f.Authors, ";"), f.Title, f.Venue, f.Year, f.DOI)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem %s@%d\n", p.Rule, p.Place.Line)
	}
	return b.String()
}

func TestReadLines(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"fields as programs write them",
			`{"id":7,"key":"k","fields":{"title":["A title"],"authors":"Leo Breiman","year":2001.0,"venue":" J ","doi":"10.1000/x"}}`,
			"7 k@1-1 Leo Breiman|A title|J|2001|10.1000/x\n"},
		{"names as objects, and what has another form",
			`{"fields":{"title":"A title","authors":[{"given":"Leo","family":"Breiman"},{"name":"The Team"},null],"year":"2001","pages":{"a":1}}}`,
			" @1-1 Leo Breiman;The Team|A title||2001|\n"},
		{"two spellings of a name, one of them empty",
			`{"fields":{"title":"A","authorſ":["Leo Breiman"],"doi":null,"DOI":"10.1000/x","Year":" ","year":2001}}`,
			" @1-1 Leo Breiman|A||2001|10.1000/x\n"},
		{"a raw string", `{"raw":"Breiman, L. (2001). Random forests. Machine Learning, 45(1), 5-32."}`,
			" @1-1 L Breiman|Random forests|Machine Learning|2001|\n"},
		{"fields hold over the raw string", `{"raw":"Something else. 1999.","fields":{"title":"A title"}}`,
			" @1-1 |A title|||\n"},
		{"an array over lines", "[\n{\"fields\":{\"title\":\"A\"}},\n{\"fields\":{\"title\":\"B\"}}\n]",
			" @2-2 |A|||\n @3-3 |B|||\n"},
		{"neither", "{\"key\":\"k\"}\n{\"fields\":{\"title\":\"B\"}}", " @2-2 |B|||\nproblem unreadable-entry@1\n"},
		{"damage costs its own line",
			"{\"fields\":{\"title\":\"A\"}}\n{\"fields\":{\"title\":\n{\"fields\":{\"title\":\"C\"}}\n",
			" @1-1 |A|||\n @3-3 |C|||\nproblem unreadable-entry@2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := itemsShown(ReadLines([]byte(c.src))); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestReadCSL(t *testing.T) {
	const item = `{"id":"a","citation-key":"k","type":"article-journal","title":"A title","author":[{"family":"Breiman","given":"Leo"}],"container-title":"J","issued":{"date-parts":[[2001]]},"DOI":"10.1000/X"}`
	const shown = " Leo Breiman|A title|J|2001|10.1000/x\n"
	for _, c := range []struct{ name, src, want string }{
		{"one item", item, "a k@1-1" + shown},
		{"an array", "[\n" + item + "\n]", "a k@2-2" + shown},
		{"items of an envelope", "{\"version\":1,\n\"items\":[\n" + item + "]}", "a k@3-3" + shown},
		{"references of an envelope", "\n{\"references\":[" + item + "]}", "a k@2-2" + shown},
		{"items inside a message", "{\"status\":\"ok\",\"message\":\n{\"items\":[\n" + item + "]}}", "a k@3-3" + shown},
		{"an envelope with an empty list", `{"items":[]}`, ""},
		{"an envelope of something else", `{"items":"none","message":7}`,
			"JSON that is not read: " + errNoItem.Error()},
		{"a broken envelope", "{\"items\":[\n" + item + "\n", "a k@2-2" + shown + "problem unreadable-entry@1\n"},
		{"an item over lines", "[{\n\"title\":\n\"A title\"\n}]", " @1-4 |A title|||\n"},
		{"an item that says nothing", `[{"id":1,"type":"book"}]`, "1 @1-1 ||||\nproblem empty-entry@1\n"},
		{"a number as an id", `{"id":12,"title":"T"}`, "12 @1-1 |T|||\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := itemsShown(ReadCSL([]byte(c.src))); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestLooksLikeItems(t *testing.T) {
	for src, want := range map[string][2]bool{ // items, our own lines
		`{"raw":"x"}`: {true, true}, ` [ {"fields":{"title":"T"}} ]`: {true, true}, `{"fields":["title"]}`: {true,
			false}, `[{"title":"T"}]`: {true, false},
		`[1] A. Author. A title.`: {false, false}, `{"raw":`: {true, false}, ``: {false, false}, `"text"`: {false, false},
	} {
		if got := [2]bool{LooksLikeItems([]byte(src)), LooksLikeLines([]byte(src))}; got != want {
			t.Errorf("%s: %v, want %v", src, got, want)
		}
	}
}

// For any text, reading ends, and every reference has its place.
func FuzzItems(f *testing.F) {
	for _, s := range []string{`{"raw":"x"}`, `[{"title":"T","author":[{}]}]`, "{\"items\":[{}]}\n{",
		`[[[{"fields":{"authors":[[1]]}}]]]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, read := range []func([]byte) (reading.Result, error){ReadCSL, ReadLines} {
			r, err := read([]byte(s))
			if err != nil {
				continue
			}
			for _, ref := range r.References {
				if ref.Place.Line < 1 || ref.Place.EndLine < ref.Place.Line {
					t.Errorf("%q: place %+v", s, ref.Place)
				}
			}
		}
	})
}
