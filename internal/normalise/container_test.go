package normalise

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

func likeness(a, b string) Likeness {
	x, y := ParseContainer(a), ParseContainer(b)
	return CompareContainers(&x, &y)
}

// Short names with and without full stops, as indexes of medicine and authors write them, are those of the journal.
func TestAbbreviatedJournals(t *testing.T) {
	for short, full := range map[string]string{
		"N Engl J Med": "New England Journal of Medicine", "N Eng J Med": "The New England Journal of Medicine",
		"Arterioscler Thromb Vasc Biol": "Arteriosclerosis, Thrombosis, and Vascular Biology",
		"C R Biol":                      "Comptes Rendus Biologies", "Circ Heart Fail": "Circulation: Heart Failure",
		"J Clin Endocrinol Metab":     "The Journal of Clinical Endocrinology & Metabolism",
		"Antimicrob Agents Chemother": "Antimicrobial Agents and Chemotherapy",
		"Acta Neurochir (Wien)":       "Acta Neurochirurgica", "Mol Cell Biol": "Molecular and Cellular Biology",
		"Ugeskr Laeger": "Ugeskrift for Læger", "Nuovo Cimento": "Il Nuovo Cimento",
		"Ann Rheum Dis": "Annals of the Rheumatic Diseases", "Minerva Anestesiol": "Minerva Anestesiologica",
		"Eur J Anaesthesiol":         "European Journal of Anaesthesiology",
		"J Cardiothorac Vasc Anesth": "Journal of Cardiothoracic and Vascular Anesthesia",
		"J Clin Monit Comput":        "Journal of Clinical Monitoring and Computing",
		"Med Decis Making":           "Medical Decision Making", "Glob Chang Biol": "Global Change Biology",
		"J Cyst Fibros": "Journal of Cystic Fibrosis", "Dtsch Arztebl Int": "Deutsches Ärzteblatt International",
		"Rev Bras Anestesiol":   "Revista Brasileira de Anestesiologia",
		"Neurosci Biobehav Rev": "Neuroscience and Biobehavioral Reviews",
		"Ann For Sci":           "Annals of Forest Science",
		"R I Hist":              "Rhode Island History", "AMA Arch Pathol": "A. M. A. Archives of Pathology",
		"BMGN Low Ctries Hist Rev": "BMGN: Low Countries Historical Review",
		"J. Conserv. Dent.":        "Journal of Conservative Dentistry",
		"Drugs R D":                "Drugs in R&D",
		"Z Kinder Jugendpsychiatr": "Zeitschrift für Kinder- und Jugendpsychiatrie",
		"Natl Geogr Mag":           "National Geographic Magazine",
		"J Phys A Math Gen":        "Journal of Physics A: Mathematical and General",
	} {
		if like := likeness(short, full); like < AliasOf {
			t.Errorf("%s is not %s: %d", short, full, like)
		}
	}
	for short, other := range map[string]string{
		"N Engl J Med": "New England Journal of Mathematics", "Phys Meas Sci": "Physiological Measurement Science",
		"J Clin Med": "Journal of Clinical Medicine Research", "Cancer": "Cancers", "Nature": "Nature Medicine",
		"Presse Med": "La Nouvelle Presse Medicale", "J. Phys. A": "Journal of Physics B: Atomic Physics",
		"Ann For Sci": "Annals of Science", "J A P": "Journal of Animal Physiology",
		"A M A Arch Pathol": "A.M.A. Archives of Surgery",
		"J. Biophys. Chem.": "Biophysical Chemistry", "Phys Rev B": "Physical Review Biophysics",
		"Journal of Education Policy": "Journal of Educational Policy",
	} {
		if like := likeness(short, other); like >= SeriesOf {
			t.Errorf("%s is %s: %d", short, other, like)
		}
	}
}

