package match

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// TestVenues: how a claimed container relates to the names that a record has for its own.
func TestVenues(t *testing.T) {
	const anthology = "10.18653/v1/2024."
	titled := func(s string) biblio.Container { return biblio.Container{Title: s} }
	for _, c := range []struct {
		name              string
		claimed, recorded biblio.Container
		own, doi          string // the DOIs of both
		want              string
	}{
		{"none claimed", titled(""), titled("EMNLP"), "", "", "unclaimed"},
		{"nothing but a word for one claimed", titled("Conference paper"), titled("EMNLP"), "", "", "unclaimed"},
		{"none recorded", titled("EMNLP"), titled(""), "", "", "unrecorded"},
		{"two names in words", titled("Winter Birds Quarterly"), titled("Steppe Letters"), "", "", "differs other-venue"},
		{"a short name claimed", biblio.Container{Short: "EMNLP"}, titled("EMNLP"), "", "", "agrees"},
		// Bodies and kinds of reports, which parsers put there.
		{"a body claimed", titled("Carnegie Mellon University"), titled("Steppe Letters"), "", "", "unrecorded"},
		{"a conference and its press", titled("ICML Press"), titled("Steppe Letters"), "", "", "differs other-venue"},
		{"a journal of a body", titled("Journal of the Franklin Institute"), titled("Physical Review A"), "", "",
			"differs other-venue"},
		{"a report claimed", titled("Technical report"), titled("Steppe Letters"), "", "", "unrecorded"},
		{"a report with its number claimed", titled("Technical report TR-12"), titled("Steppe Letters"),
			"", "", "unrecorded"},
		{"a name that begins like a report", titled("Technical Reporting Quarterly"), titled("Steppe Letters"), "", "",
			"differs other-venue"},
		{"a body claimed and recorded", titled("Department of Statistics, Aalborg University"),
			titled("Dept. of Statistics, Aalborg University"), "", "", "variant abbreviated"},
		// Recorded names that break off.
		{"recorded up to a preposition", titled("Winter Birds Quarterly"), titled("Letters of the"), "", "", "unrecorded"},
		{"recorded in small letters", titled("Winter Birds Quarterly"), titled("Letters of steppes"), "", "",
			"differs other-venue"},
		{"recorded with a number", titled("Winter Birds Quarterly"), titled("Steppe Letters 1"), "", "",
			"differs other-venue"},
		{"recorded with its head behind a comma", titled("Winter Birds Quarterly"),
			titled("Information Theory, IEEE Transactions on"), "", "", "differs other-venue"},
		// Other names of the recorded container.
		{"its ISSN", biblio.Container{Title: "Winter Birds Quarterly", ISSN: []string{"0018-9448"}},
			biblio.Container{Title: "Steppe Letters", ISSN: []string{"1234-5679", "0018-9448"}}, "", "", "variant same-issn"},
		{"another ISSN", biblio.Container{Title: "Winter Birds Quarterly", ISSN: []string{"0018-9448"}},
			biblio.Container{Title: "Steppe Letters", ISSN: []string{"1234-5679"}}, "", "", "differs other-venue"},
		{"its short name", titled("EMNLP"), biblio.Container{Title: "Steppe Letters on Language", Short: "EMNLP"}, "", "",
			"agrees"},
		{"another short name", titled("EMNLP"), biblio.Container{Title: "Steppe Letters on Language", Short: "ICML"}, "", "",
			"differs other-venue"},
		{"a short name beside the claimed one", titled("EMNLP"),
			biblio.Container{Title: "Proceedings of EMNLP", Short: "ICML"}, "", "", "variant abbreviated"},
		{"its series", titled("Lecture Notes in Computer Science"),
			biblio.Container{Title: "Steppe Letters on Language", Series: "Lecture Notes in Computer Science"}, "",
			"", "variant series"},
		{"another series", titled("Lecture Notes in Computer Science"),
			biblio.Container{Title: "Steppe Letters on Language", Series: "Winter Notes on Birds"}, "", "",
			"differs other-venue"},
		{"its name, in a series of that name", titled("EMNLP"),
			biblio.Container{Title: "Proceedings of EMNLP", Series: "EMNLP"}, "", "", "variant abbreviated"},
		// Preprint servers and tracks.
		{"a server claimed", titled("arXiv"), titled("EMNLP"), "", "", "variant preprint"},
		{"a server recorded", titled("EMNLP"), titled("arXiv"), "", "", "differs published"},
		{"a server recorded, with the identifier of the volume", titled("EMNLP"), titled("arXiv"), "",
			anthology + "emnlp-main.12", "differs published"},
		{"findings claimed", titled("Findings of EMNLP"), titled("EMNLP"), "", "", "differs other-track"},
		{"a workshop claimed", titled("EMNLP Workshop"), titled("EMNLP"), "", "", "differs part"},
		{"a workshop claimed, findings recorded", titled("EMNLP Workshop"), titled("Findings of EMNLP"), "", "",
			"differs other-track"},
		// Unexplained names.
		{"an acronym claimed", titled("MATES"), titled("Multi-Agent System Technologies"), "", "", "unrecorded"},
		{"an acronym claimed, a known name recorded", titled("MATES"),
			titled("Conference on Empirical Methods in Natural Language Processing"), "", "", "differs other-venue"},
		{"a macro that no file defines, claimed", titled("j-ml"), titled("Machine Learning"), "", "", "unrecorded"},
		{"the workshops recorded", titled("ICCV"),
			biblio.Container{Title: "IEEE/CVF International Conference on Computer Vision Workshops", Short: "ICCVW"}, "", "",
			"differs other-track"},
		{"a handle recorded", titled("EMNLP"), titled("maamaw99"), "", "", "unrecorded"},
		{"an acronym recorded, a known name claimed", titled("EMNLP"), titled("MATES"), "", "", "differs other-venue"},
		// What an Anthology identifier says.
		{"the volume", titled("EMNLP"), titled("Steppe Letters on Language"), "", anthology + "emnlp-main.12",
			"variant identifier"},
		{"another volume", titled("EMNLP"), titled("Steppe Letters on Language"), "", anthology + "acl-long.12",
			"differs other-venue"},
		{"no volume, in an identifier of old", titled("EMNLP"), titled("Steppe Letters on Language"), "",
			"10.18653/v1/N19-1423", "differs other-venue"},
		{"another publisher's identifier", titled("EMNLP"), titled("Steppe Letters on Language"), "",
			"10.1000/v1/2024.emnlp-main.12", "differs other-venue"},
		{"the volume of a name that agrees", titled("EMNLP"), titled("Proceedings of EMNLP"), "", anthology + "emnlp-main.12",
			"variant abbreviated"},
		{"findings, for the conference", titled("EMNLP"), titled("Findings of EMNLP"), "", anthology + "findings-emnlp.322",
			"differs other-track"},
		{"findings, as the reference says itself", titled("EMNLP"), titled("Findings of EMNLP"),
			anthology + "findings-emnlp.322", anthology + "findings-emnlp.322", "variant identifier"},
		{"findings, for a workshop", titled("EMNLP Workshop"), titled("Findings of EMNLP"), anthology + "findings-emnlp.322",
			anthology + "findings-emnlp.322", "differs other-track"},
		{"findings of another conference", titled("NAACL"), titled("Findings of EMNLP"), anthology + "findings-emnlp.322",
			anthology + "findings-emnlp.322", "differs other-venue"},
	} {
		claim := biblio.Work{Title: "The same title of six words", Container: c.claimed}
		record := biblio.Work{Title: claim.Title, Container: c.recorded}
		claim.State(ident.DOI, c.own)
		record.State(ident.DOI, c.doi)
		if got := stands(Compare(&claim, &record).Of(biblio.FieldVenue)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
