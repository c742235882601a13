package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/row"
)

// rows collects the rows of a run.
type rows struct{ list []report.Finding }

func (*rows) Begin(row.Run) error       { return nil }
func (*rows) Problem(row.Problem) error { return nil }
func (*rows) End(*report.Summary) error { return nil }

func (r *rows) Finding(f report.Finding) error {
	r.list = append(r.list, f)
	return nil
}

// alerts returns the alerts of "check" for a text, one per line.
func alerts(t *testing.T, s *setup.Setup, name, src string) []string {
	t.Helper()
	r := run.New(s, run.Options{Jobs: 2, Today: run.Day(time.Now())})
	defer r.Close()
	var out rows
	if _, err := r.Check(t.Context(), run.Inputs{Names: []string{name}, Bytes: map[string][]byte{name: []byte(src)}},
		&out); err != nil {
		t.Fatal(err)
	}
	var list []string
	for i := range out.list {
		f := &out.list[i]
		for _, a := range f.Views() {
			list = append(list, fmt.Sprintf("%s: %s %s", f.ID, a.Rule, a.Line()))
		}
	}
	return list
}

// ofReferences returns the same for diagnostics.
func ofReferences(list []protocol.Diagnostic) []string {
	var out []string
	for _, d := range list {
		var of about
		if _ = json.Unmarshal(d.Data, &of); of.ID != "" {
			code, _ := d.Code.(protocol.String)
			message, _ := d.Message.(protocol.String)
			out = append(out, fmt.Sprintf("%s: %s %s", of.ID, code, message))
		}
	}
	return out
}

// edited applies a random change such as people make while writing.
func edited(r *rand.Rand, src string) string {
	lines := strings.SplitAfter(src, "\n")
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	switch r.IntN(6) {
	case 0: // a line is deleted
		return strings.Join(slices.Delete(lines, i, i+1), "")
	case 1: // lines are swapped
		lines[i], lines[j] = lines[j], lines[i]
		return strings.Join(lines, "")
	case 2: // a piece is repeated elsewhere
		end := min(len(lines), i+r.IntN(20))
		return strings.Join(slices.Insert(lines, j, strings.Join(lines[i:end], "")), "")
	case 3: // a character is deleted
		if at := r.IntN(max(1, len(src))); len(src) > 0 {
			return src[:at] + src[at+1:]
		}
		return src
	case 4: // digits are mistyped
		return strings.ReplaceAll(src, fmt.Sprint(r.IntN(100)), fmt.Sprint(r.IntN(100)))
	default: // something is typed
		at := r.IntN(len(src) + 1)
		return src[:at] + []string{"{", "}", "@", "\"", ",", "ü", "𝔸", " and Smith, J.", "\n@article{x,"}[r.IntN(9)] +
			src[at:]
	}
}

// Once editing stops, the diagnostics of a text are those of "check", whatever was typed before, in real files.
func TestParity(t *testing.T) {
	s := starter(t)
	files := []string{"../../examples/demo.bib"}
	rounds, most := 4, int64(20_000)
	if testenv.Long() {
		rounds, most = 12, 60_000
	}
	more, err := filepath.Glob(filepath.Join(testenv.Shared(t), "data/bench/accusations/dev/*.bib"))
	if err != nil || len(more) < 10 {
		t.Fatal(err, more)
	}
	for _, name := range more {
		if info, err := os.Stat(name); err == nil && info.Size() < most && len(files) < 11 {
			files = append(files, name)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	e := connect(t, Options{Setup: s, Pause: time.Millisecond}, able, `{"lint":"note"}`)
	for n, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src := strings.ToValidUTF8(string(data), "?")
		at := uri.URI(fmt.Sprintf("untitled:refs%d.bib", n))
		e.open(at, src)
		version := int32(1)
		for range rounds {
			for range 1 + r.IntN(4) {
				src = strings.ToValidUTF8(edited(r, src), "?")
				version++
				e.change(at, version, src)
			}
			want := alerts(t, s, fmt.Sprintf("refs%d.bib", n), src)
			e.until(at, func(p *protocol.PublishDiagnosticsParams) bool { // known findings are shown first
				v, _ := p.Version.Get()
				return v == version && slices.Equal(ofReferences(p.Diagnostics), want)
			})
		}
	}
	if len(e.stale) > 0 {
		t.Errorf("diagnostics of older texts came later: %v", e.stale)
	}
}
