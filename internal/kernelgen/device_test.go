package kernelgen

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
	_ "github.com/multiwalk/multiwalk/internal/cuda/driver"
	"github.com/multiwalk/multiwalk/internal/kernelgen/testdata/lanes"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The same kernels run on a GPU. A machine with one may have neither Go nor clang, so the PTX can come from elsewhere:
//
//	go test -c -o kernelgen.test && ./kernelgen.test -test.run 'PTX|Host' -ptx ptx   where Go and clang are
//	./kernelgen.test -test.run Device -ptx ptx                                       where the GPU is
var ptxDir = flag.String("ptx", "", "the folder in which the PTX of the kernels under test is left, and from which device tests take it")

// assembleFor makes PTX of a package, and leaves it for device tests where that is asked for.
func assembleFor(t *testing.T, src *Source, name string, opts Options) string {
	t.Helper()
	needClang(t)
	mod := compileSource(t, src, opts)
	if *ptxDir != "" {
		if opts.Checked {
			name += ".checked"
		}
		must.Do(t, os.MkdirAll(*ptxDir, 0o755))
		must.Do(t, os.WriteFile(filepath.Join(*ptxDir, name+".ptx"), []byte(mod.PTX), 0o644))
	}
	return mod.PTX
}

// A deviceRunner is a module loaded on a GPU.
type deviceRunner struct {
	ctx     *cuda.Context
	module  *cuda.Module
	threads int
}

// openDevice loads PTX that -ptx names on the first GPU.
func openDevice(t *testing.T, name string) library {
	t.Helper()
	if *ptxDir == "" {
		t.Skip("without -ptx there are no kernels for a GPU")
	}
	driver, err := cuda.Open()
	if err != nil {
		t.Skip(err)
	}
	ptx := must.Have(os.ReadFile(filepath.Join(*ptxDir, name+".ptx")))(t)
	ctx := must.Have(driver.Devices()[0].NewContext())(t)
	t.Cleanup(func() { ctx.Close() })
	module := must.Have(ctx.LoadModule(name, ptx, cuda.ModuleOptions{NoCache: true}))(t)
	return library{deviceRunner{ctx, module, 1}}
}

// call runs a kernel in one block.
func (d deviceRunner) call(t *testing.T, name string, args []reflect.Value) {
	t.Helper()
	var l launch
	for _, a := range args {
		l.add(t, d.ctx, a)
	}
	fn := must.Have(d.module.Function(name))(t)
	must.Do(t, fn.Launch(d.config(), l.params...))
	for i, b := range l.buffers {
		if err := b.CopyTo(l.memory[i], 0); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		must.Do(t, b.Free())
	}
}

// config is the shape of every launch.
func (d deviceRunner) config() cuda.Config {
	return cuda.Config{Grid: cuda.Dim{X: 1}, Block: cuda.Dim{X: d.threads}, Shared: 4096}
}

// A launch gathers what a kernel is launched with, and the memory that it may write.
type launch struct {
	params  []any
	buffers []*cuda.Buffer[byte]
	memory  [][]byte
}

// add appends an argument as Param describes it.
func (l *launch) add(t *testing.T, ctx *cuda.Context, v reflect.Value) {
	t.Helper()
	switch {
	case plainValue(v.Type()):
		l.params = append(l.params, v.Interface())
	case v.Kind() == reflect.Slice:
		l.upload(t, ctx, bytesOf(v))
		l.params = append(l.params, int64(v.Len()))
	case v.Kind() == reflect.Pointer && plainValue(v.Type().Elem()):
		l.upload(t, ctx, unsafe.Slice((*byte)(v.UnsafePointer()), v.Type().Elem().Size()))
	case v.Kind() == reflect.Pointer:
		l.add(t, ctx, v.Elem())
	default:
		for i := range v.NumField() {
			l.add(t, ctx, v.Field(i))
		}
	}
}

// upload copies memory to the device.
func (l *launch) upload(t *testing.T, ctx *cuda.Context, memory []byte) {
	t.Helper()
	b := must.Have(cuda.BufferOf(ctx, memory))(t)
	l.params = append(l.params, b.Ptr())
	l.buffers, l.memory = append(l.buffers, b), append(l.memory, memory)
}

// The PTX of every operator gives the bits that Go gives.
func TestDevice_Numbers(t *testing.T) { compareNumbers(t, openDevice(t, "numbers")) }

// The PTX of every construct does what Go does, in both builds.
func TestDevice_Shapes(t *testing.T) {
	for _, name := range []string{"shapes", "shapes.checked"} {
		t.Run(name, func(t *testing.T) { compareAll(t, openDevice(t, name)) })
	}
}

