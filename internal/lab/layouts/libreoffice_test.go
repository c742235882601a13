package layouts

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestLibreOfficeSaves(t *testing.T) {
	if err := HasOffice(); err != nil {
		testenv.Missing(t, "libreoffice", "an installed LibreOffice (soffice)")
	}
	w := &writer{dir: t.TempDir(), office: t.TempDir()}
	opens := map[string]string{".pdf": "%PDF-", ".docx": "PK", ".odt": "PK"}
	made := map[string]string{}
	for k := range Layouts {
		l := &Layouts[k]
		if made[l.Ending] != "" || !l.office {
			continue
		}
		name := filepath.Join("half", l.Name)
		made[l.Ending] = name
		source := w.officeSource(l, name)
		for _, folder := range []string{filepath.Dir(source), filepath.Join(w.dir, "half")} {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		lists := make([][]string, l.Lists)
		for i := range lists {
			lists[i] = []string{"Zimmer, A. An entry. 2011."}
		}
		if err := os.WriteFile(source, []byte(l.make(&Conventions[0], lists)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.saveOffice(context.Background()); err != nil {
		t.Fatal(err)
	}
	for ending, name := range made {
		data, err := os.ReadFile(filepath.Join(w.dir, name+ending))
		if err != nil || !strings.HasPrefix(string(data), opens[ending]) {
			t.Errorf("%s: %v, %.10q", name+ending, err, data)
		}
	}
	if len(made) != len(opens) {
		t.Errorf("layouts of %d kinds, want %d", len(made), len(opens))
	}
}
