package reflist

import (
	"slices"
	"strings"
	"testing"
)

// citedWorks are published works as notes of scholars print them, by language.
var citedWorks = map[string][]string{
	"en": {
		`Quentin Skinner, “Meaning and Understanding in the History of Ideas,” History and Theory 8, no. 1 (1969): 3–53`,
		`J. G. A. Pocock, The Machiavellian Moment: Florentine Political Thought and the Atlantic Republican Tradition (Princeton: Princeton University Press, 1975), 401`,
		`E. P. Thompson, The Making of the English Working Class (London: Victor Gollancz, 1963), 9–11`,
		`Joan Wallach Scott, “Gender: A Useful Category of Historical Analysis,” American Historical Review 91, no. 5 (1986): 1053–75`,
		`Benedict Anderson, Imagined Communities: Reflections on the Origin and Spread of Nationalism (London: Verso, 1983), 15`,
		`Ernest Gellner, Nations and Nationalism (Oxford: Blackwell, 1983), 1`,
		`Natalie Zemon Davis, The Return of Martin Guerre (Cambridge, MA: Harvard University Press, 1983), 42–50`,
		`Robert Finlay, “The Refashioning of Martin Guerre,” American Historical Review 93, no. 3 (1988): 553–71`,
		`Ronald Coase, “The Problem of Social Cost,” Journal of Law and Economics 3 (1960): 1–44`,
		`Garrett Hardin, “The Tragedy of the Commons,” Science 162, no. 3859 (1968): 1243–48`,
	},
	"de": {
		`Niklas Luhmann, Soziale Systeme. Grundriß einer allgemeinen Theorie, Frankfurt a. M. 1984, S. 22`,
		`Jürgen Habermas, Strukturwandel der Öffentlichkeit, Neuwied 1962, S. 14–18`,
		`Hans-Ulrich Wehler, Das Deutsche Kaiserreich 1871–1918, Göttingen 1973, S. 17`,
		`Thomas Nipperdey, Wehlers „Kaiserreich“. Eine kritische Auseinandersetzung, in: Geschichte und Gesellschaft 1 (1975), S. 539–560`,
		`Reinhart Koselleck, Vergangene Zukunft. Zur Semantik geschichtlicher Zeiten, Frankfurt am Main 1979, S. 130`,
		`Weber, Max, Wirtschaft und Gesellschaft, 5. Aufl., Tübingen 1972, S. 28`,
		`Assmann, Jan, Das kulturelle Gedächtnis. Schrift, Erinnerung und politische Identität in frühen Hochkulturen, München 1992, S. 48–66`,
		`Fritz Fischer, Griff nach der Weltmacht. Die Kriegszielpolitik des kaiserlichen Deutschland 1914/18, Düsseldorf 1961, S. 95`,
		`Gerhard Ritter, Eine neue Kriegsschuldthese?, in: Historische Zeitschrift 194 (1962), S. 646–668`,
		`Ernst H. Kantorowicz, Kaiser Friedrich der Zweite, Berlin 1927, S. 211`,
	},
	"fr": {
		`Fernand Braudel, La Méditerranée et le monde méditerranéen à l’époque de Philippe II, Paris, Armand Colin, 1949, p. 23`,
		`Marc Bloch, Les Rois thaumaturges, Strasbourg, Istra, 1924, p. 51-60`,
		`Lucien Febvre, Le problème de l’incroyance au XVIe siècle. La religion de Rabelais, Paris, Albin Michel, 1942, p. 12`,
		`Pierre Bourdieu, La Distinction. Critique sociale du jugement, Paris, Éditions de Minuit, 1979, p. 190`,
		`Michel Foucault, Surveiller et punir. Naissance de la prison, Paris, Gallimard, 1975, p. 201`,
		`Roland Barthes, « L’effet de réel », Communications, n° 11, 1968, p. 84-89`,
		`Claude Lévi-Strauss, Tristes tropiques, Paris, Plon, 1955, p. 13`,
		`Jacques Derrida, De la grammatologie, Paris, Éditions de Minuit, 1967, p. 149`,
		`Emmanuel Le Roy Ladurie, Montaillou, village occitan de 1294 à 1324, Paris, Gallimard, 1975, p. 31`,
		`Jacques Le Goff, La Naissance du Purgatoire, Paris, Gallimard, 1981, p. 177`,
	},
	"it": {
		`Carlo Ginzburg, Il formaggio e i vermi. Il cosmo di un mugnaio del ’500, Torino, Einaudi, 1976, p. 41`,
		`N. Bobbio, Destra e sinistra. Ragioni e significati di una distinzione politica, Donzelli, Roma 1994, pp. 33-35`,
		`U. Eco, Opera aperta. Forma e indeterminazione nelle poetiche contemporanee, Bompiani, Milano 1962, p. 34`,
		`F. Chabod, Storia della politica estera italiana dal 1870 al 1896, Laterza, Bari 1951, p. 12`,
		`A. Momigliano, Sui fondamenti della storia antica, Einaudi, Torino 1984, pp. 3-45`,
		`R. De Felice, Mussolini il rivoluzionario 1883-1920, Einaudi, Torino 1965, p. 460`,
		`E. Garin, L’umanesimo italiano. Filosofia e vita civile nel Rinascimento, Laterza, Bari 1952, p. 77`,
		`D. Cantimori, Eretici italiani del Cinquecento, Sansoni, Firenze 1939, pp. 10-12`,
		`G. Levi, L’eredità immateriale. Carriera di un esorcista nel Piemonte del Seicento, Einaudi, Torino 1985, p. 8`,
		`P. Rossi, I filosofi e le macchine 1400-1700, Feltrinelli, Milano 1962, p. 54`,
	},
	"es": {
		`José Antonio Maravall, La cultura del Barroco. Análisis de una estructura histórica, Barcelona, Ariel, 1975, p. 55`,
		`Américo Castro, La realidad histórica de España, México, Porrúa, 1954, p. 38`,
		`Claudio Sánchez-Albornoz, España, un enigma histórico, Buenos Aires, Sudamericana, 1956, pp. 12-20`,
		`José Ortega y Gasset, La rebelión de las masas, Madrid, Revista de Occidente, 1930, p. 61`,
		`Ángel Rama, La ciudad letrada, Hanover, Ediciones del Norte, 1984, p. 23`,
		`Octavio Paz, El laberinto de la soledad, México, Cuadernos Americanos, 1950, p. 70`,
		`Josep Fontana, La quiebra de la monarquía absoluta, 1814-1820, Barcelona, Ariel, 1971, p. 199`,
		`Domínguez Ortiz, Antonio, La sociedad española en el siglo XVII, Madrid, CSIC, 1963, pp. 101-120`,
		`Tomás y Valiente, Francisco, El marco político de la desamortización en España, Barcelona, Ariel, 1971, p. 48`,
		`Tulio Halperin Donghi, Historia contemporánea de América Latina, Madrid, Alianza, 1969, p. 134`,
	},
	"pt": {
		`Sérgio Buarque de Holanda, Raízes do Brasil, Rio de Janeiro, José Olympio, 1936, p. 101`,
		`Gilberto Freyre, Casa-grande & senzala, Rio de Janeiro, Maia & Schmidt, 1933, p. 45`,
		`Caio Prado Júnior, Formação do Brasil contemporâneo, São Paulo, Martins, 1942, pp. 19-32`,
		`Antonio Candido, Formação da literatura brasileira. Momentos decisivos, São Paulo, Martins, 1959, p. 23`,
		`Celso Furtado, Formação econômica do Brasil, Rio de Janeiro, Fundo de Cultura, 1959, p. 77`,
		`Florestan Fernandes, A integração do negro na sociedade de classes, São Paulo, Dominus, 1965, p. 15`,
		`Vitorino Magalhães Godinho, Os descobrimentos e a economia mundial, Lisboa, Arcádia, 1963, p. 210`,
		`Roberto Schwarz, “As ideias fora do lugar”, Estudos CEBRAP, n.º 3, 1973, pp. 149-161`,
	},
	"nl": {
		`Johan Huizinga, Herfsttij der Middeleeuwen (Haarlem: Tjeenk Willink, 1919), 14`,
		`Jan Romein, Op het breukvlak van twee eeuwen (Leiden: Brill, 1967), 31`,
		`Pieter Geyl, Geschiedenis van de Nederlandse stam (Amsterdam: Wereldbibliotheek, 1930), 211–215`,
		`E.H. Kossmann, De Lage Landen 1780–1940: anderhalve eeuw Nederland en België (Amsterdam: Elsevier, 1976), 77`,
		`L. de Jong, Het Koninkrijk der Nederlanden in de Tweede Wereldoorlog (Den Haag: Staatsuitgeverij, 1969), 9`,
		`J.C.H. Blom, ‘In de ban van goed en fout?’, in: Crisis, bezetting en herstel (Den Haag: Universitaire Pers Rotterdam, 1989), 102–120`,
		`A.Th. van Deursen, Bavianen en slijkgeuzen. Kerk en kerkvolk ten tijde van Maurits en Oldenbarnevelt (Assen: Van Gorcum, 1974), 33`,
		`Marjolein ’t Hart, In quest for funds. Warfare and state formation in the Netherlands, 1620–1650 (Leiden: Rijksuniversiteit, 1989), 5`,
	},
}

