package judge

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

type flatEdit = func(*biblio.Flat)

// One edit of a claim, one strong record: the field, its code, the value.
func TestOneEdit(t *testing.T) {
	for _, c := range []struct {
		name    string
		edit    flatEdit
		outcome Outcome
		codes   string
		fields  string
	}{
		{"nothing", func(f *biblio.Flat) {}, Verified, "R1", ""},
		{"initials", func(f *biblio.Flat) { f.Authors = []string{"A. Walker", "K. Johnson", "C. Sagan"} },
			Verified, "R2", ""},
		{"abbreviated container", func(f *biblio.Flat) { f.Venue = "J. Field Ornithol." }, Verified, "R2", ""},
		{"page notation", func(f *biblio.Flat) { f.Pages = "pp. 201–15" }, Verified, "R2", ""},
		{"et al.", func(f *biblio.Flat) { f.Authors = []string{"Alice Walker", "et al."} }, Verified, "R3", ""},
		{"nickname", func(f *biblio.Flat) { f.Authors[1] = "Kate Johnson" }, Verified, "P1", "authors"},
		{"a place nobody records", func(f *biblio.Flat) { f.Location = "Tokyo, Japan" }, Verified, "P3", "location"},
		{"one word of the title", func(f *biblio.Flat) { f.Title = "Mapping the Nesting of Arctic Terns with Light Sensors" },
			Discrepant, "H1", "title"},
		{"an author added", func(f *biblio.Flat) { f.Authors = append(f.Authors, "Maria Lopez") },
			Discrepant, "H2", "authors"},
		{"an author deleted", func(f *biblio.Flat) { f.Authors = f.Authors[:2] }, Discrepant, "H2", "authors"},
		{"authors reordered", func(f *biblio.Flat) { f.Authors[0], f.Authors[2] = f.Authors[2], f.Authors[0] },
			Doubtful, "H2", "authors"},
		{"another journal", func(f *biblio.Flat) { f.Venue = "Journal of Avian Biology" }, Discrepant, "H3", "venue"},
		{"another year", func(f *biblio.Flat) { f.Year = "2011" }, Discrepant, "H4", "year"},
		{"the year after, under the same DOI", func(f *biblio.Flat) { f.Year = "2016" }, Verified, "P3", "year"},
		{"the year after", func(f *biblio.Flat) { f.Year, f.DOI, f.Pages = "2016", "", "" }, Discrepant, "H4", "year"},
		{"container and year", func(f *biblio.Flat) { f.Venue, f.Year = "Journal of Avian Biology", "2011" }, Discrepant,
			"H3 H4", "venue year"},
		{"other pages", func(f *biblio.Flat) { f.Pages = "301-315" }, Verified, "P3", "pages"},
		{"another volume and a place nobody records", func(f *biblio.Flat) { f.Volume, f.Location = "301", "Tokyo" },
			Discrepant, "H6", "volume location"},
		{"another publisher", func(f *biblio.Flat) { f.Publisher = "Elsevier" }, Verified, "P3", "publisher"},
		{"volume and issue", func(f *biblio.Flat) { f.Volume, f.Issue = "87", "4" }, Discrepant, "H6", "volume issue"},
		{"a malformed DOI", func(f *biblio.Flat) { f.DOI = "doi pending 12" }, Discrepant, "H5", "doi"},
	} {
		v := verdict(with(published, c.edit), found(strong, answer.Covered, published))
		expect(t, c.name, v, c.outcome, c.codes, c.fields)
	}
}

// Every field is confirmed, but by different records of the work.
func TestConfirmedByDifferentRecords(t *testing.T) {
	noPages := with(published, func(f *biblio.Flat) { f.Pages, f.Volume = "", "" })
	noPublisher := with(published, func(f *biblio.Flat) { f.Publisher, f.Issue = "", "" })
	expect(t, "two records",
		verdict(published, found(strong, answer.Covered, noPages), found(second, answer.Covered, noPublisher)),
		Verified, "R4", "")
}

