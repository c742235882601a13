package recorded

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// votesNeeded is how many voters are needed for a field of a consensus list to count.
const votesNeeded = 3

// Gold reads the references that people marked in a paper, from files beside it, and the kind of the paper; nil
// if there are none.
func Gold(path string) (kind string, list []Printed, err error) {
	folder := filepath.Dir(path)
	if consensus := filepath.Join(folder, "expected.consensus.json"); exists(consensus) {
		list, err = readConsensus(consensus)
		return filepath.Base(filepath.Dir(folder)), list, err
	}
	base := strings.TrimSuffix(path, filepath.Ext(path))
	if made := base + madeEnding; exists(made) {
		list, err = readMade(made)
		return filepath.Base(folder), list, err
	}
	list, err = readMarked(base)
	return filepath.Base(folder), list, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// readConsensus reads a list on which several readers agreed.
func readConsensus(path string) ([]Printed, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var entries []struct {
		Title   string
		Authors []string
		Votes   map[string]int
	}
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	list := []Printed{}
	for _, e := range entries {
		p := Printed{}
		if e.Votes["title"] >= votesNeeded {
			p.Title = e.Title
		}
		if e.Votes["authors"] >= votesNeeded {
			people, _ := biblio.ParseNames(e.Authors, biblio.Author)
			p.Authors = Surnames(people)
		}
		if p.Title != "" {
			list = append(list, p)
		}
	}
	return list, nil
}

// readMarked reads references marked by hand, one per line, and the fields of the tagged lines for the same
// references.
func readMarked(base string) ([]Printed, error) {
	var lines []string
	for _, ending := range []string{".refs", ".refs.txt"} {
		if data, err := os.ReadFile(base + ending); err == nil {
			lines = fullLines(string(data))
			break
		}
	}
	if lines == nil {
		return nil, nil
	}
	list := make([]Printed, len(lines))
	for i, l := range lines {
		list[i].Raw = l
	}
	data, err := os.ReadFile(base + ".segmented.xml")
	if err != nil {
		return list, nil
	}
	tagged := fullLines(string(data))
	texts := make([]Printed, len(tagged))
	for i, l := range tagged {
		texts[i].Raw = html.UnescapeString(tag.ReplaceAllString(l, ""))
	}
	for i, j := range Pairs(list, texts, SameString) {
		if j >= 0 {
			list[i].Title = html.UnescapeString(tag.ReplaceAllString(strings.Join(tagTexts(tagged[j], "title"), " "), ""))
			for _, name := range tagTexts(tagged[j], "author") {
				if s := tagTexts(name, "surname"); len(s) > 0 {
					list[i].Authors = append(list[i].Authors, html.UnescapeString(strings.TrimSpace(s[0])))
				}
			}
		}
	}
	return list, nil
}

var tag = regexp.MustCompile(`</?[a-z-]+>`)

// tagTexts returns the texts between tags of a name; the lines are not well-formed, so nothing more is expected
// of them.
func tagTexts(s, name string) []string {
	var list []string
	for {
		_, rest, ok := strings.Cut(s, "<"+name+">")
		if !ok {
			return list
		}
		text, after, ok := strings.Cut(rest, "</"+name+">")
		if !ok {
			return list
		}
		list = append(list, text)
		s = after
	}
}

func fullLines(s string) []string {
	var list []string
	for _, l := range strings.Split(strings.ReplaceAll(s, "\r", ""), "\n") {
		if strings.TrimSpace(l) != "" {
			list = append(list, strings.TrimSpace(l))
		}
	}
	return list
}
