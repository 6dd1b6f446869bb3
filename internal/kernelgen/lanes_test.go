package kernelgen

import (
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Every intrinsic that package lane lists is lowered, and nothing else of that package is.
func TestLane_IntrinsicsAgree(t *testing.T) {
	listed := map[string]bool{}
	for _, in := range lane.Intrinsics {
		name := LanePath + "." + in.Name
		listed[name] = true
		if laneIntrinsics[name] == nil {
			t.Errorf("%s has no lowering", name)
		}
	}
	for name := range laneIntrinsics {
		if !listed[name] {
			t.Errorf("%s is lowered and not listed", name)
		}
	}
}

func laneInstances() []Instance {
	var is []Instance
	for _, n := range []string{"int32", "uint32", "int64", "uint64", "float32", "float64"} {
		is = append(is, Instance{Kernel: "Exchange", Types: []string{n}})
		if strings.Contains(n, "int") {
			is = append(is, Instance{Kernel: "Atomics", Types: []string{n}}, Instance{Kernel: "SharedAtomics", Types: []string{n}})
		} else {
			is = append(is, Instance{Kernel: "FloatAtomics", Types: []string{n}})
		}
		if n == "int32" || n == "uint32" {
			is = append(is, Instance{Kernel: "Reduce", Types: []string{n}})
		}
	}
	return is
}

// Everything of package lane becomes PTX that uses the instructions meant.
func TestLane_PTX(t *testing.T) {
	needTime(t)
	needClang(t)
	src := loadSource(t, "./testdata/lanes", laneInstances())
	for _, checked := range []bool{false, true} {
		ptx := assembleFor(t, src, "lanes", Options{Instances: laneInstances(), Checked: checked})
		for kernel, wants := range map[string][]string{
			"Ids":                  {"%tid.x", "%ctaid.x", "%ntid.x", "%nctaid.x", "%dynamic_smem_size", "%clock64", "bar.warp.sync"},
			"Votes":                {"vote.sync.ballot.b32"},
			"Exchange_uint64":      {"shfl.sync.idx.b32", "shfl.sync.up.b32", "shfl.sync.down.b32", "shfl.sync.bfly.b32", "bar.sync", "ld.shared"},
			"Reduce_int32":         {"redux.sync.add.s32", "redux.sync.min.s32", "redux.sync.max.s32"},
			"Reduce_uint32":        {"redux.sync.min.u32", "redux.sync.max.u32"},
			"Atomics_int64":        {"atom.shared.add.u64", "atom.global.max.s64", "atom.global.min.s64", "atom.shared.exch.b64", "atom.global.cas.b64", "fence.acq_rel.gpu"},
			"Atomics_uint32":       {"atom.shared.add.u32", "atom.global.max.u32", "atom.global.min.u32", "atom.shared.exch.b32", "atom.global.cas.b32"},
			"SharedAtomics_int64":  {"atom.shared.min.s64", "atom.shared.max.s64"},
			"SharedAtomics_uint64": {"atom.shared.min.u64", "atom.shared.max.u64"},
			"SharedAtomics_int32":  {"atom.shared.min.s32", "atom.shared.max.s32"},
			"FloatAtomics_float32": {"atom.shared.add.f32", "atom.global.add.f32", "atom.shared.exch.b32"},
			"FloatAtomics_float64": {"atom.shared.add.f64", "atom.global.add.f64", "atom.shared.exch.b64"},
			"Waits":                {"ld.relaxed"},
			"Memory":               {"ld.shared.f32", "st.shared.f32"},
			"Fours":                {"ld.global.v4.f32", "ld.shared.v4.u32"},
			"Arithmetic": {"fma.rn.f64", "fma.rn.f32", "sqrt.rn.f32", "mul.hi.u32", "sqrt.approx.ftz.f32", "rsqrt.approx.ftz.f32", "rcp.approx.ftz.f32",
				"div.approx.ftz.f32", "ex2.approx.ftz.f32", "lg2.approx.ftz.f32", "sin.approx.ftz.f32", "cos.approx.ftz.f32"},
			"Unfused": {"mul.rn.f32", "add.rn.f32", "mul.rn.f64", "div.rn.f64"},
		} {
			body := entryText(t, ptx, kernel)
			for _, want := range wants {
				if !strings.Contains(body, want) {
					t.Errorf("checked=%v: %s has no %s", checked, kernel, want)
				}
			}
		}
		if body := entryText(t, ptx, "Unfused"); strings.Contains(body, "fma.") || strings.Contains(body, "ftz") {
			t.Errorf("products and sums are fused, or small numbers flushed:\n%s", body)
		}
	}
}

// entryText is a kernel's part of the PTX.
func entryText(t *testing.T, ptx, kernel string) string {
	t.Helper()
	body := regexp.MustCompile(`(?s)\.entry ` + kernel + `\(.*?\n}`).FindString(ptx)
	if body == "" {
		t.Fatalf("no entry %s", kernel)
	}
	return body
}

// A call of lane.Shared is one array for each element type, from wherever it is reached.
func TestLane_SharedIsOnePerPlace(t *testing.T) {
	needTime(t)
	src := loadSource(t, "./testdata/lanes", laneInstances())
	mod := compileSource(t, src, Options{IROnly: true, Instances: laneInstances()})
	if n := strings.Count(mod.IR, "internal addrspace(3) global [8 x float]"); n != 1 {
		t.Errorf("two calls of scratch have %d arrays, want 1", n)
	}
	// BlockAdd, BlockMin and BlockMax have one each, for each of the six types of number.
	for _, e := range []string{"i32", "i64", "float", "double"} {
		want := map[bool]int{true: 6, false: 3}[e[0] == 'i']
		if n := strings.Count(mod.IR, "internal addrspace(3) global [33 x "+e+"]"); n != want {
			t.Errorf("%d arrays of 33 %s, want %d", n, e, want)
		}
	}
}
