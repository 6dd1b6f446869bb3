package qap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
)

const (
	// shortPace and longPace are the lengths, in generations, of the runs that tell how long blocks take.
	shortPace, longPace = 50, 3000
	// paceRuns is how many there are of each.
	paceRuns = 3
)

// paces measures how long a number of blocks takes for a few generations and for many, from the call to the answer. They
// search for nothing, so nothing of how soon the target is found goes into a prediction but the runs of single blocks.
func (l *Lab) paces(ctx context.Context, in Instance, id string, blocks int) error {
	s, ok := l.System(id)
	if !ok || l.Device(s.Where) == nil {
		return nil
	}
	for _, length := range l.paceLengths() {
		for number := range paceRuns {
			t := Trial{Kind: Pace, Instance: in.Name, System: id, Size: blocks, Length: length, Number: number}
			if _, ok := l.Result(t); ok {
				continue
			}
			if ready, err := l.Ready(ctx, in, s, t); err != nil || !ready {
				return err
			}
			settings := l.Settings(in, s, t)
			many, err := l.many(ctx, in, s, t, settings)
			if err != nil || ctx.Err() != nil {
				return errors.Join(err, ctx.Err())
			}
			settings.Stop = []multiwalk.Stop{multiwalk.Evaluations(length * int64(many) * paperSize)}
			r, err := l.Minimize(ctx, in, s, t, settings)
			if err != nil || ctx.Err() != nil {
				return errors.Join(err, ctx.Err())
			}
			if r.Generations < 1 {
				return fmt.Errorf("multiwalk: %s with %d blocks did not do a generation of %d", in.Name, blocks, length)
			}
			if err := l.Keep(r); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// paceLengths are fewer generations on the emulator, which takes its time.
func (l *Lab) paceLengths() []int64 {
	if l.Device(papers.OneGPU) != nil && l.Device(papers.OneGPU).String() == "emulator" {
		return []int64{2, 4}
	}
	return []int64{shortPace, longPace}
}

// many is how many blocks a trial has.
func (l *Lab) many(ctx context.Context, in Instance, s System, t Trial, settings multiwalk.Settings) (int, error) {
	if t.Size > 0 {
		return t.Size, nil
	}
	settings.Stop = []multiwalk.Stop{multiwalk.Work(1)}
	r, err := l.Minimize(ctx, in, s, t, settings)
	return r.Walks, err
}

// pace tells how long a number of blocks takes for a number of generations.
type pace struct {
	generations [2]float64
	seconds     [2]float64
}

// paceOf returns the pace of a number of blocks, by the medians of what was measured; ok is false where it was not.
func (l *Lab) paceOf(in Instance, id string, blocks int) (p pace, ok bool) {
	for i, length := range l.paceLengths() {
		list := l.Like(Trial{Kind: Pace, Instance: in.Name, System: id, Size: blocks, Length: length}, paceRuns)
		if len(list) == 0 {
			return p, false
		}
		slices.SortFunc(list, func(a, b Run) int { return cmp.Compare(a.Elapsed, b.Elapsed) })
		middle := list[len(list)/2]
		p.generations[i], p.seconds[i] = float64(middle.Generations), middle.Elapsed.Seconds()
	}
	return p, p.generations[1] > p.generations[0]
}

// each is the time of a generation, in seconds.
func (p pace) each() float64 {
	return max(0, (p.seconds[1]-p.seconds[0])/(p.generations[1]-p.generations[0]))
}

// after is when a number of generations is done, from the call on.
func (p pace) after(generations float64) float64 {
	start := max(0, p.seconds[0]-p.generations[0]*p.each())
	return start + generations*p.each()
}
