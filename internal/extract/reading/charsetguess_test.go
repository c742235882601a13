package reading

import (
	"strings"
	"testing"
)

// A text that names no encoding is read in the one in which it reads best.
func TestGuess(t *testing.T) {
	for _, c := range []struct{ encoding, text, from string }{
		{"gbk", "[1] 王伟, 李强. 基于深度学习的图像分类方法研究[J]. 计算机学报, 2019, 42(3): 15-20.", "gb18030"},
		{"big5", "[1] 王大明, 李小華. 台灣大學圖書館之研究. 圖書館學刊, 2019, 頁15-20.", "big5"},
		{"shift_jis", "[1] 山田太郎, 鈴木花子: コンピュータによる日本語処理について, 情報処理学会論文誌 (2004).", "shift_jis"},
		{"euc-jp", "[1] 山田太郎, 鈴木花子: コンピュータによる日本語処理について, 情報処理学会論文誌 (2004).", "euc-jp"},
		{"iso-2022-jp", "[1] 山田太郎: コンピュータによる日本語処理について (2004).", "iso-2022-jp"},
		{"euc-kr", "[1] 김민수, 이영희. 한국어 정보 처리에 관한 연구. 정보과학회논문지, 30(2), 2003.", "euc-kr"},
		{"windows-1251", "[1] Иванов И. И. Исследование свойств материалов // Журнал технической физики. 2010.",
			"windows-1251"},
		{"koi8-r", "[1] Иванов И. И. Исследование свойств материалов // Журнал технической физики. 2010.", "koi8-u"},
		{"ibm866", "[1] Иванов И. И. Исследование свойств материалов // Журнал технической физики. 2010.", "cp866"},
		{"windows-1253", "[1] Παπαδόπουλος, Γ. Η ιστορία της ελληνικής γλώσσας. Αθήνα, 2001.", "windows-1253"},
		{"windows-1250", "@book{a, author={Dvořák, Jiří and Łukasz Żak}, title={Příspěvky k dějinám}, year=2001}",
			"windows-1250"},
		{"iso-8859-2", "@book{a, author={Dvořák, Jiří and Łukasz Żak}, title={Příspěvky k dějinám}, year=2001}",
			"windows-1250"},
		{"windows-1254", "@book{a, author={Doğan, Işıl and Şahin, Yağmur}, title={Bir çalışma}, year=2001}", "windows-1254"},
		{"macintosh", "@book{a, author={Müller, Jörg and Pérez, José}, title={Über die Straße}, year=2001}", "macintosh"},
		{"windows-1252",
			"@book{a, author={Müller, Jörg and Pérez, José and Bjørn Østergaard}, title={Où est “le” château}, year=2001}",
			"Latin-1"},
		{"windows-1252", "@book{a, author={D’Souza, Jo and Antoine Frère}, title={Part 1 – the beginning}, year=2001}",
			"Latin-1"},
	} {
		src := encoded(t, c.encoding, c.text)
		if text, from := ToUTF8(src); string(text) != c.text || from != c.from {
			t.Errorf("%s: %q from %q", c.encoding, text, from)
		}
	}
}

// Letters that two encodings read differently with equal likelihood are unknown; so are all letters if no encoding
// yields words.
func TestGuessUndecided(t *testing.T) {
	text, from := ToUTF8([]byte("@article{k, author={R. Vilela Mendes and Francisco Lou\xe7\xe3}, title={A market}}"))
	if !strings.Contains(string(text), "Francisco Lou\u00e7\uFFFD}, title={A market}") ||
		!strings.Contains(from, "not compared") {
		t.Errorf("%q from %q", text, from)
	}
	text, from = ToUTF8(
		[]byte("@book{a, author={Sm\x01\x81\x8dth, J\x8f\x9d}, title={A b\x90\xa4k\xa6\xae of s\xa7\xb6me}}"))
	if !strings.Contains(string(text), "\uFFFD") || !strings.Contains(from, "not compared") {
		t.Errorf("%q from %q", text, from)
	}
}
