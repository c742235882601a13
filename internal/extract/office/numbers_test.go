package office

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"

	ot "github.com/bonafide-audit/bonafide/internal/testing/officetest"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// The numbers that word processors print for the items of a list.
func TestNumerals(t *testing.T) {
	for n, want := range map[int][2]string{0: {"0", "0"}, 1: {"A", "I"}, 4: {"D", "IV"}, 9: {"I", "IX"}, 26: {"Z", "XXVI"},
		27: {"AA", "XXVII"}, 28: {"BB", "XXVIII"}, 53: {"AAA", "LIII"}, 520: {strings.Repeat("Z", 20), "DXX"},
		521: {"521", "DXXI"}, 1994: {"1994", "MCMXCIV"}, 3999: {"3999", "MMMCMXCIX"}, 4000: {"4000", "4000"}} {
		if got := [2]string{numeral("upperLetter", n), numeral("I", n)}; got != want {
			t.Errorf("%d: %v", n, got)
		}
		if got := [2]string{numeral("a", n), numeral("lowerRoman", n)}; got[0] != strings.ToLower(want[0]) ||
			got[1] != strings.ToLower(want[1]) {
			t.Errorf("%d: %v", n, got)
		}
	}
	if numeral("decimal", 12) != "12" {
		t.Error("decimal")
	}
	for text, want := range map[string]int{"": 1, "x": 1, "-1": 1, "0": 0, "7": 7, "1048575": 1048575, "1048576": 1} {
		if got := atoi(text); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}

const numberings = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/>
</w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
<w:lvl w:ilvl="2"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl>
<w:lvl w:ilvl="12"><w:start w:val="5"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%9"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="none"/><w:lvlText w:val="%1"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/>
<w:lvl w:ilvl="0"><w:start w:val="40"/><w:numFmt w:val="upperRoman"/></w:lvl></w:lvlOverride></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="9"/></w:num>
<w:startOverride w:val="90"/></w:numbering>`

// The labels of items in lists with levels, restarts and bullets.
func TestNumbering(t *testing.T) {
	n := readNumbering([]byte(numberings))
	for i, c := range []struct {
		id    string
		level int
		label string
		item  bool
	}{
		{"1", 0, "3", true}, {"1", 0, "4", true}, {"1", 1, "4.a", true}, {"1", 1, "4.b", true}, {"1", 0, "5", true},
		{"1", 1, "5.a", true}, {"1", 2, "", true}, {"1", -4, "6", true}, {"1", 8, "5", true}, {"1", 99, "6", true},
		{"2", 0, "7", true}, {"2", 0, "8", true}, {"2", 1, "8.a", true}, {"1", 0, "7", true}, {"3", 0, "", true},
		{"4", 0, "", true}, {"none", 0, "", true}, {"0", 0, "", false}, {"", 0, "", false},
	} {
		if label, item := n.next(c.id, c.level); label != c.label || item != c.item {
			t.Errorf("%d, item of list %q, level %d: %q, %v, want %q", i, c.id, c.level, label, item, c.label)
		}
	}
}

// What the styles of a document say, with what they are based on.
func TestStylesOfWord(t *testing.T) {
	all := readStyles([]byte(`<w:styles xmlns:w="w"><w:style w:styleId="a"><w:name w:val="Heading 3"/></w:style>
<w:style w:styleId="b"><w:name w:val="mine"/><w:basedOn w:val="a"/><w:numId w:val="4"/><w:ilvl w:val="2"/></w:style>
<w:style w:styleId="c"><w:name w:val="its"/><w:basedOn w:val="b"/></w:style>
<w:style w:styleId="d"><w:name w:val="x"/><w:basedOn w:val="b"/><w:outlineLvl w:val="0"/><w:numId w:val="7"/></w:style>
<w:style w:styleId="e"><w:name w:val="Bibliography"/></w:style><w:style w:styleId="f"><w:basedOn w:val="e"/>
<w:outlineLvl w:val="9"/></w:style><w:style w:styleId="g"><w:name w:val="y"/><w:outlineLvl w:val="8"/></w:style>
<w:style w:styleId="h"><w:name w:val="z"/><w:outlineLvl w:val="-1"/></w:style><w:style w:styleId="last"><w:name w:val="heading 2"/></w:style></w:styles>`))
	for id, want := range map[string]style{"a": {heading: 3}, "b": {heading: 3, number: "4", level: 2},
		"c": {heading: 3, number: "4", level: 2}, "d": {heading: 1, number: "7"}, "e": {listed: true}, "f": {listed: true},
		"g": {heading: 9}, "h": {}, "last": {heading: 2}, "none": {}} {
		if got := all.resolve(id); got.heading != want.heading || got.number != want.number || got.level != want.level ||
			got.listed != want.listed {
			t.Errorf("%s: %+v", id, got)
		}
	}
	for name, want := range map[string]int{"heading 1": 1, "Heading 9": 9, "heading 0": 0, "heading 10": 0, "heading": 0,
		"heading x": 0, "subheading 1": 0} {
		if got := headingStyle(name); got != want {
			t.Errorf("%q: %d", name, got)
		}
	}
	for name, want := range map[string]bool{"Bibliography": true, "MDPI_bib_entry": true, "Bib Entry": true,
		"bibitem":              true,
		"Literaturverzeichnis": true, "Bibliography Heading": false, "Bib entry char": false, "Normal": false} {
		if got := listStyle(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// How managers identify an item of their libraries.
func TestItemKeys(t *testing.T) {
	long := strings.Repeat("x", 58)
	for uri, want := range map[string]string{"http://zotero.org/users/1/items/ABCD": "ABCD",
		"http://m.example/?uuid=u-1": "u-1",
		"http://m.example/?uuid=":    "?uuid=", "http://z.example/": "id", "": "id", "x": "id", "/a": "a", "/" + long: long,
		"/" + long + "x": "id"} {
		if got := itemKey([]string{uri}, "id"); got != want {
			t.Errorf("%q: %q", uri, got)
		}
	}
	for raw, want := range map[string]string{`"a"`: "a", `12`: "12", `null`: "", ` 7 `: "7",
		strings.Repeat("1", 60): strings.Repeat("1", 60), strings.Repeat("1", 61): "", `{}`: "{}"} {
		if got := idText(json.RawMessage(raw)); got != want {
			t.Errorf("%s: %q", raw, got)
		}
	}
	for xml, want := range map[string]string{
		`<Cite><RecNum>5</RecNum><record><foreign-keys><key db-id="x">7</key></foreign-keys></record></Cite>`: "endnote-7",
		`<Cite><RecNum>5</RecNum><record><foreign-keys><key>7</key></foreign-keys></record></Cite>`:           "endnote-5",
		`<Cite><RecNum>5</RecNum><record><foreign-keys><key db-id="x"/></foreign-keys></record></Cite>`:       "endnote-5",
		`<Cite><Author>Kuhn</Author><Year>1962</Year><record/></Cite>`:                                        "Kuhn 1962",
	} {
		cite, err := xmlscan.Parse([]byte(xml))
		if err != nil {
			t.Fatal(err)
		}
		if got := endnoteKey(cite, cite.Child("record"), cite.Child("RecNum").Line()); got != want {
			t.Errorf("%s: %q", xml, got)
		}
	}
	if got, err := decode64("a GVs\nbG8="); err != nil || string(got) != "hello" {
		t.Errorf("%q %v", got, err)
	}
}

// Which files are documents of word processors, and why others are refused.
func TestKindsOfOffice(t *testing.T) {
	const types, rels = "[Content_Types].xml", "_rels/.rels"
	zip := func(names ...string) string { // a part of a name has the text behind its equals sign
		parts := map[string]string{}
		for _, one := range names {
			name, text, _ := strings.Cut(one, "=")
			parts[name] = cmp.Or(text, "x")
		}
		return string(ot.Pack(parts))
	}
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	wide := func(s string) string { return strings.Join(strings.Split(s, ""), "\x00") + "\x00" }
	odt := "application/vnd.oasis.opendocument."
	flat := `<?xml version="1.0"?><office:document office:mimetype="` + odt + `text">`
	for name, c := range map[string]struct {
		src       string
		docx, odt bool
		refused   error
	}{
		"Word":              {zip(types, "word/document.xml"), true, false, nil},
		"elsewhere":         {zip(types, rels, "doc.xml"), true, false, nil},
		"without its links": {zip(types, "doc.xml"), false, false, nil},
		"no types":          {zip("word/document.xml"), false, false, nil},
		"a sheet":           {zip(types, rels, "xl/a.xml"), false, false, errSheet},
		"a sheet inside":    {zip(types, "word/a.xml", "xl/a.xml"), true, false, nil},
		"slides":            {zip(types, rels, "ppt/a.xml"), false, false, errSlides},
		"slides inside":     {zip(types, "word/a.xml", "ppt/a.xml"), true, false, nil},
		"any zip":           {zip("xl/a.xml", "ppt/b.xml"), false, false, nil},
		"a broken Word":     {"PK\x03\x04 [Content_Types].xml word/document.xml", true, false, nil},
		"about Word":        {"[Content_Types].xml word/document.xml", false, false, nil},
		"another broken":    {"PK\x03\x04 [Content_Types].xml", false, false, nil},
		"Writer":            {zip("content.xml", "mimetype="+odt+"text"), false, true, nil},
		"its sheet":         {zip("content.xml", "mimetype="+odt+"spreadsheet"), false, false, errSheet},
		"its slides":        {zip("content.xml", "mimetype="+odt+"presentation"), false, false, errSlides},
		"no content":        {zip("other.xml", "settings="+odt+"text"), false, false, nil},
		"one file":          {flat, false, true, nil},
		"with a mark":       {"\xef\xbb\xbf\n" + flat, false, true, nil},
		"at its very start": {strings.TrimPrefix(flat, `<?xml version="1.0"?>`), false, true, nil},
		"quoted":            {"see " + flat, false, false, nil},
		"one file's sheet":  {strings.Replace(flat, "text", "spreadsheet", 1), false, false, nil},
		"rich text":         {`{\rtf1 a}`, false, false, errRTF},
		"legacy":            {ole + wide("WordDocument"), false, false, errLegacy},
		"a password":        {ole + wide("EncryptedPackage"), false, false, errPassword},
		"legacy sheet":      {ole + wide("Workbook"), false, false, errSheet},
		"legacy slides":     {ole + wide("PowerPoint Document"), false, false, errSlides},
		"text":              {"[1] A. Abel, Sand, 1999.", false, false, nil},
	} {
		src := []byte(c.src)
		if got := Refuse(src); LooksLikeDOCX(src) != c.docx || LooksLikeODT(src) != c.odt || got != c.refused ||
			LooksLikeOther(src) != (c.refused != nil) {
			t.Errorf("%s: %v %v %v", name, LooksLikeDOCX(src), LooksLikeODT(src), got)
		}
	}
}

// White space in Writer's texts is one space.
func TestSpaces(t *testing.T) {
	for text, want := range map[string]string{"": "", "a b": "a b", " a": " a", "a  b": "a b", "\n a\tb ": " a b ",
		"\n\n": " ",
		"a\n":  "a ", "\na": " a", "  ": " ", " ": " "} {
		if got := spaces(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// The text of a document is where its links say, if that is there.
func TestMainPart(t *testing.T) {
	link := func(kind, target string) string {
		return `<Relationship Type="http://x/` + kind + `" Target="` + target + `"/>`
	}
	for rels, want := range map[string]string{"": "word/document.xml", link("officeDocument", "doc.xml"): "doc.xml",
		link("officeDocument", "/doc.xml"): "doc.xml", link("officeDocument", "missing.xml"): "word/document.xml",
		link("core-properties", "other.xml") + link("officeDocument", "doc.xml"): "doc.xml",
		link("core-properties", "other.xml"):                                     "word/document.xml"} {
		p, err := open(ot.Pack(map[string]string{"_rels/.rels": "<Relationships>" + rels + "</Relationships>", "doc.xml": "x",
			"other.xml": "x"}))
		if err != nil {
			t.Fatal(err)
		}
		w := &word{pack: p, story: &story{}}
		if got := w.mainPart(); got != want {
			t.Errorf("%s: %s", rels, got)
		}
	}
}
