package labeller

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// venue returns the container of a record in one of its printed forms.
func (r *Renderer) venue(rec *Record) string {
	venue := r.venueName(rec)
	if venue == "" || r.kind(rec) != "conference" {
		return venue
	}
	n := r.random.IntN(venueForms)
	long := len(venue) > 12
	if !strings.HasPrefix(venue, "Proceedings") && len(venue) >= 12 {
		switch {
		case n < 3:
			return "Proceedings of the " + venue
		case n == 3:
			return "Proc. " + abbreviate(venue)
		case n == 6:
			return leadingYear(rec) + " " + venue
		case n == 8:
			return ordinal(2+r.random.IntN(60)) + " " + venue
		}
	}
	if short := strings.ToUpper(rec.Short); short != "" {
		switch {
		case n == 4:
			return short + " " + leadingYear(rec)
		case n == 5 && long:
			return venue + " (" + short + ")"
		case n == 9:
			return "Proceedings of " + short
		case n == 10:
			return short + " '" + leadingYear(rec)[2:]
		}
	}
	if n == 7 && long {
		return abbreviate(venue)
	}
	return venue
}

// venueForms is the number of forms of a conference's name to choose from; some are the unchanged name.
const venueForms = 12

func leadingYear(rec *Record) string { return strconv.Itoa(biblio.LeadingYear(rec.Year)) }

// venueName returns the name of a container; if the record only has its acronym, the full name or the acronym.
func (r *Renderer) venueName(rec *Record) string {
	if rec.Venue != "" && !strings.EqualFold(rec.Venue, rec.Short) {
		return rec.Venue
	}
	if full := conferenceNames[rec.Short]; full != "" && !r.chance(.4) || rec.Short == "" {
		return full
	}
	if len(rec.Short) > 5 {
		return strings.ToUpper(rec.Short[:1]) + rec.Short[1:]
	}
	return strings.ToUpper(rec.Short)
}

