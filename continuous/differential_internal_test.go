package continuous

import (
	"fmt"
	"math"
	"sort"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// valley is Rosenbrock's function in a box.
func valley(t *testing.T, n int) *Packed {
	t.Helper()
	f := Func{F: func(x []float64) (sum float64) {
		for i := range len(x) - 1 {
			a, b := x[i+1]-x[i]*x[i], 1-x[i]
			sum += 100*a*a + b*b
		}
		return sum
	}}
	for range n {
		f.Lower, f.Upper = append(f.Lower, -4), append(f.Upper, 6)
	}
	return must.Have(Of(f))(t)
}

// walkOf begins a walk.
func walkOf[W walk.Walk](t *testing.T, m walk.Method, p *Packed, b walk.Budget) W {
	t.Helper()
	s := must.Have(m.Prepare(p, walk.Plan{Seed: 7, Walks: 1, Budget: b, Warn: func(string) {}}))(t)
	w := must.Have(s.NewWalk(0))(t)
	return w.(W)
}

// alike compares two populations.
func alike(t *testing.T, what string, got [][]float64, want [][]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d vectors, the reference has %d", what, len(got), len(want))
	}
	for k := range got {
		for i := range got[k] {
			if d := math.Abs(got[k][i] - want[k][i]); !(d <= 1e-9*(1+math.Abs(want[k][i]))) {
				t.Fatalf("%s: vector %d is %v, the reference has %v", what, k, got[k], want[k])
			}
		}
	}
}

// lshade is L-SHADE as the paper has it, with jSO's changes if jso is set: one vector after another, no memory shared.
type lshade struct {
	f            func([]float64) float64
	jso          bool
	p, a         [][]float64 // population and archive
	mf, mcr      []float64
	k            int
	first        int
	lower, upper float64
}

func (r *lshade) generation(w *diffWalk, g int64, part, after float64) {
	size := len(r.p)
	order := make([]int, size)
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return r.f(r.p[order[a]]) < r.f(r.p[order[b]]) })
	var trials [][]float64
	var fs, crs []float64
	for i := range size {
		d := w.draws(g, i)
		u, f, cr := r.trial(&d, order, i, part)
		trials, fs, crs = append(trials, u), append(fs, f), append(crs, cr)
	}
	var sf, scr, gain []float64
	d := w.draws(g, common)
	for i, u := range trials {
		was, is := r.f(r.p[i]), r.f(u)
		if is < was {
			if limit := int(float64(size) * map[bool]float64{true: 1, false: 2.6}[r.jso]); len(r.a) < limit {
				r.a = append(r.a, r.p[i])
			} else {
				r.a[d.below(len(r.a))] = r.p[i]
			}
			sf, scr, gain = append(sf, fs[i]), append(scr, crs[i]), append(gain, was-is)
		}
		if is <= was {
			r.p[i] = u
		}
	}
	r.remember(sf, scr, gain)
	r.reduce(w, g, after)
}

func (r *lshade) trial(d *draws, order []int, i int, part float64) (u []float64, f, cr float64) {
	h := d.below(len(r.mf))
	if r.mcr[h] != -1 {
		cr = math.Max(0, math.Min(1, r.mcr[h]+0.1*d.normal()))
	}
	for f <= 0 {
		f = r.mf[h] + 0.1*(d.normal()/d.normal())
	}
	f = math.Min(f, 1)
	fw, p := f, 0.11
	if r.jso {
		p = 0.25 - 0.125*part
		if part < 0.25 {
			cr = math.Max(cr, 0.7)
		} else if part < 0.5 {
			cr = math.Max(cr, 0.6)
		}
		if part < 0.6 && f > 0.7 {
			f = 0.7
		}
		switch {
		case part < 0.2:
			fw = 0.7 * f
		case part < 0.4:
			fw = 0.8 * f
		default:
			fw = 1.2 * f
		}
	}
	best := r.p[order[d.below(int(math.Max(2, math.Round(p*float64(len(r.p))))))]]
	r1, r2 := i, i
	for r1 == i {
		r1 = d.below(len(r.p))
	}
	for r2 == i || r2 == r1 {
		r2 = d.below(len(r.p) + len(r.a))
	}
	union := append(append([][]float64{}, r.p...), r.a...)
	x := r.p[i]
	j0 := d.below(len(x))
	u = append([]float64{}, x...)
	for j := range x {
		if j == j0 || d.uniform() < cr {
			u[j] = x[j] + fw*(best[j]-x[j]) + f*(r.p[r1][j]-union[r2][j])
		}
		for u[j] < r.lower || u[j] > r.upper {
			if u[j] < r.lower {
				u[j] = 2*r.lower - u[j]
			} else {
				u[j] = 2*r.upper - u[j]
			}
		}
	}
	return u, f, cr
}

