package entries

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// readers reads the inputs of testdata/forms.txt by the word before their name.
var readers = map[string]func([]byte) (reading.Result, error){
	"bibtex": readBib, "nbib": ReadNBIB, "pubmed": ReadPubMed, "refer": ReadRefer, "endnote": ReadEndNoteXML,
	"mods": ReadMODS, "wos": ReadWebOfScience, "table": ReadTable, "csl": ReadCSL, "lines": ReadLines, "yaml": ReadYAML,
	"head": func(src []byte) (reading.Result, error) { return ReadHead(src), nil },
}

func readBib(src []byte) (r reading.Result, _ error) {
	f := bibtex.Parse(src)
	for i := range f.Items {
		if f.Items[i].Kind != bibtex.Entry {
			continue
		}
		fields, _ := f.Resolve(&f.Items[i])
		e, unread := Of(f, &f.Items[i], fields)
		ref := biblio.Reference{ID: f.Key(&f.Items[i]), Claimed: e.Work(), Extra: e.Rest()}
		for name, text := range unread {
			ref.Raw += name + "=" + text
		}
		r.References = append(r.References, ref)
	}
	return r, nil
}

// whole writes everything that was read: one line a field that says something.
func whole(r reading.Result, err error) string {
	var b strings.Builder
	for _, ref := range r.References {
		w := &ref.Claimed
		fmt.Fprintf(&b, "%s %d-%d %s\n", strings.TrimSpace(ref.ID+" "+ref.Key), ref.Place.Line, ref.Place.EndLine, w.Type)
		say := func(name string, value any) {
			if text := fmt.Sprint(value); text != "" && text != "0" && text != "[]" && text != "false" && text != "{0 0 0}" {
				fmt.Fprintf(&b, "  %s: %s\n", name, strings.ReplaceAll(text, "\n", "⏎"))
			}
		}
		say("title", w.Title)
		say("subtitle", w.Subtitle)
		for _, c := range w.Contributors {
			say(string(c.Role), strings.Join([]string{c.Given, c.Particle, c.Family, c.Suffix, c.Literal}, "|"))
		}
		say("cut", w.AuthorsCut)
		say("container", w.Container.Title)
		say("short", w.Container.Short)
		say("series", w.Container.Series)
		say("issn", w.Container.ISSN)
		say("issued", w.Issued)
		say("other year", w.OtherYear)
		say("volume", w.Volume)
		say("issue", w.Issue)
		say("pages", w.Pages)
		say("edition", w.Edition)
		say("publisher", w.Publisher)
		say("place", w.Place)
		say("note", w.Note)
		say("url", w.URL)
		say("ids", w.IDs)
		var extra []string
		for name, text := range ref.Extra {
			extra = append(extra, name+"="+text)
		}
		slices.Sort(extra)
		say("rest", strings.Join(extra, "; "))
		if ref.Place.Line == 0 {
			say("unread", ref.Raw)
		}
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "! %d-%d %s\n", p.Place.Line, p.Place.EndLine, p.Rule)
	}
	if err != nil {
		fmt.Fprintf(&b, "! %v\n", err)
	}
	return b.String()
}

// testdata/forms.txt has inputs of every format, each with all that is read of it.
func TestForms(t *testing.T) {
	testenv.HoldForms(t, "testdata/forms.txt", func(name, src string) string {
		kind, _, _ := strings.Cut(name, " ")
		return whole(readers[kind]([]byte(src)))
	})
}
