package fair

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// published reports whether a work has a container that is not a preprint server.
func published(r *biblio.Record) bool {
	k := corrupt.Kind(r)
	return (k == biblio.ArticleJournal || k == biblio.PaperConference) && r.Container.Title != "" && len(r.Authors()) > 1
}

func article(r *biblio.Record) bool {
	return published(r) && corrupt.Kind(r) == biblio.ArticleJournal
}

func paper(r *biblio.Record) bool { return published(r) && corrupt.Kind(r) == biblio.PaperConference }

// later returns a year some years after that of a work.
func later(w *biblio.Work, years int) biblio.Date { return biblio.Date{Year: w.Issued.Year + years} }

// shifted returns the same number of pages starting from another page; "" if pages are not a range of numbers.
func shifted(pages string, by int) string {
	from, to, ok := pageRange(pages)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d-%d", from+by, to+by)
}

func pageRange(pages string) (from, to int, ok bool) {
	a, b, _ := strings.Cut(pages, "-")
	from, err := strconv.Atoi(strings.TrimSpace(a))
	if err != nil {
		return 0, 0, false
	}
	to, err = strconv.Atoi(strings.Trim(b, "- "))
	return from, to, err == nil && to > from
}

// paged reports whether a published work has a range of pages.
func paged(r *biblio.Record) bool {
	from, to, ok := pageRange(r.Pages)
	return published(r) && ok && to-from < 60
}

// sibling records another work by the same people: two words of the title and the last author are another
// work's, and year and pages differ.
func sibling(d *draft) bool {
	w := d.work()
	words, theirs := strings.Fields(w.FullTitle()), significant(d.other.FullTitle())
	changed := 0
	for i := len(words) - 1; i >= 0 && changed < 2 && changed < len(theirs); i-- {
		if len(significant(words[i])) == 1 {
			words[i] = theirs[changed]
			changed++
		}
	}
	if changed < 2 {
		return false
	}
	w.Title, w.Subtitle = strings.Join(words, " "), ""
	authors := w.Authors()
	w.Contributors = append(authors[:len(authors)-1:len(authors)-1], d.other.Authors()[0])
	w.Issued, w.Pages = later(&w, 1+d.n%2), shifted(w.Pages, 97)
	d.add(biblio.Publisher, w)
	return true
}

// significant returns the meaningful words of a title.
func significant(title string) []string {
	var list []string
	for _, w := range strings.Fields(title) {
		if core := strings.Trim(w, ".,:;?!()[]'"); len(core) > 4 && !normalise.StopWord(strings.ToLower(core)) {
			list = append(list, core)
		}
	}
	return list
}

// partNames are how the parts of a work are distinguished.
var partNames = []string{" II", ": Part 2", " 2.0", " Revisited", ", Part II"}

// sequel records the second part of the cited work, or cites the second part of the recorded work.
func sequel(d *draft) bool {
	w := d.work()
	second := w.FullTitle() + partNames[d.n/2%len(partNames)]
	pages := shifted(w.Pages, 211)
	if d.n%2 == 0 {
		w.Title, w.Subtitle, w.Issued, w.Pages, w.Volume, w.Issue = second, "", later(&w, 2), pages, "", ""
		d.add(biblio.Publisher, w)
		return true
	}
	d.add(biblio.Publisher, d.record.Work)
	d.claim.Title, d.claim.Year, d.claim.Pages = second, biblio.Year(strconv.Itoa(w.Issued.Year+2)), pages
	d.claim.Volume, d.claim.Issue, d.claim.DOI, d.claim.ArXivID, d.claim.URL = "", "", "", "", ""
	return true
}

// reviewTitles are how journals title the review of a book.
var reviewTitles = []string{"%s", "Review of %s", "%s (Book Review)", "Book Review: %s"}

// review cites a book and records a review of it, by another author in a journal.
func review(d *draft) bool {
	book := &d.claim
	book.Type, book.Venue, book.Publisher = string(biblio.Book), "", "Cambridge University Press"
	book.Volume, book.Issue, book.Pages, book.DOI, book.ArXivID, book.URL = "", "", "", "", "", ""
	w := biblio.Work{
		Type: biblio.ArticleJournal, Title: fmt.Sprintf(reviewTitles[d.n%len(reviewTitles)], d.record.FullTitle()),
		Contributors: d.other.Authors()[:1],
		Container:    biblio.Container{Title: "Journal of the American Statistical Association"},
		Issued:       later(&d.record.Work, 1), Volume: "91", Pages: "410-411",
	}
	d.add(biblio.Publisher, w)
	return true
}

// reprint records the work in a later collection, with other pages and another publisher.
func reprint(d *draft) bool {
	w := d.work()
	w.Type, w.Container, w.Issued = biblio.Chapter,
		biblio.Container{Title: "Readings in " + strings.Join(significant(d.other.FullTitle()), " ")}, later(&w, 1+d.n%12)
	w.Pages, w.Volume, w.Issue, w.Publisher = shifted(w.Pages, 184), "", "", "Morgan Kaufmann"
	d.add(biblio.Publisher, w)
	d.claim.DOI, d.claim.URL = "", ""
	return true
}

// preprintOnly records the preprint of the work, of the same year or the one
// before; every second reference states no identifier.
func preprintOnly(d *draft) bool {
	w := d.work()
	year := max(w.Issued.Year-d.n%2, 1993)
	w.Type, w.Container, w.Issued = biblio.Preprint, biblio.Container{Title: "arXiv"}, biblio.Date{Year: year}
	w.Pages, w.Volume, w.Issue, w.Publisher, w.Place = "", "", "", "", ""
	f := w.Flat()
	f.ArXivID = fmt.Sprintf("%02d%02d.%05d", max(year, 2008)%100, 1+d.n%12, 10000+d.random.Intn(80000))
	d.add(biblio.PreprintServer, f.Work())
	d.claim.ArXivID, d.claim.URL = "", ""
	if d.n%4 < 2 {
		d.claim.DOI = ""
	}
	return true
}

// twoPrints records the work with the pages of another print.
func twoPrints(d *draft) bool {
	w := d.work()
	w.Pages = shifted(w.Pages, 100+d.random.Intn(800))
	d.add(biblio.Publisher, w)
	d.claim.DOI, d.claim.URL = "", ""
	return true
}
