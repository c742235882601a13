package refstring

import "testing"

// In the humanities the place, the number of volumes and "a cura di" are behind a comma.
func TestTitlesOfHumanities(t *testing.T) {
	for raw, want := range map[string]string{
		"Coronelli V., Singolarità di Venezia, Venezia 1708 - 1709.":                                               "Singolarità di Venezia",
		"Contarini, G., La Repubblica e i magistrati di Vinegia, Vinegia 1551.":                                    "La Repubblica e i magistrati di Vinegia",
		"Camporesi, P., a cura di, Il libro dei vagabondi, Torino 1973.":                                           "Il libro dei vagabondi",
		"Agenti segreti veneziani nel Settecento, a cura di G. Comisso, Milano 1941.":                              "Agenti segreti veneziani nel Settecento",
		"Smith, J. History of the parish, its people and Essex 1914, London: Murray, 1950.":                        "History of the parish, its people and Essex 1914",
		"Jones, A. and Roe, B. (2001). Trade, War and Piracy in Crete, Journal of Medieval History, 12, pp. 1-20.": "Trade, War and Piracy in Crete",
	} {
		p := Parse(raw)
		if got := p.Work.FullTitle(); got != want {
			t.Errorf("%s\n got %q\nwant %q", raw, got, want)
		}
	}
}
