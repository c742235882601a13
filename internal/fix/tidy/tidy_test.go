package tidy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix/tidy"
)

// apply tidies a file.
func apply(t *testing.T, src string, settings tidy.Settings, ask func([]string) int) tidy.Result {
	t.Helper()
	out, err := tidy.Apply([]byte(src),
		tidy.Options{Settings: settings, References: references(t, "t.bib", []byte(src)), Ask: ask})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Each kind changes the value of a field as expected; "" means that it removes the field.
func TestValues(t *testing.T) {
	for _, c := range []struct{ kind, value, have, want string }{
		{"pages", "true", "pages={1-2}", "pages={1--2}"},
		{"pages", "true", "pages={S12-S20}", "pages={S12--S20}"},
		{"pages", "true", "pages={S1-12}", ""},
		{"doi", "true", "doi={https://doi.org/10.1000/abc?x=1}", "doi={10.1000/abc?x=1}"},
		{"containers", "short", `journal={Computers {\&} Mathematics with Applications}`, "journal={Comput. Math. Appl.}"},
		{"containers", "short", "journal={{SIAM} Journal on Scientific Computing}", "journal={SIAM J. Sci. Comput.}"},
		{"containers", "short", "journal={Journal of the Mechanics and Physics of Solids}",
			"journal={J. Mech. Phys. Solids}"},
		{"containers", "short", "journal={Zeitschrift f{\\\"u}r Physik}", "journal={Z. Phys.}"},
		{"containers", "short", `journal={Bulletin de l'Acad{\'e}mie nationale de m{\'e}decine}`,
			`journal={Bull. Acad. natl. m{\'e}d.}`},
		{"containers", "short", "journal={Journal d'Analyse Mathématique}", "journal={J. Anal. Math.}"},
		{"containers", "short", "journal={ACM Computing Surveys (CSUR)}", "journal={ACM Comput. Surv.}"},
		{"containers", "short", "journal={Computers, IEEE Transactions on}", "journal={IEEE Trans. Comput.}"},
		{"containers", "short", "journal={Knowledge-Based Systems}", "journal={Knowl.-Based Syst.}"},
		{"containers", "short", "journal={Curr Biol}", "journal={Curr. Biol.}"},
		{"containers", "short", "journal={Chemistry – A European Journal}", "journal={Chem. – Eur. J.}"},
		{"containers", "short", "journal={Journal of Physics (London, England)}", "journal={J. Phys. (Lond. Engl.)}"},
		{"containers", "iso4", "journal={N Engl J Med}", "journal={N. Engl. J. Med.}"},
		{"containers", "short", "journal={Acta Crystallogr B Struct}", ""}, // B is a section
		{"containers", "nlm", "journal={Curr. Biol.}", "journal={Curr Biol}"},
		{"containers", "nlm", "journal={Numerische Mathematik}", "journal={Numer Math}"},
		{"containers", "nlm", "journal={Dr. Dobb's Journal}", ""},
		{"containers", "long", "journal={N Engl J Med}", "journal={New England Journal of Medicine}"},
		{"containers", "short", "journal={PACIFIC JOURNAL OF OPTIMIZATION}", ""},
		{"containers", "short", "journal={Annals {\\ldots} of Physics}", ""},
		{"containers", "short", "journal={Numerische Mathematik}", "journal={Numer. Math.}"},
		{"pages", "true", "pages = \"S1 – S9\"", "pages = \"S1--S9\""},
		{"pages", "true", "pages={1—2, 5-7}", "pages={1--2, 5--7}"},
		{"pages", "true", "pages={ix-xii}", "pages={ix--xii}"},
		{"pages", "true", "pages={A12-B3}", ""},
		{"pages", "true", "pages={3-12--3-14}", ""},
		{"pages", "true", "pages={1--2}", ""},
		{"pages", "true", "pages=p # {1-2}", ""},
		{"doi", "true", "doi={https://doi.org/10.1000/Ab}", "doi={10.1000/Ab}"},
		{"doi", "true", "doi=\"doi: 10.1000/Ab\"", "doi=\"10.1000/Ab\""},
		{"doi", "true", "doi={10.1038/nature 14539}", "doi={10.1038/nature14539}"},
		{"doi", "true", "doi={10. 1038/\n nature14539}", "doi={10.1038/nature14539}"},
		{"doi", "true", "doi={doi: 10.1038/nat ure14539}", "doi={10.1038/nature14539}"},
		{"doi", "true", "doi={10.1038/nature14539 (2015)}", ""},
		{"doi", "true", "doi={10.1038/nature14539 and 10.1038/nature14540}", ""},
		{"doi", "true", "doi={10.1038/nature14539, 10.1038/x}", ""},
		{"doi", "true", "url={https://dx.doi.org/10.1000/Ab}", "doi={10.1000/Ab}"},
		{"doi", "true", "url={https://doi.org/10.1000/a%2Fb}", ""},
		{"doi", "true", "url={https://example.org/10.1000/ab}", ""},
		{"doi", "true", "doi={10.1000/Ab}, url={https://doi.org/10.1000/other}", ""},
		{"doi", "true", "doi={10.1000/Ab}, url={https://doi.org/10.1000/aB}, x={y}", "doi={10.1000/Ab}, x={y}"},
		{"urls", "true", "url={ \\url{http://arxiv.org/abs/1} }", "url={https://arxiv.org/abs/1}"},
		{"urls", "true", "url={http://example.org}", ""},
		{"protect", "true", "title={On BERT and the iPhone in NASA's labs, Part II}",
			"title={On {BERT} and the {iPhone} in {NASA}'s labs, Part {II}}"},
		{"protect", "true", "title={{On BERT}}", ""},
		{"protect", "true", "title={ON THE ORIGIN OF SPECIES}", ""},
		{"protect", "true", "title={Of $ABC$, \\emph{ABC}, {A}BC and \\ABC in small words}", ""},
		{"protect", "true", "title=nasa # \" and ESA\"", "title=nasa # \" and {ESA}\""},
		{"containers", "short", "journal={Journal of Machine Learning Research}", "journal={J. Mach. Learn. Res.}"},
		{"containers", "short", "journal={IEEE Transactions on Information Theory}", "journal={IEEE Trans. Inf. Theory}"},
		{"containers", "short", "journal={Proceedings of the National Academy of Sciences}",
			"journal={Proc. Natl. Acad. Sci.}"},
		{"containers", "short", "journal={Nature}", ""},
		{"containers", "short", "journal={Journal of Physics A: Mathematical and General}",
			"journal={J. Phys. A: Math. Gen.}"},
		{"containers", "short", "journal={Physical Review A}", "journal={Phys. Rev. A}"},
		{"containers", "short", "journal={Science of a Theory}", "journal={Sci. Theory}"},
		{"containers", "short", "journal={Journal of Unheard Wonders}", ""},
		{"containers", "short", "journal={J. Mach. Learn. Res.}", ""},
		{"containers", "short", "booktitle={Proceedings of the 36th International Conference on Machine Learning}",
			"booktitle={ICML}"},
		{"containers", "short", "booktitle={ICML 2019 Workshop on Deep Things}", ""},
		{"containers", "long", "booktitle={ICLR}", "booktitle={International Conference on Learning Representations}"},
		{"containers", "long", "journal={\\mnras}", "journal={Monthly Notices of the Royal Astronomical Society}"},
		{"containers", "long", "journal={J. Mach. Learn. Res.}", "journal={Journal of Machine Learning Research}"},
		{"containers", "long", "journal={J. Unkn. Th.}", ""},
		{"drop", "Abstract,x", "title={T}, abstract={a}, X=1, year=2", "title={T}, year=2"},
		{"keep", "title", "title={T}, year=2, crossref={b}", "title={T}, crossref={b}"},
		{"max-authors", "2", "author={A. Bee and {C and D} and\n  E. Eff and G. Gee}",
			"author={A. Bee and {C and D} and\n  others}"},
		{"max-authors", "2", "author={A. Bee and C. Dee}, editor = {E and F and G}",
			"author={A. Bee and C. Dee}, editor = {E and F and others}"},
		{"max-authors", "2", "author={A. Bee and C. Dee and others}", ""},
		{"months", "true", "month={January}", "month=jan"},
		{"months", "true", "month = \"Sept.\"", "month = sep"},
		{"months", "true", "month={03}", "month=mar"},
		{"months", "true", "month=12", "month=dec"},
		{"months", "true", "month={Jan 10}", ""},
		{"months", "true", "month={13}", ""},
		{"months", "true", "month=jan # {~10}", ""},
		{"case", "lower", "Title={T}, DOI={10.1000/A}", "title={T}, doi={10.1000/A}"},
		{"delimiters", "braces", `title="T {"} \"{U}", note=x # "a" # {b}, year=2001`,
			`title={T {"} \"{U}}, note=x # {a} # {b}, year=2001`},
		{"delimiters", "quotes", `title={T {"} U}, note={say "so"}`, `title="T {"} U", note={say "so"}`},
		{"characters", "unicode", `title={M{\"u}ller, \v{C}apek \& \'{\i} Stra\ss e $\alpha$ \emph{\'e}}`,
			`title={Müller, Čapek \& í Straße $\alpha$ \emph{é}}`},
		{"characters", "latex", "title={Müller, Čapek – 中 $é$}, url={http://x/é}",
			`title={M{\"u}ller, {\v{C}}apek -- 中 $é$}, url={http://x/é}`},
		{"wrap", "40", "title={A\n long title}, note={a}", "title={A long title}, note={a}"},
		{"wrap", "40", "title={A\n title}, note={two\n words}", "title={A title}, note={two\n words}"},
		{"wrap", "40", "title={A Database for\u00a0Face Recognition on\u00a0Masked Faces}",
			"title={A Database for\u00a0Face\n                Recognition on\u00a0Masked\n                Faces}"},
		{"wrap", "40", "note={two\n\n parts}, url={a\n b}, abstract={50 \\% of\n all}", ""},
		{"sort-fields", "true", "zzz={1}, year=2, title={T}", "title={T}, year=2, zzz={1}"},
		{"sort-fields", "true", "year=2, % when\n title={T}", ""},
		{"align", "true", "title={T\n  U} ,year=2", ",\n  title        = {T\n  U},\n  year         = 2\n"},
	} {
		src := "@misc{k, " + c.have + "}\n"
		want := src
		if c.want != "" {
			want = strings.Replace("@misc{k, "+c.want+"}\n", "{k, ,", "{k,", 1)
		}
		if out := apply(t, src, tidy.Settings{c.kind: c.value}, nil); string(out.Bytes) != want {
			t.Errorf("%s %s: %s became %q", c.kind, c.value, c.have, out.Bytes)
		}
	}
}

// Keys are renamed in a style wherever they are named, and stay where that is impossible.
func TestKeys(t *testing.T) {
	src := "@book{P, editor={Ed Itor}, title={All Things}, year=2001}\n" +
		"@inbook{one, crossref={p}, author={Zoë Ångström}, title={The Great Thing}, note={after " +
		"\\citep[see][]{two,nobody}}}\n" +
		"@misc{two, author={Ann Bee}, title={Of Things}, year=2001}\n@misc{bee2001things, author={Ann Bee}, " +
		"title={Things}, year=2001}\n" +
		"@misc{Q, author={Ann Bee}, title={Q}, year=2001}\n@misc{r, xdata=q # \"\", author={C}, title={D}}\n"
	out := apply(t, src, tidy.Settings{"keys": "author-year-word"}, nil)
	want := strings.NewReplacer("{P,", "{itor2001all,", "{p}", "{itor2001all}", "{one,", "{angstrom2001great,", "two",
		"bee2001thingsb", "{r,", "{c2001d,").Replace(src)
	if string(out.Bytes) != want {
		t.Errorf("got\n%s\nwant\n%s", out.Bytes, want)
	}
	if n := len(out.Renamed); n != 4 {
		t.Errorf("%d keys are said to change: %v", n, out.Renamed)
	}
	tex := "\\cite[one][two]{two, one} % \\cite{two}\n\\begin{verbatim}\\cite{two}\\end{verbatim}\\parencites{P}[x]{two}"
	edited := cited(tex, out.Renamed)
	if want := "\\cite[one][two]{bee2001thingsb, angstrom2001great} % " +
		"\\cite{two}\n\\begin{verbatim}\\cite{two}\\end{verbatim}\\parencites{itor2001all}[x]{bee2001thingsb}"; edited != want {
		t.Errorf("got  %s\nwant %s", edited, want)
	}
}

// Keys follow a custom pattern; an entry that lacks a part of it keeps its key.
func TestKeyPatterns(t *testing.T) {
	src := "@article{k, author={Zoë Ångström and van der Maaten, Laurens and Li, Fei}, title={On the {GloVe}-based " +
		"Reading of a Text by Łukasz},\n" +
		" year=2014, volume=7, pages={1532--1543}}\n"
	for pattern, want := range map[string]string{
		"[auth][year][shorttitle]":                 "Angstrom2014GloVeBasedReading",
		"[auth:lower][year][veryshorttitle:lower]": "angstrom2014glove",
		"[auth3:upper]:[shortyear]":                "ANG:14",
		"[authEtAl]_[year]":                        "AngstromEtAl_2014",
		"[authors2][year]":                         "AngstromMaatenEtAl2014",
		"[authors]-[firstpage]":                    "AngstromMaatenLi-1532",
		"[auth][volume][shorttitle2]":              "Angstrom7GloVeBased",
		"[title:lower]":                            "ontheglovebasedreadingofatextbylukasz",
	} {
		out := apply(t, src, tidy.Settings{"keys": pattern}, nil)
		if got, _, _ := strings.Cut(strings.TrimPrefix(string(out.Bytes), "@article{"), ","); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
		if again := apply(t, string(out.Bytes), tidy.Settings{"keys": pattern},
			nil); string(again.Bytes) != string(out.Bytes) {
			t.Errorf("%s: a second run changes %s", pattern, again.Bytes)
		}
	}
	for _, src := range []string{"@article{k, author={A. Bee}, title={T}}\n", "@article{k, year=2001, title={T}}\n"} {
		if out := apply(t, src, tidy.Settings{"keys": "[auth][year]"}, nil); string(out.Bytes) != src {
			t.Errorf("%s became %s", src, out.Bytes)
		}
	}
	for _, bad := range []string{"[nobody][year]", "[auth:shout]", "[auth] [year]", "[auth]{[year]", "[auth", "author"} {
		if err := (tidy.Settings{"keys": bad}).Check(); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// If one entry gives up a key and another gets it, citations follow the work that was meant.
func TestKeysPassedOn(t *testing.T) {
	const smith, jones = "author={Smith}, title={The same long title}, year=2020}\n",
		"author={Jones}, title={Other}, year=2020}\n"
	for _, c := range []struct {
		name, src, tex, want string
		settings             tidy.Settings
	}{
		{"a key changes hands", "@article{foo, " + smith + "@article{smith2020, " + jones, `\cite{foo} \cite{smith2020}`,
			`\cite{smith2020} \cite{jones2020}`, tidy.Settings{"keys": "author-year"}},
		{"the other way round", "@article{smith2020, " + jones + "@article{foo, " + smith, `\cite{foo} \cite{smith2020}`,
			`\cite{smith2020} \cite{jones2020}`, tidy.Settings{"keys": "author-year"}},
		{"merged, then renamed", "@article{foo, " + smith + "@article{bar, " + smith, `\cite{foo,bar}`,
			`\cite{smith2020,smith2020}`, tidy.Settings{"merge": "first", "keys": "author-year"}},
		{"merged, and a key changes hands", "@article{foo, " + smith + "@article{bar, " + smith + "@article{smith2020, " +
			jones, `\cite{bar,smith2020}`, `\cite{smith2020,jones2020}`, tidy.Settings{"merge": "first", "keys": "author-year"}},
	} {
		if got := cited(c.tex, apply(t, c.src, c.settings, nil).Renamed); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// Citations are changed whatever their options say; commands that print source stay.
func TestCiting(t *testing.T) {
	renamed := []tidy.Rename{{Old: "foo", New: "bar"}}
	for _, c := range []struct{ have, want, remaining string }{
		{`\cite[see (a]{foo}`, `\cite[see (a]{bar}`, ""},
		{`\citep[(cf.][p. 3]{foo}`, `\citep[(cf.][p. 3]{bar}`, ""},
		{`\citep[a) and {]}][]{x, foo}`, `\citep[a) and {]}][]{x, bar}`, ""},
		{`\cites(see [)(and foo)[1]{foo}[2]{x,foo}`, `\cites(see [)(and foo)[1]{bar}[2]{x,bar}`, ""},
		{`\cite*[{foo}]{foo}`, `\cite*[{foo}]{bar}`, "foo"},
		{`\bibentry{foo}`, `\bibentry{bar}`, ""},
		{`\mycite{x, foo} \cite{foo}`, `\mycite{x, foo} \cite{bar}`, "foo"},
		{`\label{foo}\ref{foo} {a foo} % {foo}`, `\label{foo}\ref{foo} {a foo} % {foo}`, ""},
		{`\verb|\cite{foo}| \cite{foo}`, `\verb|\cite{foo}| \cite{bar}`, ""},
		{`\verb*+\cite{foo}+ \verb|%| \cite{foo}`, `\verb*+\cite{foo}+ \verb|%| \cite{bar}`, ""},
		{`\lstinline[language=TeX]{\cite{foo}} \lstinline!\cite{foo}!`,
			`\lstinline[language=TeX]{\cite{foo}} \lstinline!\cite{foo}!`, ""},
		{`\\verb|\cite{foo}| \verbatiminput{x}`, `\\verb|\cite{bar}| \verbatiminput{x}`, ""},
	} {
		if got := cited(c.have, renamed); got != c.want {
			t.Errorf("%s became %s", c.have, got)
		}
		var remaining []string
		for _, s := range tidy.RemainingKeys(c.have, renamed) {
			remaining = append(remaining, s.Key)
			if s.Cited != strings.Contains(c.have, `\mycite`) {
				t.Errorf("%s: in %q, cited %v", c.have, s.Command, s.Cited)
			}
		}
		if got := strings.Join(remaining, " "); got != c.remaining {
			t.Errorf("%s: %q is said to remain, want %q", c.have, got, c.remaining)
		}
	}
}

// cited returns a source with the keys changed in it.
func cited(tex string, renamed []tidy.Rename) string {
	out, err := bibtex.Splice(tex, tidy.Citing(tex, renamed))
	if err != nil {
		return err.Error()
	}
	return string(out)
}

const twice = "@article{a, author={Ann Bee}, title={The same long title}, year=2001, journal={Nature}}\n\n" +
	"@article{b, author={Bee, Ann}, title={The same long title}, year=2001, volume=3, pages={1--2}}\n\n@misc{z, title={Z}}\n"

// Of several entries of one work one stays, with what the others state.
func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name, which, aliases, src, want string
		ask                             func([]string) int
	}{
		{"first", "first", "", twice,
			"@article{a, author={Ann Bee}, title={The same long title}, year=2001, journal={Nature}, volume=3, " +
				"pages={1--2}}\n\n@misc{z, title={Z}}\n", nil},
		{"fullest", "fullest", "true", twice,
			"@article{b, ids={a}, author={Bee, Ann}, title={The same long title}, year=2001, volume=3, pages={1--2}, " +
				"journal={Nature}}\n\n@misc{z, title={Z}}\n", nil},
		{"asked: the second", "ask", "", twice,
			"@article{b, author={Bee, Ann}, title={The same long title}, year=2001, volume=3, pages={1--2}, " +
				"journal={Nature}}\n\n@misc{z, title={Z}}\n", func(list []string) int { return len(list) - 1 }},
		{"asked: none", "ask", "", twice, twice, func([]string) int { return -1 }},
		{"another work with the same title", "first", "", strings.Replace(twice, "Bee, Ann", "Other, One", 1),
			strings.Replace(twice, "Bee, Ann", "Other, One", 1), nil},
		{"others refer to one", "first", "", twice + "@misc{y, related={B}}", twice + "@misc{y, related={B}}", nil},
		{"one is damaged", "first", "", strings.Replace(twice, "year=2001, volume", "year 2001, volume", 1),
			strings.Replace(twice, "year=2001, volume", "year 2001, volume", 1), nil},
		{"one key", "first", "", strings.Replace(twice, "{b,", "{a,", 1),
			"@article{a, author={Ann Bee}, title={The same long title}, year=2001, journal={Nature}, volume=3, " +
				"pages={1--2}}\n\n@misc{z, title={Z}}\n", nil},
	} {
		if out := apply(t, c.src, tidy.Settings{"merge": c.which, "aliases": c.aliases}, c.ask); string(out.Bytes) != c.want {
			t.Errorf("%s: got\n%s", c.name, out.Bytes)
		}
	}
}

// Citations of a removed entry cite the remaining one, and a moved field keeps its meaning.
func TestMergeKeepsMeaning(t *testing.T) {
	const one, two = "@article{a, author={Ann Bee}, title={The same long title}, year=2001}\n",
		"@article{b, author={Ann Bee}, title={The same long title}, year=2001"
	for _, c := range []struct{ name, src, want string }{
		{"cited in a note of another", one + two + "}\n@misc{z, note={After \\cite{x,b}}}\n",
			one + "@misc{z, note={After \\cite{x,a}}}\n"},
		{"cited in a note that moves", one + two + ", note={Part of \\cite{b} and \\cite{c}}}\n",
			strings.Replace(one, "}\n", ", note={Part of \\cite{a} and \\cite{c}}}\n", 1)},
		{"the key still has an entry", "@misc{b, title={Another}}\n" + one + two + "}\n@misc{z, note={\\cite{b}}}\n",
			"@misc{b, title={Another}}\n" + one + "@misc{z, note={\\cite{b}}}\n"},
		{"a macro defined again",
			"@string{j = {Nature}}\n" + one + "@string{J = {Cell}}\n" + two + ", journal=j # { B}, month=jan}\n",
			"@string{j = {Nature}}\n" + strings.Replace(one, "}\n", ", journal={Cell B}, month=jan}\n", 1) +
				"@string{J = {Cell}}\n"},
		{"a macro defined before both", "@string{j = {Nature}}\n" + one + two + ", journal=j}\n",
			"@string{j = {Nature}}\n" + strings.Replace(one, "}\n", ", journal=j}\n", 1)},
	} {
		if out := apply(t, c.src, tidy.Settings{"merge": "first"}, nil); string(out.Bytes) != c.want {
			t.Errorf("%s: got\n%s", c.name, out.Bytes)
		}
	}
}

// Entries are sorted with their comments; nothing moves past what stays.
func TestSort(t *testing.T) {
	for _, c := range []struct{ name, by, src, want string }{
		{"by key with comments", "key", "% top\n@misc{b, title={B}} % of b\n\n% of a\n@misc{a, title={A}}\n",
			"% top\n% of a\n@misc{a, title={A}}\n\n@misc{b, title={B}} % of b\n"},
		{"a comment goes along behind the head", "key", "% top\n\n% of b\n@misc{b}\n@misc{a}\n",
			"% top\n\n@misc{a}\n% of b\n@misc{b}\n"},
		{"sections and macros stay", "key", "@misc{d}\n@misc{c}\n\n% two\n\n@misc{b}\n@string{x = {y}}\n@misc{a}\n",
			"@misc{c}\n@misc{d}\n\n% two\n\n@misc{b}\n@string{x = {y}}\n@misc{a}\n"},
		{"parents follow", "key", "@book{a, title={A}}\n@inbook{b, crossref={a}}\n@misc{c}\n",
			"@inbook{b, crossref={a}}\n@misc{c}\n@book{a, title={A}}\n"},
		{"year down, then author", "-year,author",
			"@misc{a, author={Z Z}, year=2001}\n@misc{b, author={A A}, year=2001}\n@misc{c, year=2002, title={T}}\n",
			"@misc{c, year=2002, title={T}}\n@misc{b, author={A A}, year=2001}\n@misc{a, author={Z Z}, year=2001}\n"},
		{"the first of one key stays first", "-title", "@misc{a, title={A}}\n@misc{a, title={B}}\n",
			"@misc{a, title={A}}\n@misc{a, title={B}}\n"},
		{"CRLF", "key", "@misc{b}\r\n% a\r\n@misc{a}\r\n", "% a\r\n@misc{a}\r\n@misc{b}\r\n"},
		{"what is not closed stays last", "key", "@misc{b, title={B}}\n@misc{a, title={A}\n",
			"@misc{b, title={B}}\n@misc{a, title={A}\n"},
	} {
		if out := apply(t, c.src, tidy.Settings{"sort": c.by}, nil); string(out.Bytes) != c.want {
			t.Errorf("%s: got\n%s", c.name, out.Bytes)
		}
	}
}

// Settings that do not exist are rejected, and so is an encoding that cannot be read byte by byte.
func TestRefused(t *testing.T) {
	for _, s := range []tidy.Settings{{"merge": "second"}, {"keys": "x"}, {"sort": "key,colour"}, {"containers": "true"}} {
		if _, err := tidy.Apply(nil, tidy.Options{Settings: s}); err == nil {
			t.Errorf("%v is taken", s)
		}
	}
	if _, err := tidy.Apply([]byte("@\x00m\x00"), tidy.Options{Settings: tidy.Settings{"align": "true"}}); !errors.Is(err,
		tidy.ErrEncoding) {
		t.Errorf("UTF-16 is taken: %v", err)
	}
	if _, err := tidy.Named("none"); err == nil {
		t.Error("a profile that does not exist is taken")
	}
	for _, p := range tidy.Profiles {
		if err := p.Settings.Check(); err != nil || !p.Settings.Asks() {
			t.Errorf("profile %s: %v", p.Name, err)
		}
	}
}

// The parts of a file's layout are changed one by one, and by one profile.
func TestHouse(t *testing.T) {
	const src = "% head\n@ARTICLE{b,\n    Title = \"On the long road of a title that goes on and on until it meets the " +
		"edge of the page\",\n\tMONTH = {May}, Year=2001}\n" +
		"% of a\n@Misc{a,\n    title = {Short},\n}\n\n\n\n% apart\n\n@misc{c, title={T}}@misc{d, title={U}}\n"
	for _, c := range []struct{ kind, value, old, new string }{
		{"case", "capital", "@ARTICLE{b,\n    Title = ", "@Article{b,\n    Title = "},
		{"case", "upper", "@Misc{a,\n    title", "@MISC{a,\n    TITLE"},
		{"indent", "tab", "@Misc{a,\n    title", "@Misc{a,\n\ttitle"},
		{"indent", "0", "\n\tMONTH", "\nMONTH"},
		{"blank-lines", "1", "}}@misc{d", "}}\n\n@misc{d"},
		{"blank-lines", "1", "2001}\n% of a", "2001}\n\n% of a"},
		{"blank-lines", "0", "}}@misc{d", "}}\n@misc{d"},
		{"wrap", "60", "that goes on and on until it meets", "that goes on and on\n             until it meets"},
	} {
		if out := string(apply(t, src, tidy.Settings{c.kind: c.value}, nil).Bytes); !strings.Contains(src, c.old) ||
			!strings.Contains(out, c.new) {
			t.Errorf("%s %s: %s", c.kind, c.value, out)
		}
	}
	settings, err := tidy.Named("house")
	if err != nil {
		t.Fatal(err)
	}
	const want = "% head\n% of a\n@misc{a,\n  title        = {Short},\n}\n\n" +
		"@article{b,\n  title        = {On the long road of a title that goes on and on until it meets\n                  " +
		"the edge of the page},\n" +
		"  year         = 2001,\n  month        = may\n}\n\n\n\n% apart\n\n@misc{c,\n  title        = {T}\n}\n\n@misc{d,\n " +
		" title        = {U}\n}\n"
	out := string(apply(t, src, settings, nil).Bytes)
	if out != want {
		t.Errorf("house: %q\nwant %q", out, want)
	}
	if again := string(apply(t, out, settings, nil).Bytes); again != out {
		t.Errorf("a second run: %q", again)
	}
	for kind, values := range map[string][]string{"case": {"Lower"}, "delimiters": {"both"}, "indent": {"x", "17", "-1"},
		"wrap": {"10"}, "blank-lines": {"many"}, "characters": {"ascii"}} {
		for _, v := range values {
			if (tidy.Settings{kind: v}).Check() == nil {
				t.Errorf("--%s %s is taken", kind, v)
			}
		}
		if err := (tidy.Settings{kind: "false"}).Check(); err != nil {
			t.Errorf("--%s=false: %v", kind, err)
		}
	}
}
