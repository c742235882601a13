package biblio

import (
	"slices"
	"testing"
)

// TestFields: what each field is called, what it is, and where a work states it.
func TestFields(t *testing.T) {
	labels := map[Field]string{FieldDOI: "DOI", FieldPMID: "PMID", FieldISBN: "ISBN", FieldArXiv: "arXiv number",
		FieldURL: "address", FieldTitle: "title", FieldVenue: "venue", FieldYear: "year"}
	core := []Field{FieldTitle, FieldAuthors, FieldVenue, FieldYear}
	identifiers := []Field{FieldDOI, FieldArXiv, FieldPMID, FieldISBN, FieldURL}
	w := Work{URL: string(FieldURL), Volume: string(FieldVolume), Issue: string(FieldIssue), Pages: string(FieldPages),
		Publisher: string(FieldPublisher), Place: string(FieldLocation)}
	details := []Field{FieldURL, FieldVolume, FieldIssue, FieldPages, FieldPublisher, FieldLocation}
	for _, f := range Fields {
		if want, ok := labels[f]; ok && f.Label() != want {
			t.Errorf("%s is called %q", f, f.Label())
		}
		if f.Core() != slices.Contains(core, f) || f.Identifier() != slices.Contains(identifiers, f) {
			t.Errorf("%s: core %v, an identifier %v", f, f.Core(), f.Identifier())
		}
		if text := w.Detail(f); (text != nil) != slices.Contains(details, f) || text != nil && *text != string(f) {
			t.Errorf("%s is stated as %v", f, text)
		}
	}
	for _, k := range []OriginKind{ConfirmOnly, PersonalList, Aggregator, PreprintServer, Publisher} {
		var back OriginKind
		if text, err := k.MarshalText(); err != nil || back.UnmarshalText(text) != nil || back != k {
			t.Errorf("%v is written %s and read %v", k, text, back)
		}
	}
	var k OriginKind
	if k.UnmarshalText([]byte("hearsay")) == nil {
		t.Error("hearsay is a kind of origin")
	}
}