// What a source can prove depends on its Info and nothing else.
func TestWhoseRecordIsProof(t *testing.T) {
	published := with(published, func(f *biblio.Flat) { f.DOI = "" })
	wrong := with(published, func(f *biblio.Flat) { f.Year = "2011" })
	cut := with(published, func(f *biblio.Flat) { f.Authors = nil })
	onlyTitles := strong
	onlyTitles.Origin.States = []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors}
	for _, c := range []struct {
		name    string
		lookups []answer.Lookup
		want    Outcome
	}{
		{"a publisher", []answer.Lookup{found(strong, answer.Covered, published)}, Discrepant},
		{"somebody's list", []answer.Lookup{found(personal, answer.Uncovered, published)}, Doubtful},
		{"two lists of people",
			[]answer.Lookup{found(personal, answer.Uncovered, published), found(personal2, answer.Uncovered, published)},
			Doubtful},
		{"a web page", []answer.Lookup{found(web, answer.Uncovered, published)}, Verified},
		{"one aggregator, of the same place in print", []answer.Lookup{found(weak, answer.Uncovered, published)}, Discrepant},
		{"one aggregator, and no pages", []answer.Lookup{found(weak, answer.Uncovered,
			with(published, func(f *biblio.Flat) { f.Pages = "" }))}, Doubtful},
		{"two aggregators that agree",
			[]answer.Lookup{found(weak, answer.Uncovered, published), found(weak2, answer.Uncovered, published)}, Discrepant},
		{"an aggregator and somebody's list that agree",
			[]answer.Lookup{found(weak, answer.Uncovered, published), found(personal, answer.Uncovered, published)}, Discrepant},
		{"two aggregators that do not agree",
			[]answer.Lookup{found(weak, answer.Uncovered, published),
				found(weak2, answer.Uncovered, with(published, func(f *biblio.Flat) { f.Year = "2009" }))}, Doubtful},
		{"a publisher that does not speak of years", []answer.Lookup{found(onlyTitles, answer.Covered, published)}, Verified},
		{"a record without authors", []answer.Lookup{found(strong, answer.Covered, cut)}, Inconclusive},
		{"a strong source and one that agrees",
			[]answer.Lookup{found(strong, answer.Covered, published), found(weak, answer.Uncovered, wrong)}, Verified},
		{"a strong source and a web page that agrees",
			[]answer.Lookup{found(strong, answer.Covered, published), found(web, answer.Uncovered, wrong)}, Discrepant},
	} {
		if v := verdict(wrong, c.lookups...); v.Outcome != c.want {
			t.Errorf("%s: %v, want %v", c.name, v.Outcome, c.want)
		}
	}
	if v := verdict(wrong, found(personal, answer.Uncovered, published)); codes(v) != "H4" || fields(v) != "year" ||
		!hasReason(v, "contested") {
		t.Errorf("what somebody's list contradicts is not said as such: %s {%s}", codes(v), fields(v))
	}
	named := with(published, func(f *biblio.Flat) { f.DOI = "10.1000/jfo.2015.12" })
	expect(t, "an aggregator behind the stated identifier",
		verdict(with(named, func(f *biblio.Flat) { f.Year = "2011" }), found(weak, answer.Uncovered, named)),
		Discrepant, "H4", "year")
	v := verdict(wrong, found(strong, answer.Covered, published), found(weak, answer.Uncovered, wrong))
	if !hasNotice(v, "sources-disagree") {
		t.Error("the conflict is not shown")
	}
}

