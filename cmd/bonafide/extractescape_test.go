package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
)

// TestExtractEscapes: characters that a terminal interprets are written as escapes, and read back unchanged.
func TestExtractEscapes(t *testing.T) {
	const raw = "é 深 a\x7fb\u0085c\u009b31m\u202ed\u2066e\u200ff\u061cg"
	doc := extract.Document{Name: "a.bib", References: []biblio.Reference{{ID: "1", Raw: raw}}}
	text := written(t, "json", doc)
	for _, r := range "\x7f\u0085\u009b\u202e\u2066\u200f\u061c" {
		if strings.ContainsRune(string(text), r) {
			t.Errorf("%U is not escaped", r)
		}
	}
	if !bytes.Contains(text, []byte(`é 深 a\u007fb\u0085c\u009b31m\u202ed`)) {
		t.Errorf("escapes: %s", text)
	}
	_, row, _ := bytes.Cut(text, []byte("\n"))
	var got extracted
	if err := json.Unmarshal(row, &got); err != nil || got.Raw != raw {
		t.Errorf("read back %q: %v", got.Raw, err)
	}
}
