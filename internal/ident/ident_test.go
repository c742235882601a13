package ident

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"10.1145/3292500.3330701", "doi:10.1145/3292500.3330701"},
		{"doi:10.1145/3292500.3330701.", "doi:10.1145/3292500.3330701"},
		{"DOI 10.1000/ABC", "doi:10.1000/abc"},
		{"https://doi.org/10.1002/(SICI)1097-4571(199806)49:8%3C693::AID-ASI4%3E3.0.CO;2-O",
			"doi:10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o"},
		{"10.1002/(SICI)1097-4571(199806)49:8%3C693::AID-ASI4%3E3.0.CO;2-O",
			"doi:10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o"},
		{"https://dl.acm.org/doi/pdf/10.1145/3292500.3330701", "doi:10.1145/3292500.3330701"},
		{"https://www.frontiersin.org/articles/10.3389/fnins.2013.12345/full", "doi:10.3389/fnins.2013.12345"},
		{"10.1007", ""},
		// Text that is not part of a DOI, and what print and markup did to it.
		{"https://doi.org/https://doi.org/10.1000/abc", "doi:10.1000/abc"},
		{"10.1000/abc\u200b", "doi:10.1000/abc"},
		{"10.1038/nature14539?utm_source=x", "doi:10.1038/nature14539"},
		{"10.1038/nature14539#sec1", "doi:10.1038/nature14539"},
		{"10.1038/nature14539\\#Sec1", "doi:10.1038/nature14539"},
		{"10.1038/nature14539&domain=pdf", "doi:10.1038/nature14539"}, {"10.1038/nature14539.pdf", "doi:10.1038/nature14539"},
		{"10.1038/nature14539;jsessionid=1A", "doi:10.1038/nature14539"}, {"10.1038/nature14539”", "doi:10.1038/nature14539"},
		{"10.1038/nature14539.Epub", "doi:10.1038/nature14539"},
		{"10.17010//2015/v9i1/71531", "doi:10.17010//2015/v9i1/71531"},
		{"10.1038/nature14539PMID26017442", "doi:10.1038/nature14539"},
		{"10.1038/nature14539/suppl", "doi:10.1038/nature14539"},
		{"10.1000/a#1", "doi:10.1000/a#1"}, {"10.1000/a&b", "doi:10.1000/a&b"},
		{"\ufeff10.1000/a\u00adbc", "doi:10.1000/abc"},
		{"10.1000／abc", "doi:10.1000/abc"},
		{"10.1000/ange‐2013", "doi:10.1000/ange-2013"},
		{"10.1016/j.jﬁneco.2012.05.017", "doi:10.1016/j.jfineco.2012.05.017"},
		{"10.1000/(1996)024&lt;0755:DOTMCT&gt;2.3.CO;2", "doi:10.1000/(1996)024<0755:dotmct>2.3.co;2"},
		{"10.1000/(1996)024$<$0755:DOTMCT$>$2.3.CO;2", "doi:10.1000/(1996)024<0755:dotmct>2.3.co;2"},
		{"https://doi.org/10.1000/abc/pdf", "doi:10.1000/abc"},
		{"10.1000/abc.full", "doi:10.1000/abc.full"},
		{"https://journals.example.org/article?id=10.1371/journal.pone.0118432&type=x", "doi:10.1371/journal.pone.0118432"},
		{"https://journals.example.org/article?type=x&doi=10.1371/journal.pone.0118432", "doi:10.1371/journal.pone.0118432"},
		{"https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf", "doi:10.1101/2020.01.01.123456"},
		{"https://www.medrxiv.org/content/10.1101/2021.06.10.21258608v3.full-text", "doi:10.1101/2021.06.10.21258608"},
		{"https://www.biorxiv.org/content/10.64898/2026.01.05.123456v1.abstract", "doi:10.64898/2026.01.05.123456"},
		{"10.1101/123456v1", "doi:10.1101/123456"},
		{"10.1101/gr.10.12.1841", "doi:10.1101/gr.10.12.1841"},
		{"10.21203/rs.3.rs-1270359/v1", "doi:10.21203/rs.3.rs-1270359/v1"},
		{"10.48550/arXiv.2003.03999v2", "doi:10.48550/arxiv.2003.03999"},
		{"ISBN 7131 1646 3", "isbn:9780713116465"},
		{"ISBN 7131 1646 4", ""},
		{"arXiv:1706.03762v5", "arxiv:1706.03762"},
		{"1706.03762", "arxiv:1706.03762"},
		{"1713.03762", ""},
		{"https://arxiv.org/pdf/1706.03762v2.pdf", "arxiv:1706.03762"},
		{"https://www.alphaxiv.org/abs/1706.03762", "arxiv:1706.03762"},
		{"https://huggingface.co/papers/1706.03762", "arxiv:1706.03762"},
		{"math.AG/0309136v1", "arxiv:math/0309136"},
		{"arxiv:hep-th/9901001", "arxiv:hep-th/9901001"},
		{"cs.LG/1708.07747", "arxiv:1708.07747"},
		{"astro-ph.HE/0911.2228v2", "arxiv:0911.2228"},
		{"gr-qc/1204.2226", "arxiv:1204.2226"},
		{"nobody/1204.2226", ""},
		{"10/gf2ztt", "shortdoi:10/gf2ztt"},
		{"doi:10/AABBE", "shortdoi:10/aabbe"},
		{"https://doi.org/10/gf2ztt", "shortdoi:10/gf2ztt"},
		{"https://doi.org/gf2ztt", "shortdoi:10/gf2ztt"},
		{"https://doi.org/10/", "url:https://doi.org/10"},
		{"gf2ztt", ""},
		{"10/12", ""},
		{"10/gf2zttabc", ""}, // no code has nine signs
		{"PMID: 012345", "pmid:12345"},
		{"12345", ""},
		{"PMC1234567", "pmcid:PMC1234567"},
		{"https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/", "pmcid:PMC1234567"},
		{"ISBN 0-262-03384-4", "isbn:9780262033848"},
		{"ISBN-13: 978-0-262-03384-8", "isbn:9780262033848"},
		{"ISBN 978-0-262-03384-9", ""},
		{"P19-1001", "acl:P19-1001"},
		{"https://aclanthology.org/2020.acl-main.1.pdf", "acl:2020.acl-main.1"},
		{"https://openalex.org/W2741809807", "openalex:W2741809807"},
		{"HTTPS://Example.ORG/a/", "url:https://example.org/a"},
		{"ftp://example.org", ""},
		{"http://,", ""},
		{"http://example.org/a/,/", "url:http://example.org/a"},
		{"10.1000/http://x", "doi:10.1000/http://x"},
		{"10.1000/a\u00a0b", "doi:10.1000/a"},
		{"", ""},
	} {
		id, _ := Parse(c.in)
		if got := id.String(); got != c.want {
			t.Errorf("Parse(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"Title. J. X 5, 1–2 (2001). doi:10.1000/x.y(3).", []string{"doi:10.1000/x.y(3)"}},
		{"see https://doi.org/10.1000/abc, and arXiv preprint arXiv:1706.03762v2, 2017",
			[]string{"doi:10.1000/abc", "arxiv:1706.03762"}},
		{"Murray, 2010. ISBN 978-0-262-\n03384-8.", []string{"isbn:9780262033848"}},
		{"Murray, 2010. ISBN\n0-262-03384-4\n2011", []string{"isbn:9780262033848"}},
		{"(http://example.org/a_(b)). ISBN 978-0-262-03384-8. PMID: 123",
			[]string{"url:http://example.org/a_(b)", "isbn:9780262033848", "pmid:123"}},
		{"CoRR abs/1706.03762", nil},
		{"https://doi.org/10.1000/(1996)124<0362:ACFTPO>2.0.CO;2.", []string{"doi:10.1000/(1996)124<0362:acftpo>2.0.co;2"}},
		{"<https://doi.org/10.1000/387:2<167::AID-CNE1>3.0.CO;2-Z> and",
			[]string{"doi:10.1000/387:2<167::aid-cne1>3.0.co;2-z"}},
		{"<a href=https://doi.org/10.1000/387>text</a>", []string{"doi:10.1000/387"}},
		{"DOI 10.1182/blood-2010-10- 311704.", []string{"doi:10.1182/blood-2010-10-311704"}},
		{"https://doi.org/10.18653/v1/ N19-1423.", []string{"doi:10.18653/v1/n19-1423"}},
		{"doi: 10.1038/ nature14539, and", []string{"doi:10.1038/nature14539"}},
		{"doi: 10.1038/nature- and 14", []string{"doi:10.1038/nature-"}},
		{"doi: 10.1038／nature14539.", []string{"doi:10.1038/nature14539"}},
		{"page 10.1234", nil},
		{"doi:10.1002%2Fwrna.1370, 10.1002/(SICI)1099:2%3C287::AID%3E3.0.CO;2-V",
			[]string{"doi:10.1002/wrna.1370", "doi:10.1002/(sici)1099:2<287::aid>3.0.co;2-v"}},
		{"10.1000/a%20b 10.1000/100%sure 10.1000/a%252Fb 10.1000%20/x",
			[]string{"doi:10.1000/a%20b", "doi:10.1000/100%sure", "doi:10.1000/a/b"}},
	} {
		var got []string
		for _, f := range Find(c.in) {
			got = append(got, f.ID.String())
			if f.Start < 0 || f.End > len(c.in) || f.Start >= f.End {
				t.Errorf("Find(%q): bad span %+v", c.in, f)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("Find(%q) = %q, want %q", c.in, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("Find(%q) = %q, want %q", c.in, got, c.want)
			}
		}
	}
}

func TestArXivDate(t *testing.T) {
	for value, want := range map[string][2]int{"1706.03762": {2017, 6}, "hep-th/9901001": {1999, 1},
		"math/0309136": {2003, 9}} {
		year, month, ok := ID{ArXiv, value}.ArXivDate()
		if !ok || year != want[0] || month != want[1] {
			t.Errorf("%s: %d-%d %v", value, year, month, ok)
		}
	}
}

// Text crafted to be rescanned from every position must still take linear time.
func TestFindHostile(t *testing.T) {
	for _, unit := range []string{"www.", "p.", "http://", "10.", "10.1000/", "arxiv:", "isbn", "pmcid", "((((", "www.%",
		"(www.", "http://%", "HTTP://[", "10.1000%2f", "%25", "10.1000/%25"} {
		testenv.Linear(t, fmt.Sprintf("%q repeated for a megabyte", unit), func() {
			Find(strings.Repeat(unit, 1<<20/len(unit)))
			Find("10.1000/%" + strings.Repeat("25", 1<<19))
		})
	}
}

func TestConflict(t *testing.T) {
	for _, c := range []struct {
		ids  []string
		want string
	}{
		{[]string{"arXiv:2507.18624", "10.48550/arXiv.2007.18624"}, "arxiv:2507.18624 doi:10.48550/arxiv.2007.18624"},
		{[]string{"10.48550/arXiv.2507.18624", "arXiv:2507.18624v2", "10.1000/x"}, ""},
		{[]string{"10.18653/v1/P19-1001", "https://aclanthology.org/P19-1002"}, "doi:10.18653/v1/p19-1001 acl:P19-1002"},
		{[]string{"https://aclanthology.org/C98-1013", "https://aclanthology.org/P98-1016"}, ""}, // joint proceedings
		// two versions have two DOIs
		{[]string{"10.1000/x", "10.1000/y"}, ""},
		{[]string{"10/gf2ztt", "10.1000/y", "10/gf2zzz"}, ""},
		{nil, ""},
	} {
		var ids []ID
		for _, s := range c.ids {
			id, ok := Parse(s)
			if !ok {
				t.Fatalf("%q is no identifier", s)
			}
			ids = append(ids, id)
		}
		a, b, ok := Conflict(ids)
		if got := strings.TrimSpace(a.String() + " " + b.String()); got != c.want || ok != (c.want != "") {
			t.Errorf("%q: %q, want %q", c.ids, got, c.want)
		}
	}
}

func TestISSNs(t *testing.T) {
	for text, want := range map[string]string{
		"1546-1696": "1546-1696", "n0950-9232 (linking)": "0950-9232", "08834237": "0883-4237",
		"0000-006X; 1546-1696": "0000-006X 1546-1696",
		"1546-1697":            "", "978-0-262-03384-8": "", "000243972401196": "", "": "",
	} {
		if got := strings.Join(ISSNs(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLowerASCII(t *testing.T) {
	for s, want := range map[string]string{"": "", "abc": "abc", "ABz-09": "abz-09", "Ⱥ\xffİÉA": "Ⱥ\xffİÉa", "éZ": "éz"} {
		if got := LowerASCII(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("10.1000%2Fa%2520b 10.1000/a%20b 10.0000%2F% 10.0000/%22")
	f.Add("10.0000/%22")
	f.Add("doi:10.1000/x arXiv:1706.03762 ISBN 0-262-03384-4 http://a.b/c")
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, x := range Find(s) {
			if x.Start < end || x.End <= x.Start || x.End > len(s) {
				t.Fatalf("bad span %+v in %q", x, s)
			}
			end = x.End
			if again, ok := ParseAs(x.ID.Scheme, x.ID.Value); !ok || again != x.ID {
				t.Fatalf("%v is not its own normal form: %v", x.ID, again)
			}
		}
	})
}

func FuzzParseAs(f *testing.F) {
	for _, s := range []string{"http://,", "10.1000/a://b", "PMC00123", "math.AG/0309136v1", "ISBN 0-262-03384-4",
		"2020.ACL-main.1", "www.a.b//", "10.1000/a/pdf/pdf./pdf/full/pdf/pdf/pdf",
		"10.1000/AA%210\x00", "10.1000/AA%210\x00%zz", "10.1000/%C4%B0x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, scheme := range Schemes {
			id, ok := ParseAs(scheme, s)
			if !ok {
				continue
			}
			if again, ok := ParseAs(scheme, id.Value); !ok || again != id {
				t.Fatalf("%v from %q is not its own normal form: %v", id, s, again)
			}
		}
		if id, ok := Parse(s); ok {
			if again, ok := ParseAs(id.Scheme, id.Value); !ok || again != id {
				t.Fatalf("%v from %q is not its own normal form: %v", id, s, again)
			}
		}
	})
}
