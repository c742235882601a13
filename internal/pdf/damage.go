package pdf

import (
	"bytes"
	"cmp"
	"compress/flate"
	"errors"
	"io"
	"strconv"
	"strings"
)

// inflateMost bounds how much of a file is unpacked only to test it.
const inflateMost = 256 << 20

// damagedStreams returns the number of compressed streams of a file that do not unpack: the library silently stops
// drawing such a page there. Pictures and fonts do not count, and encrypted files show nothing.
func damagedStreams(src []byte) (damaged int) {
	if bytes.Contains(src, []byte("/Encrypt")) {
		return 0
	}
	left := int64(inflateMost)
	for at := 0; left > 0; {
		i := bytes.Index(src[at:], []byte("stream"))
		if i < 0 {
			break
		}
		i += at
		at = i + len("stream")
		if bytes.HasSuffix(src[:i], []byte("end")) || !holdsText(dictBefore(src[:i])) {
			continue
		}
		data := bytes.TrimPrefix(bytes.TrimPrefix(src[at:], []byte("\r")), []byte("\n"))
		if len(data) < 2 || data[0]&0x0f != 8 { // the head of a zlib stream
			continue
		}
		n, err := io.Copy(io.Discard, io.LimitReader(flate.NewReader(bytes.NewReader(data[2:])), left))
		left -= n
		if _, corrupt := errors.AsType[flate.CorruptInputError](err); corrupt {
			damaged++
		}
	}
	return damaged
}

// reportDamage reports damaged streams as a problem, on the first page without text.
func (r *reader) reportDamage() {
	damaged := damagedStreams(r.src)
	if damaged == 0 {
		return
	}
	page, empty := 0, ""
	for _, p := range r.doc.Pages {
		if p.Glyphs-p.Unreadable < fewGlyphs && p.Pictures == 0 {
			page = cmp.Or(page, p.Number)
			empty += ", " + strconv.Itoa(p.Number)
		}
	}
	if empty != "" {
		empty = "; pages with next to no text: " + empty[2:]
	}
	r.problem(page, "%d compressed parts of the file are damaged, and their text is missing%s", damaged, empty)
}

// dictMost bounds the length of the dictionary before a stream.
const dictMost = 2000

// dictBefore returns the dictionary at the end of a text.
func dictBefore(src []byte) string {
	src = src[max(0, len(src)-dictMost):]
	if i := bytes.LastIndex(src, []byte("endobj")); i >= 0 {
		src = src[i:]
	}
	if i := bytes.LastIndex(src, []byte(" obj")); i >= 0 {
		return string(src[i:])
	}
	return ""
}

// holdsText reports whether the stream with a dictionary may contain text or the structure of the file, and is
// compressed only in the usual way.
func holdsText(dict string) bool {
	dict = strings.NewReplacer(" ", "", "\r", "", "\n", "", "[", "").Replace(dict)
	return strings.Contains(dict, "/Filter/FlateDecode") &&
		!strings.Contains(dict, "/Subtype/Image") && !strings.Contains(dict, "/Length1") &&
		!strings.Contains(dict, "/Subtype/Type1C") && !strings.Contains(dict, "/FunctionType")
}
