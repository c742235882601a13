package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

type dismissOptions struct {
	reason string
	all    bool
	asOf   string
}

// formerName is the old name of the command. It will be removed in the next version.
const formerName = "accept"

func newDismissCommand() *cobra.Command {
	var opt dismissOptions
	cmd := &cobra.Command{
		Use:     "dismiss KEY CODE|FIELD... --reason TEXT [FILE]",
		Aliases: []string{formerName},
		Short:   "Dismiss a finding, so that it no longer fails a run and is not corrected",
		Long: `dismiss writes into .bonafide.toml that you dismiss a finding of an entry, with
your reason and the day. The file is beside the bibliography,
or in a folder above it; comments and layout of an existing file stay. Reports show
the finding as dismissed and do not count it, and no command and no editor corrects
its field, until something that the entry claims changes. A code (H4) stands for all
that is said under it; a field (year, pages) for what is said of that field alone,
until the entry states the field otherwise.

FILE is the bibliography or paper, or a report that "check --format jsonl" saved;
without it the only .bib file of the current folder. --all dismisses every finding of
a saved report.

In a .bib file a comment in or directly above the entry does the same:

  % bonafide: ignore pages: they are those of the offprint`,
		Example: `  bonafide dismiss smith2020 H4 --reason "the year online is meant" refs.bib
  bonafide dismiss smith2020 year pages --reason "checked in the library" findings.jsonl
  bonafide dismiss --all --reason "known before we began" findings.jsonl`,
		ValidArgsFunction: completeDismissed,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.CalledAs() == formerName {
				fmt.Fprintln(cmd.ErrOrStderr(),
					"bonafide: \"accept\" is now called \"dismiss\"; the next version will not know the old name")
			}
			return runDismiss(cmd, args, opt)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.reason, "reason", "", "why the finding is dismissed")
	flags.BoolVar(&opt.all, "all", false, "dismiss every finding of a saved report")
	flags.StringVar(&opt.asOf, "as-of", "", "the day to write down, as 2026-11-21 (default: today)")
	return cmd
}

func runDismiss(cmd *cobra.Command, args []string, opt dismissOptions) error {
	key, parts, file, err := dismissArguments(args, opt.all)
	if err != nil {
		return cli.UsageError(err)
	}
	if opt.reason = strings.TrimSpace(opt.reason); opt.reason == "" {
		return cli.UsageError(errors.New("say why: --reason \"…\""))
	}
	date, err := day(opt.asOf)
	if err != nil {
		return cli.UsageError(err)
	}
	findings, err := toAccept(file, key, parts)
	if err != nil {
		return cli.UsageError(err)
	}
	for i := range findings {
		findings[i].Reason, findings[i].Date = opt.reason, toml.LocalDate{Year: date.Year, Month: date.Month, Day: date.Day}
	}
	byPath, err := byAcceptedFile(findings)
	if err != nil {
		return cli.UsageError(err)
	}
	release, err := accept.Lock(slices.Sorted(maps.Keys(byPath)))
	if err != nil {
		return cli.Failure(err)
	}
	defer release()
	files, err := acceptedFiles(byPath)
	if err != nil {
		return cli.UsageError(err)
	}
	for _, f := range files {
		if err := outfile.Write(f.path, f.text, 0o666); err != nil {
			return cli.Failure(err)
		}
		for _, a := range f.added {
			fmt.Fprintf(cmd.OutOrStdout(), "dismissed %s of %s in %s\n", row.Accepted{Code: a.Code, Field: a.Field}.About(),
				report.Visible(a.Entry), report.Visible(accept.Shown(f.path)))
		}
	}
	return nil
}

// acceptedFile is a file of accepted findings that is to be written.
type acceptedFile struct {
	path  string
	text  []byte
	added []accept.Accepted
}

func byAcceptedFile(findings []acceptable) (map[string][]accept.Accepted, error) {
	byPath := map[string][]accept.Accepted{}
	for _, f := range findings {
		if !accept.IsFile(f.file) {
			return nil,
				fmt.Errorf("%s: there is no such bibliography or paper here; findings inside an archive cannot be dismissed: "+
					"unpack it, and go to the folder in which it was checked", cmp.Or(f.file, "-"))
		}
		dir := filepath.Dir(f.file)
		path := cmp.Or(accept.Find(dir), filepath.Join(dir, accept.FileName))
		byPath[path] = append(byPath[path], f.Accepted)
	}
	return byPath, nil
}

// acceptedFiles returns the files to be written, in the order of their names. If one of them cannot be
// written, none is.
func acceptedFiles(byPath map[string][]accept.Accepted) ([]acceptedFile, error) {
	var files []acceptedFile
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		data, err := accept.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		text, err := accept.AddAll(path, data, byPath[path])
		if err != nil {
			return nil, err
		}
		files = append(files, acceptedFile{path, text, byPath[path]})
	}
	return files, nil
}

