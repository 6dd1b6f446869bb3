package perceptron

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// planted is an instance by seed 1.
func planted(t testing.TB, m, n int) *Instance {
	t.Helper()
	return must.Have(Draw(m, n, 1))(t)
}

// definition is the cost from the signs and the products alone.
func definition(p *Instance, c Penalties, x []int32) (sum int64) {
	counts := map[int]int{}
	for i := range p.Rows() {
		w := 0
		for j, v := range x {
			w += p.Sign(i, j) * int(2*v-1)
		}
		counts[w]++
		if w < 0 {
			sum += int64(c.Negative * power(-w, c.NegativePower))
		}
	}
	for _, w := range p.Products() {
		counts[w]--
	}
	for _, off := range counts {
		sum += int64(c.Histogram * power(max(off, -off), c.HistogramPower))
	}
	return sum
}

// sizes have one, two, three and more words of rows, odd and even products.
var sizes = [][2]int{{1, 1}, {1, 2}, {5, 3}, {40, 30}, {63, 65}, {64, 64}, {65, 63}, {101, 117}, {150, 20}, {193, 40}, {300, 31}}

func TestCost_IsTheDefinition(t *testing.T) {
	for _, size := range sizes {
		p := planted(t, size[0], size[1])
		for _, c := range []Penalties{KnudsenMeier, {Negative: 3, NegativePower: 2, Histogram: 2, HistogramPower: 3}} {
			q := must.Have(p.With(c))(t)
			r, x := multiwalk.NewRand(2, 0), make([]int32, p.n)
			for range 20 {
				q.Space().Random(r, x)
				if got, want := q.Cost(x), definition(q, c, x); got != want {
					t.Fatalf("%s, %+v: cost %d, want %d", p.Name(), c, got, want)
				}
			}
		}
	}
}

func TestInstance_Conforms(t *testing.T) {
	for _, size := range sizes {
		conformance.Problem(t, planted(t, size[0], size[1]), conformance.Moves(60))
	}
}

// A planted instance has a solution, whose products are those that the instance lists.
func TestDraw_HasASolution(t *testing.T) {
	for m := 1; m <= 9; m++ {
		for n := 1; n <= 9; n++ {
			p := must.Have(Draw(m, n, uint64(10*m+n)))(t)
			solved := 0
			for x := range runtest.Solutions(p.Space()) {
				if c := p.Cost(x); c < 0 {
					t.Fatalf("%s: %v costs %d", p.Name(), x, c)
				} else if c == 0 {
					solved++
				}
			}
			if solved == 0 {
				t.Errorf("%s has no solution", p.Name())
			}
		}
	}
	a, b := planted(t, 9, 9), planted(t, 9, 9)
	if c, _ := Draw(9, 9, 2); !slices.Equal(a.columns, b.columns) || slices.Equal(a.columns, c.columns) || c.Name() != "perceptron:9x9:2" {
		t.Error("instances by seed")
	}
}

// New makes of the signs and products of an instance the same instance.
func TestNew_IsWhatItSays(t *testing.T) {
	p := planted(t, 70, 33)
	var rows [][]int8
	for i := range p.Rows() {
		row := make([]int8, p.Columns())
		for j := range row {
			row[j] = int8(p.Sign(i, j))
		}
		rows = append(rows, row)
	}
	q, err := New("again", rows, p.Products())
	if err != nil || !slices.Equal(p.columns, q.columns) || !slices.Equal(p.charge, q.charge) || q.Name() != "again" {
		t.Errorf("%v, %v", q, err)
	}
}

func TestNew_Refuses(t *testing.T) {
	long := make([]int8, MaxLength+1)
	for _, c := range []struct {
		rows     [][]int8
		products []int
		says     string
	}{
		{nil, nil, "0 rows of signs; there must be 1 to 1023"},
		{[][]int8{{}}, []int{0}, "rows of 1 to 1023 signs"},
		{[][]int8{long}, []int{0}, "rows of 1 to 1023 signs"},
		{[][]int8{{1}, {1}}, []int{1}, "2 rows have 1 products"},
		{[][]int8{{1}, {1, 1}}, []int{1, 1}, "row 1 has 2 signs, and row 0 has 1"},
		{[][]int8{{1, 0}}, []int{0}, "row 0 has 0 at column 1; a sign is 1 or -1"},
		{[][]int8{{1, 1, 1}}, []int{2}, "product 0 is 2; of 3 signs it is 0 to 3, and odd"},
		{[][]int8{{1, 1}}, []int{-2}, "product 0 is -2; of 2 signs it is 0 to 2, and even"},
		{[][]int8{{1, 1}}, []int{4}, "product 0 is 4"},
	} {
		p, err := New("p", c.rows, c.products)
		if p != nil || err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}

func TestWith_Refuses(t *testing.T) {
	p := planted(t, 1000, 1000)
	for _, c := range []Penalties{{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}, {1, 5, 1, 1}, {1, 1, 1, 5}, {30, 3, 1, 1}, {1, 1, 1, 4}} {
		if q, err := p.With(c); q != nil || err == nil || !strings.HasPrefix(err.Error(), "multiwalk: penalties") {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if q, err := p.With(Penalties{1000, 1, 9, 2}); err != nil || q.Name() != p.Name() {
		t.Error(err)
	}
}

// Methods find the planted solution, on cores by states and on devices by tables, and stop there.
func TestSolve_FindsTheSolution(t *testing.T) {
	p := planted(t, 15, 19)
	for _, m := range []walk.Method{single.Anneal{}, single.IteratedTabu{}} {
		for _, d := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
			if walk.Place(p, m, d) != nil {
				continue
			}
			r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 1, Walks: 4, Device: d,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}})
			if err != nil || r.Cost != 0 || p.Cost(r.Best) != 0 {
				t.Errorf("%s on %v: %v, %v", m.Name(), d, r, err)
			}
		}
	}
}

// BenchmarkFlipDelta prices flips of a solution that annealing comes by.
func BenchmarkFlipDelta(b *testing.B) {
	for _, size := range [][2]int{{31, 41}, {73, 73}, {101, 117}, {131, 147}, {301, 317}} {
		p := planted(b, size[0], size[1])
		b.Run(strings.TrimPrefix(p.Name(), Prefix), func(b *testing.B) {
			x := make([]int32, p.n)
			p.Space().Random(multiwalk.NewRand(1, 0), x)
			s, sum, j := p.NewState(x).(*state), int64(0), int32(0)
			for b.Loop() {
				sum += s.FlipDelta(j)
				if j++; j == int32(p.n) {
					s.Flip(int32(sum&0xffff) % j)
					j = 0
				}
			}
		})
	}
}
