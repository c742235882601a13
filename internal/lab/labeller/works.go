package labeller

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Record is a work in a corpus, in its flat stored form.
type Record struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Subtitle  string   `json:"subtitle"`
	Authors   []string `json:"authors"`
	Year      string   `json:"year"`
	Venue     string   `json:"venue"`
	Short     string   `json:"venue_short"`
	Type      string   `json:"type"`
	Kind      string   `json:"venue_type"`
	Volume    string   `json:"volume"`
	Issue     string   `json:"issue"`
	Pages     string   `json:"pages"`
	DOI       string   `json:"doi"`
	ArXiv     string   `json:"arxiv"`
	Publisher string   `json:"publisher"`
	URL       string   `json:"url"`
	Status    string   `json:"status"`
	Source    string   `json:"src"`

	people   []biblio.Contributor
	editors  []biblio.Contributor
	disguise string // the kind as which it is printed, "" for its own
	short    string // the short form of its container, if known
	key      uint64 // of the folded title: the same for every version of a work
}

// heldOutShare: one in this many works is never used for training.
const heldOutShare = 10

// HeldOut reports whether the work is reserved for measuring.
func (r *Record) HeldOut() bool { return r.key%heldOutShare == 0 }

// readRecords calls use for one of every lines in a corpus, chosen by the line's hash, and for every line that
// keep selects.
func readRecords(in io.Reader, every uint64, keep func(line []byte) bool, use func(*Record)) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	for n := 1; lines.Scan(); n++ {
		line := lines.Bytes()
		if xxhash.Sum64(line)%every != 0 && (keep == nil || !keep(line)) {
			continue
		}
		r := new(Record)
		if err := json.Unmarshal(line, r); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		r.prepare()
		use(r)
	}
	return lines.Err()
}

func (r *Record) prepare() {
	r.Title = strings.TrimRight(strings.Join(strings.Fields(r.Title), " "), ".")
	if r.Subtitle != "" {
		r.Title += ": " + strings.TrimRight(strings.Join(strings.Fields(r.Subtitle), " "), ".")
	}
	r.Venue = strings.Join(strings.Fields(r.Venue), " ")
	r.people, _ = biblio.ParseNames(r.Authors, biblio.Author)
	r.key = titleKey(r.Title)
}

// titleKey returns a hash of the letters and digits of a title, without case.
func titleKey(title string) uint64 {
	b := make([]byte, 0, len(title))
	for _, c := range title {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			b = append(b, string(unicode.ToLower(c))...)
		}
	}
	return xxhash.Sum64(b)
}

// usable reports whether a record can be rendered as a reference.
func (r *Record) usable() bool {
	return len(r.people) > 0 && len(r.people) < 200 && len(r.Title) > 8 && len(r.Title) < 400 &&
		biblio.LeadingYear(r.Year) > 1800 &&
		!strings.ContainsAny(r.Title, "{}\\") && !strings.ContainsAny(r.Venue, "{}\\") && len(r.Venue) < 250
}
