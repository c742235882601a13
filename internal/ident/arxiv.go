package ident

import (
	"strconv"
	"strings"
)

// ParseArXiv reads an arXiv identifier, new or old style (1706.03762, cs.LG/1706.03762, hep-th/9901001), after
// "arXiv:", as an address of arxiv.org or of a site with its numbering (alphaxiv.org, ar5iv), or as arXiv's DOI. The
// value has no version, and an old archive no subject class.
func ParseArXiv(s string) (ID, bool) {
	s = strings.TrimSpace(s)
	if rest, cut := cutPrefixFold(s, "doi:"); cut {
		s = rest
	}
	if path, site := cutSite(s, "arxiv.org", "export.arxiv.org", "ar5iv.org", "ar5iv.labs.arxiv.org", "alphaxiv.org",
		"huggingface.co", "doi.org", "dx.doi.org", "browse.arxiv.org", "cn.arxiv.org", "de.arxiv.org", "xxx.lanl.gov"); site {
		path = below(path, "abs/", "pdf/", "html/", "papers/", "overview/", "format/", "ps/", "src/", "e-print/", "list/")
		s = strings.TrimSuffix(strings.TrimSuffix(path, "/"), ".pdf")
	}
	if rest, cut := cutPrefixFold(s, arxivDOI); cut {
		s = rest
	}
	if rest, cut := cutLabel(s, "arxiv"); cut {
		s = rest
	}
	if rest, cut := cutPrefixFold(s, "abs/"); cut {
		s = rest
	}
	if i := strings.IndexAny(s, " ["); i > 0 { // "1706.03762 [cs.CL]"
		s = s[:i]
	}
	s = cutClass(s)
	n := matchArXiv(s)
	if n == 0 || strings.TrimRight(s[n:], ".,; ") != "" {
		return ID{}, false
	}
	s = strings.ToLower(s[:n])
	if i := strings.LastIndexByte(s, 'v'); i > 0 && allDigits(s[i+1:]) && isDigit(s[i-1]) {
		s = s[:i]
	}
	if archive, number, old := strings.Cut(s, "/"); old {
		archive, _, _ = strings.Cut(archive, ".")
		s = archive + "/" + number
	}
	return ID{ArXiv, s}, true
}

// cutClass removes the subject class before a new-style number: "cs.LG/1708.07747", "gr-qc/1204.2226".
func cutClass(s string) string {
	class, number, ok := strings.Cut(s, "/")
	if !ok || matchNewArXiv(number) == 0 {
		return s
	}
	archive, _, _ := strings.Cut(strings.ToLower(class), ".")
	if !archives[archive] {
		return s
	}
	return number
}

// matchArXiv returns the length of the arXiv identifier at the start of s, with
// its version, or 0. Form: https://info.arxiv.org/help/arxiv_identifier.html
func matchArXiv(s string) int {
	if n := matchNewArXiv(s); n > 0 {
		return n
	}
	return matchOldArXiv(s)
}

func matchNewArXiv(s string) int {
	if len(s) < 9 || !allDigits(s[:4]) || s[4] != '.' {
		return 0
	}
	month := int(s[2]-'0')*10 + int(s[3]-'0')
	if month < 1 || month > 12 || s[:4] < "0704" {
		return 0
	}
	i := 5
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if n := i - 5; n != 4 && n != 5 {
		return 0
	}
	return i + matchVersion(s[i:])
}

// oldArchives are the archives whose papers have old-style numbers; archives are these and the later ones.
var oldArchives, archives = func() (old, all map[string]bool) {
	old, all = map[string]bool{}, map[string]bool{"econ": true, "eess": true, "stat": true}
	for name := range strings.FieldsSeq(`
	acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs
	dg-ga funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol
	physics plasm-ph q-alg q-bio quant-ph solv-int supr-con`) {
		old[name], all[name] = true, true
	}
	return old, all
}()

func matchOldArXiv(s string) int {
	slash := strings.IndexByte(s, '/')
	if slash < 2 || slash > 14 || len(s) < slash+8 {
		return 0
	}
	archive, class, hasClass := strings.Cut(strings.ToLower(s[:slash]), ".")
	if !oldArchives[archive] || hasClass && len(class) != 2 || !allDigits(s[slash+1:slash+8]) {
		return 0
	}
	i := slash + 8
	if i < len(s) && isDigit(s[i]) {
		return 0
	}
	return i + matchVersion(s[i:])
}

func matchVersion(s string) int {
	if len(s) < 2 || s[0] != 'v' && s[0] != 'V' || !isDigit(s[1]) {
		return 0
	}
	i := 1
	for i < len(s) && i < 4 && isDigit(s[i]) {
		i++
	}
	return i
}

// ArXivDate returns the year and month in which an arXiv identifier was
// assigned, which its digits state; ok is false for other schemes.
func (id ID) ArXivDate() (year, month int, ok bool) {
	if id.Scheme != ArXiv {
		return 0, 0, false
	}
	digits := id.Value
	if _, number, old := strings.Cut(id.Value, "/"); old {
		digits = number
	}
	if len(digits) < 4 || !allDigits(digits[:4]) {
		return 0, 0, false
	}
	yy, _ := strconv.Atoi(digits[:2])
	month, _ = strconv.Atoi(digits[2:4])
	year = 2000 + yy
	if yy >= 91 {
		year = 1900 + yy
	}
	return year, month, true
}