// An order of authors is refuted by a list known to be in print order, and a name by a list that is not cut.
func TestOrderNeedsAnOrderedList(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.Authors[0], f.Authors[2] = f.Authors[2], f.Authors[0] })
	alphabetical := strong
	alphabetical.OrderedAuthors = false
	expect(t, "ordered", verdict(claim, found(strong, answer.Covered, published)), Doubtful, "H2", "authors")
	expect(t, "ordered, and a second record",
		verdict(claim, found(strong, answer.Covered, published), found(second, answer.Covered, published)),
		Discrepant, "H2", "authors")
	expect(t, "unordered", verdict(claim, found(alphabetical, answer.Covered, published)), Verified, "P3", "authors")
	cut := with(published, func(f *biblio.Flat) { f.Authors = []string{"Alice Walker", "et al."} })
	expect(t, "cut", verdict(published, found(strong, answer.Covered, cut)), Verified, "R2", "")
}

// Silence means absence only if sources cover the claim and all answered.
func TestAbsence(t *testing.T) {
	none := func(info answer.Info, e answer.Extent) answer.Lookup { return found(info, e) }
	for _, c := range []struct {
		name    string
		claim   biblio.Flat
		lookups []answer.Lookup
		want    Outcome
	}{
		{"not there, where nearly all are", lost, nobody(), NotFound},
		{"not in one service that has nearly all", lost, nobody()[:1], Doubtful},
		{"not in one that has few", lost, []answer.Lookup{noWord("openlibrary")}, Inconclusive},
		{"an article of any journal, not in two services", published,
			[]answer.Lookup{noWord("crossref"), noWord("semantic_scholar")}, Doubtful},
		{"a thesis", with(lost, func(f *biblio.Flat) { f.Type, f.Venue = "thesis", "" }), nobody(), Inconclusive},
		{"of 1988", with(published, func(f *biblio.Flat) { f.Year, f.DOI = "1988", "" }), nobody(), Inconclusive},
		{"two services that share their records", lost, []answer.Lookup{noWord("crossref"), noWord("openalex")}, Doubtful},
		{"not in the complete proceedings", published, []answer.Lookup{none(strong, answer.CompleteHere)}, Doubtful},
		{"a title of two words", with(lost, func(f *biblio.Flat) { f.Title = "Invented Title" }), nobody(), Inconclusive},
		{"not covered", published, []answer.Lookup{none(strong, answer.Uncovered)}, Inconclusive},
		{"a service failed that has most", lost, append(nobody()[:2], failed(service("semantic_scholar"))), Doubtful},
		{"one failed that has few", lost, append(nobody(), failed(service("openlibrary"))), NotFound},
		{"every source down", published, []answer.Lookup{failed(strong), failed(second)}, Inconclusive},
		{"no source", published, nil, Inconclusive},
		{"a web search failed", lost, append(nobody(), failed(web)), NotFound},
	} {
		v := verdict(c.claim, c.lookups...)
		if v.Outcome != c.want {
			t.Errorf("%s: %v, want %v (P %.2f)", c.name, v.Outcome, c.want, 1-v.Genuine)
		}
		if v.Outcome == NotFound && (codes(v) != "H0" || fields(v) != "title") || v.Outcome == Doubtful && codes(v) != "U" {
			t.Errorf("%s: [%s] {%s}", c.name, codes(v), fields(v))
		}
	}
	if !verdict(published, failed(strong)).Unanswered {
		t.Error("no source answered, and the verdict does not say so")
	}
}

