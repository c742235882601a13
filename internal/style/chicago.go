package style

import "cmp"

var chicagoNames = NameList{Order: FirstInverted, Given: Full, Comma: ", ", Sep: ", ", Pair: ", and ", Last: ", and ",
	EtAl: ", et al.", Max: 10, Show: 7}

// chicagoEditors are the names after "edited by".
var chicagoEditors = NameList{Given: Full, Sep: ", ", Pair: " and ", Last: ", and ", EtAl: ", et al."}

// chicago prints in the author-date system of the Chicago Manual of Style, 17th edition, chapter 15.
func chicago(s *sheet) {
	s.authorDate(chicagoNames, [3]string{", ", "ed.", "eds."}, cmp.Or(s.year, "n.d."), s.chicagoTitle)
	switch s.shape {
	case article:
		s.italic(" ", s.container)
		s.put(" ", s.volume)
		if s.volume != "" {
			s.put(" ", wrapped("(", s.issue, ")"))
		} else {
			s.put(", ", wrapped("no. ", s.issue, ""))
		}
		sep := ": "
		if s.volume == "" && s.issue == "" {
			sep = ", "
		}
		s.put(sep, pageRange(s.pages, "–", eight))
	case paper, chapter:
		s.chicagoBook()
	case thesis:
		s.put(" ", list(", ", "Thesis", s.publisher))
	case preprint:
		s.put(" ", s.ieeeArchive())
	case book, report:
		s.put(" ", wrapped("", s.edition, " ed."))
		s.stop()
		s.put(" ", list(", ", wrapped("Vol. ", s.volume, ""), wrapped(s.numberLabel(), s.issue, "")))
		s.stop()
		s.put(" ", list(": ", s.place, s.publisher))
	default:
		s.put(" ", wrapped("Version ", s.edition, ""))
		s.stop()
		s.put(" ", s.site())
	}
	s.stop()
	s.put(" ", s.where)
	s.stop()
}

// chicagoBook prints the book that holds a work.
func (s *sheet) chicagoBook() {
	if s.container != "" {
		s.put(" ", "In")
		s.italic(" ", headlineCase(s.container))
	}
	s.put(", ", wrapped("", s.edition, " ed."))
	s.put(", ", wrapped("vol. ", s.volume, ""))
	if editors := chicagoEditors.Print(s.editors, false); editors != "" {
		s.put(", ", "edited by "+editors)
	}
	sep := ", "
	if s.container == "" {
		sep = " "
	}
	s.put(sep, pageRange(s.pages, "–", eight))
	s.stop()
	s.put(" ", list(": ", s.place, s.publisher))
}

// numberLabel returns the label of a report's number, capitalised where it opens a sentence.
func (s *sheet) numberLabel() string {
	if s.volume == "" {
		return "No. "
	}
	return "no. "
}

func (s *sheet) chicagoTitle() {
	title := headline(s.title)
	if s.shape != software {
		title = headlineCase(title)
	}
	if s.shape == book || s.shape == report || s.shape == software || s.shape == dataset {
		s.italic(" ", title)
		return
	}
	s.quoted(" ", title, ".")
}
