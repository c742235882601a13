package style

import "testing"

// The expectations follow the published rules of each style.
var rendered = map[string]map[string]string{
	"acm": {
		"abbreviated": "Jean-Pierre M. van den Berg and Ann King Jr. 1999. Why do Markov models of DNA work? Proceedings " +
			"of the National Academy of Sciences 96, 2 (1999), 1087–1089.",
		"article": "Yann LeCun, Yoshua Bengio, and Geoffrey E. Hinton. 2015. Deep Learning. Nature 521, 7553 (May 2015), " +
			"436–444. https://doi.org/10.1038/nature14539",
		"book": "Jane Doe. 1975. The Art of Counting (3rd ed.). Addison, Reading.",
		"chapter": "Jane Doe. 2003. Trees in winter. In Handbook of forests (2nd ed., Vol. 3), Richard Roe and Edgar A. " +
			"Poe (Eds.). Green Press, Oslo, 11–20.",
		"dataset": "Jane Doe. 2022. Rainfall in Bergen. Dryad. https://doi.org/10.5061/dryad.1",
		"edited":  "Richard Roe and Edgar Poe (Eds.). 2003. Handbook of forests. Green Press.",
		"many": "Al Ash, Bo Birch, Cy Cedar, Di Dogwood, Ed Elm, Flo Fir, and Gus Gum. 2011. Seven people at once. " +
			"Journal of Trees 4 (2011), Article e100345.",
		"nobody": "Flood in the city. The Daily Example, 7.",
		"paper": "Jane Doe and Richard Roe. 2018. Learning to Align: A Study of Attention. In Proceedings of the 12th " +
			"Conference on Examples. ACM, New York, 103–104. https://doi.org/10.1145/1.2",
		"preprint": "Ashish Vaswani, Noam Shazeer, et al. 2017. Attention Is All You Need. arXiv:1706.03762. " +
			"https://arxiv.org/abs/1706.03762",
		"report":   "World Health Organization. 2020. World Water Report (No. 17). WHO Press, Geneva.",
		"software": "Jane Doe. 2022. treetool (Version 1.4.2). Zenodo. https://doi.org/10.5281/zenodo.1",
		"thesis":   "Jane Doe. 2009. On Small Things. Thesis. University of Oslo. https://example.org/t/1",
		"webpage":  "Jane Doe. 2021. How bridges are built. Bridge News. https://example.org/bridges",
	},
	"apa": {
		"abbreviated": "van den Berg, J.-P. M., & King, A., Jr. (1999). Why do Markov models of DNA work? Proceedings of " +
			"the National Academy of Sciences, 96(2), 1087–1089.",
		"article": "LeCun, Y., Bengio, Y., & Hinton, G. E. (2015). Deep learning. Nature, 521(7553), 436–444. " +
			"https://doi.org/10.1038/nature14539",
		"book": "Doe, J. (1975). The Art of Counting (3rd ed.). Addison.",
		"chapter": "Doe, J. (2003). Trees in winter. In R. Roe & E. A. Poe (Eds.), Handbook of forests (2nd ed., Vol. 3, " +
			"pp. 11–20). Green Press.",
		"dataset": "Doe, J. (2022). Rainfall in Bergen [Data set]. Dryad. https://doi.org/10.5061/dryad.1",
		"edited":  "Roe, R., & Poe, E. (Eds.). (2003). Handbook of forests. Green Press.",
		"many": "Ash, A., Birch, B., Cedar, C., Dogwood, D., Elm, E., Fir, F., & Gum, G. (2011). Seven people at once. " +
			"Journal of Trees, 4, Article e100345.",
		"nobody": "Flood in the city. (n.d.). The Daily Example, 7.",
		"paper": "Doe, J., & Roe, R. (2018). Learning to align: A study of attention. In Proceedings of the 12th " +
			"Conference on Examples (pp. 103–104). ACM. https://doi.org/10.1145/1.2",
		"preprint": "Vaswani, A., Shazeer, N., et al. (2017). Attention is all you need (arXiv:1706.03762). arXiv. " +
			"https://arxiv.org/abs/1706.03762",
		"report":   "World Health Organization. (2020). World water report (No. 17). WHO Press.",
		"software": "Doe, J. (2022). treetool (Version 1.4.2) [Computer software]. Zenodo. https://doi.org/10.5281/zenodo.1",
		"thesis":   "Doe, J. (2009). On small things [Thesis, University of Oslo]. https://example.org/t/1",
		"webpage":  "Doe, J. (2021, September 3). How bridges are built. Bridge News. https://example.org/bridges",
	},
	"chicago": {
		"abbreviated": "van den Berg, Jean-Pierre M., and Ann King Jr. 1999. “Why Do Markov Models of DNA Work?” " +
			"Proceedings of the National Academy of Sciences 96 (2): 1087–89.",
		"article": "LeCun, Yann, Yoshua Bengio, and Geoffrey E. Hinton. 2015. “Deep Learning.” Nature 521 (7553): 436–44. " +
			"https://doi.org/10.1038/nature14539.",
		"book": "Doe, Jane. 1975. The Art of Counting. 3rd ed. Reading: Addison.",
		"chapter": "Doe, Jane. 2003. “Trees in Winter.” In Handbook of Forests, 2nd ed., vol. 3, edited by Richard Roe " +
			"and Edgar A. Poe, 11–20. Oslo: Green Press.",
		"dataset": "Doe, Jane. 2022. Rainfall in Bergen. Dryad. https://doi.org/10.5061/dryad.1.",
		"edited":  "Roe, Richard, and Edgar Poe, eds. 2003. Handbook of Forests. Green Press.",
		"many": "Ash, Al, Bo Birch, Cy Cedar, Di Dogwood, Ed Elm, Flo Fir, and Gus Gum. 2011. “Seven People at Once.” " +
			"Journal of Trees 4: e100345.",
		"nobody": "“Flood in the City.” n.d. The Daily Example, 7.",
		"paper": "Doe, Jane, and Richard Roe. 2018. “Learning to Align: A Study of Attention.” In Proceedings of the " +
			"12th Conference on Examples, 103–4. New York: ACM. https://doi.org/10.1145/1.2.",
		"preprint": "Vaswani, Ashish, Noam Shazeer, et al. 2017. “Attention Is All You Need.” arXiv:1706.03762. " +
			"https://arxiv.org/abs/1706.03762.",
		"report":   "World Health Organization. 2020. World Water Report. No. 17. Geneva: WHO Press.",
		"software": "Doe, Jane. 2022. treetool. Version 1.4.2. Zenodo. https://doi.org/10.5281/zenodo.1.",
		"thesis":   "Doe, Jane. 2009. “On Small Things.” Thesis, University of Oslo. https://example.org/t/1.",
		"webpage":  "Doe, Jane. 2021. “How Bridges Are Built.” Bridge News. https://example.org/bridges.",
	},
	"ieee": {
		"abbreviated": "J.-P. M. van den Berg and A. King Jr., “Why do Markov models of DNA work?” Proc. Natl. Acad. Sci., " +
			"vol. 96, no. 2, pp. 1087–1089, 1999.",
		"article": "Y. LeCun, Y. Bengio, and G. E. Hinton, “Deep learning,” Nature, vol. 521, no. 7553, pp. 436–444, May " +
			"2015, doi: 10.1038/nature14539.",
		"book": "J. Doe, The Art of Counting, 3rd ed. Reading: Addison, 1975.",
		"chapter": "J. Doe, “Trees in winter,” in Handbook of forests, 2nd ed., vol. 3, R. Roe and E. A. Poe, Eds., Oslo: " +
			"Green Press, 2003, pp. 11–20.",
		"dataset": "J. Doe, “Rainfall in Bergen,” Dryad, 2022, doi: 10.5061/dryad.1.",
		"edited":  "R. Roe and E. Poe, Eds., Handbook of forests. Green Press, 2003.",
		"many":    "A. Ash et al., “Seven people at once,” Journal of Trees, vol. 4, Art. no. e100345, 2011.",
		"nobody":  "“Flood in the city,” The Daily Example, p. 7.",
		"paper": "J. Doe and R. Roe, “Learning to align: A study of attention,” in Proceedings of the 12th Conference " +
			"on Examples, New York: ACM, 2018, pp. 103–104, doi: 10.1145/1.2.",
		"preprint": "A. Vaswani, N. Shazeer et al., “Attention is all you need,” 2017, arXiv:1706.03762. [Online]. " +
			"Available: https://arxiv.org/abs/1706.03762",
		"report":   "World Health Organization, “World water report,” WHO Press, Geneva, no. 17, 2020.",
		"software": "J. Doe, “treetool,” Zenodo, version 1.4.2, 2022, doi: 10.5281/zenodo.1.",
		"thesis": "J. Doe, “On small things,” Thesis, University of Oslo, 2009. [Online]. Available: " +
			"https://example.org/t/1",
		"webpage": "J. Doe, “How bridges are built,” Bridge News, 2021. [Online]. Available: https://example.org/bridges",
	},
	"mla": {
		"abbreviated": "van den Berg, Jean-Pierre M., and Ann King Jr. “Why Do Markov Models of DNA Work?” Proceedings of " +
			"the National Academy of Sciences, vol. 96, no. 2, 1999, pp. 1087–89.",
		"article": "LeCun, Yann, et al. “Deep Learning.” Nature, vol. 521, no. 7553, May 2015, pp. 436–44, " +
			"https://doi.org/10.1038/nature14539.",
		"book": "Doe, Jane. The Art of Counting. 3rd ed., Addison, 1975.",
		"chapter": "Doe, Jane. “Trees in Winter.” Handbook of Forests, edited by Richard Roe and Edgar A. Poe, 2nd ed., " +
			"vol. 3, Green Press, 2003, pp. 11–20.",
		"dataset": "Doe, Jane. Rainfall in Bergen. Dryad, 2022, https://doi.org/10.5061/dryad.1.",
		"edited":  "Roe, Richard, and Edgar Poe, editors. Handbook of Forests. Green Press, 2003.",
		"many":    "Ash, Al, et al. “Seven People at Once.” Journal of Trees, vol. 4, 2011, e100345.",
		"nobody":  "“Flood in the City.” The Daily Example, p. 7.",
		"paper": "Doe, Jane, and Richard Roe. “Learning to Align: A Study of Attention.” Proceedings of the 12th " +
			"Conference on Examples, ACM, 2018, pp. 103–04, https://doi.org/10.1145/1.2.",
		"preprint": "Vaswani, Ashish, et al. “Attention Is All You Need.” arXiv, 2017, https://arxiv.org/abs/1706.03762.",
		"report":   "World Health Organization. World Water Report. No. 17, WHO Press, 2020.",
		"software": "Doe, Jane. treetool. Version 1.4.2, Zenodo, 2022, https://doi.org/10.5281/zenodo.1.",
		"thesis":   "Doe, Jane. On Small Things. University of Oslo, 2009. Thesis, https://example.org/t/1.",
		"webpage":  "Doe, Jane. “How Bridges Are Built.” Bridge News, 3 Sept. 2021, https://example.org/bridges.",
	},
	"nature": {
		"abbreviated": "van den Berg, J.-P. M. & King, A. Jr. Why do Markov models of DNA work? Proc. Natl. Acad. Sci. 96, " +
			"1087–1089 (1999).",
		"article": "LeCun, Y., Bengio, Y. & Hinton, G. E. Deep learning. Nature 521, 436–444 (2015).",
		"book":    "Doe, J. The Art of Counting 3rd edn (Addison, Reading, 1975).",
		"chapter": "Doe, J. Trees in winter. In Handbook of forests 2nd edn, Vol. 3 (eds Roe, R. & Poe, E. A.) 11–20 " +
			"(Green Press, Oslo, 2003).",
		"dataset": "Doe, J. Rainfall in Bergen. Dryad https://doi.org/10.5061/dryad.1 (2022).",
		"edited":  "Roe, R. & Poe, E. (eds) Handbook of forests (Green Press, 2003).",
		"many":    "Ash, A. et al. Seven people at once. Journal of Trees 4, e100345 (2011).",
		"nobody":  "Flood in the city. The Daily Example, 7.",
		"paper": "Doe, J. & Roe, R. Learning to align: A study of attention. In Proceedings of the 12th Conference on " +
			"Examples 103–104 (ACM, New York, 2018).",
		"preprint": "Vaswani, A., Shazeer, N. et al. Attention is all you need. Preprint at " +
			"https://arxiv.org/abs/1706.03762 (2017).",
		"report":   "World Health Organization. World Water Report (WHO Press, Geneva, 2020).",
		"software": "Doe, J. treetool. Zenodo https://doi.org/10.5281/zenodo.1 (2022).",
		"thesis":   "Doe, J. On small things. Thesis, University of Oslo (2009).",
		"webpage":  "Doe, J. How bridges are built. Bridge News https://example.org/bridges (2021).",
	},
	"vancouver": {
		"abbreviated": "van den Berg JPM, King A Jr. Why do Markov models of DNA work? Proc Natl Acad Sci. 1999;96(2):1087-9.",
		"article": "LeCun Y, Bengio Y, Hinton GE. Deep learning. Nature. 2015 May;521(7553):436-44. " +
			"doi:10.1038/nature14539",
		"book": "Doe J. The Art of Counting. 3rd ed. Reading: Addison; 1975.",
		"chapter": "Doe J. Trees in winter. In: Roe R, Poe EA, editors. Handbook of forests. 2nd ed. Vol. 3. Oslo: Green " +
			"Press; 2003. p. 11-20.",
		"dataset": "Doe J. Rainfall in Bergen [Internet]. Dryad; 2022. doi:10.5061/dryad.1",
		"edited":  "Roe R, Poe E, editors. Handbook of forests. Green Press; 2003.",
		"many":    "Ash A, Birch B, Cedar C, Dogwood D, Elm E, Fir F, et al. Seven people at once. Journal of Trees. 2011;4:e100345.",
		"nobody":  "Flood in the city. The Daily Example. 7.",
		"paper": "Doe J, Roe R. Learning to align: A study of attention. In: Proceedings of the 12th Conference on " +
			"Examples. New York: ACM; 2018. p. 103-4. doi:10.1145/1.2",
		"preprint": "Vaswani A, Shazeer N, et al. Attention is all you need [preprint]. arXiv; 2017. Available from: " +
			"https://arxiv.org/abs/1706.03762",
		"report":   "World Health Organization. World water report. Geneva: WHO Press; 2020.",
		"software": "Doe J. treetool [Internet]. Version 1.4.2. Zenodo; 2022. doi:10.5281/zenodo.1",
		"thesis":   "Doe J. On small things [thesis]. University of Oslo; 2009. Available from: https://example.org/t/1",
		"webpage":  "Doe J. How bridges are built [Internet]. Bridge News; 2021. Available from: https://example.org/bridges",
	},
}

