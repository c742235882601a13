package runs

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Options are the user's options of a run. This is the only list of them on the server: forms, pages, JSON and the
// description of the API are derived from its fields, and client.Options has the same fields. A field is a switch, a
// word or, with the tag form for the form name of each value, several words. Its other tags are
//   - page: its label on pages, if that is not doc
//   - with: another option, without which pages do not show it
//   - lacks: completes "this server …" in the refusal if the operator does not offer the switch; switches without
//     it are always offered
type Options struct {
	Cited   bool     `json:"cited,omitempty" doc:"only entries that the text cites"`
	Explain bool     `json:"explain,omitempty" doc:"rows say what moved their scores" page:"show what moved each score"`
	Claims  bool     `json:"claims,omitempty" doc:"compare citing sentences with the cited works" page:"compare citing sentences with the cited papers"`
	Online  bool     `json:"online,omitempty" doc:"ask the services too" page:"ask the services too: the references are sent to them" lacks:"asks no services"`
	Sources []string `json:"sources,omitempty" form:"source" doc:"services to ask; the usual ones when absent" page:"Services that are asked" with:"online"`
	Model   bool     `json:"model,omitempty" doc:"let the operator's language model help" page:"let the language model help: questions and references are sent to it" lacks:"asks no language model"`
	Scheme  string   `json:"scheme,omitempty" maxLength:"40" doc:"how verdicts are labelled; the codes when absent" page:"Labels"`
	// Alike makes rows independent of the order in which papers are checked, as venues need it: works verified
	// before are not reused.
	Alike bool `json:"-"`
}

// FormName returns the form name of a field of Options, "" for one that users do not choose.
func FormName(field *reflect.StructField) string {
	if field.Tag.Get("json") == "-" {
		return ""
	}
	return cmp.Or(field.Tag.Get("form"), jsonName(field))
}

func jsonName(field *reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

func (o *Options) fields() iter.Seq2[*reflect.StructField, reflect.Value] {
	return func(yield func(*reflect.StructField, reflect.Value) bool) {
		values := reflect.ValueOf(o).Elem()
		for _, field := range reflect.VisibleFields(values.Type()) {
			if FormName(&field) != "" && !yield(&field, values.FieldByIndex(field.Index)) {
				return
			}
		}
	}
}

// Set sets an option from a value in a form; unknown names are ignored.
func (o *Options) Set(name, value string) {
	for field, to := range o.fields() {
		switch {
		case FormName(field) != name:
		case to.Kind() == reflect.Bool:
			to.SetBool(value == "on" || value == "true")
		case to.Kind() == reflect.Slice:
			to.Set(reflect.Append(to, reflect.ValueOf(value)))
		default:
			to.SetString(value)
		}
	}
}

// Offers are the values that a server offers of each option, by its form name; any value offers a switch.
type Offers map[string][]string

// Has reports whether an option is offered.
func (o Offers) Has(name string) bool { return len(o[name]) > 0 }

// Refuse returns an error for the first option whose value is not offered.
func (o Offers) Refuse(opt *Options) error {
	for field, value := range opt.fields() {
		name, offered := FormName(field), o[FormName(field)]
		unknown := func(word string) bool { return !slices.Contains(offered, word) }
		lacks := field.Tag.Get("lacks")
		switch value := value.Interface().(type) {
		case bool:
			if value && lacks != "" && !o.Has(name) {
				return fmt.Errorf("this server %s: leave %s out", lacks, name)
			}
		case string:
			if value != "" && unknown(value) {
				return fmt.Errorf("%s: use one of %s", jsonName(field), strings.Join(offered, ", "))
			}
		case []string:
			if slices.ContainsFunc(value, unknown) {
				return fmt.Errorf("%s: use some of %s", jsonName(field), strings.Join(offered, ", "))
			}
		}
	}
	return nil
}

// Choice is an option as pages show it.
type Choice struct {
	Name   string       // in forms
	Kind   reflect.Kind // a switch (Bool), a word (String) or several words (Slice)
	Label  string
	Values []string // that are offered
	Now    any      // its value: a bool, a string or a []string
}

// Choices returns the options between which users can choose, with their present values.
func (o Offers) Choices(opt *Options) (list []Choice) {
	for field, value := range opt.fields() {
		c := Choice{Name: FormName(field), Kind: value.Kind(), Now: value.Interface(),
			Label: cmp.Or(field.Tag.Get("page"), field.Tag.Get("doc")), Values: o[FormName(field)]}
		shown := len(c.Values) > 1
		if c.Kind == reflect.Bool {
			shown = field.Tag.Get("lacks") == "" || o.Has(c.Name)
		}
		if with := field.Tag.Get("with"); shown && (with == "" || o.Has(with)) {
			list = append(list, c)
		}
	}
	return list
}

// Reading returns the options for reading the files of a run.
func (o Options) Reading() extract.Options { return extract.Options{Cited: o.Cited} }

// open opens the sources of a run with these options, and says how it is run; the caller must call release when done.
func (w *Worker) open(opt Options) (s *setup.Setup, how run.Options, release func(), err error) {
	labels, err := run.Scheme(cmp.Or(opt.Scheme, judge.Codes))
	if err != nil {
		return nil, how, nil, &run.Unread{Err: err}
	}
	if s, release, err = w.Sources(opt); err != nil {
		return nil, how, nil, err
	}
	return s, run.Options{
		Version: w.Version, Reading: opt.Reading(), Jobs: w.Jobs, Today: run.Day(time.Now()), Within: w.Within,
		Labels: labels, Explain: opt.Explain, Claims: w.claims(opt, s),
	}, release, nil
}
