package refstring

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Forms used by individual houses that the labeller reads only in part.
func TestHouseForms(t *testing.T) {
	for _, c := range []struct{ raw, title, authors, container, series, details string }{
		{"A. Langley, Z. Wu, Coap: An application protocol for billions of tiny internet nodes, IEEE Internet Computing 16 (2012) 62–67.",
			"Coap: An application protocol for billions of tiny internet nodes", "A. Langley|Z. Wu",
			"IEEE Internet Computing", "", "16||62–67"},
		{"Hopcroft, J., Motwani, R., Ullman, J.: Introduction to automata theory. Pearson (2001)",
			"Introduction to automata theory", "J. Hopcroft|R. Motwani|J Ullman", "", "", "||"},
		{"F. Chesani and M. Loreti, “Computing business process deviance,” in Business Process Management Workshops, ser. " +
			"Lecture Notes in Business Information Processing, vol. 308. Springer, 2017, pp. 320–331.",
			"Computing business process deviance", "F. Chesani|M. Loreti", "Business Process Management Workshops",
			"Lecture Notes in Business Information Processing", "308||320–331"},
		{"F. M. Maggi and A. Marrella, “Explaining non-compliance of business process models through automated planning,” " +
			"in ICSOC, ser. Lecture Notes in Computer Science, vol. 11236. Springer, 2018, pp. 181–197.",
			"Explaining non-compliance of business process models through automated planning", "F. M. Maggi|A. Marrella",
			"ICSOC", "Lecture Notes in Computer Science", "11236||181–197"},
		{"Hsieh, C.-H., Laughlin, G., & Arce, H. G. 2021, ApJ, 917, 20, doi: 10.3847/1538-4357/ac0729", "",
			"C.-H. Hsieh|G. Laughlin|H. G Arce", "ApJ", "", "917||20"},
		{"Smith J, Doe A. A study of things. Sociological Forum 11, 2: 181–202. 1999.", "A study of things", "J Smith|A Doe",
			"Sociological Forum", "", "11|2|181–202"},
		{"ZHANG J, LOW Y, GU H, et al. PowerGraph: Distributed Graph-Parallel Computation on Natural " +
			"Graphs[C]//Proceedings of OSDI. Hollywood: USENIX, 2012: 17-30.",
			"PowerGraph: Distributed Graph-Parallel Computation on Natural Graphs", "J ZHANG|Y LOW|H GU",
			"Proceedings of OSDI", "", "||17-30"},
		{"Devlin J Chang MW Lee K Toutanova K. BERT: Pre-training of deep bidirectional transformers. NAACL. 2019;1:4171-86.",
			"BERT: Pre-training of deep bidirectional transformers", "J Devlin|MW Chang|K Lee|K Toutanova",
			"NAACL", "", "1||4171-86"},
		{"Iso S. and Orikasa Y. Prog. Theor. Exp. Phys. 2013, 023B08 (2013).", "", "S. Iso|Y Orikasa",
			"Prog. Theor. Exp. Phys.", "", "2013||023B08"},
		{"Edwards JR, Bamberg W, Ray SM. 2014. Multistate point-prevalence survey of health care infections. N Engl J Med " +
			"370(13):1198–1208.",
			"Multistate point-prevalence survey of health care infections", "JR Edwards|W Bamberg|SM Ray", "N Engl J Med", "",
			"370|13|1198–1208"},
		{"King, Jr., Martin Luther, and Jane Doe. 1960. A title of a thing. Journal of Things 3: 1-9.", "A title of a thing",
			"Martin Luther King|Jane Doe", "Journal of Things", "", "3||1-9"},
		{"山田太郎, 鈴木花子: 日本語の論文題名について, 情報処理学会論文誌, Vol. 45, No. 3, pp. 123–130 (2004).", "日本語の論文題名について", "山田太郎|鈴木花子", "情報処理学会論文誌",
			"", "45|3|123–130"},
		{"김민수, 이영희. 한국어 정보 처리에 관한 연구. 정보과학회논문지, 30(2), 45-56, 2003.", "한국어 정보 처리에 관한 연구", "김민수|이영희",
			"정보과학회논문지", "", "30|2|45-56"},
		{"王琴, 何赳立, 2021. 基础教育教师发展内涵探究[J]. 华南教育信息化研究经验交流会2021论文汇编（五）: 102-107.", "基础教育教师发展内涵探究", "王琴|何赳立",
			"华南教育信息化研究经验交流会2021论文汇编（五）", "", "||102-107"},
		{"霍金 S．时间简史[M]．许明贤，吴忠超，译．长沙：湖南科学技术出版社，2002：15-20．", "时间简史", "S 霍金", "", "", "||15-20"},
		{"Weinrebe G: Technische Analyse von solarthermischen Turmkraftwerken.Stuttgart.2000.",
			"Technische Analyse von solarthermischen Turmkraftwerken", "G Weinrebe", "", "", "||"},
		{"Depperman A: Positioning.In: The Handbook of Narrative Analysis, Malden: Wiley Blackwell,2015;369–387.",
			"Positioning", "A Depperman", "The Handbook of Narrative Analysis", "", "||369–387"},
		{"C. Itzykson, Mean field theory. Commun.Math.Phys. 85 (1982) 99-110.", "Mean field theory", "C. Itzykson",
			"Commun.Math.Phys.", "", "85||99-110"},
	} {
		w := Parse(c.raw).Work
		var authors []string
		for _, a := range w.Authors() {
			authors = append(authors, strings.TrimSpace(a.Given+" "+a.Family+a.Literal))
		}
		details := w.Volume + "|" + w.Issue + "|" + w.Pages
		if w.Title != c.title || strings.Join(authors, "|") != c.authors || w.Container.Title != c.container ||
			w.Container.Series != c.series || details != c.details {
			t.Errorf("%s\n got %q, %q, %q, %q, %s", c.raw, w.Title, authors, w.Container.Title, w.Container.Series, details)
		}
	}
}

