package fang

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/multiwalk/multiwalk/internal/gridpath"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/successor"
)

// bench is a system at work.
type bench struct {
	Case
	g     *successor.Generator[gridpath.Point]
	check int64
	times []float64 // s
}

// time times the systems that have no measurement of a size, those of a device and then those of cores: between two generations of all
// cores a GPU's clock falls, and the host is slow to hear from it. On a device each system makes all of its generations in a row, as in
// the paper: what another one has done there just before, or that it has waited, shows in the next.
func (l *Lab) time(ctx context.Context, size Size) error {
	for _, cores := range []bool{false, true} {
		if err := l.timeOn(ctx, size, cores); err != nil {
			return err
		}
	}
	return nil
}

// timeOn times those of cores, in turns, or the others.
func (l *Lab) timeOn(ctx context.Context, size Size, cores bool) error {
	var list []*bench
	for _, s := range l.Here() {
		c := Case{s.ID, size}
		if _, known := l.Result(c); known || (s.Where == papers.AllCores) != cores {
			continue
		}
		b := &bench{Case: c}
		var err error
		if b.g, err = l.open(s, size); err == nil {
			err = b.begin()
		}
		if err != nil {
			if b.g != nil {
				b.g.Close()
			}
			if err := l.Keep(Measurement{Case: c, Missing: err.Error()}); err != nil {
				return stopped(list, err)
			}
			l.Log(fmt.Sprintf("%-14s %v: %v", c.System, c.Size, err))
			continue
		}
		list = append(list, b)
	}
	if len(list) == 0 {
		return ctx.Err()
	}
	if cores {
		return stopped(list, l.turns(ctx, list))
	}
	for i := range list {
		if err := l.turns(ctx, list[i:i+1]); err != nil {
			return stopped(list, err)
		}
	}
	return stopped(list, nil)
}

// begin makes the first two generations, which load kernels and touch all memory.
func (b *bench) begin() error {
	if _, err := b.generate(); err != nil {
		return err
	}
	x := make([]gridpath.Point, b.States*b.Variables)
	if err := b.g.Get(x); err != nil {
		return err
	}
	b.check = checksum(x)
	_, err := b.generate()
	return err
}

// generate makes a generation, and returns how long it took.
func (b *bench) generate() (seconds float64, err error) {
	b.g.ActivateAll()
	began := time.Now()
	_, err = b.g.Generate(1)
	return time.Since(began).Seconds(), err
}

// turns makes the trials of all systems in turns, and keeps what came out. A system whose time is up makes no more.
func (l *Lab) turns(ctx context.Context, list []*bench) error {
	spent := make([]float64, len(list))
	for trial := range l.Trials {
		for i, b := range list {
			if ctx.Err() != nil || trial > 0 && spent[i] > l.Limit.Seconds() {
				continue
			}
			seconds, err := b.generate()
			if err != nil {
				return err
			}
			spent[i] += seconds
			b.times = append(b.times, seconds)
		}
	}
	for _, b := range list {
		m := Measurement{Case: b.Case, Trials: len(b.times), Check: b.check, partial: ctx.Err() != nil}
		if m.Trials == 0 {
			continue
		}
		m.Median, m.Deviation = papers.Median(b.times), papers.Deviation(b.times)
		if err := l.Keep(m); err != nil {
			return err
		}
		l.Log(fmt.Sprintf("%-14s %v: %.4g ms, %d trials", m.System, m.Size, 1000*m.Median, m.Trials))
	}
	return ctx.Err()
}

// checksum is a hash of states, without its sign.
func checksum(x []gridpath.Point) int64 {
	h := fnv.New64a()
	for _, p := range x {
		h.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(p.X)), uint32(p.Y)))
	}
	return int64(h.Sum64() >> 1)
}
