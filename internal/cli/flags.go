package cli

// Traits are what is known about a flag besides its declaration.
type Traits uint

// The traits of a flag: its group in help texts, if it is not one of a single command; how help and --resume treat
// it; and, for a flag of check that is not also an option of a run on the server, why not.
const (
	input Traits = 1 << iota
	sources
	models
	shown
	claims
	failing

	rare     // shown only by --help-all
	SameRows // does not change the rows of a check, or is recorded in them: a resumed run may differ in it

	Decides // which works are found, and what is read: a further command on the same inputs needs it

	OfReport   // of the report, which a run has in every format
	OfFiles    // of the files of this machine, and what is known of them
	OfOperator // the operator's, for all runs
)

const anyGroup = rare - 1

// groups are the groups of flags in help texts, in their order; flags of only one command come first.
var groups = []struct {
	of    Traits
	title string
}{
	{0, "Flags"}, {input, "Input"}, {sources, "Sources"}, {models, "Models"}, {shown, "Report"}, {claims, "Claims"},
	{failing, "What fails a run"},
}

// traits are the traits of flags by their names: a flag has the same name and group in every command. Rare flags
// of a command with many are shown by --help-all.
var traits = map[string]Traits{
	"from":          input | OfFiles | Decides,
	"cited":         input,
	"strict-inputs": input | rare | SameRows | OfFiles,
	"resume":        input | rare | SameRows | OfFiles,
	"jobs":          input | rare | SameRows | OfOperator,
	"as-of":         input | rare | OfOperator,

	"corpus":      sources | OfOperator | Decides,
	"online":      sources | Decides,
	"offline":     sources | OfOperator | Decides,
	"contact":     sources | SameRows | OfOperator | Decides,
	"sources":     sources | Decides,
	"within":      sources | rare | SameRows | OfOperator,
	"cache":       sources | rare | SameRows | OfOperator | Decides,
	"memory":      sources | rare | SameRows | OfOperator | Decides,
	"timeout":     sources | rare | SameRows | OfOperator,
	"requests":    sources | rare | SameRows | OfOperator,
	"budget":      sources | rare | OfOperator,
	"budget-time": sources | rare | SameRows | OfOperator,
	"trace":       sources | rare | SameRows | OfOperator,
	"record":      sources | rare | SameRows | OfOperator,
	"replay":      sources | rare | OfOperator | Decides,
	"weights":     sources | rare | OfOperator | Decides,
	"via":         SameRows,

	"model":        models,
	"models":       models | rare | OfOperator,
	"model-budget": models | rare | OfOperator,
	"model-url":    models | rare | OfOperator,
	"model-cache":  models | rare | OfOperator,
	"model-record": models | rare | OfOperator,
	"model-replay": models | rare | OfOperator,

	"format":   shown | SameRows | OfReport,
	"output":   shown | SameRows | OfReport,
	"all":      shown | OfReport,
	"details":  shown | rare | OfReport,
	"only":     shown | OfReport,
	"quiet":    shown | OfReport,
	"summary":  shown | OfReport,
	"annotate": shown | rare | SameRows | OfReport,
	"sort":     shown | rare | OfReport,
	"bom":      shown | rare | OfReport,
	"edits":    shown | rare | OfReport,
	"explain":  shown | rare,
	"scheme":   shown | rare,
	"policy":   shown | rare | OfReport,

	"claims":      claims,
	"texts":       claims | OfFiles,
	"citing-year": claims | rare | OfOperator,

	"fail-on":       failing | SameRows | OfReport,
	"min-checked":   failing | SameRows | OfReport,
	"baseline":      failing | SameRows | OfFiles,
	"since":         shown | rare | SameRows | OfFiles,
	"changed-since": failing | rare | SameRows | OfFiles,
	"no-accepted":   failing | rare | SameRows | OfFiles | Decides,

	"config": OfFiles | Decides,

	// of single commands
	"aliases": rare, "blank-lines": rare, "case": rare, "characters": rare, "delimiters": rare, "indent": rare,
	"months": rare, "wrap": rare, "max-authors": rare, "merge-conflicting": rare, "protect": rare, "urls": rare,
	"max-pages": rare, "max-references": rare, "max-time": rare, "trust-identifiers": rare, "webhook": rare,
	"mail": rare, "mail-from": rare, "mail-pages": rare,
}

// FlagIs reports whether the flag of a name has one of some traits.
func FlagIs(name string, of Traits) bool { return traits[name]&of != 0 }
