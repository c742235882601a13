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
	{field: biblio.FieldTitle, status: InDoubt, rule: "title-undecided", kind: match.KindTitleCut, recorded: "…"},
	{field: biblio.FieldAuthors, status: InDoubt, rule: "authors-undecided", kind: match.KindNickname, recorded: "…"},
	{field: biblio.FieldYear, status: InDoubt, rule: "year-undecided", kind: match.KindPrinted, recorded: "2002"},
	{field: biblio.FieldVenue, status: Mixed, rule: "versions-mixed", recorded: "arXiv"},
	{field: biblio.FieldArXiv, status: Contested, rule: "identifier-contested",
		beside: ident.ID{Scheme: ident.DOI, Value: "10.48550/arXiv.1706.03762"}},
	{field: biblio.FieldDOI, status: Refuted, rule: "no-such-identifier"},
	{field: biblio.FieldISBN, status: Refuted, rule: "identifier-malformed"},
	{field: biblio.FieldDOI, status: Refuted, rule: "identifier-of-other-work",
		recorded: "Random Forests"},
	{field: biblio.FieldDOI, status: Contested, rule: "identifier-contested", kind: kindOfOther,
		recorded: "Random Forests"},
	{field: biblio.FieldDOI, status: Contested, rule: "identifier-contested", kind: match.KindOtherID,
		recorded: "10.1000/2"},
	{field: biblio.FieldDOI, status: Unrecorded, rule: "identifier-unconfirmed"},
	{field: biblio.FieldVenue, status: Refuted, rule: "venue-absent"},
	{field: biblio.FieldVenue, status: Contested, rule: "contested", kind: kindAbsent},
	{field: biblio.FieldYear, status: Contested, rule: "contested", strength: Lead, recorded: "2017"},
	{field: biblio.FieldYear, status: Contested, rule: "contested", strength: Note, recorded: "2017"},
	{field: biblio.FieldArXiv, status: Refuted, rule: "identifiers-contradict",
		beside: ident.ID{Scheme: ident.DOI, Value: "10.48550/arXiv.1706.03762"}},
	{field: biblio.FieldDOI, status: Refuted, rule: "identifier-malformed", kind: kindHandle},
	{field: biblio.FieldYear, status: Refuted, rule: impossible, recorded: "it is 2026"},
	{field: biblio.FieldYear, status: Contested, rule: tooOld, recorded: "nothing was printed then"},
	{field: biblio.FieldAuthors, status: Contested, rule: twice, claimed: "Yoshua Bengio"},
	{field: biblio.FieldAuthors, status: Contested, rule: "contested", kind: match.KindExchanged,
		recorded: "Jacob Devlin"},
	{field: biblio.FieldTitle, status: Contested, rule: misread, claimed: "Deeq Learning", recorded: "Deep Learning"},
}

// TestCatalogue keeps every sentence about findings in one file.
func TestCatalogue(t *testing.T) {
	var said []string
	have := map[string]bool{}
	say := func(s fieldState) {
		have[s.rule] = true
		if s.status != StatusOf(s.rule) {
			t.Errorf("%s has the status %s", s.rule, s.status)
		}
		s.sources = []string{"crossref"}
		said = append(said, "- "+s.rule+": "+s.field.Label()+": "+message(&s))
	}
	for _, field := range []biblio.Field{biblio.FieldTitle, biblio.FieldAuthors, biblio.FieldDOI} {
		for _, what := range fieldRules {
			at := StatusOf(ruleOf(field, what.suffix))
			if _, explained := Explain(ruleOf(field, what.suffix)); !explained {
				continue
			}
			if at == NoStatus {
				t.Errorf("no example of the rules *-%s", what.suffix)
			}
			kind := map[Status]string{Variant: match.KindInitials, Refuted: match.KindWord}[at]
			say(fieldState{field: field, rule: ruleOf(field, what.suffix), status: at, kind: kind, recorded: "…"})
		}
	}
	for _, s := range spoken {
		say(s)
	}
	for _, rule := range slices.Sorted(maps.Keys(statuses)) {
		if !have[rule] && rule != "nearest-contested" { // which is about another work
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
