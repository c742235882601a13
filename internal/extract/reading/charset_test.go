package reading

import (
	"testing"

	"golang.org/x/text/encoding/htmlindex"
)

// A text that is not UTF-8 is read in the encoding that it names.
func TestDeclared(t *testing.T) {
	for _, c := range []struct{ encoding, text, from string }{
		{"gb2312", `<html><head><meta charset="gb2312"></head>参考文献 张三</html>`, "gb2312"},
		{"big5", `<meta http-equiv="Content-Type" content="text/html; charset=Big5">參考文獻`, "big5"},
		{"shift_jis", `<meta charset=Shift_JIS>参考文献 コンピュータ`, "shift_jis"},
		{"euc-kr", `<?xml version="1.0" encoding="EUC-KR"?><x>참고문헌</x>`, "euc-kr"},
		{"windows-1251", `<meta charset='windows-1251'>Литература`, "windows-1251"},
		{"iso-8859-2", "% Encoding: ISO8859_2\n@book{a, author={Dvořák}}", "iso8859-2"},
		{"koi8-r", `\usepackage[koi8-r]{inputenc} Литература`, "koi8-r"},
		{"windows-1252", "no name: Müller, “quoted”", "Latin-1"},
		{"windows-1252", "<meta charset=utf-8>not true: Müller", "Latin-1"},
		{"windows-1252", "<meta charset=x-unknown>Müller", "Latin-1"},
		{"utf-8", "<meta charset=gb2312>not true: 参考文献", ""},
	} {
		src := encoded(t, c.encoding, c.text)
		if text, from := ToUTF8(src); string(text) != c.text || from != c.from {
			t.Errorf("%s: %q from %q, want %q from %q", c.encoding, text, from, c.text, c.from)
		}
	}
}

// encoded returns a text in an encoding, named as web pages name it.
func encoded(t *testing.T, encoding, text string) []byte {
	t.Helper()
	enc, err := htmlindex.Get(encoding)
	if err != nil {
		t.Fatal(err)
	}
	src, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// A stray zero byte does not make a text binary or split a word.
func TestZeroByte(t *testing.T) {
	src := []byte(
		"@article{k, author={A\x00nna Smith}, title={A title of some length in a file of some length}, year=2001}\n")
	if IsBinary(src) {
		t.Fatal("taken for binary")
	}
	text, from := ToUTF8(src)
	if string(text[:24]) != "@article{k, author={Anna" || from == "" {
		t.Errorf("%q, %q", text[:30], from)
	}
	if !IsBinary([]byte("MZ\x00\x01\x00\x00\x00\x02 some bytes of a program")) {
		t.Error("a program is a text")
	}
}
