package qap

import (
	"bytes"
	"flag"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/stat"
)

var update = flag.Bool("update", false, "write the golden files anew")

// invented are systems whose runs take an exponential time with so many seconds as its mean.
var invented = map[string]float64{gaGPU: 0.01, gaGPUs: 0.006, gaCores: 0.3, modelI: 1, modelII: 2, "auto-gpu": 0.001, "auto-cores": 0.02, "auto-core": 0.1}

// single blocks take an exponential number of generations after the first ones, and blocks this long for each.
const (
	inventedFirst, inventedMean  = 100, 20_000
	inventedStart, inventedEach  = 0.002, 40e-6 // seconds
	inventedBlocks, inventedMost = 264, 30_000  // blocks that a GPU holds, and generations after which single ones are given up
)

// exponential is quantile k of n of the distribution with a mean.
func exponential(mean float64, k, n int) float64 {
	return -mean * math.Log(1-(float64(k)+0.5)/float64(n))
}

// withGPUs and withoutGPU are labs that tests look at, and do not change.
var (
	withGPUs   = sync.OnceValue(func() *Lab { return measured(true) })
	withoutGPU = sync.OnceValue(func() *Lab { return measured(false) })
)

// measured is a Lab with runs that were not made.
func measured(accelerator bool) *Lab {
	c := Config{Setup: Setup{Cores: 16, Seed: 1}, Runs: 20, Singles: 240, Limit: 5 * time.Second}
	c.Systems, _ = SystemsNamed([]string{gaGPU, gaGPUs, gaCores, modelI, modelII, noRestart, "auto-gpu", "auto-cores", "auto-core", "tabu-gpu"})
	for _, name := range []string{"tai25b", "kra30a", "tai50b"} {
		in := ring(2, 4)
		in.Name, in.Target = name, acceptable(name, 10_000)
		in.Best = 10_000
		c.Instances = append(c.Instances, in)
	}
	if accelerator {
		c.Accelerator = device.Emulators(2)
	}
	l, err := NewLab(c)
	if err != nil {
		panic(err)
	}
	for i, in := range c.Instances {
		hard := math.Pow(4, float64(i))
		for _, s := range c.Systems {
			if l.Device(s.Where) != nil {
				l.invent(in, s, hard)
			}
		}
	}
	return l
}

// invent makes the runs of a system.
func (l *Lab) invent(in Instance, s System, hard float64) {
	add := func(r Run, seconds float64) {
		if r.Elapsed = time.Duration(seconds * 1e9); r.Elapsed > l.Limit {
			r.Elapsed, r.Reached = l.Limit, false
		}
		l.Take(r)
	}
	for k := range l.Runs {
		r := Run{Trial: Trial{Kind: ToTarget, Instance: in.Name, System: s.ID, Number: k}, Walks: 1, Reached: true}
		if s.Where == papers.AllCores {
			r.Walks = l.Cores
		}
		if s.ID == noRestart {
			r.Reached = k < 2
			add(r, 0.01+0.001*float64(k))
			continue
		}
		if mean, ok := invented[s.ID]; ok && (s.ID != "auto-gpu" || k < 7) {
			if s.Genetic && s.Where != papers.OneCore && s.Where != papers.AllCores {
				r.Walks = inventedBlocks
			}
			add(r, exponential(mean*hard, k, l.Runs))
		}
		for _, blocks := range l.Blocks {
			if s.ID == gaGPU {
				r.Size, r.Walks = blocks, blocks
				g := inventedFirst + exponential(inventedMean*hard/float64(blocks), k, l.Runs)
				add(r, inventedStart+g*inventedEach)
			}
		}
	}
	if s.ID != gaGPU && s.ID != gaGPUs {
		return
	}
	single := func(number, k, of int, most float64) {
		g := inventedFirst + exponential(inventedMean*hard, k, of)
		r := Run{Trial: lone(in, number), Walks: 1, Reached: g < most, Generations: int64(min(g, most)), Elapsed: time.Second}
		l.Take(r)
	}
	for k := range l.Singles {
		single(k, k, l.Singles, inventedMost)
	}
	for k, n := 0, shortRuns*l.Singles; k < n; k++ {
		single(shortNumbers+k, k, n, inventedMost/shortShare)
	}
	for k := range l.Races {
		for _, blocks := range l.Blocks[:2] {
			t := race(in, blocks)
			t.Number = k
			g := inventedFirst + exponential(inventedMean*hard/float64(blocks), k, l.Races)
			l.Take(Run{Trial: t, Walks: blocks, Reached: true, Generations: int64(g), Elapsed: time.Second})
		}
	}
	for _, blocks := range append([]int{0, 1}, l.Blocks...) {
		for _, length := range l.paceLengths() {
			r := Run{Trial: Trial{Kind: Pace, Instance: in.Name, System: s.ID, Size: blocks, Length: length}, Generations: length}
			add(r, inventedStart+float64(length)*inventedEach)
		}
	}
}

