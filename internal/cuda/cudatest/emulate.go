package cudatest

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/plain"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Emulate runs a kernel written in Go, a func(lane.Thread, ...), in the place of its PTX: on the arguments of the launch,
// put together again from its parameters, by the emulator. What the emulator finds wrong is CUDA_ERROR_ILLEGAL_ADDRESS.
func Emulate(kernel any) func(*Launch) {
	fn := reflect.ValueOf(kernel)
	return func(l *Launch) {
		in := make([]reflect.Value, fn.Type().NumIn())
		at := 0
		for i := 1; i < len(in); i++ {
			in[i] = l.argument(fn.Type().In(i), &at)
		}
		if at != len(l.Params) {
			panic(fmt.Sprintf("%s takes %d parameters in PTX and %d in Go", l.Kernel, len(l.Params), at))
		}
		e := lane.Emulator{Blocks: int32(l.Grid.X), Threads: int32(l.Block.X), Shared: int32(l.Shared)}
		if err := e.Run(func(t lane.Thread) {
			own := append([]reflect.Value(nil), in...)
			own[0] = reflect.ValueOf(t)
			fn.Call(own)
		}); err != nil {
			panic(cuda.IllegalAddress)
		}
	}
}

// argument makes a value of type t out of the parameters from *at on, and moves it past them.
func (l *Launch) argument(t reflect.Type, at *int) reflect.Value {
	v := reflect.New(t)
	switch {
	case plain.Type(t):
		if len(l.Params[*at]) != int(t.Size()) {
			panic(fmt.Sprintf("parameter %d of %s has %d bytes, and a %v %d", *at, l.Kernel, len(l.Params[*at]), t, t.Size()))
		}
		copy(unsafe.Slice((*byte)(v.UnsafePointer()), t.Size()), l.Params[*at])
		*at++
	case t.Kind() == reflect.Slice:
		n := Value[int64](l, *at+1)
		*(*slice)(v.UnsafePointer()) = slice{l.memory(*at, uint64(n)*uint64(t.Elem().Size())), int(n), int(n)}
		*at += 2
	case t.Kind() == reflect.Pointer && plain.Type(t.Elem()):
		*(*unsafe.Pointer)(v.UnsafePointer()) = l.memory(*at, uint64(t.Elem().Size()))
		*at++
	case t.Kind() == reflect.Pointer:
		return l.argument(t.Elem(), at).Addr()
	default:
		for i := range t.NumField() {
			f := t.Field(i)
			field := l.argument(f.Type, at)
			reflect.NewAt(f.Type, unsafe.Add(v.UnsafePointer(), f.Offset)).Elem().Set(field)
		}
	}
	return v.Elem()
}

// slice is Go's own form of a slice.
type slice struct {
	data     unsafe.Pointer
	len, cap int
}

// memory is the fake's memory that a parameter points to.
func (l *Launch) memory(param int, bytes uint64) unsafe.Pointer {
	if bytes == 0 {
		return nil
	}
	l.fake.mu.Lock()
	b := l.fake.resolve(Value[cuda.DevicePtr](l, param), bytes)
	l.fake.mu.Unlock()
	if b == nil {
		panic(cuda.IllegalAddress)
	}
	return unsafe.Pointer(&b[0])
}
