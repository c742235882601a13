package report

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// guides say what to do about a code or outcome, and what may be wrong with it, "" if it does not accuse.
var guides = map[string]struct{ do, doubt string }{
	"H0": {"Look for the work by hand with the title in quotation marks, then with its authors. If you cannot find it, remove " +
		"the reference: a language model may have made it up. If you have the work in hand, cite it by an identifier.",
		"The title may be a translation or a working title; the year or the container may be wrong, so that the wrong list " +
			"was searched; a record of the list may be missing after all. A work not found is not proved not to exist."},
	"H1": {"Compare the marked words with the title page. Copy the recorded title, or have \"bonafide fix\" do it.",
		"The record may be of another version: a preprint often has another title. A translation, a subtitle that one side " +
			"leaves out, or a printed title that the record has wrong look like errors too."},
	"H2": {"Compare the names with the title page: the finding lists which authors were added, left out, misspelt or " +
		"reordered. Copy the recorded list, or end yours with “et al.” (BibTeX: and others).",
		"The list may be that of another version, which a preprint or a revision may have changed. A name may have " +
			"changed, may be of a group, or may be written in another script; the record may have cut or split it wrongly."},
	"H3": {"Find out which version you mean, and give the container, year and pages of that one.",
		"The work may have appeared in both places: an extended version, a reprint, a workshop beside the conference. A " +
			"container may have changed its name, or be known by that of its series."},
	"H4": {"Give the year of the version whose container you name: that of the issue for an article, of the event for a paper.",
		"Year of publication online and of the issue, of the event and of its proceedings, of the first and of a later " +
			"edition differ by one or more, and the record may have only one of them."},
	"H5": {"Open the identifier. If it leads to another work, take the one of the record; if it leads nowhere, look for a " +
		"typing error, else remove it.",
		"An identifier may be too new for the sources that were asked, a DOI may have been replaced, and a registry may be " +
			"wrong. An ISBN may be that of another binding or edition."},
	"H6": {"Copy the recorded volume, issue and pages of the version that you cite. By default this does not fail a run.",
		"Pages of a preprint, of an offprint or of the article online are not those in print; publishers merge and rename; " +
			"the place may be the publisher's or the event's."},
	"doubtful": {"Compare the marked values with the work itself. Change the entry only where the work says so.",
		"The record may be of another version, cut, or wrong itself: usually fewer than half of such entries are wrong."},
	"P1": {"Write the name as the work has it.",
		"A familiar form, a transliteration or a shortened name is often how the person signs."},
	"P2": {"Check the address and the date of access by hand: bibliographic sources do not list such works.", ""},
	"P3": {"Nothing, unless you doubt the detail that is named.", ""},
	"U": {"Follow the link that the report shows, ask the services with --online, or add a corpus of the field (bonafide " +
		"corpus get NAME). This says nothing about the reference.", ""},
	"R1": {"Nothing.", ""},
	"R2": {"Nothing, unless a style wants the full form.", ""},
	"R3": {"Nothing.", ""},
	"R4": {"Nothing.", ""},
}

// Explain returns the meaning of a word of a report, with its guide if there is one; ok is false for an unknown word.
func Explain(word string) (text string, ok bool) { return ExplainIn(word, explainWidth) }

// ExplainIn is Explain in lines of at most width columns.
func ExplainIn(word string, width int) (text string, ok bool) {
	if list := Words(word); len(list) > 1 || list[0] != word { // a word on screen
		var texts []string
		for _, w := range list {
			if text, ok := ExplainIn(w, width); ok {
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, "\n"), len(texts) > 0
	}
	topic, ok := judge.Explain(word)
	if !ok {
		return "", false
	}
	var b strings.Builder
	b.WriteString(strings.Join(wrap(topic.Word+": "+topic.Short, width), "\n") + "\n\n" +
		strings.Join(wrap(topic.Long, width), "\n") + "\n")
	g := guides[topic.Word]
	for _, part := range []struct{ head, text string }{{"Example", topic.Example}, {"What to do", g.do},
		{"What may be wrong with it", g.doubt}} {
		if part.text != "" {
			b.WriteString("\n" + part.head + "\n  " + strings.Join(wrap(part.text, width-2), "\n  ") + "\n")
		}
	}
	return b.String(), true
}

// explainWidth is the width of explanations, in columns.
const explainWidth = 80
