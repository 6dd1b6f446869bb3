package single_test

import (
	"context"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// Spins costs what its ones weigh. Its moves are of two kinds. One turns a bit; the other turns it there and back, and gains nothing.
type Spins struct {
	n     int
	takes []float64
	drawn *[2]atomic.Int64
}

func newSpins(n int, takes ...float64) Spins { return Spins{n, takes, new([2]atomic.Int64)} }

func (s Spins) Space() multiwalk.Space { return multiwalk.Binary(s.n) }

func (s Spins) Cost(x []int32) (sum int64) {
	for i, v := range x {
		sum += int64(v) * int64(100+i*i%37)
		if i > 0 && x[i-1] != v {
			sum += 150
		}
	}
	return sum
}

func (s Spins) NewMoves() multiwalk.Moves { return SpinMoves{s} }

type SpinMoves struct{ s Spins }

func (m SpinMoves) Reset([]int32)                           {}
func (m SpinMoves) Random(r *multiwalk.Rand) multiwalk.Move { return m.RandomOf(r.IntN(2), r) }
func (m SpinMoves) Kinds() []float64                        { return m.s.takes }
func (m SpinMoves) Apply(x []int32, move multiwalk.Move)    { x[move.I] ^= 1 - move.K }
func (m SpinMoves) Undo(x []int32, move multiwalk.Move)     { x[move.I] ^= 1 - move.K }
func (m SpinMoves) Delta(x []int32, move multiwalk.Move) int64 {
	was := m.s.Cost(x)
	m.Apply(x, move)
	d := m.s.Cost(x) - was
	m.Undo(x, move)
	return d
}

func (m SpinMoves) RandomOf(kind int, r *multiwalk.Rand) multiwalk.Move {
	m.s.drawn[kind].Add(1)
	return multiwalk.Move{I: int32(r.IntN(m.s.n)), K: int32(kind)}
}

// A kind that gains nothing is drawn less and less, alone and beside built-in moves; and never not at all.
func TestOwnKinds_AreDrawnByWhatTheyGain(t *testing.T) {
	for _, name := range []string{"own", "own+flip"} {
		p := newSpins(60, 1, 1)
		res := must.Have(multiwalk.Minimize(context.Background(), p, anneal.Anneal{Neighbourhood: name},
			multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(100_000)}}))(t)
		useful, useless := p.drawn[0].Load(), p.drawn[1].Load()
		if res.Cost != 0 || useful < 4*useless || useless*100 < useful {
			t.Errorf("%s: cost %d, %d draws of a kind that gains, %d of one that does not", name, res.Cost, useful, useless)
		}
	}
}

// A kind whose price takes long is drawn as much less often.
func TestOwnKinds_ShareTheTime(t *testing.T) {
	p := newSpins(20, 1, 30)
	nb := must.Have(neighbourhood.ByName(p, "own"))(t)
	r := multiwalk.NewRand(1, 0)
	for range 3100 {
		nb.Random(r)
	}
	if dear := p.drawn[1].Load(); dear < 60 || dear > 150 {
		t.Errorf("of 3100 moves %d are of a kind that takes 30 times as long", dear)
	}
}

func TestOwnKinds_Conform(t *testing.T) {
	unraced.Test(t)
	p := newSpins(30, 1, 2)
	conformance.Problem(t, p)
	for _, m := range []walk.Method{anneal.Anneal{}, anneal.Anneal{Neighbourhood: "own+flip"}, threshold.LateAcceptance{}, descent.Climb{Restarts: -1}} {
		s := multiwalk.Settings{Seed: 2, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Evaluations(40_000)}}
		if err := conformance.CheckResume(m, p, s); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

// liar has a wrong delta for moves of a kind that its Random never draws.
type liar struct{ Spins }

func (l liar) NewMoves() multiwalk.Moves { return lies{SpinMoves{l.Spins}} }

type lies struct{ SpinMoves }

func (m lies) Random(r *multiwalk.Rand) multiwalk.Move { return m.RandomOf(0, r) }
func (m lies) Delta(x []int32, move multiwalk.Move) int64 {
	return m.SpinMoves.Delta(x, move) + int64(move.K)
}

func TestOwnKinds_ConformanceDrawsEach(t *testing.T) {
	if list := conformance.CheckProblem(liar{newSpins(30, 1, 2)}); len(list) == 0 {
		t.Error("a wrong delta of the second kind was not found")
	}
}

func TestOwnKinds_RefusesTimesOutOfRange(t *testing.T) {
	many := make([]float64, 25)
	for k := range many {
		many[k] = 1
	}
	for _, takes := range [][]float64{{1, 0}, {1, -2}, {1, math.NaN()}, {math.Inf(1), 1}, many} {
		if _, err := neighbourhood.ByName(newSpins(9, takes...), "own"); err == nil || !strings.Contains(err.Error(), "give up to 24 kinds") {
			t.Errorf("%v: %v", takes, err)
		}
	}
}
