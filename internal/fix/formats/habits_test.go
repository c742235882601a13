package formats_test

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/formats"
)

// Changes are written in the style of the file, and no other byte changes.
func TestHabits(t *testing.T) {
	a, _ := auditor(t)
	minimal := formats.Options{Options: fix.Options{Minimal: true, Likely: true}}
	cases := []struct {
		name, format, src, from, to string
		opt                         formats.Options
	}{
		{"RIS: a name among others, CRLF, an unknown tag", "ris",
			"TY  - CONF\r\nXX  - kept\r\nA1  - Pennington, J.\r\nA1  - Smith, A.\r\nA1  - Manning, C. D.\r\nT1  - GloVe: " +
				"Global Vectors for Word Representation\r\nBT  - Proceedings of the 2014 Conference on Empirical Methods in " +
				"Natural Language Processing\r\nY1  - 2014///\r\nER  - \r\n",
			"A1  - Smith, A.", "A1  - Socher, R.", minimal},
		{"RIS: a name that is missing", "ris",
			"TY  - JOUR\nAU  - Yann LeCun\nAU  - Geoffrey Hinton\nTI  - Deep learning\nJO  - Nature\nPY  - 2015\nVL  - 521\nER  - \n",
			"AU  - Yann LeCun\n", "AU  - Yann LeCun\nAU  - Yoshua Bengio\n", minimal},
		{"RIS: a name too many", "ris",
			"TY  - JOUR\nAU  - Breiman, Leo\nAU  - Quillfeather, Zebedee\nTI  - Random Forests\nJO  - Machine Learning\nPY  - " +
				"2001\nVL  - 45\nSP  - 5\nEP  - 32\nER  - \n",
			"AU  - Quillfeather, Zebedee\n", "", minimal},
		{"RIS: the year stands twice", "ris",
			"TY  - JOUR\nAU  - Breiman, Leo\nTI  - Random Forests\nJO  - Machine Learning\nPY  - 2004\nY1  - 2004/10/01\nVL  " +
				"- 45\nSP  - 5\nEP  - 32\nER  - \n",
			"PY  - 2004\nY1  - 2004/10/01", "PY  - 2001\nY1  - 2001/10/01", minimal},
		{"RIS: the journal and its abbreviation", "ris",
			"TY  - JOUR\nAU  - Breiman, Leo\nTI  - Random Forests\nJO  - Journal of Chemical Physics\nJA  - J. Chem. " +
				"Phys.\nPY  - 2001\nVL  - 45\nIS  - 1\nSP  - 5\nEP  - 32\nDO  - 10.1023/A:1010933404324\nER  - \n",
			"JO  - Journal of Chemical Physics\nJA  - J. Chem. Phys.\n", "JO  - Machine Learning\nJA  - Mach. Learn.\n",
			minimal},
		{"RIS: a DOI that is asked for goes where it usually stands", "ris",
			"TY  - JOUR\nAU  - Breiman, Leo\nTI  - Random Forests\nJO  - Machine Learning\nPY  - 2001\nVL  - 45\nSP  - 5\nEP  " +
				"- 32\nN2  - text\nER  - \n",
			"EP  - 32\n", "EP  - 32\nDO  - 10.1023/a:1010933404324\n",
			formats.Options{Options: fix.Options{Minimal: true, Add: []biblio.Field{biblio.FieldDOI}}}},
		{"CSL: numbers stay numbers, strings stay strings", "csl-json",
			`[{"id": 7, "type": "article-journal", "volume": 46, "issue": "1", "title": "Random Forests", "author": [{"family": "Breiman", "given": "Leo"}], "container-title": "Machine Learning", "page": "5-32", "issued": {"date-parts": [["2001", 10]]}}]`,
			`"volume": 46`, `"volume": 45`, minimal},
		{"CSL: the year in parts, month and order stay", "csl-json",
			"{\n\t\"items\": [\n\t\t{\n\t\t\t\"issued\": {\n\t\t\t\t\"date-parts\": [\n\t\t\t\t\t[ 2004, 10 " +
				"]\n\t\t\t\t]\n\t\t\t},\n\t\t\t\"title\": \"Random Forests\",\n\t\t\t\"volume\": \"45\",\n\t\t\t\"page\": " +
				"\"5–32\",\n\t\t\t\"container-title\": \"Machine Learning\",\n\t\t\t\"author\": [ { \"given\": \"L.\", " +
				"\"family\": \"Breiman\" } ],\n\t\t\t\"type\": \"article-journal\",\n\t\t\t\"x-unknown\": { \"a\": [] " +
				"},\n\t\t\t\"id\": \"b\"\n\t\t}\n\t]\n}\n",
			"[ 2004, 10 ]", "[ 2001, 10 ]", minimal},
		{"CSL: what else a name says stays, a new one is laid out like it", "csl-json",
			"[{\"id\":\"l\",\"type\":\"article-journal\",\"title\":\"Deep learning\",\"author\":[\n  " +
				"{\"given\":\"Yann\",\"family\":\"LeCun\",\"ORCID\":\"x\"},\n  " +
				"{\"given\":\"Geoffrey\",\"family\":\"Hinton\"}\n],\"container-title\":[\"Nature\"],\"volume\":\"521\",\"page\":\"436-444\",\"issued\":{\"date-parts\":[[2015]]}}]",
			"\"ORCID\":\"x\"},\n", "\"ORCID\":\"x\"},\n  {\"given\":\"Yoshua\",\"family\":\"Bengio\"},\n", minimal},
		{"CSL: escapes of the file", "csl-json",
			`[{"id":"b","type":"article-journal","title":"Random Forests","note":"\u00fc","author":[{"family":"Breiman","given":"Leo"}],"container-title":"Machine Learning","volume":"45","page":"5-32","DOI":"10.1023\/A:1010933404324","URL":"https:\/\/example.org","issued":{"date-parts":[[2003]]}}]`,
			"2003", "2001", minimal},
		{"list: a name among others, in its form", "text",
			"Pennington J, Smith A, Manning CD. GloVe: Global Vectors for Word Representation. In: Proceedings of the 2014 " +
				"Conference on Empirical Methods in Natural Language Processing; 2014. p. 1532-43.\n",
			"Smith A", "Socher R", minimal},
		{"list: the year over a line break, marks and indents stay", "text",
			"References\n\n  [7] L. Breiman, “Random forests,” Machine Learning, vol. 45, no. 1,\n      pp. 5–32, 2004.\n  " +
				"[8] Nobody, N. (1999). A work that nobody has. Journal of Nothing, 1(2), 3–4.\n", "2004", "2001", minimal},
		{"list: both years", "text",
			"Leo Breiman. 2004. Random Forests. Machine Learning 45, 1 (2004), 5–32. https://doi.org/10.1023/a:1010933404324\n",
			"2004. Random Forests. Machine Learning 45, 1 (2004)", "2001. Random Forests. Machine Learning 45, 1 (2001)",
			minimal},
		{"list: a linked citation", "text",
			"Forests are robust [Breiman, 2004, Random Forests](https://doi.org/10.1023/a:1010933404324) in practice.\n",
			"2004", "2001", minimal},
		{"list: a linked citation that stands twice", "text",
			"Forests are robust [Breiman, 2004, Random Forests](https://doi.org/10.1023/a:1010933404324) in practice.\nAs " +
				"[Breiman, 2004, Random Forests](https://doi.org/10.1023/a:1010933404324) says.\n", "2004", "2001", minimal},
		{"RIS: a preprint becomes its published version when asked", "ris",
			"TY  - UNPB\nAU  - Vaswani, A.\nAU  - Shazeer, N.\nAU  - et al.\nTI  - Attention Is All You Need\nT2  - arXiv " +
				"preprint arXiv:1706.03762\nPY  - 2017\nER  - \n",
			"TY  - UNPB\nAU  - Vaswani, A.\nAU  - Shazeer, N.\nAU  - et al.\nTI  - Attention Is All You Need\nT2  - arXiv " +
				"preprint arXiv:1706.03762\nPY  - 2017\n",
			"TY  - CPAPER\nAU  - Vaswani, A.\nAU  - Shazeer, N.\nAU  - et al.\nTI  - Attention Is All You Need\nT2  - " +
				"Advances in Neural Information Processing Systems\nPY  - 2017\nVL  - 30\nSP  - 5998\nEP  - 6008\n",
			formats.Options{Options: fix.Options{Minimal: true, Prefer: fix.Published}}},
		{"CSL: a preprint becomes its published version when asked", "csl-json",
			"[{\"type\":\"article\",\"title\":\"Attention Is All You " +
				"Need\",\"author\":[{\"family\":\"Vaswani\",\"given\":\"A.\"},{\"literal\":\"et " +
				"al.\"}],\"container-title\":\"arXiv preprint arXiv:1706.03762\",\"issued\":{\"date-parts\":[[2017]]}}]\n",
			"\"type\":\"article\",\"title\":\"Attention Is All You " +
				"Need\",\"author\":[{\"family\":\"Vaswani\",\"given\":\"A.\"},{\"literal\":\"et " +
				"al.\"}],\"container-title\":\"arXiv preprint arXiv:1706.03762\",\"issued\":{\"date-parts\":[[2017]]}}",
			"\"type\":\"paper-conference\",\"title\":\"Attention Is All You " +
				"Need\",\"author\":[{\"family\":\"Vaswani\",\"given\":\"A.\"},{\"literal\":\"et " +
				"al.\"}],\"container-title\":\"Advances in Neural Information Processing " +
				"Systems\",\"issued\":{\"date-parts\":[[2017]]},\"volume\":\"30\",\"page\":\"5998-6008\"}",
			formats.Options{Options: fix.Options{Minimal: true, Prefer: fix.Published}}},
		{"list: a preprint stays without a style", "text",
			"Vaswani, A., Shazeer, N., et al. (2017). Attention is all you need. arXiv preprint arXiv:1706.03762.\n", "", "",
			formats.Options{Options: fix.Options{Minimal: true, Prefer: fix.Published}}},
		{"list: a preprint is printed anew as its published version", "text",
			"Vaswani, A., Shazeer, N., et al. (2017). Attention is all you need. arXiv preprint arXiv:1706.03762.\n",
			"Vaswani, A., Shazeer, N., et al. (2017). Attention is all you need. arXiv preprint arXiv:1706.03762.",
			"Vaswani, A., Shazeer, N., Parmar, N., Uszkoreit, J., Jones, L., Gomez, A. N., Kaiser, Ł., & Polosukhin, I. " +
				"(2017). Attention is all you need. In Advances in Neural Information Processing Systems (Vol. 30, pp. 5998–6008).",
			formats.Options{Options: fix.Options{Minimal: true, Prefer: fix.Published}, Style: "apa"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := corrected(t, a, c.format, []byte(c.src), c.opt)
			if want := strings.ReplaceAll(c.src, c.from, c.to); string(out.Bytes) != want {
				t.Errorf("got\n%s\nwant\n%s\n%+v", out.Bytes, want, out.Entries)
			}
			if again := corrected(t, a, c.format, out.Bytes, c.opt); string(again.Bytes) != string(out.Bytes) {
				t.Errorf("a second run changes it again:\n%s\n%+v", again.Bytes, again.Entries)
			}
		})
	}
}