// A checked build stops on a GPU too: the driver prints the cause, the file and the line.
func TestDevice_CheckedStops(t *testing.T) {
	dev := openDevice(t, "faults.checked")
	if kernel := os.Getenv("KERNELGEN_FAULT"); kernel != "" {
		runFault(t, kernel, dev)
		return
	}
	expectFaults(t, "", "-test.run=TestDevice_CheckedStops", "-ptx", *ptxDir)
}

// Threads of a block do on a GPU what they do in the emulator, in both builds.
func TestDevice_Lanes(t *testing.T) {
	for _, name := range []string{"lanes", "lanes.checked", "lanes.lined"} {
		t.Run(name, func(t *testing.T) {
			for _, threads := range []int{32, 64, 96} {
				dev := openDevice(t, name).runner.(deviceRunner)
				dev.threads = threads
				compareLanes(t, dev)
			}
		})
	}
}

// compareLanes compares the kernels whose results do not depend on the order of threads.
func compareLanes(t *testing.T, dev deviceRunner) {
	t.Helper()
	x := make([]int32, dev.threads)
	for i := range x {
		x[i] = int32(i*i*7%11) - 2
	}
	compareThreads(t, dev, "Votes", lanes.Votes, x, make([]uint32, dev.threads))
	compareThreads(t, dev, "Reduce_int32", lanes.Reduce[int32], x, make([]int32, dev.threads))
	compareThreads(t, dev, "Reduce_uint32", lanes.Reduce[uint32], as[uint32](x), make([]uint32, dev.threads))
	compareThreads(t, dev, "Exchange_int32", lanes.Exchange[int32], x, make([]int32, dev.threads))
	compareThreads(t, dev, "Exchange_uint32", lanes.Exchange[uint32], as[uint32](x), make([]uint32, dev.threads))
	compareThreads(t, dev, "Exchange_int64", lanes.Exchange[int64], as[int64](x), make([]int64, dev.threads))
	compareThreads(t, dev, "Exchange_uint64", lanes.Exchange[uint64], as[uint64](x), make([]uint64, dev.threads))
	compareThreads(t, dev, "Exchange_float32", lanes.Exchange[float32], as[float32](x), make([]float32, dev.threads))
	compareThreads(t, dev, "Exchange_float64", lanes.Exchange[float64], as[float64](x), make([]float64, dev.threads))
	compareThreads(t, dev, "SharedAtomics_int64", lanes.SharedAtomics[int64], as[int64](x), make([]int64, dev.threads))
	compareThreads(t, dev, "SharedAtomics_uint64", lanes.SharedAtomics[uint64], as[uint64](x), make([]uint64, dev.threads))
	compareThreads(t, dev, "FloatAtomics_float32", lanes.FloatAtomics[float32], wholes[float32](x), make([]float32, dev.threads))
	compareThreads(t, dev, "FloatAtomics_float64", lanes.FloatAtomics[float64], wholes[float64](x), make([]float64, dev.threads))
	compareThreads(t, dev, "Memory", lanes.Memory, int32(dev.threads), as[float32](x), make([]float32, dev.threads))
}

// as converts numbers, with a fraction where the type has one.
func as[T lane.Numbers](x []int32) []T {
	y := make([]T, len(x))
	for i, v := range x {
		y[i] = T(v) * 5 / 4
	}
	return y
}

// wholes converts numbers as they are.
func wholes[T lane.Numbers](x []int32) []T {
	y := make([]T, len(x))
	for i, v := range x {
		y[i] = T(v)
	}
	return y
}

// compareThreads runs a kernel on the GPU and in the emulator.
func compareThreads(t *testing.T, dev deviceRunner, name string, kernel any, args ...any) {
	t.Helper()
	var ours, theirs []reflect.Value
	for _, a := range args {
		ours, theirs = append(ours, clone(reflect.ValueOf(a))), append(theirs, clone(reflect.ValueOf(a)))
	}
	dev.call(t, name, ours)
	emulator := lane.Emulator{Blocks: 1, Threads: int32(dev.threads), Shared: 4096}
	err := emulator.Run(func(th lane.Thread) {
		reflect.ValueOf(kernel).Call(append([]reflect.Value{reflect.ValueOf(th)}, theirs...))
	})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for i, a := range ours {
		if at, ok := differ(a, theirs[i]); ok {
			t.Errorf("%s, %d threads: argument %d differs at %s: GPU %v, emulator %v", name, dev.threads, i, at, a, theirs[i])
		}
	}
}
