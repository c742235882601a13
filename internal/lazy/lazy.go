// Package lazy compiles regular expressions at their first use: a run for one question uses few of the two
// hundred in the program, and would otherwise wait for all of them.
//
// Pure.
// May be imported by: everything.
package lazy

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled at its first use. It has the methods of regexp.Regexp and is
// safe for concurrent use.
type Pattern struct {
	text string
	once sync.Once
	re   *regexp.Regexp
}

// Regexp returns the pattern for an expression. An invalid expression panics at its first use.
func Regexp(text string) *Pattern { return &Pattern{text: text} }

// get returns the compiled expression.
func (p *Pattern) get() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.text) })
	return p.re
}

func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.get().FindAllStringIndex(s, n)
}
func (p *Pattern) FindString(s string) string             { return p.get().FindString(s) }
func (p *Pattern) FindStringIndex(s string) []int         { return p.get().FindStringIndex(s) }
func (p *Pattern) FindStringSubmatchIndex(s string) []int { return p.get().FindStringSubmatchIndex(s) }
func (p *Pattern) FindSubmatch(b []byte) [][]byte         { return p.get().FindSubmatch(b) }
func (p *Pattern) MatchString(s string) bool              { return p.get().MatchString(s) }
func (p *Pattern) ReplaceAllString(s, with string) string { return p.get().ReplaceAllString(s, with) }

// ReplaceAllStringFunc is that of regexp.Regexp.
func (p *Pattern) ReplaceAllStringFunc(s string, f func(string) string) string {
	return p.get().ReplaceAllStringFunc(s, f)
}
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.get().FindAllStringSubmatch(s, n)
}
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.get().FindAllStringSubmatchIndex(s, n)
}
func (p *Pattern) FindStringSubmatch(s string) []string       { return p.get().FindStringSubmatch(s) }
func (p *Pattern) FindAllString(s string, n int) []string     { return p.get().FindAllString(s, n) }
func (p *Pattern) Match(b []byte) bool                        { return p.get().Match(b) }
func (p *Pattern) Find(b []byte) []byte                       { return p.get().Find(b) }
func (p *Pattern) FindAllIndex(b []byte, n int) [][]int       { return p.get().FindAllIndex(b, n) }
func (p *Pattern) FindAllSubmatch(b []byte, n int) [][][]byte { return p.get().FindAllSubmatch(b, n) }
