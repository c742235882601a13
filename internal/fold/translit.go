package fold

import (
	"strings"

	"github.com/mozillazg/go-unidecode"
)

// Translit gives an extra key of a folded text in Latin letters, for a claim
// in one script and a record in another. It is never the only key: several
// words of one script share a transliteration.
func Translit(folded string) string {
	if ascii(folded) {
		return folded
	}
	return Text(unidecode.Unidecode(folded))
}

// digraphs are the ways in which writers without special letters spell them.
var digraphs = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// Digraphs gives a key under which "mueller" and "muller", "soerensen" and
// "sorensen" are equal. Use it only beside a mark that one of them had or for
// a variant that a person may look at.
func Digraphs(folded string) string { return digraphs.Replace(folded) }

// romanised merges the common romanisations of Slavic, Greek, Arabic and
// East Asian names: Aleksandr/Alexander, Yuri/Iurii, Sergey/Sergei,
// Mohammed/Muhammad.
var romanised = strings.NewReplacer(
	"tsch", "c", "shch", "s", "sch", "s", "tch", "c", "ch", "c", "sh", "s", "zh", "z", "kh", "h", "ph", "f", "ks", "x", "cs", "x",
	"iy", "i", "ij", "i", "yi", "i", "ey", "ei", "ay", "ai", "yu", "u", "iu", "u", "ju", "u", "ya", "a", "ia", "a", "ja", "a",
	"ye", "e", "ie", "e", "je", "e", "yo", "o", "io", "o", "jo", "o", "ou", "u", "oo", "u", "ee", "i", "dj", "j", "dzh", "j",
	"ck", "k", "cz", "c", "w", "v", "y", "i", "j", "i", "q", "k", "tz", "z", "ts", "z", "th", "t", "dh", "d", "gh", "g", "'", "",
)

// Romanised gives a rough key under which different romanisations of one name
// are equal. Equal keys make names alike, never the same.
func Romanised(folded string) string {
	key := romanised.Replace(Translit(folded))
	var b []byte
	for i := 0; i < len(key); i++ { // doubled letters count once
		if i == 0 || key[i] != key[i-1] {
			b = append(b, key[i])
		}
	}
	return strings.TrimRight(string(b), "h")
}