func TestRender(t *testing.T) {
	for _, name := range Names() {
		if len(rendered[name]) != len(works) {
			t.Errorf("%s: %d of %d works are expected", name, len(rendered[name]), len(works))
		}
		for key, want := range rendered[name] {
			w := works[key]
			text, err := Render(&w, name)
			if err != nil {
				t.Fatal(err)
			}
			if got := text.String(); got != want {
				t.Errorf("%s %s:\n got %s\nwant %s", name, key, got, want)
			}
		}
	}
	if _, err := Render(nil, "harvard"); err == nil {
		t.Error("an unknown style is accepted")
	}
}

func TestFaces(t *testing.T) {
	w := works["abbreviated"]
	w.Title = "A <b> and *stars* & more"
	text, _ := Render(&w, "nature")
	if got, want := text.HTML(),
		"van den Berg, J.-P. M. &amp; King, A. Jr. A &lt;b&gt; and *stars* &amp; more. <i>Proc. Natl. Acad. Sci.</i> "+
			"<b>96</b>, 1087–1089 (1999)."; got != want {
		t.Errorf("html: %s", got)
	}
	if got, want := text.Markdown(),
		`van den Berg, J.-P. M. & King, A. Jr. A \<b> and \*stars\* & more. *Proc. Natl. Acad. Sci.* **96**, 1087–1089 (1999).`; got != want {
		t.Errorf("markdown: %s", got)
	}
}

