package judge

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// TestSilence: the share of works like a claimed one that a service has.
func TestSilence(t *testing.T) {
	work := func(kind biblio.Type, container string, year int, title string) *biblio.Work {
		return &biblio.Work{Type: kind, Title: title, Container: biblio.Container{Title: container},
			Issued: biblio.Date{Year: year}}
	}
	const title = "The shear of wet gravel under the wheels of a train"
	article, paper, preprint := biblio.ArticleJournal, biblio.PaperConference, biblio.Preprint
	for _, row := range []struct {
		service     string
		work        *biblio.Work
		least, most float64
	}{
		// counted
		{"crossref", work(paper, "CVPR", 2016, title), 0.95, 1},
		{"crossref",
			work(paper, "Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition", 1992, title), 0.95, 1},
		{"crossref", work(paper, "Advances in Neural Information Processing Systems", 2016, title), 0, 0.01},
		{"crossref", work("", "NeurIPS", 2017, title), 0, 0.01},
		{"crossref", work(paper, "Proceedings of the 48th Annual Meeting of the Association for Computational Linguistics",
			2010, title), 0, 0.01},
		{"crossref", work(paper, "Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics",
			2019, title), 0.95, 1},
		{"crossref", work(paper, "International Conference on Machine Learning", 2006, title), 0.95, 1},
		{"crossref", work(paper, "International Conference on Machine Learning", 2019, title), 0, 0.01},
		{"crossref", work(article, "Journal of Machine Learning Research", 2011, title), 0, 0.01},
		{"openalex", work(article, "Journal of Machine Learning Research", 2011, title), 0.1, 0.5},
		{"openalex", work(paper, "CVPR", 2016, title), 0.95, 1},
		{"openalex", work(paper, "ICLR", 2019, title), 0.8, 0.8},
		{"openalex", work(paper, "ICLR", 2009, title), 0.1, 0.5},
		{"openalex", work(paper, "ICLR", 2010, title), 0.8, 0.8},
		{"crossref", work("", "Proceedings of the ACM Symposium on Gravel", 2015, title), 0.9, 0.9},
		// never deposited
		{"crossref", work(paper, "Proceedings of the AAAI Conference on Artificial Intelligence", 2008, title), 0, 0},
		{"crossref", work(paper, "AAAI", 2014, title), 0, 0},
		{"crossref", work(paper, "AAAI Conference on Artificial Intelligence", 2015, title), 0.3, 1},
		{"crossref", work(paper, "OSDI", 2004, title), 0, 0},
		{"crossref", work(paper, "Proceedings of Machine Learning Research", 2030, title), 0, 0},
		// by kind
		{"crossref", work(article, "Ballast Engineering", 2021, title), 0.9, 0.9},
		{"crossref", work("", "Journal of Ballast", 2021, title), 0.9, 0.9},
		{"crossref", work(article, "Ballast Engineering", 1985, title), 0, 0},
		{"crossref", work(article, "Ballast Engineering", 1994, title), 0, 0},
		{"crossref", work(article, "Ballast Engineering", 1995, title), 0.9, 0.9},
		{"crossref", work(article, "Ballast Engineering", 0, title), 0, 0},
		{"crossref", work(article, "Schotter", 2021, "Die Scherung von nassem Kies unter den Rädern der Bahn"), 0, 0},
		{"crossref", work(biblio.Thesis, "", 2015, title), 0, 0},
		{"openalex", work(biblio.Thesis, "", 2015, title), 0, 0},
		{"openalex", work(biblio.Report, "", 2015, title), 0, 0},
		{"crossref", work(biblio.Book, "", 2015, title), 0, 0.1},
		{"crossref", work(biblio.Chapter, "Handbook of Gravel", 2015, title), 0, 0.1},
		{"crossref", work(paper, "Meeting of gravel washers", 2015, title), 0.3, 0.3},
		{"crossref", work(paper, "Proceedings of the ACM Symposium on Gravel", 2015, title), 0.9, 0.9},
		{"pubmed", work(article, "Ballast Engineering", 2021, title), 0, 0},
		{"arxiv", work(preprint, "arXiv", 2021, title), 0.95, 0.95},
		{"arxiv", work(article, "Ballast Engineering", 2021, title), 0, 0},
		{"dblp_online", work(paper, "CVPR", 2016, title), 0.8, 0.8},
		{"dblp_online", work(paper, "Meeting of gravel washers", 2016, title), 0, 0},
		{"nobody", work(article, "Ballast Engineering", 2021, title), 0, 0},
	} {
		info := service(row.service)
		share, why := silenceCellOf(row.work).share(&info)
		if share < row.least || share > row.most || why == "" {
			t.Errorf("%s of %q in %q, %d: %.3f (%s), want %g to %g", row.service, row.work.Type, row.work.Container.Title,
				row.work.Issued.Year, share, why, row.least, row.most)
		}
	}
}

