package auto_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// matrixFile is a TSPLIB file of n cities whose weights a function tells.
func matrixFile(kind string, n int, weight func(i, j int) int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "TYPE: %s\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", kind, n)
	for i := range n {
		for j := range n {
			fmt.Fprint(&b, weight(i, j), " ")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// coordinateFile is a TSPLIB file of n cities up to far from each other on each axis.
func coordinateFile(metric string, n, axes int, far float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "DIMENSION: %d\nEDGE_WEIGHT_TYPE: %s\nNODE_COORD_SECTION\n", n, metric)
	for i := range n {
		fmt.Fprint(&b, i+1)
		for a := range axes {
			fmt.Fprintf(&b, " %v", far*float64((i*(3+2*a)+a)%n)/float64(n-1))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// acceptedTours are files at the ends of what the reader accepts.
func acceptedTours() map[string]string {
	files := map[string]string{}
	uneven := func(i, j int) int { return (i*7+j*13)%11 - 5 }
	for _, n := range []int{2, 3, 7, 8, 9, 13} {
		add := func(name, text string) { files[fmt.Sprintf("%s %d", name, n)] = text }
		for _, most := range []int{150_000_000, math.MaxInt32, math.MinInt32, 1 << 24, 5_000_000} {
			one := func(i, j int) int { // a single weight that is great, far from the first city
				if i == n-2 && j == n-1 {
					return most
				}
				return 10 + uneven(i, j)
			}
			add(fmt.Sprintf("one weight of %d", most), matrixFile("ATSP", n, one))
			add(fmt.Sprintf("both ways %d", most), matrixFile("TSP", n, func(i, j int) int { return one(min(i, j), max(i, j)) }))
			add(fmt.Sprintf("all about %d", most), matrixFile("ATSP", n, func(i, j int) int { return most/5*4 + uneven(i, j)*(most/50) }))
			add(fmt.Sprintf("all both ways about %d", most), matrixFile("TSP", n, func(i, j int) int {
				return most/5*4 + uneven(min(i, j), max(i, j))*(most/50)
			}))
		}
		add("both ends", matrixFile("ATSP", n, func(i, j int) int { return []int{math.MinInt32, math.MaxInt32}[(i*3+j)%2] }))
		for _, metric := range []string{"EUC_2D", "CEIL_2D", "MAN_2D", "MAX_2D", "ATT"} {
			add(metric, coordinateFile(metric, n, 2, 1.05e9))
		}
		add("EUC_3D", coordinateFile("EUC_3D", n, 3, 1.2e9))
		add("GEO", coordinateFile("GEO", n, 2, 359))
		add("at one place", coordinateFile("EUC_2D", n, 2, 0))
		if n > 3 {
			add("fixed edges", coordinateFile("EUC_2D", n, 2, 1000)+"FIXED_EDGES_SECTION\n1 2\n2 3\n-1\n")
			add("fixed edges of great weights", matrixFile("ATSP", n, func(i, j int) int { return math.MaxInt32 - uneven(i, j)*i - 60 })+
				"FIXED_EDGES_SECTION\n1 2\n-1\n")
		}
	}
	return files
}

// acceptedAssignments are files at the ends of what the reader accepts: costs up to a quarter of int64's.
func acceptedAssignments() map[string]string {
	files := map[string]string{}
	for _, n := range []int{1, 2, 3, 9} {
		for _, c := range []struct{ flow, dist int }{
			{math.MaxInt32, 1_000_000}, {math.MinInt32, 1}, {1, math.MaxInt32}, {150_000_000, 150_000_000}, {1 << 27, 3}, {1 << 26, -9}, {0, math.MaxInt32},
		} {
			var b strings.Builder
			fmt.Fprintln(&b, n)
			for k := range 2 * n * n {
				v := c.flow
				if k >= n*n {
					v = c.dist
				}
				fmt.Fprint(&b, v/(1+k%3), " ")
			}
			files[fmt.Sprintf("%d: %d and %d", n, c.flow, c.dist)] = b.String()
		}
	}
	return files
}

// Whatever a reader accepts, auto's method solves: on cores, and on the emulator with the method for there, where one has
// kernels for it.
func TestChoose_SolvesWhatReadersAccept(t *testing.T) {
	for name, text := range acceptedTours() {
		p, err := tsp.Read(strings.NewReader(text), "f")
		if err != nil {
			t.Errorf("%s is no file that the reader accepts: %v", name, err)
			continue
		}
		t.Run(name, func(t *testing.T) { solveAnywhere(t, p) })
	}
	for name, text := range acceptedAssignments() {
		p, err := qap.Read(strings.NewReader(text), "f")
		if err != nil {
			t.Errorf("%s is no file that the reader accepts: %v", name, err)
			continue
		}
		t.Run(name, func(t *testing.T) { solveAnywhere(t, p) })
	}
}

func solveAnywhere(t *testing.T, p multiwalk.Problem) {
	for _, d := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
		m, _, notes, err := auto.Choose(p, nil, d)
		if _, machine := d.(multiwalk.Accelerator); machine && errors.Is(err, multiwalk.ErrNoKernel) {
			continue // on cores it is solved
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(notes) > 0 {
			t.Errorf("on %v: %s", d, notes)
		}
		res, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 1, Device: d, Walks: 2,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(3000), multiwalk.Work(3)}})
		if err != nil {
			t.Fatalf("%s on %v: %v", m.Name(), d, err)
		}
		if err := walk.Feasible(p, res.Best); err != nil || p.Cost(res.Best) != res.Cost {
			t.Errorf("%s on %v: %d of cost %d, %v", m.Name(), d, res.Cost, p.Cost(res.Best), err)
		}
	}
}

// wide is a tour whose edges may cost 64 bits.
type wide struct {
	n    int
	cost func(i, j int32) int64
	both bool
}

func (w wide) Space() multiwalk.Space    { return multiwalk.Tour(w.n) }
func (w wide) EdgeCost(i, j int32) int64 { return w.cost(i, j) }
func (w wide) Symmetric() bool           { return w.both }
func (w wide) Cost(x []int32) (sum int64) {
	for i, c := range x {
		sum += w.cost(c, x[(i+1)%len(x)])
	}
	return sum
}

// Where edges are beyond iterated local search, annealing takes its place, and a note says why.
func TestChoose_FallsBackAndSaysSo(t *testing.T) {
	great := func(i, j int32) int64 { return int64(i+j) << 33 }
	for name, c := range map[string]struct {
		p    wide
		want walk.Method
		note string
	}{
		"small":            {wide{9, func(i, j int32) int64 { return int64(i * j) }, false}, single.ILS{}, ""},
		"few":              {wide{7, great, false}, nil, ""}, // all are gone through
		"great":            {wide{12, great, true}, single.Anneal{}, "the edge from city 0 to"},
		"one way":          {wide{12, func(i, j int32) int64 { return int64(i+j) << 28 }, false}, single.Anneal{}, "the edge from city 0 to 8 costs 2147483648, which does not fit"},
		"negative":         {wide{12, func(i, j int32) int64 { return -great(i, j) }, true}, single.Anneal{}, "the edge from city 0 to 1 costs -8589934592"},
		"great, far apart": {wide{20, func(i, j int32) int64 { return int64(max(i-j, j-i)) << 27 }, true}, single.ILS{}, ""},
	} {
		m, _, notes, err := auto.Choose(c.p, nil, device.CPU(0))
		note := strings.Join(notes, "; ")
		if err != nil {
			t.Fatal(err)
		}
		if c.want != nil && m != c.want || (note == "") != (c.note == "") || !strings.Contains(note, c.note) ||
			note != "" && !strings.HasPrefix(note, "method anneal runs instead of ils: ") {
			t.Errorf("%s: %T, %q", name, m, note)
		}
		res, err := multiwalk.Minimize(t.Context(), c.p, m, multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(3000), multiwalk.Work(3)}})
		if err != nil || c.p.Cost(res.Best) != res.Cost {
			t.Errorf("%s: %v, %v", name, res, err)
		}
	}
}

