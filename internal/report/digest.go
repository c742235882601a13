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

// digestBytes is how much of a hash a digest keeps: it guards against
// forgetting, not against forgers, who could accept the finding as well.
const digestBytes = 8

// Digest returns a short name of all that an entry claims. Any change of what is
// claimed gives another one; the layout and the order of labelled fields do not.
// Of an entry of which nothing could be parsed its text is what it claims.
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

// spell writes a value so that no other one is written alike. Empty fields are left
// out: a field that biblio.Work gets one day changes no digest.
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

// empty reports a value that says nothing.
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
