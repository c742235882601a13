package lab

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// The classes of CiteTracer, from least to most severe.
const (
	Real         = judge.Real
	Potential    = judge.Potential
	Hallucinated = judge.Hallucinated
)

// classes lists the classes from least to most severe.
var classes = []string{Real, Potential, Hallucinated}

// buckets lists the groups in which codes are counted: R1 to R4 are one, H0 is H1.
var buckets = []string{"R", "P1", "P2", "P3", "H1", "H2", "H3", "H4", "H5", "H6", "U"}

// bucketOf returns the bucket of one code.
func bucketOf(code string) string {
	switch code {
	case "R1", "R2", "R3", "R4":
		return "R"
	case "H0":
		return "H1"
	case "":
		return "U"
	}
	return code
}

// predictedBucket returns the bucket of several codes: gold's if it is among them, else that of the first.
func predictedBucket(codes []string, gold string) string {
	want := bucketOf(gold)
	for _, c := range codes {
		if bucketOf(c) == want {
			return want
		}
	}
	if len(codes) == 0 {
		return "U"
	}
	return bucketOf(codes[0])
}

// codeFields maps codes to the fields they concern.
var codeFields = map[judge.Code][]biblio.Field{
	judge.P1: {biblio.FieldAuthors},
	judge.P3: {biblio.FieldVolume, biblio.FieldPages, biblio.FieldPublisher, biblio.FieldLocation},
	judge.H1: {biblio.FieldTitle},
	judge.H2: {biblio.FieldAuthors},
	judge.H3: {biblio.FieldVenue},
	judge.H4: {biblio.FieldYear},
	judge.H5: {biblio.FieldDOI, biblio.FieldArXiv},
	judge.H6: {biblio.FieldVolume, biblio.FieldPages, biblio.FieldPublisher, biblio.FieldLocation},
}

// goldFields are the possible values of changed_fields, in its order.
var goldFields = []biblio.Field{
	biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldVenue, biblio.FieldYear, biblio.FieldDOI, biblio.FieldArXiv,
	biblio.FieldVolume, biblio.FieldPages, biblio.FieldPublisher, biblio.FieldLocation,
}

// fieldsOf returns the fields at issue in a verdict in the sense of changed_fields: none for a real one, the
// title for one not found, else those that the verdict's codes concern. With H6, peripheral fields that no
// record states count in addition to those that differ.
func fieldsOf(v judge.Verdict) []string {
	fields := []string{}
	if v.Outcome == judge.NotFound {
		return append(fields, string(biblio.FieldTitle))
	}
	if v.Outcome != judge.Verified && v.Outcome != judge.Discrepant && v.Outcome != judge.Doubtful {
		return fields
	}
	for _, f := range goldFields {
		spoken := slices.ContainsFunc(v.Codes, func(c judge.Code) bool { return slices.Contains(codeFields[c], f) })
		if spoken && slices.Contains(v.Fields, f) {
			fields = append(fields, string(f))
		}
	}
	return fields
}

// sameSet reports whether two lists have the same members.
func sameSet(a, b []string) bool {
	for _, x := range a {
		if !slices.Contains(b, x) {
			return false
		}
	}
	return !slices.ContainsFunc(b, func(x string) bool { return !slices.Contains(a, x) })
}

// outcomeWords are the names of the outcomes in the order of tables.
var outcomeWords = func() []string {
	words := make([]string, len(judge.Outcomes))
	for i, o := range judge.Outcomes {
		words[i] = o.String()
	}
	return words
}()

// allCodes returns every code of a case: its own, unless gold lists more.
func (g Gold) allCodes() []string {
	if len(g.Codes) > 0 {
		return g.Codes
	}
	return []string{g.Code}
}