// A wrong identifier is a finding by itself, but a work is not found only if every covering source answered.
func TestWrongIdentifierIsNoAbsence(t *testing.T) {
	malformed := with(lost, func(f *biblio.Flat) { f.DOI = "pending" })
	unknown := with(lost, func(f *biblio.Flat) { f.DOI = published.DOI })
	denies := found(strong, answer.Covered)
	denies.Answer.NoSuchID = []ident.ID{{Scheme: ident.DOI, Value: published.DOI}}
	for _, c := range []struct {
		name  string
		claim biblio.Flat
		first answer.Lookup
	}{{"malformed", malformed, noWord("openalex")}, {"not registered", unknown, denies}} {
		expect(t, c.name+", and nobody has the work", verdict(c.claim, append(nobody(), c.first)...), NotFound, "H0", "title")
		absent := verdict(c.claim, append(nobody(), c.first)...)
		for kind, of := range map[string]string{"identifier/malformed": "malformed", "identifier/wrong": "not registered"} {
			if slices.ContainsFunc(absent.Items, func(it Item) bool { return it.Kind == kind }) != (of == c.name) {
				t.Errorf("%s: %+v", c.name, absent.Items)
			}
		}
		v := verdict(c.claim, c.first, failed(service("crossref")))
		expect(t, c.name+", and a failure", v, Discrepant, "H5", "doi")
		if !slices.Equal(v.Missed, []string{"crossref"}) {
			t.Errorf("%s: missed %q", c.name, v.Missed)
		}
	}
}

// In a closed world a work that only the web has is absent, unless a source that could have it failed.
func TestClosedWorldFailureIsNoAbsence(t *testing.T) {
	page := with(published, func(f *biblio.Flat) { f.Venue = "" })
	sources := []answer.Lookup{found(strong, answer.World), found(web, answer.Uncovered, page)}
	expect(t, "all answered", verdict(published, sources...), NotFound, "H0", "title")
	expect(t, "one failed", verdict(published, append(sources, failed(second))...), Inconclusive, "U", "venue")
}

// A failed source that could have cleared a difference lowers its strength by one step.
func TestFailureTakesAStep(t *testing.T) {
	wrong := with(published, func(f *biblio.Flat) { f.Year = "2011" })
	sure, v := verdict(wrong, found(strong, answer.Covered, published)), verdict(wrong,
		found(strong, answer.Covered, published), failed(second))
	if v.Strength != sure.Strength-1 {
		t.Errorf("%v with a failure, %v without", v.Strength, sure.Strength)
	}
	if !hasReason(v, "source-failed") || !slices.Equal(v.Missed, []string{second.Name}) {
		t.Errorf("the reason is not given, or not who is missed: %q", v.Missed)
	}
	if v := verdict(published, found(strong, answer.Covered, published), failed(second)); v.Outcome != Verified ||
		v.Missed != nil {
		t.Errorf("%v with a failure misses %q", v.Outcome, v.Missed)
	}
	swapped := with(published, func(f *biblio.Flat) { f.Authors[0], f.Authors[2] = f.Authors[2], f.Authors[0] })
	v = verdict(swapped, found(strong, answer.Covered, published), failed(second))
	if v.Outcome != Doubtful || !hasReason(v, "source-failed") {
		t.Errorf("a doubt with a failure: %v %+v", v.Outcome, v.Reasons)
	}
	expect(t, "web failed", verdict(wrong, found(strong, answer.Covered, published), failed(web)),
		Discrepant, "H4", "year")
	refuses := second
	refuses.Types = []biblio.Type{}
	v = verdict(wrong, found(strong, answer.Covered, published), failed(refuses))
	if v.Strength != sure.Strength || hasReason(v, "source-failed") || !slices.Equal(v.Missed, []string{second.Name}) {
		t.Errorf("a source that covers no works as a whole holds back nothing and is named as missed: %v, %q",
			v.Strength, v.Missed)
	}
}

