package style

var acmNames = NameList{Given: Full, Sep: ", ", Pair: " and ", Last: ", and ", EtAl: ", et al."}

// acm prints in the ACM Reference Format.
func acm(s *sheet) {
	s.lead(acmNames, [3]string{" ", "(Ed.)", "(Eds.)"})
	s.stop()
	s.put(" ", s.year)
	s.stop()
	title := headline(s.title)
	switch s.shape {
	case article:
		s.put(" ", title)
		s.stop()
		s.acmArticle()
	case paper, chapter:
		s.put(" ", title)
		s.stop()
		if s.container != "" {
			s.put(" ", "In")
			s.italic(" ", s.container)
		}
		s.put(" ", wrapped("(", list(", ", wrapped("", s.edition, " ed."), s.series, wrapped("Vol. ", s.volume, "")), ")"))
		if editors := acmNames.Print(s.editors, false); editors != "" {
			s.put(", ", editors+plural(len(s.editors), " (Ed.)", " (Eds.)"))
		}
		s.stop()
		s.put(" ", list(", ", s.publisher, s.place, pageRange(s.pages, "–", whole)))
	case preprint:
		s.put(" ", title)
		s.stop()
		s.put(" ", s.ieeeArchive())
	case thesis:
		s.italic(" ", title)
		s.stop()
		s.put(" ", "Thesis")
		s.stop()
		s.put(" ", list(", ", s.publisher, s.place))
	default:
		s.italic(" ", title)
		edition := wrapped("", s.edition, " ed.")
		if s.shape == software {
			edition = wrapped("Version ", s.edition, "")
		}
		s.put(" ", wrapped("(", list(", ", edition, wrapped("Vol. ", s.volume, ""), wrapped("No. ", s.issue, "")), ")"))
		s.stop()
		s.put(" ", list(", ", s.acmImprint(), s.place))
	}
	s.stop()
	s.put(" ", s.where)
}

func (s *sheet) acmImprint() string {
	if s.shape == book || s.shape == report {
		return s.publisher
	}
	return s.site()
}

// acmArticle prints "Journal 45, 1 (2001), 5–32".
func (s *sheet) acmArticle() {
	s.italic(" ", s.container)
	s.put(" ", list(", ", s.volume, s.issue))
	if s.container != "" {
		s.put(" ", wrapped("(", list(" ", s.month(3), s.year), ")"))
	}
	pages := pageRange(s.pages, "–", whole)
	if articleNumber(s.pages) {
		pages = "Article " + pages
	}
	s.put(", ", pages)
}
