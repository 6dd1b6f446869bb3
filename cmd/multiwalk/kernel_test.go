package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernelfile"
	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

// ordering is a package of a user's, whose kernels are not generated yet.
const ordering = "../../internal/kernelfile/testdata/ordering"

// skipLoading skips a test that loads packages, which takes seconds.
func skipLoading(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("loading packages takes long")
	}
}

// The commands take a package of a user's: check tells what runs, and with which exit code.
func TestKernelCheck(t *testing.T) {
	skipLoading(t)
	b := &bench{t: t}
	b.want(1, "kernel", "check", ordering, "-type", "Grown")
	if !strings.Contains(b.err.String(), "ordering.Grown cannot run on a device as it is, and kernel gen refuses it: it satisfies Explore, Genetic, StartSwap") {
		t.Errorf("said %q", b.err.String())
	}
	for _, want := range []string{"method SwapDelta            runs on a device", "method String               is left to the CPU",
		"method Cost                 cannot run on a device", "others.go:59: append grows memory, which a kernel has not; use an array",
		"kernel AnnealSwap           runs on a device", "kernel StartSwap            cannot run on a device"} {
		if !strings.Contains(b.out.String(), want) {
			t.Errorf("no %q in\n%s", want, b.out.String())
		}
	}
	b.want(2, "kernel", "gen", "-package", ordering, "-type", "Grown") // as check said
	b.want(0, "kernel", "check", ordering, "-type", "Sorted,Ordering")
	b.want(1, "kernel", "check", ordering, "--type=Lazy", "--json")
	var reports []kernelfile.Report
	if err := json.Unmarshal(b.out.Bytes(), &reports); err != nil || len(reports) != 1 || len(reports[0].Methods) != 2 {
		t.Errorf("%v: %s", err, b.out.String())
	}
	if !strings.Contains(b.err.String(), "ordering.Lazy gets no kernel") {
		t.Errorf("said %q", b.err.String())
	}
}

// IR needs no clang; PTX without one is a matter of the machine.
func TestKernelDump(t *testing.T) {
	skipLoading(t)
	b := &bench{t: t}
	b.want(0, "kernel", "dump", ordering, "-type", "Sorted", "-ir", "-kernel", "StartSwap")
	if !strings.Contains(b.out.String(), "define ptx_kernel void @StartSwap_Sorted(") {
		t.Errorf("no StartSwap in\n%.300s", b.out.String())
	}
	b.want(2, "kernel", "dump", ordering, "-type", "Mapped", "-ir")
	if !strings.Contains(b.err.String(), "others.go:6:21: field W of Mapped") ||
		!strings.Contains(b.err.String(), "outside what a device can run") {
		t.Errorf("said %q", b.err.String())
	}
	path, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Dir(path))
	b.want(3, "kernel", "dump", ordering, "-type", "Ordering")
	if said := b.err.String(); !strings.Contains(said, "apt-get install clang-19") || strings.Count(said, "\n") != 1 {
		t.Errorf("said %q", said)
	}
}

// gen writes both files, and what it writes builds.
func TestKernelGen(t *testing.T) {
	skipLoading(t)
	if _, err := exec.LookPath(kernelgen.DefaultClang); err != nil {
		t.Skip(err)
	}
	dir, err := os.MkdirTemp("../../internal/kernelfile/testdata", "made-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	write(t, filepath.Join(dir, "p.go"), "package p\n\nimport \"github.com/multiwalk/multiwalk/kernel\"\n\ntype T struct{ W int64 }\n"+
		"\nfunc (p T) Cost(x []int32) int64 { return p.W * int64(x[0]) }\n"+
		"\nfunc (p T) SwapDelta(x []int32, i, j int32) int64 {\n\tif i == 0 {\n\t\treturn p.W * int64(x[j]-x[0])\n\t}\n\treturn 0\n}\n"+
		"\nvar _ kernel.Carrier = T{}\n")
	b := &bench{t: t}
	b.want(0, "kernel", "gen", "-package", dir, "-type", "T")
	if ptx := read(t, filepath.Join(dir, "zkernel_t.ptx")); !strings.Contains(ptx, "AnnealSwap_T") {
		t.Errorf("PTX: %.200s", ptx)
	}
	if out, err := exec.Command("go", "build", dir).CombinedOutput(); err != nil {
		t.Errorf("what was generated does not build: %s", out)
	}
}
