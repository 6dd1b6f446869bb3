package kernelgen

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"testing"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/must"
)

// A runner runs kernels, with the arguments that the Go function takes after the thread.
type runner interface {
	call(t *testing.T, name string, args []reflect.Value)
}

// A library is a module that is loaded where it can run.
type library struct{ runner }

// A hostRunner is a module compiled for this machine's processor.
type hostRunner struct {
	handle uintptr
	path   string
}

// needClang skips a test where IR cannot be compiled.
func needClang(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath(DefaultClang)
	if err != nil {
		t.Skipf("%s compiles IR and is not installed here", DefaultClang)
	}
	return path
}

// strictMemcpy takes the place of the C library's memcpy, which copies overlapping memory as if it were memmove: this one
// spoils the source where it overlaps.
const strictMemcpy = `
__attribute__((visibility("hidden"))) void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) {
	volatile unsigned char *d = to;
	const volatile unsigned char *s = from;
	for (__SIZE_TYPE__ i = 0; i < n; i++)
		if (to != from) d[i] = 0xA5;
	for (__SIZE_TYPE__ i = 0; i < n; i++)
		d[i] = s[i];
	return to;
}
`

// buildHost compiles a package's kernels for the host, and loads them.
func buildHost(t *testing.T, src *Source, opts Options) library {
	t.Helper()
	clang := needClang(t)
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the host build is for linux on amd64")
	}
	opts.host, opts.IROnly = true, true
	mod := compileSource(t, src, opts)
	lib, strict := filepath.Join(t.TempDir(), "kernels.so"), filepath.Join(t.TempDir(), "memcpy.c")
	must.Do(t, os.WriteFile(strict, []byte(strictMemcpy), 0o644))
	must.Have(runClang(clang, mod.IR, "-x", "ir", "-ffp-contract=off", "-O2", "-shared", "-fPIC", "-o", lib, "-", "-x", "c", strict, "-lm"))(t)
	return openLibrary(t, lib)
}

// openLibrary loads a compiled library into the process.
func openLibrary(t *testing.T, lib string) library {
	t.Helper()
	handle := must.Have(openHost(lib))(t)
	return library{hostRunner{handle, lib}}
}

// sources are the packages that tests have loaded, by pattern and instances: loading takes the most time of all.
var sources = map[string]*Source{}

// needTime skips a test that loads packages for itself alone: under the race detector each load takes seconds, and the
// compiler has no goroutines of its own.
func needTime(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("loading packages takes long")
	}
}

// loadSource loads a package of testdata.
func loadSource(t *testing.T, pattern string, instances []Instance) *Source {
	t.Helper()
	key := fmt.Sprint(pattern, instances)
	if sources[key] == nil {
		src := must.Have(Load(".", pattern, instances, nil))(t)
		sources[key] = src
	}
	return sources[key]
}

// compileSource compiles the one package of a source.
func compileSource(t *testing.T, src *Source, opts Options) Module {
	t.Helper()
	return must.Have(compilePackage(src, src.prog.Package(src.roots[0].Types), opts))(t)
}

// call runs a kernel on the host.
func (l hostRunner) call(t *testing.T, name string, args []reflect.Value) {
	t.Helper()
	fn := must.Have(findHost(l.handle, name))(t)
	var words []uint64
	for _, a := range args {
		words = pack(words, a)
	}
	callHost(fn, uintptr(unsafe.Pointer(&words[0])))
	runtime.KeepAlive(args)
}

// pack appends an argument as entry.write lays it out.
func pack(words []uint64, v reflect.Value) []uint64 {
	if plainValue(v.Type()) {
		n := (v.Type().Size() + 7) / 8
		room := make([]uint64, n+1)
		reflect.NewAt(v.Type(), unsafe.Pointer(&room[0])).Elem().Set(v)
		return append(words, room[:n]...)
	}
	switch v.Kind() {
	case reflect.Slice:
		return append(words, uint64(v.Pointer()), uint64(v.Len()))
	case reflect.Pointer:
		if plainValue(v.Type().Elem()) {
			return append(words, uint64(v.Pointer()))
		}
		return pack(words, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			words = pack(words, v.Field(i))
		}
	}
	return words
}

// plainValue is plain for reflected types.
func plainValue(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer:
		return false
	case reflect.Array:
		return plainValue(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plainValue(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

// compare runs a kernel and the Go function that it is compiled from, each on its own copy of the
// arguments, and wants the same bits in everything that they can write.
func (l library) compare(t *testing.T, name string, kernel any, args ...any) {
	t.Helper()
	fn := reflect.ValueOf(kernel)
	ours, theirs := make([]reflect.Value, len(args)), []reflect.Value{reflect.Zero(fn.Type().In(0))}
	for i, a := range args {
		ours[i] = clone(reflect.ValueOf(a))
		theirs = append(theirs, clone(reflect.ValueOf(a)))
	}
	l.call(t, name, ours)
	fn.Call(theirs)
	for i, a := range ours {
		if at, ok := differ(a, theirs[i+1]); ok {
			t.Errorf("%s: argument %d differs at %s: IR %v, Go %v", name, i, at, a, theirs[i+1])
			return
		}
	}
}

// clone copies what an argument leads to.
func clone(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(c, v)
		return c
	case reflect.Pointer:
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(clone(v.Elem()))
		return c
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			c.Field(i).Set(clone(v.Field(i)))
		}
		return c
	}
	return v
}

// bytesOf is the memory of a slice's elements.
func bytesOf(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

// differ finds the first difference of two arguments. NaNs are equal: Go does not say which one arises.
func differ(a, b reflect.Value) (string, bool) {
	switch a.Kind() {
	case reflect.Slice:
		if a.Len() > 0 && plainValue(a.Type().Elem()) && string(bytesOf(a)) == string(bytesOf(b)) {
			return "", false
		}
		for i := range a.Len() {
			if at, ok := differ(a.Index(i), b.Index(i)); ok {
				return "[" + strconv.Itoa(i) + "]" + at, true
			}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if at, ok := differ(a.Field(i), b.Field(i)); ok {
				return "." + a.Type().Field(i).Name + at, true
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if at, ok := differ(a.Index(i), b.Index(i)); ok {
				return "[" + strconv.Itoa(i) + "]" + at, true
			}
		}
	case reflect.Pointer:
		return differ(a.Elem(), b.Elem())
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		return "", x != y && (x == x || y == y) || x == 0 && 1/x != 1/y
	default:
		return "", !a.Equal(b)
	}
	return "", false
}
