package report

import (
	"reflect"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// TestDigest: every field of a work, however deep, changes the digest when it is added or changed.
func TestDigest(t *testing.T) {
	seen := map[string]string{Digest(&biblio.Reference{}): "nothing"}
	note := func(name string, ref biblio.Reference) {
		t.Helper()
		d := Digest(&ref)
		if other, ok := seen[d]; ok {
			t.Errorf("%s is like %s", name, other)
		}
		seen[d] = name
	}
	var ref biblio.Reference
	var walk func(name string, v reflect.Value)
	walk = func(name string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(name+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			walk(name+"[0]", v.Index(0))
			if v.Type() != reflect.TypeFor[[]ident.ID]() { // their order is layout
				walk(name+"[1]", v.Index(1))
			}
			v.SetZero()
		case reflect.String:
			v.SetString("x")
			note(name, ref)
			v.SetString("y")
			note(name+" changed", ref)
			v.SetZero()
		case reflect.Int:
			v.SetInt(7)
			note(name, ref)
			v.SetZero()
		case reflect.Bool:
			v.SetBool(true)
			note(name, ref)
			v.SetZero()
		default:
			t.Fatalf("%s is a %s", name, v.Kind())
		}
	}
	walk("work", reflect.ValueOf(&ref.Claimed).Elem())
	note("a text", biblio.Reference{Raw: "Smith 2020"})
	note("another text", biblio.Reference{Raw: "Smith 2021"})

	a, b := ident.ID{Scheme: ident.DOI, Value: "10.1/x"}, ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"}
	one := biblio.Reference{Raw: "a", Claimed: biblio.Work{Title: "T", IDs: []ident.ID{a, b}}}
	two := biblio.Reference{Raw: "b",
		Claimed: biblio.Work{Title: "T", IDs: []ident.ID{b, a}, Contributors: []biblio.Contributor{}}}
	if Digest(&one) != Digest(&two) {
		t.Error("the layout of an entry changes its digest")
	}
}
