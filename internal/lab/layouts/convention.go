package layouts

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// Convention is one way to print references.
type Convention struct {
	Name    string
	Heading string // of the list
	Label   string // before an entry, with %d for its number; may be empty
	Latin   bool   // needs no script beyond pdfTeX's own fonts
	print   func(*biblio.Work) string
}

// Conventions lists all conventions, in the order in which documents use them.
var Conventions = []Convention{
	{"apa", "References", "", true, styled("apa")},
	{"ieee", "References", "[%d] ", true, unlabelled("ieee")},
	{"vancouver", "References", "%d. ", true, unlabelled("vancouver")},
	{"chicago", "Bibliography", "", true, styled("chicago")},
	{"mla", "Works Cited", "", true, styled("mla")},
	{"nature", "References", "%d. ", true, unlabelled("nature")},
	{"acl", "References", "", true, acl},
	{"linguistics", "References", "", true, linguistics},
	{"german", "Literaturverzeichnis", "", true, german},
	{"german-humanities", "Literatur", "", true, germanHumanities},
	{"french", "Bibliographie", "", true, french},
	{"spanish", "Referencias", "", true, spanish},
	{"russian", "Список литературы", "%d. ", false, russian},
	{"chinese", "参考文献", "[%d] ", false, chinese},
	{"harvard", "References", "", true,
		pattern(initialled, ", ", " and ", 0, "{a} ({y}) '{t}'[, {v}][, {vol}][({no})][, pp. {p}].")},
	{"acm", "References", "[%d] ", true,
		pattern(given, ", ", ", and ", 0, "{a}. {y}. {t}.[ {v}][ {vol}][, {no}] ({y})[, {p}].")},
	{"lncs", "References", "%d. ", true,
		pattern(initialled, ", ", ", ", 0, "{a}: {t}.[ In: {v}][, vol. {vol}][, pp. {p}] ({y})")},
	{"ams", "References", "[%d] ", true,
		pattern(initialsFirst, ", ", ", and ", 0, "{a}, {t}[, {v}][ {vol}] ({y})[, no. {no}][, {p}].")},
	{"cse", "References", "", true, pattern(plainInitials, ", ", ", ", 0, "{a}. {y}. {t}.[ {v}.][ {vol}][({no})][:{p}].")},
	{"asa", "References", "", true,
		pattern(inverted, ", ", ", and ", 0, "{a}. {y}. \"{t}.\"[ {v}][ {vol}][({no})][:{p}].")},
	{"mhra", "Bibliography", "", true,
		pattern(inverted, ", ", " and ", 0, "{a}, '{t}'[, {v}][, {vol}][.{no}] ({y})[, pp. {p}]")},
	{"oscola", "Bibliography", "", true, pattern(plainInitials, ", ", " and ", 0, "{a}, '{t}' ({y})[ {vol}][ {v}][ {p}]")},
	{"economics", "References", "", true,
		pattern(inverted, ", ", ", and ", 0, "{a}. {y}. \"{t}.\"[ {v}][ {vol}][ ({no})][: {p}].")},
	{"elsevier-names", "References", "", true, pattern(initialled, ", ", ", ", 0, "{a}, {y}. {t}.[ {v}][ {vol}][, {p}].")},
	{"elsevier-numbers", "References", "[%d] ", true,
		pattern(initialsFirst, ", ", ", ", 0, "{a}, {t}[, {v}][ {vol}] ({y})[ {p}].")},
	{"springer", "References", "", true, pattern(plainInitials, ", ", ", ", 0, "{a} ({y}) {t}.[ {v}][ {vol}][:{p}]")},
	{"biomed", "References", "%d. ", true, pattern(plainInitials, ", ", ", ", 0, "{a}. {t}.[ {v}.] {y}[;{vol}][:{p}].")},
	{"geosciences", "References", "", true,
		pattern(initialled, ", ", ", and ", 0, "{a}: {t}[, {v}][, {vol}][, {p}], {y}.")},
	{"astronomy", "References", "", true, pattern(initialled, ", ", ", & ", 0, "{a} {y}, {t}[, {v}][, {vol}][, {p}]")},
	{"german-medicine", "Literatur", "%d. ", true,
		pattern(plainInitials, ", ", ", ", 6, "{a} ({y}) {t}.[ {v}][ {vol}][:{p}]")},
	{"german-law", "Literaturverzeichnis", "", true,
		pattern(inverted, "/", "/", 0, "{a}, {t}[, {v}][ {vol}] ({y})[, {p}].")},
	{"italian", "Bibliografia", "", true,
		pattern(stoppedInitials, ", ", " e ", 0, "{a}, {t}[, in \"{v}\"][, vol. {vol}][, n. {no}], {y}[, pp. {p}].")},
	{"portuguese", "Referências", "", true,
		pattern(capitals, "; ", "; ", 3, "{a}. {t}.[ {v}][, v. {vol}][, n. {no}][, p. {p}], {y}.")},
	{"polish", "Bibliografia", "", true,
		pattern(stoppedInitials, ", ", ", ", 0, "{a}, {t}[, \"{v}\"], {y}[, t. {vol}][, nr {no}][, s. {p}].")},
	{"dutch", "Literatuur", "", true,
		pattern(initialled, ", ", " en ", 0, "{a} ({y}). {t}.[ {v}][, {vol}][({no})][, {p}].")},
	{"swedish", "Referenser", "", true,
		pattern(inverted, ", ", " & ", 0, "{a} ({y}). {t}.[ {v}][, {vol}][({no})][, s. {p}].")},
	{"czech", "Literatura", "", true, pattern(capitals, ", ", " a ", 0, "{a}. {t}.[ {v}]. {y}[, {vol}][({no})][, {p}].")},
	{"hungarian", "Irodalom", "", true,
		pattern(initialled, " - ", " - ", 0, "{a} ({y}): {t}.[ {v}][, {vol}][({no})][, {p}].")},
	{"turkish", "Kaynaklar", "", true,
		pattern(initialled, ", ", " ve ", 0, "{a} ({y}). {t}.[ {v}][, {vol}][({no})][, ss. {p}].")},
	{"norwegian", "Litteratur", "", true,
		pattern(inverted, ", ", " og ", 0, "{a}. {y}. {t}.[ {v}][ {vol}][ ({no})][: {p}].")},
	{"gost-7.1", "Список литературы", "%d. ", false, gost71},
	{"gost-7.0.5", "Литература", "%d. ", false,
		pattern(stoppedInitials, ", ", ", ", 0, "{a} {t}[ // {v}]. {y}.[ Т. {vol}.][ № {no}.][ С. {p}.]")},
	{"jstage", "参考文献", "%d) ", false,
		pattern(initialled, ", ", " and ", 0, "{a}: {t}[, {v}][, Vol. {vol}][, No. {no}][, pp. {p}] ({y}).")},
	{"korean", "참고문헌", "[%d] ", false,
		pattern(given, ", ", ", ", 0, "{a}, “{t},”[ {v},][ 제{vol}권,][ 제{no}호,][ pp. {p},] {y}.")},
	{"arabic", "المراجع", "%d- ", false,
		pattern(inverted, "، ", " و ", 0, "{a}، “{t}”[، {v}][، المجلد {vol}][، العدد {no}]، {y}[، ص {p}].")},
	{"persian", "منابع", "", false,
		pattern(initialled, "، ", " و ", 0, "{a} ({y}). {t}.[ {v}][، دوره {vol}][، شماره {no}][، صص {p}].")},
	{"biblatex-nature", "References", "%d. ", true,
		pattern(initialled, ", ", " & ", 5, "{a} {t}[ in {v}][ {vol}] ({y})[, {p}].")},
}

