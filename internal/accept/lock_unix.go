//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package accept

import (
	"errors"
	"os"
	"syscall"
)

// lockFolder locks a folder itself, so that no file is left behind; where locks are unknown, nothing.
func lockFolder(dir string) (done func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return func() { f.Close() }, nil
		}
	}
}
