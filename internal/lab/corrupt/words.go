package corrupt

// related gives words of titles that may stand for one another: the result
// reads as well and is another title.
var related = [][]string{
	{"learning", "training", "adaptation"}, {"deep", "hierarchical", "shallow"}, {"network", "architecture", "system"}, {"networks", "architectures", "systems"},
	{"model", "framework", "formalism"}, {"models", "frameworks", "formalisms"}, {"efficient", "scalable", "lightweight"}, {"fast", "rapid", "incremental"},
	{"robust", "reliable", "stable"}, {"analysis", "characterisation", "assessment"}, {"detection", "localisation", "recognition"}, {"recognition", "identification", "detection"},
	{"generation", "synthesis", "completion"}, {"optimal", "adaptive", "approximate"}, {"optimization", "regularization", "scheduling"}, {"estimation", "prediction", "inference"},
	{"prediction", "estimation", "forecasting"}, {"classification", "clustering", "ranking"}, {"segmentation", "parsing", "grouping"}, {"graph", "tree", "lattice"},
	{"graphs", "trees", "lattices"}, {"language", "dialogue", "discourse"}, {"translation", "summarization", "transcription"}, {"image", "video", "volume"},
	{"images", "videos", "volumes"}, {"visual", "acoustic", "spatial"}, {"speech", "music", "audio"}, {"knowledge", "context", "evidence"},
	{"attention", "memory", "gating"}, {"unsupervised", "weakly-supervised", "self-supervised"}, {"supervised", "semi-supervised", "reinforced"}, {"large", "small", "massive"},
	{"quantum", "classical", "stochastic"}, {"magnetic", "electric", "thermal"}, {"energy", "momentum", "entropy"}, {"dynamics", "kinetics", "statics"},
	{"theory", "phenomenology", "simulation"}, {"measurement", "observation", "calculation"}, {"measurements", "observations", "calculations"}, {"effects", "signatures", "limits"},
	{"effect", "signature", "limit"}, {"structure", "geometry", "topology"}, {"structures", "geometries", "topologies"}, {"field", "gauge", "string"},
	{"linear", "nonlinear", "convex"}, {"multi", "cross", "inter"}, {"sparse", "dense", "low-rank"}, {"random", "deterministic", "periodic"},
	{"approach", "strategy", "perspective"}, {"method", "procedure", "scheme"}, {"methods", "procedures", "schemes"}, {"algorithm", "heuristic", "protocol"},
	{"algorithms", "heuristics", "protocols"}, {"data", "signals", "records"}, {"study", "survey", "comparison"}, {"evaluation", "validation", "comparison"},
	{"improving", "stabilising", "accelerating"}, {"towards", "beyond", "rethinking"}, {"transformer", "recurrent", "convolutional"}, {"transformers", "autoencoders", "perceptrons"},
}

var givenNames = []string{
	"Aisha", "Rafael", "Elena", "Kenji", "Nneka", "Sebastian", "Clara", "Tariq", "Ingrid", "Mateus", "Priya", "Oskar", "Yusuf", "Marta", "Dario", "Hye-jin",
	"Linnea", "Tomasz", "Amara", "Felix", "Noor", "Viktor", "Salma", "Bruno", "Katya", "Idris", "Leonie", "Paolo", "Zanele", "Emil", "Rosa", "Henrik",
}

var surnames = []string{
	"Farnsworth", "Qanzar", "Reddington", "Okonkwo", "Vogelsang", "Tanahashi", "Petrescu", "Lindqvist", "Moradi", "Castellane", "Whitcombe", "Nakagome", "Adeyinka",
	"Strandvik", "Belmonte", "Kowalczuk", "Haverford", "Sundaravel", "Delacourt", "Mbatha", "Ottersen", "Ravensworth", "Yildirak", "Pellegrano", "Hartwick", "Zubiri",
	"Thorvaldsen", "Menchaca", "Ashgrove", "Dvorakova", "Kessington", "Amoruso",
}

// publishers and places are real ones, so that nothing but the work tells that
// they are wrong.
var (
	publishers = []string{"Elsevier", "Wiley", "IEEE", "ACM", "Springer", "MIT Press", "Cambridge University Press", "Taylor & Francis", "SAGE Publications", "IOS Press"}
	places     = []string{"Tokyo, Japan", "Berlin, Germany", "New York, NY, USA", "Amsterdam, Netherlands", "Zurich, Switzerland", "Singapore", "London, UK", "Helsinki, Finland", "Montreal, Canada", "Lisbon, Portugal"}
)

// inventedVenues have the make of a venue that does not exist.
var inventedVenues = []string{
	"International Conference on %s Systems and Applications", "Journal of Advanced %s Studies", "Proceedings of the World Symposium on %s Research", "Annual Review of Computational %s",
}

// shortNames are familiar forms of given names.
var shortNames = map[string]string{
	"Alexander": "Alex", "Alexandra": "Sasha", "Andrew": "Andy", "Anthony": "Tony", "Benjamin": "Ben", "Catherine": "Kate", "Katherine": "Kate", "Charles": "Charlie",
	"Christopher": "Chris", "Christian": "Chris", "Daniel": "Dan", "David": "Dave", "Edward": "Ed", "Elizabeth": "Liz", "Eric": "Rick", "Frederick": "Fred", "Gregory": "Greg",
	"Jacob": "Jake", "James": "Jim", "Jeffrey": "Jeff", "Jennifer": "Jen", "Jonathan": "Jon", "Joseph": "Joe", "Joshua": "Josh", "Kenneth": "Ken", "Lawrence": "Larry",
	"Margaret": "Meg", "Martin": "Marty", "Matthew": "Matt", "Maximilian": "Max", "Michael": "Mike", "Nathaniel": "Nate", "Nicholas": "Nick", "Patricia": "Pat", "Patrick": "Pat",
	"Peter": "Pete", "Philip": "Phil", "Raymond": "Ray", "Rebecca": "Becky", "Richard": "Rick", "Robert": "Bob", "Ronald": "Ron", "Samuel": "Sam", "Stephen": "Steve",
	"Steven": "Steve", "Susan": "Sue", "Theodore": "Ted", "Thomas": "Tom", "Timothy": "Tim", "Victoria": "Vicky", "Vincent": "Vince", "William": "Bill", "Zachary": "Zach",
}

// onsets and codas make proper nouns that nobody has used.
var (
	onsets = []string{"Vel", "Qua", "Zor", "Myr", "Thal", "Kest", "Orb", "Lumi", "Hex", "Dray", "Ferro", "Nym", "Sola", "Prax", "Cor"}
	middle = []string{"ari", "ent", "ovi", "ula", "ithe", "onda", "eki", "ame", "ustro", "ibe"}
	codas  = []string{"Net", "Trace", "Bench", "Former", "Flow", "Sense", "Graph", "Lens", "Quant", "Cast"}
)
