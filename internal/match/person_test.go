package match

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestNames: how two writings of one name stand.
func TestNames(t *testing.T) {
	for _, c := range []struct{ claimed, recorded, want string }{
		// Given names.
		{"Walker", "Walker", "agrees"},
		{"Walker", "Alice Walker", "variant surname-only"},
		{"A. Walker", "Alice Walker", "variant initials"},
		{"B. Walker", "Alice Walker", "differs given-differs"},
		{"J.-P. Serre", "Jean-Pierre Serre", "variant initials"},
		{"JP Serre", "Jean-Pierre Serre", "variant initials"},
		{"Jean Pierre Serre", "Jean-Pierre Serre", "agrees"},
		{"Jeanpierre Serre", "Jean Pierre Serre", "variant hyphenation"},
		{"Jean Serre", "Jean-Pierre Serre", "undecided truncated-name"},
		{"Shih Liu", "Shih-Chii Liu", "undecided truncated-name"},
		{"S. Liu", "Shih-Chii Liu", "variant initials"},
		{"Shih-Chii Liu", "Shih Liu", "variant middle-name"},
		{"Donald Knuth", "Donald Ervin Knuth", "variant middle-name"},
		{"Ervin Knuth", "Donald Ervin Knuth", "variant middle-name"},
		{"E. Knuth", "Donald Ervin Knuth", "undecided middle-name"},
		{"Micah Knuth", "Jamie M. Knuth", "differs given-differs"},
		{"M. Knuth", "Jamie Micah Knuth", "undecided middle-name"},
		{"Kate Johnson", "Katherine Johnson", "undecided nickname"},
		{"Mo Zhang", "Mohit Zhang", "undecided truncated-name"},
		{"Katharine Johnson", "Katherine Johnson", "undecided nickname"},
		{"Atherine Johnson", "Katherine Johnson", "undecided typing-slip"},
		{"Yuki Sato", "Yuri Sato", "undecided typing-slip"},
		{"Ann Sato", "Anu Sato", "differs given-differs"},
		{"Alexandre Petrov", "Aleksandr Petrov", "undecided nickname"},
		{"Konstantin Petrov", "Constantine Petrov", "undecided nickname"},
		{"Joerg Mann", "Jörg Mann", "variant transliteration"},
		{"Иван Петров", "Ivan Petrov", "variant transliteration"},
		{"Ю. Петров", "Yuri Petrov", "variant transliteration"},
		{"И. Петров", "Ivan Petrov", "variant transliteration"},
		{"Ivan Petrov", "И. Петров", "variant transliteration"},
		{"I. Petrov", "Иван Петров", "variant transliteration"},
		{"Y. Petrov", "Юрий Петров", "variant transliteration"},
		{"С. Петров", "Ivan Petrov", "differs given-differs"},
		{"S. Petrov", "Иван Петров", "differs given-differs"},
		{"王伟", "Wei Wang", "variant transliteration"},
		{"Wei Wang", "王伟", "variant transliteration"},
		{"W. Wang", "王伟", "unrecorded other-script"},
		{"李伟", "Wei Wang", "unrecorded other-script"},
		{"Taro Yamada", "山田太郎", "unrecorded other-script"},
		{"Taro Yamada", "山田 太郎", "unrecorded other-script"},
		{"山田太郎", "山本太郎", "differs misspelt"},
		{"Mohammed Al-Sayed", "محمد السيد", "unrecorded other-script"},
		{"Minsu Kim", "김민수", "unrecorded other-script"},
		{"{World Health Organization}", "世界卫生组织", "unrecorded other-script"},
		{"Yufang Chen", "Yu Fang Chen", "variant hyphenation"},
		{"Yufang Chen", "Yu Feng Chen", "undecided truncated-name"},
		{"Yu Chen", "Ya Fang Chen", "differs given-differs"},
		{"Lukas Johannes Mann", "Johannes Lukas Mann", "differs given-differs"},
		{"Alice Walker", "A. Walker", "variant record-initials"},
		{"Alice Walker", "Walker", "variant record-initials"},
		{"James A. DiSario", "DiSario JA", "variant record-initials"},
		{"Jean Serre", "Jean-P. Serre", "variant middle-name"},
		{"Pierre Serre", "J.-Pierre Serre", "variant middle-name"},
		{"Donald R. Knuth", "Donald Ervin Richard Knuth", "variant initials"},
		{"Micah Knuth", "Jamie X. M. Knuth", "differs given-differs"},
		{"Yifang Chen", "Yu Fang Chen", "undecided typing-slip"},
		{"Xufang Chen", "Yu Fang Chen", "differs given-differs"},
		{"Yifang Chen", "Yu Wei Chen", "differs given-differs"},
		{"Ya Fang Chen", "Yu Fang Chen", "differs given-differs"},
		{"Ju Chen", "Jue Chen", "undecided truncated-name"},
		{"Ruki Sato", "Yuki Sato", "differs given-differs"},
		{"Sebestien Mann", "Sebastian Mann", "undecided typing-slip"},
		{"Zebastien Mann", "Sebastian Mann", "differs given-differs"},
		{"Methyld Mann", "Mathild Mann", "differs given-differs"},
		{"Gerald Mann", "Gehraldo Mann", "differs given-differs"},
		{"Александр Петров", "Aleksandra Petrov", "differs given-differs"},
		// Family names.
		{"Jürgen Müller", "Jürgen Mueller", "variant transliteration"},
		{"Jürgen Muller", "Jürgen Müller", "agrees"},
		{"Jurgen Muller", "Jurgen Mueller", "undecided transliteration"},
		{"Anna Troelsgaard", "Anna Troelsgård", "variant transliteration"},
		{"Anna Troelsgaard", "Anna Troelsgard", "differs misspelt"},
		{"Wei Lyu", "Wei Lü", "variant transliteration"},
		{"Wei Lyu", "Wei Lu", "differs fabricated"},
		{"Hao Li", "Hao Lu", "differs fabricated"},
		{"Hao Chen", "Hao Chan", "differs misspelt"},
		{"Ivan Chebyshev", "Ivan Tchebychev", "differs misspelt"},
		{"Ivan Chebishev", "Ivan Chebyshev", "undecided transliteration"},
		{"Peter Gibbons", "Peter Gibbon", "differs misspelt"},
		{"Peter Gibbons", "Peter Gibsen", "differs fabricated"},
		{"Anna Gruenmüller", "Anna Grünmueller", "variant transliteration"},
		{"Joachim Löw", "Joachim Loew", "variant transliteration"},
		{"Jeanpierre Mueller", "Jean Pierre Müller", "variant transliteration"},
		{"Jan Haas", "Ján Has", "differs misspelt"},
		{"Emmanuel Candès", "Emmanuel Cands", "variant diacritics"},
		{"E. Candès", "Emmanuel Cands", "variant diacritics"},
		{"Peter Candès", "Emmanuel Cands", "differs misspelt"},
		{"Emmanuel Candès", "Emmanuel Cand", "differs misspelt"},
		{"Andrew Senior", "Andrew", "undecided truncated-name"},
		{"A. Senior", "Andrew", "undecided truncated-name"},
		{"B. Senior", "Andrew", "differs fabricated"},
		{"And Senior", "Andrew", "differs fabricated"},
		{"Bob Senior", "Bob", "differs fabricated"},
		{"Andrew Senior", "Bob Andrew", "differs fabricated"},
		{"Gabriel García", "Gabriel García Márquez", "variant compound-name"},
		{"Gabriel Márquez", "Gabriel García Márquez", "variant middle-name"},
		{"Gabriel García Márquez", "Gabriel García", "variant compound-name"},
		{"Jones, A.", "Smith-Jones, Ann", "variant compound-name"},
		{"Smith, A.", "Smith-Jones, Ann", "variant compound-name"},
		{"Smith, A.", "Jones-Smith-Brown, Ann", "variant initials"},
		{"Smith, A. B.", "Brown-Smith-Jones, Bo", "differs fabricated"},
		{"Li, A.", "Li Wang, Ann", "differs fabricated"},
		{"García", "García Márquez, Gabriel", "differs fabricated"},
		{"García Márquez, Gabriel", "García", "differs fabricated"},
		{"G. García", "Gabriel García Márquez", "variant initials"},
		{"H. García", "Gabriel García Márquez", "differs fabricated"},
		{"Gabriel Li", "Gabriel Li Wang", "differs fabricated"},
		{"Maria García", "Gabriel Maria García Márquez", "differs fabricated"},
		{"Ana García", "Ana Maria García Márquez", "variant compound-name"},
		{"Gabriel Torres", "Gabriel García Márquez", "differs fabricated"},
		{"Ludwig van Beethoven", "Ludwig Beethoven", "variant particle"},
		{"Ludwig van Beethoven", "Ludwig von Beethoven", "variant particle"},
		{"Ludwig Vanbeethoven", "Ludwig van Beethoven", "agrees"},
		{"Ronan Le Bras", "Ronan LeBras", "variant hyphenation"},
		{"R. Le Bras", "Ronan LeBras", "variant initials"},
		{"J. van Gogh", "Jan Vangogh", "variant particle"},
		{"J. Vangogh", "Jan van Gogh", "variant particle"},
		{"J. van Derberg", "Jan van der Berg", "variant particle"},
		{"M. A. Lopez", "Maria Alopez", "differs misspelt"},
		{"Ronan Le Bras", "LeBras Cohen, Ronan", "differs fabricated"},
		{"Ronan Mo Bras", "Ronan LeBras", "differs misspelt"},
		{"Smithjones, Ann", "Smith-Jones, Ann", "variant hyphenation"},
		{"Smith-Jones, Ann", "Smith Jones, Ann", "agrees"},
		{"Jones, Ann", "Smith-Jones, Ann", "variant compound-name"},
		// Order.
		{"Zhang Wei", "Wei Zhang", "variant name-order"},
		{"S. Zhang", "Zhang Shizhe", "variant initials"},
		{"Nguyen Van Minh", "Minh Nguyen Van", "variant name-order"},
		{"Van Nguyen Minh", "Minh Nguyen Van", "variant name-order"},
		{"Zhang Shizhe", "S. Zhang", "variant record-initials"},
		{"Anna Maria Kim Lee", "Lee Kim Maria Anna", "undecided name-order"},
		{"Zhangwei", "Wei Zhang", "differs fabricated"},
		{"Maria Lopez", "Ivan Petrov", "differs fabricated"},
		{"A. Lopez", "Alopez", "variant hyphenation"},
		// Bodies.
		{"{CMS Collaboration}", "{The CMS Collaboration}", "agrees"},
		{"{WHO}", "{World Health Organization}", "variant body-name"},
		{"{World Health Organization}", "{WHO}", "variant body-name"},
		{"WHO", "{World Health Organization}", "variant body-name"},
		{"{World Health Organization}", "WHO", "variant body-name"},
		{"{WHO Geneva}", "{World Health Organization}", "differs fabricated"},
		{"{European Union}", "{Council of the European Union}", "variant body-name"},
		{"{Gemini}", "{Gemini Team Google}", "variant body-name"},
		{"{EU}", "{EU Council}", "differs fabricated"},
		{"{World Health Organization}", "{World Trade Organization}", "differs fabricated"},
		{"{OpenAI}", "{Google}", "differs fabricated"},
	} {
		f := agreement([]string{c.claimed}, []string{c.recorded})
		got := f.Agreement.String()
		if f.Kind != "" {
			got += " " + f.Kind
		}
		if got != c.want {
			t.Errorf("%s | %s: %q, want %q", c.claimed, c.recorded, got, c.want)
		}
	}
}

