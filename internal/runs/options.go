package runs

import (
	"cmp"
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// Options are the user's options of a run. This is the only list of them: forms, JSON and the description of
// the API are derived from its fields, and client.Options has the same fields. A field is a switch, a word or,
// with the tag form for the form name of each value, several words.
type Options struct {
	Online  bool     `json:"online,omitempty" doc:"ask the services too"`
	Scheme  string   `json:"scheme,omitempty" maxLength:"40" doc:"how verdicts are labelled; the codes when absent"`
	Plan    string   `json:"plan,omitempty" maxLength:"40" doc:"order in which services are asked; the usual one when absent"`
	Sources []string `json:"sources,omitempty" form:"source" doc:"services to ask; the usual ones when absent"`
	Model   bool     `json:"model,omitempty" doc:"let the operator's language model help"`
	Cited   bool     `json:"cited,omitempty" doc:"only entries that the text cites"`
	Explain bool     `json:"explain,omitempty" doc:"rows say what moved their scores"`
	Claims  bool     `json:"claims,omitempty" doc:"compare citing sentences with the cited works"`
	// Alike makes rows independent of the order in which papers are checked, as venues need it: works verified
	// before are not reused.
	Alike bool `json:"-"`
}

// FormName returns the form name of a field of Options, "" for one that users do not choose.
func FormName(field *reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	if name == "-" {
		return ""
	}
	return cmp.Or(field.Tag.Get("form"), name)
}

// fields iterates over the options that users choose, with their form names.
func (o *Options) fields() iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		values := reflect.ValueOf(o).Elem()
		for _, field := range reflect.VisibleFields(values.Type()) {
			if name := FormName(&field); name != "" && !yield(name, values.FieldByIndex(field.Index)) {
				return
			}
		}
	}
}

// Set sets an option from a value in a form; unknown names are ignored.
func (o *Options) Set(name, value string) {
	for field, to := range o.fields() {
		switch {
		case field != name:
		case to.Kind() == reflect.Bool:
			to.SetBool(value == "on" || value == "true")
		case to.Kind() == reflect.Slice:
			to.Set(reflect.Append(to, reflect.ValueOf(value)))
		default:
			to.SetString(value)
		}
	}
}

// Reading returns the options for reading the files of a run.
func (o Options) Reading() extract.Options { return extract.Options{Cited: o.Cited} }

// options returns the options of a run of this worker over some sources.
func (w *Worker) options(opt Options, s *setup.Setup) (run.Options, error) {
	labels, err := run.Scheme(cmp.Or(opt.Scheme, judge.Codes))
	return run.Options{
		Version: w.Version, Reading: opt.Reading(), Jobs: w.Jobs, Today: run.Day(time.Now()), Within: w.Within,
		Labels: labels, Explain: opt.Explain, Claims: w.claims(opt, s),
	}, err
}