// TestSilenceWeight: services that take records from each other count once, no weight is unbounded, and a kind that
// no service has weighs nothing.
func TestSilenceWeight(t *testing.T) {
	of := func(kind biblio.Type, container string, year int, services ...string) (sum float64) {
		c := silenceCellOf(&biblio.Work{Type: kind, Title: "The shear of wet gravel under the wheels",
			Container: biblio.Container{Title: container}, Issued: biblio.Date{Year: year}})
		var infos []*answer.Info
		for _, name := range services {
			info := service(name)
			infos = append(infos, &info)
		}
		for _, s := range c.silences(infos) {
			sum += s.weight
		}
		return sum
	}
	near := func(got, want float64, what string) {
		t.Helper()
		if math.Abs(got-want) > 0.02 {
			t.Errorf("%s weighs %.3f, want %.3f", what, got, want)
		}
	}
	near(of(biblio.Thesis, "", 2015, "crossref", "openalex", "semantic_scholar", "dblp_online", "arxiv"), 0, "a thesis")
	near(of(biblio.ArticleJournal, "Ballast Engineering", 2021), 0, "nobody's silence")
	near(of(biblio.ArticleJournal, "Ballast Engineering", 2021, "crossref"), math.Log(10), "an article in one service")
	near(of(biblio.ArticleJournal, "Ballast Engineering", 2021, "crossref", "openalex"), math.Log(10),
		"an article in a service and its copy")
	near(of(biblio.ArticleJournal, "Ballast Engineering", 2021, "crossref", "semantic_scholar"),
		math.Log(10)-math.Log(0.4), "an article in two")
	near(of(biblio.PaperConference, "ECCV", 2016, "crossref"), math.Log(50), "a paper of a conference that is held whole")
	near(of(biblio.PaperConference, "AAAI", 2008, "crossref"), 0, "a paper of a conference without DOIs")
}

// TestHeldRows: the rows are sorted and plausible.
func TestHeldRows(t *testing.T) {
	rows := heldRows()
	if len(rows) < 100 || !slices.IsSortedFunc(rows, Held.Compare) {
		t.Errorf("%d rows, sorted: %v", len(rows), slices.IsSortedFunc(rows, Held.Compare))
	}
	last := map[string]Held{}
	for _, r := range rows {
		key := strings.Join([]string{r.Service, r.Venue, r.Track}, "|")
		if r.From > r.To || r.Found > r.Works || r.Works <= 0 || last[key].To >= r.From {
			t.Errorf("impossible row %+v after %+v", r, last[key])
		}
		last[key] = r
		for year, here := range map[int]bool{r.From: true, r.To: true, r.From - 1: false, r.To + 1: false} {
			c := claimClass{container: normalise.Container{Venues: []string{r.Venue}, Track: normalise.Track(r.Track)},
				year: year}
			if got := c.counted(r.Service); here != (got != nil && *got == r) {
				t.Errorf("%s in %d: %+v", key, year, got)
			}
		}
	}
}