// Different names of one container.
func TestSameContainers(t *testing.T) {
	for _, c := range [][]string{
		{"CVPR", "2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)",
			"IEEE Conf. Comput. Vis. Pattern Recog.", "Proc. CVPR",
			"Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition",
			"Computer Vision and Pattern Recognition",
			"IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2020, Seattle, WA, USA, June 13-19, 2020"},
		{"EMNLP", "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing (EMNLP)",
			"Empirical Methods in Natural Language Processing", "In Proc. EMNLP"},
		{"NeurIPS", "Advances in Neural Information Processing Systems 36", "Adv. Neural Inf. Process. Syst.", "NeurIPS'23",
			"NIPS", "Thirty-seventh Conference on Neural Information Processing Systems",
			"Neural Information Processing Systems"},
		{"ICLR", "The Twelfth International Conference on Learning Representations",
			"Int. Conf. on Learning Representations (ICLR)",
			"9th International Conference on Learning Representations, ICLR 2021, Virtual Event, Austria, May 3-7, 2021"},
		{"ICML", "Proceedings of the 37th International Conference on Machine Learning", "ICML, PMLR",
			"International Conference on Machine Learning",
			"Proceedings of the 37th International Conference on Machine Learning, volume 119 of Proceedings of Machine Learning Research"},
		{"AAAI", "Proceedings of the AAAI Conference on Artificial Intelligence", "AAAI Conf. Artif. Intell.",
			"Thirty-Seventh AAAI Conference on Artificial Intelligence"},
		{"Findings of EMNLP", "Findings of the Association for Computational Linguistics: EMNLP 2021", "EMNLP (Findings)",
			"Findings of the ACL: EMNLP"},
		{"Findings of ACL", "Findings of the Association for Computational Linguistics ACL 2024",
			"Findings of the Association for Computational Linguistics: ACL 2023"},
		{"ACL/IJCNLP",
			"Proceedings of the 59th Annual Meeting of the Association for Computational Linguistics and the 11th " +
				"International Joint Conference on Natural Language Processing (Volume 1: Long Papers)", "ACL"},
		{"IEEE Transactions on Pattern Analysis and Machine Intelligence", "IEEE TPAMI",
			"IEEE Trans. Pattern Anal. Mach. Intell.", "TPAMI", "IEEE T-PAMI", "IEEE Trans. PAMI", "IEEE Transactions on PAMI",
			"Pattern Analysis and Machine Intelligence, IEEE Transactions on", "IEEE T. Pattern Anal."},
		{"IEEE Transactions on Neural Networks and Learning Systems", "IEEE T. Neur. Net. Lear."},
		{"Journal of Machine Learning Research", "Machine Learning Research, Journal of"},
		{"Findings of the Association for Computational Linguistics: EMNLP 2024", "EMNLP 2024 (Findings)"},
		{"Findings of the Association for Computational Linguistics: ACL-IJCNLP 2021", "ACL-IJCNLP Findings"},
		{"ICLR", "International Conference on Representation Learning"},
		{"Journal of Machine Learning Research", "J. Mach. Learn. Res.", "JMLR", "J Mach Learn Res"},
		{"arXiv", "arXiv (Cornell University)", "CoRR", "arXiv preprint arXiv:1706.03762", "ArXiv e-prints"},
		{"Physical Review Letters", "Phys. Rev. Lett.", "PRL"},
		{"Proceedings of the National Academy of Sciences", "PNAS", "Proc. Natl. Acad. Sci. U.S.A.",
			"Proceedings of the National Academy of Sciences of the United States of America"},
		{"The New England Journal of Medicine", "N. Engl. J. Med.", "NEJM"},
		{"International Journal of Heat and Mass Transfer", "Int. J. Heat Mass Transf."},
		{"Clinical Natural Language Processing Workshop", "ClinicalNLP@ACL"},
		{"Proceedings of the Fourth BlackboxNLP Workshop on Analyzing and Interpreting Neural Networks for NLP",
			"BlackboxNLP@EMNLP"},
		{"Computer Vision – ECCV 2020", "ECCV", "European Conference on Computer Vision"},
		{"2020 International Conference on Machine Learning and Cybernetics (ICMLC)", "ICMLC"},
		{"Proceedings of the IEEE", "Proc. of the IEEE", "Proceedings of IEEE", "Proc IEEE"},
		{"Journal of the Royal Statistical Society: Series B (Methodological)", "J. Roy. Statist. Soc. Ser. B",
			"J R Stat Soc Ser B"},
		{"Machine Learning", "Machine Learning Journal"}, {"Nature", "Nature Journal"},
		{"ICCV", "iccv'25"}, {"Computing", "Computing’87"},
		{"Hardware and Architectural Support for Security and Privacy (HASP)", "HASP"},
		{"\\apj", "The Astrophysical Journal", "ApJ", "apj", "Astrophys. J."}, {"{\\pasp}",
			"Publications of the Astronomical Society of the Pacific"}, {"\\mnras",
			"Monthly Notices of the Royal Astronomical Society", "MNRAS"},
		{"Journal of Machine Learning Research", "mloss"},
		{"AAAI", "aaai94"}, {"PODC", "podc83"},
		{"Proceedings of the International Joint Conference on Autonomous Agents and Multiagent Systems",
			"aamas02-booktitle"},
		{"Engineering Multi-Agent Systems - 7th International Workshop, EMAS 2019, Montreal, QC, Canada, Revised Selected Papers", "EMAS@AAMAS", "Engineering Multi-Agent Systems"},
		{"PRIMA 2012: Principles and Practice of Multi-Agent Systems",
			"Principles and Practice of Multi-Agent Systems, PRIMA"},
		{"Environments for Multi-Agent Systems III", "Environments for Multi-Agent Systems III, E4MAS"},
		{"Multi-Agent Programming: Languages, Tools and Applications", "Multi-Agent Programming"},
		{"Handbook of Philosophical Logic", "Handbook of Philosophical Logic Volume II — Extensions of Classical Logic"},
		{"Conference on Computational Intelligence, Robotics and Autonomous Systems, CIRAS",
			"The Second International Conference on Computational Intelligence, Robotics and Autonomous Systems (CIRAS 2003)"},
		{"Proceedings of AIIDE",
			"Proceedings of the Sixth AAAI Conference on Artificial Intelligence and Interactive Digital Entertainment, AIIDE " +
				"2010, October 11-13, 2010, Stanford, California, USA"},
		{"Proceedings of the 5th Conference on Uncertainty in AI",
			"Proceedings of the Fifth Conference on Uncertainty in Artificial Intelligence (UAI-89)"},
		{"Proceedings of the fifth annual workshop on Computational learning theory",
			"Annual Conference on Computational Learning Theory"},
		{"Proceedings of the 9th International Workshop on Machine Learning", "International Conference on Machine Learning"},
		{"Proceedings of the AISTATS-97 workshop",
			"Proceedings of the Sixth International Workshop on Artificial Intelligence and Statistics"},
		{"ICLR 2020 Workshop on Integration of Deep Neural Models and Differential Equations",
			"ICLR 2020 Workshops: DeepDiffEq"}, {"ICML 2022 2nd AI for Science Workshop", "ICML 2022 Workshops: AI4Science"},
		{"Proceedings of the Distributional Semantics and Compositionality Workshop (DISCo 2011) in conjunction with ACL 2011", "Proceedings of the Workshop on Distributional Semantics and Compositionality"},
		{"Proceedings of the First Workshop on Vector Space Modeling for Natural Language Processing (VSM-NLP) at the 2015 " +
			"Conference of the North American Chapter of the Association for Computational Linguistics",
			"Proceedings of the 1st Workshop on Vector Space Modeling for Natural Language Processing"},
		{"Proceedings of the ACL Workshop: Reversible Grammars in Natural Language Processing",
			"Reversible Grammar in Natural Language Processing"},
		{"Speech and Natural Language: Proceedings of a Workshop Held at Hidden Valley",
			"Speech and Natural Language: Proceedings of a Workshop Held at Hidden Valley, Pennsylvania, June 24-27,1990"},
		{"Proceedings of the IEEE", "Proceedings of the IEEE Special Issue on Knowledge Representation"},
		{"Actes de la 17ème Conférence sur le Traitement Automatique des Langues Naturelles 2010",
			"Actes de la 17e conférence sur le Traitement Automatique des Langues Naturelles. Conférences invitées"},
		{"Proceedings of MT Summit XVI. Main Conference: Research Track",
			"Proceedings of Machine Translation Summit XVI: Research Track"},
		{"Nucl. Ac. Res.", "Nucleic Acids Research"},
		{"J. R. Stat. Soc. Series A (General)", "Journal of the Royal Statistical Society: Series A"},
		{"Philosophical Transactions of the Royal Society B: Biological sciences",
			"Philosophical Transactions of the Royal Society of London Series B: Biological Sciences"},
		{"2013 IEEE Conference on Computer Vision and Pattern Recognition", "CVPR"}, {"SIGPLAN Not.", "OOPSLA"},
		{"Machine Learning Proceedings 1995", "International Conference on Machine Learning"},
		{"Proc. 22nd ACM SIGPLAN Conference on Object-oriented programming systems and applications", "OOPSLA"},
		{"Proceedings of the AAAI Spring Symposium, Computational Construction Grammar 2017", "AAAI Spring Symposia"},
		{"the 2014 IEEE/WIC/ACM International Conference on Intelligent Agent Technology",
			"2014 IEEE/WIC/ACM International Joint Conferences on Web Intelligence (WI) and Intelligent Agent Technologies (IAT)"},
		{"Proceedings of the 25th Pacific Asia Conference on Language, Information and Computation",
			"Proceedings of the 25th Pacific Asia Conference on Language, Information and Computation, PACLIC 25, Singapore, " +
				"December 16-18, 2011", "25th Pacific Asia Conference on Language, Information and Computation, PACLIC 25"},
		{"Proceedings of the Eleventh Workshop on Computational Approaches to Subjectivity, Sentiment and Social Media Analysis", "Proceedings of the Eleventh Workshop on Computational Approaches to Subjectivity, Sentiment and Social Media Analysis, WASSA@EACL 2021, Kyiv, Ukraine, April 19, 2021", "Eleventh Workshop on Computational Approaches to Subjectivity, Sentiment and Social Media Analysis, WASSA@EACL 2021"},
		{"Proceedings of the 47th Annual Meeting of the ACL and the 4th IJCNLP of the AFNLP",
			"Proceedings of the Joint Conference of the 47th Annual Meeting of the ACL and the 4th International Joint " +
				"Conference on Natural Language Processing of the AFNLP", "ACL-IJCNLP 2009", "ACL"},
		{"Proceedings of the 2019 Conference of the North American Chapter of the As- sociation for Computational " +
			"Linguistics: Human Language Technologies", "NAACL"},
		{"Computational Linguistics", "ComputationaI Linguistics", "ComputationalLinguistics"},
		{"CVPR Workshops", "CVPRW", "2019 IEEE/CVF Conference on Computer Vision and Pattern Recognition Workshops (CVPRW)"},
		{"International Conference on Learning Representations. Workshop on Deep Generative Models for Highly Structured Data", "ICLR 2019 Workshops: DeepGenStruct"},
		{"IEEE J. Sel. Areas Commun.", "IEEE Journal on Selected Areas in Communications"},
		{"IEEE Commun. Surv. Tutor.", "IEEE Communications Surveys & Tutorials"},
		{"Softw. Pract. Exp.", "Software: Practice and Experience"}, {"Annu. Rev. Biochem.", "Annual Review of Biochemistry"},
		{"Crystal Growth & Design", "Cryst. Growth Des."},
		{"Bulletin de l'Institut Pasteur", "Bull. Inst. Pasteur"},
		{"Zeitschrift für Angewandte Mathematik", "Z. Angew. Math."},
		{"Journal of Materials Chemistry A: Materials for Energy and Sustainability", "J. Mater. Chem. A"},
		{"Acta Crystallographica Section E: Crystallographic Communications", "Acta Cryst. E",
			"Acta Crystallographica Section E Structure Reports Online"},
		{"Journal of Chemical Information and Modeling", "J. Chem. Inf. Comput. Sci."},
		{"Arch. Gen. Psychiatry", "JAMA Psychiatry"}, {"Angew. Chem. Int. Ed. Engl.", "Angewandte Chemie"},
		{"J. Geophys. Res.", "Journal of Geophysical Research: Solid Earth"},
		{"J. Polym. Sci. A", "Journal of Polymer Science", "Journal of Polymer Science Part A: Polymer Chemistry"},
		{"Philosophical Transactions of the Royal Society of London",
			"Philosophical Transactions of the Royal Society A: Mathematical, Physical and Engineering Sciences"},
		{"COLING-ACL", "ACL",
			"Proceedings of the 21st International Conference on Computational Linguistics and 44th Annual Meeting of the " +
				"Association for Computational Linguistics"},
	} {
		for _, s := range c[1:] {
			if like := likeness(s, c[0]); like < SeriesOf {
				t.Errorf("%q and %q: %d", s, c[0], like)
			}
			if like := likeness(c[0], s); like < SeriesOf {
				t.Errorf("%q and %q: %d", c[0], s, like)
			}
		}
	}
}