// dismissArguments splits KEY CODE|FIELD... [FILE]; with --all, FILE only.
func dismissArguments(args []string, all bool) (key string, parts []accept.What, file string, err error) {
	if all {
		if len(args) != 1 {
			return "", nil, "", errors.New("--all takes one saved report: bonafide dismiss --all --reason \"…\" findings.jsonl")
		}
		return "", nil, args[0], nil
	}
	usage := fmt.Errorf("name the entry and what is dismissed of it: bonafide dismiss KEY CODE|FIELD... "+
		"--reason \"…\" [FILE]; codes are %s; fields are %s", joined(accept.Codes()), joined(biblio.Fields))
	if len(args) < 2 {
		return "", nil, "", usage
	}
	key = args[0]
	for i, arg := range args[1:] {
		if what, ok := accept.ReadWhat(arg); ok {
			parts = append(parts, what)
			continue
		}
		if i != len(args)-2 || len(parts) == 0 {
			return "", nil, "", usage
		}
		file = arg
	}
	if file == "" {
		if file, err = onlyBibliography(); err != nil {
			return "", nil, "", err
		}
	}
	return key, parts, file, nil
}

func onlyBibliography() (string, error) {
	list, _ := filepath.Glob("*.bib")
	if len(list) != 1 {
		return "", fmt.Errorf("%s here: name the file, as in bonafide dismiss KEY CODE --reason \"…\" refs.bib",
			counted(len(list), ".bib file"))
	}
	return list[0], nil
}

// acceptable is a finding that can be accepted, and the file that contains it.
type acceptable struct {
	accept.Accepted
	file string
}

// toAccept returns what is accepted: codes and fields of an entry, or without a key every code of a saved
// report that accuses or is undecided.
func toAccept(file, key string, parts []accept.What) ([]acceptable, error) {
	if strings.EqualFold(filepath.Ext(file), ".jsonl") {
		return savedFindings(file, key, parts)
	}
	if key == "" {
		return nil, fmt.Errorf("%s is not a saved report: bonafide check --format jsonl writes one", file)
	}
	doc, err := extract.ReadFile(file, extract.Options{})
	if err != nil {
		return nil, err
	}
	rows := saved{unseen: true}
	for i := range doc.References {
		ref := &doc.References[i]
		rows.take(
			&report.Finding{Finding: row.Finding{ID: ref.ID, Key: ref.Key, Place: row.Place{File: cmp.Or(ref.Place.File, file)},
				Digest: report.Digest(ref), Claimed: row.Work(ref.Claimed.Flat())}}, key, parts)
	}
	if !rows.met {
		return nil, fmt.Errorf("%s has no entry %q: \"bonafide extract --format text %s\" lists them", file, key, file)
	}
	return rows.meant(), nil
}

func savedFindings(file, key string, parts []accept.What) ([]acceptable, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var rows saved
	if err = report.EachFinding(in, func(f report.Finding) { rows.take(&f, key, parts) }); err != nil {
		return nil, notSaved(file, err)
	}
	list := rows.meant()
	switch {
	case key != "" && !rows.met:
		return nil, fmt.Errorf("%s has no reference %q: \"bonafide report --all %s\" lists them", file, key, file)
	case len(list) == 0 && rows.others != nil:
		return nil, fmt.Errorf("%s: what can be dismissed of %q: %s", file, key, strings.Join(rows.others, ", "))
	case len(list) == 0:
		return nil, fmt.Errorf("%s has no finding that could be dismissed", file)
	case slices.ContainsFunc(list, func(a acceptable) bool { return a.Claims == "" }):
		return nil,
			fmt.Errorf("%s is of another program or an earlier version, without digests of what entries claim: run \"bonafide "+
				"check --format jsonl\" again", file)
	}
	return list, nil
}

// saved is what is accepted from the rows of a saved report, or from a document.
type saved struct {
	keyed, named []acceptable // with the requested key, and with the requested id
	met          bool
	unseen       bool     // the findings are unknown: what is requested is accepted
	others       []string // what a reference has that lacks some of the request
}

// meant returns what is accepted of all references with the key, otherwise of the one with the id.
func (s *saved) meant() []acceptable {
	if len(s.keyed) > 0 {
		return s.keyed
	}
	return s.named
}

// take adds what is accepted of a row: the codes of the requested reference, or without a key all codes.
func (s *saved) take(f *report.Finding, key string, parts []accept.What) {
	if key == "" {
		if f.Suppressed == "" {
			for _, code := range f.CodesQuestioned() {
				s.keyed = append(s.keyed, acceptable{accept.What{Code: code}.OfRow(f), f.File})
			}
		}
		return
	}
	if f.Key != key && f.ID != key {
		return
	}
	s.met = true
	fields := f.FieldsQuestioned()
	if !s.unseen && slices.ContainsFunc(parts, func(w accept.What) bool {
		if w.Field != "" {
			return !slices.Contains(fields, biblio.Field(w.Field))
		}
		return !slices.Contains(f.Codes, w.Code)
	}) {
		if s.others = f.Codes; len(fields) > 0 {
			s.others = append(slices.Clone(f.Codes), joined(fields))
		}
		return
	}
	to := &s.named
	if f.Key == key {
		to = &s.keyed
	}
	for _, what := range parts {
		*to = append(*to, acceptable{what.OfRow(f), f.File})
	}
}