func (r *lshade) remember(sf, scr, gain []float64) {
	if len(sf) == 0 {
		return
	}
	total, topF, lowF, topCR, lowCR, mostCR := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for _, g := range gain {
		total += g
	}
	for i := range sf {
		w := gain[i] / total
		topF, lowF = topF+w*sf[i]*sf[i], lowF+w*sf[i]
		topCR, lowCR = topCR+w*scr[i]*scr[i], lowCR+w*scr[i]
		mostCR = math.Max(mostCR, scr[i])
	}
	f, cr := topF/lowF, topCR/lowCR
	if r.jso {
		f, cr = (f+r.mf[r.k])/2, (cr+r.mcr[r.k])/2
	}
	if mostCR == 0 || r.mcr[r.k] == -1 {
		cr = -1
	}
	r.mf[r.k], r.mcr[r.k] = f, cr
	r.k++
	if last := len(r.mf); r.k == last || r.jso && r.k == last-1 {
		r.k = 0
	}
}

func (r *lshade) reduce(w *diffWalk, g int64, part float64) {
	want := int(math.Round(float64(r.first) + part*float64(4-r.first)))
	for len(r.p) > want {
		bad := len(r.p) - 1
		for i := range r.p { // of equals the last goes first
			if r.f(r.p[i]) > r.f(r.p[bad]) {
				bad = i
			}
		}
		r.p = append(r.p[:bad:bad], r.p[bad+1:]...)
	}
	d := w.draws(g, common+1)
	for len(r.a) > int(float64(len(r.p))*map[bool]float64{true: 1, false: 2.6}[r.jso]) {
		last := len(r.a) - 1
		r.a[d.below(len(r.a))] = r.a[last]
		r.a = r.a[:last]
	}
}

func TestDifferential_FollowsReference(t *testing.T) {
	const generations, n = 100, 5
	for _, strategy := range []string{strategyJSO, strategyLShade} {
		t.Run(strategy, func(t *testing.T) {
			p := valley(t, n)
			m := Differential{Strategy: strategy, Schedule: scheduleGrow, Population: 30}
			w := walkOf[*diffWalk](t, m, p, walk.Budget{})
			w.Step(walk.NewSlice(1))
			r := lshade{f: p.of.Cost, jso: strategy == strategyJSO, mf: []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, first: 30, lower: -4, upper: 6}
			r.mcr = append([]float64{}, r.mf...)
			if r.jso {
				r.mf, r.mcr = []float64{0.3, 0.3, 0.3, 0.3, 0.9}, []float64{0.8, 0.8, 0.8, 0.8, 0.9}
			}
			for _, x := range w.now.x {
				r.p = append(r.p, append([]float64{}, x...))
			}
			spent, span := 29.0, float64(firstSpan*n) // the first of the 30 was evaluated when the walk began
			for g := int64(1); g <= generations; g++ {
				part := spent / span
				spent += float64(len(r.p))
				r.generation(w, g, part, math.Min(1, spent/span))
				w.Step(walk.NewSlice(1))
				if w.now.x == nil {
					t.Logf("restarts after %d generations", g)
					return
				}
				what := fmt.Sprintf("generation %d", g)
				alike(t, what, w.now.x, r.p)
				alike(t, what+": archive", w.archive.x, r.a)
				alike(t, what+": history", [][]float64{w.past.scales, w.past.rates}, [][]float64{r.mf, r.mcr})
			}
		})
	}
}

// Classic differential evolution, step by step.
func TestDifferential_FollowsClassic(t *testing.T) {
	for _, strategy := range []string{strategyRand, strategyBest} {
		p := valley(t, 37)
		w := walkOf[*diffWalk](t, Differential{Strategy: strategy, Population: 12, F: 0.6, CR: 0.8}, p, walk.Budget{})
		w.Step(walk.NewSlice(1))
		var now [][]float64
		for _, x := range w.now.x {
			now = append(now, append([]float64{}, x...))
		}
		for g := int64(1); g <= 60; g++ {
			next := append([][]float64{}, now...)
			best := 0
			for k := range now {
				if p.of.Cost(now[k]) < p.of.Cost(now[best]) {
					best = k
				}
			}
			for k := range now {
				d := w.mover.Donors(g, int32(k), 12, int32(best))
				a, b, c := int(d.Plus), int(d.Minus), int(d.Base)
				if a == b || a == k || b == k || strategy == strategyRand && (c == k || c == a || c == b) || strategy == strategyBest && c != best {
					t.Fatalf("rival of %d is made of %+v", k, d)
				}
				u := append([]float64{}, now[k]...)
				for i := range u {
					if i == int(d.Element) || between(word(g, k, 1+i/32*8+i%8, i/8%4)) < 0.8 {
						u[i] = now[c][i] + 0.6*(now[a][i]-now[b][i])
					}
				}
				w.g.reflect(u)
				if p.of.Cost(u) <= p.of.Cost(now[k]) {
					next[k] = u
				}
			}
			now = next
			w.Step(walk.NewSlice(1))
			alike(t, fmt.Sprintf("%s, generation %d", strategy, g), w.now.x, now)
		}
	}
}
