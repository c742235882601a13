package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// claims shows a work on one line: the flat form, and what that omits.
func claims(w biblio.Work) string {
	flat, _ := json.Marshal(w.Flat())
	var b strings.Builder
	b.Write(flat)
	for _, part := range []struct{ name, value string }{
		{"subtitle", w.Subtitle}, {"short", w.Container.Short}, {"series", w.Container.Series},
		{"issn", strings.Join(w.Container.ISSN, " ")}, {"edition", w.Edition}, {"note", w.Note},
	} {
		if part.value != "" {
			b.WriteString(" " + part.name + "=" + part.value)
		}
	}
	return b.String()
}

func TestBibTeXWorks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"article",
			`@article{k, author={G{\"o}del, Kurt and van Dyck, J. and others}, title={{\"U}ber formal unentscheidbare S{\"a}tze}, journal={Monatshefte f\"ur Mathematik}, year=1931, volume=38, number={1}, pages={173--198}, month=jan, doi={10.1007/BF01700692}, issn={0026-9255}, note={In {G}erman}}`,
			`{"type":"article-journal","title":"Über formal unentscheidbare Sätze","authors":["Kurt Gödel","J. van Dyck","et al."],"venue":"Monatshefte für Mathematik","year":"1931","doi":"10.1007/bf01700692","volume":"38","issue":"1","pages":"173–198"} issn=0026-9255 note=In German`},
		{"inproceedings",
			`@inproceedings{k, author={A B}, editor={C D}, title={T}, booktitle={Proc. of {X}}, series={LNCS}, year={2017}, publisher={Springer}, address={Berlin}, organization={IEEE}, url={https://example.org/a_b--c}}`,
			`{"type":"paper-conference","title":"T","authors":["A B"],"editors":["C D"],"venue":"Proc. of X","year":"2017","url":"https://example.org/a_b--c","publisher":"Springer","location":"Berlin"} series=LNCS`},
		{"arXiv in journal", `@article{k, author={A B}, title={T}, journal={arXiv preprint arXiv:1706.03762}, year={2017}}`,
			`{"type":"article","title":"T","authors":["A B"],"venue":"arXiv preprint arXiv:1706.03762","year":"2017","arxiv_id":"1706.03762"}`},
		{"CoRR",
			`@article{k, author={A B}, title={T}, journal={CoRR}, volume={abs/1706.03762}, year={2017}, eprinttype={arXiv}, eprint={1706.03762}}`,
			`{"type":"article","title":"T","authors":["A B"],"venue":"CoRR","year":"2017","arxiv_id":"1706.03762","volume":"abs/1706.03762"}`},
		{"CoRR by volume", `@article{k, title={T}, journal={CoRR}, volume={abs/1706.03762}}`,
			`{"type":"article","title":"T","venue":"CoRR","arxiv_id":"1706.03762","volume":"abs/1706.03762"}`},
		{"misc with eprint", `@misc{k, title={T}, eprint={1706.03762}, archiveprefix={arXiv}, primaryclass={cs.CL}}`,
			`{"type":"article","title":"T","arxiv_id":"1706.03762"}`},
		{"archive in a field of its own",
			`@misc{k, title={T}, arxivId={astro-ph/0603147}, eprint={0603147}, archiveprefix={arXiv}, primaryclass={astro-ph}}`,
			`{"type":"article","title":"T","arxiv_id":"astro-ph/0603147"}`},
		{"journal with eprint stays",
			`@article{k, title={T}, journal={Phys. Rev. D}, eprint={hep-th/9901001}, archivePrefix="arXiv"}`,
			`{"type":"article-journal","title":"T","venue":"Phys. Rev. D","arxiv_id":"hep-th/9901001"}`},
		{"thesis", `@phdthesis{k, title={T}, school={MIT}, date={2001-05-12}, type={PhD thesis}}`,
			`{"type":"thesis","title":"T","year":"2001","publisher":"MIT"}`},
		{"report", `@techreport{k, title={T}, institution={NASA}, number={TR-12}, year=1999}`,
			`{"type":"report","title":"T","year":"1999","publisher":"NASA"}`},
		{"biblatex article",
			`@article{k, title={T}, subtitle={S}, journaltitle={J}, shortjournal={Jj}, date={2001-05/2001-06}, eid={e17}, pmid={123}, location={Y}}`,
			`{"type":"article-journal","title":"T: S","venue":"J","year":"2001","pmid":"123","pages":"e17","location":"Y"} subtitle=S short=Jj`},
		{"misc web page", `@misc{k, title={T}, howpublished={\url{https://example.org/x}}, note={Accessed: 2020-01-01}}`,
			`{"type":"webpage","title":"T","url":"https://example.org/x"} note=https://example.org/x. Accessed: 2020-01-01`},
		{"inbook names its book", `@inbook{k, title={Book}, chapter=3, pages={1--2}, publisher={P}}`,
			`{"type":"book","title":"Book","pages":"1–2","publisher":"P"}`},
		{"malformed doi", `@article{k, title={T}, doi={10.99}}`, `{"type":"article-journal","title":"T","doi":"10.99"}`},
		{"doi as address, escaped",
			`@article{k, title={T}, doi={https://doi.org/10.1007/978\_3}, isbn={978-0-262-03384-8, 0262033844}}`,
			`{"type":"article-journal","title":"T","doi":"10.1007/978_3","isbn":"9780262033848"}`},
		{"entities", `@article{k, title={A &amp; B {\&} C}, journal={X&Y}}`,
			`{"type":"article-journal","title":"A \u0026 B \u0026 C","venue":"X\u0026Y"}`},
		{"inherited", "@inproceedings{k, title={T}, crossref={p}}\n@proceedings{p, title={Proc}, year=2001}",
			`{"type":"paper-conference","title":"T","venue":"Proc","year":"2001"}`},
		{"fields of data containers",
			"@inproceedings{k, title={T}, author={xdata=p-author-2 and Gran, A.}, booktitle={xdata=x-booktitle}, publisher = " +
				"{xdata = x-publisher}, editor={xdata=p-editor}}\n@xdata{x, booktitle={Proc}, publisher={P}}\n@xdata{p, " +
				"author={One, A. and Two, B.}, editor={Alpha, A. and Beta, B.}}",
			`{"type":"paper-conference","title":"T","authors":["B. Two","A. Gran"],"editors":["A. Alpha","B. Beta"],"venue":"Proc","publisher":"P"}`},
		{"disabled field", "@techreport{k, author={W C}, @Comment={H A and others}, title={T}, @year={1999}, year=1985}",
			`{"type":"report","title":"T","authors":["W C"],"year":"1985"}`},
		{"disabled field without another", "@book{k, @title={T}, year=1985}", `{"type":"book","title":"T","year":"1985"}`},
		{"arguments of an environment", `@book{k, title={\begin{CJK}{UTF8}{min}デジタル\end{CJK} [Digital]}}`,
			`{"type":"book","title":"デジタル [Digital]"}`},
		{"undefined macro",
			`@article{k, title={T}, journal=j-ml, publisher = "A " # nobody, volume=2, month=sept, year=1995}`,
			`{"type":"article-journal","title":"T","year":"1995","volume":"2"}`},
		{"undefined macro that names a conference", `@inproceedings{k, title={T}, booktitle=iccv, year=1995}`,
			`{"type":"paper-conference","title":"T","venue":"iccv","year":"1995"}`},
		{"year text", `@article{k, title={T}, year={(2017a)}}`, `{"type":"article-journal","title":"T","year":"2017"}`},
	} {
		doc, err := Read("x.bib", []byte(c.in), Options{})
		if err != nil || doc.Format != "bibtex" {
			t.Errorf("%s: %v, %s", c.name, err, doc.Format)
			continue
		}
		r := doc.References[0]
		if got := claims(r.Claimed); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if r.ID != "k" || r.Key != "k" || r.Place.Line != 1 || !strings.HasPrefix(r.Raw, "@") {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

func TestDates(t *testing.T) {
	for in, want := range map[string]biblio.Date{
		"date={2017-06-12}": {Year: 2017, Month: 6, Day: 12}, "date={2017~}": {Year: 2017}, "date={2017/2019}": {Year: 2017},
		"date={June 2017}":     {Year: 2017, Month: 6},
		"year=2017, month=jun": {Year: 2017, Month: 6}, "year=2017, month={12~June}": {Year: 2017, Month: 6, Day: 12},
		"year=2017, month=6":           {Year: 2017, Month: 6},
		"year={2017}, month={jun/jul}": {Year: 2017, Month: 6}, "year={in press}": {}, "year={c. 1890}": {Year: 1890},
		"year={2017}, month={10~jan}, day={3}": {Year: 2017, Month: 1, Day: 10},
		"date={2017-21}":                       {Year: 2017}, "year={2017-2018}": {Year: 2017},
	} {
		doc, err := Read("x", []byte("@misc{k, title={T}, "+in+"}"), Options{})
		if err != nil || doc.References[0].Claimed.Issued != want {
			t.Errorf("%s: %+v %v", in, doc.References, err)
		}
	}
}

// Macros built on each other, and lists crafted to be rescanned repeatedly, take bounded time and memory.
func TestBibTeXHostile(t *testing.T) {
	var b strings.Builder
	b.WriteString("@string{a={" + strings.Repeat("x", 4000) + "}}\n")
	for range 20000 {
		b.WriteString("@misc{k, title=a, note=a, author=a, journal=a}\n")
	}
	for _, src := range []string{
		b.String(),
		"@string{a={" + strings.Repeat("x", 1<<20) + "}}\n" + strings.Repeat("@misc{k, title=a, journal=a # a}\n", 1000),
		"@misc{k, author={" + strings.Repeat("a and ", 200000) + "}}",
		"@misc{k, author={" + strings.Repeat("a, ", 300000) + "}}",
		"@misc{k, author={" + strings.Repeat("{a} ", 300000) + "}}",
		"@misc{k, author={" + strings.Repeat("a; ", 300000) + "}}",
		"@misc{k, author={" + strings.Repeat("and", 300000) + "}}",
		"@misc{k, isbn={" + strings.Repeat("1 ", 300000) + "}, doi={" + strings.Repeat("10.1/", 200000) + "}, eprint={" +
			strings.Repeat("x ", 100000) + "}}",
		"@misc{k, note={" + strings.Repeat("&a", 300000) + "}, year={" + strings.Repeat("9", 300000) + "}, month={" +
			strings.Repeat("jan ", 200000) + "}}",
		strings.Repeat("@misc{k}\n", 100000),
	} {
		var doc Document
		var err error
		testenv.Linear(t, fmt.Sprintf("%.60q…", src), func() { doc, err = Read("x.bib", []byte(src), Options{}) })
		if err != nil {
			t.Errorf("%.60q…: %v", src, err)
		}
		size := 0
		for i := range doc.References {
			size += len(doc.References[i].Claimed.Title) + len(doc.References[i].Claimed.Note)
		}
		if size > 64<<20 {
			t.Errorf("%.60q…: %d bytes of text from %d", src, size, len(src))
		}
	}
}

func BenchmarkReadBibTeX(b *testing.B) {
	var buf strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&buf,
			"@inproceedings{k%d,\n  author = {Ashish Vaswani and Noam Shazeer and J{\\'{o}}n Gr{\\\"u}n},\n  title = "+
				"{Attention is All you Need {%d}},\n  booktitle = {Advances in Neural Information Processing Systems 30},\n  "+
				"pages = {5998--6008},\n  year = {2017},\n  doi = {10.1000/x%d}\n}\n\n", i, i, i)
	}
	src := []byte(buf.String())
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read("x.bib", src, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestEntrySpans: the span of an entry is its range in the bytes of the file, and is left out if these were not read
// unchanged.
func TestEntrySpans(t *testing.T) {
	bib := "% note\n@misc{a, title={Ä}}\n\n  @misc{b,\n title={B}}"
	for name, c := range map[string]struct {
		src   string
		spans bool
	}{
		"plain":           {bib, true},
		"byte-order mark": {"\xef\xbb\xbf" + bib, true},
		"Latin-1":         {strings.ReplaceAll(bib, "Ä", "\xc4"), false},
	} {
		doc, err := Read("a.bib", []byte(c.src), Options{})
		if err != nil || len(doc.References) != 2 {
			t.Fatal(name, err)
		}
		for _, r := range doc.References {
			p := r.Place
			if got := c.src[p.Span.Start:p.Span.End]; c.spans && got != r.Raw || !c.spans && got != "" {
				t.Errorf("%s: %q", name, got)
			}
		}
		if p := doc.References[1].Place; p.EndLine != 5 || p.EndColumn != len(" title={B}}")+1 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// Macros of one file are known in the others that are named with it.
func TestMacrosOfOtherFiles(t *testing.T) {
	given := map[string][]byte{
		"local.bib":  []byte("@string{own = {Own}}\n@article{k, title={T}, journal=j-rmp, publisher=own, year=2011}"),
		"macros.bib": []byte("@STRING(j-rmp = \"Rev. Mod. Phys.\")\n@string{own = \"Other\"}"),
		"notes.txt":  []byte("@string{j-rmp = {No}}"),
	}
	for _, names := range [][]string{{"local.bib", "macros.bib"}, {"macros.bib", "local.bib"},
		{"notes.txt", "local.bib", "macros.bib"}} {
		doc, err := Read("local.bib", given["local.bib"], Options{Macros: Macros(names, given)})
		if err != nil || len(doc.Problems) > 0 || doc.References[0].Claimed.Container.Title != "Rev. Mod. Phys." ||
			doc.References[0].Claimed.Publisher != "Own" {
			t.Errorf("%v: %+v, %v", names, doc.References, err)
		}
	}
	doc, err := Read("local.bib", given["local.bib"], Options{})
	if r := doc.References[0]; err != nil || r.Claimed.Container.Title != "" || r.Extra["journal"] != "j-rmp" {
		t.Errorf("without the others: %+v, %v", r, err)
	}
	if Macros([]string{"local.bib"}, given) != nil {
		t.Error("one file has no others")
	}
}