func TestTables_Golden(t *testing.T) {
	for _, of := range []struct {
		file string
		lab  *Lab
	}{{"tables.txt", withGPUs()}, {"tables-cpu.txt", withoutGPU()}} {
		l := of.lab
		l.Shown = true // what this machine has does not matter
		var b bytes.Buffer
		for _, e := range Experiments() {
			for _, table := range e.Tables(l) {
				must.Do(t, table.Text(&b))
				b.WriteByte('\n')
			}
		}
		must.Match(t, of.file, b.Bytes(), *update)
	}
}

func TestCharts_Golden(t *testing.T) {
	l := withGPUs()
	for _, chart := range append(chartsFigure5(l), chartsFigure6(l)[0]) {
		var b bytes.Buffer
		must.Do(t, chart.SVG(&b))
		must.Match(t, chart.Name+".svg", b.Bytes(), *update)
	}
}

// Of single blocks whose times are exponential after a first one, that of the fastest of p is known in closed form; so
// is the time that so many blocks take for it.
func TestPredict_ClosedForm(t *testing.T) {
	l := withGPUs()
	for i, in := range l.Instances[:2] {
		for _, p := range l.Blocks {
			g := inventedFirst + inventedMean*math.Pow(4, float64(i))/float64(p)
			want := inventedStart + g*inventedEach
			got, ok := l.predict(in, bundle{papers.OneGPU, p, p})
			if !ok || math.Abs(got.value/want-1) > 0.1 || got.low > got.value || got.high < got.value {
				t.Errorf("%s, %d blocks: %+v, want %v", in.Name, p, got, want)
			}
			if off := l.off(l.ourM(value), l.time2)(row2{in, bundle{papers.OneGPU, p, p}}); !off.Has() || math.Abs(off.Value) > 12 {
				t.Errorf("%s, %d blocks: off by %+v %%", in.Name, p, off)
			}
		}
		if f := l.forecast(in, papers.OneGPU); f.best == nil || f.best.Family() != stat.ShiftedFamily || f.head != 1 {
			t.Errorf("%s: %+v", in.Name, f.best)
		}
	}
	notes := strings.Join(tablesTable2(l)[0].Notes, "\n")
	if want := "of races, for 30 blocks: ours on 3 of 3 instances"; !strings.Contains(notes, want) {
		t.Errorf("no %q in\n%s", want, notes)
	}
}

func TestPace(t *testing.T) {
	p := pace{[2]float64{50, 3050}, [2]float64{0.003, 0.063}}
	if got := p.each(); math.Abs(got-20e-6) > 1e-12 {
		t.Errorf("%v a generation", got)
	}
	if got, want := p.after(1000), 0.002+0.02; math.Abs(got-want) > 1e-12 {
		t.Errorf("1000 generations take %v, want %v", got, want)
	}
	noisy := pace{[2]float64{50, 100}, [2]float64{0.003, 0.002}} // the longer run took less
	if got := noisy.after(1e6); got != 0.003 {
		t.Errorf("%v", got)
	}
}

// Runs that ended without the target count as longer than they were, never as if they had reached it then.
func TestExpected(t *testing.T) {
	run := func(seconds float64, reached bool) Run {
		return Run{Elapsed: time.Duration(seconds * 1e9), Reached: reached}
	}
	for _, c := range []struct {
		list Runs
		want exhibit.Cell
	}{
		{Runs{run(1, true), run(3, true)}, exhibit.Value(2)},
		{Runs{run(1, true), run(5, false)}, exhibit.Cell{Value: 6, Mark: exhibit.Estimate}},
		{Runs{run(5, false), run(5, false)}, exhibit.Cell{Value: 5, Mark: exhibit.AtLeast}},
	} {
		if got := expected(c.list, Run.Seconds); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.list, got, c.want)
		}
	}
}

// The paper's rows fit each other, but for what it prints wrong.
func TestPaper_Consistent(t *testing.T) {
	near := func(a, b, by float64) bool { return math.Abs(a-b) <= by }
	for i, r := range Table2 {
		for _, p := range []PaperBlocks{r.Thirty, r.Sixty} {
			if !near(p.Gain, r.One.Mean/p.Mean, 0.06*p.Gain) || !near(p.Delta, p.Mean-p.M, 0.0151) {
				t.Errorf("%s: %+v of %v", r.Instance, p, r.One.Mean)
			}
		}
		three := Table3[i]
		if three.Instance != r.Instance || Table1[i].Instance != r.Instance || three.GPU1 != r.Thirty.Mean || three.GPU2 != r.Sixty.Mean {
			t.Errorf("%s: Table III has %+v", r.Instance, three)
		}
		for k, gpu := range []float64{three.GPU1, three.GPU2} {
			if !near(three.SpeedupI[k], three.ModelI/gpu, 0.11) || !near(three.SpeedupII[k], three.ModelII/gpu, 0.11) {
				t.Errorf("%s: speed-ups %+v", r.Instance, three)
			}
		}
	}
	if notes := misprints(); len(notes) != 2 || !strings.Contains(notes[0], "tai25b") || !strings.Contains(notes[1], "kra30a, Model II on a core, as 10.03 and 21.45 s") {
		t.Errorf("%q", notes)
	}
}
