package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// plot is a picture of stacked bars for the HTML report.
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

// stack counts references for a bar: verified or exempt, wrong, not found, not
// decided.
type stack [4]int

var stackParts = [4]struct{ class, word string }{{"bar-good", "verified or exempt"}, {"bar-bad", "wrong"}, {"bar-missing", "not found"}, {"bar-open", "not decided"}}

// partOf gives the part of a bar that an outcome counts for.
func partOf(outcome string) int {
	switch outcome {
	case judge.Verified.String(), judge.Exempt.String():
		return 0
	case judge.Discrepant.String():
		return 1
	case judge.NotFound.String():
		return 2
	}
	return 3
}

func (s stack) total() int { return s[0] + s[1] + s[2] + s[3] }

func (s stack) words() string {
	words := ""
	for i, n := range s {
		if n > 0 {
			words += fmt.Sprintf(", %d %s", n, stackParts[i].word)
		}
	}
	return words
}

const (
	plotMost  = 60 // bars
	barHeight = 14 // of a paper, in pixels
	barGap    = 4
	barLength = 420
	nameWidth = 220
)

// plot draws a bar a paper: those with most that is wrong or not found.
func (p *papers) plot() *plot {
	list := slices.Clone(p.list)
	slices.SortStableFunc(list, func(a, b *paper) int { return b.stack[1] + b.stack[2] - a.stack[1] - a.stack[2] })
	list = list[:min(len(list), plotMost)]
	most := 1
	for _, one := range list {
		most = max(most, one.stack.total())
	}
	g := &plot{Title: "References of each paper by outcome", Width: nameWidth + barLength + 50, Height: len(list) * (barHeight + barGap)}
	for i, one := range list {
		y, x := i*(barHeight+barGap), nameWidth
		bar := plotBar{Title: Visible(one.file) + one.stack.words()}
		for k, n := range one.stack {
			if width := n * barLength / most; width > 0 {
				bar.Parts = append(bar.Parts, plotPart{stackParts[k].class, x, y, width, barHeight})
				x += width
			}
		}
		g.Bars = append(g.Bars, bar)
		g.Labels = append(g.Labels,
			plotLabel{nameWidth - 6, y + barHeight - 3, "end", shortened(Visible(filepath.Base(one.file)), 32)},
			plotLabel{x + 4, y + barHeight - 3, "start", strconv.Itoa(one.stack.total())})
	}
	return g
}

// years counts references by the year of the work that they claim.
type years map[int]stack

func (y *years) add(f *Finding) {
	year, err := strconv.Atoi(string(f.Claimed.Year))
	if err != nil || year < 1400 || year > 2200 {
		return
	}
	if *y == nil {
		*y = years{}
	}
	s := (*y)[year]
	s[partOf(f.Outcome)]++
	(*y)[year] = s
}

// plot draws a column a year, of the last years only; nil where there is none.
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
		x, bottom := 20+(year-first)*width, height+14
		bar := plotBar{Title: strconv.Itoa(year) + y[year].words()}
		for k, n := range y[year] {
			if h := n * height / most; h > 0 {
				bottom -= h
				bar.Parts = append(bar.Parts, plotPart{stackParts[k].class, x, bottom, width - 3, h})
			}
		}
		if len(bar.Parts) > 0 {
			g.Bars = append(g.Bars, bar)
		}
		if year%5 == 0 || first == last {
			g.Labels = append(g.Labels, plotLabel{x + width/2, height + 30, "middle", strconv.Itoa(year)})
		}
	}
	g.Labels = append(g.Labels, plotLabel{20, 10, "start", fmt.Sprintf("%d at most", most)})
	return g
}