// What the words of a name say about the container.
func TestParseContainer(t *testing.T) {
	for _, c := range []struct {
		name  string
		words string // the significant words
		kind  string // head and track
		more  string // year, acronyms, venues
	}{
		// additions to a name are not part of it
		{"Proceedings of the IEEE, Special Issue on Machine Learning", "", " ", ""},
		{"Special Issue on Deep Learning", "special deep learning", " ", ""},
		{"Meeting of the Special Interest Group on Rhymes", "special interest group rhymes", "conference ", ""},
		{"Speech and Natural Language: Proceedings of a Workshop Held at Harriman, New York", "speech natural language",
			"conference workshop", ""},
		{"Human Language Technology: Proceedings of a Workshop Held in Plainsboro", "human language technology",
			"conference workshop", "hlt"},
		{"Workshop on Noisy User-generated Text, co-located with EMNLP 2018", "noisy user generated text",
			"conference workshop", "emnlp"},
		{"Workshop on Noisy User-generated Text at EMNLP", "noisy user generated text", "conference workshop", "emnlp"},
		{"Safety and Health at Work", "safety health work", " ", ""},
		{"Learning Analytics and Knowledge, Vancouver, Canada", "learning analytics knowledge vancouver",
			"conference ", "lak"},
		{"Medical Imaging, New York", "medical imaging", " ", ""},
		{"New Phytologist", "new phytologist", " ", ""}, // not a place without a comma before it
		{"Something Special", "something special", " ", ""},
		{"Papers Held", "held", " ", ""},
		{"Selected Papers", "", " ", ""},
		{"Selected Areas", "selected areas", " ", ""},
		{"Journal of Rhymes, Series AB", "journal rhymes ab", "journal ", ""},
		{"Journal of Rhymes, Series ABC", "journal rhymes abc", "journal ", ""},
		{"Findings of ACL 2023", "acl", "conference findings", "2023 acl"},
		// the names of macros
		{"aaai94", "aaai", "conference ", "aaai"},
		{"acl-title", "acl", "conference ", "acl"},
		{"sensors1", "sensors1", " ", ""},
		{"icml20185", "icml20185", " ", ""},
		// acronyms that stand apart
		{"PRIMA 2012: Principles and Practice of Multi-Agent Systems", "principles practice multi agent systems",
			" ", "2012 (prima)"},
		{"Engineering Multi-Agent Systems, EMAS", "engineering multi agent systems", " ", "(emas)"},
		{"Engineering Multi-Agent Systems, EMAS,", "engineering multi agent systems", " ", "(emas)"},
		{"Conference on Rhymes and Rhythm TPAMI", "rhymes rhythm tpami", "conference ", ""},
		{"Conference on Rhymes and Rhythm (TPAMI)", "rhymes rhythm", "conference ", "(tpami)"},
		{"TPAMI", "tpami", "journal ", "tpami"},
		{"Rhymes and Rhythm in Time (ACL) in Oslo", "rhymes rhythm time oslo", "conference ", "(acl) acl"},
		{"Rhymes and Rhythm ACL, in Oslo", "rhymes rhythm acl oslo", "conference ", "acl"},
		{"Rhymes and Rhythm in ACL 2019 Oslo", "rhymes rhythm acl oslo", "conference ", "2019 acl"},
		{"Rhymes and Rhythm in Time ACL2019 in Oslo", "rhymes rhythm time acl oslo", "conference ", "acl"},
		{"Rhymes and Rhythm ACL-IJCNLP Oslo", "rhymes rhythm acl ijcnlp oslo", "conference ", "acl ijcnlp"},
		{"Rhymes and Rhythm in ACL Oslo", "rhymes rhythm acl oslo", " ", ""},
		{"Rhymes and Rhythm in the Meeting of the ACL in Oslo", "rhymes rhythm acl oslo", "conference ", "acl"},
		{"Engineering EMAS Systems", "engineering emas systems", " ", ""},
		{"Engineering, IX, Multi-Agent Systems", "engineering multi agent systems", " ", ""},
		{"Uncertainty in AI (UAI)", "uncertainty artificial intelligence", "conference ", "(uai) uai"},
		{"Uncertainty in Reasoning (the book)", "uncertainty reasoning", " ", ""},
		// fields abbreviated to capitals at the end of their name
		{"Journal of AI Research", "journal artificial intelligence research", "journal ", "jair"},
		{"Journal of ML Research 2005", "journal machine learning research", "journal ", "2005 jmlr"},
		{"Advances in AI, Ethics, and Rhymes", "advances artificial intelligence ethics rhymes", " ", ""},
		{"Journal of AI 2005", "journal artificial intelligence", "journal ", "2005"},
		{"AI, Rhymes, and Rhythm", "ai rhymes rhythm", " ", ""},
		{"AI Magazine", "ai magazine", "journal ", ""},
		{"Advances in AI Planning", "advances ai planning", " ", ""},
		// the letter of "Transactions", and other letters
		{"IEEE T. Neural Netw.", "transactions neural netw", "journal ", "tnn"},
		{"IEEE T-PAMI", "transactions pami", "journal ", "tpami"},
		{"T.", "t", " ", ""},
		{"T Cell Biology", "t cell biology", " ", ""},
		{"Physical Review A", "physical review a", "journal ", "pra"},
		{"Bridging a Gap", "bridging gap", " ", ""},
		{"Journal of T-Cells", "journal t cells", "journal ", ""},
		// tracks
		{"@ICML", "icml", "conference ", "icml"},
		{"On the NASA Findings in Biology", "nasa findings biology", " ", ""},
		{"Empirical Methods (Findings of 2021)", "empirical methods", "conference findings", "2021"},
		{"EMNLP (Findings)", "emnlp", "conference findings", "emnlp"},
		{"EMNLP 2021 Findings", "emnlp", "conference findings", "2021 emnlp"},
		{"Social Dilemmas: Theoretical Issues and Research Findings", "social dilemmas theoretical issues research findings",
			" ", ""},
		{"Findings of Nobody", "nobody", "conference findings", ""},
		{"Proceedings of the ACL Demo Workshop", "acl", "conference workshop", "acl"},
		{"Proceedings of the Workshop on Demonstrations of the ACL", "acl", "conference workshop", "acl"},
		{"ACL: Demonstrations", "acl", "conference volume", "acl"},
		{"Neural Information Processing Systems Track on Datasets and Benchmarks",
			"neural information processing systems datasets benchmarks", "conference datasets", "neurips"},
		{"NeurIPS Datasets and Benchmarks Track", "neurips datasets benchmarks", "conference datasets", "neurips"},
		{"Journal of Datasets", "journal datasets", "journal ", ""},
		{"Journal of Benchmarks", "journal benchmarks", "journal ", ""},
		{"AAAI Spring Symposium", "aaai spring", "conference symposium-series", "aaai"},
		{"Proceedings of the Workshop on Statistical Methods and Main Conference of the ACL", "statistical methods acl",
			"conference ", "acl"},
		// conferences are international in some printings only, journals always
		{"International Conference on Machine Vision", "machine vision", "conference ", ""},
		{"Intl Conference on Machine Vision", "machine vision", "conference ", ""},
		{"Int. Conf. on Machine Vision", "machine vision", "conference ", ""},
		{"Int Conference on Rhymes", "int rhymes", "conference ", ""}, // not written as cut
		{"International Journal of Computer Vision", "international journal computer vision", "journal ", "ijcv"},
		// years and numbers, some attached to acronyms
		{"NeurIPS2023", "neurips", "conference ", "neurips"},
		{"ICML20", "icml", "conference ", "icml"},
		{"IJCAI95", "ijcai", "conference ", "ijcai"},
		{"Sensors2023", "sensors2023", " ", ""},
		{"ECML 1998", "ecml", "conference ", "1998 ecml"},
		{"19th Symposium on Rhymes", "rhymes", "conference ", ""},
		{"Web3", "web3", " ", ""},
		{"GPU3020", "gpu3020", " ", ""},
		{"Proceedings of the 1887 Congress of Mathematicians", "mathematicians", "conference ", "1887"},
		{"Symposium 2345 of Numbers", "numbers", "conference ", ""},
		{"17e conférence sur les systèmes", "systemes", "conference ", ""},
		// signs that are part of words
		{"C++ Report", "c++ report", " ", ""},
		{"Alzheimer's & Dementia", "alzheimers dementia", " ", ""},
		{"Alzheimer’s & Dementia", "alzheimers dementia", " ", ""},
		{"हिन्दी पत्रिका", "हिन्दी पत्रिका", " ", ""},
	} {
		got := ParseContainer(c.name)
		var more []string
		if got.Year != 0 {
			more = append(more, fmt.Sprint(got.Year))
		}
		for _, a := range got.Acronyms {
			more = append(more, "("+a+")")
		}
		more = append(more, got.Venues...)
		if words, kind, rest := strings.Join(got.Words, " "), fmt.Sprintf("%s %s", got.Head, got.Track), strings.Join(more,
			" "); words != c.words || kind != c.kind || rest != c.more {
			t.Errorf("%q: words %q, %q, %q", c.name, words, kind, rest)
		}
	}
}

