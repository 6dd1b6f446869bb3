package q3ap

import (
	"bytes"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
)

// Whatever a file holds, it is refused, or its costs and deltas agree and what is written of it is read again alike.
func FuzzRead(f *testing.F) {
	f.Add([]byte("q3ap 2\n0 1\n2 0\n\n0 3\n4 0\n"))
	f.Add([]byte("q3ap-df\n1 1 1"))
	f.Add([]byte("3 1"))
	for _, s := range boundedtest.Seeds("q3ap #\n# 1\n", "q3ap-df #\n1 1", "q3ap 2\n# 1 1 0\n0 # 2 #\n", "2\n# # # #\n# # # #\n",
		"q3ap 2\n0 # # 0\n0 1 1 0\n", "q3ap 2\n0 1 1 0\n0 # # 0\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		Sniff(text)
		var q *Instance
		var err error
		boundedtest.Linear(t, len(text), func() { q, err = Read(text, "f") })
		if err != nil {
			return
		}
		again, err := Read(q.text(), "f")
		if err != nil || !slices.Equal(again.Flow, q.Flow) || !slices.Equal(again.Dist, q.Dist) {
			t.Fatalf("%q is read, and what is written of it is not: %v", text, err)
		}
		if q.N > 1 && q.N < 8 {
			swapsOf(t, q)
		}
	})
}

// swapsOf compares the deltas of a swap and of a joint swap with costs.
func swapsOf(t *testing.T, q *Instance) {
	x := make([]int32, 2*q.N)
	for i := range x {
		x[i] = int32(i % q.N)
	}
	cost, last := q.Cost(x), int32(q.N-1)
	one, both := q.SwapDelta(x, 0, last), q.JointSwapDelta(x, 0, last)
	x[0], x[last] = x[last], x[0]
	if got := q.Cost(x) - cost; got != one {
		t.Errorf("the swap of 0 and %d costs %d more, its delta is %d", last, got, one)
	}
	p := x[q.N:]
	p[0], p[last] = p[last], p[0]
	if got := q.Cost(x) - cost; got != both {
		t.Errorf("the joint swap of 0 and %d costs %d more, its delta is %d", last, got, both)
	}
}

func FuzzReadSolution(f *testing.F) {
	q := Random(3, 1)
	f.Add([]byte("3 1\n1 2 3\n3 2 1\n"))
	f.Add([]byte("3 -1 0 1 2 0 1 2"))
	for _, s := range boundedtest.Seeds("#", "3 #\n1 2 3\n3 2 1\n", "3 1\n# # #\n# # #\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var x []int32
		var err error
		boundedtest.Linear(t, len(text), func() { x, err = q.ReadSolution(bytes.NewReader(text), "f") })
		if err != nil {
			return
		}
		if err := q.Space().Check(x); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
