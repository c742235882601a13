package setup

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/llm/role"
)

// modelTable is the table [models] of the configuration file.
type modelTable struct {
	Default  string                   `json:"default"` // "provider:model" of every role without its own
	URL      string                   `json:"url"`     // of the provider of Default
	Roles    []string                 `json:"roles"`
	Role     map[string]string        `json:"role"`   // models of single roles
	Budget   json.RawMessage          `json:"budget"` // dollars, or "500000 tokens"
	Cache    string                   `json:"cache"`  // folder, "none" for none
	Jobs     int                      `json:"jobs"`   // concurrent questions to one model
	Timeout  string                   `json:"timeout"`
	Provider map[string]providerTable `json:"provider"`
	Price    map[string]llm.Price     `json:"price"`
}

// providerTable is one of the tables [models.provider.NAME].
type providerTable struct {
	Kind       string            `json:"kind"` // one of Providers, if NAME is the user's own
	URL        string            `json:"url"`
	Key        string            `json:"key" secret:"true"`
	KeyEnv     string            `json:"key_env"`
	KeyHeader  string            `json:"key_header"`
	APIVersion string            `json:"api_version"`
	Format     string            `json:"format"`
	Search     string            `json:"search"`
	Stream     bool              `json:"stream"`
	Effort     string            `json:"effort"` // how much a model thinks: "low", "high", in the provider's terms
	Header     map[string]string `json:"header" secret:"true"`
	Jobs       int               `json:"jobs"`
	Thoughts   *int              `json:"thoughts"` // tokens for what a model thinks before it answers
	Timeout    string            `json:"timeout"`
	timeout    time.Duration
}

// ModelKeyShown reports whether the value of a key of the table [models], given in its parts, is no secret: it
// must be one of the fields above. Any other may be a key, also a misspelt one.
func ModelKeyShown(parts []string) bool {
	t := reflect.TypeFor[modelTable]()
	for _, part := range parts {
		switch t.Kind() {
		case reflect.Map:
			t = t.Elem()
		case reflect.Struct:
			fields := reflect.VisibleFields(t)
			i := slices.IndexFunc(fields, func(f reflect.StructField) bool {
				return f.IsExported() && f.Tag.Get("json") == part && f.Tag.Get("secret") == ""
			})
			if i < 0 {
				return false
			}
			t = fields[i].Type
		default:
			return false
		}
	}
	return t.Kind() != reflect.Map && t.Kind() != reflect.Struct
}

// CheckModels returns what is wrong with the table [models]. Nothing is opened or asked.
func CheckModels(free map[string]any) error {
	t, err := readModels(free)
	if err != nil {
		return err
	}
	_, err = (&Models{}).asked(t)
	return err
}

// readModels decodes the table from the file. Unknown names are errors, and no error quotes a value, since it
// may be a key.
func readModels(free map[string]any) (modelTable, error) {
	var t modelTable
	data, err := json.Marshal(free)
	if err != nil {
		return t, errors.New("[models]: cannot be read")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return t, fmt.Errorf("[models]: %s must be a %s, not a %s", wrong.Field, wrong.Type, wrong.Value)
		}
		return t, fmt.Errorf("[models]: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	for name, p := range t.Provider {
		if p.Thoughts != nil && (*p.Thoughts < 0 || *p.Thoughts > 1<<20) {
			return t, fmt.Errorf("[models.provider.%s]: thoughts is a number of tokens", name)
		}
		p.Timeout = cmp.Or(p.Timeout, t.Timeout)
		if p.Timeout != "" {
			if p.timeout, err = time.ParseDuration(p.Timeout); err != nil || p.timeout <= 0 {
				return t, fmt.Errorf("[models.provider.%s]: timeout is a duration like \"90s\"", name)
			}
		}
		t.Provider[name] = p
	}
	for name, p := range t.Price {
		if !(p.Input >= 0 && p.Output >= 0 && p.Search >= 0) {
			return t, fmt.Errorf("[models.price]: %q has a negative price", name)
		}
	}
	return t, nil
}

