package normalise

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Notice says what a title states of the work that it names: that the work was taken
// back or put right, or that this is another work about it.
type Notice string

// The notices that titles state.
const (
	NoNotice  Notice = ""
	Retracted Notice = "retracted"
	Withdrawn Notice = "withdrawn"
	Removed   Notice = "removed"
	Concern   Notice = "concern"
	Corrected Notice = "corrected"
	Comment   Notice = "comment"
	Reply     Notice = "reply"
)

// TakenBack reports a notice that publishers put on the title of the work itself.
func (n Notice) TakenBack() bool { return n == Retracted || n == Withdrawn || n == Removed }

// AboutAnother reports a title of a work of its own, which names another work.
func (n Notice) AboutAnother() bool { return n == Concern || n == Corrected }

// titleNotice is one notice with its expressions, and the beginnings of words of which
// a title has one that states it: the expressions cost much more.
type titleNotice struct {
	notice         Notice
	stems          []string
	before, behind *lazy.Pattern
}

// titleNotices: what stands first is tried first, so that "retraction of vol 12" is no
// correction.
var titleNotices = []titleNotice{
	newNotice(Retracted, "retract 撤稿",
		`retract(?:ed|ion)(?: (?:article|chapter|paper|note|notice|statement|letter|notification))?|`+
			`(?:article|paper|chapter) retracted|(?:statement|notice) of retraction|已?撤稿`),
	newNotice(Withdrawn, "withdr",
		`withdra(?:wn|wal)(?: (?:article|chapter|paper|note|notice|statement))?|(?:article|paper|chapter) withdrawn|(?:statement|notice) of withdrawal`),
	newNotice(Removed, "remov",
		`(?:(?:temporary|permanent|article) )?remov(?:al|ed)(?: (?:article|notice))?|(?:statement|notice) of removal`),
	newNotice(Concern, "concern", `(?:editorial )?(?:expression|statement|note) of (?:editorial )?concern`),
	newNotice(Corrected, "errat corrig addend correction vol",
		`errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a)|(?:(?:author|publisher|editorial)(?:['’]?s['’]?)? )?corrections?(?: notice)?|`+
			`vol\.? \d+, (?:pg?|pages?)\.? \w+(?:[–-]+\w+)?, \d{4}`),
	newNotice(Reply, "reply response", `(?:authors?['’]?s?['’]? )?(?:reply|response)(?: (?:to|on) (?:the )?comments?)?`),
	newNotice(Comment, "comment", `comments?`),
}

// newNotice makes the expressions of one notice: before a title, with a mark or a
// preposition and a mark after it ("Retraction note to: …"), or after it, in
// brackets or after a mark ("… (Retracted Article. See vol. 3, pg 12)", "…: Reply").
func newNotice(n Notice, stems, words string) titleNotice {
	quoted := ``
	if n == Reply || n == Comment {
		quoted = `|\s+(?:to|on)\s+["“'‘«]` // their own titles quote the other work's
	}
	before := `(?i)^\s*[\[(【]?\s*(?:` + words + `)(?:(?:\s+(?:to|of|for|on|in))?\s*(?:[\])】:]+|\.\s|\s[–—-]\s)` + quoted +
		`|\s+(?:to|of|for|on)\s+[^,:]{2,60}? et al\.?,)\s*`
	behind := `(?i)(?:[\s:.–—-]*[(\[【]\s*(?:` + words + `)\b[^()\[\]]*[)\]】]|\s*[:.;–—]\s*(?:` + words + `))\s*\.?\s*$`
	return titleNotice{notice: n, stems: strings.Fields(stems), before: lazy.Regexp(before), behind: lazy.Regexp(behind)}
}

// noticeOfRetraction is a notice with nothing but a space after it, as lists have it
// that lost a line break.
var noticeOfRetraction = lazy.Regexp(`(?i)^\s*(?:notice|statement) of retraction(?:\s|<br\s*/?>)+`)

// SplitNotice takes a notice off a title: "RETRACTED: …", "Erratum to: …", "… (Retraction
// of vol 12, pg 33, 2015)", "Reply to “…”".
func SplitNotice(title string) (rest string, n Notice) {
	lower := strings.ToLower(title)
	for i := range titleNotices {
		t := &titleNotices[i]
		if !slices.ContainsFunc(t.stems, func(stem string) bool { return strings.Contains(lower, stem) }) {
			continue
		}
		for _, p := range []*lazy.Pattern{t.before, t.behind} {
			if at := p.FindStringIndex(title); at != nil && strings.TrimSpace(title[:at[0]]+title[at[1]:]) != "" {
				return title[:at[0]] + title[at[1]:], t.notice
			}
		}
	}
	if at := noticeOfRetraction.FindStringIndex(title); strings.Contains(lower, "retract") && at != nil &&
		at[1] < len(title) {
		return title[at[1]:], Retracted
	}
	return title, NoNotice
}
