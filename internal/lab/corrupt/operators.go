package corrupt

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Operator is one way to make a reference from a work.
type Operator struct {
	Name   string
	Code   string // of the taxonomy; with several wrong fields that of the most serious
	Kind   string // what is wrong: title, authors, year, venue, identifier, details, compound
	Label  string // CiteCheck's
	Weight float64
	// Prompt names the model's task if a model can write the change; "" means that the operator is always ours.
	Prompt string

	suits func(*biblio.Record) bool
	apply func(d *draft, operator string) bool
}

// Labels of CiteCheck.
const (
	Valid = "valid"
	Minor = "hallucinated_minor"
	Major = "hallucinated_major"
)

// Families lists the operators of each set of kinds. The weights of CiteTracer
// are the counts of its published part, those of CiteCheck its counts, those of
// CiteAudit ours.
var Families = map[string][]Operator{
	"citetracer": {
		{Name: "none", Code: "R1", Label: Valid, Weight: 102, apply: keep},
		{Name: "format_variant", Code: "R2", Label: Valid, Weight: 103, apply: formatVariant},
		{Name: "et_al_abbreviation", Code: "R3", Label: Valid, Weight: 103, suits: several, apply: shortenList},
		{Name: "author_name_variant", Code: "P1", Kind: "authors", Label: Valid, Weight: 28, apply: undecidedName},
		{Name: "insufficient_field_evidence", Code: "P3", Kind: "details", Label: Valid, Weight: 54,
			suits: published, apply: unstated},
		{Name: "word_substitution", Code: "H1", Kind: "title", Label: Minor, Weight: 20, Prompt: "title-word",
			apply: substituteWord},
		{Name: "title_paraphrase", Code: "H1", Kind: "title", Label: Major, Weight: 20, Prompt: "title-paraphrase",
			apply: paraphrase},
		{Name: "title_fabrication", Code: "H1", Kind: "title", Label: Major, Weight: 20, Prompt: "title-fabrication",
			apply: fabricateTitle},
		{Name: "author_addition_deletion", Code: "H2", Kind: "authors", Label: Minor, Weight: 20, apply: addOrDelete},
		{Name: "author_reordering", Code: "H2", Kind: "authors", Label: Minor, Weight: 20, suits: several,
			apply: reorderAuthors},
		{Name: "author_fabrication", Code: "H2", Kind: "authors", Label: Minor, Weight: 20, apply: fabricateAuthors},
		{Name: "venue_fabrication", Code: "H3", Kind: "venue", Label: Minor, Weight: 30, suits: published, apply: otherVenue},
		{Name: "venue_year_fabrication", Code: "H3", Kind: "compound", Label: Minor, Weight: 29, suits: published,
			apply: otherVenueAndYear},
		{Name: "date_error", Code: "H4", Kind: "year", Label: Minor, Weight: 59, apply: shiftYear(2, 3)},
		{Name: "doi_fabrication", Code: "H5", Kind: "identifier", Label: Minor, Weight: 30,
			suits: published, apply: inventDOI},
		{Name: "doi_nonexistent", Code: "H5", Kind: "identifier", Label: Minor, Weight: 30,
			suits: published, apply: damageDOI},
		{Name: "pages_volume_fabrication", Code: "H6", Kind: "details", Label: Minor, Weight: 20, suits: paged,
			apply: pagesAndVolume},
		{Name: "publisher_fabrication", Code: "H6", Kind: "details", Label: Minor, Weight: 20,
			suits: stating(biblio.FieldPublisher), apply: otherPublisher},
		{Name: "location_fabrication", Code: "H6", Kind: "details", Label: Minor, Weight: 10,
			suits: stating(biblio.FieldLocation), apply: otherPlace},
	},
	"citeaudit": {
		{Name: "none", Code: "R1", Label: Valid, Weight: 50, apply: keep},
		{Name: "reformatted", Code: "R2", Label: Valid, Weight: 30, apply: formatVariant},
		{Name: "keyword_substitution", Code: "H1", Kind: "title", Label: Minor, Weight: 10, Prompt: "title-word",
			apply: substituteWord},
		{Name: "title_paraphrase", Code: "H1", Kind: "title", Label: Major, Weight: 10, Prompt: "title-paraphrase",
			apply: paraphrase},
		{Name: "topic_fabrication", Code: "H1", Kind: "title", Label: Major, Weight: 10, Prompt: "title-fabrication",
			apply: fabricateTitle},
		{Name: "author_addition", Code: "H2", Kind: "authors", Label: Minor, Weight: 7, apply: addAuthor},
		{Name: "author_deletion", Code: "H2", Kind: "authors", Label: Minor, Weight: 7, suits: several, apply: deleteAuthor},
		{Name: "author_name", Code: "H2", Kind: "authors", Label: Minor, Weight: 7, apply: renameAuthor},
		{Name: "author_fabrication", Code: "H2", Kind: "authors", Label: Minor, Weight: 7, apply: fabricateAuthors},
		{Name: "venue_error", Code: "H3", Kind: "venue", Label: Minor, Weight: 9, suits: published, apply: otherVenue},
		{Name: "year_error", Code: "H4", Kind: "year", Label: Minor, Weight: 9, apply: shiftYear(1, 5)},
		{Name: "identifier_fabricated", Code: "H5", Kind: "identifier", Label: Minor, Weight: 5,
			suits: published, apply: inventDOI},
		{Name: "identifier_mismatched", Code: "H5", Kind: "identifier", Label: Minor, Weight: 5,
			suits: published, apply: otherDOI},
	},
	"citecheck": {
		{Name: "valid", Code: "R1", Label: Valid, Weight: 356, apply: keep},
		{Name: "minor_metadata", Code: "H2", Kind: "compound", Label: Minor, Weight: 200, Prompt: "minor",
			apply: edit(1, 3, "authors", "venue", "year", "id")},
		{Name: "minor_title", Code: "H1", Kind: "compound", Label: Minor, Weight: 100, Prompt: "minor", apply: minorTitle},
		{Name: "major", Code: "H0", Kind: "compound", Label: Major, Weight: 326, Prompt: "major", apply: fabricate},
	},
	"compound": {
		{Name: "none", Code: "R1", Label: Valid, Weight: 30, apply: keep},
		{Name: "two_fields", Code: "H2", Kind: "compound", Label: Minor, Weight: 20,
			apply: edit(2, 2, "authors", "venue", "year", "id", "pages", "title")},
		{Name: "three_or_four_fields", Code: "H2", Kind: "compound", Label: Minor, Weight: 20, suits: published,
			apply: edit(3, 4, "authors", "venue", "year", "id", "pages", "title")},
		{Name: "chimera", Code: "H2", Kind: "compound", Label: Major, Weight: 15, apply: chimera},
		{Name: "identifier_hijack", Code: "H0", Kind: "compound", Label: Major, Weight: 15, apply: hijack},
		{Name: "wholesale_substitution", Code: "H3", Kind: "compound", Label: Major, Weight: 15,
			suits: published, apply: wholesale},
		{Name: "fabrication", Code: "H0", Kind: "compound", Label: Major, Weight: 15, apply: fabricate},
	},
}

