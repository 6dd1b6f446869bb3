package passing

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/problem/perceptron"
)

func TestTry(t *testing.T) {
	size := os.Getenv("SIZE")
	if size == "" {
		t.Skip()
	}
	limit, _ := time.ParseDuration(os.Getenv("LIMIT"))
	for seed := 1; seed <= 10; seed++ {
		p, err := perceptron.Named("perceptron:"+size+":"+strconv.Itoa(seed), "x")
		if err != nil {
			t.Fatal(err)
		}
		f, err := NewForm(p.Signs())
		if err != nil {
			t.Fatal(err)
		}
		tree := NewTree(f, 1, 0, 1, 256)
		start := time.Now()
		for !tree.Solved && time.Since(start) < limit {
			tree.Next()
		}
		cost := int64(-1)
		if tree.Solved {
			cost = p.Cost(tree.Solution())
		}
		t.Logf("%d: %v %v cost %d, %d nodes, %v a node, %d trees", seed, tree.Solved, time.Since(start), cost, tree.Nodes, time.Since(start)/time.Duration(tree.Nodes), tree.trees)
	}
}
