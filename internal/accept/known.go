package accept

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// baseline holds the codes and rules of notices of an earlier report, by entry and digest.
type baseline map[string][]string

func readBaseline(r io.Reader) (baseline, error) {
	b := baseline{}
	err := report.EachFinding(r, func(f report.Finding) {
		if f.Digest != "" {
			name := nameOf(f.Key, f.Digest)
			b[name] = append(append(b[name], f.Codes...), noticed(&f)...)
		}
	})
	return b, err
}

// nameOf identifies an entry by its key and what it claims, without a key by its claims: numbers change.
func nameOf(key string, digest string) string { return key + "\x00" + digest }

// has reports whether a finding is in the earlier report with all its codes and notices.
func (b baseline) has(f *report.Finding) bool {
	before, ok := b[nameOf(f.Key, f.Digest)]
	isNew := func(word string) bool { return !slices.Contains(before, word) }
	return ok && !slices.ContainsFunc(f.Codes, isNew) && !slices.ContainsFunc(noticed(f), isNew)
}

func noticed(f *report.Finding) []string {
	return lists.Map(f.Notices, func(n report.Notice) string { return n.Rule })
}

func day(year, month, d int) string {
	if year == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, d)
}

const gitTime = time.Minute

// git runs git on the repository of a folder. It only reads objects, and runs and fetches nothing else.
func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	args = append([]string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}, args...)
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(environment(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=", "LC_ALL=C")
	cmd.WaitDelay = time.Second // for processes that git left running with our pipes
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &limited{&out, biblio.MaxDocument}, &limited{&problem, 4 << 10}
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("the program git is not here: install it, or leave out --changed-since")
		}
		if line, _, _ := strings.Cut(strings.TrimSpace(problem.String()), "\n"); line != "" {
			err = errors.New(strings.TrimPrefix(line, "fatal: "))
		}
		return nil, err
	}
	return out.Bytes(), nil
}

// ofOneRepository are the variables that name a repository or its parts, as
// "git rev-parse --local-env-vars" lists them: a hook of another repository sets them.
var ofOneRepository = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
	"GIT_CONFIG_PARAMETERS", "GIT_DIR",
	"GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE",
	"GIT_NO_REPLACE_OBJECTS",
	"GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_QUARANTINE_PATH", "GIT_REPLACE_REF_BASE",
	"GIT_SHALLOW_FILE", "GIT_WORK_TREE",
}

func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(ofOneRepository, name)
	})
}

// limited is a buffer that refuses more than a number of bytes.
type limited struct {
	to   *bytes.Buffer
	left int
}

func (l *limited) Write(b []byte) (int, error) {
	if l.left -= len(b); l.left < 0 {
		return 0, errors.New("too much output")
	}
	return l.to.Write(b)
}

// commit returns the name of the commit that a revision refers to in the repository of a folder.
func commit(ctx context.Context, dir, revision string) (string, error) {
	if strings.HasPrefix(revision, "-") || strings.ContainsAny(revision, "\x00\n") {
		return "", fmt.Errorf("%q is not a revision", revision)
	}
	out, err := git(ctx, dir, "rev-parse", "--verify", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("--changed-since %s: %w", revision, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// AtCommit returns a file as of a commit of its repository; ok is false if the commit does not contain it.
func AtCommit(ctx context.Context, commit, path string) (content []byte, ok bool) {
	content, err := git(ctx, filepath.Dir(path), "cat-file", "blob", commit+":./"+filepath.Base(path))
	return content, err == nil
}
