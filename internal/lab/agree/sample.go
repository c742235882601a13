package agree

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lab/fields"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Item is one line of a sample: a question to a person, with the label that the person does not see.
type Item struct {
	N int `json:"n"` // number shown to the person
	fields.Line
}

// ReadLabels reads the lines written by "bonafide-lab fields --labels".
func ReadLabels(path string) ([]fields.Line, error) {
	var list []fields.Line
	err := result.Each(path, func(line []byte) error {
		var l fields.Line
		if err := json.Unmarshal(line, &l); err != nil || l.Field == "" || l.Label == "" {
			return fmt.Errorf("not a labelled field: %w", orInvalid(err))
		}
		list = append(list, l)
		return nil
	})
	return list, err
}

func orInvalid(err error) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("field or label is missing")
}

// Options say what to draw.
type Options struct {
	N      int      // approximate number
	Least  int      // at least this many of every stratum, as far as available
	Labels []string // only these labels; nil means all
	Seed   uint64
}

// Sample draws lines, stratified by label and field: each stratum contributes its share of N and at least
// Least. The order is shuffled before the lines are numbered, so that neither reveals where a line comes from.
func Sample(list []fields.Line, opt Options) []Item {
	strata := map[string][]fields.Line{}
	total := 0
	for _, l := range list {
		if len(opt.Labels) > 0 && !slices.Contains(opt.Labels, l.Label) {
			continue
		}
		strata[l.Label+" "+l.Field] = append(strata[l.Label+" "+l.Field], l)
		total++
	}
	random := metric.NewRandom(opt.Seed)
	var out []Item
	for _, key := range slices.Sorted(maps.Keys(strata)) {
		group := strata[key]
		random.Shuffle(len(group), func(i, j int) { group[i], group[j] = group[j], group[i] })
		n := int(float64(opt.N)*float64(len(group))/float64(total) + .5)
		for _, l := range group[:min(max(n, opt.Least), len(group))] {
			out = append(out, Item{Line: l})
		}
	}
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	for i := range out {
		out[i].N = i + 1
	}
	return out
}

// WriteSheet writes the sheet for a person to fill in: without labels, ids or conditions. A value that a
// spreadsheet would treat as a formula is preceded by an apostrophe.
func WriteSheet(w io.Writer, items []Item) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"n", "field", "entry says", "the work's versions say", "label"}); err != nil {
		return err
	}
	for _, it := range items {
		if err := out.Write([]string{strconv.Itoa(it.N), it.Field, plain(it.Value),
			plain(strings.Join(it.Truth, " | ")), ""}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func plain(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// WriteKey writes the items with their labels, for measuring agreement.
func WriteKey(path string, items []Item) error { return result.Write(path, items) }

// ReadKey reads a key file.
func ReadKey(path string) ([]Item, error) {
	var list []Item
	err := result.Each(path, func(line []byte) error {
		var it Item
		if err := json.Unmarshal(line, &it); err != nil || it.N == 0 {
			return fmt.Errorf("not a line of a key: %w", orInvalid(err))
		}
		list = append(list, it)
		return nil
	})
	return list, err
}

// maxSheet bounds a sheet, in bytes.
const maxSheet = 64 << 20

// ReadSheet reads a filled sheet: labels by number. Lines without a label are skipped.
func ReadSheet(path string) (map[int]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buffered := bufio.NewReader(io.LimitReader(f, maxSheet))
	in := csv.NewReader(buffered)
	in.Comma, in.FieldsPerRecord = separator(buffered), -1
	labels := map[int]string{}
	for line := 1; ; line++ {
		row, err := in.Read()
		if err == io.EOF {
			return labels, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if line == 1 || len(row) == 0 {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(row[0]))
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %q is no number of an item", path, line, row[0])
		}
		label := strings.ToUpper(strings.TrimSpace(row[len(row)-1]))
		switch {
		case label == "" || len(row) < 5:
		case !strings.Contains("CMPSFX", label) || len(label) != 1:
			return nil, fmt.Errorf("%s: line %d: label %q is none of C M P S F X", path, line, label)
		default:
			labels[n] = label
		}
	}
}

// separator returns the column separator of the first line: spreadsheets write semicolons if the comma is the
// decimal mark, and tabs on request.
func separator(r *bufio.Reader) rune {
	head, _ := r.Peek(r.Size()) // as much as there is
	line, _, _ := strings.Cut(string(head), "\n")
	best := ','
	for _, sep := range ";\t" {
		if strings.Count(line, string(sep)) > strings.Count(line, string(best)) {
			best = sep
		}
	}
	return best
}

// Shuffle mixes items of several samples and renumbers them.
func Shuffle(items []Item, seed uint64) []Item {
	random := metric.NewRandom(seed ^ 0xb11d)
	random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	for i := range items {
		items[i].N = i + 1
	}
	return items
}
