package world

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// containers maps the short names in the works file to the names that services print; %s is the year.
var containers = map[string]string{
	"cvpr":    "%s IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)",
	"iccv":    "%s IEEE/CVF International Conference on Computer Vision (ICCV)",
	"eccv":    "Computer Vision – ECCV %s",
	"wacv":    "%s IEEE/CVF Winter Conference on Applications of Computer Vision (WACV)",
	"aaai":    "Proceedings of the AAAI Conference on Artificial Intelligence",
	"ijcai":   "Proceedings of the International Joint Conference on Artificial Intelligence",
	"neurips": "Advances in Neural Information Processing Systems",
	"icml":    "International Conference on Machine Learning",
	"iclr":    "International Conference on Learning Representations",
	"aistats": "International Conference on Artificial Intelligence and Statistics",
	"jmlr":    "Journal of Machine Learning Research",
	"mlj":     "Machine Learning",
	"tmlr":    "Transactions on Machine Learning Research",
	"uai":     "Conference on Uncertainty in Artificial Intelligence",
	"colt":    "Annual Conference Computational Learning Theory",
	"corl":    "Conference on Robot Learning",
	"icassp":  "ICASSP %s - IEEE International Conference on Acoustics, Speech and Signal Processing",
	"kdd":     "Proceedings of the ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
}

// markup removes the TeX in titles of the works file.
var markup = strings.NewReplacer("{", "", "}", "", "$", "")

// printed returns a record as a service prints it: the whole title in one, without markup, and the full name of
// the container.
func printed(r biblio.Record, service string) biblio.Work {
	w := r.Work
	w.Title, w.Subtitle = markup.Replace(w.FullTitle()), ""
	if full, ok := containers[strings.ToLower(w.Container.Title)]; ok {
		w.Container.Title = full
		if strings.Contains(full, "%s") {
			w.Container.Title = fmt.Sprintf(full, w.YearString())
		}
	}
	switch {
	case !preprint(&r):
		if w.Type == "" {
			w.Type = kindOf(&w)
		}
	case service == "datacite":
		w.IDs = []ident.ID{{Scheme: ident.DOI, Value: arXivPrefix + strings.ToLower(r.ID(ident.ArXiv).Value)}}
		w.Publisher, w.Type = "arXiv", biblio.Preprint
	case service == "crossref":
	case service == "arxiv":
		w.Type = biblio.Preprint
		if doi := registered(&r); !doi.IsZero() {
			w.IDs = append(slices.Clone(w.IDs), doi)
		}
	default:
		w.Type, w.Container = biblio.Preprint, biblio.Container{Title: "arXiv"}
	}
	return w
}

// kindOf guesses the type of a work that no record states from its container.
func kindOf(w *biblio.Work) biblio.Type {
	name := strings.ToLower(w.Container.Title)
	for _, word := range []string{"proceedings", "conference", "workshop", "symposium"} {
		if strings.Contains(name, word) {
			return biblio.PaperConference
		}
	}
	return biblio.ArticleJournal
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}
