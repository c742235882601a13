package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/row"
)

// Some faults show only in a whole list: the same invented people in several entries, or a source whose years differ
// from those of all others. They are told once, before the findings.

// The numbers of references from which something is a pattern: of those that share names or a venue, or have wrong
// DOIs one after another; and of those whose years differ alike, which must also be two in five of those compared.
const (
	patternFrom = 3
	yearsFrom   = 4
)

// group lists references by what they have in common.
type group map[string][]string

func (g group) add(key, id string) {
	if list := g[key]; key != "" && (len(list) == 0 || list[len(list)-1] != id) {
		g[key] = append(list, id)
	}
}

// sorted returns the keys of groups with at least so many references, the largest first.
func (g group) sorted(least int) []string {
	keys := slices.DeleteFunc(slices.Collect(maps.Keys(g)), func(k string) bool { return len(g[k]) < least })
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(len(g[b])-len(g[a]), strings.Compare(a, b)) })
	return keys
}

// common is what the references of a file have in common. They are named by their ids.
type common struct {
	file      string
	strangers group // by a name that the record of the work lacks
	venues    group // on no record, by venue
	shifts    group // whose year is not the recorded one, by how it differs
	compared  int   // whose year a record states
	apart     group // for which a source has another year than all others, by source
	asked     map[string]int
	wrong     []string // the latest ones one after another whose DOI is wrong
	longest   []string // the most of those
}

// patterns collects what the references of each file have in common.
type patterns struct {
	files  []*common
	byFile map[string]*common
}

func (p *patterns) add(f *Finding) {
	if slices.ContainsFunc(f.Notices, func(n Notice) bool { return judge.RemarkOf(n.Rule) == judge.Repeats }) {
		return
	}
	c := p.byFile[f.File]
	if c == nil {
		c = &common{file: f.File, strangers: group{}, venues: group{}, shifts: group{}, apart: group{},
			asked: map[string]int{}}
		if p.byFile == nil {
			p.byFile = map[string]*common{}
		}
		p.byFile[f.File], p.files = c, append(p.files, c)
	}
	wrongDOI := false
	for i := range f.Reasons {
		r := &f.Reasons[i]
		c.addReason(f, r)
		wrongDOI = wrongDOI || r.Field == string(biblio.FieldDOI) && statusOf(r) == judge.Refuted
	}
	if f.Claimed.DOI != "" {
		if c.wrong = append(c.wrong, f.ID); !wrongDOI {
			c.wrong = nil
		}
		if len(c.wrong) > len(c.longest) {
			c.longest = c.wrong
		}
	}
	if f.Outcome == row.NotFound || f.doubtful() && slices.Contains(f.Codes, string(judge.U)) {
		c.venues.add(venueKey(f.Claimed.Venue), f.ID)
	}
	c.addYears(f)
}

// addReason adds what a reason says of a reference.
func (c *common) addReason(f *Finding, r *Reason) {
	differs := false
	switch statusOf(r) {
	case judge.Refuted, judge.Contested, judge.Mixed:
		differs = true
	}
	switch field := biblio.Field(r.Field); {
	case field == biblio.FieldAuthors && differs:
		for _, n := range r.Names {
			if n.Kind == match.NameExtra || n.Kind == match.NameOther {
				c.strangers.add(n.Cited, f.ID)
			}
		}
	case field == biblio.FieldYear && (differs || statusOf(r).Agrees()):
		c.compared++
		off := biblio.LeadingYear(r.Claimed) - biblio.LeadingYear(r.Recorded)
		if differs && r.Record != nil && off != 0 {
			years := max(off, -off)
			c.shifts.add(fmt.Sprintf("%d %s %s", years, plural(years, "year"),
				map[bool]string{true: "later", false: "earlier"}[off > 0]), f.ID)
		}
	}
}