// Nothing in a record controls a terminal or changes the writing direction.
func TestNothingHidden(t *testing.T) {
	w := works["book"]
	w.Title = "A\x1b[31m \u202eevil\u202c\ttitle\n"
	text, _ := Render(&w, "acm")
	if got, want := text.String(), "Jane Doe. 1975. A[31m evil title (3rd ed.). Addison, Reading."; got != want {
		t.Errorf("%q", got)
	}
}

func TestCase(t *testing.T) {
	for _, c := range []struct{ in, sentence, headline string }{
		{"Deep Learning for Bayesian Inference in BERT and t-SNE", "Deep learning for Bayesian inference in BERT and t-SNE",
			"Deep Learning for Bayesian Inference in BERT and t-SNE"},
		{"A study of rivers in Norway: new results", "A study of rivers in Norway: new results",
			"A Study of Rivers in Norway: New Results"},
		{"Visiting Bergen", "Visiting Bergen", "Visiting Bergen"},
		{"Attention Is All You Need", "Attention is all you need", "Attention Is All You Need"},
		{"Über die Theorie der Felder", "Über die Theorie der Felder", "Über die Theorie der Felder"},
		{"Few-Shot Learning: A Survey", "Few-shot learning: A survey", "Few-Shot Learning: A Survey"},
		{"深度学习", "深度学习", "深度学习"},
		{"", "", ""},
	} {
		if got := Sentence(c.in); got != c.sentence {
			t.Errorf("Sentence(%q) = %q", c.in, got)
		}
		if got := headlineCase(c.in); got != c.headline {
			t.Errorf("headlineCase(%q) = %q", c.in, got)
		}
	}
}

