package office

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/extract/reading"
)

// Files that LibreOffice Writer and pandoc wrote from texts of our own. "label key: title @citations" is what is read
// of each entry.
var written = map[string][]string{
	"pandoc-names.docx": {
		" ref-garfinkel67: What Is Ethnomethodology? @1",
		" ref-godel31: Über Formal Unentscheidbare Sätze Der Principia Mathematica Und Verwandter Systeme I @1",
		" ref-knuth84: Literate Programming @1",
		" ref-knuth97: The Art of Computer Programming @1", " ref-lecun15: Deep Learning @1",
		" ref-rivest92: The Md5 Message-Digest Algorithm @1", " ref-shannon48: A Mathematical Theory of Communication @1",
		" ref-turing38: Systems of Logic Based on Ordinals @1", " ref-vaswani17: Attention Is All You Need @1",
		" ref-who20: Coronavirus Disease Situation Report @1",
	},
	"pandoc-notes.odt": {
		" note-1: A mathematical theory of communication @1", " note-2: The art of computer programming @1",
		" note-2.2: Literate programming @1", " note-3: Attention is all you need @1",
		" note-4: Über formal unentscheidbare Sätze der Principia Mathematica und verwandter Systeme I @1",
		" note-5: Systems of logic based on ordinals @1", " note-6: What is ethnomethodology? @1",
		" note-7: A note with a citation @1",
		" note-8: Coronavirus disease situation report @1", " note-9: The MD5 message-digest algorithm @1",
	},
	"writer-breaks.docx":   numberedTitles(fiveTitles...),
	"writer-numbered.docx": numberedTitles(fiveTitles...),
	"writer-table.odt":     numberedTitles(fiveTitles...),
	// the last was deleted
	"writer-tracked.docx": {" : " + fiveTitles[0] + " @0", " : Illiterate programming @0", " : " + fiveTitles[2] + " @0",
		" : " + fiveTitles[3] + " @0"},
	"writer-endnotes.docx": {" endnote-1: " + fiveTitles[0] + " @1", " endnote-2: " + fiveTitles[1] + " @1",
		" endnote-3: " + fiveTitles[2] + " @1", " endnote-4: " + fiveTitles[3] + " @1",
		" endnote-5: " + fiveTitles[4] + " @1"},
	"writer-bibliography.odt": {
		"Sha48 Sha48: A mathematical theory of communication @1", "Knu97 Knu97: The Art of Computer Programming @1",
		"RSA78 RSA78: A method for obtaining digital signatures and public-key cryptosystems @1",
	},
	"writer-bibliography.docx": {
		"Sha48 : A mathematical theory of communication @0", "Knu97 : The Art of Computer Programming @0",
		"RSA78 : A method for obtaining digital signatures and public-key cryptosystems @0",
	},
	"writer-zotero.odt": {" ABCD0000: A Mathematical Theory of Communication @1",
		" ABCD0001: The Art of Computer Programming @1", " ABCD0002: Attention Is All You Need @1"},
}

var fiveTitles = []string{
	"A mathematical theory of communication", "Literate programming",
	"On computable numbers, with an application to the Entscheidungsproblem", "Deep learning",
	"A method for obtaining digital signatures and public-key cryptosystems",
}

// numberedTitles returns entries numbered from 1, without keys.
func numberedTitles(titles ...string) []string {
	list := make([]string, len(titles))
	for i, title := range titles {
		list[i] = string(rune('1'+i)) + " : " + title + " @0"
	}
	return list
}

func TestWrittenFiles(t *testing.T) {
	for name, want := range written {
		src, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		read := ReadDOCX
		if strings.HasSuffix(name, ".odt") {
			read = ReadODT
		}
		r, err := read(src)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := entriesOf(r); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
	}
}

// entriesOf shows the result: citations are those that the file links.
func entriesOf(r reading.Result) []string {
	cited := map[string]int{}
	for _, c := range r.Citations {
		cited[c.Key]++
	}
	var list []string
	for _, ref := range r.References {
		n := 0
		if ref.Key != "" {
			n = cited[ref.Key]
		}
		list = append(list, ref.Extra["label"]+" "+ref.Key+": "+ref.Claimed.FullTitle()+" @"+string(rune('0'+n)))
	}
	return list
}

// The flat form of a text document yields the same as the package.
func TestFlatODT(t *testing.T) {
	const doc = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><office:x>no text</office:x></office:meta><office:master-styles><text:p>Smith, J. (1990). A head of a page. Journal of Heads, 1, 1–2.</text:p></office:master-styles>
<office:body><office:text><text:h text:outline-level="1">References</text:h>
<text:p>Knuth, D. E. (1984). Literate programming. The Computer Journal, 27(2), 97–111.</text:p>
<text:p>LeCun, Y., Bengio, Y., &amp; Hinton, G. (2015). Deep learning. Nature, 521, 436–444.</text:p>
</office:text></office:body></office:document>`
	if !LooksLikeODT([]byte(doc)) ||
		LooksLikeODT([]byte(strings.Replace(doc, "opendocument.text\"", "opendocument.spreadsheet\"", 1))) {
		t.Error("not recognised for what it is")
	}
	r, err := ReadODT([]byte(doc))
	if got := entriesOf(r); err != nil || strings.Join(got, "|") != " : Literate programming @0| : Deep learning @0" {
		t.Errorf("%v %q", err, got)
	}
}

// A text that cannot be unpacked and yields nothing is damaged, not empty.
func TestDamagedText(t *testing.T) {
	for _, name := range []string{"pandoc-names.docx", "pandoc-notes.odt"} {
		src, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		part, read := "word/document.xml", ReadDOCX
		if strings.HasSuffix(name, ".odt") {
			part, read = "content.xml", ReadODT
		}
		at := bytes.Index(src, []byte(part)) + len(part)
		for i := at; i < at+100; i++ {
			src[i] ^= 0x55
		}
		if _, err := read(src); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
