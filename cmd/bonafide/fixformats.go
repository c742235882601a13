package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// formatOptions are the flags of fix that concern formats other than BibTeX.
type formatOptions struct{ style string }

func (o *formatOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.style, "style", "", "printed lists: print entries anew in this style where the wrong part cannot be replaced alone: "+strings.Join(style.Names(), ", "))
}

// check reports a style that does not exist.
func (o *formatOptions) check() error {
	if o.style == "" {
		return nil
	}
	return style.Check(o.style)
}

// fixFormats correct files of formats other than BibTeX.
var fixFormats = func() map[string]func([]byte, []audit.Finding, fix.Options, formatOptions) (fix.Result, error) {
	m := map[string]func([]byte, []audit.Finding, fix.Options, formatOptions) (fix.Result, error){}
	for _, name := range formats.Names() {
		if name == "bibtex" {
			continue
		}
		m[name] = func(src []byte, findings []audit.Finding, policy fix.Options, opt formatOptions) (fix.Result, error) {
			return formats.Fix(name, src, findings, formats.Options{Options: policy, Style: opt.style})
		}
	}
	return m
}()
