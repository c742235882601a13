package main

import (
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// newLintCommand remarks on a bibliography as a whole.
func newLintCommand() *cobra.Command {
	var sources sourceOptions
	var input inputOptions
	var texts []string
	asJSON := false
	cmd := &cobra.Command{
		Use:   "lint FILE.bib...",
		Short: "Remark on duplicates, missing and unused keys, published preprints and retractions",
		Long: `lint reads the bibliographies as one and remarks on works that stand there twice,
preprints that have been published, retracted works, journals under several
names, and, with --tex, keys that are cited and missing or there and not cited.

Exit status: 0 nothing to remark, 1 remarks, 2 usage, 3 a failure of bonafide itself.`,
		Example: "  bonafide lint refs.bib\n  bonafide lint --tex paper.tex --tex appendix.tex refs.bib",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			cited, err := citedKeys(texts)
			if err != nil {
				return usageError(err)
			}
			docs, unread := readInputs(cmd.InOrStdin(), args, input)
			if len(unread) > 0 {
				return usageError(unread[0])
			}
			s, err := setup.Open(sources.setup())
			if err != nil {
				return usageError(err)
			}
			defer s.Close()
			s.Auditor.Jobs = runtime.NumCPU()
			var refs []biblio.Reference
			for _, d := range docs {
				refs = append(refs, d.References...)
			}
			uniqueIDs(refs)
			var findings []audit.Finding
			if err := s.Auditor.All(cmd.Context(), refs, func(f audit.Finding) error {
				findings = append(findings, f)
				return nil
			}); err != nil {
				return failure(err)
			}
			remarks := fix.Lint(findings, cited)
			enc := json.NewEncoder(cmd.OutOrStdout())
			enc.SetEscapeHTML(false)
			for _, r := range remarks {
				if asJSON {
					err = enc.Encode(r)
				} else {
					_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d: %s: %s: %s\n", r.Line, report.Visible(r.Key), r.Rule, report.Visible(r.Message))
				}
				if err != nil {
					return failure(err)
				}
			}
			if len(remarks) > 0 {
				return &exitError{status: exitFindings}
			}
			return nil
		},
	}
	sources.flags(cmd)
	input.flags(cmd)
	cmd.Flags().StringArrayVar(&texts, "tex", nil, "LaTeX source that cites the bibliography, may be repeated")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each remark")
	return cmd
}

// citedKeys gives the keys that LaTeX sources cite, nil when there are none.
func citedKeys(texts []string) (map[string]bool, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	cited := map[string]bool{}
	for _, name := range texts {
		src, err := readBytes(nil, name)
		if err != nil {
			return nil, err
		}
		for _, c := range latex.Cites(latex.Mask(string(src))) {
			cited[c.Key] = true
		}
	}
	return cited, nil
}
