package office

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	ot "github.com/bonafide-audit/bonafide/internal/testing/officetest"
)

const (
	vaswani = "Vaswani, A., Shazeer, N., & Parmar, N. (2017). Attention is all you need. Advances in Neural Information " +
		"Processing Systems, 30, 5998–6008."
	lecun = "LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444. " +
		"https://doi.org/10.1038/nature14539"
	kuhn = "Kuhn, T. S. (1962). The structure of scientific revolutions. University of Chicago Press."
)

const vaswaniItem = `{"id":12,"uris":["http://zotero.org/users/1/items/ABCD1234"],"itemData":{"id":12,"type":"paper-conference","title":"Attention is All You Need","container-title":"Advances in Neural Information Processing Systems","volume":"30","page":"5998-6008","author":[{"family":"Vaswani","given":"Ashish"},{"family":"Shazeer","given":"Noam"},{"family":"Parmar","given":"Niki"}],"issued":{"date-parts":[["2017"]]}}}`
const kuhnItem = `{"id":13,"uris":["http://zotero.org/users/1/items/KUHN1962"],"itemData":{"id":13,"type":"book","title":"The Structure of Scientific Revolutions","publisher":"University of Chicago Press","author":[{"family":"Kuhn","given":"Thomas S."}],"issued":{"date-parts":[[1962]]}}}`

func zotero(shown string, items ...string) string {
	return `ADDIN ZOTERO_ITEM CSL_CITATION {"citationID":"x","properties":{"formattedCitation":"` + shown +
		`","plainCitation":"` + shown + `"},"citationItems":[` + strings.Join(items, ",") +
		`],"schema":"https://github.com/citation-style-language/schema/raw/master/csl-citation.json"}`
}

// shown returns the result as lines that a test can compare.
func shown(r reading.Result) string {
	var b strings.Builder
	for _, ref := range r.References {
		w := ref.Claimed
		var names []string
		for _, c := range w.Contributors {
			names = append(names, c.Family)
		}
		fmt.Fprintf(&b, "ref key=%s label=%s place=%d%s | %s | %s | %s | %s\n", ref.Key, ref.Extra["label"],
			ref.Place.Paragraph, ref.Place.Note, strings.Join(names, "; "), w.YearString(), w.FullTitle(), w.Container.Title)
	}
	for _, c := range r.Citations {
		fmt.Fprintf(&b, "cite %s %q in %q\n", c.Key, c.Mark, c.Context)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem %s\n", p.Rule)
	}
	return b.String()
}