// Versions of one work.
func TestVersions(t *testing.T) {
	both := []answer.Lookup{found(strong, answer.Covered, published), found(second, answer.Covered, preprint)}
	expect(t, "the published version", verdict(published, both...), Verified, "R1", "")
	v := verdict(preprint, both...)
	expect(t, "the preprint", v, Verified, "R1", "")
	if !hasNotice(v, "published-version") {
		t.Error("a cited preprint has a published version, and no notice says so")
	}
	handle := with(published, func(f *biblio.Flat) { f.Venue = "iclr" })
	v = verdict(preprint, found(strong, answer.Covered, handle), found(second, answer.Covered, preprint))
	if !slices.ContainsFunc(v.Notices, func(n Notice) bool {
		return strings.Contains(n.Message, ": International Conference on Learning Representations, ")
	}) {
		t.Errorf("the venue is not named in full: %v", v.Notices)
	}
	v = verdict(with(published, func(f *biblio.Flat) { f.Year = "2014" }), both...)
	expect(t, "the container of one and the year of the other", v, Discrepant, "H4", "year")
	if !hasReason(v, "versions-mixed") {
		t.Error("a chimera of two versions is not named")
	}
	v = verdict(with(published, func(f *biblio.Flat) { f.DOI, f.ArXivID = "", "1406.01234" }), both...)
	expect(t, "the preprint's id beside the publication", v, Verified, "R4", "")
	v = verdict(with(published, func(f *biblio.Flat) { f.DOI = preprint.DOI }), both...)
	if v.Outcome != Verified || !hasNotice(v, "versions-mixed") {
		t.Errorf("the preprint's DOI: %v %v", v.Outcome, v.Notices)
	}
	expect(t, "a year that no version has", verdict(with(published, func(f *biblio.Flat) { f.Year = "2009" }), both...),
		Discrepant, "H4", "year")
	// a preprint record alone does not contradict a publication in an open world
	v = verdict(with(published, func(f *biblio.Flat) { f.DOI = "" }), found(strong, answer.Covered, preprint))
	if v.Outcome != Verified || codes(v) != "P3" || fields(v) != "venue year volume issue pages publisher" {
		t.Errorf("only the preprint is known: %v %s {%s}", v.Outcome, codes(v), fields(v))
	}
	// a source complete for the container and year does
	v = verdict(with(published, func(f *biblio.Flat) { f.DOI = "" }), found(strong, answer.CompleteHere, preprint))
	if v.Outcome != Discrepant || !hasReason(v, "venue-absent") {
		t.Errorf("complete, and not there: %v", v.Outcome)
	}
	// and so does a closed world
	v = verdict(with(published, func(f *biblio.Flat) { f.DOI, f.Year = "", "2014" }),
		found(strong, answer.World, preprint))
	if v.Outcome != Discrepant || fields(v) != "venue volume issue pages publisher" && fields(v) != "venue" {
		t.Errorf("closed world: %v %s", v.Outcome, fields(v))
	}
}

// TestOtherTitle: if a record has the claimed title and authors, one of another work by the same people supports
// nothing; one with a slightly different title does.
func TestOtherTitle(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.Year, f.DOI = "2011", "" })
	for _, c := range []struct {
		name, title, doi string
		outcome          Outcome
	}{
		{"little shared", "Mapping the Nesting and Breeding of Arctic Terns with Light Sensors",
			"10.1000/jfo.2011.3", Discrepant},
		{"a word wrong", "Mapping the Migrations of Arctic Tern with Light Sensors", "10.1000/jfo.2011.3", Verified},
	} {
		other := with(published, func(f *biblio.Flat) { f.Title, f.DOI, f.Year = c.title, c.doi, "2011" })
		v := verdict(claim, found(strong, answer.Covered, published, other))
		if v.Outcome != c.outcome {
			t.Errorf("%s: %v, %s {%s}", c.name, v.Outcome, codes(v), fields(v))
		}
	}
}

