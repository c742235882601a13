package cite

import (
	"slices"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// exact leaves only the hits of the very title that was asked for, where there are
// any: "Invited talk: X" is not X.
func exact(q *Query, hits []*match.Candidate) []*match.Candidate {
	want := normalise.Title(q.Ref.Claimed.Title)
	var same []*match.Candidate
	for _, h := range hits {
		if normalise.Title(h.Hit.Record.FullTitle()) == want {
			same = append(same, h)
		}
	}
	if len(same) == 0 {
		return hits
	}
	return same
}

// byMainTitle returns the records whose title without its subtitle is the one asked
// for, one of each version, published ones first. They are no candidates, for
// their whole title is another one: each is compared with itself.
func byMainTitle(q *Query, f *audit.Finding) []*match.Candidate {
	want := normalise.Title(q.Ref.Claimed.Title)
	meant := normalise.Title(known()[strings.Join(normalise.Words(q.Text), " ")]) // a work known by that name
	var hits []*match.Candidate
	for i := range f.Evidence.Lookups {
		l := f.Evidence.Lookups[i]
		for _, hit := range l.Answer.Hits {
			if !slices.Contains(mainTitles(&hit.Record.Work), want) ||
				!strings.HasPrefix(normalise.Title(hit.Record.FullTitle()), meant) {
				continue
			}
			l.Answer = answer.Answer{Hits: []answer.Hit{hit}}
			for _, c := range match.Rank(&hit.Record.Work, "", []answer.Lookup{l}) {
				if c.Origin.Kind != biblio.ConfirmOnly && !fix.Shown(hits, &c) {
					hits = append(hits, &c)
				}
			}
		}
	}
	sort.SliceStable(hits, func(i, j int) bool {
		return !fix.IsPreprint(&hits[i].Hit.Record) && fix.IsPreprint(&hits[j].Hit.Record)
	})
	return hits
}

// maxSubtitles bounds the subtitles of one title.
const maxSubtitles = 4

// mainTitles returns a title as it reads up to each of its subtitles.
func mainTitles(w *biblio.Work) []string {
	full := w.FullTitle()
	var list []string
	for rest := full; len(list) < maxSubtitles; {
		main, after, ok := normalise.SplitSubtitle(rest)
		if !ok {
			break
		}
		cut := len(full) - len(rest) + len(main)
		list = append(list, normalise.Title(full[:cut]))
		rest = after
	}
	return list
}

// complete returns a hit with all that the records of its version state, the full
// name of its container, and its type.
func complete(f *audit.Finding, hit *match.Candidate) *match.Candidate {
	whole := *hit
	whole.Hit.Record = fix.Canonical(f, hit)
	w := &whole.Hit.Record.Work
	w.Container.Title = fullName(w.Container.Title)
	if inSeries(w.Container.Title) {
		volumeOf(f, hit, w)
	}
	w.Type = kindOf(w)
	return &whole
}

// kindOf returns the type of a work. What a list calls an article of a journal and
// is in a conference's proceedings is a paper of it, and so is what the ACL
// Anthology has in a container of no other kind.
func kindOf(w *biblio.Work) biblio.Type {
	kind := entry.TypeOf(w)
	switch {
	case kind == biblio.ArticleJournal && w.Volume == "" && w.Issue == "" && ofEvent(w.Container.Title),
		kind == biblio.TypeUnknown && w.Container.Title != "" && !w.ID(ident.ACL).IsZero():
		return biblio.PaperConference
	}
	return kind
}

// fullName returns the name of a container, in full where it is an acronym or handle
// that one venue has.
func fullName(container string) string {
	if name := normalise.VenueName(container); name != "" && !strings.Contains(container, " ") {
		return name
	}
	return container
}

// proceedingsSeries are series whose volumes are proceedings, as the table of venues
// calls them.
var proceedingsSeries = []string{"pmlr", "lncs", "ccis", "ceur", "lipics"}

// inSeries reports the name of such a series in place of its volume's.
func inSeries(name string) bool {
	c := normalise.ParseContainer(name)
	return len(c.Venues) == 0 &&
		slices.ContainsFunc(c.Series, func(key string) bool { return slices.Contains(proceedingsSeries, key) })
}

// volumeOf puts the volume of a series, where another record of the version names it,
// in the place of the series. A paper in it is in proceedings.
func volumeOf(f *audit.Finding, hit *match.Candidate, w *biblio.Work) {
	if w.Type != biblio.Book && w.Type != biblio.Proceedings {
		w.Type = biblio.PaperConference
	}
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		name := c.Hit.Record.Container.Title
		if c.Origin.Kind != biblio.ConfirmOnly && sameEdition(hit, c) && strings.Contains(name, " ") &&
			normalise.ParseContainer(name).Head == normalise.Conference {
			w.Container.Series, w.Container.Title = w.Container.Title, name
			return
		}
	}
}

// ofEvent reports the name of a conference's proceedings.
func ofEvent(name string) bool {
	return normalise.ParseContainer(name).Head == normalise.Conference &&
		slices.ContainsFunc([]string{"Conference", "Symposium", "Workshop", "Proceedings", "Advances in"},
			func(word string) bool { return strings.Contains(name, word) })
}

// sameEdition reports records of one version of one work.
func sameEdition(a, b *match.Candidate) bool {
	return fix.Shown([]*match.Candidate{a}, b)
}

// Dispute is what records that hold one identifier of the work state as its authors,
// where they contradict each other: the first and another.
type Dispute struct {
	Identifier string
	Records    [2]*match.Candidate
}

// Disputed returns the first record that holds an identifier of the answer and
// contradicts its authors; nil when all agree.
func Disputed(f *audit.Finding, a *Choice) *Dispute {
	if a.Work == nil {
		return nil
	}
	claim := match.NewClaim(&a.Work.Hit.Record.Work)
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if c.Origin.Kind == biblio.ConfirmOnly || !c.Origin.SpeaksOf(biblio.FieldAuthors) ||
			len(c.Hit.Record.Authors()) == 0 {
			continue
		}
		for _, id := range a.Work.Hit.Record.IDs {
			if match.Holds(&c.Hit.Record.Work, id) &&
				claim.Compare(&c.Hit.Record.Work).Of(biblio.FieldAuthors).Agreement == match.Differs {
				return &Dispute{id.String(), [2]*match.Candidate{stating(f, a.Work), c}}
			}
		}
	}
	return nil
}

// stating returns the record that states the authors of a work, which has what several
// records state together; the work itself where none alone does.
func stating(f *audit.Finding, work *match.Candidate) *match.Candidate {
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if sameEdition(work, c) && slices.Equal(c.Hit.Record.Authors(), work.Hit.Record.Authors()) {
			return c
		}
	}
	return work
}
