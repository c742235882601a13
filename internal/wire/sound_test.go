package wire

import (
	"strings"
	"testing"
)

// Damaged parts of a record are unknown, and never evidence of a difference.
func TestDamagedRecords(t *testing.T) {
	for _, c := range []struct {
		name, record   string
		authors        string
		cut            bool
		container, url string
	}{
		{"sound",
			`{"title":"T","author":[{"family":"Arbeláez","given":"Pablo"},{"family":"Maire"}],"container-title":"J","URL":"https://a.example/b"}`, "Pablo Arbeláez; Maire", false, "J", "https://a.example/b"},
		{"bytes that are not UTF-8", `{"title":"T","author":[{"family":"Maire"},{"family":"Arbel` + "\xe1" +
			`ez","given":"Pablo"},{"family":"Fowlkes"}],"container-title":"J` + "\xe9" + `"}`, "Maire", true, "", ""},
		{"replacement characters", `{"title":"T","author":[{"family":"Maire"},{"family":"Arbel\ufffdez"}]}`,
			"Maire", true, "", ""},
		{"question marks", `{"title":"T","author":[{"family":"Arbel?ez"},{"family":"Maire"}]}`, "", true, "", ""},
		{"a damaged given name", `{"title":"T","author":[{"family":"Ristea","given":"Nicolae-C?t?lin"},{"family":"Maire"}]}`,
			"N. Ristea; Maire", false, "", ""},
		{"an author without a name",
			`{"title":"T","author":[{"family":"Maire"},{"family":null,"given":null},{"family":"Fowlkes"}]}`,
			"Maire", true, "", ""},
		{"a question", `{"title":"Who cares? A study","author":[{"family":"Maire"}]}`, "Maire", false, "", ""},
		{"script for an address", `{"title":"T","author":[{"family":"Maire"}],"URL":"javascript:alert(1)"}`,
			"Maire", false, "", ""},
		{"data for an address", `{"title":"T","author":[{"family":"Maire"}],"URL":" DATA:text/html,x"}`,
			"Maire", false, "", ""},
	} {
		r, err := CSL([]byte(c.record))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var authors []string
		for _, a := range r.Authors() {
			authors = append(authors, a.String())
		}
		if got := strings.Join(authors, "; "); got != c.authors || r.AuthorsCut != c.cut ||
			r.Container.Title != c.container || r.URL != c.url {
			t.Errorf("%s: authors %q, cut %v, container %q, address %q", c.name, got, r.AuthorsCut, r.Container.Title, r.URL)
		}
	}
}