// Part I of a work in two parts is not a published version of part II, nor is its own published version; if no record
// has the claimed title, the most similar one decides.
func TestPublishedVersionHasTheClaimedTitle(t *testing.T) {
	other := func(f biblio.Flat) biblio.Flat {
		return with(f, func(f *biblio.Flat) { f.Title, f.DOI, f.ArXivID = f.Title+", II", "", "" })
	}
	of := published.Work()
	named := func(records ...biblio.Flat) answer.Lookup {
		l := found(second, answer.Covered, records...)
		last := &l.Answer.Hits[len(records)-1].Record
		last.Relations = []biblio.Relation{{Kind: biblio.PublishedAs, ID: of.ID(ident.DOI)}}
		return l
	}
	for _, c := range []struct {
		name    string
		claim   biblio.Flat
		lookups []answer.Lookup
		want    bool
	}{
		{"its own", preprint,
			[]answer.Lookup{found(strong, answer.Covered, published), found(second, answer.Covered, preprint)}, true},
		{"the other part", preprint,
			[]answer.Lookup{found(strong, answer.Covered, other(published)), found(second, answer.Covered, preprint)}, false},
		{"named by its own record", preprint, []answer.Lookup{named(preprint)}, true},
		{"named by the record of the other part", preprint, []answer.Lookup{named(preprint, other(preprint))}, false},
		{"of a wrong title",
			with(preprint, func(f *biblio.Flat) { f.Title = "Mapping the Migration of Arctic Gulls with Light Sensors" }),
			[]answer.Lookup{named(preprint)}, true},
	} {
		if v := verdict(c.claim, c.lookups...); hasNotice(v, "published-version") != c.want {
			t.Errorf("%s: %v %v", c.name, v.Outcome, v.Notices)
		}
	}
}

// A rejected manuscript is not a version in that container.
func TestRejectedManuscript(t *testing.T) {
	l := found(strong, answer.Covered, with(published, func(f *biblio.Flat) { f.DOI = "" }))
	l.Answer.Hits[0].Record.Status = biblio.StatusRejected
	v := verdict(with(published, func(f *biblio.Flat) { f.DOI = "" }), l)
	if v.Outcome != Discrepant || fields(v) == "" {
		t.Errorf("%v %s", v.Outcome, fields(v))
	}
}

// Identifiers: of another work, nonexistent, unknown.
func TestIdentifiers(t *testing.T) {
	other := biblio.Flat{Title: "Slow Light in Cold Gases of Rubidium", Authors: []string{"Noor Khan"}, Year: "2009",
		Venue: "Optics Letters", DOI: "10.1000/ol.9"}
	wrongID := with(published, func(f *biblio.Flat) { f.DOI = other.DOI })
	byID := func(info answer.Info, f biblio.Flat) answer.Lookup {
		l := found(info, answer.Covered, f)
		l.Answer.Hits[0].How, l.Answer.Hits[0].ID = answer.ByIdentifier, ident.ID{Scheme: ident.DOI, Value: other.DOI}
		return l
	}
	v := verdict(wrongID, found(strong, answer.Covered, published), byID(second, other))
	expect(t, "of another work", v, Discrepant, "H5", "doi")
	if !hasNotice(v, "identifier-elsewhere") {
		t.Error("the other work is not named")
	}
	gone := found(strong, answer.Covered, published)
	gone.Answer.NoSuchID = []ident.ID{{Scheme: ident.DOI, Value: "10.1000/none"}}
	noID := with(published, func(f *biblio.Flat) { f.DOI = "10.1000/none" })
	expect(t, "of nothing", verdict(noID, gone), Discrepant, "H5", "doi")
	expect(t, "of nothing, with a failure elsewhere", verdict(noID, gone, failed(second)), Discrepant, "H5", "doi")
	// unconfirmed: the registry did not answer
	expect(t, "resolver failed",
		verdict(noID, found(strong, answer.Covered, with(published, func(f *biblio.Flat) { f.DOI = "" })), failed(second)),
		Verified, "P3", "doi")
	v = verdict(noID, found(strong, answer.Covered, published))
	if v.Outcome != Verified || codes(v) != "P3" || fields(v) != "doi" || !hasReason(v, "identifier-contested") {
		t.Errorf("the record has another DOI, nobody knows the claimed one: %v %s", v.Outcome, codes(v))
	}
	// a record of one source has it: another source's word that it does not exist is void
	v = verdict(published, gone, func() answer.Lookup {
		l := found(second, answer.Covered, published)
		l.Answer.NoSuchID = []ident.ID{{Scheme: ident.DOI, Value: published.DOI}}
		return l
	}())
	expect(t, "one registry lacks what another has", v, Verified, "R1", "")
	// only the identifier's work was found
	v = verdict(with(wrongID, func(f *biblio.Flat) { f.Title = "An Invented Title about Nothing at All" }),
		byID(strong, other))
	expect(t, "an invented title with another work's DOI", v, Discrepant, "H5", "doi")
	if v.Gravity != Fabricated {
		t.Errorf("the title leads nowhere and the DOI elsewhere: %v", v.Gravity)
	}
	if !hasReason(v, "identifier-of-other-work") {
		t.Error("the pinned identifier is not named")
	}
}

