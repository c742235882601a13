package style

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// styles maps the name of each style to its way to print a work.
var styles = map[string]func(*sheet){
	"acm": acm, "apa": apa, "chicago": chicago, "ieee": ieee, "mla": mla, "nature": nature, "vancouver": vancouver,
}

// Names lists the styles in the order of the alphabet.
func Names() []string {
	names := make([]string, 0, len(styles))
	for name := range styles {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Check reports an error that lists the styles when name is none of them.
func Check(name string) error {
	if styles[name] == nil {
		return fmt.Errorf("unknown style %q: use one of %s", name, strings.Join(Names(), ", "))
	}
	return nil
}

// Render prints a work in a style. The only error is that of Check.
func Render(w *biblio.Work, name string) (Text, error) {
	if err := Check(name); err != nil {
		return nil, err
	}
	s := newSheet(w)
	styles[name](s)
	return s.done(), nil
}
