package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type table struct{ Rows [][]int32 } // refused: a slice of slices lies scattered in the host's memory; use one flat slice and compute the index, as in a[i*n+j]

func SlicesField(_ lane.Thread, t *table, y []int32) {
	y[0] = t.Rows[0][0]
}
