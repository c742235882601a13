package fair

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// named reports whether a work is published and its first three authors have full given names.
func named(r *biblio.Record) bool {
	list := r.Authors()
	whole := func(a biblio.Contributor) bool {
		return a.Family != "" && utf8.RuneCountInString(firstWord(a.Given)) > 2 && !strings.Contains(a.Given, ".")
	}
	return published(r) && len(list) > 2 && whole(list[0]) && whole(list[1]) && whole(list[2])
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}

// givenNames are given names that replace an author's own if their initial differs.
var givenNames = []string{"Peter", "Oliver", "Sarah", "Martin", "Julia", "Kenneth", "Irene", "Walter"}

// renameGiven replaces the given name of an author in the claim by another one, with another initial.
func (d *draft) renameGiven(at int) {
	a := d.record.Authors()[at]
	for i := range givenNames {
		name := givenNames[(d.n+at+i)%len(givenNames)]
		if !strings.EqualFold(name[:1], firstRune(a.Given)) {
			d.claim.Authors[at] = name + " " + a.Family
			return
		}
	}
}

func firstRune(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r))
}

// otherGivenNames cites two authors with given names that are not theirs.
func otherGivenNames(d *draft) bool {
	d.add(biblio.Publisher, d.record.Work)
	d.renameGiven(0)
	d.renameGiven(1)
	return true
}

// otherGivenName cites one author with a given name that is not theirs.
func otherGivenName(d *draft) bool {
	d.add(biblio.Publisher, d.record.Work)
	d.renameGiven(1)
	return true
}

// contradicted cites a work with other authors, or in another year, than in its only record, which is from a
// personal list.
func contradicted(d *draft) bool {
	d.add(biblio.PersonalList, d.record.Work)
	if d.n%2 == 0 {
		d.claim.Authors = nil
		for _, a := range d.other.Authors() {
			d.claim.Authors = append(d.claim.Authors, a.String())
		}
	} else {
		d.claim.Year = biblio.Year(fmt.Sprint(d.record.Issued.Year + 4))
	}
	d.claim.DOI, d.claim.URL, d.claim.ArXivID = "", "", ""
	return true
}

// cutRecord records only the first authors of a work, without saying that there are more.
func cutRecord(d *draft) bool {
	w := d.work()
	authors := w.Authors()
	w.Contributors, w.AuthorsCut = authors[:1], true
	d.add(biblio.Aggregator, w)
	return true
}

// noticeTitles are how registries mark titles of works with notices, and of sections of journals.
var noticeTitles = []string{"RETRACTED: %s", "RETRACTED ARTICLE: %s", "WITHDRAWN: %s", "%s (Demonstration)"}

// noticeTitle records the work with a mark before or after its title.
func noticeTitle(d *draft) bool {
	w := d.work()
	w.Title, w.Subtitle = fmt.Sprintf(noticeTitles[d.n%len(noticeTitles)], w.FullTitle()), ""
	d.add(biblio.Publisher, w)
	return true
}

// release cites software by its repository and version; its record is of another release.
func release(d *draft) bool {
	name := strings.ToLower(significant(d.record.FullTitle())[0])
	title := func(version string) string { return name + "-lab/" + name + ": " + version }
	d.claim = biblio.Flat{
		Type: string(biblio.Software), Title: title("v1.2.0"),
		Authors: d.claim.Authors, Year: d.claim.Year, Publisher: "Zenodo",
	}
	w := d.claim.Work()
	w.Title = title("v1.4.1")
	d.add(biblio.Publisher, w)
	return true
}

// rareName records an author with two letters swapped, a spelling that no other record has.
func rareName(d *draft) bool {
	w := d.work()
	w.Contributors = slices.Clone(w.Contributors)
	for i := range w.Contributors {
		name := []rune(w.Contributors[i].Family)
		if len(name) > 4 && name[2] != name[3] {
			name[2], name[3] = name[3], name[2]
			w.Contributors[i].Family = string(name)
			d.add(biblio.Aggregator, w)
			return true
		}
	}
	return false
}

// workshops are conference workshops, with the conference that a reference names.
var workshops = [][2]string{
	{"Proceedings of the Workshop on Noisy User-generated Text, EMNLP",
		"Empirical Methods in Natural Language Processing"},
	{"NeurIPS Workshop on Machine Learning for Systems", "Advances in Neural Information Processing Systems"},
	{"ICML Workshop on Uncertainty and Robustness in Deep Learning", "International Conference on Machine Learning"},
	{"IEEE/CVF Conference on Computer Vision and Pattern Recognition Workshops",
		"IEEE/CVF Conference on Computer Vision and Pattern Recognition"},
}

// workshopPaper cites a workshop paper as one of the conference.
func workshopPaper(d *draft) bool {
	of := workshops[d.n%len(workshops)]
	w := d.work()
	w.Type, w.Container = biblio.PaperConference, biblio.Container{Title: of[0]}
	w.Volume, w.Issue = "", ""
	d.add(biblio.Publisher, w)
	d.claim.Type, d.claim.Venue, d.claim.Volume, d.claim.Issue = string(biblio.PaperConference), of[1], "", ""
	d.claim.DOI, d.claim.URL = "", ""
	return true
}

// samePersonTwice cites a work with its first author repeated at the end of the list.
func samePersonTwice(d *draft) bool {
	d.add(biblio.Publisher, d.record.Work)
	d.claim.Authors = append(d.claim.Authors, d.claim.Authors[0])
	return true
}
