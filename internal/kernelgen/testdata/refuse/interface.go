package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type costs interface{ cost() int32 }

type one struct{}

func (one) cost() int32 { return 1 }

func of(c costs) int32 { return c.cost() }

func Interface(_ lane.Thread, x []int32) {
	x[0] = of(one{}) // refused: a kernel has no interface values; make the function generic over a type parameter, whose methods are known at compile time
}