// joints stand between two works of one note, by language; "|" separates them.
var joints = map[string]string{
	"en": "; but see |; contra |, quoted in |, reprinted in |. For criticism, see |; see also |; cf. |" +
		"; compare |; for a contrary view, see |. On this question, see |, as cited in |; see, e.g., |" +
		"; and |. But compare |, discussed in |; see generally |; pace |. See further |" +
		"; against this, see |; in reply to |. In contrast, see |; more recently, |; see especially |" +
		". Other accounts include |, qtd. in ",
	"de": ", sowie |; dagegen |; vgl. auch |, zitiert nach |; a. A. |. Zur Kritik siehe |; siehe auch |" +
		"; kritisch dazu |, wieder abgedruckt in |. Anders |; ferner |; zuletzt |. Vgl. dazu auch |" +
		"; und |; hierzu auch |; grundlegend |, zit. n. |; demgegenüber |; s. auch |; weiterführend |" +
		"; vgl. hingegen |. Zur Forschung vgl. |; gegen ",
	"fr": "; voir aussi |, cité par |; mais voir |. Voir également |, repris dans |; cf. |" +
		". Sur ce point, voir |. Pour une critique, voir |; ainsi que |; et |; en sens contraire, |" +
		"; contra |; voir notamment |; plus récemment, |. On consultera aussi |; voir par exemple |" +
		", cité dans |; v. aussi |; voir surtout |; à comparer avec ",
	"it": "; cfr. anche |, citato in |; ma si veda |; si veda anche |, ora in |. Cfr. inoltre |; contra |" +
		". Si vedano anche |; nonché |; in senso contrario |; vedi anche |. Sul tema, cfr. |; v. anche |" +
		"; da ultimo |, ristampato in |, cit. in |; cfr. pure |; e |; diversamente |" +
		". Per una critica, si veda ",
	"es": "; véase también |, citado por |; pero véase |. Véase también |; en contra |; cf. |" +
		", reimpreso en |; así como |; y |; en sentido contrario, |. Sobre este punto, véase |" +
		"; vid. también |, citado en |; véanse además |; más recientemente, |. Para una crítica, véase |" +
		"; ver también |, apud |; cfr. |; a propósito, ",
	"pt": "; ver também |, citado por |; mas ver |; em sentido contrário, |. Ver ainda |; bem como |" +
		", apud |. Para uma crítica, ver |; cf. também |; vide ",
	"nl": "; zie ook |, geciteerd in |; maar zie |; anders |. Zie verder |; alsook |; vergelijk |" +
		". Voor kritiek, zie |; vgl. ook |; en ",
}

// TestNotesOfTwoWorks: each work of a note is a reference of its own and keeps its text, with words before the first
// and without.
func TestNotesOfTwoWorks(t *testing.T) {
	leads := map[string]string{"en": "See, for example, ", "de": "Vgl. etwa ", "fr": "Voir notamment ", "it": "Cfr. ",
		"es": "Véase, por ejemplo, ", "pt": "Ver ", "nl": "Zie "}
	for language, all := range joints {
		list := citedWorks[language]
		for i, joint := range strings.Split(all, "|") {
			want := []string{list[i%len(list)], list[(i+1+i/len(list))%len(list)]}
			text := want[0] + joint + want[1]
			if i%3 == 0 {
				text = leads[language] + text
			}
			if i%4 == 3 {
				want = append(want, list[(i+4)%len(list)])
				text += "; " + strings.Split(all, "|")[0][2:] + want[2]
			}
			notes := Cited([]Note{{Label: "1", Text: text + "."}}, true)
			var got []string
			for _, e := range notes[0] {
				got = append(got, strings.TrimRight(e.Text, "."))
			}
			for k := range want {
				want[k] = strings.TrimRight(want[k], ".")
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %q:\n%q\n%q", language, joint, got, want)
			}
		}
	}
}