// How a claimed name relates to that of a record if another rule would decide differently.
func TestCompareContainers(t *testing.T) {
	for _, c := range []struct {
		claim, record string
		want          Likeness
		why           string
	}{
		{"Nature", "nature", SameContainer, "the same letters"},
		{"CoRR", "bioRxiv", OtherContainer, "two preprint servers"},
		{"CoRR", "arXiv e-prints", AliasOf, "one preprint server"},
		{"NeurIPS", "Proceedings of the Neural Information Processing Systems Track on Datasets and Benchmarks", AliasOf,
			"the whole covers its track"},
		{"Proceedings of the Neural Information Processing Systems Track on Datasets and Benchmarks", "NeurIPS", OtherTrack,
			"the track is not the whole"},
		{"NeurIPS Datasets and Benchmarks Track",
			"Proceedings of the Neural Information Processing Systems Track on Datasets and Benchmarks", AliasOf,
			"the acronym of a track"},
		{"ACL", "Proceedings of the ACL: System Demonstrations", AliasOf, "a volume of the main proceedings"},
		{"Proceedings of the ACL: System Demonstrations", "ACL", AliasOf, "a volume of the main proceedings"},
		{"ACL (Student Research Workshop)", "ACL", OtherTrack, "a workshop is not the conference"},
		{"LNCS", "Advances in Cryptology - CRYPTO", SeriesOf, "a series and what it holds"},
		{"ICML", "Proceedings of Machine Learning Research", SeriesOf, "a conference and its series"},
		{"Journal of Symbolic Methods in Algebra", "Conference on Symbolic Methods in Algebra", OtherContainer,
			"a journal is no conference"},
		{"Conference on Symbolic Methods in Algebra", "Journal of Symbolic Methods in Algebra", OtherContainer,
			"a journal is no conference"},
		{"Machine Vision", "Conference on Machine Vision", OtherContainer, "a field of two words may be a journal"},
		{"Conference on Machine Vision", "Machine Vision", OtherContainer, "a field of two words may be a journal"},
		{"Principles of Symbolic Algebra", "Conference on Principles of Symbolic Algebra", AliasOf, "three words say enough"},
		{"Rhymes", "Conference on Rhymes", AliasOf, "one word is a name"},
		{"Conference on Rhymes", "Rhymes", AliasOf, "one word is a name"},
		{"IEEE Symposium on Visual Languages", "ACM Symposium on Visual Languages", AliasOf,
			"conferences change their sponsors"},
		{"IEEE Letters on Rhymes", "ACM Letters on Rhymes", OtherContainer, "journals do not"},
		{"Conference on Simulation of Adaptive Behavior, Rome", "Conference on Simulation of Adaptive Behavior", AliasOf,
			"a place behind the comma"},
		{"Conference on Simulation of Adaptive Behavior", "Conference on Simulation of Adaptive Behavior, Rome", AliasOf,
			"a place behind the comma"},
		{"Readings in Planning: Agents", "Readings in Planning", AliasOf, "the subtitle of a book"},
		{"Journal of Physics: Condensed Matter", "Journal of Physics", OtherContainer, "the part of a journal"},
		{"Journal of Physics", "Journal of Physics: Condensed Matter", OtherContainer, "the part of a journal"},
		{"Pattern Recognition: Rhymes", "Pattern Recognition", OtherContainer,
			"the part of a journal that does not say that it is one"},
		{"Handbook of Philosophical Logic Volume II Extensions", "Handbook of Philosophical Logic", OtherContainer,
			"no comma before the subtitle"},
		{"Ecology, Evolution", "Ecology", OtherContainer, "one word before the comma"},
		{"Proceedings", "Proc.", OtherContainer, "no word says anything"},
		{"IEEE Trans.", "IEEE Transactions on Communications", OtherContainer, "nothing says which transactions"},
		{"IEEE Transactions on Circuits", "IEEE Transactions on Circuits and Systems", OtherContainer, "not written as cut"},
		{"IEEE T. Circuits", "IEEE Transactions on Circuits and Systems", AliasOf, "written as cut"},
		{"ACM T. Circuits", "IEEE Transactions on Circuits and Systems", OtherContainer, "of another body"},
		{"IEEE T. Systems", "IEEE Transactions on Circuits and Systems", OtherContainer, "cut at the end alone"},
		{"J. Circuits", "J. Circuits and Systems", OtherContainer, "indexes cut transactions alone"},
		{"ICSOC", "International Conference on Service-Oriented Computing", AliasOf, "an acronym of all words"},
		{"PADL",
			"Proceedings of the 2nd ACM International Symposium on Practical Aspects of Declarative Languages 1999, volume 12",
			AliasOf, "an acronym leaves numbers and kinds out"},
		{"PADL", "Practical Aspects of Declarative Logic Languages", OtherContainer, "an acronym leaves no other word out"},
		{"PA", "Practical Aspects", OtherContainer, "two letters are no acronym"},
		{"Principles of Rhymes (PORE)", "PORE", AliasOf, "its own acronym"},
		{"PORE", "Principles of Rhymes (PORE)", AliasOf, "its own acronym"},
		{"Principles of Rhymes (PORE)", "Practice of Rhythm (PORE)", AliasOf, "one acronym"},
		{"Principles of Rhymes (PORE)", "PORTS", OtherContainer, "another acronym"},
		{"EMNLP Workshop", "Proceedings of the EMNLP Workshop on Rhymes", AliasOf, "a workshop that is not named may be any"},
		{"Journal of Combinatorial Theory", "Journal of Combinatorial Theory Series Methods", OtherContainer,
			"a word is no letter"},
		{"Journal of Algebraic Theory", "Journal of Combinatorial Theory, Series B", OtherContainer,
			"the series of another journal"},
		{"Physica", "Physica, Series B", OtherContainer, "one word is too little"},
		{"ICML 2022 Workshops: RobFair", "ICML 2022 Workshop on Robustness and Fairness", AliasOf, "a coined name"},
		{"ICML 2022 Workshop on Robustness and Fairness", "ICML 2022 Workshops: RobFair", AliasOf, "a coined name"},
		{"ICML 2022 Workshops: RobFaz", "ICML 2022 Workshop on Robustness and Fairness", OtherTrack, "letters of no word"},
		{"ICML 2022 Workshops: RoFa", "ICML 2022 Workshop on Robustness and Fairness", OtherTrack,
			"too short for a coined name"},
		{"ICML 2022 Workshops: AI4Music", "ICML 2022 2nd AI for Science Workshop", OtherTrack, "half of a coined name"},
		{"ICML 2022 Workshops: Art4Science", "ICML 2022 2nd AI for Science Workshop", OtherTrack, "half of a coined name"},
		{"ICLR 2022 Workshops: DL4C", "ICLR 2022 Workshop on Deep Learning for Code", AliasOf, "capitals of all words"},
		{"ICLR 2022 Workshops: DC4L", "ICLR 2022 Workshop on Deep Learning for Code", OtherTrack, "in another order"},
		{"ICLR 2022 Workshops: DL4C", "ICLR 2022 Workshop on Deep Sparse Learning for Code", OtherTrack,
			"capitals that leave a word out"},
		{"EMAS@AAMAS", "Workshop on Agent Rhymes (EMAS)", AliasOf, "the acronym of a workshop"},
		{"EMAS@AAMAS", "Workshop on EMAS Rhymes", AliasOf, "the acronym of a workshop as a word"},
		{"EMAS@AAMAS", "Workshop on Agent Rhymes (REMA)", OtherContainer, "another acronym of a workshop"},
		{"ABC@AAMAS", "Workshop on Agent Biology Cells", AliasOf, "the acronym of a workshop, spelled"},
		{"AB@AAMAS", "Workshop on Agent Biology", OtherContainer, "two letters are no acronym"},
		{"Rhyrne Letters", "Rhyme Letters", AliasOf, "a letter that a machine misread"},
		{"Rhyrne Letter", "Rhyme Letter", OtherContainer, "too short to be surely misread"},
		{"Findings", "EMNLP", OtherContainer, "a conference is no part of the Findings"},
		{"Journal of Combinatorial Theory, Series B", "Physical Review B", OtherContainer, "a letter alone says nothing"},
		{"Findings of ACL 2021", "Findings of the Association for Computational Linguistics: EMNLP 2021", OtherContainer,
			"a part of the Findings"},
		{"EMNLP", "Findings of the Association for Computational Linguistics: EMNLP 2021", OtherTrack, "the main conference"},
		{"Proceedings of the Conference on Web Intelligence Methods",
			"Joint Conferences on Web Intelligence Methods and Agent Technologies", AliasOf, "one of a joint conference"},
		{"Proceedings of the Conference on Web Intelligence Methods",
			"Conferences on Web Intelligence Methods and Agent Technologies", OtherContainer, "not joint"},
		{"Web Intelligence Methods", "Joint Conferences on Web Intelligence Methods and Agent Technologies",
			OtherContainer, "no conference"},
		{"Conference on Web Intelligence", "Joint Conferences on Web Intelligence and Agent Technologies", OtherContainer,
			"two words are too few"},
		{"Conference on AI, Ethics, and Society", "IJCAI", OtherContainer, "a field that another has in its name"},
		{"AAAI/ACM Conference on AI, Ethics, and Society", "AAAI Conference on Artificial Intelligence", OtherContainer,
			"one of two bodies that hold it"},
		{"Proceedings of the 2021 AAAI/ACM Conference on AI, Ethics, and Society", "AIES", AliasOf, "an acronym"},
	} {
		if got := likeness(c.claim, c.record); got != c.want {
			t.Errorf("%q against %q, %s: %d, not %d", c.claim, c.record, c.why, got, c.want)
		}
	}
}

