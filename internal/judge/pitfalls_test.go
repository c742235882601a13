package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// The right value is shown next to the wrong one.
func TestRightValueIsShown(t *testing.T) {
	for field, c := range map[biblio.Field]struct {
		edit func(*biblio.Flat)
		want string
	}{
		biblio.FieldYear:  {func(f *biblio.Flat) { f.Year = "2011" }, "2015"},
		biblio.FieldVenue: {func(f *biblio.Flat) { f.Venue = "Journal of Avian Biology" }, "Journal of Field Ornithology"},
		biblio.FieldPages: {func(f *biblio.Flat) { f.Pages = "1-12" }, "201-215"},
		biblio.FieldTitle: {func(f *biblio.Flat) { f.Title = "Mapping the Nesting of Arctic Terns with Light Sensors" },
			published.Title},
	} {
		v := verdict(with(published, c.edit), found(strong, answer.Covered, published))
		shown := false
		for _, r := range v.Reasons {
			shown = shown || r.Field == field && r.Recorded == c.want && strings.Contains(r.Message, c.want) &&
				len(r.Sources) == 1
		}
		if !shown {
			t.Errorf("%s: %+v", field, v.Reasons)
		}
	}
}

// "X" is not "X: A Survey".
func TestSurveyIsAnotherWork(t *testing.T) {
	survey := biblio.Flat{Title: published.Title + ": A Survey", Authors: []string{"Noor Khan", "Yuki Sato"}, Year: "2021"}
	expect(t, "by others", verdict(survey, found(strong, answer.Covered, published)), Inconclusive, "U", "")
	same := with(published, func(f *biblio.Flat) { f.Title += ": A Survey" })
	expect(t, "by the same", verdict(same, found(strong, answer.Covered, published)), Discrepant, "H1", "title")
}

// The book, not the review of it.
func TestBookAndItsReview(t *testing.T) {
	book := biblio.Flat{Type: "book", Title: "The Structure of Scientific Revolutions",
		Authors: []string{"Thomas S. Kuhn"}, Year: "1962", Publisher: "University of Chicago Press"}
	review := biblio.Flat{Type: "review", Title: book.Title, Authors: []string{"Mary Hesse"}, Year: "1963", Venue: "Isis"}
	modern := func(f biblio.Flat) biblio.Flat { f.Year = biblio.Year("19" + string(f.Year[2:])); return f }
	v := verdict(modern(book), found(strong, answer.Covered, review, book))
	if v.Outcome != Verified {
		t.Errorf("%v %s", v.Outcome, fields(v))
	}
}

// Titles in every script, with the right DOI and with a wrong one.
func TestScripts(t *testing.T) {
	other := biblio.Flat{Title: "Slow Light in Cold Gases of Rubidium", Authors: []string{"Noor Khan"}, Year: "2009",
		DOI: "10.1000/ol.9"}
	for _, title := range []string{"基于深度学习的图像识别方法研究", "Исследование методов распознавания изображений",
		"دراسة طرق التعرف على الصور باستخدام التعلم العميق"} {
		work := biblio.Flat{Title: title, Authors: []string{"王伟", "李娜"}, Year: "2018", DOI: "10.1000/cjk.1"}
		expect(t, title, verdict(work, found(strong, answer.Covered, work)), Verified, "R1", "")
		wrong := with(work, func(f *biblio.Flat) { f.DOI = other.DOI })
		l := found(second, answer.Covered, other)
		l.Answer.Hits[0].How, l.Answer.Hits[0].ID = answer.ByIdentifier, ident.ID{Scheme: ident.DOI, Value: other.DOI}
		expect(t, title+" with a wrong DOI", verdict(wrong, found(strong, answer.Covered, work), l), Discrepant, "H5", "doi")
	}
}