// TestDetails: how pages, types, places and identifiers stand.
func TestDetails(t *testing.T) {
	pages := func(s string) biblio.Flat { return biblio.Flat{Pages: s} }
	kind := func(s string) biblio.Flat { return biblio.Flat{Type: s} }
	for _, c := range []struct {
		field             biblio.Field
		claimed, recorded biblio.Flat
		want              string
	}{
		{biblio.FieldPages, pages("101-112"), pages("101–112"), "variant notation"},
		{biblio.FieldPages, pages("101-12"), pages("101-112"), "variant notation"},
		{biblio.FieldPages, pages("101"), pages("101-112"), "variant first-page"},
		{biblio.FieldPages, pages("101-112"), pages("101"), "variant first-page"},
		{biblio.FieldPages, pages("101-113"), pages("101-112"), "differs last-page"},
		{biblio.FieldPages, pages("103-110"), pages("101-112"), "differs"},
		{biblio.FieldPages, pages("101-112"), pages("103-110"), "differs"},
		{biblio.FieldPages, pages("1-12"), pages("101-112"), "variant notation"},
		{biblio.FieldPages, pages("101-112"), pages("1-12"), "variant notation"},
		{biblio.FieldPages, pages("201-212"), pages("101-112"), "differs other-print"},
		{biblio.FieldPages, pages("201-213"), pages("101-112"), "differs"},
		{biblio.FieldPages, pages("17"), pages("101-112"), "differs article-number"},
		{biblio.FieldPages, pages("17"), pages("19"), "differs"},
		{biblio.FieldPages, pages("17:1-17:12"), pages("17"), "variant first-page"},
		{biblio.FieldPages, pages("17"), pages("17:1-17:12"), "variant first-page"},
		{biblio.FieldPages, pages("17:1-17:12"), pages("18:1-18:12"), "differs"},
		{biblio.FieldPages, pages("17:1-17:12"), pages("1-12"), "variant notation"},
		{biblio.FieldPages, pages("e1003456"), pages("1003456"), "variant notation"},
		{biblio.FieldPages, pages("e12"), pages("12"), "differs"},
		{biblio.FieldPages, pages("12 pages"), pages("101-112"), "variant notation"},
		{biblio.FieldPages, pages("101-112"), pages("12 pages"), "variant notation"},
		{biblio.FieldPages, pages("12 pages"), pages("101-113"), "unrecorded"},
		{biblio.FieldPages, pages("12 pages"), pages("101"), "unrecorded"},
		{biblio.FieldPages, pages("12 pages"), pages("12 pp."), "variant notation"},
		{biblio.FieldPages, pages("12 pages"), pages("13 pages"), "differs"},
		{biblio.FieldPages, pages("101-112"), pages("1"), "unrecorded"},
		{biblio.FieldVolume, biblio.Flat{Volume: "4"}, biblio.Flat{Volume: "34"}, "differs"},
		{biblio.FieldVolume, biblio.Flat{Volume: "3"}, biblio.Flat{Volume: "34"}, "differs"},
		{biblio.FieldVolume, biblio.Flat{Volume: "4"}, biblio.Flat{Volume: "3-4"}, "variant notation"},
		{biblio.FieldType, kind("article-journal"), kind("article"), "variant kind"},
		{biblio.FieldType, kind("paper-conference"), kind("chapter"), "variant kind"},
		{biblio.FieldType, kind("chapter"), kind("paper-conference"), "variant kind"},
		{biblio.FieldType, kind("chapter"), kind("book"), "differs"},
		{biblio.FieldType, kind("thesis"), kind("thesis"), "agrees"},
		{biblio.FieldType, kind("thesis"), kind("dataset"), "differs"},
		{biblio.FieldType, kind(""), kind("thesis"), "unclaimed"},
		{biblio.FieldType, kind("thesis"), kind("song"), "unrecorded"},
		{biblio.FieldDOI, biblio.Flat{DOI: "10.48550/arXiv.1706.03762"}, biblio.Flat{ArXivID: "1706.09999"}, "differs other-identifier"},
		{biblio.FieldDOI, biblio.Flat{DOI: "10.48550/arXiv.1706.03762"}, biblio.Flat{DOI: "10.1000/abc"}, "differs other-version"},
		{biblio.FieldDOI, biblio.Flat{DOI: "10.1000/abc"}, biblio.Flat{DOI: "10.48550/arXiv.1706.03762"}, "differs other-version"},
		{biblio.FieldDOI, biblio.Flat{DOI: "10.1000/abc"}, biblio.Flat{ArXivID: "1706.03762"}, "unrecorded"},
		{biblio.FieldDOI, biblio.Flat{DOI: "10.1000/abc"}, biblio.Flat{DOI: "10.1000/xyz"}, "differs other-identifier"},
		{biblio.FieldArXiv, biblio.Flat{ArXivID: "1706.03762"}, biblio.Flat{DOI: "10.1000/abc"}, "unrecorded"},
		{biblio.FieldArXiv, biblio.Flat{ArXivID: "1706.03762"}, biblio.Flat{DOI: "10.48550/arXiv.1706.03762"}, "variant alias"},
		{biblio.FieldArXiv, biblio.Flat{ArXivID: "1706.03762"}, biblio.Flat{DOI: "10.48550/arXiv.1706.09999"}, "unrecorded"},
		{biblio.FieldArXiv, biblio.Flat{ArXivID: "1706.03762"}, biblio.Flat{ArXivID: "1706.09999"}, "differs other-identifier"},
		{biblio.FieldArXiv, biblio.Flat{ArXivID: "1706.03762"}, biblio.Flat{PMID: "12345"}, "unrecorded"},
		{biblio.FieldPMID, biblio.Flat{PMID: "12345"}, biblio.Flat{PMID: "54321"}, "differs other-identifier"},
		{biblio.FieldISBN, biblio.Flat{ISBN: "978-0-262-03561-3"}, biblio.Flat{ISBN: "978-3-16-148410-0"}, "differs other-edition"},
		{biblio.FieldURL, biblio.Flat{URL: "https://example.org/papers/terns.pdf"}, biblio.Flat{URL: "https://www.example.com/a/terns.pdf"}, "unrecorded near-address"},
		{biblio.FieldURL, biblio.Flat{URL: "https://example.org/papers/terns.pdf"}, biblio.Flat{URL: "https://example.org/papers/tern.pdf"}, "unrecorded near-address"},
		{biblio.FieldURL, biblio.Flat{URL: "https://example.org/papers/terns.pdf"}, biblio.Flat{URL: "https://example.org/talks/gulls.html"}, "unrecorded"},
		{biblio.FieldURL, biblio.Flat{URL: "https://example.org/a.pdf"}, biblio.Flat{URL: "https://example.com/a.pdf"}, "unrecorded"},
		{biblio.FieldURL, biblio.Flat{URL: "https://example.org/a"}, biblio.Flat{URL: "https://example.org/a"}, "agrees"},
	} {
		claimed, recorded := c.claimed, c.recorded
		claimed.Title, recorded.Title = "The same title of six words", "The same title of six words"
		f := Compare(flat(claimed), flat(recorded)).Of(c.field)
		got := f.Agreement.String()
		if f.Kind != "" {
			got += " " + f.Kind
		}
		if got != c.want {
			t.Errorf("%s %q | %q: %q, want %q", c.field, f.Claimed, f.Recorded, got, c.want)
		}
	}
}
