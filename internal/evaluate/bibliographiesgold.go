package evaluate

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

// votesNeeded is how many voters make a field of a consensus list count.
const votesNeeded = 3

// goldOfPaper reads the references that stand beside a paper as labels.
func goldOfPaper(path string) (Gold, bool, error) {
	folder := filepath.Dir(path)
	g := Gold{ID: paperID(path), Cluster: paperID(path)}
	var list []printed
	var err error
	if consensus := filepath.Join(folder, "expected.consensus.json"); exists(consensus) {
		g.Group = filepath.Base(filepath.Dir(folder))
		list, err = readConsensus(consensus)
	} else {
		g.Group = filepath.Base(folder)
		list, err = readMarked(strings.TrimSuffix(path, filepath.Ext(path)))
	}
	if err != nil || list == nil {
		return g, false, err
	}
	text, err := json.Marshal(list)
	g.Values = map[string]string{printedKey: string(text)}
	return g, true, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// readConsensus reads a list that several readers agreed on.
func readConsensus(path string) ([]printed, error) {
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
	list := []printed{}
	for _, e := range entries {
		p := printed{}
		if e.Votes["title"] >= votesNeeded {
			p.Title = e.Title
		}
		if e.Votes["authors"] >= votesNeeded {
			people, _ := biblio.ParseNames(e.Authors, biblio.Author)
			p.Authors = surnames(people)
		}
		if p.Title != "" {
			list = append(list, p)
		}
	}
	return list, nil
}

// readMarked reads references marked by hand, one a line, and the fields of
// the tagged lines that say the same.
func readMarked(base string) ([]printed, error) {
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
	list := make([]printed, len(lines))
	for i, l := range lines {
		list[i].Raw = l
	}
	data, err := os.ReadFile(base + ".segmented.xml")
	if err != nil {
		return list, nil
	}
	tagged := fullLines(string(data))
	texts := make([]printed, len(tagged))
	for i, l := range tagged {
		texts[i].Raw = html.UnescapeString(tag.ReplaceAllString(l, ""))
	}
	for i, j := range pairs(list, texts, sameString) {
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

// tagTexts gives what stands between the tags of a name; the lines are not
// well formed, so that nothing more is asked of them.
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
