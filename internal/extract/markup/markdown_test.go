package markup

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

func markdownShown(r reading.Result) string {
	var b strings.Builder
	for _, ref := range r.References {
		f := ref.Claimed.Flat()
		var names []string
		for _, c := range ref.Claimed.Authors() {
			names = append(names, c.Family+c.Literal)
		}
		fmt.Fprintf(&b, "%s#%s@%d-%d %s|%s|%s|%s|%s|%s\n", ref.Key, ref.Extra["label"], ref.Place.Line, ref.Place.EndLine,
			strings.Join(names, ";"), f.Year, f.Title, f.Venue, f.DOI, f.ArXivID)
	}
	for _, c := range r.Citations {
		fmt.Fprintf(&b, "cite %s@%d %q in %q\n", c.Key, c.Place.Line, c.Mark, c.Context)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem %s\n", p.Rule)
	}
	return b.String()
}

const (
	markdownLecun = "LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. *Nature*, *521*(7553), 436–444."
	markdownKuhn  = "Kuhn, T. S. (1962). _The structure of scientific revolutions_. University of Chicago Press."
)

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"list", "---\ntitle: 2019\n---\n# Report\n\nIt learns [1, 2].\n\n## References\n\n1. " + markdownLecun +
			" [doi](https://doi.org/10.1038/nature14539)\n2. " + markdownKuhn + "\n\n## Appendix\n\nMore of 2001.\n",
			"#1@10-10 LeCun;Bengio;Hinton|2015|Deep learning|Nature|10.1038/nature14539|\n#2@11-11 Kuhn|1962|The structure of " +
				"scientific revolutions|||\n"},
		{"footnotes",
			"It learns.[^1] Paradigms shift.[^k] A remark.[^3]\n\n[^1]: LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep " +
				"learning. *Nature*,\n    *521*(7553), 436–444.\n[^k]: See " + markdownKuhn + "\n[^3]: I thank the reader.\n",
			"1#@3-4 LeCun;Bengio;Hinton|2015|Deep learning|Nature||\nk#@5-5 Kuhn|1962|The structure of scientific " +
				"revolutions|||\ncite 1@1 \"[^1]\" in \"It learns.[^1] Paradigms shift.[^k] A remark.[^3]\"\ncite k@1 \"[^k]\" " +
				"in \"It learns.[^1] Paradigms shift.[^k] A remark.[^3]\"\n"},
		{"linked",
			"# Report\n\nAttention is used widely as was shown before [Vaswani et al., 2017, Attention Is All You " +
				"Need](https://arxiv.org/abs/1706.03762) and then\nmore [LeCun et al., 2015, Deep " +
				"learning](https://doi.org/10.1038/nature14539).\n",
			"#@3-3 Vaswani|2017|Attention Is All You Need|||1706.03762\n#@4-4 LeCun|2015|Deep learning||10.1038/nature14539|\n"},
		{"links beside a list",
			"# Report\n\nAttention is used widely as was shown before [Vaswani et al., 2017, Attention Is All You " +
				"Need](https://arxiv.org/abs/1706.03762) and then\nmore [LeCun et al., 2015, Deep " +
				"learning](https://doi.org/10.1038/nature14539) of that kind.\n\n# References\n\n1. " + markdownLecun +
				" https://doi.org/10.1038/nature14539\n",
			"#1@8-8 LeCun;Bengio;Hinton|2015|Deep learning|Nature|10.1038/nature14539|\n#@3-3 Vaswani|2017|Attention Is All " +
				"You Need|||1706.03762\n"},
		{"prose",
			"# Read me\n\nThis program does a thing, which was not done in 2019.\nIt is used so.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", ""},
		{"list of things to do", "- [ ] buy milk\n- [x] call John Smith, 2020\n", ""},
		{"titles only", "- Attention is all you need\n- Deep learning\n",
			"#@1-1 ||Attention is all you need|||\n#@2-2 ||Deep learning|||\n"},
		{"pandoc", "It learns [@lecun2015, p. 3; see @kuhn1962], as @doe says.[^1]\n\n[^1]: A remark.\n",
			"cite lecun2015@1 \"@lecun2015\" in \"It learns [@lecun2015, p. 3; see @kuhn1962], as @doe says.[^1]\"\ncite " +
				"kuhn1962@1 \"@kuhn1962\" in \"It learns [@lecun2015, p. 3; see @kuhn1962], as @doe says.[^1]\"\ncite doe@1 " +
				"\"@doe\" in \"It learns [@lecun2015, p. 3; see @kuhn1962], as @doe says.[^1]\"\nproblem keys-only\n"},
		{"emphasis and links",
			"# Bibliography\n\n* " + markdownKuhn +
				"\n* Vaswani, A., & Shazeer, N. (2017). [Attention is *all* you need](https://arxiv.org/abs/1706.03762). **NeurIPS**, 30.\n",
			"#@3-3 Kuhn|1962|The structure of scientific revolutions|||\n#@4-4 Vaswani;Shazeer|2017|Attention is all you " +
				"need|NeurIPS||1706.03762\n"},
		{"written by Pandoc",
			"It shifts [@kuhn1962].\n\n# References\n\n::::: {#refs .references}\n::: {#ref-kuhn1962 .csl-entry}\n" +
				markdownKuhn + "\n:::\n\n<div id=\"ref-lecun2015\" class=\"csl-entry\">\n" + markdownLecun + "\n</div>\n:::::\n",
			"kuhn1962#@7-7 Kuhn|1962|The structure of scientific revolutions|||\nlecun2015#@11-11 " +
				"LeCun;Bengio;Hinton|2015|Deep learning|Nature||\ncite kuhn1962@1 \"@kuhn1962\" in \"It shifts [@kuhn1962].\"\n"},
		{"defined links",
			"# References\n\n[1]: https://doi.org/10.1038/nature14539 (LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep " +
				"learning. Nature.)\n[2]: https://arxiv.org/abs/1706.03762 \"Vaswani, A., & Shazeer, N. (2017). Attention is all " +
				"you need. NeurIPS, 30.\"\n",
			"#1@3-3 LeCun;Bengio;Hinton|2015|Deep learning|Nature|10.1038/nature14539|\n#2@4-4 Vaswani;Shazeer|2017|Attention " +
				"is all you need|NeurIPS||1706.03762\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := ReadMarkdown([]byte(c.src))
			if got := markdownShown(r); err != nil || got != c.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, c.want)
			}
			lines := strings.Split(c.src, "\n")
			for _, ref := range r.References { // the raw text can be found again in the file
				for i, part := range strings.Split(ref.Raw, "\n") {
					if !strings.Contains(lines[ref.Place.Line-1+i], part) {
						t.Errorf("%q does not stand in line %d", part, ref.Place.Line+i)
					}
				}
			}
		})
	}
	if !LooksLikeMarkdown([]byte("a[^1]\n\n[^1]: b")) || LooksLikeMarkdown([]byte("# a\n")) {
		t.Error("recognised wrongly")
	}
}

