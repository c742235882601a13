package corrupt

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestTypesetWithoutLaTeX(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Typeset(t.Context(), []string{"x.tex"}); !errors.Is(err, ErrNoLaTeX) {
		t.Errorf("%v", err)
	}
}

// played installs engines that are shell scripts, run beside the file.
func played(t *testing.T, scripts map[string]string) (tex string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		testenv.Missing(t, "sh", "a shell, since its engines are scripts")
	}
	bin := t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return filepath.Join(t.TempDir(), "apa.tex")
}

// Typesetting runs an engine beside the file, without a shell, and leaves only the PDF.
func TestTypesetRunsTheEngine(t *testing.T) {
	tex := played(t,
		map[string]string{"tectonic": `echo "$@" > args; echo by tectonic > apa.pdf; echo fine > apa.log; echo > apa.aux`})
	if notes, err := Typeset(t.Context(), []string{tex}); err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	args, err := os.ReadFile(filepath.Join(filepath.Dir(tex), "args"))
	if err != nil || string(args) != "--untrusted --keep-logs apa.tex\n" {
		t.Errorf("called with %q (%v)", args, err)
	}
	list, _ := filepath.Glob(filepath.Join(filepath.Dir(tex), "apa.*"))
	if len(list) != 1 || filepath.Base(list[0]) != "apa.pdf" {
		t.Errorf("left %v", list)
	}
}

// An engine that fails or loses characters is followed by the next one; if all lose some, the PDF is that of
// the engine that loses fewest.
func TestTypesetTriesTheNextEngine(t *testing.T) {
	fails := `echo '! Font \TU/lmr not loadable: metric data not found.' > apa.log; echo broken > apa.pdf; exit 1`
	loses :=
		`echo "Missing character: There is no $SIGN (U+4E00) in font lmroman10!" > apa.log; echo "Missing character: There is no x (U+78) in font y!" >> apa.log; echo by $0 > apa.pdf`
	for _, c := range []struct {
		name     string
		pdflatex string
		pdf      string
		notes    []string
		err      string
	}{
		{"the last is whole", `echo fine > apa.log; echo by pdflatex > apa.pdf`, "by pdflatex", nil, ""},
		{"the last loses fewer",
			`echo '! LaTeX Error: Unicode character 一 (U+4E00)' > apa.log; echo by pdflatex > apa.pdf; exit 1`, "by pdflatex",
			[]string{"apa.tex: pdflatex has no sign for 一: these are missing in the PDF"}, ""},
		{"the last fails too", `echo '! Emergency stop.' > apa.log; exit 1`, "xelatex",
			[]string{"apa.tex: xelatex has no sign for 一 x: these are missing in the PDF"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("SIGN", "一")
			tex := played(t,
				map[string]string{"tectonic": "exit 3", "lualatex": fails, "xelatex": loses, "pdflatex": c.pdflatex})
			notes, err := Typeset(t.Context(), []string{tex})
			if err != nil || !slices.Equal(notes, c.notes) {
				t.Fatalf("%q %v", notes, err)
			}
			if pdf, _ := os.ReadFile(strings.TrimSuffix(tex, ".tex") + ".pdf"); !strings.Contains(string(pdf), c.pdf) {
				t.Errorf("the PDF is %q", pdf)
			}
		})
	}
	tex := played(t, map[string]string{"tectonic": "exit 3", "lualatex": fails, "xelatex": fails, "pdflatex": fails})
	if _, err := Typeset(t.Context(), []string{tex}); err == nil ||
		!strings.Contains(err.Error(), "lualatex: exit status 1 Font") {
		t.Errorf("all fail: %v", err)
	}
}

func TestSourceBreaksAddresses(t *testing.T) {
	got := Source("A & B. Title_of. http://x.org/a_b?c=1. (https://y.org/d), end")
	if want := `A \& B. Title\_of. \url{http://x.org/a_b?c=1}. (\url{https://y.org/d}), end`; got != want {
		t.Errorf("%s", got)
	}
}

// What a real LaTeX prints in each style is read back. Lines at the head and foot of a page can look like
// running titles, so two entries per style may lose one; the entry with letters of many languages may not.
func TestReadsBackWhatLaTeXPrints(t *testing.T) {
	if _, err := exec.LookPath("pdflatex"); err != nil {
		testenv.Missing(t, "latex", "an installed LaTeX (pdflatex)")
	}
	made, err := Make(t.Context(), corpus(t, 300), Options{Family: "citetracer", N: 25, Seed: 8})
	if err != nil {
		t.Fatal(err)
	}
	made.Entries[3].Claim.Authors = []string{"Gülşen Çağlar Ødegård", "Łukasz Dvořák", "Zoë Ñandú-Weiß"}
	made.Entries[3].Claim.Title = "Efficient calculus of affine flows: 50 % more & “quoted” file_names"
	styles := Styles
	if !testenv.Long() {
		styles = styles[:1]
	}
	tex, err := made.Write(t.TempDir(), styles)
	if err != nil {
		t.Fatal(err)
	}
	if notes, err := Typeset(t.Context(), tex); err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	for _, file := range tex {
		base := strings.TrimSuffix(file, ".tex")
		printed, err := os.ReadFile(base + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		doc, err := extract.ReadFile(base+".pdf", extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		read := ""
		for _, r := range doc.References {
			read += spoken(r.Raw) + "\n"
		}
		var lost []string
		for line := range strings.Lines(string(printed)) {
			if !strings.Contains(read, spoken(line)) {
				lost = append(lost, line)
			}
		}
		if len(lost) > 2 || strings.Contains(strings.Join(lost, ""), "Dvořák") {
			t.Errorf("%s: not read back: %s", filepath.Base(base), lost)
		}
	}
}

// spoken returns the letters and digits of a text without diacritics.
func spoken(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, norm.NFKD.String(s))
}
