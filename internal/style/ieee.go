package style

import "strings"

var ieeeNames = NameList{Given: Spaced, Sep: ", ", Pair: " and ", Last: ", and ", EtAl: " et al.", Max: 6, Show: 1}

// ieee prints according to the IEEE Reference Guide.
func ieee(s *sheet) {
	s.lead(ieeeNames, [3]string{", ", "Ed.", "Eds."})
	title := headline(Sentence(s.title))
	if s.shape == book {
		s.italic(", ", headline(s.title))
		s.put(", ", wrapped("", s.edition, " ed."))
		s.put(", ", wrapped("vol. ", s.volume, ""))
		s.ieeePublished()
		s.ieeeEnd()
		return
	}
	s.quoted(", ", title, ",")
	switch s.shape {
	case article:
		s.italic(" ", s.short)
		s.ieeeNumbers()
		s.put(", ", list(" ", s.month(3), s.year))
	case paper, chapter:
		if s.container != "" {
			s.put(" ", "in")
			s.italic(" ", s.container)
		}
		s.put(", ", wrapped("", s.edition, " ed."))
		s.put(", ", wrapped("vol. ", s.volume, ""))
		if editors := ieeeNames.Print(s.editors, false); editors != "" {
			s.put(", ", editors+plural(len(s.editors), ", Ed.", ", Eds."))
		}
		s.ieeePublished()
		s.put(", ", labelled(pageRange(s.pages, "–", whole), "p. ", "pp. "))
	case thesis:
		s.put(" ", list(", ", "Thesis", s.publisher, s.place, s.year))
	case report:
		s.put(" ", list(", ", s.publisher, s.place, wrapped("no. ", list(" ", s.volume, s.issue), ""), s.year))
	case preprint:
		s.put(" ", s.year)
		s.italic(", ", s.ieeeArchive())
	default:
		s.put(" ", list(", ", s.site(), wrapped("version ", s.edition, ""), s.year))
	}
	s.ieeeEnd()
}

// ieeeArchive returns the number of a preprint in its archive.
func (s *sheet) ieeeArchive() string {
	if s.arxiv != "" {
		return "arXiv:" + s.arxiv
	}
	return s.archive()
}

func (s *sheet) ieeeNumbers() {
	s.put(", ", wrapped("vol. ", s.volume, ""))
	s.put(", ", wrapped("no. ", s.issue, ""))
	if articleNumber(s.pages) {
		s.put(", ", "Art. no. "+s.pages)
		return
	}
	s.put(", ", labelled(pageRange(s.pages, "–", whole), "p. ", "pp. "))
}

// ieeePublished prints place, publisher and year.
func (s *sheet) ieeePublished() {
	imprint, sep := list(": ", s.place, s.publisher), ", "
	if imprint != "" && s.shape == book {
		s.stop()
		sep = " "
	}
	s.put(sep, list(", ", imprint, s.year))
}

// ieeeEnd prints the DOI, or else the address.
func (s *sheet) ieeeEnd() {
	if s.doi != "" {
		s.put(", ", "doi: "+s.doi)
	}
	s.endQuote()
	s.stop()
	if s.doi == "" && s.where != "" {
		s.put(" ", "[Online]. Available: "+s.where)
	}
}

// quoted prints a title in quotation marks, with the mark that follows it inside them.
func (s *sheet) quoted(sep, title, mark string) {
	if title == "" {
		return
	}
	if last := title[len(title)-1]; last == '?' || last == '!' || last == '.' {
		mark = ""
	}
	s.put(sep, "“"+title+mark+"”")
}

// endQuote turns the comma inside a final quotation into a full stop.
func (s *sheet) endQuote() {
	if n := len(s.spans); n > 0 && strings.HasSuffix(s.spans[n-1].Text, ",”") {
		s.spans[n-1].Text = strings.TrimSuffix(s.spans[n-1].Text, ",”") + ".”"
	}
}
