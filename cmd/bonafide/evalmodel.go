package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// modelUnderTest are the flags of a measurement that asks one model itself, in
// no role.
type modelUnderTest struct{ modelOptions }

// open opens the model.
func (m *modelUnderTest) open(cmd *cobra.Command) (llm.Model, *setup.ModelSet, error) {
	m.Roles, m.Version, m.Table = []string{setup.NoModels}, buildVersion(), configOf(cmd).Models
	set, err := setup.OpenModels(m.Models)
	if err != nil {
		return nil, nil, usageError(err)
	}
	if set.Main() == nil {
		return nil, nil, usageError(errors.New("name the model to ask: --model provider:name"))
	}
	return set.Main(), set, nil
}
