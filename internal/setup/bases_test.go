package setup

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBases(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	text := "[sources]\nask = [\"-googlebooks\"]\n[sources.crossref]\nurl = " +
		"\"https://gateway.example.edu/crossref\"\n[sources.semantic_scholar]\nurl = \"http://10.0.0.7:8080\"\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := LoadConfig(path, func(name string) string {
		return map[string]string{"BONAFIDE_SOURCES_ARXIV_URL": "https://arxiv.mirror.example"}[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	if asked, origin, _ := config.Value("sources"); len(asked) != 1 || asked[0] != "-googlebooks" {
		t.Errorf("sources: %q, %s", asked, origin)
	}
	bases, err := basesOf(config.Bases())
	if err != nil || len(bases) != 3 || bases["crossref"].Host != "gateway.example.edu" ||
		bases["semanticscholar"].Port() != "8080" || bases["arxiv"] == nil {
		t.Errorf("%v, %v", bases, err)
	}
	for _, wrong := range []string{"gateway", "ftp://a.b/", "https://user:secret@a.b/", "https://a.b/?key=x", "https://"} {
		if _, err := basesOf(map[string]string{"crossref": wrong}); err == nil {
			t.Errorf("%s was taken", wrong)
		}
	}
}

// The service of a source is asked at another address if it has one of its own.
func TestServiceOf(t *testing.T) {
	for source, want := range map[string]string{"crossref": "crossref", "dblp_online": "dblp",
		"semantic_scholar": "semanticscholar", "zotero": "", "url_direct": "", "nobody": ""} {
		if got := serviceOf(source); got != want {
			t.Errorf("%s asks %q", source, got)
		}
	}
	for text, good := range map[string]bool{"http://a.b": true, "https://a.b/c": true, "https://a.b/#c": false,
		"https://me@a.b/": false, "//a.b/": false, "a.b": false, "": false, "https://a.b/%zz": false} {
		if _, err := basesOf(map[string]string{"crossref": text}); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}