// readBudget reads "2.50" or "$2.50" as dollars and "500000 tokens" as tokens; both may be given,
// separated by a comma.
func readBudget(text string) (llm.Cap, error) {
	var b llm.Cap
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if number, ok := strings.CutSuffix(part, "tokens"); ok {
			n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(number), "_", ""))
			if err != nil || n <= 0 {
				return b, errBudget
			}
			b.Tokens = n
			continue
		}
		f, err := strconv.ParseFloat(strings.TrimPrefix(part, "$"), 64)
		if err != nil || !(f > 0) || math.IsInf(f, 0) {
			return b, errBudget
		}
		b.Dollars = f
	}
	return b, nil
}

var errBudget = errors.New(
	"a budget for models is an amount in US dollars, like 2.50, or a number of tokens, like \"500000 tokens\"")

// ModelRole is a task that a model can be given.
type ModelRole struct {
	Name  string
	Does  string
	Sends string // what leaves this machine, for people
	Usual bool   // on if a model is named but no roles are
}

// allRoles lists the roles in the order in which a run uses them. What each sends is what its file in
// internal/llm/role puts into a question.
var allRoles = []ModelRole{
	{role.Parser, "reads a reference in which the rules find no title, or are not sure of it",
		"the raw text of that reference", true},
	{role.Crop, "reads the picture of one entry where the text of the page is unreliable",
		"the picture of that entry as it stands on its page, and its text", false},
	{role.Planner, "orders the stages that are left: web, scholar",
		"which stages are left and which confirmed; a digest stands for the reference, none of its text", false},
	{role.Retriever, "looks for a work by the provider's own web search",
		"what a web search would get: title and first author; also to the search engine behind the provider", false},
	{role.Verifier, "scores how well a record agrees with a reference",
		"the reference, the record found and their comparison", true},
	{role.Reviewer, "looks again at records that an identifier or the web gave under another title",
		"the reference, the record, the similarity of the titles and the verifier's answer", true},
	{role.Specialist, "settles between real, potential and hallucinated what the rules leave open",
		"the reference, the records found and their comparison", true},
	{role.Judge, "says by strict rules whether fetched pages support a reference",
		"the reference and what was read from the pages fetched for it", false},
	{role.Revise, "fix only: chooses values of records for fields that the rules of fix leave open",
		"the entry, the records of the version that it cites, and the open fields with what the records state", false},
	{role.ClaimExtractor, "claims only: says which part of a sentence belongs to a mark, and what for",
		"the sentence that cites a work, and its heading", false},
	{role.ClaimMatcher, "claims only: chooses the passages of a cited work that speak to a claim",
		"the clause of a claim, and up to eight passages of the cited work", false},
	{role.ClaimReasoner, "claims only: says whether passages of the cited work say what a claim says",
		"the clause of a claim, and up to four passages of the cited work", true},
	{role.ClaimJudge, "claims only: reads the same again, strictly and without the first answer",
		"the clause of a claim, and up to four passages of the cited work", true},
}

// ModelRoles lists the tasks that a model can be given.
func ModelRoles() []ModelRole { return slices.Clone(allRoles) }

// rolesAsked parses "verifier", "reviewer=anthropic:name", "all" and "none" into a model for each role; ""
// means the model of the run.
func rolesAsked(words []string) (roles map[string]string, err error) {
	roles = map[string]string{}
	for _, word := range words {
		name, model, _ := strings.Cut(strings.TrimSpace(word), "=")
		switch {
		case name == "none" && len(words) == 1:
			return roles, nil
		case name == "all":
			for _, r := range allRoles {
				if _, ok := roles[r.Name]; !ok {
					roles[r.Name] = model
				}
			}
		case knownRole(name):
			roles[name] = model
		default:
			return nil, fmt.Errorf("no role of a model is called %q: use %s, all or none", name, strings.Join(roleNames(), ", "))
		}
	}
	return roles, nil
}

func knownRole(name string) bool {
	return slices.ContainsFunc(allRoles, func(r ModelRole) bool { return r.Name == name })
}

func roleNames() []string {
	var names []string
	for _, r := range allRoles {
		names = append(names, r.Name)
	}
	return names
}

// usualRoles returns the roles that are on if a model is named but no roles are.
func usualRoles() []string {
	var names []string
	for _, r := range allRoles {
		if r.Usual {
			names = append(names, r.Name)
		}
	}
	return names
}
