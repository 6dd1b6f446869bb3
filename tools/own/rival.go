package own

import (
	"bufio"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// A Rival is simulated annealing: the temperature falls from Hot to Cold by the same factor in each part of the time. It has all moves
// that its problem prices; Others is the share of those that are not of the first kind. These three are tuned on the instance itself, for
// the time that it has (see tune), so the rival has seen the instance before; ours has not.
type Rival struct {
	Hot, Cold, Others float64
	moves             moves
}

// moves of a rival on x, by kind; what they keep beside x is shared.
type moves func(r *rand.Rand, x []int32) []move

// A move is drawn and remembered by draw, which returns its delta; accept makes it.
type move struct {
	draw   func() int64
	accept func()
}

// source draws for a rival.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }

// Run anneals x, a solution of the given cost, and returns the best solution that it finds. part says which part of the time is
// spent, from 0 to 1.
func (v Rival) Run(x []int32, cost int64, seed uint64, part func() float64) (best []int32, least int64) {
	r := source(seed)
	kinds := v.moves(r, x)
	best, least = append(best, x...), cost
	for spent := part(); spent < 1; spent = part() {
		t := v.Hot * math.Pow(v.Cold/v.Hot, spent)
		for range proposals {
			m := kinds[0]
			if others := len(kinds) - 1; others > 0 && r.Float64() < v.Others {
				m = kinds[1+r.IntN(others)]
			}
			d := m.draw()
			if d > 0 && r.Float64() >= math.Exp(-float64(d)/t) {
				continue
			}
			m.accept()
			if cost += d; cost < least {
				least = cost
				copy(best, x)
			}
		}
	}
	return best, least
}

// proposals are made before the time is looked at again.
const proposals = 1000

// tuned is what tune found: a line for each instance and time, with the proposals of a second.
//
//go:embed rivals.txt
var tuned string

// A setting is a line of it.
type setting struct {
	name              string
	limit             time.Duration
	rate              int
	hot, cold, others float64
}

// String writes the line.
func (s setting) String() string {
	return fmt.Sprintf("%s %v %d %v %v %v", s.name, s.limit, s.rate, s.hot, s.cold, s.others)
}

// settings reads lines; those that begin with # are comments.
func settings(text string) (all []setting, err error) {
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var s setting
		var limit string
		if _, err := fmt.Sscan(lines.Text(), &s.name, &limit, &s.rate, &s.hot, &s.cold, &s.others); err != nil {
			return nil, fmt.Errorf("rivals.txt: %q: %w", lines.Text(), err)
		}
		if s.limit, err = time.ParseDuration(limit); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// Rival is the one that is tuned for a time, or for the one of those tuned that is nearest to it; if there is none, it is hot as a first
// guess is.
func (c Case) Rival(limit time.Duration) Rival {
	all, err := settings(tuned)
	if err != nil {
		panic(err)
	}
	v, nearest := c.guess(), math.Inf(1)
	for _, s := range all {
		if far := math.Abs(math.Log(float64(s.limit) / float64(limit))); s.name == c.Name && far < nearest {
			v, nearest = Rival{s.hot, s.cold, s.others, c.Moves}, far
		}
	}
	return v
}

// guess begins at the mean of what moves cost that make a random solution worse, to the next power of 2.
func (c Case) guess() Rival {
	x := c.random(tuneSeed)
	sum, worse := 0.0, 0.0
	for _, m := range c.Moves(source(tuneSeed), x) {
		for range proposals {
			if d := m.draw(); d > 0 {
				sum += float64(d)
				worse++
			}
		}
	}
	hot := math.Exp2(math.Round(math.Log2(max(1, sum/max(1, worse)))))
	return Rival{hot, hot / 64, 1. / 4, c.Moves}
}
