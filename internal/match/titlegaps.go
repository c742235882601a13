package match

import (
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

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
	if n*m > mostAligned {
		return []Gap{{[2]int{0, n}, [2]int{0, m}}}, 0
	}
	x, y := lists.Map(claimed, normalise.Text), lists.Map(recorded, normalise.Text)
	same := func(i, j int) bool {
		return i < n && j < m && (claimed[i] == recorded[j] || x[i] == y[j] && x[i] != "")
	}
	best := commonRuns(n, m, same)
	for i, j, a, b := 0, 0, 0, 0; i < n || j < m || a < n || b < m; {
		switch {
		case same(i, j), i == n && j == m:
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

// commonRuns returns, for the words from i of one list and from j of another on, how many they share in order.
func commonRuns(n, m int, same func(i, j int) bool) [][]int32 {
	best := make([][]int32, n+1)
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
	return best
}
