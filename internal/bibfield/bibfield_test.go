package bibfield

import (
	"reflect"
	"strings"
	"testing"
)

// Every row is complete: names are in lower case and unique, flags and order fit the role.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, list := range [][]Field{fields, others} {
		for _, f := range list {
			if f.Name == "" || f.Name != strings.ToLower(f.Name) || seen[f.Name] || f.Role == None {
				t.Errorf("%+v", f)
			}
			seen[f.Name] = true
		}
	}
	for role := CrossRef; role < Other; role++ {
		names := Named(role)
		if len(names) == 0 {
			t.Errorf("no field states role %d", role)
			continue
		}
		for _, name := range names[1:] {
			first, other := Of(names[0]), Of(name)
			if role != Annotation && first.Flags&(Names|Keys|Verbatim|Printed) != other.Flags&(Names|Keys|Verbatim|Printed) &&
				!(role == Archive || role == EprintClass) {
				t.Errorf("%s and %s state the same and are handled differently", names[0], name)
			}
			if (Rank(names[0]) == len(fields)) != (Rank(name) == len(fields)) {
				t.Errorf("%s has no place beside %s", name, names[0])
			}
		}
	}
	seen = map[string]bool{}
	for _, row := range types {
		for _, name := range row.Names {
			if name != strings.ToLower(name) || seen[name] || TypeOf(name).Name() != row.Names[0] {
				t.Errorf("type %s", name)
			}
			seen[name] = true
		}
		for _, group := range row.Requires {
			if len(group.Any) == 0 || Name(group.Any[0], false) == "" {
				t.Errorf("@%s requires nothing", row.Names[0])
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		got  any
		want any
	}{
		{Named(Author), []string{"author", "authors"}},
		{Named(Journal, BookTitle), []string{"journaltitle", "journal", "booktitle"}},
		{Named(School), []string{"school", "university"}},
		{Name(Journal, false), "journal"},
		{Name(Journal, true), "journaltitle"},
		{Name(Place, true), "location"},
		{Name(Publisher, true), "publisher"},
		{Name(Date, false), "date"},
		{Meaning("date"), Meaning("year")},
		{Meaning("journaltitle"), Meaning("journal")},
		{Meaning("primaryclass"), Meaning("eprintclass")},
		{Meaning("eid") == Meaning("pages"), false},
		{Meaning("keywords") == Meaning("groups"), false},
		{Meaning("x-own"), "x-own"},
		{Of("@comment").Role, Remark},
		{Of("@title").Is(Unkept), true},
		{Of("bdsk-url-7").Is(Private), true},
		{Of("nothing").Role, None},
		{TypeOf("conference").Name(), "inproceedings"},
		{TypeOf("phdthesis").Publishes(), School},
		{TypeOf("book").Publishes(), Publisher},
		{TypeOf("nothing").CSL, ""},
		{TypeOf("xdata").Is(NoWork), true},
		{SchemeOf(PMCID), Identifiers[3].Scheme},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

func TestOrder(t *testing.T) {
	order := []string{"crossref", "author", "title", "booktitle", "journal", "year", "volume", "pages", "publisher", "doi",
		"note", "abstract"}
	for i := range order[1:] {
		if Rank(order[i]) >= Rank(order[i+1]) {
			t.Errorf("%s does not stand before %s", order[i], order[i+1])
		}
	}
	if !(Usual("publisher") < Usual("year") && Usual("location") < Usual("year") && Usual("year") < Usual("doi")) {
		t.Error("a new year does not go between publisher and DOI")
	}
}
