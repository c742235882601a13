package pdf

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"
)

// native calls the functions of one instance of the library. The library's Go API costs several allocations per call,
// too many for three calls per character; it is used only to create instances. The first failure sticks: every later
// call returns zero, and err holds the reason.
type native struct {
	owner   pdfium.Pdfium
	module  api.Module
	memory  api.Memory
	fns     map[string]api.Function
	stack   [16]uint64
	scratch uint32 // scratchSize bytes of the instance's memory for results
	until   time.Time
	watch   *time.Timer // of a careful instance
	calls   uint
	err     error
}

const scratchSize = 8192

// exporter is the part of an instance's Go API that gives access to its module.
type exporter interface {
	Fn(name string) api.Function
}

var errForeign = errors.New("the PDF library is not the one this program was built for")

// newNative takes an instance from the pool, to be closed again. No call is made after until; a call in progress then
// ends only in a careful instance.
func newNative(until time.Time) (*native, error) {
	engine, careful := fastEngine, abandoned.Load()
	if careful {
		engine = carefulEngine
	}
	pool, err := engine()
	if err != nil {
		return nil, err
	}
	owner, err := pool.GetInstance(instanceWait)
	if err != nil {
		return nil, fmt.Errorf("cannot start the PDF library: %w", err)
	}
	n := &native{owner: owner, fns: make(map[string]api.Function, 32), until: until}
	if err := n.bind(); err != nil {
		_ = owner.Close()
		return nil, err
	}
	if careful {
		n.watch = time.AfterFunc(time.Until(until), func() {
			_ = n.module.CloseWithExitCode(context.Background(), sys.ExitCodeDeadlineExceeded)
		})
	}
	return n, nil
}

func (n *native) bind() error {
	face, ok := n.owner.GetImplementation().(exporter)
	if !ok {
		return errForeign
	}
	v := reflect.ValueOf(face)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return errForeign
	}
	field := v.Elem().FieldByName("Module")
	if !field.IsValid() || !field.CanInterface() {
		return errForeign
	}
	if n.module, ok = reflect.TypeAssert[api.Module](field); !ok {
		return errForeign
	}
	n.memory = n.module.Memory()
	n.scratch = uint32(n.call("malloc", scratchSize))
	if n.scratch == 0 {
		return errForeign
	}
	return n.err
}

func (n *native) close() {
	if n.watch != nil {
		n.watch.Stop()
	}
	_ = n.owner.Close()
}

// fn returns a function by name, for hot paths.
func (n *native) fn(name string) api.Function {
	f, ok := n.fns[name]
	if !ok {
		f = n.module.ExportedFunction(name)
		n.fns[name] = f
	}
	return f
}

func (n *native) call(name string, args ...uint64) uint64 { return n.invoke(n.fn(name), args...) }

// invoke calls a function. A trap inside the library is an error like any other: the instance is unusable afterwards,
// and the program is unharmed.
func (n *native) invoke(f api.Function, args ...uint64) uint64 {
	if n.err != nil || f == nil {
		return 0
	}
	if n.calls++; n.calls%512 == 0 && time.Now().After(n.until) {
		n.err = errTooSlow
		return 0
	}
	n.stack[0] = 0
	copy(n.stack[:], args)
	if err := f.CallWithStack(context.Background(), n.stack[:]); err != nil {
		n.fail(err)
		return 0
	}
	return n.stack[0]
}

func (n *native) fail(err error) {
	var exit *sys.ExitError
	if errors.As(err, &exit) || !time.Now().Before(n.until) {
		n.err = errTooSlow
		return
	}
	n.err = fmt.Errorf("the PDF library failed: %w", errBroken)
}

// errBroken means that the library gave up inside a call.
var errBroken = errors.New("it gave up on damaged content")

func (n *native) integer(name string, args ...uint64) int {
	return int(int32(uint32(n.call(name, args...))))
}

// float32s reads count floats of the scratch memory.
func (n *native) float32s(offset uint32, out []float32) {
	b, ok := n.memory.Read(n.scratch+offset, uint32(4*len(out)))
	if !ok {
		clear(out)
		return
	}
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
}

func (n *native) float64At(offset uint32) float64 {
	v, _ := n.memory.ReadFloat64Le(n.scratch + offset)
	return v
}

func (n *native) uint32At(offset uint32) uint32 {
	v, _ := n.memory.ReadUint32Le(n.scratch + offset)
	return v
}

func (n *native) setUint32(offset, value uint32) { n.memory.WriteUint32Le(n.scratch+offset, value) }

// bytesAt copies a part of the scratch memory.
func (n *native) bytesAt(offset, length uint32) []byte {
	if length == 0 || offset+length > scratchSize {
		return nil
	}
	b, _ := n.memory.Read(n.scratch+offset, length)
	return append([]byte(nil), b...)
}