// The Findings as a whole, and a part of them.
func TestFindings(t *testing.T) {
	const part = "Findings of the Association for Computational Linguistics: EMNLP 2021"
	for claim, want := range map[string]Likeness{
		"Findings of the Association for Computational Linguistics":            SeriesOf,
		"Findings of the Association for Computational Linguistics 2021":       SeriesOf,
		"Findings of the Association for Computational Linguistics (ACL 2021)": OtherContainer, "Findings of ACL": SeriesOf,
		"Findings": SeriesOf,
		"Findings of the Association for Computational Linguistics: ACL 2021": OtherContainer,
		"Findings of ACL 2021": OtherContainer,
		"Findings of NAACL":    OtherContainer,
	} {
		if got := likeness(claim, part); got != want {
			t.Errorf("%q: %d, not %d", claim, got, want)
		}
	}
}

// Sibling containers, which a loose comparison would confuse.
func TestSiblingContainers(t *testing.T) {
	for _, c := range [][2]string{
		{"Physical Review A", "Physical Review Letters"}, {"Physical Review A", "Physical Review B"},
		{"Phys. Rev. A", "Physical Review B"},
		{"Nature", "Nature Medicine"}, {"Nature Communications", "Communications Biology"},
		{"IEEE Transactions on Image Processing", "IEEE Transactions on Signal Processing"}, {"IEEE TIP", "IEEE TSP"},
		{"ACL", "Findings of the Association for Computational Linguistics: ACL 2023"}, {"TACL", "ACL"}, {"EACL", "ACL"},
		{"NAACL", "ACL"}, {"NAACL", "Findings of EMNLP"},
		{"ICLR Workshop", "ICLR"}, {"ICLR", "ICLR Workshop"}, {"NeurIPS Datasets and Benchmarks", "NeurIPS"},
		{"AAAI Spring Symposium", "Proceedings of the AAAI Conference on Artificial Intelligence"},
		{"ICML", "ICMLA"},
		{"International Conference on Machine Learning and Applications", "International Conference on Machine Learning"},
		{"Asian Conference on Machine Learning", "ICML"},
		{"Pattern Recognition", "International Conference on Pattern Recognition"}, {"ICPR", "CVPR"},
		{"Machine Learning", "International Conference on Machine Learning"},
		{"Proceedings of Machine Learning Research", "Journal of Machine Learning Research"}, {"CoNLL", "EMNLP"},
		{"Science", "Science Advances"}, {"IEEE T. Neural", "NeurIPS"},
		{"IEEE T. Pattern Anal.", "IEEE Transactions on Image Processing"}, {"T. Pattern", "ACL"},
		{"EMNLP 2023 (Findings)", "EMNLP"}, {"IEEE Sensors Journal", "Sensors"},
		{"Journal of Artificial Intelligence", "Artificial Intelligence"},
		{"Cell", "Cell Reports"},
		{"Journal of Physics", "Journal of Physiology"}, {"J. Phys.", "Journal of Physiology"},
		{"International Journal of Computer Vision", "Journal of Computer Vision"},
		{"arXiv", "bioRxiv"}, {"Symposium on Neural Scaling Laws", "NeurIPS"},
		{"Journal of Adversarial Machine Learning", "Journal of Machine Learning Research"},
		{"Proceedings of the ALC Workshop on Multiword Expressions", "Proceedings of the Workshop on Multiword Expressions"},
		{"IEEE Transactions on System Science", "IEEE Transactions on Systems Science"},
		{"Machine Learning: Science and Technology", "Machine Learning"},
		{"Workshop on AI for Science", "International Conference on Artificial Intelligence"},
		{"ICML 2022 Workshop on Robustness", "ICML 2022 Workshop on Fairness"},
		{"ICCV", "ICCVW"}, {"ICCV", "IEEE/CVF International Conference on Computer Vision Workshops"}, {"CVPR", "CVPRW"},
		{"Software Engineering", "International Conference on Software Engineering"},
		{"Machine Translation", "Conference on Machine Translation"},
		{"ICSE", "Software Engineering, Testing, and Quality Assurance for Natural Language Processing"},
		{"ICSE", "Workshop on Testing in Software Engineering"},
		{"ISCA",
			"Proceedings of the 1st Annual Meeting of the ELRA/ISCA Special Interest Group on Under-Resourced Languages"},
		{"Computational Linguistics", "International Conference on Computational Linguistics"},
		{"Neural Computation", "Neural Computing"},
		{"Journal of Geophysical Research: Oceans", "Journal of Geophysical Research: Atmospheres"},
		{"J. Mater. Chem. A", "Journal of Materials Chemistry B: Materials for Biology and Medicine"},
		{"ICML Workshop", "ICML"}, {"Artificial Intelligence", "International Conference on Artificial Intelligence"},
		{"ACM Transactions on Graphics", "IEEE Transactions on Graphics"}, {"Computational Linguistics", "ACL"},
	} {
		if like := likeness(c[0], c[1]); like >= SeriesOf {
			t.Errorf("%q and %q are taken for one: %d", c[0], c[1], like)
		}
	}
}

