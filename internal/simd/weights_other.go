//go:build !amd64 || purego

package simd

func sumVector(x []int64) (sum, bits int64) { return sumPortable(x) }

func sumsVector(upTo, x []int64, from int64) (sum, bits int64) { return sumsPortable(upTo, x, from) }

func extentVector(x []int32) (least, greatest int32) { return extentPortable(x) }

func squaresVector(to []int64, x []int32, top int32) { squaresPortable(to, x, top) }

func distancesVector(to []int32, s Square, column, y int32, goals []Cell) {
	distancesPortable(to, s, column, y, goals)
}

func nearerVector(to []int64, s Square, column, y int32, goals []Cell, here int32) {
	nearerPortable(to, s, column, y, goals, here)
}
