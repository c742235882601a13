package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// paper counts the findings of one paper or bibliography.
type paper struct {
	file       string
	references int
	counts     map[string]int // of references, by the words for them
	gravest    section
	stack      stack
}

func (p *paper) add(f *Finding) {
	p.references++
	at, st := f.section(), styleOf(string(f.Outcome))
	p.stack[st.part]++
	word := st.counted
	if at == accepted || at == known {
		word = setAside[at-accepted]
	}
	p.counts[word]++
	p.gravest = min(p.gravest, at)
}

// setAside are the words for findings that do not count.
var setAside = [...]string{"dismissed", "known"}

// line returns "41 references: 36 fine, 2 wrong, 3 could not be checked".
func (p *paper) line() string {
	return fmt.Sprintf("%d %s: %s", p.references, plural(p.references, "reference"),
		listed(append(slices.Clone(tallied), setAside[:]...), p.counts))
}

// accuses reports whether the paper has a finding that accuses, or a withdrawn work.
func (p *paper) accuses() bool { return p.gravest <= peripheral }

// papers counts findings by paper, in input order.
type papers struct {
	list   []*paper
	byFile map[string]*paper
}

func (p *papers) of(file string) *paper {
	if one := p.byFile[file]; one != nil {
		return one
	}
	if p.byFile == nil {
		p.byFile = map[string]*paper{}
	}
	one := &paper{file: file, counts: map[string]int{}, gravest: sections}
	p.byFile[file] = one
	p.list = append(p.list, one)
	return one
}

// short removes from a file name the folder or archive that was the only input.
func (t *text) short(file string) string {
	if len(t.run.Inputs) != 1 {
		return file
	}
	in := strings.TrimSuffix(filepath.ToSlash(t.run.Inputs[0]), "/")
	rest, ok := strings.CutPrefix(filepath.ToSlash(file), in)
	if !ok || len(rest) < 2 || rest[0] != '/' && rest[0] != '!' {
		return file
	}
	return rest[1:]
}

// plot is a chart of stacked bars for the HTML report.
type plot struct {
	Title         string
	Width, Height int
	Bars          []plotBar
	Labels        []plotLabel
}

type plotBar struct {
	Title string
	Parts []plotPart
}

type plotPart struct {
	Class               string
	X, Y, Width, Height int
}

type plotLabel struct {
	X, Y         int
	Anchor, Text string
}

// stack counts references for a bar: fine or not scholarly, wrong, not found, to check by hand, could not be checked.
type stack [5]int

var stackParts = [len(stack{})]struct{ class, word string }{
	{"bar-good", "fine or not scholarly"}, {"bar-bad", "wrong"}, {"bar-missing", "not found"},
	{"bar-check", "to check by hand"}, {"bar-open", "could not be checked"},
}

func (s stack) total() (sum int) {
	for _, n := range s {
		sum += n
	}
	return sum
}

func (s stack) words() string {
	words := ""
	for i, n := range s {
		if n > 0 {
			words += fmt.Sprintf(", %d %s", n, stackParts[i].word)
		}
	}
	return words
}

// add draws a bar, whole for most references. Place returns the rectangle of a part of a length, behind others.
func (g *plot) add(title string, s stack, most, length int, place func(behind, length int) plotPart) {
	bar, behind := plotBar{Title: title + s.words()}, 0
	for k, n := range s {
		if part := n * length / most; part > 0 {
			rect := place(behind, part)
			rect.Class = stackParts[k].class
			bar.Parts = append(bar.Parts, rect)
			behind += part
		}
	}
	g.Bars = append(g.Bars, bar)
}

const (
	plotMost  = 60 // bars
	barHeight = 14 // of a paper, in pixels
	barGap    = 4
	barLength = 420
	nameWidth = 220
)

// plot draws one bar per paper: those with most references wrong or not found.
func (p *papers) plot() *plot {
	list := slices.Clone(p.list)
	slices.SortStableFunc(list, func(a, b *paper) int { return b.stack[1] + b.stack[2] - a.stack[1] - a.stack[2] })
	list = list[:min(len(list), plotMost)]
	most := 1
	for _, one := range list {
		most = max(most, one.stack.total())
	}
	g := &plot{Title: "References of each paper by outcome", Width: nameWidth + barLength + 50,
		Height: len(list) * (barHeight + barGap)}
	for i, one := range list {
		y, x := i*(barHeight+barGap), nameWidth+one.stack.total()*barLength/most
		g.add(Visible(one.file), one.stack, most, barLength, func(behind, length int) plotPart {
			return plotPart{X: nameWidth + behind, Y: y, Width: length, Height: barHeight}
		})
		g.Labels = append(g.Labels,
			plotLabel{nameWidth - 6, y + barHeight - 3, "end", shortened(Visible(filepath.Base(one.file)), 32)},
			plotLabel{x + 4, y + barHeight - 3, "start", strconv.Itoa(one.stack.total())})
	}
	return g
}

// years counts references by the year of the work that they claim.
type years map[int]stack

func (y years) add(f *Finding) {
	year, err := strconv.Atoi(string(f.Claimed.Year))
	if err != nil || year < 1400 || year > 2200 {
		return
	}
	s := y[year]
	s[styleOf(string(f.Outcome)).part]++
	y[year] = s
}

// plot draws one column per year, for the last years only; nil if there are none.
func (y years) plot() *plot {
	if len(y) == 0 {
		return nil
	}
	const width, height = 14, 160
	var list []int
	for year := range y {
		list = append(list, year)
	}
	last := slices.Max(list)
	first := max(slices.Min(list), last-plotMost+1)
	most := 1
	for year := first; year <= last; year++ {
		most = max(most, y[year].total())
	}
	g := &plot{Title: "References by the year of the cited work", Width: (last-first+1)*width + 40, Height: height + 34}
	for year := first; year <= last; year++ {
		x := 20 + (year-first)*width
		if y[year].total() > 0 {
			g.add(strconv.Itoa(year), y[year], most, height, func(behind, length int) plotPart {
				return plotPart{X: x, Y: height + 14 - behind - length, Width: width - 3, Height: length}
			})
		}
		if year%5 == 0 || first == last {
			g.Labels = append(g.Labels, plotLabel{x + width/2, height + 30, "middle", strconv.Itoa(year)})
		}
	}
	g.Labels = append(g.Labels, plotLabel{20, 10, "start", fmt.Sprintf("%d at most", most)})
	return g
}
