package tagger

import (
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

type shape uint8

const (
	shapeNone     shape = iota // outside the string
	shapeInitial               // "J"
	shapeCaps2                 // "JA", "USA"
	shapeCaps                  // "PROCEEDINGS"
	shapeTitle                 // "Journal"
	shapeLower                 // "of"
	shapeLower1                // "a"
	shapeMixed                 // "iPhone", "MacMathuna"
	shapeUncased               // scripts without case
	shapeUncased4              // the same, two to four characters, as most names have
	shapeHyphen                // "Jean-Pierre"
	shapeNum1
	shapeNum2
	shapeNum3
	shapeYear // 1700 to 2039
	shapeNum4
	shapeNum5
	shapeDOI
	shapeArXiv
	shapeURL
	shapeOtherID
	shapes
)

const (
	hashSeed  = 2166136261
	hashPrime = 16777619
)

// HashWord returns the hash under which the lexicon stores a word, ignoring case.
func HashWord(s string) uint32 {
	h := uint32(hashSeed)
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c-'A' < 26 {
				c |= 0x20
			}
			h = (h ^ uint32(c)) * hashPrime
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		h = (h ^ uint32(unicode.ToLower(r))) * hashPrime
		i += n
	}
	return finish(h)
}

func finish(h uint32) uint32 {
	h ^= h >> 15
	h *= 0x85ebca6b
	return h ^ h>>13
}

// form is what the features know about one token by itself.
type form struct {
	word, prefix, suffix uint32 // hashes ignoring case
	shape                shape
	length               uint8 // characters, at most 255
}

func formOf(s string, t Token) form {
	text := s[t.Start:t.End]
	switch t.Kind {
	case ID:
		return identifierForm(t.Scheme)
	case Number:
		return numberForm(text)
	}
	return wordForm(text)
}

func identifierForm(scheme ident.Scheme) form {
	sh := shapeOtherID
	switch scheme {
	case ident.DOI:
		sh = shapeDOI
	case ident.ArXiv:
		sh = shapeArXiv
	case ident.URL:
		sh = shapeURL
	}
	return form{word: uint32(sh), shape: sh}
}

func numberForm(text string) form {
	n := min(len(text), 7)
	sh := shapeNum5
	switch n {
	case 1:
		sh = shapeNum1
	case 2:
		sh = shapeNum2
	case 3:
		sh = shapeNum3
	case 4:
		sh = shapeNum4
		if text >= "1700" && text <= "2029" {
			sh = shapeYear
		}
	}
	f := form{word: 100 + uint32(n), prefix: uint32(text[0]), shape: sh, length: uint8(n)}
	if sh == shapeYear { // the century
		f.suffix = uint32(text[1])<<8 | uint32(text[2])
	}
	return f
}

func wordForm(text string) form {
	h := uint32(hashSeed)
	var last [3]uint32 // hashes of the last three characters as they come
	prefix := uint32(0)
	n, upper, lower, hyphen, first := 0, 0, 0, false, false
	for i := 0; i < len(text); {
		r, w := rune(text[i]), 1
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			r, w = utf8.DecodeRuneInString(text[i:])
			if normalised := unicode.ToLower(r); normalised != r {
				upper++
				first = first || n == 0
				r = normalised
			} else if unicode.IsLower(r) {
				lower++
			}
		case c-'A' < 26:
			r |= 0x20
			upper++
			first = first || n == 0
		case c == '-':
			hyphen = true
		default:
			lower++
		}
		h = (h ^ uint32(r)) * hashPrime
		last[0], last[1], last[2] = last[1], last[2], uint32(r)
		n++
		if n == 3 {
			prefix = h
		}
		i += w
	}
	if n < 3 {
		prefix = h
	}
	return form{
		word: finish(h), prefix: finish(prefix), suffix: finish(((last[0]*hashPrime)^last[1])*hashPrime ^ last[2]),
		shape: caseShape(n, upper, lower, hyphen, first), length: uint8(min(n, 255)),
	}
}

func caseShape(n, upper, lower int, hyphen, first bool) shape {
	switch {
	case upper+lower == 0 && n >= 2 && n <= 4:
		return shapeUncased4
	case upper+lower == 0:
		return shapeUncased
	case n == 1 && upper == 1:
		return shapeInitial
	case n == 1:
		return shapeLower1
	case lower == 0 && n <= 3:
		return shapeCaps2
	case lower == 0:
		return shapeCaps
	case upper == 0:
		return shapeLower
	case hyphen && first:
		return shapeHyphen
	case upper == 1 && first:
		return shapeTitle
	}
	return shapeMixed
}
