package refstring

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// bodyStems are beginnings of words for bodies whose names state their purpose and often contain "and".
var bodyStems = []string{"minist", "bundesminist", "depart", "cent", "instit", "office", "bureau", "commi", "council",
	"agenc", "associa", "societ", "organis", "organiz", "academ", "universit", "director", "divisi", "secretariat"}

// purposes are words between such a word and the body's purpose.
var purposes = words.Set(`of for on für de des del der`)

// bodyGoesOn reports whether the "and" between words belongs to the name of one
// body: "Ministry of Health and Family Welfare", "Food and Drug Administration".
func bodyGoesOn(before, after []string) bool {
	if i := slices.IndexFunc(after, joins); i >= 0 {
		after = after[:i]
	}
	if len(after) == 0 || slices.ContainsFunc(after, initials) {
		return false
	}
	if slices.ContainsFunc(after, bodyWord) { // a second body, or the last word of the first
		return len(before) == 1 && len(after) >= 2 && administers(after[1]) && !bodyWord(after[0]) &&
			(len(after) == 2 || after[2] == "of")
	}
	at := slices.IndexFunc(before, bodyWord)
	return at >= 0 && at+2 < len(before) &&
		slices.ContainsFunc(before[at+1:len(before)-1], func(w string) bool { return purposes[strings.ToLower(w)] })
}

// bodyParted reports whether words with an "and" are the name of one body.
func bodyParted(words []string) bool {
	for i, w := range words {
		if i > 0 && joins(w) && bodyGoesOn(words[:i], words[i+1:]) {
			return true
		}
	}
	return false
}

func bodyWord(w string) bool {
	lower := strings.ToLower(w)
	return administers(w) ||
		slices.ContainsFunc(bodyStems, func(stem string) bool { return len(lower) > 5 && strings.HasPrefix(lower, stem) })
}

// administers reports whether a word ends names such as "Food and Agriculture Organization".
func administers(w string) bool {
	switch strings.ToLower(strings.Trim(w, ".,")) {
	case "administration", "organization", "organisation", "authority":
		return true
	}
	return false
}

// hanFamilies are the most common Chinese family names, each one character.
const hanFamilies = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧蕭葉蘇呂盧鐘譚陸賈鄒閻龍賀顧龔萬錢嚴湯"

// wholeHan reports whether a list consists of whole names in Chinese or Korean characters, "王伟, 李强", rather
// than a family name and a given name after a comma. Korean family names have one.
func wholeHan(list []piece) bool {
	long, familiar := false, true
	for _, p := range list {
		name := []rune(p.text)
		if len(name) < 2 ||
			slices.ContainsFunc(name, func(r rune) bool { return !unicode.In(r, unicode.Han, unicode.Hangul) }) {
			return false
		}
		long = long || len(name) > 2 || unicode.Is(unicode.Hangul, name[0])
		familiar = familiar && strings.ContainsRune(hanFamilies, name[0])
	}
	return long || familiar
}

// collectives are words for bodies that may follow a name reduced to initials.
var collectives = []string{"team", "group", "collaboration", "consortium"}

// nameless reports whether only initials are left of a body's name, which happens in style files that treat it as a
// person: "N. C. H. X. Team". It names no one.
func nameless(p piece) bool {
	i := strings.LastIndexByte(p.text, ' ')
	if i < 1 || p.text[i-1] != '.' ||
		!slices.ContainsFunc(collectives, func(w string) bool { return strings.EqualFold(w, p.text[i+1:]) }) {
		return false
	}
	initials := strings.Fields(p.text[:i])
	return len(initials) > 1 && !slices.ContainsFunc(initials, func(w string) bool {
		return utf8.RuneCountInString(w) != 2 || !strings.HasSuffix(w, ".")
	})
}
