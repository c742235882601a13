package setup

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Account is what one run may ask of services and models, and what it has asked.
// Runs that share a setup have one each.
type Account struct {
	setup    *Setup
	services *transport.Account
	models   *llm.Meter // nil without models
}

// Account opens the account of one run.
func (s *Setup) Account() *Account {
	return &Account{s, transport.NewAccount(s.requests), s.Models.Meter()}
}

// With makes what is asked under the context count on the account.
func (a *Account) With(ctx context.Context) context.Context {
	ctx = transport.WithAccount(ctx, a.services)
	if a.models != nil {
		ctx = llm.WithMeter(ctx, a.models)
	}
	return ctx
}

// Cost is what was asked of services and models. It is no part of a report,
// which does not depend on what was kept of earlier answers.
type Cost struct {
	Requests int // that left the machine, to services
	Services int // that they went to
	Left     []Left
	Models   []llm.Total // by role
}

// Left is how many requests of its daily budget a service says are left.
type Left struct {
	Service  string
	Requests int
}

// Cost gives what was asked so far.
func (a *Account) Cost() Cost {
	var c Cost
	c.Requests, c.Services = a.services.Requests()
	if a.models != nil {
		c.Models = a.models.Totals()
	}
	if a.setup.services == nil {
		return c
	}
	for _, st := range a.setup.services.client.Stats() {
		if st.HasRemaining && a.services.Asked(st.Service) {
			c.Left = append(c.Left, Left{st.Service, st.Remaining})
		}
	}
	return c
}