// addYears adds which source has another year than the reference and all others. Preprints have their own years.
func (c *common) addYears(f *Finding) {
	years := map[string]string{}
	others := f.Others
	if f.Record != nil {
		others = append([]Record{*f.Record}, others...)
	}
	for _, r := range others {
		source := cmp.Or(r.From, r.Source)
		preprint := r.Origin == biblio.PreprintServer.String() || r.Fields.Type == string(biblio.Preprint)
		if years[source] == "" && r.SameWork >= match.SameWorkThreshold && !preprint {
			years[source] = string(r.Fields.Year)
		}
	}
	maps.DeleteFunc(years, func(_, year string) bool { return year == "" })
	if len(years) < 2 {
		return
	}
	for source, year := range years {
		c.asked[source]++
		alone := year != string(f.Claimed.Year)
		for other, theirs := range years {
			alone = alone && (other == source || theirs == string(f.Claimed.Year))
		}
		if alone {
			c.apart.add(source, f.ID)
		}
	}
}

// venueKey returns the acronym of a venue, its name if it has none.
func venueKey(name string) string {
	if v := normalise.ParseContainer(name).Venues; len(v) == 1 {
		return cmp.Or(normalise.VenueAcronym(v[0]), v[0])
	}
	return normalise.Text(name)
}

// InCommon returns what the references of a file have in common, for each file in the order of the input.
func (s *Summary) InCommon() (list []row.Pattern) {
	for _, c := range s.patterns.files {
		list = slices.Concat(list, c.people(), c.absent(), c.shifted(), c.sources())
	}
	return list
}

func (c *common) pattern(rule string, refs []string, raises bool, message string) []row.Pattern {
	return []row.Pattern{{Rule: rule, File: c.file, References: refs, Raises: raises, Message: message}}
}

// people tells of references that share people whom no record of the works has.
func (c *common) people() []row.Pattern {
	names := c.strangers.sorted(patternFrom)
	if len(names) == 0 {
		return nil
	}
	refs := group{}
	for i, name := range names {
		for _, id := range c.strangers[name] {
			refs.add(id, id)
		}
		names[i] = fmt.Sprintf("%s (%d)", Visible(name), len(c.strangers[name]))
	}
	ids := refs.sorted(1)
	return c.pattern("shared-strangers", ids, true, fmt.Sprintf("%d entries name the same people, who are on no "+
		"record of these works: %s", len(ids), few(names)))
}

// absent tells of unknown works of one venue, and of wrong DOIs one after another.
func (c *common) absent() (list []row.Pattern) {
	for _, venue := range c.venues.sorted(patternFrom) {
		list = append(list, c.pattern("unknown-titles", c.venues[venue], true, fmt.Sprintf("%d entries cite %s for "+
			"works that are on no record", len(c.venues[venue]), Visible(venue)))...)
	}
	if n := len(c.longest); n >= patternFrom {
		list = append(list, c.pattern("wrong-dois", c.longest, true,
			fmt.Sprintf("the DOIs of %d entries one after another are wrong", n))...)
	}
	return list
}

// shifted tells of years that differ from the recorded ones alike.
func (c *common) shifted() []row.Pattern {
	for _, off := range c.shifts.sorted(yearsFrom) {
		if n := len(c.shifts[off]); 5*n >= 2*c.compared {
			return c.pattern("shifted-years", c.shifts[off], false, fmt.Sprintf("%d of %d years are %s than on record: the "+
				"file, its style or a source may be at fault", n, c.compared, off))
		}
	}
	return nil
}

// sources tells of sources whose years are mostly others than those of all others.
func (c *common) sources() (list []row.Pattern) {
	for _, source := range c.apart.sorted(yearsFrom) {
		if n, of := len(c.apart[source]), c.asked[source]; 2*n >= of {
			list = append(list, c.pattern("source-apart", c.apart[source], false, fmt.Sprintf("%s has other years "+
				"than all other sources for %d of %d works: it is probably wrong", HolderName(source), n, of))...)
		}
	}
	return list
}

// patternLines returns one line for each pattern, with the names of the references and, if named, of their file.
func patternLines(list []row.Pattern, named bool) (lines []string) {
	for _, p := range list {
		refs, file := slices.Clone(p.References), ""
		for i, id := range refs {
			refs[i] = nameOf(id, p.File)
		}
		if named {
			file = Visible(p.File) + ": "
		}
		lines = append(lines, fmt.Sprintf("%s%s (%s)", file, p.Message, few(refs)))
	}
	return lines
}

// few returns the first few of a list.
func few(list []string) string {
	if n := len(list) - shortList; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:shortList], ", "), n)
	}
	return strings.Join(list, ", ")
}
