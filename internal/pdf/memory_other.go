//go:build !unix

package pdf

import "github.com/tetratelabs/wazero/experimental"

func allocate(_, _ uint64) experimental.LinearMemory { return &grown{} }
