package setup

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

// BenchmarkAsk measures one question through the whole chain and over HTTP, by provider: what bonafide adds to
// the time of a model.
func BenchmarkAsk(b *testing.B) {
	s := llmtest.New(b, llmtest.Say(yes))
	s.Demand(plantedKey)
	for _, name := range []string{"openai", "anthropic", "gemini", "compatible"} {
		b.Run(name, func(b *testing.B) {
			set, err := OpenModels(Models{Model: name + ":small", Cache: NoModels, Env: environment(modelKeys),
				Table: map[string]any{"provider": map[string]any{name: providerTables(s.URL)[name]}}})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := set.Main().Ask(context.Background(), question("x")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