func compare(t *testing.T, r reading.Result, err error, want string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(r); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDOCXPrintedList(t *testing.T) {
	src := ot.DOCX(
		ot.Style("Berschrift1", ot.R("Introduction"))+ot.P(ot.R("Attention is used everywhere [1, 2]. Kuhn said so."))+
			ot.Style("Berschrift1", ot.R("References"))+
			ot.Item(1, ot.R(vaswani[:20]), `<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>`,
				`<w:ins>`+ot.R(vaswani[20:])+`</w:ins>`)+
			ot.Item(1, ot.R("LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444. "),
				`<w:hyperlink r:id="rId5">`+ot.R("Link")+`</w:hyperlink>`)+
			ot.Item(1, ot.R(kuhn))+
			ot.Style("Berschrift1", ot.R("Appendix A"))+ot.P(ot.R("More text, from 2019, which is no reference.")),
		map[string]string{"word/numbering.xml": ot.Numbering(),
			"word/_rels/document.xml.rels": ot.Relationships(map[string]string{"rId5": "https://doi.org/10.1038/nature14539"})})
	r, err := ReadDOCX(src)
	compare(t, r, err, `
ref key= label=1 place=4 | Vaswani; Shazeer; Parmar | 2017 | Attention is all you need | Advances in Neural Information Processing Systems
ref key= label=2 place=5 | LeCun; Bengio; Hinton | 2015 | Deep learning | Nature
ref key= label=3 place=6 | Kuhn | 1962 | The structure of scientific revolutions | 
`)
	if got := r.References[1].Claimed.Flat().DOI; got != "10.1038/nature14539" {
		t.Errorf("doi %q", got)
	}
	if len(r.Texts) < 2 || !strings.Contains(r.Texts[1].Body, "[1, 2]") {
		t.Errorf("texts %v", r.Texts)
	}
}

func TestDOCXZotero(t *testing.T) {
	body := ot.P(ot.R("Models attend "),
		ot.Field(zotero("(Vaswani et al., 2017)", vaswaniItem), ot.R("(Vaswani et al., 2017)")), ot.R(". Paradigms shift "),
		ot.Field(zotero("(Kuhn, 1962)", kuhnItem), ot.R("(Kuhn, 1962)")), ot.R("."))
	list := ot.P(ot.R("References")) +
		ot.Style("Literatur",
			`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ADDIN ZOTERO_BIBL {"uncited":[]} CSL_BIBLIOGRAPHY </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`+ot.R(vaswani)) + ot.Style("Literatur", ot.R(lecun), `<w:r><w:fldChar w:fldCharType="end"/></w:r>`)
	r, err := ReadDOCX(ot.DOCX(body+list, nil))
	compare(t, r, err, `
ref key=ABCD1234 label= place=3 | Vaswani; Shazeer; Parmar | 2017 | Attention is All You Need | Advances in Neural Information Processing Systems
ref key= label= place=4 | LeCun; Bengio; Hinton | 2015 | Deep learning | Nature
ref key=KUHN1962 label= place=1 | Kuhn | 1962 | The Structure of Scientific Revolutions | 
cite ABCD1234 "(Vaswani et al., 2017)" in "Models attend (Vaswani et al., 2017)."
cite KUHN1962 "(Kuhn, 1962)" in "Paradigms shift (Kuhn, 1962)."
`)
}

// The printed text takes precedence over the manager's data.
func TestDOCXEditedEntry(t *testing.T) {
	body := ot.P(ot.Field(zotero("(Vaswani et al., 2017)", vaswaniItem), ot.R("(Vaswani et al., 2017)")))
	list := ot.Style("Berschrift1", ot.R("References")) +
		ot.Style("Literatur", ot.R(strings.ReplaceAll(vaswani, "is all you need", "is nothing you need"))) +
		ot.Style("Literatur", ot.R(lecun))
	r, err := ReadDOCX(ot.DOCX(body+list, nil))
	compare(t, r, err, `
ref key=ABCD1234 label= place=3 | Vaswani; Shazeer; Parmar | 2017 | Attention is nothing you need | Advances in Neural Information Processing Systems
ref key= label= place=4 | LeCun; Bengio; Hinton | 2015 | Deep learning | Nature
cite ABCD1234 "(Vaswani et al., 2017)" in "(Vaswani et al., 2017)"
problem edited-entry
`)
	list = ot.Style("Berschrift1", ot.R("References")) +
		ot.Style("Literatur", ot.R(strings.ReplaceAll(vaswani, "30, 5998–6008", "31, 77–88"))) +
		ot.Style("Literatur", ot.R(lecun))
	r, err = ReadDOCX(ot.DOCX(body+list, nil))
	if err != nil || r.References[0].Claimed.Volume != "31" || r.References[0].Claimed.Pages != "77–88" {
		t.Errorf("%+v %v", r.References[0].Claimed, err)
	}
}

const endnoteXML = `<EndNote><Cite><Author>Kuhn</Author><Year>1962</Year><RecNum>5</RecNum><DisplayText>(Kuhn 1962)</DisplayText><record><rec-number>5</rec-number><foreign-keys><key app="EN" db-id="x">5</key></foreign-keys><ref-type name="Book">6</ref-type><contributors><authors><author>Kuhn, Thomas S.</author></authors></contributors><titles><title>The structure of scientific revolutions</title></titles><dates><year>1962</year></dates><pub-location>Chicago</pub-location><publisher>University of Chicago Press</publisher><urls></urls></record></Cite></EndNote>`

func TestDOCXOtherManagers(t *testing.T) {
	want := `
ref key=%s label= place=1 | %s | 1962 | %s | 
cite %[1]s "(Kuhn 1962)" in "Paradigms shift (Kuhn 1962)."
`
	end := ot.R(".")
	for name, c := range map[string]struct{ field, key, author, title string }{
		"EndNote inline": {ot.Field("ADDIN EN.CITE "+endnoteXML, ot.R("(Kuhn 1962)")), "endnote-5", "Kuhn",
			"The structure of scientific revolutions"},
		"EndNote base64": {ot.EndNoteField(endnoteXML, ot.R("(Kuhn 1962)")), "endnote-5", "Kuhn",
			"The structure of scientific revolutions"},
		"Mendeley": {ot.Field(strings.Replace(zotero("(Kuhn 1962)", kuhnItem), "ZOTERO_ITEM ", "", 1),
			ot.R("(Kuhn 1962)")), "KUHN1962", "Kuhn", "The Structure of Scientific Revolutions"},
		"Mendeley Cite": {ot.MendeleyCite(`{"citationID":"MENDELEY_CITATION_1","citationItems":[`+kuhnItem+`]}`,
			ot.R("(Kuhn 1962)")), "KUHN1962", "Kuhn", "The Structure of Scientific Revolutions"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := ReadDOCX(ot.DOCX(ot.P(ot.R("Paradigms shift "), c.field, end), nil))
			compare(t, r, err, fmt.Sprintf(want, c.key, c.author, c.title))
		})
	}
}

