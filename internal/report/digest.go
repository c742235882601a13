package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// digestBytes is how many bytes of a hash a digest keeps: it protects against oversight, not against forgers,
// who could accept the finding as well.
const digestBytes = 8

// Digest returns a short digest of everything that an entry claims. It changes with any claim, but not with the
// layout or the order of labelled fields. If nothing in an entry could be parsed, the claim is its text.
func Digest(ref *biblio.Reference) string {
	work := ref.Claimed
	work.IDs = slices.SortedFunc(slices.Values(work.IDs),
		func(a, b ident.ID) int { return cmp.Compare(a.String(), b.String()) })
	text := make([]byte, 0, 1024)
	if v := reflect.ValueOf(work); empty(v) {
		text = strconv.AppendQuote(append(text, "raw "...), ref.Raw)
	} else {
		text = spell(text, v)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:digestBytes])
}

// spell encodes a value uniquely. Empty fields are left out, so that a new field of biblio.Work changes no digest.
func spell(to []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Struct:
		to = append(to, '{')
		for i := range v.NumField() {
			if field := v.Field(i); !empty(field) {
				to = append(append(to, v.Type().Field(i).Name...), '=')
				to = spell(to, field)
			}
		}
		return append(to, '}')
	case reflect.Slice:
		to = append(to, '[')
		for i := range v.Len() {
			to = spell(to, v.Index(i))
		}
		return append(to, ']')
	case reflect.String:
		if _, named := reflect.TypeAssert[fmt.Stringer](v); !named {
			return append(strconv.AppendQuote(to, v.String()), ' ')
		}
	}
	return append(strconv.AppendQuote(to, fmt.Sprint(v.Interface())), ' ')
}

// empty reports whether a value is empty.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !empty(v.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		return v.Len() == 0
	}
	return v.IsZero()
}
