package judge

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/testing/catalogue"
)

// spoken are fields in every state with a sentence of its own, in addition to those that every field may be in.
var spoken = []fieldState{
	{field: biblio.FieldTitle, status: undecided, rule: "title-undecided", kind: match.KindTitleCut, recorded: "…"},
	{field: biblio.FieldAuthors, status: undecided, rule: "authors-undecided", kind: match.KindNickname, recorded: "…"},
	{field: biblio.FieldYear, status: undecided, rule: "year-undecided", kind: match.KindPrinted, recorded: "2002"},
	{field: biblio.FieldVenue, status: mixed, rule: "versions-mixed", recorded: "arXiv"},
	{field: biblio.FieldArXiv, status: contested, rule: "identifiers-contradict",
		beside: ident.ID{Scheme: ident.DOI, Value: "10.48550/arXiv.1706.03762"}},
	{field: biblio.FieldDOI, status: refuted, rule: "no-such-identifier"},
	{field: biblio.FieldISBN, status: refuted, rule: "identifier-malformed"},
	{field: biblio.FieldDOI, status: refuted, rule: "identifier-of-other-work",
		recorded: "Random Forests"},
	{field: biblio.FieldDOI, status: contested, rule: "identifier-contested", kind: kindOfOther,
		recorded: "Random Forests"},
	{field: biblio.FieldDOI, status: contested, rule: "identifier-contested", kind: match.KindOtherID,
		recorded: "10.1000/2"},
	{field: biblio.FieldDOI, status: unrecorded, rule: "identifier-unconfirmed"},
	{field: biblio.FieldVenue, status: refuted, rule: "venue-absent"},
	{field: biblio.FieldVenue, status: contested, rule: "contested", kind: kindAbsent},
	{field: biblio.FieldYear, status: contested, rule: "contested", strength: Lead, recorded: "2017"},
	{field: biblio.FieldYear, status: contested, rule: "contested", strength: Note, recorded: "2017"},
	{field: biblio.FieldTitle, status: contested, rule: misread, claimed: "Deeq Learning", recorded: "Deep Learning"},
}

// statuses of the rules that every field has.
var statuses = map[string]fieldStatus{"agrees": confirmed, "variant": variant, "differs": refuted,
	"unrecorded": unrecorded}

// TestCatalogue keeps every sentence about findings in one file.
func TestCatalogue(t *testing.T) {
	var said []string
	have := map[string]bool{}
	say := func(s fieldState) {
		have[s.rule] = true
		s.sources = []string{"crossref"}
		said = append(said, "- "+s.rule+": "+s.field.Label()+": "+message(&s))
	}
	for _, field := range []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldDOI} {
		for _, what := range fieldRules {
			at, ok := statuses[what.suffix]
			if _, explained := Explain(ruleOf(field, what.suffix)); !explained {
				continue
			}
			if !ok {
				t.Errorf("no example of the rules *-%s", what.suffix)
			}
			kind := map[fieldStatus]string{variant: match.KindInitials, refuted: match.KindWord}[at]
			say(fieldState{field: field, rule: ruleOf(field, what.suffix), status: at, kind: kind, recorded: "…"})
		}
	}
	for _, s := range spoken {
		say(s)
	}
	for _, rule := range proving {
		if !have[rule] && rule != "not-found" { // which is about no field
			t.Errorf("no example of the rule %s", rule)
		}
	}
	var explained []string
	for _, topic := range Topics() {
		example := ""
		if topic.Example != "" {
			example = " Example: " + topic.Example
		}
		explained = append(explained, "- "+topic.Word+": "+topic.Short+". "+topic.Long+example)
	}
	var kinds []string
	for _, kind := range kindsOf(t) {
		kinds = append(kinds, "- "+kind+": "+kindText(kind))
	}
	catalogue.Hold(t, filepath.Join("testdata", "messages.txt"), "What the rules say of a reference.", []catalogue.Section{
		{Title: "Sentences about a field, behind its name", Lines: said},
		{Title: "Kinds of variants and differences", Lines: kinds},
		{Title: "Explanations of words", Lines: explained},
	}, ".")
}

// kindsOf returns the kinds of variants and differences named in the code of match and of this package.
func kindsOf(t *testing.T) []string {
	t.Helper()
	kinds := map[string]bool{}
	for _, dir := range []string{".", "../match"} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(strings.ToLower(v.Names[0].Name), "kind") &&
					len(v.Values) == 1 {
					if lit, ok := v.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
						if s, err := strconv.Unquote(lit.Value); err == nil {
							kinds[s] = true
						}
					}
				}
				return true
			})
		}
	}
	return slices.Sorted(maps.Keys(kinds))
}
