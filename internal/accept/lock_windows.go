package accept

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// lockFolder locks a file in the user's temporary folder that represents the folder, since folders themselves
// cannot be locked on Windows.
func lockFolder(dir string) (done func(), err error) {
	sum := sha256.Sum256([]byte(strings.ToLower(dir)))
	name := filepath.Join(os.TempDir(), "bonafide-"+hex.EncodeToString(sum[:12])+".lock")
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, new(windows.Overlapped))
	if err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