// Two works that fit equally well.
func TestAmbiguous(t *testing.T) {
	claim := biblio.Flat{Title: "An Introduction to the Theory of Signals"}
	a := biblio.Flat{Title: claim.Title, Authors: []string{"Alice Walker"}, Year: "1991", Venue: "Signal Processing"}
	b := biblio.Flat{Title: claim.Title, Authors: []string{"Noor Khan"}, Year: "2003", Venue: "Annals of Waves"}
	expect(t, "title alone", verdict(claim, found(strong, answer.Covered, a, b)), Ambiguous, "U", "")
	claim.Authors = []string{"Noor Khan"}
	expect(t, "with an author", verdict(claim, found(strong, answer.Covered, a, b)), Verified, "R1", "")
}

func TestExempt(t *testing.T) {
	for _, c := range []struct {
		name  string
		claim biblio.Flat
		want  Outcome
	}{
		{"a web page", biblio.Flat{Type: "webpage", Title: "How to fold a paper crane", URL: "https://example.org/crane"},
			Exempt},
		{"an address alone", biblio.Flat{Title: "Kernel source tree", URL: "https://kernel.example.org/"}, Exempt},
		{"a law", biblio.Flat{Type: "legislation", Title: "Clean Air Act"}, Exempt},
		{"a standard by number", biblio.Flat{Title: "RFC 8446: The Theory of Everything"}, Exempt},
		{"ISO 99999", biblio.Flat{Title: "ISO 99999 Quality of nothing"}, Exempt},
		{"an invented paper with a repository's address",
			biblio.Flat{Title: "Deep nets for terns", Authors: []string{"Maria Lopez"}, Venue: "NeurIPS", Year: "2020",
				Pages: "1-9", URL: "https://github.com/x/y"}, Inconclusive},
		{"an invented title at a journal's address",
			biblio.Flat{Title: "Ultra interactive fission of terns", URL: "https://www.journalofterns.org/articles/1"},
			Inconclusive},
		{"a web page with a DOI", biblio.Flat{Type: "webpage", Title: "How to fold a paper crane", DOI: "10.1000/1"},
			Inconclusive},
	} {
		if v := verdict(c.claim, found(strong, answer.Covered)); v.Outcome != c.want {
			t.Errorf("%s: %v, want %v", c.name, v.Outcome, c.want)
		}
	}
}

func TestRetracted(t *testing.T) {
	l := found(strong, answer.Covered, published)
	l.Answer.Hits[0].Record.Updates = []biblio.Update{{Kind: biblio.Retraction,
		ID: ident.ID{Scheme: ident.DOI, Value: "10.1000/retraction.1"}}}
	v := verdict(published, l)
	expect(t, "retracted", v, Verified, "R1", "")
	for _, n := range v.Notices {
		if n.Rule == "retracted" && n.ID.Value == "10.1000/retraction.1" {
			return
		}
	}
	t.Errorf("no notice with the retraction's DOI: %+v", v.Notices)
}

