package extract

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// strangeLines are the lines of texts that are no lists of references, and the share of such lines, in tenths, from
// which a text is of that kind.
var strangeLines = []struct {
	what  string
	share int
	line  *lazy.Pattern
}{
	{"a log", 6, lazy.Regexp(`^(?:[\w-]+ )?\[?\d{4}-\d\d-\d\d[ T]+\d\d:\d\d|^(?:\d{1,3}\.){3}\d{1,3} |^\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b`)},
	{"an e-mail", 4, lazy.Regexp(`^(?:From|To|Cc|Subject|Date|Sent|Reply-To|Message-ID): `)},
	{"a configuration", 6, lazy.Regexp(`^(?:\[[A-Za-z][\w .:"-]*\]|[A-Za-z][\w.-]*\s*[=:]\s*\S*|<\/?[\w:-]+.*>)$`)},
	{"a list of addresses", 6, lazy.Regexp(`^[^@]*[\w.+-]+@[\w-]+(?:\.[\w-]+)+\W*$`)},
	{"a list of addresses", 8, lazy.Regexp(`^[^(:]{3,90}, (?:` + postcode + `)(?:, [\pL ]+)?$`)},
	{"an FAQ", 8, lazy.Regexp(`^[QA]: `)},
	{"source code", 6, lazy.Regexp(`[{};]$|\)\s*:$|^[)}\]]+[,;]?$|^(?:#!|#include|#define|#if|#endif|import |from \S+ import |def |func |class |return\b|if |elif |else|for |var |let |const |public |package |use |my |sub |[@+-]{2,3} |//|/\*|\*/?\s|CREATE |INSERT |SELECT )|\w\(.*\)$|^[\w.$]+ :?=`)},
	{"a licence", 4, lazy.Regexp(`(?i)\b(?:copyright|licen[sc]es?|redistribut\w+|warrant\w+|free software|debianized)\b`)},
	{"a table of numbers", 3, lazy.Regexp(`\S(?: {2,}|\t)-?\d[\d.,:]*(?: ?(?:€|EUR|USD|GBP))?$|\s\d+[.,]\d\d ?(?:€|EUR|USD|GBP)\b`)},
	{"a curriculum vitae", 2, lazy.Regexp(`^(?:since|seit|depuis|desde) (?:19|20)\d\d\b|^(?:19|20)\d\d(?: ?[-–—] ?(?:19|20)\d\d\b|[-–—](?: |$))|\(\d{4}[-–—](?:\d{4}|\w+)\)$`)},
	{"a list of changes", 4, lazy.Regexp(`^(?:[-*+] )?(?:Add(?:ed|s)?|Fix(?:ed|es)?|Remove[ds]?|Change[ds]?|Update[ds]?|New:?|Support|Version|Release[ds]?|First (?:\w+ )?release)\b`)},
}

// postcode matches the end of an address: "Oxford OX1 4AB", "Springfield, IL 62704", "10115 Berlin"; "1999 Berlin" is
// none.
const postcode = `[\pL .-]+ [A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}|` +
	`(?:\d{5}|[03-9]\d{3}|1[0-4]\d{2}|2[1-9]\d{2}) \p{Lu}[\pL -]+|[\pL ]+,? [A-Z]{2} \d{5}`

// strangeMost is the number of lines that are examined. A line that begins like a reference is of no other kind, unless
// at least allShare of the lines must be.
const (
	strangeMost = 400
	allShare    = 8
)

// describing matches a line that states an identifier or a part of a work.
var describing = lazy.Regexp(`(?i)^(?:doi|arxiv|pmid|pmc|pmcid|isbn|https?|title|authors?)\s*:`)

// strange returns an error that says what a text is, if it is a log, source code or the like rather than references.
func strange(src []byte) error {
	counts := make([]int, len(strangeLines))
	full := 0
	for line := range bytes.Lines(src) {
		s := strings.TrimSpace(string(line[:min(len(line), 500)]))
		if s == "" || s[0] == '#' && !strings.HasPrefix(s, "#i") { // a comment
			continue
		}
		if full++; full > strangeMost {
			break
		}
		if describing.MatchString(s) || reflist.Heading(s, false) {
			return nil
		}
		for i, k := range strangeLines {
			if k.line.MatchString(s) && (k.share >= allShare || reflist.Opening("", s) <= 0) {
				counts[i]++
			}
		}
	}
	for i, k := range strangeLines {
		if full > 1 && counts[i]*10 >= k.share*full {
			return fmt.Errorf("%w: it reads like %s", errUnknown, k.what)
		}
	}
	return nil
}

// xmlOpens matches the beginning of markup in XML, and the name of its first element.
var xmlOpens = lazy.Regexp(`\A\x{feff}?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?s:.*?)-->\s*|<!DOCTYPE[^>]*>\s*)*<([A-Za-z][\w:.-]*)[^>]*`)

