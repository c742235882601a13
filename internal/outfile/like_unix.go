//go:build linux || darwin

package outfile

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// links returns how many names a file has.
func links(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Nlink)
	}
	return 1
}

// Like makes a new file what the old one at a path is, and reports whether it could: the same owner, permissions and
// attributes, among them the lists of who else may read or write it.
func Like(f *os.File, path string, old fs.FileInfo) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	was, ok1 := old.Sys().(*syscall.Stat_t)
	is, ok2 := info.Sys().(*syscall.Stat_t)
	if !ok1 || !ok2 || (is.Uid != was.Uid || is.Gid != was.Gid) && f.Chown(int(was.Uid), int(was.Gid)) != nil {
		return false
	}
	fd := int(f.Fd())
	theirs := attributes(func(b []byte) (int, error) { return unix.Listxattr(path, b) })
	for _, name := range attributes(func(b []byte) (int, error) { return unix.Flistxattr(fd, b) }) {
		if !slices.Contains(theirs, name) && unix.Fremovexattr(fd, name) != nil && !bySystem(name) {
			return false // inherited from the folder
		}
	}
	if f.Chmod(old.Mode()) != nil {
		return false
	}
	for _, name := range theirs {
		value, ok := whole(func(b []byte) (int, error) { return unix.Getxattr(path, name, b) })
		if (!ok || unix.Fsetxattr(fd, name, value, 0) != nil) && !bySystem(name) {
			return false
		}
	}
	return true
}

// bySystem reports whether the system gives each file an attribute of its own, such as a label.
func bySystem(name string) bool { return strings.HasPrefix(name, "security.") }

func attributes(list func([]byte) (int, error)) []string {
	text, ok := whole(list)
	if !ok { // a file system without attributes
		return nil
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == 0 })
}

// whole returns what a call writes into a buffer of the length that it states itself.
func whole(call func([]byte) (int, error)) ([]byte, bool) {
	n, err := call(nil)
	if err != nil || n == 0 {
		return nil, err == nil
	}
	b := make([]byte, n)
	n, err = call(b)
	return b[:max(n, 0)], err == nil
}