func ordinal(n int) string {
	suffix := "th"
	if n/10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// abbreviate shortens the words of a container's name that are usually
// shortened and drops small words.
func abbreviate(venue string) string {
	words := strings.Fields(venue)
	if len(words) < 2 {
		return venue
	}
	out := words[:0]
	for _, w := range words {
		lower := strings.ToLower(strings.Trim(w, ",.:"))
		switch lower {
		case "of", "the", "on", "in", "and", "for", "&", "de", "für", "der":
			continue
		}
		if short, ok := abbreviations[lower]; ok {
			w = short
		} else {
			for _, ending := range endings {
				if stem, ok := strings.CutSuffix(lower, ending.long); ok && len(stem) > 2 {
					w = w[:min(len(stem), len(w))] + ending.short
					break
				}
			}
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// endings are abbreviations for the ends of longer words.
var endings = []struct{ long, short string }{
	{"ological", "ol."}, {"ology", "ol."}, {"ography", "ogr."}, {"ematics", "."}, {"istics", "ist."}, {"ational", "."},
	{"ication", "."}, {"ations", "."}, {"ation", "."}, {"ional", "."}, {"ical", "."}, {"ics", "."}, {"istry", "."},
	{"ment", "."}, {"eering", "."}, {"ering", "."},
}

var abbreviations = map[string]string{
	"journal": "J.", "transactions": "Trans.", "proceedings": "Proc.", "conference": "Conf.", "international": "Int.",
	"review": "Rev.", "reviews": "Rev.",
	"letters": "Lett.", "physical": "Phys.", "physics": "Phys.", "mathematical": "Math.", "mathematics": "Math.",
	"science": "Sci.", "sciences": "Sci.",
	"research": "Res.", "society": "Soc.", "american": "Am.", "european": "Eur.", "british": "Br.", "annual": "Annu.",
	"annals": "Ann.", "advances": "Adv.",
	"advanced": "Adv.", "applied": "Appl.", "computer": "Comput.", "computers": "Comput.", "computing": "Comput.",
	"computation": "Comput.", "computational": "Comput.",
	"association": "Assoc.", "symposium": "Symp.", "systems": "Syst.", "system": "Syst.", "technology": "Technol.",
	"engineering": "Eng.", "medicine": "Med.", "medical": "Med.",
	"clinical": "Clin.", "chemistry": "Chem.", "chemical": "Chem.", "biology": "Biol.", "biological": "Biol.",
	"national": "Natl.", "academy": "Acad.", "bulletin": "Bull.",
	"machine": "Mach.", "learning": "Learn.", "artificial": "Artif.", "intelligence": "Intell.", "information": "Inf.",
	"language": "Lang.", "linguistics": "Linguist.",
	"processing": "Process.", "recognition": "Recognit.", "pattern": "Pattern", "analysis": "Anal.", "theory": "Theory",
	"psychology": "Psychol.", "psychological": "Psychol.",
	"psychiatry": "Psychiatry", "cognitive": "Cogn.", "experimental": "Exp.", "human": "Hum.", "social": "Soc.",
	"studies": "Stud.", "quarterly": "Q.", "workshop": "Wksp.",
	"communications": "Commun.", "communication": "Commun.", "electrical": "Electr.", "electronics": "Electron.",
	"software": "Softw.", "networks": "Netw.", "magazine": "Mag.", "university": "Univ.", "robotics": "Robot.",
	"automation": "Autom.",
}

// conferenceNames are full names of conferences for records that only have the acronym.
var conferenceNames = map[string]string{
	"iclr": "International Conference on Learning Representations", "icml": "International Conference on Machine Learning",
	"neurips": "Advances in Neural Information Processing Systems",
	"nips":    "Advances in Neural Information Processing Systems",
	"cvpr":    "IEEE/CVF Conference on Computer Vision and Pattern Recognition",
	"iccv":    "IEEE/CVF International Conference on Computer Vision",
	"eccv":    "European Conference on Computer Vision", "aaai": "AAAI Conference on Artificial Intelligence",
	"ijcai":   "International Joint Conference on Artificial Intelligence",
	"aistats": "International Conference on Artificial Intelligence and Statistics",
	"uai":     "Conference on Uncertainty in Artificial Intelligence", "colt": "Conference on Learning Theory",
	"corl": "Conference on Robot Learning", "jmlr": "Journal of Machine Learning Research",
	"tmlr":  "Transactions on Machine Learning Research",
	"wacv":  "IEEE/CVF Winter Conference on Applications of Computer Vision",
	"kdd":   "ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
	"acl":   "Annual Meeting of the Association for Computational Linguistics",
	"emnlp": "Conference on Empirical Methods in Natural Language Processing",
	"icra":  "IEEE International Conference on Robotics and Automation",
	"iros":  "IEEE/RSJ International Conference on Intelligent Robots and Systems", "mlj": "Machine Learning",
	"jair": "Journal of Artificial Intelligence Research", "alt": "Algorithmic Learning Theory",
	"acml": "Asian Conference on Machine Learning", "bmvc": "British Machine Vision Conference",
	"accv": "Asian Conference on Computer Vision",
}

var places = []string{
	"New York", "New York, NY", "London", "Berlin", "Berlin, Heidelberg", "Cambridge", "Cambridge, MA", "Oxford", "Paris",
	"Amsterdam", "Dordrecht", "Boston", "Chicago", "Princeton, NJ", "San Francisco, CA", "Englewood Cliffs, NJ",
	"Hillsdale, NJ", "Wien", "Zürich", "München", "Frankfurt am Main", "Leipzig", "Stuttgart", "Madrid", "Barcelona",
	"Milano", "Roma", "Tokyo, Japan", "Beijing", "Singapore", "Vancouver, Canada", "Montréal",
	"Sydney, Australia", "Vienna, Austria",
	"Florence, Italy", "Minneapolis, Minnesota", "Online", "Doha, Qatar", "Seattle, WA, USA", "Long Beach, CA, USA",
	"Stockholm, Sweden", "Copenhagen, Denmark", "Dublin, Ireland", "Москва", "Philadelphia, PA, USA", "Reading, MA",
	"Washington, DC", "Honolulu, HI", "New Delhi", "Opladen", "Göttingen", "Tübingen", "Weinheim", "Baltimore", "Berkeley",
	"Stanford, CA", "Toronto", "Leiden",
}

var editions = []string{"2nd ed", "3rd edition", "2. Aufl", "Second edition", "1st ed", "4th edn", "3. Auflage",
	"2nd Edition", "revised edition"}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
	"November", "December", "Jan.", "Feb.", "Mar.", "Apr.", "Jun.", "Jul.", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.", "Jan",
	"Aug", "Oct", "July/August", "Spring"}

// journals are containers that the corpora lack, with their printed short forms, so that renderings cover
// fields other than computing.
var journals = []struct{ full, short string }{
	{"Physical Review Letters", "Phys. Rev. Lett."}, {"Physical Review A", "Phys. Rev. A"},
	{"Physical Review B", "Phys. Rev. B"}, {"Physical Review C", "Phys. Rev. C"}, {"Physical Review D", "Phys. Rev. D"},
	{"Physical Review E", "Phys. Rev. E"},
	{"Physical Review X", "Phys. Rev. X"}, {"Reviews of Modern Physics", "Rev. Mod. Phys."},
	{"Physics Letters A", "Phys. Lett. A"}, {"Physics Letters B", "Phys. Lett. B"}, {"Nuclear Physics A", "Nucl. Phys. A"},
	{"Nuclear Physics B", "Nucl. Phys. B"},
	{"Classical and Quantum Gravity", "Class. Quantum Grav."}, {"Classical and Quantum Gravity", "Class. Quant. Grav."},
	{"Journal of High Energy Physics", "JHEP"}, {"Journal of High Energy Physics", "J. High Energy Phys."},
	{"Journal of Cosmology and Astroparticle Physics", "JCAP"},
	{"European Physical Journal C", "Eur. Phys. J. C"}, {"European Physical Journal A", "Eur. Phys. J. A"},
	{"Nuclear Instruments and Methods in Physics Research Section A", "Nucl. Instrum. Meth. A"},
	{"Nuclear Instruments and Methods", "Nucl. Instr. Meth."},
	{"Journal of Physics A: Mathematical and General", "J. Phys. A: Math. Gen."}, {"Journal of Physics A", "J. Phys. A"},
	{"Journal of Physics: Condensed Matter", "J. Phys.: Condens. Matter"}, {"Journal of Physics G", "J. Phys. G"},
	{"New Journal of Physics", "New J. Phys."},
	{"Communications in Mathematical Physics", "Commun. Math. Phys."},
	{"Letters in Mathematical Physics", "Lett. Math. Phys."}, {"Journal of Mathematical Physics", "J. Math. Phys."},
	{"Journal of Statistical Mechanics", "J. Stat. Mech."}, {"Journal of Statistical Physics", "J. Stat. Phys."},
	{"Annals of Physics", "Ann. Phys."}, {"Annalen der Physik", "Ann. Phys. (Leipzig)"},
	{"Zeitschrift für Physik C", "Z. Phys. C"}, {"Progress of Theoretical Physics", "Prog. Theor. Phys."},
	{"International Journal of Modern Physics A", "Int. J. Mod. Phys. A"},
	{"Modern Physics Letters A", "Mod. Phys. Lett. A"},
	{"General Relativity and Gravitation", "Gen. Rel. Grav."}, {"Living Reviews in Relativity", "Living Rev. Relativ."},
	{"Physics Reports", "Phys. Rep."}, {"Physics Reports", "Phys. Rept."},
	{"Reports on Progress in Physics", "Rep. Prog. Phys."}, {"Advances in Physics", "Adv. Phys."},
	{"Europhysics Letters", "Europhys. Lett."},
	{"Europhysics Letters", "EPL"}, {"Journal of the Physical Society of Japan", "J. Phys. Soc. Jpn."},
	{"Applied Physics Letters", "Appl. Phys. Lett."}, {"Journal of Applied Physics", "J. Appl. Phys."},
	{"Review of Scientific Instruments", "Rev. Sci. Instrum."}, {"Physics Today", "Phys. Today"},
	{"Soviet Physics JETP", "Sov. Phys. JETP"}, {"JETP Letters", "JETP Lett."}, {"Journal of Instrumentation", "JINST"},
	{"Physica A", "Physica A"}, {"Physica D", "Physica D"}, {"Computer Physics Communications", "Comput. Phys. Commun."},
	{"Journal of Computational Physics", "J. Comput. Phys."}, {"Journal of Fluid Mechanics", "J. Fluid Mech."},
	{"Physics of Fluids", "Phys. Fluids"}, {"Advances in Theoretical and Mathematical Physics", "Adv. Theor. Math. Phys."},
	{"The Astrophysical Journal", "ApJ"}, {"The Astrophysical Journal", "Astrophys. J."},
	{"The Astrophysical Journal Letters", "ApJL"}, {"The Astrophysical Journal Supplement Series", "ApJS"},
	{"The Astronomical Journal", "AJ"}, {"Astronomy & Astrophysics", "A&A"},
	{"Astronomy and Astrophysics", "Astron. Astrophys."},
	{"Monthly Notices of the Royal Astronomical Society", "MNRAS"},
	{"Monthly Notices of the Royal Astronomical Society", "Mon. Not. R. Astron. Soc."},
	{"Annual Review of Astronomy and Astrophysics", "ARA&A"},
	{"Publications of the Astronomical Society of the Pacific", "PASP"},
	{"Publications of the Astronomical Society of Japan", "PASJ"}, {"Astroparticle Physics", "Astropart. Phys."},
	{"Space Science Reviews", "Space Sci. Rev."}, {"Icarus", "Icarus"}, {"Nature Astronomy", "Nat. Astron."},
	{"Nature", "Nature"}, {"Science", "Science"}, {"Nature Physics", "Nat. Phys."},
	{"Nature Communications", "Nat. Commun."}, {"Nature Materials", "Nat. Mater."}, {"Nature Methods", "Nat. Methods"},
	{"Nature Genetics", "Nat. Genet."}, {"Nature Medicine", "Nat. Med."}, {"Scientific Reports", "Sci. Rep."},
	{"Proceedings of the National Academy of Sciences", "Proc. Natl. Acad. Sci. U.S.A."},
	{"Proceedings of the National Academy of Sciences of the United States of America", "Proc Natl Acad Sci USA"},
	{"PNAS", "PNAS"}, {"PLoS ONE", "PLoS One"}, {"eLife", "eLife"}, {"Cell", "Cell"}, {"Neuron", "Neuron"},
	{"Current Biology", "Curr Biol"},
	{"The New England Journal of Medicine", "N Engl J Med"}, {"The Lancet", "Lancet"}, {"JAMA", "JAMA"},
	{"BMJ", "Br Med J"}, {"Annals of Internal Medicine", "Ann Intern Med"},
	{"Archives of Internal Medicine", "Arch Intern Med"},
	{"Circulation", "Circulation"}, {"Journal of Clinical Oncology", "J Clin Oncol"}, {"Blood", "Blood"},
	{"Cancer Research", "Cancer Res"}, {"Gastroenterology", "Gastroenterology"},
	{"Journal of Biological Chemistry", "J Biol Chem"}, {"Journal of Clinical Investigation", "J Clin Invest"},
	{"Journal of Immunology", "J Immunol"}, {"Journal of Experimental Medicine", "J Exp Med"},
	{"Journal of Neuroscience", "J Neurosci"}, {"Brain", "Brain"}, {"NeuroImage", "Neuroimage"},
	{"Biochemistry", "Biochemistry"}, {"Biochimica et Biophysica Acta", "Biochim Biophys Acta"},
	{"FEBS Letters", "FEBS Lett"}, {"Nucleic Acids Research", "Nucleic Acids Res"}, {"Bioinformatics", "Bioinformatics"},
	{"Genome Biology", "Genome Biol"}, {"Journal of Molecular Biology", "J Mol Biol"}, {"Genetics", "Genetics"},
	{"Evolution", "Evolution"}, {"Molecular Ecology", "Mol Ecol"}, {"Ecology", "Ecology"},
	{"Ecology Letters", "Ecol. Lett."}, {"Journal of Ecology", "J. Ecol."}, {"American Naturalist", "Am. Nat."},
	{"American Journal of Psychiatry", "Am J Psychiatry"}, {"Archives of General Psychiatry", "Arch Gen Psychiatry"},
	{"Pediatrics", "Pediatrics"}, {"Chest", "Chest"}, {"Gut", "Gut"}, {"Diabetes Care", "Diabetes Care"},
	{"Critical Care Medicine", "Crit Care Med"},
	{"American Journal of Respiratory and Critical Care Medicine", "Am J Respir Crit Care Med"},
	{"Journal of Bacteriology", "J Bacteriol"}, {"Applied and Environmental Microbiology", "Appl Environ Microbiol"},
	{"Infection and Immunity", "Infect Immun"}, {"Journal of Virology", "J Virol"}, {"Plant Physiology", "Plant Physiol."},
	{"The Plant Cell", "Plant Cell"}, {"New Phytologist", "New Phytol."},
	{"Journal of the American Chemical Society", "J. Am. Chem. Soc."},
	{"Angewandte Chemie International Edition", "Angew. Chem. Int. Ed."}, {"Angewandte Chemie", "Angew. Chem."},
	{"Journal of Organic Chemistry", "J. Org. Chem."},
	{"Organic Letters", "Org. Lett."}, {"Chemical Communications", "Chem. Commun."}, {"Chemical Reviews", "Chem. Rev."},
	{"Tetrahedron", "Tetrahedron"}, {"Tetrahedron Letters", "Tetrahedron Lett."}, {"Synthesis", "Synthesis"},
	{"Inorganic Chemistry", "Inorg. Chem."}, {"Journal of Physical Chemistry B", "J. Phys. Chem. B"},
	{"Journal of Chemical Physics", "J. Chem. Phys."}, {"Chemical Physics Letters", "Chem. Phys. Lett."},
	{"Langmuir", "Langmuir"}, {"Macromolecules", "Macromolecules"}, {"Nano Letters", "Nano Lett."},
	{"ACS Nano", "ACS Nano"}, {"Advanced Materials", "Adv. Mater."}, {"Canadian Journal of Chemistry", "Can. J. Chem."},
	{"Analytical Chemistry", "Anal. Chem."}, {"Chemistry – A European Journal", "Chem. Eur. J."},
	{"Accounts of Chemical Research", "Acc. Chem. Res."},
	{"Annals of Mathematics", "Ann. of Math. (2)"}, {"Inventiones Mathematicae", "Invent. Math."},
	{"Duke Mathematical Journal", "Duke Math. J."},
	{"Transactions of the American Mathematical Society", "Trans. Amer. Math. Soc."},
	{"Proceedings of the American Mathematical Society", "Proc. Amer. Math. Soc."},
	{"Advances in Mathematics", "Adv. Math."}, {"Journal of Algebra", "J. Algebra"},
	{"Mathematische Annalen", "Math. Ann."}, {"Mathematische Zeitschrift", "Math. Z."},
	{"Communications on Pure and Applied Mathematics", "Comm. Pure Appl. Math."},
	{"Journal of Functional Analysis", "J. Funct. Anal."}, {"Acta Mathematica", "Acta Math."},
	{"Compositio Mathematica", "Compos. Math."},
	{"International Mathematics Research Notices", "Int. Math. Res. Not. IMRN"},
	{"SIAM Journal on Numerical Analysis", "SIAM J. Numer. Anal."},
	{"Annales Henri Poincaré", "Ann. Henri Poincaré"}, {"Selecta Mathematica", "Selecta Math. (N.S.)"},
	{"Discrete Mathematics", "Discrete Math."}, {"Linear Algebra and its Applications", "Linear Algebra Appl."},
	{"Geophysical Research Letters", "Geophys. Res. Lett."}, {"Journal of Geophysical Research", "J. Geophys. Res."},
	{"Bulletin of the Seismological Society of America", "Bull. Seismol. Soc. Am."},
	{"Earth and Planetary Science Letters", "Earth Planet. Sci. Lett."},
	{"Geochimica et Cosmochimica Acta", "Geochim. Cosmochim. Acta"}, {"Journal of Climate", "J. Clim."},
	{"Atmospheric Environment", "Atmos. Environ."},
	{"Water Resources Research", "Water Resour. Res."}, {"Meteoritics & Planetary Science", "Meteorit. Planet. Sci."},
	{"American Economic Review", "Am. Econ. Rev."}, {"Econometrica", "Econometrica"},
	{"Quarterly Journal of Economics", "Q. J. Econ."}, {"Journal of Political Economy", "J. Polit. Econ."},
	{"American Journal of Sociology", "Am. J. Sociol."}, {"American Sociological Review", "Am. Sociol. Rev."},
	{"American Political Science Review", "APSR"}, {"Population and Development Review", "Popul. Dev. Rev."},
	{"Social Forces", "Soc. Forces"}, {"Journal of Marriage and Family", "J. Marriage Fam."},
	{"Journal of Personality and Social Psychology", "J. Pers. Soc. Psychol."},
	{"Psychological Bulletin", "Psychol. Bull."}, {"Psychological Review", "Psychol. Rev."},
	{"Child Development", "Child Dev."}, {"Social Networks", "Soc. Networks"}, {"New Media & Society", "New Media Soc."},
	{"Journal of Communication", "J. Commun."}, {"Research Policy", "Res. Policy"},
	{"Public Opinion Quarterly", "Public Opin. Q."},
	{"Population, Space and Place", "Popul. Space Place"}, {"Communication, Culture & Critique", "Commun. Cult. Crit."},
	{"Kölner Zeitschrift für Soziologie und Sozialpsychologie", "KZfSS"}, {"Zeitschrift für Soziologie", "ZfS"},
	{"Aus Politik und Zeitgeschichte", "APuZ"}, {"Berliner Journal für Soziologie", "BJS"},
	{"Zeitschrift für Pädagogik", "ZfPäd"}, {"Soziale Welt", "Soziale Welt"}, {"Leviathan", "Leviathan"},
	{"Politische Vierteljahresschrift", "PVS"}, {"Osteuropa", "Osteuropa"}, {"Publizistik", "Publizistik"},
	{"Zeitschrift für Familienforschung", "ZfF"}, {"Das Argument", "Das Argument"},
	{"Wirtschaft und Statistik", "WiSta"}, {"Media Perspektiven", "MP"}, {"Medien & Kommunikationswissenschaft", "M&K"},
	{"Europa-Archiv", "EA"}, {"Blätter für deutsche und internationale Politik", "Blätter"},
	{"Revue française de sociologie", "Rev. fr. sociol."}, {"Annales. Histoire, Sciences Sociales", "Annales HSS"},
	{"Actes de la recherche en sciences sociales", "ARSS"}, {"Revue historique", "Rev. hist."}, {"Esprit", "Esprit"},
	{"Revista Española de Investigaciones Sociológicas", "REIS"}, {"Quaderni storici", "Quad. stor."},
	{"Rivista storica italiana", "Riv. stor. it."}, {"Classical Quarterly", "CQ"}, {"Hermes", "Hermes"},
	{"The Journal of Hellenic Studies", "JHS"}, {"Past & Present", "P&P"}, {"The English Historical Review", "EHR"},
	{"Representations", "Representations"}, {"Critical Inquiry", "Crit. Inq."}, {"Linguistic Inquiry", "LI"},
	{"Language", "Lg."}, {"Mind", "Mind"}, {"The Philosophical Review", "Philos. Rev."},
	{"The Journal of Philosophy", "J. Philos."},
}

// newspapers are newspapers, whose articles have a full date.
var newspapers = []string{"The New York Times", "The Guardian", "Boston Globe", "Die Zeit",
	"Frankfurter Allgemeine Zeitung", "Süddeutsche Zeitung", "Der Spiegel", "Le Monde", "El País", "Neue Zürcher Zeitung",
	"The Economist", "The Washington Post", "die tageszeitung", "Corriere della Sera", "Libération", "Financial Times",
	"Wired", "Frankfurter Rundschau"}

// bodies are corporate authors.
var bodies = []string{
	"World Health Organization", "European Commission", "OECD", "United Nations", "UNESCO", "National Research Council",
	"Statistisches Bundesamt", "Bundeszentrale für politische Bildung",
	"European Foundation for the Improvement of Living and Working Conditions",
	"Bundesministerium für Bildung und Forschung",
	"OpenAI", "Google DeepMind", "Council of Economic Advisers", "World Bank", "International Monetary Fund",
	"ATLAS Collaboration", "CMS Collaboration", "Planck Collaboration", "LIGO Scientific Collaboration",
	"American Psychiatric Association", "National Institutes of Health", "Deutsche Bundesbank",
	"Ministère de l'Éducation nationale", "Eurostat", "U.S. Census Bureau", "U.S. Army Corps of Engineers",
	"Intergovernmental Panel on Climate Change", "International Labour Office", "Europäische Kommission",
	"Deutscher Bundestag", "Stadt Wien", "Instituto Nacional de Estadística", "Gouvernement du Québec", "NVIDIA",
	"Gemini Team", "Amnesty International", "European Monitoring Centre for Drugs and Drug Addiction",
	"Kultusministerkonferenz", "Bundeskriminalamt", "KMK", "AUTOR*INNENGRUPPE Bildungsbericht",
}

// institutions are those of theses and reports.
var institutions = []string{
	"Stanford University", "Massachusetts Institute of Technology", "University of California, Berkeley",
	"Universität Hamburg", "Technische Universität München", "ETH Zürich", "Université Paris Sorbonne",
	"Carnegie Mellon University", "University of Cambridge", "Universität Wien", "University of Toronto",
	"Leibniz Universität Hannover", "Universidad de Barcelona", "Università di Bologna",
	"National Bureau of Economic Research", "IZA", "Centre for Economic Performance",
	"Deutsches Institut für Wirtschaftsforschung", "Max-Planck-Institut für demografische Forschung", "CERN",
	"Los Alamos National Laboratory", "Wissenschaftszentrum Berlin für Sozialforschung", "University of Oxford",
	"Harvard University", "NASA Goddard Space Flight Center", "IBM Research", "Microsoft Research", "RAND Corporation",
	"University of Michigan", "Freie Universität Berlin", "Goethe-Universität Frankfurt am Main",
	"Johns Hopkins University",
}

// theses name the kind of a thesis or report.
var theses = []string{"PhD thesis", "Ph.D. thesis", "Ph.D. dissertation", "Doctoral dissertation", "Master's thesis",
	"Dissertation", "Diplomarbeit", "Diss.", "Thèse de doctorat", "Habilitationsschrift",
	"Unpublished doctoral dissertation", "MSc thesis"}

var papers = []string{"Working Paper", "Technical Report", "Discussion Paper", "Tech. Rep.", "Research Report",
	"Arbeitspapier", "NBER Working Paper", "IZA Discussion Paper", "Technical report", "Memorandum",
	"White paper", "Preprint"}
