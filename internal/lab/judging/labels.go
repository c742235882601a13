package judging

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Label is a person's judgement of an entry. It contains no text of the entry.
type Label struct {
	File  string   `json:"file"`
	Key   string   `json:"key"`
	Label string   `json:"label"`
	Codes []string `json:"codes"` // of what has to be fixed, or of everything contested if nothing has to
	Why   string   `json:"why"`
}

// Words are the labels. Their first letters suffice as an answer.
var Words = []string{"right", "pedantic", "false", "unsure"}

// maxWhy is the most words that a reason may have.
const maxWhy = 15

// Labels are labels by entry.
type Labels map[entry]Label

// ReadLabels reads files of labels. The first label of an entry counts; a missing file has none.
func ReadLabels(files ...string) (Labels, error) {
	labels := Labels{}
	for _, file := range files {
		err := result.Each(file, func(line []byte) error {
			var l Label
			if err := json.Unmarshal(line, &l); err != nil {
				return fmt.Errorf("not a label: %w", err)
			}
			if _, known := labels[entry{l.File, l.Key}]; !known {
				labels[entry{l.File, l.Key}] = l
			}
			return nil
		})
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return labels, nil
}

// Without removes the rows that have a label.
func (l Labels) Without(rows []Row) []Row {
	return slices.DeleteFunc(rows, func(r Row) bool { _, known := l[r.entry()]; return known })
}

// Common returns the indexes in Words of the labels of entries that both readers judged.
func (l Labels) Common(second Labels) (words []string, first, other []int, files []string) {
	for _, e := range slices.SortedFunc(maps.Keys(l), entry.compare) {
		i, j := slices.Index(Words, l[e].Label), slices.Index(Words, second[e].Label)
		if i >= 0 && j >= 0 {
			first, other, files = append(first, i), append(other, j), append(files, e.file)
		}
	}
	return Words, first, other, files
}

var code = regexp.MustCompile(`^[HPR]\d$`)

// answered parses an answer: a label or its first letter, codes, and a reason.
func answered(r *Row, answer string) (Label, error) {
	words := strings.Fields(answer)
	if len(words) == 0 {
		return Label{}, errors.New("say right, pedantic, false or unsure")
	}
	i := slices.IndexFunc(Words, func(w string) bool { return w == words[0] || w[:1] == words[0] })
	if i < 0 {
		return Label{}, fmt.Errorf("%q is no label: say right, pedantic, false or unsure", words[0])
	}
	rest := words[1:]
	n := 0
	for n < len(rest) && code.MatchString(rest[n]) {
		n++
	}
	l := Label{File: r.entry().file, Key: r.entry().key, Label: Words[i], Codes: rest[:n],
		Why: strings.Join(rest[n:], " ")}
	if n == 0 {
		l.Codes = r.Contested()
	}
	if len(rest)-n > maxWhy {
		return Label{}, fmt.Errorf("say why in at most %d words", maxWhy)
	}
	return l, nil
}

// write appends a label to a file.
func (l Label) write(file string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(f)
	enc.SetEscapeHTML(false)
	return errors.Join(enc.Encode(l), f.Close())
}
