package lab

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Pace compares two programs that do the same in turn, each on one core.
type Pace struct {
	Old, New string   // the programs
	Corpus   []string // that both look works up in
	Rounds   int      // how often each does everything
}

// cost is what a program used once.
type cost struct {
	processor time.Duration
	heap      int // most, in megabytes
}

// heapSizes matches what the runtime prints of a collection: the heap before and after it, in megabytes.
var heapSizes = regexp.MustCompile(`(\d+)->(\d+)->\d+ MB`)

// Run checks each input with both programs and returns, per input, the lowest times and heaps, and the ratio of new
// to old: the median of all rounds, and the lowest and highest. A program that fails is an error.
func (p *Pace) Run(ctx context.Context, inputs []string, log func(string)) (result.Table, error) {
	table := result.Table{Title: "Pace", Head: []string{"check of", "old", "new", "ratio", "lowest to highest", "heap"}}
	for _, input := range inputs {
		log(input)
		var old, now []cost
		for round := range p.Rounds {
			order := []string{p.Old, p.New}
			if round%2 == 1 { // so that neither always comes second
				slices.Reverse(order)
			}
			for _, program := range order {
				c, err := p.check(ctx, program, input)
				if err != nil {
					return table, err
				}
				if program == p.Old {
					old = append(old, c)
				} else {
					now = append(now, c)
				}
			}
		}
		table.Rows = append(table.Rows, paceRow(filepath.Base(input), old, now))
	}
	return table, nil
}

func (p *Pace) check(ctx context.Context, program, input string) (c cost, err error) {
	args := []string{"check", "--format", "jsonl", input}
	for _, folder := range p.Corpus {
		args = append(args, "--corpus", folder)
	}
	run := exec.CommandContext(ctx, program, args...)
	run.Env = append(os.Environ(), "GOMAXPROCS=1", "GODEBUG=gctrace=1")
	var notes bytes.Buffer
	run.Stderr = &notes
	var exit *exec.ExitError
	if err = run.Run(); errors.As(err, &exit) && exit.ExitCode() == 1 { // findings
		err = nil
	}
	if err != nil {
		return c, fmt.Errorf("%s check %s: %w", program, input, err)
	}
	c.processor = run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	for _, m := range heapSizes.FindAllSubmatch(notes.Bytes(), -1) {
		for _, size := range m[1:] {
			n, _ := strconv.Atoi(string(size)) // digits, by the pattern
			c.heap = max(c.heap, n)
		}
	}
	return c, nil
}

func paceRow(name string, old, now []cost) []string {
	ratios := make([]float64, len(old))
	for i := range old {
		ratios[i] = now[i].processor.Seconds() / max(old[i].processor.Seconds(), 1e-3)
	}
	slices.Sort(ratios)
	faster := func(a, b cost) int { return cmp.Compare(a.processor, b.processor) }
	smaller := func(a, b cost) int { return cmp.Compare(a.heap, b.heap) }
	return []string{name, fmt.Sprintf("%.2f s", slices.MinFunc(old, faster).processor.Seconds()),
		fmt.Sprintf("%.2f s", slices.MinFunc(now, faster).processor.Seconds()),
		fmt.Sprintf("%.2f", ratios[len(ratios)/2]), fmt.Sprintf("%.2f to %.2f", ratios[0], ratios[len(ratios)-1]),
		fmt.Sprintf("%d for %d MB", slices.MinFunc(now, smaller).heap, slices.MinFunc(old, smaller).heap)}
}
