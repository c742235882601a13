package llm_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// TestAbsurdCounts: impossible counts neither use up a budget nor refund it; the text is counted instead.
func TestAbsurdCounts(t *testing.T) {
	for _, u := range []llm.Usage{{Input: 1 << 60, Output: 10}, {Input: 100, Output: 1 << 60},
		{Input: -1 << 60, Output: 10}, {Input: 10, Output: -1 << 40}, {Input: 10, Output: 1, Searches: -5}, {}} {
		m := llm.NewMeter(llm.Cap{Tokens: 20_000, Dollars: 1})
		asked := m.OverCache(m.OverProvider(&fake{say: func(llm.Request) (llm.Response, error) {
			return llm.Response{Text: `{"n":1}`, Model: "m", Usage: u}, nil
		}}, llm.Price{Input: 1, Output: 2, Search: 10}))
		for range 3 {
			if _, err := asked.Ask(t.Context(), number("one")); err != nil {
				t.Errorf("%+v: %v", u, err)
			}
		}
		got := m.Totals()[0]
		if used := got.Usage; used.Input < 30 || used.Input > 2000 || used.Output < 3 || used.Output > 100 ||
			got.Dollars <= 0 || got.Dollars > 0.01 {
			t.Errorf("%+v: counted as %+v, %f dollars", u, used, got.Dollars)
		}
	}
}
