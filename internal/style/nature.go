package style

import "strconv"

var natureNames = NameList{Order: Inverted, Given: Spaced, Comma: ", ", Sep: ", ", Pair: " & ", Last: " & ",
	EtAl: " et al.", Suffix: " ", Max: 5, Show: 1}

// nature prints according to the formatting guide of the journal Nature.
func nature(s *sheet) {
	if edited := s.lead(natureNames, [3]string{" ", "(ed.)", "(eds)"}); !edited {
		s.stop()
	}
	if s.shape == book || s.shape == report {
		s.italic(" ", headline(s.title))
	} else {
		s.put(" ", headline(Sentence(s.title)))
		s.stop()
	}
	switch s.shape {
	case article:
		natureJournal(s)
		return
	case paper, chapter:
		natureBook(s)
	case preprint:
		if s.where != "" {
			s.put(" ", "Preprint at "+s.where)
		} else {
			s.put(" ", s.archive())
		}
		s.put(" ", wrapped("(", s.year, ")"))
	case thesis:
		s.put(" ", list(", ", "Thesis", s.publisher))
		s.put(" ", wrapped("(", s.year, ")"))
	case page, software, dataset:
		s.italic(" ", s.site())
		s.put(" ", s.where)
		s.put(" ", wrapped("(", s.year, ")"))
	default:
		s.put(" ", wrapped("", s.edition, " edn"))
		s.put(", ", wrapped("Vol. ", s.volume, ""))
		s.put(" ", wrapped("(", list(", ", s.publisher, s.place, s.year), ")"))
	}
	s.stop()
	if s.shape == paper && s.pages == "" {
		s.put(" ", s.where)
	}
}

// natureJournal prints the journal, volume, pages and year of an article.
func natureJournal(s *sheet) {
	s.italic(" ", s.short)
	s.face(" ", s.volume, Bold)
	s.put(", ", pageRange(s.pages, "–", whole))
	s.put(" ", wrapped("(", s.year, ")"))
	s.stop()
	if s.volume == "" || s.pages == "" {
		s.put(" ", s.where)
	}
}

// natureBook prints the book or proceedings that contain a part.
func natureBook(s *sheet) {
	if s.container != "" {
		s.put(" ", "In")
		s.italic(" ", s.container)
	}
	s.put(" ", wrapped("", s.edition, " edn"))
	s.put(", ", wrapped("Vol. ", s.volume, ""))
	if editors := natureNames.Print(s.editors, false); editors != "" {
		s.put(" ", "("+plural(len(s.editors), "ed. ", "eds ")+editors+")")
	}
	s.put(" ", pageRange(s.pages, "–", whole))
	s.put(" ", wrapped("(", list(", ", s.publisher, s.place, s.year), ")"))
}

func digits(n int) string { return strconv.Itoa(n) }
