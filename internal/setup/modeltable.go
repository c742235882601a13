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
