package bbob

import (
	"fmt"
	"math"
	"strings"

	"github.com/multiwalk/multiwalk"
)

// classics are the functions of textbooks, by name: the bounds of an element, where the optimum is, and the cost, which is 0 there.
var classics = []struct {
	name  string
	lower float64
	upper float64
	best  float64
	sum   int32                     // the kind of a sum
	cost  func(x []float64) float64 // of what is none
}{
	{"sphere", -5.12, 5.12, 0, sphereSum, nil},
	{"rastrigin", -5.12, 5.12, 0, rastriginSum, nil},
	{"ackley", -32.768, 32.768, 0, noSum, ackley},
	{"griewank", -600, 600, 0, noSum, griewank},
	{"rosenbrock", -30, 30, 1, rosenbrockSum, nil},
	{"schwefel", -500, 500, 420.968746227503, schwefelSum, nil},
	{"weierstrass", -0.5, 0.5, 0, weierstrassSum, nil},
}

// shiftSeed is the key of the places of optima.
const shiftSeed = 0x5eed

// classic returns a classic function; with an instance above 0 the optimum is shifted, by up to a quarter of the distance between the
// bounds that are shifted with it: within the box of textbooks it would not stay. So costs are those of the function, elsewhere.
func classic(word string, n, instance int) (*Instance, error) {
	var known []string
	for _, c := range classics {
		if c.name != word {
			known = append(known, c.name)
			continue
		}
		f := function{name: fmt.Sprintf("%s:d%d", c.name, n), cost: c.cost}
		shift := make([]float64, n)
		if instance > 0 {
			f.name += fmt.Sprintf(":i%d", instance)
			r := multiwalk.NewRand(shiftSeed, instance)
			for i := range shift {
				shift[i] = float64((c.upper - c.lower) * 0.5 * (r.Float64() - 0.5))
			}
			f.cost = shifted(c.cost, shift)
		}
		if c.sum != noSum {
			f.sum = sumOf(c.sum, shift)
			f.cost = f.sum.Cost
		}
		for _, s := range shift {
			f.lower, f.upper, f.best = append(f.lower, c.lower+s), append(f.upper, c.upper+s), append(f.best, c.best+s)
		}
		return f.instance()
	}
	return nil, fmt.Errorf("no function %q; known are bbob, %s", word, strings.Join(known, ", "))
}

// shifted is a function with its origin elsewhere.
func shifted(f func([]float64) float64, by []float64) func([]float64) float64 {
	return func(x []float64) float64 {
		z := make([]float64, len(x))
		for i, v := range x {
			z[i] = v - by[i]
		}
		return f(z)
	}
}

func sphere(x []float64) (sum float64) {
	for _, v := range x {
		sum += float64(v * v)
	}
	return sum
}

func rastrigin(x []float64) (sum float64) {
	for _, v := range x {
		sum += wave(v)
	}
	return sum
}

func ackley(x []float64) float64 {
	n, squares, waves := float64(len(x)), 0.0, 0.0
	for _, v := range x {
		squares += float64(v * v)
		waves += math.Cos(2 * math.Pi * v)
	}
	return 20 - 20*math.Exp(-0.2*math.Sqrt(squares/n)) + math.E - math.Exp(waves/n)
}

func griewank(x []float64) float64 {
	sum, product := 0.0, 1.0
	for i, v := range x {
		sum += float64(v * v)
		product *= math.Cos(v / math.Sqrt(float64(i+1)))
	}
	return 1 + sum/4000 - product
}

func rosenbrock(x []float64) (sum float64) {
	for i := range len(x) - 1 {
		sum += bend(x[i], x[i+1])
	}
	return sum
}