// markup returns the name of the first element of a text in XML of a kind that no reader knows, or "".
func markupOf(src []byte) string {
	src = src[:min(len(src), 8192)]
	m := xmlOpens.FindSubmatch(src)
	if m == nil || !bytes.Contains(m[0], []byte("version=")) && !bytes.Contains(src, []byte("xmlns")) {
		return ""
	}
	return string(m[1])
}

// wikiCites matches the templates with which wikis cite.
var wikiCites = lazy.Regexp(`(?i)\{\{\s*(?:cite|cit|citation|literatur|ouvrage|article|chapitre|lien)\b`)

func readText(in *input) error {
	if name := markupOf(in.src); name != "" {
		return fmt.Errorf("%w: XML that begins with <%s>", errUnknown, name)
	}
	if err := strange(in.src); err != nil && !wikiCites.Match(in.src) {
		return err
	}
	if amsEntry.Match(in.src) {
		in.src, in.exact = amsToBibTeX(string(in.src)), false // places are lines
		return readBibTeX(in)
	}
	in.take(prose.ReadText(plainEntries(string(in.src))))
	return nil
}

// amsEntry matches the beginning of an entry of amsrefs, and amsField that of one of its fields that it repeats.
var (
	amsEntry = lazy.Regexp(`(?m)^\\bib\{([^{}\s]*)\}\{(\w+)\}\{`)
	amsField = lazy.Regexp(`(?m)^(\s*)(author|editor)(\s*=\s*\{)`)
)

// amsToBibTeX writes entries of amsrefs as BibTeX, line by line. A field is repeated for every author: those after the
// first join it.
func amsToBibTeX(text string) []byte {
	var out strings.Builder
	var entry []string // its lines
	first, more := map[string]int{}, map[string]*strings.Builder{}
	end := func() {
		for name, names := range more {
			line := entry[first[name]]
			at := strings.LastIndexByte(line, '}')
			entry[first[name]] = line[:at] + names.String() + line[at:]
		}
		out.WriteString(strings.Join(entry, ""))
		entry, first, more = nil, map[string]int{}, map[string]*strings.Builder{}
	}
	for line := range strings.Lines(amsEntry.ReplaceAllString(text, "@$2{$1,")) {
		if line[0] == '@' {
			end()
		}
		m := amsField.FindStringSubmatchIndex(line)
		if closed := strings.LastIndexByte(line, '}'); m != nil && closed > m[1] {
			name := line[m[4]:m[5]]
			if _, again := first[name]; !again {
				first[name], more[name] = len(entry), &strings.Builder{}
			} else {
				more[name].WriteString(" and " + line[m[1]:closed])
				line = "\n"
			}
		}
		entry = append(entry, line)
	}
	end()
	return []byte(out.String())
}

var (
	// rstEntry matches the start of a citation in reStructuredText, and rstRole an inline role with its text.
	rstEntry = lazy.Regexp(`(?m)^\.\. (\[[^\]\n]+\] )`)
	rstRole  = lazy.Regexp(":(?:doi|arxiv|pmid|isbn|eprint|cite|title|ref):`([^`<]*?)(?: *<[^`>]*>)?`")
	rstMark  = lazy.Regexp("(^|[\\s(])\\*([^*\\n]+)\\*")
	// scopusSign matches a line of the plain-text export of Scopus, and scopusLine those that describe no work.
	scopusSign = lazy.Regexp(`(?m)^SOURCE: Scopus\s*$`)
	scopusLine = lazy.Regexp(`(?m)^(?:Scopus|EXPORT DATE:.*|DOCUMENT TYPE:.*|SOURCE: Scopus|PUBLICATION STAGE:.*|https://www\.scopus\.com/\S*)[ \t\r]*$`)
	// scopusHead matches names and title, each on its line, before the year.
	scopusHead = lazy.Regexp(`(?m)^(\S.*\S)[ \t\r]*\n(?:[\d; ]+\n)?(\S.*?[^.\s])[ \t\r]*\n(\((?:1[5-9]|20)\d\d\) )`)
)

// plainEntries returns a text without the marks of reStructuredText, and with the lines of Scopus's entries ended. No
// line is added or removed.
func plainEntries(text string) string {
	switch {
	case rstEntry.MatchString(text):
		text = rstRole.ReplaceAllString(rstEntry.ReplaceAllString(text, "$1"), "$1")
		return rstMark.ReplaceAllString(text, "$1$2")
	case scopusSign.MatchString(text):
		return scopusHead.ReplaceAllStringFunc(scopusLine.ReplaceAllString(text, ""), func(head string) string {
			m := scopusHead.FindStringSubmatch(head)
			names := strings.Split(m[1], ", ")
			for i, name := range names { // "Abel Nina"
				names[i] = strings.Replace(name, " ", ", ", 1)
			}
			return strings.Join(names, "; ") + ".\n" + m[2] + ".\n" + m[3]
		})
	}
	return text
}
