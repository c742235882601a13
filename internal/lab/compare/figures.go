package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lab"
)

// Recorded is what the checks of the gate measured, each the last time it was run: the file from which the page
// of results is generated.
type Recorded struct {
	About  string          `json:"about"`
	Checks []RecordedCheck `json:"checks"` // in the order of the gate
}

// RecordedCheck is what one check measured.
type RecordedCheck struct {
	Check   string           `json:"check"`
	Command string           `json:"command"`
	Date    string           `json:"date"`
	Cases   int              `json:"cases"`
	Figures []RecordedFigure `json:"figures"`
}

// RecordedFigure is one figure with its 95 % interval.
type RecordedFigure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Best  string  `json:"best"` // "low" or "high"
}

const aboutRecorded = "Written by bonafide-lab gate --record; bonafide-lab results makes doc/results.md of it."

// ReadRecorded reads a file of recorded figures; a missing one has none.
func ReadRecorded(path string) (*Recorded, error) {
	r := &Recorded{About: aboutRecorded}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err == nil {
		err = json.Unmarshal(data, r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// Write writes the file, with its checks in the order of the gate; checks no longer in the gate are dropped.
func (r *Recorded) Write(path string, g *Gate) error {
	var ordered []RecordedCheck
	for i := range g.Checks {
		if at := r.at(g.Checks[i].Name()); at >= 0 {
			ordered = append(ordered, r.Checks[at])
		}
	}
	r.Checks = ordered
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

func (r *Recorded) at(check string) int {
	return slices.IndexFunc(r.Checks, func(c RecordedCheck) bool { return c.Check == check })
}

// Take records what a check measured on a day.
func (r *Recorded) Take(c *GateCheck, measured *lab.Result, day string) {
	made := RecordedCheck{Check: c.Name(), Command: c.command(), Date: day, Cases: measured.N}
	for _, m := range measured.Metrics {
		_, most := c.AtMost[m.Name]
		_, least := c.AtLeast[m.Name]
		if !most && !least {
			continue
		}
		f := RecordedFigure{Name: m.Name, Value: rounded(m.Value), Low: rounded(m.Low), High: rounded(m.High), Best: "high"}
		if most {
			f.Best = "low"
		}
		made.Figures = append(made.Figures, f)
	}
	if at := r.at(made.Check); at >= 0 {
		r.Checks[at] = made
	} else {
		r.Checks = append(r.Checks, made)
	}
}

// command returns the command that measures a check alone.
func (c *GateCheck) command() string {
	line := "bonafide-lab " + c.Suite
	if c.Mode != "" {
		line += " --mode " + c.Mode
	}
	if c.WithoutIdentifiers {
		line += " --without-identifiers"
	}
	return line + " --data ../shared/data"
}

// Markdown returns the table of all figures, and names the checks of a gate without recorded figures.
func (r *Recorded) Markdown(g *Gate) string {
	var b strings.Builder
	b.WriteString("| set | n | figure | value | 95 % interval | better | date |\n|---|---|---|---|---|---|---|\n")
	for _, c := range r.Checks {
		for i, f := range c.Figures {
			name, cases, day := "", "", ""
			if i == 0 {
				name, cases, day = "`"+c.Check+"`", fmt.Sprint(c.Cases), c.Date
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %.4f | %.4f – %.4f | %s | %s |\n", name, cases, f.Name, f.Value, f.Low,
				f.High, f.Best, day)
		}
	}
	var missing []string
	for i := range g.Checks {
		if name := g.Checks[i].Name(); r.at(name) < 0 {
			missing = append(missing, "`"+name+"`")
		}
	}
	if missing != nil {
		b.WriteString("\nNot recorded yet: " + strings.Join(missing, ", ") + ".\n")
	}
	return b.String()
}

// The lines of a page that enclose the table.
const (
	tableBegins = "<!-- figures -->\n"
	tableEnds   = "<!-- end of figures -->\n"
)

// Page returns a page with the table in its place; false if it has no place for it.
func (r *Recorded) Page(page string, g *Gate) (string, bool) {
	head, rest, begins := strings.Cut(page, tableBegins)
	_, tail, ends := strings.Cut(rest, tableEnds)
	return head + tableBegins + "\n" + r.Markdown(g) + "\n" + tableEnds + tail, begins && ends
}
