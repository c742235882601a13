package style

import "strings"

var vancouverNames = NameList{Order: Inverted, Given: Bare, Comma: " ", Sep: ", ", Pair: ", ", Last: ", ",
	EtAl: ", et al", Max: 6, Show: 6}

// vancouver prints according to the recommendations of the International Committee of Medical Journal Editors and
// Citing Medicine.
func vancouver(s *sheet) {
	s.lead(vancouverNames, [3]string{", ", "editor", "editors"})
	s.stop()
	title := headline(Sentence(s.title))
	switch s.shape {
	case thesis:
		title = list(" ", title, "[thesis]")
	case page, software, dataset:
		title = list(" ", title, "[Internet]")
	case preprint:
		title = list(" ", title, "[preprint]")
	}
	s.put(" ", title)
	s.stop()
	switch s.shape {
	case article:
		s.put(" ", strings.ReplaceAll(s.short, ".", ""))
		s.stop()
		s.vancouverNumbers()
	case paper, chapter:
		if s.container != "" {
			s.put(" ", "In:")
			if editors := vancouverNames.Print(s.editors, false); editors != "" {
				s.put(" ", editors+plural(len(s.editors), ", editor.", ", editors."))
			}
			s.put(" ", headline(s.container))
		}
		s.stop()
		s.vancouverImprint(s.publisher)
		s.put(" ", labelled(pageRange(s.pages, "-", minimal), "p. ", "p. "))
	case preprint:
		s.vancouverImprint(s.archive())
	case page, software, dataset:
		s.vancouverImprint(s.site())
	default:
		s.vancouverImprint(s.publisher)
	}
	s.stop()
	switch {
	case s.doi != "":
		s.put(" ", "doi:"+s.doi)
	case s.where != "":
		s.put(" ", "Available from: "+s.where)
	}
}

// vancouverNumbers prints "2001 Oct;45(1):5-32".
func (s *sheet) vancouverNumbers() {
	s.put(" ", list(" ", s.year, strings.TrimRight(s.month(3), ".")))
	numbers := s.volume + wrapped("(", s.issue, ")")
	sep := ";"
	if s.year == "" {
		sep = " "
	}
	s.put(sep, numbers)
	if numbers != "" || s.year != "" {
		sep = ":"
	}
	s.put(sep, pageRange(s.pages, "-", minimal))
	s.stop()
}

// vancouverImprint prints "3rd ed. Vol. 2. Place: Publisher; year."
func (s *sheet) vancouverImprint(publisher string) {
	edition := wrapped("", s.edition, " ed.")
	if s.shape == software {
		edition = wrapped("Version ", s.edition, "")
	}
	s.put(" ", edition)
	s.stop()
	s.put(" ", wrapped("Vol. ", s.volume, ""))
	s.stop()
	s.put(" ", list("; ", list(": ", s.place, publisher), s.year))
	s.stop()
}