func TestPreprintContainers(t *testing.T) {
	for _, c := range [][2]string{{"arXiv", "NeurIPS"}, {"NeurIPS", "CoRR"}, {"arXiv preprint", "Nature"}} {
		if like := likeness(c[0], c[1]); like != PreprintOf {
			t.Errorf("%q and %q: %d", c[0], c[1], like)
		}
	}
}

func TestConferencePlace(t *testing.T) {
	if got := ConferencePlace("acl", 2023); got != "Toronto, Canada" {
		t.Error(got)
	}
	if got := ConferencePlace("acl", 1850); got != "" {
		t.Error(got)
	}
}

// Every line of the table is well formed, every key is unique, and a venue's names and acronyms lead to it.
func TestVenueTable(t *testing.T) {
	table := venues()
	if lines := strings.Count(strings.TrimSpace(venueText), "\n") + 1 + len(preprintServers); lines != len(table.byKey) {
		t.Errorf("%d lines for %d keys", lines, len(table.byKey))
	}
	if len(table.names) < 300 {
		t.Errorf("only %d names of venues", len(table.names))
	}
	if len(titleTable().stems) < 2500 {
		t.Errorf("only %d abbreviations", len(titleTable().stems))
	}
}

// TestVenueNames: what the table of venues says about acronyms and names.
func TestVenueNames(t *testing.T) {
	for acronym, want := range map[string][2]string{ // the full name, and the usual acronym by key
		"emnlp":  {"Conference on Empirical Methods in Natural Language Processing", "EMNLP"},
		"EMNLP":  {"Conference on Empirical Methods in Natural Language Processing", ""},
		"tpami":  {"IEEE Transactions on Pattern Analysis and Machine Intelligence", "TPAMI"},
		"CVPRW":  {"Conference on Computer Vision and Pattern Recognition Workshops", ""},
		"TPAMIW": {}, "xyz": {}, "": {},
	} {
		if name, written := VenueName(acronym), VenueAcronym(acronym); name != want[0] || written != want[1] {
			t.Errorf("%s: %q, %q", acronym, name, written)
		}
	}
	for name, want := range map[string]bool{"EMNLP": true, "Nature": true, "arXiv": true, "LNCS": true, "PMLR": true,
		"Rhymes": false, "": false} {
		if got := KnownContainer(name); got != want {
			t.Errorf("%s is known: %v", name, got)
		}
	}
}

