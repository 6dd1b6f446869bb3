package auto_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/catalogue"
)

var (
	targetOn = flag.String("target.on", "qubo/bqp250-1.sparse gset/g1.txt@1s perceptron:61x61@2s",
		"instances of BenchmarkToBestKnown: files of the data folder, packed or not, or names; behind an @ the time of a run, if it is not 1s")
	targetSeeds   = flag.Int("target.seeds", 10, "runs of each; those of a perceptron are of ten instances")
	targetDevices = flag.String("target.devices", "gpu", "devices, in turn")
)

// BenchmarkToBestKnown reports how often auto comes to the best known cost, from the call on and with kernels loaded, the mean and the
// greatest time of those runs, and how far all runs are from it at their ends.
//
//	go test ./auto -run '^$' -bench ToBestKnown -benchtime 1x -target.on gset/k2000.hex@1s
func BenchmarkToBestKnown(b *testing.B) {
	for on := range strings.FieldsSeq(*targetOn) {
		name, limit, timed := strings.Cut(on, "@")
		span := time.Second
		if timed {
			var err error
			if span, err = time.ParseDuration(limit); err != nil {
				b.Fatalf("-target.on: %v", err)
			}
		}
		for where := range strings.FieldsSeq(*targetDevices) {
			title := strings.TrimSuffix(strings.ReplaceAll(name[strings.LastIndex(name, "/")+1:], ":", "-"), filepath.Ext(name))
			b.Run(title+"/"+where, func(b *testing.B) {
				d, err := device.Parse(where)
				if a, ok := d.(multiwalk.Accelerator); err != nil || ok && a.Ready() != nil {
					b.Skip("there is no such device")
				}
				for b.Loop() {
					toTarget(b, name, d, span)
				}
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// toTarget runs all seeds of an instance, after a run that loads the kernels.
func toTarget(b *testing.B, name string, d multiwalk.Device, span time.Duration) {
	b.Helper()
	var times []time.Duration
	gap, sum := 0.0, time.Duration(0)
	for seed := range *targetSeeds + 1 {
		p, target := published(b, name, seed)
		stops := []multiwalk.Stop{multiwalk.Time(span), multiwalk.Target(target)}
		if seed == 0 {
			stops = []multiwalk.Stop{multiwalk.Work(1)}
		}
		r := must.Have(multiwalk.Minimize(b.Context(), p, auto.On(p, d), multiwalk.Settings{Seed: uint64(seed), Device: d, Stop: stops}))(b)
		if seed == 0 {
			continue
		}
		if gap += float64(r.Cost-target) / max(1, float64(max(target, -target))); r.Cost <= target {
			times, sum = append(times, r.Elapsed), sum+r.Elapsed
		}
	}
	b.ReportMetric(float64(len(times)), "hits")
	b.ReportMetric(100*gap/float64(*targetSeeds), "gap_%")
	if len(times) > 0 {
		b.ReportMetric(1e3*sum.Seconds()/float64(len(times)), "mean_ms")
		b.ReportMetric(1e3*slices.Max(times).Seconds(), "max_ms")
	}
}

// published reads an instance, of a perceptron that of the seed, and its best known cost.
func published(b *testing.B, name string, seed int) (multiwalk.Problem, int64) {
	b.Helper()
	var content []byte
	file, err := name, error(nil)
	switch kind, _, named := strings.Cut(name, ":"); {
	case kind == "perceptron":
		file = fmt.Sprintf("%s:%d", name, max(1, seed))
		content, err = catalogue.All().Content(file, nil)
	case named:
		content, err = catalogue.All().Content(file, nil)
	default:
		file = strings.TrimSuffix(filepath.Join(benchdata.Dir(b), name), ".hex")
		content, err = unpacked(filepath.Join(benchdata.Dir(b), name))
	}
	if err != nil {
		b.Fatal(err)
	}
	in := must.Have(catalogue.All().Parse(content, file, ""))(b)
	best, ok := in.BestKnown()
	if !ok {
		b.Fatalf("%s: no best known cost", name)
	}
	return in.Problem, best.Cost
}

// unpacked reads a file, or the packed one of that name; hex are bits of complete graphs, see complete.
func unpacked(file string) ([]byte, error) {
	content, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if content, err = os.ReadFile(file + ".gz"); err == nil {
			var z *gzip.Reader
			if z, err = gzip.NewReader(bytes.NewReader(content)); err == nil {
				content, err = io.ReadAll(z)
			}
		}
	}
	if err == nil && strings.HasSuffix(file, ".hex") {
		return complete(content)
	}
	return content, err
}

// complete writes a complete graph whose line i has a bit for each weight from vertex i to those behind it, 1 for 1 and 0 for -1,
// as a list of edges.
func complete(content []byte) ([]byte, error) {
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, len(content)+1)
	var out bytes.Buffer
	n := 0
	for i := 0; lines.Scan(); i++ {
		if i == 0 {
			if _, err := fmt.Sscan(lines.Text(), &n); err != nil {
				return nil, err
			}
			fmt.Fprintln(&out, lines.Text())
			continue
		}
		text := lines.Text()
		bits, err := hex.DecodeString(text + strings.Repeat("0", len(text)%2))
		if err != nil || 8*len(bits) < n-i {
			return nil, fmt.Errorf("line %d has %d bytes: %w", i+1, len(bits), err)
		}
		for k := range n - i {
			fmt.Fprintln(&out, i, i+1+k, 2*int(bits[k/8]>>(7-k%8)&1)-1)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
