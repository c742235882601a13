package online

import (
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Checks that distinguish answers to other questions from answers to ours.
func TestForeignAnswers(t *testing.T) {
	ask := Search{Title: "Mapping the Migration of Arctic Terns"}
	nearest := Nearest(List("items"), wire.Crossref, ask)
	query := Echo("deep learning", "meta", "q")
	both := AllOf(query, EchoCount(20, "meta", "rows"))
	for _, c := range []struct {
		name, answer string
		check        func(*transport.Response) (bool, error)
		foreign      bool
	}{
		{"its words", `{"meta":{"q":"deep learning"}}`, query, false},
		{"its words in an address", `{"meta":{"q":"https://api.example.org/works?rows=3&query=deep+learning"}}`, query,
			false},
		{"its words in an address, under another name", `{"meta":{"q":"https://api.example.org/works?q=deep+learning"}}`,
			query, false},
		{"nothing is repeated", `{}`, query, false},
		{"other words", `{"meta":{"q":"protein folding"}}`, query, true},
		{"other words in an address", `{"meta":{"q":"https://api.example.org/deep/learning?query=protein+folding"}}`, query,
			true},
		{"as many as were asked for", `{"meta":{"rows":20,"q":"deep learning"}}`, both, false},
		{"another number", `{"meta":{"rows":10,"q":"deep learning"}}`, both, true},
		{"no number", `{"meta":{"rows":null,"q":"deep learning"}}`, both, false},
		{"the number, of other words", `{"meta":{"rows":20,"q":"protein folding"}}`, both, true},
		{"a work that is near",
			`{"items":[{"title":["Attention Is All You Need"]},{"title":["Migration routes of arctic terns"]}]}`, nearest,
			false},
		{"no work that is near", `{"items":[{"title":["Attention Is All You Need"]}]}`, nearest, true},
		{"by its container", `{"items":[{"title":["Editorial"],"container-title":["Arctic Migration"]}]}`, nearest, false},
		{"by its people", `{"items":[{"title":["Editorial"],"author":[{"family":"Arctic","given":"Migration"}]}]}`, nearest,
			false},
		{"no works", `{"items":[]}`, nearest, false},
	} {
		if _, err := c.check(&transport.Response{Body: []byte(c.answer)}); errors.Is(err,
			transport.ErrForeign) != c.foreign || err != nil && !c.foreign {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := query(&transport.Response{Body: []byte("<html>")}); err == nil || errors.Is(err, transport.ErrForeign) {
		t.Errorf("what is no answer: %v", err)
	}
}

// At least one of several questions has an answer, if anything was answered.
func TestOneOf(t *testing.T) {
	for _, c := range []struct {
		answers   string
		questions string
		foreign   bool
	}{{"a b", "b c", false}, {"a b", "c d", true}, {"", "c d", false}} {
		answers := map[string][]byte{}
		for a := range strings.FieldsSeq(c.answers) {
			answers[a] = []byte("1")
		}
		if err := OneOf(answers, strings.Fields(c.questions)); errors.Is(err, transport.ErrForeign) != c.foreign {
			t.Errorf("%q to %q: %v", c.answers, c.questions, err)
		}
	}
}

// Searches for different titles request different numbers of works, always the same for one title.
func TestSpread(t *testing.T) {
	numbers := map[int]bool{}
	for _, q := range []string{"deep learning", "random forests", "graph kernels", "attention", "bert", "gpt"} {
		n := Spread(q, 20)
		if numbers[n] = true; n < 20 || n > 35 || n != Spread(q, 20) {
			t.Errorf("%q: %d", q, n)
		}
	}
	if len(numbers) < 3 {
		t.Errorf("only the numbers %v", numbers)
	}
}

func TestSameQuestion(t *testing.T) {
	for _, c := range []struct {
		asked, echoed string
		same          bool
	}{
		{"deep learning", "", true},
		{"deep learning", "deep* learning*", true},
		{"(deep[ti] AND learning[ti])", `"deep"[Title] AND "learning"[Title]`, true},
		{"(deep[ti] AND learnng[ti])", `"deep"[Title]`, true}, // a word that is in no title is skipped
		{"titles.title:((graph AND kernels))", "titles.title:((protein AND folding))", false},
		{"x[ti]", `"x"[Title]`, true},
		{"12345678[uid]", "12345678[UID]", true},
		{"12345678[uid]", "87654321[UID]", false},
		{"1706.03762,1810.04805", "0808.05394,1707.08567", false},
	} {
		if got := SameQuestion(c.asked, c.echoed) == nil; got != c.same {
			t.Errorf("asked %q, answered to %q: same %v", c.asked, c.echoed, got)
		}
	}
}

func TestNear(t *testing.T) {
	for _, c := range []struct {
		title, author string
		found         string
		near          bool
	}{
		{"Mapping the Migration of Arctic Terns with Light Sensors", "Walker", "Migration routes of arctic terns", true},
		{"Mapping the Migration of Arctic Terns with Light Sensors", "Walker", "Attention is all you need", false},
		{"Mapping the Migration of Arctic Terns with Light Sensors", "Walker", "Mapping the genome by light", true},
		{"Mapping the Migration of Arctic Terns with Light Sensors", "Walker", "Mapping the genome", false},
		{"Layer Normalization", "Ba", "Batch Normalization", true},
		{"Étude des Schrödinger opérateurs", "", "Etude des operateurs de Schrodinger", true},
		{"GAN", "", "Something else", true}, // too short to tell
		{"BERT", "", "BERT: pre-training", true},
		{"BERT", "", "Something else", false},
		// no spaces between its words
		{"注意力机制综述", "", "Something else", true},
		// the author counts as a word
		{"Mapping the Migration of Arctic Terns with Light Sensors", "Walker", "Walker's arctic diary", true},
		{"Mapping the Migration of Arctic Terns with Light Sensors", "Walker", "Walker's diary", false},
		{"The Map of the Map", "", "The map of the sky", true}, // no word is long enough
	} {
		s := Search{Title: c.title, Words: Words(c.title)}
		s.Query = source.Query{Claimed: biblio.Work{Title: c.title, Contributors: []biblio.Contributor{{Family: c.author}}}}
		if got := near([]biblio.Record{{Work: biblio.Work{Title: c.found}}}, []Search{s}); got != c.near {
			t.Errorf("%q found %q: near %v", c.title, c.found, got)
		}
	}
}
