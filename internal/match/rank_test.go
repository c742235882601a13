package match

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

func found(info source.Info, how source.How, records ...biblio.Flat) source.Lookup {
	var hits []source.Hit
	for i, f := range records {
		hits = append(hits, source.Hit{Record: biblio.Record{Work: f.Work(), LocalID: fmt.Sprint(i)}, How: how})
	}
	return source.NewLookup(info, source.Answer{Hits: hits}, nil)
}

// TestKept: which records are candidates, and which of them an identifier was pinned on.
func TestKept(t *testing.T) {
	stranger := biblio.Flat{Title: "Owls of the Steppe", Authors: []string{"Bob Stone"}}
	for _, c := range []struct {
		name             string
		how              source.How
		record           biblio.Flat
		kept, suspicious bool
	}{
		{"the work", source.ByTitle, bert, true, false},
		{"the work, by its identifier", source.ByIdentifier, bert, true, false},
		{"another work", source.ByTitle, stranger, false, false},
		{"another work, by the raw text", source.ByRaw, stranger, false, false},
		{"another work, by an identifier", source.ByIdentifier, stranger, true, true},
		{"another work, by an address", source.ByURL, stranger, true, false},
		{"another work, by a search of the web", source.ByWebSearch, stranger, true, false},
		{"no title, by an identifier", source.ByIdentifier, biblio.Flat{Authors: stranger.Authors}, true, false},
		{"a like title by others, by an identifier", source.ByIdentifier,
			with(bert, func(f *biblio.Flat) { f.Authors = stranger.Authors; f.Title += " and Speech" }), true, false},
		{"a somewhat like title by others", source.ByTitle,
			biblio.Flat{Title: "Pre-training of Deep Bidirectional Transformers for the Winter Songs of Birds",
				Authors: stranger.Authors}, true, false},
		{"another title by the same authors with the DOI", source.ByTitle,
			with(bert, func(f *biblio.Flat) { f.Title = stranger.Title }), true, false},
	} {
		got := Rank(flat(bert), "", []source.Lookup{found(source.Info{Name: "a"}, c.how, c.record)})
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
		[]source.Lookup{found(source.Info{Name: "b"}, source.ByIdentifier, stranger),
			found(source.Info{Name: "a"}, source.ByTitle, like...)})
	if len(got) != keepMost+1 || got[keepMost].Hit.Record.Title != stranger.Title {
		t.Errorf("%d candidates, the last %q", len(got), got[len(got)-1].Hit.Record.Title)
	}
}

// TestFailedLookup: what came with a failure is no candidate.
func TestFailedLookup(t *testing.T) {
	lookup := found(source.Info{Name: "a"}, source.ByTitle, bert)
	failed := source.NewLookup(source.Info{Name: "b"}, lookup.Answer, errors.New("cut short"))
	failed.Answer = lookup.Answer
	if got := Rank(flat(bert), "", []source.Lookup{failed, lookup}); len(got) != 1 || got[0].Source.Name != "a" {
		t.Errorf("%+v", got)
	}
}

// TestRankOrder: the likelier record stands first, then what agrees more, then the origin.
func TestRankOrder(t *testing.T) {
	of := func(kind biblio.OriginKind) source.Info {
		return source.Info{Name: fmt.Sprint("source of ", kind), Origin: biblio.Origin{Kind: kind}}
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
		first, second source.Lookup
	}{
		{"a likelier record of a lesser origin", found(of(biblio.PersonalList), source.ByTitle, bert),
			found(of(biblio.Publisher), source.ByTitle, like)},
		{"a record that states more", found(of(biblio.PersonalList), source.ByTitle, volume),
			found(of(biblio.Publisher), source.ByTitle, bert)},
		{"a record of the same form", found(of(biblio.PersonalList), source.ByTitle, volume),
			found(of(biblio.Publisher), source.ByTitle, initials)},
		{"a record that contradicts nothing", found(of(biblio.PersonalList), source.ByTitle, bert),
			found(of(biblio.Publisher), source.ByTitle, otherVolume)},
		{"the better origin", found(of(biblio.Publisher), source.ByTitle, bert),
			found(of(biblio.Aggregator), source.ByTitle, bert)},
		{"the name of the source", found(source.Info{Name: "a"}, source.ByTitle, bert),
			found(source.Info{Name: "b"}, source.ByTitle, bert)},
	} {
		for _, lookups := range [][]source.Lookup{{c.first, c.second}, {c.second, c.first}} {
			got := Rank(flat(volume), "", lookups)
			if names := []string{got[0].Source.Name, got[1].Source.Name}; !slices.Equal(names,
				[]string{c.first.Source.Name, c.second.Source.Name}) {
				t.Errorf("%s: %q", c.name, names)
			}
		}
	}
}

// TestOrigin: what a source declares goes before what its record says of itself.
func TestOrigin(t *testing.T) {
	for _, c := range []struct{ source, record, want biblio.OriginKind }{
		{biblio.Publisher, biblio.Aggregator, biblio.Publisher},
		{biblio.Unstated, biblio.Aggregator, biblio.Aggregator},
		{biblio.Unstated, biblio.Unstated, biblio.PersonalList},
	} {
		lookup := found(source.Info{Name: "a", Origin: biblio.Origin{Kind: c.source}}, source.ByTitle, bert)
		lookup.Answer.Hits[0].Record.Origin.Kind = c.record
		if got := Rank(flat(bert), "", []source.Lookup{lookup})[0].Origin.Kind; got != c.want {
			t.Errorf("%v, %v: %v", c.source, c.record, got)
		}
	}
}
