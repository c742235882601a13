package normalise

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Notice is what a title says about the status of the work that it names: that the work was withdrawn or corrected,
// or that this is another work about it.
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

// Withdraws reports whether a notice is one that publishers put on the title of the work itself.
func (n Notice) Withdraws() bool { return n == Retracted || n == Withdrawn || n == Removed }

// AboutAnother reports whether the title is of a separate work, which names another work.
func (n Notice) AboutAnother() bool { return n == Concern || n == Corrected }

// titleNotice is a notice with its patterns, and word beginnings, one of which occurs in every title that states it:
// the patterns are much more expensive.
type titleNotice struct {
	notice         Notice
	stems          []string
	before, behind *lazy.Pattern
}

// titleNotices are tried in order, so that "retraction of vol 12" is not taken for a correction.
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

// newNotice builds the patterns of one notice: before a title, followed by a mark or a preposition and a mark
// ("Retraction note to: …"), or after it, in brackets or after a mark ("… (Retracted Article. See vol. 3, pg 12)",
// "…: Reply").
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

// noticeOfRetraction matches a notice followed only by a space, as in lists that lost a line break.
var noticeOfRetraction = lazy.Regexp(`(?i)^\s*(?:notice|statement) of retraction(?:\s|<br\s*/?>)+`)

// SplitNotice removes a notice from a title: "RETRACTED: …", "Erratum to: …", "… (Retraction of vol 12, pg 33,
// 2015)", "Reply to “…”".
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
