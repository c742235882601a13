package reading

import (
	"slices"
	"strings"
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
		refs[0].Citations[0].Ref != "1" ||
		account.Citations[1].Ref != "1" || account.Citations[2].Ref != "3" || account.Citations[3].Ref != "" {
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

// The short notes of a text in seven languages, each behind the works that they mean, are no references.
func TestShortNotes(t *testing.T) {
	for _, text := range []struct{ works, notes string }{
		{`Quentin Skinner, “Meaning and Understanding in the History of Ideas,” History and Theory 8, no. 1 (1969): 3–53
J. G. A. Pocock, The Machiavellian Moment: Florentine Political Thought and the Atlantic Republican Tradition (Princeton: Princeton University Press, 1975), 401
E. P. Thompson, The Making of the English Working Class (London: Victor Gollancz, 1963), 9–11
Joan Wallach Scott, “Gender: A Useful Category of Historical Analysis,” American Historical Review 91, no. 5 (1986): 1053–75
Benedict Anderson, Imagined Communities: Reflections on the Origin and Spread of Nationalism (London: Verso, 1983), 15
Ernest Gellner, Nations and Nationalism (Oxford: Blackwell, 1983), 1
Natalie Zemon Davis, The Return of Martin Guerre (Cambridge, MA: Harvard University Press, 1983), 42–50
Robert Finlay, “The Refashioning of Martin Guerre,” American Historical Review 93, no. 3 (1988): 553–71
Ronald Coase, “The Problem of Social Cost,” Journal of Law and Economics 3 (1960): 1–44
Garrett Hardin, “The Tragedy of the Commons,” Science 162, no. 3859 (1968): 1243–48
Elinor Ostrom, Governing the Commons: The Evolution of Institutions for Collective Action (Cambridge: Cambridge University Press, 1990), 58
Edward W. Said, Orientalism (New York: Pantheon Books, 1978), 3
Bernard Lewis, “The Question of Orientalism,” New York Review of Books, June 24, 1982, 49–56
Thomas S. Kuhn, The Structure of Scientific Revolutions (Chicago: University of Chicago Press, 1962), 52
Steven Shapin and Simon Schaffer, Leviathan and the Air-Pump: Hobbes, Boyle, and the Experimental Life (Princeton: Princeton University Press, 1985), 22
John Rawls, A Theory of Justice (Cambridge, MA: Belknap Press, 1971), 302
Oliver Wendell Holmes, “The Path of the Law,” Harvard Law Review 10, no. 8 (1897): 457–78
Donna Haraway, “Situated Knowledges: The Science Question in Feminism and the Privilege of Partial Perspective,” Feminist Studies 14, no. 3 (1988): 575–99`,
			"Ibid.|Ibid., p. 9.|Ibid., 45–47.|See ibid., 12.|Skinner, “Meaning and Understanding,” 30.|" +
				"Pocock, Machiavellian Moment, 402.|Thompson, op. cit., p. 12.|" +
				"Scott, supra note 4, at 1060.|Kuhn 1962, p. 60.|See Rawls, Theory of Justice, 60–65.|" +
				"Id. at 4.|Coase (n 9) 12.|Loc. cit.|See also Ostrom 1990, ch. 3.|" +
				"Said, Orientalism, 5; Kuhn, Structure, 52."},
		{`Niklas Luhmann, Soziale Systeme. Grundriß einer allgemeinen Theorie, Frankfurt a. M. 1984, S. 22
Jürgen Habermas, Strukturwandel der Öffentlichkeit, Neuwied 1962, S. 14–18
Hans-Ulrich Wehler, Das Deutsche Kaiserreich 1871–1918, Göttingen 1973, S. 17
Thomas Nipperdey, Wehlers „Kaiserreich“. Eine kritische Auseinandersetzung, in: Geschichte und Gesellschaft 1 (1975), S. 539–560
Reinhart Koselleck, Vergangene Zukunft. Zur Semantik geschichtlicher Zeiten, Frankfurt am Main 1979, S. 130
Weber, Max, Wirtschaft und Gesellschaft, 5. Aufl., Tübingen 1972, S. 28
Assmann, Jan, Das kulturelle Gedächtnis. Schrift, Erinnerung und politische Identität in frühen Hochkulturen, München 1992, S. 48–66
Fritz Fischer, Griff nach der Weltmacht. Die Kriegszielpolitik des kaiserlichen Deutschland 1914/18, Düsseldorf 1961, S. 95
Gerhard Ritter, Eine neue Kriegsschuldthese?, in: Historische Zeitschrift 194 (1962), S. 646–668
Ernst H. Kantorowicz, Kaiser Friedrich der Zweite, Berlin 1927, S. 211
Gerd Althoff, Spielregeln der Politik im Mittelalter. Kommunikation in Frieden und Fehde, Darmstadt 1997, S. 99
Otto Brunner, Land und Herrschaft. Grundfragen der territorialen Verfassungsgeschichte Südostdeutschlands im Mittelalter, Baden bei Wien 1939, S. 124f.
Barbara Stollberg-Rilinger, Des Kaisers alte Kleider. Verfassungsgeschichte und Symbolsprache des Alten Reiches, München 2008, S. 9
Ludwig Wittgenstein, Philosophische Untersuchungen, Frankfurt am Main 1971, S. 41
Aleida Assmann, Erinnerungsräume. Formen und Wandlungen des kulturellen Gedächtnisses, München 1999, S. 130ff.
Lorraine Daston/Peter Galison, Objektivität, Frankfurt am Main 2007, S. 59`,
			"Ebd., S. 12.|Ebda.|Vgl. ebd., S. 15f.|Luhmann, a. a. O., S. 45.|Luhmann 1984, S. 50.|" +
				"Vgl. Habermas 1962, S. 16.|Wehler, Kaiserreich, S. 20.|Wie Anm. 3, S. 5.|" +
				"Nipperdey (wie Anm. 4), S. 541.|A. a. O., S. 30.|Koselleck, Vergangene Zukunft, S. 131.|" +
				"Siehe oben, Anm. 2.|Vgl. dazu auch Weber 1972, S. 28ff.|" +
				"Ders., Wirtschaft und Gesellschaft, S. 30.|S. ebd."},
		{`Fernand Braudel, La Méditerranée et le monde méditerranéen à l’époque de Philippe II, Paris, Armand Colin, 1949, p. 23
Marc Bloch, Les Rois thaumaturges, Strasbourg, Istra, 1924, p. 51-60
Lucien Febvre, Le problème de l’incroyance au XVIe siècle. La religion de Rabelais, Paris, Albin Michel, 1942, p. 12
Pierre Bourdieu, La Distinction. Critique sociale du jugement, Paris, Éditions de Minuit, 1979, p. 190
Michel Foucault, Surveiller et punir. Naissance de la prison, Paris, Gallimard, 1975, p. 201
Roland Barthes, « L’effet de réel », Communications, n° 11, 1968, p. 84-89
Claude Lévi-Strauss, Tristes tropiques, Paris, Plon, 1955, p. 13
Jacques Derrida, De la grammatologie, Paris, Éditions de Minuit, 1967, p. 149
Emmanuel Le Roy Ladurie, Montaillou, village occitan de 1294 à 1324, Paris, Gallimard, 1975, p. 31
Jacques Le Goff, La Naissance du Purgatoire, Paris, Gallimard, 1981, p. 177
Marcel Mauss, « Essai sur le don. Forme et raison de l’échange dans les sociétés archaïques », L’Année sociologique, vol. 1, 1923, p. 30-186
Pierre Nora, « Entre mémoire et histoire. La problématique des lieux », dans P. Nora (dir.), Les Lieux de mémoire, t. 1, Paris, Gallimard, 1984, p. XVII-XLII
Paul Ricœur, La mémoire, l’histoire, l’oubli, Paris, Seuil, 2000, p. 105
Roger Chartier, « Le monde comme représentation », Annales. Économies, Sociétés, Civilisations, vol. 44, n° 6, 1989, p. 1505-1520`,
			"Ibid., p. 24.|Ibidem.|Braudel, op. cit., p. 30.|" +
				"Bloch, Les Rois thaumaturges, op. cit., p. 52.|Voir ibid., p. 12.|" +
				"Bourdieu, La Distinction, p. 191.|Foucault, ouvr. cité, p. 202.|Barthes, art. cité, p. 85.|" +
				"Voir supra, note 3.|Cf. Mauss 1923, p. 40."},
		{`Carlo Ginzburg, Il formaggio e i vermi. Il cosmo di un mugnaio del ’500, Torino, Einaudi, 1976, p. 41
N. Bobbio, Destra e sinistra. Ragioni e significati di una distinzione politica, Donzelli, Roma 1994, pp. 33-35
U. Eco, Opera aperta. Forma e indeterminazione nelle poetiche contemporanee, Bompiani, Milano 1962, p. 34
F. Chabod, Storia della politica estera italiana dal 1870 al 1896, Laterza, Bari 1951, p. 12
A. Momigliano, Sui fondamenti della storia antica, Einaudi, Torino 1984, pp. 3-45
R. De Felice, Mussolini il rivoluzionario 1883-1920, Einaudi, Torino 1965, p. 460
E. Garin, L’umanesimo italiano. Filosofia e vita civile nel Rinascimento, Laterza, Bari 1952, p. 77
D. Cantimori, Eretici italiani del Cinquecento, Sansoni, Firenze 1939, pp. 10-12
G. Levi, L’eredità immateriale. Carriera di un esorcista nel Piemonte del Seicento, Einaudi, Torino 1985, p. 8
P. Rossi, I filosofi e le macchine 1400-1700, Feltrinelli, Milano 1962, p. 54
C. Ginzburg, «Spie. Radici di un paradigma indiziario», in A. Gargani (a cura di), Crisi della ragione, Einaudi, Torino 1979, pp. 57-106
E. Grendi, «Micro-analisi e storia sociale», Quaderni storici, 35, 1977, pp. 506-520
B. Croce, La storia come pensiero e come azione, Laterza, Bari 1938, p. 5
G. Contini, Varianti e altra linguistica. Una raccolta di saggi, Einaudi, Torino 1970, p. 3`,
			"Ivi, p. 42.|Ibidem, p. 3.|Ginzburg, Il formaggio e i vermi, cit., p. 45.|" +
				"Cfr. Bobbio, op. cit., p. 34.|N. Bobbio, Destra e sinistra, cit., pp. 40-41.|" +
				"Eco 1962, p. 35.|Cfr. ibid., p. 36.|Chabod, Storia, p. 14.|Idem.|Momigliano, op. cit."},
		{`José Antonio Maravall, La cultura del Barroco. Análisis de una estructura histórica, Barcelona, Ariel, 1975, p. 55
Américo Castro, La realidad histórica de España, México, Porrúa, 1954, p. 38
Claudio Sánchez-Albornoz, España, un enigma histórico, Buenos Aires, Sudamericana, 1956, pp. 12-20
José Ortega y Gasset, La rebelión de las masas, Madrid, Revista de Occidente, 1930, p. 61
Ángel Rama, La ciudad letrada, Hanover, Ediciones del Norte, 1984, p. 23
Octavio Paz, El laberinto de la soledad, México, Cuadernos Americanos, 1950, p. 70
Josep Fontana, La quiebra de la monarquía absoluta, 1814-1820, Barcelona, Ariel, 1971, p. 199
Domínguez Ortiz, Antonio, La sociedad española en el siglo XVII, Madrid, CSIC, 1963, pp. 101-120
Tomás y Valiente, Francisco, El marco político de la desamortización en España, Barcelona, Ariel, 1971, p. 48
Tulio Halperin Donghi, Historia contemporánea de América Latina, Madrid, Alianza, 1969, p. 134
Néstor García Canclini, Culturas híbridas. Estrategias para entrar y salir de la modernidad, México, Grijalbo, 1990, p. 13
Aníbal Quijano, «Colonialidad y modernidad/racionalidad», Perú Indígena, vol. 13, n.º 29, 1992, pp. 11-20
Antonio Cornejo Polar, «Mestizaje e hibridez: los riesgos de las metáforas», Revista Iberoamericana, vol. 63, n.º 180, 1997, pp. 341-344
Julio Caro Baroja, Las brujas y su mundo, Madrid, Revista de Occidente, 1961, p. 88`,
			"Ibíd., p. 56.|Ibídem.|Maravall, op. cit., p. 57.|Véase Castro 1954, p. 39.|" +
				"Castro, La realidad histórica, p. 40.|Ortega y Gasset, ob. cit., p. 62.|" +
				"Vid. supra, nota 3."},
		{`Sérgio Buarque de Holanda, Raízes do Brasil, Rio de Janeiro, José Olympio, 1936, p. 101
Gilberto Freyre, Casa-grande & senzala, Rio de Janeiro, Maia & Schmidt, 1933, p. 45
Caio Prado Júnior, Formação do Brasil contemporâneo, São Paulo, Martins, 1942, pp. 19-32
Antonio Candido, Formação da literatura brasileira. Momentos decisivos, São Paulo, Martins, 1959, p. 23
Celso Furtado, Formação econômica do Brasil, Rio de Janeiro, Fundo de Cultura, 1959, p. 77
Florestan Fernandes, A integração do negro na sociedade de classes, São Paulo, Dominus, 1965, p. 15
Vitorino Magalhães Godinho, Os descobrimentos e a economia mundial, Lisboa, Arcádia, 1963, p. 210
Roberto Schwarz, “As ideias fora do lugar”, Estudos CEBRAP, n.º 3, 1973, pp. 149-161`,
			"Holanda, op. cit., p. 102.|Freyre 1933, p. 46.|Idem, ibidem."},
		{`Johan Huizinga, Herfsttij der Middeleeuwen (Haarlem: Tjeenk Willink, 1919), 14
Jan Romein, Op het breukvlak van twee eeuwen (Leiden: Brill, 1967), 31
Pieter Geyl, Geschiedenis van de Nederlandse stam (Amsterdam: Wereldbibliotheek, 1930), 211–215
E.H. Kossmann, De Lage Landen 1780–1940: anderhalve eeuw Nederland en België (Amsterdam: Elsevier, 1976), 77
L. de Jong, Het Koninkrijk der Nederlanden in de Tweede Wereldoorlog (Den Haag: Staatsuitgeverij, 1969), 9
J.C.H. Blom, ‘In de ban van goed en fout?’, in: Crisis, bezetting en herstel (Den Haag: Universitaire Pers Rotterdam, 1989), 102–120
A.Th. van Deursen, Bavianen en slijkgeuzen. Kerk en kerkvolk ten tijde van Maurits en Oldenbarnevelt (Assen: Van Gorcum, 1974), 33
Marjolein ’t Hart, In quest for funds. Warfare and state formation in the Netherlands, 1620–1650 (Leiden: Rijksuniversiteit, 1989), 5`,
			"Ibidem, 15.|Huizinga, Herfsttij, 20.|Zie Geyl 1930, 212."},
	} {
		list := readAll(strings.Split(text.works, "\n"))
		for _, note := range strings.Split(text.notes, "|") {
			all := append(list, biblio.Reference{Raw: note, Place: biblio.Place{Note: "99"}})
			if _, mention := Mentions(all)[len(list)]; !mention {
				t.Errorf("%q is counted as a reference", note)
			}
		}
	}
}
