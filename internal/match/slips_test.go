package match

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestSlips(t *testing.T) {
	claim := flat(biblio.Flat{Title: "Graph convolutoinal networks", Authors: []string{"Thomas Kipf", "Max Weling"}})
	record := flat(biblio.Flat{Title: "Graph convolutional networks", Authors: []string{"Thomas Kipf", "Max Welling"}})
	want := "[{title convolutoinal convolutional} {authors Weling, Max Welling, Max}]"
	c := NewClaim(claim)
	for range 2 {
		if got := fmt.Sprint(c.Slips(record)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := NewClaim(record).Slips(record); len(got) > 0 {
		t.Errorf("a record beside itself: %v", got)
	}
	other := flat(biblio.Flat{Title: claim.Title,
		Authors: []string{"Anna Adler", "Boris Bell", "Carla Cohn", "Dora Dahl", "Emil Eder"}})
	if got := c.Slips(other); len(got) > 0 {
		t.Errorf("another list: %v", got)
	}
}

// A slip is a word of the title with one wrong letter, or a family name of some length with two; many slips mean
// another title, or another list.
func TestSlipsTold(t *testing.T) {
	const title = "Graph convolutional networks"
	for _, c := range []struct {
		name           string
		claim, record  string
		author, listed string
		want           string
	}{
		{"another word", title, "Graph recurrent networks", "Max Welling", "Max Welling", "[]"},
		{"two words", "Grph convolutional netwroks", title, "Max Welling", "Max Welling",
			"[{title grph graph} {title netwroks networks}]"},
		{"five words", "Deap grph convolutionl nettworks and thier usess", "Deep graph convolutional networks and their uses",
			"Max Welling", "Max Welling", "[]"},
		{"two letters of a name", title, title, "Max Wellign", "Max Welling", "[{authors Wellign, Max Welling, Max}]"},
		{"three letters of a name", title, title, "Max Walldnk", "Max Welling", "[]"},
		{"a short name", title, title, "Max Lee", "Max Leo", "[]"},
		{"another given name", title, title, "Mox Welling", "Max Welling", "[]"},
		{"another notation", title, title, "Max Wel-ling", "Max Welling", "[]"},
		{"a body's name", title, title, "{Winter Counts}", "{Winter Count}", "[]"},
	} {
		claim, record := biblio.Flat{Title: c.claim, Authors: []string{c.author}}, biblio.Flat{Title: c.record,
			Authors: []string{c.listed}}
		if got := fmt.Sprint(NewClaim(flat(claim)).Slips(flat(record))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// BenchmarkSlips compares two lists of thousands of names, as in hostile or large inputs: the time must grow with
// their length, not with its square.
func BenchmarkSlips(b *testing.B) {
	for _, n := range []int{1000, 8000} {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("Ann %sperson%d", strings.Repeat("x", i%7), i))
		}
		claim := flat(biblio.Flat{Title: "A study", Authors: names})
		record := flat(biblio.Flat{Title: "A study", Authors: append([]string{"Bo Snow"}, names[1:]...)})
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				NewClaim(claim).Slips(record)
			}
		})
	}
}
