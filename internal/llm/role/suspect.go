package role

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// suspicious reports whether one of the texts gives instructions, mentions the check itself, or hides
// something. It prefers false alarms, which only cost a second question.
func suspicious(texts []string) bool { return slices.ContainsFunc(texts, doubtful) }

func doubtful(s string) bool {
	return conceals(s) || slices.ContainsFunc(sentences(s), instructs) || len(s) < shortText && instructs(s)
}

// shortText is the length in bytes below which a text is also examined as a whole, however it is split
// into sentences.
const shortText = 400

// withoutOrders returns a text without instructions: the words of sentences that instruct are in a meaningless
// order, and hidden content is removed. The words of a title are thus shown in any case.
func withoutOrders(s string) string {
	if conceals(s) {
		s = revealed(s)
	}
	var out, rest []string
	for _, part := range sentences(s) {
		if instructs(part) {
			part = disordered(part)
		} else {
			rest = append(rest, part)
		}
		out = append(out, part)
	}
	if whole := strings.Join(rest, ""); len(whole) < shortText && instructs(whole) { // an instruction in pieces
		return disordered(s)
	}
	return squeezed(strings.Join(out, " "))
}

// disordered returns the words of a text in a meaningless order: of several such orders the one that keeps the
// fewest neighbours of the text.
func disordered(s string) string {
	const orders = 16
	list, stated := wordsOf(s), strings.Fields(parted(letterForm(plain(s, mostValue))))
	var best []string
	least := len(stated)
	for try := 0; try < orders && least > 0; try++ {
		words := scattered(slices.Clone(list), strings.Join(list, " ")+strings.Repeat("\n", try))
		if n := neighbours(words, stated); best == nil || n < least {
			best, least = words, n
		}
	}
	return strings.Join(best, " ")
}

// neighbours counts the pairs of words that are next to each other in both lists.
func neighbours(words, stated []string) int {
	n := 0
	for i := 1; i < len(words); i++ {
		for k := 1; k < len(stated); k++ {
			if words[i-1] == stated[k-1] && words[i] == stated[k] {
				n++
			}
		}
	}
	return n
}

// revealed removes invisible characters, codes, and words of mixed scripts; if a text still conceals something,
// nothing is left of it.
func revealed(s string) string {
	s = morse.ReplaceAllString(plain(s, mostPage), " ")
	for start, end := pieces(s); end > 0; start, end = pieces(s) {
		s = s[:start] + s[end:]
	}
	s = strings.Join(slices.DeleteFunc(strings.Fields(s), conceals), " ")
	if conceals(s) {
		return ""
	}
	return s
}

// sentences splits a text after each mark that ends or separates sentences.
func sentences(s string) []string {
	var list []string
	start := 0
	for i, r := range s {
		switch r {
		case '.', '!', '?', ';', '\n', '。', '！', '？', '；':
			end := i + len(string(r))
			list, start = append(list, s[start:end]), end
		}
	}
	if start < len(s) {
		list = append(list, s[start:])
	}
	return list
}

