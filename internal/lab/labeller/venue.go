package labeller

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// venue gives the container of a record in one of the ways it is printed.
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

// venueForms is how many forms of a conference's name are drawn from; some are
// the name as it is.
const venueForms = 12

func leadingYear(rec *Record) string { return strconv.Itoa(biblio.LeadingYear(rec.Year)) }

// venueName gives the name of a container; of one that the record knows by its
// acronym only, the full name or the acronym.
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

// endings are how the ends of longer words are shortened.
var endings = []struct{ long, short string }{
	{"ological", "ol."}, {"ology", "ol."}, {"ography", "ogr."}, {"ematics", "."}, {"istics", "ist."}, {"ational", "."}, {"ication", "."}, {"ations", "."}, {"ation", "."}, {"ional", "."}, {"ical", "."}, {"ics", "."}, {"istry", "."}, {"ment", "."}, {"eering", "."}, {"ering", "."},
}

var abbreviations = map[string]string{
	"journal": "J.", "transactions": "Trans.", "proceedings": "Proc.", "conference": "Conf.", "international": "Int.", "review": "Rev.", "reviews": "Rev.",
	"letters": "Lett.", "physical": "Phys.", "physics": "Phys.", "mathematical": "Math.", "mathematics": "Math.", "science": "Sci.", "sciences": "Sci.",
	"research": "Res.", "society": "Soc.", "american": "Am.", "european": "Eur.", "british": "Br.", "annual": "Annu.", "annals": "Ann.", "advances": "Adv.",
	"advanced": "Adv.", "applied": "Appl.", "computer": "Comput.", "computers": "Comput.", "computing": "Comput.", "computation": "Comput.", "computational": "Comput.",
	"association": "Assoc.", "symposium": "Symp.", "systems": "Syst.", "system": "Syst.", "technology": "Technol.", "engineering": "Eng.", "medicine": "Med.", "medical": "Med.",
	"clinical": "Clin.", "chemistry": "Chem.", "chemical": "Chem.", "biology": "Biol.", "biological": "Biol.", "national": "Natl.", "academy": "Acad.", "bulletin": "Bull.",
	"machine": "Mach.", "learning": "Learn.", "artificial": "Artif.", "intelligence": "Intell.", "information": "Inf.", "language": "Lang.", "linguistics": "Linguist.",
	"processing": "Process.", "recognition": "Recognit.", "pattern": "Pattern", "analysis": "Anal.", "theory": "Theory", "psychology": "Psychol.", "psychological": "Psychol.",
	"psychiatry": "Psychiatry", "cognitive": "Cogn.", "experimental": "Exp.", "human": "Hum.", "social": "Soc.", "studies": "Stud.", "quarterly": "Q.", "workshop": "Wksp.",
	"communications": "Commun.", "communication": "Commun.", "electrical": "Electr.", "electronics": "Electron.", "software": "Softw.", "networks": "Netw.", "magazine": "Mag.", "university": "Univ.", "robotics": "Robot.", "automation": "Autom.",
}

// conferenceNames are full names of conferences that records know by acronym.
var conferenceNames = map[string]string{
	"iclr": "International Conference on Learning Representations", "icml": "International Conference on Machine Learning", "neurips": "Advances in Neural Information Processing Systems",
	"nips": "Advances in Neural Information Processing Systems", "cvpr": "IEEE/CVF Conference on Computer Vision and Pattern Recognition", "iccv": "IEEE/CVF International Conference on Computer Vision",
	"eccv": "European Conference on Computer Vision", "aaai": "AAAI Conference on Artificial Intelligence", "ijcai": "International Joint Conference on Artificial Intelligence",
	"aistats": "International Conference on Artificial Intelligence and Statistics", "uai": "Conference on Uncertainty in Artificial Intelligence", "colt": "Conference on Learning Theory",
	"corl": "Conference on Robot Learning", "jmlr": "Journal of Machine Learning Research", "tmlr": "Transactions on Machine Learning Research", "wacv": "IEEE/CVF Winter Conference on Applications of Computer Vision",
	"kdd": "ACM SIGKDD International Conference on Knowledge Discovery and Data Mining", "acl": "Annual Meeting of the Association for Computational Linguistics", "emnlp": "Conference on Empirical Methods in Natural Language Processing",
	"icra": "IEEE International Conference on Robotics and Automation", "iros": "IEEE/RSJ International Conference on Intelligent Robots and Systems", "mlj": "Machine Learning", "jair": "Journal of Artificial Intelligence Research", "alt": "Algorithmic Learning Theory", "acml": "Asian Conference on Machine Learning", "bmvc": "British Machine Vision Conference", "accv": "Asian Conference on Computer Vision",
}

var places = []string{
	"New York", "New York, NY", "London", "Berlin", "Berlin, Heidelberg", "Cambridge", "Cambridge, MA", "Oxford", "Paris", "Amsterdam", "Dordrecht", "Boston", "Chicago", "Princeton, NJ", "San Francisco, CA", "Englewood Cliffs, NJ",
	"Hillsdale, NJ", "Wien", "Zürich", "München", "Frankfurt am Main", "Leipzig", "Stuttgart", "Madrid", "Barcelona", "Milano", "Roma", "Tokyo, Japan", "Beijing", "Singapore", "Vancouver, Canada", "Montréal", "Sydney, Australia", "Vienna, Austria",
	"Florence, Italy", "Minneapolis, Minnesota", "Online", "Doha, Qatar", "Seattle, WA, USA", "Long Beach, CA, USA", "Stockholm, Sweden", "Copenhagen, Denmark", "Dublin, Ireland", "Москва", "Philadelphia, PA, USA", "Reading, MA", "Washington, DC", "Honolulu, HI", "New Delhi", "Opladen", "Göttingen", "Tübingen", "Weinheim", "Baltimore", "Berkeley", "Stanford, CA", "Toronto", "Leiden",
}

var editions = []string{"2nd ed", "3rd edition", "2. Aufl", "Second edition", "1st ed", "4th edn", "3. Auflage", "2nd Edition", "revised edition"}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December", "Jan.", "Feb.", "Mar.", "Apr.", "Jun.", "Jul.", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.", "Jan", "Aug", "Oct", "July/August", "Spring"}
