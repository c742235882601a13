package jsonscan

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestWalk(t *testing.T) {
	v, err := Parse(
		[]byte(` {"a": "x\u00e9\ud83d\ude00\n", "b":[1, -2.5e3,true,null,{"c":[]}], "\u0064":{"e":{"f":"g"}}, "h":"7", "a":2} `))
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for k, m := range v.Fields() {
		keys = append(keys, k+"="+m.Text())
	}
	want := []string{"a=xé😀\n", `b=[1,-2.5e3,true,null,{"c":[]}]`, `d={"e":{"f":"g"}}`, "h=7", "a=2"}
	if !reflect.DeepEqual(keys, want) {
		t.Errorf("fields %q", keys)
	}
	if got := v.Get("d", "e", "f").Text(); got != "g" {
		t.Errorf("Get = %q", got)
	}
	if v.Get("h").Int() != 7 || v.Get("b").First().Int() != 1 || v.Get("none", "x").Text() != "" {
		t.Error("Int, First or absent members are wrong")
	}
	if !v.Get("none").Empty() || v.Get("b").Empty() || !v.Get("none").IsNull() {
		t.Error("Empty is wrong")
	}
}

func TestRejects(t *testing.T) {
	for _, in := range []string{"", "{", "[1,]", `{"a"}`, `{"a":1,}`, "01", "1.", "-", "1e", `"\x"`, "\"\n\"", "nul",
		"1 2", `"\u12g4"`, strings.Repeat("[", 300) + strings.Repeat("]", 300)} {
		if _, err := Parse([]byte(in)); err == nil {
			t.Errorf("Parse(%.20q) accepts", in)
		}
	}
}

// rebuild converts a value to what encoding/json returns, except for numbers.
func rebuild(v Value) any {
	switch {
	case v.IsObject():
		m := map[string]any{}
		for k, member := range v.Fields() {
			// encoding/json also replaces bytes in keys that are not UTF-8.
			m[strings.ToValidUTF8(k, "\ufffd")] = rebuild(member)
		}
		return m
	case v.IsArray():
		list := []any{}
		for item := range v.Items() {
			list = append(list, rebuild(item))
		}
		return list
	case v.IsString():
		return v.Text()
	case v.IsNull():
		return nil
	case v.first() == 't' || v.first() == 'f':
		return v.True()
	}
	return json.Number(v.Text())
}

// FuzzParse compares Parse with encoding/json: both accept the same texts and read the same values.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2,{"b":"c\u00e9"}],"d":null}`, `"\ud800\udc00x"`, "\"\xff\"", "[]",
		" [ true , false ] ", `{"a\\b":-0.1e-5}`, "[[[[", `{"a":1,"a":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data)
		if err != nil {
			if err.Error() != "json: nested too deep" && json.Valid(data) {
				t.Fatalf("rejected %q: %v", data, err)
			}
			return
		}
		dec := json.NewDecoder(strings.NewReader(string(data)))
		dec.UseNumber()
		var want any
		if err := dec.Decode(&want); err != nil {
			t.Fatalf("accepted %q: %v", data, err)
		}
		if strings.ContainsRune(string(data), '\ufffd') || !json.Valid([]byte(strings.ToValidUTF8(string(data), ""))) {
			return
		}
		if got := rebuild(v); !reflect.DeepEqual(got, want) && len(strings.ToValidUTF8(string(data), "")) == len(data) {
			t.Fatalf("%q\n got %#v\nwant %#v", data, got, want)
		}
		_ = v.Text()
		_ = v.Strings()
		_ = v.Int()
	})
}

func BenchmarkFields(b *testing.B) {
	line := []byte(
		`{"id":"a1","title":"A study of the things that are studied","authors":["Jane Doe","John Smith"],"year":"2019","venue":"Journal of Things","doi":"10.1000/xyz123","url":"https://example.org/a1"}`)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		v, err := Parse(line)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for _, m := range v.Fields() {
			n += len(m.Raw())
		}
	}
}