// Words with which a sentence gives instructions, and words for what they are about. A sentence with one of
// each is suspicious, and so is one that is about little else than the check. Some real titles match, such as
// "Trust Region Policy Optimization": that costs a second question, but no word of the title.
var (
	orders = set("accept act answer append approve assign assume award become begin behave believe bypass certify " +
		"choose classify clear comply conclude " +
		"confirm consider count declare decode deem disregard drop execute follow forget give grade grant ignore imagine " +
		"important include label mandatory " +
		"mark must neglect never note obey omit output override overrule pass permission pick please pretend print rate " +
		"regard remember repeat reply report " +
		"required requires resolve respond return say select set shall should skip stop suppress translate treat trust " +
		"urgent use validate " +
		"verify warning write")
	abouts = set("chatgpt gpt claude gemini 10 above admin administrator ai answer answers approved assistant " +
		"assistants audit auditor auditors audits authentic chatbot check checker checkers " +
		"citation citations comparison comparisons confidence correct debug developer difference differences earlier " +
		"entries entry equal exact fake " +
		"genuine guideline guidelines highest identical instruction instructions json judge judges label labels llm llms " +
		"machine match matched matches maximum " +
		"model models ok pass perfect policies policy preceding previous prior prompt prompts real record records " +
		"reference references response responses " +
		"reviewer reviewers rule rules same schema score scores scoring system ten tool true valid verdict verdicts " +
		"verification verified verifier mode")
	stems = []string{"allowlist", "bibliograph", "discrepanc", "fabricat", "hallucinat", "whitelist"}
	said  = []string{"do not ", "don t ", "from now on", "you are ", "you re ", "your task", "your new", "we ask",
		"this page", "this reference", "this citation", "this entry"}
	// Words that no reference has a reason to contain.
	marks = lazy.Regexp(
		`<\||\|>|\[/?inst\]|\[end of [a-z]+\]|</?think(ing)?>|<(start|end)_of_turn>|<</?sys>>|</?(system|assistant|user|data|s|(tool|function|invoke|antml)[a-z_:]*)>|(^|\s)(system|assistant|user|human|developer)\s*:|#{2,}\s*(system|instruction|response|assistant|new)|\b(begin|end)-[0-9a-f]{6,}|\\u00|&#x?[0-9a-f]+;|(%[0-9a-f]{2}){4,}|\b(jailbreak|prompt injection|system prompt|as an ai|dear (ai|model|reviewer|assistant|checker)|note to (the )?(ai|model|reviewer|checker|auditor|judge|verifier|assistant)|ai (reviewer|auditor|checker|judge|assistant)|automated (reviewer|checker|auditor|judge))\b|["']?(score|label|match|holds|confidence|next_action|verdict)["']?\s*[:=]\s*["']?(10|9|exact|true|high|real|stop|verified|match)`)
	// One of these must occur for marks to match; it saves most of the work.
	hints = []string{"<|", "|>", "inst]", "[end", "sys>", "<", "system", "assistant", "user", "human", "developer", "##",
		"begin-", "end-", "\\u00", "&#", "%",
		"jailbreak", "prompt", "as an ai", "dear", "note to", "ai ", "automated", "score", "label", "match",
		"holds", "confidence", "next_action", "verdict"}
	// The same instructions in other languages: beginnings of words, and parts of text.
	foreign = []string{"ignorier", "vergiss", "missachte", "beachte", "bewerte", "ignorez", "oublie", "reponde", "notez",
		"ignora", "olvida", "responde",
		"califica", "dimentica", "esqueca", "desconsidere", "negeer", "vergeet", "zignoruj", "zapomnij", "unohda", "ignorer",
		"yoksay", "abaikan", "gormezden", "puuz", "puanla",
		"ignoruj", "ignoru", "bortse", "ohita", "punktzahl", "punteggio", "puntuacion", "pontuacao"}
	parts = []string{"忽略", "无视", "無視", "忘记", "忘記", "请回答", "評価", "无需", "игнорир", "ігнор", "забудь", "bỏ qua", "оцени",
		"ответ", "تجاهل", "무시", "잊어", "अनदेखा", "התעלם", "αγνό", "αγνο",
		"满分", "滿分", "核实", "核實", "満点", "判定して", "만점", "판정하", "เพิกเฉย", "คะแนนเต็ม", "نادیده بگیر", "উপেক্ষা", "புறக்கணி"}
)

// instructs reports whether a sentence gives instructions about the check, or contains the marks of a conversation.
func instructs(sentence string) bool {
	lower := norm.NFKC.String(strings.ToLower(sentence))
	if hasAny(lower, hints) && marks.MatchString(lower) || hasAny(lower, parts) {
		return true
	}
	normalised := disguised(lower)
	return hasAny(normalised, hints) && marks.MatchString(normalised) || ordering(normalised) ||
		scrambled(normalised) || turned(normalised)
}

func hasAny(s string, list []string) bool {
	return slices.ContainsFunc(list, func(part string) bool { return strings.Contains(s, part) })
}

// ordering reports whether a text gives instructions, judging by the words of instructions and of what
// they are about.
func ordering(normalised string) bool {
	list := strings.FieldsFunc(normalised, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r)
	})
	order := slices.ContainsFunc(said, func(s string) bool { return strings.Contains(normalised, s) })
	about := 0
	for _, w := range list {
		if slices.ContainsFunc(foreign, func(s string) bool { return strings.HasPrefix(w, s) }) {
			return true
		}
		order = order || orders[w]
		if abouts[w] || slices.ContainsFunc(stems, func(s string) bool { return strings.HasPrefix(w, s) }) {
			about++
		}
	}
	return order && about > 0 || about >= 3 || about >= 2 && about*2 >= len(list)
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// lookalikes are letters that replace others in disguised words.
var lookalikes = strings.NewReplacer("а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "х", "x", "у", "y", "і", "i",
	"ѕ", "s", "ԁ", "d", "ո", "n", "ɡ", "g", "ⅼ", "l", "ν", "v", "ο", "o", "α", "a", "ι", "i", "τ", "t", "ρ", "p", "κ", "k",
	"0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s")