// Recorded names in a script that can be read in many ways do not contradict names in Latin letters, nor confirm
// them.
func TestNamesInAnotherScript(t *testing.T) {
	record := with(published, func(f *biblio.Flat) { f.Authors = []string{"山田太郎", "鈴木花子", "佐藤一郎"} })
	latin := func(names ...string) biblio.Flat { return with(published, func(f *biblio.Flat) { f.Authors = names }) }
	yamada := latin("Taro Yamada", "Hanako Suzuki", "Ichiro Sato")
	expect(t, "in the container and year", verdict(yamada, found(strong, answer.Covered, record)),
		Inconclusive, "U", "authors")
	expect(t, "beside a record in Latin letters",
		verdict(yamada, found(strong, answer.Covered, record), found(second, answer.Covered, yamada)), Verified, "R1", "")
	expect(t, "beside a record of other people",
		verdict(yamada, found(strong, answer.Covered, record), found(second, answer.Covered, published)),
		Discrepant, "H2", "authors")
	expect(t, "in the same script",
		verdict(with(record, func(f *biblio.Flat) { f.Authors = []string{"高橋健", "鈴木花子", "佐藤一郎"} }),
			found(strong, answer.Covered, record)), Discrepant, "H2", "authors")
	expect(t, "an initial in another script",
		verdict(latin("A. Walker", "K. Johnson", "И. Петров"),
			found(strong, answer.Covered, latin("Alice Walker", "Katherine Johnson", "Ivan Petrov"))), Verified, "R2", "")
}

// Short and missing titles are checked by identifier.
func TestShortTitles(t *testing.T) {
	work := biblio.Flat{Title: "Deep Residual Learning", Authors: []string{"Kaiming He", "Xiangyu Zhang"}, Year: "2016",
		DOI: "10.1000/resnet"}
	byID := func(f biblio.Flat) answer.Lookup {
		l := found(strong, answer.Covered, f)
		l.Answer.Hits[0].How, l.Answer.Hits[0].ID = answer.ByIdentifier, ident.ID{Scheme: ident.DOI, Value: f.DOI}
		return l
	}
	expect(t, "three words and a DOI", verdict(biblio.Flat{Title: work.Title, DOI: work.DOI}, byID(work)),
		Verified, "R1", "")
	expect(t, "no title", verdict(biblio.Flat{DOI: work.DOI}, byID(work)), Verified, "R1", "")
	other := with(work, func(f *biblio.Flat) { f.DOI = "10.1000/other" })
	expect(t, "no title, the other", verdict(biblio.Flat{DOI: other.DOI}, byID(other)), Verified, "R1", "")
}

// A preprint server as container is a claim about the version, not a mismatch.
func TestPreprintContainerIsNoMismatch(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) {
		f.Venue, f.Volume, f.Issue, f.Pages, f.Publisher, f.DOI = "arXiv", "", "", "", "", ""
	})
	v := verdict(claim, found(strong, answer.Covered, published))
	if v.Outcome != Verified || !hasNotice(v, "published-version") {
		t.Errorf("%v %s %v", v.Outcome, fields(v), v.Notices)
	}
}

// One shared surname does not accept invented co-authors.
func TestInventedCoauthors(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.Authors = []string{"Alice Walker", "Noor Khan", "Yuki Sato"} })
	expect(t, "invented", verdict(claim, found(strong, answer.Covered, published)), Discrepant, "H2", "authors")
}

// A field read from print with low confidence accuses no one; one read with confidence does.
func TestDoubtfulReading(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.Authors[1] = "Maria Lopez" })
	lookups := []answer.Lookup{found(strong, answer.Covered, published)}
	for confidence, accused := range map[float64]bool{0.49: false, 0.5: true} {
		ref := biblio.Reference{ID: "r", Claimed: claim.Work(),
			Confidence: map[biblio.Field]float64{biblio.FieldAuthors: confidence}}
		v := Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)})
		if (v.Outcome == Discrepant) != accused {
			t.Errorf("read with %v: %v %s", confidence, v.Outcome, fields(v))
		}
		said := slices.ContainsFunc(v.Reasons, func(r Reason) bool {
			return r.Rule == misread && r.Field == biblio.FieldAuthors && strings.HasPrefix(r.Message, "as read: ")
		})
		if said == accused {
			t.Errorf("read with %v: said to be perhaps misread: %v", confidence, said)
		}
	}
	for confidence, want := range map[float64]Strength{0.24: Note, 0.25: Lead} {
		ref := biblio.Reference{ID: "r", Claimed: claim.Work(),
			Confidence: map[biblio.Field]float64{biblio.FieldAuthors: confidence}}
		for _, r := range Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)}).Reasons {
			if r.Rule == misread && r.Strength > want {
				t.Errorf("read with %v: %v", confidence, r.Strength)
			}
		}
	}
}

