package names

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// journal is a journal of the lists with its names.
type journal struct {
	name   string
	briefs []string // abbreviations that the tables state, first the one with full stops
	nlm    string   // the abbreviation of medicine's index
	others []string // further names
}

// lists are journals by their normalised names, and the list of title words.
type lists struct {
	journals map[string]*journal
	words    map[string]string // by the beginning of a word
	abbrevs  []*journal        // with an abbreviation in a table
	issn     []*journal        // only in the lists of journals with an ISSN
}

// unusual are tables whose short names are acronyms of one discipline, not abbreviations of the words.
var unusual = []string{"dainst", "annee-philologique", "ieee_strings", "variations"}

func readLists(data string) (*lists, error) {
	l := &lists{journals: map[string]*journal{}, words: map[string]string{}}
	tables := filepath.Join(data, "tables")
	text, err := os.ReadFile(filepath.Join(tables, "LTWA.json"))
	if err != nil {
		return nil, err
	}
	var words map[string]string
	if err := json.Unmarshal(text, &words); err != nil {
		return nil, err
	}
	for w, to := range words {
		if w = strings.ToLower(w); shortens(strings.ToLower(to), w) {
			l.words[w] = to
		}
	}
	files, err := filepath.Glob(filepath.Join(tables, "abbrv.jabref.org", "journals", "*.csv"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	for _, file := range files {
		if slices.ContainsFunc(unusual, func(u string) bool { return strings.Contains(filepath.Base(file), u) }) {
			continue
		}
		if err := l.readTable(file); err != nil {
			return nil, err
		}
	}
	return l, l.readISSN(filepath.Join(tables, "doaj", "data", "doaj", "doajJournalList.csv"))
}

// shortens reports whether an abbreviation has letters of a word in order and the first of them: our copy of the list
// breaks entries of two words in the middle ("den", "Dungen"; "los", "Angeles").
func shortens(short, word string) bool {
	left := []rune(strings.TrimSuffix(short, "."))
	for i, r := range strings.ReplaceAll(word, "-", "") {
		if len(left) > 0 && (left[0] == r || left[0] == '.') {
			left = left[1:]
		} else if i == 0 {
			return false
		}
	}
	return len(left) == 0
}

func (l *lists) readTable(file string) error {
	return eachRow(file, func(row []string) {
		if len(row) < 2 || !usable(row[0]) || strings.EqualFold(row[0], row[1]) || !abbreviates(row[1], row[0]) {
			return
		}
		j := l.journals[key(row[0])]
		if j == nil {
			j = &journal{name: row[0]}
			l.journals[key(row[0])] = j
			l.abbrevs = append(l.abbrevs, j)
		}
		if strings.Contains(file, "entrez") || strings.Contains(file, "medicus") {
			j.nlm = row[1]
		}
		if !slices.Contains(j.briefs, row[1]) {
			j.briefs = append(j.briefs, row[1])
		}
		slices.SortStableFunc(j.briefs, func(a, b string) int { return strings.Count(b, ".") - strings.Count(a, ".") })
	})
}

func (l *lists) readISSN(file string) error {
	return eachRow(file, func(row []string) {
		if len(row) < 9 || row[1] == "Title" || !usable(row[1]) || row[6] == "" && row[7] == "" {
			return
		}
		j := l.journals[key(row[1])]
		if j == nil {
			j = &journal{name: row[1]}
			l.journals[key(row[1])] = j
			l.issn = append(l.issn, j)
		}
		if row[2] != "" {
			j.others = append(j.others, row[2])
		}
	})
}

func eachRow(file string, do func([]string)) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	r := csv.NewReader(in)
	r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = true, -1, false
	for {
		row, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		do(row)
	}
}

func key(name string) string { return normalise.Squash(normalise.Text(name)) }

// usable reports whether a name is one of three words or more in Latin letters, without brackets and what follows a
// semicolon or an equals sign.
func usable(name string) bool {
	for _, r := range name {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return false
		}
	}
	return !strings.ContainsAny(name, "()[];=/\"") && len(strings.Fields(name)) > 1 && len(name) < 120
}

// abbreviates reports whether a short name of a table has a word for each word of the long one that has weight, so
// that it is no acronym and no other name.
func abbreviates(short, long string) bool {
	n := 0
	for _, w := range normalise.Words(long) {
		if !small[w] {
			n++
		}
	}
	return len(normalise.Words(short)) >= n && !strings.ContainsAny(short, "([")
}

var small = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`of the and for in on to a an at from with by de la le les des du et sur pour par au
		aux en der die das dem den und fur zur zum im von el los las del y e o para por con da do dos das na no em della
		delle dello dei degli di il lo gli per van het voor over og i av til for och af w z dla d l`) {
		set[w] = true
	}
	return set
}()

// brief returns a name as the list of title words abbreviates it, and whether it abbreviates a word.
func (l *lists) brief(name string) (string, bool) {
	var out []string
	for _, w := range strings.Fields(name) {
		bare := strings.Trim(w, ",:.")
		low := strings.ToLower(bare)
		if normalise.Text(low) == "" {
			continue
		}
		if small[normalise.Text(low)] && !(len(bare) == 1 && unicode.IsUpper([]rune(bare)[0]) && len(out) > 0) {
			continue
		}
		parts := strings.Split(bare, "-") // ISO 4 abbreviates each part of a compound
		for i := range parts {
			parts[i] = l.briefWord(parts[i])
		}
		out = append(out, strings.Join(parts, "-"))
	}
	s := strings.Join(out, " ")
	return s, s != name
}

// briefWord returns a word as the list abbreviates it or the longest beginning of it. A single letter stands for whole
// words only.
func (l *lists) briefWord(word string) string {
	low := strings.ToLower(word)
	if word == strings.ToUpper(word) {
		return word
	}
	to := strings.ToLower(l.words[low])
	for n := len(low) - 1; n > 2 && to == ""; n-- {
		if p := strings.ToLower(l.words[low[:n]]); len(p) > 2 {
			to = p
		}
	}
	if to == "" || len(to) > len(low) {
		return word
	}
	if r := []rune(to); unicode.IsUpper([]rune(word)[0]) {
		to = string(unicode.ToUpper(r[0])) + string(r[1:])
	}
	return to
}
