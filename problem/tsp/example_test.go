package tsp_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

func ExampleRead() {
	file := `NAME: diamond
TYPE: TSP
DIMENSION: 4
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 0 5
2 0 -5
3 12 0
4 -12 0
EOF
`
	p, err := tsp.Read(strings.NewReader(file), "diamond.tsp")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Name(), p.N, p.Metric, p.Cost([]int32{0, 1, 2, 3}), p.Cost([]int32{0, 2, 1, 3}))
	// Output: diamond 4 EUC_2D 60 52
}

func ExampleInstance_Construct() {
	p := tsp.Random(1000, 1)
	tour := make([]int32, p.N)
	p.Construct(multiwalk.NewRand(1, 0), tour)
	fmt.Println(p.Check(tour) == nil, p.Cost(tour) < 28_000_000)
	// Output: true true
}

func ExampleWriteTour() {
	if err := tsp.WriteTour(os.Stdout, "diamond", "length 52", []int32{0, 2, 1, 3}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// NAME: diamond
	// COMMENT: length 52
	// TYPE: TOUR
	// DIMENSION: 4
	// TOUR_SECTION
	// 1
	// 3
	// 2
	// 4
	// -1
	// EOF
}