// gainer gains by any GPU.
type gainer struct{ single.Anneal }

func (gainer) Place(multiwalk.Problem, multiwalk.Accelerator) error { return nil }
func (gainer) Gains(multiwalk.Problem, multiwalk.Accelerator) bool  { return true }

// Of method and device, Choose fills in what is left open, and refuses what does not go together.
func TestChoose_FillsInWhatIsOpen(t *testing.T) {
	p, emulator := qap.Uniform(12, 1), device.Emulator()
	for name, c := range map[string]struct {
		wanted   walk.Method
		d        multiwalk.Device
		on       multiwalk.Device
		computer int // GPUs
		refused  bool
	}{
		"named":                {wanted: single.Tabu{}, d: emulator, on: emulator},
		"named, cannot":        {wanted: single.LightWeight{}, d: emulator, refused: true},
		"gains, no GPU":        {wanted: gainer{}},
		"gains":                {wanted: gainer{}, computer: 1, on: device.GPU(0)},
		"gains, on cores":      {wanted: gainer{}, computer: 1, d: device.CPU(2), on: device.CPU(2)},
		"gains nothing":        {wanted: single.Climb{}, computer: 1},
		"any, few positions":   {computer: 1},
		"any, on the emulator": {d: emulator, on: emulator},
	} {
		gputest.Computer(t, c.computer, nil)
		m, on, notes, err := auto.Choose(p, c.wanted, c.d)
		if c.refused != errors.Is(err, multiwalk.ErrNoKernel) || !c.refused && err != nil || len(notes) > 0 {
			t.Errorf("%s: %v, %v", name, err, notes)
		}
		if !c.refused && fmt.Sprint(on) != fmt.Sprint(c.on) || c.wanted != nil && m != c.wanted || m == nil {
			t.Errorf("%s: %v on %v, want it on %v", name, m, on, c.on)
		}
	}
}
