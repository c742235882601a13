package normalise

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// publisherNames maps words of a publisher's name to the house. Each line is the house, then phrases that name it, in
// normalised form.
var publisherNames = [][]string{
	{"ieee", "ieee", "institute of electrical and electronics engineers", "ieee computer society", "ieee press"},
	{"acm", "acm", "association for computing machinery", "acm press"},
	{"acl", "acl", "association for computational linguistics", "assoc for computational linguistics",
		"assoc comput linguist", "assoc computational linguistics", "the association for computer linguistics",
		"association for computer linguistics"},
	{"aaai", "aaai", "aaai press", "association for the advancement of artificial intelligence",
		"american association for artificial intelligence", "assoc for the advancement of artificial intelligence",
		"the aaai press"},
	{"springer", "springer", "springer nature", "springer verlag", "springer science and business media",
		"springer science business media", "springer international publishing", "springer us", "springer berlin heidelberg",
		"springer london", "springer singapore", "springer cham", "springer nature switzerland", "springer new york",
		"springer netherlands", "kluwer", "kluwer academic publishers", "birkhauser", "physica verlag",
		"biomed central", "bmc"},
	{"nature", "nature", "nature publishing group", "npg", "nature research", "nature portfolio", "springer nature",
		"palgrave macmillan", "macmillan", "springer science and business media"},
	{"elsevier", "elsevier", "elsevier bv", "elsevier b v", "elsevier science", "elsevier ltd", "elsevier inc",
		"north holland", "pergamon", "pergamon press", "academic press", "morgan kaufmann", "morgan kaufmann publishers",
		"cell press", "lancet", "butterworth heinemann", "saunders", "mosby"},
	{"wiley", "wiley", "john wiley and sons", "john wiley", "wiley blackwell", "blackwell", "blackwell publishing",
		"wiley vch", "wiley interscience", "blackwell science", "jossey bass"},
	{"taylor", "taylor and francis", "taylor francis", "informa uk limited", "informa", "routledge", "crc press",
		"chapman and hall", "chapman and hall crc", "psychology press", "lawrence erlbaum",
		"lawrence erlbaum associates", "marcel dekker"},
	{"sage", "sage", "sage publications", "sage publications inc", "sage publications ltd", "sage publishing"},
	{"mdpi", "mdpi", "mdpi ag", "multidisciplinary digital publishing institute"},
	{"oup", "oup", "oxford university press", "oxford univ press", "clarendon press", "oxford academic",
		"oxford university press oup"},
	{"cup", "cup", "cambridge university press", "cambridge univ press", "cambridge university press cup", "cambridge"},
	{"mit", "mit press", "the mit press", "mit press journals", "mit", "mitp", "massachusetts institute of technology",
		"massachusetts institute of technology press", "massachusetts inst of technology press"},
	{"pmlr", "pmlr", "proceedings of machine learning research", "jmlr", "jmlr w and cp", "jmlr org",
		"journal of machine learning research", "ml research press", "microtome publishing"},
	{"neurips", "curran associates", "curran associates inc", "curran", "neural information processing systems foundation",
		"neural information processing systems foundation inc", "neurips foundation", "nips foundation",
		"neural information processing systems foundation inc neurips", "neural information processing systems", "neurips"},
	{"openreview", "openreview", "openreview net", "iclr", "international conference on learning representations"},
	{"ijcai", "ijcai", "international joint conferences on artificial intelligence",
		"international joint conferences on artificial intelligence organization", "ijcai org"},
	{"plos", "plos", "public library of science", "public library of science plos"},
	{"frontiers", "frontiers", "frontiers media", "frontiers media sa", "frontiers research foundation"},
	{"aps", "aps", "american physical society", "american physical society aps"},
	{"aip", "aip", "aip publishing", "american institute of physics"},
	{"acs", "acs", "american chemical society", "american chemical society acs", "acs publications"},
	{"rsc", "rsc", "royal society of chemistry", "the royal society of chemistry", "royal society of chemistry rsc"},
	{"rs", "royal society", "the royal society", "royal society publishing"},
	{"iop", "iop", "iop publishing", "institute of physics", "institute of physics publishing", "iop publishing ltd"},
	{"arxiv", "arxiv", "arxiv org", "cornell university", "cornell university library"},
	{"usenix", "usenix", "usenix association", "the usenix association", "advanced computing systems association"},
	{"isca", "isca", "international speech communication association"},
	{"siam", "siam", "society for industrial and applied mathematics",
		"society for industrial and applied mathematics siam"},
	{"ams", "ams", "american mathematical society", "american mathematical society ams"},
	{"freeman", "freeman", "w h freeman", "w h freeman and company", "freeman and co", "wh freeman"},
	{"degruyter", "de gruyter", "walter de gruyter", "walter de gruyter gmbh", "mouton de gruyter", "de gruyter mouton"},
	{"emerald", "emerald", "emerald group publishing", "emerald publishing", "emerald group publishing limited",
		"mcb university press"},
	{"ios", "ios press", "ios"},
	{"hindawi", "hindawi", "hindawi limited", "hindawi publishing corporation"},
	{"lww", "lippincott", "lippincott williams and wilkins", "wolters kluwer", "ovid technologies wolters kluwer health",
		"ovid technologies", "wolters kluwer health", "williams and wilkins"},
	{"bmj", "bmj", "bmj publishing group", "bmj group"},
	{"ama", "ama", "american medical association", "american medical association ama"},
	{"apa", "apa", "american psychological association", "american psychological association apa"},
	{"aaas", "aaas", "american association for the advancement of science",
		"american association for the advancement of science aaas"},
	{"nas", "national academy of sciences", "proceedings of the national academy of sciences", "national academies press",
		"the national academies press", "national academy press"},
	{"cshl", "cold spring harbor laboratory", "cold spring harbor laboratory press", "csh press"},
	{"asm", "american society for microbiology", "asm press"},
	{"inderscience", "inderscience", "inderscience publishers"},
	{"igi", "igi global", "igi publishing", "idea group"},
	{"worldsci", "world scientific", "world scientific publishing", "world scientific pub co pte lt",
		"world scientific publishing co"},
	{"spie", "spie", "society of photo optical instrumentation engineers", "spie press",
		"international society for optics and photonics"},
	{"osa", "osa", "optica", "optica publishing group", "optical society of america", "the optical society"},
	{"asme", "asme", "american society of mechanical engineers", "asme international"},
	{"asce", "asce", "american society of civil engineers", "american society of civil engineers asce"},
	{"aiaa", "aiaa", "american institute of aeronautics and astronautics"},
	{"agu", "agu", "american geophysical union", "american geophysical union agu"},
	{"copernicus", "copernicus", "copernicus publications", "copernicus gmbh"},
	{"ieice", "ieice", "institute of electronics information and communications engineers"},
	{"thieme", "thieme", "georg thieme verlag", "georg thieme verlag kg"},
	{"karger", "karger", "s karger", "s karger ag"},
	{"brill", "brill", "koninklijke brill", "brill academic publishers", "martinus nijhoff"},
	{"benjamins", "john benjamins", "john benjamins publishing company", "benjamins"},
	{"pearson", "pearson", "pearson education", "prentice hall", "addison wesley",
		"addison wesley professional", "longman"},
	{"mcgraw", "mcgraw hill", "mcgraw hill education", "mcgraw hill professional"},
	{"penguin", "penguin", "random house", "penguin random house", "penguin books", "vintage", "knopf", "doubleday"},
	{"harper", "harper", "harpercollins", "harper and row", "harper collins", "basic books"},
	{"princeton", "princeton university press", "princeton univ press"},
	{"harvard", "harvard university press", "harvard univ press", "belknap press"},
	{"yale", "yale university press"},
	{"stanford", "stanford university press"},
	{"chicago", "university of chicago press", "univ of chicago press", "the university of chicago press",
		"chicago university press"},
	{"california", "university of california press", "univ of california press"},
	{"jhup", "johns hopkins university press", "the johns hopkins university press", "project muse"},
	{"duke", "duke university press"},
	{"columbia", "columbia university press"},
	{"oreilly", "o reilly", "oreilly", "oreilly media", "o reilly media"},
	{"ijset", "elra", "european language resources association", "european language resources association elra"},
	{"schloss", "schloss dagstuhl", "schloss dagstuhl leibniz zentrum fur informatik", "dagstuhl publishing", "lipics"},
	{"eurographics", "eurographics", "eurographics association", "the eurographics association"},
	{"csp", "cambridge scholars publishing"},
	{"now", "now publishers", "now publishers inc", "now"},
	{"mcp", "morgan and claypool", "morgan and claypool publishers"},
	{"bmva", "bmva", "bmva press", "british machine vision association"},
	{"cvf", "cvf", "computer vision foundation", "ieee cvf", "computer vision foundation ieee"},
	{"informs", "informs", "institute for operations research and the management sciences",
		"institute for operations research and the management sciences informs"},
	{"jstage", "japan science and technology agency"},
	{"asa", "acoustical society of america", "acoustical society of america asa"},
	{"lancet", "the lancet", "lancet publishing group"},
	{"nejm", "massachusetts medical society", "new england journal of medicine"},
	{"zenodo", "zenodo", "cern"},
	{"internet society", "internet society", "isoc", "ndss", "the internet society"},
}

