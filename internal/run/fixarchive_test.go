package run

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// packed returns a zip archive of files.
func packed(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unpacked returns the files of a zip archive.
func unpacked(t *testing.T, src []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(src), int64(len(src)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

const (
	citing = "\\documentclass{article}\n\\begin{document}\nNets \\cite{lecun} and trees " +
		"\\cite{breiman}.\n\\bibliography{names,lit/refs}\n\\end{document}\n"
	macros    = "@string{nat = {Nature}}\n"
	withMacro = "@article{lecun, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, " +
		"journal=nat, volume={512}, pages={436--444}, year={2015}, doi={10.1038/nature14539}}\n"
	correctedIn = "@article{lecun, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, " +
		"journal=nat, volume={521}, pages={436--444}, year={2015}, doi={10.1038/nature14539}}\n"
)

// The bibliographies in a zip archive are corrected, and nothing else in it changes.
func TestFixArchive(t *testing.T) {
	doc, err := extract.Read("refs.bib", []byte(wrongForum), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	accepted := "[[accepted]]\nentry='breiman'\ncode='H4'\nclaims='" + report.Digest(&doc.References[0]) +
		"'\nreason='r'\ndate=2026-11-22\n"
	paper := map[string]string{"main.tex": citing, "names.bib": macros, "lit/refs.bib": withMacro + wrongForum,
		"fig/a.png": "\x89PNG", ".hidden": "x"}
	with := func(more map[string]string) map[string]string {
		files := maps.Clone(paper)
		maps.Copy(files, more)
		return files
	}
	for _, c := range []struct {
		name    string
		files   map[string]string
		how     Fixing
		want    map[string]string // what changes
		changed int
	}{
		{"a paper in LaTeX", paper, Fixing{}, map[string]string{"lit/refs.bib": correctedIn + rightForum}, 2},
		{"one finding", paper, Fixing{Wanted: func(id string) bool { return id == "breiman" }},
			map[string]string{"lit/refs.bib": withMacro + rightForum}, 1},
		{"one accepted", with(map[string]string{accept.FileName: accepted}), Fixing{},
			map[string]string{"lit/refs.bib": correctedIn + wrongForum}, 1},
		{"accepted elsewhere", with(map[string]string{"fig/" + accept.FileName: accepted}), Fixing{},
			map[string]string{"lit/refs.bib": correctedIn + rightForum}, 2},
		{"a comment", with(map[string]string{"lit/refs.bib": withMacro + "% bonafide: ignore H4\n" + wrongForum}), Fixing{},
			map[string]string{"lit/refs.bib": correctedIn + "% bonafide: ignore H4\n" + wrongForum}, 1},
		{"bibliographies alone", map[string]string{"a.bib": wrongVolume, "b/b.bib": wrongForum, "c.txt": printed}, Fixing{},
			map[string]string{"a.bib": rightVolume, "b/b.bib": rightForum,
				"c.txt": strings.Replace(printed, "Nature, 512", "Nature, 521", 1)}, 3},
		{"nothing to correct", map[string]string{"a.bib": rightVolume}, Fixing{}, nil, 0},
		{"an archive inside",
			map[string]string{"a.bib": rightVolume, "b.zip": string(packed(t, map[string]string{"b.bib": wrongForum}))},
			Fixing{}, nil, 0},
		{"two papers over one file", with(map[string]string{"other.tex": citing}), Fixing{},
			map[string]string{"lit/refs.bib": correctedIn + rightForum}, 2},
	} {
		src := packed(t, c.files)
		got, err := FixFile(t.Context(), nature(t), Options{Jobs: 1}, File{Name: "up.zip", Source: src},
			FileFixing{Fixing: c.how})
		if err != nil || got.Changed != c.changed || got.Writable() != (c.changed > 0) || got.Name != "up.zip" {
			t.Errorf("%s: %d changed, writable %v, %v", c.name, got.Changed, got.Writable(), err)
			continue
		}
		want := maps.Clone(c.files)
		maps.Copy(want, c.want)
		if files := unpacked(t, got.Bytes); !maps.Equal(files, want) {
			t.Errorf("%s: %q\nwant %q", c.name, files, want)
		}
		if c.changed == 0 && !bytes.Equal(got.Bytes, src) {
			t.Errorf("%s: the archive is another", c.name)
		}
		for file := range c.want {
			if !strings.Contains(got.Diff("up.zip"), "+++ b/"+file+"\n") {
				t.Errorf("%s: the diff does not name %s:\n%s", c.name, file, got.Diff("up.zip"))
			}
		}
	}
	got, err := FixFile(t.Context(), nature(t), Options{}, File{Name: "up.zip", Source: packed(t, paper)}, FileFixing{})
	if ris, e := got.As("ris"); err != nil || e != nil || !strings.Contains(string(ris), "PY  - 2001") {
		t.Errorf("as RIS: %s, %v, %v", ris, err, e)
	}
	if parts := got.Parts("papers/up.zip"); len(parts) != 1 || parts[0].Name != "papers/up.zip!lit/refs.bib" {
		t.Errorf("%+v", parts)
	}
}

// Errors say what cannot be corrected in an archive.
func TestFixArchiveNot(t *testing.T) {
	fixing := func(name string, src []byte) (Fixed, error) {
		return FixFile(t.Context(), nature(t), Options{}, File{Name: name, Source: src}, FileFixing{})
	}
	var unread *Unread
	if _, err := fixing("refs.bib.gz", []byte("\x1f\x8b\x08\x00")); !errors.As(err, &unread) ||
		!strings.Contains(err.Error(), "zip archives alone") {
		t.Error(err)
	}
	if _, err := fixing("cut.zip", packed(t, map[string]string{"a.bib": wrongVolume})[:60]); !errors.As(err, &unread) {
		t.Error(err)
	}
	if got, err := fixing("pictures.zip", packed(t, map[string]string{"a.png": "x"})); err != nil ||
		!errors.Is(got.Nothing, extract.ErrNoReferences) {
		t.Errorf("%v, %v", got.Nothing, err)
	}
	got, err := fixing("mixed.zip", packed(t, map[string]string{"a.bib": wrongVolume, "b.pdf": "%PDF-1.7 and no more"}))
	if err != nil || got.Changed != 1 || len(got.Problems) != 1 || got.Problems[0].Place.File != "mixed.zip!b.pdf" {
		t.Errorf("%d changed, %+v, %v", got.Changed, got.Problems, err)
	}
}
