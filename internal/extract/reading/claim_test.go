package reading

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// shown returns what a claim says, in one line.
func shown(c *Claim) string {
	var names, ids []string
	for _, p := range c.Contributors {
		names = append(names, strings.Join(strings.Fields(p.String()+" "+p.Suffix+" "+string(p.Role)), " "))
	}
	for _, id := range c.IDs {
		ids = append(ids, string(id.Scheme)+" "+id.Value)
	}
	return strings.Join([]string{strings.Join(names, "; "), fmt.Sprint(c.AuthorsCut), c.Title, c.Container.Title,
		strings.Join(c.Container.ISSN, " "), fmt.Sprint(c.Issued.Year, c.Issued.Month, c.Issued.Day), c.Pages,
		strings.Join(ids, " "), c.URL, fmt.Sprint(c.Extra)}, "|")
}

// What each part of an input adds to a claim.
func TestClaimParts(t *testing.T) {
	abel := biblio.Contributor{Family: "Abel", Given: "Nina"}
	for name, tt := range map[string]struct {
		fill func(c *Claim)
		want string
	}{
		"nothing": {func(c *Claim) {
			c.Note("", "a")
			c.Note("k", "")
			c.Set(&c.Title, "title", "")
			c.Add(biblio.Contributor{}, biblio.Author)
			c.Link(" ")
			c.Range("", "")
			c.Serial("12345; ABCDEFGH; 12345678901")
		}, "|false||||0 0 0||||map[]"},
		"notes": {func(c *Claim) {
			c.Note("k", "a")
			c.Note("k", "b")
			c.Note("l", "c")
		}, "map[k:a; b l:c]"},
		"a second title": {func(c *Claim) {
			c.Set(&c.Title, "title", "Sand")
			c.Set(&c.Title, "title", "Sand")
			c.Set(&c.Title, "title", "Dunes")
		}, "Sand|||0 0 0||||map[title:Dunes]"},
		"a cut list": {func(c *Claim) {
			c.Add(abel, biblio.Author)
			c.Add(biblio.Contributor{Literal: "et al."}, biblio.Author)
		}, "Nina Abel author|true"},
		"a cut list of editors": {func(c *Claim) {
			c.Add(abel, biblio.Editor)
			c.Add(biblio.Contributor{Literal: "et al."}, biblio.Editor)
		}, "Nina Abel editor|false"},
		"still cut": {func(c *Claim) {
			c.AuthorsCut = true
			c.Add(biblio.Contributor{Literal: "et al."}, biblio.Editor)
			c.People("Abel, N.", biblio.Author)
		}, "N Abel author|true"},
		"a list as one name": {func(c *Claim) { c.Name("Nina Abel, Carl Berg, et al.", biblio.Author) }, "|true|"},
		"editors as one name": {func(c *Claim) { c.Name("Abel, Nina and others", biblio.Editor) },
			"Nina Abel editor|false"},
		"people": {func(c *Claim) { c.People("Abel, N., Berg, C., et al.", biblio.Author) },
			"N. Abel author; C Berg author|true"},
		"editors": {func(c *Claim) { c.People("Abel, N., Berg, C., et al.", biblio.Editor) },
			"N. Abel editor; C Berg editor|false"},
		"a suffix":  {func(c *Claim) { c.Person("Abel", "Nina", "Jr.", biblio.Author) }, "Jr. author"},
		"no suffix": {func(c *Claim) { c.Person("Abel", "Nina", "", biblio.Author) }, "Nina Abel author|"},
		"a DOI as link": {func(c *Claim) { c.Link(" https://doi.org/10.5555/sand ") },
			"doi 10.5555/sand|https://doi.org/10.5555/sand|map[]"},
		"another DOI as link": {func(c *Claim) {
			c.AddID(ident.ID{Scheme: ident.DOI, Value: "10.5555/dune"})
			c.Link("https://doi.org/10.5555/sand")
		}, "|doi 10.5555/dune|https://doi.org/10.5555/sand|map[]"},
		"two links": {func(c *Claim) {
			c.Link("https://sand.example/a")
			c.Link("https://sand.example/b")
		}, "|https://sand.example/a|map[url:https://sand.example/b]"},
		"no link":      {func(c *Claim) { c.Link("see page 3") }, "||see page 3|map[]"},
		"a date":       {func(c *Claim) { c.Date("2019-12-31"); c.Date("2020") }, "|2019 12 31|"},
		"no day":       {func(c *Claim) { c.Date("2019-01-32") }, "|2019 1 0|"},
		"first day":    {func(c *Claim) { c.Date("2019-01-01") }, "|2019 1 1|"},
		"day of none":  {func(c *Claim) { c.Date("2019-0-12") }, "|2019 0 0|"},
		"year inside":  {func(c *Claim) { c.Date("1. 3. 2019") }, "|2019 0 0|"},
		"serials":      {func(c *Claim) { c.Serial("00280836, 1234-567X (print)") }, "|0028-0836 1234-567X|"},
		"ISBNs":        {func(c *Claim) { c.Serial("0-262-03384-4;9780262033848") }, "isbn 97802620338"},
		"a page":       {func(c *Claim) { c.Range("12", "") }, "|12||"},
		"the same":     {func(c *Claim) { c.Range("12", "12") }, "|12||"},
		"only last":    {func(c *Claim) { c.Range("", "19") }, "|19||"},
		"from to":      {func(c *Claim) { c.Range("12", "19"); c.Range("1", "2") }, "|12-19||"},
		"words ending": {func(c *Claim) { c.Identify("x", "none", ident.ID{}, false) }, "map[x:none]"},
		"identified": {func(c *Claim) { c.Identify("x", "", ident.ID{Scheme: ident.PMID, Value: "7"}, true) },
			"|pmid 7||map[]"},
	} {
		var c Claim
		if tt.fill(&c); !strings.Contains(shown(&c), tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", name, shown(&c), tt.want)
		}
	}
	long := Claim{Extra: map[string]string{"k": strings.Repeat("x", noteMost)}}
	long.Note("k", "y")
	long.Note("k", "z")
	if got := long.Extra["k"]; !strings.HasSuffix(got, "x; y") {
		t.Errorf("a long note ends in %q", got[len(got)-6:])
	}
}

