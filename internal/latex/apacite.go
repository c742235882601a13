package latex

import "strings"

// templates are the commands by which apacite's .bbl files say what a part is,
// and the text that they print; "#1" is an argument. What stands between
// arguments goes with one that is empty.
var templates = map[string]string{
	"APACrefatitle": "#2", "APACrefbtitle": "#2", "APACrefaetitle": "[#2]", "APACrefbetitle": "[#2]", "APACinsertmetastar": "#0", "APACSortNoop": "#0", "PrintBackRefs": "#0",
	"APACrefYearMonthDay": "(#1)", "APACrefYear": "(#1)", "APACjournalVolNumPages": "#1, #2(#3), #4", "APACaddressPublisher": "#1: #2", "APACaddressPublisherEqAuth": "#1: Author",
	"APACaddressInstitution": "#1: #2", "APACbVolEdTR": "(#1, #2)", "APACbVolEdTRpgs": "(#1, #2, #3)", "APACtypeAddressSchool": "(#1). #3, #2", "BOthers": "et al.", "BOthersPeriod": "et al.",
}

// templateSymbols are the words and signs of apacite.
var templateSymbols = map[string]string{
	"BBA": "&", "BBAA": "&", "BBAB": "and", "BAnd": "&", "BIn": "In", "Bby": "by", "BED": "Ed.", "BEDS": "Eds.", "BTRANS": "Trans.", "BTRANSS": "Trans.", "BVOL": "Vol.", "BVOLS": "Vols.", "BNUM": "No.", "BNUMS": "Nos.",
	"BEd": "ed.", "BCHAP": "chap.", "BCHAPS": "chap.", "BPG": "p.", "BPGS": "pp.", "BTR": "Tech. Rep.", "BPhD": "Doctoral dissertation", "BUPhD": "Unpublished doctoral dissertation",
	"BMTh": "Master's thesis", "BUMTh": "Unpublished master's thesis", "BIP": "in press", "BOWP": "Original work published", "BREPR": "Reprinted from", "BAvailFrom": "Available from ",
	"BRetrievedFrom": "Retrieved from ", "BBOP": "(", "BBCP": ")", "BBOQ": "", "BBCQ": "", "BBAY": ", ", "BBYY": ", ", "BBC": "; ", "BBN": ", ", "BCBT": ",", "BCBL": ",", "BDBL": ", … ",
	"BPBI": ". ", "BHBI": ".-", "unskip": "",
}

func init() {
	for name, text := range templateSymbols {
		symbols[name] = text
	}
}

// emptied removes what empty arguments leave of a template.
var emptied = strings.NewReplacer("(, ", "(", "(, , ", "(", ", )", ")", "()", "", "[]", "", ", ,", ",")

// template reads the arguments of a command, at least one, and writes the text
// that it prints.
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
