package latex

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// BibItem is one entry of a thebibliography environment.
type BibItem struct {
	Key        string
	Body       string // the source after the key
	Start, End int    // of the whole item in the source
}

// BibItems lists the entries of a source: a .bbl file of a classic style, or a document that contains its
// bibliography. Pass the source through Mask first.
func BibItems(src string) []BibItem {
	if at := strings.Index(src, pandocList); at >= 0 {
		return append(BibItems(src[:at]), pandocItems(src, at)...)
	}
	var items []BibItem
	for i := 0; i < len(src); {
		n := strings.Index(src[i:], "\\bibitem")
		if n < 0 {
			break
		}
		start := i + n
		i = start + len("\\bibitem")
		if i < len(src) && letter(src[i]) { // \bibitemdeclare and the like
			continue
		}
		item := BibItem{Start: start}
		j := skipSpace(src, i)
		if j < len(src) && src[j] == '[' {
			end := optionEnd(src, j)
			if end < 0 {
				continue
			}
			j = skipSpace(src, end)
		}
		if j >= len(src) || src[j] != '{' {
			continue
		}
		end := groupEnd(src[:min(len(src), j+1000)], j)
		if end >= len(src) || src[end] != '}' {
			continue
		}
		item.Key = strings.TrimSpace(src[j+1 : end])
		item.End = itemEnd(src, end+1)
		item.Body = strings.TrimSpace(src[end+1 : item.End])
		items = append(items, item)
		i = item.End
	}
	return items
}

// pandocList begins the bibliography that Pandoc writes, and pandocItem each of its entries: older versions place only
// the target of a link.
const pandocList = "\\begin{CSLReferences}"

var pandocItem = lazy.Regexp(
	`(?:\\leavevmode(?:\\vadjust pre\{)?)?\\hypertarget\{ref-([^{}]+)\}\{\}\}?%?|\\bibitem\[\\citeproctext\]\{ref-([^{}]+)\}`)

// pandocItems lists the entries of a bibliography that Pandoc wrote, which begins at an offset.
func pandocItems(src string, at int) (items []BibItem) {
	list := src
	if end := strings.LastIndex(src, "\\end{CSLReferences}"); end > at {
		list = src[:end]
	}
	starts := pandocItem.FindAllStringSubmatchIndex(list[at:], -1)
	for n, m := range starts {
		item := BibItem{Start: at + m[0], End: len(list)}
		if n+1 < len(starts) {
			item.End = at + starts[n+1][0]
		}
		key := m[2:4]
		if key[0] < 0 {
			key = m[4:6]
		}
		item.Key, item.Body = list[at+key[0]:at+key[1]], strings.TrimSpace(src[at+m[1]:item.End])
		items = append(items, item)
	}
	return items
}

// itemEnd returns where the item that continues at i ends: before the next one, at the end of its environment, or at
// the end of the source.
func itemEnd(src string, i int) int {
	for {
		n := strings.IndexByte(src[i:], '\\')
		if n < 0 {
			return len(src)
		}
		i += n
		switch name := commandName(src, i+1); name {
		case "bibitem", "endthebibliography":
			return i
		case "end":
			if strings.HasPrefix(src[i:], "\\end{thebibliography}") || strings.HasPrefix(src[i:], "\\end{document}") {
				return i
			}
			i += 4
		default:
			i += 1 + len(name)
		}
	}
}

// Blocks splits the body of an item at its \newblock commands, which styles put between authors, title and the rest.
func Blocks(body string) []string {
	blocks := lists.Map(strings.Split(body, "\\newblock"), strings.TrimSpace)
	return slices.DeleteFunc(blocks, func(block string) bool { return block == "" })
}

// Info is a labelled part of an item: styles of ACM and REVTeX mark fields
// with \bibinfo{name}{text}.
type Info struct{ Name, Text string } // Text is source