func TestDOCXWordSources(t *testing.T) {
	sources :=
		`<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source><b:Tag>Kuh62</b:Tag><b:SourceType>Book</b:SourceType><b:Author><b:Author><b:NameList><b:Person><b:Last>Kuhn</b:Last><b:First>Thomas</b:First><b:Middle>S.</b:Middle></b:Person></b:NameList></b:Author></b:Author><b:Title>The structure of scientific revolutions</b:Title><b:Year>1962</b:Year><b:Publisher>University of Chicago Press</b:Publisher></b:Source><b:Source><b:Tag>Un</b:Tag><b:Title>Not cited at all</b:Title></b:Source></b:Sources>`
	r, err := ReadDOCX(
		ot.DOCX(ot.P(ot.R("Text "), `<w:fldSimple w:instr=" CITATION Kuh62 \l 1031 ">`+ot.R("(Kuhn 1962)")+`</w:fldSimple>`),
			map[string]string{"customXml/item1.xml": sources}))
	compare(t, r, err, `
ref key=Kuh62 label= place=1 | Kuhn | 1962 | The structure of scientific revolutions | 
cite Kuh62 "(Kuhn 1962)" in "Text (Kuhn 1962)"
`)
	for _, part := range []string{"customXml/itemProps1.xml", "customXml/item1.txt", "word/item1.xml"} {
		r, err := ReadDOCX(ot.DOCX(ot.P(ot.R("Text "), ot.Field("CITATION Kuh62", ot.R("(Kuhn 1962)"))),
			map[string]string{part: sources}))
		if err != nil || len(r.References) != 0 {
			t.Errorf("%s has sources: %s %v", part, shown(r), err)
		}
	}
}

func TestDOCXBookmarks(t *testing.T) {
	code := strings.TrimPrefix(zotero("(Kuhn 1962)", kuhnItem), "ADDIN ")
	custom := `<Properties xmlns:vt="x"><property name="ZOTERO_BREF_aB1_1"><vt:lpwstr>` + strings.NewReplacer("&", "&amp;",
		"<", "&lt;").Replace(code[:150]) + `</vt:lpwstr></property><property name="ZOTERO_BREF_aB1_2"><vt:lpwstr>` +
		code[150:] + `</vt:lpwstr></property><property name="ZOTERO_PREF_1"><vt:lpwstr>x</vt:lpwstr></property></Properties>`
	r, err := ReadDOCX(
		ot.DOCX(ot.P(ot.R("Text "), `<w:bookmarkStart w:id="0" w:name="ZOTERO_BREF_aB1"/>`, ot.R("(Kuhn 1962)"),
			`<w:bookmarkEnd w:id="0"/>`), map[string]string{"docProps/custom.xml": custom}))
	compare(t, r, err, `
ref key=KUHN1962 label= place=1 | Kuhn | 1962 | The Structure of Scientific Revolutions | 
cite KUHN1962 "" in "Text (Kuhn 1962)"
`)
}

