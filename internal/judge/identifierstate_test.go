package judge

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// TestIdentifierOfOtherWork: whose record has an identifier for another work, and what that is worth.
func TestIdentifierOfOtherWork(t *testing.T) {
	arxiv := answer.Info{Name: "arxiv", Origin: biblio.Origin{Kind: biblio.PreprintServer}, OrderedAuthors: true,
		CompleteAuthors: true, Titles: true}
	claim := with(published, func(f *biblio.Flat) { f.DOI = "10.1000/other.7" })
	record := with(published, func(f *biblio.Flat) { f.DOI = "" })
	other := biblio.Flat{Type: "article-journal", Title: "Counting Grey Seals from Satellite Images of Remote Beaches",
		Authors: []string{"Maria Lopez", "Ivan Petrov"}, Year: "2015", DOI: "10.1000/other.7"}
	of := func(edit func(*biblio.Flat)) biblio.Flat { return with(other, edit) }
	numbered := with(record, func(f *biblio.Flat) { f.ArXivID = "1502.00001" })
	paper := with(record, func(f *biblio.Flat) {
		f.Type, f.URL, f.Venue = "paper-conference", "https://aclanthology.org/P15-1001", "Proceedings of ACL 2015"
	})
	for _, c := range []struct {
		name  string
		claim biblio.Flat
		by    answer.Info
		holds biblio.Flat
		want  string // rules for the identifiers
	}{
		{"a registry", claim, strong, other, "identifier-of-other-work"},
		{"an aggregator", claim, weak, other, "identifier-contested of-other-work"},
		{"somebody's list", claim, personal, other, "identifier-contested of-other-work"},
		{"the web", claim, web, other, "identifier-unconfirmed"},
		{"what authors told a preprint server", claim, arxiv, other, "identifier-unconfirmed"},
		{"a preprint server's own number", numbered, arxiv, of(func(f *biblio.Flat) { f.DOI, f.ArXivID = "", "1502.00001" }),
			"identifier-of-other-work stray"},
		{"a preprint server's own DOI", with(record, func(f *biblio.Flat) { f.DOI = "10.48550/arXiv.1502.00001" }), arxiv,
			of(func(f *biblio.Flat) { f.DOI, f.ArXivID = "", "1502.00001" }), "identifier-of-other-work"},
		{"the address of a page of an anthology", paper, strong, of(func(f *biblio.Flat) { f.DOI = "10.18653/v1/P15-1001" }),
			"identifier-of-other-work"},
		{"a title of a web page", claim, strong,
			of(func(f *biblio.Flat) { f.Title, f.Authors = record.Title+" | Ornithology | A Publisher", nil }),
			"identifier-unconfirmed"},
		{"a title badly written", claim, strong, of(func(f *biblio.Flat) {
			f.Title, f.Authors = "Maping the migrations of arctic tern with light sensor: a discussion", nil
		}), "identifier-unconfirmed"},
		{"the words of the title in another one", with(claim, func(f *biblio.Flat) { f.Title = "Deep learning" }), strong,
			of(func(f *biblio.Flat) { f.Title = "Human-level control through deep reinforcement learning" }),
			"identifier-of-other-work"},
		{"a release of the software", with(claim, func(f *biblio.Flat) { f.Title = "Matplotlib: Visualization with Python" }),
			strong, of(func(f *biblio.Flat) { f.Title = "matplotlib/matplotlib: REL: v3.7.1" }), "identifier-unconfirmed"},
		{"the volume that holds it", claim, strong,
			of(func(f *biblio.Flat) { f.Type, f.Title = "book", "Encyclopaedia of Bird Migration" }), "identifier-unconfirmed"},
	} {
		byID := found(c.by, answer.Covered, c.holds)
		byID.Answer.Hits[0].How = answer.ByIdentifier
		v := verdict(c.claim,
			found(strong, answer.Covered, with(c.claim, func(f *biblio.Flat) { f.DOI, f.ArXivID, f.URL = "", "", "" })), byID)
		var rules []string
		for _, r := range v.Reasons {
			if r.Field.Identifier() {
				rules = append(rules, strings.TrimSpace(r.Rule+" "+r.Kind))
			}
		}
		if got := strings.Join(rules, ", "); got != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.name, got, c.want, v.Outcome)
		}
	}
	for by, want := range map[string]string{weak.Name: "identifier-contested", personal.Name: "identifier-unconfirmed"} {
		info := weak
		if by == personal.Name {
			info = personal
		}
		if v := verdict(claim, found(info, answer.Covered, published)); !hasReason(v, want) {
			t.Errorf("another DOI in a record of %s: %s", by, codes(v))
		}
	}
	byID := found(personal, answer.Covered, other)
	byID.Answer.Hits[0].How = answer.ByIdentifier
	if v := verdict(claim, found(strong, answer.Covered, published), byID); !hasReason(v, "identifier-of-other-work") {
		t.Errorf("somebody's list, and the work's record with another DOI: %v %s", v.Outcome, codes(v))
	}
	if v := verdict(claim, found(weak, answer.Covered, published), byID); !hasReason(v, "identifier-of-other-work") {
		t.Errorf("somebody's list, and an aggregator's record with another DOI: %v %s", v.Outcome, codes(v))
	}
	if v := verdict(claim, found(personal, answer.Covered, published), byID); hasReason(v, "identifier-of-other-work") {
		t.Errorf("one person's list, and another record of persons: %v %s", v.Outcome, codes(v))
	}
	one, two := found(weak, answer.Covered, other), found(weak2, answer.Covered, other)
	one.Answer.Hits[0].How, two.Answer.Hits[0].How = answer.ByIdentifier, answer.ByIdentifier
	if v := verdict(claim, found(strong, answer.Covered, record), one, two); !hasReason(v, "identifier-of-other-work") {
		t.Errorf("two aggregators: %v %s", v.Outcome, codes(v))
	}
	id := ident.ID{Scheme: ident.DOI, Value: "10.1000/other.7"}
	if at, proved := deliberating(claim, one, two).ownerOf(id); at < 0 || !proved {
		t.Errorf("two aggregators, and no record of the work: %d, %t", at, proved)
	}
	if at, proved := deliberating(claim, one).ownerOf(id); at != 0 || proved {
		t.Errorf("one aggregator: %d, %t", at, proved)
	}
	two.Answer.Hits[0].Record.Title = "Counting Seals"
	if at, proved := deliberating(claim, one, two).ownerOf(id); at < 0 || proved {
		t.Errorf("two aggregators with two works: %d, %t", at, proved)
	}
}

// TestNumbersOfManagers: what reference managers put into identifier fields is not an error of the reference.
func TestNumbersOfManagers(t *testing.T) {
	book := with(published, func(f *biblio.Flat) { f.Type, f.DOI, f.ISBN = "book", "", "0-201-10168" })
	for _, c := range []struct {
		name  string
		claim biblio.Flat
		want  Outcome
	}{
		{"a number of the Web of Science as a PMID", with(published, func(f *biblio.Flat) { f.PMID = "000243972401196" }),
			Verified},
		{"a bibcode as a PMID", with(published, func(f *biblio.Flat) { f.PMID = "2007MNRAS.376L..11A" }), Verified},
		{"a number of the journal as the ISBN of an article",
			with(published, func(f *biblio.Flat) { f.ISBN = "1471210513199" }), Verified},
		{"an ISBN of a book cut short", book, Discrepant},
	} {
		if v := verdict(c.claim,
			found(strong, answer.Covered,
				with(c.claim, func(f *biblio.Flat) { f.PMID, f.ISBN = "", "" }))); v.Outcome != c.want {
			t.Errorf("%s: %v, want %v", c.name, v.Outcome, c.want)
		}
	}
}
