package office

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

const maxParts = 20000

// The reasons why a file cannot be read at all.
var (
	errLegacy = errors.New("a legacy .doc file, or one with a password: open it in a word processor, remove the " +
		"password if there is one, and save it as .docx")
	errPassword = errors.New("it is protected by a password: open it in a word processor and save it without one")
	errSheet    = errors.New("a spreadsheet: export its references as .bib, .ris or plain text")
	errSlides   = errors.New("a presentation: export it as PDF, or copy its references into a text file")
	errRTF      = errors.New("an RTF file: open it in a word processor and save it as .docx")
	errDamaged  = errors.New("a damaged office file: open it in a word processor, which may repair it, and save it again")
	errTooLarge = fmt.Errorf("its text unpacks to more than %d MB: split the document", biblio.MaxOfficePart>>20)
)

type pack struct {
	files map[string]*zip.File
	left  int64 // bytes that may still be decompressed
}

func open(src []byte) (*pack, error) {
	r, err := zip.NewReader(bytes.NewReader(src), int64(len(src)))
	if err != nil {
		return nil, errDamaged
	}
	p := &pack{files: map[string]*zip.File{}, left: biblio.MaxOffice}
	for i, f := range r.File {
		if i == maxParts {
			break
		}
		name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")
		if _, twice := p.files[name]; !twice {
			p.files[name] = f
		}
	}
	return p, nil
}

func (p *pack) has(name string) bool { return p.files[name] != nil }

// part returns a part, or nil without an error if there is none. The readable portion of a damaged part is returned
// with its error.
func (p *pack) part(name string) ([]byte, error) {
	f := p.files[name]
	if f == nil {
		return nil, nil
	}
	if f.Flags&1 != 0 {
		return nil, errPassword
	}
	limit := min(biblio.MaxOfficePart, p.left)
	if limit <= 0 {
		return nil, errTooLarge
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := bytes.NewBuffer(make([]byte, 0, min(f.UncompressedSize64, uint64(limit))+bytes.MinRead))
	n, err := io.Copy(b, io.LimitReader(r, limit+1))
	p.left -= n
	if n > limit {
		return nil, errTooLarge
	}
	return b.Bytes(), err
}

func isZip(src []byte) bool { return bytes.HasPrefix(src, []byte("PK\x03\x04")) }

func names(src []byte) *pack {
	if !isZip(src) {
		return nil
	}
	p, err := open(src)
	if err != nil {
		return nil
	}
	return p
}

func (p *pack) under(folder string) bool {
	for name := range p.files {
		if strings.HasPrefix(name, folder) {
			return true
		}
	}
	return false
}

// LooksLikeDOCX reports whether src is a Word document rather than another archive, even if it is damaged.
func LooksLikeDOCX(src []byte) bool {
	if p := names(src); p != nil {
		return p.has("[Content_Types].xml") &&
			(p.under("word/") || p.has("_rels/.rels") && !p.under("xl/") && !p.under("ppt/"))
	}
	return isZip(src) && bytes.Contains(src, []byte("[Content_Types].xml")) && bytes.Contains(src, []byte("word/"))
}

// LooksLikeODT reports whether src is a text document of OpenDocument.
func LooksLikeODT(src []byte) bool {
	return odf(src, "text") || flatODT(src)
}

// flatODT reports whether src is a text document of OpenDocument in a single XML file.
func flatODT(src []byte) bool {
	const head = 16 << 10 // the root has many name spaces
	at := bytes.Index(src[:min(len(src), 1000)], []byte("<office:document"))
	return at >= 0 && bytes.HasPrefix(bytes.TrimLeft(src, "\xef\xbb\xbf \t\r\n"), []byte("<")) &&
		bytes.Contains(src[at:min(len(src), at+head)], []byte(`mimetype="application/vnd.oasis.opendocument.text"`))
}

// LooksLikeOther reports whether src is an office file that contains no text with references, or none that can be
// read.
func LooksLikeOther(src []byte) bool { return Refuse(src) != nil }

// Refuse returns the reason why an office file is not read, or nil if src is not one.
func Refuse(src []byte) error {
	if bytes.HasPrefix(src, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
		wide := func(s string) []byte {
			var b []byte
			for i := range len(s) {
				b = append(b, s[i], 0)
			}
			return b
		}
		switch {
		case bytes.Contains(src, wide("EncryptedPackage")):
			return errPassword
		case bytes.Contains(src, wide("Workbook")):
			return errSheet
		case bytes.Contains(src, wide("PowerPoint Document")):
			return errSlides
		}
		return errLegacy
	}
	p := names(src)
	switch {
	case bytes.HasPrefix(src, []byte(`{\rtf`)):
		return errRTF
	case p == nil:
	case p.has("[Content_Types].xml") && p.under("xl/") && !p.under("word/"), odf(src, "spreadsheet"):
		return errSheet
	case p.has("[Content_Types].xml") && p.under("ppt/") && !p.under("word/"), odf(src, "presentation"):
		return errSlides
	}
	return nil
}

// odf reports whether src is an OpenDocument package of a kind, by its stated type: first and uncompressed, as it
// should be, or in some other part if it was repacked.
func odf(src []byte, kind string) bool {
	const family = "application/vnd.oasis.opendocument."
	if !isZip(src) {
		return false
	}
	if head := src[:min(len(src), 200)]; bytes.Contains(head, []byte("mimetype"+family)) {
		return bytes.Contains(head, []byte("mimetype"+family+kind))
	}
	p := names(src)
	if p == nil || !p.has("content.xml") {
		return false
	}
	stated, _ := p.part("mimetype")
	return bytes.HasPrefix(bytes.TrimSpace(stated), []byte(family+kind))
}
