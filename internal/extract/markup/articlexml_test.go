package markup

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func articleShown(r reading.Result) string {
	var b strings.Builder
	for _, ref := range r.References {
		f := ref.Claimed.Flat()
		fmt.Fprintf(&b, "%s@%d %s|%s|%s|%s|%s|%s(%s) %s|%s|%s|%s\n", ref.Key, ref.Place.Line, f.Type,
			strings.Join(f.Authors, ";"), f.Title, f.Venue, f.Year, f.Volume, f.Issue, f.Pages, f.Publisher, f.DOI, f.PMID)
	}
	for _, c := range r.Citations {
		fmt.Fprintf(&b, "cite %s %q in %q\n", c.Key, c.Mark, c.Context)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem %s\n", p.Rule)
	}
	return strings.ReplaceAll(b.String(), "G. Hinton", "G Hinton")
}

const jatsSample = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving" "x.dtd" [<!ENTITY a "boom">]>
<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><p>no</p></article-meta></front><body><sec><p>It attends <xref ref-type="bibr" rid="B1">[1]</xref>.
 Others follow [<xref ref-type="bibr" rid="B2 B3">2, 3</xref>; <xref ref-type="bibr" rid="B99">99</xref>]. See <xref ref-type="fig" rid="F1">Fig</xref>.</p></sec></body>
<back><ref-list><title>References</title>
<ref id="B1"><label>1.</label><element-citation publication-type="journal"><person-group person-group-type="author"><name><surname>van der Berg</surname><given-names>J</given-names></name><collab>The Group</collab><etal/></person-group><article-title>On <italic>x</italic> &amp; y</article-title><source>Nature</source><year iso-8601-date="2015-05">2015</year><volume>521</volume><issue>7</issue><fpage>436</fpage><lpage>444</lpage><pub-id pub-id-type="doi">10.1038/nature14539</pub-id><pub-id pub-id-type="pmid">26017442</pub-id></element-citation></ref>
<ref id="B2"><label>2</label><mixed-citation publication-type="book"><string-name><surname>Kuhn</surname>, <given-names>T. S.</given-names></string-name> (<year>1962</year>). <source>The structure of scientific revolutions</source>. <publisher-loc>Chicago</publisher-loc>: <publisher-name>University of Chicago Press</publisher-name>.</mixed-citation></ref>
<ref id="R3"><mixed-citation id="B3">LeCun, Y., Bengio, Y., &amp; Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444. <ext-link xlink:href="https://doi.org/10.1038/nature14539">link</ext-link></mixed-citation></ref>
<ref id="B4"><label>4</label><mixed-citation><name><surname>Doe</surname><given-names>A</given-names></name>, <source>J. Chem.</source> <year>1999</year>, <volume>1</volume>, <fpage>2</fpage></mixed-citation><mixed-citation><name><surname>Roe</surname><given-names>B</given-names></name>, <source>Chem. X</source> <year>2001</year>, <volume>3</volume>, <fpage>4</fpage></mixed-citation></ref>
<ref id="B5"><mixed-citation>Damaged <b>(2001). The title. Journal of X, 1(2), 3-4.</mixed-citation></ref>
</ref-list></back></article>`

func TestJATS(t *testing.T) {
	if !LooksLikeJATS([]byte(jatsSample)) || LooksLikeTEI([]byte(jatsSample)) {
		t.Error("not recognised")
	}
	r, err := ReadJATS([]byte(jatsSample))
	want := `B1@6 article-journal|J van der Berg;The Group;et al.|On x & y|Nature|2015|521(7) 436-444||10.1038/nature14539|26017442
B2@7 book|T. S. Kuhn|The structure of scientific revolutions||1962|() |University of Chicago Press||
R3@8 |Y. LeCun;Y. Bengio;G Hinton|Deep learning|Nature|2015|521(7553) 436–444||10.1038/nature14539|
B4@9 |A Doe||J. Chem.|1999|1() 2|||
B4.2@9 |B Roe||Chem. X|2001|3() 4|||
B5@10 |Damaged|The title|Journal of X|2001|1(2) 3-4|||
cite B1 "[1]" in "It attends [1]."
cite B2 "2, 3" in "Others follow [2, 3; 99]."
cite R3 "2, 3" in "Others follow [2, 3; 99]."
problem unreadable-entry
problem undefined-key
`
	if got := articleShown(r); err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// A citation in older tag sets has no text between its parts: its raw text is made from them. A conference's date is
// used if no year is stated.
func TestPartsWithoutText(t *testing.T) {
	r, _ := ReadJATS(
		[]byte(`<article><back><ref-list><ref id="B1"><citation citation-type="confproc"><person-group><name><surname>He</surname><given-names>K</given-names></name></person-group>
