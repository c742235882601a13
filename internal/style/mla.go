package style

import "strings"

var mlaNames = NameList{Order: FirstInverted, Given: Full, Comma: ", ", Sep: ", ", Pair: ", and ",
	EtAl: ", et al.", Max: 2, Show: 1}

// mlaEditors are the names after "edited by".
var mlaEditors = NameList{Given: Full, Sep: ", ", Pair: " and ", EtAl: " et al.", Max: 2, Show: 1}

// mla prints according to the MLA Handbook, 9th edition: the core elements in order, as far as the work states them.
func mla(s *sheet) {
	edited := s.lead(mlaNames, [3]string{", ", "editor", "editors"})
	s.stop()
	s.mlaTitle()
	sep := " "
	element := func(text string, m Mark) {
		if text != "" {
			if m == Roman && sep == " " {
				text = opened(text)
			}
			s.face(sep, text, m)
			sep = ", "
		}
	}
	container := s.mlaContainer()
	element(container, Italic)
	if s.shape != book || !edited {
		element(wrapped("edited by ", mlaEditors.Print(s.editors, false), ""), Roman)
	}
	edition := wrapped("", s.edition, " ed.")
	if s.shape == software {
		edition = wrapped("version ", s.edition, "")
	}
	element(edition, Roman)
	element(wrapped("vol. ", s.volume, ""), Roman)
	element(wrapped("no. ", s.issue, ""), Roman)
	if s.publisher != container && s.shape != article {
		element(s.publisher, Roman)
	}
	element(list(" ", s.mlaDay(), s.year), Roman)
	pages := labelled(pageRange(s.pages, "–", twoLast), "p. ", "pp. ")
	if articleNumber(s.pages) {
		pages = s.pages
	}
	element(pages, Roman)
	if s.shape == thesis {
		s.stop()
		sep = " "
		element("Thesis", Roman)
	}
	element(s.where, Roman)
	s.stop()
}

// mlaTitle prints the title: of a whole publication in italics, of a part in quotation marks.
func (s *sheet) mlaTitle() {
	title := headline(s.title)
	if s.shape != software {
		title = headlineCase(title)
	}
	if s.whole() && s.shape != page {
		s.italic(" ", title)
	} else {
		s.quoted(" ", title, ".")
	}
	s.stop()
}

// mlaContainer returns the container of the work, or "" if it is a whole publication.
func (s *sheet) mlaContainer() string {
	switch s.shape {
	case book, report, thesis:
		return ""
	case preprint:
		return s.archive()
	case paper, chapter:
		return headlineCase(s.container)
	}
	return s.container
}

// opened capitalises a label that opens a sentence.
func opened(text string) string {
	for _, label := range []string{"edited by ", "vol. ", "no. ", "version ", "p. ", "pp. "} {
		if strings.HasPrefix(text, label) {
			return strings.ToUpper(text[:1]) + text[1:]
		}
	}
	return text
}

// mlaDay returns day and month: "3 May", "Sept.".
func (s *sheet) mlaDay() string {
	month := s.month(3)
	if s.date.Month == 9 {
		month = "Sept."
	}
	if month == "" || s.date.Day == 0 || s.shape != page {
		return month
	}
	return digits(s.date.Day) + " " + month
}
