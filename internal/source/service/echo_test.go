package service

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

func TestSameQuestion(t *testing.T) {
	for _, c := range []struct {
		asked, echoed string
		same          bool
	}{
		{"deep learning", "", true},
		{"deep learning", "deep* learning*", true},
		{"(deep[ti] AND learning[ti])", `"deep"[Title] AND "learning"[Title]`, true},
		{"(deep[ti] AND learnng[ti])", `"deep"[Title]`, true}, // a word that is in no title is left out
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
		{"注意力机制综述", "", "Something else", true}, // no spaces between its words
	} {
		s := Search{Title: c.title, Words: Words(c.title)}
		s.Query = source.Query{Claimed: biblio.Work{Title: c.title, Contributors: []biblio.Contributor{{Family: c.author}}}}
		if got := near([]biblio.Record{{Work: biblio.Work{Title: c.found}}}, []Search{s}); got != c.near {
			t.Errorf("%q found %q: near %v", c.title, c.found, got)
		}
	}
}
