package report

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/row"
)

// TestHeadline: headlines say what differs in plain words.
func TestHeadline(t *testing.T) {
	for want, r := range map[string]Reason{
		"Missing author: Claire Cui (major)": {Rule: "authors-differs", Variant: "deleted", Gravity: "substantive",
			Field: "authors", Claimed: "Denny Zhou; Ed Chi", Recorded: "Denny Zhou; Claire Cui; Ed Chi",
			Names: []row.NameDifference{{Recorded: "Claire Cui", Kind: match.NameMissing}}},
		"Author order differs from the record (minor)": {Rule: "authors-differs", Variant: "reordered",
			Gravity: "slip", Field: "authors", Claimed: "Ann Wu; Bo Li; Cy Ott", Recorded: "Bo Li; Cy Ott; Ann Wu", Moved: true},
		"Year: 2018 → 2019 (minor)": {Rule: "year-differs", Variant: "off-by-one",
			Gravity: "slip", Field: "year", Claimed: "2018", Recorded: "2019"},
		"Title: “sSurvey” for “Survey” (minor)": {Rule: "title-differs", Gravity: "slip", Field: "title",
			Claimed: "Neural architecture search: A sSurvey", Recorded: "Neural architecture search: A Survey"},
		"Venue differs from the record (major)": {Rule: "venue-differs", Gravity: "substantive",
			Field: "venue", Claimed: "Proceedings of the Annual Meeting of the Association",
			Recorded: "Advances in Neural Information Processing Systems"},
		"Year: 2018 → 2019, as the cited version has it (minor)": {Rule: "versions-mixed", Variant: "off-by-one",
			Gravity: "slip", Field: "year", Claimed: "2018", Recorded: "2019"},
	} {
		if v := ViewOf(&r); v.Headline+" ("+v.Weight+")" != want {
			t.Errorf("%+v, not %q", v, want)
		}
	}
	lead := Reason{Rule: "contested", Field: "year", Claimed: "2018", Recorded: "2019", Strength: "lead"}
	if v := ViewOf(&lead); v.Line() != "Year: 2018 → 2019 (lead)" {
		t.Errorf("a lead: %+v", v)
	}
	sure := Reason{Rule: "venue-absent", Field: "venue", Claimed: "ACL", Recorded: "NAACL", Gravity: "substantive",
		Strength: "likely"}
	if v := ViewOf(&sure); v.Line() != "Wrong venue: ACL does not list this work (major, likely)" {
		t.Errorf("absent: %+v", v)
	}
	for from, want := range map[string]string{"starter/dblp": "DBLP", "acl_anthology": "ACL Anthology",
		"arxiv_daily_2025_2026": "arXiv", "a/of-my-own": "of-my-own", "": ""} {
		if got := HolderName(from); got != want {
			t.Errorf("%q is called %q, not %q", from, got, want)
		}
	}
}