func TestPages(t *testing.T) {
	for _, c := range []struct {
		in                               string
		whole, minimal, chicago, twoLast string
	}{
		{"1087--1089", "1087–1089", "1087–9", "1087–89", "1087–89"},
		{"101-108", "101–108", "101–8", "101–8", "101–08"},
		{"96-117", "96–117", "96–117", "96–117", "96–117"},
		{"100-104", "100–104", "100–4", "100–104", "100–04"},
		{"321–328", "321–328", "321–8", "321–28", "321–28"},
		{"1496-1504", "1496–1504", "1496–504", "1496–504", "1496–504"},
		{"e1-e9", "e1–e9", "e1–e9", "e1–e9", "e1–e9"},
		{"7-7", "7", "7", "7", "7"},
		{"3, 5-9", "3, 5–9", "3, 5–9", "3, 5–9", "3, 5–9"},
		{"S1-12-3", "S1–12–3", "S1–12–3", "S1–12–3", "S1–12–3"},
	} {
		for how, want := range []string{c.whole, c.minimal, c.chicago, c.twoLast} {
			if got := pageRange(c.in, "–", cut(how)); got != want {
				t.Errorf("pageRange(%q, %d) = %q, want %q", c.in, how, got, want)
			}
		}
	}
}

func TestInitials(t *testing.T) {
	for _, c := range []struct{ in, spaced, tight, bare string }{
		{"Jean-Pierre Marie", "J.-P. M.", "J.-P.M.", "JPM"},
		{"J.R.R.", "J. R. R.", "J.R.R.", "JRR"},
		{"JA", "J. A.", "J.A.", "JA"},
		{"Ming-ming", "M.-M.", "M.-M.", "MM"},
		{"明", "明", "明", "明"},
		{"", "", "", ""},
	} {
		for form, want := range map[Given]string{Spaced: c.spaced, Tight: c.tight, Bare: c.bare} {
			if got := Initials(c.in, form); got != want {
				t.Errorf("Initials(%q, %d) = %q, want %q", c.in, form, got, want)
			}
		}
	}
	for in, want := range map[string]string{"3": "3rd", "2nd edition": "2nd", "11": "11th", "Third ed.": "Third",
		"21": "21st", "Revised": "Revised", "1.4.2": "1.4.2"} {
		if got := ordinal(in); got != want {
			t.Errorf("ordinal(%q) = %q", in, got)
		}
	}
}