// publisherIndex maps each phrase to the houses it may mean.
var publisherIndex = func() map[string][]string {
	index := map[string][]string{}
	for _, row := range publisherNames {
		for _, phrase := range row[1:] {
			index[phrase] = append(index[phrase], row[0])
		}
	}
	return index
}()

// publisherNoise are words that legal names have and short names lack.
var publisherNoise = words.Set(`
	inc ltd llc limited gmbh ag bv co corp corporation company publishing publishers publisher publications
	press verlag group the and sons media books international sa kg plc of for org organisation organization
	science business edizioni editions editorial universitat`)

// publisher returns the houses that a publisher's name means: known houses by their key, an unknown one by its own
// significant words.
func publisher(s string) []string {
	t := Text(s)
	if t == "" {
		return nil
	}
	t = strings.TrimPrefix(t, "technical report ")
	if head, cut := strings.CutSuffix(t, " pr"); cut {
		t = head + " press"
	}
	if houses := publisherIndex[t]; houses != nil {
		return houses
	}
	if houses := housesBesides(t); houses != nil {
		return houses
	}
	var core []string
	for _, w := range strings.Fields(t) {
		if !publisherNoise[w] {
			core = append(core, w)
		}
	}
	if houses := publisherIndex[strings.Join(core, " ")]; houses != nil {
		return houses
	}
	if houses := housesWithin(t); houses != nil {
		return houses
	}
	if len(core) == 0 {
		return []string{t}
	}
	return []string{strings.Join(core, " ")}
}

