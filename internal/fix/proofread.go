package fix

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// proofread parses the corrected file again and reverts changes that the entries do not state as planned, and
// every correction that changes another field as well. In what remains, To is what the entry says.
func proofread(src []byte, drafts []draft, read func([]byte) func(int) (*biblio.Work, bool)) error {
	if read == nil || !slices.ContainsFunc(drafts, func(d draft) bool { return len(d.changes) > 0 }) {
		return nil
	}
	before := read(src)
	for again := true; again; { // terminates: each round reverts a change
		text, err := bibtex.Splice(string(src), slices.Concat(lists.Map(drafts, draft.edits)...))
		if err != nil {
			return err
		}
		after := read(text)
		again = false
		for i := range drafts {
			again = drafts[i].proofread(i, before, after) || again
		}
	}
	return nil
}

// proofread compares one entry before and after its correction and reports whether it reverted a change.
func (d *draft) proofread(i int, before, after func(int) (*biblio.Work, bool)) (refused bool) {
	count := len(d.changes)
	if count == 0 {
		return false
	}
	old, hadOld := before(i)
	now, hasNow := after(i)
	if !hadOld || !hasNow {
		return false
	}
	for _, c := range slices.Clone(d.changes) {
		if !says(now, &c.patch, &d.Work) {
			why := fmt.Sprintf("read again, the entry would say %q", said(now, &c.patch))
			d.refuse(why, func(p *Patch) bool {
				return p.Field == c.patch.Field || c.patch.Aim == Publishes && p.Aim == Publishes
			})
		}
	}
	if len(d.changes) == count && d.touchesOthers(old, now) {
		d.refuse("read again, another field of the entry would say something else", func(*Patch) bool { return true })
	}
	if len(d.changes) < count {
		return true
	}
	for k := range d.changes {
		d.changes[k].patch.To = said(now, &d.changes[k].patch)
	}
	return false
}

// carried lists the fields that a change of another may change too: identifiers are in addresses, and numbers
// of preprints in the names of their servers.
var carried = map[biblio.Field][]biblio.Field{
	biblio.FieldDOI:  {biblio.FieldURL, biblio.FieldPublisher},
	biblio.FieldPMID: {biblio.FieldURL},
	biblio.FieldISBN: {biblio.FieldURL},
	biblio.FieldArXiv: {biblio.FieldURL, biblio.FieldVenue, biblio.FieldVolume, biblio.FieldDOI, biblio.FieldIssue,
		biblio.FieldPages},
	biblio.FieldVenue: {biblio.FieldArXiv, biblio.FieldDOI, biblio.FieldURL},
	biblio.FieldURL:   {biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID},
	biblio.FieldType:  biblio.Fields,
}

// touchesOthers reports whether a field that no change is about says something else now.
func (d *draft) touchesOthers(old, now *biblio.Work) bool {
	named := map[biblio.Field]bool{biblio.FieldType: true}
	upgraded := false
	for _, c := range d.changes {
		upgraded = upgraded || c.patch.Aim == Publishes
		named[c.patch.Field] = true
		for _, field := range carried[c.patch.Field] {
			named[field] = true
		}
	}
	return slices.ContainsFunc(biblio.Fields, func(field biblio.Field) bool {
		dropped := upgraded && ofPreprint(valueOf(old, field)) && valueOf(now, field) == ""
		return !named[field] && !dropped &&
			(valueOf(old, field) != valueOf(now, field) || field == biblio.FieldAuthors &&
				names(old.Authors()) != names(now.Authors()))
	})
}

// says reports whether an entry, parsed again, says what a patch writes, apart from the style of the file.
func says(now *biblio.Work, p *Patch, want *biblio.Work) bool {
	have := valueOf(now, p.Field)
	switch p.Field {
	case biblio.FieldType:
		return true
	case biblio.FieldTitle:
		return plainly(have) == plainly(p.To)
	case biblio.FieldAuthors:
		return saysAuthors(now, p, want.Authors())
	case biblio.FieldVenue:
		a, b := normalise.ParseContainer(have), normalise.ParseContainer(p.To)
		return plainly(have) == plainly(p.To) || normalise.CompareContainers(&a, &b) >= normalise.AliasOf ||
			normalise.CompareContainers(&b, &a) >= normalise.AliasOf
	case biblio.FieldPages:
		a, b := normalise.ParsePages(have), normalise.ParsePages(p.To)
		return a.First == b.First && a.Last == b.Last
	case biblio.FieldURL:
		return have == p.To || now.ID(ident.DOI).Link() == p.To
	}
	if scheme, ok := schemeOf[p.Field]; ok {
		return match.Holds(now, ident.ID{Scheme: scheme, Value: p.To}) || strings.EqualFold(have, p.To)
	}
	return plainly(have) == plainly(p.To)
}

// saysAuthors reports whether a list of names has exactly the wanted people, or the first of them if it is cut.
func saysAuthors(now *biblio.Work, p *Patch, want []biblio.Contributor) bool {
	have := now.Authors()
	if len(have) > len(want) || len(have) < len(want) && !now.AuthorsCut || now.AuthorsCut && p.completes() {
		return false
	}
	given := slices.ContainsFunc(have, func(c biblio.Contributor) bool { return c.Given != "" })
	for i := range have {
		lacks := given && have[i].Given == "" && want[i].Given != ""
		// half of a name, or several in one
		if lacks || len(strings.Fields(have[i].String())) > len(strings.Fields(want[i].String()))+2 {
			return false
		}
		if plainly(have[i].String()) != plainly(want[i].String()) && !entry.SamePerson(have[i], want[i]) {
			return false
		}
	}
	return true
}

// said returns what an entry says in the field of a patch.
func said(now *biblio.Work, p *Patch) string {
	have := valueOf(now, p.Field)
	switch {
	case p.Field == biblio.FieldAuthors:
		have = names(now.Authors())
		if now.AuthorsCut {
			have += cutMark
		}
	case p.Field == biblio.FieldType, p.Field == biblio.FieldPages, p.Field.Identifier(), have == "":
		return p.To
	}
	return have
}

// typewriter replaces marks by those on keyboards.
var typewriter = strings.NewReplacer("‘", "'", "’", "'", "“", `"`, "”", `"`, "``", `"`, "''", `"`, "–", "-", "—", "-",
	"‐", "-", "−", "-", "…", "...", " ", "", "\u00a0", "", "~", "")

// plainly unifies texts that differ in case, in how marks are typed or in a last full stop; separators count.
func plainly(text string) string {
	text = typewriter.Replace(strings.ToLower(strings.Join(strings.Fields(typesetting.Replace(text)), "")))
	for strings.Contains(text, "--") {
		text = strings.ReplaceAll(text, "--", "-")
	}
	return strings.TrimRight(text, ".")
}
