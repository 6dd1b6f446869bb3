//go:build !purego

package simd

func sumVector(x []int64) (sum, bits int64) { return sumAVX2(&x[0], len(x)) }

func extentVector(x []int32) (least, greatest int32) { return extentAVX2(&x[0], len(x)) }

func squaresVector(to []int64, x []int32, top int32) { squaresAVX2(&to[0], &x[0], len(x), top) }

func distancesVector(to []int32, s Square, column, y int32, goals []Cell) {
	distancesAVX2(&to[0], len(to), &goals[0].X, len(goals), column, s.Side, s.Left, y)
}

func nearerVector(to []int64, s Square, column, y int32, goals []Cell, here int32) {
	nearerAVX2(&to[0], len(to), &goals[0].X, len(goals), column, s.Side, s.Left, y, here)
}
