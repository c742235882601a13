package markup

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

func htmlShown(r reading.Result) string {
	var b strings.Builder
	for _, ref := range r.References {
		f := ref.Claimed.Flat()
		var names []string
		for _, c := range ref.Claimed.Authors() {
			names = append(names, c.Family+c.Literal)
		}
		fmt.Fprintf(&b, "%s#%s@%d %s|%s|%s|%s|%s\n", ref.Key, ref.Extra["label"], ref.Place.Line, strings.Join(names, ";"),
			f.Year, f.Title, f.Venue, f.DOI)
	}
	for _, c := range r.Citations {
		fmt.Fprintf(&b, "cite %s %q in %q\n", c.Key, c.Mark, c.Context)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem %s\n", p.Rule)
	}
	return b.String()
}

const (
	vaswani = "Vaswani, A., Shazeer, N., & Parmar, N. (2017). Attention is all you need. <i>Advances in Neural " +
		"Information Processing Systems</i>, 30, 5998–6008."
	htmlLecun = "LeCun, Y., Bengio, Y., &amp; Hinton, G. (2015). Deep learning. <em>Nature</em>, 521(7553), 436–444."
	htmlKuhn  = "Kuhn, T. S. (1962). The structure of scientific revolutions. University of Chicago Press."
)

func TestPages(t *testing.T) {
	three :=
		"%s#%s@%d Vaswani;Shazeer;Parmar|2017|Attention is all you need|Advances in Neural Information Processing Systems|%s\n"
	for _, c := range []struct{ name, src, want string }{
		{"list under a heading",
			"<!DOCTYPE html><html><body><nav><ol><li>Home 2017</li></ol></nav><h2>Text</h2><p>It attends <a " +
				"href=\"#r1\">[1]</a>.</p><h2>References</h2>\n<ol>\n<li id=r1>" + vaswani + "\n<li id=r2>" + htmlLecun +
				" <a href='https://doi.org/10.1038/nature14539'>CrossRef</a></li></ol><h2>About</h2><p>Published " +
				"2019.</p></body></html>",
			fmt.Sprintf(three, "r1", "1", 3, "") + "r2#2@4 LeCun;Bengio;Hinton|2015|Deep " +
				"learning|Nature|10.1038/nature14539\ncite r1 \"[1]\" in \"It attends [1].\"\n"},
		{"a publisher's page",
			`<section data-title="References"><div id="Bib1-section"><h2>References</h2><div><ol class="c-article-references"><li class="c-article-references__item js-c-reading-companion-references-item" data-counter="1."><p class="c-article-references__text" id="ref-CR1">` + vaswani + `</p><p class="c-article-references__links"><a href="http://scholar.google.com/scholar_lookup?q=x">Google Scholar</a>&nbsp;</p></li><li class="c-article-references__item"><p class="c-article-references__text" id="ref-CR2">` + htmlLecun + `</p><p><a href="https://doi.org/10.1038%2Fnature14539">Article</a> <a href="http://www.ncbi.nlm.nih.gov/pubmed/26017442">PubMed</a></p></li></ol><p class="c-article-references__download"><a href="x.ris">Download references</a></p></div></div></section>`,
			fmt.Sprintf(three, "ref-CR1", "1", 1, "") + "ref-CR2#2@1 LeCun;Bengio;Hinton|2015|Deep " +
				"learning|Nature|10.1038/nature14539\n"},
		{"LaTeXML",
			`<html><body><p>It attends <cite class="ltx_cite">(<a href="#bib.bib1">Vaswani et al., 2017</a>)</cite>.</p><section class="ltx_bibliography"><h2>References</h2><ul class="ltx_biblist"><li id="bib.bib1" class="ltx_bibitem"><span class="ltx_tag ltx_role_refnum ltx_tag_bibitem">Vaswani et al. (2017)</span><span class="ltx_bibblock">Vaswani, A., Shazeer, N., &amp; Parmar, N. (2017).</span><span class="ltx_bibblock"> Attention is all you need.</span><span class="ltx_bibblock"> <em>Advances in Neural Information Processing Systems</em>, 30, 5998–6008.</span></li></ul></section></body></html>`,
			fmt.Sprintf(three, "bib.bib1", "Vaswani et al. (2017)", 1, "") +
				"cite bib.bib1 \"Vaswani et al., 2017\" in \"It attends (Vaswani et al., 2017).\"\n"},
		{"LaTeXML without spaces",
			`<section class="ltx_bibliography"><h2>References</h2><ul class="ltx_biblist"><li id="bib.bib1" class="ltx_bibitem"><span class="ltx_tag ltx_tag_bibitem">[1]</span><span class="ltx_bibblock">Kaiming He and Jian Sun.</span><span class="ltx_bibblock">Learning in <math alttext="O(n)"><semantics><mrow><mi>O</mi><mo>&#x2061;</mo><mrow><mo>(</mo><mi>n</mi><mo>)</mo></mrow></mrow><annotation encoding="application/x-tex">O(n)</annotation></semantics></math> steps.</span><span class="ltx_bibblock">In <em>CVPR</em>, pp. 770–778, 2016.</span><span class="ltx_bibblock ltx_bib_cited">Cited by: <a href="#S1">§1</a>.</span></li></ul></section>`,
			"bib.bib1#1@1 He;Sun|2016|Learning in O(n) steps|CVPR|\n"},
		{"an encyclopedia",
			`<div class="reflist"><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text"><cite>` + htmlKuhn + `</cite></span></li></ol></div>`,
			"cite_note-1#1@1 Kuhn|1962|The structure of scientific revolutions||\n"},
		{"entries of a style",
			`<div class="csl-bib-body"><div class="csl-entry" id="ref-v"><div class="csl-left-margin">[1]</div><div class="csl-right-inline">` + vaswani + `</div></div><div class="csl-entry">` + htmlKuhn + `</div></div>`,
			fmt.Sprintf(three, "ref-v", "1", 1, "") + "#@1 Kuhn|1962|The structure of scientific revolutions||\n"},
		{"definition list", `<h3>Bibliography</h3><dl><dt>[1]</dt><dd>` + vaswani + `</dd><dt>[2]</dt><dd>` +
			htmlKuhn + `</dd></dl>`,
			fmt.Sprintf(three, "", "1", 1, "") + "#2@1 Kuhn|1962|The structure of scientific revolutions||\n"},
		{"line breaks", `<p><b>References</b></p><p>` + vaswani + "<br>\n" + htmlLecun + "<br>\n" + htmlKuhn + "<br>\n" +
			strings.ReplaceAll(vaswani, "2017", "2018") + `</p>`,
			fmt.Sprintf(three, "", "", 1, "") + "#@1 LeCun;Bengio;Hinton|2015|Deep learning|Nature|\n#@1 Kuhn|1962|The " +
				"structure of scientific revolutions||\n#@1 Vaswani;Shazeer;Parmar|2018|Attention is all you need|Advances in " +
				"Neural Information Processing Systems|\n"},
		{"notes of a word processor, and struck text",
			`<html><body><p>It is so.<a class="sdendnoteanc" name="sdendnote1anc" href="#sdendnote1sym"><sup>i</sup></a></p><div id="sdendnote1"><p class="sdendnote"><a class="sdendnotesym" name="sdendnote1sym" href="#sdendnote1anc">i</a>Kuhn, T. S. (<del>1963</del><ins>1962</ins>). <s>A</s> The structure of scientific revolutions. University of Chicago Press.</p></div></body></html>`,
			"sdendnote1#@1 Kuhn|1962|The structure of scientific revolutions||\ncite sdendnote1 \"i\" in \"It is so.i\"\n"},
		{"stated only",
			`<html><head><meta name="citation_reference" content="citation_title=Deep learning; citation_author=Y LeCun; citation_author=Y Bengio; citation_journal_title=Nature; citation_publication_date=2015; citation_doi=10.1038/nature14539"><script type="application/ld+json">{"@type":"ScholarlyArticle","citation":[{"@type":"Book","name":"The structure of scientific revolutions","author":{"name":"Thomas Kuhn"},"datePublished":"1962"}]}</script></head><body><p>Nothing here.</p></body></html>`,
			"#@1 LeCun;Bengio|2015|Deep learning|Nature|10.1038/nature14539\n#@1 Kuhn|1962|The structure of scientific revolutions||\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !LooksLikeHTML([]byte(c.src)) {
				t.Error("not recognised")
			}
			r, err := ReadHTML([]byte(c.src))
			if got := htmlShown(r); err != nil || got != c.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, c.want)
			}
		})
	}
}

