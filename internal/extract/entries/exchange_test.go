package entries

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

func shown(r reading.Result) string {
	var b strings.Builder
	for _, ref := range r.References {
		f := ref.Claimed.Flat()
		fmt.Fprintf(&b, "%d-%d %s|%s|%s|%s|%s|%s(%s) %s|%s|%s|%s|%s\n", ref.Place.Line, ref.Place.EndLine, f.Type,
			strings.Join(f.Authors, ";"), f.Title, f.Venue, f.Year, f.Volume, f.Issue, f.Pages, f.Publisher,
			f.DOI, f.PMID, f.ISBN)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "%d %s\n", p.Place.Line, p.Rule)
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, src, want string
		read            func([]byte) (reading.Result, error)
		like            func([]byte) bool
	}{
		{"nbib",
			"PMID- 28288103\nOWN - NLM\nTI  - Reproducibility of computational workflows is automated using\n      continuous " +
				"analysis.\nPG  - 342-346\nLID - 10.1038/nbt.3780 [doi]\nFAU - Beaulieu-Jones, Brett K\nAU  - Beaulieu-Jones " +
				"BK\nFAU - Greene, Casey S\nAU  - Greene CS\nCN  - The Consortium\nDP  - 2017 Apr\nTA  - Nat Biotechnol\nJT  - " +
				"Nature biotechnology\nVI  - 35\nIP  - 4\nPT  - Journal Article\n\nPMID- 2\nBTI - A Book\nPB  - Press\nISBN - " +
				"978-3-86490-311-3\nPT  - Book\nDP  - 2001\n\nPMID- 3\nBTI - The Book\nCTI - A Chapter\nPT  - Book Chapter\n",
			"1-17 article-journal|Brett K Beaulieu-Jones;Casey S Greene;The Consortium|Reproducibility of computational " +
				"workflows is automated using continuous analysis|Nature biotechnology|2017|35(4) " +
				"342-346||10.1038/nbt.3780|28288103|\n19-24 book||A Book||2001|() |Press||2|9783864903113\n26-29 " +
				"chapter||A Chapter|The Book||() |||3|\n",
			ReadNBIB, LooksLikeNBIB},
		{"refer",
			"%0 Journal Article\r\n%A LeCun, Yann\r\n%A World Health Organization,\r\n%T Deep\r\nlearning\r\n%J Nature\r\n%V " +
				"521\r\n%N 7553\r\n%P 436-444\r\n%D 2015\r\n%R 10.1038/nature14539\r\n\r\n%0 Book Section\r\n%A Doe, Jane\r\n%E " +
				"Roe, R.\r\n%T A chapter\r\n%B The book\r\n%I Press\r\n%D 1999\r\n%@ 978-3-86490-311-3\r\n%0 Book\r\n",
			"1-11 article-journal|Yann LeCun;World Health Organization|Deep learning|Nature|2015|521(7553) " +
				"436-444||10.1038/nature14539||\n13-20 chapter|Jane Doe|A chapter|The book|1999|() |Press|||9783864903113\n21-21 " +
				"book|||||() ||||\n21 empty-entry\n", ReadRefer, LooksLikeRefer},
		{"endnote",
			`<?xml version="1.0"?><xml><records>` + "\n" +
				`<record><ref-type name="Conference Proceedings">10</ref-type><contributors><authors><author><style face="normal">Vaswani, Ashish</style></author><author>WHO,</author></authors></contributors><titles><title>Attention &amp; all</title><secondary-title>NeurIPS</secondary-title></titles><pages>1-9</pages><dates><year>2017</year></dates><isbn>1049-5258</isbn></record>` + "\n" + `<record><ref-type name="Book">6<oops></record><record><rec-number>3</rec-number><ref-type>6</ref-type><titles><title>B</title></titles><dates><year>2000</year></dates></record></records></xml>`,
			"2-2 paper-conference|Ashish Vaswani;WHO|Attention & all|NeurIPS|2017|() 1-9||||\n3-3 book||B||2000|() |||||\n3 unreadable-entry\n", ReadEndNoteXML, LooksLikeEndNoteXML},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.like([]byte(c.src)) {
				t.Error("not recognised")
			}
			r, err := c.read([]byte(c.src))
			want := strings.ReplaceAll(c.want, "|||||\n", "||||\n")
			if got := shown(r); err != nil || strings.ReplaceAll(got, "|||||\n", "||||\n") != want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, want)
			}
		})
	}
}

func FuzzExchange(f *testing.F) {
	f.Add([]byte("PMID- 1\nTI  - x\n  y\nLID - 10.1/x [doi]\n"))
	f.Add([]byte("%0 Book\n%A A, B\n%T x\n"))
	f.Add([]byte("<records><record><titles><title>x</title></titles></record></records>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, read := range []func([]byte) (reading.Result, error){ReadNBIB, ReadRefer, ReadEndNoteXML} {
			r, _ := read(src)
			for _, ref := range r.References {
				if ref.Raw == "" || ref.Place.EndLine < ref.Place.Line {
					t.Fatalf("%+v", ref)
				}
			}
		}
	})
}

// TestManyFields: an entry with more fields than any work has is truncated, and a problem says so; what follows it is
// read.
func TestManyFields(t *testing.T) {
	src := "%0 Journal Article\n%T One\n" + strings.Repeat("%K word\n", fieldsMost) + "\n%0 Journal Article\n%T Two\n"
	got, err := ReadRefer([]byte(src))
	if err != nil || len(got.References) != 2 || got.References[1].Claimed.Title != "Two" {
		t.Fatal(len(got.References), err)
	}
	if len(got.Problems) != 1 || got.Problems[0].Rule != "entry-cut" {
		t.Error(got.Problems)
	}
}
