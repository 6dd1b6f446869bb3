package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/tools/own"
)

// moved is a problem of every space with kernels, and a neighbourhood for it.
type moved struct {
	p             multiwalk.Problem
	neighbourhood string
}

// The problems of every space with elements that must not change.
type (
	heldBits struct {
		*sample.Bits
		fixed []multiwalk.Fixed
	}
	heldLabels struct {
		*sample.Labels
		fixed []multiwalk.Fixed
	}
	heldMixed struct {
		*sample.Mixed
		fixed []multiwalk.Fixed
	}
	heldPair struct {
		*q3ap.Instance
		fixed []multiwalk.Fixed
	}
	heldOrder struct {
		*sample.Order
		fixed []multiwalk.Fixed
	}
)

func (p heldBits) Fixed() []multiwalk.Fixed   { return p.fixed }
func (p heldLabels) Fixed() []multiwalk.Fixed { return p.fixed }
func (p heldMixed) Fixed() []multiwalk.Fixed  { return p.fixed }
func (p heldPair) Fixed() []multiwalk.Fixed   { return p.fixed }
func (p heldOrder) Fixed() []multiwalk.Fixed  { return p.fixed }

// holding fixes elements as a random solution has them.
func holding(p multiwalk.Problem, at ...int32) []multiwalk.Fixed {
	x := make([]int32, p.Space().Len())
	p.Space().Random(multiwalk.NewRand(9, 0), x)
	return multiwalk.Hold(x, at...)
}

// everyHeld is everyMove with fixed elements: in the middle, at the ends, side by side, nearly all.
func everyHeld() map[string]moved {
	bits, labels, mixed, order := sample.NewBits(40, 1), sample.NewLabels(9, 1), sample.NewMixed(8, 1), sample.NewOrder(12, 1)
	pair := q3ap.Random(8, 2)
	all := make([]int32, 0, 11)
	for i := range int32(11) {
		all = append(all, i+i/7)
	}
	return map[string]moved{
		"held flips": {heldBits{bits, holding(bits, 0, 3, 4, 39)}, ""}, "held bits changed": {heldBits{bits, holding(bits, 5, 38)}, "change"},
		"held changes": {heldLabels{labels, holding(labels, 8, 0, 4)}, ""}, "held product": {heldMixed{mixed, holding(mixed, 0, 5, 9, 13, 14, 17)}, ""},
		"held insertions": {heldOrder{order, holding(order, 3, 8)}, "insert"}, "held swaps": {heldOrder{order, holding(order, 0, 1, 6, 11)}, "swap"},
		"held swaps and insertions":       {heldOrder{order, holding(order, 9, 2)}, "insert+swap+2opt"},
		"held pairs and triples of flips": {heldBits{bits, holding(bits, 0, 3, 4, 39)}, "flip2+flip3"},
		"held joint swaps":                {heldPair{pair, holding(pair, 1, 7, 13)}, "swap+jointswap"},
		"held blocks":                     {heldOrder{order, holding(order, 2, 9)}, "blockswap+insert"},
		"one move left":                   {heldOrder{order, holding(order, all[:10]...)}, "swap"},
	}
}

// loads is a knapsack of two rows, on a device too.
func loads() multiwalk.Problem {
	p, err := knapsack.Draw(12, 2, 6)
	if err != nil {
		panic(err)
	}
	return knapsack.Flips{Instance: p}
}

// oneWay has kernels without a cross term of pairs.
func oneWay(n int) multiwalk.Problem {
	p := q3ap.Random(n, 1)
	p.Dist[1]++
	general, err := q3ap.New("one way", n, p.Flow, p.Dist)
	if err != nil {
		panic(err)
	}
	return general
}

func everyMove() map[string]moved {
	return map[string]moved{
		"flips": {sample.NewBits(14, 1), ""}, "flips as changes": {sample.NewBits(5, 2), "change"}, "many flips": {sample.NewBits(70, 1), ""},
		"changes": {sample.NewLabels(9, 1), ""}, "product": {sample.NewMixed(6, 1), ""}, "product, some": {sample.NewMixed(5, 1), "insert+flip"},
		"insertions": {sample.NewOrder(40, 1), "insert"}, "swaps in full": {sample.NewOrder(9, 1), "swap"},
		"tour": {sample.NewRoad(40, false, 1), ""}, "tour, one way": {sample.NewRoad(12, true, 1), ""},
		"flips by a table": {own.NewQuadratic(40, 3), ""}, "flips by loads": {loads(), ""},
		"changes by a table": {&sample.Sums{Labels: *sample.NewLabels(9, 1)}, ""},
		"joint swaps":        {q3ap.Random(7, 1), ""}, "joint swaps alone": {q3ap.Random(9, 1), "jointswap"},
		"pairs of flips": {sample.NewBits(14, 1), "flip2"}, "triples of flips": {sample.NewBits(9, 1), "flip3"},
		"flips of all kinds": {sample.NewBits(12, 3), "flip+flip2+flip3"}, "pairs beside a table": {own.NewQuadratic(20, 3), "flip+flip2"},
		"pairs in full": {own.NewQuadratic(12, 3), "flip2+flip3"},
		"tour, all":     {sample.NewRoad(45, true, 1), "insert+swap+2opt+oropt"},
		"3-opt":         {sample.NewRoad(9, false, 1), "3opt"}, "3-opt, one way": {sample.NewRoad(8, true, 1), "3opt+2opt"},
		"blocks of a tour": {sample.NewRoad(15, true, 1), "blockswap"}, "blocks in full": {sample.NewOrder(9, 1), "blockswap+swap"},
		"pairs of swaps": {q3ap.Random(7, 1), "pair"}, "pairs on copies": {oneWay(6), "swap+pair"}, "pairs of any moves": {sample.NewMixed(4, 1), "pair"},
		"blocks as swaps": {assignment.Uniform(9, 1), "blockswap+swap"}, "tour of 3": {sample.NewRoad(3, false, 1), "2opt"},
	}
}
