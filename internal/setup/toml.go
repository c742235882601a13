package setup

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// readTOML reads a configuration and the line of each key. Its errors begin with a line number.
func readTOML(data []byte) (tree map[string]any, lines map[string]int, err error) {
	if err := accept.DecodeTOML(data, &tree); err != nil {
		return nil, nil, err
	}
	if nested(tree, deepest) {
		return nil, nil, fmt.Errorf(" nested deeper than %d levels", deepest)
	}
	keys := stated{map[string]int{}, accept.NewLines(data)}
	var p unstable.Parser
	p.Reset(data)
	prefix := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			prefix = keys.note("", e)
		case unstable.KeyValue:
			keys.noteValue(prefix, e)
		}
	}
	return tree, keys.lines, nil
}

// deepest is how many levels of tables a configuration may have.
const deepest = 16

// nested reports whether a value has more than a number of levels of tables.
func nested(v any, levels int) bool {
	table, ok := v.(map[string]any)
	if !ok || levels == 0 {
		return ok
	}
	for _, inner := range table {
		if nested(inner, levels-1) {
			return true
		}
	}
	return false
}

// stated maps each key to its line.
type stated struct {
	lines map[string]int
	count *accept.Lines
}

// noteValue notes the line of a key and of what an inline table has.
func (s *stated) noteValue(prefix string, e *unstable.Node) {
	key := s.note(prefix, e)
	if v := e.Value(); v.Kind == unstable.InlineTable {
		for it := v.Children(); it.Next(); {
			s.noteValue(key, it.Node())
		}
	}
}

func (s *stated) note(prefix string, e *unstable.Node) string {
	key := prefix
	for it := e.Key(); it.Next(); {
		n := it.Node()
		key = joinKey(key, string(n.Data))
		if s.lines[key] == 0 {
			s.lines[key] = s.count.Of(int(n.Raw.Offset))
		}
	}
	return key
}

func joinKey(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// walkTable calls fn for every value below a table, in the order of the keys, except in the free-form
// table of models.
func walkTable(prefix string, table map[string]any, fn func(key string, v any)) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key := joinKey(prefix, name)
		if key+"." == modelPrefix {
			continue
		}
		if sub, ok := table[name].(map[string]any); ok {
			walkTable(key, sub, fn)
			continue
		}
		fn(key, table[name])
	}
}

// texts returns a value of the file in the form that flags accept. Paths are relative to dir.
func (s Setting) texts(v any, dir string) ([]string, error) {
	list, isList := v.([]any)
	switch {
	case s.Kind == Words || s.Kind == Paths:
		if text, ok := v.(string); ok {
			list, isList = []any{text}, true
		}
		if !isList {
			return nil, errors.New("takes a list: write [\"…\", \"…\"]")
		}
	case isList:
		return nil, fmt.Errorf("takes one %s, not a list", s.Kind)
	default:
		list = []any{v}
	}
	texts := make([]string, 0, len(list))
	for _, item := range list {
		text, err := s.text(item, dir)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func (s Setting) text(v any, dir string) (string, error) {
	switch s.Kind {
	case Switch:
		if b, ok := v.(bool); ok {
			return strconv.FormatBool(b), nil
		}
		return "", errors.New("takes true or false, without quotation marks")
	case Count:
		if n, ok := v.(int64); ok && n >= 0 {
			return strconv.FormatInt(n, 10), nil
		}
		return "", errors.New("takes a whole number, 0 or more, without quotation marks")
	}
	text, ok := v.(string)
	switch {
	case !ok && s.Kind == Span:
		return "", errors.New(`takes a duration in quotation marks: "90s", "10m", "2h"`)
	case !ok:
		return "", errors.New("takes a text in quotation marks")
	case s.Kind == Span:
		return text, checkSpan(text)
	case s.Key == "corpus" && filepath.Base(text) == text && !index.Exists(filepath.Join(dir, text)) &&
		corpora.Known(text):
		return text, nil
	case s.Kind == Path || s.Kind == Paths:
		return atHome(text, dir), nil
	}
	return text, nil
}

func checkSpan(text string) error {
	if d, err := time.ParseDuration(text); err != nil || d < 0 {
		return fmt.Errorf(`%q is not a duration: write "90s", "10m", "2h"`, text)
	}
	return nil
}

func (s Setting) split(text string) ([]string, error) {
	switch s.Kind {
	case Words:
		return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }), nil
	case Paths:
		list := slices.DeleteFunc(filepath.SplitList(text), func(p string) bool { return p == "" })
		for i := range list {
			list[i] = atHome(list[i], "")
		}
		return list, nil
	case Path:
		return []string{atHome(text, "")}, nil
	case Span:
		return []string{text}, checkSpan(text)
	case Switch:
		if _, err := strconv.ParseBool(text); err != nil {
			return nil, fmt.Errorf("takes true or false, not %q", text)
		}
	case Count:
		if n, err := strconv.Atoi(text); err != nil || n < 0 {
			return nil, fmt.Errorf("takes a whole number, 0 or more, not %q", text)
		}
	}
	return []string{text}, nil
}

// atHome resolves a path as a shell would: "~/" is the user's home. Other paths are relative to dir; "none" and
// "" are words, not paths.
func atHome(path, dir string) string {
	if path == "" || path == NoMemory {
		return path
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if dir == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// nearest returns the setting whose name differs from a key by at most two letters, or whose last part equals
// the key's; "" if there is none.
func nearest(key string, known map[string]Setting) string {
	best, least := "", 3
	for _, name := range slices.Sorted(maps.Keys(known)) {
		d := normalise.Distance(key, name)
		if strings.HasSuffix(name, "."+key) || strings.HasSuffix(name, "."+key[strings.LastIndexByte(key, '.')+1:]) {
			d = min(d, 2)
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}