// Unclosed tags, endless nesting and very long tags cost bounded time.
func TestHostile(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("<div><li>", 300000), strings.Repeat("<a href='https://x.y/'>PDF</a>", 100000), "<li>" +
			strings.Repeat("<b>x", 400000), "<p " + strings.Repeat("a=b ", 1<<20),
		"<div class='references'>" + strings.Repeat("<p>x</p>", 300000), "</p>" + strings.Repeat("</li>", 400000),
	} {
		if _, err := ReadHTML([]byte("<html>" + src)); err != nil {
			t.Error(err)
		}
	}
}

func FuzzReadHTML(f *testing.F) {
	f.Add([]byte("<h2>References</h2><ol><li id=a>" + htmlLecun + "<sup>1</sup><a href=#a>x</a></ol>"))
	f.Add([]byte(
		`<meta name="citation_reference" content="citation_title=x"><script type="application/ld+json">{"citation":"x"}</script>`))
	f.Fuzz(func(t *testing.T, src []byte) {
		r, _ := ReadHTML(src)
		for _, ref := range r.References {
			for f, s := range ref.Spans {
				if s.Start < 0 || s.End > len(ref.Raw) {
					t.Fatalf("span of %s is %v in %d bytes", f, s, len(ref.Raw))
				}
			}
		}
	})
}
