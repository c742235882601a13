package setup

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Cached answers of models that are older, and the oldest beyond a size, are removed when a run begins.
const (
	keepModelAnswers = 180 * 24 * time.Hour
	mostModelAnswers = 512 << 20
)

// jobsOfModel is how many questions one model is asked at the same time, and answerTime how long an answer may take.
const (
	jobsOfModel = 4
	answerTime  = 2 * time.Minute
)

// modelBuilder creates each model once.
type modelBuilder struct {
	models Models
	table  modelTable
	made   map[string]llm.Model
	meter  *llm.Meter
	cap    llm.Cap
	tape   *llm.Tape
	cache  *llm.Cache
	limit  time.Duration
}

// open prepares what all models share.
func (b *modelBuilder) open() error {
	text := b.models.Budget
	if text == "" {
		text = strings.Trim(string(b.table.Budget), `"`)
	}
	var err error
	if text != "" && text != "null" {
		if b.cap, err = readBudget(text); err != nil {
			return err
		}
	}
	b.meter = llm.NewMeter(b.cap)
	if b.table.Timeout != "" {
		if b.limit, err = time.ParseDuration(b.table.Timeout); err != nil || b.limit <= 0 {
			return errors.New("[models]: timeout is a duration like \"90s\"")
		}
	}
	switch {
	case b.models.Record != "" && b.models.Replay != "":
		return errors.New("models are either recorded or replayed")
	case b.models.Replay != "":
		b.tape, err = llm.Replay(b.models.Replay)
		return err
	case b.models.Record != "":
		if b.tape, err = llm.Record(b.models.Record); err != nil {
			return err
		}
	}
	dir := cmp.Or(b.models.Cache, b.table.Cache, userPath("models"))
	if dir == NoModels || dir == "" {
		return nil
	}
	b.cache, err = llm.OpenCache(dir, keepModelAnswers, mostModelAnswers)
	return err
}

// model builds the chain of one model: its requests pass the recording, the cache, the schema check, the budget
// and the limit of concurrent questions.
func (b *modelBuilder) model(name string) (llm.Model, error) {
	if m, ok := b.made[name]; ok {
		return m, nil
	}
	m, err := b.chain(name)
	if err != nil {
		return nil, err
	}
	m = b.meter.OverCache(m)
	b.made[name] = m
	return m, nil
}

func (b *modelBuilder) chain(name string) (llm.Model, error) {
	if b.models.Replay != "" {
		return b.tape.Over(nil, name), nil
	}
	a, err := b.models.address(b.table, name)
	if err != nil {
		return nil, err
	}
	a.version = b.models.Version
	a.table.timeout = cmp.Or(a.table.timeout, b.limit)
	if b.models.State != nil {
		a.state = b.models.State(transport.NameFor(a.service(), a.key), transport.ModelsPolicy(a.service()), transport.Pace{})
	}
	m, err := a.open()
	if err != nil {
		return nil, err
	}
	price, err := b.price(a)
	if err != nil {
		return nil, err
	}
	m = llm.Headroom(b.meter.OverProvider(m, price), a.thoughts())
	m = llm.Checked(b.meter.Limit(m, cmp.Or(a.table.Jobs, b.table.Jobs, a.slots()), cmp.Or(a.table.timeout, answerTime)))
	if b.cache != nil {
		m = b.cache.Over(m, a.ident())
	}
	if b.tape != nil {
		m = b.tape.Over(m, name)
	}
	return m, nil
}

// price returns what a model costs; a budget in dollars requires a known price.
func (b *modelBuilder) price(a address) (llm.Price, error) {
	price, known := a.price(b.table)
	if b.cap.Dollars > 0 && !known {
		return price,
			fmt.Errorf("what %s costs is not known, so that no budget in dollars can be kept: give [models.price.%q] in the "+
				"configuration file, or a budget in tokens", a.name, a.model)
	}
	return price, nil
}
