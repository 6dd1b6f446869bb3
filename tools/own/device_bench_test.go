package own

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
)

var (
	where = flag.String("own.device", "", "run ours there, such as gpu, cpu+gpu or emulator; auto: where auto chooses; empty: on one core")
	walks = flag.Int("own.walks", 0, "how many walks ours has on the device; 0: the method's own number")
	cores = flag.Bool("own.cores", true, "beside the device, run ours on all cores")
)

// onDevice runs auto on the device of -own.device for a wall-clock time, then on all cores for as long, and then the rival on
// one core for as much processor time. The loading of kernels is left out. Beside what onCore reports are the median cost on
// all cores, how the device compares with them, the evaluations of the device in a second in millions, and how many times the
// evaluations of one core that is, by those of all.
func onDevice(b *testing.B, c Case, limit time.Duration) int {
	d, err := device.Parse(*where)
	if err != nil {
		b.Skip(err)
	}
	if *where == console.DeviceAuto {
		d = chosen(b, c)
	}
	var ours, others, rivals, speed, times []float64
	for b.Loop() {
		for seed := range uint64(*seeds) {
			res := timed(b, c, d, *walks, seed+1, limit)
			each := rate(res)
			ours = append(ours, float64(res.Cost))
			if speed = append(speed, each/1e6); !*cores {
				continue
			}
			all := timed(b, c, device.CPU(0), 0, seed+1, limit)
			others, times = append(others, float64(all.Cost)), append(times, each/(rate(all)/float64(all.Workers)))
		}
		rivals = append(rivals, costs(heats(b, c.Name, limit, false), func(h heat) int64 { return h.Rival })...)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(ours), "ours")
	b.ReportMetric(median(rivals), "rival")
	b.ReportMetric(median(speed), "Mevaluations/s")
	result := compare(ours, rivals)
	result.report(b, "")
	if len(others) > 0 {
		b.ReportMetric(median(others), "cores")
		b.ReportMetric(median(times), "times_a_core")
		compare(ours, others).report(b, "_than_cores")
	}
	return result.verdict
}

// chosen is the device that auto chooses for a run that time limits.
func chosen(b *testing.B, c Case) multiwalk.Device {
	_, d, notes, err := auto.Choose(c.Problem, nil, nil)
	if err != nil || d == nil {
		b.Skipf("auto has nothing but the cores: %v %v", notes, err)
	}
	return d
}

// timed runs what auto chooses for a device, with its own number of walks if walks is 0.
func timed(b *testing.B, c Case, d multiwalk.Device, walks int, seed uint64, limit time.Duration) *multiwalk.Result {
	b.Helper()
	m, on, notes, err := auto.Choose(c.Problem, nil, d)
	if err != nil || fmt.Sprint(on) != fmt.Sprint(d) {
		b.Fatalf("%s: not on %v: %v %v", c.Name, d, notes, err)
	}
	res, err := multiwalk.Minimize(b.Context(), c.Problem, m, multiwalk.Settings{Seed: seed, Device: on, Walks: walks,
		Stop: []multiwalk.Stop{multiwalk.Time(limit)}})
	if err != nil {
		b.Fatalf("%s: %v", c.Name, err)
	}
	if got := c.Check(res.Best); got != res.Cost {
		b.Fatalf("%s: our solution costs %d, checked %d", c.Name, res.Cost, got)
	}
	if testing.Verbose() {
		b.Logf("%v on %v after %v, loaded in %v; %q", res, on, res.Elapsed, res.Loading, res.Notes)
	}
	return res
}

// rate is the evaluations in a second.
func rate(r *multiwalk.Result) float64 { return float64(r.Evaluations()) / r.Elapsed.Seconds() }