func FuzzParseContainer(f *testing.F) {
	for _, s := range []string{"Proc. (ACL)", "((", "X@Y", "ICML'20", "@@", "a/b-c", "The, , ;"} {
		f.Add(s, "CVPR")
	}
	f.Fuzz(func(t *testing.T, a, b string) { likeness(a, b) })
}

func BenchmarkParseContainer(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ParseContainer("Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing (EMNLP)")
	}
}

// Names that share words or a field are not surely one container; a work missing from one may be in the other.
func TestIdentical(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics", "ACL", true},
		{"In EMNLP", "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing (EMNLP)", true},
		{"J. Mach. Learn. Res.", "Journal of Machine Learning Research", true},
		{"Journal of Small Mammals", "J. Small Mammals", true},
		{"Proceedings of the 26th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining",
			"Proceedings of the 7th Workshop on Argument Mining", false},
		{"NeurIPS 2025 Workshop on Vision–Language Model Real-World Deployment",
			"Proceedings of the First Workshop on Large Language Model Memorization (L2M2)", false},
		{"The 17th International OPT Workshop on Optimization for Machine Learning",
			"Proceedings of the 5th Workshop on Natural Logic Meets Machine Learning (NALOMA)", false},
		{"ACL", "Findings of the Association for Computational Linguistics: ACL 2021", false},
		{"NeurIPS", "NeurIPS Datasets and Benchmarks Track", false},
		{"Pattern Recognition", "International Conference on Pattern Recognition", false},
		{"arXiv preprint", "arXiv", false},
		{"Rhymes", "The Rhymes", true},
		{"Rhymes", "Rhythm", false},
		{"Rhymes (RHY)", "The Rhymes (RIM)", false},
		{"Proceedings", "The Proceedings", false},
		{"Journal of Rhymes", "Conference on Rhymes", false},
		{"IEEE Letters on Rhymes", "ACM Letters on Rhymes", false},
		{"ACL Workshop on Rhymes and Rhythm", "Workshop on Rhymes and Rhythm", true},
		{"ACL Workshop on Rhymes", "Workshop on Rhymes and Rhythm", false},
		{"Workshop at ACL", "ACL Workshops", false},
		{"Workshop on Rhymes and Rhythm", "Symposium on Rhymes and Rhythm", false},
		{"ACL", "Symposium on Rhymes and Rhythm", false},
		{"Symposium on Rhymes and Rhythm", "Symposium on Rhymes and Rhythm: Demonstrations", false},
		{"Symposium on Rhymes and Rhythm", "Symposium on Rhymes", false},
		{"", "", false},
	} {
		a, b := ParseContainer(c.a), ParseContainer(c.b)
		if got := Identical(&a, &b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
		if got := Identical(&b, &a); got != c.want {
			t.Errorf("%q, %q: %v", c.b, c.a, got)
		}
		if shared := intersect(a.IdentityKeys(), b.IdentityKeys()); c.want && !shared {
			t.Errorf("%q, %q share no key", c.a, c.b)
		}
	}
}

