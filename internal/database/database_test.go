package database

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPath: a file is created under exactly the given name.
func TestPath(t *testing.T) {
	for _, folder := range []string{"plain", "a?b", "a#b", "a%41b", "a b", "50%", "ü&mode=ro"} {
		path := filepath.Join(t.TempDir(), folder, "x.sqlite")
		if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		db, err := OpenFile(path, Shared)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("CREATE TABLE t (x)"); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: no file, %v", folder, err)
		}
	}
}
