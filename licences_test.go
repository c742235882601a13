package bonafide_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// noticesFile contains the licences of everything that is linked into the program.
const noticesFile = "THIRD_PARTY.txt"

// dependency is a module that is linked into the program.
type dependency struct{ path, version, dir string }

// modulesLinked returns the modules linked into the program on every platform for which it is released.
func modulesLinked(t *testing.T) []dependency {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	found := map[string]dependency{"": {"Go's standard library", "", strings.TrimSpace(string(root))}}
	for _, platform := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}",
			"./cmd/bonafide")
		cmd.Env = append(os.Environ(), "GOOS="+platform, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for line := range strings.Lines(string(out)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if len(f) == 3 && f[1] != "" { // the module itself has no version
				found[f[0]] = dependency{f[0], f[1], f[2]}
			}
		}
	}
	var list []dependency
	for _, d := range found {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b dependency) int { return cmp.Compare(a.path, b.path) })
	return list
}

// licenceName matches the names of files with a module's terms.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// kinds identifies licences by words in their text; the first match counts.
var kinds = []struct{ kind, words string }{
	{"Apache-2.0", "Apache License"},
	{"MPL-2.0", "Mozilla Public License"},
	{"BSD-3-Clause", "Neither the name"},
	{"BSD-3-Clause", "nor the names of"},
	{"BSD-2-Clause", "Redistributions in binary form"},
	{"ISC", "Permission to use, copy, modify, and/or distribute"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"public domain", "public domain"},
}

func kindOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, k := range kinds {
		if strings.Contains(text, k.words) {
			return k.kind
		}
	}
	return ""
}

// notices returns the content of the file: a list of modules, then each text once.
func notices(t *testing.T) []byte {
	var list, texts bytes.Buffer
	fmt.Fprint(&list,
		"The program bonafide is linked from these modules. Made by\n  BONAFIDE_UPDATE=1 go test . -run ThirdParty\n\n")
	number := map[[32]byte]int{}
	for _, d := range modulesLinked(t) {
		files, err := os.ReadDir(d.dir)
		if err != nil {
			t.Fatal(err)
		}
		var kind string
		var parts []string
		for _, f := range files {
			if f.IsDir() || !licenceName.MatchString(f.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(d.dir, f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
			sum := sha256.Sum256(text)
			if number[sum] == 0 {
				number[sum] = len(number) + 1
				fmt.Fprintf(&texts, "\n%s\n[%d] %s of %s\n\n%s\n", strings.Repeat("=", 80), number[sum], f.Name(), d.path, text)
			}
			kind = cmp.Or(kind, kindOf(string(text)))
			parts = append(parts, fmt.Sprintf("[%d]", number[sum]))
		}
		if kind == "" {
			t.Errorf("%s has no licence that is known: look at it, and add its words to kinds", d.path)
		}
		fmt.Fprintf(&list, "%-66s %-10s %-13s %s\n", d.path, cmp.Or(d.version, "-"), kind, strings.Join(parts, " "))
	}
	return append(list.Bytes(), texts.Bytes()...)
}

// The notices contain the licence of every module linked into the program; after a new module, or a new
// version, this fails until they are regenerated.
func TestThirdParty(t *testing.T) {
	if testing.Short() {
		t.Skip("lists the modules of three platforms")
	}
	want := notices(t)
	if os.Getenv("BONAFIDE_UPDATE") != "" {
		if err := os.WriteFile(noticesFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(noticesFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.ReplaceAll(have, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf(
			"%s is not of the modules in go.mod: run BONAFIDE_UPDATE=1 go test . -run ThirdParty, and read the difference",
			noticesFile)
	}
}

var (
	// pinned matches an action that cannot be changed under its name.
	pinned = regexp.MustCompile(`^\S+@[0-9a-f]{40} # v\d`)
	// actionUse and imageUse match what a workflow, a pipeline or a Dockerfile uses from elsewhere.
	actionUse = regexp.MustCompile(`(?m)^\s*(?:- )?uses: (.+)$`)
	imageUse  = regexp.MustCompile(`(?m)^\s*(?:FROM|image:) (\S+)`)
	// pinnedImage matches an image that cannot be changed under its name.
	pinnedImage = regexp.MustCompile(`^\S+:[\d.]+@sha256:[0-9a-f]{64}$`)
)

// Everything that builds or checks the program is pinned by its digest.
func TestPinned(t *testing.T) {
	workflows, _ := filepath.Glob(".github/workflows/*.yml")
	actions, images := 0, 0
	for _, file := range append(workflows, "action.yml", "Dockerfile", "ci/gitlab.yml") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, use := range actionUse.FindAllSubmatch(text, -1) {
			if actions++; !pinned.Match(use[1]) {
				t.Errorf("%s: %s is not pinned by digest and version", file, use[1])
			}
		}
		for _, use := range imageUse.FindAllSubmatch(text, -1) {
			if images++; !pinnedImage.Match(use[1]) && string(use[1]) != "scratch" {
				t.Errorf("%s: %s is not pinned by digest and version", file, use[1])
			}
		}
	}
	if actions < 12 || images < 3 {
		t.Errorf("%d actions and %d images", actions, images)
	}
}

// Workflows run only steps of .ci/checks.
func TestWorkflows(t *testing.T) {
	script, err := os.ReadFile(".ci/checks")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(".github/workflows/*.yml")
	steps := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			run, ok := strings.CutPrefix(line, "- run: ")
			if !ok {
				continue
			}
			names, ok := strings.CutPrefix(run, ".ci/checks ")
			if !ok {
				t.Errorf("%s: %q is no step of .ci/checks", file, run)
			}
			for name := range strings.FieldsSeq(names) {
				if steps++; !bytes.Contains(script, []byte("\n"+name+"() {")) {
					t.Errorf("%s: .ci/checks has no step %s", file, name)
				}
			}
		}
	}
	if len(files) < 2 || steps < 8 {
		t.Errorf("%d workflows with %d steps", len(files), steps)
	}
}

// REUSE.toml states the terms of all files; the folder LICENSES has their texts, where the tool "reuse lint"
// looks for them.
func TestLicenceTexts(t *testing.T) {
	own, err := os.ReadFile("LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	terms, err := os.ReadFile("REUSE.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`SPDX-License-Identifier = "(.*)"`).FindAllStringSubmatch(string(terms), -1) {
		text, err := os.ReadFile("LICENSES/" + m[1] + ".txt")
		if err != nil || m[1] == "Apache-2.0" && !bytes.Equal(text, own) {
			t.Errorf("the text of %s is not as it should be: %v", m[1], err)
		}
	}
}
