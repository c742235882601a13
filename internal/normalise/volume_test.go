package normalise

import "testing"

// What registries and careless entries write beside the volume is read; a volume alone and two volumes stay.
func TestSplitVolume(t *testing.T) {
	for s, want := range map[string]VolumeParts{
		"s2-42": {Number: "42"}, "s1-IX": {Number: "IX"}, "7(1)": {Number: "7", Issue: "1"},
		"7, 1":              {Number: "7", Issue: "1"},
		"Vol 7 No 1 (2015)": {Number: "7", Issue: "1"}, "Vol. 35, No. 2": {Number: "35", Issue: "2"},
		"35 Suppl 1": {Number: "35", Issue: "Suppl 1"}, "521(7553)": {Number: "521", Issue: "7553"},
		"521 (7553), 436-444": {Number: "521", Issue: "7553", Pages: "436-444"}, "12 (2015)": {Number: "12"},
		"12(3-4)": {Number: "12", Issue: "3-4"}, "Volume 12": {Number: "12"}, "B716": {}, "35A": {}, "3-4": {}, "3, 4": {},
		"12": {}, "": {}, "abs/1706.03762": {}, "Lecture Notes in Computer Science": {}, "12 of": {}, "12 13": {}, "LIX": {},
		"2015": {}, "Volume of essays": {},
	} {
		got, ok := SplitVolume(s)
		if ok != (want != VolumeParts{}) || ok && got != want {
			t.Errorf("%q: %+v, %v", s, got, ok)
		}
	}
}

func FuzzSplitVolume(f *testing.F) {
	f.Add("521 (7553), 436-444")
	f.Fuzz(func(t *testing.T, s string) {
		if v, ok := SplitVolume(s); ok && v.Number == "" {
			t.Errorf("%q: no number", s)
		}
	})
}
