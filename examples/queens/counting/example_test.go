package counting_test

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk/examples/queens/counting"
)

func ExampleCount() {
	r, err := counting.Count(context.Background(), 8, counting.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.All, "solutions,", r.Fundamental, "fundamental")
	// Output: 92 solutions, 12 fundamental
}
