package fair

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

func withDOI(r *biblio.Record) bool { return published(r) && !r.ID(ident.DOI).IsZero() }

// shortDOI states the DOI as shortened by shortdoi.org; the record has the full one.
func shortDOI(d *draft) bool {
	d.add(biblio.Publisher, d.record.Work)
	const letters = "bcdfghjkmnpqrstvwxz23456789"
	var b strings.Builder
	for range 4 + d.n%3 {
		b.WriteByte(letters[d.random.Intn(len(letters))])
	}
	d.claim.DOI, d.claim.URL = "", ""
	d.addField("doi", "10/g"+b.String())
	return true
}

// issnForISBN states an ISSN where the ISBN should be.
func issnForISBN(d *draft) bool {
	d.add(biblio.Publisher, d.record.Work)
	digits, sum := fmt.Sprintf("%07d", 1000000+d.random.Intn(1500000)), 0
	for i, c := range digits {
		sum += (8 - i) * int(c-'0')
	}
	check := "0123456789X"[(11-sum%11)%11]
	d.addField("isbn", fmt.Sprintf("%s-%s%c", digits[:4], digits[4:], check))
	return true
}

// addField adds a field to the entry.
func (d *draft) addField(name, value string) {
	before := d.entry
	d.entry = func(s string) string {
		return strings.TrimSuffix(strings.TrimSpace(before(s)), "}") + fmt.Sprintf("  %s = {%s},\n}\n", name, value)
	}
}

// macros are names of journals that AASTeX defines.
var macros = [][2]string{
	{`\apj`, "The Astrophysical Journal"}, {`\mnras`, "Monthly Notices of the Royal Astronomical Society"}, {`\aap`,
		"Astronomy & Astrophysics"},
	{`\aj`, "The Astronomical Journal"}, {`\prd`, "Physical Review D"}, {`\prl`, "Physical Review Letters"},
	{`\nat`, "Nature"},
	{`\jcap`, "Journal of Cosmology and Astroparticle Physics"}, {`\pasp`,
		"Publications of the Astronomical Society of the Pacific"}, {`\araa`, "Annual Review of Astronomy and Astrophysics"},
}

// journalMacro names the journal by its macro. The work is moved to that journal.
func journalMacro(d *draft) bool {
	m := macros[d.n%len(macros)]
	f := d.record.Flat()
	f.Venue, f.DOI, f.URL = m[1], "", ""
	d.add(biblio.Publisher, f.Work())
	const mark = "JOURNALMACRO"
	d.claim.Venue, d.claim.DOI, d.claim.URL, d.claim.Type = mark, "", "", string(biblio.ArticleJournal)
	d.entry = func(s string) string { return strings.ReplaceAll(s, mark, m[0]) }
	return true
}

// seriesNames are series that many references name instead of the proceedings.
var seriesNames = []string{
	"Lecture Notes in Computer Science", "Communications in Computer and Information Science", "CEUR Workshop Proceedings",
	"Leibniz International Proceedings in Informatics", "Lecture Notes in Artificial Intelligence",
	"IFIP Advances in Information and Communication Technology",
}

// seriesForTitle names the series and its volume; every second record states them in addition to the
// proceedings.
func seriesForTitle(d *draft) bool {
	name, volume := seriesNames[d.n%len(seriesNames)], fmt.Sprint(1000+d.random.Intn(9000))
	w := d.work()
	w.Volume = ""
	if d.n%2 == 0 {
		w.Container.Series, w.Volume = name, volume
	}
	d.add(biblio.Publisher, w)
	d.claim.Venue, d.claim.Volume, d.claim.DOI, d.claim.URL = name, volume, "", ""
	return true
}

// accented reports whether a work has an author whose family name has letters outside ASCII, and enough others.
func accented(r *biblio.Record) bool {
	return published(r) && slices.ContainsFunc(r.Authors(), func(c biblio.Contributor) bool {
		lost := withoutLetters(c.Family)
		return lost != c.Family && len(lost) > 3
	})
}

// withoutLetters drops the letters outside ASCII, as careless exports do.
func withoutLetters(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, name)
}

func lost(names []string) []string {
	list := slices.Clone(names)
	for i, name := range list {
		if short := withoutLetters(name); len(short) > 3 {
			list[i] = short
		}
	}
	return list
}

// lostInRecord records the names without those letters: an aggregator, a personal
// list, a publisher.
func lostInRecord(d *draft) bool {
	f := d.record.Flat()
	f.Authors = lost(f.Authors)
	d.add([]biblio.OriginKind{biblio.Aggregator, biblio.PersonalList, biblio.Publisher}[d.n%3], f.Work())
	return true
}

// lostInClaim claims the names without those letters.
func lostInClaim(d *draft) bool {
	d.add(biblio.Publisher, d.record.Work)
	d.claim.Authors = lost(d.claim.Authors)
	return true
}
