package tidy_test

import (
	"errors"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract"
)

// Whatever a file contains, each set of kinds keeps the works and what is not named, and a second run changes
// nothing.
func FuzzTidy(f *testing.F) {
	for _, s := range hostile {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if _, err := extract.Read("f.bib", src, extract.Options{Format: "bibtex"}); err != nil &&
			!errors.Is(err, extract.ErrNoReferences) {
			return
		}
		for _, one := range trials {
			try(t, "f.bib", src, one)
		}
	})
}

// hostile are files at the edges of the format.
var hostile = []string{
	"@article{k, author={A B and C D}, title={{T} of X-RAY NLPs}, journal=j # \"x\", year=2000, pages={1-2}}",
	"@article(k,\n author = \"A B\", % c\n year = 1999\n)\n@string{j={J}}\n@article{K, author={A B}, year=1999, journal=j}",
	"@misc{,title={\\\"{O}}, url={http://x.y/{z}}, doi=10}", "@a{b}", "@book{k,title={x}year={1}",
	"\ufeff@article{k,\r\nTITLE={A\r\n B},\r\n}\r\n@article{a,title=\"q {\"} r\", doi=\"doi:10.1000/x\"}\r\n",
	"@inproceedings{c, crossref={P}, title={BERT}}@proceedings{p, title={X}, year={2001}, editor={E " +
		"F}}@inproceedings{d, crossref=p # \"\"}",
	"!@A{0}\n0\n@A( )0",
	"% head\n@misc{b, title={One}} % tail\n% lead\n@misc{a, title={Two}}\n\n% section\n\n@comment{@misc{x,}}\n@misc{0, " +
		"title={Three}}% end",
	"@article{x, title={The same long title here}, author={Ann Bee}, year=2001, note={\\cite{y, x}}}\n@article{y, " +
		"title={The same long title here}, author={Bee, Ann}, year=2001, volume=m # {3}, ids={z}}\n@article{x, " +
		"title={Another}, author={Ann Bee}, year=2001}",
	"@misc{a,url={\\url{http://dx.doi.org/10.1000/ABC}}}\n@misc{b,url = \"https://doi.org/10.1000/%41\",doi={}}",
	"@article{\xff, title={\xe9 ABC\x96D}, pages={1\x962}, author={\xe9}, year=1}",
	"@article{k, author={A B and C D}, title={{T} of X-RA\x91 NLPs}, year=2000, pages={1-2}}",
	"@misc{a,title={GPT\x00 NASA},author={A B},year=2000}\n@misc{b,title={Two}}",
	"@misc{a,title={GPT $GPT$ \\emph{GPT} G{\\\"O}D \\OE X3D}}@string{a=\"b\"}@preamble{\"x\" # a}@misc{b,title=a # { NASA } # a}",
}