// Spans refer to the text as written.
func TestSpans(t *testing.T) {
	r, _ := ReadMarkdown([]byte("# References\n\n- " + markdownLecun + "\n- " + markdownKuhn + "\n"))
	for i, want := range []map[biblio.Field]string{{biblio.FieldTitle: "Deep learning", biblio.FieldVenue: "Nature",
		biblio.FieldYear: "2015"}, {biblio.FieldTitle: "The structure of scientific revolutions"}} {
		ref := r.References[i]
		for f, text := range want {
			s := ref.Spans[f]
			if got := ref.Raw[s.Start:s.End]; got != text {
				t.Errorf("%s: %q, want %q", f, got, text)
			}
		}
	}
}

func FuzzReadMarkdown(f *testing.F) {
	f.Add([]byte("---\na: b\n---\n# References\n\n1. " + markdownLecun + " [doi](https://doi.org/10.1038/nature14539)\n"))
	f.Add([]byte("x[^1] [@k]\n\n[^1]: " + markdownKuhn + "\n    ```\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		r, _ := ReadMarkdown(src)
		for _, ref := range r.References {
			for f, s := range ref.Spans {
				if s.Start < 0 || s.End > len(ref.Raw) || s.Start > s.End {
					t.Fatalf("span of %s is %v in %d bytes", f, s, len(ref.Raw))
				}
			}
		}
	})
}
