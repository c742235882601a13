package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// A document that never ends blocks neither a run that is cancelled nor the ones after it.
func TestSlowDocument(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		slow := func() (Document, error) { <-release; return Document{}, nil }
		if r := safely(t.Context(), "slow.docx", slow); !errors.Is(r.Err, errSlow) ||
			!strings.HasPrefix(r.Err.Error(), "slow.docx: ") {
			t.Errorf("slow: %v", r.Err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if r := safely(ctx, "slow.docx", slow); !errors.Is(r.Err, context.Canceled) {
			t.Errorf("given up: %v", r.Err)
		}
		close(release)
	})
}

// officeFile packs parts like an office file, in the order given: name, content, …
func officeFile(t *testing.T, parts ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: parts[i], Method: zip.Store})
		if err == nil {
			_, err = f.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// wordOf and openOf are documents of paragraphs.
func wordOf(t *testing.T, paragraphs []string) []byte {
	return officeFile(t, "[Content_Types].xml", "<x/>", "word/document.xml",
		`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>`+
			strings.Join(paragraphs, `</w:t></w:r></w:p><w:p><w:r><w:t>`)+`</w:t></w:r></w:p></w:body></w:document>`)
}

func openOf(t *testing.T, paragraphs []string) []byte {
	return officeFile(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml",
		`<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">`+
			`<office:body><office:text><text:p>`+strings.Join(paragraphs, `</text:p><text:p>`)+
			`</text:p></office:text></office:body></office:document-content>`)
}

// threeEntries is a list of three entries.
var threeEntries = []string{"References", "[1] J. Doe and R. Roe, A study of sand. Journal of Sand 4 (2001) 1-9.",
	"[2] J. Doe and R. Roe, A study of dust. Journal of Sand 5 (2002) 1-9.",
	"[3] J. Doe and R. Roe, A study of mud. Journal of Sand 6 (2003) 1-9."}

// Readers take memory, and thus time, in proportion to the paragraphs of a document, even if all of them belong to
// one entry.
func TestReadersAreLinear(t *testing.T) {
	formats := map[string]func(*testing.T, []string) []byte{
		"a.docx": wordOf,
		"a.odt":  openOf,
		"a.html": func(_ *testing.T, p []string) []byte {
			return []byte("<html><body><p>" + strings.Join(p, "</p><p>") + "</p></body></html>")
		},
		"a.md": func(_ *testing.T, p []string) []byte { return []byte("# " + strings.Join(p, "\n\n")) },
		"b.md": func(_ *testing.T, p []string) []byte {
			return []byte("Sand.[^1]\n\n[^1]: " + strings.Join(p, "\n    "))
		},
		"a.txt": func(_ *testing.T, p []string) []byte { return []byte(strings.Join(p, "\n")) },
		"b.txt": func(_ *testing.T, p []string) []byte { return []byte(strings.Join(p, "\n\n")) },
		"a.bbl": func(_ *testing.T, p []string) []byte {
			return []byte("\\begin{thebibliography}{9}\n\\bibitem{a} " + strings.Join(p, "\n\n") + "\n\\end{thebibliography}\n")
		},
	}
	bytesOf := func(name string, paragraphs int) uint64 {
		all := threeEntries
		for range paragraphs {
			all = append(all, "and further words of the same entry, volume 4, 2001")
		}
		src := formats[name](t, all)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Read(name, src, Options{}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for name := range formats {
		bytesOf(name, 10) // what is made once
		n := 2000
		if testing.Short() { // under the race detector all would take minutes
			n = 500
		}
		if few, many := bytesOf(name, n), bytesOf(name, 8*n); many > 12*few {
			t.Errorf("%s: %d kB for %d paragraphs, %d kB for %d", name, few>>10, n, many>>10, 8*n)
		}
	}
}

// Lists of more than 9,999 entries are read to the end, whatever marks their numbers.
func TestFiveDigits(t *testing.T) {
	for _, mark := range []string{"[%] ", "(%) ", "%. "} {
		src := "References\n\n"
		for n := 9996; n < 10003; n++ {
			src += strings.Replace(mark, "%", strconv.Itoa(n), 1) +
				"J. Doe and R. Roe, \"A study of sand,\" Journal of Sand, vol. 4, pp. 1-9, 2001.\n"
		}
		doc, err := Read("a.txt", []byte(src), Options{})
		if err != nil || len(doc.References) != 7 || len(doc.Problems) > 0 {
			t.Errorf("%s: %d references, %v, %v", mark, len(doc.References), doc.Problems, err)
		}
	}
}

// Numbers that a list skips are reported, with their place and count.
func TestGaps(t *testing.T) {
	for labels, want := range map[string]string{
		"1 2 3 4":     "",
		"1 2 2 3":     "",
		"1 2 4 5":     "the list goes from 2 to 4: no entry 3 was found",
		"1 2 3 6":     "the list goes from 3 to 6: 2 entries were not found, 4 to 5",
		"1 2 1 2 3":   "", // a list for each chapter
		"7 12 19":     "", // not the numbers of a list
		"1 2 x 12 13": "",
	} {
		var doc Document
		for _, label := range strings.Fields(labels) {
			doc.References = append(doc.References, biblio.Reference{Extra: map[string]string{"label": label}})
		}
		doc.reportGaps()
		got := ""
		for _, p := range doc.Problems {
			got += p.Message
		}
		if got != want {
			t.Errorf("%s: %q, want %q", labels, got, want)
		}
	}
}

// A repacked OpenDocument package is still one, and what a damaged list lost is reported.
func TestRepacked(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	r, err := zip.NewReader(bytes.NewReader(openOf(t, threeEntries)), int64(len(openOf(t, threeEntries))))
	if err != nil {
		t.Fatal(err)
	}
	for i := len(r.File) - 1; i >= 0; i-- {
		in, err := r.File[i].Open()
		if err != nil {
			t.Fatal(err)
		}
		out, err := w.Create(r.File[i].Name)
		if err == nil {
			_, err = io.Copy(out, in)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if doc, err := Read("a.odt", b.Bytes(), Options{}); err != nil || doc.Format != "odt" || len(doc.References) != 3 {
		t.Errorf("%s, %d references, %v", doc.Format, len(doc.References), err)
	}
}