// housesWithin returns the houses of known phrases of two or more words, or of a known acronym in brackets, inside a
// longer name: "Institute of Electrical and Electronics Engineers (IEEE)", "IEEE/CVF".
func housesWithin(t string) []string {
	var houses []string
	padded := " " + t + " "
	for _, row := range publisherNames {
		for _, phrase := range row[1:] {
			if len(phrase) >= 4 && strings.Contains(t, phrase) && strings.Contains(padded, " "+phrase+" ") {
				houses = append(houses, row[0])
				break
			}
		}
	}
	return houses
}

// SamePublisher reports whether two publishers' names mean one house, and whether they do so through an alias rather
// than the same words.
func SamePublisher(a, b string) (same, alias bool) {
	fa, fb := Text(a), Text(b)
	if fa == fb {
		return true, false
	}
	for _, x := range publisher(a) {
		if slices.Contains(publisher(b), x) {
			return true, true
		}
	}
	if headOf(a) == headOf(b) && headOf(a) != "" { // "Uppsala University, Uppsala, Sweden"
		return true, true
	}
	wa, wb := strings.Fields(fa), strings.Fields(fb)
	if Initials(fa, wb) || Initials(fb, wa) || abbreviated(wa, wb) || abbreviated(wb, wa) {
		return true, true
	}
	return false, false
}

