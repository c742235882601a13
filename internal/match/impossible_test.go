package match

import "testing"

func TestImpossiblePages(t *testing.T) {
	for pages, want := range map[string]bool{
		"0--0": true, "0": true, "S20--S12": true, "A76-A12": true, "6008--5998": true, "529–236": true,
		"201-15": false, "e1-e9": false, "12-12": false,
		"": false, "--": false, "201-10": false, "2--1": false, "12-15": false, "A12-B3": false, "Paper No. 76, 39": false,
		"10": false, "100-105, 20-10": false,
	} {
		if got := ImpossiblePages(pages); got != want {
			t.Errorf("%q: %t", pages, got)
		}
	}
}
