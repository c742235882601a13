package refstring

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// In the humanities the place, the number of volumes and "a cura di" follow a comma.
func TestTitlesOfHumanities(t *testing.T) {
	for raw, want := range map[string]string{
		"Coronelli V., Singolarità di Venezia, Venezia 1708 - 1709.":                                                                                          "Singolarità di Venezia",
		"Contarini, G., La Repubblica e i magistrati di Vinegia, Vinegia 1551.":                                                                               "La Repubblica e i magistrati di Vinegia",
		"Camporesi, P., a cura di, Il libro dei vagabondi, Torino 1973.":                                                                                      "Il libro dei vagabondi",
		"Agenti segreti veneziani nel Settecento, a cura di G. Comisso, Milano 1941.":                                                                         "Agenti segreti veneziani nel Settecento",
		"Smith, J. History of the parish, its people and Essex 1914, London: Murray, 1950.":                                                                   "History of the parish, its people and Essex 1914",
		"Jones, A. and Roe, B. (2001). Trade, War and Piracy in Crete, Journal of Medieval History, 12, pp. 1-20.":                                            "Trade, War and Piracy in Crete",
		"Ferrari A., I carmelitani scalzi a Venezia, Venezia, Tip. dell’Immacolata, 1882.":                                                                    "I carmelitani scalzi a Venezia",
		"Altvater, E. and Mahnkopf, B. (1999) Die Grenzen der Globalisierung, Münster: Westfälisches Dampfboot, 4th edition.":                                 "Die Grenzen der Globalisierung",
		"Rook, Arthur; Margaret Carlton & Cannon, W. Graham (1991). The history of Addenbrooke's Hospital, Cambridge. Cambridge: Cambridge University Press.": "The history of Addenbrooke's Hospital, Cambridge",
		"Boschini M., La Carta del Navegar Pitoresco, Venezia 1660":                                                                                           "La Carta del Navegar Pitoresco",
		"Steuten (1998), Kap. 3.3.": "",
		"Ruskin J., Le pietre di Venezia (a cura di Augusta Guidetti), Torino, Utet, 1932.":          "Le pietre di Venezia",
		"McCarthy, Mary, Venedig, trad. ted., München 1968.":                                         "Venedig",
		"1996 POVOLO Claudio, Il processo Guarnieri, Capodistria.":                                   "Il processo Guarnieri",
		"1804 FACCIOLI Giantommaso, Musaeum lapidarium vicentinum, III, Vicenza":                     "Musaeum lapidarium vicentinum",
		"1539 Jus civile vicentinum, Venezia":                                                        "Jus civile vicentinum",
		"DI SOPRA LUCIANO - “Palmanova - Analisi di una città fortezza” - Ed. Electa, Milano, 1983.": "Palmanova - Analisi di una città fortezza",
		"FRIARD, D. \"On se verra au CMP\" - Carnet de route en psychiatrie. JANSSEN-CILAG 2009, 47 p.": "On se verra au " +
			"CMP\" - Carnet de route en psychiatrie",
		"La storiografia italiana negli ultimi vent ’ anni, Milano 1970, vol. I, pp. 483 - 501.": "La storiografia italiana negli ultimi vent ’ anni",
	} {
		p := Parse(raw)
		if got := p.Work.FullTitle(); got != want {
			t.Errorf("%s\n got %q\nwant %q", raw, got, want)
		}
	}
}

// The body or the house behind a title is its publisher, the number of a patent is neither volume nor pages, and
// Google Scholar splits names with a number.
func TestBehindTitle(t *testing.T) {
	for raw, want := range map[string][3]string{
		"R Core Team (2020). R: A language and environment for statistical computing. R Foundation for Statistical " +
			"Computing, Vienna, Austria.": {"R: A language and environment for statistical computing",
			"R Foundation for Statistical Computing", ""},
		"Abel, N. J.; Falk, O. The sand of dunes: A modern approach, Pearson, 4th edition, 2020.": {
			"The sand of dunes: A modern approach", "Pearson", ""},
		"Abel, N. Method for ranking sand. US Patent 6,285,999, 2001.":        {"Method for ranking sand", "", "patent"},
		"Abel, N. (1888). Electric sand. U.S. Patent No. 381,968. Washington": {"Electric sand", "", "patent"},
		"N. J. Abel, S4. 5: programs for sand. Elsevier, 2014.":               {"S4.5: programs for sand", "Elsevier", ""},
	} {
		w := Parse(raw).Work
		if got := [3]string{w.FullTitle(), w.Publisher, string(w.Type)}; got != want || w.Pages+w.Volume+w.Issue != "" {
			t.Errorf("%s\n got %q, volume %q, issue %q, pages %q\nwant %q", raw, got, w.Volume, w.Issue, w.Pages, want)
		}
	}
}

// Words that send the reader to a work are no part of it, and places stay those of the whole text.
func TestLeadIns(t *testing.T) {
	const work = "Niklas Luhmann, Soziale Systeme. Grundriß einer allgemeinen Theorie, Frankfurt a. M. 1984, S. 22."
	for _, lead := range []string{"Vgl. ", "Vgl. etwa ", "Cfr. ", "See, for example, ", "See, e.g., ",
		"Siehe auch: ", "Cf. "} {
		p := Parse(lead + work)
		if p.Work.Title != "Soziale Systeme. Grundriß einer allgemeinen Theorie" || len(p.Work.Contributors) != 1 ||
			p.Work.Contributors[0].Family != "Luhmann" || p.Spans[biblio.FieldAuthors] !=
			(biblio.Span{Start: len(lead), End: len(lead) + len("Niklas Luhmann")}) {
			t.Errorf("%q: %+v, %v", lead, p.Work, p.Spans)
		}
	}
	p := Parse("Vedi B. Croce, La storia come pensiero e come azione, Laterza, Bari 1938, p. 5")
	if len(p.Work.Contributors) != 1 || p.Work.Contributors[0].Given != "B." || p.Work.Contributors[0].Family != "Croce" {
		t.Errorf("%+v", p.Work.Contributors)
	}
}

// The title of a book before its place and year is no container; a journal or conference there is one.
func TestBookBeforePlace(t *testing.T) {
	for text, want := range map[string][2]string{
		"Hans-Ulrich Wehler, Das Deutsche Kaiserreich 1871–1918, Göttingen 1973, S. 17.": {"Das Deutsche Kaiserreich 1871–1918"},
		"Weber, Max, Wirtschaft und Gesellschaft, 5. Aufl., Tübingen 1972, S. 28.":       {"Wirtschaft und Gesellschaft"},
		"Klaus J. Bade, Europa in Bewegung. Migration vom späten 18. Jahrhundert bis zur Gegenwart, München 2000.": {
			"Europa in Bewegung. Migration vom späten 18. Jahrhundert bis zur Gegenwart"},
		"Anderson, B. R. (1983): Imagined communities. Reflections on the origin and spread of nationalism. Rev. ed. London 2006.": {
			"Imagined communities. Reflections on the origin and spread of nationalism", "Rev. ed."},
		"Gerhard Ritter, Eine neue Kriegsschuldthese?, in: Historische Zeitschrift 194 (1962), S. 646–668": {
			"Eine neue Kriegsschuldthese?", "Historische Zeitschrift"},
	} {
		if w := Parse(text).Work; w.Title != want[0] || w.Container.Title != want[1] {
			t.Errorf("%s: %q, %q", text, w.Title, w.Container.Title)
		}
	}
}