// abbreviated reports whether every significant word of short begins the
// matching word of long.
func abbreviated(short, long []string) bool {
	short, long = Significant(short), Significant(long)
	if len(short) != len(long) || len(short) < 2 {
		return false
	}
	for i := range short {
		if len(short[i]) < 3 && short[i] != long[i] || !strings.HasPrefix(long[i], short[i]) {
			return false
		}
	}
	return true
}

// Significant returns the words that carry meaning, without stop words.
func Significant(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		if !stopWords[w] {
			out = append(out, w)
		}
	}
	return out
}

// Initials reports whether an acronym of three or more letters consists of the first letters of the significant
// words.
func Initials(acronym string, words []string) bool {
	if len(acronym) < 3 || strings.IndexByte(acronym, ' ') >= 0 {
		return false
	}
	i := 0
	for _, w := range Significant(words) {
		if i >= len(acronym) || w[0] != acronym[i] {
			return false
		}
		i++
	}
	return i == len(acronym)
}

// cities are places that publishers add to their names.
var cities = map[string]bool{"new york": true, "new york ny": true, "new york ny usa": true, "new york usa": true,
	"london": true, "berlin": true, "heidelberg": true, "berlin heidelberg": true, "cambridge": true,
	"cambridge ma": true, "cambridge mass": true, "san francisco": true, "san francisco ca": true, "san mateo": true,
	"san mateo ca": true, "amsterdam": true, "dordrecht": true, "boston": true, "oxford": true, "chicago": true,
	"reading": true, "reading ma": true, "philadelphia": true, "philadelphia pa": true, "hillsdale nj": true,
	"los alamitos ca": true, "washington": true, "washington dc": true, "paris": true, "singapore": true,
	"stroudsburg pa": true}

// housesBesides returns a known house before its city, "ACM New York, NY, USA", or one of two houses that publish
// together: "ACL and AFNLP".
func housesBesides(t string) []string {
	words := strings.Fields(t)
	for n := len(words) - 1; n > 0; n-- {
		if houses := publisherIndex[strings.Join(words[:n], " ")]; houses != nil && cities[strings.Join(words[n:], " ")] {
			return houses
		}
	}
	var all []string
	for part := range strings.SplitSeq(t, " and ") {
		if part == t || publisherIndex[part] == nil {
			return all
		}
		all = append(all, publisherIndex[part]...)
	}
	return all
}

// Committee reports whether s names the organisers of a meeting in place of a publisher.
func Committee(s string) bool {
	t := Text(s)
	return strings.Contains(t, "organizing committee") || strings.Contains(t, "organising committee") ||
		strings.HasSuffix(t, "organizers")
}

// NotAPublisher reports whether s is in place of a publisher but is not one: the organisers of a meeting, an archive or
// index, the name of a macro: "acmp".
func NotAPublisher(s string) bool {
	if s == strings.ToLower(s) && !strings.Contains(s, " ") && publisherIndex[Text(s)] == nil {
		return true
	}
	switch Text(s) {
	case "citeseer", "citeseerx", "jstor", "researchgate", "google scholar", "semantic scholar":
		return true
	}
	return Committee(s)
}

// ForSociety reports whether one is a known house and the other a society that is not in the table: houses print
// journals for societies, and records name either.
func ForSociety(a, b string) bool {
	return house(a) && society(b) || house(b) && society(a)
}

func house(s string) bool {
	known := publisherIndex[Text(s)]
	return len(known) > 0
}

func society(s string) bool {
	t := Text(s)
	if !slices.ContainsFunc(strings.Fields(t), func(w string) bool {
		return w == "society" || w == "association" || w == "academy"
	}) {
		return false
	}
	known := publisher(s)
	return len(known) == 1 && !(known[0] == t && publisherIndex[t] != nil) && housesWithin(t) == nil
}

// headOf returns the part before the first comma, normalised, if it is a name of two words or more.
func headOf(s string) string {
	head, _, _ := strings.Cut(s, ",")
	head = Text(head)
	if !strings.Contains(head, " ") {
		return ""
	}
	return head
}