// TestMissingName: a name that the entry prints elsewhere is not missing for certain; one that only another field has
// is.
func TestMissingName(t *testing.T) {
	claim := with(published, func(f *biblio.Flat) { f.Authors = f.Authors[:2] })
	lookups := []answer.Lookup{found(strong, answer.Covered, published)}
	const title = "Mapping the Migration of Arctic Terns with Light Sensors"
	for raw, accused := range map[string]bool{
		title + ". Alice Walker, Kate Johnson\nCarl Sagan Journal of Field Ornithology, 2015.":    false,
		title + ". Alice Walker, Kate Johnson\nC. Sagan Journal of Field Ornithology, 2015.":      false,
		title + ". Walker, Alice, Johnson, Kate\nSagan, Carl Journal of Field Ornithology, 2015.": false,
		"Alice Walker, Kate Johnson. " + title + ". Journal of Field Ornithology, 2015.":          true,
		"Alice Walker, Kate Johnson. " + title + ". Sagan Press, 2015.":                           true,
		"Alice Walker, Kate Johnson. " + title + ". Ed. by C. Sagan. Wiley, 2015.":                true,
	} {
		ref := biblio.Reference{ID: "r", Raw: raw, Claimed: claim.Work(),
			Confidence: map[biblio.Field]float64{biblio.FieldAuthors: 0.9}}
		v := Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)})
		if (v.Outcome == Discrepant) != accused || v.Outcome == Verified {
			t.Errorf("%q: %v %s", raw, v.Outcome, fields(v))
		}
	}
}

// TestLabelAsName: a family name that was read twice, once as a label, is no added author; another name is.
func TestLabelAsName(t *testing.T) {
	lookups := []answer.Lookup{found(strong, answer.Covered, published)}
	for first, accused := range map[string]bool{"Walker": false, "Miller": true} {
		claim := with(published, func(f *biblio.Flat) { f.Authors = append([]string{first}, f.Authors...) })
		ref := biblio.Reference{ID: "r", Raw: first + "2015: Mapping the Migration of Arctic Terns with Light Sensors",
			Claimed: claim.Work(), Confidence: map[biblio.Field]float64{biblio.FieldAuthors: 0.9}}
		v := Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)})
		if (v.Outcome == Discrepant) != accused || v.Outcome == Verified {
			t.Errorf("%s: %v %s", first, v.Outcome, fields(v))
		}
	}
}

// A printed reference that the parser split wrongly is not the author's error.
func TestPrintDecides(t *testing.T) {
	raw := "Walker, A., Johnson, K., Sagan, C.: Mapping the Migration of Arctic Terns with Light Sensors. Journal of " +
		"Field Ornithology (2015)."
	parsed := biblio.Flat{Title: "Mapping the Migration of Arctic",
		Authors: []string{"A. Walker", "K. Johnson", "C. Sagan"}, Venue: "Terns with Light Sensors", Year: "2015"}
	ref := biblio.Reference{ID: "r", Raw: raw, Claimed: parsed.Work(),
		Confidence: map[biblio.Field]float64{biblio.FieldTitle: 0.5}}
	lookups := []answer.Lookup{found(strong, answer.Covered, published)}
	v := Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)})
	if v.Outcome != Verified {
		t.Errorf("%v %s", v.Outcome, fields(v))
		for _, r := range v.Reasons {
			t.Logf("%+v", r)
		}
	}
	ref.Confidence = nil // labelled by the input, so trusted
	if v := Decide(&ref, Evidence{Lookups: lookups, Candidates: Candidates(&ref, lookups)}); v.Outcome == Verified {
		t.Error("a labelled title is not taken at its word")
	}
}
