package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
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
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// acceptOptions are the flags of accept.
type acceptOptions struct {
	reason string
	all    bool
	asOf   string
}

// newAcceptCommand writes down that findings were looked at and accepted.
func newAcceptCommand() *cobra.Command {
	var opt acceptOptions
	cmd := &cobra.Command{
		Use:   "accept KEY CODE... --reason TEXT [FILE]",
		Short: "Accept a finding: it is shown as such and no longer fails a run",
		Long: `accept writes into .bonafide.toml that you have looked at a finding of an entry and
accept it, with your reason and the day. The file stands beside the bibliography,
or in a folder above it; comments and layout of a file that is there stay. Runs of
check show the finding as accepted and do not count it, until a claimed field of
the entry changes.

FILE is the bibliography or paper, or a report that "check --format jsonl" saved;
without it the only .bib file of the current folder. --all accepts every finding of
a saved report.

In a .bib file a comment in or directly above the entry does the same:

  % bonafide: ignore H6: the pages are those of the offprint`,
		Example: `  bonafide accept smith2020 H4 --reason "the year online is meant" refs.bib
  bonafide accept smith2020 H4 H6 --reason "checked in the library" findings.jsonl
  bonafide accept --all --reason "known before we began" findings.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return runAccept(cmd, args, opt) },
	}
	flags := cmd.Flags()
	flags.StringVar(&opt.reason, "reason", "", "why the finding is accepted")
	flags.BoolVar(&opt.all, "all", false, "accept every finding of a saved report")
	flags.StringVar(&opt.asOf, "as-of", "", "the day to write down, as 2026-11-21 (default: today)")
	return cmd
}

func runAccept(cmd *cobra.Command, args []string, opt acceptOptions) error {
	if opt.reason = strings.TrimSpace(opt.reason); opt.reason == "" {
		return cli.UsageError(errors.New("say why: --reason \"…\""))
	}
	date, err := day(opt.asOf)
	if err != nil {
		return cli.UsageError(err)
	}
	key, codes, file, err := acceptArguments(args, opt.all)
	if err != nil {
		return cli.UsageError(err)
	}
	findings, err := toAccept(file, key, codes)
	if err != nil {
		return cli.UsageError(err)
	}
	byPath := map[string][]accept.Accepted{}
	for _, f := range findings {
		path := cmp.Or(accept.Find(filepath.Dir(f.file)), filepath.Join(filepath.Dir(f.file), accept.FileName))
		f.Reason, f.Date = opt.reason, toml.LocalDate{Year: date.Year, Month: date.Month, Day: date.Day}
		byPath[path] = append(byPath[path], f.Accepted)
	}
	for path, list := range byPath {
		if err := writeAccepted(path, list); err != nil {
			return err
		}
		for _, a := range list {
			fmt.Fprintf(cmd.OutOrStdout(), "accepted %s of %s in %s\n", a.Code, report.Visible(a.Entry), accept.Shown(path))
		}
	}
	return nil
}

// acceptArguments takes KEY CODE... [FILE] apart, with --all only FILE.
func acceptArguments(args []string, all bool) (key string, codes []string, file string, err error) {
	if all {
		if len(args) != 1 {
			return "", nil, "", errors.New("--all takes one saved report: bonafide accept --all --reason \"…\" findings.jsonl")
		}
		return "", nil, args[0], nil
	}
	usage := fmt.Errorf("name the entry and what is accepted of it: bonafide accept KEY CODE... --reason \"…\" [FILE]; codes are %s", strings.Join(accept.Codes(), ", "))
	if len(args) < 2 {
		return "", nil, "", usage
	}
	key = args[0]
	for i, arg := range args[1:] {
		code := strings.ToUpper(arg)
		if accept.Acceptable(code) {
			codes = append(codes, code)
			continue
		}
		if i != len(args)-2 || len(codes) == 0 {
			return "", nil, "", usage
		}
		file = arg
	}
	if file == "" {
		if file, err = onlyBibliography(); err != nil {
			return "", nil, "", err
		}
	}
	return key, codes, file, nil
}

// onlyBibliography gives the only .bib file of the current folder.
func onlyBibliography() (string, error) {
	list, _ := filepath.Glob("*.bib")
	if len(list) != 1 {
		return "", fmt.Errorf("%s here: name the file, as in bonafide accept KEY CODE --reason \"…\" refs.bib", counted(len(list), ".bib file"))
	}
	return list[0], nil
}

// acceptable is a finding that may be accepted, and the file that it stands in.
type acceptable struct {
	accept.Accepted
	file string
}

// toAccept gives what is accepted: codes of an entry, or without a key every code
// of a saved report that accuses or leaves open.
func toAccept(file, key string, codes []string) ([]acceptable, error) {
	if strings.EqualFold(filepath.Ext(file), ".jsonl") {
		return savedFindings(file, key, codes)
	}
	if key == "" {
		return nil, fmt.Errorf("%s is no saved report: bonafide check --format jsonl writes one", file)
	}
	doc, err := extract.ReadFile(file, extract.Options{})
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(doc.References, func(r biblio.Reference) bool { return r.Key == key || r.ID == key })
	if at < 0 {
		return nil, fmt.Errorf("%s has no entry %q: \"bonafide extract --format text %s\" lists them", file, key, file)
	}
	var list []acceptable
	for _, code := range codes {
		list = append(list, acceptable{accept.Accepted{Entry: key, Code: code, Claims: accept.Digest(doc.References[at].Claimed.Flat())}, file})
	}
	return list, nil
}

// savedFindings finds what is accepted among the rows of a saved report.
func savedFindings(file, key string, codes []string) ([]acceptable, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var list []acceptable
	var others []string // of the entry, where it has not all the codes
	met := false
	err = report.EachFinding(in, func(f report.Finding) {
		if key == "" && f.Suppressed == "" {
			list = append(list, acceptableOf(&f, f.CodesQuestioned())...)
		}
		if key != "" && (f.Key == key || f.ID == key) {
			met = true
			list = append(list, acceptableOf(&f, codes)...)
			if slices.ContainsFunc(codes, func(c string) bool { return !slices.Contains(f.Codes, c) }) {
				others = f.Codes
			}
		}
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	case key != "" && !met:
		return nil, fmt.Errorf("%s has no reference %q: \"bonafide report --all %s\" lists them", file, key, file)
	case others != nil:
		return nil, fmt.Errorf("%s: the codes of %q are %s", file, key, strings.Join(others, ", "))
	case len(list) == 0:
		return nil, fmt.Errorf("%s has no finding that could be accepted", file)
	}
	return list, nil
}

func acceptableOf(f *report.Finding, codes []string) []acceptable {
	var list []acceptable
	for _, code := range codes {
		list = append(list, acceptable{accept.Accepted{Entry: cmp.Or(f.Key, f.ID), Code: code, Claims: accept.Digest(f.Claimed)}, f.File})
	}
	return list
}

// writeAccepted adds findings to a file in one step.
func writeAccepted(path string, list []accept.Accepted) error {
	data, err := accept.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return cli.UsageError(err)
	}
	for _, a := range list {
		if data, err = accept.Add(path, data, a); err != nil {
			return cli.UsageError(err)
		}
	}
	if err := formats.Write(path, data, 0o644); err != nil {
		return cli.Failure(err)
	}
	return nil
}
