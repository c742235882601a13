package cite

import (
	"slices"
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

// exact keeps only the hits with exactly the requested title, if there are any: "Invited talk: X" is not X.
func exact(q *Query, hits []*match.Candidate) []*match.Candidate {
	want := normalise.Title(q.Ref.Claimed.Title)
	same := slices.DeleteFunc(slices.Clone(hits), func(h *match.Candidate) bool {
		return normalise.Title(h.Hit.Record.FullTitle()) != want
	})
	if len(same) == 0 {
		return hits
	}
	return same
}

// byMainTitle returns the records whose title without its subtitle is the one asked for, one of each version, published
// ones first. They are no candidates, since their full title is a different one, so each is compared with itself.
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
	return publishedFirst(hits)
}

// maxSubtitles is the maximum number of subtitles of one title.
const maxSubtitles = 4

// mainTitles returns a title cut before each of its subtitles.
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

// cvfSince is the first year in which conferences have the Computer Vision Foundation in their name.
const cvfSince = 2018

// complete returns a hit with all that the records of its version state, its container's full name, and its type.
func complete(f *audit.Finding, hit *match.Candidate) *match.Candidate {
	whole := *hit
	whole.Hit.Record = fix.Canonical(f, hit)
	w := &whole.Hit.Record.Work
	w.Container.Title = fullName(w.Container.Title)
	if w.Issued.Year < cvfSince && w.Issued.Year != 0 { // services call all editions of a series by its present name
		w.Container.Title = strings.Replace(w.Container.Title, "IEEE/CVF", "IEEE", 1)
	}
	if inSeries(w.Container.Title) {
		volumeOf(f, hit, w)
	}
	w.Type = kindOf(w)
	return &whole
}

// kindOf returns the type of a work. A work that a list calls a journal article but that is in a conference's
// proceedings is a conference paper, and so is one that the ACL Anthology has in a container of no other kind.
func kindOf(w *biblio.Work) biblio.Type {
	kind := entry.TypeOf(w)
	switch {
	case kind == biblio.ArticleJournal && w.Volume == "" && w.Issue == "" && ofEvent(w.Container.Title),
		kind == biblio.TypeUnknown && w.Container.Title != "" && !w.ID(ident.ACL).IsZero():
		return biblio.PaperConference
	}
	return kind
}

// fullName returns the name of a container, expanded if it is an acronym or handle of exactly one venue.
func fullName(container string) string {
	if name := normalise.VenueName(container); name != "" && !strings.Contains(container, " ") {
		return name
	}
	return container
}

// inSeries reports whether the name is that of such a series instead of its volume.
func inSeries(name string) bool {
	c := normalise.ParseContainer(name)
	return len(c.Venues) == 0 &&
		slices.ContainsFunc(c.Series, func(key string) bool { return normalise.Facts(key, normalise.Proceedings) != nil })
}

// volumeOf replaces the series by its volume, if another record of the version names it: a paper in proceedings.
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

// ofEvent reports whether the name is that of a conference's proceedings.
func ofEvent(name string) bool {
	return normalise.ParseContainer(name).Head == normalise.Conference &&
		slices.ContainsFunc([]string{"Conference", "Symposium", "Workshop", "Proceedings", "Advances in"},
			func(word string) bool { return strings.Contains(name, word) })
}

// sameEdition reports whether records are of one version of one work.
func sameEdition(a, b *match.Candidate) bool {
	return fix.Shown([]*match.Candidate{a}, b)
}

// Dispute is a contradiction about the authors between records with one identifier: the first's and another's.
type Dispute struct {
	Identifier string
	Records    [2]*match.Candidate
}

// Disputed returns the first record that has an identifier of the answer but contradicts its authors; nil if all agree.
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

// stating returns the record that states the authors of a work that combines several; the work if none does.
func stating(f *audit.Finding, work *match.Candidate) *match.Candidate {
	for i := range f.Evidence.Candidates {
		c := &f.Evidence.Candidates[i]
		if sameEdition(work, c) && slices.Equal(c.Hit.Record.Authors(), work.Hit.Record.Authors()) {
			return c
		}
	}
	return work
}