// Infos lists the labelled parts of the body of an item; of nested parts, the innermost comes last. \showarticletitle
// and \showDOI count as labels. A person inside \bibfield{editor}{…} is an "editor".
func Infos(body string) []Info {
	body = body[:min(len(body), 64<<10)] // no reference is that long
	var infos []Info
	role, roleEnd := "", 0 // of the \bibfield at hand
	for name, i := range commands(body) {
		if len(infos) == 300 {
			break
		}
		r := reader{s: body, i: i}
		if name == "bibfield" {
			role = strings.ToLower(strings.TrimSpace(r.argument()))
			r.argument()
			roleEnd = r.i
			continue
		}
		label, ok := labelCommands[name]
		if !ok {
			continue
		}
		if label == "" {
			label = strings.ToLower(strings.TrimSpace(r.argument()))
		}
		if label == "person" && role == "editor" && i < roleEnd {
			label = role
		}
		if text := strings.TrimSpace(r.argument()); text != "" && label != "" {
			infos = append(infos, Info{label, text})
		}
	}
	return infos
}

// labelCommands maps commands that label a part to the label; "" means that the first argument is the label.
var labelCommands = map[string]string{
	"bibinfo": "", "showarticletitle": "title", "showDOI": "doi", "showISBN": "isbn", "showISSN": "issn",
	"showeprint": "eprint", "bibnamefont": "family", "bibfnamefont": "given",
}

const maxAddress = 4096

// Addresses lists the addresses that a source links to with \href, \url, \doi and \Eprint, in order, as Verbatim
// returns them.
func Addresses(src string) []string {
	var list []string
	tries := 0
	for name, i := range commands(src) {
		if name != "href" && name != "url" && name != "doi" && name != "Eprint" && name != "path" && name != "nolinkurl" {
			continue
		}
		if tries++; tries > 200 {
			break
		}
		if rest := src[i:]; strings.HasPrefix(rest, "@noop") {
			continue
		}
		r := reader{s: src[:min(len(src), i+maxAddress)], i: i}
		address := r.argument()
		if i := strings.Index(address, "\\doibase"); i >= 0 {
			address = "https://doi.org/" + strings.TrimSpace(address[i+len("\\doibase"):])
		}
		address = Verbatim(address)
		if name == "doi" && address != "" && !strings.Contains(address, "://") {
			address = "https://doi.org/" + address
		}
		if address != "" {
			list = append(list, address)
		}
	}
	return list
}

// templates maps the commands with which apacite's .bbl files say what a part is to the text that they print; "#1" is
// an argument. If an argument is empty, the text between it and its neighbour is dropped.
var templates = map[string]string{
	"APACrefatitle": "#2", "APACrefbtitle": "#2", "APACrefaetitle": "[#2]", "APACrefbetitle": "[#2]",
	"APACinsertmetastar": "#0", "APACSortNoop": "#0", "PrintBackRefs": "#0",
	"APACrefYearMonthDay": "(#1)", "APACrefYear": "(#1)", "APACjournalVolNumPages": "#1, #2(#3), #4",
	"APACaddressPublisher": "#1: #2", "APACaddressPublisherEqAuth": "#1: Author",
	"APACaddressInstitution": "#1: #2", "APACbVolEdTR": "(#1, #2)", "APACbVolEdTRpgs": "(#1, #2, #3)",
	"APACtypeAddressSchool": "(#1). #3, #2", "BOthers": "et al.", "BOthersPeriod": "et al.",
}

// emptied removes what is left of a template when arguments are empty.
var emptied = strings.NewReplacer("(, ", "(", "(, , ", "(", ", )", ")", "()", "", "[]", "", ", ,", ",")

// template reads the arguments of a command, at least one, and writes the text that the command prints.
func (r *reader) template(form string) {
	count := 1
	for i := 0; i+1 < len(form); i++ {
		if form[i] == '#' {
			count = max(count, int(form[i+1]-'0'))
		}
	}
	text := strings.ReplaceAll(form, "#0", "")
	for i := range count {
		arg := strings.TrimSpace(r.text(r.argument()))
		text = strings.ReplaceAll(text, "#"+string(rune('1'+i)), arg)
	}
	r.out = append(r.out, strings.Trim(emptied.Replace(emptied.Replace(text)), " ,:")...)
}
