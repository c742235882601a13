package wire

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// SemanticScholar reads a paper of the Graph API, or a line of the "papers"
// data set, whose keys are lower case.
func SemanticScholar(data []byte) (biblio.Record, error) {
	return read[semanticScholar]("semanticscholar", data, nil)
}

type semanticScholar struct {
	draft
	venue   string
	place   jsonscan.Value // publicationVenue
	journal jsonscan.Value
	kinds   []string
	corpus  string
	paperID string
}

func (s *semanticScholar) member(key string, v jsonscan.Value) {
	switch strings.ToLower(key) {
	case "paperid":
		s.paperID = v.Text()
		s.claim(ident.S2, key, s.paperID)
	case "corpusid":
		s.corpus = v.Text()
		s.note("corpusId", s.corpus)
	case "externalids":
		s.ids(v)
	case "title":
		s.plainTitle(key, v.Text())
	case "authors":
		s.people(v)
	case "year":
		s.year = v.Int()
	case "publicationdate":
		s.Issued = isoDate(v.Text())
	case "venue":
		s.venue = plain(v.Text())
	case "url":
		s.URL = v.Text()
	case "publicationvenue":
		s.place = v
		s.keep(key, v)
	case "journal":
		s.journal = v
	case "publicationtypes":
		s.kinds = v.Strings()
		s.keep(key, v)
	default:
		s.keep(key, v)
	}
}

func (s *semanticScholar) ids(v jsonscan.Value) {
	for key, id := range v.Fields() {
		if id.IsArray() || id.Empty() {
			s.keep("externalIds."+key, id)
			continue
		}
		if scheme, text := SemanticScholarID(key, id.Text()); scheme != "" {
			s.claim(scheme, key, text)
			continue
		}
		if key == "CorpusId" {
			s.corpus = id.Text()
			s.note("corpusId", s.corpus)
			continue
		}
		s.keep("externalIds."+key, id)
	}
}

// externalIDs are the members of externalIds that are identifiers here.
var externalIDs = map[string]ident.Scheme{"DOI": ident.DOI, "ArXiv": ident.ArXiv, "PubMed": ident.PMID,
	"PubMedCentral": ident.PMCID, "ACL": ident.ACL}

// SemanticScholarID returns the scheme of a member of externalIds, "" for one that we do not use, and the
// identifier in the form of its scheme.
func SemanticScholarID(key, text string) (scheme ident.Scheme, id string) {
	if scheme = externalIDs[key]; scheme == ident.PMCID { // digits only
		text = "PMC" + strings.TrimPrefix(text, "PMC")
	}
	return scheme, text
}

func (s *semanticScholar) people(v jsonscan.Value) {
	more := false
	for a := range v.Items() {
		s.nameIn(a, "name")
		more = more || !a.Get("authorId").Empty()
	}
	if more {
		s.keep("authors", v)
	}
}

func (s *semanticScholar) settle() {
	s.LocalID = cmp.Or(s.paperID, s.corpus)
	s.settleYear()
	journal := plainOf(s.journal, "name")
	s.Container.Title = cmp.Or(plainOf(s.place, "name"), s.venue, journal)
	if s.venue != s.Container.Title {
		s.Container.Short = s.venue
	}
	if journal != s.Container.Title {
		s.note("journal.name", journal)
	}
	if issn := s.place.Get("issn").Text(); issn != "" {
		s.Container.ISSN = append([]string{issn}, s.place.Get("alternate_issns").Strings()...)
	}
	s.Pages = strings.Join(strings.Fields(s.journal.Get("pages").Text()), " ")
	if volume := strings.TrimSpace(s.journal.Get("volume").Text()); strings.HasPrefix(volume, "abs/") {
		s.note("journal.volume", volume) // CoRR's number of a preprint
	} else {
		s.Volume = volume
	}
	s.Type = s.kind()
}

// kind returns the type: the venue's own kind outweighs the list of types, which often has both a journal
// article and a conference paper.
func (s *semanticScholar) kind() biblio.Type {
	has := make(map[string]bool, len(s.kinds))
	for _, k := range s.kinds {
		has[strings.ToLower(k)] = true
	}
	switch {
	case normalise.PreprintServer(s.Container.Title):
		return biblio.Preprint
	case strings.EqualFold(s.place.Get("type").Text(), "conference"):
		return biblio.PaperConference
	case strings.EqualFold(s.place.Get("type").Text(), "journal"):
		return biblio.ArticleJournal
	case has["conference"]:
		return biblio.PaperConference
	case has["booksection"]:
		return biblio.Chapter
	case has["book"]:
		return biblio.Book
	case has["dataset"]:
		return biblio.Dataset
	case has["journalarticle"], has["review"], has["editorial"], has["lettersandcomments"], has["casereport"],
		has["clinicaltrial"], has["metaanalysis"], has["study"]:
		return biblio.ArticleJournal
	}
	return biblio.TypeUnknown
}
