package biblio

import "testing"

// FuzzPlainInverted does the same for names with a comma.
func FuzzPlainInverted(f *testing.F) {
	for _, seed := range []string{"Doe, J.", "Doe, J.-P. M.", "Doe, JP", "Doe, II", "Doe, J.K.", "De, Y. E.", "Müller, E",
		"Wu, J.R.", "The, A.", "Bar-Hillel, Y.", "Doe, V.I.", "Doe, Jr.", "Doe, J.  M.", "Doe, A. - B.", "Smith, CO"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if c, ok := plainInverted(s); ok && c != analyseName(s) {
			t.Fatalf("plainInverted(%q) = %+v, analysis %+v", s, c, analyseName(s))
		}
	})
}

// FuzzPlainName compares the fast path with the full analysis.
func FuzzPlainName(f *testing.F) {
	for _, seed := range []string{"Jane Doe", "J. D. Kaplan", "Quoc V. Le", "Johan De Baets", "The Team",
		"Mary Ann Van Dyke", "Wu M", "Martin King Junior", "Le Cun Yann", "A B", "Al Gore", "State University Press",
		"Jürgen Müller", "Ömer Şahin", "Łukasz Kaiser", "Ö Müller", "İ. Kaya", "Öa Ş", "Jean-Pierre Serre",
		"Yehoshua Bar-Hillel", "Shiu-Chang Loh", "J-Pierre Serre", "Abd-Al Salam", "Ann Jean-Luc-Marie", "A-Team Doe",
		"Jane Wu-M", "Jane Wu-Ma", "The-Anh Le"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if c, ok := plainName(s); ok && c != analyseName(s) {
			t.Fatalf("plainName(%q) = %+v, analysis %+v", s, c, analyseName(s))
		}
	})
}

func BenchmarkParseName(b *testing.B) {
	names := []string{"Jane Doe", "Quoc V. Le", "J. D. Kaplan", "Maarten de Rijke", "Jürgen Müller"}
	b.ReportAllocs()
	for b.Loop() {
		for _, n := range names {
			ParseName(n)
		}
	}
}