// Workshops of one field are not one workshop.
func TestWorkshopsApart(t *testing.T) {
	for _, c := range [][2]string{
		{"Proceedings of the 26th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining",
			"Proceedings of the 7th Workshop on Argument Mining"},
		{"NeurIPS Workshop on Vision–Language Model Real-World Deployment",
			"Proceedings of the First Workshop on Large Language Model Memorization"},
		{"International OPT Workshop on Optimization for Machine Learning",
			"Workshop on Natural Logic Meets Machine Learning"},
	} {
		a, b := ParseContainer(c[0]), ParseContainer(c[1])
		if got := CompareContainers(&a, &b); got == SameContainer || got == AliasOf {
			t.Errorf("%q: %v", c, got)
		}
	}
}

// A claim that names the whole journal covers its lettered series, not the other
// way round, and one series is not the other.
func TestLetteredSeries(t *testing.T) {
	for _, c := range []struct {
		claim, record string
		want          Likeness
	}{
		{"Journal of Combinatorial Theory", "Journal of Combinatorial Theory, Series B", SeriesOf},
		{"J. Roy. Statist. Soc.", "Journal of the Royal Statistical Society: Series B (Methodological)", SeriesOf},
		{"Journal of Combinatorial Theory, Series B", "Journal of Combinatorial Theory, Series A", OtherContainer},
		{"Journal of Combinatorial Theory, Series B", "Journal of Combinatorial Theory", OtherContainer},
		{"Physical Review", "Physical Review B", OtherContainer},
		{"Physical Review", "Physical Review A", OtherContainer},
		{"Physical Review A", "Physical Review", OtherContainer},
		{"Phys. Rev. A", "Physical Review A", AliasOf},
		{"Journal of Combinatorial Theory, Series A", "Journal of Combinatorial Theory", OtherContainer},
		{"Bridging a Gap Journal", "Bridging Gap Journal", AliasOf},
		{"Proceedings of the IEEE", "Proceedings of the ACM", OtherContainer},
		{"Proceedings of the IEEE", "IEEE Conference", OtherContainer},
	} {
		if got := likeness(c.claim, c.record); got != c.want {
			t.Errorf("%q against %q: %d, want %d", c.claim, c.record, got, c.want)
		}
	}
}

// A name that is a single acronym or a macro name says nothing about its meaning, unless a table knows it.
func TestOpaque(t *testing.T) {
	for name, want := range map[string]bool{
		"MATES": true, "infth": true, "dc": true, "aa01-booktitle": true, "EUMAS/AT": true, "PLATEAU@SPLASH": true,
		"MABS 2016": true, "Eureka!": true, "Eureka": false,
		"AAAI": false, "jmlr": false, "pami": false, "Nature": false, "Machine Learning": false, "arXiv": false, "": false,
	} {
		if got := Opaque(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	for name, want := range map[string]bool{
		"MIT Artificial Intelligence Laboratory": true, "University of Pennsylvania": true,
		"Department of Statistics, Aalborg University":              true,
		"Electronics Research Laboratory, University of California": true, "Journal of the Royal Institute": false,
		"NeurIPS": false, "Rhymes and Rhythm": false, "Workshop on Rhymes, University of Toronto": false,
		"ACL, University of Toronto": false,
	} {
		if got := Institution(name); got != want {
			t.Errorf("institution %q: %v", name, got)
		}
	}
}

// TestRememberedNames parses more names than the cache holds, concurrently, twice.
func TestRememberedNames(t *testing.T) {
	name := func(i int) string { return fmt.Sprintf("Proceedings of the %dth Conference on Topic %d", i%90+4, i) }
	var all sync.WaitGroup
	for from := range 4 {
		all.Go(func() {
			for range 2 {
				for i := from; i < 3*keptParsed; i += 3 {
					got, want := ParseContainer(name(i)), parseContainer(name(i))
					if got.Normalised != want.Normalised || !slices.Equal(got.editions, want.editions) ||
						!slices.Equal(got.Words, want.Words) {
						t.Errorf("%s: %+v", name(i), got)
						return
					}
				}
			}
		})
	}
	all.Wait()
	if n := len(parsed.names); n == 0 || n > keptParsed {
		t.Errorf("%d names are remembered", n)
	}
}
