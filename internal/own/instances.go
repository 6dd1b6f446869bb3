package own

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

func name(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// joined lays lists one behind the other: list i is at[from[i]:from[i+1]].
func joined[T any](lists [][]T) (at []T, from []int32) {
	from = make([]int32, len(lists)+1)
	for i, list := range lists {
		at = append(at, list...)
		from[i+1] = int32(len(at))
	}
	return at, from
}

// files is the folder of published instances.
type files struct{ folder string }

// words returns the words of a file, or none where it is missing.
func (f files) words(elem ...string) []string {
	text, err := bounded.Limit{Most: 16 << 20, Remedy: "check MULTIWALK_DATA"}.
		ReadFile(filepath.Join(append([]string{f.folder}, elem...)...))
	if f.folder == "" || os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		panic(err)
	}
	return strings.Fields(string(bytes.ToUpper(text)))
}

// numbers reads words as whole numbers.
func numbers(words []string) []int64 {
	all := make([]int64, len(words))
	for i, w := range words {
		v, err := strconv.ParseInt(w, 10, 64)
		if err != nil {
			panic(err)
		}
		all[i] = v
	}
	return all
}

// ordering reads the instance be75eec of the library xLOLIB with 250 sectors, or draws one in its likeness.
func (f files) ordering() *Ordering {
	words := f.words("lop", "xlolib_be75eec_250.mat")
	if words == nil {
		return NewTrade(250, 1)
	}
	v := numbers(words)
	n := int(v[0])
	p := &Ordering{int32(n), make([]int32, n*n)}
	for k := range p.W {
		if k/n != k%n {
			p.W[k] = int32(v[1+k])
		}
	}
	return p
}

// vehicles is an instance of set X: its name, its places with the depot, how many vehicles a user would try; and, for one in
// its likeness, how many customers a vehicle can serve and the bounds of demands.
type vehicles struct {
	name        string
	places, use int
	served      float64
	least, most int
}

// places of a routing instance, the depot first.
type places struct {
	x, y     []float64
	demand   []int64
	capacity int64
}

// routing reads an instance of set X, or draws one in its likeness.
func (f files) routing(v vehicles) Routing {
	words := f.words("cvrp", v.name+".vrp")
	s := v.generate()
	if words != nil {
		s = read(words, v.places)
	}
	n := v.places - 1
	p := Routing{N: int32(n), Vehicles: int32(v.use), Capacity: s.capacity, Demand: make([]int64, n+v.use),
		Distance: make([]int32, (n+v.use)*(n+v.use))}
	copy(p.Demand, s.demand[1:])
	place := func(k int) int {
		if k >= n {
			return 0
		}
		return k + 1
	}
	for k := range p.Distance {
		i, j := place(k/(n+v.use)), place(k%(n+v.use))
		p.Distance[k] = int32(math.Hypot(s.x[i]-s.x[j], s.y[i]-s.y[j]) + 0.5)
	}
	return p
}

// read finds the sections of a file of CVRPLIB.
func read(words []string, n int) places {
	after := func(word string, count int) []int64 {
		for i, w := range words {
			if w == word {
				for words[i+1] == ":" {
					i++
				}
				return numbers(words[i+1 : i+1+count])
			}
		}
		panic("multiwalk: a routing instance has no " + word)
	}
	var s places
	s.capacity = after("CAPACITY", 1)[0]
	at, demand := after("NODE_COORD_SECTION", 3*n), after("DEMAND_SECTION", 2*n)
	for i := range n {
		s.x, s.y = append(s.x, float64(at[3*i+1])), append(s.y, float64(at[3*i+2]))
		s.demand = append(s.demand, demand[2*i+1])
	}
	return s
}

// generate draws as Uchoa et al. do ("New benchmark instances for the capacitated vehicle routing problem", 2017): the depot
// anywhere on a grid of 1000 x 1000, half of the customers anywhere, the others near seven of these: a point is taken with
// probability sum of exp(-distance/40).
func (v vehicles) generate() places {
	r := multiwalk.NewRand(uint64(v.places), 0)
	var s places
	total, taken := 0, map[[2]int]bool{}
	for len(s.x) < v.places {
		x, y := r.IntN(1001), r.IntN(1001)
		if len(s.x) > v.places/2 {
			near := 0.0
			for k := range min(7, v.places/2) {
				near += math.Exp(-math.Hypot(float64(x)-s.x[k+1], float64(y)-s.y[k+1]) / 40)
			}
			if r.Float64() > near {
				continue
			}
		}
		if taken[[2]int{x, y}] {
			continue
		}
		taken[[2]int{x, y}] = true
		demand := 0
		if len(s.x) > 0 {
			demand = v.least + r.IntN(v.most-v.least+1)
		}
		total += demand
		s.x, s.y, s.demand = append(s.x, float64(x)), append(s.y, float64(y)), append(s.demand, int64(demand))
	}
	s.capacity = int64(math.Ceil(v.served * float64(total) / float64(v.places-1)))
	return s
}
