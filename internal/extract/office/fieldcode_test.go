package office

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// codeShown returns the content of a field code in one line.
func codeShown(f fieldCode, err error) string {
	kind := []string{"other", "citation", "bibliography", "hyperlink"}[f.Kind]
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v", kind, f.Keys)
	if f.URI+f.Anchor != "" {
		fmt.Fprintf(&b, " %s#%s", f.URI, f.Anchor)
	}
	for _, s := range f.Sources {
		fmt.Fprintf(&b, " %s=%s/%s", s.Key, s.Claim.Work.Title, s.Shown)
	}
	if errors.Is(err, errPayload) {
		b.WriteString(" unreadable")
	}
	return b.String()
}

const (
	kuhnCSL = `{"properties":{"plainCitation":"(Kuhn)"},"citationItems":[{"id":3,"uris":["http://zotero.org/users/1/items/ABCD"],"itemData":{"id":3,"title":"Structure"}},{"id":"x","uris":[]}]}`
	kuhnXML = `<EndNote><Cite><Author>Kuhn</Author><Year>1962</Year><RecNum>9</RecNum><DisplayText>(Kuhn)</DisplayText><record><titles><title>Structure</title></titles></record></Cite><Cite><Author>Smith</Author><Year>2001</Year></Cite></EndNote>`
)

func TestFieldCodes(t *testing.T) {
	for _, c := range []struct{ name, instruction, data, want string }{
		{"a page number", ` PAGE \* MERGEFORMAT `, "", "other []"},
		{"nothing", "", "", "other []"},
		{"an address", ` HYPERLINK "https://a.example/x" \o "tip" `, "", "hyperlink [] https://a.example/x#"},
		{"a place of the document", `HYPERLINK \l "_Ref1"`, "", "hyperlink [] #_Ref1"},
		{"an address with a place", `HYPERLINK "https://a.example" \l "s2"`, "", "hyperlink [] https://a.example#s2"},
		{"a cross-reference", `REF _Ref12 \h`, "", "hyperlink [] #_Ref12"},
		{"Word's own citation", `CITATION Smi20 \l 1033 \p 5 \m Jon19`, "", "citation [Smi20 Jon19]"},
		{"Word's own list", `BIBLIOGRAPHY \l 1033`, "", "bibliography []"},
		{"Zotero", `ADDIN ZOTERO_ITEM CSL_CITATION ` + kuhnCSL + ` rest`, "", "citation [ABCD x] ABCD=Structure/(Kuhn)"},
		{"Zotero's list", `ADDIN ZOTERO_BIBL {"uncited":[]} CSL_BIBLIOGRAPHY`, "", "bibliography []"},
		{"Mendeley",
			`ADDIN CSL_CITATION {"citationItems":[{"id":"I","uris":["http://www.mendeley.com/documents/?uuid=u-1"],"itemData":{"title":"Structure"}}],"mendeley":{"plainTextFormattedCitation":"(K)"}}`, "", "citation [u-1] u-1=Structure/(K)"},
		{"Zotero without its object", `ADDIN ZOTERO_ITEM CSL_CITATION`, "", "citation [] unreadable"},
		{"Zotero broken off", `ADDIN ZOTERO_ITEM CSL_CITATION ` + kuhnCSL[:60], "", "citation [] unreadable"},
		{"an item that is none", `ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":[{"itemData":7}]}`, "",
			"citation [] unreadable"},
		{"EndNote", "ADDIN EN.CITE " + kuhnXML + "\x00\x00", "",
			"citation [endnote-9 Smith 2001] endnote-9=Structure/(Kuhn)"},
		{"EndNote's data beside it", "ADDIN EN.CITE.DATA", base64.StdEncoding.EncodeToString([]byte(kuhnXML)),
			"citation [endnote-9 Smith 2001] endnote-9=Structure/(Kuhn)"},
		{"EndNote's text with other data", "ADDIN EN.CITE " + kuhnXML, base64.StdEncoding.EncodeToString([]byte("<x/>")),
			"citation [endnote-9 Smith 2001] endnote-9=Structure/(Kuhn)"},
		{"EndNote's empty data", "ADDIN EN.CITE", " \n", "citation []"},
		{"a cross-reference to nothing", "REF", "", "other []"},
		{"EndNote's data in the nested field", "ADDIN EN.CITE", "", "citation []"},
		{"EndNote's data damaged", "ADDIN EN.CITE.DATA", "!!!", "citation [] unreadable"},
		{"EndNote's list", "ADDIN EN.REFLIST", "", "bibliography []"},
		{"another addin", "ADDIN SOMETHING else", "", "other []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := codeShown(parseField(c.instruction, c.data)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestTaggedFields(t *testing.T) {
	data := base64.RawStdEncoding.EncodeToString([]byte(kuhnCSL))
	for tag, want := range map[string]string{
		"MENDELEY_CITATION_v3_" + data: "citation [ABCD x] ABCD=Structure/(Kuhn)",
		"MENDELEY_CITATION_v3_?":       "citation [] unreadable",
		"MENDELEY_CITATION_v3":         "citation [] unreadable",
		"MENDELEY_BIBLIOGRAPHY":        "bibliography []",
		"somebody's own tag":           "other []",
	} {
		if got := codeShown(taggedField(tag)); got != want {
			t.Errorf("%s: got %s, want %s", tag, got, want)
		}
	}
}
