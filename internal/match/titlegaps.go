package match

import "github.com/bonafide-audit/bonafide/internal/normalise"

// Gap is where two titles differ: the claimed words from the first index to the second are in place of the recorded
// ones. One of the two runs may be empty.
type Gap struct{ Claimed, Recorded [2]int }

// mostAligned bounds how many pairs of words are compared.
const mostAligned = 1 << 20

// TitleGaps returns where two titles, as lists of words, differ in more than case, punctuation and diacritics, and
// how many words they share in order. It looks for the longest such sequence; of titles that are too long the whole
// is one gap.
func TitleGaps(claimed, recorded []string) (gaps []Gap, shared int) {
	n, m := len(claimed), len(recorded)
	x, y := make([]string, n), make([]string, m)
	for i, w := range claimed {
		x[i] = normalise.Text(w)
	}
	for j, w := range recorded {
		y[j] = normalise.Text(w)
	}
	if n*m > mostAligned {
		return []Gap{{[2]int{0, n}, [2]int{0, m}}}, 0
	}
	same := func(i, j int) bool { return claimed[i] == recorded[j] || x[i] == y[j] && x[i] != "" }
	best := make([][]int32, n+1) // of the words from i and j on
	for i := range best {
		best[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if same(i, j) {
				best[i][j] = best[i+1][j+1] + 1
			} else {
				best[i][j] = max(best[i+1][j], best[i][j+1])
			}
		}
	}
	for i, j, a, b := 0, 0, 0, 0; i < n || j < m || a < n || b < m; {
		switch {
		case i < n && j < m && same(i, j), i == n && j == m:
			if i > a || j > b {
				gaps = append(gaps, Gap{[2]int{a, i}, [2]int{b, j}})
			}
			i, j = i+1, j+1
			a, b = i, j
		case j == m || i < n && best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return gaps, int(best[0][0])
}