func TestSettled(t *testing.T) {
	settled := func(edit flatEdit) bool {
		return Settled(verdict(with(published, edit), found(strong, answer.Covered, published)))
	}
	if !settled(func(f *biblio.Flat) {}) {
		t.Error("R1 is not settled")
	}
	for name, edit := range map[string]flatEdit{
		"P1": func(f *biblio.Flat) { f.Authors[1] = "Kate Johnson" }, "P3": func(f *biblio.Flat) {
			f.Location = "Oslo"
		}, "H4": func(f *biblio.Flat) { f.Year = "2011" },
		"an identifier that nobody states": func(f *biblio.Flat) { f.ArXivID = "1501.00001" },
	} {
		if settled(edit) {
			t.Errorf("%s is settled", name)
		}
	}
}

func TestBroken(t *testing.T) {
	if v := Broken("boom"); v.Outcome != Inconclusive || codes(v) != "U" || v.Best != -1 {
		t.Errorf("%+v", v)
	}
}

// The same answers in any order of arrival yield the same verdict.
func TestOrderOfArrival(t *testing.T) {
	variants := []biblio.Flat{
		published, preprint, with(published, func(f *biblio.Flat) { f.Year = "2016" }), with(published,
			func(f *biblio.Flat) { f.Venue = "Journal of Avian Biology" }),
		with(published, func(f *biblio.Flat) { f.Authors = f.Authors[:1] }), with(published,
			func(f *biblio.Flat) { f.Pages = "1-1" }),
		{Title: "Slow Light in Cold Gases of Rubidium", Authors: []string{"Noor Khan"}, Year: "2009", DOI: published.DOI},
	}
	infos := []answer.Info{strong, second, weak, weak2, web}
	rapid.Check(t, func(t *rapid.T) {
		claim := rapid.SampledFrom(variants).Draw(t, "claim")
		ref := biblio.Reference{ID: "r", Claimed: claim.Work()}
		var lookups []answer.Lookup
		for _, info := range infos {
			if rapid.IntRange(0, 5).Draw(t, "fails") == 0 {
				lookups = append(lookups, failed(info))
				continue
			}
			records := rapid.SliceOfN(rapid.SampledFrom(variants), 0, 4).Draw(t, "records")
			lookups = append(lookups, found(info, answer.Extent(rapid.IntRange(0, 3).Draw(t, "extent")), records...))
		}
		judgeIt := func(ls []answer.Lookup) Verdict {
			return Decide(&ref, Evidence{Lookups: ls, Candidates: Candidates(&ref, ls)})
		}
		want := judgeIt(lookups)
		shuffled := rapid.Permutation(lookups).Draw(t, "order")
		for i := range shuffled {
			shuffled[i].Answer.Hits = rapid.Permutation(shuffled[i].Answer.Hits).Draw(t, "hits")
		}
		got := judgeIt(shuffled)
		if got.Outcome != want.Outcome || codes(got) != codes(want) || fields(got) != fields(want) ||
			got.Genuine != want.Genuine || got.Score != want.Score {
			t.Fatalf("%v [%s] {%s} %v, want %v [%s] {%s} %v", got.Outcome, codes(got), fields(got), got.Genuine, want.Outcome,
				codes(want), fields(want), want.Genuine)
		}
	})
}

// A verdict says which records describe the version it is about.
func TestVersionsOfVerdict(t *testing.T) {
	silent := with(published, func(f *biblio.Flat) { f.Venue, f.DOI = "", "" })
	v := verdict(published, found(strong, answer.Covered, preprint, published), found(second, answer.Covered, silent))
	if len(v.Versions) != 2 || v.Versions[0][0] != v.Best || len(v.Versions[0]) != 2 || len(v.Versions[1]) != 1 {
		t.Errorf("versions %v, best %d", v.Versions, v.Best)
	}
	if v := verdict(published); v.Versions != nil {
		t.Errorf("versions %v of nothing", v.Versions)
	}
}
