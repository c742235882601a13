package outfile

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

const accessList = "system.posix_acl_access"

// readers returns an access list: its owner may read and write, another user may read, nobody else.
func readers(user uint32) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range []struct {
		tag, perm uint16
		id        uint32
	}{{1, 6, 0xffffffff}, {2, 4, user}, {4, 0, 0xffffffff}, {0x10, 4, 0xffffffff}, {0x20, 0, 0xffffffff}} {
		b = binary.LittleEndian.AppendUint16(b, e.tag)
		b = binary.LittleEndian.AppendUint16(b, e.perm)
		b = binary.LittleEndian.AppendUint32(b, e.id)
	}
	return b
}

// TestLike: a file keeps who may read it, its owner and its attributes, and inherits none of its folder.
func TestLike(t *testing.T) {
	dir := t.TempDir()
	path, plain := filepath.Join(dir, "refs.bib"), filepath.Join(dir, "plain.bib")
	for _, name := range []string{path, plain} {
		if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	list := readers(4711)
	if unix.Setxattr(path, accessList, list, 0) != nil || unix.Setxattr(path, "user.note", []byte("mine"), 0) != nil ||
		unix.Setxattr(dir, "system.posix_acl_default", readers(815), 0) != nil {
		testenv.Missing(t, "acl", "a file system with access lists and attributes")
	}
	if os.Getuid() == 0 {
		if err := os.Chown(path, 4712, 4713); err != nil {
			t.Fatal(err)
		}
	}
	var before, after unix.Stat_t
	if err := unix.Stat(path, &before); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, plain} {
		if err := Write(name, []byte("new"), 0o644); err != nil || content(t, name) != "new" {
			t.Fatal(err)
		}
	}
	if err := unix.Stat(path, &after); err != nil || after.Mode != before.Mode || after.Uid != before.Uid ||
		after.Gid != before.Gid || after.Ino == before.Ino {
		t.Errorf("%o of %d:%d became %o of %d:%d, %v", before.Mode, before.Uid, before.Gid, after.Mode, after.Uid,
			after.Gid, err)
	}
	b := make([]byte, 100)
	if n, err := unix.Getxattr(path, accessList, b); err != nil || string(b[:n]) != string(list) {
		t.Errorf("the access list became %x, %v", b[:max(n, 0)], err)
	}
	if n, err := unix.Getxattr(path, "user.note", b); err != nil || string(b[:n]) != "mine" {
		t.Errorf("the note became %q, %v", b[:max(n, 0)], err)
	}
	if n, err := unix.Getxattr(plain, accessList, b); err == nil {
		t.Errorf("a file without an access list has %x", b[:n])
	}
	if info, err := os.Stat(plain); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
