package fang

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/multiwalk/multiwalk/internal/gridpath"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/successor"
)

// bench is a system at work.
type bench struct {
	Measurement
	lab   *Lab
	g     *successor.Generator[gridpath.Point]
	times []float64 // s
	spent float64
}

// Going implements papers.Subject. There is one trial at least.
func (b *bench) Going() bool {
	return b.Trials < b.lab.Trials && (b.Trials == 0 || b.spent <= b.lab.Limit.Seconds())
}

// Turn implements papers.Subject.
func (b *bench) Turn(context.Context, int) error {
	seconds, err := b.generate()
	if err != nil {
		return err
	}
	b.times, b.spent = append(b.times, seconds), b.spent+seconds
	b.Trials, b.Median, b.Deviation = len(b.times), papers.Median(b.times), papers.Deviation(b.times)
	return nil
}

// time times the systems that have no measurement of a size, those of a device and then those of cores: between two generations of all
// cores a GPU's clock falls, and the host is slow to hear from it. On a device each system makes all of its generations in a row, as in
// the paper: what another one has done there just before, or that it has waited, shows in the next. Those of cores take turns.
func (l *Lab) time(ctx context.Context, size Size) error {
	var cores, devices []System
	for _, s := range l.Here() {
		if _, known := l.Result(Case{s.ID, size}); known {
			continue
		}
		if s.Where == papers.AllCores {
			cores = append(cores, s)
		} else {
			devices = append(devices, s)
		}
	}
	if err := papers.Each(ctx, devices, func(s System) error { return l.turns(ctx, size, s) }); err != nil {
		return err
	}
	return l.turns(ctx, size, cores...)
}

// turns makes the trials of systems in turns, and keeps what came out.
func (l *Lab) turns(ctx context.Context, size Size, systems ...System) (err error) {
	var list []*bench
	defer func() {
		for _, b := range list {
			err = errors.Join(err, b.g.Close())
		}
	}()
	for _, s := range systems {
		b := &bench{Measurement: Measurement{Case: Case{s.ID, size}}, lab: l}
		failed := b.begin(s)
		if failed == nil {
			list = append(list, b)
			continue
		}
		b.Missing = failed.Error()
		if err := l.Keep(b.Measurement); err != nil {
			return err
		}
		l.Log(fmt.Sprintf("%-14s %v: %v", s.ID, size, failed))
	}
	stopped := papers.InTurns(ctx, list)
	if stopped != nil && ctx.Err() == nil {
		return stopped
	}
	for _, b := range list {
		if b.partial = stopped != nil; b.Trials == 0 {
			continue
		}
		if err := l.Keep(b.Measurement); err != nil {
			return err
		}
		l.Log(fmt.Sprintf("%-14s %v: %.4g ms, %d trials", b.System, size, 1000*b.Median, b.Trials))
	}
	return ctx.Err()
}

// begin opens the system and makes the first two generations, which load kernels and touch all memory.
func (b *bench) begin(s System) (err error) {
	b.g, err = b.lab.open(s, b.Size)
	defer func() {
		if err != nil && b.g != nil {
			b.g.Close()
		}
	}()
	if err != nil {
		return err
	}
	if _, err = b.generate(); err != nil {
		return err
	}
	x := make([]gridpath.Point, b.States*b.Variables)
	if err = b.g.Get(x); err != nil {
		return err
	}
	b.Check = checksum(x)
	_, err = b.generate()
	return err
}

// generate makes a generation, and returns how long it took.
func (b *bench) generate() (seconds float64, err error) {
	b.g.ActivateAll()
	began := time.Now()
	_, err = b.g.Generate(1)
	return time.Since(began).Seconds(), err
}

// checksum is a hash of states, without its sign.
func checksum(x []gridpath.Point) int64 {
	h := fnv.New64a()
	for _, p := range x {
		h.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(p.X)), uint32(p.Y)))
	}
	return int64(h.Sum64() >> 1)
}