// An entry whose wrong part cannot be replaced separately is reprinted only if a style is named, on as many
// lines as before.
func TestPrintedAnew(t *testing.T) {
	a, _ := auditor(t)
	second := "[2] Breiman, L. (2001). Random forests. Machine Learning, 45(1), 5–32.\n"
	src := "[1] LeCun, Y., Smith, A., … Hinton, G. (2012). Deep learning. Nature, 521(7553),\n    436–444. " +
		"https://doi.org/10.1038/nature14539\n" + second
	anew := "[1] LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553),\n    436–444. " +
		"https://doi.org/10.1038/nature14539\n" + second
	if out := corrected(t, a, "text", []byte(src),
		formats.Options{Options: fix.Options{Likely: true}, Style: "apa"}); string(out.Bytes) != anew {
		t.Errorf("with a style:\n%s", out.Bytes)
	}
	if out := corrected(t, a, "text", []byte(src),
		formats.Options{Options: fix.Options{Likely: true}}); string(out.Bytes) != strings.Replace(src, "2012", "2015", 1) {
		t.Errorf("without a style:\n%s", out.Bytes)
	}
	if _, err := formats.Fix("text", []byte(src), nil, formats.Options{Style: "harvard"}); err == nil {
		t.Error("an unknown style is accepted")
	}
}