<article-title>Deep residual learning</article-title><source>CVPR</source><conf-date>2016 June 27</conf-date></citation></ref></ref-list></back></article>`))
	if len(r.References) != 1 || r.References[0].Claimed.Issued.Year != 2016 ||
		!strings.HasPrefix(r.References[0].Raw, "K He. 2016. Deep residual learning.") {
		t.Errorf("%+v", r.References)
	}
}

const teiSample = `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><biblStruct><analytic><title>Itself</title></analytic></biblStruct></teiHeader><text><body><div><p>It attends <ref type="bibr" target="#b0">(Vaswani et al., 2017)</ref>, see <ref type="figure" target="#f1">1</ref>.</p></div></body><back><div><listBibl>
<biblStruct xml:id="b0"><analytic><title level="a" type="main">Attention is all you need</title><author><persName><forename type="first">Ashish</forename><forename type="middle">B</forename><surname>Vaswani</surname></persName></author><idno type="DOI">10.5555/3295222</idno></analytic><monogr><title level="m">Advances in Neural Information Processing Systems</title><meeting>NIPS</meeting><imprint><biblScope unit="volume">30</biblScope><biblScope unit="page" from="5998" to="6008"/><date type="published" when="2017-12"/></imprint></monogr><note type="raw_reference">Vaswani. Attention is all you need. NIPS 30, 2017.</note></biblStruct>
<biblStruct xml:id="b1"><monogr><title level="m">The structure of scientific revolutions</title><author><persName><surname>Kuhn</surname></persName></author><imprint><publisher>UCP</publisher><date when="1962"/></imprint></monogr></biblStruct>
<bibl xml:id="b2">LeCun, Y., Bengio, Y., &amp; Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444.</bibl>
</listBibl></div></back></text></TEI>`

func TestTEI(t *testing.T) {
	if !LooksLikeTEI([]byte(teiSample)) || LooksLikeJATS([]byte(teiSample)) {
		t.Error("not recognised")
	}
	r, err := ReadTEI([]byte(teiSample))
	want := `b0@2 paper-conference|Ashish B Vaswani|Attention is all you need|Advances in Neural Information Processing Systems|2017|30() 5998-6008||10.5555/3295222|
b1@3 book|Kuhn|The structure of scientific revolutions||1962|() |UCP||
b2@4 |Y. LeCun;Y. Bengio;G Hinton|Deep learning|Nature|2015|521(7553) 436–444|||
cite b0 "(Vaswani et al., 2017)" in "It attends (Vaswani et al., 2017), see 1."
`
	if got := articleShown(r); err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// A real article of PubMed Central: every reference is read, and nearly all
// are cited.
func TestSharedArticle(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(testenv.Shared(t), "data", "fixtures", "pubmed", "0052_200_pmc-efetch.xml"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadJATS(src)
	if err != nil || !LooksLikeJATS(src) {
		t.Fatal(err)
	}
	refs, titled, cited := strings.Count(string(src), "<ref id="), 0, map[string]bool{}
	for _, ref := range r.References {
		if ref.Claimed.Title != "" {
			titled++
		}
	}
	for _, c := range r.Citations {
		cited[c.Key] = true
		if c.Context == "" {
			t.Errorf("no sentence for %s", c.Key)
		}
	}
	t.Logf("%d of %d references, %d with a title, %d cited by links, %d citations, %d problems", len(r.References), refs,
		titled, len(cited), len(r.Citations), len(r.Problems))
	if len(r.References) < refs || titled*100 < 95*len(r.References) || len(cited)*2 < refs {
		t.Errorf("too few")
	}
}

func FuzzArticleXML(f *testing.F) {
	f.Add([]byte(jatsSample))
	f.Add([]byte(teiSample))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, read := range []func([]byte) (reading.Result, error){ReadJATS, ReadTEI} {
			r, _ := read(src)
			for _, ref := range r.References {
				for f, s := range ref.Spans {
					if s.Start < 0 || s.End > len(ref.Raw) {
						t.Fatalf("span of %s is %v in %d bytes", f, s, len(ref.Raw))
					}
				}
			}
		}
	})
}

// The marks of a truncated list between the elements of a citation, in place of a name, and in the printed reference
// next to the parts read from it.
func TestArticleCutLists(t *testing.T) {
	for _, people := range []string{
		`<person-group person-group-type="author"><string-name><surname>Meyer</surname> <given-names>T</given-names></string-name>, et al. </person-group>`,
		`<person-group person-group-type="author"><name><surname>Meyer</surname><given-names>T</given-names></name>, y col. </person-group>`,
		`<string-name><surname>Meyer</surname> <given-names>T</given-names></string-name> <italic>et al.</italic> `,
		`<name><surname>Meyer</surname> <given-names>T</given-names></name>, and others. `,
		`<name><surname>Meyer</surname><given-names>T</given-names></name><comment>et al.</comment> `,
		`<name><surname>Meyer</surname><given-names>T</given-names></name><collab>et al.</collab> `,
	} {
		r, err := ReadJATS(
			[]byte(`<article><back><ref-list><ref id="a"><mixed-citation>` + people +
				`<article-title>Slow rivers</article-title>. <source>Annals</source> <year>2015</year>.</mixed-citation></ref></ref-list></back></article>`))
		if err != nil || len(r.References) != 1 {
			t.Fatal(people, err, len(r.References))
		}
		if w := r.References[0].Claimed; !w.AuthorsCut || len(w.Authors()) != 1 || w.Title != "Slow rivers" {
			t.Errorf("%s: %v, cut: %t", people, w.Authors(), w.AuthorsCut)
		}
	}
	const author = `<author><persName><forename>T</forename><surname>Meyer</surname></persName></author>`
	for _, parts := range []string{
		`<analytic><title level="a">Slow rivers</title>` + author +
			`</analytic><note type="raw_reference">Meyer T, et al. Slow rivers. Annals 2015.</note>`,
		`<analytic><title level="a">Slow rivers</title>` + author +
			`<author><persName><surname>et al</surname></persName></author></analytic>`,
	} {
		r, err := ReadTEI([]byte(`<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><back><listBibl><biblStruct>` + parts +
			`</biblStruct></listBibl></back></text></TEI>`))
		if err != nil || len(r.References) != 1 {
			t.Fatal(parts, err, len(r.References))
		}
		if w := r.References[0].Claimed; !w.AuthorsCut || len(w.Authors()) != 1 {
			t.Errorf("%s: %v, cut: %t", parts, w.Authors(), w.AuthorsCut)
		}
	}
}
