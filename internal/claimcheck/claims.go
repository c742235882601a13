// Package claimcheck compares citing sentences with the cited works: it finds the text of each work, has the
// claims judged by rules, and by a language model if one is configured, and returns their rows. The verdict on
// the reference comes first and is never changed here.
//
// Texts are found in the user's folders, with papers in PDF and other formats and Zotero's storage, and as
// open-access copies at services. A file counts as the text of a work only if its first page says so; what a
// reference manager says about a file is checked against that page too.
//
// May be imported by: run, runs, setup, doors.
package claimcheck

import (
	"cmp"
	"context"
	"encoding/json"
	"html"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// Texts finds the text of cited works. It must be safe for concurrent use.
type Texts interface {
	// Find returns the best available text of a work cited in a file, given its records, best first, and what the
	// reference claims. A nil text means that none was found; an error means that it is unknown whether there is one.
	Find(ctx context.Context, citing string, records []*biblio.Record, claimed *biblio.Work) (*claim.Text,
		row.TextSource, error)
}

// Model has a language model read a claim and its passages. It returns the resulting finding, and what the
// model said. It may replace the clause of the claim.
type Model interface {
	Read(ctx context.Context, c *claim.Claim, ix *claim.Index, f claim.Finding) (claim.Finding, []claim.Reading)
}

// Reader compares claims with the works that they cite.
type Reader struct {
	Texts Texts // nil: only abstracts in records are used
	Model Model // nil: only rules decide
	Year  int   // of the citing work, 0 for unknown
	Bare  bool  // files are named without their folders, which are private
}

// perReference is the maximum number of claims about one work that are checked.
const perReference = 100

// Read returns the rows of the claims about one reference, in text order.
func (r *Reader) Read(ctx context.Context, f *audit.Finding) []row.Claim {
	citations := f.Reference.Citations
	citations = citations[:min(len(citations), perReference)]
	if !slices.ContainsFunc(citations, func(c biblio.Citation) bool { return c.Context != "" }) {
		return nil
	}
	cited, records := citedWork(f)
	text, from, read, failed := r.text(ctx, f, records)
	var ix *claim.Index
	if text != nil {
		ix = claim.NewIndex(text)
	}
	var rows []row.Claim
	for i := range citations {
		if citations[i].Context == "" {
			continue
		}
		c := claim.Of(&citations[i])
		finding := claim.Decide(&c, cited, r.Year, ix)
		var readings []claim.Reading
		open := finding.Reason == claim.NeedsReading || finding.Reason == claim.AbstractSilent
		if r.Model != nil && ix != nil && open {
			finding, readings = r.Model.Read(ctx, &c, ix, finding)
		}
		row := report.ClaimRow(&c, &citations[i], &finding, readings, read, from)
		row.Failed = failed
		rows = append(rows, row)
	}
	return rows
}

// text returns the available text of a work, how much of it that is, and why it may not be the best one. If a
// source failed, the abstract is used.
func (r *Reader) text(ctx context.Context, f *audit.Finding, records []*biblio.Record) (_ *claim.Text,
	_ *row.TextSource, read, failed string) {
	if r.Texts != nil {
		text, from, err := r.Texts.Find(ctx, f.Reference.Place.File, records, &f.Reference.Claimed)
		if err != nil {
			failed = r.failure(err)
		}
		if text != nil && len(text.Sentences) > 0 {
			if r.Bare && from.Kind == "folder" {
				from.Where = filepath.Base(from.Where)
			}
			if text.Whole {
				return text, &from, report.ReadWhole, ""
			}
			return text, &from, report.ReadAbstract, failed
		}
	}
	for _, w := range records {
		if abstract := abstractOf(w); abstract != "" {
			text := &claim.Text{}
			text.AddParagraph(w.FullTitle(), claim.Abstract, 0, nil)
			text.AddParagraph(abstract, claim.Abstract, 0, nil)
			return text, &row.TextSource{Kind: "record", Where: w.Source}, report.ReadAbstract, failed
		}
	}
	return nil, nil, report.ReadNothing, failed
}

// failureMost is the maximum length of a failure's text, in bytes.
const failureMost = 300

// failure says why a text could not be had, without folder names if these are private.
func (r *Reader) failure(err error) string {
	if r.Bare {
		return "a text may be there and could not be read"
	}
	text := strings.Join(strings.Fields(err.Error()), " ")
	return strings.ToValidUTF8(text[:min(len(text), failureMost)], "")
}

// citedWork returns what is known about the cited work, and its records, the one judged against first.
func citedWork(f *audit.Finding) (claim.Cited, []*biblio.Record) {
	v := &f.Verdict
	cited := claim.Cited{Missing: v.Outcome == judge.NotFound, Year: f.Reference.Claimed.Issued.Year}
	for _, n := range v.Notices {
		cited.Retracted = cited.Retracted || judge.RemarkOf(n.Rule) == judge.Withdraws
	}
	var records []*biblio.Record
	add := func(i int) {
		if i >= 0 && i < len(f.Evidence.Candidates) {
			records = append(records, &f.Evidence.Candidates[i].Hit.Record)
		}
	}
	add(v.Best)
	for _, version := range v.Versions {
		for _, i := range version {
			if i != v.Best {
				add(i)
			}
		}
	}
	for i, w := range records { // the first of several versions counts
		if year := w.Issued.Year; i == 0 && year > 0 || year > 0 && year < cited.Year {
			cited.Year = year
		}
	}
	return cited, records
}

// Limits of an abstract.
const (
	abstractBytes = 1 << 20 // case: TestAbstractOf
	abstractWords = 5000
)

// markup matches elements in abstracts, which publishers keep in XML, and the heading "Abstract".
var (
	markup       = lazy.Regexp(`</?[A-Za-z][^<>]{0,200}>`)
	abstractHead = lazy.Regexp(`^\s*(?i:abstract|summary)\b[.:]?\s+`)
)

// abstractOf returns the abstract in a record: as text, in XML, or in OpenAlex's form, where each word has its
// positions. "" means that there is none.
func abstractOf(r *biblio.Record) string {
	text := cmp.Or(r.Extra["abstract"], r.Extra["abstractText"])
	if text == "" {
		return inverted(r.Extra["abstract_inverted_index"])
	}
	if len(text) > abstractBytes {
		return ""
	}
	text = strings.Join(strings.Fields(html.UnescapeString(markup.ReplaceAllString(text, " "))), " ")
	return abstractHead.ReplaceAllString(text, "")
}

// inverted puts the words of an index in the order of their positions.
func inverted(index string) string {
	var places map[string][]int
	if index == "" || len(index) > abstractBytes || json.Unmarshal([]byte(index), &places) != nil {
		return ""
	}
	words := make([]string, abstractWords)
	for word, at := range places {
		for _, i := range at {
			if i >= 0 && i < len(words) && words[i] < word { // of two words at one position always the same wins
				words[i] = word
			}
		}
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}
