//go:build unix

package pdf

import (
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// mapped is the memory of an instance, taken from the system page by page as it is touched and released when the
// document is closed.
type mapped struct {
	all  []byte
	used uint64
}

func allocate(_, most uint64) experimental.LinearMemory {
	all, err := syscall.Mmap(-1, 0, int(most), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return &grown{}
	}
	return &mapped{all: all}
}

// Reallocate returns the first size bytes; they never move.
func (m *mapped) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	m.used = size
	return m.all[:size:len(m.all)]
}

// Free releases the memory to the system.
func (m *mapped) Free() {
	if m.all != nil {
		_ = syscall.Munmap(m.all)
		m.all = nil
	}
}
