package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// digestBytes is how much of a hash a digest keeps: it guards against
// forgetting, not against forgers, who could accept the finding as well.
const digestBytes = 8

// Digest gives a short name of all that an entry claims. Any change of what is
// claimed gives another one; the layout and the order of labelled fields do not.
// Of an entry of which nothing could be parsed its text is what it claims.
func Digest(ref *biblio.Reference) string {
	work := ref.Claimed
	work.IDs = slices.SortedFunc(slices.Values(work.IDs), func(a, b ident.ID) int { return cmp.Compare(a.String(), b.String()) })
	sum := sha256.New()
	if v := reflect.ValueOf(work); empty(v) {
		fmt.Fprintf(sum, "raw %q", ref.Raw)
	} else {
		spell(sum, v)
	}
	return hex.EncodeToString(sum.Sum(nil)[:digestBytes])
}

// spell writes a value so that no other one is written alike. Empty fields are left
// out: a field that biblio.Work gets one day changes no digest.
func spell(w io.Writer, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		fmt.Fprint(w, "{")
		for i := range v.NumField() {
			if field := v.Field(i); !empty(field) {
				fmt.Fprint(w, v.Type().Field(i).Name, "=")
				spell(w, field)
			}
		}
		fmt.Fprint(w, "}")
	case reflect.Slice:
		fmt.Fprint(w, "[")
		for i := range v.Len() {
			spell(w, v.Index(i))
		}
		fmt.Fprint(w, "]")
	default:
		fmt.Fprintf(w, "%q ", fmt.Sprint(v.Interface()))
	}
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
