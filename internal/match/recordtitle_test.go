package match

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// What registries write beside a title, and titles that they cut, are no difference; another word is one.
func TestTitleOfRegistry(t *testing.T) {
	people := []biblio.Contributor{{Family: "Quist", Given: "Hanna", Role: biblio.Author}}
	work := func(title string) *biblio.Work {
		return &biblio.Work{Title: title, Contributors: people, Volume: "35", Pages: "203-210",
			Container: biblio.Container{Title: "Steppe Letters"}, Issued: biblio.Date{Year: 2015}}
	}
	const title = "Dating the Nordic telescope through pottery: a randomised controlled trial"
	for _, recorded := range []string{title + "1", title + "*", "[1] " + title, "[12]" + title, "3.1 " + title,
		"2.4.1. " + title,
		"XXIII. " + title, "LXXIII." + title, "Letter to the Editor: " + title, "ORIGINAL ARTICLE: " + title,
		"Original research article - " + title, "Review Article: " + title, "Research Article. " + title,
		"Abstract 1234: " + title, "Abstract P2-11: " + title, title + " (with discussion)", title + " [with Discussion]",
		title + " (Short Communication)", title + " (Brief Report)", title + " (This work was supported by the Stone Fund.)",
		title + " [This study was funded by the Stone Fund]", "Dating the Nordic telescope through pottery: a randomised controlled t",
		"Dating the Nordic telescope through pottery: a randomised contr", "Dating the Nordic  through pottery: a randomised controlled trial",
	} {
		if f := Compare(work(title), work(recorded)).Of(biblio.FieldTitle); f.Agreement > Undecided {
			t.Errorf("%s: %v %s", recorded, f.Agreement, f.Kind)
		}
		f := Compare(work(recorded), work(title)).Of(biblio.FieldTitle)
		if f.Agreement > Undecided && len(recorded) > len(title) {
			t.Errorf("claimed as %s: %v %s", recorded, f.Agreement, f.Kind)
		}
	}
	for _, recorded := range []string{"Dating the Nordic telescope through sermons: a randomised controlled trial",
		"[1] Dating the Nordic telescope through sermons: a randomised controlled trial", "Dating the Nordic telescope through p",
		"Dating the Nordic telescope through pottery: a randomised controlled trial of beer", title + "12", "42 " + title,
		"Dating the Nordic  through sermons: a randomised controlled trial", "Letter to the Swede: " + title,
	} {
		if f := Compare(work(title), work(recorded)).Of(biblio.FieldTitle); f.Agreement != Differs {
			t.Errorf("%s: %v %s", recorded, f.Agreement, f.Kind)
		}
	}
	for _, c := range [][2]string{{"PGC-1$\\alpha$ in mice of the north", "PGC-1α in mice of the north"},
		{"PGC-1alpha in mice of the north", "PGC-1α in mice of the north"}} {
		if f := Compare(work(c[0]), work(c[1])).Of(biblio.FieldTitle); f.Agreement > Variant {
			t.Errorf("%s: %v %s", c[0], f.Agreement, f.Kind)
		}
	}
}
