package web

import (
	"fmt"
	"strings"
	"testing"
)

// Years become columns, those long ago share one; the highest is as high as the plot, and no column with a
// count disappears.
func TestColumns(t *testing.T) {
	for _, c := range []struct {
		years map[int]int
		want  string
	}{
		{nil, ""},
		{map[int]int{0: 3}, "no year 3 120"},
		{map[int]int{2019: 1, 2021: 4}, "2019 1 30, 2020 0 0, 2021 4 120"},
		{map[int]int{1950: 2, 1990: 2, 2021: 400}, "before 2021 4 2, 2021 400 120"},
	} {
		var got []string
		for i, column := range columnsOf(c.years) {
			got = append(got, fmt.Sprint(column.Name, " ", column.N, " ", column.Height))
			if column.X != i*columnWidth || column.Y+column.Height != columnHeight {
				t.Errorf("%v: %+v", c.years, column)
			}
		}
		if all := strings.Join(got, ", "); all != c.want {
			t.Errorf("%v: %s, want %s", c.years, all, c.want)
		}
	}
}
