package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bonafide-audit/bonafide/row"
)

// ErrNotStream means that the input is not a saved JSON Lines report.
var ErrNotStream = errors.New("not a JSON Lines report of bonafide")

// Broken is the error of an incomplete saved report. What it contains has been rendered.
type Broken struct {
	Findings int   // rows that it contains
	Stated   int   // rows that its summary counts; 0 without one
	Err      error // of the row that could not be read, nil if rows are missing
}

// Error says how much of the report there is.
func (b *Broken) Error() string {
	switch {
	case b.Err != nil:
		return fmt.Sprintf("the report ends after %d %s: %v", b.Findings, plural(b.Findings, "reference"), b.Err)
	case b.Stated > 0:
		return fmt.Sprintf("the report is incomplete: it has %d of %d references", b.Findings, b.Stated)
	}
	return fmt.Sprintf("the report ends after %d %s: the run was interrupted, or the file was cut", b.Findings,
		plural(b.Findings, "reference"))
}

// Unwrap returns the reason why a row could not be read.
func (b *Broken) Unwrap() error { return b.Err }

// Replay reads a saved JSON Lines stream and writes it to w again. The summary is counted anew from the rows,
// so that a truncated stream still ends properly; its error is then a *Broken.
func Replay(r io.Reader, w Writer) (*Summary, error) {
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 0, 1<<20), row.MaxLine)
	p := &replay{w: w}
	for line := 1; scan.Scan(); line++ {
		if len(bytes.TrimSpace(scan.Bytes())) == 0 {
			continue
		}
		if err := p.row(scan.Bytes()); err != nil {
			return p.end(fmt.Errorf("line %d: %w", line, err))
		}
	}
	return p.end(scan.Err())
}

// EachFinding passes the findings of a saved report to take.
func EachFinding(r io.Reader, take func(Finding)) error {
	_, err := Replay(r, each{take: take})
	return err
}

// each is a writer that passes on findings.
type each struct {
	Discard
	take func(Finding)
}

// Finding passes on a finding.
func (e each) Finding(f Finding) error {
	e.take(f)
	return nil
}

// replay writes a saved stream to a writer.
type replay struct {
	w       Writer
	summary *Summary // nil before the first row
	stated  int      // references counted by the summaries read so far
	open    bool     // a run has not ended yet
}

// end ends the report. An error of a row ends it early.
func (p *replay) end(err error) (*Summary, error) {
	if p.summary == nil {
		return nil, cmp.Or(err, ErrNotStream)
	}
	if err != nil && !errors.Is(err, ErrNotStream) && !errors.Is(err, bufio.ErrTooLong) {
		return nil, err // of the writer, or a later schema
	}
	if endErr := p.w.End(p.summary); endErr != nil {
		return p.summary, endErr
	}
	switch {
	case err != nil || p.open:
		return p.summary, &Broken{Findings: p.summary.References, Err: err}
	case p.stated != p.summary.References:
		return p.summary, &Broken{Findings: p.summary.References, Stated: p.stated}
	}
	return p.summary, nil
}

func (p *replay) row(line []byte) error {
	var head struct{ Kind, Schema string }
	if err := json.Unmarshal(line, &head); err != nil {
		return fmt.Errorf("%w: %w", ErrNotStream, err)
	}
	if p.summary == nil && head.Kind != row.KindRun {
		return fmt.Errorf("%w: the first row is not a run", ErrNotStream)
	}
	switch head.Kind {
	case row.KindRun:
		return p.run(line, head.Schema)
	case row.KindProblem:
		var problem Problem
		if err := decode(line, &problem); err != nil {
			return err
		}
		p.summary.Problems++
		return p.w.Problem(problem)
	case row.KindFinding:
		var f Finding
		if err := decode(line, &f); err != nil {
			return err
		}
		p.summary.Add(f)
		return p.w.Finding(f)
	case row.KindSummary:
		return p.counted(line)
	}
	return nil // kinds of later versions are ignored
}

func (p *replay) run(line []byte, schema string) error {
	if schema != row.Schema {
		return fmt.Errorf("schema %q: this program reads %q", schema, row.Schema)
	}
	var run Run
	if err := decode(line, &run); err != nil {
		return err
	}
	p.open = true
	if p.summary != nil {
		return nil // concatenated streams
	}
	p.summary = NewSummary(run)
	return p.w.Begin(run)
}

// counted reads a summary: the counts are made anew, except for what no row contains.
func (p *replay) counted(line []byte) error {
	var counted row.Summary
	if err := decode(line, &counted); err != nil {
		return err
	}
	p.open = false
	p.stated += counted.References
	p.summary.Mentions += counted.Mentions
	p.summary.Documents += counted.Documents
	for why, n := range counted.PassedOver {
		p.summary.PassedOver[why] += n
	}
	return nil
}

func decode(line []byte, to any) error {
	if err := json.Unmarshal(line, to); err != nil {
		return fmt.Errorf("%w: %v", ErrNotStream, err)
	}
	return nil
}