// A claim is empty if none of the parts by which works are found is there.
func TestEmptyClaim(t *testing.T) {
	for what, w := range map[string]biblio.Work{"title": {Title: "Sand"}, "address": {URL: "https://sand.example"},
		"identifier": {IDs: []ident.ID{{Scheme: ident.PMID, Value: "7"}}},
		"container":  {Container: biblio.Container{Title: "J"}},
		"person":     {Contributors: []biblio.Contributor{{Family: "Abel"}}}} {
		if c := (Claim{Work: w}); c.Empty() {
			t.Errorf("with a %s", what)
		}
	}
	if c := (Claim{Work: biblio.Work{Volume: "3", Issued: biblio.Date{Year: 1999}}}); !c.Empty() {
		t.Error("a volume and a year say nothing")
	}
}

// Dots and "et al." between the names and the title of a printed reference say that its list is cut.
func TestCutIn(t *testing.T) {
	for printed, want := range map[string]bool{
		"Abel N, Berg C. Sand. 1999": false, "Abel N, Berg C, et al. Sand. 1999": true, "Abel N, … Berg C. Sand.": true,
		"Abel N, ... Berg C. Sand.": true, "… Abel N, Berg C. Sand.": false, "Et al. Sand.": false,
		"Abel N, Berg C. Dunes, et al.": false,
	} {
		c := Claim{Work: biblio.Work{Title: "Sand", Contributors: []biblio.Contributor{
			{Family: "Abel", Given: "N", Role: biblio.Author}}}}
		if c.CutIn(printed); c.AuthorsCut != want {
			t.Errorf("%q: %v", printed, c.AuthorsCut)
		}
	}
	none := Claim{Work: biblio.Work{Title: "Sand"}}
	none.CutIn("et al. Sand")
	untitled := Claim{Work: biblio.Work{Contributors: []biblio.Contributor{{Family: "Abel", Role: biblio.Author}}}}
	untitled.CutIn("Abel, et al.")
	if none.AuthorsCut || untitled.AuthorsCut {
		t.Error("a list without names or a title is cut")
	}
}

