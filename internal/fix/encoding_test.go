package fix_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

// A file is corrected in its own encoding, with its line ends and byte-order mark; one in UTF-16 is left alone,
// with a reason.
func TestEncodings(t *testing.T) {
	const before = "@article{k,\n  author = {Godel, Kurt and M\u00fcller, J\u00f6rg},\n  title = {Random Forests},\n  " +
		"year = 2003\n}\n@article{b,\n  author = {Breiman, Leo},\n  title = {Random Forests},\n  journal = {Machine " +
		"Learning},\n  volume = {45}, pages = {5--32},\n  year = 2003\n}\n"
	after := strings.Replace(before, "pages = {5--32},\n  year = 2003", "pages = {5--32},\n  year = 2001", 1)
	latin1 := func(s string) string {
		var b bytes.Buffer
		for _, r := range s {
			b.WriteByte(byte(r))
		}
		return b.String()
	}
	a, _ := fixtest.Auditor(t, false)
	for name, form := range map[string]func(string) string{
		"UTF-8":   func(s string) string { return s },
		"mark":    func(s string) string { return "\ufeff" + s },
		"CRLF":    func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"CR":      func(s string) string { return strings.ReplaceAll(s, "\n", "\r") },
		"Latin-1": latin1,
		"zero":    func(s string) string { return strings.Replace(s, "Kurt", "Kurt\x00", 1) },
		"no end":  func(s string) string { return strings.TrimSuffix(s, "\n") },
	} {
		if out := fixtest.Corrected(t, a, []byte(form(before)), fix.Options{}); string(out.Bytes) != form(after) {
			t.Errorf("%s: %q, want %q", name, out.Bytes, form(after))
		}
	}
	var wide []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + before)) {
		wide = binary.LittleEndian.AppendUint16(wide, u)
	}
	out := fixtest.Corrected(t, a, wide, fix.Options{})
	if !bytes.Equal(out.Bytes, wide) || out.Changed > 0 {
		t.Error("a file in UTF-16 changes")
	}
	said := false
	for _, e := range out.Entries {
		for _, u := range e.Unactionable {
			said = said || strings.Contains(u.Why, "UTF-16")
		}
	}
	if !said {
		t.Errorf("nothing says why a file in UTF-16 stays: %+v", out.Entries)
	}
}

// Letters outside ASCII are written as commands in a file that has none, apart from the mark at its start.
func TestMarkIsNoLetter(t *testing.T) {
	a, _ := fixtest.Auditor(t, false)
	src := "\ufeff@inproceedings{v,\n  author = {Vaswani, Ashish and Shazeer, Noam},\n  title = {Attention is All you " +
		"Need},\n  booktitle = {Advances in Neural Information Processing Systems},\n  year = 2017\n}\n"
	out := fixtest.Corrected(t, a, []byte(src), fix.Options{Likely: true})
	if out.Changed != 1 || !strings.Contains(string(out.Bytes), `Kaiser, {\L}ukasz`) {
		t.Errorf("%s", out.Bytes)
	}
}
