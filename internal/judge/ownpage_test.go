package judge

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// A page that the reference itself names confirms an article only together with a record that the reference did not
// choose.
func TestOwnPageOnly(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.DOI, f.URL = "", "https://people.example.org/terns.html" })
	page := with(claim, func(*biblio.Flat) {})
	page.URL = ""
	own := found(weak, answer.Uncovered, page)
	for i := range own.Answer.Hits {
		own.Answer.Hits[i].How = answer.ByURL
	}
	v := verdict(claim, own, found(strong, answer.Covered))
	expect(t, "nobody else has it", v, Inconclusive, "U", "")
	if !hasReason(v, "own-page-only") || Settled(v) {
		t.Errorf("it is not said, or it ends the search: %+v", v.Reasons)
	}
	expect(t, "a registry has it too", verdict(claim, own, found(strong, answer.Covered, published)), Verified, "R1", "")

	invented := with(claim, func(f *biblio.Flat) { f.Authors[1] = "Winston Nobody" })
	lying := found(weak, answer.Uncovered, with(page, func(f *biblio.Flat) { f.Authors[1] = "Winston Nobody" }))
	lying.Answer.Hits[0].How = answer.ByURL
	expect(t, "the page agrees where a registry contradicts",
		verdict(invented, lying, found(strong, answer.Covered, published)), Discrepant, "H2", "authors")

	for _, kind := range []biblio.Type{biblio.Book, biblio.Report, biblio.Thesis} {
		work := with(claim, func(f *biblio.Flat) {
			f.Type, f.Venue, f.Volume, f.Issue, f.Pages = string(kind), "", "", "", ""
		})
		page := found(weak, answer.Uncovered, with(work, func(*biblio.Flat) {}))
		page.Answer.Hits[0].How = answer.ByURL
		if v := verdict(work, page); v.Outcome != Inconclusive || !hasReason(v, "own-page-only") {
			t.Errorf("%s that only its own page has: %v %+v", kind, v.Outcome, v.Reasons)
		}
	}

	blog := with(claim, func(f *biblio.Flat) { f.Type, f.Venue, f.Volume, f.Issue, f.Pages = "webpage", "", "", "", "" })
	post := found(weak, answer.Uncovered, with(blog, func(*biblio.Flat) {}))
	post.Answer.Hits[0].How = answer.ByURL
	if v := verdict(blog, post); v.Outcome != Verified {
		t.Errorf("a web page: %v", v.Outcome)
	}
}
