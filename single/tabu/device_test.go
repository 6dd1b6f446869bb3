package tabu

import (
	"fmt"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// asymmetric returns an instance whose matrices are neither symmetric nor hollow; with factor 1 its deltas fit 32 bits.
func asymmetric(t testing.TB, n, factor int) *assignment.Instance {
	t.Helper()
	r := multiwalk.NewRand(uint64(n), 0)
	m := [2][]int32{make([]int32, n*n), make([]int32, n*n)}
	for k := range m[0] {
		m[0][k], m[1][k] = int32(r.IntN(9)*factor), int32(r.IntN(9))
	}
	return must.Have(assignment.New("asymmetric", n, m[0], m[1]))(t)
}

// tied returns a symmetric instance of very small numbers, most of whose swaps have equal deltas.
func tied(t testing.TB, n int) *assignment.Instance {
	t.Helper()
	r := multiwalk.NewRand(uint64(n), 1)
	m := [2][]int32{make([]int32, n*n), make([]int32, n*n)}
	for k := range m {
		for i := range n {
			for j := range i {
				m[k][i*n+j] = int32(r.IntN(2))
				m[k][j*n+i] = m[k][i*n+j]
			}
		}
	}
	return must.Have(assignment.New("tied", n, m[0], m[1]))(t)
}

// onMachine returns the searches of a method on the first machine of a device.
func onMachine(t testing.TB, d multiwalk.Device, q multiwalk.Problem, m walk.Method, plan walk.Plan) *machineTabu {
	t.Helper()
	w := trial.WalkOn[walk.Walk](t, d, q, m, plan)
	if anneals, ok := w.(*machineMatrix); ok {
		return anneals.machineTabu
	}
	return w.(*machineTabu)
}

// current returns the current solution of a search.
func (w *machineTabu) current(t testing.TB, search int) []int32 {
	t.Helper()
	x := make([]int32, w.f.N)
	must.Do(t, w.memory.rows.Read(x, search*tabu.TabuRows*w.f.N))
	return x
}

// tabuOf is the tabu search that a walk on a core is; of annealing by a matrix what the two have in common.
func tabuOf(w walk.Walk) *tabuWalk {
	if anneals, ok := w.(*matrixWalk); ok {
		return &tabuWalk{SwapWalk: anneals.SwapWalk, memory: &tabuMemory{now: 1}}
	}
	return w.(*tabuWalk)
}

// together makes iterations on a machine and on a core, launches of so many iterations each, and compares the searches
// after each launch.
func together(t *testing.T, d multiwalk.Device, q *assignment.Instance, m walk.Method, launches []int) {
	t.Helper()
	const walks, seed = 3, 4
	gpus := onMachine(t, d, q, m, walk.Plan{Seed: seed, Walks: walks})
	search, err := m.Prepare(q, walk.Plan{Seed: seed, Walks: walks, Warn: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	var cores [walks]walk.Walk
	for i := range cores {
		if cores[i], err = search.NewWalk(i); err != nil {
			t.Fatal(err)
		}
	}
	done := 0
	for _, iterations := range launches {
		gpus.launchOf(t, iterations)
		done += iterations
		total := multiwalk.Counters{}
		for i, c := range cores {
			c.Step(walk.NewSlice(iterations))
			w, s := tabuOf(c), gpus.States[i]
			if x := gpus.current(t, i); !slices.Equal(x, w.X) || s.Cost != w.Cost || s.Least != w.Least || s.Now != w.memory.now || s.Drawn != w.Random.Drawn() {
				t.Fatalf("search %d after %d iterations: it is at %v of cost %d (incumbent %d) in iteration %d with %d words drawn, on a core at %v, %d (%d), %d, %d",
					i, done, x, s.Cost, s.Least, s.Now, s.Drawn, w.X, w.Cost, w.Least, w.memory.now, w.Random.Drawn())
			}
			total.Add(c.Counters())
		}
		if got := gpus.Counters(); got.Evaluations() != total.Evaluations() || got.Moves != total.Moves {
			t.Fatalf("after %d iterations the counters are %+v, on cores %+v", done, got, total)
		}
	}
}

// launchOf makes so many iterations of all searches in one launch.
func (w *machineTabu) launchOf(t testing.TB, iterations int) {
	t.Helper()
	defer func() { w.f.each = 0 }()
	for end := w.At + int64(iterations); w.At < end; {
		w.f.each = end - w.At
		must.Have(w.Unit(walk.NewSlice(1)))(t)
		if w.At != end && w.Plan.Anneals == 0 || w.At > end { // annealing ends a launch where the temperature changes
			t.Fatalf("a launch of %d iterations ended %d before their end", iterations, end-w.At)
		}
	}
}

var tabuShapes = map[string]tabuShape{
	"a warp":         {warps: 1, walks: 1},
	"two in a block": {warps: 1, walks: 2},
	"two warps":      {warps: 2, walks: 1},
	"three warps":    {warps: 3, walks: 1},
	"far":            {warps: 2, walks: 1, vast: true},
}

// On a GPU and in the emulator a tabu search makes the moves that it makes on a core.
func TestTabuGPU_SameMovesAsOnACore(t *testing.T) {
	unraced.Test(t)
	sizes, launches := []int{2, 3, 5, 8, 9, 17, 24}, []int{1, 2, 40, 60}
	if testing.Short() {
		sizes, launches = []int{2, 9}, []int{1, 30}
	}
	for _, n := range sizes {
		for name, q := range map[string]*assignment.Instance{"uniform": assignment.Uniform(n, 3), "tied": tied(t, n), "asymmetric": asymmetric(t, n, 1),
			"wide": asymmetric(t, n, 1<<22), "plain": asymmetric(t, n, 1<<25)} {
			for _, m := range []walk.Method{Tabu{}, Tabu{Tenure: max(1, n/3), Aspiration: 3 * n}, IteratedTabu{Length: 7},
				MatrixAnneal{Sweeps: 2, Alpha: 0.7}} {
				if v, ok := m.(Tabu); ok && v.Tenure >= n {
					continue
				}
				t.Run(fmt.Sprintf("n=%d/%s/%T%+v", n, name, m, m), func(t *testing.T) {
					together(t, device.Emulator(), q, m, launches)
				})
			}
		}
	}
}

// However they are laid out.
func TestTabuGPU_SameMovesInEveryShape(t *testing.T) {
	unraced.Test(t)
	for name, s := range tabuShapes {
		t.Run(name, func(t *testing.T) {
			together(t, device.Emulator(), tied(t, 13), tabuIn(s, IteratedTabu{Length: 12}), []int{30, 5})
			together(t, device.Emulator(), asymmetric(t, 13, 1), tabuIn(s, MatrixAnneal{Sweeps: 1, Alpha: 0.6}), []int{30, 50})
			if !testing.Short() {
				together(t, device.Emulator(), asymmetric(t, 35, 1), tabuIn(s, Tabu{}), []int{10, 5})
			}
		})
	}
}

// On instances of QAPLIB too: asymmetric ones, and ones with many ties.
func TestTabuGPU_SameMovesOnPublishedInstances(t *testing.T) {
	for _, name := range []string{"bur26a", "lipa20a", "esc16a", "tai25b", "kra30a"} {
		q := must.Have(assignment.ReadFile(benchdata.File(t, "qap", name+".dat")))(t)
		t.Run(name, func(t *testing.T) {
			together(t, device.Emulator(), q, IteratedTabu{Length: 25}, []int{60})
			together(t, device.Emulator(), q, MatrixAnneal{Sweeps: 1, Alpha: 0.8}, []int{60})
		})
	}
}

// A GPU makes them too, at every size that tells shapes and bank layouts apart.
func TestTabuGPU_SameMovesOnAGPU(t *testing.T) {
	d := must.Ready(t, device.GPU(0))
	for _, n := range []int{2, 3, 9, 16, 30, 31, 32, 33, 40, 41, 50, 64, 65, 80, 100, 128, 150, 200, 256} {
		launches := []int{1, 299, 500}
		if n > 64 { // the core takes long
			launches = []int{1, 30, 40}
		}
		for name, q := range map[string]*assignment.Instance{"uniform": assignment.Uniform(n, 3), "tied": tied(t, n), "asymmetric": asymmetric(t, n, 1),
			"wide": asymmetric(t, n, 1<<22), "plain": asymmetric(t, n, 1<<25)} {
			for _, m := range []walk.Method{Tabu{}, IteratedTabu{Length: 100}, MatrixAnneal{Sweeps: 1, Alpha: 0.7}} {
				t.Run(fmt.Sprintf("n=%d/%s/%s", n, name, m.Name()), func(t *testing.T) {
					together(t, d, q, m, launches)
				})
			}
		}
	}
	for name, s := range tabuShapes {
		t.Run(name, func(t *testing.T) {
			together(t, d, assignment.Uniform(45, 3), tabuIn(s, IteratedTabu{Length: 100}), []int{1, 299, 500})
			together(t, d, asymmetric(t, 45, 1), tabuIn(s, Tabu{}), []int{1, 299, 500})
		})
	}
}

// tabuIn is tabu search whose searches have a shape, where that is one.
func tabuIn(s tabuShape, m walk.Method) walk.Method {
	return trial.Arranged[*tabuFleet]{Method: m, Arrange: func(f *tabuFleet) { f.fixed = s }}
}

// Mirrored tells whether kernel TabuFlip's searches take a solution and its complement for one.
func Mirrored(t *testing.T, p multiwalk.Problem) bool {
	_, rows, err := flipModule(p)
	if err != nil {
		t.Fatal(err)
	}
	return mirrored(rows, p.Space().Len())
}

// However many searches there are, a launch makes some iteration.
func TestTabu_LaunchesOnTheEmulator(t *testing.T) {
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	for walks, want := range map[int]int64{1: 256, 100: 2, 1000: 1} {
		w := &machineTabu{f: &tabuFleet{}}
		w.Machine, w.Size = m, walks
		if got := w.launchIterations(); got != want {
			t.Errorf("%d searches: %d iterations, want %d", walks, got, want)
		}
	}
}

// A search on a GPU is a block of the more warps the more positions there are, but of no more than 16.
func TestTabu_WarpsOfABlock(t *testing.T) {
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	last := 1
	for n := 2; n <= 5000; n++ {
		warps := tabuWarps(m, n)
		if warps < last || warps > 16 {
			t.Fatalf("%d positions: %d warps, one less %d", n, warps, last)
		}
		last = warps
	}
	if last != 16 || vastWarps != 16 {
		t.Errorf("5000 positions: %d warps; with matrices far away %d", last, vastWarps)
	}
}
