//go:build !purego

package simd

import "golang.org/x/sys/cpu"

// wide says whether vectors of 512 bits are used too.
var wide = Vectorised && cpu.X86.HasAVX512F && cpu.X86.HasBMI2

func sumVector(x []int64) (sum, bits int64) { return sumAVX2(&x[0], len(x)) }

func sumsVector(upTo, x []int64, from int64) (sum, bits int64) {
	if wide {
		return sumsAVX512(&upTo[0], &x[0], len(x), from)
	}
	return sumsAVX2(&upTo[0], &x[0], len(x), from)
}

func extentVector(x []int32) (least, greatest int32) { return extentAVX2(&x[0], len(x)) }

func squaresVector(to []int64, x []int32, top int32) { squaresAVX2(&to[0], &x[0], len(x), top) }

func distancesVector(to []int32, s Square, column, y int32, goals []Cell) {
	distancesAVX2(&to[0], len(to), &goals[0].X, len(goals), column, s.Side, s.Left, y)
}

func nearerVector(to []int64, s Square, column, y int32, goals []Cell, here int32) {
	if wide {
		nearerAVX512(&to[0], len(to), &goals[0].X, len(goals), column, s.Side, s.Left, y, here)
		return
	}
	nearerAVX2(&to[0], len(to), &goals[0].X, len(goals), column, s.Side, s.Left, y, here)
}
