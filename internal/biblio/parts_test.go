package biblio

import "testing"

func TestNameParts(t *testing.T) {
	for _, c := range []struct {
		family, given string
		want          Contributor
	}{
		{"Rijke", "Maarten de", Contributor{Given: "Maarten", Particle: "de", Family: "Rijke"}},
		{"de Rijke", "Maarten", Contributor{Given: "Maarten", Particle: "de", Family: "Rijke"}},
		{"Council", "Peter J.", Contributor{Given: "Peter J.", Family: "Council"}},
		{"King", "Martin Luther Jr.", Contributor{Given: "Martin Luther", Family: "King", Suffix: "Jr."}},
		{"García Márquez", "Gabriel", Contributor{Given: "Gabriel", Family: "García Márquez"}},
		{"Madonna", "", Contributor{Family: "Madonna"}},
		{"", "Madonna", Contributor{Family: "Madonna"}},
		{"", "", Contributor{}},
	} {
		if got := NameParts(c.family, c.given); got != c.want {
			t.Errorf("NameParts(%q, %q) = %+v, want %+v", c.family, c.given, got, c.want)
		}
	}
}

// A database's internal name is not an abbreviation.
func TestAbbreviation(t *testing.T) {
	for short, want := range map[string]string{"ACL": "ACL", "Nat. Med.": "Nat. Med.", "eLife": "eLife", "人工知能": "人工知能",
		"acl": "", "emnlp-2": "", "": ""} {
		c := Container{Title: "T", Short: short}
		if got := c.Abbreviation(); got != want {
			t.Errorf("%q: %q, want %q", short, got, want)
		}
	}
}