// Patents, standards and court decisions are works that no source lists.
func TestUnlistedKinds(t *testing.T) {
	for raw, want := range map[string]string{
		"全国信息与文献标准化技术委员会．信息与文献 参考文献著录规则：GB/T 7714—2025[S]．北京：中国标准出版社，2025．":                                              "standard|信息与文献 参考文献著录规则：GB/T 7714—2025|北京|中国标准出版社|2025",
		"EHLINGER, JR., Philip Charles. Device for the treatment of hiccups. US Patent 7062320, filed October 14, 2003.": "patent|Device for the treatment of hiccups|||2003",
		"Connick v. Thompson, 563 U.S. 51 (2011).":                               "legal_case|Connick v. Thompson|||2011",
		"Rogers v Rogers (63 NY2d 582 [1984], revg 98 AD2d 999 [2d Dept 1983]).": "legal_case|Rogers v Rogers|||1984",
		"Doe, J. Patents v. Copyrights: a comparison. Journal of Law 12 (2011) 51-60.": "|Patents v. Copyrights: " +
			"a comparison|||2011",
		"张伟, 李娜. 深度学习研究综述[D]. 北京: 清华大学, 2019.":                                                  "|深度学习研究综述|北京|清华大学|2019",
		"Roe J. A study of things[J/OL]. Journal of Things, 2019, 3(2): 1-9. https://x.example": "|A study of things|||2019",
	} {
		w := Parse(raw).Work
		if got := fmt.Sprintf("%s|%s|%s|%s|%d", w.Type, w.Title, w.Place, w.Publisher, w.Issued.Year); got != want {
			t.Errorf("%s\n got %s\nwant %s", raw, got, want)
		}
	}
}

// Places refer to the original string, without the spaces inserted after stops.
func TestGluedStop(t *testing.T) {
	const raw = "Hayes B: The industrial complex of security.Transnational Institute, Amsterdam.2009. " +
		"https://x.example/a.Bcd"
	p := Parse(raw)
	for field, want := range map[biblio.Field]string{
		biblio.FieldTitle: "The industrial complex of security", biblio.FieldLocation: "Amsterdam", biblio.FieldYear: "2009",
		biblio.FieldURL: "https://x.example/a.Bcd",
	} {
		if at := p.Spans[field]; raw[at.Start:at.End] != want {
			t.Errorf("%s: %q, want %q", field, raw[at.Start:at.End], want)
		}
	}
	for _, raw := range []string{"Commun.Math.Phys. 85", "a talk on Bloomberg.Com, 2020",
		"see https://a.example/Title.Word", "jawwa.2012.104.0071", "node.js"} {
		if text, at := spaced(raw); text != raw || at != nil {
			t.Errorf("%q: %q", raw, text)
		}
	}
}
