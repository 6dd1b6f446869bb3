package evaluation_test

import (
	"fmt"
	"log"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation"
)

func Example() {
	s, err := evaluation.New(device.Emulator(), "linear", evaluation.Options{}) // or device.GPU(0)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	diagonal, err := s.Evaluate([]int32{0, 1, 2, 3})
	if err != nil {
		log.Fatal(err)
	}
	batch := make([]int64, 2)
	if err := s.EvaluateBatch(batch, []int32{1, 3, 0, 2, 2, 2, 2, 0}, 4); err != nil {
		log.Fatal(err)
	}
	fmt.Println(diagonal, batch)
	// Output: 6 [0 4]
}