// Nothing is changed in a printed list that is not accepted, or added that was not asked for; what a person may take is
// shown only where that is asked for.
func TestAskedOfLists(t *testing.T) {
	a, _ := auditor(t)
	const raw = "References\n\n[1] L. Breiman. Random Forests. Machine Learning, 45(1):5-32, 2003.\n"
	fixed := strings.Replace(raw, "2003", "2001", 1)
	accept := func(yes bool) func(*biblio.Reference, []fix.Patch) bool {
		return func(*biblio.Reference, []fix.Patch) bool { return yes }
	}
	doi := []biblio.Field{biblio.FieldDOI}
	for name, c := range map[string]struct {
		opt  fix.Options
		want string
	}{
		"usual": {fix.Options{}, fixed}, "accepted": {fix.Options{Accept: accept(true)}, fixed},
		"not accepted": {fix.Options{Accept: accept(false)}, raw},
		"asked for": {fix.Options{Add: doi},
			strings.Replace(fixed, "2001.", "2001. https://doi.org/10.1023/A:1010933404324", 1)},
		"asked for and not accepted": {fix.Options{Add: doi, Accept: accept(false)}, raw},
	} {
		got := corrected(t, a, "text", []byte(raw), formats.Options{Options: c.opt})
		if !strings.EqualFold(string(got.Bytes), c.want) || got.Entries[0].Taken != "" {
			t.Errorf("%s: %q\n%s", name, got.Entries[0].Taken, got.Bytes)
		}
	}
}

// A file in an older encoding takes what is ASCII, and keeps its bytes.
func TestOlderEncoding(t *testing.T) {
	a, _ := auditor(t)
	src := "TY  - JOUR\nAU  - Breiman, Leo\nTI  - Random Forests\nN1  - Gr\xf6\xdfe\nJO  - Machine Learning\nPY  - 2003\n" +
		"VL  - 45\nIS  - 1\nSP  - 5\nEP  - 32\nER  - \n"
	got := corrected(t, a, "ris", []byte(src), formats.Options{})
	if want := strings.Replace(src, "2003", "2001", 1); string(got.Bytes) != want {
		t.Errorf("%q", got.Bytes)
	}
}