// Print returns a work printed in the convention, without a label.
func (c *Convention) Print(w *biblio.Work) string {
	return strings.Join(strings.Fields(c.print(w)), " ")
}

func styled(name string) func(*biblio.Work) string {
	return func(w *biblio.Work) string {
		text, err := style.Render(w, name)
		if err != nil { // a test excludes it
			return ""
		}
		return text.String()
	}
}

// unlabelled is like styled, without the number that the style prints first.
func unlabelled(name string) func(*biblio.Work) string {
	print := styled(name)
	return func(w *biblio.Work) string {
		text := print(w)
		for _, label := range []string{"[1]", "1."} {
			text = strings.TrimSpace(strings.TrimPrefix(text, label))
		}
		return text
	}
}

func acl(w *biblio.Work) string {
	text := names(w, given, given, ", ", " and ", 0) + fmt.Sprintf(". %d. %s", w.Issued.Year, stop(w.FullTitle()))
	if journal(w) {
		return text + " " + w.Container.Title + or(", ", w.Volume, "") + or("(", w.Issue, ")") + or(":", w.Pages, "") + "."
	}
	return text + or(" In ", w.Container.Title, "") + or(", pages ", w.Pages, "") + or(", ", w.Place, "") + "." +
		or(" ", w.Publisher, ".")
}