func TestDOCXNotes(t *testing.T) {
	call := func(i int) string { return ot.P(ot.R("Some claim of the text."), ot.NoteCall("footnote", i)) }
	r, err := ReadDOCX(ot.DOCX(call(3)+call(2)+call(4)+call(5),
		map[string]string{"word/footnotes.xml": ot.Notes("footnote",
			ot.R("Vgl. Habermas, Jürgen (1981): Theorie des kommunikativen Handelns. Frankfurt am Main: Suhrkamp, S. 45."),
			ot.R("See Thomas S. Kuhn, The Structure of Scientific Revolutions (Chicago: University of Chicago Press, 1962), p. 12."),
			ot.R("I thank a reader for this remark."),
			ot.R("Foucault, Michel (1969): L’archéologie du savoir. Paris: Gallimard, pp. 12–15."))}))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, ref := range r.References {
		got = append(got, ref.Place.Note+" "+ref.Key+" "+ref.Raw[:9])
	}
	if want := "1 footnote-1 Thomas S.|2 footnote-2 Habermas,|4 footnote-4 Foucault,"; strings.Join(got, "|") != want {
		t.Errorf("got %q", got)
	}
	if len(r.Citations) != 3 {
		t.Errorf("citations %v", r.Citations)
	}
}

func TestODT(t *testing.T) {
	esc := strings.NewReplacer(`"`, "&quot;", "&", "&amp;")
	mark := esc.Replace(strings.TrimPrefix(zotero("(Vaswani et al., 2017)", vaswaniItem), "ADDIN ")) + " RNDa1b2"
	text := `<text:h text:outline-level="1">Intro</text:h><text:p>Models attend <text:reference-mark-start text:name="` +
		mark + `"/>(Vaswani et al., 2017)<text:reference-mark-end text:name="` + mark +
		`"/>.<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>A remark.</text:p></text:note-body></text:note> Paradigms shift <text:bibliography-mark text:bibliography-type="book" text:identifier="Kuhn62" text:author="Kuhn, Thomas S." text:title="The structure of scientific revolutions" text:year="1962" text:publisher="University of Chicago Press">[Kuhn62]</text:bibliography-mark>.</text:p>
<text:tracked-changes><text:changed-region><text:deletion><text:p>Gone (2001). Deleted entry. Journal of X, 1(2), 3–4.</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:section text:name="ZOTERO_BIBL {&quot;uncited&quot;:[]} CSL_BIBLIOGRAPHY RNDx"><text:p text:style-name="P1">` +
		esc.Replace(vaswani) + `</text:p><text:p text:style-name="P1">` + esc.Replace(lecun[:90]) +
		`<text:a xlink:href="https://doi.org/10.1038/nature14539">Link</text:a></text:p></text:section>`
	r, err := ReadODT(ot.ODT(text))
	compare(t, r, err, `
ref key=ABCD1234 label= place=3 | Vaswani; Shazeer; Parmar | 2017 | Attention is All You Need | Advances in Neural Information Processing Systems
ref key= label= place=4 | LeCun; Bengio; Hinton | 2015 | Deep learning | Nature
ref key=Kuhn62 label= place=2 | Kuhn | 1962 | The structure of scientific revolutions | 
cite ABCD1234 "(Vaswani et al., 2017)" in "Models attend (Vaswani et al., 2017)."
cite Kuhn62 "" in "Paradigms shift [Kuhn62]."
`)
	list := `<text:h text:outline-level="1">References</text:h><text:list text:style-name="L1">`
	for _, e := range []string{vaswani, lecun, kuhn} {
		list += `<text:list-item><text:p>` + esc.Replace(e) + `</text:p></text:list-item>`
	}
	r, err = ReadODT(ot.ODT(list + `</text:list>`))
	if err != nil || len(r.References) != 3 || r.References[2].Extra["label"] != "3" {
		t.Errorf("%s%v", shown(r), err)
	}
}

