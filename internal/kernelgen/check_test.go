package kernelgen

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// failing are the kernels of package faults, what must stop them, and on which line.
var failing = []struct {
	kernel, want string
	line         int
}{
	{"ConstantDivisor", "integer divide by zero", 57},
	{"ConstantIndex", "index out of range", 64},
	{"ConstantShift", "negative shift amount", 69},
	{"Divisor", "integer divide by zero", 13},
	{"IndexArray", "index out of range", 18},
	{"IndexSlice", "index out of range", 22},
	{"Negative", "negative shift amount", 26},
	{"Nil", "nil pointer dereference", 34},
	{"Panics", "panic: nothing left", 39},
	{"SliceBounds", "slice bounds out of range", 45},
	{"ToArray", "slice shorter than the array it becomes", 50},
}

// A checked build stops where Go panics, and names the place. A failing kernel stops the process or the GPU's context, so
// each runs in a process of its own: the test runs itself, with the kernel and the library in the environment.
func TestChecked_StopsWithThePlace(t *testing.T) {
	if kernel := os.Getenv("KERNELGEN_FAULT"); kernel != "" {
		runFault(t, kernel, openLibrary(t, os.Getenv("KERNELGEN_LIBRARY")))
		return
	}
	src := loadSource(t, "./testdata/faults", nil)
	assembleFor(t, src, "faults", Options{Checked: true})
	lib := buildHost(t, src, Options{Checked: true})
	expectFaults(t, "KERNELGEN_LIBRARY="+lib.runner.(hostRunner).path, "-test.run=TestChecked_StopsWithThePlace")
}

// expectFaults runs the test binary for each failing kernel, and wants its place and cause said.
func expectFaults(t *testing.T, env string, args ...string) {
	t.Helper()
	for _, f := range failing {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "KERNELGEN_FAULT="+f.kernel, env)
		said, err := cmd.CombinedOutput()
		place := fmt.Sprintf("testdata/faults/faults.go:%d:", f.line)
		if err == nil || !strings.Contains(string(said), place) || !strings.Contains(string(said), f.want) {
			t.Errorf("%s: said %.300q, want %s and %q", f.kernel, said, place, f.want)
		}
	}
}

// runFault runs a kernel that is to fail.
func runFault(t *testing.T, kernel string, lib library) {
	t.Helper()
	lib.call(t, kernel, []reflect.Value{reflect.ValueOf(make([]int32, 4)), reflect.ValueOf(int32(0))})
}

// The fast build has no checks at all.
func TestChecked_FastHasNone(t *testing.T) {
	mod := compileSource(t, loadSource(t, "./testdata/faults", nil), Options{IROnly: true})
	if strings.Contains(mod.IR, "kernelgen.check") || strings.Contains(mod.IR, "assert") {
		t.Error("the fast build checks")
	}
}

// The fast build stops where an operand that is known to the compiler panics in Go: LLVM would take such a place never to be
// reached.
func TestFast_StopsAtConstantFaults(t *testing.T) {
	mod := compileSource(t, loadSource(t, "./testdata/faults", nil), Options{IROnly: true})
	for kernel, undefined := range map[string]string{"ConstantDivisor": "sdiv", "ConstantIndex": "i64 4\n", "ConstantShift": "shl", "Panics": "none"} {
		_, body, found := strings.Cut(mod.IR, "faults_"+kernel+"(")
		body, _, _ = strings.Cut(body, "\n}\n")
		if !found || strings.Count(body, "call void @llvm.trap()") != 1 || strings.Contains(body, undefined) {
			t.Errorf("%s does not stop, or has what LLVM leaves undefined:\n%s", kernel, body)
		}
	}
}

// What does not compile is reported as the compiler says it, with the place.
func TestCompile_BrokenSource(t *testing.T) {
	needTime(t)
	_, err := Compile(".", "./testdata/broken", Options{IROnly: true})
	if err == nil || !strings.Contains(err.Error(), "broken.go:6:") || !strings.Contains(err.Error(), "division by zero") {
		t.Fatalf("got %v", err)
	}
}

// A missing clang says how to get it.
func TestCompile_WithoutClang(t *testing.T) {
	src := loadSource(t, "./testdata/faults", nil)
	_, err := compilePackage(src, src.prog.Package(src.roots[0].Types), Options{Clang: "clang-that-is-not-there"})
	if !errors.Is(err, ErrNoClang) || !strings.Contains(err.Error(), "apt-get install clang-19") {
		t.Fatalf("got %v", err)
	}
}

// An instance that does not satisfy the constraints, or is no kernel, is an error.
func TestCompile_WrongInstance(t *testing.T) {
	needTime(t)
	for _, in := range []Instance{
		{Kernel: "Exchange", Types: []string{"string"}},
		{Kernel: "Missing", Types: []string{"int32"}},
		{Package: LanePath, Kernel: "TreeAdd", Types: []string{"int32"}},
	} {
		if _, err := Compile(".", "./testdata/lanes", Options{IROnly: true, Instances: []Instance{in}}); err == nil {
			t.Errorf("%v: no error", in)
		}
	}
}

// A package compiles the generic kernels of another one for its own types.
func TestCompile_InstanceOfAnotherPackage(t *testing.T) {
	needTime(t)
	mods := must.Have(Compile(".", "./testdata/golden/calls", Options{IROnly: true, Instances: []Instance{
		{Package: "github.com/multiwalk/multiwalk/internal/kernelgen/testdata/shapes", Kernel: "Generic", Types: []string{"int32", "*Weights"}},
	}}))(t)
	names := []string{}
	for _, k := range mods[0].Kernels {
		names = append(names, k.Name)
	}
	if want := []string{"Asks", "Calls", "Generic_int32_Weights"}; !reflect.DeepEqual(names, want) {
		t.Errorf("kernels %v, want %v", names, want)
	}
	got := []string{}
	for _, p := range mods[0].Kernels[2].Params[:4] {
		got = append(got, fmt.Sprint(p.Name, " ", p.Kind, " ", p.Type, " ", p.Size))
	}
	want := []string{"c.Base value int64 8", "c.Of pointer int64 8", "len(c.Of) length int64 8", "xs pointer int32 8"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("parameters %q, want %q", got, want)
	}
}

// Check tells of each method whether it can run on a device.
func TestCheck_Methods(t *testing.T) {
	needTime(t)
	src := loadSource(t, "./testdata/faults", nil)
	vs := must.Have(src.Check("Problem"))(t)
	got := map[string]bool{}
	for _, v := range vs {
		got[v.Method] = v.Device()
		if !v.Device() && (v.Refusals[0].Pos.Line == 0 || v.Refusals[0].WayOut == "") {
			t.Errorf("%s: %v", v.Method, v.Refusals)
		}
	}
	if want := map[string]bool{"Cost": true, "Delta": true, "Name": false, "Grow": false}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := src.Check("Absent"); err == nil {
		t.Error("no error for a type that is not there")
	}
}