func keep(*draft, string) bool { return true }

func several(r *biblio.Record) bool { return len(r.Authors()) > 3 }

// published excludes preprints.
func published(r *biblio.Record) bool { return !preprint(r) }

func paged(r *biblio.Record) bool { return !preprint(r) && normalise.ParsePages(r.Pages).Last != "" }

func stating(field biblio.Field) func(*biblio.Record) bool {
	return func(r *biblio.Record) bool {
		f := r.Flat()
		return !preprint(r) && Value(&f, string(field)) != ""
	}
}

func isPreprintServer(name string) bool {
	c := normalise.ParseContainer(name)
	return c.Head == normalise.Preprints
}

// codeOf maps wrong fields to their codes.
var codeOf = map[string]string{
	"title": "H1", "authors": "H2", "venue": "H3", "year": "H4", "doi": "H5", "arxiv_id": "H5", "volume": "H6",
	"issue": "H6", "pages": "H6", "publisher": "H6", "location": "H6",
}

// goldFields are the possible values of changed_fields.
var goldFields = []string{"title", "authors", "venue", "year", "doi", "arxiv_id", "volume", "pages",
	"publisher", "location"}

// label fills in what follows from the operator and its changes. For an invented work the title is wrong; for a
// real one whatever was changed.
func (e *Entry) label(op *Operator) {
	e.Operator, e.Code, e.Kind, e.Label, e.GT = op.Name, op.Code, op.Kind, op.Label, "fake"
	e.Class = classes[op.Code[:1]]
	e.Codes, e.Fields = []string{op.Code}, []string{}
	if op.Code[0] != 'H' {
		e.GT = "real"
	}
	if op.Code == "R2" || op.Code == "R3" {
		e.Variant = op.Name
	}
	if op.Code[0] == 'R' {
		return
	}
	for _, f := range changed(e.Changes) {
		if slices.Contains(goldFields, f) {
			e.Fields = append(e.Fields, f)
		}
	}
	if op.Code == "H0" {
		e.Fields = []string{"title"}
		return
	}
	if op.Code[0] == 'H' {
		e.dropUnstated()
		e.Codes = nil
		for _, f := range e.Fields {
			if !slices.Contains(e.Codes, codeOf[f]) {
				e.Codes = append(e.Codes, codeOf[f])
			}
		}
		if !slices.Contains(e.Codes, e.Code) && len(e.Codes) > 0 {
			e.Code = e.Codes[0]
		}
	}
}

// peripheral are the fields that a reference may state although no record does.
var peripheral = []string{"volume", "pages", "publisher", "location"}

// dropUnstated removes the changed peripheral fields if no version states any of them: nothing shows then that
// they are wrong.
func (e *Entry) dropUnstated() {
	for _, f := range e.Fields {
		if slices.Contains(peripheral, f) &&
			slices.ContainsFunc(e.Versions, func(v biblio.Flat) bool { return Value(&v, f) != "" }) {
			return
		}
	}
	e.Fields = slices.DeleteFunc(e.Fields, func(f string) bool { return slices.Contains(peripheral, f) })
}

var classes = map[string]string{"R": judge.Real, "P": judge.Potential, "H": judge.Hallucinated}
