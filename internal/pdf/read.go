package pdf

import (
	"errors"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// pass opens the document in a new instance and reads the pages from index first on. It returns the page on which it
// failed, or -1 if the document did not open.
func (r *reader) pass(first int) (at int, err error) {
	n, err := newNative(r.until)
	if err != nil {
		return -1, err
	}
	defer n.close()
	r.n = n
	if err := r.open(); err != nil {
		return -1, err
	}
	count := n.integer("FPDF_GetPageCount", r.file)
	if n.err != nil {
		return -1, n.err
	}
	if count <= 0 {
		return -1, errNoPages
	}
	if first == 0 && !r.noDests {
		if r.readDests(); n.err != nil {
			r.noDests = errors.Is(n.err, errBroken)
			return -1, n.err
		}
	}
	last := min(count, r.opt.MaxPages)
	if first == 0 && last < count {
		r.problem(0, "only the first %d of %d pages are read", last, count)
	}
	for i := first; i < last; i++ {
		page, ok := r.readPage(i)
		if n.err != nil {
			return i, n.err
		}
		if !ok {
			r.problem(i+1, "this page cannot be read: the file is damaged there")
			continue
		}
		r.doc.Pages = append(r.doc.Pages, page)
	}
	return last, nil
}

// The library's error codes for documents that do not open.
const (
	lastErrorPassword = 4
	lastErrorSecurity = 5
)

// open copies the file into the instance and opens it. An empty password opens a file that is protected only by its
// owner's password.
func (r *reader) open() error {
	n := r.n
	data := uint32(n.call("malloc", uint64(len(r.src))))
	if n.err != nil {
		return n.err
	}
	if data == 0 || !n.memory.Write(data, r.src) {
		return errTooBig
	}
	const noPassword = 0
	r.file = n.call("FPDF_LoadMemDocument64", uint64(data), uint64(len(r.src)), noPassword)
	if n.err != nil {
		return n.err
	}
	if r.file != 0 {
		return nil
	}
	switch n.integer("FPDF_GetLastError") {
	case lastErrorPassword:
		return errPassword
	case lastErrorSecurity:
		return errSecurity
	}
	return ErrNotPDF
}

const maxDests = 20000

// readDests reads the named places. To find one by number, the library walks through all before it, hence the bound.
func (r *reader) readDests() {
	n := r.n
	count := min(n.integer("FPDF_CountNamedDests", r.file), maxDests)
	const lengthAt, nameAt = 0, 16
	for i := 0; i < count && n.err == nil; i++ {
		n.setUint32(lengthAt, scratchSize-nameAt)
		dest := n.call("FPDF_GetNamedDest", r.file, uint64(i), uint64(n.scratch+nameAt), uint64(n.scratch+lengthAt))
		length := int32(n.uint32At(lengthAt))
		if dest == 0 || length <= 0 || length > scratchSize-nameAt {
			continue
		}
		d := Dest{Name: fromUTF16(n.bytesAt(nameAt, uint32(length)))}
		if d.Page, d.X, d.Y = r.target(dest); d.Page > 0 {
			r.doc.Dests = append(r.doc.Dests, d)
		}
	}
}

// target returns the page, from 1, and the point of a destination.
func (r *reader) target(dest uint64) (page int, x, y float64) {
	n := r.n
	page = n.integer("FPDFDest_GetDestPageIndex", r.file, dest) + 1
	s := uint64(n.scratch)
	if n.integer("FPDFDest_GetLocationInPage", dest, s, s+4, s+8, s+12, s+16, s+20) == 0 {
		return page, 0, 0
	}
	var at [2]float32
	n.float32s(12, at[:])
	if n.uint32At(0) != 0 {
		x = float64(at[0])
	}
	if n.uint32At(4) != 0 {
		y = float64(at[1])
	}
	return page, x, y
}

func fromUTF16(b []byte) string {
	units := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		u := uint16(b[i]) | uint16(b[i+1])<<8
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}

// readPage reads one page by its index; ok is false if it does not open.
func (r *reader) readPage(i int) (Page, bool) {
	n := r.n
	handle := n.call("FPDF_LoadPage", r.file, uint64(i))
	if handle == 0 {
		return Page{}, false
	}
	page := Page{Number: i + 1}
	page.Width = float64(api.DecodeF32(n.call("FPDF_GetPageWidthF", handle)))
	page.Height = float64(api.DecodeF32(n.call("FPDF_GetPageHeightF", handle)))
	if text := n.call("FPDFText_LoadPage", handle); text != 0 {
		r.readText(&page, handle, text)
		n.call("FPDFText_ClosePage", text)
	}
	r.readLinks(&page, handle)
	if page.Glyphs-page.Unreadable < fewGlyphs {
		page.Pictures = r.pictures(handle)
	}
	n.call("FPDF_ClosePage", handle)
	return page, true
}

// The measures of a page that is a scanned image.
const (
	fewGlyphs  = 16  // fewer are a folio or a stamp
	maxObjects = 200 // examined per page
)

// The kinds of page object that matter here, by the library's numbers; the last
// two show pictures.
const (
	objectText  = 1
	objectImage = 3
	objectForm  = 5
)

// pictures returns the number of images on a page; a form may contain one.
func (r *reader) pictures(handle uint64) int {
	n, count := r.n, 0
	for i := range min(n.integer("FPDFPage_CountObjects", handle), maxObjects) {
		object := n.call("FPDFPage_GetObject", handle, uint64(i))
		if kind := n.integer("FPDFPageObj_GetType", object); object != 0 && (kind == objectImage || kind == objectForm) {
			count++
		}
	}
	return count
}

const maxLinks = 5000

// The kinds of action a link can have, by the library's numbers.
const (
	actionGoTo = 1
	actionURI  = 3
)

func (r *reader) readLinks(page *Page, handle uint64) {
	n := r.n
	const posAt, linkAt, rectAt, textAt = 0, 4, 8, 64
	s := uint64(n.scratch)
	n.setUint32(posAt, 0)
	for range maxLinks {
		if n.integer("FPDFLink_Enumerate", handle, s+posAt, s+linkAt) == 0 || n.err != nil {
			return
		}
		link, pos := uint64(n.uint32At(linkAt)), n.uint32At(posAt)
		var l Link
		if n.integer("FPDFLink_GetAnnotRect", link, s+rectAt) != 0 {
			var b [4]float32
			n.float32s(rectAt, b[:])
			l.Box = biblio.Box{X0: float64(min(b[0], b[2])), Y0: float64(min(b[1], b[3])), X1: float64(max(b[0], b[2])),
				Y1: float64(max(b[1], b[3]))}
		}
		if dest := n.call("FPDFLink_GetDest", r.file, link); dest != 0 {
			l.Page, l.X, l.Y = r.target(dest)
		} else if action := n.call("FPDFLink_GetAction", link); action != 0 {
			r.follow(&l, action, textAt)
		}
		n.setUint32(posAt, pos)
		if l.URI != "" || l.Page > 0 {
			page.Links = append(page.Links, l)
		}
	}
}

func (r *reader) follow(l *Link, action uint64, textAt uint32) {
	n := r.n
	switch n.integer("FPDFAction_GetType", action) {
	case actionGoTo:
		if dest := n.call("FPDFAction_GetDest", r.file, action); dest != 0 {
			l.Page, l.X, l.Y = r.target(dest)
		}
	case actionURI:
		length := n.call("FPDFAction_GetURIPath", r.file, action, uint64(n.scratch+textAt), uint64(scratchSize-textAt))
		if length > 1 && length <= uint64(scratchSize-textAt) {
			l.URI = string(n.bytesAt(textAt, uint32(length-1)))
		}
	}
}
