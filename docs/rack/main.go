package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Rack is N devices; Cables[a*N+b] join a and b. In a solution x device a stands at place x[a].
type Rack struct {
	N      int32
	Cables []int32
}

var _ multiwalk.SwapEvaluator = Rack{} // does not compile if SwapDelta has another form

func (r Rack) Space() multiwalk.Space { return multiwalk.Permutation(int(r.N)) }

func (r Rack) Cost(x []int32) (sum int64) {
	for a := range r.N {
		for b := range a {
			sum += int64(r.Cables[a*r.N+b] * max(x[a]-x[b], x[b]-x[a]))
		}
	}
	return sum
}

func (r Rack) SwapDelta(x []int32, i, j int32) (d int64) {
	for k := range r.N {
		if k != i && k != j {
			d += int64((r.Cables[i*r.N+k] - r.Cables[j*r.N+k]) * (max(x[j]-x[k], x[k]-x[j]) - max(x[i]-x[k], x[k]-x[i])))
		}
	}
	return d
}

func main() {
	rack := Rack{12, make([]int32, 12*12)}
	for a := range int32(12) { // a cable from each device to the fifth after it, which makes a ring of all
		rack.Cables[a*12+(a+5)%12], rack.Cables[(a+5)%12*12+a] = 1, 1
	}
	res, err := auto.Minimize(context.Background(), rack, multiwalk.Settings{
		Stop: []multiwalk.Stop{multiwalk.Target(22), multiwalk.Evaluations(2_000_000)}})
	fmt.Println(res.Cost, res.Status, err)
}
