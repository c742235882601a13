package style

import "strings"

var apaNames = NameList{Order: Inverted, Given: Spaced, Comma: ", ", Sep: ", ", Pair: ", & ", Last: ", & ",
	EtAl: ", et al.", Max: 20, Show: 19, ToLast: true}

// apaEditors are the names after "In".
var apaEditors = NameList{Given: Spaced, Sep: ", ", Pair: " & ", Last: ", & ", EtAl: ", et al."}

// apaKinds say in brackets what a work is if it is not a text of the usual kinds.
var apaKinds = map[shape]string{software: "Computer software", dataset: "Data set"}

// apa prints according to the Publication Manual of the American Psychological Association, 7th edition, chapters 9
// and 10.
func apa(s *sheet) {
	s.authorDate(apaNames, [3]string{" ", "(Ed.)", "(Eds.)"}, s.apaDate(), s.apaTitle)
	s.apaContainer()
	if s.where != "" {
		s.put(" ", s.where)
	}
}

// apaDate returns the date in parentheses, in full for web pages and news.
func (s *sheet) apaDate() string {
	if s.year == "" {
		return "(n.d.)"
	}
	date := s.year
	if month := s.month(0); month != "" && s.shape == page {
		date += ", " + month
		if s.date.Day > 0 {
			date += " " + digits(s.date.Day)
		}
	}
	return "(" + date + ")"
}

func (s *sheet) apaTitle() {
	title := headline(Sentence(s.title))
	if !s.whole() && s.shape != preprint {
		s.put(" ", title)
		return
	}
	s.italic(" ", title)
	extent := ""
	switch s.shape {
	case book, report:
		extent = list(", ", s.apaEdition(), wrapped("Vol. ", s.volume, ""), wrapped("No. ", s.issue, ""))
	case software:
		extent = wrapped("Version ", s.edition, "")
	case preprint:
		extent = wrapped("arXiv:", s.arxiv, "")
	}
	s.put(" ", wrapped("(", extent, ")"))
	kind := apaKinds[s.shape]
	if s.shape == thesis {
		kind = list(", ", "Thesis", s.publisher)
	}
	s.put(" ", wrapped("[", kind, "]"))
}

func (s *sheet) apaEdition() string { return wrapped("", s.edition, " ed.") }

// apaContainer prints the container of the work, and its publisher.
func (s *sheet) apaContainer() {
	switch s.shape {
	case article:
		s.italic(" ", s.container)
		s.apaNumbers()
	case paper, chapter:
		in := apaEditors.Print(s.editors, false)
		if in != "" {
			in += plural(len(s.editors), " (Ed.)", " (Eds.)") + ","
		}
		if s.container != "" {
			s.put(" ", "In")
			s.put(" ", in)
			s.italic(" ", s.container)
		}
		s.put(" ",
			wrapped("(",
				list(", ", s.apaEdition(), wrapped("Vol. ", s.volume, ""), labelled(pageRange(s.pages, "–", whole), "p. ", "pp. ")),
				")"))
		s.stop()
		s.put(" ", s.publisher)
	case book, report:
		s.put(" ", s.publisher)
	case preprint:
		s.put(" ", s.archive())
	case page, software, dataset:
		s.put(" ", s.site())
	}
	s.stop()
}

// apaNumbers prints volume, issue and pages of an article.
func (s *sheet) apaNumbers() {
	if s.volume != "" {
		s.italic(", ", s.volume)
		s.put("", wrapped("(", s.issue, ")"))
	} else {
		s.put(", ", wrapped("(", s.issue, ")"))
	}
	pages := pageRange(s.pages, "–", whole)
	if articleNumber(s.pages) && !strings.Contains(strings.ToLower(pages), "article") {
		pages = "Article " + pages
	}
	s.put(", ", pages)
}
