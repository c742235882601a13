package reading

import (
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// The works that the short forms of the tests mean, each in a note of its own.
var inFull = []string{
	"Niklas Luhmann, Soziale Systeme. Grundriß einer allgemeinen Theorie, Frankfurt a. M. 1984, S. 22.",
	"Jürgen Habermas, Theorie des kommunikativen Handelns, Frankfurt am Main: Suhrkamp 1981, S. 114f.",
	"Foucault, Michel (1977). Discipline and Punish: The Birth of the Prison. New York: Pantheon Books.",
	"Norberto Bobbio e Nicola Matteucci, Dizionario di politica, Torino: Utet, 1983.",
	"María Moliner, Diccionario de uso del español, Madrid: Gredos, 1966.",
	"Pierre Bourdieu, La distinction. Critique sociale du jugement, Paris: Minuit, 1979.",
}

// readAll reads the texts as the notes 1, 2, … of a document.
func readAll(texts []string) []biblio.Reference {
	var p Printed
	list := make([]biblio.Reference, len(texts))
	for i, text := range texts {
		list[i] = biblio.Reference{Raw: text, Place: biblio.Place{Note: string(rune('1' + i))}}
		p.Read(&list[i])
	}
	return list
}

// A short form is no reference: it means the work that stands in full in the document, here by its number from 1, or
// none (0).
func TestMentions(t *testing.T) {
	for work, forms := range [][]string{
		0: {"Gould 1966, S. 6.", "Vgl. Gould 1966, S. 6", "Wie Anm. 9, S. 5.", "Weber, a. a. O., S. 45.",
			"Luhmann, Liebe als Passion (wie Anm. 1), S. 3.", "Smith et al. 1990, 4", "voir Dupont 1990, p. 12",
			"Rossi 1950, p. 3", "Habermas 1990, S. 3", "Müller/Schmidt 2001: 45–47"},
		1: {"Luhmann, a. a. O., S. 45.", "Luhmann, op. cit., S. 45.", "Luhmann, ibid., p. 45.", "Luhmann, Tamże, s. 45.",
			"Luhmann, Soziale Systeme (wie Anm. 1), S. 116.", "Luhmann, Soziale Systeme, S. 50; Luhmann, a.a.O., S. 3.",
			"Niklas Luhmann, Soziale Systeme, S. 50.", "Luhmann (wie Anm. 1), S. 116.", "Luhmann (Fn. 1), 116.",
			"Luhmann, supra note 1, p. 116.", "Luhmann (n 1) 116.", "Luhmann, Soziale Systeme, Bd. 1, S. 50.",
			"Wie Anm. 1, S. 5.", "Siehe auch Luhmann 1984, S. 12 ff.", "(Luhmann 1984: 22)", "Luhmann [Anm. 1], S. 4"},
		2: {"Habermas (wie Anm. 1), S. 5.", "Vgl. zum Folgenden: Habermas 1981, S. 10f.", "Habermas 1981",
			"Zum ganzen Abschnitt: Habermas 1981, S. 10 und S. 14."},
		3: {"Foucault, Discipline, 12.", "See Foucault, Discipline and Punish, pp. 12–14.", "Foucault 1977, ch. 3",
			"Foucault (1977), p. 4; Foucault, op. cit., 9", "Foucault, “Discipline,” 12", "Foucault, loc. cit.",
			"cf. Foucault (1977: 22)", "M. Foucault, Discipline and Punish, 200"},
		4: {"Bobbio, Dizionario di politica, cit., p. 30", "Cfr. Bobbio e Matteucci 1983, pp. 3-4",
			"N. Bobbio, op. cit., p. 4", "Bobbio e Matteucci, Dizionario, p. 7", "Vedi anche Bobbio 1983, p. 1"},
		5: {"Moliner, ob. cit., pág. 4", "Véase Moliner 1966, p. 30", "Moliner, Diccionario, pp. 3 y 5",
			"véase también Moliner, op. cit."},
		6: {"Ibid.", "Ibid., p. 15.", "Ebd., S. 15 f.", "Ebenda, S. 12–15.", "ibidem", "Там же. С. 12.", "Vgl. ebd., S. 7.",
			"Ebd., S. 30 und S. 35f.", "A. a. O., S. 30.", "Loc. cit., p. 30.", "Cfr. ivi, p. 30",
			"Ibid., p. 4 (my translation).",
			"op. cit., p. 3", "Voir ibid., p. 45", "Id., p. 4", "Id. at 45.", "[Ibid.]", "Bourdieu, La distinction, p. 15",
			"Bourdieu, art. cité, p. 4", "Voir aussi P. Bourdieu, op. cit., p. 9", "Ibíd., p. 9", "Aldaar, p. 3"},
	} {
		for _, form := range forms {
			list := readAll(append(slices.Clone(inFull), form))
			of, mention := Mentions(list)[len(inFull)]
			if !mention || work == 0 && len(of) > 0 || work > 0 && (len(of) == 0 || of[0] != work-1) {
				t.Errorf("%q: %v, works %v, want %d", form, mention, of, work)
			}
		}
	}
}

// Short references that name a work of their own stay.
func TestShortReferencesStay(t *testing.T) {
	for _, text := range []string{
		"Kant, Kritik der reinen Vernunft, Riga 1781.", "Homer, Odyssey, 1998.", "Luhmann, Soziale Systeme, 1991, S. 50.",
		"Einstein, A. Ann. Phys. 17, 891 (1905).", "Abrikosov, JETP 5, 1174 (1957)", "ibid. 48, 696 (1935)",
		"Ibid., but see Weber, Economy and society, 1972.", "Ibidapo, A. (1999). Another work. Lagos: Press.",
		"Dirac, P. 1930. Quantum Mechanics.", "Darwin C. The Origin of Species. 1859.", "W3C, HTML 5.2, 2017",
		"RFC 2119", "ISO 8601:2004", "PEP 8, Style Guide for Python Code", "Knuth, TAOCP, vol. 1, 1968, p. 12",
		"OpenAI. ChatGPT. https://chat.openai.com", "Smith, A. Wealth of Nations. London, 1776.", "Plato. Republic.",
		"Vaswani et al. Attention is all you need. 2017.", "Shannon (1948), A mathematical theory of communication",
		"Newton, Opticks, 1704", "Weber, M.: Wirtschaft und Gesellschaft, 1922",
		"Müller, in: Zeitschrift für Physik 12, S. 5",
		"Spinoza, Ethica, in: Opera, Bd. 2, S. 41", "Curie, M. Radioactivité. Paris: Gauthier-Villars, 1935.",
		"Lenin, W. I.: Werke, Bd. 5, Berlin 1955.", "Eco U. Opera aperta. 1962", "arXiv:1706.03762",
		"Turing, Mind 59 (1950) 433", "LeCun et al., Nature 521, 436 (2015)", "10.1038/nature14539",
		"Bloch, Marc. Les rois thaumaturges. 1924.", "Cervantes, Don Quijote, Madrid, 1605, p. 3",
		"Толстой Л. Н. Война и мир. М., 1978.", "Nature 171 (1953) 737", "He et al. CVPR 2016", "GNU Make, 2020",
		"Marx, Das Kapital, MEW 23, Berlin 1962, S. 49", "Unicode Standard, version 15.0, 2022", "Deep learning, 2015",
	} {
		list := readAll(append(slices.Clone(inFull), text))
		if of, mention := Mentions(list)[len(inFull)]; mention {
			t.Errorf("%q is a mention of %v", text, of)
		}
	}
}

// A note that prints an entry of the list once more, with the page cited, and "ibid." after it mean that entry.
func TestEntryInNote(t *testing.T) {
	list := readAll([]string{inFull[0], inFull[1][:len(inFull[1])-1] + ", S. 7.", "Ebd., S. 8."})
	list = append([]biblio.Reference{{Raw: inFull[1], Claimed: list[1].Claimed}}, list...)
	found := Mentions(list)
	if !slices.Equal(found[2], []int{0}) || !slices.Equal(found[3], []int{0}) || len(found) != 2 {
		t.Error(found)
	}
}

// The citations of a mention belong to its work.
func TestJoin(t *testing.T) {
	list := readAll([]string{inFull[0], "Luhmann, a. a. O., S. 45.", inFull[1], "Vgl. Gould 1966, S. 6."})
	account := Account{References: list}
	for i := range list {
		list[i].ID = list[i].Place.Note
		account.Citations = append(account.Citations, biblio.Citation{Key: list[i].ID, Ref: list[i].ID})
	}
	account.Join(Mentions(list))
	refs := account.References
	if len(refs) != 2 || refs[0].ID != "1" || refs[1].ID != "3" || len(refs[0].Citations) != 1 ||
		refs[0].Citations[0].Ref != "1" || account.Citations[1].Ref != "1" || account.Citations[3].Ref != "" {
		t.Errorf("%+v\n%+v", refs, account.Citations)
	}
}

// "Ders." is the author of the work that a short form before it names.
func TestSameAuthorBehindShortForm(t *testing.T) {
	var p Printed
	var ref biblio.Reference
	for _, raw := range []string{
		"Niklas Luhmann, Soziale Systeme. Grundriß einer allgemeinen Theorie, Frankfurt a. M. 1984, S. 22.",
		"Jürgen Habermas, Theorie des kommunikativen Handelns, Frankfurt am Main: Suhrkamp 1981, S. 114f.",
		"Luhmann, a. a. O., S. 45.",
		"Ders., Die Wirtschaft der Gesellschaft, Frankfurt am Main: Suhrkamp 1988, S. 17.",
	} {
		ref = biblio.Reference{Raw: raw}
		p.Read(&ref)
	}
	if people := ref.Claimed.Authors(); len(people) != 1 || people[0].Family != "Luhmann" ||
		ref.Claimed.Title != "Die Wirtschaft der Gesellschaft" {
		t.Errorf("%+v, %q", people, ref.Claimed.Title)
	}
}

// No one is called "Ders.".
func TestSameAuthorOfNobody(t *testing.T) {
	ref := biblio.Reference{
		Raw: "Ders., Das Deutsche Kaiserreich 1871–1918, Göttingen: Vandenhoeck & Ruprecht 1973, S. 17."}
	var p Printed
	p.Read(&ref)
	if people := ref.Claimed.Authors(); len(people) > 0 {
		t.Errorf("%+v", people)
	}
}
