package match

import "slices"

// calendars are the calendars in which works state their year, with the years from which there is scholarly
// literature, and the years of the common era in which such a year begins and ends.
var calendars = []struct {
	first, last int
	common      func(year int) []int
}{
	{1250, 1450, func(y int) []int { return []int{y + 621, y + 622} }},               // Solar Hijri: Iran
	{1250, 1500, func(y int) []int { return []int{y - y/33 + 621, y - y/33 + 622} }}, // Hijri, by the moon
	{2400, 2650, func(y int) []int { return []int{y - 543} }},                        // Buddhist: Thailand
}

// otherCalendar reports whether one year is the other in another calendar.
func otherCalendar(claimed, recorded int) bool {
	for _, c := range calendars {
		for _, pair := range [][2]int{{claimed, recorded}, {recorded, claimed}} {
			if pair[0] >= c.first && pair[0] <= c.last && slices.Contains(c.common(pair[0]), pair[1]) {
				return true
			}
		}
	}
	return false
}