func TestRefused(t *testing.T) {
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600)
	for name, c := range map[string]struct {
		src  string
		want error
	}{
		"legacy":   {ole, errLegacy},
		"password": {ole + "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00", errPassword},
		"sheet":    {string(ot.Pack(map[string]string{"[Content_Types].xml": "", "xl/workbook.xml": ""})), errSheet},
		"slides":   {string(ot.Pack(map[string]string{"[Content_Types].xml": "", "ppt/presentation.xml": ""})), errSlides},
	} {
		if err := Refuse([]byte(c.src)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	good := ot.DOCX(ot.P(ot.R(kuhn)), nil)
	if !LooksLikeDOCX(good) || Refuse(good) != nil {
		t.Error("a document is not recognised")
	}
	if _, err := ReadDOCX(good[:len(good)/2]); !errors.Is(err, errDamaged) {
		t.Errorf("half a file: %v", err)
	}
	if !LooksLikeODT(ot.ODT("")) {
		t.Error("ODT is not recognised")
	}
}

// A part that would unpack endlessly is refused, and costs no more than the bound.
func TestBomb(t *testing.T) {
	src := ot.DOCX(strings.Repeat(ot.P(ot.R(strings.Repeat("a", 1000))), (biblio.MaxOfficePart>>10)+200), nil)
	if _, err := ReadDOCX(src); !errors.Is(err, errTooLarge) {
		t.Errorf("a bomb: %v", err)
	}
	deep := ot.DOCX(strings.Repeat("<w:p><w:r>", 200000), nil)
	if _, err := ReadDOCX(deep); err != nil {
		t.Errorf("deep nesting: %v", err)
	}
}

func FuzzDOCX(f *testing.F) {
	f.Add(ot.P(ot.R("A "), ot.Field(zotero("x", vaswaniItem), ot.R("x"))) + ot.Item(1, ot.R(lecun)))
	f.Add(ot.EndNoteField(endnoteXML, ot.R("x")) + ot.MendeleyCite("{}", "") + ot.NoteCall("footnote", 2))
	f.Add(`<w:tr><w:tc><w:p><w:r><w:t>[1]</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>` + kuhn +
		`</w:t></w:r></w:p></w:tc></w:tr>`)
	f.Fuzz(func(t *testing.T, body string) {
		r, err := ReadDOCX(ot.DOCX(body,
			map[string]string{"word/footnotes.xml": ot.Notes("footnote", body), "word/numbering.xml": ot.Numbering()}))
		checkResult(t, r, err)
	})
}

func FuzzODT(f *testing.F) {
	f.Add(`<text:list text:style-name="L1"><text:list-item><text:p>` + kuhn +
		`</text:p></text:list-item></text:list><text:note><text:note-body><text:p>x</text:p></text:note-body></text:note>`)
	f.Fuzz(func(t *testing.T, body string) {
		r, err := ReadODT(ot.ODT(body))
		checkResult(t, r, err)
	})
}

func checkResult(t *testing.T, r reading.Result, err error) {
	if err != nil {
		return
	}
	for _, ref := range r.References {
		if ref.Raw == "" {
			t.Fatalf("a reference without text: %+v", ref)
		}
		for f, s := range ref.Spans {
			if s.Start < 0 || s.End > len(ref.Raw) || s.Start > s.End {
				t.Fatalf("span of %s is %v in %d bytes", f, s, len(ref.Raw))
			}
		}
	}
}
