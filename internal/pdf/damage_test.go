package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// compressed returns a compressed PDF object; if hurt is set, its data break off in garbage.
func compressed(dict string, hurt bool) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	for i := range 3000 {
		fmt.Fprintf(w, "(%x) Tj %d 0 Td ", i*2654435761, i)
	}
	w.Close()
	data := b.Bytes()
	if hurt {
		copy(data[len(data)/3:], bytes.Repeat([]byte{0xff}, 200))
	}
	return fmt.Sprintf("9 0 obj\n<< /Length %d %s >>\nstream\n%s\nendstream\nendobj\n", len(data), dict, data)
}

func TestDamagedStreams(t *testing.T) {
	const deflated = "/Filter /FlateDecode"
	for _, c := range []struct {
		name, src string
		want      int
	}{
		{"whole", compressed(deflated, false), 0},
		{"damaged", compressed(deflated, true) + compressed(deflated, false) + compressed("/Filter [/FlateDecode]", true), 2},
		{"picture", compressed(deflated+" /Subtype /Image", true), 0},
		{"font", compressed(deflated+" /Length1 40", true), 0},
		{"other filter", compressed("/Filter /DCTDecode", true), 0},
		{"encrypted", compressed(deflated, true) + "trailer << /Encrypt 8 0 R >>", 0},
		{"cut off", strings.TrimSuffix(compressed(deflated, false)[:3000], "endobj"), 0},
	} {
		if got := damagedStreams([]byte(c.src)); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// What a damaged file lost is a problem of the document, on the page without text.
func TestTellsDamage(t *testing.T) {
	src := pdftest.Build(pdftest.Page{Texts: column(72, 700, "A page with some words on it")}, pdftest.Page{})
	doc, err := Read(append(src, compressed("/Filter /FlateDecode", true)...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "1 compressed parts of the file are damaged, and their text is missing; pages with next to no text: 2"
	if len(doc.Problems) != 1 || doc.Problems[0].Page != 2 || doc.Problems[0].Message != want {
		t.Errorf("%+v", doc.Problems)
	}
}

// A file with more named places than the library can handle is read without them.
func TestTooManyDests(t *testing.T) {
	if testing.Short() {
		t.Skip("a file of 33 MB")
	}
	const all, leaf = 1_000_000, 1000
	var b bytes.Buffer
	var starts []int
	add := func(format string, args ...any) {
		starts = append(starts, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(starts)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n")
	const text = "BT /F1 10 Tf 72 700 Td (A page with some words on it) Tj ET"
	add("<</Type/Catalog/Pages 2 0 R/Names<</Dests 5 0 R>>>>")
	add("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 " +
		"R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>")
	add("<</Length %d>>\nstream\n%s\nendstream", len(text), text)
	var kids, names strings.Builder
	for i := range all / leaf {
		fmt.Fprintf(&kids, "%d 0 R ", i+6)
	}
	add("<</Kids[%s]>>", kids.String())
	for i := 0; i < all; i += leaf {
		names.Reset()
		for k := i; k < i+leaf; k++ {
			fmt.Fprintf(&names, "(d%07d)[3 0 R/XYZ 72 700 0]", k)
		}
		add("<</Limits[(d%07d)(d%07d)]/Names[%s]>>", i, i+leaf-1, names.String())
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(starts)+1)
	for _, at := range starts {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF", len(starts)+1, xref)
	doc, err := Read(b.Bytes(), Options{})
	if err != nil || len(doc.Pages) != 1 || doc.Pages[0].Glyphs == 0 || len(doc.Problems) != 1 {
		t.Fatalf("%v, %+v", err, doc)
	}
}