func linguistics(w *biblio.Work) string {
	text := names(w, inverted, given, ", ", " & ", 0) + fmt.Sprintf(". %d. %s", w.Issued.Year, stop(w.FullTitle()))
	if journal(w) {
		return text + " " + w.Container.Title + or(" ", w.Volume, "") + or("(", w.Issue, ")") + or(". ", w.Pages, "") + "."
	}
	return text + or(" In ", w.Container.Title, "") + or(", ", w.Pages, "") + "." + or(" ", w.Publisher, ".")
}

func german(w *biblio.Work) string {
	return names(w, inverted, inverted, "; ", "; ", 3) + fmt.Sprintf(" (%d): %s", w.Issued.Year, stop(w.FullTitle())) +
		or(" In: ", w.Container.Title, "") +
		or(" ", w.Volume, "") + or(" (", w.Issue, ")") + or(", S. ", w.Pages, "") + "." + or(" ", w.Publisher, ".")
}

func germanHumanities(w *biblio.Work) string {
	text := names(w, inverted, inverted, " / ", " / ", 3) + ": " + strings.TrimRight(w.FullTitle(), ".") +
		or(", in: ", w.Container.Title, "")
	if journal(w) {
		return text + or(" ", w.Volume, "") + fmt.Sprintf(" (%d)", w.Issued.Year) + or(", H. ", w.Issue, "") +
			or(", S. ", w.Pages, "") + "."
	}
	return text + or(", ", w.Publisher, "") + fmt.Sprintf(" %d", w.Issued.Year) + or(", S. ", w.Pages, "") + "."
}

func french(w *biblio.Work) string {
	capitals := func(c biblio.Contributor) string {
		return strings.ToUpper(strings.TrimSpace(c.Particle+" "+c.Family)) + " " + c.Given
	}
	return names(w, capitals, capitals, ", ", " et ", 0) + ", « " + w.FullTitle() + " »" + or(", ", w.Container.Title,
		"") + or(", vol. ", w.Volume, "") + or(", n° ", w.Issue, "") +
		or(", ", w.Publisher, "") + fmt.Sprintf(", %d", w.Issued.Year) + or(", p. ", w.Pages, "") + "."
}

func spanish(w *biblio.Work) string {
	return names(w, initialled, initialled, ", ", " y ", 0) + fmt.Sprintf(" (%d). %s", w.Issued.Year,
		stop(w.FullTitle())) + or(" ", w.Container.Title, "") +
		or(", ", w.Volume, "") + or("(", w.Issue, ")") + or(", pp. ", w.Pages, "") + "." + or(" ", w.Publisher, ".")
}

func russian(w *biblio.Work) string {
	short := func(c biblio.Contributor) string { return strings.ReplaceAll(initialled(c), ",", "") }
	text := names(w, short, short, ", ", ", ", 3)
	if len(w.Authors()) > 3 {
		text = strings.TrimSuffix(text, " et al.") + " [и др.]"
	}
	return text + " " + strings.TrimRight(w.FullTitle(), ".") + or(" // ", w.Container.Title, "") +
		fmt.Sprintf(". – %d.", w.Issued.Year) + or(" – Т. ", w.Volume, ".") + or(" – № ", w.Issue, ".") +
		or(" – С. ", w.Pages, ".")
}

// gost71 repeats the authors after the title, with their initials first.
func gost71(w *biblio.Work) string {
	people, cut := w.Authors(), ""
	head := ""
	if len(people) > 0 && len(people) < 4 {
		head = strings.TrimSpace(initialled(people[0])) + " "
	}
	if len(people) > 3 {
		people, cut = people[:1], " [и др.]"
	}
	var list []string
	for _, c := range people {
		list = append(list, initialsFirst(c))
	}
	return head + strings.TrimRight(w.FullTitle(), ".") + or(" / ", strings.Join(list, ", "), cut) +
		or(" // ", w.Container.Title, "") +
		fmt.Sprintf(". – %d.", w.Issued.Year) + or(" – Т. ", w.Volume, ".") + or(" – № ", w.Issue, ".") +
		or(" – С. ", w.Pages, ".")
}

func chinese(w *biblio.Work) string {
	short := func(c biblio.Contributor) string {
		return strings.ToUpper(c.Family) + " " + strings.NewReplacer(".", "", " ", "").Replace(initials(c.Given))
	}
	text := names(w, short, short, ", ", ", ", 3)
	if len(w.Authors()) > 3 {
		text = strings.TrimSuffix(text, " et al.") + ", 等"
	}
	kind := "C]//"
	if journal(w) {
		kind = "J]. "
	}
	return text + ". " + strings.TrimRight(w.FullTitle(), ".") + "[" + kind + w.Container.Title +
		fmt.Sprintf(", %d", w.Issued.Year) + or(", ", w.Volume, "") + or("(", w.Issue, ")") + or(": ", w.Pages, "") + "."
}
