package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// rowMax bounds one row of a saved stream, in bytes.
const rowMax = 64 << 20

// ErrNotStream means that the input is no saved JSON Lines report.
var ErrNotStream = errors.New("not a JSON Lines report of bonafide")

// Replay reads a saved JSON Lines stream and writes it to w again. The
// summary is counted anew from the rows, so that a stream that was cut still ends well.
func Replay(r io.Reader, w Writer) (*Summary, error) {
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 0, 1<<20), rowMax)
	var summary *Summary
	for line := 1; scan.Scan(); line++ {
		if len(scan.Bytes()) == 0 {
			continue
		}
		if err := replayRow(scan.Bytes(), w, &summary); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if err := scan.Err(); err != nil {
		return nil, err
	}
	if summary == nil {
		return nil, ErrNotStream
	}
	return summary, w.End(summary)
}

func replayRow(row []byte, w Writer, summary **Summary) error {
	var head struct{ Kind, Schema string }
	if err := json.Unmarshal(row, &head); err != nil {
		return fmt.Errorf("%w: %v", ErrNotStream, err)
	}
	if *summary == nil && head.Kind != KindRun {
		return fmt.Errorf("%w: the first row is not a run", ErrNotStream)
	}
	switch head.Kind {
	case KindRun:
		if head.Schema != Schema {
			return fmt.Errorf("schema %q: this program reads %q", head.Schema, Schema)
		}
		var run Run
		if err := json.Unmarshal(row, &run); err != nil {
			return err
		}
		if *summary != nil {
			return nil // streams that were joined end to end
		}
		*summary = NewSummary(run)
		return w.Begin(run)
	case KindProblem:
		var p Problem
		if err := json.Unmarshal(row, &p); err != nil {
			return err
		}
		(*summary).Problems++
		return w.Problem(p)
	case KindFinding:
		var f Finding
		if err := json.Unmarshal(row, &f); err != nil {
			return err
		}
		(*summary).Add(f)
		return w.Finding(f)
	case KindSummary: // counted anew, but for what no row says
		var counted struct {
			Documents  int            `json:"documents"`
			PassedOver map[string]int `json:"passed_over"`
		}
		if err := json.Unmarshal(row, &counted); err != nil {
			return err
		}
		(*summary).Documents += counted.Documents
		for why, n := range counted.PassedOver {
			if (*summary).PassedOver == nil {
				(*summary).PassedOver = map[string]int{}
			}
			(*summary).PassedOver[why] += n
		}
	}
	return nil // kinds of later versions are passed over
}