// disguised normalises a text to what a reader sees: one case, no marks, no hidden letters, with look-alikes
// and digits inside words replaced by letters, and s p a c e d letters joined.
func disguised(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(s)) {
		switch {
		case judge.Unprinted(r), unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("<>|[]:#&;\\%@$\"'={}-/", r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(b.String())
	for i, w := range words {
		if strings.ContainsFunc(w, unicode.IsLetter) && (mixed(w) || strings.ContainsAny(w, "0134571@$")) {
			words[i] = lookalikes.Replace(w)
		}
		words[i] = strings.Trim(words[i], "-/'")
	}
	return strings.Join(joinSpaced(words), " ")
}

// joinSpaced joins runs of four or more single letters.
func joinSpaced(words []string) []string {
	var out []string
	for i := 0; i < len(words); {
		j := i
		for j < len(words) && len([]rune(words[j])) == 1 {
			j++
		}
		if j-i >= 4 {
			word := strings.Join(words[i:j], "")
			if out, i = append(out, word), j; slices.ContainsFunc(keyWords,
				func(key string) bool { return strings.Contains(word, key) }) {
				out = append(out, "ignore", "instructions") // their spaces are lost
			}
			continue
		}
		out, i = append(out, words[i]), i+1
	}
	return out
}

// keyWords are words that attacks scramble.
var keyWords = []string{"ignore", "disregard", "previous", "instructions", "override", "system", "verified", "verdict",
	"hallucinated", "citation", "assistant"}

// scrambled reports whether a text has two or more key words whose inner letters are permuted: people and
// models can still read them.
func scrambled(normalised string) bool {
	n := 0
	for _, w := range strings.Fields(normalised) {
		for _, key := range keyWords {
			if len(w) == len(key) && w != key && w[0] == key[0] && w[len(w)-1] == key[len(key)-1] && letters(w) == letters(key) {
				n++
			}
		}
	}
	return n >= 2
}

// turned reports whether a text has two or more key words when read backwards, or with each letter
// moved by 13 places.
func turned(normalised string) bool {
	back := []rune(normalised)
	slices.Reverse(back)
	moved := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return 'a' + (r-'a'+13)%26
		}
		return r
	}, normalised)
	return slices.ContainsFunc([]string{string(back), moved}, func(s string) bool {
		return lists.Count(keyWords, func(key string) bool { return strings.Contains(s, key) }) >= 2
	})
}

func letters(w string) string {
	b := []byte(w)
	slices.Sort(b)
	return string(b)
}

var encoded = lazy.Regexp(`[A-Za-z0-9+/]{24,}={0,2}|\b[0-9a-fA-F]{32,}\b|(\\x[0-9a-f]{2}){3,}`)

// morse matches a text without letters but with many short marks.
var morse = lazy.Regexp(`(?:(?:^|[ /])[.·\-–_]{1,6}(?: */)?){8,}`)

// conceals reports whether a text has invisible characters, words of mixed scripts, or long encoded strings.
func conceals(s string) bool {
	if _, end := pieces(s); end > 0 || morse.MatchString(s) {
		return true
	}
	if pictured(s) ||
		strings.ContainsFunc(s, func(r rune) bool {
			return judge.Unprinted(r) && r != '\n' && r != '\t' && r != '\r' && r != 0xAD
		}) {
		return true
	}
	for _, w := range strings.Fields(s) {
		if mixed(w) {
			return true
		}
		if len(w) < 12 {
			continue
		}
		if m := encoded.FindString(w); m != "" && !strings.Contains(w, "://") && coded(m) {
			return true
		}
	}
	return false
}

// leastPictured is how many pictures of letters make a text; a title may contain a flag, which is two.
const leastPictured = 4

// pictured reports whether a text has Braille, regional-indicator letters or white letters on black, which
// Unicode does not count as letters and normalisation leaves unchanged.
func pictured(s string) bool {
	n := 0
	for _, r := range s {
		if r > 0x2800 && r <= 0x28FF || r >= 0x1F1E6 && r <= 0x1F1FF || r >= 0x1F150 && r <= 0x1F169 ||
			r >= 0x1F170 && r <= 0x1F189 {
			n++
		}
	}
	return n >= leastPictured
}

// pieces finds a code that is split into four or more pieces of the same length; end is 0 if there is none.
func pieces(s string) (start, end int) {
	words := wordPlaces.FindAllStringIndex(s, -1)
	for i := 0; i < len(words); {
		j, joined, length := i, "", words[i][1]-words[i][0]
		for ; j < len(words) && words[j][1]-words[j][0] == length && length%4 == 0; j++ {
			joined += s[words[j][0]:words[j][1]]
		}
		if j-i >= 4 && encoded.FindString(joined) == joined && coded(joined) &&
			strings.ContainsFunc(joined, unicode.IsDigit) {
			return words[i][0], words[j-1][1]
		}
		i = max(j, i+1)
	}
	return 0, 0
}

var wordPlaces = lazy.Regexp(`\S+`)

// coded reports whether a string mixes letters of both cases with digits, like base64, or consists of
// hexadecimal digits.
func coded(s string) bool {
	lower, upper := strings.ContainsFunc(s, unicode.IsLower), strings.ContainsFunc(s, unicode.IsUpper)
	return lower && upper || strings.ContainsFunc(s, unicode.IsDigit)
}

// mixed reports whether a word has both Latin and Cyrillic or Greek letters.
func mixed(w string) bool {
	latin, other := false, false
	for _, r := range w {
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee)
	}
	return latin && other
}
