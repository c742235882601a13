package service

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// Scholarly leaves out of a title search what bibliographic services do not
// have: law, patents, letters, and pages and programs that name no author.
func Scholarly(q source.Query) bool {
	switch q.Claimed.Type {
	case biblio.Personal, biblio.Legal, biblio.Legislation, biblio.Patent:
		return false
	case biblio.WebPage, biblio.Software, biblio.ArticleNews:
		return len(q.Claimed.Contributors) > 0
	}
	return true
}

// Papers leaves out all but articles, papers, preprints and what does not say
// what it is.
func Papers(q source.Query) bool {
	switch q.Claimed.Type {
	case biblio.ArticleJournal, biblio.PaperConference, biblio.Preprint, biblio.Chapter, biblio.TypeUnknown, biblio.Other, biblio.Review, biblio.Report, biblio.ArticleMagazine, biblio.Unpublished:
		return Scholarly(q)
	}
	return false
}