// The words in which a claim without a raw text is printed.
func TestClaimText(t *testing.T) {
	full := Claim{first: "3", last: "9"}
	full.People("Abel, N., Berg, C., et al.", biblio.Author)
	full.Title, full.Container.Title, full.Volume, full.Issue = "Sand.", "Journal of Sand", "5", "2"
	full.Date("1999")
	full.Publisher = "Dune Press"
	full.AddID(ident.ID{Scheme: ident.DOI, Value: "10.5555/sand"})
	full.URL = "https://sand.example"
	want := "N. Abel, C Berg, et al. 1999. Sand. Journal of Sand. 5(2):3-9. Dune Press. https://doi.org/10.5555/sand"
	if got := full.Reference("k", ""); got.Raw != want || got.Key != "k" || got.Claimed.Pages != "3-9" {
		t.Errorf("\n got %s\nwant %s", got.Raw, want)
	}
	if got := full.Reference("k", "as printed"); got.Raw != "as printed" {
		t.Errorf("%q", got.Raw)
	}
	web := Claim{Work: biblio.Work{Title: "Sand", URL: "https://sand.example", Pages: "7"}}
	if got := web.Text(); got != "Sand. 7. https://sand.example" {
		t.Errorf("%q", got)
	}
	var many Claim
	for range 51 {
		many.Add(biblio.Contributor{Family: "A"}, biblio.Author)
	}
	if got := many.Text(); got != strings.Repeat("A, ", 50)+"…" {
		t.Errorf("%q", got)
	}
	many.Contributors = many.Contributors[:50]
	if got := many.Text(); got != strings.TrimSuffix(strings.Repeat("A, ", 50), ", ") {
		t.Errorf("%q", got)
	}
}

// Parts that an entry labels, as wikis and Web of Science print them.
func TestStatedParts(t *testing.T) {
	for raw, want := range map[string]string{
		"{{cite journal |last=Abel |first=Nina |last2=Berg |first2=Carl |title=Sand |journal=[[J. of Sand|JS]] " +
			"|year=1999 |pages=3 |foo=bar}} and more |title=No": "Nina Abel author; Carl Berg author|false|Sand|J. of Sand|JS||" +
			"1999 0 0|3|||map[foo:bar]",
		"* {{cite book |title={{lang|de|Sand}} | year = 1999 |publisher=P}}": "|false|{{lang|de|Sand}}|||1999 0 0||||map[]",
		"{{Cite web |title=Sand |doi=10.5555/sand;}}":                        "|false|Sand|||0 0 0||doi 10.5555/sand||map[]",
		"{{cite web |title=Sand |year=1999}}":                                "",
		"{{cite web |title= |year=1999 |pages=3 |journal=J}}":                "",
		"{{cite web |title=Sand}}":                                           "",
		"Title: Sand; Year: 1999":                                            "",
		"Title: Sand; Year: 1999; Pages: 3":                                  "|false|Sand|||1999 0 0|3|||map[]",
		"It says Title: Sand; Year: 1999; Pages: 3":                          "",
		"Abel N, 1999, J SAND, V5, P3, DOI 10.5555/sand":                     "N Abel author|true||J SAND||1999 0 0|3|doi 10.5555/sand||map[]",
		"Abel N, 1999, J SAND, V5":                                           "N Abel author|true||J SAND||1999 0 0||||map[]",
		"Abel N, 1999, J SAND":                                               "",
		"Abel N, 1999, J SAND, DOI 10.5555/sand":                             "N Abel author|true||J SAND||1999 0 0||doi 10.5555/sand||map[]",
	} {
		ref := biblio.Reference{Raw: raw}
		got := ""
		if stated(&ref) || citedByISI(&ref) {
			extra := ref.Extra
			if extra == nil {
				extra = map[string]string{}
			}
			got = shown(&Claim{Work: ref.Claimed, Extra: extra})
		}
		if got != want {
			t.Errorf("%s\n got %q\nwant %q", raw, got, want)
		}
	}
}

