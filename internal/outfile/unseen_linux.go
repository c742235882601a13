package outfile

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// unseen begins a file without a name, where the file system has such files: a killed program leaves nothing of it.
func unseen(dir, name string, mode fs.FileMode) (f *os.File, named bool, err error) {
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, uint32(mode.Perm()))
	if err != nil {
		return open(dir, name, mode)
	}
	f = os.NewFile(uintptr(fd), hidden(dir, name))
	if _, err := os.Stat(inProc(f)); err != nil { // it could not be given a name
		_ = f.Close()
		return open(dir, name, mode)
	}
	return f, false, nil
}

// appear gives a file without a name one, in place of what a killed program left there.
func appear(f *os.File, name string) error {
	_ = os.Remove(name) // usually there is none
	if err := unix.Linkat(unix.AT_FDCWD, inProc(f), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW); err != nil {
		return &os.PathError{Op: "link", Path: name, Err: err}
	}
	return nil
}

func inProc(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }
