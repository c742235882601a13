package match

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func found(info answer.Info, how answer.How, records ...biblio.Flat) answer.Lookup {
	var hits []answer.Hit
	for i, f := range records {
		hits = append(hits, answer.Hit{Record: biblio.Record{Work: f.Work(), LocalID: fmt.Sprint(i)}, How: how})
	}
	return answer.NewLookup(info, answer.Answer{Hits: hits}, nil)
}

// TestKept: which records are candidates, and which of them have a wrongly attached identifier.
func TestKept(t *testing.T) {
	stranger := biblio.Flat{Title: "Owls of the Steppe", Authors: []string{"Bob Stone"}}
	for _, c := range []struct {
		name             string
		how              answer.How
		record           biblio.Flat
		kept, suspicious bool
	}{
		{"the work", answer.ByTitle, bert, true, false},
		{"the work, by its identifier", answer.ByIdentifier, bert, true, false},
		{"another work", answer.ByTitle, stranger, false, false},
		{"another work, by the raw text", answer.ByRaw, stranger, false, false},
		{"another work, by an identifier", answer.ByIdentifier, stranger, true, true},
		{"another work, by an address", answer.ByURL, stranger, true, false},
		{"another work, by a search of the web", answer.ByWebSearch, stranger, true, false},
		{"no title, by an identifier", answer.ByIdentifier, biblio.Flat{Authors: stranger.Authors}, true, false},
		{"a like title by others, by an identifier", answer.ByIdentifier,
			with(bert, func(f *biblio.Flat) { f.Authors = stranger.Authors; f.Title += " and Speech" }), true, false},
		{"a somewhat like title by others", answer.ByTitle,
			biblio.Flat{Title: "Pre-training of Deep Bidirectional Transformers for the Winter Songs of Birds",
				Authors: stranger.Authors}, true, false},
		{"another title by the same authors with the DOI", answer.ByTitle,
			with(bert, func(f *biblio.Flat) { f.Title = stranger.Title }), true, false},
	} {
		got := Rank(flat(bert), "", []answer.Lookup{found(answer.Info{Name: "a"}, c.how, c.record)})
		if kept := len(got) == 1; kept != c.kept || kept && got[0].Suspicious != c.suspicious {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// TestMostKept: beyond the first forty candidates only what was found directly is kept.
func TestMostKept(t *testing.T) {
	var like []biblio.Flat
	for i := range keepMost + 5 {
		like = append(like, with(bert, func(f *biblio.Flat) { f.Year = biblio.Year(fmt.Sprint(1950 + i)) }))
	}
	stranger := biblio.Flat{Title: "Owls of the Steppe", Authors: []string{"Bob Stone"}}
	got := Rank(flat(bert), "",
		[]answer.Lookup{found(answer.Info{Name: "b"}, answer.ByIdentifier, stranger),
			found(answer.Info{Name: "a"}, answer.ByTitle, like...)})
	if len(got) != keepMost+1 || got[keepMost].Hit.Record.Title != stranger.Title {
		t.Errorf("%d candidates, the last %q", len(got), got[len(got)-1].Hit.Record.Title)
	}
}

// TestFailedLookup: records that came with a failure are not candidates.
func TestFailedLookup(t *testing.T) {
	lookup := found(answer.Info{Name: "a"}, answer.ByTitle, bert)
	failed := answer.NewLookup(answer.Info{Name: "b"}, lookup.Answer, errors.New("cut short"))
	failed.Answer = lookup.Answer
	if got := Rank(flat(bert), "", []answer.Lookup{failed, lookup}); len(got) != 1 || got[0].Source.Name != "a" {
		t.Errorf("%+v", got)
	}
}

// TestRankOrder: the more likely record comes first, then the one that agrees more, then the origin.
func TestRankOrder(t *testing.T) {
	of := func(kind biblio.OriginKind) answer.Info {
		return answer.Info{Name: fmt.Sprint("source of ", kind), Origin: biblio.Origin{Kind: kind}}
	}
	like := with(bert, func(f *biblio.Flat) {
		f.Title = "BERT: Pre-training of Deep Bidirectional Networks for Language Understanding"
	})
	volume := with(bert, func(f *biblio.Flat) { f.Volume = "1" })
	initials := with(volume, func(f *biblio.Flat) {
		f.Authors = []string{"J. Devlin", "M.-W. Chang", "K. Lee", "K. Toutanova"}
	})
	otherVolume := with(bert, func(f *biblio.Flat) { f.Volume = "2" })
	for _, c := range []struct {
		name          string
		first, second answer.Lookup
	}{
		{"a likelier record of a lesser origin", found(of(biblio.PersonalList), answer.ByTitle, bert),
			found(of(biblio.Publisher), answer.ByTitle, like)},
		{"a record that states more", found(of(biblio.PersonalList), answer.ByTitle, volume),
			found(of(biblio.Publisher), answer.ByTitle, bert)},
		{"a record of the same form", found(of(biblio.PersonalList), answer.ByTitle, volume),
			found(of(biblio.Publisher), answer.ByTitle, initials)},
		{"a record that contradicts nothing", found(of(biblio.PersonalList), answer.ByTitle, bert),
			found(of(biblio.Publisher), answer.ByTitle, otherVolume)},
		{"the better origin", found(of(biblio.Publisher), answer.ByTitle, bert),
			found(of(biblio.Aggregator), answer.ByTitle, bert)},
		{"the name of the source", found(answer.Info{Name: "a"}, answer.ByTitle, bert),
			found(answer.Info{Name: "b"}, answer.ByTitle, bert)},
	} {
		for _, lookups := range [][]answer.Lookup{{c.first, c.second}, {c.second, c.first}} {
			got := Rank(flat(volume), "", lookups)
			if names := []string{got[0].Source.Name, got[1].Source.Name}; !slices.Equal(names,
				[]string{c.first.Source.Name, c.second.Source.Name}) {
				t.Errorf("%s: %q", c.name, names)
			}
		}
	}
}

// TestOrigin: what a source declares takes precedence over what its record says about itself.
func TestOrigin(t *testing.T) {
	for _, c := range []struct{ source, record, want biblio.OriginKind }{
		{biblio.Publisher, biblio.Aggregator, biblio.Publisher},
		{biblio.Unstated, biblio.Aggregator, biblio.Aggregator},
		{biblio.Unstated, biblio.Unstated, biblio.PersonalList},
	} {
		lookup := found(answer.Info{Name: "a", Origin: biblio.Origin{Kind: c.source}}, answer.ByTitle, bert)
		lookup.Answer.Hits[0].Record.Origin.Kind = c.record
		if got := Rank(flat(bert), "", []answer.Lookup{lookup})[0].Origin.Kind; got != c.want {
			t.Errorf("%v, %v: %v", c.source, c.record, got)
		}
	}
}