// What a link adds to an entry, and what a further value does not.
func TestLinksOfEntries(t *testing.T) {
	for _, tt := range []struct {
		name, doi, url, link, want string
	}{
		{"a DOI", "", "", "https://doi.org/10.5555/sand", "10.5555/sand||map[]"},
		{"of a printed one", "10.5555/sa", "", "https://doi.org/10.5555/sand", "10.5555/sand||map[]"},
		{"of another", "10.5555/dune", "", "https://doi.org/10.5555/sand", "10.5555/dune||map[]"},
		{"the same", "10.5555/sand", "", "https://doi.org/10.5555/sand", "10.5555/sand||map[]"},
		{"an address", "", "", "https://sand.example/a", "||map[link:https://sand.example/a]"},
		{"beside an address", "", "https://sand.example/b", "https://sand.example/a", "|https://sand.example/b|map[]"},
		{"a search", "", "", "https://scholar.google.com/scholar?q=sand", "||map[]"},
	} {
		ref := biblio.Reference{Claimed: biblio.Work{URL: tt.url}}
		if tt.doi != "" {
			ref.Claimed.AddID(ident.ID{Scheme: ident.DOI, Value: tt.doi})
		}
		AddLink(&ref, tt.link)
		if got := fmt.Sprintf("%s|%s|%v", ref.Claimed.ID(ident.DOI).Value, ref.Claimed.URL, ref.Extra); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	ref := biblio.Reference{Claimed: biblio.Work{IDs: []ident.ID{{Scheme: ident.PMID, Value: "1"}}}}
	AddLink(&ref, "https://pubmed.ncbi.nlm.nih.gov/12")
	AddLink(&ref, "https://doi.org/10.5555/sand")
	if ref.Claimed.ID(ident.DOI).Value != "10.5555/sand" || ref.Claimed.ID(ident.PMID).Value != "1" {
		t.Errorf("%v", ref.Claimed.IDs)
	}
	SetExtra(&ref, "note", "")
	SetExtra(&ref, "note", "a")
	SetExtra(&ref, "note", "b")
	if fmt.Sprint(ref.Extra) != "map[note:a]" {
		t.Errorf("%v", ref.Extra)
	}
}

// A record states malformed identifiers among its further fields, and whole lists as one name.
func TestFromRecord(t *testing.T) {
	w := FromRecord(&biblio.Record{Work: biblio.Work{Contributors: []biblio.Contributor{
		{Family: "Ott", Role: biblio.Author},
		{Literal: "Nina Abel, Carl Berg, Dora Ernst, et al.", Role: biblio.Author},
		{Family: "Falk", Given: "Emil", Role: biblio.Editor}}}, Extra: map[string]string{"DOI": "10.x/y", "PMID": ""}})
	var names []string
	for _, c := range w.Contributors {
		names = append(names, c.String()+" "+string(c.Role))
	}
	if got := strings.Join(names, "; "); !w.AuthorsCut ||
		got != "Ott author; Nina Abel author; Carl Berg author; Dora Ernst author; Emil Falk editor" {
		t.Errorf("%v %s", w.AuthorsCut, got)
	}
	if len(w.IDs) != 1 || w.IDs[0].Scheme != ident.DOI {
		t.Errorf("%+v", w.IDs)
	}
}

// The bounds of one document, and the lines of offsets.
func TestResultBounds(t *testing.T) {
	var r Result
	for range maxProblems + 1 {
		r.Problem(biblio.Place{Line: 1}, "rule", "%d", 1)
	}
	for range MaxCitations + 1 {
		r.Cite(biblio.Citation{Key: "a"})
	}
	r.Cite(biblio.Citation{})
	if len(r.Problems) != maxProblems || len(r.Citations) != MaxCitations {
		t.Errorf("%d problems, %d citations", len(r.Problems), len(r.Citations))
	}
	var one Result
	if one.Cite(biblio.Citation{}); len(one.Citations) > 0 {
		t.Error("a citation without a key is kept")
	}
	lines := NewLines("a\nb\n\nc")
	for i, want := range []int{1, 1, 2, 2, 3, 4, 4} {
		if got := lines.Of(i); got != want {
			t.Errorf("offset %d: line %d, want %d", i, got, want)
		}
	}
	if got := lines.Of(99); got != 4 {
		t.Errorf("beyond the end: %d", got)
	}
	table := Fields{"t": Title}
	var c Claim
	if !table.Take(&c, "t", "") || c.Title != "" || table.Take(&c, "u", "x") || !table.Take(&c, "t", "Sand") ||
		c.Title != "Sand" {
		t.Errorf("%+v", c)
	}
}

// Each name that is a whole list becomes its people, and those between stay.
func TestPartNames(t *testing.T) {
	w := biblio.Work{}
	for _, name := range []string{"Ann Frost, Bo Lind, Cy Snow", "Di Hail, Ed Rain, Flo Fog", "Gus Sleet"} {
		w.Contributors = append(w.Contributors, biblio.Contributor{Literal: name, Role: biblio.Author})
	}
	partNames(&w)
	var got []string
	for _, c := range w.Contributors {
		got = append(got, c.String())
	}
	if s := strings.Join(got, "|"); s != "Ann Frost|Bo Lind|Cy Snow|Di Hail|Ed Rain|Flo Fog|Gus Sleet" {
		t.Errorf("%s", s)
	}
	for word, want := range map[string]bool{"and": true, "y": true, "e": false, "a": false, "i": false, "&": false,
		"dunes": false} {
		if isAnd(word) != want {
			t.Errorf("%q joins names: %t", word, !want)
		}
	}
}
