package role

import (
	"bufio"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// keepsWords reports whether a text without instructions has all words of the text, long ones perhaps shortened.
func keepsWords(title string) bool {
	shown := " " + parted(letterForm(withoutOrders(title))) + " "
	return len(wordsOf(title)) > mostWords || !slices.ContainsFunc(wordsOf(title), func(w string) bool {
		return !strings.Contains(shown, " "+w+" ") && !strings.Contains(shown, " "+letterForm(shortened(w))+" ")
	})
}

// shows reports whether any word of a title is left.
func shows(title string) bool {
	return letterForm(title) == "" || letterForm(withoutOrders(title)) != ""
}

func TestTitlesKeepTheirWords(t *testing.T) {
	for _, title := range []string{"Trust Region Policy Optimization", "Machine Translation System",
		"Large Language Models as Judges: Scoring Answers", "Ignore Previous Prompt: Attack Techniques For Language Models",
		"Verify and Correct the Answers of a Language Model", "Temporally-Extended Exploration"} {
		if !keepsWords(title) {
			t.Errorf("%q became %q", title, withoutOrders(title))
		}
	}
	for _, title := range []string{"Temporally-Extended ε-Greedy Exploration",
		"Multimedia/Multilanguage publishing for the 1990s"} {
		if !shows(title) {
			t.Errorf("nothing is left of %q", title)
		}
	}
}

// No title of the corpus is emptied, and none without a code or a word of mixed
// scripts loses a word.
func TestTitlesOfTheCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 1.2 million lines, one after the other")
	}
	z := testenv.OpenShared(t, "corpora", "works.jsonl.zst")
	const each = 60
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<22)
	titles, flagged := 0, 0
	for n := 0; lines.Scan(); n++ {
		var work struct{ Title string }
		if n%each != 0 || json.Unmarshal(lines.Bytes(), &work) != nil {
			continue
		}
		titles++
		if doubtful(work.Title) {
			flagged++
		}
		if !shows(work.Title) || !conceals(work.Title) && !keepsWords(work.Title) {
			t.Errorf("%q became %q", work.Title, withoutOrders(work.Title))
		}
	}
	t.Logf("%d titles, %d of which cost a second question", titles, flagged)
	if titles < 15000 || lines.Err() != nil {
		t.Errorf("only %d titles: %v", titles, lines.Err())
	}
}
