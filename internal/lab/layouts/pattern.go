package layouts

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// pattern returns a convention from its text: {a} the authors, {y} the year, {t} the title without a final
// stop, {v} the container, {vol}, {no} and {p}. Text in square brackets is omitted if its value is not stated.
// Names are formatted by person, as in names.
func pattern(person func(biblio.Contributor) string, comma, and string, most int,
	text string) func(*biblio.Work) string {
	return func(w *biblio.Work) string {
		values := map[string]string{
			"a": names(w, person, person, comma, and, most), "y": strconv.Itoa(w.Issued.Year),
			"t": strings.TrimRight(w.FullTitle(), "."),
			"v": w.Container.Title, "vol": w.Volume, "no": w.Issue, "p": w.Pages,
		}
		out := optional.ReplaceAllStringFunc(text, func(part string) string {
			if values[value.FindStringSubmatch(part)[1]] == "" {
				return ""
			}
			return part[1 : len(part)-1]
		})
		return value.ReplaceAllStringFunc(out, func(name string) string { return values[name[1:len(name)-1]] })
	}
}

var (
	optional = regexp.MustCompile(`\[[^\[\]{}]*\{\w+\}[^\[\]{}]*\]`)
	value    = regexp.MustCompile(`\{(\w+)\}`)
)

// The forms of names in addition to those in names.go.
func plainInitials(c biblio.Contributor) string {
	return family(c) + " " + strings.NewReplacer(".", "", " ", "").Replace(initials(c.Given))
}

func initialsFirst(c biblio.Contributor) string { return initials(c.Given) + " " + family(c) }

func stoppedInitials(c biblio.Contributor) string { return family(c) + " " + initials(c.Given) }

func capitals(c biblio.Contributor) string { return strings.ToUpper(family(c)) + ", " + c.Given }
