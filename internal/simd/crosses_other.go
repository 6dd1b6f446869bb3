//go:build !amd64 || purego

package simd

func crossesVector(row, single []int32, alone int32, u, f, v, g []int32) {
	crossesPortable(row, single, alone, u, f, v, g)
}

func meetingsVector(terms []int32, m *Meeting) { meetingsPortable(terms, m) }
