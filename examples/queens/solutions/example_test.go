package solutions_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk/examples/queens/solutions"
)

func ExampleFind() {
	var file bytes.Buffer
	stats, err := solutions.Find(context.Background(), 1000, solutions.Options{Count: 200, Seed: 1, Out: &file})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(stats.Found, "solutions,", bytes.Count(file.Bytes(), []byte("\n")), "lines:", stats.End)

	// Of 6 queens there are but four, also for who wants more.
	stats, err = solutions.Find(context.Background(), 6, solutions.Options{Count: 10, Each: func(x []int32) error {
		if len(x) != 6 {
			return fmt.Errorf("%d columns", len(x))
		}
		return nil
	}})
	fmt.Println(stats.Found, "solutions:", stats.End, err)
	// Output:
	// 200 solutions, 200 lines: enough
	// 4 solutions: exhausted <nil>
}
