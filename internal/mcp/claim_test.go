package mcp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/claimcheck"
)

// TestCheckClaim compares sentences with a work in a folder: contradictions are shown, the folder is not, and
// without a folder or a model there is no such tool.
func TestCheckClaim(t *testing.T) {
	dir := t.TempDir()
	paper := "Attention Is All You Need\n\nAshish Vaswani, Noam Shazeer\n\nThe model reached 28.4 BLEU on the WMT 2014 " +
		"English-to-German translation task.\n\n" + strings.Repeat("It was seen. It was done. ", 20)
	if err := os.WriteFile(filepath.Join(dir, "attention.txt"), []byte(paper), 0o600); err != nil {
		t.Fatal(err)
	}
	library, err := claimcheck.OpenLibrary(t.Context(), []string{dir}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	opt := opened(t, "")
	if said := call(t, client(t, New(opt), nil), "check_claim", map[string]any{},
		nil); !strings.Contains(said, "check_claim") {
		t.Errorf("without a text: %s", said)
	}
	opt.Claims = &claimcheck.Reader{Texts: library, Bare: true}
	c := client(t, New(opt), nil)
	reference := "A. Vaswani, N. Shazeer, N. Parmar, J. Uszkoreit, L. Jones, A. N. Gomez, Ł. Kaiser, I. Polosukhin. " +
		"Attention Is All You Need. Advances in Neural Information Processing Systems, 30, 2017."
	for _, one := range []struct {
		args          claimIn
		outcome, says string
	}{
		{claimIn{Sentence: "The Transformer reached 35.1 BLEU on the WMT 2014 English-to-German translation task [1].",
			Reference: reference}, "contradicted", "28.4"},
		{claimIn{Sentence: "Trees are old [2], and the Transformer reached 28.4 BLEU on the translation task [1].",
			Reference: reference, Mark: "[2]"}, "not-checkable", "Trees are old"},
		{claimIn{Sentence: "The Transformer reached 35.1 BLEU on the WMT 2014 English-to-German translation task [2], and " +
			"trees are old [1].", Reference: reference, Mark: "[2]"}, "not-checkable", "translation task, and"},
		{claimIn{Sentence: "The Transformer reached 35.1 BLEU on the WMT 2014 English-to-German translation task.",
			Reference: reference}, "contradicted", "28.4"},
	} {
		var out claimOut
		if said := call(t, c, "check_claim", one.args, &out); said != "" || out.Exists != "verified" ||
			out.Claim["outcome"] != one.outcome || out.Means == "" || out.Caution == "" {
			t.Errorf("%s %+v", said, out)
		}
		if text := strings.Join(strings.Fields(strings.TrimSpace(flatText(out.Claim))), " "); !strings.Contains(text,
			one.says) || strings.Contains(text, dir) {
			t.Errorf("%s", text)
		}
	}
	for _, one := range []struct {
		args claimIn
		want string
	}{
		{claimIn{Reference: reference}, "sentence"},
		{claimIn{Sentence: strings.Repeat("a ", 400), Reference: reference}, "600"},
		{claimIn{Sentence: "It is so [1].", Mark: "[9]", Reference: reference}, "mark"},
		{claimIn{Sentence: "It is so [1].", Reference: "@book{a,title={A}}\n@book{b,title={B}}"}, "not one"},
	} {
		if said := call(t, c, "check_claim", one.args, nil); !strings.Contains(said, one.want) {
			t.Errorf("%+v: %s", one.args, said)
		}
	}
}

// flatText joins the texts of a row.
func flatText(v any) string {
	switch v := v.(type) {
	case string:
		return v + "\n"
	case []any:
		s := ""
		for _, e := range v {
			s += flatText(e)
		}
		return s
	case map[string]any:
		s := ""
		for _, e := range v {
			s += flatText(e)
		}
		return s
	}
	return ""
}
