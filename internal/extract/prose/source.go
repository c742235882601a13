package prose

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// joinSources assigns to every printed entry the work that the file describes for it; works that no entry prints
// become references of their own, at the place where they are cited.
func (d *Document) joinSources(r *reading.Result, names aliases) {
	index := indexEntries(r.References)
	for _, s := range d.Sources {
		if at, ok := index.find(&s.Claim.Work); ok {
			ref := &r.References[at]
			index.taken[at] = true
			if index.edited(at, &s.Claim.Work) {
				r.Problem(ref.Place, "edited-entry",
					"the printed entry is not what the reference manager's data say (%s); read as printed", clip(s.Claim.Text()))
			} else {
				take(ref, &s)
			}
			names.lead(s.Key, ref)
			continue
		}
		if s.Quiet {
			continue
		}
		if len(r.References) == biblio.MaxReferences {
			return
		}
		ref := s.Claim.Reference(s.Key, "")
		ref.Place = s.Place
		reading.SetExtra(&ref, "cited_as", s.Shown)
		r.References = append(r.References, ref)
		names.add(s.Key, s.Key)
	}
}

// lead makes a name stand for a reference, and sets it as the key of the reference if it has none.
func (a aliases) lead(name string, ref *biblio.Reference) {
	ref.Key = cmp.Or(ref.Key, name)
	a.add(name, ref.Key)
}

// take adds to an entry the parts of the work that the file describes. A value printed differently from its
// description stays as printed: readers see that.
func take(ref *biblio.Reference, s *Source) {
	printed := ref.Claimed
	work := s.Claim.Work
	if year := work.YearString(); year != "" && !strings.Contains(ref.Raw, year) && printed.Issued.Year != 0 {
		work.Issued = printed.Issued
	}
	for _, f := range []struct{ to, from *string }{{&work.Volume, &printed.Volume}, {&work.Issue, &printed.Issue},
		{&work.Pages, &printed.Pages}} {
		if *f.from != "" && *f.to != "" && !strings.Contains(ref.Raw, leadingNumber(*f.to)) {
			*f.to = *f.from
		}
	}
	for _, id := range printed.IDs {
		if work.ID(id.Scheme).IsZero() || strings.Contains(strings.ToLower(ref.Raw), strings.ToLower(id.Value)) {
			work.IDs = withID(work.IDs, id)
		}
	}
	work.URL = cmp.Or(work.URL, printed.URL)
	ref.Claimed, ref.Confidence = work, nil
	ref.Spans = keptSpans(ref.Spans, ref.Raw, &work)
	for key, value := range s.Claim.Extra {
		reading.SetExtra(ref, key, value)
	}
}

// withID puts an identifier first and drops others of its scheme.
func withID(ids []ident.ID, id ident.ID) []ident.ID {
	out := []ident.ID{id}
	for _, have := range ids {
		if have.Scheme != id.Scheme {
			out = append(out, have)
		}
	}
	return out
}

// keptSpans returns the spans whose text still is what is claimed.
func keptSpans(spans map[biblio.Field]biblio.Span, raw string, w *biblio.Work) map[biblio.Field]biblio.Span {
	flat := w.Flat()
	kept := map[biblio.Field]biblio.Span{}
	for f, s := range spans {
		if s.Start < 0 || s.End > len(raw) || s.Start > s.End {
			continue
		}
		text := raw[s.Start:s.End]
		switch f {
		case biblio.FieldTitle:
			if normalise.Text(text) != normalise.Text(flat.Title) {
				continue
			}
		case biblio.FieldYear:
			if !strings.Contains(text, string(flat.Year)) {
				continue
			}
		}
		kept[f] = s
	}
	return kept
}

// leadingNumber returns the first page of a range: styles shorten the last.
func leadingNumber(s string) string {
	first, _, _ := strings.Cut(strings.ReplaceAll(s, "–", "-"), "-")
	return strings.TrimSpace(first)
}

// entries is an index of printed entries by their words.
type entries struct {
	normalised []string // " word word "
	byWord     map[string][]int32
	taken      []bool
}

func indexEntries(refs []biblio.Reference) *entries {
	x := &entries{normalised: make([]string, len(refs)), byWord: map[string][]int32{}, taken: make([]bool, len(refs))}
	for i := range refs {
		x.normalised[i] = " " + normalise.Text(refs[i].Raw) + " "
		for _, word := range strings.Fields(x.normalised[i]) {
			list := x.byWord[word]
			if len(list) == 0 || list[len(list)-1] != int32(i) {
				x.byWord[word] = append(list, int32(i))
			}
		}
	}
	return x
}

// mostAlike bounds how many entries with a common word are examined.
const mostAlike = 60

// find returns the entry that prints a work: its title, or else its first author and year with most words of the
// title.
func (x *entries) find(w *biblio.Work) (int, bool) {
	title := " " + normalise.Text(w.FullTitle()) + " "
	words := strings.Fields(title)
	best, bestScore := -1, 0.0
	for _, i := range x.candidates(words) {
		if x.taken[i] {
			continue
		}
		score := 0.0
		if strings.Contains(x.normalised[i], title) || strings.Contains(x.normalised[i], " "+normalise.Text(w.Title)+" ") {
			score = 2
		} else if share := x.share(i, words); share >= 0.6 {
			score = share
		}
		if x.names(i, w) {
			score += 0.5
		} else if score < 2 || len(words) < 4 {
			continue
		}
		if year := w.YearString(); year != "" && strings.Contains(x.normalised[i], year) {
			score += 0.5
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best, best >= 0
}

// edited reports whether an entry does not print the title of its work.
func (x *entries) edited(i int, w *biblio.Work) bool {
	words := strings.Fields(normalise.Text(w.Title))
	return x.share(i, words) < 0.999 &&
		!strings.Contains(normalise.Squash(x.normalised[i]), normalise.Squash(normalise.Text(w.Title)))
}

// candidates returns the entries that contain the rarest words of a title.
func (x *entries) candidates(words []string) []int {
	var out []int
	seen, used := map[int32]bool{}, map[string]bool{}
	for range 3 {
		best := ""
		for _, w := range words {
			if n := len(x.byWord[w]); n > 0 && len(w) > 2 && (best == "" || n < len(x.byWord[best])) && !used[w] {
				best = w
			}
		}
		if best == "" {
			break
		}
		list := x.byWord[best]
		used[best] = true
		for _, i := range list[:min(len(list), mostAlike)] {
			if !seen[i] {
				seen[i] = true
				out = append(out, int(i))
			}
		}
	}
	return out
}

func (x *entries) share(i int, words []string) float64 {
	if len(words) == 0 {
		return 0
	}
	n := lists.Count(words, func(w string) bool { return strings.Contains(x.normalised[i], " "+w+" ") })
	return float64(n) / float64(len(words))
}

// names reports whether an entry prints the first name of a work, or the work has none.
func (x *entries) names(i int, w *biblio.Work) bool {
	if len(w.Contributors) == 0 {
		return true
	}
	c := w.Contributors[0]
	name := cmp.Or(normalise.Text(c.Family), normalise.Text(c.Literal))
	return strings.Contains(x.normalised[i], " "+name+" ")
}
